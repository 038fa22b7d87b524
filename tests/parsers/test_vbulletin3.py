"""vBulletin 3.0 to 3.8: its views of a thread, its skins, texts merged into a post."""

from datetime import UTC, datetime

import pytest

from parsers import DefectCode, Kind, Page, read_page

URL = "http://board.example/forum/showthread.php?t=512"
LINEAR = """<div class="vbmenu_popup" id="displaymodes_menu" style="display:none"><table><tr><td class="thead">Опции
просмотра
<a name="goto_displaymodes"></a></td></tr><tr><td class="vbmenu_option" title="nohilite"><strong>Линейный
вид</strong></td></tr>
<tr><td class="vbmenu_option"><a href="showthread.php?mode=hybrid&amp;t=512">Комбинированный вид</a></td></tr><tr>
<td class="vbmenu_option"><a href="showthread.php?p=31&amp;mode=threaded#post31">Древовидный
вид</a></td></tr></table></div>"""
HYBRID = """<div class="vbmenu_popup" id="displaymodes_menu" style="display:none"><table><tr><td
class="thead">Display Modes
</td></tr><tr><td class="vbmenu_option"><a href="showthread.php?mode=linear&amp;t=512">Switch to Linear
Mode</a></td></tr><tr>
<td class="vbmenu_option" title="nohilite"><strong>Hybrid Mode</strong></td></tr><tr><td class="vbmenu_option"><a
href="showthread.php?p=31&amp;mode=threaded#post31">Switch to Threaded Mode</a></td></tr></table></div>"""
THREADED = HYBRID.replace("<strong>Hybrid Mode</strong>", "<a href='showthread.php?mode=hybrid&amp;t=512'>Hybrid</a>")
SIGNATURE = (
    """<!-- sig --><div>__________________<br />голосуйте за <font color="red">Ведущего</font></div><!-- / sig -->"""
)


def post(number: int, words: str, *, at: str = "10.01.2014, 21:59", after: str = "", author: str = "Вася") -> str:
    return f"""<!-- post #{number} --><div id="edit{number}" style="padding:0px 0px 6px 0px">
<table class="tborder" id="post{number}" cellpadding="6" cellspacing="0" border="0" width="100%" align="center"><tr>
<td class="thead"><div style="float:right" class="normal">#<a href="showpost.php?p={number}&amp;postcount={number - 30}"
target="new" id="postcount{number}" name="{number - 30}"><strong>{number - 30}</strong></a> &nbsp;</div><div
class="normal">
<!-- status icon and date --><a name="post{number}"><img class="inlineimg" src="images/statusicon/post_old.gif"
alt="" /></a>
{at}<!-- / status icon and date --></div></td></tr><tr><td class="alt2" style="padding:0px"><div id="postmenu_{number}">
<a class="bigusername" href="member.php?u=5">{author}</a></div></td></tr><tr><td class="alt1" id="td_post_{number}">
<!-- message --><div id="post_message_{number}">{words}</div><!-- / message -->{after}</td></tr></table></div>
<!-- / post #{number} -->"""


def thread(*posts: str, version: str = "3.8.7", menu: str = LINEAR, bar: str = "", lang: str = "ru") -> Page:
    zone = "Часовой пояс GMT +4, время: " if lang == "ru" else "All times are GMT +4. The time now is "
    return read_page(
        f"""<html dir="ltr" lang="{lang}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="generator" content="vBulletin {version}" /><title>Партия 31</title></head><body>
<table><tr><td class="navbar"><a href="showthread.php?t=512"><img src="images/misc/navbits_finallink.gif" alt="" /></a>
<strong>Партия 31</strong></td></tr></table>{bar}<div id="posts">{"".join(posts)}<div id="lastpost"></div></div>{bar}
{menu}<div class="smallfont" align="center">{zone}<span class="time">22:40</span>.</div></body></html>""".encode(),
        url=URL,
        fetched_at=datetime(2014, 1, 10, 18, 40, tzinfo=UTC),
    )


def codes(page: Page) -> list[DefectCode]:
    return [defect.code for defect in page.defects]


