"""The call that tells seconds where a page shows minutes: its address is made of what the page itself says."""

import pytest

from parsers import Page, read_page

URL = "http://b.example/f/viewtopic.php?t=2&start=10"


def phpbb(time: str, link: str) -> Page:
    return read_page(
        f"""<html lang="ru"><head>{link}</head><body id="phpbb"><div id="page-body"><h2><a href="./viewtopic.php?t=2">
        М</a></h2><div id="p31" class="post"><div class="inner"><div class="postbody"><div><h3>М</h3><p class="author">
        <a href="./viewtopic.php?p=31">Сообщение</a> <a class="username">Вася</a> » {time}</p>
        <div class="content">ход</div></div></div></div></div></div></body></html>""".encode(),
        url=URL,
    )


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("/app.php/feed/topic/2", "http://b.example/app.php/feed/topic/2"),
        ("http://b.example/f/feed.php?f=4&amp;t=2", "http://b.example/f/feed.php?t=2"),
        ("./feed.php?t=2&amp;sid=0123456789abcdef0123456789abcdef", "http://b.example/f/feed.php?t=2"),
        ("/app.php/feed?f=4&amp;t=2", "http://b.example/app.php/feed/topic/2"),
    ],
)
def test_phpbb_links_to_the_feed_of_a_thread(href: str, address: str) -> None:
    feed = phpbb("31 окт 2026, 21:59", f'<link rel="alternate" type="application/atom+xml" href="{href}">').feed
    assert feed is not None
    assert (feed.url, feed.cookies) == (address, ())


def test_feeds_of_the_board_and_of_a_forum_are_not_the_threads() -> None:
    links = "".join(
        f'<link rel="alternate" type="application/atom+xml" href="/app.php/feed{which}">'
        for which in ("", "/topics", "/forum/4", "?mode=topics", "?f=4")
    )
    assert phpbb("31 окт 2026, 21:59", links).feed is None


def test_a_page_with_seconds_needs_no_feed() -> None:
    link = '<link rel="alternate" type="application/atom+xml" href="/app.php/feed/topic/2">'
    assert phpbb('<time datetime="2026-10-31T18:59:59+00:00">31 окт 2026, 21:59</time>', link).feed is None
    assert phpbb("31 окт 2026, 21:59:59", link).feed is None


def test_without_an_address_there_is_no_call() -> None:
    page = read_page(
        b"""<html><head><script src="/jscripts/general.js"></script></head><body><div id="posts"><div id="post_4">
        <div class="author_information"><strong>V</strong></div><div class="post_head">
        <span class="post_date">31-10-2026, 21:59</span></div><div class="post_body" id="pid_4">x</div></div></div>
        </body></html>"""
    )
    assert [post.id for post in page.posts] == ["4"]
    assert page.feed is None


def test_mybb_quotes_the_posts_of_the_page_chosen_by_a_cookie() -> None:
    page = read_page(
        b"""<html><head><script>var cookiePrefix = "club_"; var my_post_key = "1";</script></head><body>
        <div id="posts">"""
        + b"".join(
            b"""<div id="post_%d"><div class="author_information"><strong>V</strong></div><div class="post_head">
            <span class="post_date">31-10-2026, 21:59</span></div><div class="post_body" id="pid_%d">x</div></div>"""
            % (number, number)
            for number in (4, 9)
        )
        + b"</div></body></html>",
        url="http://b.example/mybb/showthread.php?tid=1",
    )
    assert page.feed is not None
    assert page.feed.url == "http://b.example/mybb/xmlhttp.php?action=get_multiquoted&load_all=1"
    assert page.feed.cookies == (("club_multiquote", "4|9"),)


@pytest.mark.parametrize(
    ("sign", "link", "address"),
    [
        (
            '<div id="punviewtopic" class="pun">',
            "extern.php?action=feed&amp;tid=1&amp;type=atom",
            "http://b.example/f/extern.php?action=feed&tid=1&type=atom&show=50",
        ),
        (
            '<div id="brd-wrap">',
            "http://b.example/pun/extern.php?action=feed&amp;tid=1&amp;type=atom",
            "http://b.example/pun/extern.php?action=feed&tid=1&type=atom&show=50",
        ),
    ],
)
def test_the_punbb_family_gives_fifty_posts(sign: str, link: str, address: str) -> None:
    page = read_page(
        f"""<html lang="ru"><head><link rel="alternate" type="application/atom+xml" href="{link}"></head><body>{sign}
        <div id="brdmain"><div id="p5" class="blockpost"><h2><span><a href="viewtopic.php?pid=5#p5">2026-10-31 21:59</a>
        </span></h2><dl><dt>Вася</dt></dl><div class="postmsg"><p>ход</p></div></div></div></div></body>
        </html>""".encode(),
        url="http://b.example/f/viewtopic.php?id=1",
    )
    assert [post.id for post in page.posts] == ["5"]
    assert page.feed is not None
    assert page.feed.url == address


def test_smf_has_the_feed_of_the_threads_board() -> None:
    page = read_page(
        """<html><head><link rel="canonical" href="http://b.example/smf/index.php?topic=7.15"><script
        src="/smf/Themes/default/scripts/script.js"></script></head><body><div class="navigate_section"><ul><li><a
        href="/smf/index.php">Ф</a></li><li><a href="/smf/index.php#c1">К</a></li><li>
        <a href="/smf/index.php?board=3.0">Б</a></li><li><a href="/smf/index.php?topic=7.0">Т</a></li></ul></div>
        <div class="post_wrapper"><div class="poster"><h4><a href="/smf/index.php?action=profile;u=5">Вася</a></h4>
        </div><div class="postarea"><h5 id="subject_31"><a
        href="#">Т</a></h5><div class="smalltext">« <strong>Ответ #3 :</strong> 27 Ноября 2026, 12:31 »</div><div
        class="inner" id="msg_31">ход</div></div></div></body></html>""".encode()
    )
    assert [post.id for post in page.posts] == ["31"]
    assert page.feed is not None
    assert page.feed.url == "http://b.example/smf/index.php?action=.xml;sa=recent;board=3;type=rss2;limit=255"
