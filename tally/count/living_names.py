"""Votes whose words name several players, given to the one of them who is in the game just then.

In: the votes of a day as they were read, the state before it, what the host did in it, when each account first posted.
Out: the votes, those for the only one who can be meant made his. A part of a name means no dead player while it may
mean a living one, and nobody who is to come as a replacement; a whole name means its owner.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.operations import moments_of, operations
from engine.record import ChoiceEntry
from engine.state import State
from tally.count.counting import CastVote
from tally.folder.game import Seat, fold_name

__all__ = ["Arrivals", "mean_the_living"]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The accounts of each seat that several play, and when each was first seen to post."""

    nicks: Mapping[str, frozenset[str]]
    firsts: Mapping[str, datetime]

    @classmethod
    def of(cls, seats: Iterable[Seat], firsts: Mapping[str, datetime]) -> "Arrivals":
        """`firsts`: folded nick → the moment of its first post."""
        return cls({seat.name: frozenset(map(fold_name, seat.nicks)) for seat in seats if len(seat.nicks) > 1}, firsts)

    def is_to_come(self, seat: str, name: str, at: datetime) -> bool:
        """Whether a name is that of an account which had not posted yet, while another one of its seat had."""
        nicks, nick = self.nicks.get(seat, frozenset()), fold_name(name)
        here = {each for each in nicks if each in self.firsts and self.firsts[each] <= at}
        return nick in nicks and nick not in here and bool(here)


def mean_the_living(
    votes: Sequence[CastVote], before: State, choices: Sequence[ChoiceEntry], arrivals: Arrivals
) -> tuple[CastVote, ...]:
    """The votes, each for whom it can mean. `choices`: the host's operations of the day, with the names of that day."""
    if not any(vote.may_mean for vote in votes):
        return tuple(votes)
    players = _Players(before, choices)
    return tuple(_settled(vote, players, arrivals) if vote.may_mean else vote for vote in votes)


def _settled(vote: CastVote, players: "_Players", arrivals: Arrivals) -> CastVote:
    doubt = vote.entry.unclear
    others = (vote.entry.on,) if doubt is None else doubt.candidates
    written = () if vote.mark is None else vote.mark.found.candidates
    to_come = {each.seat for each in written if arrivals.is_to_come(each.seat, each.spelling, vote.moment)}

    def is_here(name: str) -> bool:
        return name not in to_come and players.lives(name, vote.entry.at)

    here = [each for each in vote.may_mean if is_here(each.on)]
    if len(here) != 1 or any(is_here(name) for name in others if name != here[0].on):
        return vote
    return replace(vote, entry=here[0])


class _Players:
    """Who is in the game at a moment of the day."""

    def __init__(self, before: State, choices: Sequence[ChoiceEntry]) -> None:
        self._seats = before.seats
        ids = {seat.name: id_ for id_, seat in before.seats.items()}
        self._moments = moments_of(operations(choices), lambda name: ids.get(name, name), night=False)

    def lives(self, name: str, at: datetime | None) -> bool:
        seat = self._seats.get(name)
        if seat is None or not seat.entered:
            return False
        told = self._moments.lives_at(name, at)
        return seat.alive if told is None else told
