"""Views made for paper and for old telephones: who wrote what, without ids; they are told apart from a whole thread."""

from datetime import UTC, datetime

import pytest

from parsers import DefectCode, Kind, Page, read_page

MYBB_PRINT = """<html xml:lang="ru" lang="ru"><head><title> Партия 5 - Версия для печати</title></head><body><table
width="98%"
align="center"><tr><td valign="top"><a href="index.php"><img src="images/logo.png" alt="Клуб" /></a></td></tr><tr><td>
<span class="largetext"> <a href="showthread.php?tid=5">Партия 5</a> - Версия для печати</span><br />+- Клуб<br />
<div class="multipage">Страницы: <strong></strong> <strong>1</strong> <a
href="printthread.php?tid=5&amp;page=2">2</a></div></td>
</tr><tr><td><br /><hr size="1" />
<strong>Партия 5</strong> - <a href="http://b.example/member.php?action=profile&amp;uid=23">ТС</a> -
<strong>31-10-2026</strong>
<br /><br />День.<br /><span style="color: darkred;" class="mycode_color">Вася</span><hr class="mycode_hr" />ещё
<blockquote class="mycode_quote"><cite>Ля</cite><span style="color: red">Ля</span></blockquote><br /><br /><hr
size="1" />
<strong>RE: Партия 5</strong> - Гость -  <strong>01-11-2026</strong><br /><br /><strong>РэдДи</strong> КРАСНЫМ<br
/><br />
<hr size="1" /></td></tr></table></body></html>"""
SMF_WAP2 = """<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Партия
5</title>
<link rel="canonical" href="http://b.example/index.php?topic=5.0" /><link rel="stylesheet"
href="http://b.example/Themes/default/css/wireless.css" type="text/css" /></head><body><p class="titlebg">Клуб >
Игра</p>
<p class="windowbg">(2/3) <a href="http://b.example/index.php?topic=5.0;wap2">&lt;</a> </p><p class="windowbg">
<strong>ТС</strong>:<br />День.<br />Вася</p><p class="windowbg2"><strong>Ада: из 2-го</strong>:<br />РэдДи КРАСНЫМ</p>
<p class="titlebg">Навигация</p><a href="http://b.example/index.php?topic=5.0;nowap">Полная версия</a></body></html>"""
SMF_IMODE = """<!DOCTYPE HTML PUBLIC "-//W3C//DTD Compact HTML 1.0 Draft//EN"><html><head><link rel="canonical"
href="http://b.example/index.php?topic=5.0" /><title>Партия 5</title></head><body><table border="0" cellspacing="0"
cellpadding="0"><tr bgcolor="#b6dbff"><td>Клуб > Игра</td></tr><tr><td>(2/3) <a
href="http://b.example/index.php?topic=5.5;imode">&gt;</a></td></tr><tr><td><strong>ТС</strong>:<br />День.<br
/>Вася</td></tr>
<tr><td><strong>Ада: из 2-го</strong>:<br />РэдДи КРАСНЫМ</td></tr><tr
bgcolor="#b6dbff"><td>Навигация</td></tr></table><br />
<a href="http://b.example/index.php?topic=5.0;nowap">Полная версия</a></body></html>"""
SMF_WML = """<?xml version="1.0"?><!DOCTYPE wml PUBLIC "-//WAPFORUM//DTD WML 1.1//EN"
"http://www.wapforum.org/DTD/wml_1.1.xml">
<wml><head></head><card id="main" title="Партия 5"><p><strong>Клуб > Игра</strong></p><p><strong>Партия 5</strong></p>
<p>Страницы: (2/3) <a href="http://b.example/index.php?topic=5.0;wap">&lt;</a> <br /><br /></p><p><u>ТС</u>:<br /></p>
<p>День.<br />Вася<br /><br /></p><p><u>Ада: из 2-го</u>:<br /></p><p>РэдДи КРАСНЫМ<br /><br /></p></card><card
id="switch"><p>
<a href="http://b.example/index.php?topic=5.0;nowap">Полная версия</a></p></card></wml>"""


