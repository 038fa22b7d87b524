"""SMF and MyBB: addresses of pages, the zone by the time that a page shows, posts handed out to be quoted."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers import page_address, read_page
from parsers.zones import zone_between

FIXTURES = Path(__file__).parents[2] / "fixtures" / "pages"
NOON = datetime(2024, 1, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("engine", "thread", "page", "address"),
    [
        ("smf", "http://f.example/index.php?topic=7.0", 1, "http://f.example/index.php?topic=7.0"),
        ("smf", "http://f.example/index.php?topic=7.0", 3, "http://f.example/index.php?topic=7.30"),
        ("smf", "http://f.example/index.php?topic=7.msg61#msg61", 1, "http://f.example/index.php?topic=7.0"),
        ("smf", "http://f.example/index.php?topic=7.0;all", 2, "http://f.example/index.php?topic=7.15"),
        (
            "smf",
            "http://f.example/index.php?PHPSESSID=0123456789abcdef0123456789abcdef&topic=7.0",
            2,
            "http://f.example/index.php?topic=7.15",
        ),
        ("smf", "http://f.example/index.php/topic,7.30.html", 2, "http://f.example/index.php/topic,7.15.html"),
        ("mybb", "http://f.example/showthread.php?tid=7", 1, "http://f.example/showthread.php?tid=7"),
        (
            "mybb",
            "http://f.example/showthread.php?tid=7&pid=61#pid61",
            3,
            "http://f.example/showthread.php?tid=7&page=3",
        ),
        ("mybb", "http://f.example/thread-7-post-61.html#pid61", 1, "http://f.example/thread-7.html"),
        ("mybb", "http://f.example/thread-7-page-4.html", 3, "http://f.example/thread-7-page-3.html"),
    ],
)
def test_a_page_is_addressed_in_the_scheme_of_its_thread(engine: str, thread: str, page: int, address: str) -> None:
    assert page_address(engine, thread, page, 15) == address


@pytest.mark.parametrize("minutes", [-720, -300, 0, 180, 840])
def test_a_clock_tells_its_zone_within_two_minutes(minutes: int) -> None:
    for late in (-2, 0, 2):
        zone = zone_between(NOON + timedelta(minutes=minutes + late), NOON)
        assert zone is not None
        assert zone.utcoffset(None) == timedelta(minutes=minutes)


@pytest.mark.parametrize("minutes", [7, 30, 150, 187, 210, 15 * 60, 24 * 60, -13 * 60])
def test_a_clock_of_another_moment_tells_no_zone(minutes: int) -> None:
    assert zone_between(NOON + timedelta(minutes=minutes), NOON) is None


def test_a_page_saved_at_an_unknown_time_has_no_zone() -> None:
    html = """<html lang="ru"><head><script src="/jscripts/general.js"></script></head><body><div id="posts">
    <div class="post" id="post_5"><div class="author_information"><strong>Вася</strong></div>
    <span class="post_date">10-01-2024, 22:00</span><div class="post_body" id="pid_5">x</div></div></div>
    <span id="current_time">11-01-2024, 09:00</span></body></html>"""
    unknown = read_page(html.encode())
    told = read_page(html.encode(), fetched_at=datetime(2024, 1, 11, 4, 0, 20, tzinfo=UTC))
    assert [defect.code.value for defect in unknown.defects] == ["no-zone"]
    assert unknown.posts[0].time == datetime(2024, 1, 10, 19, tzinfo=UTC)
    assert [(defect.code.value, defect.found) for defect in told.defects] == [("guessed-zone", "UTC+05:00")]
    assert told.posts[0].time == datetime(2024, 1, 10, 17, tzinfo=UTC)
    at_home = read_page(html.encode(), fetched_at=datetime(2024, 1, 11, 6, 0, 20, tzinfo=UTC))
    assert at_home.defects == ()
    # a page that was kept for half an hour, or for half a day and an hour, tells nothing
    for late in (30, 45, 1020):
        stale = read_page(html.encode(), fetched_at=datetime(2024, 1, 11, 6, tzinfo=UTC) + timedelta(minutes=late))
        assert [defect.code.value for defect in stale.defects] == ["no-zone"]
        assert stale.posts[0].time == datetime(2024, 1, 10, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    "cut", ["[quote=\"A\" pid='4' dateline='1704913199']never closed", "[/quote][/quote]", "[quote]"]
)
def test_quotes_that_do_not_close_are_no_posts(cut: str) -> None:
    page = read_page(f'{{"message": {cut!r}}}'.replace("'{", "{").encode())
    assert page.posts == ()


@pytest.mark.parametrize("bar", ["", '<nav><div class="pagination box"><b><a class="pagination_page">1</a></b>'])
def test_a_thread_of_mybb_is_one_page_only_where_no_bar_of_pages_is_anywhere(bar: str) -> None:
    rest = '<i><span class="pagination_current">2</span></i> <a class="pagination_last" href="x">9</a></div></nav>'
    html = f"""<html lang="ru"><head><script src="/jscripts/general.js"></script></head><body>
    {bar + rest if bar else ""}
    <div id="posts"><div class="post" id="post_5"><div class="author_information"><strong>Вася</strong></div>
    <div class="post_body" id="pid_5">x</div></div></div></body></html>"""
    page = read_page(html.encode())
    assert (page.page, page.pages) == ((2, 9) if bar else (1, 1))


def test_a_comment_in_an_edit_note_of_smf_is_passed_over() -> None:
    source = (FIXTURES / "smf" / "traps_20.html").read_text()
    noted = source.replace("<em>Последнее редактирование", "<!-- --><em>Последнее редактирование")
    assert noted != source
    assert read_page(noted.encode()).posts == read_page(source.encode()).posts
