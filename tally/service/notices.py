"""Which notices are due: before a deadline, at the close, when the host is needed, when the forum cannot be read.

Pure. In: deadlines, the town's table, what waits, what was sent. Out: the notices, each with the key under which the
log remembers that it was sent. What goes to players is made of the town's view alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from tally.count.report import TownReport
from tally.service import notice_texts as texts
from tally.service.readings import Failing
from tally.service.rhythm import Deadline
from tally.service.waits import Wait, WaitKind

__all__ = ["Audience", "Notice", "State", "due_notices"]

# the table of a close is news for so long
_NEWS = timedelta(hours=6)


class Audience(StrEnum):
    """To whom a notice goes."""

    HOST = "host"
    PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to one audience. `key` is the same for one occasion, however often it is looked for."""

    key: str
    to: Audience
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class State:
    """What notices are made of. `report`: the town's table of the current day; `closed`: the tables just frozen, or
    frozen lately. `alarm`: for how long the forum may fail before the host is told."""

    title: str
    deadlines: Sequence[Deadline]
    leads: Sequence[timedelta]
    alarm: timedelta
    report: TownReport | None = None
    closed: tuple[TownReport, ...] = ()
    waits: tuple[Wait, ...] = ()
    failing: Failing | None = None


def due_notices(state: State, sent: Iterable[str], now: datetime) -> Iterator[Notice]:
    """The notices of this moment; `sent` are those of before, by audience and key, which may be among them."""
    yield from _before(state, now)
    for report in state.closed:
        if timedelta(0) <= now - report.deadline < _NEWS:
            title, body = texts.closed(state.title, report)
            key = f"closed:{report.phase}@{_stamp(report.deadline)}"
            yield Notice(key, Audience.PLAYERS, title, body)
            yield Notice(key, Audience.HOST, title, body)
    for wait in state.waits:
        # that the vote is over was told; from the results of a night everything else follows
        if wait.kind is not WaitKind.RESULTS or (wait.phase or "").startswith("night"):
            title, body = texts.needed(state.title, wait)
            yield Notice(f"needed:{wait.kind}:{wait.phase}:{wait.command}", Audience.HOST, title, body)
    yield from _forum(state, sent, now)


def _before(state: State, now: datetime) -> Iterator[Notice]:
    coming = next((each for each in state.deadlines if each.first_late > now), None)
    if coming is None or state.report is None or state.report.phase.cycle != coming.day or state.report.final:
        return
    passed = [lead for lead in state.leads if coming.first_late - lead <= now]
    if passed:
        # who begins ten minutes before the end tells of that, not of the hour
        key = f"before:day{coming.day}@{_stamp(coming.first_late)}:{min(passed) // timedelta(minutes=1)}"
        title, body = texts.before(state.title, state.report, now)
        yield Notice(key, Audience.PLAYERS, title, body)
        yield Notice(key, Audience.HOST, title, body)


def _forum(state: State, sent: Iterable[str], now: datetime) -> Iterator[Notice]:
    if state.failing is not None:
        if now - state.failing.since >= state.alarm:
            title, body = texts.failing(state.title, state.failing, now)
            yield Notice(f"failing:{_stamp(state.failing.since)}", Audience.HOST, title, body)
        return
    told = [key.removeprefix("host:failing:") for key in sent if key.startswith("host:failing:")]
    if told:
        title, body = texts.working(state.title)
        yield Notice(f"working:{max(told)}", Audience.HOST, title, body)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