def told(page: Page) -> list[tuple[str | None, str, list[str]]]:
    return [(post.author, post.text, [mark.text for mark in post.marks]) for post in page.posts]


def test_mybb_prints_a_date_without_an_hour() -> None:
    page = read_page(MYBB_PRINT.encode(), url="http://b.example/printthread.php?tid=5")
    assert (page.engine, page.kind, page.page, page.pages) == ("mybb", Kind.THREAD, 1, 2)
    assert page.thread is not None
    assert (page.thread.id, page.thread.title) == ("5", "Партия 5")
    assert told(page) == [("ТС", "День.\nВася\nещё", ["Вася"]), ("Гость", "РэдДи КРАСНЫМ", ["РэдДи"])]
    assert [(post.id, post.author_id, post.time) for post in page.posts] == [(None, "23", None), (None, None, None)]
    assert {defect.code for defect in page.defects} == {DefectCode.UNKNOWN_TIME}


@pytest.mark.parametrize("page", [SMF_WAP2, SMF_IMODE, SMF_WML], ids=["wap2", "imode", "wap"])
def test_smf_for_old_telephones_shows_nicks_and_words(page: str) -> None:
    read = read_page(page.encode())
    assert (read.engine, read.kind, read.page, read.pages) == ("smf", Kind.THREAD, 2, 3)
    assert read.thread is not None
    assert (read.thread.id, read.thread.title) == ("5", "Партия 5")
    assert told(read) == [("ТС", "День.\nВася", []), ("Ада: из 2-го", "РэдДи КРАСНЫМ", ["РэдДи"])]
    assert {(post.id, post.time) for post in read.posts} == {(None, None)}


def test_smf_prints_times_without_colours() -> None:
    page = read_page(
        """<html><head><link rel="canonical" href="http://b.example/index.php?topic=5.0" /><title>Печать страницы -
Партия 5
        </title></head><body><h1 id="title">Клуб</h1><h2 id="linktree">Клуб => Игра</h2><dl id="posts"><dt
class="postheader">
        Название: <strong>Партия 5</strong><br />Отправлено: <strong>ТС</strong> от <strong>27 Ноября 2026,
12:00:05</strong>
        </dt><dd class="postbody"><strong>День.</strong></dd></dl></body></html>""".encode(),
        engine="smf",
    )
    assert page.thread is not None
    assert (page.kind, page.thread.title, told(page)) == (Kind.THREAD, "Партия 5", [("ТС", "День.", [])])
    assert page.posts[0].time == datetime(2026, 11, 27, 9, 0, 5, tzinfo=UTC)


def test_the_threaded_mode_of_mybb_shows_one_post() -> None:
    page = read_page(
        b"""<html><head><script src="/jscripts/general.js"></script></head><body><div id="content"><div id="posts"><div
        id="post_4" class="post"><div class="author_information"><strong>V</strong></div><div class="post_head"><span
        class="post_date">31-10-2026, 21:59</span></div><div class="post_body"
id="pid_4">x</div></div></div><table><tr><td>
        <div style="margin-left: 13px;"><a
href="showthread.php?tid=5&amp;pid=3&amp;mode=threaded#pid3">RE</a></div></td></tr>
        </table></div></body></html>"""
    )
    assert [post.id for post in page.posts] == ["4"]
    assert (page.page, page.is_whole) == (None, False)
    assert DefectCode.PARTIAL_VIEW in {defect.code for defect in page.defects}


def test_the_threaded_mode_of_vbulletin_4_shows_a_branch() -> None:
    html = """<html id="vbulletin_html"><body><div id="pagetitle"><h1><a
href="showthread.php?12-Game">Game</a></h1></div>
        <ul><li id="displaymodes"><ul><li><a href="showthread.php?12-Game&amp;mode={}">x</a></li></ul></li></ul><ol
id="posts">
        <li id="post_4"><span class="date">01-10-2014,&nbsp;<span class="time">09:59 PM</span></span><a class="username"
        href="member.php?5-V">V</a><div id="post_message_4"><blockquote>x</blockquote></div></li></ol></body></html>"""
    assert not read_page(html.format("linear").encode()).is_whole
    assert read_page(html.format("hybrid").encode()).is_whole
