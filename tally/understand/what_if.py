"""A change tried without being stored: entered into a copy of the game, as the host would enter it, and played on.

In: a game and changes as typed. Out: what each phase comes to without and with them; for the host alone. The copy holds
secrets: only its owner can read it, and it is gone at the end.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from engine.moments import PhaseId
from engine.outcome import PhaseOutcome, host_view, view_as_json
from engine.record import VoteEntry
from engine.state import State
from tally.calendar.days import is_set
from tally.count import entering
from tally.count.entering import RulingWords
from tally.count.found_posts import find_post
from tally.count.host_words import ENTERED
from tally.desk.desk import Desk
from tally.desk.session import Session
from tally.errors import GameFault
from tally.folder.game import DATABASE, Game
from tally.play.course import Course, open_evening
from tally.play.operations import enter_operation, take_back
from tally.play.reach import known_until
from tally.store import Store
from tally.story.host import host_story
from tally.texts import _, quoted

__all__ = ["Change", "Line", "Operation", "Rule", "Tried", "Vote", "Without", "tried_as_json", "try_changes"]

_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Line:
    """A message of a player: `[22:14] Nick: what he wrote`. Without a time it comes last."""

    text: str


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote; without a time it comes last."""

    vote: VoteEntry
    at: str | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A ruling on a vote of a post, or of an entered one."""

    post: str
    which: str | None
    said: RulingWords


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the host."""

    do: str
    names: tuple[str, ...]
    at: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Without:
    """What was entered under this number is taken back: a message, a vote, an operation."""

    entry: str


Change = Line | Vote | Rule | Operation | Without


@dataclass(frozen=True, slots=True)
class Tried:
    """A phase as it is and as it would be. None: there is no such phase, the game was over before."""

    phase: PhaseId
    now: PhaseOutcome | None
    then: PhaseOutcome | None
    story_now: tuple[str, ...]
    story_then: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return self.story_now != self.story_then


def try_changes(
    game: Game, now: datetime, phase: PhaseId, changes: Sequence[Change]
) -> tuple[tuple[str, ...], tuple[Tried, ...]]:
    """What was understood of the changes, and every phase from the first that they touch to the last that is over.

    Raises GameFault for a change that the command which enters it would refuse.
    """
    said: list[str] = []
    with open_evening(game, now) as (course, _store), _copy(game) as copied:
        first = min([phase, *(touched for each in changes if (touched := _touched(course, each)) is not None)])
        for change in changes:
            _enter(copied, now, phase, change, said)
        with open_evening(copied, now) as (changed, _copied_store):
            return tuple(said), tuple(_compare(course, changed, first, phase))


@contextmanager
def _copy(game: Game) -> Iterator[Game]:
    with tempfile.TemporaryDirectory(prefix="tally-") as folder:
        place = Path(folder)
        for file in game.folder.iterdir():
            # what the game is read by: its tables, an own ruleset or dialect, the names that are known
            if file.is_file() and file.suffix in (".toml", ".json"):
                shutil.copy2(file, place / file.name)
        with closing(sqlite3.connect(game.database)) as source, closing(sqlite3.connect(place / DATABASE)) as target:
            source.backup(target)
        yield replace(game, folder=place)


def _touched(course: Course, change: Change) -> PhaseId | None:
    """The phase that a change is of, where it says so itself."""
    match change:
        case Rule(post=post) if not post.startswith(ENTERED):
            time = find_post(course.posts, post).timed.time
            days = [day for day in course.days_so_far() if time is not None and _opened(course, day, time)]
            return days[-1] if days else None
        case Rule(post=entry) | Without(entry=entry):
            return _phase_of_entry(course, _named(entry))
    return None


def _opened(course: Course, day: PhaseId, time: datetime) -> bool:
    opens = course.window(day).opens
    return opens is None or opens <= time


def _named(entry: str) -> str:
    return entry if entry.startswith(ENTERED) else f"{ENTERED}{entry}"


def _phase_of_entry(course: Course, entry: str) -> PhaseId | None:
    found = [line.phase for line in course.entries.lines if line.source.post == entry]
    found += [vote.phase for vote in course.words.entered if vote.id == entry]
    found += [each.phase for each in course.words.operations if each.entry.source.post == entry]
    return found[0] if found else None


