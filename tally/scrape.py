"""Reads a thread from the first page not yet complete to its last one, and stores it page by page.

What is stored after each page is whole: a run that is stopped at any moment has lost nothing, and the next one goes on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from parsers import page_address, read_page
from parsers.colours import RED_AND_BLUE, Palette
from parsers.page import Kind, Page
from tally.addresses import is_same_host
from tally.errors import ForumUnreachable, PageNotUnderstood, TallyError
from tally.fetch import ForumClient
from tally.game import Game
from tally.store import PageRead, RawPage, Store, Stored, holds_posts
from tally.texts import _, plural

__all__ = [
    "ThreadRead",
    "as_evidence",
    "find_refusal",
    "is_of_thread",
    "name_feed_times",
    "parse_page",
    "read_feed",
    "scrape_thread",
]


@dataclass(frozen=True, slots=True)
class ThreadRead:
    """What one run found in a thread."""

    requests: int
    new_posts: int
    new_revisions: int


def scrape_thread(
    store: Store,
    client: ForumClient,
    game: Game,
    thread: str,
    on_page: Callable[[int, int], None],
    from_post: str | None = None,
) -> ThreadRead:
    """Read what is new in the thread at the address `thread`; `on_page(page, pages)` is told of each page stored.

    `from_post`, the address of a post or the id of a stored one, is where to begin instead of at the first page that
    is not complete; the pages before it are left for the next run.

    Raises ForumUnreachable where a page does not come, PageNotUnderstood where something else comes; what came is
    stored as evidence, and the pages before it are stored.
    """
    asked_before = client.requests
    run = _Run(store, client, game, thread)
    wanted = [run.first_incomplete() if from_post is None else run.page_of(from_post)]
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
    return ThreadRead(client.requests - asked_before, new_posts, new_revisions)


def read_feed(store: Store, client: ForumClient, game: Game, thread: str, feed: str) -> int:
    """Read a feed or a call of the forum at the address `feed`: how many times of posts to the second are new.

    Raises ForumUnreachable where none comes, PageNotUnderstood where it is no feed with posts of this thread.
    """
    raw = client.get(feed)
    page = parse_page(raw, game, raw.url)
    if (raw.status or 200) >= 400:
        raise ForumUnreachable(f"{raw.url}: {_name_status(raw.status or 0)}")
    if page.kind is not Kind.FEED or not page.posts or not is_of_thread(page, store.thread_id(thread)):
        raise PageNotUnderstood(_("{url}: this is no feed of posts of this thread").format(url=raw.url))
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
        # the address of page 1: that in game.toml may be of a later page, or of a post
        self._start = self._known[1].url if 1 in self._known else thread
        self._engine: str | None = None
        self._per_page: int | None = None
        for known in self._known.values():
            self._engine = known.engine
            self._per_page = self._per_page or _count_per_page(known)
        self._next_url: str | None = None
        self._began_again = False

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
        stored = next((number for number, page in self._known.items() if post in page.posts), None)
        if stored is not None:
            return stored
        if not is_same_host(post, self._thread):
            told = _("{post}: no such post is stored; its address would do, as the forum gives it")
            raise PageNotUnderstood(told.format(post=post))
        raw = self._client.get(post)
        page = parse_page(raw, self._game, raw.url)
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
        raw = self._client.get(address, None if known is None else known.headers)
        if raw.body is None and known is not None:
            stored = self._store.add_unchanged(self._thread, raw, known)
            return _Step(number, known.pages, tuple(_after(number, known.pages)), stored)
        page = parse_page(raw, self._game, raw.url)
        refusal = find_refusal(raw, page, self._thread_id)
        if refusal is not None:
            self._store.add_page(self._thread, raw, as_evidence(page))
            if known is not None and number > 1 and _is_missing(raw, page):
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
            onward = (*_last_if_not(here, page.pages), *_moved_back(self._known.get(here), page))
        elif page.pages is None and page.next_url is not None:
            onward = (number + 1,)
        else:
            onward = (*_after(here, page.pages), *_moved_back(known, page))
        return _Step(here, page.pages, onward, stored)

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
        followed = page.pages is not None and (page.page or 1) < page.pages
        self._per_page = page.per_page or self._per_page or (len(page.posts) if followed else None)
        if page.thread is not None:
            self._thread_id = self._thread_id or page.thread.id
            if not self._known and page.thread.url is not None and is_same_host(page.thread.url, self._thread):
                self._start = page.thread.url


def _count_per_page(known: PageRead) -> int | None:
    """How many posts a page has: as the forum says, else as many as are on a page that another one follows."""
    followed = known.pages is not None and known.page < known.pages
    return known.per_page or (len(known.posts) if followed else None)


def _after(page: int, pages: int | None) -> Iterator[int]:
    if pages is not None and page < pages:
        yield page + 1


def _last_if_not(page: int, pages: int | None) -> Iterator[int]:
    if pages is not None and page < pages:
        yield pages


def _moved_back(before: PageRead | None, page: Page) -> Iterator[int]:
    """The page before, where this one no longer begins as it did: posts were deleted there and the rest moved up."""
    if before is not None and before.page > 1 and before.posts[0] not in {post.id for post in page.posts}:
        yield before.page - 1


def parse_page(raw: RawPage, game: Game, url: str) -> Page:
    """The page as the parsers read it, with what game.toml says of the forum; its links are relative to `url`."""
    forum = game.forum
    return read_page(
        raw.body or b"",
        url=url,
        fetched_at=raw.answered_at,
        content_type=raw.content_type,
        engine=forum.engine,
        timezone=None if forum.timezone is None else forum.timezone.key,
        home=game.timezone.key,
        colours=Palette(forum.colours.get("red", RED_AND_BLUE.red), forum.colours.get("blue", RED_AND_BLUE.blue)),
    )


def as_evidence(page: Page) -> Page:
    """A page that is refused, in the form in which it is kept: without anything that could count."""
    return replace(page, kind=Kind.OTHER if page.kind is Kind.THREAD else page.kind, posts=())


def _is_missing(raw: RawPage, page: Page) -> bool:
    return raw.status in (404, 410) or page.kind is Kind.MISSING


def is_of_thread(page: Page, thread_id: str | None) -> bool:
    """Whether nothing says that a page is of another thread than the one with the forum's id `thread_id`."""
    found = page.thread.id if page.thread is not None else None
    return thread_id is None or found is None or found == thread_id


