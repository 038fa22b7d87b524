"""A day of Mordheim as its thread holds it: nominations, votes and the scan poll in words, letters to the host."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from fixtures.phpbb_thread import WrittenThread
from tests.tally.evening import Done, make_game, run

NOW = "2024-01-10T23:30:00+03:00"
CAST = {
    "Скальд": "citizen",
    "Хельга": "medium",
    "Рыжая": "citizen",
    "Лис": "kamikaze",
    "Ворчун": "commissioner",
    "Барон": "underboss",
    "Тень": "mafioso",
    "Жанна": "lover",
}
POSTS = (
    ("Ведьма", "10:00:00", "День первый, выдвигайте."),
    ("Барон", "11:00:00", "Выдвигаю Скальда"),
    ("Хельга", "12:00:00", "Я подумала вот что.\nНоминирую: Тень"),
    ("Хельга", "13:00:00", "скан верх"),
    ("Скальд", "14:00:00", "скан низ"),
    ("Рыжая", "19:59:59", "казнить Тень"),
    ("Барон", "20:05:00", "Казнить Скальда\nовощ Ворчун"),
    ("Хельга", "20:10:00", "казнить Тень"),
    ("Хельга", "20:15:00", "овощ Рыжая"),
    ("Скальд", "20:20:00", "казнить Тень\nовощ: Рыжая"),
    ("Тень", "20:25:00", "овощ Рыжая или Ворчун"),
    ("Лис", "20:26:00", "овощ Жанна"),
    ("Лис", "20:30:00", "казнить Скальда"),
    ("Лис", "21:00:00", "Меняю голос.\nКазнить Тень"),
    ("Лис", "21:10:00", "Меняю голос ещё раз.\nКазнить Скальда"),
    ("Ворчун", "22:00:00", "казнить Скальда"),
)


def played(folder: Path, *arguments: str) -> Done:
    done = run(folder, *arguments, now=NOW)
    assert done.status == 0, done.err
    return done


@pytest.fixture(name="game", scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game folder with the first day's thread read after the close, two vegetables and one letter entered."""
    folder = tmp_path_factory.mktemp("mordheim")
    authors = [{"name": name, "id": number} for number, name in enumerate(("Ведьма", *CAST), start=50)]
    posts: list[dict[str, Any]] = [
        {"id": number, "by": by, "at": datetime.fromisoformat(f"2024-01-10 {at}"), "text": text}
        for number, (by, at, text) in enumerate(POSTS, start=101)
    ]
    thread = WrittenThread(
        {
            "forum": {"name": "Клуб", "section": "Зал", "timezone": "Europe/Moscow", "per_page": 10},
            "thread": {"id": 12, "title": "Мордхейм, день 1"},
            "authors": authors,
            "posts": posts,
        }
    )
    pages = []
    for start in range(0, len(posts), 10):
        page = folder / f"page{start}.html"
        page.write_text(thread.page(start, "https://forum.example"), encoding="utf-8")
        pages.append(str(page))
    game = make_game(folder, "mordheim", [f"{name} {role}" for name, role in CAST.items()])
    played(game, "import", *pages, "--fetched-at", "2024-01-10T23:00:00+03:00")
    for name, at in (("Ворчун", "10:30:00"), ("Рыжая", "10:40:00")):
        played(game, "vote", name, "none", name, "--kind", "vegetable-self", "--at", at, "--why", "молчание")
    letter = ("vote", "Жанна", "none", "Скальд", "--advance", "--at", "15:00:00", "--phase", "day1", "--why", "письмо")
    played(game, *letter)
    played(game, "announce", "day1")
    return game


def test_the_words_of_the_thread_are_nominations_votes_and_scan_votes(game: Path) -> None:
    """MOR-7, MOR-8, MOR-9, MOR-11, MOR-32, MOR-34, MOR-36, MOR-43."""
    table = json.loads(played(game, "report", "day1", "--json").out)
    assert table["nominated"] == ["Скальд", "Тень"]
    assert [(each["by"], each["reason"], each.get("kind")) for each in table["rejected"]] == [
        ("Рыжая", "early", None),
        ("Лис", "no-changes-left", None),
        ("Ворчун", "late", None),
        ("Лис", "not-nominated", "vegetable"),
    ]
    assert {row["player"]: row["score"] for row in table["table"]} == {"Тень": 6, "Скальд": 2}
    assert table["missing"] == ["Ворчун", "Рыжая", "Тень"]
    assert table["executed"] == ["Рыжая", "Тень"]
    votes = json.loads(played(game, "votes", "day1", "--json").out)
    assert {(each["by"], each["on"]) for each in votes if each["kind"] == "scan" and each["counts"]} == {
        ("Хельга", "top"),
        ("Скальд", "bottom"),
    }


