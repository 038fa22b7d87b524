"""Where a count of votes that somebody posted says two things that cannot both be, or leaves somebody out.

In: the posted count, read, of whom it may well tell another number than that of his voters, and who may vote. Out: what
contradicts.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tally.count.posted_count import PostedCount

__all__ = ["Contradiction", "What", "find_contradictions"]


class What(StrEnum):
    """What a count says twice, and not alike."""

    SILENT_VOTER = "silent-voter"  # somebody who votes is listed as not voting
    TWO_VOTES = "two-votes"  # a voter stands with two candidates
    TWICE = "twice"  # a voter stands twice with one candidate
    TOTAL = "total"  # another number of votes than of voters
    SILENT = "silent"  # another number of those who do not vote than of names
    NOWHERE = "nowhere"  # players stand neither among the voters nor among those who do not vote


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`player`: the voter or the candidate; `on`: for whom the voter stands there, or who stands nowhere; `told` and
    `listed`: the numbers."""

    what: What
    player: str | None = None
    on: tuple[str, ...] = ()
    told: int | None = None
    listed: int | None = None


def find_contradictions(
    count: PostedCount, weighed: Collection[str] = (), voters: Sequence[str] = ()
) -> tuple[Contradiction, ...]:
    """In the order of the count. `weighed`: candidates whose number is not that of their voters, by the rules;
    `voters`: all who may vote."""
    nowhere = _nowhere(count, voters)
    left_out = (Contradiction(What.NOWHERE, on=nowhere),) if nowhere else ()
    silent = () if nowhere and not count.not_voting else _of_the_silent(count)
    return (*_of_totals(count, weighed), *_of_voters(count), *silent, *left_out)


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
        once = tuple(dict.fromkeys(names))
        if len(once) > 1:
            yield Contradiction(What.TWO_VOTES, voter, once)
        yield from (Contradiction(What.TWICE, voter, (name,)) for name in once if names.count(name) > 1)
    for voter in count.not_voting or ():
        chosen = tuple(dict.fromkeys(name for (by, _colour), on in given.items() if by == voter for name in on))
        if chosen:
            yield Contradiction(What.SILENT_VOTER, voter, chosen)


def _of_the_silent(count: PostedCount) -> Iterator[Contradiction]:
    # a count may give the number of them alone
    listed = count.not_voting or (() if _names_its_voters(count) else None)
    if listed is not None and count.silent is not None and count.silent != len(listed) and not count.unread:
        yield Contradiction(What.SILENT, told=count.silent, listed=len(listed))


def _nowhere(count: PostedCount, voters: Sequence[str]) -> tuple[str, ...]:
    """Who may vote and is not found in a count that has a place for everybody, and was understood whole."""
    whole = not count.unread and not any(row.unread for row in count.rows)
    if count.not_voting is None or not whole or not _names_its_voters(count):
        return ()
    found = {*count.not_voting, *(vote.by for row in count.rows for vote in row.votes)}
    return tuple(voter for voter in voters if voter not in found)


def _names_its_voters(count: PostedCount) -> bool:
    """Whether the voters of every row are named, and of some."""
    rows = count.by_target.values()
    told = (row for row in rows if row.total or row.against or row.defence)
    return any(row.votes for row in rows) and all(row.votes for row in told)
