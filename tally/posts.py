"""From reads of pages to posts: which revisions each had, when it was first and last seen, whether it has gone.

Pure. A revision is never stored with a time of its own: when it was seen follows from the reads that showed it, so
that an old page imported late takes its place among the others.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from parsers.page import Colour, Edit, Form, Mark, Post, Precision, Run, TimeFrom

__all__ = [
    "FeedTime",
    "Revision",
    "RevisionRow",
    "Shown",
    "Sighting",
    "StoredPost",
    "fold_posts",
    "is_same_revision",
    "marks_as_json",
    "read_revisions",
    "runs_as_json",
]

# two notes of an edit that are nearer than this tell of one edit: a relative time («5 минут назад») is no exacter
_ONE_EDIT = timedelta(minutes=2)
# a post is taken for gone when two reads without it lie this far apart
_CONFIRMED = timedelta(minutes=2)


class Shown(NamedTuple):
    """A post on a page as read: which revision, and what the page said of its place."""

    revision: int
    number: int | None
    url: str | None


@dataclass(frozen=True, slots=True)
class Sighting:
    """Whole reads of one page, one or more in a row that found the same. The times are those of the first and last."""

    observation: int
    page: int
    pages: int | None
    url: str
    first_asked: datetime
    first_answered: datetime
    last_asked: datetime
    last_answered: datetime
    shown: tuple[Shown, ...]

    @property
    def is_last_page(self) -> bool:
        return self.pages is None or self.page >= self.pages


class RevisionRow(NamedTuple):
    """A revision as the store holds it, its JSON read: `post` is the forum's id, times are ISO 8601."""

    post: str
    author: str | None
    author_id: str | None
    time: str | None
    precision: str | None
    time_from: str | None
    text: str
    edited: Mapping[str, str | None] | None
    marks: Sequence[Sequence[Any]]
    runs: Sequence[Sequence[Any]]

    def as_post(self, number: int | None, url: str | None) -> Post:
        """The post that it was, with what a page said of its place."""
        return Post(
            self.post,
            number,
            self.author,
            self.author_id,
            _moment(self.time),
            None if self.precision is None else _PRECISIONS[self.precision],
            None if self.time_from is None else _TIMES_FROM[self.time_from],
            url,
            None if self.edited is None else Edit(_moment(self.edited["time"]), self.edited["by"]),
            self.text,
            tuple(
                Mark(colour and _COLOURS[colour], text, _FORMS[form], start, end, _moment(time))
                for colour, text, form, start, end, time in self.marks
            ),
            tuple(
                Run(text, colour, bold, struck, tag, _moment(time))
                for text, colour, bold, struck, tag, time in self.runs
            ),
        )


def read_revisions(rows: Sequence[Sequence[Any]]) -> Iterator[RevisionRow]:
    """Revisions from rows whose last three columns are JSON; thousands of them are read as one text, which is fast."""
    columns = [json.loads(f"[{','.join(row[column] or 'null' for row in rows)}]") for column in (-3, -2, -1)]
    for row, edited, marks, runs in zip(rows, *columns, strict=True):
        post, author, author_id, time, precision, time_from, text, *_json = row
        yield RevisionRow(post, author, author_id, time, precision, time_from, text, edited, marks, runs)


# a look into a dictionary takes a tenth of the time of a call of the enumeration
_PRECISIONS = {each.value: each for each in Precision}
_TIMES_FROM = {each.value: each for each in TimeFrom}
_COLOURS = {each.value: each for each in Colour}
_FORMS = {each.value: each for each in Form}


@dataclass(frozen=True, slots=True)
class Revision:
    """A post as it read from `seen_at` on, the end of the read (`observation`) that first showed it so."""

    seen_at: datetime
    observation: int
    post: Post


class FeedTime(NamedTuple):
    """When a post was written, to the second, as a feed of the forum told it, and the read of it (`observation`)."""

    time: datetime
    observation: int

    def is_of(self, post: Post) -> bool:
        """Whether it can be the time that a page shows less exactly; another one tells of a zone that is wrong."""
        if post.time is None:
            return True
        if post.time_from is TimeFrom.RELATIVE:
            return abs(self.time - post.time) <= _ONE_EDIT
        return self.time.replace(second=0) == post.time


