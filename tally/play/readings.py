"""What a day comes to by every reading of its unclear votes: is the host's word needed, and on which of them.

In: the course of a game and a day of it. Out: the votes that decide, each with what its readings come to. Every reading
is a ruling as `tally rule` takes it, and is played through the engine, so that changes, lists and penalties follow.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from engine.moments import PhaseId
from engine.outcome import PhaseOutcome, host_view, view_as_json
from engine.polls import Among
from engine.record import Colour, Unclear, VoteKind
from engine.state import State
from tally.count.counting import CastVote
from tally.count.host_words import ACCOUNT_DOUBTS, HostWords, MarkPlace, PostKey, Ruling, Timing
from tally.play.course import Course
from tally.play.present_names import at_home

__all__ = ["MOST", "Comes", "OpenVote", "Readings", "Way", "read_every_way"]

MOST = 1500
"""How many combinations of readings are tried; a play takes some milliseconds."""

_SURE_REFUSALS = frozenset({"not-playing", "dead", "late", "early", "wrong-thread", "silenced"})
_NOT_ABOUT_THE_TARGET = frozenset({*ACCOUNT_DOUBTS, "cutoff"})
# how a day stands is no result of it
_TABLES = ("votes", "scores", "against", "defence", "rejected", "missing", "nominated")


@dataclass(frozen=True, slots=True)
class Comes:
    """What a day comes to: who is executed, who else dies, between whom the host would have to decide."""

    executed: tuple[str, ...]
    dead: tuple[str, ...]
    tie: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One reading of an unclear vote, and what the day comes to by it (more where other unclear votes decide too)."""

    ruling: Ruling
    comes: tuple[Comes, ...]


@dataclass(frozen=True, slots=True)
class OpenVote:
    """A vote that waits for the host's word; `among_several`: its post holds other marks, so that a ruling has to say
    which is meant."""

    cast: CastVote
    doubt: Unclear
    ways: tuple[Way, ...]
    among_several: bool


@dataclass(frozen=True, slots=True)
class Readings:
    """The unclear votes of a day: those that decide, and those that change nothing by any reading.

    `tried`: how many combinations were played; `all_tried`: False where there were too many, so that all are asked.
    """

    asked: tuple[OpenVote, ...]
    harmless: tuple[OpenVote, ...]
    combinations: int
    all_tried: bool


@dataclass(frozen=True, slots=True)
class _Mark:
    """An unclear mark with the rulings that would settle it. `waits`: it was not replaced or taken back since, after
    which it matters only for what came between, a majority or a change of a vote."""

    vote: CastVote
    doubt: Unclear
    rulings: tuple[Ruling, ...]
    waits: bool

    @property
    def post(self) -> PostKey:
        post = self.vote.post
        return ("", self.vote.entered_id or "") if post is None else (post.thread, post.id)

    @property
    def place(self) -> MarkPlace | None:
        return None if self.vote.mark is None else self.vote.mark.place


def read_every_way(course: Course, day: PhaseId, before: State, outcome: PhaseOutcome) -> Readings | None:
    """Try every reading of the unclear votes of a day whose `outcome` leaves them open; None where there are none."""
    cast = course.cast_votes(day)
    marks = tuple(_open_marks(course, day, cast, before, outcome))
    if _combinations(marks) > MOST:
        marks = tuple(mark for mark in marks if mark.waits)
    if not marks:
        return None
    combinations = _combinations(marks)
    if combinations > MOST:
        asked = tuple(_told(course, cast, mark, tuple(Way(ruling, ()) for ruling in mark.rulings)) for mark in marks)
        return Readings(asked, (), combinations, all_tried=False)
    played = _Played(course, day, before, cast, marks)
    found = {chosen: played.result(chosen) for chosen in product(*(range(len(mark.rulings)) for mark in marks))}
    deciding = [place for place in range(len(marks)) if _decides(place, found)]
    if not deciding and played.left_open() not in found.values():
        # left open, they come to what no reading of them comes to: somebody has to say
        deciding = list(range(len(marks)))
    told = [
        _told(
            course,
            cast,
            mark,
            tuple(
                Way(ruling, played.comes(result for chosen, result in found.items() if chosen[place] == number))
                for number, ruling in enumerate(mark.rulings)
            ),
        )
        for place, mark in enumerate(marks)
    ]
    asked = tuple(each for place, each in enumerate(told) if place in deciding)
    harmless = tuple(each for place, each in enumerate(told) if place not in deciding and marks[place].waits)
    return Readings(asked, harmless, combinations, all_tried=True) if asked or harmless else None


