"""The apprentice: the white one chooses a mafia role that has left, the black one becomes the first that leaves."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Limit, Refusal
from engine.events import Audience
from engine.rulesets.styles.lineup import MAFIA, has_style, style_of

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = ["BecomeLeft", "LeftRole", "teach_apprentices"]

LEFT = "left"
CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftRole(Limit):
    """The role that the order names is a mafia role whose holder has left (STY-97); an apprentice changes only once."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if order.owner in board.notes.get(CHANGED, ()):
            yield Refusal("not-your-action", self.rule)
        if order.ordered:
            yield Refusal("bad-target", self.rule)
        if _holder(order.entry.as_role, board) is None:
            yield Refusal("bad-target", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeLeft(Effect):
    """The owner becomes that role at once, for the orders that come after (STY-97)."""

    def admit(self, act: "Act", board: "Board") -> None:
        holder = _holder(act.entry.as_role, board)
        if holder is not None:
            _become(act.owner, holder, self.rule, board)

    def apply(self, act: "Act", board: "Board") -> None:
        """Nothing more: he has become it when the order was taken."""


def _holder(role: str | None, board: "Board") -> str | None:
    """Who of the mafia left first with that role; None: nobody has."""
    left = (seat for seat in board.notes.get(LEFT, ()) if not board.is_alive(seat))
    return next((seat for seat in left if board.role(seat) == role and board.side(seat) == MAFIA), None)


def teach_apprentices(board: "Board") -> None:
    """The step `apprentices`: the black ones become the first mafia role that leaves (STY-98), with
    `apprentice_first = "any"` the first of any side but the citizens (D23)."""
    places = list(board.ruleset.roles)
    seats = list(board.seats)
    fallen = sorted(
        (seat for seat in board.put.deaths if board.role(seat) is not None),
        key=lambda seat: (places.index(str(board.role(seat))), seats.index(seat)),
    )
    board.notes[LEFT] = (*board.notes.get(LEFT, ()), *fallen)
    models = [seat for seat in fallen if _is_model(seat, board)]
    if not models:
        return
    for seat in board.living_with_role("apprentice"):
        if board.field(seat, "style") == "black" and seat not in board.notes.get(CHANGED, ()):
            _become(seat, models[0], "STY-98", board)


def _is_model(seat: str, board: "Board") -> bool:
    if board.ruleset.values["apprentice_first"] == "any":
        return board.role(seat) != "citizen"
    return board.side(seat) == MAFIA


def _become(seat: str, model: str, rule: str, board: "Board") -> None:
    """The seat has the role of the one who left, and his style; with `apprentice_style = "own"` its own one, if the
    role may have it (STY-99, D24). It stays on the mafia's side, and keeps uses and memory of its own."""
    role = str(board.role(model))
    own = board.field(seat, "style")
    keeps = board.ruleset.values["apprentice_style"] == "own" and has_style(role, own, board)
    style = own if keeps else style_of(board.seats[model])
    board.change_role(seat, role, rule, Audience(players=(seat,)))
    fields = {**board.seats[seat].fields, "style": style}
    board.seats[seat] = replace(board.seats[seat], side=MAFIA, fields=fields)
    board.notes[CHANGED] = (*board.notes.get(CHANGED, ()), seat)
