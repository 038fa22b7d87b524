"""What stands for a while: an alibi for the coming day, and taking it off."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import EFFECTS, Effect

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["Grant", "Strip"]


@EFFECTS.add("grant")
@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Effect):
    """The targets have the facet on the next `days` days (NEW-41: `alibi`)."""

    step: str = "alibis"
    facet: str = "alibi"
    days: int = 1

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            board.stand(target, self.facet, days=self.days, rule=self.rule, by=act.owner)


@EFFECTS.add("strip")
@dataclass(frozen=True, slots=True, kw_only=True)
class Strip(Effect):
    """Takes the facet of the coming day off the targets, also one that is given in this same phase (NEW-55)."""

    step: str = "alibis"
    facet: str = "alibi"

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            board.put.stripped[target] = (act.owner, self.rule)
