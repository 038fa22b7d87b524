"""`tally host` and its short forms: what the host does to the game is a fact of it, and can be taken back."""

import json
from pathlib import Path

import pytest

from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import SmallGame


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return make_closing_game(tmp_path / "one")


def alive(game: SmallGame) -> set[str]:
    return {row["player"] for row in json.loads(game.must("roster", "--host", "--json")) if row["alive"]}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("modkil", "Ля"), "modkill"),
        (("modkill", "Никтоев"), "Никтоев"),
        (("modkill",), "одно имя"),
        (("silence", "Ля", "Вася"), "одно имя"),
        (("reveal", "Ля"), "--text"),
        (("end",), "кто победил"),
        (("end", "пираты"), "пираты"),
        (("modkill", "Ля", "--at", "полдень"), "полдень"),
        (("replace", "Ля"), "Нужны два имени"),
    ],
)
def test_a_wrong_operation_is_told_in_one_line(game: SmallGame, words: tuple[str, ...], told: str) -> None:
    done = game.run("host", *words, "--phase", "night1")
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert len(done.err.splitlines()) == 1
    assert game.must("host") == "ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n"


def test_an_operation_says_of_which_phase_it_is(game: SmallGame) -> None:
    assert game.run("host", "kill", "Ля").status == 2
    assert game.run("host", "kill", "Ля", "--phase", "tuesday").status == 2


def test_who_is_removed_by_night_is_dead_by_day(game: SmallGame) -> None:
    game.must("host", "modkill", "Жанну", "--phase", "night1")
    assert "Жанна" not in alive(game)
    refused = {(each["by"], each["reason"]) for each in game.report("--host", day="day2")["rejected"]}
    assert ("Жанна", "dead") in refused
    again = game.run("host", "kill", "Жанна", "--phase", "night2")
    assert (again.status, "уже не в игре" in again.err) == (2, True)


def test_what_was_entered_can_be_taken_back(game: SmallGame) -> None:
    game.must("host", "modkill", "Ля", "--phase", "night1")
    game.must("host", "kill", "Тимон", "--phase", "night1")
    assert len(game.must("host").splitlines()) == 3
    game.must("host", "--undo")
    game.must("modkill", "--undo")
    assert alive(game) >= {"Ля"}
    assert game.must("host") == "ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n"
    assert game.run("host", "--undo").status == 2
    assert game.run("revive", "--undo").status == 2


@pytest.mark.parametrize(
    ("do", "told", "untold"),
    [("modkill", "Филин", "Петя"), ("silence", "Филин", "Петя"), ("revive", "Петя", "Филин"), ("reveal", "Петя", "")],
)
def test_who_may_be_meant_is_told_by_present_names(game: SmallGame, do: str, told: str, untold: str) -> None:
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    players.write_text(text.replace('name = "Тимон"', 'name = "Тимон"\naliases = ["Хвост"]'), encoding="utf-8")
    game.must("replace", "Ля", "Филин", "--from", "night1")
    more = ("--text", "был добр") if do == "reveal" else ()
    done = game.run("host", do, "Никтоев", "--phase", "night2", *more)
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    for name in (untold, "Хвост", "Ля,"):
        assert not name or name not in done.err, done.err


def test_who_is_removed_from_a_moment_on_votes_no_more(game: SmallGame) -> None:
    game.must("modkill", "Вася", "--phase", "day1", "--at", "12:00")
    assert ("Вася", "dead") in {(each["by"], each["reason"]) for each in game.report("--host")["rejected"]}


def test_who_was_brought_back_is_no_more_out(game: SmallGame) -> None:
    game.must("announce", "day1")
    game.must("revive", "Петя", "--phase", "night1")
    game.must("announce", "night1")
    rows = {row["player"]: row for row in json.loads(game.must("roster", "--json"))}
    assert rows["Петя"]["alive"]
    assert game.report(day="day2")["rejected"] == []


def test_a_short_form_is_of_the_present_phase(game: SmallGame) -> None:
    game.now = "2024-01-11T22:30:00+03:00"
    assert "Ночь 2" in game.must("modkill", "Ля")


@pytest.mark.parametrize("winners", [("town",), ("Город",), ("никто",), ("Жанна", "Ля")])
def test_the_host_may_end_the_game(game: SmallGame, winners: tuple[str, ...]) -> None:
    game.must("end", *winners, "--phase", "night1")
    game.must("announce", "day1")
    assert "Игра окончена" in game.must("announce", "night1")
    done = game.run("announce", "day2")
    assert (done.status, done.out) == (2, "")
    game.must("publish")
    assert 'id="day2"' not in (game.game / "site" / "index.html").read_text(encoding="utf-8")


def test_an_operation_of_an_announced_phase_changes_nothing_by_itself(game: SmallGame) -> None:
    game.must("announce", "day1")
    assert "уже объявлены" in game.must("host", "kill", "Ля", "--phase", "day1")
    assert json.loads(game.must("roster", "--json"))[6]["alive"]
    assert game.run("announce", "day1").status == 1


def test_a_replacement_is_entered_as_by_its_own_command(game: SmallGame) -> None:
    game.must("host", "replace", "Ля", "Филин", "--phase", "night1")
    assert "Филин" in alive(game)
    assert game.run("host", "--undo").status == 2
