"""Taking votes: aloud, or in secret from everybody but the host."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.abilities.base import EFFECTS, Effect

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["Counts", "Silence", "VoidVote", "is_double"]


class Counts(StrEnum):
    """Whether a move is double by the order given, or only if all its victims died."""

    ORDER = "order"
    DEATHS = "deaths"


def is_double(act: "Act", board: "Board", counts: Counts) -> bool:
    """Whether the act's order hits two; with `deaths`, whether all whom it attacked died (CLA-71, D-15)."""
    if counts is Counts.ORDER:
        return True
    victims = {attack.victim for attack in board.put.settled if attack.act is act}
    return victims <= set(board.put.deaths)


@EFFECTS.add("silence")
@dataclass(frozen=True, slots=True, kw_only=True)
class Silence(Effect):
    """The targets have no vote on the next `days` days, said aloud unless `public` is false.

    `only`: that place of the targets, from 1; `chance`: happens only if the chance does.
    """

    step: str = "votes"
    days: int = 1
    only: int | None = None
    chance: str | None = None
    public: bool = True

    def apply(self, act: "Act", board: "Board") -> None:
        for place, target in enumerate(act.targets, start=1):
            if self.only not in (None, place) or (self.chance is not None and not board.draw(self.chance, target)):
                continue
            board.take_vote(target, days=self.days, rule=self.rule, by=act.owner, public=self.public)


@EFFECTS.add("void-vote")
@dataclass(frozen=True, slots=True, kw_only=True)
class VoidVote(Effect):
    """The owner's own vote of the coming day is void, in secret (CLA-77): from `least` targets on, or from that
    `share` of the living on."""

    step: str = "votes"
    least: int = 1
    share: float = 0.0
    counts: Counts = Counts.ORDER

    def apply(self, act: "Act", board: "Board") -> None:
        enough = len(act.targets) >= self.least and len(act.targets) >= self.share * len(board.alive_at_start)
        if enough and is_double(act, board, self.counts):
            board.take_vote(act.owner, days=1, rule=self.rule, by=act.owner, public=False)
