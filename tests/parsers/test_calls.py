"""Answers of NodeBB's and mybb.ru's interfaces, and pages of NodeBB and FlaskBB."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from parsers import DefectCode, Kind, Page, read_page

MOMENT = datetime(2024, 1, 10, 18, 59, 59, tzinfo=UTC)


def nodebb_post(number: int, content: str = "<p>ход</p>", **other: Any) -> dict[str, Any]:
    user = {"username": "O&#x27;Брайен", "uid": 5}
    told = {"pid": number, "tid": 2, "uid": 5, "index": number - 50, "timestamp": 1704913199512, "content": content}
    return told | {"user": user, "deleted": 0} | other


def nodebb_topic(*posts: dict[str, Any]) -> Page:
    pages = {"currentPage": 2, "pageCount": 4}
    topic = {"tid": 2, "slug": "2/партия", "titleRaw": "Партия «2»", "posts": list(posts), "pagination": pages}
    return read_page(json.dumps(topic).encode(), url="https://b.example/api/topic/2/партия?page=2")


def codes(page: Page) -> list[DefectCode]:
    return [defect.code for defect in page.defects]


def test_a_topic_of_nodebb_as_json() -> None:
    edited = {"edited": 1704913500000, "editedISO": "2024-01-10T19:05:00.000Z", "editor": {"username": "Ля"}}
    page = nodebb_topic(
        nodebb_post(71, "<p>🔴 Петя</p><blockquote>🔴 Ада</blockquote>", **edited), nodebb_post(72, deleted=1)
    )
    assert (page.engine, page.kind, page.page, page.pages, page.is_whole) == ("nodebb", Kind.THREAD, 2, 4, True)
    assert page.thread is not None
    assert (page.thread.id, page.thread.title, page.thread.url) == (
        "2",
        "Партия «2»",
        "https://b.example/topic/2/партия",
    )
    [post] = page.posts
    assert (post.id, post.number, post.author, post.author_id, post.time) == ("71", 22, "O'Брайен", "5", MOMENT)
    assert [mark.text for mark in post.marks] == ["Петя"]
    assert post.edited is not None
    assert (post.edited.by, post.edited.time) == ("Ля", datetime(2024, 1, 10, 19, 5, tzinfo=UTC))


def test_nodebb_posts_may_come_newest_first() -> None:
    page = nodebb_topic(nodebb_post(73), nodebb_post(72), nodebb_post(71))
    assert [(post.id, post.number) for post in page.posts] == [("73", 24), ("72", 23), ("71", 22)]


@pytest.mark.parametrize("broken", [{"content": None}, {"timestamp": None}, {"user": None}])
def test_a_post_of_nodebb_that_lacks_something_says_so(broken: dict[str, Any]) -> None:
    page = nodebb_topic(nodebb_post(71), nodebb_post(72, **broken))
    assert len(codes(page)) == 1
    assert page.is_whole == ("content" not in broken)


def test_one_post_of_nodebb_is_not_the_thread() -> None:
    answer = {"status": {"code": "ok", "message": "OK"}, "response": nodebb_post(71)}
    page = read_page(json.dumps(answer).encode())
    assert ([post.id for post in page.posts], codes(page), page.is_whole) == (["71"], [DefectCode.PARTIAL_VIEW], False)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"status": {"code": "not-found"}, "response": {}}, Kind.MISSING),
        ({"status": {"code": "forbidden"}, "response": {}}, Kind.FORBIDDEN),
        ({"status": {"code": "not-authorised"}, "response": {}}, Kind.LOGIN),
        ({"bodyClass": "page-status-404 theme-x", "title": "x"}, Kind.MISSING),
        ({"topics": [], "cid": 5}, Kind.LIST),
    ],
)
def test_refusals_of_nodebb(answer: dict[str, Any], kind: Kind) -> None:
    page = read_page(json.dumps(answer).encode())
    assert (page.engine, page.kind) == ("nodebb", kind)


def rows(count: int) -> bytes:
    told = {
        "topic_id": "2",
        "username": "Вася",
        "message": '<span style="color:red">Петя</span>',
        "posted": "1704913199",
    }
    return json.dumps({"response": [told | {"id": str(70 + number)} for number in range(count)]}).encode()


@pytest.mark.parametrize(
    ("count", "query", "whole"),
    [
        (14, "", True),
        (14, "limit=100&skip=0", True),
        (100, "", False),
        (100, "limit=100&skip=0", False),
        (20, "limit=20&skip=0", False),
        (14, "limit=100&skip=100", False),
        (100, "limit=1000", False),
    ],
)
def test_the_call_of_mybb_ru_gives_a_hundred_posts_at_once(count: int, query: str, whole: bool) -> None:
    page = read_page(rows(count), url=f"https://b.example/api.php?method=post.get&topic_id=2&{query}")
    assert (page.kind, len(page.posts), page.is_whole) == (Kind.THREAD, count, whole)
    assert page.posts[0].time == MOMENT
    assert [mark.text for mark in page.posts[0].marks] == ["Петя"]


def test_flaskbb_has_its_signature_in_the_body_and_utc_in_attributes() -> None:
    page = read_page(
        """<html><head><meta name="author" content="FlaskBB Team"></head><body><div id="topic-posts"><div
class="card-header
        topic-header"><a href="/topic/2-partiya">Партия 2</a></div><div class="card-body"><div id="71" class="row
post-row"><div
        class="author"><a class="author-name">Вася</a> <time datetime="2010-01-01T00:00:00+00:00">2010</time></div><div
        class="post-box"><div class="post-meta"><a href="/post/71"><time
datetime="2024-01-10T18:59:59.123456+00:00">10 янв.</time>
        </a><small>(<a>Ада</a> <time datetime="2024-01-10T19:05:00+00:00">22:05</time>)</small><strong>#22</strong>
        </div><div
        class="post-content"><p>🔴 Петя</p><blockquote><p>🔴 Ля</p></blockquote><div class="post-signature"><p>🔴
Ада</p></div></div>
        </div></div></div></div></body></html>""".encode()
    )
    assert (page.engine, page.kind) == ("flaskbb", Kind.THREAD)
    [post] = page.posts
    assert (post.id, post.number, post.author, post.time) == ("71", 22, "Вася", MOMENT)
    assert [mark.text for mark in post.marks] == ["Петя"]
    assert post.edited is not None
    assert post.edited.time == datetime(2024, 1, 10, 19, 5, tzinfo=UTC)
