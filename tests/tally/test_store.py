"""The store: nothing is lost, nothing is changed, and what a post was when is told from the reads alone."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from parsers.page import (
    Colour,
    Defect,
    DefectCode,
    Edit,
    Form,
    Kind,
    Mark,
    Page,
    Post,
    Precision,
    Run,
    ThreadRef,
    TimeFrom,
)
from tally.errors import GameFault
from tally.store import FactKind, RawPage, Store, Stored, StoredPost

THREAD = "https://forum.example/viewtopic.php?t=12"
START = datetime(2024, 1, 10, 18, 0, tzinfo=UTC)


def post(number: int, text: str = "", **changes: Any) -> Post:
    """Post `number` of the thread, written `number` minutes after its start, with a red mark at its beginning."""
    text = text or f"Вася, это сообщение {number}"
    made = Post(
        id=str(100 + number),
        number=number,
        author=f"Игрок {number % 5}",
        author_id=str(number % 5),
        time=START + timedelta(minutes=number),
        precision=Precision.SECOND,
        time_from=TimeFrom.ATTRIBUTE,
        url=f"https://forum.example/viewtopic.php?p={100 + number}",
        edited=None,
        text=text,
        marks=(Mark(Colour.RED, text[:4], Form.COLOUR, 0, 4),),
        runs=(Run(text[:4], "red"), Run(text[4:])),
    )
    return replace(made, **changes)


def posts(*numbers: int) -> list[Post]:
    return [post(number) for number in numbers]


def page(held: Sequence[Post], number: int = 1, pages: int = 1) -> Page:
    return Page("phpbb", Kind.THREAD, ThreadRef("12", "Игра", THREAD), number, pages, 5, None, tuple(held))


def raw(minute: float, body: bytes = b"<html>") -> RawPage:
    """A page that was asked for `minute` minutes after an hour after the start, and came a second later."""
    asked = START + timedelta(hours=1, minutes=minute)
    return RawPage(f"{THREAD}&start=0", asked, asked + timedelta(seconds=1), 200, "text/html", (("etag", '"x"'),), body)


def at(minute: float) -> datetime:
    return raw(minute).answered_at


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "tally.db") as made:
        yield made


def stored(store: Store) -> dict[str, StoredPost]:
    return {each.id: each for each in store.posts(THREAD)}


def rows(store: Store) -> dict[str, int]:
    with sqlite3.connect(store.path) as connection:
        tables = ("facts", "observations", "bodies", "states", "state_posts", "posts", "revisions")
        return {table: connection.execute(f"select count(*) from {table}").fetchone()[0] for table in tables}


def test_a_post_comes_back_as_it_was_read(store: Store) -> None:
    written = post(
        1,
        edited=Edit(START, "Игрок 1"),
        marks=(Mark(Colour.BLUE, "Пе", Form.WORD, 3, 5, START), Mark(None, "🔴", Form.PLAIN, 0, 1)),
        runs=(Run("Вася", "#f00", True, True, "vote", START), Run("\u2028 и\n", None)),
    )
    bare = Post("7", None, None, None, None, None, None, None, Edit(None, None), "", (), ())
    store.add_page(THREAD, raw(0), page([written, bare]))
    read = stored(store)
    assert read["101"].latest == written
    assert read["7"].latest == bare
    assert (read["101"].first_seen, read["101"].last_seen) == (at(0), at(0))
    assert read["101"].page_url == raw(0).url


def test_the_page_comes_back_as_it_came(store: Store) -> None:
    body = bytes(range(256)) * 1000
    added = store.add_page(THREAD, raw(0, body), page(posts(1)))
    assert store.raw_page(added.observation) == raw(0, body)
    assert store.raw_page(999) is None


def test_an_unchanged_page_read_again_adds_a_read_and_nothing_else(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2)))
    before, read_before = rows(store), stored(store)
    assert store.add_page(THREAD, raw(5), page(posts(1, 2))) == Stored(2, 0, 0)
    assert rows(store) == {**before, "facts": 2, "observations": 2}
    assert stored(store)["101"].revisions == read_before["101"].revisions
    assert stored(store)["101"].last_seen == at(5)


def test_a_page_that_the_forum_calls_unchanged_was_seen_as_before(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2)))
    (known,) = store.pages(THREAD)
    assert known.headers == {"etag": '"x"'}
    store.add_unchanged(THREAD, replace(raw(5), body=None, status=304, headers=()), known)
    assert stored(store)["102"].last_seen == at(5)
    (again,) = store.pages(THREAD)
    assert (again.headers, store.posts_on(again)) == (known.headers, ("101", "102"))


def test_an_edit_is_a_revision_with_the_time_first_seen(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2)))
    edited = post(2, "Петя, передумал", edited=Edit(at(3), "Игрок 2"))
    assert store.add_page(THREAD, raw(5), page([post(1), edited])) == Stored(2, 0, 1)
    read = stored(store)["102"]
    assert [(each.seen_at, each.post) for each in read.revisions] == [(at(0), post(2)), (at(5), edited)]
    assert (read.first, read.latest) == (post(2), edited)


def test_a_text_that_comes_back_is_a_third_revision(store: Store) -> None:
    for minute, text in ((0, "Вася"), (5, "Петя"), (10, "Вася"), (15, "Вася")):
        store.add_page(THREAD, raw(minute), page([post(1, text)]))
    revisions = stored(store)["101"].revisions
    assert [(each.seen_at, each.post.text) for each in revisions] == [
        (at(0), "Вася"),
        (at(5), "Петя"),
        (at(10), "Вася"),
    ]


def test_an_older_page_imported_later_takes_its_place_in_time(store: Store) -> None:
    store.add_page(THREAD, raw(10), page([post(1, "Петя")]))
    store.add_page(THREAD, raw(0), page([post(1, "Вася")]))
    read = stored(store)["101"]
    assert [each.post.text for each in read.revisions] == ["Вася", "Петя"]
    assert (read.first_seen, read.last_seen) == (at(0), at(10))


SAME = {
    "another number, since posts before it were deleted": {"number": 7},
    "another address, since it moved to another page": {"url": "https://forum.example/p2"},
    "a less exact time": {"time": START, "precision": Precision.MINUTE, "time_from": TimeFrom.TEXT},
}
CHANGED = {
    "another colour": {"marks": (Mark(Colour.BLUE, "Вася", Form.COLOUR, 0, 4),)},
    "a word made bold": {"runs": (Run("Вася", "red", True),)},
    "an author renamed": {"author": "Новый ник"},
    "a note of an edit": {"edited": Edit(None, None)},
    "a time moved by a moderator": {"time": START},
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_what_is_no_revision(store: Store, change: dict[str, Any]) -> None:
    store.add_page(THREAD, raw(0), page(posts(1)))
    store.add_page(THREAD, raw(5), page([replace(post(1), **change)]))
    assert len(stored(store)["101"].revisions) == 1


@pytest.mark.parametrize("change", CHANGED.values(), ids=CHANGED)
def test_what_is_a_revision(store: Store, change: dict[str, Any]) -> None:
    store.add_page(THREAD, raw(0), page(posts(1)))
    store.add_page(THREAD, raw(5), page([replace(post(1), **change)]))
    assert len(stored(store)["101"].revisions) == 2


def test_a_relative_time_that_shifts_between_reads_is_no_edit(store: Store) -> None:
    for minute in (0, 1):
        shifted = START + timedelta(seconds=40 * minute)
        relative = post(1, time=shifted, precision=Precision.MINUTE, time_from=TimeFrom.RELATIVE)
        store.add_page(THREAD, raw(minute), page([replace(relative, edited=Edit(shifted, "Игрок 1"))]))
    assert len(stored(store)["101"].revisions) == 1


def test_a_more_exact_time_is_kept_and_used(store: Store) -> None:
    minute = post(1, time=START, precision=Precision.MINUTE, time_from=TimeFrom.TEXT)
    for when, each in ((0, minute), (5, post(1)), (10, minute)):
        store.add_page(THREAD, raw(when), page([each]))
    assert stored(store)["101"].timed == post(1)


def test_a_new_post_was_not_there_at_the_last_read_of_the_end(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3, 4, 5)))
    store.add_page(THREAD, raw(4), page(posts(1, 2, 3, 4, 5)))
    store.add_page(THREAD, raw(9), page(posts(1, 2, 3, 4, 5), 1, 2))
    store.add_page(THREAD, raw(9.5), page(posts(6), 2, 2))
    read = stored(store)
    assert read["101"].not_before is None
    assert read["106"].not_before == raw(4).asked_at
    assert read["106"].first_seen == at(9.5)


def test_a_deletion_is_believed_when_it_was_seen_twice_minutes_apart(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3)))
    store.add_page(THREAD, raw(5), page(posts(1, 3)))
    once = stored(store)["102"]
    assert (once.missing_since, once.gone, once.last_seen) == (at(5), False, at(0))
    store.add_page(THREAD, raw(5.5), page(posts(1, 3)))
    assert not stored(store)["102"].gone
    store.add_page(THREAD, raw(8), page(posts(1, 3, 4)))
    assert (stored(store)["102"].missing_since, stored(store)["102"].gone) == (at(5), True)


@pytest.mark.parametrize("lost", [1, 3], ids=["the first", "the last"])
def test_a_deletion_at_an_end_of_the_thread_is_seen(store: Store, lost: int) -> None:
    left = [number for number in (1, 2, 3) if number != lost]
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3)))
    store.add_page(THREAD, raw(5), page(posts(*left)))
    store.add_page(THREAD, raw(10), page(posts(*left)))
    assert {id_ for id_, each in stored(store).items() if each.gone} == {str(100 + lost)}


def test_a_post_that_moved_to_the_page_before_is_not_gone(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3, 4, 5), 1, 2))
    store.add_page(THREAD, raw(1), page(posts(6, 7), 2, 2))
    store.add_page(THREAD, raw(5), page(posts(7, 8), 2, 2))
    store.add_page(THREAD, raw(8), page(posts(7, 8), 2, 2))
    assert not any(each.missing_since for each in stored(store).values()), "post 6 may stand on page 1 now"
    store.add_page(THREAD, raw(9), page(posts(1, 2, 4, 5, 6), 1, 2))
    store.add_page(THREAD, raw(12), page(posts(1, 2, 4, 5, 6), 1, 2))
    assert {id_ for id_, each in stored(store).items() if each.missing_since} == {"103"}


def test_a_post_between_two_pages_is_missed_when_both_were_read(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3, 4, 5), 1, 2))
    store.add_page(THREAD, raw(1), page(posts(6, 7, 8), 2, 2))
    for minute in (5, 10):
        store.add_page(THREAD, raw(minute), page(posts(1, 2, 3, 4, 5), 1, 2))
        store.add_page(THREAD, raw(minute + 1), page(posts(7, 8), 2, 2))
    assert {id_ for id_, each in stored(store).items() if each.gone} == {"106"}


def test_a_thread_that_lost_its_last_page_has_lost_its_posts(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3, 4, 5), 1, 2))
    store.add_page(THREAD, raw(1), page(posts(6), 2, 2))
    for minute in (5, 10):
        store.add_page(THREAD, raw(minute), page(posts(1, 2, 3, 4, 5), 1, 1))
    assert {id_ for id_, each in stored(store).items() if each.gone} == {"106"}


def test_a_post_that_comes_back_is_there(store: Store) -> None:
    for minute, numbers in ((0, (1, 2, 3)), (5, (1, 3)), (10, (1, 3)), (15, (1, 2, 3))):
        store.add_page(THREAD, raw(minute), page(posts(*numbers)))
    assert not any(each.missing_since for each in stored(store).values())


NOT_WHOLE = {
    "a login page": Page("phpbb", Kind.LOGIN),
    "a page cut short": replace(page(posts(1)), defects=(Defect(DefectCode.CUT_SHORT),)),
    "no page of a forum": Page("unknown", Kind.OTHER),
    "a page without posts": page([]),
    "a print view, which shows no ids": page([replace(post(1), id=None), post(2)]),
}


@pytest.mark.parametrize("bad", NOT_WHOLE.values(), ids=NOT_WHOLE)
def test_a_bad_page_is_kept_as_evidence_and_nothing_follows_from_it(store: Store, bad: Page) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3)))
    before = store.posts(THREAD)
    for minute in (5, 10):
        added = store.add_page(THREAD, raw(minute, b"evidence"), bad)
        kept = store.raw_page(added.observation)
        assert kept is not None
        assert kept.body == b"evidence"
    assert store.posts(THREAD) == before
    assert [each.observation for each in store.pages(THREAD)] == [1]


def test_posts_are_in_the_order_of_the_thread(store: Store) -> None:
    store.add_page(THREAD, raw(1), page(posts(6, 7, 8), 2, 2))
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3, 4, 5), 1, 2))
    same_minute = [post(20, id="1000", time=at(0)), post(21, id="999", time=at(0))]
    store.add_page(THREAD, raw(5), page(posts(6, 7, 8) + same_minute, 2, 2))
    assert [each.id for each in store.posts(THREAD)][-3:] == ["108", "999", "1000"]


def test_threads_are_kept_apart(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1)))
    store.add_page(THREAD + "3", raw(0), page(posts(1, 2)))
    assert len(store.posts(THREAD)) == 1
    assert store.threads() == (THREAD, THREAD + "3")
    assert store.posts("https://forum.example/unknown") == ()


def test_the_log_keeps_all_facts_in_order(store: Store) -> None:
    store.append(FactKind.RULING, {"post": "101", "on": "Вася"}, at=at(0), phase="day1")
    store.add_page(THREAD, raw(1), page(posts(1)))
    store.append(FactKind.ENTRY, {"line": "лечу Васю"}, at=at(2), phase="night1")
    assert [(fact.id, fact.kind) for fact in store.facts()] == [(1, "ruling"), (2, "observation"), (3, "entry")]
    (entry,) = store.facts(FactKind.ENTRY, FactKind.RULING, phase="night1")
    assert (entry.at, entry.phase, entry.data) == (at(2), "night1", {"line": "лечу Васю"})


@pytest.mark.parametrize("verb", ["update {} set id = id", "delete from {}"])
def test_nothing_can_be_changed(store: Store, verb: str) -> None:
    store.add_page(THREAD, raw(0), page(posts(1)))
    with sqlite3.connect(store.path) as connection:
        for table in ("facts", "observations", "bodies", "states", "posts", "revisions"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(verb.format(table))


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps permissions elsewhere")
def test_only_the_owner_can_read_the_database_and_its_journal(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1)))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in store.path.parent.iterdir()}
    assert set(modes) >= {"tally.db", "tally.db-wal"}
    assert set(modes.values()) == {0o600}


def test_a_database_of_a_newer_program_is_refused(store: Store) -> None:
    store.close()
    with sqlite3.connect(store.path) as connection:
        connection.execute("pragma user_version = 99")
    with pytest.raises(GameFault, match="более новой"):
        Store(store.path)


def test_a_writer_that_waits_too_long_gives_up_clearly(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tally.store.database._BUSY", 0.1)
    with Store(store.path) as impatient, sqlite3.connect(store.path, isolation_level=None) as other:
        other.execute("begin immediate")
        with pytest.raises(GameFault, match=r"tally\.db: .*другая программа"):
            impatient.append(FactKind.ENTRY, {}, at=at(0))
        assert impatient.posts(THREAD) == (), "reading goes on"


def test_a_failed_write_leaves_nothing_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add_page(THREAD, raw(0), page(posts(1)))
    before = rows(store)

    def fail(*_arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("tally.store.writing._add_observation", fail)
    with pytest.raises(GameFault, match="место"):
        store.add_page(THREAD, raw(5), page(posts(1, 2)))
    monkeypatch.undo()
    assert rows(store) == before
    assert store.add_page(THREAD, raw(5), page(posts(1, 2))).new_posts == 1


WRITER = """
import sys
from datetime import timedelta
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_store import THREAD, page, posts, raw
from tally.store import Store
with Store(Path({file!r})) as store:
    for minute in range(1000):
        held = posts(*range(minute * 5, minute * 5 + 5))
        store.add_page(THREAD, raw(minute, b"%d" % minute), page(held, minute + 1, 1000))
        print(minute, flush=True)
