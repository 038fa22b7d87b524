"""`tally activity`: who posted, nominated and voted on which day, and what the rules make of silence."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tally.small_game import SmallGame, post

CAST = ("Скальд", "Хельга", "Рыжая", "Лис", "Ворчун", "Баюн", "Барон", "Тень", "Жанна")
AFTER_DAY_1 = "2024-01-11T09:00:00+03:00"


def rows(game: SmallGame, *arguments: str) -> dict[str, dict[str, Any]]:
    """Player → what he did, of the only day asked for."""
    [day] = json.loads(game.must("activity", *arguments, "--json"))["days"]
    return {row["player"]: row for row in day["players"]}


@pytest.fixture(name="mordheim")
def _mordheim(tmp_path: Path) -> SmallGame:
    game = SmallGame(tmp_path, ruleset="mordheim", now=AFTER_DAY_1).set_up(*CAST, roles=False)
    return game.read(
        post(1, "Ведущий", "10:00:00", "Утро. Выдвигайте."),
        post(2, "Скальд", "11:00:00", "Выдвигаю Рыжую"),
        post(3, "Хельга", "11:30:00", "Думаю, что Рыжая молчит не просто так.\nВыдвигаю Рыжую"),
        post(4, "Скальд", "12:00:00", "Обоснование: вчера она ушла от ответа на прямой вопрос."),
        post(5, "Ворчун", "12:30:00", "Не вижу ничего за Рыжей, подождите."),
        post(6, "Ворчун", "12:40:00", "И ещё раз: рано."),
        post(7, "Лис", "20:10:00", "казнить Рыжую"),
        post(8, "Рыжая", "20:15:00", "Я томат."),
        post(9, "Рыжая", "20:20:00", "Казнить Рыжую, раз так всем хочется"),
        post(10, "Хельга", "20:30:00", "казнить Рыжую"),
        post(11, "Тень", "20:40:00", "Я томат."),
        post(12, "Тень", "20:45:00", "казнить Рыжую"),
        post(13, "Барон", "22:00:00", "казнить Рыжую"),
        at="2024-01-10T23:30:00+03:00",
    )


def test_posts_nominations_and_votes_are_counted_by_player(mordheim: SmallGame) -> None:
    """MOR-51: what comes after the close is none of the day's; a host's posts are nobody's."""
    found = rows(mordheim, "day1", "--host")
    assert {name: (row["posts"], row["nominations"], row["votes"]) for name, row in found.items()} == {
        "Скальд": (2, 1, 0),
        "Хельга": (2, 1, 1),
        "Рыжая": (2, 0, 1),
        "Лис": (1, 0, 1),
        "Ворчун": (2, 0, 0),
        "Баюн": (0, 0, 0),
        "Барон": (0, 0, 0),
        "Тень": (2, 0, 1),
        "Жанна": (0, 0, 0),
    }
    assert {name: row["refused"] for name, row in found.items() if row["refused"]} == {"Барон": 1}
    assert {name for name, row in found.items() if row["inactive"]} == {"Лис", "Ворчун", "Баюн", "Барон", "Жанна"}


def test_a_post_that_is_not_to_the_point_is_the_hosts_to_judge(mordheim: SmallGame) -> None:
    """MOR-51: «Я томат.» is no post to the point."""
    assert "11  Тень: Я томат." in mordheim.must("activity", "day1", "--host")
    assert rows(mordheim, "day1", "--host")["Тень"]["short"] == 1
    mordheim.must("activity", "--idle", "11")
    after = rows(mordheim, "day1", "--host")["Тень"]
    assert (after["posts"], after["inactive"]) == (1, True)
    assert mordheim.run("activity", "--idle", "11").status == 2
    assert mordheim.run("activity", "--idle", "1").status == 2
    mordheim.must("activity", "--not-idle", "11")
    assert rows(mordheim, "day1", "--host")["Тень"]["inactive"] is False


def test_the_engine_has_the_counts_of_the_thread(mordheim: SmallGame) -> None:
    outcome = json.loads(mordheim.must("resolve", "day1", "--json"))
    assert outcome["inactive"] == ["Барон", "Баюн", "Ворчун", "Жанна", "Лис"]
    assert outcome["flags"] == []


def test_a_letter_to_the_host_shows_to_nobody_before_the_results(mordheim: SmallGame) -> None:
    """MOR-34, MOR-42."""
    letter = ("vote", "Жанна", "none", "Рыжая", "--advance", "--at", "15:00:00", "--phase", "day1", "--why", "письмо")
    mordheim.must(*letter)
    assert rows(mordheim, "day1", "--host")["Жанна"]["votes"] == 1
    public = rows(mordheim, "day1")["Жанна"]
    assert (public["votes"], public["inactive"], public["missed"]) == (0, None, None)


