"""From reads of pages to posts: which revisions each had, when it was first and last seen, whether it has gone.

Pure. A revision is never stored with a time of its own: when it was seen follows from the reads that showed it, so
that an old page imported late takes its place among the others.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from parsers.page import Post, Precision, TimeFrom
from tally.store.forum_clock import ASKED, UNMEASURED, ForumClock, PostSight, check_by_posts
from tally.store.revisions import ONE_EDIT, RevisionRow, inexactness

__all__ = [
    "CONFIRMED",
    "Before",
    "FeedTime",
    "Revision",
    "Shown",
    "Sighting",
    "StoredPost",
    "fold_posts",
    "take_in",
]

CONFIRMED = timedelta(minutes=2)
"""A post is taken for gone when two reads without it lie this far apart."""


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
            return abs(self.time - post.time) <= ONE_EDIT
        return self.time.replace(second=0) == post.time


@dataclass(frozen=True, slots=True)
class StoredPost:
    """A post with all that was seen of it.

    `not_before`: the start of the last read that would have shown the post and did not yet. `first_seen`, `last_seen`:
    the ends of reads that did. `missing_since`: the end of the first read after that in which it was no longer where
    it should be; `gone`: whether another one, minutes later, found the same. `feed`: its time as a feed told it.
    All these are times of our clock; `clock` tells what they are on the forum's, by which posts are dated. `former`:
    the threads in which it stood before.
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
    clock: ForumClock = field(default=UNMEASURED, compare=False)
    former: tuple[str, ...] = ()

    @property
    def written_after(self) -> datetime | None:
        """On the forum's clock: it was not there yet. None where no read tells."""
        return None if self.not_before is None else self.clock.earliest(self.not_before)

    @property
    def written_before(self) -> datetime:
        """On the forum's clock: it was there."""
        return self.clock.latest(self.first_seen)

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
        shown = min((revision.post for revision in self.revisions), key=inexactness)
        if self.feed is None or inexactness(shown) == 0 or not self.feed.is_of(shown):
            return shown
        return replace(shown, time=self.feed.time, precision=Precision.SECOND, time_from=TimeFrom.FEED)


@dataclass(frozen=True, slots=True)
class Before:
    """What earlier sightings tell of posts that come after them: when each page, and the thread's end, was last asked
    for without them, and what earlier posts tell of the clocks."""

    pages: Mapping[int, datetime] = field(default_factory=dict)
    end: datetime | None = None
    sights: tuple[PostSight, ...] = ()


_NOTHING_BEFORE = Before()


def take_in(sightings: Iterable[Sighting], posts: Iterable[StoredPost], before: Before = _NOTHING_BEFORE) -> Before:
    """What these sightings, and posts that are not folded again, leave to later ones; `before` told of their sights."""
    evidence = _Evidence(_NOTHING_BEFORE)
    for sighting in sightings:
        evidence.look(sighting)
    return Before(evidence.pages, evidence.end, tuple(_latest([*before.sights, *_sights_of(posts)])))


def _sights_of(posts: Iterable[StoredPost]) -> Iterator[PostSight]:
    """What posts tell of the clocks."""
    for post in posts:
        sight = _sight(post.not_before, post.first_seen, post.first)
        if sight is not None:
            yield sight


def fold_posts(
    thread: str,
    sightings: Iterable[Sighting],
    revisions: Mapping[int, RevisionRow],
    feed_times: Mapping[str, FeedTime],
    clock: ForumClock = UNMEASURED,
    before: Before = _NOTHING_BEFORE,
) -> tuple[StoredPost, ...]:
    """All posts that the sightings (ordered by their first read) showed, in the order of the thread.

    `feed_times` are by the forum's ids of posts, of which some may have been on no page yet; `clock` is the forum's as
    its server tells it; `before` is what reads before these sightings told.
    """
    seen: dict[str, _Seen] = {}
    evidence = _Evidence(before)
    in_order = tuple(sightings)
    for sighting in in_order:
        not_before = evidence.look(sighting)
        for shown in sighting.shown:
            id_ = revisions[shown.revision].post
            if id_ not in seen:
                seen[id_] = _Seen(not_before, sighting)
            seen[id_].add(sighting, shown, revisions)
    missing = _find_missing(in_order, seen, revisions)
    sights = [sight for each in seen.values() if (sight := each.sight()) is not None]
    clock = check_by_posts(clock, _latest([*before.sights, *sights]))
    posts = [each.as_post(thread, id_, missing.get(id_, ()), feed_times.get(id_), clock) for id_, each in seen.items()]
    return tuple(sorted(posts, key=_thread_order))


class _Evidence:
    """The last reads that would have shown a post which is new now: those of the same page, and of the thread's end."""

    def __init__(self, before: Before) -> None:
        self.pages: dict[int, datetime] = dict(before.pages)
        self.end = before.end

    def look(self, sighting: Sighting) -> datetime | None:
        before = [each for each in (self.pages.get(sighting.page), self.end) if each is not None]
        self.pages[sighting.page] = sighting.last_asked
        if sighting.is_last_page:
            self.end = sighting.last_asked
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

    def sight(self) -> PostSight | None:
        """What the post tells of the clocks."""
        return _sight(self.not_before, self.first.first_answered, self.revisions[0].post)

    def as_post(
        self, thread: str, id_: str, missed: tuple[datetime, ...], feed: FeedTime | None, clock: ForumClock
    ) -> StoredPost:
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
            gone=bool(missed) and missed[-1] - missed[0] >= CONFIRMED,
            revisions=tuple(self.revisions),
            feed=feed,
            clock=clock,
        )


def _sight(not_before: datetime | None, first_seen: datetime, post: Post) -> PostSight | None:
    """None where no read shows a post as absent, or no page its time."""
    if not_before is None or post.time is None or post.time_from is TimeFrom.RELATIVE:
        return None
    length = timedelta(seconds=1 if post.precision is Precision.SECOND else 60)
    return PostSight(not_before, first_seen, post.time, post.time + length)


def _latest(sights: Iterable[PostSight]) -> list[PostSight]:
    """The latest ones, as many as are asked."""
    return sorted(sights)[-ASKED:]


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
        # a page that says that it is the last ends the thread, whatever was on one after it before
        ends = sighting.pages is not None and sighting.is_last_page
        closes = place < last or ends or (place < self._ends(after)[0] if after else sighting.is_last_page)
        # a place beyond the page on one side is its neighbour's to show
        return opens and closes and (first < place or place < last)

    def _ends(self, sighting: Sighting) -> tuple["_Place", "_Place"]:
        first, last = (self._revisions[sighting.shown[at].revision].post for at in (0, -1))
        return self._order(first), self._order(last)

    def _order(self, id_: str) -> "_Place":
        each = self._seen[id_]
        post = min((revision.post for revision in each.revisions), key=inexactness)
        return (post.time or each.first.first_answered, int(id_) if id_.isdigit() else 0)


_Place = tuple[datetime, int]
