"""Votes whose words name several players, given to the one of them who is still in the game.

In: the votes of a day as they were read, the state before it, what the host did in it. Out: the votes, those for the
only one who can be meant made his. A part of a name means no dead player while it may mean a living one; a whole name
does.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engine.record import ChoiceEntry
from engine.state import State
from tally.count.counting import CastVote

__all__ = ["mean_the_living"]

_REMOVALS = ("modkill", "kill")
_RETURN = "revive"


def mean_the_living(
    votes: Sequence[CastVote], before: State, choices: Sequence[ChoiceEntry] = ()
) -> tuple[CastVote, ...]:
    """The votes, each for whom it can mean. `choices`: the host's operations of the day, with the names of that day."""
    if not any(vote.may_mean for vote in votes):
        return tuple(votes)
    players = _Players(before, choices)
    return tuple(_settled(vote, players) if vote.may_mean else vote for vote in votes)


def _settled(vote: CastVote, players: "_Players") -> CastVote:
    at = vote.entry.at
    doubt = vote.entry.unclear
    others = (vote.entry.on,) if doubt is None else doubt.candidates
    living = [each for each in vote.may_mean if players.lives(each.on, at)]
    if len(living) != 1 or any(players.lives(name, at) for name in others if name != living[0].on):
        return vote
    return replace(vote, entry=living[0])


class _Players:
    """Who is in the game at a moment of the day."""

    def __init__(self, before: State, choices: Sequence[ChoiceEntry]) -> None:
        self._seats = before.seats
        named = {seat.name: id_ for id_, seat in before.seats.items()}
        self._moved = [
            (choice.at, choice.do == _RETURN, {named.get(name, name) for name in choice.on})
            for choice in choices
            if choice.at is not None and choice.do in (*_REMOVALS, _RETURN)
        ]

    def lives(self, name: str, at: datetime | None) -> bool:
        seat = self._seats.get(name)
        if seat is None or not seat.entered:
            return False
        moved = [(when, lives) for when, lives, names in self._moved if name in names and (at is None or when <= at)]
        return max(moved)[1] if moved else seat.alive
