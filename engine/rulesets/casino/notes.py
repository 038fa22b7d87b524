"""The journalists' notes: kept until the night's results, printed without their authors (CAS-65)."""

from typing import TYPE_CHECKING

from engine.events import EventKind
from engine.rulesets.casino.blocks import blocked_tonight

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["keep_notes", "print_notes"]

NOTES = "notes"


def keep_notes(board: "Board") -> None:
    """A note sent by day goes to the results of the same cycle's night."""
    board.notes[NOTES] = _sent(board)


def _sent(board: "Board") -> dict[str, str]:
    """Author → his note of this phase."""
    return {act.owner: act.entry.text for act in board.standing_acts() if act.action == "note" and act.entry.text}


def print_notes(board: "Board") -> None:
    """The last note of each author, in an order as drawn, so that it tells nothing of who they are."""
    kept: dict[str, str] = board.notes.pop(NOTES, {})
    if board.ruleset.values["block_stops_notes"]:
        kept = {author: text for author, text in kept.items() if not _stopped(author, board)}
    texts = {**kept, **_sent(board)}
    for author in board.chances.shuffled("note", tuple(texts)):
        board.announce("note", "CAS-65", value=texts[author])


def _stopped(author: str, board: "Board") -> bool:
    """Whether a block of this night stops a note sent by day (D-20)."""
    block = blocked_tonight(author, board)
    if block is not None:
        board.log(EventKind.BLOCKED, block.rule, author, by=block.source, what="note")
    return block is not None
