"""The clock of a ruleset: when a day's votes and a night's actions end, and what is too early."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum

from engine.moments import Calendar, PhaseId, Window
from engine.record import Phase

__all__ = ["Clock", "Cutoff", "EarlyActions"]


class Cutoff(StrEnum):
    """Whether the very second of the end is still in time."""

    EXCLUSIVE = "exclusive"
    INCLUSIVE = "inclusive"


class EarlyActions(StrEnum):
    """What becomes of an action sent before the night begins."""

    KEEP = "keep"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Times of a day in the game's zone. `shift` moves all of them by minutes.

    `day_from`: when a day opens; without it, with the end of the night before. A phase whose time is None ends when the
    host says so.
    """

    vote_until: time | None = None
    night_from: time | None = None
    night_until: time | None = None
    day_from: time | None = None
    cutoff: Cutoff = Cutoff.EXCLUSIVE
    night_cutoff: Cutoff = Cutoff.EXCLUSIVE
    early_actions: EarlyActions = EarlyActions.KEEP
    zone: str = "Europe/Moscow"
    shift: int = 0
    opens_with: str = "day1"

    @property
    def past_midnight(self) -> bool:
        """Whether a night ends on the next morning."""
        return self.night_until is not None and self.night_from is not None and self.night_until <= self.night_from

    def moment(self, calendar: Calendar, phase: PhaseId, at: time) -> datetime:
        """A time of the clock in that phase, shifted."""
        return calendar.moment(phase, at) + timedelta(minutes=self.shift)

    def window(self, calendar: Calendar, phase: Phase) -> Window:
        """When votes of a day or actions of a night are in time; the host's change of the phase goes before."""
        if phase.id.night:
            opens = self._maybe_moment(calendar, phase.id, self.night_from)
            closes = self._maybe_moment(calendar, phase.id, self.night_until)
            early = opens if self.early_actions is EarlyActions.REFUSE else None
            inclusive = self.night_cutoff is Cutoff.INCLUSIVE
            return Window(phase.opens or early, phase.closes or closes, inclusive)
        closes = self._maybe_moment(calendar, phase.id, self.vote_until)
        inclusive = self.cutoff is Cutoff.INCLUSIVE
        return Window(phase.opens or self._day_opens(calendar, phase.id), phase.closes or closes, inclusive)

    def _day_opens(self, calendar: Calendar, day: PhaseId) -> datetime | None:
        if self.day_from is not None:
            return self.moment(calendar, day, self.day_from)
        if day.cycle == 1:
            return None
        return self._maybe_moment(calendar, day.previous, self.night_until)

    def _maybe_moment(self, calendar: Calendar, phase: PhaseId, at: time | None) -> datetime | None:
        return None if at is None else self.moment(calendar, phase, at)
