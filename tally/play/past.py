"""What of a long game is settled and need not be read and counted again: all that lies before its current day.

In: the course of a game, opened whole; later the store as it has grown. Out: the posts from that day on, just as the
whole threads would give them; nothing where anything before the day is not as it was.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.moments import PhaseId, read_phase_id
from engine.state import State
from parsers.page import TimeFrom
from tally.calendar.days import Day
from tally.count.authors import Accounts
from tally.count.host_words import ENTERED, PostKey
from tally.count.moved_posts import join_moved
from tally.count.town_day import TownDay
from tally.store import Fact, FactKind, Store
from tally.store.forum_clock import ForumClock
from tally.store.posts import StoredPost
from tally.store.revisions import inexactness
from tally.store.tails import StoreMark, Tail

__all__ = ["ClockBound", "Past", "Recalled", "bind_to_clock", "is_exact", "overlapping", "recall"]

# the facts from which a game follows, beside its posts
_TELLING = (FactKind.RULING, FactKind.ENTRY, FactKind.ANNOUNCEMENT, FactKind.CHANCE)

_NEAR = timedelta(minutes=10)
_MINUTE = timedelta(seconds=59)
_SHIFT = timedelta(minutes=5)
"""By no more may a measure of the forum's clock have moved; whatever lies farther than _NEAR from a limit stays."""


@dataclass(frozen=True, slots=True)
class ClockBound:
    """The posts before the day whose votes would be judged otherwise if the forum's clock were another one: by which
    `clock` of its thread each was judged, and the moments that part one judgement from another."""

    clocks: Mapping[str, ForumClock]
    posts: tuple[StoredPost, ...]
    limits: tuple[datetime, ...]

    def holds(self, clocks: Mapping[str, ForumClock]) -> bool:
        """Whether all are judged alike by clocks that were measured since."""
        if any(_has_shifted(self.clocks[thread], clock) for thread, clock in clocks.items()):
            return False
        return all(
            _places(post, self.clocks[post.thread], self.limits) == _places(post, clocks[post.thread], self.limits)
            for post in self.posts
        )


@dataclass(frozen=True, slots=True)
class Past:
    """A game up to the opening of `day`.

    `made`: by what moment it was settled; `log`: all that the store held up to the `mark`.
    `state`, `town_state`: those before the day; `days`: the days before it as they are published, `posted` those in
    which a player has written anything. `overlap`: the posts that are read again and that a count of those days knows
    of too, all that were written before `ends`. `nicks`: of whoever wrote the others. `times`: of the posts that bound
    days. `awaits`: how many decisions the first phase that is not announced waits for, where it is one of these;
    `differing`: those that were announced and would come out otherwise by now.
    """

    day: PhaseId
    made: datetime
    mark: StoreMark
    log: str
    tails: tuple[Tail, ...]
    ends: datetime
    overlap: tuple[StoredPost, ...]
    nicks: frozenset[str]
    state: State
    town_state: State
    days: Mapping[PhaseId, TownDay]
    posted: frozenset[PhaseId]
    accounts: Accounts
    times: Mapping[str, datetime | None]
    awaits: int
    differing: tuple[PhaseId, ...]
    bound: ClockBound

    @property
    def stamp(self) -> str:
        """Another one for another past of the same game."""
        return f"{self.day} {self.mark} {self.log}"


@dataclass(frozen=True, slots=True)
class Recalled:
    """A past that still holds, and the posts of the game's threads that are not past, each once. `mark`: up to where
    the store went before they were read."""

    past: Past
    posts: tuple[StoredPost, ...]
    mark: StoreMark


def recall(past: Past, store: Store, now: datetime) -> Recalled | None:
    """The past with what came after it; None where it is not what it was, or the game is over and told whole."""
    if now < past.made or store.digest_log(past.mark) != past.log:
        # the clock was set back, or a backup was put back
        return None
    if not set(store.threads()) <= {tail.thread for tail in past.tails}:
        return None
    mark = store.mark()
    found = []
    for tail in past.tails:
        posts = store.tail_posts(tail)
        if posts is None:
            return None
        found.append(posts)
    clocks = {tail.thread: store.clock(tail.thread) for tail in past.tails}
    clocks |= {post.thread: post.clock for posts in found for post in posts[:1]}
    mine = [post for posts in found for post in posts]
    if overlapping(mine, past.ends) != past.overlap:
        return None
    later = {(post.thread, post.id) for post in mine} - {(post.thread, post.id) for post in past.overlap}
    new = (fact for fact in store.facts(*_TELLING) if fact.id > past.mark.facts)
    if any(_concerns(fact, past, later) for fact in new) or not past.bound.holds(clocks):
        return None
    return Recalled(past, join_moved(found), mark)


