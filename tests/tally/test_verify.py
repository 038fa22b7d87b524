"""`tally verify`: everything rebuilt from what is stored; each difference has its place."""

import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.tally.closing_game import CAST, copy_game, make_closing_game, red
from tests.tally.small_game import SmallGame, post


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> SmallGame:
    game = make_closing_game(tmp_path_factory.mktemp("played") / "one")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    game.must("night", "1", "Кролек", "к Тимону", "--at", "22:15")
    for phase in ("day1", "night1", "day2"):
        game.must("resolve", phase)
        game.must("announce", phase)
    return game


@pytest.fixture
def game(played: SmallGame, tmp_path: Path) -> SmallGame:
    return copy_game(played, tmp_path / "one")


def tamper(game: SmallGame, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Change what is append-only, as damage or an intruder would."""
    with closing(sqlite3.connect(game.game / "tally.db")) as database:
        names = database.execute("select name from sqlite_master where type = 'trigger'").fetchall()
        for (name,) in names:
            database.execute(f"drop trigger {name}")
        for statement, values in statements:
            database.execute(statement, values)
        database.commit()


def differences(game: SmallGame) -> list[tuple[str, str]]:
    done = game.run("verify", "--json")
    found: dict[str, Any] = json.loads(done.out)
    assert done.status == (1 if found["differences"] else 0)
    return [(each["kind"], each["place"]) for each in found["differences"]]


def test_a_sound_game_agrees_and_nothing_is_changed(game: SmallGame) -> None:
    before = (game.game / "tally.db").read_bytes()
    told = game.must("verify")
    assert told.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\nПрочитано заново страниц: 1 (чтений: 1), постов: 9")
    assert "Переиграно и сравнено с объявленным: День 1, Ночь 1, День 2" in told
    assert "Всё сходится." in told
    checked = json.loads(game.must("verify", "--json"))["checked"]
    assert checked["announced"] == ["day1", "night1", "day2"]
    assert (game.game / "tally.db").read_bytes() == before


def test_a_game_without_pages_can_be_verified(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up(*CAST)
    assert "Всё сходится." in game.must("verify")


def test_pages_read_again_and_again_agree(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя", "Жанна")
    game.read(post(1, "Вася", "12:00:00", red("Петя")), at="2024-01-10T12:30:00+03:00")
    game.read(
        post(1, "Вася", "12:00:00", red("Жанна"), edited=("Вася", "12:45:00")), post(2, "Петя", "12:50:00", "привет"),
        at="2024-01-10T13:00:00+03:00",
    )  # fmt: skip
    assert json.loads(game.must("verify", "--json"))["checked"]["reads"] == 2


def test_a_post_that_is_not_what_its_page_says(game: SmallGame) -> None:
    tamper(game, ("update revisions set text = 'Жанна' where text = 'Петя'", ()))
    kinds = differences(game)
    assert kinds[0][0] == "post.text"
    assert kinds[0][1].startswith("пост 5, file://")
    told = game.run("verify").out
    assert "сохранено: Жанна" in told
    assert "вышло: Петя" in told


def test_a_post_that_no_page_shows_and_bytes_that_were_changed(game: SmallGame) -> None:
    with closing(sqlite3.connect(game.game / "tally.db")) as database:
        (packed,) = database.execute("select packed from bodies").fetchone()
    changed = zlib.decompress(packed).replace(b'id="p9"', b'id="x9"')
    tamper(game, ("update bodies set packed = ?", (zlib.compress(changed),)))
    kinds = [kind for kind, _place in differences(game)]
    assert kinds[0] == "body"
    tamper(game, ("update bodies set packed = ?", (b"no zlib",)))
    assert "body" in [kind for kind, _place in differences(game)]


def test_an_announcement_that_was_changed(game: SmallGame) -> None:
    other = "update facts set data = replace(data, ?, ?) where kind = 'announcement' and phase = 'day1'"
    tamper(game, (other, ('"executed": ["Петя"]', '"executed": ["Вася"]')))
    found = differences(game)
    assert ("announced.executed", "День 1") in found
    assert ("reproduced.executed", "День 1, по записям, с которыми она объявлена") in found


def test_what_would_be_another_now_is_a_difference_until_the_host_decides(game: SmallGame) -> None:
    game.must("rule", "4", "--ignore", "--why", "не голос")
    kinds = [kind for kind, _place in differences(game)]
    assert "announced.executed" in kinds
    assert not [kind for kind in kinds if kind.startswith("reproduced")]
    game.must("resolve", "day1", "--stands", "--why", "поздно")
    assert differences(game) == []
    assert "Остаются в силе по вашему решению: День 1" in game.must("verify")


def test_a_role_changed_by_hand_after_the_announcement(game: SmallGame) -> None:
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    players.write_text(text.replace('role = "doctor"', 'role = "citizen"'), encoding="utf-8")
    assert "announced.executed" in [kind for kind, _place in differences(game)]


def test_a_fact_that_means_nothing(game: SmallGame) -> None:
    added = "insert into facts (at, kind, phase, data) values ('2024-01-10T22:00:00+00:00', 'entry', 'night1', ?)"
    tamper(game, (added, ('{"what": "line"}',)))
    assert [kind for kind, _place in differences(game)] == ["fact"]
    taken_back = ("delete from facts where data = ?", ('{"what": "line"}',))
    tamper(game, taken_back, (added, ('{"what": "undo", "entry": 999}',)))
    assert [kind for kind, _place in differences(game)] == ["fact"]


def test_a_captured_thread_agrees(tmp_path: Path, shared: Path) -> None:
    """A real forum's pages, stored and read again."""
    folder = shared / "pages" / "phpbb"
    pages = sorted(folder.rglob("*.html"))
    assert pages
    game = SmallGame(tmp_path).set_up("Вася", "Петя")
    stored = [
        page
        for page in pages[:6]
        if game.run("import", str(page), "--fetched-at", "2026-01-10T12:00:00+03:00").status == 0
    ]
    assert stored
    assert "Всё сходится." in game.must("verify")
