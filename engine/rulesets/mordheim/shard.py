"""The shard of the Chaos stone: one for the gang, one for the werewolf; it makes one kill certain (MOR-73)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Limit, Refusal
from engine.board import Attack

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = ["SHARD", "ShardKill", "ShardLimit", "spend_annulled_shards"]

SHARD = "shard"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardLimit(Limit):
    """The shard is used once a game: that of the `team` by any of its members, that of a loner by himself."""

    team: str | None = None

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if order.entry.item == SHARD and _spender(self.team, order.owner) in board.before.notes.get(SHARD, ()):
            yield Refusal("no-uses-left", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardKill(Effect):
    """An attack; with the shard nothing stops it, and the shard is spent (MOR-73)."""

    step: str = "attacks"
    cause: str
    team: str | None = None

    def apply(self, act: "Act", board: "Board") -> None:
        with_shard = act.entry.item == SHARD
        for target in act.targets:
            board.attack(Attack(target, self.cause, self.rule, act.owner, act, certain=with_shard))
        if with_shard:
            self.spend(act, board)

    def spend(self, act: "Act", board: "Board") -> None:
        """The shard is used up from the next phase on."""
        board.notes[SHARD] = (*board.notes.get(SHARD, ()), _spender(self.team, act.owner))


def spend_annulled_shards(board: "Board") -> None:
    """With `shard_spent_if_blocked` a kill that a block annulled uses the shard up as well (D-22)."""
    if not board.ruleset.values["shard_spent_if_blocked"]:
        return
    for act in board.put.acts:
        if act.stands or act.entry.item != SHARD:
            continue
        for effect in act.ability.effects:
            if isinstance(effect, ShardKill) and not _is_replaced(act, effect.team, board):
                effect.spend(act, board)


def _is_replaced(act: "Act", team: str | None, board: "Board") -> bool:
    """Whether a later message for the same kill, or one that takes it back, stands in the place of this one."""
    return any(
        other.order.place > act.order.place
        and other.ability.channel == act.ability.channel
        and _spender(team, other.owner) == _spender(team, act.owner)
        for other in board.put.acts
    )


def _spender(team: str | None, owner: str) -> str:
    return owner if team is None else f"team:{team}"
