"""The joker's copies: which abilities he may copy, what he has to change, his one move of a cycle, his note.

A copy is the role's own ability with the joker as its owner, so that all its limits and consequences come with it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.abilities.attacks import AttackTargets
from engine.abilities.base import Ability, Effect, Limit, Refusal, Who
from engine.abilities.limits import NoRepeat
from engine.events import Audience
from engine.rulesets.casino.cards import JOKER, WEREWOLF
from engine.rulesets.casino.mafia import HEAD, KillNotLost, MafiaAttack, NotInCharge, WhileTheDonLeads

if TYPE_CHECKING:
    from engine.acts import Order
    from engine.board import Board
    from engine.record import ActionEntry

__all__ = ["NoteOfACopy", "OneMove", "find_abilities", "remember_copies", "succeed_the_joker"]

COPIES = "copies"
MOVES = "moves-by-day"
COMPARE, NOTE = "compare", "note"
JOURNALISTS = ("town-journalist", "mafia-journalist")


def find_abilities(board: "Board", sender: str, entry: "ActionEntry") -> Iterable[Ability]:
    """With `as`, the joker's copy of the role's ability (CAS-72); else the ruleset's as usual."""
    abilities = board.ruleset.abilities_for(entry.do)
    role = entry.as_role
    if role is None:
        return abilities
    if board.role(sender) != JOKER or role == JOKER:
        return ()
    if entry.do == NOTE:
        return abilities if role in JOURNALISTS else ()
    if not _can_be_copied(role, board):
        return ()
    return tuple(_as_copy(ability, role) for ability in abilities if _is_of(ability, role))


def _is_of(ability: Ability, role: str) -> bool:
    """Whether the role has the ability, and not only a refusal in its place."""
    return role in ability.who.roles and not any(isinstance(limit, NotInCharge) for limit in ability.limits)


def _can_be_copied(role: str, board: "Board") -> bool:
    """A role of the line-up: in the light a living one, in the dark any (CAS-72)."""
    if role in {board.role(seat) for seat in board.alive_at_start}:
        return True
    light = board.ruleset.light.level(len(board.alive_at_start), board.before).name
    return light == "dark" and role in board.before.roles_at_start


def _as_copy(ability: Ability, role: str) -> Ability:
    """The ability as the joker's: an attack is his own (CAS-73), and of limits that look back only his own hold."""
    limits = tuple(limit for limit in ability.limits if not isinstance(limit, NoRepeat | KillNotLost))
    if ability.who.unless_office == HEAD:
        limits = (*limits, WhileTheDonLeads(rule=ability.rule))
    return replace(
        ability,
        who=Who(roles=(JOKER,)),
        channel="own",
        effects=tuple(_as_his_own(effect) for effect in ability.effects),
        limits=(*limits, ChangeOfCopy(rule="CAS-75", role=role), OneMove(rule="CAS-79")),
    )


def _as_his_own(effect: Effect) -> Effect:
    if isinstance(effect, MafiaAttack):
        return AttackTargets(step=effect.step, rule="CAS-73", cause=JOKER)
    return replace(effect, cause=JOKER) if isinstance(effect, AttackTargets) else effect


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOfCopy(Limit):
    """On two nights running the copied role, the action and the target all have to change (CAS-75); with
    `copy_memory = "last-copy"` from his last copy on, however long ago (D-13)."""

    role: str

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        last = board.before.notes.get(COPIES, {}).get(order.owner)
        if last is None:
            return
        cycle, role, action, targets = last
        if board.ruleset.values["copy_memory"] == "previous-night" and cycle != board.now.cycle - 1:
            return
        if role == self.role or action == order.ability.action:
            yield Refusal("same-action", self.rule)
        if set(targets) & set(order.ordered):
            yield Refusal("same-target", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneMove(Limit):
    """A comparison copied by day is the joker's move of the cycle, blocked or not (CAS-79)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if board.now.night and _compared(order.owner, board):
            yield Refusal("no-uses-left", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteOfACopy(Limit):
    """The joker sends a note only in a cycle in which he copied a journalist (CAS-79)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        just_now = any(act.owner == order.owner and act.action == COMPARE for act in board.put.acts)
        if not just_now and not _compared(order.owner, board):
            yield Refusal("not-your-action", self.rule)


def _compared(joker: str, board: "Board") -> bool:
    """Whether he copied a journalist on the day of this cycle."""
    return bool(board.before.notes.get(MOVES, {}).get(joker) == board.now.cycle)


def remember_copies(board: "Board") -> None:
    """What each joker copied, and who has made his move by day. An annulled copy did not take place, unless annulled
    acts count (D-15)."""
    copies = dict(board.notes.get(COPIES, {}))
    moves = dict(board.notes.get(MOVES, {}))
    counts = board.ruleset.admission.annulled_counts
    for act in board.put.acts:
        if act.entry.as_role is None or act.action == NOTE:
            continue
        if act.stands or counts:
            copies[act.owner] = (board.now.cycle, act.entry.as_role, act.action, act.order.ordered)
        if act.action == COMPARE:
            moves[act.owner] = board.now.cycle
    board.notes[COPIES], board.notes[MOVES] = copies, moves


def succeed_the_joker(board: "Board") -> None:
    """A living werewolf becomes the joker when he dies, and learns it (CAS-96)."""
    heirs = board.living_with_role(WEREWOLF)
    if heirs and any(board.role(seat) == JOKER for seat in board.put.deaths):
        heir = heirs[0]
        board.change_role(heir, JOKER, "CAS-96", Audience(players=(heir,)))
        board.tell(heir, heir, JOKER, "CAS-96")
