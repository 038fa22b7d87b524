"""The one-on-one with the joker, which goes before the count of sides (CAS-132)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rulesets.casino.cards import JOKER
from engine.rulesets.casino.mafia import BLACKMAILER, MAFIA
from engine.victory import Condition

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["OneOnOne"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOnOne(Condition):
    """Two are left, one of them the joker: the blackmailer wins for the mafia, another mafioso together with the joker,
    against anybody else, the queen of spades too, the joker wins (CAS-132, CAS-135)."""

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        living = board.living()
        jokers = board.living_with_role(JOKER)
        if len(living) != 2 or not jokers:
            return None
        other = next((seat for seat in living if seat != jokers[0]), None)
        if other is None or board.side(other) != MAFIA:
            return (JOKER,)
        return (MAFIA,) if board.role(other) == BLACKMAILER else (JOKER, MAFIA)
