"""`tally report --format`: the same table for a post, a page, a spreadsheet; harmless wherever it is put."""

import csv
import io
import re
from datetime import datetime
from pathlib import Path

import lxml.html
import pytest

from fixtures.phpbb_thread import WrittenThread
from parsers import read_page
from tally.folder.game import ENGINES
from tally.names import NameIndex, Seat
from tally.reading import dialect_names, load_dialect, read_votes
from tests.tally.small_game import HOST, SmallGame, post

HOSTILE = "[color=red]Ада[/color]<b>|=1+1"
INERT = "[\u200bcolor=red]Ада[\u200b/color]<b>|=1+1"
PLAYERS = ("Вася", "Петя", "Эмилия", "Zorro", HOSTILE)
FORMATS = ("bbcode", "markdown", "html", "csv")


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def linked(number: int, text: str) -> str:
    return f"[url=https://forum.example/viewtopic.php?p={number}#p{number}]{text}[/url]"


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    game = SmallGame(tmp_path).set_up(*PLAYERS)
    return game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, "Эмилия", "12:05:00", red("Вася")),
        post(3, "Zorro", "12:10:00", "[color=blue]Вася[/color]"),
        post(4, "Вася", "12:20:00", red("Ада")),
        post(5, "Прохожий", "12:30:00", red("Zorro")),
        post(6, "Вася", "22:00:01", red("Петя")),
    )


def test_a_post_for_phpbb(game: SmallGame) -> None:
    assert game.must("report", "day1", "--format", "bbcode").splitlines() == [
        "[quote][b]Игра · День 1, 10.01.2024[/b]",
        "Голосование окончено в 22:00:00; тема прочитана до 23:30:00.",
        "",
        "[list]",
        "[*]Вася: [color=red]Красные[/color] 2, [color=blue]Синие[/color] 1, Итог 1",
        f"[color=red]Красные[/color]: {linked(1, 'Петя 12:00:00')}, {linked(2, 'Эмилия 12:05:00')}",
        f"[color=blue]Синие[/color]: {linked(3, 'Zorro 12:10:00')}",
        f"[*]{INERT}: [color=red]Красные[/color] 1, [color=blue]Синие[/color] 0, Итог 1",
        f"[color=red]Красные[/color]: {linked(4, 'Вася 12:20:00')}",
        "[/list]",
        f"[b]Впереди: Вася, {INERT}[/b]",
        "Итоги ещё не объявлены: День 1",
        f"Не голосовали: {INERT}",
        "",
        "Не засчитаны:",
        "[list]",
        f"[*]{linked(5, 'Прохожий 12:30:00 → Zorro: не играет')}",
        f"[*]{linked(6, 'Вася 22:00:01 → Петя: опоздал')}",
        "[/list][/quote]",
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gets_closed_tags_that_it_knows(game: SmallGame, engine: str) -> None:
    text = game.must("report", "day1", "--format", "bbcode", "--engine", engine)
    opened = re.findall(r"\[(\w+)(?:=[^\]]*)?\]", text)
    assert sorted(opened) == sorted(re.findall(r"\[/(\w+)\]", text))
    has_table, has_list, has_spoiler = ("table" in opened, "list" in opened, "spoiler" in opened)
    assert not (has_table and has_list and engine not in ("smf", "vbulletin4", "vbulletin5"))
    assert has_table == (engine in ("smf", "vbulletin4", "vbulletin5", "xenforo2"))
    assert has_spoiler == (engine in ("ipb3", "xenforo1", "xenforo2", "rusff", "ucoz"))


@pytest.mark.parametrize("dialect", dialect_names())
def test_pasted_into_a_post_nothing_of_it_is_a_vote(game: SmallGame, dialect: str) -> None:
    """By a player, in a thread for votes alone, in any dialect."""
    text = game.must("report", "day1", "--format", "bbcode")
    source = {
        "forum": {"name": "Форум", "section": "Игры", "timezone": "Europe/Moscow", "per_page": 50},
        "thread": {"id": 12, "title": "Игра"},
        "authors": [{"name": "Петя", "id": 50}],
        "posts": [
            {
                "id": 7,
                "by": "Петя",
                "at": datetime.fromisoformat("2024-01-10T22:05:00"),
                "text": _understood_by_the_fixture(text),
            }
        ],
    }
    page = read_page(WrittenThread(source).page(0, "https://forum.example").encode())
    index = NameIndex.build(Seat(name) for name in PLAYERS)
    assert read_votes(page.posts[0], index, load_dialect(dialect), votes_only=True) == ()


def test_the_host_s_post_is_read_back_without_a_vote(game: SmallGame) -> None:
    text = _understood_by_the_fixture(game.must("report", "day1", "--format", "bbcode"))
    before = game.votes()
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, "Эмилия", "12:05:00", red("Вася")),
        post(3, "Zorro", "12:10:00", "[color=blue]Вася[/color]"),
        post(4, "Вася", "12:20:00", red("Ада")),
        post(5, "Прохожий", "12:30:00", red("Zorro")),
        post(6, "Вася", "22:00:01", red("Петя")),
        post(7, HOST, "22:05:00", text),
        post(8, "Петя", "22:06:00", text),
        at="2024-01-10T23:40:00+03:00",
    )
    assert game.votes() == before


