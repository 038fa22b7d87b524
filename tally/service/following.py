"""What follows from each read: the site is published, the table frozen at its deadline, people are told.

In: a game that was just read, well or not. Out: files, facts, notices. Whatever goes wrong is in the game's log, and
stops neither the rest nor other games.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime

from engine.moments import PhaseId
from tally.errors import GameFault, TallyError
from tally.folder.game import Game
from tally.harmless import harmless
from tally.play.course import Course, open_course
from tally.service.freezing import freeze
from tally.service.log_files import GameLog
from tally.service.notices import Notice, State, due_notices
from tally.service.readings import failing_since
from tally.service.sending import Deliver, sent_notices
from tally.service.served import ServedGame, days_of
from tally.service.settings import read_addresses, read_settings
from tally.service.waits import find_waits
from tally.site.publish import publish_course, published_past
from tally.store import Store
from tally.texts import language_for, speaking

__all__ = ["follow", "notices_now"]


def follow(served: ServedGame, now: datetime, deliver: Deliver) -> None:
    """Publish, freeze the table of a day that has ended, and send the notices that are due."""
    game, log = served.game, served.log
    if game is None:
        return
    with _alone(log), Store(game.database) as store, _counted(game, now, log) as course:
        if course is not None:
            with _alone(log):
                _publish(course, store, log, now)
            for report in freeze(course, store, now, _days_so_far(game, store, now)):
                log.write("frozen", phase=str(report.phase), deadline=report.deadline.isoformat())
        notices = _gather(game, served, store, course, now)
        for trouble in deliver(game, store, notices):
            log.write("trouble", level="error", what=harmless(trouble))


def _publish(course: Course, store: Store, log: GameLog, now: datetime) -> None:
    written = publish_course(course, store, now)
    if written.anything:
        log.write("published", files=len(written.written) + len(written.removed))


def notices_now(game: Game, now: datetime, deliver: Deliver) -> list[str]:
    """Deliver what is due at this moment, as the threads are known; gives what went wrong. Raises GameFault."""
    served = ServedGame(game.folder)
    served.look(now)
    if served.fault is not None:
        raise served.fault
    with Store(game.database) as store, _counted(game, now, served.log) as course:
        return deliver(game, store, _gather(game, served, store, course, now))


def _gather(game: Game, served: ServedGame, store: Store, course: Course | None, now: datetime) -> tuple[Notice, ...]:
    """The notices of this moment, those of before among them. Nothing is sent, and nothing written down."""
    addresses, settings = read_addresses(game), read_settings(game)
    with speaking(addresses.language or language_for(game.language)):
        state = State(
            title=game.title,
            deadlines=served.deadlines,
            leads=settings.notices,
            alarm=settings.alarm,
            failing=failing_since(served.threads, store),
        )
        if course is not None:
            state = _with_tables(state, course, game, store, now)
        return tuple(due_notices(state, sent_notices(store), now))


def _with_tables(state: State, course: Course, game: Game, store: Store, now: datetime) -> State:
    days = days_of(game, store)
    if days is None or any(told.view.winners for told in course.announced.values()):
        return state
    so_far = _days_so_far(game, store, now)[-2:]
    # as they are published: a day that is past is known no later than up to its end
    reports = [course.town_day(day).report for day in so_far if game.forum.threads_of(day)]
    return replace(
        state,
        report=reports[-1] if reports else None,
        closed=tuple(each for each in reports if each.final and course.has_posts(each.phase)),
        waits=find_waits(course, days, now),
    )


def _days_so_far(game: Game, store: Store, now: datetime) -> tuple[PhaseId, ...]:
    """The days up to the one of this moment, by the calendar."""
    days = days_of(game, store)
    current = None if days is None else days.day_of(now)
    return () if current is None else tuple(PhaseId(each, night=False) for each in range(1, current.cycle + 1))


@contextmanager
def _counted(game: Game, now: datetime, log: GameLog) -> Iterator[Course | None]:
    """The game's course; None where nothing can be counted yet: nobody plays, nothing was read."""
    with ExitStack() as stack:
        try:
            course = stack.enter_context(open_course(game, now, published_past(game)))
        except GameFault as fault:
            log.write("trouble", what=harmless(str(fault)))
            course = None
        yield course


@contextmanager
def _alone(log: GameLog) -> Iterator[None]:
    """What goes wrong in the block is told in the log, and what comes after it is done all the same."""
    try:
        yield
    except TallyError as failure:
        log.write("trouble", level="error", what=harmless(str(failure)))
    except Exception as defect:  # noqa: BLE001 - whatever it is, the game is read on
        log.write_defect(defect)
