"""Casino's own: suits of cards, the joker's copies, the lost kill of a dead don, the fatal queen of spades."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.abilities.attacks import AttackTargets
from engine.abilities.base import Ability, Effect, Limit, Refusal, Trait, Who
from engine.board import Attack
from engine.moments import PhaseId
from engine.ruleset import Hooks
from engine.state import Status
from engine.succession import fill_offices

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board
    from engine.record import ActionEntry

__all__ = ["HOOKS"]

SUITS = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
TOWN_CARDS = ("doctor", "commissar", "girl", "town-journalist", "witness")
MAFIA_CARDS = ("don", "killer", "blackmailer", "mafia-journalist", "boss-child")
COPIED_SUIT = "suit"
COPIES = "copies"
LOST_KILL = "lost-kill"
JOKER = ("joker",)


def suit_of_role(role: str | None, board: "Board") -> str | None:
    """The suit that comes with a role of the trump or of the town-role suit (CAS-3)."""
    if role in MAFIA_CARDS:
        return str(board.ruleset.values["trump"])
    return str(board.ruleset.values["town_suit"]) if role in TOWN_CARDS else None


def suit_of(seat: str, board: "Board") -> str:
    """The suit that a check sees now: that of a standing copy, of the role, of the card, the joker's own (CAS-56)."""
    copied = board.status(seat, COPIED_SUIT)
    if copied is not None:
        return str(copied.value)
    card = board.field(seat, "card")
    return (
        suit_of_role(board.role(seat), board)
        or (SUITS[card[-1]] if card else None)
        or board.field(seat, "suit")
        or board.chances.pick("joker-suit", _citizens_suits(board))
    )


