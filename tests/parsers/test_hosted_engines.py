"""Invision 4 and 5, IP.Board 3, XenForo 1 and 2, uCoz: the traps of a post, and posts that only moderators see."""

import html
import json
from datetime import UTC, datetime, timedelta

import pytest

from parsers import Page, Post, read_page

MOMENT = datetime(2024, 1, 10, 18, 59, 59, tzinfo=UTC)
RED = '<span style="color:#e74c3c;">Петя</span>'


def marks(post: Post) -> list[str]:
    return [mark.text for mark in post.marks]


def ids(page: Page) -> list[str | None]:
    return [post.id for post in page.posts]


def invision(number: int, words: str, *, names: str = "", version: int = 4, user: int = 5, nick: str = "Вася") -> str:
    told = {"userid": user, "username": nick, "timestamp": 1704913199, "contentcommentid": number}
    data = html.escape(json.dumps(told))
    link = f'<a href="https://b.example/topic/7-x/?do=findComment&amp;comment={number}">'
    time = f"{link}<time datetime='2024-01-10T18:59:59Z' title='01/10/24 09:59\u202fPM'>10 января</time></a>"
    if version == 5:
        return f"""<article id="elComment_{number}" data-membergroup="3" class="ipsEntry js-ipsEntry ipsEntry--post
{names}">
        <header class="ipsEntry__header"><div class="ipsEntry__author"><h3><a
href="/profile/5-x/">{nick}</a></h3></div>{time}</header>
        <div class="ipsEntry__post"><div id="comment-{number}_wrap" data-quotedata="{data}"><div class="ipsRichText
ipsEntry__content"
        data-role="commentContent">{words}</div></div></div></article>"""
    return f"""<article id="elComment_{number}" class="cPost ipsBox ipsComment {names}"><div
class="cAuthorPane_mobile"><h3
    class="cAuthorPane_author">{nick}</h3>{time}</div><aside class="ipsComment_author"><h3
class="cAuthorPane_author"><strong><a
    href="/profile/5-x/"><span style='color:#ff0000'>{nick}</span></a></strong></h3></aside><div
id="comment-{number}_wrap"
    data-quotedata="{data}" class="ipsComment_content"><div>{time}</div><div data-role="commentContent"
class="ipsType_richText">
    {words}</div><div data-role="memberSignature">{RED}</div></div><button data-webShareText='{
        words if "'" not in words else ""
    }'>
    </button></article>"""


def invision_page(*posts: str) -> Page:
    return read_page(
        f"""<html lang="ru"><head><meta property="og:title" content="Партия" /><link rel="canonical"
        href="https://b.example/topic/7-x/" /></head><body class="ipsApp" data-controller="core.front.core.app"
data-pageApp="forums"
        data-pageController="topic" data-pageID="7"><ul class="ipsPagination" data-pages="9"><li
class="ipsPagination_active"><a
        data-page="2">2</a></li></ul>{"".join(posts)}</body></html>""".encode(),
        url="https://b.example/topic/7-x/?page=2",
    )


@pytest.mark.parametrize("version", [4, 5])
def test_invision_tells_all_of_a_post_in_data(version: int) -> None:
    page = invision_page(invision(71, f"<p>{RED}</p>", version=version), invision(72, "<p>x</p>", user=0, nick="Гость"))
    assert (page.engine, page.page, page.pages) == ("invision4", 2, 9)
    first, second = page.posts
    assert (first.id, first.author, first.author_id, first.time, first.precision) == (
        "71",
        "Вася",
        "5",
        MOMENT,
        "second",
    )
    assert first.url == "https://b.example/topic/7-x/?do=findComment&comment=71"
    assert (marks(first), first.edited, second.author, second.author_id) == (["Петя"], None, "Гость", None)


