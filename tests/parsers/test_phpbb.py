"""phpBB: what else stands on a page of a thread, by style: hidden posts, polls, attachments, the review below a
form."""

from datetime import UTC, datetime

import pytest

from parsers import DefectCode, Kind, Page, read_page

HEAD = """<html lang="ru"><head><title>Партия</title></head><body id="phpbb" class="nojs notouch section-viewtopic ltr">
<div id="wrap"><div id="page-body"><h2 class="topic-title"><a href="./viewtopic.php?f=4&amp;t=2">Партия 217</a></h2>"""
FOOT = """</div><div id="page-footer">Часовой пояс: <span
title="Европа/Москва">UTC+03:00</span></div></div></body></html>"""


def post(number: int, words: str = "ход", *, names: str = "", after: str = "", body: str = "") -> str:
    """A post of prosilver; `names` are further classes, `after` follows the words, `body` stands in for all of it."""
    inner = body or (
        f'<h3><a href="#p{number}">Партия</a></h3><p class="author">'
        f'<a href="./viewtopic.php?p={number}#p{number}">С</a> '
        '<strong><a href="./memberlist.php?mode=viewprofile&amp;u=5" class="username">Вася</a></strong>'
        " » 31 окт 2026, 21:59"
        f'</p><div class="content">{words}</div>{after}'
    )
    return (
        f'<div id="p{number}" class="post has-profile bg2{names}"><div class="inner">'
        '<dl class="postprofile"><dt>Вася</dt></dl>'
        f'<div class="postbody"><div id="post_content{number}">{inner}</div></div></div></div>'
    )


def thread(*parts: str) -> Page:
    return read_page((HEAD + "".join(parts) + FOOT).encode(), url="http://b.example/viewtopic.php?t=2")


def ids(page: Page) -> list[str | None]:
    return [each.id for each in page.posts]


def codes(page: Page) -> list[DefectCode]:
    return [defect.code for defect in page.defects]


def test_a_post_of_somebody_ignored_is_missed() -> None:
    # 3.0 leaves its words out, later versions only hide them
    foe = (
        '<div class="ignore">Это сообщение от <strong>Пети</strong>, которого вы игнорируете. '
        '<a href="./viewtopic.php?p=32&amp;view=show#p32">Показать</a></div>'
    )
    page = thread(post(31), post(32, body=foe), post(33))
    assert (ids(page), codes(page), page.is_whole) == (["31", "33"], [DefectCode.UNREAD_POST], False)
    hidden = post(32).replace("<h3>", '<div class="ignore" id="post_hidden32">Вы игнорируете</div><h3>')
    assert ids(thread(post(31), hidden)) == ["31", "32"]


def test_what_only_moderators_see_is_left_out() -> None:
    deleted = post(32, names=" deleted", after='<div class="notice post_deleted_msg">Удалено</div>')
    unapproved = post(33, after='<p class="post-notice unapproved"><strong>Сообщение ожидает одобрения</strong></p>')
    old = post(
        34, after='<p class="rules"><a href="mcp.php?i=queue&amp;mode=approve_details">Ожидает одобрения</a></p>'
    )
    page = thread(post(31), deleted, unapproved, old, post(35))
    assert (ids(page), codes(page)) == (["31", "35"], [])


def test_a_reported_post_is_a_post() -> None:
    notice = '<p class="post-notice reported"><a href="./mcp.php?i=reports"><strong>Пожаловались</strong></a></p>'
    page = thread(post(31, '<span style="color:red">Петя</span>', names=" reported", after=notice))
    assert [[mark.text for mark in each.marks] for each in page.posts] == [["Петя"]]


def test_a_poll_attachments_and_the_like_are_nobodys_words() -> None:
    poll = (
        '<form method="post" class="topic_poll"><div class="panel"><div class="inner"><div '
        'class="content"><h2 class="poll-title">'
        '<span style="color:red">Кого?</span></h2></div></div></div></form>'
    )
    attached = (
        '<dl class="attachbox"><dt>Вложения</dt><dd><dl class="file"><dt><a '
        'href="./download/file.php?id=1">КРАСНЫМ.png</a>'
        '</dt></dl></dd></dl><div id="list_thanks31" class="notice">Отблагодарили: <span '
        'style="color:red">Петя</span></div>'
        '<div id="sig31" class="signature"><span style="color:red">Петя</span></div>'
    )
    inline = (
        'вот <div class="inline-attachment"><dl class="thumbnail"><dd><span '
        'style="color:red">Вася</span></dd></dl></div> и '
        '<span style="color:#00f">Ля</span>'
    )
    [read] = thread(poll, post(31, inline, after=attached)).posts
    assert (read.text, [mark.text for mark in read.marks], read.edited) == ("вот\nи Ля", ["Ля"], None)


