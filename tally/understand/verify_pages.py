"""Are the stored posts what the stored pages say? Every page is read again from its raw bytes and compared.

In: a game and its database, read by itself and not through the code that wrote it. Out: what was looked at, and every
difference with its place.
"""

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from parsers.page import Kind, Page, Post, Precision
from tally.errors import GameFault
from tally.folder.game import Game
from tally.forum.admitting import parse_page
from tally.store.facts import RawPage, Source
from tally.store.revisions import RevisionRow, is_same_revision, read_revisions
from tally.texts import _
from tally.understand.verified import Difference

__all__ = ["PagesVerified", "verify_pages"]

_READS = (
    "select o.id, t.url, o.url, o.asked_at, o.answered_at, o.status, o.content_type, o.headers, o.source, o.kind, "
    "o.state, b.sha256, b.size, b.packed, t.id from observations o join threads t on t.id = o.thread "
    "left join bodies b on b.id = o.body order by o.id"
)
_SHOWN = (
    "select p.forum_id, r.author, r.author_id, r.time, r.precision, r.time_from, r.text, r.edited, r.marks, r.runs "
    "from state_posts sp join revisions r on r.id = sp.revision join posts p on p.id = r.post "
    "where sp.state = ? order by sp.position"
)
_TIMES = "select p.forum_id, f.time, f.observation from feed_times f join posts p on p.id = f.post where p.thread = ?"


@dataclass(frozen=True, slots=True)
class PagesVerified:
    """How many reads of pages were looked at, how many different pages were read again, how many posts they hold."""

    reads: int
    pages: int
    posts: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """A read of a page as its row says: `thread`, `thread_row`: of which thread, by its address and row."""

    id: int
    thread: str
    thread_row: int
    raw: RawPage
    kind: str
    state: int | None
    digest: str | None
    size: int | None

    @property
    def address(self) -> str:
        """What the links of the page are relative to: a saved page's own address says nothing of its forum."""
        return self.thread if self.raw.source is Source.FILE else self.raw.url

    @property
    def place(self) -> str:
        return f"{self.raw.url} ({_('read no. {number}').format(number=self.id)})"


def verify_pages(game: Game) -> PagesVerified:
    """Read every stored page again. Raises GameFault where the database itself cannot be read."""
    differences: list[Difference] = []
    reads = pages = 0
    posts: set[tuple[str, str]] = set()
    seen: set[tuple[str, str | None, int | None]] = set()
    try:
        with closing(sqlite3.connect(f"{game.database.resolve().as_uri()}?mode=ro", uri=True)) as database:
            differences += _integrity(database, game)
            for read in _reads(database, differences):
                reads += 1
                key = (read.thread, read.digest, read.state)
                if read.raw.body is None or (key in seen and read.kind != Kind.FEED.value):
                    continue
                seen.add(key)
                pages += 1
                differences += _content(read)
                page = parse_page(read.raw, game, read.address)
                if read.state is not None:
                    stored = _shown(database, read.state)
                    posts |= {(read.thread, row.post) for row in stored}
                    differences += _page_differences(read, stored, page)
                elif read.kind == Kind.FEED.value:
                    differences += _feed_differences(read, page, database.execute(_TIMES, [read.thread_row]).fetchall())
    except sqlite3.Error as error:
        told = _("{file}: cannot be used as the game's database: {why}")
        raise GameFault(told.format(file=game.database, why=error)) from error
    return PagesVerified(reads, pages, len(posts), tuple(differences))


def _integrity(database: sqlite3.Connection, game: Game) -> Iterator[Difference]:
    """What the database itself says of its files and references."""
    for (told,) in database.execute("pragma integrity_check").fetchall():
        if told != "ok":
            yield Difference("database", str(game.database), None, told)
    for table, row, parent, _number in database.execute("pragma foreign_key_check").fetchall():
        yield Difference("database", str(game.database), parent, f"{table} {row}")


def _reads(database: sqlite3.Connection, differences: list[Difference]) -> Iterator[_Read]:
    moment = datetime.fromisoformat
    for row in database.execute(_READS):
        (
            id_,
            thread,
            url,
            asked,
            answered,
            status,
            content_type,
            headers,
            source,
            kind,
            state,
            digest,
            size,
            packed,
            t,
        ) = row
        try:
            body = None if packed is None else zlib.decompress(packed)
        except zlib.error as damage:
            differences.append(
                Difference("body", f"{url} ({_('read no. {number}').format(number=id_)})", None, str(damage))
            )
            continue
        pairs = tuple((name, value) for name, value in json.loads(headers))
        raw = RawPage(url, moment(asked), moment(answered), status, content_type, pairs, body, Source(source))
        yield _Read(id_, thread, t, raw, kind, state, digest, size)


def _content(read: _Read) -> Iterator[Difference]:
    """The bytes against their digest."""
    body = read.raw.body or b""
    found = hashlib.sha256(body).hexdigest()
    if found != read.digest or len(body) != read.size:
        yield Difference("body", read.place, read.digest, found)


def _shown(database: sqlite3.Connection, state: int) -> tuple[RevisionRow, ...]:
    rows = database.execute(_SHOWN, [state]).fetchall()
    return tuple(read_revisions(rows)) if rows else ()


def _page_differences(read: _Read, stored: Sequence[RevisionRow], page: Page) -> Iterator[Difference]:
    """The posts of a page against those that were stored of it: which there are, and what each says."""
    found = {post.id: post for post in page.posts if post.id is not None}
    kept = {row.post: row.as_post(None, None) for row in stored}
    if list(found) != list(kept):
        yield Difference("posts", read.place, list(kept), list(found))
    for id_, known in kept.items():
        post = found.get(id_)
        if post is not None and not is_same_revision(post, known):
            place = f"{_('post {post}').format(post=id_)}, {read.place}"
            for key, was, now in _parts(known, post):
                yield Difference(f"post.{key}", place, was, now)


def _parts(known: Post, post: Post) -> Iterator[tuple[str, Any, Any]]:
    """What of a post is another; all of it where no single part tells."""
    told = False
    for key, value in _as_data(known).items():
        other = _as_data(post)[key]
        if value != other:
            told = True
            yield key, value, other
    if not told:
        yield "runs", known.text, post.text


def _as_data(post: Post) -> Mapping[str, Any]:
    edited = post.edited
    return {
        "author": post.author,
        "author_id": post.author_id,
        "time": None if post.time is None else post.time.isoformat(),
        "edited": None if edited is None else [edited.by, None if edited.time is None else edited.time.isoformat()],
        "text": post.text,
        "marks": [[mark.colour and mark.colour.value, mark.text, mark.form.value] for mark in post.marks],
    }


def _feed_differences(read: _Read, page: Page, times: Sequence[tuple[str, str, int]]) -> Iterator[Difference]:
    """The times that a feed tells against those that were stored."""
    told = {
        (post.id, post.time.isoformat())
        for post in page.posts
        if post.id is not None and post.time is not None and post.precision is Precision.SECOND
    }
    known = {(id_, time) for id_, time, _read in times}
    own = {(id_, time) for id_, time, observation in times if observation == read.id}
    for id_, time in sorted(told - known):
        yield Difference("feed-time", f"{_('post {post}').format(post=id_)}, {read.place}", None, time)
    for id_, time in sorted(own - told):
        yield Difference("feed-time", f"{_('post {post}').format(post=id_)}, {read.place}", time, None)
