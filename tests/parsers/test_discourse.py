"""Discourse: its JSON, and its pages with that data in them, without it for readers without scripts, and as built."""

import html
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from parsers import DefectCode, Kind, Page, read_page

URL = "https://b.example/t/partiya/7"
TIME = "2024-01-10T18:59:59.512Z"
HEAD = '<meta name="generator" content="Discourse 3.2.0"><link rel="canonical" href="https://b.example/t/partiya/7{}">'


def post(number: int, cooked: str = "<p>ход</p>", **other: Any) -> dict[str, Any]:
    told = {"id": 900 + number, "post_number": number, "username": "vasya", "user_id": 5, "created_at": TIME}
    return told | {"cooked": cooked, "topic_id": 7, "topic_slug": "partiya", "post_type": 1, "version": 1} | other


def topic(*posts: dict[str, Any], stream: list[int] | None = None) -> dict[str, Any]:
    ids = stream or [each["id"] for each in posts]
    told = {"id": 7, "slug": "partiya", "title": "Партия 7", "chunk_size": 20}
    return told | {"post_stream": {"posts": list(posts), "stream": ids}}


def read_json(data: dict[str, Any]) -> Page:
    return read_page(json.dumps(data).encode(), url=URL + ".json")


def in_attribute(data: dict[str, Any]) -> str:
    told = json.dumps({"site": "{}", f"topic_{data['id']}": json.dumps(data)})
    return f'<div class="hidden" id="data-preloaded" data-preloaded="{html.escape(told)}"></div>'


def in_script(data: dict[str, Any]) -> str:
    told = json.dumps({"site": {}, f"topic_{data['id']}": data}).replace("<", "\\u003c")
    return f'<script id="data-preloaded" type="application/json">{told}</script>'


def page_of(body: str, where: str = "") -> Page:
    return read_page(
        f"<html lang='ru'><head>{HEAD.format(where)}</head><body>{body}</body></html>".encode(), url=URL + where
    )


def codes(page: Page) -> list[DefectCode]:
    return [defect.code for defect in page.defects]


@pytest.mark.parametrize("way", [in_attribute, in_script])
def test_the_page_carries_the_topic_as_data(way: Any) -> None:
    data = topic(
        post(21, '<p>🔴 Петя</p><aside class="quote"><blockquote>🔴 Ля</blockquote></aside>'), stream=[*range(900, 945)]
    )
    page = page_of(way(data), "?page=2")
    alike = read_json(data)
    assert (page.kind, page.page, page.pages, page.per_page) == (Kind.THREAD, 2, 3, 20)
    assert (page.thread, page.posts, page.defects) == (alike.thread, alike.posts, ())
    [read] = page.posts
    assert (read.id, read.number, read.author, read.author_id) == ("921", 21, "vasya", "5")
    assert read.time == datetime(2024, 1, 10, 18, 59, 59, tzinfo=UTC)
    assert [mark.text for mark in read.marks] == ["Петя"]
    assert read.url == "https://b.example/t/partiya/7/21"


def test_much_data_in_one_attribute_is_no_overload() -> None:
    page = page_of(in_attribute(topic(post(1, "<p>" + "много слов " * 20_000 + "</p>"))))
    assert ([each.id for each in page.posts], codes(page)) == (["901"], [])


def test_a_page_cut_after_its_data_is_not_whole() -> None:
    cut = f"<html><head>{HEAD.format('')}</head><body>{in_attribute(topic(post(1)))}<p>"
    page = read_page(cut.encode())
    assert ([each.id for each in page.posts], codes(page)) == (["901"], [DefectCode.CUT_SHORT])


@pytest.mark.parametrize("data", ["", "{", "[1]", '{"topic_7": "{"}', '{"topic_7": 3}', '{"topic_x": "{}"}'])
def test_broken_data_is_passed_over(data: str) -> None:
    crawled = """<div id="post_1" class="topic-body crawler-post"><span class="creator" itemprop="author"><span
itemprop="name">
    vasya</span></span><time datetime="2024-01-10T18:59:59Z" class="post-time">x</time><div
class="post"><p>ход</p></div></div>"""
    page = page_of(
        f'<div id="data-preloaded" data-preloaded="{html.escape(data)}"></div><noscript>{crawled}</noscript>'
    )
    assert [(each.id, each.number, each.author, each.text) for each in page.posts] == [(None, 1, "vasya", "ход")]


