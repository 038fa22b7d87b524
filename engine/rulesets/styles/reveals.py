"""As what the dead are shown: the deceiver's disguise, the swap of two players, the silence about a modkill."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Limit, Refusal
from engine.board import Appearance
from engine.events import EventKind
from engine.light import Reveal
from engine.rulesets.styles.answers import shown_as
from engine.rulesets.styles.lineup import TOWN
from engine.state import Status

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = ["Disguise", "RoleOfSide", "put_on_faces"]

DISGUISE = "disguise"
PLAIN = "citizen"
MODKILL = "modkill"
EXECUTION = "execution"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleOfSide(Limit):
    """The role that the order names is one of the side (STY-88)."""

    side: str

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if board.ruleset.side_of(order.entry.as_role) != self.side:
            yield Refusal("bad-target", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disguise(Effect):
    """The role as which the owner will come out, from now until he picks another; only while the light is `light`."""

    light: str

    def apply(self, act: "Act", board: "Board") -> None:
        if _light(board) == self.light:
            role = act.entry.as_role
            board.mark(Status(act.owner, DISGUISE, board.now, None, self.rule, act.owner, value=role))
            board.log(EventKind.MARKED, self.rule, act.owner, by=act.owner, what=DISGUISE, value=role, entry=act.entry)


def _light(board: "Board") -> str:
    """The light with which the phase began."""
    return board.before.light or board.ruleset.light.level(len(board.alive_at_start), board.before).name


def put_on_faces(board: "Board") -> None:
    """The step `faces`: of the phase's dead a disguise goes before a swap (STY-88), a modkill hides all (STY-138)."""
    for seat, attacks in board.put.deaths.items():
        if _is_removed(seat, board):
            board.put.veiled[seat] = Reveal.HIDDEN
        elif _is_disguised(seat, board, {attack.cause for attack in attacks}):
            picked = board.status(seat, DISGUISE)
            board.put.appearances[seat] = Appearance(PLAIN if picked is None else picked.value, TOWN)
        elif (other := shown_as(seat, board)) != seat:
            board.put.appearances[seat] = Appearance(board.role(other), board.side(other))


def _is_removed(seat: str, board: "Board") -> bool:
    """Whether the host removes him in this phase, whatever else he died of."""
    rulings = (event for event in board.events if event.kind is EventKind.RULED and event.what == MODKILL)
    return any(seat in event.who for event in rulings)


def _is_disguised(seat: str, board: "Board", causes: set[str]) -> bool:
    """A white deceiver whenever he dies (STY-86), a grey one when he is executed (STY-87)."""
    if board.role(seat) != "deceiver":
        return False
    style = board.field(seat, "style")
    return style == "white" or (style == "grey" and EXECUTION in causes)
