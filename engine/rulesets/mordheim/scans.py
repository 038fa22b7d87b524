"""Halves of the list of players: the town's poll, the medium's scan of that half, the underboss's scanner.

Who is in a half follows from the list as it was at the beginning of the night (MOR-85, MOR-87).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from engine.abilities.base import Ability, Effect, Limit, Refusal, TargetKind
from engine.abilities.limits import last_night
from engine.events import EventKind
from engine.rulesets.mordheim.lineup import MEDIUM

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board
    from engine.record import ActionEntry

__all__ = [
    "CountInHalf",
    "ScanPause",
    "SeekInHalf",
    "TownsHalf",
    "find_abilities",
    "living_in",
    "remember_the_half",
]

POLL = "scan"
HALF = "half"


@dataclass(frozen=True, slots=True)
class Choice:
    """What the town's poll of a day came to: the half, or those between which the medium has to choose."""

    cycle: int
    half: str | None
    tied: tuple[str, ...]


def remember_the_half(board: "Board") -> None:
    """Keep what the poll decided for the night that follows (MOR-85)."""
    count = next(each for each in board.put.host_counts if each.poll == POLL)
    half = count.chosen[0] if count.chosen else None
    board.notes[HALF] = Choice(board.now.cycle, half, count.tied)
    if half is not None:
        board.put.extras[f"{count.prefix}{HALF}"] = half


def _towns_choice(board: "Board") -> Choice:
    choice = board.before.notes.get(HALF)
    return choice if choice is not None and choice.cycle == board.now.cycle else Choice(board.now.cycle, None, ())


def living_in(half: str, board: "Board") -> tuple[str, ...]:
    """The players of a half who lived at the beginning of the phase.

    The list of players (MOR-4) is that of the living, or that of the start (D-29); it is laid out in rows of two, or
    in two columns one after the other.
    """
    values = board.ruleset.values
    listed = tuple(seat.id for seat in board.before.seats.values() if seat.entered)
    if values["scan_list"] == "alive":
        listed = board.alive_at_start
    rows = ceil(len(listed) / 2)
    upper = ceil(rows / 2)
    found = []
    for place, seat in enumerate(listed):
        if values["scan_layout"] == "rows":
            row, column = divmod(place, 2)
        else:
            column, row = divmod(place, rows)
        within = {"left": column == 0, "right": column == 1, "top": row < upper, "bottom": row >= upper}
        if within[half] and seat in board.alive_at_start:
            found.append(seat)
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountInHalf(Effect):
    """The morning paper says how many of `roles` are in the half that the town chose, or that the medium named where
    the town chose none (MOR-85, MOR-88)."""

    step: str = "answers"
    roles: tuple[str, ...]

    def apply(self, act: "Act", board: "Board") -> None:
        half = _towns_choice(board).half or act.order.ordered[0]
        number = sum(board.role(seat) in self.roles for seat in living_in(half, board))
        board.announce("scan", self.rule, half, number)
        _remind_of_the_trace(act, board)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekInHalf(Effect):
    """Tells the sender whether a living player with one of `roles` is in the half that he named (MOR-79)."""

    step: str = "answers"
    roles: tuple[str, ...]

    def apply(self, act: "Act", board: "Board") -> None:
        for half in act.order.ordered:
            found = any(board.role(seat) in self.roles for seat in living_in(half, board))
            board.tell(act.owner, half, "yes" if found else "no", self.rule)
        _remind_of_the_trace(act, board)


def _remind_of_the_trace(act: "Act", board: "Board") -> None:
    """Every scan makes its user easier to find; how, the host writes in the paper himself (MOR-81, D-28)."""
    if board.ruleset.values["scan_trace"] == "host":
        board.log(EventKind.MARKED, "MOR-81", act.owner, what="scan-trace", entry=act.entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class TownsHalf(Limit):
    """The medium names no half where the town has chosen one; else exactly one, of a tie left to him one of the tied
    (MOR-88, D-30)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        choice = _towns_choice(board)
        if choice.half is not None:
            if order.ordered:
                yield Refusal("too-many-targets", self.rule)
        elif not order.ordered or (choice.tied and not set(order.ordered) <= set(choice.tied)):
            yield Refusal("bad-target", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanPause(Limit):
    """Not on the night after a scan that took place (`not-yet`), whatever D-23 says of annulled visits."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        last = last_night(board, order.owner, order.ability.action)
        if last is not None and not last.annulled:
            yield Refusal("not-yet", self.rule)


def find_abilities(board: "Board", _sender: str, entry: "ActionEntry") -> Iterable[Ability]:
    """The underboss has his scanner only if there is a medium: in the line-up, or alive now (MOR-79, D-26)."""
    abilities = board.ruleset.abilities_for(entry.do)
    if _has_medium(board):
        return abilities
    return tuple(each for each in abilities if not (each.targets.kind is TargetKind.HALF and each.targets.min))


def _has_medium(board: "Board") -> bool:
    if board.ruleset.values["scanner_needs"] == "alive":
        return any(board.role(seat) == MEDIUM for seat in board.alive_at_start)
    return MEDIUM in board.before.roles_at_start