QUOTE_4 = f"""<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-username="Ля"><div
class="ipsQuote_citation">Ля писал:</div>
<div class="ipsQuote_contents"><p>{RED}</p></div></blockquote>"""
OLD_QUOTE = f'<blockquote data-ipsquote="" class="ipsQuote"><div><div><p>{RED}</p></div></div></blockquote>'
NOTE_4 = """<span class="ipsType_reset" data-excludequote><strong>Изменено <time datetime='2024-01-10T19:05:00Z'
title='x'>10 января</time>
пользователем Ада Вонг</strong></span>"""
NOTE_5 = """<p class="ipsEdited" data-excludequote>Изменено <time datetime="2024-01-10T19:05:00Z">10 января</time>
пользователем
Ада Вонг</p>"""


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (QUOTE_4 + f"<p>своё {RED}</p>", ["Петя"]),
        (OLD_QUOTE + "<p>своё</p>", []),
        (
            (
                '<p>wo<abbr title="Rockchip">rk</abbr>s '
                '<span style="color:#3498db;">Ада <abbr title="x">Во</abbr>нг</span></p>'
            ),
            ["Ада Вонг"],
        ),
        ('<p><span style="background-color:#e74c3c;color:#2f3d4b;font-size:14px">Петя</span></p>', []),
        (f'<p><a data-mentionid="13" href="/profile/13-x/">@Ля</a> {RED}</p><p>\n\t&nbsp;\n</p>', ["Петя"]),
        (
            (
                f'<div class="ipsSpoiler"><div class="ipsSpoiler_header"><span>Спойлер</span></div>'
                f'<div class="ipsSpoiler_contents">{RED}</div></div>'
            ),
            ["Петя"],
        ),
        (
            f'<details class="ipsRichTextBox"><summary class="ipsRichTextBox__title">Спойлер</summary>{RED}</details>',
            ["Петя"],
        ),
        (f'<pre class="ipsCode">{RED}</pre>', []),
        (f"<p><s>{RED}</s></p>", []),
    ],
)
@pytest.mark.parametrize("version", [4, 5])
def test_what_of_an_invision_post_is_its_authors(words: str, found: list[str], version: int) -> None:
    [post] = invision_page(invision(71, words, version=version)).posts
    assert marks(post) == found


@pytest.mark.parametrize("note", [NOTE_4, NOTE_5])
def test_invision_has_edit_notes_in_the_body(note: str) -> None:
    [post] = invision_page(invision(71, f"<p>{RED}</p>{note}")).posts
    assert post.edited is not None
    assert (post.edited.by, post.edited.time) == ("Ада Вонг", datetime(2024, 1, 10, 19, 5, tzinfo=UTC))
    assert post.text == "Петя"


def xenforo(number: int, words: str, *, notice: str = "", names: str = "") -> str:
    return f"""<article class="message message--post js-post {names}" data-author="Вася" data-content="post-{number}"
    id="js-post-{number}"><div class="message-cell--user"><h4 class="message-name"><a class="username username--style3"
    data-user-id="5"><span class="username--admin">Вася</span></a></h4></div><div
class="message-cell--main">{notice}<header
    class="message-attribution"><ul class="message-attribution-main"><li><a href="/threads/x.7/post-{number}"><time
class="u-dt"
    datetime="2024-01-10T21:59:59+0300" data-timestamp="1704913199" data-time="21:59">10.01.2024</time></a></li></ul><ul
    class="message-attribution-opposite"><li><a>#21</a></li></ul></header><article class="message-body
js-selectToQuote"><div
    class="bbWrapper">{words}</div><div class="js-selectToQuoteEnd">&nbsp;</div></article><div
class="message-lastEdit">Последнее
    редактирование: <time class="u-dt" datetime="2024-01-10T22:05:00+0300">10.01.2024</time></div><aside
class="message-signature">
    <div class="bbWrapper">{RED}</div></aside></div></article>"""


