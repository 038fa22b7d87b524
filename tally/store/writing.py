"""What is written into tally.db, and how: called by `tally.store` within its transactions. Loads sqlite-utils.

What was there already is found again and shared (bytes, states of pages, revisions), so that a read which found
nothing new adds one row to the log and one to the observations.
"""

import hashlib
import itertools
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Cursor
from typing import Any, cast

from sqlite_utils import Database

from parsers.page import Page, Post, Precision
from tally.store.facts import FactKind, PageRead, RawPage, Source, Stored, holds_posts
from tally.store.revisions import is_same_revision, marks_as_json, read_revisions, runs_as_json

__all__ = ["add_feed", "add_page", "add_unchanged", "append_fact"]


def add_page(db: Database, thread: str, raw: RawPage, page: Page) -> Stored:
    """See `Store.add_page`."""
    thread_id = _add_thread(db, thread)
    named = [(post.id, post) for post in page.posts if post.id is not None] if holds_posts(page) else []
    taken = _add_posts(db, thread_id, named) if named else _Taken(None, 0, 0)
    row = {
        **_row_of(raw),
        "thread": thread_id,
        "body": None
        if raw.body is None or _is_evident(db, thread_id, raw, page, taken.state)
        else _add_body(db, raw.body),
        "engine": page.engine,
        "kind": page.kind.value,
        "forum_thread": page.thread and page.thread.id,
        "title": page.thread and page.thread.title,
        "page": page.page or 1,
        "pages": page.pages,
        "per_page": page.per_page,
        "defects": json.dumps([[defect.code, defect.post, defect.found] for defect in page.defects]),
        "state": taken.state,
    }
    return Stored(_add_observation(db, thread, raw, row), taken.new_posts, taken.new_revisions)


def _is_evident(db: Database, thread: int, raw: RawPage, page: Page, state: int | None) -> bool:
    """Whether bytes are kept already that show just these posts: a month of reads must not fill the disk with clocks,
    counters and advertisements. (A saved page is known again by its bytes.)"""
    if raw.source is not Source.FORUM or state is None:
        return False
    found = db.execute(
        "select 1 from observations where thread = ? and page = ? and state = ? and body is not null limit 1",
        [thread, page.page or 1, state],
    )
    return found.fetchone() is not None


def add_unchanged(db: Database, thread: str, raw: RawPage, before: PageRead) -> Stored:
    """See `Store.add_unchanged`."""
    (row,) = db.query("select * from observations where id = ?", [before.observation])
    # what names the state of the page for the next such question is what came with its bytes; what it is there, is new
    came = [(name, value) for name, value in json.loads(row["headers"]) if name != "date"]
    headers = [*came, *((name, value) for name, value in raw.headers if name == "date")]
    kept = {"headers": json.dumps(headers, ensure_ascii=False), "content_type": row["content_type"], "body": None}
    return Stored(_add_observation(db, thread, raw, {**row, **_row_of(raw), **kept}), 0, 0)


def add_feed(db: Database, thread: str, raw: RawPage, feed: Page) -> int:
    """See `Store.add_feed`."""
    observation = add_page(db, thread, raw, feed).observation
    thread_id = _add_thread(db, thread)
    told = [
        (post.id, post.time.isoformat())
        for post in feed.posts
        if post.id is not None and post.time is not None and post.precision is Precision.SECOND
    ]
    ids = _post_ids(db, thread_id, [forum_id for forum_id, _time in told])
    wanted = json.dumps(list(ids.values()))
    known = set(
        db.execute("select post, time from feed_times where post in (select value from json_each(?))", [wanted])
    )
    new = [each for each in dict.fromkeys((ids[forum_id], time) for forum_id, time in told) if each not in known]
    _insert_all(db, "feed_times", [{"post": post, "time": time, "observation": observation} for post, time in new])
    return len(new)


@dataclass(frozen=True, slots=True)
class _Taken:
    """What the posts of a page became: a state, and what of it was new."""

    state: int | None
    new_posts: int
    new_revisions: int


def append_fact(db: Database, kind: FactKind, data: Mapping[str, Any], at: datetime, phase: str | None) -> int:
    row = {"at": at.isoformat(), "kind": kind.value, "phase": phase, "data": json.dumps(data, ensure_ascii=False)}
    return _insert(db, "facts", row)


def _insert(db: Database, table: str, row: Mapping[str, Any]) -> int:
    return cast("int", db.table(table).insert(dict(row), pk="id").last_pk)


def _add_thread(db: Database, url: str) -> int:
    """The id of a thread, new or known."""
    found = db.execute("select id from threads where url = ?", [url]).fetchone()
    return int(found[0]) if found else _insert(db, "threads", {"url": url})


def _add_body(db: Database, body: bytes) -> int:
    digest = hashlib.sha256(body).hexdigest()
    found = db.execute("select id from bodies where sha256 = ?", [digest]).fetchone()
    if found:
        return int(found[0])
    return _insert(db, "bodies", {"sha256": digest, "size": len(body), "packed": zlib.compress(body)})


