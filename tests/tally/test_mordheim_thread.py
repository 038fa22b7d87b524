"""A day of Mordheim as its thread holds it: nominations, votes and the scan poll in words, letters to the host."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

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
    ("Барон", "20:05:00", "Казнить Скальда"),
    ("Хельга", "20:10:00", "казнить Тень"),
    ("Скальд", "20:20:00", "казнить Тень"),
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
    """A game folder with the first day's thread read after the close, and one letter entered."""
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
    letter = ("vote", "Жанна", "none", "Скальд", "--advance", "--at", "15:00:00", "--phase", "day1", "--why", "письмо")
    played(game, *letter)
    played(game, "announce", "day1")
    return game


def test_the_words_of_the_thread_are_nominations_votes_and_scan_votes(game: Path) -> None:
    """MOR-7, MOR-8, MOR-9, MOR-11, MOR-32, MOR-34, MOR-36, MOR-43."""
    table = json.loads(played(game, "report", "day1", "--json").out)
    assert table["nominated"] == ["Скальд", "Тень"]
    assert [(each["by"], each["reason"]) for each in table["rejected"]] == [
        ("Рыжая", "early"),
        ("Лис", "no-changes-left"),
        ("Ворчун", "late"),
    ]
    assert {row["player"]: row["score"] for row in table["table"]} == {"Тень": 6, "Скальд": 2}
    assert table["missing"] == ["Ворчун", "Рыжая", "Тень"]
    assert table["executed"] == ["Тень"]
    votes = json.loads(played(game, "votes", "day1", "--json").out)
    assert {(each["by"], each["on"]) for each in votes if each["kind"] == "scan" and each["counts"]} == {
        ("Хельга", "top"),
        ("Скальд", "bottom"),
    }


def test_the_other_polls_stand_below_the_table_without_secret_weights(game: Path) -> None:
    """MOR-52, MOR-86."""
    told = played(game, "report", "day1").out
    assert "Опрос: какую половину сканировать:\n  верхняя половина: Хельга 13:00:00\n" in told
    [scan] = json.loads(played(game, "report", "day1", "--json").out)["polls"]
    assert scan["poll"] == "scan"
    assert [(row["player"], row.get("score")) for row in scan["table"]] == [("top", None), ("bottom", None)]
    [own] = json.loads(played(game, "report", "day1", "--json", "--host").out)["polls"]
    assert {row["player"]: row["score"] for row in own["table"]} == {"top": 2, "bottom": 1}


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
