"""The killings that only the styles have: the fsb's, extra shots, the trap, whom the black cloak takes along.

An attack tagged `shot` is a shot (STY-57); the others are not. Their causes are those of STY-129.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.attacks import SHOT, AttackTargets
from engine.abilities.base import Ability, Effect, Limit, Refusal, Who
from engine.acts import Act, Order
from engine.board import Attack
from engine.moments import PhaseId
from engine.rulesets.styles.lineup import LARGE, MAFIA, TOWN, lineup_of
from engine.state import Due, Status

if TYPE_CHECKING:
    from engine.board import Board, Visit

__all__ = [
    "SHOOT",
    "ExtraShot",
    "MarkCompany",
    "Prepare",
    "ShootIfMafia",
    "TeamUses",
    "TrapVisitors",
    "bring_company",
    "is_peaceful",
    "keep_preparations",
    "order_prepared_kills",
    "watch_misses",
]

PREPARE = "prepare"
PREPARED_KILL = Ability(
    action=PREPARE,
    name="подготовленное убийство",
    rule="STY-79",
    who=Who(),
    effects=(AttackTargets(rule="STY-79", step="all", cause="fsb"),),
)
PREPARED = "prepared"
SHOOT = "shoot"
SHOOT_IF_MAFIA = "shoot-if-mafia"
MISSES = "fsb-misses"
MARK = "cloak-mark"


def is_peaceful(seat: str, board: "Board") -> bool:
    """«Мирный»: the town's side, or with `peaceful = "citizen"` the citizens alone (STY-3, D20)."""
    if board.ruleset.values["peaceful"] == "citizen":
        return board.role(seat) == "citizen"
    return board.side(seat) == TOWN


# The fsb (STY-77 … STY-80).


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootIfMafia(Effect):
    """Shoots the second target if the first truly is of the mafia (STY-77)."""

    cause: str

    def apply(self, act: "Act", board: "Board") -> None:
        if board.side(act.targets[0]) == MAFIA:
            board.attack(Attack(act.targets[1], self.cause, self.rule, act.owner, act, frozenset({SHOT})))


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepare(Effect):
    """The target is killed in the next night (STY-79); an order that confirms a kill of this night prepares nothing."""

    def apply(self, act: "Act", board: "Board") -> None:
        if not any(due.by == act.owner and due.seat in act.order.ordered for due in board.due_now(PREPARED)):
            for target in act.targets:
                board.schedule(Due(target, PREPARED, board.now.next.next, self.rule, act.owner, act.entry))


def order_prepared_kills(board: "Board") -> None:
    """The step `prepared`: what was prepared last night is an act of this one, unless he now prepares somebody else."""
    for due in _prepared(board):
        author = str(due.by)
        if any(due.seat not in act.order.ordered for act in _preparations(author, board)):
            continue
        order = Order(due.value, PREPARED_KILL, author, author, (due.seat,), len(board.put.acts))
        board.put.acts.append(Act(order, author, (due.seat,), (author,)))


def keep_preparations(board: "Board") -> None:
    """The step `kept`: with `fsb_after_block = "kept"` a blocked kill comes a night later (D18)."""
    if board.ruleset.values["fsb_after_block"] != "kept":
        return
    for due in _prepared(board):
        acts = _preparations(str(due.by), board)
        if acts and not any(act.stands for act in acts):
            board.schedule(Due(due.seat, PREPARED, board.now.next.next, due.rule, due.by, due.value))


def _prepared(board: "Board") -> list[Due]:
    """The preparations of last night whose author and target both still live."""
    return [
        due
        for due in board.due_now(PREPARED)
        if due.by is not None and board.is_alive(due.by) and board.is_alive(due.seat)
    ]


def _preparations(author: str, board: "Board") -> list[Act]:
    return [act for act in board.acts_of(author) if act.action == PREPARE]


