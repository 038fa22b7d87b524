"""The mafia: who sends its kill and who answers for it, the kill lost with the don, shots by role, the Boss's child.

What follows the deaths of a phase stands here in the order of CAS-105; every death counts, a modkill too (CAS-45).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Limit, Refusal, Trait
from engine.board import Attack, Protection
from engine.events import EventKind
from engine.moments import PhaseId
from engine.record import HOST
from engine.state import Status

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = [
    "HEAD",
    "ROLE_SHOT",
    "IfInherited",
    "KillNotLost",
    "MafiaAttack",
    "NotInCharge",
    "OwnChild",
    "RoleShot",
    "Seek",
    "ShotsLeft",
    "WhileTheDonLeads",
    "form_the_marriage",
    "inherit_the_shot",
    "lose_the_kill",
    "meet_the_child",
    "pass_the_head",
    "senior",
    "spend_shots",
]

MAFIA, DON, CHILD, KILLER, BLACKMAILER = "mafia", "don", "boss-child", "killer", "blackmailer"
HEAD = "head"
TEAM = "team:mafia"
BELOW_THE_DON = (KILLER, BLACKMAILER, "mafia-journalist")
ROLE_SHOT, WRONG_GUESS = "role-shot", "wrong-guess"
BY_THE_MAFIA = "by-the-mafia"
LOST_KILL, SHOTS, INHERITED, MARRIED = "lost-kill", "shots", "inherited-shot", "married"


# The mafia's kill.


def senior(board: "Board", *order: str, but: str | None = None) -> str | None:
    """Whose card comes first among those who are there: not dead before the phase nor stopped by a death in it.
    `but`: not this one's."""
    there = [seat for seat in board.alive_at_start if seat not in board.put.stopped and seat != but]
    return next((seat for role in order for seat in there if board.role(seat) == role), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MafiaAttack(Effect):
    """The mafia's kill. Seen as the attacker is the head, without one the senior card (CAS-66)."""

    step: str = "aces"

    def apply(self, act: "Act", board: "Board") -> None:
        by = act.owner if act.owner in board.seats else senior(board, *BELOW_THE_DON)
        if by is not None:
            for target in act.targets:
                board.attack(Attack(target, MAFIA, self.rule, by, act, tags=frozenset({BY_THE_MAFIA})))


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInCharge(Limit):
    """The Boss's child takes no part in choosing the victim until the don is dead (CAS-89)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        yield Refusal("not-in-charge", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class KillNotLost(Limit):
    """The don's death costs the mafia one kill (CAS-83)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if board.before.notes.get(LOST_KILL) == board.now:
            yield Refusal("not-yet", self.rule)


def lose_the_kill(board: "Board") -> None:
    """A death by day costs the kill of that night, one by night that of the next: the don's (CAS-83), with the child
    in his place or not (D-11), and if the game says so that of a child whom nobody knew (CAS-84, D-34)."""
    values = board.ruleset.values
    heir = bool(board.living_with_role(CHILD))
    lost = _died(board, DON) and (values["skip_with_heir"] or not heir)
    if values["child_death_skip"] == "unacquainted":
        children = [seat for seat in board.put.deaths if board.role(seat) == CHILD]
        lost = lost or any(not board.is_acquainted(child) for child in children)
    if lost:
        board.notes[LOST_KILL] = _coming_night(board)


def _died(board: "Board", role: str) -> bool:
    return any(board.role(seat) == role for seat in board.put.deaths)


def _coming_night(board: "Board") -> PhaseId:
    return PhaseId(board.now.cycle + (1 if board.now.night else 0), night=True)


# Shots by role.


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleShot(Effect):
    """Who is guessed dies through any heal, a wrong guess kills the shooter instead (CAS-85). The mafia's shot at the
    Boss's child kills nobody (CAS-97). Where the target's role is unknown the host has to say (CAS-5)."""

    step: str = "kings"

    def apply(self, act: "Act", board: "Board") -> None:
        by_the_mafia = board.side(act.owner) == MAFIA
        tags = frozenset({BY_THE_MAFIA}) if by_the_mafia else frozenset()
        for target in act.targets:
            role = board.role(target)
            if role is None:
                board.log(EventKind.AWAITED, self.rule, HOST, what="role", value=(target,))
            elif role == act.entry.guess or (role == CHILD and by_the_mafia):
                board.attack(
                    Attack(target, ROLE_SHOT, self.rule, act.owner, act, tags=tags, pierces=frozenset({"heal"}))
                )
            else:
                board.attack(Attack(act.owner, WRONG_GUESS, self.rule, act.owner, act, certain=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotsLeft(Limit):
    """At most `most` shots by role a game, for the killer and for each joker (CAS-78, CAS-86)."""

    most: int

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if board.before.notes.get(SHOTS, {}).get(order.owner, 0) >= self.most:
            yield Refusal("no-uses-left", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class IfInherited(Limit):
    """The mafia's one shot after a killer who has used none of his (CAS-88)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        left = board.before.notes.get(INHERITED)
        if left is None:
            yield Refusal("not-your-action", self.rule)
        elif left == 0:
            yield Refusal("no-uses-left", self.rule)


def spend_shots(board: "Board") -> None:
    """Count the shots by role of the phase; a blocked one only where it is spent too (CAS-86, D-16)."""
    shots = dict(board.notes.get(SHOTS, {}))
    for act in board.put.acts:
        if act.action != ROLE_SHOT or not (act.stands or board.ruleset.values["blocked_shot_spent"]):
            continue
        shots[act.owner] = shots.get(act.owner, 0) + 1
        if board.side(act.owner) == MAFIA and board.role(act.owner) != KILLER:
            board.notes[INHERITED] = 0
    board.notes[SHOTS] = shots


def inherit_the_shot(board: "Board") -> None:
    """A killer who dies with none of his shots used leaves one to the team (CAS-88)."""
    for seat in board.put.deaths:
        if board.role(seat) == KILLER and not board.notes[SHOTS].get(seat, 0):
            board.notes[INHERITED] = 1
            if board.team(MAFIA):
                board.tell(TEAM, seat, ROLE_SHOT, "CAS-88")


# The Boss's child.


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnChild(Trait):
    """What the mafia sends against its own Boss's child does not kill him (CAS-97)."""

    def apply(self, seat: str, board: "Board") -> None:
        board.protect(Protection(seat, CHILD, self.rule, seat, tags=frozenset({BY_THE_MAFIA}), silent=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhileTheDonLeads(Limit):
    """For a copy of what the child has until he is the head: until the don's death (CAS-73, CAS-89)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        head = board.holder(HEAD)
        if head is None or board.role(head) != DON:
            yield Refusal("not-your-action", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seek(Effect):
    """Tells whether the named one is the don (CAS-89)."""

    step: str = "nines"

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            if board.role(target) is not None:
                board.tell(act.owner, ordered, DON if board.role(target) == DON else "not-don", self.rule)


def meet_the_child(board: "Board") -> None:
    """The child meets the mafia once: when he names the don, when the mafia shoots at him, at the don's death
    (CAS-95)."""
    for child in board.living_with_role(CHILD):
        if board.is_acquainted(child):
            continue
        named = {
            target
            for act in board.acts_of(child)
            if act.stands and any(isinstance(effect, Seek) for effect in act.ability.effects)
            for target in act.targets
            if board.role(target) == DON
        }
        shot_at = any(attack.victim == child and BY_THE_MAFIA in attack.tags for attack in board.put.settled)
        if not (named or shot_at or _died(board, DON)):
            continue
        mates = [seat for seat in board.living() if board.side(seat) == MAFIA and seat != child]
        for mate in mates:
            if mate not in named:
                board.tell(child, mate, MAFIA, "CAS-95")
        if board.team(MAFIA):
            board.tell(TEAM, child, CHILD, "CAS-95")
        board.acquainted |= {(child, mate) for mate in mates} | {(mate, child) for mate in mates}


def pass_the_head(board: "Board") -> None:
    """The head is the don, after his death the Boss's child, who is told so; else there is none (CAS-82, CAS-99)."""
    heads = board.living_with_role(DON) or board.living_with_role(CHILD)
    before = board.offices.pop(HEAD, None)
    if heads:
        head = before if before in heads else heads[0]
        board.offices[HEAD] = head
        if head != before and board.role(head) == CHILD:
            board.tell(head, head, "in-charge", "CAS-99")


# The trump marriage.


def form_the_marriage(board: "Board") -> None:
    """Deaths that leave exactly the trump king and queen of the mafia make both immune: on the next day against the
    execution, in the next night against attacks and shots by role; once a game (CAS-98, D-27)."""
    living = [seat for seat in board.living() if board.side(seat) == MAFIA]
    roles = sorted(str(board.role(seat)) for seat in living)
    fallen = any(board.side(seat) == MAFIA for seat in board.put.deaths)
    if roles != [BLACKMAILER, KILLER] or not fallen or board.notes.get(MARRIED):
        return
    board.notes[MARRIED] = True
    day, night = PhaseId(board.now.cycle + 1, night=False), _coming_night(board)
    for seat in living:
        board.mark(Status(seat, "immunity", day, day, "CAS-98"))
        if board.ruleset.values["marriage_covers"] == "day-and-night":
            board.mark(Status(seat, "immunity-at-night", night, night, "CAS-98"))
        board.log(EventKind.PROTECTED, "CAS-98", seat, what="immunity")