def test_who_took_no_part_becomes_a_candidate_of_the_next_day(mordheim: SmallGame) -> None:
    """MOR-50, MOR-51, D-16."""
    mordheim.must("announce", "day1")
    told = mordheim.must("activity", "day1", "--nominate")
    assert all(name in told for name in ("Баюн", "Барон", "Ворчун", "Жанна", "Лис"))
    assert "некого" in mordheim.must("activity", "day1", "--nominate")
    assert mordheim.run("activity", "--nominate").status == 2
    mordheim.read(
        post(14, "Скальд", "2024-01-11T20:30:00", "овощ Барон"),
        at="2024-01-11T23:00:00+03:00",
    )
    mordheim.now = "2024-01-11T23:30:00+03:00"
    outcome = json.loads(mordheim.must("resolve", "day2", "--json"))
    mordheim.must("announce", "night1")
    assert "Овощная казнь: Лис" in mordheim.must("announce", "day2")
    assert sorted(outcome["vegetable_nominated"]) == ["Барон", "Баюн", "Ворчун", "Жанна", "Лис"]


def test_with_the_results_letters_are_public(mordheim: SmallGame) -> None:
    """MOR-42."""
    letter = ("vote", "Жанна", "none", "Рыжая", "--advance", "--at", "15:00:00", "--phase", "day1", "--why", "письмо")
    mordheim.must(*letter)
    mordheim.must("announce", "day1")
    assert rows(mordheim, "day1")["Жанна"]["votes"] == 1


def test_a_game_of_a_record_has_the_counts_of_the_record(tmp_path: Path) -> None:
    game = SmallGame(tmp_path)
    record = Path(__file__).resolve().parents[2] / "fixtures" / "games" / "mordheim-13" / "record.toml"
    game.must("import-record", str(record), "game", where=tmp_path)
    found = rows(game, "day1")
    assert {name: row["posts"] for name, row in found.items() if row["inactive"]} == {"Хельга": 0, "Жанна": 0}
    assert (found["Скальд"]["posts"], found["Скальд"]["votes"], found["Скальд"]["refused"]) == (3, 1, 1)
    assert "тем у игры нет" in game.must("thread")


def test_other_games_have_no_execution_for_taking_no_part(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now=AFTER_DAY_1).set_up("Вася", "Петя", "Жанна")
    game.read(post(1, "Вася", "12:00:00", "[color=red]Петя[/color]"))
    refused = game.run("activity", "day1", "--nominate")
    assert (refused.status, len(refused.err.splitlines())) == (2, 1)
    found = rows(game, "day1", "--host")
    assert {name: (row["missed"], row["inactive"]) for name, row in found.items()} == {
        "Вася": (False, None),
        "Петя": (True, None),
        "Жанна": (True, None),
    }
    assert "nominations" not in found["Вася"]


def test_repeated_silence_is_one_to_be_removed_for(tmp_path: Path) -> None:
    """CAS-35, CAS-44, D-10: the second missed vote; with the host's hand the program only says so."""
    game = SmallGame(tmp_path, ruleset="casino", now="2024-01-11T23:59:00+03:00")
    players = "\n\n".join(f'[[players]]\nname = "{name}"' for name in CAST)
    (tmp_path / "cast.toml").write_text(players, encoding="utf-8")
    setup = ["--ruleset", "casino", "--thread", "https://forum.example/viewtopic.php?t=12", "--first-day", "2024-01-10"]
    options = ["--option", "modkill=host", "--option", "trump=hearts", "--option", "town_suit=clubs"]
    game.must("init", "game", *setup, *options, "--players", "cast.toml", where=tmp_path)
    voters = [name for name in CAST if name not in ("Лис", "Барон")]
    votes = [post(n, name, f"12:{n:02}:00", "[color=red]Тень[/color]") for n, name in enumerate(voters[:-2], 1)]
    second = [
        post(50 + n, name, f"2024-01-11T12:{n:02}:00", "[color=red]Жанна[/color]")
        for n, name in enumerate((*voters[:3], "Барон"), 1)
    ]
    game.read(*votes, *second, at="2024-01-11T23:30:00+03:00")
    found = rows(game, "day2", "--host")
    assert found["Лис"]["silences"] == 2
    assert (found["Лис"]["removable"], found["Барон"]["removable"]) == (True, False)
    assert "модкилл" in game.must("activity", "day2", "--host")


def test_days_come_one_after_another_with_their_state(mordheim: SmallGame) -> None:
    told = mordheim.must("activity")
    assert told.splitlines()[0] == "День 1, ещё идёт"
    mordheim.must("announce", "day1")
    assert mordheim.must("activity").splitlines()[0] == "День 1"
