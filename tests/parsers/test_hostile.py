"""Broken pages, and pages made to break: no crash, no hang, no vote invented, nothing lost without a word."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers import DefectCode, Kind, Page, Post, read_page
from parsers.decoding import decode

PAGES = Path(__file__).resolve().parents[2] / "fixtures" / "pages"
SEEDS = [path.read_bytes() for path in sorted(PAGES.rglob("*")) if path.suffix in (".html", ".xml", ".json")]
TRAPS = (PAGES / "phpbb" / "traps.html").read_bytes()
BODY = "Сам он:".encode()

often = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def codes(page: Page) -> set[DefectCode]:
    return {defect.code for defect in page.defects}


def told(post: Post) -> tuple[object, ...]:
    return post.id, post.author, post.text, [(mark.colour, mark.text, mark.start) for mark in post.marks]


def with_body(body: str) -> bytes:
    return TRAPS.replace(BODY, body.encode() + BODY)


@often
@given(data=st.binary(max_size=300))
def test_no_bytes_make_it_fail(data: bytes) -> None:
    read_page(data)


@often
@given(text=st.text(max_size=200), wrapped=st.sampled_from(["{}", "[{}]", "<html>{}", "<?xml version='1.0'?><rss>{}"]))
def test_no_text_makes_it_fail(text: str, wrapped: str) -> None:
    read_page(wrapped.replace("{}", text).encode("utf-8", "replace"))


@often
@given(seed=st.sampled_from(SEEDS), cut=st.floats(0, 1))
def test_a_page_cut_anywhere_shows_no_post_other_than_it_was(seed: bytes, cut: float) -> None:
    whole, part = read_page(seed), read_page(seed[: int(len(seed) * cut)])
    if part.kind is Kind.THREAD:
        known = [told(post) for post in whole.posts]
        assert [told(post) for post in part.posts] == known[: len(part.posts)]
        assert len(part.posts) == len(known) or not part.is_whole


THREADS = sorted(path for path in PAGES.glob("*/traps*.html"))


@pytest.mark.parametrize("path", THREADS, ids=lambda path: str(path.relative_to(PAGES)))
def test_a_page_cut_in_its_footer_keeps_its_last_post_and_tells(path: Path) -> None:
    text, _defects = decode(path.read_bytes())
    assert text is not None
    whole = read_page(text.encode())
    part = read_page(text[: text.rindex("</body")].encode(), engine=whole.engine)
    assert [post.id for post in part.posts] == [post.id for post in whole.posts]
    assert DefectCode.CUT_SHORT in codes(part)
    assert not part.is_whole


@pytest.mark.parametrize("cut", ["Сам он", "<!-- ", '<a href="x', "<script>var x = 1;"])
def test_a_page_cut_in_a_post_leaves_that_post_out_and_is_still_a_thread(cut: str) -> None:
    start, _sign, _rest = TRAPS.decode().partition(BODY.decode())
    page = read_page((start + cut).encode())
    assert (page.kind, [post.id for post in page.posts]) == (Kind.THREAD, ["101"])
    first = (
        start[: start.index('id="p101"')]
        + 'id="p101" class="post"><div class="inner"><div class="postbody"><div><h3>М</h3>'
    )
    page = read_page((first + '<div class="content">' + cut).encode())
    assert (page.engine, page.kind, page.posts, page.is_whole) == ("phpbb", Kind.THREAD, (), False)


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_feed_cut_anywhere_tells_no_other_time(cut: int) -> None:
    for path in PAGES.rglob("*.xml"):
        data = path.read_bytes()
        known = {post.id: (post.time, post.text) for post in read_page(data).posts}
        part = read_page(data[: len(data) * cut // 40])
        assert all(known[post.id] == (post.time, post.text) for post in part.posts)
        assert not part.is_whole


@often
@given(
    seed=st.sampled_from(SEEDS),
    changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12)), max_size=6),
)
def test_a_damaged_page_does_not_make_it_fail(seed: bytes, changes: list[tuple[float, int, bytes]]) -> None:
    for where, length, put in changes:
        place = int(len(seed) * where)
        seed = seed[:place] + put + seed[place + length :]
    page = read_page(seed)
    for post in page.posts:
        assert "".join(run.text for run in post.runs) == post.text
        for mark in post.marks:
            assert mark.text in post.text[mark.start : mark.end] or mark.form == "raw"


@pytest.mark.parametrize("depth", [100, 300, 1500])
def test_posts_after_deep_nesting_are_read(depth: int) -> None:
    page = read_page(with_body("<div>" * depth + "глубоко" + "</div>" * depth))
    assert page.is_whole
    assert [post.id for post in page.posts] == ["101", "102", "103", "104", "105"]


def test_nesting_that_the_parser_does_not_follow_is_told() -> None:
    page = read_page(with_body("<div>" * 5000 + "глубоко" + "</div>" * 5000))
    assert DefectCode.TOO_DEEP in codes(page)
    assert not page.is_whole
    assert [post.id for post in page.posts] == ["101"]


POISON = {
    "nesting": "<div>" * 4_000_000,
    "tables": "<table>" * 1_000_000,
    "attributes": "<b " + " ".join(f"a{n}=1" for n in range(1_000_000)) + ">",
    "classes": "<p class='" + "x " * 5_000_000 + "'>",
    "breaks": "<br>" * 300_000,
    "tags": "<b>" * 500 + "<span style='color:red'>" * 500 + "</b>" * 500_000,
    "entities": "&#1042;" * 1_000_000,
    "bbcode": "[color=red]" * 100_000,
    "emoji": "🔴" * 200_000,
    "words": "КРАСНЫМ " * 50_000,
    "markers": "Добавлено через " * 100_000,
}


@pytest.mark.parametrize("poison", POISON.values(), ids=POISON)
def test_megabytes_of_one_thing_take_bounded_time(poison: str) -> None:
    data = with_body(poison)
    began = time.process_time()
    page = read_page(data)
    assert time.process_time() - began < 20
    assert {post.id for post in page.posts} <= {"101", "102", "103", "104", "105"}


def test_a_page_longer_than_any_forum_serves_is_refused() -> None:
    page = read_page(b"<html>" + b" " * 33_000_000)
    assert codes(page) == {DefectCode.TOO_BIG}
    assert not page.is_whole


def test_a_post_inside_a_post_is_no_post() -> None:
    page = read_page(
        with_body(
            '<div id="p999" class="post"><div class="inner"><div class="postbody"><div><h3>x</h3>'
            '<p class="author"><a class="username">Петя</a></p><div class="content">'
            '<span style="color:red">Вася</span></div></div></div></div></div>'
        )
    )
    assert [post.id for post in page.posts] == ["101", "102", "103", "104", "105"]


def test_the_markup_of_another_engine_quoted_in_a_post_changes_nothing() -> None:
    for foreign in ('<div id="pun-viewtopic" class="punbb">', '<meta name="generator" content="vBulletin 3.8">'):
        escaped = foreign.replace("<", "&lt;")
        assert read_page(with_body(escaped)).engine == "phpbb"
        assert read_page(with_body(foreign + "</div>")).engine == "phpbb"


def test_the_second_post_with_one_id_is_left_out_and_told() -> None:
    twice = TRAPS.replace(b'id="p103"', b'id="p102"')
    page = read_page(twice)
    assert [post.id for post in page.posts] == ["101", "102", "104", "105"]
    assert DefectCode.REPEATED_POST in codes(page)


def test_zero_bytes_do_not_end_the_page() -> None:
    page = read_page(with_body("\x00до\x00"))
    assert len(page.posts) == 5
    assert page.posts[1].text.startswith("доСам")


QUOTED = [
    '="p999"',
    'id="post_message_999" id="td_post_999" id="pid_999" id="msg_999" id="p999" class="blockpost" id="p999-content"',
    'id="elComment_999" data-content="post-999" id="ucoz-forum-post-999" data-post-id="999" data-node-id="999"',
]


@pytest.mark.parametrize("words", QUOTED)
def test_what_somebody_writes_of_ids_is_no_lost_post(words: str) -> None:
    for page in SPOTS:
        before, after = text_at_spot(page)
        escaped = page.startswith(("phpbb", "vbulletin", "mybb", "smf", "ipb3"))
        words_there = words.replace('"', "&quot;") if escaped else words
        assert read_page((before + words_there + after).encode()).is_whole, page


# A place in a post of each page, with another post after it.
SPOTS = {
    "flaskbb/traps.html": "🔴 Вася",
    "fluxbb/traps.html": "Голос: ",
    "ipb3/version2.html": "Нет. ",
    "mybb/traps.html": "Маска",
    "nodebb/traps.html": "🔴 <strong>Вася",
    "phpbb/traps.html": "Сам он",
    "punbb/traps.html": "[s]Ada",
    "rusff/traps.html": "Правила",
    "smf/traps_20.html": "нет",
    "ucoz/traps.html": "мимо шёл",
    "vbulletin3/traps.html": "найден поиском",
    "vbulletin4/merged.html": "agreed",
    "vbulletin5/traps.html": "а я",
}
OPEN = ["<div>", "<div>" * 5, "</div>", "</div>" * 5, "<table>", "<table><tr><td>", "<b>", "<span style='color:red'>"]
OPEN += ["<!--", "<script>", "<style>", "<textarea>", "<title>", "<iframe>", "<noscript>", "<xmp>", "<plaintext>"]


def text_at_spot(page: str) -> tuple[str, str]:
    text, _defects = decode((PAGES / page).read_bytes())
    assert text is not None
    before, sign, after = text.partition(SPOTS[page])
    assert sign
    return before, sign + after


@pytest.mark.parametrize("page", SPOTS)
@pytest.mark.parametrize("bad", OPEN)
def test_what_a_post_leaves_open_swallows_no_other_without_a_word(page: str, bad: str) -> None:
    before, after = text_at_spot(page)
    whole, read = read_page((before + after).encode()), read_page((before + bad + after).encode())
    lost = {post.id for post in whole.posts} - {post.id for post in read.posts}
    assert not lost or not read.is_whole or read.kind is not Kind.THREAD
    assert {post.id for post in read.posts} <= {post.id for post in whole.posts}


SOME = {
    "nesting": "<div>" * 300 + "x" + "</div>" * 300,
    "deeper": "<div>" * 5_000,
    "colours": "<span style='color:red'>" * 500 + "x" + "</span>" * 500,
    "lines": "<p>x</p><br>" * 4_000,
    "anchors": "<a name='p5' href='x'>x</a>" * 3_000,
    "names": "<strong>x</strong>" * 4_000,
    "edits": "<em>Last edited by x; 01-01-2014 at 10:00 PM</em>" * 400,
    "markers": "<br>Добавлено через 8 минут<br>" * 800,
    "posts": "<div id='p99' class='post'><div class='inner'>" * 500,
    "tables": "<table><tr><td>" * 500,
    "rules": "<hr size='1'><hr class='mycode_hr'>" * 1_500,
    "words": "Вася КРАСНЫМ " * 2_000,
    "quotes": "<blockquote>" * 500,
    "attribute": "<b title='" + "x " * 100_000 + "'>y</b>",
    "attributes": "<b " + " ".join(f"a{n}=1" for n in range(1_500)) + ">",
    "zeros": "\x00" * 10_000,
}


@pytest.mark.parametrize("page", SPOTS)
def test_much_of_one_thing_in_a_post_costs_little_on_every_engine(page: str) -> None:
    before, after = text_at_spot(page)
    known = {post.id for post in read_page((before + after).encode()).posts}
    for name, much in SOME.items():
        began = time.process_time()
        read = read_page((before + much + after).encode())
        assert time.process_time() - began < 1, name
        assert {post.id for post in read.posts} <= known, name
        assert {post.id for post in read.posts} == known or not read.is_whole, name


@often
@given(page=st.sampled_from(sorted(SPOTS)), places=st.lists(st.floats(0, 1), max_size=5))
def test_zeros_anywhere_change_nothing(page: str, places: list[float]) -> None:
    before, after = text_at_spot(page)
    text = before + after
    holed = text
    for place in sorted(places, reverse=True):
        at = int(len(text) * place)
        holed = holed[:at] + "\x00" + holed[at:]
    assert read_page(holed.encode()) == read_page(text.encode())


@often
@given(page=st.sampled_from(sorted(SPOTS)), gone=st.lists(st.integers(0, 400), min_size=1, max_size=6))
def test_tags_taken_away_invent_no_post(page: str, gone: list[int]) -> None:
    before, after = text_at_spot(page)
    text = before + after
    tags = list(re.finditer(r"<[^>]*>", text))
    for number in sorted({each % len(tags) for each in gone}, reverse=True):
        text = text[: tags[number].start()] + text[tags[number].end() :]
    known = {post.id for post in read_page((before + after).encode()).posts}
    assert {post.id for post in read_page(text.encode()).posts} <= known
