"""How a game stands with the service: last and next read, deadline, failures, what waits for the host.

In: a game folder. Out: a `Status`; as JSON, as lines, and as the exit status that a monitor asks for.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from engine.moments import PhaseId
from tally.dates import dated
from tally.errors import GameFault
from tally.folder.game import Game
from tally.forum.scrape_text import clock_as_data, clock_in_words
from tally.harmless import harmless
from tally.locks import LockHeld, hold_lock
from tally.play.course import open_course
from tally.service.freezing import frozen_tables
from tally.service.readings import Failing, failing_since
from tally.service.rhythm import NextRead, Why
from tally.service.running import SERVICE_LOCK
from tally.service.served import ServedGame, days_of
from tally.service.settings import read_settings
from tally.service.waits import Wait, find_waits
from tally.site.publish import published_past
from tally.store import Store
from tally.store.forum_clock import UNMEASURED, ForumClock
from tally.story.phases import phase_name
from tally.texts import _, plural

__all__ = ["Status", "find_status", "status_as_json", "status_lines"]

_GRACE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class PartRead:
    """A thread of which the end was never read: when its latest page was, which pages are there, of how many."""

    at: datetime
    held: tuple[int, ...]
    pages: int


@dataclass(frozen=True, slots=True)
class Status:
    """What `tally status` tells. `late`: the last read is older than the rhythm allows; `running`: a process serves the
    game. `waits` holds what the host alone may know only where that was asked for. `clock`: the forum's."""

    game: str
    zone: ZoneInfo
    now: datetime
    phase: PhaseId | None
    deadline: datetime | None
    last_read: datetime | None
    part_read: PartRead | None
    next_read: NextRead | None
    late: bool
    running: bool
    failing: Failing | None
    frozen: tuple[PhaseId, ...]
    waits: tuple[Wait, ...]
    is_host: bool
    clock: ForumClock = UNMEASURED

    @property
    def exit_status(self) -> int:
        """0: all is well; 1: the host is waited for; 4: the forum is not being read."""
        if self.failing is not None or self.late:
            return 4
        return 1 if self.waits else 0


def find_status(game: Game, now: datetime, *, is_host: bool) -> Status:
    """How the game stands. Raises GameFault where its folder cannot be used."""
    served = ServedGame(game.folder)
    served.look(now)
    if served.fault is not None:
        raise served.fault
    with Store(game.database) as store:
        days = days_of(game, store)
        current = None if days is None else days.day_of(now)
        day = None if days is None or current is None else days.day(current.cycle)
        reads = served.reads
        waits: tuple[Wait, ...] = ()
        if days is not None:
            with suppress(GameFault), open_course(game, now, published_past(game)) as course:
                waits = find_waits(course, days, now)
        plan = served.plan(now)
        every = read_settings(game).rhythm.every
        return Status(
            game=game.title,
            zone=game.timezone,
            now=now,
            phase=None if day is None else (day.id.next if day.closes <= now else day.id),
            deadline=None if day is None or day.is_open_ended else day.closes,
            last_read=reads.began,
            part_read=None if reads.began is not None else _part_read(served.threads, store),
            next_read=plan,
            late=plan is not None and reads.began is not None and now - reads.began > every + _GRACE,
            running=_is_served(game),
            failing=failing_since(served.threads, store),
            frozen=tuple(sorted(frozen_tables(store))),
            waits=tuple(each for each in waits if is_host or not each.secret),
            is_host=is_host,
            clock=store.clock(served.threads[-1]) if served.threads else UNMEASURED,
        )


def _part_read(threads: Sequence[str], store: Store) -> PartRead | None:
    """Where pages of a thread are there, but not its last one: by hand not all of them were imported."""
    for thread in threads:
        known = store.pages(thread)
        if known and store.read_to_end(thread) is None:
            pages = max(each.pages or 1 for each in known)
            return PartRead(max(each.answered_at for each in known), tuple(each.page for each in known), pages)
    return None