def _combinations(marks: Sequence[_Mark]) -> int:
    return prod(len(mark.rulings) for mark in marks)


def _decides(place: int, found: Mapping[tuple[int, ...], int]) -> bool:
    """Whether two combinations that differ in this mark alone come to different results."""
    first: dict[tuple[int, ...], int] = {}
    for chosen, result in found.items():
        if first.setdefault((*chosen[:place], *chosen[place + 1 :]), result) != result:
            return True
    return False


def _open_marks(
    course: Course, day: PhaseId, cast: Sequence[CastVote], before: State, outcome: PhaseOutcome
) -> Iterator[_Mark]:
    """The unclear votes, without those that are refused whatever they say: by who has no vote, or at no time."""
    # one vote of several in a post may be unclear to the engine alone
    doubts = {entry.source: entry.unclear for count in outcome.counts for entry in count.unclear}
    refused = {
        event.entry.source
        for count in outcome.counts
        for event in count.refusals
        if event.entry is not None and event.what in _SURE_REFUSALS
    }
    for vote in cast:
        doubt = doubts.get(vote.entry.source) or vote.entry.unclear
        if doubt is None or vote.left_out is not None:
            continue
        if vote.entry.source not in refused or doubt.why in _NOT_ABOUT_THE_TARGET:
            waits = vote.entry.source in doubts or vote.entry.source in refused
            mark = _Mark(vote, doubt, tuple(_rulings(course, vote, doubt, before)), waits)
            yield replace(mark, rulings=tuple(dict.fromkeys(_settling(course, day, mark, before))))


def _settling(course: Course, day: PhaseId, mark: _Mark, before: State) -> Iterator[Ruling]:
    """The rulings of a mark, each with a further one where it would leave another doubt: whom a late text means may be
    certain, and still not whether it was in time."""
    post = mark.vote.post
    for ruling in mark.rulings:
        found = () if post is None else course.read_again(day, post, _with_ruling(course.words, mark, ruling))
        left = next((each for each in found if each.mark == mark.vote.mark), None)
        if left is None or left.entry.unclear is None or ruling.ignored:
            yield ruling
            continue
        for further in _rulings(course, left, left.entry.unclear, before):
            yield further if further.ignored else ruling.followed_by(further)


def _rulings(course: Course, vote: CastVote, doubt: Unclear, before: State) -> Iterator[Ruling]:
    """The rulings that would settle a doubt: what the vote may be, and that it is none."""
    entry = vote.entry
    if doubt.why == "cutoff":
        yield Ruling("", timing=Timing.IN_TIME)
        yield Ruling("", timing=Timing.LATE)
        return
    if doubt.why in ACCOUNT_DOUBTS:
        yield from (Ruling("", by=seat) for seat in _writers(course, vote))
    elif entry.kind is VoteKind.UNVOTE:
        yield Ruling("", on=entry.on, kind=VoteKind.UNVOTE)
    else:
        targets = doubt.candidates or _whoever(course, entry.kind, before)
        colours = tuple(Colour) if doubt.why == "contradiction" else (None,)
        yield from (Ruling("", on=target, colour=colour) for target in targets for colour in colours)
    yield Ruling("", ignored=True)


def _writers(course: Course, vote: CastVote) -> tuple[str, ...]:
    """The seats that write under the account of a vote."""
    number = None if vote.post is None else vote.post.latest.author_id
    shared = tuple(seat.name for seat in course.game.seats if number is not None and number in seat.account_ids)
    return shared or (vote.entry.by,)


