"""The state between two phases: a fold of all that happened so far. Immutable; a phase makes the next one.

Seats are known by an id that never changes (the name with which the seat began); `names` has who plays it now, so
that a replacement takes over all memory of the seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.moments import Calendar, PhaseId

__all__ = ["Due", "Memory", "Seat", "State", "Status", "Used"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in the game. `role` is the present one, `dealt` what the host dealt; None: unknown.

    `side`: the side on which it stays, where that is not its role's. `entered`: whether the seat takes part (a reserve
    does not yet). `former`: names that played it before.
    """

    id: str
    name: str
    role: str | None
    dealt: str | None
    side: str | None = None
    alive: bool = True
    entered: bool = True
    former: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Status:
    """Something that stands for a seat from a phase to another, both included (`until` None: for good).

    `facet` says what (`silenced`, `alibi`, …), `public` whether the town is told, `source` the seat that made it.
    """

    seat: str
    facet: str
    first: PhaseId
    until: PhaseId | None
    rule: str
    source: str | None = None
    public: bool = False
    value: Any = None

    def covers(self, phase: PhaseId) -> bool:
        return self.first <= phase and (self.until is None or phase <= self.until)


@dataclass(frozen=True, slots=True)
class Due:
    """Something that will happen to a seat in a later phase: `what` names it for the step that carries it out."""

    seat: str
    what: str
    phase: PhaseId
    rule: str
    by: str | None = None
    value: Any = None


@dataclass(frozen=True, slots=True)
class Used:
    """An act that took place: in which phase, on whom (as ordered), and what became of it.

    `met`: the seats whose attackers it stopped; `annulled` where a ruleset counts annulled acts as well.
    """

    phase: PhaseId
    on: tuple[str, ...] = ()
    guess: str | None = None
    as_role: str | None = None
    met: frozenset[str] = frozenset()
    annulled: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """What a seat or team has done with one ability: how often, the last time, on whom ever, in which phases, credits
    it has earned."""

    uses: int = 0
    last: Used | None = None
    ever: frozenset[str] = frozenset()
    phases: frozenset[PhaseId] = frozenset()
    credits: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The game after a phase (`phase` None: before the first).

    `memories`: (seat or team, action) → what it did; `offices`: office → seat; `notes`: what a ruleset's own hooks
    remember, by a name of theirs; `votes`: voter → (target, colour) that counted in the last day's main poll;
    `acquainted`: pairs (who, whom he knows).
    """

    seats: Mapping[str, Seat]
    calendar: Calendar
    seed: str
    players_at_start: int
    roles_at_start: frozenset[str]
    phase: PhaseId | None = None
    offices: Mapping[str, str] = field(default_factory=dict)
    statuses: tuple[Status, ...] = ()
    dues: tuple[Due, ...] = ()
    memories: Mapping[tuple[str, str], Memory] = field(default_factory=dict)
    acquainted: frozenset[tuple[str, str]] = frozenset()
    notes: Mapping[str, Any] = field(default_factory=dict)
    light: str | None = None
    votes: Mapping[str, tuple[str, str | None]] = field(default_factory=dict)
    winners: tuple[str, ...] = ()

    @property
    def alive(self) -> tuple[str, ...]:
        """The living seats, in the order of the list of players."""
        return tuple(seat.id for seat in self.seats.values() if seat.alive and seat.entered)

    def memory(self, owner: str, action: str) -> Memory:
        return self.memories.get((owner, action), _NOTHING)

    def status(self, seat: str, facet: str, phase: PhaseId) -> Status | None:
        """The standing status of that facet in that phase, the latest where there are several."""
        found = None
        for status in self.statuses:
            if status.seat == seat and status.facet == facet and status.covers(phase):
                found = status
        return found


_NOTHING = Memory()