def polls(game: Path, *arguments: str) -> dict[str, Any]:
    told = json.loads(played(game, "report", "day1", "--json", *arguments).out)["polls"]
    return {each["poll"]: each for each in told}


def sums(poll: Any) -> list[tuple[str, int | None, int]]:
    return [(row["player"], row.get("score"), len(row["votes"])) for row in poll["table"]]


def test_the_other_polls_have_tables_of_their_own_without_secret_weights(game: Path) -> None:
    """MOR-52, MOR-86."""
    before = polls(game, "--at", "21:00:00")
    assert (sums(before["vegetable"]), before["vegetable"]["leading"]) == (
        [("Рыжая", 2, 2), ("Ворчун", 1, 1)],
        ["Рыжая"],
    )
    assert before["vegetable"]["missing"] == ["Ворчун", "Жанна", "Лис", "Рыжая"]
    after = polls(game)
    assert sums(after["vegetable"]) == [("Рыжая", 6, 6), ("Ворчун", 1, 1)]
    assert sums(after["scan"]) == [("top", None, 1), ("bottom", None, 1)]
    assert "leading" not in after["scan"]
    assert sums(polls(game, "--host")["scan"]) == [("top", 2, 1), ("bottom", 1, 1)]


def test_a_vote_of_another_poll_that_is_unclear_waits_for_the_host(game: Path) -> None:
    [waits] = json.loads(played(game, "report", "day1", "--json").out)["unclear"]
    assert (waits["by"], waits["kind"], waits["candidates"]) == ("Тень", "vegetable", ["Рыжая", "Ворчун"])


TABLES = {
    "text": ("\nРыжая (2) – Хельга 20:15:00, Скальд 20:20:00\n", "\nверхняя половина – Хельга 13:00:00\n"),
    "bbcode": (
        "[b]Овощная казнь[/b]\n[list]\n[*]Рыжая (2) – [url=https://forum.example/viewtopic.php?p=109#p109]Хельга",
        "[*]верхняя половина – [url=https://forum.example/viewtopic.php?p=104#p104]Хельга 13:00:00[/url]",
    ),
    "markdown": (
        "> **Овощная казнь**\n>\n> - Рыжая \\(2\\) – [Хельга",
        "> - верхняя половина – [Хельга 13\\:00\\:00](<https://forum.example/viewtopic.php?p=104#p104>)",
    ),
    "html": (
        '<li>Рыжая (2) – <a href="https://forum.example/viewtopic.php?p=109#p109"',
        '<li>верхняя половина – <a href="https://forum.example/viewtopic.php?p=104#p104"',
    ),
    "csv": (
        "public,counts,Рыжая,Хельга,,1,,,,2024-01-10T17:15:00+00:00,https://forum.example/viewtopic.php?p=109#p109,,,vegetable",
        "public,counts,top,Хельга,,1,,,,2024-01-10T10:00:00+00:00,https://forum.example/viewtopic.php?p=104#p104,,,scan",
    ),
}


@pytest.mark.parametrize("form", TABLES)
def test_every_format_tells_sums_and_voters_of_the_other_polls(game: Path, form: str) -> None:
    told = played(game, "report", "day1", "--format", form, "--at", "21:00:00").out
    for expected in TABLES[form]:
        assert expected in told
    assert "×2" not in told


def test_the_site_shows_the_other_polls_as_the_day_s_own_table(game: Path) -> None:
    played(game, "publish")
    page = lxml.html.parse(str(game / "site" / "day1.html"))
    told = {
        section.findtext("h2"): [
            [cell.text_content() for cell in row] for row in section.iterfind(".//tr[@class='sums']")
        ]
        for section in page.iterfind(".//section")
        if section.find("table[@class='votes']") is not None
    }
    assert told == {
        "Овощная казнь": [["Рыжая", "6"], ["Ворчун", "1"]],
        "Опрос: какую половину сканировать": [["верхняя половина"], ["нижняя половина"]],
    }
    # both votes of one post, each with its own words
    assert [each.text_content() for each in page.iterfind(".//li/q")].count("овощ: Рыжая") == 1


def test_the_night_after_knows_who_is_dead_and_which_half_the_town_chose(game: Path) -> None:
    """MOR-70, MOR-85, MOR-88: the executed one sends nothing; the medium names no half."""

    def judged(name: str, line: str) -> tuple[bool, str | None]:
        done = run(game, "night", "1", name, line, "--at", "23:00", "--dry-run", "--json", now=NOW)
        read = json.loads(done.out)
        return read["accepted"], read.get("reason")

    assert judged("Барон", "убить Лиса") == (True, None)
    assert judged("Тень", "убить Лиса") == (False, "dead")
    assert judged("Хельга", "скан") == (True, None)
    assert judged("Хельга", "скан верх") == (False, "too-many-targets")
