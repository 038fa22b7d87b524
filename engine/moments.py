"""Days, nights and their moments: which phase follows which, and which moment a bare time of a phase means.

Everything takes and gives aware datetimes; the game's zone turns bare times into them.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

__all__ = ["Calendar", "PhaseId", "Window", "is_playable", "read_clock_time", "read_phase_id", "read_time"]

_PHASE = re.compile(r"(day|night)(0|[1-9]\d{0,3})")
_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d):([0-5]\d)")
_NOON = time(12)


@dataclass(frozen=True, slots=True, order=True)
class PhaseId:
    """Day or night of a cycle; ordered as they are played (day1, night1, day2, …)."""

    cycle: int
    night: bool

    def __str__(self) -> str:
        return f"{'night' if self.night else 'day'}{self.cycle}"

    @property
    def next(self) -> "PhaseId":
        return PhaseId(self.cycle + 1, False) if self.night else PhaseId(self.cycle, True)

    @property
    def previous(self) -> "PhaseId":
        return PhaseId(self.cycle, False) if self.night else PhaseId(self.cycle - 1, True)


def read_phase_id(text: str) -> PhaseId | None:
    """`day3`, `night0` …; None where it is no phase (there is no `day0`)."""
    match = _PHASE.fullmatch(text)
    if match is None or text == "day0":
        return None
    return PhaseId(int(match[2]), match[1] == "night")


def read_time(text: str) -> time | datetime | None:
    """A bare `HH:MM:SS`, or a full ISO 8601 date-time with its offset on which a game may be; else None."""
    bare = _TIME.fullmatch(text)
    if bare is not None:
        return time(int(bare[1]), int(bare[2]), int(bare[3]))
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None and is_playable(moment) else None


def is_playable(day: date) -> bool:
    """Whether a game may be on that date: far enough from where dates end that its days and nights can be counted."""
    return 1900 <= day.year <= 2999


def read_clock_time(text: str) -> time | None:
    """A time of the clock as a ruleset or an option gives it: `HH:MM:SS` or `HH:MM`; None where it is neither."""
    found = read_time(text) or read_time(f"{text}:00")
    return found if isinstance(found, time) else None


@dataclass(frozen=True, slots=True)
class Window:
    """When something is in time: from `opens` (None: no opening is known) up to `closes`.

    `inclusive`: whether the very second of `closes` is still in time.
    """

    opens: datetime | None
    closes: datetime | None
    inclusive: bool = False

    def is_early(self, moment: datetime) -> bool:
        return self.opens is not None and moment < self.opens

    def is_late(self, moment: datetime) -> bool:
        if self.closes is None:
            return False
        second = moment.replace(microsecond=0)
        return second > self.closes if self.inclusive else second >= self.closes


@dataclass(frozen=True, slots=True)
class Calendar:
    """The dates of a game: `first_day` is the date of day1, `zone` the game's time zone.

    `past_midnight`: nights run into the next morning, so that their times before noon are of the next date.
    """

    zone: ZoneInfo
    first_day: date
    past_midnight: bool = False

    def date_of(self, phase: PhaseId) -> date:
        return self.first_day + timedelta(days=phase.cycle - 1)

    def moment(self, phase: PhaseId, at: time | datetime) -> datetime:
        """The moment that a time written in a phase means."""
        if isinstance(at, datetime):
            return at.astimezone(self.zone)
        day = self.date_of(phase)
        if self.past_midnight and phase.night and at < _NOON:
            day += timedelta(days=1)
        return datetime.combine(day, at, self.zone)
