"""The votes of a day: stored posts become the engine's vote entries, each with the post from which it came.

What cannot be decided from what the forum shows (whom a text means, whether it was in time, what an edit replaced)
becomes an entry that is `unclear`: neither counted nor dropped, until the host's word decides it. Who may vote, and for
whom, is the engine's to say.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from engine.moments import Window
from engine.record import Colour, Source, Unclear, VoteEntry
from engine.record import VoteKind as EntryKind
from parsers.page import Edit, Form, Mark, Post, Precision, TimeFrom
from tally.calendar.days import Bound, Day
from tally.count.authors import Author, Authors
from tally.count.bounds import NOWHERE, Places, Side, side_of
from tally.count.host_words import HostWords, MarkPlace, PostKey, Ruling, Timing, apply_ruling
from tally.folder.game import Game, ThreadKind
from tally.reading.votes import Doubt, FoundVote, VoteKind
from tally.store.posts import StoredPost

__all__ = [
    "CastVote",
    "Evidence",
    "EvidenceKind",
    "FoundMark",
    "LeftOut",
    "VoteReader",
    "find_marks",
    "find_votes",
    "post_address",
]

VoteReader = Callable[[Post, bool], Sequence[FoundVote]]
"""What in a post is a vote, and for whom; the flag says that its thread is for votes alone."""

_MINUTE = timedelta(seconds=59)
_SECOND = timedelta(seconds=1)


class LeftOut(StrEnum):
    """Why a mark is no vote that the engine is given."""

    NO_VOTE = "no-vote"
    SUPERSEDED = "superseded"  # by another one of the same post
    SEVERAL = "several-marks"  # one of several votes of a post, of which the game counts none
    EDITED = "edited"  # it came into the post by a later edit
    IGNORED = "ignored"  # the host's ruling


@dataclass(frozen=True, slots=True)
class FoundMark:
    """A mark of a post. `number`: from 1, the same as long as the post is read the same; `added`: by a later edit."""

    number: int
    found: FoundVote
    added: bool = False

    @property
    def place(self) -> MarkPlace:
        return MarkPlace(self.found.text, self.found.start, self.found.time)


class EvidenceKind(StrEnum):
    """What tells more of a time than the page does."""

    FEED = "feed"  # a feed or a call of the forum gives the second
    READS = "reads"  # one read did not show it yet, the next one did
    ORDER = "order"  # the post before it in the thread was written later than this minute began


@dataclass(frozen=True, slots=True)
class Evidence:
    """When a vote was written, where the shown time leaves open whether it was in time: on the forum's clock."""

    by: EvidenceKind
    earliest: datetime
    latest: datetime


