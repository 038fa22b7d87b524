"""Answers and disclosures: checks, questions to the host, roles made public, traces that a deed leaves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.abilities.base import EFFECTS, Effect
from engine.abilities.votes import Counts, is_double
from engine.events import TOWN, EventKind

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["Ask", "Check", "Expose", "Trace", "Unveil"]


@EFFECTS.add("check")
@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Effect):
    """Tells the sender, or the living holder of `to_role`, an answer by the target's role, else by its side,
    else `otherwise`. `about` is the target as ordered."""

    step: str = "answers"
    sides: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    otherwise: str | None = None
    to_owner: bool = True

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            answer = self.answer(target, board)
            if answer is not None:
                board.tell(act.owner if self.to_owner else act.sender, ordered, answer, self.rule)

    def answer(self, target: str, board: "Board") -> str | None:
        """What is told about the target; None: nothing, since his role is not known."""
        role, side = board.role(target), board.side(target)
        if role is None:
            return None
        return self.roles.get(role, self.sides.get(side or "", self.otherwise))


@EFFECTS.add("ask")
@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Effect):
    """The host's answer to the question goes to the team (CLA-78); where he has given none, nothing is told."""

    step: str = "answers"
    team: str

    def apply(self, act: "Act", board: "Board") -> None:
        if act.entry.answer is not None:
            board.tell(f"team:{self.team}", None, act.entry.answer, self.rule)


class Whom(StrEnum):
    """Of whom something is made public: the targets, or whose act it is."""

    TARGETS = "targets"
    OWNER = "owner"


@EFFECTS.add("expose")
@dataclass(frozen=True, slots=True, kw_only=True)
class Expose(Effect):
    """Makes public, in every light, the role of the targets, or of the owner (CLA-50, CLA-71).

    `office`: that office instead of the role; `chance`: only if it happens; `least`: only with so many targets.
    """

    step: str = "reveals"
    whom: Whom = Whom.TARGETS
    office: str | None = None
    chance: str | None = None
    least: int = 0
    counts: Counts = Counts.ORDER

    def apply(self, act: "Act", board: "Board") -> None:
        if len(act.targets) < self.least or not is_double(act, board, self.counts):
            return
        for seat in act.targets if self.whom is Whom.TARGETS else (act.owner,):
            if self.chance is None or board.draw(self.chance, seat):
                value = self.office or board.role(seat)
                if value is not None:
                    board.log(EventKind.EXPOSED, self.rule, seat, value=value, audience=TOWN)


@EFFECTS.add("trace")
@dataclass(frozen=True, slots=True, kw_only=True)
class Trace(Effect):
    """If a target died of this act, the town may learn whose victim he is: `what` with the `value` (CLA-46)."""

    step: str = "traces"
    cause: str
    chance: str
    what: str
    value: str

    def apply(self, act: "Act", board: "Board") -> None:
        for victim in _victims(act, self.cause, board):
            if board.draw(self.chance, victim):
                board.announce(self.what, self.rule, victim, self.value)


@EFFECTS.add("unveil")
@dataclass(frozen=True, slots=True, kw_only=True)
class Unveil(Effect):
    """The role of whoever died of this act is shown whatever the light: always, or by `chance` while at most
    `alive_at_most` lived at the start (CLA-47, CLA-103)."""

    step: str = "traces"
    cause: str
    chance: str | None = None
    alive_at_most: int | None = None

    def apply(self, act: "Act", board: "Board") -> None:
        if self.alive_at_most is not None and len(board.alive_at_start) > self.alive_at_most:
            return
        for victim in _victims(act, self.cause, board):
            if self.chance is None or board.draw(self.chance, victim):
                board.put.unveiled[victim] = self.rule


def _victims(act: "Act", cause: str, board: "Board") -> tuple[str, ...]:
    """Who died of this act: its targets, and whom it took along."""
    return tuple(
        victim
        for victim, attacks in board.put.deaths.items()
        if any(attack.act is act and attack.cause == cause for attack in attacks)
    )