def xenforo_page(*posts: str) -> Page:
    return read_page(
        f"""<html id="XF" lang="ru" data-template="thread_view" data-content-key="thread-7"><head><link rel="canonical"
        href="https://b.example/threads/x.7/page-2" /></head><body><h1 class="p-title-value">Партия</h1><div
class="p-body">
        {"".join(posts)}</div></body></html>""".encode()
    )


def test_xenforo_2_tells_seconds_with_the_viewers_offset() -> None:
    quote = (
        '<blockquote class="bbCodeBlock bbCodeBlock--quote">'
        f'<div class="bbCodeBlock-expandContent">{RED}</div></blockquote>'
    )
    unfurl = f'<div class="bbCodeBlock bbCodeBlock--unfurl">{RED}</div>'
    [post] = xenforo_page(xenforo(71, quote + unfurl + '<b><span style="color: rgb(184, 49, 47)">Ля</span></b>')).posts
    assert (post.id, post.number, post.author, post.author_id, post.time) == ("71", 21, "Вася", "5", MOMENT)
    assert marks(post) == ["Ля"]
    assert post.edited is not None
    assert (post.edited.time, post.edited.by) == (datetime(2024, 1, 10, 19, 5, tzinfo=UTC), None)


def xenforo_1(number: int, words: str, *, time: str, notice: str = "", names: str = "") -> str:
    return f"""<li id="post-{number}" class="sectionMain message {names}" data-author="Вася"><div
class="messageUserInfo"><h3
    class="userText"><a href="members/vasya.5/" class="username">Вася</a></h3></div><div class="messageInfo
primaryContent">{notice}
    <div class="messageContent"><article><blockquote class="messageText ugc">{words}<div
class="messageTextEndMarker">&nbsp;</div>
    </blockquote></article></div><div class="editDate">Последнее редактирование: <span class="DateTime"
title="10.01.14 в 22:05">
    10 янв 2014</span></div><div class="baseHtml signature messageText"><aside>{RED}</aside></div><div
class="messageMeta"><a
    href="threads/x.7/#post-{number}" class="datePermalink">{time}</a><a class="item muted
postNumber">#21</a></div></div></li>"""


def xenforo_1_page(*posts: str) -> Page:
    return read_page(
        f"""<html id="XenForo" lang="ru-RU"><head><base href="http://b.example/" /></head><body><div
class="titleBar"><h1>Партия</h1>
        <p id="pageDescription"><a href="threads/x.7/">x</a></p></div><ol
id="messageList">{"".join(posts)}</ol></body></html>""".encode(),
        fetched_at=datetime(2014, 1, 10, 19, 30, tzinfo=UTC),
        timezone="+04:00",
    )


@pytest.mark.parametrize(
    ("time", "moment", "precision"),
    [
        (
            '<abbr class="DateTime" data-time="1389376799" data-timestring="21:59">Сегодня в 21:59</abbr>',
            (17, 59, 59),
            "second",
        ),
        ('<span class="DateTime" title="10.01.14 в 21:59">10 янв 2014</span>', (17, 59, 0), "minute"),
        ('<span class="DateTime" title="Jan 10, 2014 at 9:59 PM">Jan 10, 2014</span>', (17, 59, 0), "minute"),
        ('<span class="DateTime" title="10 Jan 2014 at 9:59 pm">10 Jan 2014</span>', (17, 59, 0), "minute"),
    ],
)
def test_xenforo_1_tells_seconds_for_a_week(time: str, moment: tuple[int, int, int], precision: str) -> None:
    quote = (
        '<div class="bbCodeBlock bbCodeQuote" data-author="Ля"><aside>'
        f'<blockquote class="quoteContainer">{RED}</blockquote></aside></div>'
    )
    [post] = xenforo_1_page(
        xenforo_1(71, quote + f'<span style="text-decoration: line-through">{RED}</span> <b>{RED}</b>', time=time)
    ).posts
    assert (post.time, post.precision) == (datetime(2014, 1, 10, *moment, tzinfo=UTC), precision)
    assert (post.id, post.number, post.author_id, marks(post)) == ("71", 21, "5", ["Петя"])
    assert post.edited is not None
    assert post.edited.time == datetime(2014, 1, 10, 18, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("midnight", "hour"),
    [(1389312000, 21), (1389301200, 18), (1389297600, 17), (1389283200, 13), (1389330000, 26), (1389293100, 15.75)],
)
def test_xenforo_1_tells_its_scripts_when_the_day_began(midnight: int, hour: float) -> None:
    page = xenforo_1(71, "x", time='<span class="DateTime" title="10.01.14 в 21:00">10 янв 2014</span>')
    read = read_page(
        f"""<html id="XenForo" lang="ru-RU"><body><ol id="messageList">{page}</ol><script>extend(true, XenForo, {{
        serverTimeInfo: {{ now: 1389376799, today: {midnight}, todayDow: 5 }} }});</script></body></html>""".encode()
    )
    assert [defect.code for defect in read.defects] == []
    assert read.posts[0].time == datetime(2014, 1, 10, tzinfo=UTC) + timedelta(hours=hour)


