"""The tables of tally.db and how an older file becomes a newer one. Loaded only when a file is made or migrated.

Every table is append-only, and triggers hold to that: what the game's state is follows from the rows, never from a
change of them. `facts` is the one log that gives all that happened its order.
"""

from sqlite_utils import Database, Migrations

__all__ = ["migrate"]

_migrations = Migrations("tally")


@_migrations()
def m001_log_and_pages(db: Database) -> None:
    """The log, and what was read of the forum: raw pages, observations, posts, their revisions."""
    # what happened, in order; `data` is JSON, `kind` one of tally.store.FactKind
    db.table("facts").create(
        {"id": int, "at": str, "kind": str, "phase": str, "data": str}, pk="id", not_null={"at", "kind", "data"}
    )
    db.table("facts").create_index(["kind", "phase"])
    db.table("threads").create({"id": int, "url": str}, pk="id", not_null={"url"})
    db.table("threads").create_index(["url"], unique=True)
    # the bytes of a page, once for all reads that gave the same; `packed` is zlib
    db.table("bodies").create(
        {"id": int, "sha256": str, "size": int, "packed": bytes}, pk="id", not_null={"sha256", "size", "packed"}
    )
    db.table("bodies").create_index(["sha256"], unique=True)
    # what a page held, once for all reads that found the same
    db.table("states").create(
        {"id": int, "thread": int, "digest": str}, pk="id", not_null={"thread", "digest"}, foreign_keys=["thread"]
    )
    db.table("states").create_index(["thread", "digest"], unique=True)
    db.table("posts").create(
        {"id": int, "thread": int, "forum_id": str}, pk="id", not_null={"thread", "forum_id"}, foreign_keys=["thread"]
    )
    db.table("posts").create_index(["thread", "forum_id"], unique=True)
    # a post as it read at some time; `edited`, `marks` and `runs` are JSON
    db.table("revisions").create(
        {
            "id": int,
            "post": int,
            "author": str,
            "author_id": str,
            "time": str,
            "precision": str,
            "time_from": str,
            "edited": str,
            "text": str,
            "marks": str,
            "runs": str,
        },
        pk="id",
        not_null={"post", "text", "marks", "runs"},
        foreign_keys=["post"],
    )
    db.table("revisions").create_index(["post"])
    db.table("state_posts").create(
        {"state": int, "position": int, "revision": int, "number": int, "url": str},
        pk=("state", "position"),
        not_null={"revision"},
        foreign_keys=[("state", "states"), ("revision", "revisions")],
    )
    # one read of one page, whatever came; `state` only where it was a whole page of the thread
    db.table("observations").create(
        {
            "id": int,
            "thread": int,
            "url": str,
            "asked_at": str,
            "answered_at": str,
            "status": int,
            "content_type": str,
            "headers": str,
            "source": str,
            "body": int,
            "engine": str,
            "kind": str,
            "forum_thread": str,
            "title": str,
            "page": int,
            "pages": int,
            "per_page": int,
            "defects": str,
            "state": int,
        },
        pk="id",
        not_null={"thread", "url", "asked_at", "answered_at", "headers", "source", "kind", "defects"},
        foreign_keys=[("id", "facts"), ("thread", "threads"), ("body", "bodies"), ("state", "states")],
    )
    db.table("observations").create_index(["thread", "page"])
    for table in ("facts", "threads", "bodies", "states", "posts", "revisions", "state_posts", "observations"):
        _make_append_only(db, table)


@_migrations()
def m002_feed_times(db: Database) -> None:
    """Times of posts that feeds and calls of the forum told, to the second."""
    db.table("feed_times").create(
        {"id": int, "observation": int, "post": int, "time": str},
        pk="id",
        not_null={"observation", "post", "time"},
        foreign_keys=["post", ("observation", "observations")],
    )
    db.table("feed_times").create_index(["post"])
    _make_append_only(db, "feed_times")


def _make_append_only(db: Database, table: str) -> None:
    for verb in ("update", "delete"):
        db.execute(
            f"create trigger {table}_no_{verb} before {verb} on {table} "
            f"begin select raise(abort, '{table} is append-only'); end"
        )


def migrate(db: Database) -> None:
    """Bring a file, new or old, to the present version, in one transaction for each step."""
    _migrations.apply(db)