@dataclass(frozen=True, slots=True)
class StoredPost:
    """A post with all that was seen of it.

    `not_before`: the start of the last read that would have shown the post and did not yet. `first_seen`, `last_seen`:
    the ends of reads that did. `missing_since`: the end of the first read after that in which it was no longer where
    it should be; `gone`: whether another one, minutes later, found the same. `feed`: its time as a feed told it.
    """

    id: str
    thread: str
    page: int
    page_url: str
    url: str | None
    number: int | None
    not_before: datetime | None
    first_seen: datetime
    last_seen: datetime
    missing_since: datetime | None
    gone: bool
    revisions: tuple[Revision, ...]
    feed: FeedTime | None = None

    @property
    def first(self) -> Post:
        """The post as it was first seen."""
        return self.revisions[0].post

    @property
    def latest(self) -> Post:
        """The post as it was last seen."""
        return self.revisions[-1].post

    @property
    def timed(self) -> Post:
        """The revision whose time is the most exact, the earliest of those; with a feed's time if more so."""
        shown = min((revision.post for revision in self.revisions), key=_inexactness)
        if self.feed is None or _inexactness(shown) == 0 or not self.feed.is_of(shown):
            return shown
        return replace(shown, time=self.feed.time, precision=Precision.SECOND, time_from=TimeFrom.FEED)


def fold_posts(
    thread: str,
    sightings: Iterable[Sighting],
    revisions: Mapping[int, RevisionRow],
    feed_times: Mapping[str, FeedTime],
) -> tuple[StoredPost, ...]:
    """All posts that the sightings (ordered by their first read) showed, in the order of the thread.

    `feed_times` are by the forum's ids of posts, of which some may have been on no page yet.
    """
    seen: dict[str, _Seen] = {}
    evidence = _Evidence()
    in_order = tuple(sightings)
    for sighting in in_order:
        not_before = evidence.look(sighting)
        for shown in sighting.shown:
            id_ = revisions[shown.revision].post
            if id_ not in seen:
                seen[id_] = _Seen(not_before, sighting)
            seen[id_].add(sighting, shown, revisions)
    missing = _find_missing(in_order, seen, revisions)
    posts = [each.as_post(thread, id_, missing.get(id_, ()), feed_times.get(id_)) for id_, each in seen.items()]
    return tuple(sorted(posts, key=_thread_order))


class _Evidence:
    """The last reads that would have shown a post which is new now: those of the same page, and of the thread's end."""

    def __init__(self) -> None:
        self._pages: dict[int, datetime] = {}
        self._end: datetime | None = None

    def look(self, sighting: Sighting) -> datetime | None:
        before = [each for each in (self._pages.get(sighting.page), self._end) if each is not None]
        self._pages[sighting.page] = sighting.last_asked
        if sighting.is_last_page:
            self._end = sighting.last_asked
        return max(before) if before else None


class _Seen:
    """What is gathered of one post on the way through the sightings."""

    def __init__(self, not_before: datetime | None, first: Sighting) -> None:
        self.not_before = not_before
        self.first = first
        self.last = first
        self.last_seen = first.last_answered
        self.shown: Shown
        self.revisions: list[Revision] = []
        self._current: int | None = None

    def add(self, sighting: Sighting, shown: Shown, revisions: Mapping[int, RevisionRow]) -> None:
        if shown.revision != self._current:
            post = revisions[shown.revision].as_post(shown.number, shown.url)
            self.revisions.append(Revision(sighting.first_answered, sighting.observation, post))
            self._current = shown.revision
        self.shown = shown
        self.last = sighting
        self.last_seen = max(self.last_seen, sighting.last_answered)

    def as_post(self, thread: str, id_: str, missed: tuple[datetime, ...], feed: FeedTime | None) -> StoredPost:
        return StoredPost(
            id=id_,
            thread=thread,
            page=self.last.page,
            page_url=self.last.url,
            url=self.shown.url,
            number=self.shown.number,
            not_before=self.not_before,
            first_seen=self.first.first_answered,
            last_seen=self.last_seen,
            missing_since=missed[0] if missed else None,
            gone=bool(missed) and missed[-1] - missed[0] >= _CONFIRMED,
            revisions=tuple(self.revisions),
            feed=feed,
        )


def _thread_order(post: StoredPost) -> tuple[bool, datetime, int, int]:
    """By time, as forums order a thread; within one time by id. Posts without a time come last, as seen."""
    time = post.timed.time
    number = int(post.id) if post.id.isdigit() else 0
    return (time is None, time or post.first_seen, number, post.page)


