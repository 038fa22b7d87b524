"""The demo's forum: its pages are what phpBB serves, and it answers over real HTTP as a forum does."""

from pathlib import Path

import httpx
import lxml.html
import pytest

from fixtures import forum_server
from fixtures.forum_server import serve_captured, serve_thread
from fixtures.phpbb_thread import WrittenThread

PAGES = Path(forum_server.__file__).parent / "demo_thread"


@pytest.fixture(scope="module")
def thread() -> WrittenThread:
    return WrittenThread.read(PAGES / "thread.toml")


def parsed(html: str) -> lxml.html.HtmlElement:
    return lxml.html.document_fromstring(html)


def skeleton(element: lxml.html.HtmlElement) -> list[str]:
    """Tags with their classes in document order: what a reader of pages holds on to, whoever is online."""
    passing = {"bg1", "bg2", "online"}
    return [
        ".".join([str(each.tag), *sorted(set(str(each.get("class", "")).split()) - passing)])
        for each in element.iter("*")
    ]


def test_the_forum_serves_the_thread_page_by_page(thread: WrittenThread) -> None:
    found: list[str] = []
    with serve_thread(thread) as address:
        for start in range(0, 60, 10):
            answer = httpx.get(f"{address}&start={start}")
            assert answer.status_code == 200
            found += [post.get("id", "") for post in parsed(answer.text).cssselect("div.post")]
    assert found == [f"p{post['id']}" for post in thread.source["posts"]]
    assert len(found) == 55


def test_a_start_past_the_end_gives_the_last_page(thread: WrittenThread) -> None:
    assert thread.page(9990, "http://x") == thread.page(50, "http://x")


def test_another_thread_does_not_exist(thread: WrittenThread) -> None:
    with serve_thread(thread) as address:
        answer = httpx.get(address.replace("t=12", "t=404"))
    assert answer.status_code == 404
    assert "Запрошенной темы не существует" in answer.text


def test_a_page_is_the_same_each_time_it_is_asked_for(thread: WrittenThread) -> None:
    assert thread.page(20, "http://x") == thread.page(20, "http://x")


def test_times_are_given_in_utc_and_shown_in_moscow_time(thread: WrittenThread) -> None:
    page = parsed(thread.page(20, "http://x"))
    [last_second] = page.cssselect("#p128 p.author time")
    assert last_second.get("datetime") == "2024-01-10T18:59:59+00:00"
    assert last_second.text == "10 янв 2024, 21:59"


def test_markup_in_a_nick_is_escaped_as_phpbb_escapes_it() -> None:
    page = parsed(WrittenThread.read(PAGES / "hostile.toml").page(0, "http://x"))
    assert [each.text_content() for each in page.cssselect("p.author strong a")][1] == "<script>alert(1)</script>"
    assert not page.cssselect("script")


def test_a_post_has_the_structure_of_a_captured_one(thread: WrittenThread, shared: Path) -> None:
    captures = shared / "pages" / "phpbb" / "01_thread_guest"
    ours = parsed(thread.page(10, "http://x"))
    first = parsed((captures / "page01.html").read_text(encoding="utf-8"))
    fourth = parsed((captures / "page04.html").read_text(encoding="utf-8"))

    def plain(page: lxml.html.HtmlElement, *, edited: bool) -> list[str]:
        """The frame around the words of the page's first post of that kind without a signature."""
        for post in page.cssselect("div.post"):
            if bool(post.cssselect("div.notice")) is edited and not post.cssselect(".signature"):
                words = [each for inner in post.cssselect("div.content") for each in inner]
                for each in words:
                    each.drop_tree()
                return skeleton(post)
        raise AssertionError("no such post")

    assert plain(ours, edited=False) == plain(first, edited=False)
    assert plain(ours, edited=True) == plain(fourth, edited=True)
    assert skeleton(ours.cssselect("blockquote")[0])[:6] == skeleton(first.cssselect("blockquote")[0])[:6]
    links = ours.cssselect("div.action-bar.bar-top div.pagination")[0]
    captured = parsed((captures / "page02.html").read_text(encoding="utf-8")).cssselect("div.pagination")[0]
    assert [each for each in skeleton(links) if each != "li.ellipsis"][:20] == skeleton(captured)[:20]


def test_captured_pages_are_served_at_their_addresses(shared: Path) -> None:
    folder = shared / "pages" / "phpbb"
    with serve_captured(folder, "01_thread_guest/") as base:
        third = httpx.get(f"{base}/viewtopic.php?start=20&t=2")
        beyond = httpx.get(f"{base}/viewtopic.php?t=3")
    captured = (folder / "01_thread_guest" / "page03.html").read_bytes()
    assert third.content == captured.replace(b"http://127.0.0.1:8101", base.encode())
    assert third.headers["Content-Type"] == "text/html; charset=UTF-8"
    assert beyond.status_code == 404
