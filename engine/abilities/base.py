"""What an ability is made of: who has it, whom it may name, its limits, its effects. All of it data of a ruleset.

An effect, limit or trait is a small frozen dataclass; its fields are its parameters in `rules.toml`, `do` its name.
A ruleset's own hooks may add classes to the registries.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.schema import Registry

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = [
    "EFFECTS",
    "HALVES",
    "LIMITS",
    "TRAITS",
    "Ability",
    "Effect",
    "Fewer",
    "Guess",
    "Limit",
    "Refusal",
    "TargetKind",
    "Targets",
    "Trait",
    "Who",
]


HALVES = ("top", "bottom", "left", "right")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is no act: a reason of FORMATS 5 and the rule; `secret`: its sender must not know."""

    reason: str
    rule: str
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What an act does at a step of its phase. It sees the state before the step; all of a step apply together."""

    step: str
    rule: str

    def apply(self, act: "Act", board: "Board") -> None:
        """Put what it does on the board."""
        raise NotImplementedError

    def admit(self, act: "Act", board: "Board") -> None:
        """What the act changes at once, for the entries after it; most change nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What an order has to keep to. It looks at the targets as ordered."""

    rule: str

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        """Every reason for which the order is refused; the first by the order of FORMATS 5 is given."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """What some seats do by themselves, without an order, at a step of every phase that has the step."""

    step: str
    rule: str
    who: "Who"

    def apply(self, seat: str, board: "Board") -> None:
        raise NotImplementedError


EFFECTS = Registry(Effect)
LIMITS = Registry(Limit)
TRAITS = Registry(Trait)


@dataclass(frozen=True, slots=True)
class Who:
    """A choice of seats: all conditions that are given have to hold.

    `fields`: player's field → allowed values; `office`: holds it; `unless_office`: does not; `once_acquainted`: roles
    that are among them only when they are acquainted with somebody (CAS-10).
    """

    roles: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    office: str | None = None
    unless_office: str | None = None
    unless_roles: tuple[str, ...] = ()
    once_acquainted: tuple[str, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def includes(self, seat: str, board: "Board") -> bool:
        """Whether the seat is among them, by its role and offices as they now are in this phase."""
        role = board.role(seat)
        return (
            (not self.roles or role in self.roles)
            and role not in self.unless_roles
            and (role not in self.once_acquainted or board.is_acquainted(seat))
            and (not self.sides or board.side(seat) in self.sides)
            and (self.office is None or board.holder(self.office) == seat)
            and (self.unless_office is None or board.holder(self.unless_office) != seat)
            and all(board.field(seat, key) in allowed for key, allowed in self.fields.items())
        )


class TargetKind(StrEnum):
    """What an action names: living players, or a half of the list of players."""

    PLAYER = "player"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Fewer:
    """A lower number of targets while at most `alive` live."""

    alive: int
    max: int
    rule: str


@dataclass(frozen=True, slots=True)
class Targets:
    """How many targets an action names, and whether one may be named twice."""

    min: int = 1
    max: int = 1
    kind: TargetKind = TargetKind.PLAYER
    fewer: tuple[Fewer, ...] = ()
    same_twice: bool = False
    rule: str | None = None

    def most(self, alive: int, rule: str) -> tuple[int, str]:
        """The highest number of targets with so many alive, and the rule that says so."""
        most, by = self.max, self.rule or rule
        for fewer in self.fewer:
            if alive <= fewer.alive and fewer.max < most:
                most, by = fewer.max, fewer.rule
        return most, by


@dataclass(frozen=True, slots=True)
class Guess:
    """What the field `guess` of an action may hold: any of these words, and every role id with `any_role`."""

    words: tuple[str, ...] = ()
    any_role: bool = False
    unless: tuple[str, ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """An action and all about it. `channel`: whose stack of messages it goes to (`own`: the sender's); `several`: there
    a message replaces only one on the same targets; `blockable`: whether what is done to its sender touches it;
    `early`: whether it may be sent before the phase's window opens; `outlives`: whether it is done, though its owner
    dies in the phase, also where the dead do nothing more: a kill, or what the document keeps (D-18, NEW-43);
    `visits`: whether the owner comes to the targets, with `visits_only` to that place of them alone (from 1)."""

    action: str
    name: str
    rule: str
    who: Who
    channel: str = "own"
    by_day: bool = False
    by_night: bool = True
    targets: Targets = Targets()
    guess: Guess | None = None
    limits: tuple[Limit, ...] = ()
    effects: tuple[Effect, ...] = ()
    items: tuple[str, ...] = ()
    several: bool = False
    blockable: bool = True
    early: bool = False
    outlives: bool = False
    visits: bool = True
    visits_only: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
