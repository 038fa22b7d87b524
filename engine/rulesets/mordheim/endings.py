"""How Mordheim ends besides the common ways: the loner with one peaceful player left, and the mafia's superiority."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.victory import Condition

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["OneToOne", "Outnumber"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OneToOne(Condition):
    """Two live: one of the `roles` that play alone, and one of `side`; at the end of a day, or of any phase
    (MOR-112, D-35)."""

    roles: tuple[str, ...]
    side: str
    any_phase: bool = False

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        living = board.living()
        loners = board.living_with_role(*self.roles)
        peaceful = [seat for seat in living if board.side(seat) == self.side]
        if (len(living), len(loners), len(peaceful)) != (2, 1, 1) or (board.now.night and not self.any_phase):
            return None
        return loners


@dataclass(frozen=True, slots=True, kw_only=True)
class Outnumber(Condition):
    """The side is more than all others, or (`equal`) exactly as many (MOR-114, MOR-115).

    `uncounted`: roles that are not among the others (D-33); `unless`: it has not won while one of these lives among
    the others (D-36, D-37).
    """

    side: str
    equal: bool = False
    uncounted: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        living = board.living()
        ours = [seat for seat in living if board.side(seat) == self.side]
        others = [seat for seat in living if seat not in ours and board.role(seat) not in self.uncounted]
        enough = len(ours) == len(others) if self.equal else len(ours) > len(others)
        if not ours or not enough or any(board.role(seat) in self.unless for seat in others):
            return None
        return (self.side,)
