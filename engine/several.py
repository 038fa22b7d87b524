"""Several votes of one voter in one post: which of them is his vote (GEN-27)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from engine.polls import Poll, Several, Votes
from engine.record import Colour, Unclear, VoteEntry

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["Sorted", "sort_posts"]

WHY = "several-marks"


@dataclass(frozen=True, slots=True)
class Sorted:
    """The entries that are taken, in their order, each with its place; those that another one of the post replaces;
    and those of posts where none is taken."""

    entries: tuple[tuple[int, VoteEntry], ...]
    superseded: tuple[VoteEntry, ...]
    refused: tuple[tuple[int, VoteEntry], ...]


def sort_posts(board: "Board", poll: Poll, entries: Sequence[VoteEntry]) -> Sorted:
    """Sort the entries of a day by what the poll does with several votes of one post."""
    groups: dict[tuple[str, str, datetime | None, bool], list[int]] = {}
    for place, entry in enumerate(entries):
        voter, post = board.find(entry.by), entry.source.post
        if poll.several is not None and entry.kind is poll.kind and voter is not None and post is not None:
            in_defence = poll.votes is Votes.PER_COLOUR and entry.colour is Colour.BLUE
            # what the forum merged into a post has a time of its own, and is a post of its own
            groups.setdefault((voter, post, entry.at, in_defence), []).append(place)
    taken: dict[int, VoteEntry] = dict(enumerate(entries))
    refused: list[tuple[int, VoteEntry]] = []
    superseded: list[VoteEntry] = []
    for places in groups.values():
        votes = [entries[place] for place in places]
        differ = len({_said(board, vote) for vote in votes}) > 1
        if len(votes) == 1:
            continue
        for place in places if differ and poll.several is Several.NONE else places[:-1]:
            del taken[place]
            if differ and poll.several is Several.NONE:
                refused.append((place, entries[place]))
            else:
                superseded.append(entries[place])
        if differ and poll.several is Several.UNCLEAR:
            taken[places[-1]] = replace(votes[-1], unclear=_unclear(board, votes))
    return Sorted(tuple(sorted(taken.items())), tuple(superseded), tuple(refused))


def _said(board: "Board", vote: VoteEntry) -> tuple[str, bool]:
    return board.find_target(vote.on) or vote.on, vote.colour is Colour.BLUE


def _unclear(board: "Board", votes: Iterable[VoteEntry]) -> Unclear:
    names = dict.fromkeys(vote.on for vote in votes)
    candidates = (board.name(seat) for name in names if (seat := board.find_target(name)) is not None)
    return Unclear(", ".join(names), WHY, tuple(sorted(set(candidates))))
