"""The order of a night: the mirror, the lover's block and the gang's message, the werewolf's
change (MOR-90 … MOR-96)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Limit, Refusal
from engine.abilities.blocks import block_step, is_block
from engine.abilities.limits import last_night
from engine.channels import choose_late
from engine.events import Audience, EventKind
from engine.rulesets.mordheim.lineup import GANG, TEAM
from engine.rulesets.mordheim.shard import SHARD

if TYPE_CHECKING:
    from engine.acts import Act, Order
    from engine.board import Board

__all__ = [
    "ChangePatient",
    "Waits",
    "block_and_choose",
    "reflect",
    "take_the_place_of_the_gang",
]

REFLECT = "reflect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits(Limit):
    """The werewolf kills only once the gang is dead; until then: `not-yet` (MOR-96)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        yield Refusal("not-yet", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePatient(Limit):
    """Not the patient of the night before; with `doctor_skip_resets = false` not the last patient, however many nights
    ago that was (MOR-74, D-23)."""

    def refusals(self, order: "Order", board: "Board") -> Iterator[Refusal]:
        last = last_night(board, order.owner, order.ability.action)
        if not board.ruleset.values["doctor_skip_resets"]:
            last = board.before.memory(order.owner, order.ability.action).last
        if last is not None and set(order.ordered) & set(last.on):
            yield Refusal("same-target", self.rule)


def reflect(board: "Board") -> None:
    """Whatever is aimed at the mirror goes to the player it chose, but for a kill with the shard (MOR-77).

    That may be the sender himself (MOR-94); what strikes one player there together is one death (MOR-93).
    """
    for mirror, chosen in _reflections(board).items():
        for act in board.put.acts:
            if mirror not in act.targets or act.owner == mirror or act.entry.item == SHARD:
                continue
            act.targets = tuple(chosen if target == mirror else target for target in act.targets)
            board.log(EventKind.TURNED, "MOR-77", act.owner, by=mirror, value=act.targets, entry=act.entry)


def _reflections(board: "Board") -> dict[str, str]:
    """Mirror → whom it chose; with `mirror_keeps` the last choice goes on where the mirror sends none (D-25)."""
    chosen = {act.owner: act.targets[0] for act in board.standing_acts() if act.action == REFLECT}
    if board.ruleset.values["mirror_keeps"]:
        for mirror in board.living_with_role("mirror"):
            last = board.before.memory(mirror, REFLECT).last
            sent = any(act.owner == mirror and act.action == REFLECT for act in board.put.acts)
            if not sent and last is not None and board.is_alive(last.on[0]):
                chosen[mirror] = last.on[0]
    return chosen


def block_and_choose(board: "Board") -> None:
    """The lover's block, then which of the gang's messages counts: the last that nothing annulled (MOR-91)."""
    common = [act for act in board.standing_acts() if act.owner == TEAM]
    for act in common:
        # whose block annuls a message in the name of all depends on how many are visited
        act.answerable = ()
    block_step(board)
    for act in common:
        _block_common(board, act)
    choose_late(board)


def _block_common(board: "Board", act: "Act") -> None:
    """A message of the whole gang falls when all of its living members are visited, or when any is (D-31)."""
    gang = board.team(GANG)
    blocks = [each for each in board.standing_acts() if is_block(each)]
    visited = [seat for seat in gang if any(seat in block.targets for block in blocks)]
    enough = {"member": len(visited) == len(gang), "any": bool(visited), "never": False}
    if visited and enough[board.ruleset.values["lover_stops_mafia"]]:
        act.annulled_by = "MOR-91"
        for seat in visited:
            by = next(block.owner for block in blocks if seat in block.targets)
            board.log(EventKind.BLOCKED, "MOR-91", seat, by=by, what=act.action, entry=act.entry)


def take_the_place_of_the_gang(board: "Board") -> None:
    """With the last of the gang dead the werewolf takes their place; he alone is told (MOR-96)."""
    if not board.team(GANG):
        for seat in board.living_with_role("werewolf"):
            board.change_role(seat, "werewolf-mafia", "MOR-96", Audience(players=(seat,)))
