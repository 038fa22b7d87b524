"""What only the styles have: checks of sides and styles, the curse, the prepared kill, the trap, earned kills."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.abilities.attacks import AttackTargets
from engine.abilities.base import Ability, Effect, Who
from engine.acts import Act, Order
from engine.board import Attack
from engine.record import ActionEntry
from engine.ruleset import Hooks
from engine.rulesets.styles.turns import turn_and_block
from engine.state import Due, Memory

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["HOOKS"]

PREPARED_KILL = Ability(
    action="prepared-kill",
    name="подготовленное убийство",
    rule="STY-79",
    who=Who(),
    effects=(AttackTargets(rule="STY-79", step="all", cause="fsb"),),
)
TOWN_ROLES = ("doctor", "detective", "athlete", "cloak", "fsb")
PREPARED = "prepared"
CURSE = "curse"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSides(Effect):
    """Tells whether both are good, or both bad (STY-68)."""

    good: tuple[str, ...]

    def apply(self, act: "Act", board: "Board") -> None:
        kinds = {board.side(target) in self.good for target in act.targets}
        board.tell(act.owner, act.order.ordered, "same" if len(kinds) == 1 else "different", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckStyle(Effect):
    """Tells the target's style (STY-93)."""

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            board.tell(act.owner, ordered, board.field(target, "style") or "grey", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepare(Effect):
    """The target is killed in the next night (STY-79); a preparation that confirms a kill of this night is none."""

    def apply(self, act: "Act", board: "Board") -> None:
        confirmed = {due.seat for due in board.due_now(PREPARED) if due.by == act.owner}
        for target in act.targets:
            if target not in confirmed:
                board.schedule(Due(target, PREPARED, board.now.next.next, self.rule, act.owner))


@dataclass(frozen=True, slots=True, kw_only=True)
class CurseTarget(Effect):
    """Dies in the next night for a vote of the day between (STY-105)."""

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            board.schedule(Due(target, CURSE, board.now.next.next, self.rule, act.owner))


@dataclass(frozen=True, slots=True, kw_only=True)
class EarnKill(Effect):
    """A jam on somebody whose role and style have a night action earns a kill (STY-110)."""

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            if not any(ability.who.includes(target, board) for ability in board.ruleset.abilities if _is_own(ability)):
                continue
            key = (act.owner, "shoot")
            memory = board.memories.get(key, Memory())
            board.memories[key] = replace(memory, credits=memory.credits + 1)
            board.tell(act.owner, ordered, "kill-earned", self.rule)


def _is_own(ability: object) -> bool:
    return getattr(ability, "channel", "") == "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrapVisitors(Effect):
    """Everybody who comes to the target dies, but the author (STY-113)."""

    cause: str

    def apply(self, act: "Act", board: "Board") -> None:
        for visitor in dict.fromkeys(visit.by for visit in board.visits() if visit.to in act.targets):
            if visitor not in (act.owner, *act.targets):
                board.attack(Attack(visitor, self.cause, self.rule, act.owner, act))


def _prepared_kills(board: "Board") -> None:
    """What was prepared last night is an act of this night, that can be blocked (STY-79)."""
    for due in board.due_now(PREPARED):
        author = due.by
        own = [act for act in board.put.acts if act.owner == author and act.action == "prepare"]
        changed = any(due.seat not in act.targets for act in own)
        if author is None or not board.is_alive(author) or not board.is_alive(due.seat) or changed:
            continue
        entry = ActionEntry(board.name(author), PREPARED_KILL.action, (board.name(due.seat),))
        order = Order(entry, PREPARED_KILL, author, author, (due.seat,), len(board.put.acts))
        board.put.acts.append(Act(order, author, (due.seat,), (author,)))


def _curses(board: "Board") -> None:
    """The cursed die who voted against a town role, or being mafia against mafia (STY-105 … STY-107)."""
    for due in board.due_now(CURSE):
        vote = board.before.votes.get(due.seat)
        if vote is None or vote[1] != "red" or not board.is_alive(due.seat):
            continue
        side, target = board.side(due.seat), vote[0]
        struck = board.role(target) in TOWN_ROLES if side == "town" else board.side(target) == side == "mafia"
        if struck:
            board.attack(Attack(due.seat, CURSE, due.rule, due.by))


HOOKS = Hooks(
    effects={
        "compare-sides": CompareSides,
        "check-style": CheckStyle,
        "prepare": Prepare,
        "curse": CurseTarget,
        "earn-kill": EarnKill,
        "trap-visitors": TrapVisitors,
    },
    procedures={
        "prepared": _prepared_kills,
        "turns": turn_and_block,
        "due": _curses,
    },
)