def _row_of(raw: RawPage) -> dict[str, Any]:
    return {
        "url": raw.url,
        "asked_at": raw.asked_at.isoformat(),
        "answered_at": raw.answered_at.isoformat(),
        "status": raw.status,
        "content_type": raw.content_type,
        "headers": json.dumps(raw.headers, ensure_ascii=False),
        "source": raw.source.value,
    }


def _add_observation(db: Database, thread: str, raw: RawPage, row: Mapping[str, Any]) -> int:
    """The log gets a fact, and the fact's id is the observation's: so it has its place in the order of all."""
    id_ = append_fact(db, FactKind.OBSERVATION, {"thread": thread, "url": raw.url}, raw.answered_at, None)
    db.table("observations").insert({**row, "id": id_})
    return id_


def _add_posts(db: Database, thread: int, posts: Sequence[tuple[str, Post]]) -> _Taken:
    ids = _post_ids(db, thread, [forum_id for forum_id, _post in posts])
    known = _known_revisions(db, ids.values())
    next_id = _next_id(db.execute("select max(id) from revisions"))
    added: list[dict[str, Any]] = []
    shown: list[tuple[int, int | None, str | None]] = []
    new_posts = new_revisions = 0
    for forum_id, post in posts:
        before = known.setdefault(ids[forum_id], [])
        # the latest first: a text that came back is the revision that it was
        revision = next((id_ for id_, each in reversed(before) if is_same_revision(post, each)), None)
        if revision is None:
            revision = next_id + len(added)
            added.append({"id": revision, "post": ids[forum_id], **_revision_row(post)})
            new_posts += not before
            new_revisions += bool(before)
            before.append((revision, post))
        shown.append((revision, post.number, post.url))
    _insert_all(db, "revisions", added)
    digest = hashlib.sha256(json.dumps(shown).encode()).hexdigest()
    found = db.execute("select id from states where thread = ? and digest = ?", [thread, digest]).fetchone()
    if found:
        return _Taken(found[0], new_posts, new_revisions)
    state = _insert(db, "states", {"thread": thread, "digest": digest})
    _insert_all(
        db,
        "state_posts",
        [
            {"state": state, "position": position, "revision": revision, "number": number, "url": url}
            for position, (revision, number, url) in enumerate(shown)
        ],
    )
    return _Taken(state, new_posts, new_revisions)


def _post_ids(db: Database, thread: int, forum_ids: Sequence[str]) -> dict[str, int]:
    """The id of each of these posts of a thread, new or known."""
    rows = db.execute(
        "select p.forum_id, p.id from json_each(?) wanted join posts p on p.thread = ? and p.forum_id = wanted.value",
        [json.dumps(forum_ids), thread],
    )
    ids = dict(rows.fetchall())
    new = [forum_id for forum_id in dict.fromkeys(forum_ids) if forum_id not in ids]
    ids |= dict(zip(new, itertools.count(_next_id(db.execute("select max(id) from posts")))))
    _insert_all(db, "posts", [{"id": ids[each], "thread": thread, "forum_id": each} for each in new])
    return ids


def _next_id(last: Cursor) -> int:
    """The id after the last one of a table: nobody else writes before this transaction ends, and no row goes."""
    return (last.fetchone()[0] or 0) + 1


def _insert_all(db: Database, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows at once: for each call sqlite-utils asks what the table is like."""
    if rows:
        db.table(table).insert_all(rows)


def _known_revisions(db: Database, posts: Iterable[int]) -> dict[int, list[tuple[int, Post]]]:
    """The revisions of each of these posts, in order."""
    rows = db.execute(
        "select r.post, r.id, '', author, author_id, time, precision, time_from, text, edited, marks, runs "
        "from json_each(?) wanted join revisions r on r.post = wanted.value order by r.id",
        [json.dumps(list(posts))],
    ).fetchall()
    known: dict[int, list[tuple[int, Post]]] = {}
    for (post, id_, *_columns), read in zip(rows, read_revisions([row[2:] for row in rows]), strict=True):
        known.setdefault(post, []).append((id_, read.as_post(None, None)))
    return known


def _revision_row(post: Post) -> dict[str, Any]:
    edited = post.edited
    noted = edited and {"time": None if edited.time is None else edited.time.isoformat(), "by": edited.by}
    return {
        "author": post.author,
        "author_id": post.author_id,
        "time": None if post.time is None else post.time.isoformat(),
        "precision": post.precision and post.precision.value,
        "time_from": post.time_from and post.time_from.value,
        "edited": None if noted is None else json.dumps(noted, ensure_ascii=False),
        "text": post.text,
        "marks": marks_as_json(post.marks),
        "runs": runs_as_json(post.runs),
    }
