"""The rhythm of reading: from the game's deadlines, the last read and the present moment to the next read, and why.

Pure. A read that began at or after a wanted moment has satisfied it, so that what was read (and not what the process
remembers) decides what is next: `tally run`, `tally tick` and a restart come to the same, whatever the clock did.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum

__all__ = ["Deadline", "LastReads", "NextRead", "Planner", "Rhythm", "Why", "next_read"]

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
# a failing read is tried again after this, then after twice as long, and so on up to the game's rhythm
_FIRST_RETRY = timedelta(seconds=30)
# the forum is given this much to answer beyond what its last reads took
_SPARE = timedelta(seconds=2)


class Why(IntEnum):
    """What a read is for; the greater one goes before where one read serves several."""

    REGULAR = 0
    FIRST = 1
    NOTICE = 2
    LATE_EDITS = 3
    LAST_MINUTES = 4
    BEFORE = 5
    AFTER = 6

    @property
    def word(self) -> str:
        """What files call it."""
        return self.name.lower().replace("_", "-")

    @property
    def is_bracket(self) -> bool:
        """Whether the read decides on which side of a deadline a vote lies, so that nothing may delay it."""
        return self in (Why.BEFORE, Why.AFTER)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The cutoff of a day: `day` is its number, `first_late` the first second that is too late.

    `queue`: how long other games of the same forum are read between this game's last read before it and the cutoff.
    """

    day: int
    first_late: datetime
    queue: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often a game's forum is read (`[schedule]` of game.toml).

    `every`, but `last_every` in the `last` minutes before a deadline; the bracket around it; and once more `after` it.
    `notices`: how long before it people are told who has not voted, for which the table must be fresh.
    """

    every: timedelta = timedelta(minutes=15)
    last: timedelta = timedelta(minutes=10)
    last_every: timedelta = _MINUTE
    after: tuple[timedelta, ...] = (timedelta(minutes=2), timedelta(minutes=10))
    notices: tuple[timedelta, ...] = ()


@dataclass(frozen=True, slots=True)
class LastReads:
    """What is known of the reads so far.

    `began`: when the last whole read of the threads' ends began (None: none yet). `asked`, `tried`: when the last read
    began and ended, whatever came of it; `failures`: how many have failed since the last that did not. `takes`: how
    long one takes.
    """

    began: datetime | None = None
    asked: datetime | None = None
    tried: datetime | None = None
    failures: int = 0
    takes: timedelta = timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class NextRead:
    """When to read next, and why; `deadline` where it is for one. A moment that has passed means: now."""

    at: datetime
    why: Why
    deadline: Deadline | None = None

    def is_due(self, now: datetime) -> bool:
        return self.at <= now


def next_read(rhythm: Rhythm, deadlines: Sequence[Deadline], reads: LastReads, now: datetime) -> NextRead:
    """The next read of a game. `deadlines`: those that have passed lately, and those to come."""
    if reads.began is None:
        # what was wanted while it could not be read is wanted still
        since, ordinary = now - _HOUR, NextRead(now, Why.FIRST)
    else:
        since, ordinary = reads.began, NextRead(min(reads.began, now) + rhythm.every, Why.REGULAR)
    # a clock that was set back must not keep the program waiting for the time of before
    since = min(since, now)
    wanted = [each for each in _wanted(rhythm, deadlines, reads, now) if since < each.at <= now + rhythm.every]
    wanted = [_postponed(each, rhythm, reads, now) for each in (*wanted, ordinary)]
    useful = [each for each in wanted if not _comes_too_late(each, reads, now)]
    due = [each for each in useful if each.at <= now]
    # one read serves all that are due
    return max(due, key=lambda each: (each.why, each.at)) if due else min(useful, key=lambda each: (each.at, -each.why))


class Planner:
    """`next_read` for one game, asked again and again: a plan holds until its moment comes or something changes."""

    def __init__(self) -> None:
        self._asked: tuple[object, ...] = ()
        self._since: datetime | None = None
        self._plan: NextRead | None = None

    def __call__(self, rhythm: Rhythm, deadlines: Sequence[Deadline], reads: LastReads, now: datetime) -> NextRead:
        asked = (rhythm, deadlines, reads)
        known, since = self._plan, self._since
        if known is not None and since is not None and self._asked == asked and since <= now < known.at:
            return known
        self._asked, self._since = asked, now
        self._plan = next_read(rhythm, deadlines, reads, now)
        return self._plan


def _wanted(rhythm: Rhythm, deadlines: Iterable[Deadline], reads: LastReads, now: datetime) -> Iterator[NextRead]:
    for deadline in deadlines:
        cutoff = deadline.first_late
        if cutoff - max(rhythm.last, deadline.queue + reads.takes + _SPARE, *rhythm.notices) > now + rhythm.every:
            # the ordinary read comes before all that this one wants
            continue
        for step in range(int(rhythm.last / rhythm.last_every), 0, -1):
            yield NextRead(cutoff - step * rhythm.last_every, Why.LAST_MINUTES, deadline)
        for notice in rhythm.notices:
            yield NextRead(cutoff - notice, Why.NOTICE, deadline)
        yield NextRead(cutoff - deadline.queue - reads.takes - _SPARE, Why.BEFORE, deadline)
        yield NextRead(cutoff, Why.AFTER, deadline)
        for later in rhythm.after:
            yield NextRead(cutoff + later, Why.LATE_EDITS, deadline)


def _postponed(wanted: NextRead, rhythm: Rhythm, reads: LastReads, now: datetime) -> NextRead:
    """A forum that fails is left in peace for longer each time; but at a deadline it is asked once more at once, and
    then soon again."""
    if not reads.failures or reads.asked is None or reads.tried is None:
        return wanted
    pause = min(rhythm.every, _FIRST_RETRY * 2 ** min(reads.failures - 1, 10))
    tried = min(reads.tried, now)
    if wanted.why.is_bracket:
        if reads.asked < wanted.at:
            return wanted
        pause = min(pause, _MINUTE if now - wanted.at < rhythm.last else 5 * _MINUTE)
    return replace(wanted, at=max(wanted.at, tried + pause))


def _comes_too_late(wanted: NextRead, reads: LastReads, now: datetime) -> bool:
    """A read that was to end before the deadline and no longer can would only delay the one after it."""
    if wanted.why is not Why.BEFORE or wanted.deadline is None:
        return False
    return max(wanted.at, now) + reads.takes > wanted.deadline.first_late