def test_the_page_for_crawlers_tells_numbers_but_no_ids() -> None:
    page = page_of(
        """<div id="topic-title"><h1><a href="/t/partiya/7">Партия 7</a></h1></div><div itemscope><div id="post_21"
itemprop="comment"
        class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author"
itemscope><a
        itemprop="url" href="https://b.example/u/vasya"><span itemprop="name">vasya</span></a> (Вася)</span><span
        class="crawler-post-infos"><time itemprop="datePublished" datetime="2024-01-10T18:59:59Z"
class="post-time">January 10, 2024
        </time><meta itemprop="dateModified" content="2024-01-10T19:05:00Z"><span
itemprop="position">21</span></span></div>
        <div class="post" itemprop="text"><p>🔵 Ля</p></div></div></div>""",
        "?page=2",
    )
    assert page.thread is not None
    assert (page.page, page.thread.id, page.thread.title) == (2, "7", "Партия 7")
    [read] = page.posts
    assert (read.id, read.number, read.author) == (None, 21, "vasya")
    assert read.time == datetime(2024, 1, 10, 18, 59, 59, tzinfo=UTC)
    assert [(mark.colour, mark.text) for mark in read.marks] == [("blue", "Ля")]


def test_a_page_as_a_browser_built_it() -> None:
    page = page_of(
        """<div id="topic-title"><h1><a href="/t/partiya/7">Партия 7</a></h1></div><div class="topic-post"><article
id="post_21"
        data-post-id="921" data-user-id="5" data-topic-id="7"><div class="topic-meta-data"><div class="names"><span><a
        data-user-card="vasya">Вася</a></span></div><div class="post-infos"><div class="post-info post-date"><a
class="post-date"
        href="/t/partiya/7/21"><span data-time="1704913199000"
class="relative-date">1d</span></a></div></div></div><div class="cooked">
        <p>ход</p></div></article></div><div class="topic-post"><div class="deleted"><article
data-post-id="922"></article></div></div>"""
    )
    [read] = page.posts
    assert (read.id, read.number, read.author_id, read.text) == ("921", 21, "5", "ход")
    assert read.time == datetime(2024, 1, 10, 18, 59, 59, tzinfo=UTC)


def test_what_is_no_post_of_a_player_is_left_out() -> None:
    data = topic(
        post(1), post(2, post_type=3), post(3, deleted_at=TIME), post(4, user_deleted=True), post(5, post_type=4)
    )
    assert [each.id for each in read_json(data).posts] == ["901"]


def test_a_hidden_post_is_missed() -> None:
    page = read_json(topic(post(1), post(2, hidden=True)))
    assert ([each.id for each in page.posts], codes(page), page.is_whole) == (["901"], [DefectCode.UNREAD_POST], False)


def test_only_a_new_version_is_an_edit() -> None:
    later = {"updated_at": "2024-01-10T19:05:00.000Z"}
    first, second = read_json(topic(post(1, **later), post(2, version=2, **later))).posts
    assert first.edited is None
    assert second.edited is not None
    assert second.edited.time == datetime(2024, 1, 10, 19, 5, tzinfo=UTC)


def test_colours_of_the_plugin_and_names_of_emoji() -> None:
    words = (
        '<p><span style="color:red">Вася</span></p><p><img src="/e/red_circle.png" title=":red_circle:" class="emoji" '
        'alt=":red_circle:"> <a class="mention" href="/u/petya">@petya</a></p><details class="spoiled"><span '
        'style="color:blue">Ля'
        "</span></details><pre><code>🔴 Ада</code></pre><s>🔴 Ада</s>"
    )
    [read] = read_json(topic(post(1, words))).posts
    assert [(mark.colour, mark.text) for mark in read.marks] == [("red", "Вася"), ("red", "@petya"), ("blue", "Ля")]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"errors": ["The requested URL or resource could not be found."], "error_type": "not_found"}, Kind.MISSING),
        ({"errors": ["Вы не имеете прав на просмотр"], "error_type": "invalid_access"}, Kind.FORBIDDEN),
        ({"errors": ["Вам необходимо войти"], "error_type": "not_logged_in"}, Kind.LOGIN),
        ({"errors": ["The site is in read only mode"], "error_type": "read_only"}, Kind.MAINTENANCE),
        ({"errors": ["x"], "error_type": "rate_limit"}, Kind.OTHER),
        ({"topic_list": {"topics": []}}, Kind.LIST),
    ],
)
def test_kinds_of_answers(answer: dict[str, Any], kind: Kind) -> None:
    page = read_json(answer)
    assert (page.engine, page.kind) == ("discourse", kind)


def test_an_answer_about_some_posts_leaves_out_the_others() -> None:
    stream = {"post_stream": {"posts": [post(21), post(22)]}, "id": 7}
    for answer in (stream, post(21)):
        page = read_json(answer)
        assert (page.kind, page.page, codes(page), page.is_whole) == (
            Kind.THREAD,
            None,
            [DefectCode.PARTIAL_VIEW],
            False,
        )
