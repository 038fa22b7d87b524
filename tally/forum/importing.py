"""Stores saved pages as `scrape` stores fetched ones, for a host whose forum cannot be reached from here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from parsers.addresses import without_session
from parsers.page import Kind
from tally.errors import GameFault
from tally.folder.game import Game
from tally.forum.admitting import as_evidence, find_refusal, is_of_thread, parse_page
from tally.forum.evidence import without_secrets
from tally.store import RawPage, Source, Store
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["PagesImported", "choose_thread", "import_pages"]


@dataclass(frozen=True, slots=True)
class PagesImported:
    """What saved pages added; `known` of them had been imported before.

    `feeds` of them were feeds or calls of the forum, which told `times` of posts to the second.
    """

    pages: int
    known: int
    new_posts: int
    new_revisions: int
    feeds: int
    times: int


def choose_thread(game: Game, url: str | None) -> str:
    """The thread of the game that is meant: `url`, or the only one. Raises GameFault where that is not clear."""
    threads = tuple(dict.fromkeys(thread.url for thread in game.forum.threads))
    listed = ", ".join(threads)
    if url is None:
        if len(threads) == 1:
            return threads[0]
        raise GameFault(_("of which thread are these pages? --thread is one of: {threads}").format(threads=listed))
    if without_session(url) not in threads:
        raise GameFault(
            _("{url} is not a thread of this game; game.toml has: {threads}").format(url=url, threads=listed)
        )
    return without_session(url)


def import_pages(
    store: Store, game: Game, thread: str, files: Iterable[Path], fetched_at: datetime | None
) -> PagesImported:
    """Store the pages in `files` as read at `fetched_at`, or each at the time at which its file was last written.

    Raises GameFault for a file that cannot be read, PageNotUnderstood for one that is no page of this thread; those
    before it are stored.
    """
    taken = known = new_posts = new_revisions = feeds = times = 0
    for file in files:
        raw = _read_file(file, fetched_at)
        if store.has_read(thread, raw):
            known += 1
            continue
        page = parse_page(raw, game, thread)
        if page.kind is Kind.FEED and page.posts and is_of_thread(page, store.thread_id(thread)):
            times += store.add_feed(thread, raw, page)
            feeds += 1
            continue
        refusal = find_refusal(raw, page, store.thread_id(thread))
        if refusal is not None:
            store.add_page(thread, raw, as_evidence(page))
            raise refusal
        stored = store.add_page(thread, raw, page)
        taken += 1
        new_posts += stored.new_posts
        new_revisions += stored.new_revisions
    return PagesImported(taken, known, new_posts, new_revisions, feeds, times)


def _read_file(file: Path, fetched_at: datetime | None) -> RawPage:
    try:
        body = file.read_bytes()
        at = fetched_at or datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=file, why=why_failed(error))) from None
    return RawPage(
        url=file.resolve().as_uri(),
        asked_at=at,
        answered_at=at,
        status=None,
        content_type=None,
        headers=(),
        # a browser saves a page with the tokens of who was logged in
        body=without_secrets(body),
        source=Source.FILE,
    )
