"""The end of a thread, folded from the reads of its own pages: a long thread is gone through whole but once.

In: what a fold of the whole thread leaves for the next one (a `Tail`), and what was read since. Out: the posts of the
tail just as the whole fold would give them; None where anything before the tail is not as it was.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tally.store.forum_clock import ForumClock
from tally.store.posts import Before, Shown, StoredPost, fold_posts, take_in
from tally.store.revisions import RevisionRow, read_revisions
from tally.store.sightings import Ask, ReadRow, feed_times, gather_sightings, read_rows, shown_in

__all__ = ["Cut", "StoreMark", "Tail", "cut_tail", "digest_log", "fold_tail", "read_mark"]


@dataclass(frozen=True, slots=True)
class StoreMark:
    """Up to which rows of its tables a store was taken in."""

    facts: int
    observations: int
    posts: int
    feed_times: int
    bodies: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a thread is cut: whatever is written `since` is of the tail, and the posts with the ids `kept`, those of
    that time and earlier ones that still matter."""

    thread: str
    mark: StoreMark
    since: datetime
    kept: frozenset[str]


@dataclass(frozen=True, slots=True)
class Tail:
    """What a fold of a thread leaves for that of its latest posts alone.

    `begins`: the answer and the number of the read that first showed one of them; `before`: what the reads until then
    tell of the posts that come. `states`: what each page showed at the mark; `last_page`: the last one with a post from
    before the tail; `read_until`: the latest answer.
    """

    cut: Cut
    begins: tuple[str, int]
    before: Before
    states: Mapping[int, int]
    last_page: int
    read_until: str

    @property
    def thread(self) -> str:
        return self.cut.thread


def read_mark(ask: Ask) -> StoreMark:
    """Up to where the store goes now."""
    ((facts, observations, posts, feeds, bodies),) = ask(
        "select (select coalesce(max(id), 0) from facts), (select coalesce(max(id), 0) from observations), "
        "(select coalesce(max(id), 0) from posts), (select coalesce(max(id), 0) from feed_times), "
        "(select coalesce(max(id), 0) from bodies)"
    )
    return StoreMark(facts, observations, posts, feeds, bodies)


def digest_log(ask: Ask, mark: StoreMark) -> str:
    """See `Store.digest_log`."""
    ((told,),) = ask(
        # of what was read the moments are enough, with the bytes
        "select group_concat(at || case when kind in ('observation', 'reading') then '' "
        "else kind || coalesce(phase, '') || data end) from (select * from facts where id <= ? order by id)",
        mark.facts,
    )
    ((read,),) = ask(
        "select group_concat(sha256) from (select sha256 from bodies where id <= ? order by sha256)", mark.bodies
    )
    return hashlib.sha256(f"{told} {read}".encode()).hexdigest()


def cut_tail(ask: Ask, posts: Iterable[StoredPost], cut: Cut, earlier: Tail | None = None) -> Tail:
    """See `Store.cut_tail`."""
    # what another command has stored since the mark is new to whoever folds the tail
    rows = [row for row in read_rows(ask, cut.thread) if row.observation <= cut.mark.observations]
    read_until = max((row.answered for row in rows), default="")
    mine = [post for post in posts if post.thread == cut.thread]
    old = [post for post in mine if post.id not in cut.kept]
    firsts = [(post.first_seen.isoformat(), post.revisions[0].observation) for post in mine if post.id in cut.kept]
    begins = min(firsts, default=(read_until, cut.mark.observations + 1))
    sightings = (
        each for each in gather_sightings(rows, {}) if (each.first_answered.isoformat(), each.observation) < begins
    )
    pages = [*(post.page for post in old), *([] if earlier is None else [earlier.last_page])]
    return Tail(
        cut=cut,
        begins=begins,
        before=take_in(sightings, old, Before() if earlier is None else earlier.before),
        states={row.page: row.state for row in rows},
        last_page=max(pages, default=0),
        read_until=read_until,
    )


def fold_tail(ask: Ask, tail: Tail, clock: ForumClock) -> tuple[StoredPost, ...] | None:
    """See `Store.tail_posts`."""
    cut, mark = tail.cut, tail.cut.mark
    fresh = read_rows(ask, tail.thread, after=mark.observations)
    if any(row.answered < tail.read_until or _is_shorter(row, tail) for row in fresh) or _has_new_feed_times(ask, tail):
        return None
    changed = [(row.state, tail.states.get(row.page)) for row in fresh if row.state != tail.states.get(row.page)]
    rows = read_rows(ask, tail.thread, tail.begins)
    earlier = [state for _now, state in changed if state is not None]
    shown = shown_in(ask, [*(row.state for row in rows), *earlier])
    revisions, places = _revisions(ask, {each.revision for posts in shown.values() for each in posts})

    def old_part(state: int | None) -> list[Shown]:
        """What a page in that state shows of the posts before the tail."""
        each_shown: Sequence[Shown] = () if state is None else shown[state]
        return [
            each
            for each in each_shown
            if places[each.revision] <= mark.posts and revisions[each.revision].post not in cut.kept
        ]

    if any(old_part(now) != old_part(before) for now, before in changed):
        return None
    times = feed_times(ask, tail.thread, mark.posts, cut.kept)
    posts = fold_posts(tail.thread, gather_sightings(rows, shown), revisions, times, clock, tail.before)
    new = {revisions[revision].post for revision, place in places.items() if place > mark.posts}
    mine = tuple(post for post in posts if post.id in cut.kept or post.id in new)
    # a post from before the tail that shows itself only now is the whole fold's to place
    return None if any(_is_before(post, cut) for post in mine if post.id in new) else mine


def _is_shorter(row: ReadRow, tail: Tail) -> bool:
    """Whether a thread has lost a page that showed posts from before the tail."""
    return row.pages is not None and row.pages < tail.last_page


def _is_before(post: StoredPost, cut: Cut) -> bool:
    time = post.timed.time
    return time is not None and time < cut.since


def _has_new_feed_times(ask: Ask, tail: Tail) -> bool:
    """Whether a feed has told something of a post from before the tail."""
    rows = ask(
        "select 1 from feed_times f join posts p on p.id = f.post join threads t on t.id = p.thread where t.url = ? "
        "and f.id > ? and p.id <= ? and p.forum_id not in (select value from json_each(?)) limit 1",
        tail.thread,
        tail.cut.mark.feed_times,
        tail.cut.mark.posts,
        json.dumps(sorted(tail.cut.kept)),
    )
    return bool(rows)


def _revisions(ask: Ask, wanted: Iterable[int]) -> tuple[dict[int, RevisionRow], dict[int, int]]:
    """These revisions, and of which row of the posts each is."""
    rows = ask(
        "select r.id, p.id, p.forum_id, r.author, r.author_id, r.time, r.precision, r.time_from, r.text, r.edited, "
        "r.marks, r.runs from revisions r join posts p on p.id = r.post "
        "where r.id in (select value from json_each(?))",
        json.dumps(sorted(wanted)),
    )
    read = read_revisions([row[2:] for row in rows])
    return dict(zip((row[0] for row in rows), read, strict=True)), {row[0]: row[1] for row in rows}