def find_refusal(raw: RawPage, page: Page, thread_id: str | None) -> TallyError | None:
    """Why a page is not taken for one of the thread with the forum's id `thread_id` (None: not known yet), if so."""
    status = raw.status or 200
    if status in (401, 403) or (status < 400 and page.kind is not Kind.THREAD):
        # whatever a forum shows with such a status, it is not the thread
        kind = Kind.FORBIDDEN if status >= 400 and page.kind in (Kind.THREAD, Kind.OTHER) else page.kind
        return PageNotUnderstood(f"{raw.url}: {_name_kind(kind)}")
    if status >= 400:
        return ForumUnreachable(f"{raw.url}: {_name_status(status)}")
    if page.thread is not None and not is_of_thread(page, thread_id):
        told = _("{url}: this is a page of another thread, {found}, not of {wanted}")
        return PageNotUnderstood(told.format(url=raw.url, found=page.thread.id, wanted=thread_id))
    if not page.posts:
        told = _("{url}: a {engine} thread in which no post can be found; perhaps the forum has an unusual skin")
        return PageNotUnderstood(told.format(url=raw.url, engine=page.engine))
    if any(post.id is None for post in page.posts):
        told = _("{url}: this view of the thread shows no ids of posts; a print view cannot be used")
        return PageNotUnderstood(told.format(url=raw.url))
    if not holds_posts(page):
        defects = ", ".join(dict.fromkeys(defect.code.value for defect in page.defects))
        told = _("{url}: the page cannot be read whole ({defects}); nothing of it was taken")
        return PageNotUnderstood(told.format(url=raw.url, defects=defects))
    return None


def _name_status(status: int) -> str:
    if status in (404, 410):
        return _("the forum has no such page (status {status}); is the address right?").format(status=status)
    if status in (429, 503):
        return _("the forum asks us to come back later (status {status})").format(status=status)
    return _("the forum answers with an error (status {status})").format(status=status)


def _name_kind(kind: Kind) -> str:
    kinds = {
        Kind.LOGIN: _("the forum shows its login page instead of the thread; guests may not read it"),
        Kind.FORBIDDEN: _("the forum does not let us read the thread"),
        Kind.MISSING: _("the forum says that there is no such thread; is the address right?"),
        Kind.MAINTENANCE: _("the forum is closed for maintenance"),
        Kind.CHALLENGE: _("the forum shows a check against robots instead of the thread"),
        Kind.LIST: _("this is a list of threads, not a thread"),
        Kind.FEED: _("this is a feed, not a page of a thread"),
    }
    return kinds.get(kind, _("this is no page of a thread of a forum that we know"))
