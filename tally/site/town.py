"""The game as the published site shows it: plain data of what the town may know, and nothing else.

What a page is made of is a `TownGame`; what only the host knows comes in as a `Finale`, once the end was announced.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.moments import PhaseId
from engine.ruleset import Ruleset
from tally.count.town_day import TownDay
from tally.play.finale import Finale
from tally.play.roster import TownRow

__all__ = ["PhaseNews", "TownGame", "TownPlayer"]


@dataclass(frozen=True, slots=True)
class PhaseNews:
    """What was announced of a phase, in words and as the keys of FORMATS 3. `at`: when it was."""

    phase: PhaseId
    lines: tuple[str, ...]
    data: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class TownPlayer:
    """A player as the town knows him. `former`: who played the seat before him; `exposed`: roles that became known
    otherwise than by his death, each with the phase."""

    row: TownRow
    former: tuple[str, ...] = ()
    exposed: tuple[tuple[PhaseId, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TownGame:
    """All that a site is made of.

    `ruleset` has the options that are public alone; `days` are in order, the current one last, none before the first
    has opened (`begins`); `news` are those of the announced phases.
    """

    title: str
    ruleset: Ruleset
    options: Mapping[str, object]
    zone: ZoneInfo
    thread: str
    hosts: tuple[str, ...]
    seed_hash: str | None
    begins: datetime
    players: tuple[TownPlayer, ...]
    days: tuple[TownDay, ...]
    news: Mapping[PhaseId, PhaseNews]
    finale: Finale | None = None

    @property
    def current(self) -> TownDay | None:
        """The latest day."""
        return self.days[-1] if self.days else None

    @property
    def phases(self) -> tuple[PhaseId, ...]:
        """The phases that have a page: every day, and the nights of which something was announced."""
        days = {day.report.phase for day in self.days}
        return tuple(sorted(days | set(self.news)))