def watch_misses(board: "Board") -> None:
    """The step `misses`: the fsb dies at his second miss, a peaceful player who died by his shot (STY-80); with
    `fsb_miss = "shot"` also one who is saved (D19). It is settled with all else, so that who dies of it is not saved.
    """

    def on_attacked(attack: Attack) -> None:
        act = attack.act
        if act is None or act.action != SHOOT or attack.cause != "fsb" or not is_peaceful(attack.victim, board):
            return
        misses = board.notes.get(MISSES, {})
        board.notes[MISSES] = {**misses, act.owner: misses.get(act.owner, 0) + 1}
        if board.notes[MISSES][act.owner] >= 2:
            board.attack(Attack(act.owner, "fsb-miss", "STY-80", act.owner, act, certain=True))

    def on_death(_victim: str, attacks: tuple[Attack, ...]) -> None:
        for attack in attacks:
            on_attacked(attack)

    if board.ruleset.values["fsb_miss"] == "shot":
        board.on_attacked.append(on_attacked)
    else:
        board.on_death.append(on_death)


# The mafia's extra shots (STY-100 … STY-102).


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamUses(Limit):
    """The team as a whole has so many a game; of one sender the second in a night replaces the first (STY-101)."""

    most: int

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        action = order.ability.action
        used = sum(memory.uses for (_, done), memory in board.before.memories.items() if done == action)
        others = {act.owner for act in board.put.acts if act.action == action} - {order.owner}
        if used + len(others) >= self.most:
            yield Refusal("no-uses-left", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraShot(Effect):
    """Kills the target; with `by_guess` only if the guess is his true role, else its sender dies (STY-100, STY-101).

    It is a shot that no one heals; with `extra_heal = "18"` the heal works in the 18 (STY-102, D26).
    """

    cause: str
    by_guess: bool = False
    miss: str = "extra-miss"

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            if self.by_guess and act.entry.guess != board.role(target):
                board.attack(Attack(act.owner, self.miss, self.rule, act.owner, act, certain=True))
            else:
                board.attack(Attack(target, self.cause, self.rule, act.owner, act, self._tags(board)))

    def _tags(self, board: "Board") -> frozenset[str]:
        values = board.ruleset.values
        healed = values["extra_heal"] == LARGE == lineup_of(values, board.before.players_at_start)
        return frozenset({SHOT, "extra"} if healed else {SHOT, "extra", "unhealable"})


# The trap (STY-113, STY-58).


@dataclass(frozen=True, slots=True, kw_only=True)
class TrapVisitors(Effect):
    """Everybody who comes to the target dies, but its author (STY-113)."""

    cause: str

    def apply(self, act: "Act", board: "Board") -> None:
        comers = (visit.by for visit in board.visits() if visit.to in act.targets and _comes(visit, board))
        for comer in dict.fromkeys(comers):
            if comer in board.seats and comer != act.owner:
                board.attack(Attack(comer, self.cause, self.rule, act.owner, act))


def _comes(visit: "Visit", board: "Board") -> bool:
    """Whether he really comes: the white fsb to the second player only if he shoots (STY-58)."""
    condition, *_ = visit.act.targets
    return visit.act.action != SHOOT_IF_MAFIA or visit.to == condition or board.side(condition) == MAFIA


# The black cloak's company (STY-76).


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkCompany(Effect):
    """The target dies with the owner, in this night or on the next day; with `lasting` until he marks another (D16)."""

    lasting: bool = False

    def apply(self, act: "Act", board: "Board") -> None:
        until = None if self.lasting else PhaseId(board.now.cycle + 1, night=False)
        for target in act.targets:
            board.mark(Status(act.owner, MARK, board.now, until, self.rule, act.owner, value=target))


def bring_company(board: "Board") -> None:
    """The step `company`: whoever is marked goes with a cloak who is killed at night or executed by day; a cloak whom
    the host removes takes nobody along."""

    def on_death(victim: str, attacks: tuple[Attack, ...]) -> None:
        mark = board.status(victim, MARK)
        if mark is None or mark.value == victim:
            return
        causes = {attack.cause for attack in attacks}
        taken = causes - {"modkill", "kill"} if board.now.night else causes & {"execution"}
        if taken:
            tonight = next((act for act in board.acts_of(victim) if mark.value in act.targets and act.stands), None)
            board.attack(Attack(mark.value, "cloak", mark.rule, victim, tonight))

    board.on_death.append(on_death)