def _whoever(course: Course, kind: VoteKind, before: State) -> tuple[str, ...]:
    """All that a vote of that kind can be for."""
    for poll in course.rules.polls:
        if poll.kind is kind and poll.among is Among.WORDS:
            return poll.words
    words = {poll.abstention for poll in course.rules.polls if poll.kind is kind and poll.abstention is not None}
    return (*before.alive, *sorted(words))


def _told(course: Course, cast: Sequence[CastVote], mark: _Mark, ways: tuple[Way, ...]) -> OpenVote:
    vote = replace(mark.vote, entry=at_home(mark.vote.entry, course.game.timezone))
    beside = [each for each in cast if vote.post is not None and each.post is vote.post and each.mark is not None]
    return OpenVote(vote, mark.doubt, ways, among_several=len(beside) > 1)


class _Played:
    """The day played by one combination of readings after another; results that are alike have one number."""

    def __init__(
        self, course: Course, day: PhaseId, before: State, cast: Sequence[CastVote], marks: Sequence[_Mark]
    ) -> None:
        self._course = course
        self._day = day
        self._before = before
        self._cast = cast
        self._marks = marks
        self._results: list[tuple[Mapping[str, Any], State]] = []
        self._comes: list[Comes] = []
        self._read: dict[tuple[PostKey, tuple[int, ...]], tuple[CastVote, ...]] = {}

    def result(self, chosen: Sequence[int]) -> int:
        """The number of the result of one combination: for each mark which of its rulings."""
        by_post: dict[PostKey, list[int]] = {}
        for place, mark in enumerate(self._marks):
            by_post.setdefault(mark.post, []).append(place)
        votes: list[CastVote] = []
        done: set[PostKey] = set()
        for vote in self._cast:
            key = ("", vote.entered_id or "") if vote.post is None else (vote.post.thread, vote.post.id)
            if key not in by_post:
                votes.append(vote)
            elif key not in done:
                done.add(key)
                votes += self._votes_of(key, by_post[key], chosen)
        return self._number(votes)

    def left_open(self) -> int:
        """The number of the result with all of them left open."""
        return self._number(self._cast)

    def comes(self, results: Iterable[int]) -> tuple[Comes, ...]:
        """What these results are, each once."""
        return tuple(dict.fromkeys(self._comes[number] for number in results))

    def _votes_of(self, key: PostKey, places: Sequence[int], chosen: Sequence[int]) -> tuple[CastVote, ...]:
        """The votes of a post, read by the chosen rulings on its marks; they keep their places in the day."""
        known = (key, tuple(chosen[place] for place in places))
        if known not in self._read:
            words = self._course.words
            for place in places:
                words = _with_ruling(words, self._marks[place], self._marks[place].rulings[chosen[place]])
            first = self._marks[places[0]].vote
            sources = {
                vote.mark.number: vote.entry.source for vote in self._cast if vote.post is first.post and vote.mark
            }
            found = () if first.post is None else self._course.read_again(self._day, first.post, words)
            self._read[known] = tuple(
                replace(vote, entry=replace(vote.entry, source=sources[vote.mark.number]))
                for vote in found
                if vote.mark is not None and vote.mark.number in sources
            )
        return self._read[known]

    def _number(self, votes: Sequence[CastVote]) -> int:
        phase = self._course.phase_of_votes(self._day, votes, self._before)
        outcome, after = self._course.play_on(phase, self._before)
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


def _with_ruling(words: HostWords, mark: _Mark, ruling: Ruling) -> HostWords:
    """The host's word with one ruling more, as `tally rule` adds it to those before it."""
    of_post = dict(words.rulings.get(mark.post, {}))
    before = of_post.get(mark.place)
    of_post[mark.place] = ruling if before is None else before.followed_by(ruling)
    return replace(words, rulings={**words.rulings, mark.post: of_post})
