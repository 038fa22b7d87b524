"""When a game rests: dates on which it is off, and pauses; they move what comes after them by whole dates.

Pure. In: the game's zone and clock, the dates and pauses of its calendar. Out: which date follows which, and to which
moment a pause moves a deadline.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from engine.clock import Clock

__all__ = ["Pause", "Rests"]

_DATE = timedelta(days=1)
# nobody rests for so long: a pause that was written wrongly must not keep the program counting
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Pause:
    """The game stands still from `begins` until `ends`; None: the host has not said yet when it goes on."""

    begins: datetime
    ends: datetime | None = None

    def holds(self, moment: datetime) -> bool:
        return self.begins <= moment and (self.ends is None or moment < self.ends)


@dataclass(frozen=True)
class Rests:
    """The rests of one game: `off`, whole dates, and `pauses`."""

    zone: ZoneInfo
    clock: Clock
    off: frozenset[date]
    pauses: tuple[Pause, ...]

    @cached_property
    def dates(self) -> frozenset[date]:
        """Every date without a game day: those that are off, and those whose deadline a pause has swallowed."""
        return self.off | {each for pause in self.pauses for each in self._swallowed(pause)}

    @property
    def count(self) -> int:
        """How many dates have no game day."""
        return len(self.dates)

    def next_date(self, day: date) -> date:
        """The date of the game day after that of `day`."""
        day += _DATE
        while day in self.dates:
            day += _DATE
        return day

    def next_without_pauses(self, day: date) -> date:
        """The same, as it would be if the game had never stood still."""
        day += _DATE
        while day in self.off:
            day += _DATE
        return day

    def after_pause(self, moment: datetime) -> datetime | None:
        """A moment of the calendar; one that lies in a pause comes on the first date after it, at its usual time.

        None where the game has not gone on yet.
        """
        for pause in sorted(self.pauses, key=lambda each: each.begins):
            if pause.ends is None and pause.begins <= moment:
                return None
            while pause.holds(moment):
                local = moment.astimezone(self.zone)
                moment = datetime.combine(local.date() + _DATE, local.time(), self.zone)
        return moment

    def _swallowed(self, pause: Pause) -> set[date]:
        if pause.ends is None or self.clock.vote_until is None:
            return set()
        begins, ends = pause.begins.astimezone(self.zone), pause.ends.astimezone(self.zone)
        until = self._end_of_night(begins, ends) or ends
        dates = (begins.date() + number * _DATE for number in range(_LONGEST))
        found = set()
        for each in dates:
            cutoff = self._at(each, self.clock.vote_until)
            if cutoff >= until:
                break
            if cutoff >= begins:
                found.add(each)
        return found

    def _end_of_night(self, begins: datetime, ends: datetime) -> datetime | None:
        """When a night in which the pause began is over: at its usual time once the game goes on; None: by day."""
        if self.clock.vote_until is None or self.clock.night_until is None:
            return None
        for evening in (begins.date(), begins.date() - _DATE):
            cutoff = self._at(evening, self.clock.vote_until)
            morning = evening + _DATE * self.clock.past_midnight
            if cutoff <= begins < self._at(morning, self.clock.night_until):
                day = morning
                while self._at(day, self.clock.night_until) < ends:
                    day += _DATE
                return self._at(day, self.clock.night_until)
        return None

    def _at(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, self.zone) + timedelta(minutes=self.clock.shift)
