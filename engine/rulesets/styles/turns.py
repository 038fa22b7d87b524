"""Redirections, jams and blocks of one night: the step `blocks` (STY-120 … STY-125).

Of blocks that are not mutual each takes place (STY-121). All is gone through twice: once with the orders as sent, to
see which redirections take place, then with what these have turned. A jam turns what the jammed player does into plain
blocks, that stand and fall with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from engine.abilities.base import Ability, Who
from engine.abilities.blocks import Block, is_block
from engine.acts import Act
from engine.blocks import annul, strikes
from engine.events import EventKind
from engine.rulesets.styles.lineup import MAFIA, TOWN, has_night_action

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["turn_and_block"]

JAM = "jam"
REDIRECT = "redirect"
RING = "STY-123"
PLAIN_BLOCK = Ability(
    action="block",
    name="блок",
    rule="STY-125",
    who=Who(),
    visits=False,
    effects=(Block(rule="STY-125", step="blocks"),),
)


class _Label(Enum):
    UNDECIDED = "undecided"
    HOLDS = "holds"
    ANNULLED = "annulled"


@dataclass(slots=True, eq=False)
class _Node:
    """A block: one that was sent, or (with `turned`) the plain one that `jams` make of what a jammed player does.

    `by`: the block that strikes it, where it is annulled or in a ring.
    """

    block: Act
    turned: Act | None = None
    jams: tuple[Act, ...] = ()
    label: _Label = _Label.UNDECIDED
    by: "_Node | None" = None
    in_ring: bool = False

    @property
    def act(self) -> Act:
        """The order that it comes from."""
        return self.turned or self.block


def turn_and_block(board: "Board") -> None:
    """The procedure: with the orders as sent first (STY-124), then with those that the redirections have changed."""
    redirections = [act for act in board.put.acts if act.action == REDIRECT]
    as_sent = _label(board, free=())
    free = []
    for redirection in redirections:
        striker = next((node for node in as_sent if _holds(node) and _strikes(node.block, redirection, board)), None)
        if striker is None:
            free.append(redirection)
        else:
            annul(board, redirection, striker.block, striker.block.ability.rule)
    for redirection in free:
        _redirect(board, redirection)
    _carry_out(board, _label(board, free), free)


def _redirect(board: "Board", redirection: Act) -> None:
    """What the first named does is done to the second instead: of two targets the first (STY-71, STY-72)."""
    actor, place = redirection.targets
    for act in board.standing_acts():
        if actor in act.answerable and act.targets and act.action != REDIRECT:
            act.targets = (place, *act.targets[1:])
            board.log(EventKind.TURNED, "STY-71", act.owner, by=redirection.owner, value=act.targets, entry=act.entry)


def _strikes(block: Act, act: Act, board: "Board") -> bool:
    """Whether the block, if it holds, annuls the act; a jam is nothing to a player without a night action (STY-112)."""
    return strikes(block, act) and (block.action != JAM or has_night_action(block.targets[0], board))


# The blocks, and who strikes whom.


def _label(board: "Board", free: Sequence[Act]) -> list[_Node]:
    """All blocks with their labels. The redirections that take place (`free`) are beyond blocks and jams."""
    acts = [act for act in board.put.acts if not _is_among(act, free)]
    nodes = [_Node(act) for act in acts if act.stands and is_block(act)]
    if board.ruleset.values["badboy_block"] == "convert":
        nodes += _turned(board, acts)
    strikers = {id(node): [other for other in nodes if _hits(other, node, board)] for node in nodes}
    while _decide(nodes, strikers) or _settle_ring(nodes, strikers):
        pass
    return nodes


def _turned(board: "Board", acts: Sequence[Act]) -> list[_Node]:
    """The plain blocks on the targets of what jammed players do (STY-109, STY-125).

    None is made of a block on the bad boy himself: the two are a ring as they were sent (STY-123). None either of
    anything else on him where only his own block takes place (D32).
    """
    jams = [act for act in acts if act.action == JAM and act.stands]
    only_his = board.ruleset.values["ring"] == "maniac"
    made = []
    for act in acts:
        striking = tuple(jam for jam in jams if _strikes(jam, act, board))
        mutual = [jam for jam in striking if jam.owner in act.targets]
        if not striking or not act.targets or (mutual and (is_block(act) or only_his)):
            continue
        order = replace(act.order, ability=PLAIN_BLOCK)
        made.append(_Node(Act(order, act.owner, act.targets, act.answerable), act, striking))
    return made


def _hits(block: _Node, node: _Node, board: "Board") -> bool:
    """Whether the block strikes the other as far as blocks are concerned."""
    if block.act is node.act or _is_among(block.block, node.jams):
        return False
    return _strikes(block.block, node.block, board) and not _yields(block, node, board)


def _yields(block: _Node, node: _Node, board: "Board") -> bool:
    """Of two who block each other the town's yields to the mafia's (STY-120); with `ring = "maniac"` any other to the
    bad boy's (D32)."""
    if not _strikes(node.block, block.block, board):
        return False
    if node.block.action == JAM:
        return board.ruleset.values["ring"] == "maniac" and block.block.action != JAM
    return board.side(block.block.owner) == TOWN and board.side(node.block.owner) == MAFIA


