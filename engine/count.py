"""A poll counted: the votes in effect, the sums, the order, what was refused.

The host's count and the town's are two types that no function mixes up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.events import Event
from engine.outcome import CountedVote
from engine.record import Colour, VoteEntry

__all__ = ["Count", "EndingVote", "HostCount", "Needed", "Standing", "TownCount"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A vote in effect. `at` orders it among the others: its place in the order of casting."""

    entry: VoteEntry
    by: str
    on: str
    colour: Colour | None
    weight: int
    rule: str
    cast: str
    place: int


@dataclass(frozen=True, slots=True)
class EndingVote:
    """The vote that ended the day at once: `on` has a majority with it; None: it was the last that asked to close the
    day. `place`: its place in the order of casting."""

    entry: VoteEntry
    place: int
    on: str | None
    rule: str

    @property
    def at(self) -> datetime | None:
        return self.entry.at


@dataclass(frozen=True, slots=True)
class Needed:
    """How many votes are a majority of so many living; `own`: the candidates for whom it is another number."""

    living: int
    votes: int
    own: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Count:
    """A poll counted. Seats throughout; `reached`: candidate → the place at which he came to his final score.

    `unclear`: the votes that wait for the host's word; `refusals`: events of the refused ones, in order of posting;
    `absent`: who has votes against himself for giving none; `majority`: who has a majority of the public weights;
    `needed`: what that is, where the poll asks for one; `ended`: the vote that ended the day at once. `with_defence`:
    there are votes in defence in this poll.
    """

    poll: str
    prefix: str
    votes: tuple[Standing, ...]
    scores: Mapping[str, int]
    against: Mapping[str, int]
    defence: Mapping[str, int]
    missing: tuple[str, ...]
    nominated: tuple[str, ...]
    reached: Mapping[str, int]
    refusals: tuple[Event, ...]
    unclear: tuple[VoteEntry, ...]
    superseded: tuple[VoteEntry, ...]
    leading: tuple[str, ...]
    absent: tuple[str, ...] = ()
    majority: tuple[str, ...] = ()
    needed: Needed | None = None
    ended: EndingVote | None = None
    tied: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    totals: bool = True
    with_colours: bool = True
    with_defence: bool = True
    with_cast: bool = False

    def named_votes(self, names: Mapping[str, str]) -> tuple[CountedVote, ...]:
        return tuple(
            CountedVote(
                by=names.get(vote.by, vote.by),
                on=names.get(vote.on, vote.on),
                colour=None if vote.colour is None else str(vote.colour),
                weight=vote.weight,
                rule=vote.rule,
                cast=vote.cast if self.with_cast else None,
                at=vote.entry.at,
                source=vote.entry.source,
            )
            for vote in self.votes
        )

    def named_scores(self, names: Mapping[str, str]) -> dict[str, int]:
        return {names.get(seat, seat): score for seat, score in self.scores.items()}

    def named_against(self, names: Mapping[str, str]) -> dict[str, int]:
        return {names.get(seat, seat): sum_ for seat, sum_ in self.against.items()} if self.with_colours else {}

    def named_defence(self, names: Mapping[str, str]) -> dict[str, int]:
        return {names.get(seat, seat): sum_ for seat, sum_ in self.defence.items()} if self.with_colours else {}

    def named_missing(self, names: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(sorted(names.get(seat, seat) for seat in self.missing))

    def named_extras(self, names: Mapping[str, str]) -> dict[str, Any]:
        """The keys of a poll beside the main one, without its prefix."""
        return {
            "votes": self.named_votes(names),
            "scores": self.named_scores(names) if self.totals else {},
            "missing": self.named_missing(names),
            "nominated": tuple(names.get(seat, seat) for seat in self.nominated),
            "tie": tuple(sorted(names.get(seat, seat) for seat in self.tied)),
        }


class HostCount(Count):
    """The count that decides: true weights, secret voids."""

    __slots__ = ()


class TownCount(Count):
    """The count that a careful reader of the thread could make: public weights, public eligibility."""

    __slots__ = ()
