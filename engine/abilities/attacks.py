"""Attacks: at once, later, taking visitors along, or turned on somebody else; and immunity against them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import EFFECTS, TRAITS, Effect, Trait, Who
from engine.board import Attack, Protection
from engine.events import EventKind
from engine.state import Due

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["AttackTargets", "Immunity", "Infect", "MarkCompanion", "TakeVisitors"]

SHOT = "shot"


@EFFECTS.add("attack")
@dataclass(frozen=True, slots=True, kw_only=True)
class AttackTargets(Effect):
    """Attacks the targets (`only`: that place of them, from 1). `tags` and `pierces` as in `engine.board.Attack`."""

    step: str = "attacks"
    cause: str
    only: int | None = None
    tags: tuple[str, ...] = (SHOT,)
    pierces: tuple[str, ...] = ()

    def apply(self, act: "Act", board: "Board") -> None:
        for place, target in enumerate(act.targets, start=1):
            if self.only in (None, place):
                board.attack(
                    Attack(target, self.cause, self.rule, act.owner, act, frozenset(self.tags), frozenset(self.pierces))
                )


@EFFECTS.add("take-visitors")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeVisitors(Effect):
    """Attacks those of `visitors` who come to a target by an act of `action` that takes place (CLA-67, NEW-49)."""

    step: str = "attacks"
    cause: str
    visitors: Who
    action: str
    tags: tuple[str, ...] = (SHOT,)
    pierces: tuple[str, ...] = ()

    def apply(self, act: "Act", board: "Board") -> None:
        for visit in board.visits():
            if visit.to in act.targets and visit.act.action == self.action and self.visitors.includes(visit.by, board):
                board.attack(
                    Attack(
                        visit.by, self.cause, self.rule, act.owner, act, frozenset(self.tags), frozenset(self.pierces)
                    )
                )


@EFFECTS.add("infect")
@dataclass(frozen=True, slots=True, kw_only=True)
class Infect(Effect):
    """The target dies in the night after, unless something cures him in this night (CLA-86, CLA-88).

    `cured_by`: kinds of protection and action ids of visits that annul it; `silence`: the chance that takes the vote
    of the day between.
    """

    step: str = "infections"
    cause: str
    cured_by: tuple[str, ...] = ()
    silence: str | None = None
    silence_rule: str = ""
    cure_rule: str = ""

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            cure = self._cure(target, board)
            if cure is not None:
                board.log(EventKind.CURED, self.cure_rule or self.rule, target, by=cure, what=act.action)
                continue
            value = {"cause": self.cause}
            board.schedule(Due(target, "attack", board.now.next.next, self.rule, act.owner, value))
            if self.silence is not None and board.draw(self.silence, target):
                board.take_vote(target, days=1, rule=self.silence_rule or self.rule, by=act.owner)

    def _cure(self, target: str, board: "Board") -> str | None:
        """Who cures the target in this night."""
        for protection in board.put.protections:
            if protection.seat == target and protection.kind in self.cured_by:
                return protection.by
        for visit in board.visits():
            if visit.to == target and visit.act.action in self.cured_by:
                return visit.by
        return None


@EFFECTS.add("mark-companion")
@dataclass(frozen=True, slots=True, kw_only=True)
class MarkCompanion(Effect):
    """If the owner is attacked in this phase, healed or not, the target is attacked too (NEW-60); what the host does to
    him is no attack.

    `chance_cause`: attacks of that cause take the target along only if the owner dies of one, by the `chance` (CLA-89);
    `pierces`: protections that do not save the target (`heal_mark = false`).
    """

    step: str = "marks"
    cause: str
    chance_cause: str | None = None
    chance: str | None = None
    pierces: tuple[str, ...] = ()

    def apply(self, act: "Act", board: "Board") -> None:
        taken: set[str] = set()

        def take_along() -> None:
            if act.owner in taken:
                return
            taken.add(act.owner)
            for target in act.targets:
                board.attack(Attack(target, self.cause, self.rule, act.owner, act, pierces=frozenset(self.pierces)))

        def on_attacked(attack: Attack) -> None:
            if attack.victim == act.owner and attack.by is not None and attack.cause != self.chance_cause:
                take_along()

        def on_death(victim: str, attacks: tuple[Attack, ...]) -> None:
            if victim != act.owner or victim in taken or self.chance is None:
                return
            by_chance = any(attack.cause == self.chance_cause for attack in attacks)
            if by_chance and all(board.draw(self.chance, target) for target in act.targets):
                take_along()

        board.on_attacked.append(on_attacked)
        board.on_death.append(on_death)


@EFFECTS.add("remember-mark")
@dataclass(frozen=True, slots=True, kw_only=True)
class RememberMark(Effect):
    """The target goes with the owner if he is executed on the coming day (`shahid_execution = true`, NEW-63)."""

    step: str = "marks"
    facet: str

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            board.stand(act.owner, self.facet, days=1, rule=self.rule, by=act.owner, value=target)


@TRAITS.add("take-marked")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeMarked(Trait):
    """Whom the seat marked in the night before dies with it when it dies of one of `causes`."""

    step: str = "execution"
    facet: str
    cause: str
    causes: tuple[str, ...]

    def apply(self, seat: str, board: "Board") -> None:
        def on_death(victim: str, attacks: tuple[Attack, ...]) -> None:
            mark = board.status(seat, self.facet)
            if victim == seat and mark is not None and any(attack.cause in self.causes for attack in attacks):
                board.attack(Attack(mark.value, self.cause, self.rule, seat))

        board.on_death.append(on_death)


@TRAITS.add("immune")
@dataclass(frozen=True, slots=True, kw_only=True)
class Immunity(Trait):
    """Attacks with one of the tags do nothing to the seat (NEW-50a)."""

    step: str = "attacks"
    tags: tuple[str, ...] = (SHOT,)

    def apply(self, seat: str, board: "Board") -> None:
        board.protect(Protection(seat, "immunity", self.rule, seat, tags=frozenset(self.tags), silent=True))