def status_as_json(status: Status) -> dict[str, Any]:
    """The object of `tally status --json`."""
    failing, plan, part = status.failing, status.next_read, status.part_read
    return {
        "format": 1,
        "game": status.game,
        "view": "host" if status.is_host else "public",
        "as_of": _iso(status.now),
        "phase": None if status.phase is None else str(status.phase),
        "deadline": _iso(status.deadline),
        "last_read": _iso(status.last_read),
        "part_read": None if part is None else {"at": _iso(part.at), "held": list(part.held), "pages": part.pages},
        "next_read": None if plan is None else _iso(max(plan.at, status.now)),
        "next_why": None if plan is None else plan.why.word,
        "late": status.late,
        "running": status.running,
        "failures": {
            "count": 0 if failing is None else failing.times,
            "since": None if failing is None else _iso(failing.since),
            "why": None if failing is None else failing.why,
        },
        "forum_clock": clock_as_data(status.clock),
        "frozen": [str(phase) for phase in status.frozen],
        "waits": [
            {"kind": each.kind.value, "phase": each.phase, "text": each.text, "command": each.command}
            for each in status.waits
        ],
        "exit_status": status.exit_status,
    }


def status_lines(status: Status) -> Iterator[str]:
    """The same for people."""
    phase = _("not begun") if status.phase is None else phase_name(status.phase)
    yield f"{harmless(status.game)} · {phase}"
    if status.deadline is not None:
        told = _("Voting ends: {at}") if status.now < status.deadline else _("Voting ended: {at}")
        yield told.format(at=_local(status, status.deadline))
    yield _last_line(status)
    yield _next_line(status)
    if status.late:
        yield _("The last read is older than [schedule] of game.toml allows.")
    if status.failing is not None:
        told = plural("{count} read has failed", "{count} reads have failed", status.failing.times)
        since = _local(status, status.failing.since)
        yield _("{failed} in a row, since {since}: {why}").format(failed=told, since=since, why=status.failing.why)
    clock = clock_in_words(status.clock)
    if clock is not None:
        yield clock
    if status.frozen:
        yield _("Frozen tables: {days}").format(days=", ".join(phase_name(each) for each in status.frozen))
    if not status.waits:
        yield _("Nothing waits for the host.")
        return
    yield _("Waiting for the host:")
    for wait in status.waits:
        yield f"  {harmless(wait.text)}" + (f" → {wait.command}" if wait.command else "")


def _last_line(status: Status) -> str:
    part = status.part_read
    if part is not None:
        told = _("Last read: {at}, but not to the end of the thread: of {pages} pages there are {held}")
        held = ", ".join(str(page) for page in part.held)
        return told.format(at=_local(status, part.at), pages=part.pages, held=held)
    return _("Last read: {at}").format(at=_("never") if status.last_read is None else _local(status, status.last_read))


def _next_line(status: Status) -> str:
    plan = status.next_read
    if plan is None:
        return _("Next read: none, the game is over or has no thread")
    why = {
        Why.FIRST: _("for the first time"),
        Why.REGULAR: _("as usual"),
        Why.NOTICE: _("before a notice"),
        Why.LATE_EDITS: _("for late edits"),
        Why.LAST_MINUTES: _("in the last minutes"),
        Why.BEFORE: _("just before the deadline"),
        Why.AFTER: _("just after the deadline"),
    }[plan.why]
    at = _("now") if plan.at <= status.now else _local(status, plan.at)
    runs = "" if status.running else " " + _("(no “tally run” is running)")
    return _("Next read: {at}, {why}").format(at=at, why=why) + runs


def _is_served(game: Game) -> bool:
    try:
        with hold_lock(game.folder / SERVICE_LOCK, patience=0):
            return False
    except LockHeld:
        return True
    except GameFault:
        return False


def _local(status: Status, moment: datetime) -> str:
    local, now = moment.astimezone(status.zone), status.now.astimezone(status.zone)
    return f"{local:%H:%M:%S}" if local.date() == now.date() else dated(local)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()