def test_markdown_is_a_quoted_table(game: SmallGame) -> None:
    lines = game.must("report", "day1", "--format", "markdown").splitlines()
    assert all(line.startswith(">") for line in lines)
    assert "> | Кандидат | Красные | Синие | Итог | Голоса |" in lines
    assert "> | --- | --: | --: | --: | --- |" in lines
    [row] = [line for line in lines if line.startswith("> | Вася |")]
    assert "[Петя 12\\:00\\:00](<https://forum.example/viewtopic.php?p=1#p1>)" in row
    [row] = [line for line in lines if "Ада" in line and "| 1 |" in line]
    assert row.startswith("> | \\[color=red\\]Ада\\[/color\\]\\<b\\>\\|=1\\+1 |")


def test_html_is_a_section_in_which_names_are_text(game: SmallGame) -> None:
    section = lxml.html.fromstring(game.must("report", "day1", "--format", "html"))
    assert (section.tag, section.get("lang")) == ("section", "ru")
    rows = [[cell.text_content() for cell in row] for row in section.iterfind(".//tbody/tr")]
    assert rows == [
        ["Вася", "2", "1", "1", "Красные: Петя 12:00:00, Эмилия 12:05:00Синие: Zorro 12:10:00"],
        [HOSTILE, "1", "0", "1", "Красные: Вася 12:20:00"],
    ]
    assert section.find(".//b") is None


def test_csv_has_a_line_for_each_vote_and_no_formula(game: SmallGame) -> None:
    written = list(csv.DictReader(io.StringIO(game.must("report", "day1", "--format", "csv"))))
    told = [(line["state"], line["player"], line["by"], line["colour"], line["reason"]) for line in written]
    assert told == [
        ("counts", "Вася", "Петя", "red", ""),
        ("counts", "Вася", "Эмилия", "red", ""),
        ("counts", "Вася", "Zorro", "blue", ""),
        ("counts", HOSTILE, "Вася", "red", ""),
        ("refused", "Zorro", "Прохожий", "", "not-playing"),
        ("refused", "Петя", "Вася", "", "late"),
        ("missing", "", HOSTILE, "", ""),
    ]
    assert written[0]["time"] == "2024-01-10T09:00:00+00:00"


def test_a_name_never_begins_a_formula(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("=cmd()", "@Петя", "Вася")
    game.read(post(1, "=cmd()", "12:00:00", red("@Петя")))
    text = game.must("report", "day1", "--format", "csv")
    assert "public,counts,'@Петя,'=cmd(),red" in text


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_for_the_host_alone_says_so(game: SmallGame, form: str) -> None:
    told = game.must("report", "day1", "--format", form, "--host")
    public = game.must("report", "day1", "--format", form)
    assert told != public
    headline = "\nhost," if form == "csv" else "ТОЛЬКО ДЛЯ ВЕДУЩЕГО"
    assert (headline in told, headline in public) == (True, False)


def test_an_unknown_format_or_engine_is_refused(game: SmallGame) -> None:
    assert game.run("report", "day1", "--format", "pdf").status == 2
    done = game.run("report", "day1", "--format", "bbcode", "--engine", "phpb")
    assert (done.status, "движка форума «phpb» нет" in done.err) == (2, True)


def test_json_is_the_same_by_either_name(game: SmallGame) -> None:
    assert game.must("report", "day1", "--format", "json") == game.must("report", "day1", "--json")


def _understood_by_the_fixture(text: str) -> str:
    """Without links and lists, which the written forum does not render; all else as it is."""
    return re.sub(r"\[/?(?:url(?:=[^\]]*)?|list|\*)\]", "", text)