def ip_board(number: int, words: str, *, names: str = "", note: str = "") -> str:
    return f"""<div class='post_block hentry clear {names}' id='post_id_{number}'><div class='post_wrap'><h3
class='row2'><span
    class="post_id right"><a href='http://b.example/topic/7-x/#entry{number}' rel='bookmark'>#21</a></span><span
class="author
    vcard"><a class="url fn" hovercard-id="5" href="http://b.example/user/5-vasya/"><span
itemprop="name">Вася</span></a></span>
    </h3><div class='post_body'><p class='posted_info'>Отправлено <abbr class="published"
title="2024-01-10T18:59:59+00:00">10 Январь
    2024 - 21:59</abbr></p><div itemprop="commentText" class='post entry-content'><!--cached-Thu, 11 Jan 2024
03:44:21 +0000-->
    {words}<br />{note}</div></div></div></div>"""


def ip_board_page(*posts: str) -> Page:
    return read_page(
        f"""<html lang="ru"><head><link rel="canonical" href="http://b.example/topic/7-x/" /></head><body
id='ipboard_body'>
        <h1 class='ipsType_pagetitle'>Партия</h1><div id='ips_Posts'>{"".join(posts)}</div></body></html>""".encode(),
        home="UTC",
    )


def test_ip_board_3_has_the_moment_as_a_title() -> None:
    quotes = (
        f"<blockquote class='ipsBlockquote' data-author='Ля' data-time='1'><p>{RED}</p></blockquote>"
        f"<p class='citation'>Ля сказал:</p><div class='blockquote'><div class='quote'>{RED}</div></div>"
        f"<!--quoteo--><div class='quotetop'>Цитата</div><div class='quotemain'>{RED}</div><!--quotec-->"
    )
    note = "<p class='edit'>Сообщение отредактировал Ада Вонг: 10 Январь 2024 - 22:05</p>"
    words = "<!--coloro:#FF0000--><span style='color:#FF0000'><!--/coloro-->Ля<!--colorc--></span><!--/colorc-->"
    [post] = ip_board_page(ip_board(71, quotes + words, note=note)).posts
    assert (post.id, post.number, post.author, post.author_id, post.time) == ("71", 21, "Вася", "5", MOMENT)
    assert (marks(post), post.text) == (["Ля"], "Ля")
    assert post.edited is not None
    assert (post.edited.by, post.edited.time) == ("Ада Вонг", datetime(2024, 1, 10, 19, 5, tzinfo=UTC))


