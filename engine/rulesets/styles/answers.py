"""What checks, letters and the serum say: by the true role, or by that of the player with whom the target is swapped.

`named` has whom an answer is about: the target as ordered, or the one really checked (D15).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Limit, Refusal
from engine.events import TOWN, EventKind
from engine.moments import PhaseId
from engine.rulesets.styles.lineup import style_of
from engine.state import Status

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = ["CheckSide", "CheckStyle", "CompareSides", "PauseAfterTwo", "Serum", "Swap", "named", "shown_as"]

SHOWN_AS = "shown-as"


def named(act: "Act", board: "Board") -> tuple[str, ...]:
    """The targets as an answer names them (STY-71, D15)."""
    return act.targets if board.ruleset.values["redirect_told"] == "actual" else act.order.ordered


def shown_as(seat: str, board: "Board") -> str:
    """The seat whose role and side this one shows: its own, unless it is swapped (STY-89, STY-90)."""
    status = board.status(seat, SHOWN_AS)
    return seat if status is None else str(status.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSide(Effect):
    """Tells whether the first target is of a side, by the words `yes` and `no`: to the owner, or with `by_letter` to
    the second target (STY-66, STY-67, STY-75)."""

    side: str
    yes: str
    no: str
    by_letter: bool = False

    def apply(self, act: "Act", board: "Board") -> None:
        side = board.side(shown_as(act.targets[0], board))
        if side is not None:
            reader = act.targets[1] if self.by_letter else act.owner
            board.tell(reader, named(act, board)[0], self.yes if side == self.side else self.no, self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSides(Effect):
    """Tells whether both are of the sides that are `alike`, or neither is (STY-68)."""

    alike: tuple[str, ...]

    def apply(self, act: "Act", board: "Board") -> None:
        sides = [board.side(shown_as(target, board)) for target in act.targets]
        if None not in sides:
            same = len({side in self.alike for side in sides}) == 1
            board.tell(act.owner, named(act, board), "same" if same else "different", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckStyle(Effect):
    """Tells the target's style, whatever he is swapped with (STY-93)."""

    def apply(self, act: "Act", board: "Board") -> None:
        style = style_of(board.seats[act.targets[0]])
        if style is not None:
            board.tell(act.owner, named(act, board)[0], style, self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAfterTwo(Limit):
    """Not on the night after two checks on two nights running; a night before the first day is none (STY-94, D22)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        checked = board.before.memory(order.owner, order.ability.action).phases
        last_two = {PhaseId(board.now.cycle - 2, night=True), PhaseId(board.now.cycle - 1, night=True)}
        if board.now.cycle > 2 and last_two <= checked:
            yield Refusal("not-yet", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Serum(Effect):
    """Makes the target's role public in any light, swapped or not, but not disguised (STY-63)."""

    def apply(self, act: "Act", board: "Board") -> None:
        role = board.role(shown_as(act.targets[0], board))
        if role is not None:
            board.log(EventKind.EXPOSED, self.rule, act.targets[0], value=role, audience=TOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Effect):
    """Each of the two shows as the other: this night and day, and the next ones; with `from_day` from the coming day
    to the second night after (STY-89, D21)."""

    from_day: bool = False

    def apply(self, act: "Act", board: "Board") -> None:
        first = board.now.next if self.from_day else board.now
        until = PhaseId(board.now.cycle + 2, night=self.from_day)
        for seat, other in (act.targets, act.targets[::-1]):
            board.mark(Status(seat, SHOWN_AS, first, until, self.rule, act.owner, value=other))
            board.log(EventKind.MARKED, self.rule, seat, by=act.owner, what=SHOWN_AS, entry=act.entry)
