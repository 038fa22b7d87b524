"""Random lives of a thread: whatever is posted, edited, deleted and shown wrongly, no live post is ever taken for gone,
and what was deleted is found out."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.page import Kind, Page, Post, Precision, Run, ThreadRef, TimeFrom
from tally.errors import TallyError
from tally.folder.game import Game, find_game
from tally.folder.init import NewGame, make_game
from tally.forum.fetch import Traffic
from tally.forum.rounds import pages_to_reread
from tally.forum.scrape import scrape_thread
from tally.store import RawPage, Store, StoredPost

URL = "https://forum.example/viewtopic.php?t=12"
START = datetime(2024, 1, 10, 12, tzinfo=UTC)


@dataclass
class Thread:
    """A thread and the client that reads it: pages come as they are by then, or as a fault shows them once."""

    posts: dict[int, tuple[datetime, str]] = field(default_factory=dict)
    per_page: int = 3
    minute: float = 0.0
    number: int = 100
    fault: str = ""
    traffic: Traffic = field(default_factory=Traffic)
    pages: dict[bytes, Page] = field(default_factory=dict)

    @property
    def now(self) -> datetime:
        return START + timedelta(minutes=self.minute)

    def write(self, count: int) -> None:
        for _post in range(count):
            self.number += 1
            self.minute += 0.1
            self.posts[self.number] = (self.now, f"Слова {self.number}")

    def get(self, url: str, known: Mapping[str, str] | None = None, cookies: Sequence[object] = ()) -> RawPage:
        self.traffic = Traffic(self.traffic.requests + 1)
        at = self.now
        self.minute += 0.02
        fault, self.fault = self.fault, ""
        start = int(url.partition("start=")[2] or 0)
        shown = sorted(self.posts)
        pages = max(1, -(-len(shown) // self.per_page))
        page = min(start // self.per_page + 1, pages)
        held = [self._post(each) for each in shown[(page - 1) * self.per_page : page * self.per_page]]
        if fault == "fewer":
            del held[len(held) // 2]
        kind = Kind.MAINTENANCE if fault == "closed" else Kind.THREAD
        name = f"{self.traffic.requests}".encode()
        self.pages[name] = Page(
            "phpbb", kind, ThreadRef("12", "Игра", URL), page, pages, self.per_page, None, tuple(held) if kind else ()
        )
        return RawPage(url, at, self.now, 502 if fault == "error" else 200, None, (), name)

    def log_in(self, _url: str, _engine: str) -> bool:
        return False

    def _post(self, number: int) -> Post:
        at, text = self.posts[number]
        return Post(str(number), None, "Вася", "5", at, Precision.SECOND, TimeFrom.ATTRIBUTE, None, None, text, (),
                    (Run(text),))  # fmt: skip


STEPS = st.one_of(
    st.tuples(st.just("write"), st.integers(1, 7)),
    st.tuples(st.just("delete"), st.integers(0, 40)),
    st.tuples(st.just("edit"), st.integers(0, 40)),
    st.tuples(st.just("wait"), st.integers(1, 20)),
    st.tuples(st.just("fault"), st.sampled_from(["fewer", "error", "closed"])),
    st.tuples(st.just("read"), st.booleans()),
    st.tuples(st.just("per_page"), st.integers(2, 5)),
)


@settings(max_examples=int(os.environ.get("TALLY_LIVES", "25")), deadline=None)
@given(st.lists(STEPS, max_size=25))
def test_no_live_post_is_gone_and_no_deleted_one_lives_on(steps: list[tuple[str, int | str]]) -> None:
    with TemporaryDirectory() as folder:
        make_game(Path(folder) / "game", NewGame("classic", URL, "Игра", players=({"name": "Вася"},)))
        live(find_game(Path(folder) / "game"), steps)


def live(game: Game, steps: list[tuple[str, int | str]]) -> None:
    thread = Thread()
    thread.write(4)
    with (
        Store(game.database) as store,
        patch("tally.forum.scrape.parse_page", lambda raw, _game, _url: thread.pages[raw.body or b""]),
    ):
        for what, given_ in steps:
            thread.minute += 0.5
            if what == "read":
                read(store, thread, game, thorough=bool(given_))
                check_living(store, thread)
            elif what == "fault":
                thread.fault = str(given_)
            else:
                change(thread, what, int(given_))
        thread.fault = ""
        for _again in range(3):
            thread.minute += 3
            read(store, thread, game, thorough=True)
        found = check_living(store, thread)
        for number, (_at, text) in thread.posts.items():
            assert found[str(number)].latest.text == text
        lost = {id_ for id_, post in found.items() if int(id_) not in thread.posts and not post.gone}
        assert not lost, f"deleted, but not found out: {lost}"


def change(thread: Thread, what: str, given_: int) -> None:
    if what == "write":
        thread.write(given_)
    elif what == "wait":
        thread.minute += given_
    elif what == "per_page":
        thread.per_page = given_
    elif len(thread.posts) > 1:
        number = sorted(thread.posts)[given_ % len(thread.posts)]
        at, text = thread.posts.pop(number)
        if what == "edit":
            thread.posts[number] = (at, f"{text} и правка")


def read(store: Store, thread: Thread, game: Game, *, thorough: bool) -> None:
    again = pages_to_reread(store, URL, START, thread.now, thorough=thorough)
    try:
        scrape_thread(store, thread, game, URL, lambda _page, _pages: None, None, again)  # type: ignore[arg-type]
    except TallyError:
        assert not thread.fault


def check_living(store: Store, thread: Thread) -> dict[str, StoredPost]:
    found = {post.id: post for post in store.posts(URL)}
    gone = {id_ for id_, post in found.items() if post.gone and int(id_) in thread.posts}
    assert not gone, f"alive, but taken for gone: {gone}"
    return found