def _enter(game: Game, now: datetime, phase: PhaseId, change: Change, said: list[str]) -> None:
    """Enter one change into the copy, as the command for it does."""
    match change:
        case Line(text=text):
            _enter_line(game, now, phase, text, said)
        case Vote(vote=vote, at=at):
            with open_evening(game, now) as (course, store):
                # votes of a day of which nothing was read are not counted at all
                known = min(now, known_until(game, store, course.posts, phase))
                moment = at or _last_moment(course, phase, known)
            with entering.open_desk(game, now) as desk:
                _name, entered, day = desk.enter_vote(vote, moment, str(phase), "")
            said.append(f"{entered.by} → {entered.on}, {day}")
        case Rule(post=post, which=which, said=words):
            with entering.open_desk(game, now) as desk:
                place, text = desk.rule(post, which, words, "")
            said.append(f"{place} {quoted(text)}" if text else place)
        case Operation(do=do, names=names, at=at, text=text):
            with open_evening(game, now) as (course, store):
                operation = enter_operation(course, store, now, do, names, phase, at=at, text=text)
            said.append(f"{do}: {', '.join(operation.entry.on) or '—'}")
        case Without(entry=entry):
            said.append(_take_back(game, now, _named(entry)))


def _enter_line(game: Game, now: datetime, phase: PhaseId, text: str, said: list[str]) -> None:
    with open_evening(game, now) as (course, store):
        session = Session(Desk(course, store, phase, now), said.append, lambda _question: True)
        timed = text[:1].isdigit() or text.startswith("[")
        session.take(text if timed else f"{_last_time(course, phase)}{text}")
        if session.unclear:
            raise GameFault("\n".join(said))


def _last_time(course: Course, phase: PhaseId) -> str:
    """The last second of a phase, as it stands before a message: so that it comes after all others."""
    closes = course.window(phase).closes
    return "" if closes is None else f"{(closes - _SECOND).astimezone(course.game.timezone):%H:%M:%S} "


def _last_moment(course: Course, phase: PhaseId, known: datetime) -> str:
    """The last second of a day, or as far as its thread is known: what is later would not count yet."""
    closes = course.window(phase).closes
    moment = min(closes - _SECOND, known) if closes is not None and is_set(closes) else known
    return moment.replace(microsecond=0).isoformat()


def _take_back(game: Game, now: datetime, entry: str) -> str:
    number = entry.removeprefix(ENTERED)
    with open_evening(game, now) as (course, store):
        line = next((line for line in course.entries.lines if line.source.post == entry), None)
        if line is not None:
            Desk(course, store, line.phase, now).undo(number)
            return _("without {entry}: “{line}”").format(entry=entry, line=line.line)
        is_vote = any(vote.id == entry for vote in course.words.entered)
    if is_vote:
        with entering.open_desk(game, now) as desk:
            desk.rule(entry, None, RulingWords(ignored=True), "")
    else:
        with Store(game.database) as store:
            take_back(store, now, number)
    return _("without {entry}").format(entry=entry)


def _compare(course: Course, changed: Course, first: PhaseId, asked: PhaseId) -> Iterator[Tried]:
    """Both ways from the first phase on, each played by its own entries, whatever was announced."""
    now, then = course.state_before(first), changed.state_before(first)
    phase = first
    while phase <= asked or course.is_over(phase):
        outcome, state = _played(course, phase, now)
        other, other_state = _played(changed, phase, then)
        if outcome is None and other is None:
            return
        yield Tried(
            phase,
            outcome,
            other,
            () if outcome is None else tuple(_story(course, outcome, now)),
            () if other is None else tuple(_story(course, other, then)),
        )
        now, then, phase = state, other_state, phase.next


def _played(course: Course, phase: PhaseId, before: State) -> tuple[PhaseOutcome | None, State]:
    if before.winners:
        return None, before
    return course.play_on(course.phase(phase, before), before)


def _story(course: Course, outcome: PhaseOutcome, before: State) -> list[str]:
    roles = {seat.name: seat.role for seat in before.seats.values()}
    return host_story(course.rules, outcome, roles=roles, light_before=before.light)


def tried_as_json(tried: Sequence[Tried]) -> list[dict[str, Any]]:
    """Each phase with the keys of FORMATS 3 that differ, as they are and as they would be."""
    return [_as_json(each) for each in tried]


def _as_json(tried: Tried) -> dict[str, Any]:
    now = {} if tried.now is None else view_as_json(host_view(tried.now))
    then = {} if tried.then is None else view_as_json(host_view(tried.then))
    keys = [key for key in dict.fromkeys([*now, *then]) if now.get(key) != then.get(key)]
    return {
        "phase": str(tried.phase),
        "played": {"now": tried.now is not None, "then": tried.then is not None},
        "differs": bool(keys),
        "now": {key: now[key] for key in keys if key in now},
        "then": {key: then[key] for key in keys if key in then},
    }
