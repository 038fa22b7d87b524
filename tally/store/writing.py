"""What is written into tally.db, and how: called by `tally.store` within its transactions. Loads sqlite-utils.

What was there already is found again and shared (bytes, states of pages, revisions), so that a read which found
nothing new adds one row to the log and one to the observations.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlite_utils import Database

from parsers.page import Page, Post, Precision
from tally.store.facts import FactKind, PageRead, RawPage, Source, Stored, holds_posts
from tally.store.revisions import RevisionRow, is_same_revision, marks_as_json, read_revisions, runs_as_json

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
    count = 0
    for post in feed.posts:
        if post.id is None or post.time is None or post.precision is not Precision.SECOND:
            continue
        post_id = _add_post(db, thread_id, post.id)
        told = {"post": post_id, "time": post.time.isoformat()}
        if not db.execute("select 1 from feed_times where post = ? and time = ?", list(told.values())).fetchone():
            _insert(db, "feed_times", {**told, "observation": observation})
            count += 1
    return count


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


def _add_posts(db: Database, thread: int, posts: Iterable[tuple[str, Post]]) -> _Taken:
    shown: list[tuple[int, int | None, str | None]] = []
    new_posts = new_revisions = 0
    for forum_id, post in posts:
        post_id = _add_post(db, thread, forum_id)
        known = _known_revisions(db, post_id)
        # the latest first: a text that came back is the revision that it was
        revision = next(
            (id_ for id_, each in reversed(known) if is_same_revision(post, each.as_post(None, None))), None
        )
        if revision is None:
            revision = _insert(db, "revisions", {"post": post_id, **_revision_row(post)})
            new_posts += not known
            new_revisions += bool(known)
        shown.append((revision, post.number, post.url))
    digest = hashlib.sha256(json.dumps(shown).encode()).hexdigest()
    found = db.execute("select id from states where thread = ? and digest = ?", [thread, digest]).fetchone()
    if found:
        return _Taken(found[0], new_posts, new_revisions)
    state = _insert(db, "states", {"thread": thread, "digest": digest})
    db.table("state_posts").insert_all(
        {"state": state, "position": position, "revision": revision, "number": number, "url": url}
        for position, (revision, number, url) in enumerate(shown)
    )
    return _Taken(state, new_posts, new_revisions)


def _add_post(db: Database, thread: int, forum_id: str) -> int:
    found = db.execute("select id from posts where thread = ? and forum_id = ?", [thread, forum_id]).fetchone()
    return int(found[0]) if found else _insert(db, "posts", {"thread": thread, "forum_id": forum_id})


def _known_revisions(db: Database, post: int) -> list[tuple[int, RevisionRow]]:
    rows = db.execute(
        "select id, '', author, author_id, time, precision, time_from, text, edited, marks, runs from revisions "
        "where post = ? order by id",
        [post],
    ).fetchall()
    return list(zip((row[0] for row in rows), read_revisions([row[1:] for row in rows]), strict=True))


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