def test_ucoz_tells_the_zone_of_its_edit_notes_by_the_way() -> None:
    note = '<div class="edited">Сообщение отредактировал <span class="edited-by">Ля</span> - 10.01.2024, 23:05</div>'
    link = "prompt('x', 'http://club.example/forum/2-15-71-16-1704913199'); return false;"
    [post] = ucoz_page("Дата: Среда, 10.01.2024, 22:59", link, f"x</span>{note}<span>").posts
    assert post.edited is not None
    assert (post.edited.by, post.edited.time) == ("Ля", datetime(2024, 1, 10, 19, 5, tzinfo=UTC))


def ucoz_page(date: str, onclick: str, words: str = RED, fetched_at: datetime | None = None) -> Page:
    return read_page(
        f"""<html><head><script src="https://s74.ucoz.net/src/jquery.js"></script></head><body><table
class="gTable"><tr id="post71"><td>
        <table class="postTable"><tr><td class="postTdTop"><a class="postUser" href="javascript://">Вася</a></td><td
class="postTdTop">
        {date} | Сообщение # <a class="postNumberLink" href="javascript://" onclick="{onclick}">21</a></td></tr><tr><td
        class="postTdInfo"><span style="color:red">Ведущие</span></td><td class="posttdMessage"><span
class="ucoz-forum-post"
        id="ucoz-forum-post-71">{words}</span><hr class="signatureHr" /><span
class="signatureView">{RED}</span></td></tr></table>
        </td></tr></table></body></html>""".encode(),
        fetched_at=fetched_at,
    )


@pytest.mark.parametrize(
    ("date", "onclick", "moment", "precision"),
    [
        (
            "Дата: Среда, 10.01.2024, 21:59",
            "prompt('Прямая ссылка к сообщению', 'http://club.example/forum/2-15-71-16-1704913199'); return false;",
            MOMENT,
            "second",
        ),
        ("Дата: Среда, 10.01.2024, 21:59", "return false;", MOMENT.replace(second=0), "minute"),
        ("Date: Wednesday, 2024-01-10, 9:59 PM", "", MOMENT.replace(second=0), "minute"),
        ("10 Янв 2024, 21:59", "", MOMENT.replace(second=0), "minute"),
        ("Дата: Вчера, 21:59", "", MOMENT.replace(second=0), "minute"),
    ],
)
def test_ucoz_tells_the_second_in_the_link_of_a_number(
    date: str, onclick: str, moment: datetime, precision: str
) -> None:
    [post] = ucoz_page(date, onclick, fetched_at=datetime(2024, 1, 11, 9, tzinfo=UTC)).posts
    assert (post.id, post.number, post.author, post.time, post.precision) == ("71", 21, "Вася", moment, precision)
    assert marks(post) == ["Петя"]


HIDDEN = {
    "Invision 4": (invision_page, invision(71, "x"), invision(72, "x", names="ipsModerated")),
    "Invision 5": (invision_page, invision(71, "x", version=5), invision(72, "x", version=5, names="ipsModerated")),
    "XenForo 2, not approved": (
        xenforo_page,
        xenforo(71, "x"),
        xenforo(72, "x", notice='<div class="messageNotice messageNotice--moderated">Ожидает одобрения</div>'),
    ),
    "XenForo 2, deleted": (xenforo_page, xenforo(71, "x"), xenforo(72, "x", names="message--deleted")),
    "XenForo 1, not approved": (
        xenforo_1_page,
        xenforo_1(71, "x", time=""),
        xenforo_1(
            72, "x", time="", notice='<ul class="messageNotices"><li class="messageNotice moderatedNotice">x</li></ul>'
        ),
    ),
    "XenForo 1, deleted": (xenforo_1_page, xenforo_1(71, "x", time=""), xenforo_1(72, "x", time="", names="deleted")),
    "IP.Board 3": (ip_board_page, ip_board(71, "x"), ip_board(72, "x", names="moderated")),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_only_moderators_see_is_left_out(name: str) -> None:
    make, shown, hidden = HIDDEN[name]
    page = make(shown, hidden)
    assert (ids(page), page.is_whole) == (["71"], True)