def _find_missing(
    sightings: tuple[Sighting, ...], seen: Mapping[str, _Seen], revisions: Mapping[int, RevisionRow]
) -> dict[str, tuple[datetime, ...]]:
    """The times at which posts were missed: by whole reads, later than they were seen, of the place where they stood.

    A post's place is between its neighbours, not on a numbered page, since a deletion moves all that follows.
    """
    current = {sighting.page: sighting for sighting in sightings}
    pages = sightings[-1].pages if sightings else None
    there = {
        revisions[shown.revision].post
        for page, sighting in current.items()
        if pages is None or page <= pages
        for shown in sighting.shown
    }
    gaps = _Gaps(seen, revisions)
    return {id_: times for id_ in seen if id_ not in there and (times := tuple(gaps.times_missed(id_, sightings)))}


class _Gaps:
    """Looks for reads that show a gap where a post was."""

    def __init__(self, seen: Mapping[str, _Seen], revisions: Mapping[int, RevisionRow]) -> None:
        self._seen = seen
        self._revisions = revisions

    def times_missed(self, id_: str, sightings: Iterable[Sighting]) -> Iterator[datetime]:
        last_seen = self._seen[id_].last_seen
        since: dict[int, Sighting] = {}
        for sighting in sightings:
            if sighting.last_answered > last_seen:
                since[sighting.page] = sighting
                if self._shows_gap(self._order(id_), sighting, since):
                    yield max(sighting.first_answered, last_seen)
                    yield sighting.last_answered

    def _shows_gap(self, place: "_Place", sighting: Sighting, since: Mapping[int, Sighting]) -> bool:
        """Whether the page, with the pages beside it as read since, has posts, or its end, on both sides of a place."""
        first, last = self._ends(sighting)
        before, after = since.get(sighting.page - 1), since.get(sighting.page + 1)
        opens = first < place or (self._ends(before)[1] < place if before else sighting.page == 1)
        closes = place < last or (place < self._ends(after)[0] if after else sighting.is_last_page)
        # a place beyond the page on one side is its neighbour's to show
        return opens and closes and (first < place or place < last)

    def _ends(self, sighting: Sighting) -> tuple["_Place", "_Place"]:
        first, last = (self._revisions[sighting.shown[at].revision].post for at in (0, -1))
        return self._order(first), self._order(last)

    def _order(self, id_: str) -> "_Place":
        each = self._seen[id_]
        post = min((revision.post for revision in each.revisions), key=_inexactness)
        return (post.time or each.first.first_answered, int(id_) if id_.isdigit() else 0)


_Place = tuple[datetime, int]


def _inexactness(post: Post) -> int:
    if post.time is None:
        return 3
    if post.time_from is TimeFrom.RELATIVE:
        return 2
    return 0 if post.precision is Precision.SECOND else 1


def is_same_revision(new: Post, known: Post) -> bool:
    """Whether a post read again is what it was: nothing changed but how the page happens to show its place and times.

    A time that is more exact than the known one makes a revision, so that it is kept; a less exact one does not.
    """
    if (new.text, new.author, new.author_id) != (known.text, known.author, known.author_id):
        return False
    if [_untimed(mark) for mark in new.marks] != [_untimed(mark) for mark in known.marks]:
        return False
    if [_untimed(run) for run in new.runs] != [_untimed(run) for run in known.runs]:
        return False
    if not _is_same_edit(new.edited, known.edited) or _inexactness(new) < _inexactness(known):
        return False
    exact = _inexactness(new) == _inexactness(known) and new.time_from is not TimeFrom.RELATIVE
    return not exact or new.time == known.time


def _untimed(part: Mark | Run) -> tuple[Any, ...]:
    if isinstance(part, Mark):
        return (part.colour, part.text, part.form, part.start, part.end)
    return (part.text, part.colour, part.bold, part.struck, part.tag)


def _is_same_edit(new: Edit | None, known: Edit | None) -> bool:
    if new is None or known is None:
        return new is known
    if new.by != known.by or (new.time is None) != (known.time is None):
        return False
    return new.time is None or known.time is None or abs(new.time - known.time) < _ONE_EDIT


def marks_as_json(marks: Iterable[Mark]) -> str:
    """Marks as the store holds them; `read_revisions` reads them back."""
    return _dump([(mark.colour, mark.text, mark.form, mark.start, mark.end, _iso(mark.time)) for mark in marks])


def runs_as_json(runs: Iterable[Run]) -> str:
    """Runs as the store holds them; `read_revisions` reads them back."""
    return _dump([(run.text, run.colour, run.bold, run.struck, run.tag, _iso(run.time)) for run in runs])


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