def test_the_linear_view_is_whole() -> None:
    page = thread(post(31, "ход"), post(32, "ход"))
    assert (codes(page), [each.number for each in page.posts]) == ([], [1, 2])


@pytest.mark.parametrize("menu", [HYBRID, THREADED], ids=["hybrid", "threaded"])
@pytest.mark.parametrize("version", ["3.0.7", "3.6.4", "3.8.11"])
def test_a_view_of_one_branch_is_not_the_whole_thread(menu: str, version: str) -> None:
    page = thread(post(31, '<font color="red">Петя</font>'), menu=menu, version=version, lang="en")
    assert codes(page) == [DefectCode.PARTIAL_VIEW]
    assert not page.is_whole
    assert [(each.id, each.marks[0].text) for each in page.posts] == [("31", "Петя")]


def test_a_link_to_the_linear_view_in_a_post_changes_nothing() -> None:
    assert thread(post(31, '<a href="showthread.php?mode=linear&amp;t=512">тут</a>')).is_whole


def test_the_newest_post_may_stand_first() -> None:
    page = thread(post(33, "в", at="10.01.2014, 22:00"), post(32, "б"), post(31, "а", at="09.01.2014, 21:59"))
    assert page.is_whole
    assert [each.id for each in page.posts] == ["33", "32", "31"]
    assert [each.number for each in page.posts] == [3, 2, 1]


