"""What a vote weighs: to the host by all rules, to the town by what is public. Two pairs of eyes for one counter."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from engine.board import VOID
from engine.polls import Poll, Weight
from engine.record import Colour

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["Eyes", "HostEyes", "TownEyes", "bonus_of", "heaviest"]


class Eyes(Protocol):
    """What a counter knows: the weight of a vote, and the rule by which a voter's vote is void."""

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]: ...

    def void(self, seat: str) -> str | None: ...

    @property
    def sees_letters(self) -> bool:
        """Whether votes in advance are known before the poll is closed."""
        ...


class HostEyes:
    """Sees the true weights and voids."""

    def __init__(self, board: "Board", poll: Poll) -> None:
        self._board = board
        self._poll = poll

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]:
        found = _weight(self._poll.weights, seat, colour, self._board)
        return found or _own_weight(self._board, self._poll, seat, colour) or (1, self._poll.rule)

    def void(self, seat: str) -> str | None:
        status = self._board.status(seat, VOID)
        return status.rule if status is not None else None

    @property
    def sees_letters(self) -> bool:
        return True


class TownEyes:
    """Sees what is public."""

    def __init__(self, board: "Board", poll: Poll) -> None:
        self._board = board
        self._poll = poll
        self._weights = tuple(weight for weight in poll.weights if weight.public)

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]:
        found = _weight(self._weights, seat, colour, self._board)
        if found is None and not self._board.field(seat, "secret_weight"):
            found = _own_weight(self._board, self._poll, seat, colour)
        return found or (1, self._poll.rule)

    def void(self, seat: str) -> str | None:
        return None

    @property
    def sees_letters(self) -> bool:
        return False


def _weight(weights: Iterable[Weight], seat: str, colour: Colour | None, board: "Board") -> tuple[int, str] | None:
    """The weight of a vote of the seat in that colour, and its rule; None: it is an ordinary one."""
    for weight in weights:
        if weight.colour in (None, colour) and weight.who.includes(seat, board):
            return weight.weight, weight.rule
    return None


def _own_weight(board: "Board", poll: Poll, seat: str, colour: Colour | None) -> tuple[int, str] | None:
    """The weight that the player's own fields give (GEN-28): by colour, a vote without one being against, or any."""
    if poll.own_weights is None:
        return None
    by_colour: Mapping[str, Any] = board.field(seat, "weights") or {}
    weight = by_colour.get(colour or Colour.RED, board.field(seat, "weight"))
    return None if weight is None else (weight, poll.own_weights)


def bonus_of(board: "Board", poll: Poll, seat: str) -> int:
    """The votes that stand against the seat by themselves; below 0: in its defence (GEN-29)."""
    bonus: int = (board.field(seat, "bonus") or 0) if poll.bonus is not None else 0
    return bonus


def heaviest(board: "Board", poll: Poll) -> int:
    """How much one vote may weigh at most in this poll."""
    own: list[int] = []
    if poll.own_weights is not None:
        for seat in board.alive_at_start:
            own += [board.field(seat, "weight") or 1, *(board.field(seat, "weights") or {}).values()]
    return max([1, *(weight.weight for weight in poll.weights), *own])