# Labels (STY-122) and rings (STY-123).


def _decide(nodes: Sequence[_Node], strikers: dict[int, list[_Node]]) -> bool:
    """Label what can be labelled: a chain from its free end. Whether anything was."""
    decided = False
    for node in nodes:
        if node.label is not _Label.UNDECIDED:
            continue
        jams = [other.label for other in nodes if _is_among(other.block, node.jams)]
        holder = next((other for other in strikers[id(node)] if _holds(other)), None)
        if holder is not None or (jams and all(label is _Label.ANNULLED for label in jams)):
            node.label, node.by = _Label.ANNULLED, holder
        elif all(other.label is _Label.ANNULLED for other in strikers[id(node)]) and (not jams or _Label.HOLDS in jams):
            node.label = _Label.HOLDS
        decided |= node.label is not _Label.UNDECIDED
    return decided


def _settle_ring(nodes: Sequence[_Node], strikers: dict[int, list[_Node]]) -> bool:
    """Let the undecided blocks hold that lie on a circle, all at once. Whether there are any."""
    undecided = [node for node in nodes if node.label is _Label.UNDECIDED]
    before = {
        id(node): [
            other
            for other in undecided
            if any(other is each for each in strikers[id(node)]) or _is_among(other.block, node.jams)
        ]
        for node in undecided
    }
    ring = [node for node in undecided if _reaches_itself(node, before)]
    for node in ring:
        node.label, node.in_ring = _Label.HOLDS, True
        node.by = next(other for other in before[id(node)] if any(other is each for each in ring))
    return bool(ring)


def _reaches_itself(node: _Node, before: dict[int, list[_Node]]) -> bool:
    seen: list[_Node] = []
    ahead = list(before[id(node)])
    while ahead:
        other = ahead.pop()
        if not any(other is each for each in seen):
            seen.append(other)
            ahead += before[id(other)]
    return any(node is each for each in seen)


def _holds(node: _Node) -> bool:
    return node.label is _Label.HOLDS


def _is_among(act: Act, acts: Sequence[Act]) -> bool:
    return any(act is other for other in acts)


# What comes of it.


def _carry_out(board: "Board", nodes: Sequence[_Node], free: Sequence[Act]) -> None:
    """Annul what the blocks that hold strike. A ring's members are blocked, and what they sent as blocks holds."""
    holding = [node for node in nodes if _holds(node)]
    sent = {id(node.block): node for node in nodes if node.turned is None}
    for act in board.standing_acts():
        node = sent.get(id(act))
        if node is not None:
            if node.in_ring and node.by is not None:
                board.log(EventKind.BLOCKED, RING, act.owner, by=node.by.act.owner, what=act.action, entry=act.entry)
            elif node.by is not None:
                annul(board, act, node.by.block, node.by.block.ability.rule)
        elif not _is_among(act, free):
            striker = next((each for each in holding if _strikes(each.block, act, board)), None)
            if striker is not None:
                annul(board, act, striker.block, RING if striker.in_ring else striker.block.ability.rule)
