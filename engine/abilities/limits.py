"""What an order has to keep to: oneself, repetition, uses, how many live, which nights. All look at orders as sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.abilities.base import LIMITS, Limit, Refusal

if TYPE_CHECKING:
    from engine.acts import Order
    from engine.board import Board
    from engine.state import Used

__all__ = [
    "AliveAbove",
    "FromCycle",
    "KillersLeft",
    "NoRepeat",
    "NoRepeatAfter",
    "NotEver",
    "NotSelf",
    "Pause",
    "Uses",
]


@LIMITS.add("not-self")
@dataclass(frozen=True, slots=True, kw_only=True)
class NotSelf(Limit):
    """The owner may not name himself (`self`)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if order.owner in order.ordered:
            yield Refusal("self", self.rule)


class Repeated(StrEnum):
    """What may not be the same on two nights running."""

    TARGET = "target"
    ACTION = "action"
    GUESS = "guess"


def last_night(board: "Board", owner: str, action: str) -> "Used | None":
    """What the owner did with that action in the phase of this kind just before, if it took place."""
    last = board.before.memory(owner, action).last
    if last is None or last.phase.night != board.now.night or last.phase.cycle != board.now.cycle - 1:
        return None
    return last


@LIMITS.add("no-repeat")
@dataclass(frozen=True, slots=True, kw_only=True)
class NoRepeat(Limit):
    """Not the same target, action or guess on two nights running (CLA-43).

    `only`: of the targets, that place alone (from 1); `unless_alive`: not with so few alive at the start;
    `while_below`: only with fewer alive than that.
    """

    what: Repeated = Repeated.TARGET
    only: int | None = None
    unless_alive: int = 0
    while_below: int | None = None

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        alive = len(board.alive_at_start)
        if alive <= self.unless_alive or (self.while_below is not None and alive >= self.while_below):
            return
        last = last_night(board, order.owner, order.ability.action)
        if last is None:
            return
        match self.what:
            case Repeated.TARGET if set(self._looked_at(order.ordered)) & set(self._looked_at(last.on)):
                yield Refusal("same-target", self.rule)
            case Repeated.ACTION:
                yield Refusal("same-action", self.rule)
            case Repeated.GUESS if order.entry.guess == last.guess:
                yield Refusal("same-target", self.rule)

    def _looked_at(self, targets: tuple[str, ...]) -> tuple[str, ...]:
        return targets if self.only is None else targets[self.only - 1 : self.only]


@LIMITS.add("no-repeat-after")
@dataclass(frozen=True, slots=True, kw_only=True)
class NoRepeatAfter(Limit):
    """Not a player whom the same one saved by the action `after` on the night before; a secret refusal (CLA-57)."""

    after: str
    unless_alive: int = 0

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        last = last_night(board, order.owner, self.after)
        if last is None or len(board.alive_at_start) <= self.unless_alive:
            return
        if set(order.ordered) & last.met:
            yield Refusal("same-target", self.rule, secret=True)


@LIMITS.add("not-ever")
@dataclass(frozen=True, slots=True, kw_only=True)
class NotEver(Limit):
    """Not a player on whom the same one ever used the action in this game."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if set(order.ordered) & board.before.memory(order.owner, order.ability.action).ever:
            yield Refusal("same-target", self.rule)


@LIMITS.add("uses")
@dataclass(frozen=True, slots=True, kw_only=True)
class Uses(Limit):
    """At most `most` times a game, for each owner; with `earned`, as often as he has earned it."""

    most: int = 0
    earned: bool = False

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        memory = board.before.memory(order.owner, order.ability.action)
        if memory.uses >= (memory.credits if self.earned else self.most):
            yield Refusal("no-uses-left", self.rule)


@LIMITS.add("from-cycle")
@dataclass(frozen=True, slots=True, kw_only=True)
class FromCycle(Limit):
    """Not before that night or day (`not-yet`)."""

    cycle: int

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if board.now.cycle < self.cycle:
            yield Refusal("not-yet", self.rule)


@LIMITS.add("pause")
@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(Limit):
    """Not on every `every`-th night, one before the first day not counted (`not-yet`); or, with `after_use`, not on the
    night after a use."""

    every: int = 0
    after_use: bool = False

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if self.every and board.now.cycle > 0 and board.now.cycle % self.every == 0:
            yield Refusal("not-yet", self.rule)
        if self.after_use and last_night(board, order.owner, order.ability.action) is not None:
            yield Refusal("not-yet", self.rule)


@LIMITS.add("alive-above")
@dataclass(frozen=True, slots=True, kw_only=True)
class AliveAbove(Limit):
    """Only while more than that many live at the start (`no-uses-left`)."""

    alive: int

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if len(board.alive_at_start) <= self.alive:
            yield Refusal("no-uses-left", self.rule)


@LIMITS.add("killers-left")
@dataclass(frozen=True, slots=True, kw_only=True)
class KillersLeft(Limit):
    """Only while at least `least` of these live at the start: each side counts once, each role once (NEW-66)."""

    least: int
    sides: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        sides = {board.side(seat) for seat in board.alive_at_start}
        roles = {board.role(seat) for seat in board.alive_at_start}
        if len(sides & set(self.sides)) + len(roles & set(self.roles)) < self.least:
            yield Refusal("no-uses-left", self.rule)
