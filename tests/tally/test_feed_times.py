"""Seconds from feeds: joined to the posts that pages show to the minute, whichever was read first."""

import importlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from fixtures.forum_server import serve_captured
from parsers.page import Kind, Page, Post, Precision, Run, ThreadRef, TimeFrom
from tally.cli.forum.scrape import command as scrape
from tally.errors import TallyError
from tally.folder.init import NewGame, make_game
from tally.store import RawPage, Store, StoredPost

# `import` is a word of the language, so that the module cannot be named in an import statement
take: click.Command = importlib.import_module("tally.cli.forum.import").command
THREAD = "https://forum.example/viewtopic.php?id=1"
MINUTE = datetime(2024, 1, 10, 18, 59, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "tally.db") as made:
        yield made


def a_post(time: datetime | None, precision: Precision | None, source: TimeFrom | None) -> Post:
    return Post("7", 1, "Вася", "5", time, precision, source, None, None, "Петя", (), (Run("Петя"),))


def raw(minute: int) -> RawPage:
    asked = MINUTE + timedelta(hours=1, minutes=minute)
    return RawPage(THREAD, asked, asked, 200, None, (), b"<html>")


def add_page(store: Store, post: Post) -> None:
    thread = ThreadRef("1", "Игра", THREAD)
    store.add_page(THREAD, raw(0), Page("fluxbb", Kind.THREAD, thread, 1, 1, posts=(post,)))


def add_feed(store: Store, time: datetime) -> int:
    post = a_post(time, Precision.SECOND, TimeFrom.ATTRIBUTE)
    return store.add_feed(THREAD, raw(1), Page("fluxbb", Kind.FEED, posts=(post, replace(post, id="8"))))


def told(store: Store) -> tuple[datetime | None, Precision | None, TimeFrom | None]:
    (post,) = store.posts(THREAD)
    return post.timed.time, post.timed.precision, post.timed.time_from


SHOWN = a_post(MINUTE, Precision.MINUTE, TimeFrom.TEXT)
EXACT = MINUTE + timedelta(seconds=42)


@pytest.mark.parametrize("feed_first", [True, False])
def test_a_post_shown_to_the_minute_has_the_second_that_a_feed_told(store: Store, feed_first: bool) -> None:
    if feed_first:
        add_feed(store, EXACT)
    add_page(store, SHOWN)
    add_feed(store, EXACT)
    assert told(store) == (EXACT, Precision.SECOND, TimeFrom.FEED)
    (post,) = store.posts(THREAD)
    assert post.feed is not None
    assert store.raw_page(post.feed.observation) == raw(1)
    assert (post.first, post.latest) == (SHOWN, SHOWN)


def test_the_same_feed_again_adds_no_times(store: Store) -> None:
    assert add_feed(store, EXACT) == 2
    assert add_feed(store, EXACT) == 0


def test_a_feed_gives_the_time_that_no_page_shows(store: Store) -> None:
    add_page(store, a_post(None, None, None))
    add_feed(store, EXACT)
    assert told(store)[0] == EXACT


def test_a_relative_time_gives_way_to_a_feed(store: Store) -> None:
    add_page(store, a_post(MINUTE + timedelta(minutes=1), Precision.MINUTE, TimeFrom.RELATIVE))
    add_feed(store, EXACT)
    assert told(store) == (EXACT, Precision.SECOND, TimeFrom.FEED)


@pytest.mark.parametrize("off", [timedelta(minutes=1), timedelta(hours=-3)])
def test_a_feed_that_contradicts_the_page_is_not_believed(store: Store, off: timedelta) -> None:
    add_page(store, SHOWN)
    add_feed(store, EXACT + off)
    assert told(store) == (MINUTE, Precision.MINUTE, TimeFrom.TEXT)


def test_a_second_that_the_page_shows_itself_stands(store: Store) -> None:
    add_page(store, a_post(EXACT, Precision.SECOND, TimeFrom.ATTRIBUTE))
    add_feed(store, EXACT + timedelta(seconds=1))
    assert told(store) == (EXACT, Precision.SECOND, TimeFrom.ATTRIBUTE)


def test_times_of_feeds_cannot_be_changed(store: Store) -> None:
    add_feed(store, EXACT)
    with sqlite3.connect(store.path) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute("delete from feed_times")


# Boards that show minutes: folder, its thread as guests see it, its feed or call, how many posts that tells of.
BOARDS = {
    "fluxbb": ("guest_dateformat_dmY_Hi", "/viewtopic.php?id=1", "feeds/topic_rss_show50.xml"),
    "punbb": ("guest_dateformat_dmY_Hi", "/viewtopic.php?id=1", "feeds/topic_rss_show50.xml"),
    "smf": ("guest/", "/index.php?topic=1.0", "feeds/recent_board_smf.xml"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_seconds_of_a_real_feed_are_those_of_posting(shared: Path, tmp_path: Path, name: str) -> None:
    pages, path, feed = BOARDS[name]
    folder = shared / "pages" / name
    with serve_captured(folder, pages) as base:
        thread = base + path
        game = make_folder(tmp_path / "game", thread)
        run(scrape, "--game", game)
    assert "с точностью до секунды" in run(take, folder / feed, "--game", game)
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["posts"]
    exact = [post for post in stored(game, thread) if post.timed.time_from is TimeFrom.FEED]
    assert exact
    for post in exact:
        assert post.first.precision is Precision.MINUTE
        assert post.timed.time == datetime.fromisoformat(truth[post.id]["time"])


def test_a_feed_is_read_beside_the_thread(shared: Path, tmp_path: Path) -> None:
    with serve_captured(shared / "pages" / "fluxbb") as base:
        game = make_folder(tmp_path / "game", f"{base}/viewtopic.php?id=1")
        feed = f"{base}/extern.php?action=feed&tid=1&type=atom&show=15"
        assert "время 15 сообщений" in run(scrape, "--feed", feed, "--game", game)


@pytest.mark.parametrize(("page", "why"), [("index.php", "не лента"), ("extern.php", "404")])
def test_what_is_no_feed_is_told_and_the_thread_is_read(shared: Path, tmp_path: Path, page: str, why: str) -> None:
    with serve_captured(shared / "pages" / "fluxbb", "guest/") as base:
        thread = f"{base}/viewtopic.php?id=1"
        game = make_folder(tmp_path / "game", thread)
        with pytest.raises(TallyError, match=why):
            run(scrape, "--feed", f"{base}/{page}", "--game", game)
    assert stored(game, thread)


def make_folder(folder: Path, thread: str) -> Path:
    make_game(folder, NewGame("classic", thread, "Игра", players=({"name": "Вася"},)))
    settings = folder / "game.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("interval = 2", "interval = 0"), encoding="utf-8")
    return folder


def run(command: click.Command, *arguments: str | Path) -> str:
    done = CliRunner().invoke(command, [*map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout


def stored(game: Path, thread: str) -> tuple[StoredPost, ...]:
    with Store(game / "tally.db") as store:
        return store.posts(thread)