@dataclass(frozen=True, slots=True)
class CastVote:
    """A vote with who cast it and when, or a mark that was `left_out`. `entry.source` tells it from all others.

    `time` is what the forum shows for it, with that `precision`; `moment` the earliest that it can be. `changed`: the
    post's present text, where an edit made it another. A vote that the host `entered` (why, and its id) has no post.
    `evidence`: of what is known of its time, where that takes more than what is shown. `may_mean`: what its entry would
    be for each whom the words may name, where he is meant who alone of them is still in the game.
    """

    entry: VoteEntry
    moment: datetime
    time: datetime | None
    precision: Precision | None
    post: StoredPost | None = None
    mark: FoundMark | None = None
    left_out: LeftOut | None = None
    ruling: Ruling | None = None
    entered: str | None = None
    entered_id: str | None = None
    nick: str | None = None
    changed: str | None = None
    evidence: Evidence | None = None
    may_mean: tuple[VoteEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Written:
    """When something was written: not before `earliest`, not after `latest`; `shown` is what the page alone tells."""

    earliest: datetime
    latest: datetime
    shown: tuple[datetime, datetime]
    by: EvidenceKind = EvidenceKind.READS


def find_votes(
    posts: Iterable[StoredPost],
    day: Day,
    game: Game,
    read: VoteReader,
    authors: Authors,
    words: HostWords,
    places: Places = NOWHERE,
) -> tuple[CastVote, ...]:
    """The votes of a day, and the marks in its posts that are none. `posts`: each thread in its order; `places`: of all
    posts in their threads, where posts bound the day."""
    threads = _Threads(game, day)
    window = Window(day.opens, day.closes, day.inclusive)
    cast: list[CastVote] = []
    before: tuple[str, _Written] | None = None
    for post in posts:
        rulings = words.rulings.get((post.thread, post.id), {})
        for time, marks in _parts(post, find_marks(post, threads.is_for_votes(post), read), rulings):
            written = _written(post, time, before[1] if before and before[0] == post.thread else None)
            written = _bounded(written, post, day.bounds, places, merged=time is not None)
            before = (post.thread, written)
            if not threads.is_read(post) or not day.opens <= written.earliest < day.ends:
                continue
            author = authors.author(post, written.earliest)
            if author is None:
                continue
            part = _Part(post, written, author, threads.kind(post), window, authors)
            cast.extend(part.votes(marks, len(cast)))
    return (*cast, *_entered(words, day, window, len(cast)))


def find_marks(post: StoredPost, votes_only: bool, read: VoteReader) -> tuple[FoundMark, ...]:
    """All marks of a post: of its first version, of what was merged into it later, and the votes that edits added."""
    found = list(read(post.first, votes_only))
    times = {each.time for each in found}
    for revision in post.revisions[1:]:
        merged = [each for each in read(revision.post, votes_only) if each.time is not None and each.time not in times]
        found += merged
        times |= {each.time for each in merged}
    found.sort(key=lambda each: (each.time is not None, each.time or post.first_seen, each.start))
    said = {_said(each) for each in found}
    added = []
    if changed_text(post) is not None:
        added = [each for each in read(post.latest, votes_only) if each.time is None and _is_vote(each)]
    marks = [*((each, False) for each in found), *((each, True) for each in added if _said(each) not in said)]
    return tuple(FoundMark(number, each, new) for number, (each, new) in enumerate(marks, start=1))


def changed_text(post: StoredPost) -> str | None:
    """The post's present text where an edit changed it since it was first seen; what was merged into it is no edit."""
    return post.latest.text if _words(post.latest) != _words(post.first) else None


def post_address(post: StoredPost) -> str | None:
    """Where a post can be read: its own address, else its page's."""
    return post.url or post.page_url or None


class _Threads:
    """Which of the game's threads are read on a day, and what each is for."""

    def __init__(self, game: Game, day: Day) -> None:
        self._kinds = {thread.url: thread.kind.value for thread in game.forum.threads_of(day.id)}

    def is_read(self, post: StoredPost) -> bool:
        return post.thread in self._kinds

    def is_for_votes(self, post: StoredPost) -> bool:
        return self._kinds.get(post.thread) == ThreadKind.VOTES

    def kind(self, post: StoredPost) -> str | None:
        """What a record calls the thread, where the game has one for votes alone (CAS-36)."""
        if ThreadKind.VOTES not in self._kinds.values():
            return None
        return "vote" if self.is_for_votes(post) else "game"


_Ruled = tuple[FoundMark, Ruling | None]
"""A mark with the host's word on it."""


def _parts(
    post: StoredPost, marks: Sequence[FoundMark], rulings: Mapping[MarkPlace | None, Ruling]
) -> list[tuple[datetime | None, tuple[_Ruled, ...]]]:
    """The marks of the post itself, then of each text that was merged into it. A post always has its own part."""
    parts: dict[datetime | None, tuple[_Ruled, ...]] = {None: ()}
    for mark, ruling in _ruled(marks, rulings):
        parts[mark.found.time] = (*parts.get(mark.found.time, ()), (mark, ruling))
    return sorted(parts.items(), key=lambda part: (part[0] is not None, part[0] or post.first_seen))


def _ruled(marks: Sequence[FoundMark], rulings: Mapping[MarkPlace | None, Ruling]) -> Iterator[_Ruled]:
    """The marks, each with its ruling. One whose mark is read otherwise by now, or never was, stands by itself."""
    found: dict[int, Ruling] = {}
    alone: list[_Ruled] = []
    for place, ruling in rulings.items():
        mark = None if place is None else _mark_at(place, marks)
        if mark is not None:
            found[mark.number] = ruling
        elif place is None:
            alone.append((FoundMark(0, FoundVote(VoteKind.NONE, Form.PLAIN, "", 0, 0)), ruling))
        else:
            said = FoundVote(VoteKind.NONE, Form.PLAIN, place.text, place.start, place.start, time=place.merged)
            alone.append((FoundMark(0, said), ruling))
    yield from ((mark, found.get(mark.number)) for mark in marks)
    yield from alone


def _mark_at(place: MarkPlace, marks: Sequence[FoundMark]) -> FoundMark | None:
    """The mark of that place, or the one that covers it now that the post is read with other names."""
    for mark in marks:
        if mark.place == place:
            return mark
    covering = (m for m in marks if m.found.time == place.merged and m.found.start <= place.start < m.found.end)
    return next(covering, None)


@dataclass(frozen=True, slots=True)
class _Part:
    """What somebody wrote at once: a post, or a text that was merged into it."""

    post: StoredPost
    written: _Written
    author: Author
    thread: str | None
    window: Window
    authors: Authors

    def votes(self, ruled: Sequence[_Ruled], first: int) -> Iterator[CastVote]:
        """The votes of these marks; `first` is the place of the first in the day's list."""
        left_out = _left_out(ruled)
        for place, ((mark, ruling), out) in enumerate(zip(ruled, left_out, strict=True), start=first):
            source = Source(post_address(self.post), ("votes", place))
            shown = self.post.timed
            yield CastVote(
                entry=self._judged(mark.found, ruling, source),
                moment=self.written.earliest,
                time=mark.found.time or shown.time,
                precision=shown.precision,
                post=self.post,
                mark=mark,
                left_out=out,
                ruling=ruling,
                nick=self.author.nick,
                changed=changed_text(self.post),
                evidence=_evidence(self.written, self.window),
                may_mean=tuple(
                    self._judged(replace(mark.found, on=name, why=None), ruling, source)
                    for name in (mark.found.called if ruling is None or ruling.on is None else ())
                ),
            )

    def _judged(self, found: FoundVote, ruling: Ruling | None, source: Source) -> VoteEntry:
        return _judged(replace(self._entry(found), source=source), ruling, self.written, self.window)

    def _entry(self, found: FoundVote) -> VoteEntry:
        entry = VoteEntry(
            by=self.author.by,
            on=found.on or found.text,
            at=self.written.earliest,
            colour=None if found.colour is None else Colour(found.colour.value),
            kind=EntryKind.VOTE if found.kind is VoteKind.NONE else EntryKind(found.kind.value),
            thread=self.thread,
            text=found.text,
        )
        if found.why is not None:
            names = tuple(each.seat for each in found.candidates)
            entry = replace(entry, unclear=Unclear(found.text, found.why.value, names))
        if self.author.doubt is not None:
            entry = _doubted(entry, self.author.doubt)
        return self._judge_edit(entry)

    def _judge_edit(self, entry: VoteEntry) -> VoteEntry:
        """A vote stands as it was first read. One first read after an edit is flagged, or waits for the host."""
        post, window = self.post, self.window
        entry = replace(entry, deleted=post.gone)
        if post.first.edited is None:
            changed = [each for each in post.revisions[1:] if _words(each.post) != _words(post.first)]
            return replace(entry, edited=any(not window.is_late(post.clock.latest(each.seen_at)) for each in changed))
        edit = post.first.edited
        if edit.by is not None and not self.authors.is_author(edit.by, post):
            return _doubted(entry, "edited-by-other")
        if window.is_late(entry.at or post.first_seen):
            return replace(entry, edited=True)
        made_late = window.is_late(_latest_edit(edit, post))
        return _doubted(entry, "edited") if made_late else replace(entry, edited=True)


def _is_vote(found: FoundVote) -> bool:
    return found.kind is not VoteKind.NONE


def _said(found: FoundVote) -> tuple[object, ...]:
    return found.kind, found.on or found.text, found.colour


def _left_out(ruled: Sequence[_Ruled]) -> list[LeftOut | None]:
    """Why each mark is no entry. Where the host ignores the vote that stood, the one before it in the post stands."""

    def why(mark: FoundMark, ruling: Ruling | None) -> LeftOut | None:
        if ruling is not None and ruling.ignored:
            return LeftOut.IGNORED
        if ruling is not None and ruling.on is not None:
            return None
        if mark.found.kind is VoteKind.NONE:
            return LeftOut.SEVERAL if mark.found.why is Doubt.SEVERAL_MARKS else LeftOut.NO_VOTE
        if mark.added:
            return LeftOut.EDITED
        return LeftOut.SUPERSEDED if mark.found.superseded else None

    reasons = [why(mark, ruling) for mark, ruling in ruled]
    if LeftOut.IGNORED in reasons and None not in reasons and LeftOut.SUPERSEDED in reasons:
        last = max(place for place, reason in enumerate(reasons) if reason is LeftOut.SUPERSEDED)
        reasons[last] = None
    return reasons


def _judged(entry: VoteEntry, ruling: Ruling | None, written: _Written, window: Window) -> VoteEntry:
    """The entry by the host's word on it, where there is one, and in its time."""
    said = entry if ruling is None else apply_ruling(entry, ruling)
    if ruling is None or ruling.timing is None:
        return _judge_time(said, written, window)
    return replace(said, at=_ruled_time(written.earliest, ruling.timing, window))


def _ruled_time(at: datetime, timing: Timing, window: Window) -> datetime:
    """The moment nearest to `at` that lies in the window, or after it."""
    if window.closes is None:
        return at
    first_late = window.closes + (_SECOND if window.inclusive else timedelta(0))
    if timing is Timing.LATE:
        return max(at, first_late)
    return min(max(at, window.opens or at), first_late - _SECOND)


def _entered(words: HostWords, day: Day, window: Window, first: int) -> Iterator[CastVote]:
    """The votes that the host entered for the day."""
    for place, vote in enumerate((each for each in words.entered if each.phase == day.id), start=first):
        key: PostKey = ("", vote.id)
        ruling = words.rulings.get(key, {}).get(None)
        entry = replace(vote.entry, source=replace(vote.entry.source, place=("votes", place)))
        at = vote.entry.at or day.opens
        yield CastVote(
            entry=entry if ruling is None else _judged(entry, ruling, _Written(at, at, (at, at)), window),
            moment=at,
            time=vote.entry.at,
            precision=Precision.SECOND,
            left_out=LeftOut.IGNORED if ruling is not None and ruling.ignored else None,
            ruling=ruling,
            entered=vote.why or None,
            entered_id=vote.id,
        )


def _written(post: StoredPost, merged: datetime | None, before: _Written | None) -> _Written:
    """From what the forum shows, from the reads just before and after, and from the post before it in the thread.

    Reads are dated by our clock, which `post` knows to put right.
    """
    shown = post.timed
    time = shown.time if merged is None else merged
    if merged is None and time is not None and shown.time_from is TimeFrom.FEED:
        minute = time.replace(second=0)
        return _Written(time, time, (minute, minute + _MINUTE), EvidenceKind.FEED)
    if time is None:
        earliest, latest = post.written_after or post.written_before, post.written_before
    elif merged is None and shown.time_from is TimeFrom.RELATIVE:
        earliest, latest = time - _MINUTE, time + _MINUTE
    elif merged is None and shown.precision is Precision.SECOND:
        return _Written(time, time, (time, time))
    else:
        earliest, latest = time, time + _MINUTE
    alone = (earliest, latest)
    after = post.written_after
    bounds = [earliest, *([after] if after else []), *([before.earliest] if before else [])]
    earliest = max(bound for bound in bounds if bound <= latest)
    if post.written_before >= earliest:
        latest = min(latest, post.written_before)
    by_order = before is not None and earliest == before.earliest and latest == alone[1]
    return _Written(earliest, latest, alone, EvidenceKind.ORDER if by_order else EvidenceKind.READS)


def _bounded(written: _Written, post: StoredPost, bounds: Sequence[Bound], places: Places, *, merged: bool) -> _Written:
    """On its side of each post that bounds a day, of whatever second or minute the thread shows them."""
    for bound in bounds:
        side = side_of(bound, post, places, merged=merged)
        if side is Side.BEFORE:
            latest = min(written.latest, bound.moment - _SECOND)
            earliest = min(written.earliest, latest)
        elif side is Side.AFTER:
            earliest = max(written.earliest, bound.moment)
            latest = max(written.latest, earliest)
        else:
            continue
        written = _Written(earliest, latest, (earliest, latest))
    return written


def _judge_time(entry: VoteEntry, written: _Written, window: Window) -> VoteEntry:
    """Where it cannot be seen on which side of the opening or the cutoff a vote lies, the host decides."""
    return _doubted(entry, "cutoff") if _is_split(window, written.earliest, written.latest) else entry


def _evidence(written: _Written, window: Window) -> Evidence | None:
    """What decides of a vote that the shown time alone would leave open."""
    if not _is_split(window, *written.shown):
        return None
    return Evidence(written.by, written.earliest, written.latest)


def _is_split(window: Window, earliest: datetime, latest: datetime) -> bool:
    """Whether one of two moments is in time and the other is not."""
    sides = [(window.is_early(moment), window.is_late(moment)) for moment in (earliest, latest)]
    return sides[0] != sides[1]


def _latest_edit(edit: Edit, post: StoredPost) -> datetime:
    """The last moment at which the edit can have been made: notes show minutes, and when read it had been made."""
    return post.written_before if edit.time is None else min(edit.time + _MINUTE, post.written_before)


def _words(post: Post) -> tuple[str, tuple[Mark, ...]]:
    """What an edit would change: the post without what the forum merged into it."""
    own = "".join(run.text for run in post.runs if run.time is None) if post.runs else post.text
    return own, tuple(mark for mark in post.marks if mark.time is None)


def _doubted(entry: VoteEntry, why: str) -> VoteEntry:
    """The entry as one that waits, for whom it is if it counts; the first doubt stays."""
    if entry.unclear is not None:
        return entry
    meant = () if entry.kind is EntryKind.UNVOTE else (entry.on,)
    return replace(entry, unclear=Unclear(entry.on, why, meant))
