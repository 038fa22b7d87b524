"""Redirections, jams and blocks of one night: the procedure of STY-120 to STY-125.

Redirections on the orders as sent, then jams turn actions into blocks, then every block gets its label.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.abilities.base import Ability, Who
from engine.abilities.blocks import Block, is_block
from engine.acts import Act
from engine.blocks import Labels, Priority, annul, label_blocks, strikes
from engine.events import EventKind

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["turn_and_block"]

Targets = Mapping[int, tuple[str, ...]]

TURNED = Ability(
    action="block",
    name="блок",
    rule="STY-109",
    who=Who(),
    visits=False,
    effects=(Block(rule="STY-125", step="turns"),),
)


@dataclass(frozen=True, slots=True)
class _Turned:
    """The action of a jammed player as a plain block, as long as the jam holds."""

    block: Act
    action: Act
    jam: Act


def turn_and_block(board: "Board") -> None:
    """The step `turns`: label all with the orders as sent, let the free redirections turn them, label again."""
    redirections = [act for act in board.put.acts if act.action == "redirect"]
    first, _ = _label(board)
    free = [act for act in redirections if not _is_struck(act, first)]
    for act in redirections:
        if act not in free:
            striker = next(block for block in first.holding if strikes(block, act))
            annul(board, act, striker, striker.ability.rule)
    for redirection in free:
        _redirect(board, redirection)
    labels, turned = _label(board)
    _carry_out(board, labels, turned)


def _redirect(board: "Board", redirection: Act) -> None:
    """What the first named does is done to the second instead (STY-71, STY-72)."""
    actor, place = redirection.targets
    for act in board.standing_acts():
        if actor in act.answerable and act.targets and act.action != "redirect":
            act.targets = (place, *act.targets[1:])
            board.log(EventKind.TURNED, "STY-71", act.owner, by=redirection.owner, value=act.targets, entry=act.entry)


def _is_struck(act: Act, labels: Labels) -> bool:
    return any(strikes(block, act) for block in labels.holding)


def _label(board: "Board") -> tuple[Labels, list[_Turned]]:
    """The labels of all blocks; a jam's turned action is among them while the jam holds."""
    blocks = [act for act in board.standing_acts() if is_block(act)]
    turned = [made for jam in blocks if jam.action == "jam" for made in _turned_by(board, jam)]
    while True:
        labels = _label_with(board, blocks, turned)
        lasting = [each for each in turned if any(each.jam is block for block in labels.holding)]
        if len(lasting) == len(turned):
            return labels, turned
        turned = lasting


def _turned_by(board: "Board", jam: Act) -> list[_Turned]:
    if board.ruleset.values["badboy_block"] == "plain":
        return []
    found = []
    for act in board.standing_acts():
        mutual = is_block(act) and strikes(act, jam)
        if act is jam or act.action == "redirect" or not strikes(jam, act) or mutual:
            continue
        order = replace(act.order, ability=TURNED)
        found.append(_Turned(Act(order, act.owner, act.targets, act.answerable), act, jam))
    return found


def _label_with(board: "Board", blocks: Sequence[Act], turned: Sequence[_Turned]) -> Labels:
    made = {id(each.block): each for each in turned}

    def hits(block: Act, other: Act) -> bool:
        if not strikes(block, other):
            return False
        origin = made.get(id(other))
        if origin is not None and origin.jam is block:
            return strikes(other, block)
        source = made.get(id(block))
        if source is not None and source.action is other:
            return False
        return not any(_yields(board, priority, block, other) for priority in board.ruleset.blocks.priorities)

    return label_blocks([*blocks, *(each.block for each in turned)], hits, board.ruleset.blocks.ring)


def _yields(board: "Board", priority: Priority, block: Act, other: Act) -> bool:
    """Of a mafia's and a town's blocker who aim at each other the town's yields (STY-120)."""
    return (
        board.role(block.owner) in priority.loser
        and board.role(other.owner) in priority.winner
        and strikes(other, block)
    )


def _carry_out(board: "Board", labels: Labels, turned: Sequence[_Turned]) -> None:
    rule = board.ruleset.blocks.rule
    holding = {id(act) for act in labels.holding}
    plain = {id(each.block) for each in turned}
    for block, striker in labels.struck:
        if id(block) in holding or id(block) in plain:
            board.log(EventKind.BLOCKED, rule, block.owner, by=striker.owner, what=block.action, entry=block.entry)
        else:
            annul(board, block, striker, striker.ability.rule)
    for act in board.standing_acts():
        holder = next((block for block in labels.holding if strikes(block, act)), None)
        if holder is not None and not is_block(act) and act.action != "redirect":
            annul(board, act, holder, holder.ability.rule)
