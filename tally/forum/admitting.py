"""Whether a page that came is one of the thread: read by the parsers, refused in words for the host.

In: a page as it came. Out: what is on it, and why it is not taken where it is not. Opens nothing.
"""

from dataclasses import replace

from parsers import read_page
from parsers.colours import RED_AND_BLUE, Palette
from parsers.page import Kind, Page
from tally.errors import ForumUnreachable, PageNotUnderstood, TallyError
from tally.folder.game import Game
from tally.store.facts import RawPage, holds_posts
from tally.texts import _

__all__ = ["as_evidence", "find_refusal", "is_missing", "is_of_thread", "name_status", "parse_page"]


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


def is_missing(raw: RawPage, page: Page) -> bool:
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
        return ForumUnreachable(f"{raw.url}: {name_status(status)}")
    if page.thread is not None and not is_of_thread(page, thread_id):
        told = _("{url}: this is a page of another thread, {found}, not of {wanted}; if the forum's moderators have "
                 "merged or moved the thread, write its new address into game.toml")  # fmt: skip
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


def name_status(status: int) -> str:
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
    return kinds.get(kind, _("this is not a page of a thread of a forum that we know"))
