"""The game's database: the append-only log of facts, and what was read of the forum, page by page.

Nothing in it is ever changed, and what a page added is there whole or not at all. The posts that follow from the
reads are made by `tally.store.posts`.
"""

import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from parsers.page import Page, Post
from tally.errors import GameFault
from tally.store.facts import Fact, FactKind, PageRead, RawPage, Source, Stored
from tally.store.forum_clock import ClockSight, ForumClock, measure_clock
from tally.store.posts import StoredPost, fold_posts
from tally.store.revisions import read_revisions
from tally.store.sightings import feed_times, gather_sightings, read_rows, shown_in
from tally.store.tails import Cut, StoreMark, Tail, cut_tail, digest_log, fold_tail, read_mark
from tally.texts import _

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = ["Store"]

VERSION = 2
"""The version of the tables, as the file's user_version names it; `tally.store.schema` has a step for each."""

# how long a write waits for that of another process, in seconds
_BUSY = 10.0


class Store:
    """An open tally.db. Use it as a context manager: it is closed at the end of the block.

    Every method raises GameFault where the file cannot be used: locked for too long, the disk full, no database.
    """

    def __init__(self, path: Path) -> None:
        """Open an existing file, bringing it to the present version first."""
        if not path.is_file():
            raise GameFault(_("{file}: there is no such file").format(file=path))
        self.path = path
        with self._faults():
            self._connection = sqlite3.connect(path, timeout=_BUSY, isolation_level=None)
            self._connection.execute("pragma foreign_keys = on")
            # a page once acknowledged survives a power cut
            self._connection.execute("pragma synchronous = full")
            (version,) = self._connection.execute("pragma user_version").fetchone()
            if version < VERSION:
                self._migrate()
        if version > VERSION:
            self.close()
            raise GameFault(_("{file}: was written by a newer version of this program").format(file=path))

    @classmethod
    def create(cls, path: Path) -> "Store":
        """Make a new database that only its owner may read. Raises FileExistsError where there is one."""
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        try:
            return cls(path)
        except GameFault:
            _remove(path)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def remove(self) -> None:
        """Take back a database that was made in vain."""
        self.close()
        _remove(self.path)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if "locked" in str(error):
                told = _("{file}: another program is writing to it; try again when it has ended")
            elif "full" in str(error):
                told = _("{file}: no room is left on the disk; what was stored before is safe")
            else:
                told = _("{file}: cannot be used as the game's database: {why}")
            raise GameFault(told.format(file=self.path, why=error)) from error

    def _migrate(self) -> None:
        from sqlite_utils import Database

        from tally.store.schema import migrate

        self._connection.execute("pragma journal_mode = wal")
        migrate(Database(self._connection))
        self._connection.execute(f"pragma user_version = {VERSION}")

    @contextmanager
    def _writing(self) -> Iterator["Database"]:
        """One transaction, begun as a writer's at once, so that what it read first still holds when it writes."""
        # loaded here, since whoever only reads starts in half the time without it
        from sqlite_utils import Database

        with self._faults():
            self._connection.execute("begin immediate")
            try:
                yield Database(self._connection)
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")
                raise

    def _read(self, query: str, *values: object) -> list[Any]:
        with self._faults():
            return self._connection.execute(query, values).fetchall()

    def append(self, kind: FactKind, data: Mapping[str, Any], *, at: datetime, phase: str | None = None) -> int:
        """Write one fact down and give its id. `data` is plain JSON; `at` the moment of which it is true."""
        from tally.store.writing import append_fact

        with self._writing() as db:
            return append_fact(db, kind, data, at, phase)

    def facts(self, *kinds: FactKind, phase: str | None = None) -> tuple[Fact, ...]:
        """The facts of these kinds (of all without any), of one phase where it is given, in order."""
        rows = self._read(
            "select id, at, kind, phase, data from facts where kind in (select value from json_each(?)) "
            "and (? is null or phase = ?) order by id",
            json.dumps(kinds or tuple(FactKind)),
            phase,
            phase,
        )
        return tuple(_fact(row) for row in rows)

    def latest_facts(self, kind: FactKind, count: int) -> tuple[Fact, ...]:
        """The last `count` facts of a kind, the latest first."""
        rows = self._read(
            "select id, at, kind, phase, data from facts where kind = ? order by id desc limit ?", kind, count
        )
        return tuple(_fact(row) for row in rows)

    def add_page(self, thread: str, raw: RawPage, page: Page) -> Stored:
        """Store one read of a page of `thread` (its address in game.toml) in one transaction.

        Posts and revisions come only from a page that `holds_posts`; of any other the bytes are kept as evidence. Bytes
        that show what others of the same page show are not kept again.
        """
        from tally.store.writing import add_page

        with self._writing() as db:
            return add_page(db, thread, raw, page)

    def add_feed(self, thread: str, raw: RawPage, feed: Page) -> int:
        """Store what a feed or a call of the forum tells of posts of `thread`: their times, to the second.

        Gives how many times are new. They are joined to the posts that pages show, whichever was read first.
        """
        from tally.store.writing import add_feed

        with self._writing() as db:
            return add_feed(db, thread, raw, feed)

    def add_unchanged(self, thread: str, raw: RawPage, before: PageRead) -> Stored:
        """Store that the forum said of a page that it has not changed since `before`."""
        from tally.store.writing import add_unchanged

        with self._writing() as db:
            return add_unchanged(db, thread, raw, before)

    def has_minutes(self, thread: str, start: datetime, end: datetime) -> bool:
        """Whether of a post that was written from `start` to before `end` no second is known."""
        rows = self._read(
            "select 1 from threads t join posts p on p.thread = t.id join revisions r on r.post = p.id "
            "where t.url = ? and r.time >= ? and r.time < ? and r.precision = 'minute' "
            "and not exists (select 1 from feed_times f where f.post = p.id) limit 1",
            thread,
            start.astimezone(UTC).isoformat(),
            end.astimezone(UTC).isoformat(),
        )
        return bool(rows)

    def has_read(self, thread: str, raw: RawPage) -> bool:
        """Whether just these bytes with just this time are stored already: a saved page imported again."""
        rows = self._read(
            "select 1 from observations o join threads t on t.id = o.thread join bodies b on b.id = o.body "
            "where t.url = ? and b.sha256 = ? and o.answered_at = ?",
            thread,
            hashlib.sha256(raw.body or b"").hexdigest(),
            raw.answered_at.isoformat(),
        )
        return bool(rows)

    def pages(self, thread: str) -> tuple[PageRead, ...]:
        """The latest whole read of each page of a thread, by page."""
        rows = self._read(
            "select o.id, o.url, o.answered_at, o.headers, o.engine, o.page, o.pages, o.per_page, o.state, "
            # of each page the row of the latest read: sqlite takes the other columns from where the maximum is
            "max(o.answered_at || printf('%020d', o.id)) from observations o join threads t on t.id = o.thread "
            "where t.url = ? and o.state is not null group by o.page order by o.page",
            thread,
        )
        return tuple(
            PageRead(id_, url, datetime.fromisoformat(at), headers, engine, page, pages, per_page, state)
            for id_, url, at, headers, engine, page, pages, per_page, state, _latest in rows
        )

    def posts_on(self, page: PageRead) -> tuple[str, ...]:
        """The ids of the posts that a page showed, in its order."""
        rows = self._read(
            "select p.forum_id from state_posts sp join revisions r on r.id = sp.revision "
            "join posts p on p.id = r.post where sp.state = ? order by sp.position",
            page.state,
        )
        return tuple(id_ for (id_,) in rows)

    def was_read(self, thread: str) -> bool:
        """Whether any whole page of a thread was read."""
        return self.engine(thread) is not None

    def engine(self, thread: str) -> str | None:
        """The forum engine of a thread as its last whole read told it; None where none was read."""
        rows = self._read(
            "select o.engine from observations o join threads t on t.id = o.thread "
            "where t.url = ? and o.state is not null order by o.id desc limit 1",
            thread,
        )
        return rows[0][0] if rows else None

    def read_to_end(self, thread: str) -> tuple[datetime, datetime] | None:
        """When the last read of the thread's last page was asked for and answered; None where there was none."""
        rows = self._read(
            "select o.asked_at, o.answered_at from observations o join threads t on t.id = o.thread where t.url = ? "
            "and o.state is not null and (o.pages is null or o.page >= o.pages) "
            "order by o.asked_at desc, o.id desc limit 1",
            thread,
        )
        return None if not rows else (datetime.fromisoformat(rows[0][0]), datetime.fromisoformat(rows[0][1]))

    def reads_around(self, thread: str, moment: datetime) -> tuple[datetime | None, datetime | None]:
        """When the last read of the thread's last page before a moment was answered, and the first after it asked."""
        when = moment.astimezone(UTC).isoformat()
        ((before, after),) = self._read(
            "select max(case when o.answered_at <= ? then o.answered_at end), "
            "min(case when o.asked_at >= ? then o.asked_at end) "
            "from observations o join threads t on t.id = o.thread where t.url = ? "
            "and o.state is not null and (o.pages is null or o.page >= o.pages)",
            when,
            when,
            thread,
        )
        return before and datetime.fromisoformat(before), after and datetime.fromisoformat(after)

    def latest_time(self, page: PageRead) -> datetime | None:
        """The latest time that a page shows for a post of it; None where it shows none."""
        ((time,),) = self._read(
            "select max(r.time) from observations o join state_posts sp on sp.state = o.state "
            "join revisions r on r.id = sp.revision where o.id = ?",
            page.observation,
        )
        return None if time is None else datetime.fromisoformat(time)

    def unchanged_since(self, page: PageRead, thread: str) -> datetime:
        """Since when reads of a page have found the posts that the latest one found, one after the other."""
        ((state,),) = self._read("select state from observations where id = ?", page.observation)
        since = page.answered_at
        for at, each in self._read(
            "select o.answered_at, o.state from observations o join threads t on t.id = o.thread "
            "where t.url = ? and o.page = ? and o.state is not null order by o.answered_at desc, o.id desc",
            thread,
            page.page,
        ):
            if each != state:
                break
            since = datetime.fromisoformat(at)
        return since

    def title(self, thread: str) -> str | None:
        """The title of a thread as it was last read."""
        rows = self._read(
            "select o.title from observations o join threads t on t.id = o.thread "
            "where t.url = ? and o.state is not null and o.title is not null order by o.answered_at desc, o.id desc "
            "limit 1",
            thread,
        )
        return rows[0][0] if rows else None

    def thread_id(self, thread: str) -> str | None:
        """The forum's own id of a thread, as its pages told it."""
        rows = self._read(
            "select o.forum_thread from observations o join threads t on t.id = o.thread "
            "where t.url = ? and o.state is not null and o.forum_thread is not null order by o.id limit 1",
            thread,
        )
        return rows[0][0] if rows else None

    def threads(self) -> tuple[str, ...]:
        """The threads of which anything was read, by their addresses."""
        return tuple(url for (url,) in self._read("select url from threads order by id"))

    def raw_page(self, observation: int) -> RawPage | None:
        """The page of an observation as it came; None where there is no such observation."""
        rows = self._read(
            "select o.url, o.asked_at, o.answered_at, o.status, o.content_type, o.headers, b.packed, o.source "
            "from observations o left join bodies b on b.id = o.body where o.id = ?",
            observation,
        )
        if not rows:
            return None
        url, asked, answered, status, content_type, headers, packed, source = rows[0]
        return RawPage(
            url,
            datetime.fromisoformat(asked),
            datetime.fromisoformat(answered),
            status,
            content_type,
            tuple((name, value) for name, value in json.loads(headers)),
            None if packed is None else zlib.decompress(packed),
            Source(source),
        )

    def posts(self, thread: str) -> tuple[StoredPost, ...]:
        """All posts ever seen in a thread, in the thread's order, with all their revisions."""
        rows = self._read(
            "select r.id, p.forum_id, r.author, r.author_id, r.time, r.precision, r.time_from, r.text, r.edited, "
            "r.marks, r.runs from revisions r join posts p on p.id = r.post join threads t on t.id = p.thread "
            "where t.url = ?",
            thread,
        )
        revisions = dict(zip((row[0] for row in rows), read_revisions([row[1:] for row in rows]), strict=True))
        reads = read_rows(self._read, thread)
        sightings = gather_sightings(reads, shown_in(self._read, [read.state for read in reads]))
        return fold_posts(thread, sightings, revisions, feed_times(self._read, thread), self.clock(thread))

    def revisions_after(self, revision: int) -> Iterator[tuple[int, str, Post]]:
        """The revisions of posts stored after that one, in order: the id, the thread's address, the post."""
        rows = self._read(
            "select r.id, t.url, p.forum_id, r.author, r.author_id, r.time, r.precision, r.time_from, r.text, "
            "r.edited, r.marks, r.runs from revisions r join posts p on p.id = r.post "
            "join threads t on t.id = p.thread where r.id > ? order by r.id",
            revision,
        )
        for row, read in zip(rows, read_revisions([row[2:] for row in rows]), strict=True):
            yield row[0], row[1], read.as_post(None, None)

    def clock(self, thread: str) -> ForumClock:
        """The forum's clock as its server has told it with the latest pages."""
        rows = self._read(
            "select o.asked_at, o.answered_at, o.headers from observations o join threads t on t.id = o.thread "
            "where t.url = ? and o.source = ? order by o.id desc limit 50",
            thread,
            Source.FORUM.value,
        )
        sights = []
        for asked, answered, headers in rows:
            with suppress(ValueError, TypeError, KeyError):
                named = parsedate_to_datetime(dict(json.loads(headers))["date"])
                sights.append(ClockSight(datetime.fromisoformat(asked), datetime.fromisoformat(answered), named))
        return measure_clock(sights)

    def mark(self) -> StoreMark:
        """Up to which rows the store goes now."""
        return read_mark(self._read)

    def digest_log(self, mark: StoreMark) -> str:
        """All that the store held at a mark in one word: another one where a backup was put back, and the game has gone
        another way since."""
        return digest_log(self._read, mark)

    def cut_tail(self, posts: Iterable[StoredPost], cut: Cut, earlier: Tail | None = None) -> Tail:
        """The tail of a thread of which these are the posts, folded when the store was at the mark of `cut`; the posts
        may themselves be those of an `earlier` tail."""
        return cut_tail(self._read, posts, cut, earlier)

    def tail_posts(self, tail: Tail) -> tuple[StoredPost, ...] | None:
        """The posts of the end of a thread, as `posts` would give them; None where anything before them is not as it
        was when the tail was cut, or where the clock decides otherwise of it."""
        return fold_tail(self._read, tail, self.clock(tail.thread))


def _fact(row: tuple[Any, ...]) -> Fact:
    id_, at, kind, phase, data = row
    return Fact(id_, datetime.fromisoformat(at), FactKind(kind), phase, json.loads(data))


def _remove(path: Path) -> None:
    # what sqlite keeps beside a file belongs to it
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)