def test_the_review_below_a_reply_form_is_no_thread() -> None:
    review = (
        '<form id="postform"><textarea name="message"></textarea></form><h3 id="review">Обзор темы</h3><div '
        'id="topicreview">'
        '<div class="post bg2"><div class="inner"><div class="postbody" id="pr31"><h3><a '
        'href="#pr31">М</a></h3><p class="author">'
        '<a class="username">Вася</a> » 31 окт 2026, 21:59</p><div class="content">ход</div></div></div></div></div>'
    )
    page = thread(review)
    assert (page.kind, page.posts) == (Kind.OTHER, ())


def test_merged_posts_have_their_own_times() -> None:
    words = (
        '<span style="color:red">Петя</span><br><br><span style="font-size:85%"><span '
        'style="color:green">Отправлено спустя 5 '
        'минут 12 секунд:</span></span><br><span style="color:red">Ля</span>'
    )
    [read] = thread(post(31, words)).posts
    assert [mark.time for mark in read.marks] == [None, datetime(2026, 10, 31, 19, 4, 12, tzinfo=UTC)]


SUBSILVER = """<html lang="ru"><head><link rel="stylesheet" href="./styles/subsilver2/theme/stylesheet.css" /></head>
<body class="ltr"><div id="wrapheader"></div><div id="pageheader"><h2><a href="./viewtopic.php?t=2">Партия
217</a></h2></div>
<div id="pagecontent"><table class="tablebg">{poll}</table>{posts}</div><div id="wrapfooter"><span class="gensmall">
Часовой пояс: UTC + 3 часа</span></div></body></html>"""
SUBSILVER_POST = """<table class="tablebg"><tr class="row1"><td align="center"><a class="anchor" name="p{0}"></a><b
class="postauthor">Вася</b></td><td><table><tr><td class="gensmall">Заголовок</td><td class="gensmall"><div
style="text-align: right"><b>Добавлено:</b> 31 окт 2026, 21:59&nbsp;</div></td></tr></table></td></tr><tr
class="row1"><td
class="profile"></td><td><div class="postbody">{1}</div>{2}<div class="postbody"><br />_________________<br />
<span style="color:red">подпись</span></div></td></tr></table>"""


@pytest.mark.parametrize(
    ("notice", "lost"),
    [
        (
            "Пользователь <b>Петя</b> в списке недругов. <a href='./viewtopic.php?p=32&amp;view=show#p32'>Показать</a>",
            True,
        ),
        ("Сообщение пользователя <b>Петя</b> было удалено пользователем <b>Ведущий</b>.", False),
    ],
)
def test_subsilver2_hides_a_post_in_one_row(notice: str, lost: bool) -> None:
    hidden = (
        '<table class="tablebg"><tr class="row2"><td class="gensmall" colspan="2" height="25" '
        'align="center"><a name="p32"></a>'
        f"{notice}</td></tr></table>"
    )
    posts = SUBSILVER_POST.format(31, '<span style="color:red">Петя</span>', "") + hidden
    page = read_page(SUBSILVER.format(poll="", posts=posts).encode())
    assert (page.engine, page.kind, ids(page)) == ("phpbb", Kind.THREAD, ["31"])
    assert codes(page) == ([DefectCode.UNREAD_POST] if lost else [])
    [read] = page.posts
    assert ([mark.text for mark in read.marks], read.time) == (["Петя"], datetime(2026, 10, 31, 18, 59, tzinfo=UTC))


def test_subsilver2_has_its_poll_and_attachments_apart() -> None:
    poll = '<tr><td class="row2"><span class="gen"><b><span style="color:red">Кого?</span></b></span></td></tr>'
    attached = (
        '<table class="tablebg"><tr><td class="row3"><b class="genmed">Вложения:</b></td></tr><tr><td '
        'class="row2"><span '
        'class="gensmall"><span style="color:red">КРАСНЫМ.png</span></span></td></tr></table>'
    )
    page = read_page(SUBSILVER.format(poll=poll, posts=SUBSILVER_POST.format(31, "ход", attached)).encode())
    assert [(each.text, each.marks) for each in page.posts] == [("ход", ())]


def test_a_boards_own_tags_keep_how_their_words_look_and_what_they_stand_in() -> None:
    vote = '<span class="bbvote">VOTE: <span style="color: red"><span class="nocolorsig">Вася</span></span></span>'
    [read] = thread(post(1, f'<span class="noboldsig">раз</span> {vote}')).posts
    assert [(run.text, run.bold, run.tag) for run in read.runs] == [
        ("раз", True, "noboldsig"),
        (" ", False, None),
        ("VOTE: ", False, "bbvote"),
        ("Вася", False, "bbvote nocolorsig"),
    ]


def test_a_spoiler_that_is_drawn_as_a_quote_was_once_is_the_authors_own() -> None:
    def box(title: str) -> str:
        return f'<div class="quotetitle">{title}</div><div class="quotecontent"><b class="x">внутри</b></div>'

    spoiler = box('<b>Spoiler: счёт</b> <input type="button" value="Show" onclick="x">')
    [read] = thread(post(1, f"{box('Вася писал(а):')}между{spoiler}")).posts
    assert [(run.text, run.tag) for run in read.runs] == [("между\n", None), ("внутри", "quotecontent x")]
