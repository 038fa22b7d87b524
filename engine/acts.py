"""Orders and acts: an order is an entry as its sender means it, an act is an order that was admitted.

An act keeps the targets as ordered (limits and answers look at them) and the actual ones (visits and effects do).
"""

from dataclasses import dataclass

from engine.abilities.base import Ability
from engine.record import ActionEntry

__all__ = ["Act", "Order"]


@dataclass(frozen=True, slots=True)
class Order:
    """An entry with its sender and targets as seats (or halves). `place`: its place in the order of sending."""

    entry: ActionEntry
    ability: Ability
    sender: str
    owner: str
    ordered: tuple[str, ...]
    place: int


@dataclass(slots=True)
class Act:
    """An admitted order during its phase.

    `owner`: whose act it is (a lower rank's message is the boss's act); `targets`: the actual ones;
    `answerable`: the seats whose block annuls it; `annulled_by`: the rule that did; `met`: whose attackers it stopped.
    """

    order: Order
    owner: str
    targets: tuple[str, ...]
    answerable: tuple[str, ...]
    annulled_by: str | None = None
    met: frozenset[str] = frozenset()

    @property
    def ability(self) -> Ability:
        return self.order.ability

    @property
    def action(self) -> str:
        return self.order.ability.action

    @property
    def entry(self) -> ActionEntry:
        return self.order.entry

    @property
    def sender(self) -> str:
        return self.order.sender

    @property
    def stands(self) -> bool:
        return self.annulled_by is None