def _citizens_suits(board: "Board") -> tuple[str, ...]:
    taken = (board.ruleset.values["trump"], board.ruleset.values["town_suit"])
    return tuple(suit for suit in SUITS.values() if suit not in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSuit(Effect):
    """Tells the exact suit (CAS-56)."""

    step: str = "kings"

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            board.tell(act.owner, ordered, suit_of(target, board), self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSuits(Effect):
    """Tells whether two suits are of one group: the trump, the town-role suit, both citizens' suits (CAS-61)."""

    def apply(self, act: "Act", board: "Board") -> None:
        citizens = _citizens_suits(board)
        groups = {"citizens" if (suit := suit_of(each, board)) in citizens else suit for each in act.targets}
        board.tell(act.owner, act.order.ordered, "same" if len(groups) == 1 else "different", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintNote(Effect):
    """The note stands in the night's results, without its author (CAS-65)."""

    def apply(self, act: "Act", board: "Board") -> None:
        board.announce("note", self.rule, value=act.entry.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class MafiaAttack(Effect):
    """The mafia's kill; who answers for it is the head, else the senior card (CAS-66)."""

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            board.attack(Attack(target, "mafia", self.rule, senior_card(board), act))


def senior_card(board: "Board") -> str | None:
    """The living mafioso whose card comes first: ace, king, queen, jack, nine."""
    found = (seat for role in MAFIA_CARDS for seat in board.alive_at_start if board.role(seat) == role)
    return next(found, None)


# The joker's copies.


def find_abilities(board: "Board", sender: str, entry: "ActionEntry") -> Iterable[Ability]:
    """With `as`: the joker's copy of the role's ability (CAS-72); else as usual."""
    if entry.as_role is None:
        return board.ruleset.abilities_for(entry.do)
    if board.role(sender) not in JOKER or not _can_be_copied(entry.as_role, board):
        return ()
    return tuple(
        _as_copy(ability, entry.as_role)
        for ability in board.ruleset.abilities_for(entry.do)
        if entry.as_role in ability.who.roles
    )


def _can_be_copied(role: str, board: "Board") -> bool:
    """A role of the line-up, in the light a living one (CAS-72)."""
    living = {board.role(seat) for seat in board.alive_at_start}
    return role in living or (board.before.light == "dark" and role in board.before.roles_at_start)


def _as_copy(ability: Ability, role: str) -> Ability:
    effects = tuple(
        replace(effect, cause="joker") if isinstance(effect, AttackTargets) else effect for effect in ability.effects
    )
    limits = tuple(limit for limit in ability.limits if type(limit).__name__ != "NoRepeat")
    change = (ChangeOfCopy(rule="CAS-75", role=role), OneMove(rule="CAS-79"))
    return replace(ability, who=Who(roles=JOKER), channel="own", effects=effects, limits=(*limits, *change))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOfCopy(Limit):
    """On two nights running the copied role, the action and the target all have to change (CAS-75)."""

    role: str

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        last = board.before.notes.get(COPIES, {}).get(order.owner)
        if last is None or last[0] != board.now.cycle - 1:
            return
        _cycle, role, action, targets = last
        if role == self.role or action == order.ability.action:
            yield Refusal("same-action", self.rule)
        if set(targets) & set(order.ordered):
            yield Refusal("same-target", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneMove(Limit):
    """A comparison copied by day is the joker's move of the cycle (CAS-79)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        last = board.before.notes.get(COPIES, {}).get(order.owner)
        if board.now.night and last is not None and last[0] == board.now.cycle:
            yield Refusal("no-uses-left", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteOfACopy(Limit):
    """The joker sends a note only in a cycle in which he copied a journalist (CAS-79)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if board.role(order.owner) not in JOKER:
            return
        last = board.before.notes.get(COPIES, {}).get(order.owner)
        if last is None or last[0] != board.now.cycle or last[2] != "compare":
            yield Refusal("not-your-action", self.rule)


def _show_copies(board: "Board") -> None:
    """A copy that takes place shows the copied role's suit (CAS-74)."""
    cycle = board.now.cycle
    lasts = board.now.night and board.ruleset.values["copy_suit_lasts"] == "until-next-night"
    until = PhaseId(cycle + 1, night=False) if lasts else PhaseId(cycle, night=True)
    for act in board.standing_acts():
        suit = suit_of_role(act.entry.as_role, board)
        if suit is not None:
            board.mark(Status(act.owner, COPIED_SUIT, board.now, until, "CAS-74", act.owner, value=suit))


def _remember_copies(board: "Board") -> None:
    copies = dict(board.notes.get(COPIES, {}))
    for act in board.standing_acts():
        if act.entry.as_role is not None:
            copies[act.owner] = (board.now.cycle, act.entry.as_role, act.action, act.order.ordered)
    board.notes[COPIES] = copies


# The don and the queen.


@dataclass(frozen=True, slots=True, kw_only=True)
class KillNotLost(Limit):
    """The don's death costs the mafia one kill (CAS-83)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if board.before.notes.get(LOST_KILL) == board.now.cycle:
            yield Refusal("not-yet", self.rule)


def _after_the_don(board: "Board") -> None:
    if any(board.role(seat) == "don" for seat in board.put.deaths):
        board.notes[LOST_KILL] = board.now.cycle + 1 if board.now.night else board.now.cycle
    fill_offices(board)


@dataclass(frozen=True, slots=True, kw_only=True)
class FatalQueen(Trait):
    """Killed at night, she takes everybody along who killed her (CAS-90)."""

    def apply(self, seat: str, board: "Board") -> None:
        def on_death(victim: str, attacks: tuple[Attack, ...]) -> None:
            if victim != seat or not board.now.night:
                return
            for attack in attacks:
                if attack.by is not None:
                    board.attack(Attack(attack.by, "queen-of-spades", self.rule, seat, pierces=frozenset(("heal",))))

        board.on_death.append(on_death)


def _day_blocks(board: "Board") -> None:
    """A block of the night before annuls a comparison (CAS-63): filled by the blocks that were left standing."""
    for act in board.put.acts:
        block = board.status(act.owner, "no-comparison")
        if block is not None and act.action == "compare":
            act.annulled_by = block.rule


HOOKS = Hooks(
    effects={
        "check-suit": CheckSuit,
        "compare-suits": CompareSuits,
        "print-note": PrintNote,
        "mafia-attack": MafiaAttack,
    },
    limits={"kill-not-lost": KillNotLost, "one-move-a-cycle": OneMove, "note-of-a-copy": NoteOfACopy},
    traits={"fatal-queen": FatalQueen},
    procedures={
        "copies": _show_copies,
        "day-blocks": _day_blocks,
        "memory-of-the-joker": _remember_copies,
        "succession-of-the-don": _after_the_don,
    },
    find_abilities=find_abilities,
)
