"""The conditions of victory: a ruleset lists them in order, the first that holds ends the game."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.events import TOWN, EventKind
from engine.schema import Registry

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["CONDITIONS", "Condition", "check_victory"]

NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition. `winners` gives who has won (sides, or seats that win alone), or None: it does not hold."""

    rule: str

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        raise NotImplementedError


CONDITIONS = Registry(Condition)


@CONDITIONS.add("nobody-left")
@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyLeft(Condition):
    """Nobody lives: the game is over and nobody has won, or `winner` has."""

    winner: str = NOBODY

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        return None if board.living() else (self.winner,)


@CONDITIONS.add("last-alone")
@dataclass(frozen=True, slots=True, kw_only=True)
class LastAlone(Condition):
    """A role that plays for itself is left with at most `others` other players; of several the first of `roles`.

    `allies`: roles of its side that are not counted among the others and win with it.
    """

    roles: tuple[str, ...]
    others: int = 1
    allies: tuple[str, ...] = ()

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        loners = sorted(board.living_with_role(*self.roles), key=lambda seat: self.roles.index(board.role(seat) or ""))
        if not loners:
            return None
        allies = tuple(seat for seat in board.living_with_role(*self.allies) if seat not in loners)
        side = {loners[0], *allies}
        others = [seat for seat in board.living() if seat not in side]
        return (loners[0], *allies) if len(others) <= self.others else None


class MafiaWin(StrEnum):
    """How many of the mafia are enough: as many as all others, more, or nobody else left."""

    PARITY = "parity"
    MAJORITY = "majority"
    LAST = "last"


@CONDITIONS.add("parity")
@dataclass(frozen=True, slots=True, kw_only=True)
class Parity(Condition):
    """A side is as many as all other living players, and none of the `unless` roles lives.

    `joined_by`: living roles that win with it, unless they are `bound` to the role `bound_to` of this game.
    """

    side: str
    mode: MafiaWin = MafiaWin.PARITY
    unless: tuple[str, ...] = ()
    joined_by: tuple[str, ...] = ()
    bound: bool = False
    bound_to: str | None = None

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        living = board.living()
        ours = [seat for seat in living if board.side(seat) == self.side]
        others = len(living) - len(ours)
        enough = {
            MafiaWin.PARITY: len(ours) >= others,
            MafiaWin.MAJORITY: len(ours) > others,
            MafiaWin.LAST: others == 0,
        }[self.mode]
        if not ours or not enough or board.living_with_role(*self.unless):
            return None
        return (self.side, *_joiners(board, self.joined_by, self.bound_to if self.bound else None))


@CONDITIONS.add("cleared")
@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared(Condition):
    """None of the `sides` and none of the `roles` lives: `side` has won. `needs_one`: only if one of it lives.

    `joined_by`, `bound`, `bound_to`: as in `Parity`.
    """

    side: str
    sides: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    needs_one: bool = False
    joined_by: tuple[str, ...] = ()
    bound: bool = False
    bound_to: str | None = None

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        living = board.living()
        if any(board.side(seat) in self.sides or board.role(seat) in self.roles for seat in living):
            return None
        if self.needs_one and not any(board.side(seat) == self.side for seat in living):
            return None
        return (self.side, *_joiners(board, self.joined_by, self.bound_to if self.bound else None))


def _joiners(board: "Board", roles: tuple[str, ...], bound_to: str | None) -> tuple[str, ...]:
    """The survivors who win with whoever wins (CLA-125); none where a role of this game binds them to its side."""
    return () if bound_to in board.before.roles_at_start else board.living_with_role(*roles)


def check_victory(board: "Board") -> None:
    """End the game if a condition holds; not while the role of a living player is unknown (unless nobody lives)."""
    if board.winners or any(board.role(seat) is None for seat in board.living()):
        return
    for condition in board.ruleset.victory:
        winners = condition.winners(board)
        if winners is not None:
            end_game(board, winners, condition.rule)
            return


def end_game(board: "Board", winners: tuple[str, ...], rule: str) -> None:
    """The game is over, these have won."""
    board.winners = winners
    board.log(EventKind.WON, rule, value=winners, audience=TOWN)