def overlapping(posts: Iterable[StoredPost], ends: datetime) -> tuple[StoredPost, ...]:
    """The posts of which a count of the days before a moment knows, without what each read tells anew: those from
    before it, and any without a time."""
    told = (post for post in posts if (time := post.timed.time) is None or time < ends)
    bare = (replace(post, page=0, last_seen=post.first_seen, number=None) for post in told)
    return tuple(sorted(bare, key=lambda post: (post.thread, post.id)))


def _concerns(fact: Fact, past: Past, later: set[PostKey]) -> bool:
    """Whether what the host said may be about the past. `later`: the posts of which it knows nothing."""
    data = fact.data
    if data.get("outcome", {}).get("winners"):
        return True
    if fact.kind is FactKind.RULING and "post" in data:
        name = str(data.get("post", "")).removeprefix(ENTERED)
        is_new_entry = name.isdigit() and int(name) > past.mark.facts and not data.get("thread")
        return (data.get("thread"), data.get("post")) not in later and not is_new_entry
    if data.get("do") == "replace" or (data.get("what") == "undo" and data["entry"] <= past.mark.facts):
        return True
    phases = [fact.phase, *(order["phase"] for order in data.get("orders", ()))]
    return any((phase := read_phase_id(each or "")) is None or phase < past.day for each in phases)


def bind_to_clock(posts: Iterable[StoredPost], days: Iterable[Day], clocks: Mapping[str, ForumClock]) -> ClockBound:
    """Of the posts of these days those of which the clock decides; by which `clocks` they were judged."""
    limits = tuple(sorted({each for day in days for each in _limits(day)}))
    bound = tuple(post for post in posts if not is_exact(post) and _is_near(post, limits))
    return ClockBound(clocks, bound, limits)


def _limits(day: Day) -> Iterator[datetime]:
    yield from (day.opens, day.closes, day.ends)
    yield day.closes + timedelta(seconds=1)


def is_exact(post: StoredPost) -> bool:
    """Whether a page tells all of a post's time: to the second, and that it was never edited."""
    shown = post.timed
    is_shown = inexactness(shown) == 0 and shown.time_from is not TimeFrom.FEED
    return is_shown and len(post.revisions) == 1 and post.first.edited is None


def _sights(post: StoredPost) -> Iterator[tuple[datetime, Callable[[ForumClock, datetime], datetime]]]:
    """The moments of our clock at which a post was seen or not, and what the forum's then was at the most or least."""
    if post.not_before is not None:
        yield post.not_before, ForumClock.earliest
    yield post.first_seen, ForumClock.latest
    for revision in post.revisions[1:]:
        yield revision.seen_at, ForumClock.latest


def _is_near(post: StoredPost, limits: Sequence[datetime]) -> bool:
    time = post.timed.time
    moments = [turn(post.clock, seen) for seen, turn in _sights(post)] + ([] if time is None else [time])
    for moment in moments:
        after = bisect_left(limits, moment - _NEAR)
        if after < len(limits) and limits[after] <= moment + _NEAR:
            return True
    return False


def _places(post: StoredPost, clock: ForumClock, limits: Sequence[datetime]) -> list[int]:
    """On which side of all that parts one judgement from another a post lies by a clock."""
    time = post.timed.time
    own = () if time is None else (time, time + _MINUTE)
    all_limits = sorted((*limits, *own))
    return [bisect_left(all_limits, turn(clock, seen)) for seen, turn in _sights(post)]


def _has_shifted(before: ForumClock, now: ForumClock) -> bool:
    return abs(now.least - before.least) > _SHIFT or abs(now.most - before.most) > _SHIFT