@pytest.mark.parametrize(
    ("shown", "moment"),
    [
        ("10.01.2014, 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("10 января 2014, 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("10-01-2014, 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("2014-01-10, 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("10.01.14, 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("Сегодня, 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("Вчера, 21:59", datetime(2014, 1, 9, 17, 59, tzinfo=UTC)),
        ("Сегодня 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("Today, 09:59 PM", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("Yesterday, 12:00 AM", datetime(2014, 1, 8, 20, 0, tzinfo=UTC)),
        ("January 10th, 2014, 09:59 PM", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("Пт 10 Янв 2014, 21:59", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("1 минуту назад", datetime(2014, 1, 10, 18, 39, tzinfo=UTC)),
    ],
)
def test_times_as_boards_show_them(shown: str, moment: datetime) -> None:
    [read] = thread(post(31, "ход", at=shown)).posts
    assert (read.time, read.precision) == (moment, "minute")


def test_the_signature_is_no_part_of_a_post() -> None:
    [read] = thread(post(31, 'ход <font color="blue">Петя</font>', after=SIGNATURE)).posts
    assert (read.text, [mark.text for mark in read.marks]) == ("ход Петя", ["Петя"])


@pytest.mark.parametrize(
    ("note", "by", "minute"),
    [
        (
            "Последний раз редактировалось Вася; 10.01.2014 в <span class='time'>22:05</span>. Причина: в 03:15 спал",
            "Вася",
            5,
        ),
        ("Последний раз редактировалось Вася; Сегодня в <span class='time'>22:05</span>..", "Вася", 5),
        ("Последний раз редактировалось Эмилия; из 2-го; 10.01.2014 в 22:06", "Эмилия; из 2-го", 6),
        ("Последний раз редактировалось Вася : 10.01.2014 в 22:07.", "Вася", 7),
        ("Последний раз редактировалось Вася, 10.01.2014 в 22:08.", "Вася", 8),
        ("Last edited by Vasya : 01-10-2014 at <span class='time'>10:09 PM</span>.", "Vasya", 9),
        ("Last edited by Vasya; Today at 10:10 PM. Reason: typo", "Vasya", 10),
        ("Отредактировано модератором: нет", None, None),
    ],
)
def test_edit_notes_of_all_versions(note: str, by: str | None, minute: int | None) -> None:
    after = f'<!-- edit note --><div class="smallfont"><hr size="1" /><em>{note}</em></div><!-- / edit note -->'
    [read] = thread(post(31, "ход", after=after, at="01-13-2014, 09:59 PM"), lang="en").posts
    if by is None:
        assert read.edited is None
    else:
        assert read.edited is not None
        assert (read.edited.by, read.edited.time) == (by, datetime(2014, 1, 10, 18, minute or 0, tzinfo=UTC))


def merged(line: str) -> str:
    return f'<br /><br /><font size="1"><font color="Silver">{line}</font></font><br /><font color="red">Петя</font>'


@pytest.mark.parametrize(
    ("lines", "edit", "minutes"),
    [
        (["Добавлено через 8 минут"], "", [8]),
        (["Добавлено через 1 час 2 минуты"], "", [62]),
        (["Добавлено через минуту"], "", [1]),
        (["Добавлено спустя 2 часа 5 минут:"], "", [125]),
        (["Добавлено через 5 мин."], "", [5]),
        (["Added after 9 minutes"], "", [9]),
        (["9 minutes later"], "", []),
        (["Добавлено в 22:05"], "", [6]),
        (["Добавлено 10.01.2014 в 22:05:"], "", [6]),
        (["---------- Добавлено в 22:05 ---------- Предыдущее сообщение было в 21:59 ----------"], "", [6]),
        (["Добавлено через 8 минут", "Добавлено через 20 минут"], "", [8, 20]),
        (["Добавлено через 8 минут", "Добавлено через 2 минуты"], "", [8, 10]),
        (["Добавлено через 8 минут", "Добавлено через 20 минут"], "22:19", [8, 20]),
        (["Добавлено через 8 минут", "Добавлено через 20 минут"], "22:28", [8, 28]),
        (["Добавлено через 8 минут", "Добавлено через 20 минут"], "23:50", [8, 20]),
        (["Добавлено через 8 минут", "Добавлено через 20 минут", "Добавлено через 1 минуту"], "", [8, 28, 29]),
        (["Добавлено через 8 минут", "Добавлено в 22:30"], "", [8, 31]),
    ],
)
def test_text_merged_into_a_post_has_its_own_time(lines: list[str], edit: str, minutes: list[int]) -> None:
    note = f'<div class="smallfont"><hr /><em>Последний раз редактировалось Вася; 10.01.2014 в {edit}.</em></div>'
    [read] = thread(post(31, "Ход" + "".join(map(merged, lines)), after=note if edit else "")).posts
    times = [mark.time for mark in read.marks]
    if minutes:
        base = datetime(2014, 1, 10, 17, 59, tzinfo=UTC)
        assert [round((time - base).total_seconds() / 60) for time in times if time] == minutes
        assert "обавлено" not in read.text
    else:
        assert times == [None]


def test_merging_lines_without_end_do_no_harm() -> None:
    words = "Ход" + "".join(merged("Добавлено через 99999 дней 99999 дней") for _ in range(40))
    [read] = thread(post(31, words)).posts
    assert len(read.marks) == 40


OLD = """<html dir="ltr" lang="{lang}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="generator" content="vBulletin 3.0.7" /><title>Game</title></head><body>
<a href="showthread.php?t=512&amp;goto=nextoldest">Previous</a>
<!-- post #31 --><table class="tborder" cellpadding="6" cellspacing="1" border="0" width="100%" align="center"><tr>
<td class="thead" style="font-weight:normal"><!-- status icon and date --><a name="post31"><img class="inlineimg"
src="images/statusicon/post_old.gif" alt="Old" border="0" /></a> {at}<!-- / status icon and date --></td>
<td class="thead" align="right">#<a href="showpost.php?p=31&amp;postcount=1" target="_blank"
id="postcount31"><strong>1</strong>
</a></td></tr><tr valign="top"><td class="alt2" width="175"><div id="postmenu_31"><a class="bigusername"
href="member.php?u=5"><font color="red">Vasya</font></a></div><div class="smallfont">Member</div></td>
<td class="alt1" id="td_post_31"><!-- icon and title --><div class="smallfont"><strong>Day 1</strong></div><hr
size="1" />
<!-- / icon and title --><!-- message --><div><div style="margin:20px; margin-top:5px; "><div
class="smallfont">Quote:</div>
<table><tr><td class="alt2" style="border:1px inset"><div>Originally Posted by <strong>Petya</strong></div><div
style="font-style:italic"><font color="red">Ada</font></div></td></tr></table></div><font
color="blue">Petya</font></div>
<!-- / message --><!-- sig --><div>__________________<br /><font color="red">Petya</font></div><!-- / sig --><!--
edit note -->
<div class="smallfont"><hr size="1" /><em>{note}</em></div><!-- / edit note --></td></tr></table><!-- / post #31 -->
<div class="smallfont" align="center">All times are GMT +3. The time now is <span class="time">10:40 PM</span>.</div>
</body></html>"""


@pytest.mark.parametrize(
    ("lang", "at", "note"),
    [
        ("en", "01-13-2005, 09:59 PM", "Last edited by Vasya : 01-13-2005 at <span class='time'>10:05 PM</span>."),
        ("ru", "13.01.2005, 21:59", "Последний раз редактировалось Vasya : 13.01.2005 в 22:05."),
    ],
)
def test_version_3_0(lang: str, at: str, note: str) -> None:
    page = read_page(OLD.format(lang=lang, at=at, note=note).encode(), url=URL)
    assert (page.engine, page.kind, page.is_whole) == ("vbulletin3", Kind.THREAD, True)
    assert page.thread is not None
    assert page.thread.id == "512"
    [read] = page.posts
    assert (read.id, read.number, read.author, read.author_id) == ("31", 1, "Vasya", "5")
    assert read.time == datetime(2005, 1, 13, 18, 59, tzinfo=UTC)
    assert read.edited is not None
    assert (read.edited.by, read.edited.time) == ("Vasya", datetime(2005, 1, 13, 19, 5, tzinfo=UTC))
    assert (read.text, [(mark.colour, mark.text) for mark in read.marks]) == ("Petya", [("blue", "Petya")])


def test_the_archive_tells_its_page() -> None:
    page = read_page(
        """<html lang="ru"><head><title>Партия 31 - Архив</title></head><body><div class="pagebody"><div id="navbar"><a
        href="http://board.example/archive/index.php">Клуб</a></div><hr /><div id="pagenumbers"><b>Страницы :</b>
        <a href="t-512.html">1</a> [<b>2</b>] <a href="t-512-p-3.html">3</a></div><p class="largefont">Просмотр
полной версии :
        <a href="http://board.example/showthread.php?t=512">Партия 31</a></p><hr /><div class="post"><div
class="posttop">
        <div class="username">Вася</div><div class="date">10.01.2014, 21:59</div></div><div class="posttext">Часовой
пояс
        GMT +9, а Петя КРАСНЫМ</div></div><hr /></div></body></html>""".encode()
    )
    assert (page.kind, page.page, page.pages) == (Kind.THREAD, 2, 3)
    [read] = page.posts
    assert read.time == datetime(2014, 1, 10, 17, 59, tzinfo=UTC)
    assert codes(page) == [DefectCode.NO_ZONE]
    assert [mark.text for mark in read.marks] == ["Петя"]


@pytest.mark.parametrize(
    "rest",
    [
        '<form action="newreply.php"><input type="hidden" name="t" value="512" id="qr_threadid" /></form>',
        '<form action="threadrate.php"><input type="hidden" name="t" value="512" /></form>',
        '<div id="threadtools_menu"><a href="subscription.php?do=addsubscription&amp;t=512">x</a></div>',
    ],
)
def test_a_thread_with_a_rewritten_address_keeps_its_number(rest: str) -> None:
    page = read_page(
        f"""<html lang="ru"><head><meta name="generator" content="vBulletin 3.8.7" /></head><body><td class="navbar"><a
        href="http://board.example/f7/partiya-31-512/">x</a> <strong>Партия 31</strong></td>
        <div id="posts">{post(31, "ход")}</div>
        {rest}</body></html>""".encode(),
        url="http://board.example/f7/partiya-31-512/",
    )
    assert page.thread is not None
    assert (page.thread.id, page.thread.title, page.thread.url) == ("512", "Партия 31", None)
