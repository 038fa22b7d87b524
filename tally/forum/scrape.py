"""Reads a thread from the first page not yet complete to its last one, and stores it page by page.

What is stored after each page is whole: a run that is stopped at any moment has lost nothing, and the next one goes on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from parsers import page_address
from parsers.page import FeedCall, Kind, Page
from tally.errors import ForumUnreachable, PageNotUnderstood
from tally.folder.game import Game
from tally.forum.addresses import is_same_host
from tally.forum.admitting import as_evidence, find_refusal, is_missing, is_of_thread, name_status, parse_page
from tally.forum.fetch import ForumClient, Traffic
from tally.store import PageRead, RawPage, Store, Stored
from tally.texts import _, plural

__all__ = ["SecondsCall", "ThreadRead", "name_feed_times", "parse_page", "read_feed", "scrape_thread"]


@dataclass(frozen=True, slots=True)
class SecondsCall:
    """The call that gives the seconds of the posts of a page, which were written from `first` to `last`."""

    call: FeedCall
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class ThreadRead:
    """What one run found in a thread, and what that cost.

    `calls`: what tells the seconds that its pages do not show, the last page first; `renamed`: its old and new title.
    """

    thread: str
    traffic: Traffic
    new_posts: int
    new_revisions: int
    calls: tuple[SecondsCall, ...] = ()
    renamed: tuple[str, str] | None = None

    @property
    def requests(self) -> int:
        return self.traffic.requests


def scrape_thread(
    store: Store,
    client: ForumClient,
    game: Game,
    thread: str,
    on_page: Callable[[int, int], None],
    from_post: str | None = None,
    again: Sequence[int] = (),
) -> ThreadRead:
    """Read what is new in the thread at the address `thread`; `on_page(page, pages)` is told of each page stored.

    `from_post`, the address of a post or the id of a stored one, is where to begin instead of at the first page that
    is not complete; the pages before it are left for the next run. `again` are pages that were read before and may have
    been edited; they come last, since what is new is wanted first.

    Raises ForumUnreachable where a page does not come, PageNotUnderstood where something else comes; what came is
    stored as evidence, and the pages before it are stored.
    """
    before = client.traffic
    title = store.title(thread)
    run = _Run(store, client, game, thread)
    wanted = [*sorted(again), run.first_incomplete() if from_post is None else run.page_of(from_post)]
    asked: set[str] = set()
    new_posts = new_revisions = 0
    while wanted:
        number = wanted.pop()
        address = run.address(number)
        if address in asked:
            continue
        asked.add(address)
        step = run.read_page(number, address)
        if step.begins_again:
            asked.clear()
        wanted.extend(step.onward)
        if step.stored is not None:
            new_posts += step.stored.new_posts
            new_revisions += step.stored.new_revisions
            on_page(step.page, max(step.page, step.pages or 0))
    renamed = (title, run.title) if title and run.title and title != run.title else None
    return ThreadRead(thread, client.traffic - before, new_posts, new_revisions, run.calls, renamed)


def read_feed(store: Store, client: ForumClient, game: Game, thread: str, feed: FeedCall) -> int:
    """Read a feed or a call of the forum: how many times of posts to the second are new.

    Raises ForumUnreachable where none comes, PageNotUnderstood where it is no feed with posts of this thread.
    """
    raw = client.get(feed.url, cookies=feed.cookies)
    page = parse_page(raw, game, raw.url)
    if (raw.status or 200) >= 400:
        raise ForumUnreachable(f"{raw.url}: {name_status(raw.status or 0)}")
    if page.kind is not Kind.FEED or not page.posts or not is_of_thread(page, store.thread_id(thread)):
        raise PageNotUnderstood(_("{url}: this is not a feed of posts of this thread").format(url=raw.url))
    return store.add_feed(thread, raw, page)


def name_feed_times(count: int) -> str:
    """What feeds added, in words."""
    return plural(
        "a feed told the time of {count} post to the second",
        "feeds told the times of {count} posts to the second",
        count,
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """One page read: where the forum says that it stands, and which pages are to be read because of it."""

    page: int
    pages: int | None
    onward: tuple[int, ...]
    stored: Stored | None
    begins_again: bool = False


class _Run:
    """One run over a thread, with what is known of its pages from before."""

    def __init__(self, store: Store, client: ForumClient, game: Game, thread: str) -> None:
        self._store = store
        self._client = client
        self._game = game
        self._thread = thread
        self._known = {each.page: each for each in store.pages(thread)}
        self._thread_id = store.thread_id(thread)
        # the address of page 1: that in game.toml may be of a later page, or of a post; a saved page has none
        first = self._known.get(1)
        self._start = first.url if first is not None and is_same_host(first.url, thread) else thread
        self._engine: str | None = None
        self._per_page: int | None = None
        for known in self._known.values():
            self._engine = known.engine
            self._per_page = self._per_page or _count_per_page(known, store)
        self._next_url: str | None = None
        self._began_again = False
        self.title: str | None = None
        self._calls: dict[int, SecondsCall] = {}

    @property
    def calls(self) -> tuple[SecondsCall, ...]:
        return tuple(self._calls[page] for page in sorted(self._calls, reverse=True))

    def first_incomplete(self) -> int:
        """A page is complete when another one followed it at the time it was read."""
        page = 1
        while page in self._known and page < (self._known[page].pages or 0):
            page += 1
        return page

    def page_of(self, post: str) -> int:
        """The page on which a post stands: as it was stored, else as the forum shows its address.

        Raises PageNotUnderstood where `post` is neither stored nor the address of a post of this thread.
        """
        stored = next((number for number, page in self._known.items() if post in self._store.posts_on(page)), None)
        if stored is not None:
            return stored
        if not is_same_host(post, self._thread):
            told = _("{post}: no such post is stored; its address would do, as the forum gives it")
            raise PageNotUnderstood(told.format(post=post))
        raw, page = self._get(post)
        refusal = find_refusal(raw, page, self._thread_id)
        # the page may begin with this post, where a forum counts from it: it is read again as one of the thread's own
        self._store.add_page(self._thread, raw, as_evidence(page))
        if refusal is not None:
            raise refusal
        self._remember(page)
        return page.page or 1

    def address(self, number: int) -> str:
        """Where page `number` is to be found. Raises PageNotUnderstood where that cannot be said."""
        if self._engine is None:
            return self._thread
        if number == 1 or self._per_page is not None:
            return page_address(self._engine, self._start, number, self._per_page or 1)
        if self._next_url is not None:
            return self._next_url
        told = _("{url}: how its page {number} is addressed cannot be found out")
        raise PageNotUnderstood(told.format(url=self._thread, number=number))

    def read_page(self, number: int, address: str) -> _Step:
        """Read and store one page. Raises as `scrape_thread` does."""
        known = self._known.get(number)
        raw, page = self._get(address, None if known is None else known.headers)
        if raw.body is None and known is not None:
            stored = self._store.add_unchanged(self._thread, raw, known)
            return _Step(number, known.pages, tuple(_after(number, known.pages)), stored)
        refusal = find_refusal(raw, page, self._thread_id)
        if refusal is not None:
            self._store.add_page(self._thread, raw, as_evidence(page))
            if known is not None and number > 1 and is_missing(raw, page):
                # the thread has shrunk since: its last page is an earlier one
                return _Step(number, None, (number - 1,), None)
            raise refusal
        here = page.page or 1
        if self._is_off_grid(number, here, page):
            # its posts come again on the pages that the forum counts now
            self._store.add_page(self._thread, raw, as_evidence(page))
            self._known = {}
            self._began_again = True
            self._remember(page)
            return _Step(here, page.pages, (1,), None, begins_again=True)
        stored = self._store.add_page(self._thread, raw, page)
        self._remember(page)
        if here != number:
            # a number beyond the end is answered by the last page, or by the first
            onward = (*_last_if_not(here, page.pages), *self._moved_back(self._known.get(here), page))
        elif page.pages is None and page.next_url is not None:
            onward = (number + 1,)
        else:
            onward = (*_after(here, page.pages), *self._moved_back(known, page))
        return _Step(here, page.pages, onward, stored)

    def _get(self, address: str, known: Mapping[str, str] | None = None) -> tuple[RawPage, Page]:
        """A page of the forum; where it wants a login and we have an account there, the page as its members see it."""
        raw = self._client.get(address, known)
        page = parse_page(raw, self._game, raw.url)
        closed = page.kind in (Kind.LOGIN, Kind.FORBIDDEN) or raw.status in (401, 403)
        if closed and self._client.log_in(raw.url, self._engine or page.engine):
            self._store.add_page(self._thread, raw, as_evidence(page))
            raw = self._client.get(address, known)
            page = parse_page(raw, self._game, raw.url)
        return raw, page

    def _is_off_grid(self, number: int, here: int, page: Page) -> bool:
        """Whether the page may be no page as the forum counts them: asked for by another address than a page's own, or
        by a number that meant something else before the forum changed how many posts it puts on a page."""
        if self._began_again:
            return False
        if self._engine is None:
            return here != number
        return None not in (self._per_page, page.per_page) and self._per_page != page.per_page

    def _remember(self, page: Page) -> None:
        """What this page tells of the addresses of the others."""
        self._engine = page.engine
        self._next_url = page.next_url
        times = [post.time for post in page.posts if post.time is not None]
        if page.feed is not None and times:
            self._calls[page.page or 1] = SecondsCall(page.feed, min(times), max(times))
        followed = page.pages is not None and (page.page or 1) < page.pages
        self._per_page = page.per_page or self._per_page or (len(page.posts) if followed else None)
        if page.thread is not None:
            self.title = page.thread.title or self.title
            self._thread_id = self._thread_id or page.thread.id
            if not self._known and page.thread.url is not None and is_same_host(page.thread.url, self._thread):
                self._start = page.thread.url

    def _moved_back(self, before: PageRead | None, page: Page) -> Iterator[int]:
        """The page before, where this one begins otherwise than it did: posts were deleted there, the rest moved up."""
        if before is None or before.page == 1:
            return
        if self._store.posts_on(before)[0] not in {post.id for post in page.posts}:
            yield before.page - 1


def _count_per_page(known: PageRead, store: Store) -> int | None:
    """How many posts a page has: as the forum says, else as many as are on a page that another one follows."""
    followed = known.pages is not None and known.page < known.pages
    return known.per_page or (len(store.posts_on(known)) if followed else None)


def _after(page: int, pages: int | None) -> Iterator[int]:
    if pages is not None and page < pages:
        yield page + 1


def _last_if_not(page: int, pages: int | None) -> Iterator[int]:
    if pages is not None and page < pages:
        yield pages
