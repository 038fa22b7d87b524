"""The calendar of a game as the service needs it: the deadlines around a moment.

In: the game, its clock, the times of the posts that bound its days. Out: the deadlines that have passed lately and
those that come next; none for a game without a first day, or whose days end when the host says so.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from engine.moments import PhaseId
from tally.calendar.days import Day, Days
from tally.service.rhythm import Deadline

__all__ = ["deadlines_around", "first_late"]

# how long after a deadline its reads are still made up for; the next one's reads serve an older one too
_LATELY = timedelta(days=2)
# the rhythm looks no further ahead than one game day, which rest days and pauses may make long
_AHEAD = 2


def deadlines_around(days: Days, now: datetime) -> tuple[Deadline, ...]:
    """The deadlines from two days ago on, up to the second that is to come."""
    return tuple(_around(days, now))


def first_late(day: Day) -> datetime:
    """The first second in which a vote of the day is too late."""
    return day.closes + timedelta(seconds=1) if day.inclusive else day.closes


def _around(days: Days, now: datetime) -> Iterator[Deadline]:
    current = days.day_of(now) or PhaseId(1, night=False)
    for cycle in range(max(1, current.cycle - 2), current.cycle + _AHEAD):
        day = days.day(cycle)
        if day.is_open_ended:
            return
        if first_late(day) >= now - _LATELY:
            yield Deadline(cycle, first_late(day))
