"""Blocks: the girl's, the blackmailer's and the joker's weaker copy; and the blocked comparisons of the day after."""

from typing import TYPE_CHECKING

from engine.abilities.blocks import is_block
from engine.blocks import Ring, annul, label_blocks, strikes
from engine.events import EventKind
from engine.moments import PhaseId
from engine.state import Status

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["block_acts", "blocked_tonight"]

GIRL, BLACKMAILER = "girl", "blackmailer"
BLOCKED = "blocked"


def block_acts(board: "Board") -> None:
    """By night what the blocks that hold annul, by day the comparisons of those who were blocked in the night before
    (CAS-63, CAS-101); with `tell_blocked` they are told (D-23)."""
    if board.now.night:
        _block_the_night(board)
    else:
        _block_comparisons(board)
    if board.ruleset.values["tell_blocked"]:
        annulled = [act for act in board.put.acts if not act.stands]
        for act in {act.owner: act for act in annulled}.values():
            board.tell(act.owner, act.owner, "blocked", "CAS-102")


def blocked_tonight(seat: str, board: "Board") -> Status | None:
    """The block of this night that holds on the seat."""
    return board.status(seat, BLOCKED, PhaseId(board.now.cycle + 1, night=False))


def _block_the_night(board: "Board") -> None:
    visits = [act for act in board.standing_acts() if is_block(act)]
    labels = label_blocks(visits, lambda block, other: _annuls(block, other, visits, board), Ring.ANNUL)
    for block, striker in labels.struck:
        annul(board, block, striker, "CAS-101")
    coming = PhaseId(board.now.cycle + 1, night=False)
    for block in labels.holding:
        for act in board.standing_acts():
            if not is_block(act) and _annuls(block, act, visits, board):
                annul(board, act, block, block.ability.rule)
        for visited in block.targets:
            board.mark(Status(visited, BLOCKED, board.now, coming, block.ability.rule, block.owner))


def _annuls(block: "Act", act: "Act", visits: "list[Act]", board: "Board") -> bool:
    return strikes(block, act) and not any(_withstands(seat, block, visits, board) for seat in block.targets)


def _withstands(visited: str, block: "Act", visits: "list[Act]", board: "Board") -> bool:
    """Whether a visit does nothing to an original blocker (CAS-76, CAS-101).

    The blackmailer withstands the girl when they visit each other, or always (D-22). A joker's copied block never
    annuls an original blocker; with `never-same-role` (D-14) it is as the role would be, but not against that role
    itself, nor against one who visits the joker, since the copy is weaker.
    """
    role = board.role(visited)
    if role not in (GIRL, BLACKMAILER):
        return False
    values = board.ruleset.values
    copied = block.entry.as_role
    mutual = any(visit.owner == visited and block.owner in visit.targets for visit in visits)
    if copied is not None and (values["copied_block"] == "never-original-blockers" or copied == role or mutual):
        return True
    by_the_girl = (copied or board.role(block.owner)) == GIRL
    return by_the_girl and role == BLACKMAILER and (mutual or values["block_priority"] == "always")


def _block_comparisons(board: "Board") -> None:
    for act in board.standing_acts():
        block = board.status(act.owner, BLOCKED)
        if act.action == "compare" and block is not None:
            act.annulled_by = block.rule
            board.log(EventKind.BLOCKED, "CAS-63", act.owner, by=block.source, what=act.action, entry=act.entry)
