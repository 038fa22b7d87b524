"""All the votes of one post, in its order: coloured and other marks, words and signs for a colour, lines that say it.

Each way of writing has its own reader; here they are joined, doubled ones made one, and it is decided which of several
stands.
"""

from collections.abc import Iterable
from dataclasses import replace

from parsers.page import Form, Post
from tally.names import CERTAIN, NameIndex
from tally.reading.dialect import Dialect, Several
from tally.reading.lines import read_lines
from tally.reading.marks import read_marks
from tally.reading.target import Accept, Reader
from tally.reading.votes import Doubt, FoundVote, VoteKind
from tally.reading.words import read_words

__all__ = ["read_votes"]

_ONE_OF_SEVERAL = (VoteKind.VOTE, VoteKind.UNVOTE)


def read_votes(
    post: Post, index: NameIndex, dialect: Dialect, *, accept: Accept = CERTAIN, votes_only: bool = False
) -> tuple[FoundVote, ...]:
    """The votes of a post, in its order; the unclear, and the marks that are none (`VoteKind.NONE`), among them.

    `accept`: the grades of a match that count. `votes_only`: the thread is one for votes alone, where a nick on a line
    of its own is a vote whatever the dialect says. Never raises.
    """
    by = Reader(index, dialect, accept)
    found = read_marks(post, by)
    if Form.WORD in by.dialect.forms or Form.EMOJI in by.dialect.forms:
        found += _unseen(read_words(post, by), found)
    if Form.PLAIN in by.dialect.forms:
        found += _unseen(read_lines(post, by, votes_only=votes_only), found)
    found.sort(key=lambda vote: (vote.start, vote.end))
    return tuple(_decide(_once(found), by))


def _unseen(votes: Iterable[FoundVote], seen: list[FoundVote]) -> list[FoundVote]:
    """Those whose words no other reader has read already as a vote."""
    taken = [(vote.start, vote.end) for vote in seen if vote.kind is not VoteKind.NONE]
    return [vote for vote in votes if not any(vote.start < end and start < vote.end for start, end in taken)]


def _once(found: list[FoundVote]) -> list[FoundVote]:
    """Several marks for one player in one colour, of one moment, are one vote: the first."""
    seen: set[tuple[object, ...]] = set()
    kept: list[FoundVote] = []
    for vote in found:
        key = (vote.kind, vote.colour, vote.on, vote.time)
        if vote.on is not None and not vote.unclear and key in seen and _still_last(kept, vote):
            continue
        seen.add(key)
        kept.append(vote)
    return kept


def _still_last(kept: list[FoundVote], vote: FoundVote) -> bool:
    last = next((one for one in reversed(kept) if one.kind in _ONE_OF_SEVERAL), None)
    return last is None or (last.on, last.colour) == (vote.on, vote.colour)


def _meaning(vote: FoundVote) -> tuple[object, ...]:
    return vote.kind, vote.on, vote.colour, vote.why, vote.candidates


def _decide(found: list[FoundVote], by: Reader) -> list[FoundVote]:
    """Which of several votes of one moment stands."""
    rivals: dict[tuple[object, ...], list[int]] = {}
    for place, vote in enumerate(found):
        if vote.kind in _ONE_OF_SEVERAL:
            rivals.setdefault((vote.time, vote.colour if by.dialect.per_colour else None), []).append(place)
    decided = list(found)
    for places in rivals.values():
        if len({_meaning(found[place]) for place in places}) < 2:
            continue
        for place in places[:-1]:
            decided[place] = replace(found[place], superseded=True)
        votes = [place for place in places if found[place].kind is VoteKind.VOTE]
        if by.dialect.several is Several.LAST or len(votes) < 2:
            continue
        for place in votes:
            if by.dialect.several is Several.UNCLEAR:
                decided[place] = replace(found[place], why=found[place].why or Doubt.SEVERAL_MARKS, superseded=False)
            else:
                decided[place] = replace(found[place], kind=VoteKind.NONE, why=Doubt.SEVERAL_MARKS, superseded=False)
    return decided
