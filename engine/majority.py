"""The majority of a day: how many votes it takes, who has it, whether all ask to close the day (GEN-31 to GEN-35)."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from engine.ballots import is_silenced, lives_at
from engine.count import Needed, Standing
from engine.polls import Accept, Poll, Share

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["all_ask_to_close", "holders_of_majority", "is_marked", "tell_needed", "votes_needed"]


def votes_needed(board: "Board", poll: Poll, candidate: str, at: datetime | None) -> int:
    """How many votes are a majority for this candidate among those who live at that moment (None: at the end)."""
    return _needed_of(board, poll, candidate, len(_living(board, at)))


def tell_needed(board: "Board", poll: Poll, at: datetime | None) -> Needed:
    """What a majority is among those who live at that moment (None: at the end)."""
    living = _living(board, at)
    usual = len(living) // 2 + 1
    nobody = (poll.abstention,) if poll.abstention and poll.abstention_votes is Accept.ACCEPT else ()
    needed = {each: _needed_of(board, poll, each, len(living)) for each in (*living, *nobody)}
    return Needed(len(living), usual, {each: votes for each, votes in needed.items() if votes != usual})


def _needed_of(board: "Board", poll: Poll, candidate: str, living: int) -> int:
    if candidate == poll.abstention:
        return (living + 1) // 2 if poll.abstention_majority is Share.HALF else living // 2 + 1
    own: int = (board.field(candidate, "threshold") or 0) if poll.thresholds is not None else 0
    return max(1, living // 2 + 1 + own)


def _living(board: "Board", at: datetime | None) -> tuple[str, ...]:
    return tuple(seat.id for seat in board.before.seats.values() if seat.entered and lives_at(board, seat.id, at))


def holders_of_majority(board: "Board", poll: Poll, scores: Mapping[str, int], at: datetime | None) -> tuple[str, ...]:
    """The candidates whose score is enough, in the order of the scores."""
    return tuple(seat for seat, score in scores.items() if score >= votes_needed(board, poll, seat, at))


def is_marked(vote: Standing, words: Iterable[str]) -> bool:
    """Whether one of the words stands beside the vote («окончательно», «досрочно»)."""
    said = vote.entry.text or ""
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said, re.IGNORECASE) for word in words)


def all_ask_to_close(board: "Board", poll: Poll, standing: Iterable[Standing], at: datetime | None) -> bool:
    """Whether everybody who may vote has given a vote marked as early, on a day that may be closed so (GEN-30d)."""
    if not 0 < poll.early_from <= board.now.cycle:
        return False
    asking = {vote.by for vote in standing if is_marked(vote, poll.early_words)}
    return all(
        seat.id in asking
        for seat in board.before.seats.values()
        if seat.entered and lives_at(board, seat.id, at) and not is_silenced(board, seat.id, at)
    )
