"""What of a game waits for its host: votes to decide, results to release, days without posts, openings to confirm.

In: the course of a game. Out: what waits, each with the command that answers it. Public ones are for everybody to see;
`secret` ones tell what only the host knows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.moments import PhaseId
from tally.calendar.days import Days, is_set
from tally.dates import short_dated
from tally.errors import GameFault
from tally.folder.game import Game
from tally.play.course import Course
from tally.play.settling import awaited
from tally.service.deadlines import first_late
from tally.service.openings import Opening, find_openings
from tally.story.phases import phase_name
from tally.texts import _, plural

__all__ = ["Wait", "WaitKind", "find_waits"]


class WaitKind(StrEnum):
    """What the host is waited for."""

    NO_THREAD = "no-thread"
    NO_POSTS = "no-posts"
    UNCLEAR = "unclear"
    RESULTS = "results"
    DECISION = "decision"
    DIFFERS = "differs"
    OPENING = "opening"


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing. `text`: what, in one line; `command`: what answers it."""

    kind: WaitKind
    phase: str | None
    text: str
    command: str | None = None
    secret: bool = False


def find_waits(course: Course, days: Days, now: datetime) -> tuple[Wait, ...]:
    """Everything that waits, in the order of the phases."""
    return tuple(_find(course, days, now))


def _find(course: Course, days: Days, now: datetime) -> Iterator[Wait]:
    for phase in course.differing():
        told = _("{phase} would come out otherwise by now than it was announced").format(phase=phase_name(phase))
        yield Wait(WaitKind.DIFFERS, str(phase), told, f"tally resolve {phase} --fix", secret=True)
    current = days.day_of(now)
    if current is None or _is_finished(course):
        return
    for cycle in range(max(1, current.cycle - 1), current.cycle + 1):
        day = PhaseId(cycle, night=False)
        if day in course.announced:
            continue
        if not course.game.forum.threads_of(day):
            told = _("{day} has no thread").format(day=phase_name(day))
            yield Wait(WaitKind.NO_THREAD, str(day), told, f"tally thread add URL --from {day}")
        elif first_late(days.day(cycle)) <= now and not course.has_posts(day):
            told = _("nobody has written anything on {day}; is it in another thread, or on another date?")
            yield Wait(WaitKind.NO_POSTS, str(day), told.format(day=phase_name(day)), "tally calendar")
        else:
            yield from _unclear(course, day)
    yield from _results(course, current)
    for opening in find_openings(course.game, days, course.written, now):
        yield _opening(course.game, days, opening)


def _opening(game: Game, days: Days, opening: Opening) -> Wait:
    day, opens = PhaseId(opening.day, night=False), days.day(opening.day).opens
    told = _("the host's post {post} of {time} opens {day}, but the calendar opens it at {opens}")
    if not is_set(opens):
        told = _("the host's post {post} of {time} opens {day}, but the calendar does not yet")
    text = told.format(
        post=opening.post,
        time=short_dated(opening.at.astimezone(game.timezone)),
        day=phase_name(day),
        opens=short_dated(opens.astimezone(game.timezone)),
    )
    return Wait(WaitKind.OPENING, str(day), text, f"tally day {opening.day} --from-post {opening.post}")


def _unclear(course: Course, day: PhaseId) -> Iterator[Wait]:
    try:
        count = len(course.town_report(day).unclear)
    except GameFault:
        return
    if count:
        told = plural("{count} vote waits for the host's ruling", "{count} votes wait for the host's ruling", count)
        yield Wait(WaitKind.UNCLEAR, str(day), f"{phase_name(day)}: {told}", f"tally votes {day}")


def _results(course: Course, current: PhaseId) -> Iterator[Wait]:
    """The first phase that is over and not announced; for the host, what it waits for."""
    phase, awaits = awaited(course)
    if phase is None or phase > current:
        return
    told = _("{phase} is over and not announced").format(phase=phase_name(phase))
    yield Wait(WaitKind.RESULTS, str(phase), told, f"tally resolve {phase}")
    if awaits:
        told = _("{phase} cannot be closed without the host's decision: {count}").format(
            phase=phase_name(phase), count=awaits
        )
        yield Wait(WaitKind.DECISION, str(phase), told, f"tally resolve {phase}", secret=True)


def _is_finished(course: Course) -> bool:
    return any(told.view.winners for told in course.announced.values())
