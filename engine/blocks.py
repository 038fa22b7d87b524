"""Which blocks hold: a chain is settled from those that nothing strikes, a ring by a small table of the ruleset.

`label_blocks` is the procedure of STY-122 and NEW-48; `carry_out_blocks` the step that annuls what they strike.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.acts import Act
from engine.events import EventKind

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["BlockRules", "Labels", "Priority", "Ring", "annul", "carry_out_blocks", "label_blocks", "strikes"]


class Ring(StrEnum):
    """What becomes of blocks that strike one another in a circle: all hold and all are struck, or none holds."""

    HOLD = "hold"
    ANNUL = "annul"


@dataclass(frozen=True, slots=True, kw_only=True)
class Priority:
    """Of two blockers the `winner` is not struck by the `loser`: when they aim at each other, or `always`."""

    winner: tuple[str, ...]
    loser: tuple[str, ...]
    rule: str
    always: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRules:
    """How the blocks of a ruleset meet. `rule`: of a ring."""

    rule: str = ""
    ring: Ring = Ring.HOLD
    priorities: tuple[Priority, ...] = ()


@dataclass(frozen=True, slots=True)
class Labels:
    """`holding`: the blocks that take place; `struck`: block → a block that strikes it (a ring's member is in both)."""

    holding: tuple[Act, ...]
    struck: tuple[tuple[Act, Act], ...]
    rings: tuple[Act, ...] = ()


Strikes = Callable[[Act, Act], bool]


def strikes(block: Act, other: Act) -> bool:
    """Whether a block, if it holds, annuls the other act: it aims at a seat that is answerable for it."""
    return block is not other and any(seat in block.targets for seat in other.answerable)


def label_blocks(blocks: Sequence[Act], hits: Strikes, ring: Ring) -> Labels:
    """Of a chain the first holds, the second is annulled, the third holds; what is left is a ring.

    A block that only hangs on a ring is labelled after it.
    """
    strikers = {id(block): [other for other in blocks if hits(other, block)] for block in blocks}
    holding: list[Act] = []
    struck: list[tuple[Act, Act]] = []
    rings: list[Act] = []
    undecided = list(blocks)
    while undecided:
        done = []
        for block in undecided:
            alive = [other for other in strikers[id(block)] if not _among(other, [act for act, _ in struck])]
            holder = next((other for other in alive if _among(other, holding)), None)
            if holder is not None:
                struck.append((block, holder))
                done.append(block)
            elif not alive:
                holding.append(block)
                done.append(block)
        if not done:
            done = _ring_members(undecided, strikers)
            for block in done:
                by = next(other for other in strikers[id(block)] if _among(other, done))
                struck_entry = (block, by)
                rings.append(block)
                if ring is Ring.HOLD:
                    holding.append(block)
                struck.append(struck_entry)
        undecided = [block for block in undecided if not _among(block, done)]
    return Labels(tuple(holding), tuple(struck), tuple(rings))


def _among(act: Act, acts: Sequence[Act]) -> bool:
    return any(act is other for other in acts)


def _ring_members(undecided: Sequence[Act], strikers: dict[int, list[Act]]) -> list[Act]:
    """The undecided blocks that lie on a circle: those that reach themselves by strikes among the undecided."""
    members = []
    for block in undecided:
        seen: list[Act] = []
        ahead = [other for other in strikers[id(block)] if _among(other, undecided)]
        while ahead:
            other = ahead.pop()
            if _among(other, seen):
                continue
            seen.append(other)
            ahead += [each for each in strikers[id(other)] if _among(each, undecided)]
        if _among(block, seen):
            members.append(block)
    return members


def annul(board: "Board", act: Act, by: Act, rule: str) -> None:
    """The act does not take place, because of a block; whose act it was is `blocked`."""
    act.annulled_by = rule
    board.log(EventKind.BLOCKED, rule, act.owner, by=by.owner, what=act.action, entry=act.entry)


def carry_out_blocks(board: "Board", is_block: Callable[[Act], bool], rule_of: Callable[[Act], str]) -> None:
    """Label the blocks among the standing acts and annul what those that hold strike."""
    rules = board.ruleset.blocks
    blocks = [act for act in board.standing_acts() if is_block(act)]

    def hits(block: Act, other: Act) -> bool:
        return strikes(block, other) and not any(_yields(board, rule, block, other) for rule in rules.priorities)

    labels = label_blocks(blocks, hits, rules.ring)
    for block, striker in labels.struck:
        if _among(block, labels.holding):
            board.log(
                EventKind.BLOCKED, rules.rule, block.owner, by=striker.owner, what=block.action, entry=block.entry
            )
        else:
            yielding = (each.rule for each in rules.priorities if _yields(board, each, block, striker))
            ring = rules.rule if _among(block, labels.rings) else None
            annul(board, block, striker, ring or next(yielding, rule_of(striker)))
    for act in board.standing_acts():
        holder = None if is_block(act) else next((each for each in labels.holding if strikes(each, act)), None)
        if holder is not None:
            annul(board, act, holder, rule_of(holder))


def _yields(board: "Board", priority: Priority, block: Act, other: Act) -> bool:
    """Whether the block, a loser's, does not strike the other, a winner's."""
    return (
        board.role(block.owner) in priority.loser
        and board.role(other.owner) in priority.winner
        and (priority.always or strikes(other, block))
    )