"""


@pytest.mark.parametrize("after", [0, 3, 7])
def test_a_writer_that_is_killed_has_lost_no_page_that_it_reported(store: Store, after: int) -> None:
    code = WRITER.format(tests=str(Path(__file__).parent), file=str(store.path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        reported = -1
        while reported < after:
            reported = int(writer.stdout.readline())
        writer.kill()
        reported = max([reported, *(int(line) for line in writer.stdout.read().split())])
    pages = store.pages(THREAD)
    assert len(pages) in (reported + 1, reported + 2)
    assert all(len(store.posts_on(each)) == 5 for each in pages)
    assert len(store.posts(THREAD)) == 5 * len(pages)
    with sqlite3.connect(store.path) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        assert connection.execute("pragma foreign_key_check").fetchall() == []


def test_reading_the_store_loads_no_parser_no_client_and_no_schema_tools() -> None:
    code = (
        "import sys, tally.store, tally.folder.game; "
        "print([name for name in ('lxml', 'httpx', 'bs4', 'sqlite_utils', 'tomlkit', 'click') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_pages_that_differ_in_nothing_that_counts_are_kept_once(store: Store) -> None:
    first = store.add_page(THREAD, raw(0, b"<html>18:00"), page(posts(1, 2)))
    again = store.add_page(THREAD, raw(5, b"<html>18:05"), page(posts(1, 2)))
    assert rows(store)["bodies"] == 1
    kept = store.raw_page(first.observation), store.raw_page(again.observation)
    assert [each.body for each in kept if each is not None] == [b"<html>18:00", None]
    store.add_page(THREAD, raw(10, b"<html>18:10"), page(posts(1, 2, 3)))
    assert rows(store)["bodies"] == 2


def test_a_post_is_missed_at_the_end_of_a_thread_that_has_shrunk_meanwhile(store: Store) -> None:
    store.add_page(THREAD, raw(0), page(posts(1, 2, 3), 1, 2))
    store.add_page(THREAD, raw(0.1), page(posts(4, 5), 2, 2))
    store.add_page(THREAD, raw(5), page(posts(4), 2, 2))
    for minute in (10, 15):
        store.add_page(THREAD, raw(minute), page(posts(3, 4), 1, 1))
    assert {id_ for id_, each in stored(store).items() if each.gone} == {"101", "102", "105"}
