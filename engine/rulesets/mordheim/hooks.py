"""Mordheim's own: the shard, the mirror, the companion of an executed kamikaze, the werewolf's change."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Limit, Refusal, Trait
from engine.board import Attack
from engine.channels import choose_late
from engine.events import HOST_ONLY, EventKind
from engine.reasons import ACTION_REASONS, first_refusal
from engine.record import ChoiceEntry
from engine.ruleset import Hooks

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = ["HOOKS"]

SHARD = "shard"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardLimit(Limit):
    """The shard of the team (or of the owner alone) is used once a game (MOR-73)."""

    team: str | None = None

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        if order.entry.item == SHARD and self.owner(order.owner) in board.before.notes.get(SHARD, ()):
            yield Refusal("no-uses-left", self.rule)

    def owner(self, seat: str) -> str:
        return f"team:{self.team}" if self.team is not None else seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardKill(Effect):
    """An attack; with the shard nothing stops it, and the shard is spent (MOR-73)."""

    step: str = "attacks"
    cause: str
    team: str | None = "mafia"

    def apply(self, act: "Act", board: "Board") -> None:
        with_shard = act.entry.item == SHARD
        for target in act.targets:
            board.attack(Attack(target, self.cause, self.rule, act.owner, act, certain=with_shard))
        if with_shard:
            spender = f"team:{self.team}" if self.team is not None else act.owner
            board.notes[SHARD] = (*board.notes.get(SHARD, ()), spender)


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion(Trait):
    """Executed, the seat may take another one along (MOR-60, MOR-61)."""

    causes: tuple[str, ...]

    def apply(self, seat: str, board: "Board") -> None:
        def on_death(victim: str, attacks: tuple[Attack, ...]) -> None:
            if victim != seat or not any(attack.cause in self.causes for attack in attacks):
                return
            for choice in board.phase.choices:
                if board.find(choice.by) != seat or choice.do != "take":
                    continue
                refusal = first_refusal(self._refusals(seat, choice, board), ACTION_REASONS)
                if refusal is not None:
                    board.log(EventKind.REFUSED, self.rule, seat, what=refusal.reason, audience=HOST_ONLY, entry=choice)
                    continue
                for name in choice.on:
                    board.attack(Attack(board.find(name) or name, str(board.role(seat)), self.rule, seat, certain=True))

        board.on_death.append(on_death)

    def _refusals(self, seat: str, choice: ChoiceEntry, board: "Board") -> Iterator[Refusal]:
        targets = [board.find(name) for name in choice.on]
        if len(targets) > 1:
            yield Refusal("too-many-targets", self.rule)
        if seat in targets:
            yield Refusal("self", self.rule)
        if any(target is None or not board.is_alive(target) for target in targets):
            yield Refusal("dead-target", self.rule)


def _mirror(board: "Board") -> None:
    """Whatever is aimed at the mirror goes to the player it chose, but for a kill with the shard (MOR-77)."""
    for choice in [act for act in board.put.acts if act.action == "reflect"]:
        for act in board.put.acts:
            if choice.owner not in act.targets or act is choice or act.entry.item == SHARD:
                continue
            act.targets = tuple(choice.targets[0] if target == choice.owner else target for target in act.targets)
            board.log(EventKind.TURNED, "MOR-77", act.owner, by=choice.owner, value=act.targets, entry=act.entry)


def _werewolf(board: "Board") -> None:
    """With the last of the gang dead the werewolf takes their place (MOR-96)."""
    if not board.team("mafia"):
        for seat in board.living_with_role("werewolf"):
            board.change_role(seat, "werewolf-mafia", "MOR-96", HOST_ONLY)


HOOKS = Hooks(
    effects={"shard-kill": ShardKill},
    limits={"shard": ShardLimit},
    traits={"companion": Companion},
    procedures={"mirror": _mirror, "choose": choose_late, "werewolf": _werewolf},
)
