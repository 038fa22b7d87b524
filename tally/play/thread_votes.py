"""The posts of a game's threads as they were read, and the votes of each day in them.

In: the game, its store, the reader of posts, the host's word. Out: posts, votes, up to when they are known. What was
read once is kept for as long as the object lives.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from engine.moments import PhaseId
from engine.ruleset import Ruleset
from parsers.page import Post
from tally.calendar.days import Day, Days, is_set
from tally.count.authors import NO_ACCOUNTS, Authors, learn_accounts
from tally.count.bounds import NOWHERE, Places, Side, places_of, side_of
from tally.count.counting import CastVote, VoteReader, find_votes
from tally.count.host_words import HostWords, fold_words
from tally.count.living_names import Arrivals
from tally.count.moved_posts import follow_moved, posts_of_game
from tally.count.report import Outage
from tally.count.written_posts import WrittenPost, count_posts, fold_idle, written_posts
from tally.folder.game import Game, fold_name
from tally.play.outage import find_outage
from tally.play.past import Recalled
from tally.play.present_names import at_home
from tally.play.reach import has_read, is_only_entered, known_until, read_so_far
from tally.reading import FoundVote
from tally.store import FactKind, Store
from tally.store.forum_clock import ForumClock
from tally.store.posts import StoredPost
from tally.store.tails import Cut, Tail

if TYPE_CHECKING:
    from parsers.quotes import Quote

__all__ = ["ThreadVotes"]

_LONGEST_MERGE = timedelta(days=2)
_MINUTE = timedelta(minutes=1)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_BEFORE_FORUMS = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIER = timedelta(hours=1)
"""How long before a day its last post may lie that still tells when the first of the day was written."""


class ThreadVotes:
    """What was posted in the threads of one game."""

    def __init__(
        self, game: Game, rules: Ruleset, store: Store, read: VoteReader, recalled: Recalled | None = None
    ) -> None:
        self._game = game
        self._store = store
        self._past = None if recalled is None else recalled.past
        # what comes while they are loaded is new to the next one who asks
        self.mark = store.mark() if recalled is None else recalled.mark
        self.posts: tuple[StoredPost, ...] = posts_of_game(game, store) if recalled is None else recalled.posts
        self._times = {} if self._past is None else dict(self._past.times)
        self._times |= {post.id: post.timed.time for post in self.posts}
        self.days = Days(game, rules.clock, self._times.get)
        facts = store.facts(FactKind.RULING, FactKind.ENTRY)
        self.words: HostWords = follow_moved(fold_words(facts), self.posts)
        self._idle = fold_idle(facts)
        self._read = _reading_once(read)
        self.accounts = learn_accounts(self.posts, NO_ACCOUNTS if self._past is None else self._past.accounts)
        self._authors = Authors(game, self.words.replacements, self.accounts)
        self._cast: dict[PhaseId, tuple[CastVote, ...]] = {}
        self._known: dict[PhaseId, datetime] = {}
        self._were_read: dict[PhaseId, bool] = {}
        self._outages: dict[tuple[PhaseId, datetime], Outage | None] = {}

    def known_until(self, day: PhaseId) -> datetime:
        """Up to when everything posted for a day is known. Raises GameFault where its threads were never read."""
        if day not in self._known:
            # days of the same threads are known up to the same moment
            threads = self._game.forum.threads_of(day)
            alike = [each for each in self._known if threads and self._game.forum.threads_of(each) == threads]
            self._known[day] = self._known[alike[0]] if alike else known_until(self._game, self._store, self.posts, day)
        return self._known[day]

    def outage(self, day: Day) -> Outage | None:
        """The time over the deadline of a day in which its threads could not be read."""
        if not is_set(day.closes) or self.known_until(day.id) <= day.closes:
            return None
        key = (day.id, day.closes)
        if key not in self._outages:
            threads = [thread.url for thread in self._game.forum.threads_of(day.id)]
            self._outages[key] = find_outage(self._store, threads, day.closes)
        return self._outages[key]

    @property
    def read_so_far(self) -> datetime:
        """The latest moment up to which any thread is known."""
        return read_so_far(self._game, self._store, self.posts)

    def has_read(self, day: PhaseId) -> bool:
        """Whether every thread of a day was read at least once."""
        if day not in self._were_read:
            self._were_read[day] = has_read(self._game, self._store, day)
        return self._were_read[day]

    def is_only_entered(self, day: PhaseId) -> bool:
        """Whether a day has no thread and was announced all the same."""
        return is_only_entered(self._game, self._store, day)

    @property
    def engine(self) -> str | None:
        """The forum engine of the pages read."""
        found = (self._store.engine(thread.url) for thread in self._game.forum.threads)
        return next(filter(None, found), None)

    @cached_property
    def written(self) -> tuple[WrittenPost, ...]:
        """The posts with who wrote them, by time."""
        return written_posts(self.posts, self._game, self._authors, self._idle)

    def post_counts(self, day: Day) -> Mapping[str, int]:
        """How many posts to the point each wrote on a day."""
        return count_posts(self.written, self._game, day)

    def days_with_posts(self) -> tuple[PhaseId, ...]:
        """The days in which somebody has posted, but for some that lie between others."""
        # of each date the last post tells the latest day
        times = sorted(time for time in self._times.values() if time is not None)
        last_of_dates = {time.astimezone(self._game.timezone).date(): time for time in times}
        return tuple(day for time in last_of_dates.values() if (day := self.days.day_of(time)) is not None)

    def moment_of(self, post: StoredPost) -> datetime:
        """When a post was written, as exactly as is known."""
        return self._times[post.id] or post.first_seen

    def day_of(self, post: StoredPost) -> PhaseId | None:
        """The day in which a post was written, or which ended before; None before the first. Where posts bound days,
        the order of the thread says so."""
        found = self.days.day_of(self.moment_of(post))
        if found is None:
            return None
        cycle = found.cycle
        while self._opened_by(cycle + 1, post) is Side.AFTER:
            cycle += 1
        while cycle and self._opened_by(cycle, post) is Side.BEFORE:
            cycle -= 1
        return PhaseId(cycle, night=False) if cycle else None

    def _opened_by(self, cycle: int, post: StoredPost) -> Side | None:
        """The side of a post on which the opening of a day leaves it, where a post is that."""
        opening = self.days.opening(cycle)
        return None if opening is None else side_of(opening, post, self._places, merged=False)

    @cached_property
    def arrivals(self) -> Arrivals:
        """When each account of a seat that several play first posted."""
        # whoever is known from before the posts that are loaded was there before any of them
        known = {} if self._past is None else dict.fromkeys(self._past.nicks, _LONG_AGO)
        firsts: dict[str, datetime] = {}
        for post in self.posts:
            if post.latest.author is not None:
                nick, moment = fold_name(post.latest.author), self.moment_of(post)
                firsts[nick] = min(firsts.get(nick, moment), moment)
        return Arrivals.of(self._game.seats, firsts | known)

    def votes(self, day: Day, until: datetime) -> tuple[CastVote, ...]:
        """Every vote and mark of a day up to a moment."""
        found = self._cast.get(day.id)
        if found is None:
            places = self._places if day.bounds else NOWHERE
            cast = find_votes(self._near(day), day, self._game, self._read, self._authors, self.words, places)
            found = self._cast[day.id] = self._at_home(cast)
        return tuple(vote for vote in found if vote.moment <= until)

    def all_votes(self, day: Day) -> tuple[CastVote, ...]:
        """Every vote and mark of a day as far as its thread is known; none where it was not read."""
        return self.votes(day, self.known_until(day.id)) if self.has_read(day.id) else ()

    def early_votes(self, day: Day) -> tuple[CastVote, ...]:
        """The votes that were written before a day opened, after those of the one before it had ended."""
        before = self.days.day(day.id.cycle - 1).closes if day.id.cycle > 1 else _BEFORE_FORUMS
        if before >= day.opens:
            return ()
        night = replace(day, opens=before, ends=day.opens)
        words = replace(self.words, entered=())
        cast = find_votes(self._near(night), night, self._game, self._read, self._authors, words, self._places)
        return tuple(vote for vote in self._at_home(cast) if vote.left_out is None and vote.moment < day.opens)

    def quotes_of(self, post: StoredPost) -> "tuple[Quote, ...]":
        """What a post quotes, as its page was last read."""
        # an everyday command starts without what reads pages
        from parsers.quotes import read_quotes

        raw, engine = self._store.raw_page(post.revisions[-1].observation), self._store.engine(post.thread)
        if raw is None or raw.body is None or engine is None:
            return ()
        return read_quotes(raw.body, post.id, engine=engine, content_type=raw.content_type)

    def up_to(self, last: StoredPost, votes: Sequence[CastVote]) -> tuple[CastVote, ...]:
        """The votes that stood right after a post: of its own thread none that follows it within the shown minute."""
        thread = [post.id for post in self.posts if post.thread == last.thread]
        before = frozenset(thread[: thread.index(last.id) + 1])
        return tuple(
            vote for vote in votes if vote.post is None or vote.post.thread != last.thread or vote.post.id in before
        )

    def read_again(self, day: Day, post: StoredPost, words: HostWords) -> tuple[CastVote, ...]:
        """The votes of one post with another word of the host, in their order; their sources are not the day's."""
        thread = [each for each in self.posts if each.thread == post.thread]
        place = thread.index(post)
        # the post before it in the thread bounds when it was written
        near = thread[max(place - 1, 0) : place + 1]
        places = self._places if day.bounds else NOWHERE
        found = find_votes(near, day, self._game, self._read, self._authors, replace(words, entered=()), places)
        return tuple(vote for vote in self._at_home(found) if vote.post is post)

    def _at_home(self, votes: Sequence[CastVote]) -> tuple[CastVote, ...]:
        zone = self._game.timezone
        return tuple(replace(vote, entry=at_home(vote.entry, zone)) for vote in votes)

    def posts_from(self, day: Day, since: datetime) -> tuple[StoredPost, ...] | None:
        """The posts that tell of a day, and of all that was written from a moment before it on; None where one without
        a time might be of any day."""
        if None in self._times.values():
            return None
        opens = day.opens - _EARLIER
        return tuple(each for each in self.posts if self.moment_of(each) >= since or self._last_words(each) >= opens)

    def cut(self, since: datetime, kept: Iterable[StoredPost]) -> tuple[Tail, ...]:
        """The tails of all threads, with these posts in them."""
        earlier = {} if self._past is None else {tail.thread: tail for tail in self._past.tails}
        ids: dict[str, set[str]] = {thread.url: set() for thread in self._game.forum.threads}
        for post in kept:
            ids[post.thread].add(post.id)
        cuts = [Cut(thread, self.mark, since, frozenset(each)) for thread, each in ids.items()]
        return tuple(self._store.cut_tail(self.posts, cut, earlier.get(cut.thread)) for cut in cuts)

    def clocks(self) -> Mapping[str, ForumClock]:
        """The forum's clock by which the posts of each thread were dated."""
        found = {thread.url: self._store.clock(thread.url) for thread in self._game.forum.threads}
        return found | {post.thread: post.clock for post in self.posts}

    def times_of(self, ids: Iterable[str]) -> Mapping[str, datetime | None]:
        """When posts were written, of those that are known."""
        return {id_: self._times[id_] for id_ in ids if id_ in self._times}

    @cached_property
    def _places(self) -> Places:
        return places_of(self.posts)

    def _near(self, day: Day) -> Iterator[StoredPost]:
        """The posts that may hold words of a day: text may have been merged into one long after it was written."""
        # in the zone of the posts, where moments are compared several times as fast
        opens, ends = day.opens.astimezone(UTC), day.ends.astimezone(UTC)
        if day.bounds:
            # of the minute in which the next day opens some may still be of this one
            ends += _MINUTE
        first, long_before = opens - _EARLIER, opens - _LONGEST_MERGE
        untimed = None in self._times.values()
        for post in self.posts:
            time = self._times[post.id]
            if time is None or first <= time < ends:
                yield post
            elif long_before <= time < first and (untimed or self._last_words(post) >= first):
                # a post without a time is dated by those around it, whatever they hold
                yield post

    def _last_words(self, post: StoredPost) -> datetime:
        """When the latest words of a post were written: its own, or what was merged into it."""
        merged = (run.time for revision in post.revisions for run in revision.post.runs if run.time is not None)
        return max(merged, default=self.moment_of(post))


def _reading_once(read: VoteReader) -> VoteReader:
    """The reader, which reads no post a second time: one is near several days. It keeps no post alive."""
    found: dict[tuple[int, bool], Sequence[FoundVote]] = {}

    def read_once(post: Post, votes_only: bool) -> Sequence[FoundVote]:
        key = (id(post), votes_only)
        if key not in found:
            found[key] = read(post, votes_only)
        return found[key]

    return read_once
