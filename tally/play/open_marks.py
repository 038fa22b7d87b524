"""The unclear votes of a day, each with the rulings that would settle it.

In: the votes of a day as they were read, and its outcome with them left open. Out: the marks that wait for a ruling.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.moments import PhaseId
from engine.outcome import PhaseOutcome
from engine.polls import Among
from engine.record import Colour, Source, Unclear, VoteEntry, VoteKind
from engine.state import State
from tally.count.counting import CastVote
from tally.count.host_words import ACCOUNT_DOUBTS, HostWords, MarkPlace, PostKey, Ruling, Timing
from tally.play.course import Course

__all__ = ["OpenMark", "find_late_by_the_end", "find_open_marks", "post_key", "refused_sources", "with_ruling"]

_SURE_REFUSALS = frozenset({"not-playing", "dead", "late", "early", "wrong-thread", "silenced"})
_NOT_ABOUT_THE_TARGET = frozenset({*ACCOUNT_DOUBTS, "cutoff"})


@dataclass(frozen=True, slots=True)
class OpenMark:
    """An unclear mark with the rulings that would settle it. `waits`: it was not replaced or taken back since, after
    which it matters only for what came between, a majority or a change of a vote."""

    vote: CastVote
    doubt: Unclear
    rulings: tuple[Ruling, ...]
    waits: bool

    @property
    def post(self) -> PostKey:
        return post_key(self.vote)

    @property
    def place(self) -> MarkPlace | None:
        return None if self.vote.mark is None else self.vote.mark.place


def post_key(vote: CastVote) -> PostKey:
    """The post of a vote, as rulings name it."""
    return ("", vote.entered_id or "") if vote.post is None else (vote.post.thread, vote.post.id)


def find_open_marks(
    course: Course,
    day: PhaseId,
    cast: Sequence[CastVote],
    before: State,
    outcome: PhaseOutcome,
    freed: frozenset[Source] = frozenset(),
) -> Iterator[OpenMark]:
    """The unclear votes, without those that are refused whatever they say: by who has no vote, or at no time.

    `freed`: those that are refused as late in this outcome, and would not be by some reading of the others.
    """
    # one vote of several in a post may be unclear to the engine alone
    doubts = {entry.source: entry.unclear for count in outcome.counts for entry in count.unclear}
    refused = refused_sources(outcome, _SURE_REFUSALS) - freed
    for vote in cast:
        doubt = doubts.get(vote.entry.source) or vote.entry.unclear
        if doubt is None or vote.left_out is not None:
            continue
        if vote.entry.source not in refused or doubt.why in _NOT_ABOUT_THE_TARGET:
            waits = vote.entry.source in {*doubts, *refused, *freed}
            mark = OpenMark(vote, doubt, tuple(_rulings(course, vote, doubt, before)), waits)
            yield replace(mark, rulings=tuple(dict.fromkeys(_settling(course, day, mark, before))))


def refused_sources(outcome: PhaseOutcome, reasons: Collection[str] | None = None) -> frozenset[Source]:
    """The votes that do not count: for one of these reasons, or for any."""
    return frozenset(
        event.entry.source
        for count in outcome.counts
        for event in count.refusals
        if event.entry is not None and (reasons is None or event.what in reasons)
    )


def find_late_by_the_end(outcome: PhaseOutcome) -> frozenset[Source]:
    """The unclear votes that are late because another vote had ended the day before them."""
    return frozenset(
        event.entry.source
        for count in outcome.counts
        for event in count.refusals
        if isinstance(event.entry, VoteEntry)
        and event.entry.unclear is not None
        and event.what == "late"
        and count.ended is not None
        and event.rule == count.ended.rule
    )


def _settling(course: Course, day: PhaseId, mark: OpenMark, before: State) -> Iterator[Ruling]:
    """The rulings of a mark, each with a further one where it would leave another doubt: whom a late text means may be
    certain, and still not whether it was in time."""
    post = mark.vote.post
    for ruling in mark.rulings:
        found = () if post is None else course.read_again(day, post, with_ruling(course.words, mark, ruling))
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


def with_ruling(words: HostWords, mark: OpenMark, ruling: Ruling) -> HostWords:
    """The host's word with one ruling more, as `tally rule` adds it to those before it."""
    of_post = dict(words.rulings.get(mark.post, {}))
    before = of_post.get(mark.place)
    of_post[mark.place] = ruling if before is None else before.followed_by(ruling)
    return replace(words, rulings={**words.rulings, mark.post: of_post})
