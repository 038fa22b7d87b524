"""Missed votes: counted over the game, a modkill when there are too many, forgiven to whoever takes a seat over."""

from typing import TYPE_CHECKING

from engine.board import Attack
from engine.record import HOST

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["count_missed_votes", "forgive_the_replaced"]

MISSED = "missed-votes"


def count_missed_votes(board: "Board") -> None:
    """After the execution: who has missed too many votes dies, or is flagged for the host (CAS-35, CAS-44, D-10)."""
    missed = dict(board.notes.get(MISSED, {}))
    leaving = _replaced(board)
    flagged = []
    for seat in board.put.host_counts[0].missing:
        missed[seat] = missed.get(seat, 0) + 1
        if missed[seat] < board.ruleset.values["modkill_after"] or seat in leaving or not board.is_alive(seat):
            continue
        if board.ruleset.values["modkill"] == "auto":
            board.attack(Attack(seat, "modkill", "CAS-44", certain=True))
        else:
            flagged.append(board.name(seat))
    board.notes[MISSED] = missed
    if flagged:
        board.put.extras["flagged"] = sorted(flagged)


def forgive_the_replaced(board: "Board") -> None:
    """For whoever enters the misses begin at 0 (CAS-12, D-37)."""
    leaving = _replaced(board)
    missed = board.notes.get(MISSED, {})
    board.notes[MISSED] = {seat: count for seat, count in missed.items() if seat not in leaving}


def _replaced(board: "Board") -> frozenset[str]:
    """The seats that somebody else takes over after this phase."""
    leaving = [
        board.find(choice.on[0]) for choice in board.phase.choices if choice.by == HOST and choice.do == "replace"
    ]
    return frozenset(seat for seat in leaving if seat is not None)
