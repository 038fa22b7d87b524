"""Heals: of a player, or of everybody whom one killer attacks."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.abilities.base import EFFECTS, Effect
from engine.board import Protection

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["Protect", "ProtectFromCause"]


@EFFECTS.add("protect")
@dataclass(frozen=True, slots=True, kw_only=True)
class Protect(Effect):
    """Stops the attacks on the targets (CLA-52). `kind`: what attacks may pierce; `tags`: only attacks with one of
    these; `unless_tags`: none with one of these; `causes`: only of these."""

    step: str = "heals"
    kind: str = "heal"
    tags: tuple[str, ...] = ()
    unless_tags: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()

    def apply(self, act: "Act", board: "Board") -> None:
        for target in act.targets:
            board.protect(
                Protection(
                    target,
                    self.kind,
                    self.rule,
                    act.owner,
                    act,
                    frozenset(self.causes),
                    frozenset(self.tags),
                    frozenset(self.unless_tags),
                )
            )


class HealedBefore(StrEnum):
    """Which heals of the night before make the heal of a role pass by a player."""

    ATTACKED = "attacked"
    ANY = "any"


@EFFECTS.add("protect-from-cause")
@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectFromCause(Effect):
    """Stops the attacks of the guessed killer on anybody (CLA-56), but not on whom the same one healed by `after`
    in the night before (CLA-58; `after_unless_alive`: not with so few alive at the start, CLA-59a)."""

    step: str = "heals"
    kind: str = "heal-role"
    after: str
    after_rule: str
    healed: HealedBefore = HealedBefore.ATTACKED
    after_unless_alive: int = 0

    def apply(self, act: "Act", board: "Board") -> None:
        cause = act.entry.guess
        if cause is None:
            return
        barred = self._barred(act, board)
        for seat in board.alive_at_start:
            if seat not in barred:
                board.protect(Protection(seat, self.kind, self.rule, act.owner, act, frozenset({cause})))

    def _barred(self, act: "Act", board: "Board") -> frozenset[str]:
        last = board.before.memory(act.owner, self.after).last
        if last is None or last.phase.cycle != board.now.cycle - 1:
            return frozenset()
        if len(board.alive_at_start) <= self.after_unless_alive:
            return frozenset()
        return last.met if self.healed is HealedBefore.ATTACKED else frozenset(last.on)
