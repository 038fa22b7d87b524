"""A day played by one combination of readings of its unclear votes after another.

In: a course, a day and its open marks. Out: what each combination comes to, and which marks cannot matter.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from engine.moments import PhaseId
from engine.outcome import PhaseOutcome, host_view, view_as_json
from engine.record import Source, VoteEntry
from engine.replaced import OpenVotes, find_replaced
from engine.state import State
from tally.count.counting import CastVote
from tally.count.host_words import PostKey, Ruling, apply_ruling
from tally.play.course import Course
from tally.play.open_marks import OpenMark, post_key, refused_sources, with_ruling

__all__ = ["Comes", "TriedDay"]

_MOST_OF_A_POST = 400
"""So many combinations of the readings of one post are looked at."""

# how a day stands is no result of it
_TABLES = ("votes", "scores", "against", "defence", "rejected", "missing", "nominated")


@dataclass(frozen=True, slots=True)
class Comes:
    """What a day comes to: who is executed, who else dies, between whom the host would have to decide."""

    executed: tuple[str, ...]
    dead: tuple[str, ...]
    tie: tuple[str, ...]


class TriedDay:
    """The day played by one combination of readings after another; results that are alike have one number.

    `may_be_late`: unclear votes beside these that came after the vote that ended the day; `freed` are those of them
    that by some combination tried so far did not.
    """

    def __init__(
        self,
        course: Course,
        day: PhaseId,
        before: State,
        cast: Sequence[CastVote],
        marks: Sequence[OpenMark],
        may_be_late: frozenset[Source] = frozenset(),
    ) -> None:
        self._course = course
        self._day = day
        self._before = before
        self._cast = cast
        self._marks = marks
        self._may_be_late = may_be_late
        self.freed: frozenset[Source] = frozenset()
        self._by_post: dict[PostKey, list[int]] = {}
        for place, mark in enumerate(marks):
            self._by_post.setdefault(mark.post, []).append(place)
        self._results: list[tuple[Mapping[str, Any], State]] = []
        self._comes: list[Comes] = []
        self._read: dict[tuple[PostKey, tuple[int, ...]], tuple[CastVote, ...]] = {}

    def result(self, chosen: Sequence[int]) -> int:
        """The number of the result of one combination: for each mark which of its rulings."""
        votes: list[CastVote] = []
        done: set[PostKey] = set()
        for vote in self._cast:
            key = post_key(vote)
            if key not in self._by_post:
                votes.append(vote)
            elif key not in done:
                done.add(key)
                votes += self._votes_of(key, tuple(chosen[place] for place in self._by_post[key]))
        return self._number(votes)

    def left_open(self) -> int:
        """The number of the result with all of them left open."""
        return self._number(self._cast)

    def comes(self, results: Iterable[int]) -> tuple[Comes, ...]:
        """What these results are, each once."""
        return tuple(dict.fromkeys(self._comes[number] for number in results))

    def settled(self) -> frozenset[int]:
        """The marks that cannot matter, whatever they and the others say: their authors replaced them in time."""
        rulings = [prod(len(self._marks[place].rulings) for place in places) for places in self._by_post.values()]
        if max(rulings) > _MOST_OF_A_POST:
            return frozenset()
        known = self._course.phase_of_votes(self._day, self._cast, self._before)
        keys = {vote.entry.source: key for vote in self._cast if (key := post_key(vote)) in self._by_post}
        certain: list[VoteEntry] = []
        places: dict[PostKey, int] = {}
        for entry in known.votes:
            if entry.source in keys:
                places.setdefault(keys[entry.source], len(certain))
            else:
                certain.append(entry)
        posts = tuple(places)
        if len(posts) < len(self._by_post):
            return frozenset()
        opened = tuple(OpenVotes(places[key], self._ways(key)) for key in posts)
        outcome, _after = self._course.play_on(known, self._before)
        dated = replace(self._before, calendar=self._course.calendar(self._day))
        phase = replace(known, votes=tuple(certain))
        found = find_replaced(self._course.rules, dated, phase, opened, refused_sources(outcome))
        return frozenset(place for number in found for place in self._by_post[posts[number]])

    def _ways(self, key: PostKey) -> tuple[tuple[VoteEntry, ...], ...]:
        """What the engine would be given of a post by each combination of rulings on its marks."""
        choices = product(*(range(len(self._marks[place].rulings)) for place in self._by_post[key]))
        found = (self._votes_of(key, chosen) for chosen in choices)
        phases = (self._course.phase_of_votes(self._day, votes, self._before) for votes in found)
        return tuple(dict.fromkeys(phase.votes for phase in phases))

    def _votes_of(self, key: PostKey, chosen: tuple[int, ...]) -> tuple[CastVote, ...]:
        """The votes of a post, read by the chosen rulings on its marks; they keep their places in the day."""
        if (key, chosen) not in self._read:
            marks = [self._marks[place] for place in self._by_post[key]]
            rulings = [mark.rulings[number] for mark, number in zip(marks, chosen, strict=True)]
            self._read[key, chosen] = self._read_by(marks, rulings)
        return self._read[key, chosen]

    def _read_by(self, marks: Sequence[OpenMark], rulings: Sequence[Ruling]) -> tuple[CastVote, ...]:
        first = marks[0].vote
        if first.post is None:
            entry = apply_ruling(first.entry, rulings[0])
            return () if rulings[0].ignored else (replace(first, entry=entry),)
        words = self._course.words
        for mark, ruling in zip(marks, rulings, strict=True):
            words = with_ruling(words, mark, ruling)
        sources = {vote.mark.number: vote.entry.source for vote in self._cast if vote.post is first.post and vote.mark}
        return tuple(
            replace(vote, entry=replace(vote.entry, source=sources[vote.mark.number]))
            for vote in self._course.read_again(self._day, first.post, words)
            if vote.mark is not None and vote.mark.number in sources
        )

    def _number(self, votes: Sequence[CastVote]) -> int:
        phase = self._course.phase_of_votes(self._day, votes, self._before)
        outcome, after = self._course.play_on(phase, self._before)
        self.freed |= self._may_be_late - refused_sources(outcome)
        result = (_results(outcome), replace(after, votes={}))
        if result not in self._results:
            view = host_view(outcome)
            ties = next((each.among for each in view.awaits if each.what == "tie"), ())
            dead = tuple(name for name in view.dead if name not in view.executed)
            self._results.append(result)
            self._comes.append(Comes(view.executed, dead, ties))
        return self._results.index(result)


def _results(outcome: PhaseOutcome) -> dict[str, Any]:
    """All that came of the day but its tables."""
    told = view_as_json(host_view(outcome))
    tables = {*_TABLES, *(f"{count.prefix}{key}" for count in outcome.counts for key in _TABLES)}
    found = {key: value for key, value in told.items() if key not in tables}
    found["awaits"] = [each for each in told.get("awaits", ()) if each["what"] != "unclear"]
    return found
