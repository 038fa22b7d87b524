"""One round over a game's threads: what is new in each, edits of the current day, seconds where they decide.

In: the game, its store, the way to its forum. Out: what was found and what it cost. A thread that cannot be read does
not keep the others from being read.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from engine.moments import Window
from parsers.page import FeedCall
from tally.calendar.days import Day, Days
from tally.count.post_reader import learn_names
from tally.errors import GameFault, TallyError
from tally.folder.game import GAME_FILE, Game, Thread
from tally.forum.fetch import ForumClient, Traffic
from tally.forum.scrape import ThreadRead, read_feed, scrape_thread
from tally.records.rules import load_rules
from tally.store import Store
from tally.store.posts import CONFIRMED
from tally.texts import _

__all__ = ["Round", "Wanted", "pages_to_reread", "read_round", "threads_to_read"]

# so old may what is known of an earlier page of the day be, unless all of it is wanted fresh
_FRESH = timedelta(minutes=10)
# around the cutoff, when the forum is asked for seconds: what it tells of is what was written last
_BEFORE, _AFTER = timedelta(minutes=2), timedelta(hours=1)


# what was written for a day may be edited for so long after the next one has begun
_LATE_EDITS = timedelta(hours=1)

OnPage = Callable[[str, int, int], None]
"""Told of each page that was stored: the thread, the page, of how many."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one round found and cost. `seconds`: how many times of posts feeds told to the second.

    `failures` are of threads that could not be read to their end, `troubles` of feeds, without which a count goes on.
    """

    threads: tuple[ThreadRead, ...]
    seconds: int
    traffic: Traffic
    failures: tuple[TallyError, ...]
    troubles: tuple[TallyError, ...]

    def with_seconds(self, seconds: int, traffic: Traffic) -> "Round":
        """The same with what another feed told; `traffic` is that of the whole."""
        return replace(self, seconds=self.seconds + seconds, traffic=traffic)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a game's threads is to be read: `only` one of them, `from_post` on instead of from what is new on.

    `thorough`: all complete pages of the current day again for edits, not just those of which what is known is old.
    """

    only: str | None = None
    from_post: str | None = None
    thorough: bool = False


def read_round(
    store: Store,
    client: ForumClient,
    game: Game,
    now: datetime,
    wanted: Wanted = Wanted(),
    on_page: OnPage = lambda _thread, _page, _pages: None,
) -> Round:
    """Read what is new at `now` in the threads of the game that can have changed, and edits of the current day.

    The caller holds the game's lock. Raises GameFault where the game has no thread, or the store cannot be used.
    """
    if not game.forum.threads:
        raise GameFault(_("{file}: the game has no thread yet").format(file=game.folder / GAME_FILE))
    before = client.traffic
    day = _current_day(game, store, now)
    read: list[ThreadRead] = []
    failures: list[TallyError] = []
    troubles: list[TallyError] = []
    seconds = 0
    for url in threads_to_read(game, store, day) if wanted.only is None else (wanted.only,):
        again = () if day is None else pages_to_reread(store, url, day.opens, now, thorough=wanted.thorough)
        told = partial(on_page, url)
        try:
            found = scrape_thread(store, client, game, url, told, wanted.from_post, () if wanted.from_post else again)
        except GameFault:
            raise
        except TallyError as failure:
            failures.append(failure)
            continue
        read.append(found)
        for call in _calls(store, found, day, now):
            try:
                seconds += read_feed(store, client, game, url, call)
            except TallyError as trouble:
                troubles.append(trouble)
    learn_names(game, store)
    return Round(tuple(read), seconds, client.traffic - before, tuple(failures), tuple(troubles))


def threads_to_read(game: Game, store: Store, day: Day | None) -> tuple[str, ...]:
    """The addresses of the threads that can have changed: not those whose days are over and were read after their end.

    A thread for a day that has not come yet is not read.
    """
    if day is None:
        return tuple(dict.fromkeys(thread.url for thread in game.forum.threads))
    return tuple(dict.fromkeys(each.url for each in game.forum.threads if _may_have_changed(each, store, day)))


def _may_have_changed(thread: Thread, store: Store, day: Day) -> bool:
    if thread.first is not None and thread.first > day.id.next:
        return False
    if thread.last is None or thread.last >= day.id:
        return True
    end = store.read_to_end(thread.url)
    return end is None or end[0] < day.opens + _LATE_EDITS


def pages_to_reread(store: Store, thread: str, since: datetime, now: datetime, *, thorough: bool) -> tuple[int, ...]:
    """The pages with posts written since the day has opened whose known state is too old to count on.

    One whose posts have changed at its last reads is read again as soon as that can confirm what has gone from it.
    """
    found = []
    for page in reversed(store.pages(thread)):
        latest = store.latest_time(page)
        if latest is not None and latest < since:
            break
        since_then = store.unchanged_since(page, thread)
        is_settled = page.answered_at - since_then >= CONFIRMED
        if thorough or (now - page.answered_at >= _FRESH if is_settled else now - since_then >= CONFIRMED):
            found.append(page.page)
    return tuple(found)


def _current_day(game: Game, store: Store, now: datetime) -> Day | None:
    """The day as played now; None where the calendar does not tell, so that only what is new can be read."""
    times: dict[str, datetime | None] = {}

    def time_of(post: str) -> datetime | None:
        if not times:
            urls = dict.fromkeys(thread.url for thread in game.forum.threads)
            times.update((each.id, each.timed.time) for url in urls for each in store.posts(url))
        return times.get(post)

    try:
        days = Days(game, load_rules(game).clock, time_of)
        found = days.day_of(now)
        return None if found is None else days.day(found.cycle)
    except GameFault:
        return None


def _calls(store: Store, read: ThreadRead, day: Day | None, now: datetime) -> Iterator[FeedCall]:
    """The calls for the seconds that decide: of posts in a minute in which the day's votes begin or end."""
    asked: set[FeedCall] = set()
    for start, end in () if day is None else _split_minutes(day):
        if not start - _BEFORE <= now < end + _AFTER:
            continue
        for place, each in enumerate(read.calls):
            near = each.first < end and each.last >= start and store.has_minutes(read.thread, start, end)
            # what is about to be written comes onto the last page
            coming = place == 0 and now < end + _BEFORE
            if (near or coming) and each.call not in asked:
                asked.add(each.call)
                yield each.call


def _split_minutes(day: Day) -> Iterator[tuple[datetime, datetime]]:
    """The minutes of which one part is in time and another is not."""
    window = Window(day.opens, day.closes, day.inclusive)
    for edge in (day.opens, day.closes):
        start = edge.replace(second=0, microsecond=0)
        last = start + timedelta(seconds=59)
        if (window.is_early(start), window.is_late(start)) != (window.is_early(last), window.is_late(last)):
            yield start, start + timedelta(minutes=1)
