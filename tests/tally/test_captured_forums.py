"""Threads captured from real forums, served from a local port and scraped whole: every post is what was posted."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from fixtures.forum_server import serve_captured
from parsers import Page, page_as_json
from parsers.page import Kind
from tally.folder.game import find_game
from tally.folder.init import NewGame, make_game
from tally.forum.fetch import ForumClient
from tally.forum.scrape import ThreadRead, scrape_thread
from tally.store import Store
from tests.captures import differences_of_post


@dataclass(frozen=True)
class Captured:
    """The thread of a folder of captures as guests were shown it, and how many posts it had when it was captured."""

    engine: str
    pages: str
    path: str
    posts: int
    requests: int


THREADS = [
    Captured("phpbb", "01_thread_guest/", "/viewtopic.php?t=2", 70, 7),
    Captured("mybb", "01_thread_guest/", "/showthread.php?tid=1", 70, 7),
    Captured("smf", "guest/", "/index.php?topic=1.0", 68, 5),
    Captured("fluxbb", "guest/", "/viewtopic.php?id=1", 68, 3),
    Captured("punbb", "guest/", "/viewtopic.php?id=1", 68, 3),
    Captured("nodebb", "guest/", "/topic/2/мафия-1-ночной-город", 68, 4),
    Captured("flaskbb", "guest/", "/topic/2-mafiia-no-1:-nochnoi-gorod", 68, 3),
]


@pytest.mark.parametrize("captured", THREADS, ids=lambda captured: captured.engine)
def test_a_captured_thread_is_scraped_whole(
    shared: Path, tmp_path: Path, captured: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shared / "pages" / captured.engine
    known = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    truth = known["posts"]
    # pages that show the present time tell their zone by it: they are read as when they were captured
    captured_at = [page["fetched_at"] for page in known["pages"] if page["file"].startswith(captured.pages)]
    monkeypatch.setenv("TALLY_NOW", captured_at[0] or "2026-12-20T09:00:00+00:00")
    with serve_captured(folder, captured.pages) as base:
        thread = base + captured.path
        first, again = scrape_twice(tmp_path / "game", thread)
    # and one for robots.txt
    assert (first.requests, first.new_posts, first.new_revisions) == (captured.requests + 1, captured.posts, 0)
    assert (again.requests, again.new_posts, again.new_revisions) == (1, 0, 0)
    with Store(tmp_path / "game" / "tally.db") as store:
        posts = [post.latest for post in store.posts(thread)]
    read = page_as_json(Page(captured.engine, Kind.THREAD, posts=tuple(posts)))["posts"]
    assert {post["id"] for post in read} <= truth.keys()
    assert len(read) == captured.posts
    assert [told for post in read for told in differences_of_post(post, truth[post["id"]])] == []


def scrape_twice(folder: Path, thread: str) -> list[ThreadRead]:
    make_game(folder, NewGame("classic", thread, "Игра", players=({"name": "Вася"},)))
    game = find_game(folder)
    with ForumClient(interval=0, timeout=10) as client, Store(game.database) as store:
        return [scrape_thread(store, client, game, thread, lambda _page, _pages: None) for _run in range(2)]
