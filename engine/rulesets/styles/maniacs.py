"""The maniacs: the curse that a vote fulfils, the kills that jams earn, and what they win by."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Limit, Refusal
from engine.board import VOID
from engine.moments import PhaseId
from engine.record import Colour
from engine.rulesets.styles.answers import named
from engine.rulesets.styles.kills import SHOOT, is_peaceful
from engine.rulesets.styles.lineup import MAFIA, MANIACS, has_night_action, is_town_role, style_of
from engine.state import Due, Memory, Status
from engine.victory import Condition

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board
    from engine.count import HostCount

__all__ = ["Curse", "EarnKill", "EarnedKills", "LastFew", "NoActiveRole", "fulfil_curses"]

CURSED = "cursed"


# The curse (STY-105 … STY-107).


@dataclass(frozen=True, slots=True, kw_only=True)
class Curse(Effect):
    """The target may die for his vote of the coming day; with `lasting` for one of any later day (D28)."""

    lasting: bool = False

    def apply(self, act: "Act", board: "Board") -> None:
        day = PhaseId(board.now.cycle + 1, night=False)
        for target in act.targets:
            until = None if self.lasting else day
            board.mark(Status(target, CURSED, day, until, self.rule, act.owner))


def fulfil_curses(board: "Board") -> None:
    """The step `curses` of a day: whoever has cast the fatal vote dies in the night that follows."""
    main = board.put.host_counts[0]
    for seat in board.living():
        curse = board.status(seat, CURSED)
        if curse is None or not any(_is_fatal(seat, target, board) for target in _voted_for(seat, main, board)):
            continue
        rule = "STY-106" if board.side(seat) == MAFIA else curse.rule
        board.schedule(Due(seat, "attack", board.now.next, rule, curse.source, {"cause": "curse"}))
        board.statuses = [each for each in board.statuses if (each.seat, each.facet) != (seat, CURSED)]


def _voted_for(seat: str, count: "HostCount", board: "Board") -> Iterator[str]:
    """Against whom the seat's vote counts; with `curse_vote = "any"` also its valid votes before (STY-107, D27)."""
    yield from (vote.on for vote in count.votes if vote.by == seat and vote.colour is Colour.RED)
    if board.ruleset.values["curse_vote"] == "any" and board.status(seat, VOID) is None:
        for entry in count.superseded:
            target = board.find_target(entry.on)
            clear = entry.unclear is None and entry.colour is not Colour.BLUE
            if clear and board.find(entry.by) == seat and target is not None:
                yield target


def _is_fatal(seat: str, target: str, board: "Board") -> bool:
    """Whether the vote kills the cursed: a peaceful player's against a town role, a mafioso's against mafia."""
    if board.side(seat) == MAFIA:
        return board.side(target) == MAFIA
    return is_peaceful(seat, board) and is_town_role(target, board)


# The jam's reward (STY-110, STY-111).


@dataclass(frozen=True, slots=True, kw_only=True)
class EarnKill(Effect):
    """A jam on somebody whose role and style have a night action earns a kill; with `acted` only if he has sent one
    (D31)."""

    acted: bool = False

    def apply(self, act: "Act", board: "Board") -> None:
        target = act.targets[0]
        sent = any(target in each.answerable and each.entry in board.sent for each in board.put.acts)
        if has_night_action(target, board) and (sent or not self.acted):
            memory = board.memories.get((act.owner, SHOOT), Memory())
            board.memories[act.owner, SHOOT] = replace(memory, credits=memory.credits + 1)
            board.tell(act.owner, named(act, board)[0], "kill-earned", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarnedKills(Limit):
    """As many kills as were earned before this night; with `beside` several in one night on different players (D11)."""

    beside: bool = False

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        memory = board.before.memory(order.owner, order.ability.action)
        others: set[tuple[str, ...]] = set()
        if self.beside:
            own = [act for act in board.put.acts if act.owner == order.owner and act.action == order.ability.action]
            others = {act.order.ordered for act in own} - {order.ordered}
        if memory.uses + len(others) >= memory.credits:
            yield Refusal("no-uses-left", self.rule)


# Victory (STY-150 … STY-153).


def _maniacs(board: "Board", role: str, styles: tuple[str, ...]) -> list[str]:
    """The living maniacs of that role and one of those styles."""
    return [
        seat
        for seat in board.living_with_role(role)
        if board.side(seat) == MANIACS and style_of(board.seats[seat]) in styles
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastFew(Condition):
    """A maniac of that role and style is among the last `most` alive (STY-150, STY-152)."""

    role: str
    styles: tuple[str, ...]
    most: int = 3

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        few = len(board.living()) <= self.most
        return (MANIACS,) if few and _maniacs(board, self.role, self.styles) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoActiveRole(Condition):
    """A maniac of that role and style lives, and beside the maniacs only citizens; with `own_action` nobody who has a
    night action of his own (STY-151, D36)."""

    role: str
    styles: tuple[str, ...]
    own_action: bool = False

    def winners(self, board: "Board") -> tuple[str, ...] | None:
        others = [seat for seat in board.living() if board.side(seat) != MANIACS]
        active = any(self._is_active(seat, board) for seat in others)
        return (MANIACS,) if not active and _maniacs(board, self.role, self.styles) else None

    def _is_active(self, seat: str, board: "Board") -> bool:
        return has_night_action(seat, board) if self.own_action else board.role(seat) != "citizen"
