"""Where a count of votes that somebody posted says two things that cannot both be.

In: the posted count, read, and of whom it may well tell another number than that of his voters. Out: what contradicts.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tally.count.posted_count import PostedCount

__all__ = ["Contradiction", "What", "find_contradictions"]


class What(StrEnum):
    """What a count says twice, and not alike."""

    SILENT_VOTER = "silent-voter"  # somebody who votes is listed as not voting
    TWO_VOTES = "two-votes"  # a voter stands in two places
    TOTAL = "total"  # another number of votes than of voters
    SILENT = "silent"  # another number of those who do not vote than of names


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`player`: the voter or the candidate; `on`: for whom the voter stands there; `told` and `listed`: the numbers."""

    what: What
    player: str | None = None
    on: tuple[str, ...] = ()
    told: int | None = None
    listed: int | None = None


def find_contradictions(count: PostedCount, weighed: Collection[str] = ()) -> tuple[Contradiction, ...]:
    """In the order of the count. `weighed`: candidates whose number is not that of their voters, by the rules."""
    return (*_of_totals(count, weighed), *_of_voters(count), *_of_the_silent(count))


def _of_totals(count: PostedCount, weighed: Collection[str]) -> Iterator[Contradiction]:
    for name, row in count.by_target.items():
        # with two colours the one number is a difference; voters who were not understood may be the missing ones
        plain = row.against is None and row.defence is None and not any(vote.colour for vote in row.votes)
        if name in weighed or not plain or not row.votes or row.unread:
            continue
        if row.total is not None and row.total != len(row.votes):
            yield Contradiction(What.TOTAL, name, told=row.total, listed=len(row.votes))


def _of_voters(count: PostedCount) -> Iterator[Contradiction]:
    given: dict[tuple[str, str | None], list[str]] = {}
    for name, row in count.by_target.items():
        for vote in row.votes:
            given.setdefault((vote.by, vote.colour), []).append(name)
    for (voter, _colour), names in given.items():
        if len(names) > 1:
            yield Contradiction(What.TWO_VOTES, voter, tuple(names))
    for voter in count.not_voting or ():
        names = [name for (by, _colour), on in given.items() if by == voter for name in on]
        if names:
            yield Contradiction(What.SILENT_VOTER, voter, tuple(names))


def _of_the_silent(count: PostedCount) -> Iterator[Contradiction]:
    if count.not_voting and count.silent is not None and count.silent != len(count.not_voting) and not count.unread:
        yield Contradiction(What.SILENT, told=count.silent, listed=len(count.not_voting))
