"""`tally status`: what is shown to everybody and to the host, for people, programs and monitors; what waits."""

import json
from pathlib import Path
from typing import Any

import pytest

from tally.service.openings import read_opening
from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import HOST, Done, SmallGame, post

NOON = "2024-01-10T12:00:00+03:00"


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path, now=NOON).set_up("Вася", "Петя", "Жанна")


def status(game: SmallGame, *arguments: str, now: str | None = None) -> tuple[int, dict[str, Any]]:
    game.now = now or game.now
    done: Done = game.run("status", "--json", *arguments)
    return done.status, json.loads(done.out)


def waits(game: SmallGame, *arguments: str, now: str | None = None) -> list[tuple[str, str]]:
    return [(each["kind"], each["command"]) for each in status(game, *arguments, now=now)[1]["waits"]]


def test_a_game_that_was_just_read(game: SmallGame) -> None:
    game.read(post(1, "Вася", "11:00:00", "[color=red]Петя[/color]"), at=NOON)
    code, found = status(game)
    assert code == found["exit_status"] == 0
    assert found["phase"] == "day1"
    assert found["deadline"] == "2024-01-10T19:00:00+00:00"
    assert found["last_read"] == "2024-01-10T09:00:00+00:00"
    assert (found["next_read"], found["next_why"]) == ("2024-01-10T09:15:00+00:00", "regular")
    assert found["failures"] == {"count": 0, "since": None, "why": None}
    assert found["waits"] == []
    assert not found["running"]


def test_for_people(game: SmallGame) -> None:
    game.read(post(1, "Вася", "11:00:00", "слова"), at=NOON)
    shown = game.must("status")
    assert "Игра · День 1" in shown
    assert "Последнее чтение: 12:00:00" in shown
    assert "Следующее чтение: 12:15:00, очередное («tally run» не запущен)" in shown
    assert "Ведущего ничто не ждёт." in shown


def test_a_game_that_was_never_read(game: SmallGame) -> None:
    code, found = status(game)
    assert (code, found["last_read"], found["next_why"]) == (0, None, "first")


def test_a_thread_of_which_only_the_first_page_is_there(game: SmallGame) -> None:
    game.read(*(post(number, "Вася", f"11:00:{number:02}", "слова") for number in range(51)), at=NOON)
    assert "Последнее чтение: 12:00:00, но не до конца темы: страниц 2, есть 1" in game.must("status")
    found = status(game)[1]
    assert found["last_read"] is None
    assert found["part_read"] == {"at": "2024-01-10T09:00:00+00:00", "held": [1], "pages": 2}


def test_a_forum_that_nobody_reads_is_an_alarm(game: SmallGame) -> None:
    game.read(post(1, "Вася", "11:00:00", "слова"), at=NOON)
    code, found = status(game, now="2024-01-10T12:30:00+03:00")
    assert (code, found["late"]) == (4, True)


def test_a_vote_that_waits_for_the_host(game: SmallGame) -> None:
    game.read(post(1, "Вася", "11:00:00", "[color=red]Петя[/color]", edited=("Жанна", "11:30:00")), at=NOON)
    assert status(game)[0] == 1
    assert waits(game) == [("unclear", "tally votes day1")]


def test_a_day_that_is_over_waits_for_its_results(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path)
    assert waits(game) == [("results", "tally resolve day1")]
    game.must("announce", "day1")
    assert waits(game) == [("results", "tally resolve night1")]
    game.must("announce", "night1")
    assert waits(game) == [("results", "tally resolve day2")]


def test_a_tie_waits_for_the_host_and_only_he_is_told(game: SmallGame) -> None:
    game.read(
        post(1, "Вася", "11:00:00", "[color=red]Петя[/color]"),
        post(2, "Петя", "11:01:00", "[color=red]Вася[/color]"),
        at="2024-01-10T22:05:00+03:00",
    )
    public = waits(game, now="2024-01-10T22:05:00+03:00")
    host = waits(game, "--host")
    assert public == [("results", "tally resolve day1")]
    assert host == [*public, ("decision", "tally resolve day1")]
    assert game.run("status", "--host").out.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО")


def test_a_day_without_posts_is_an_alarm(game: SmallGame) -> None:
    game.read(post(1, HOST, "11:00:00", "Скоро начнём"), at="2024-01-10T22:05:00+03:00")
    assert ("no-posts", "tally calendar") in waits(game, now="2024-01-10T22:05:00+03:00")


def test_a_day_without_a_thread_is_an_alarm(game: SmallGame) -> None:
    file = game.game / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('t=12" }', 't=12", until = "day1" }', 1), encoding="utf-8")
    game.read(post(1, "Вася", "11:00:00", "[color=red]Петя[/color]"), at="2024-01-10T22:05:00+03:00")
    found = waits(game, now="2024-01-11T12:00:00+03:00")
    assert ("no-thread", "tally thread add URL --from day2") in found


def test_a_hosts_post_that_opens_the_day_is_proposed_until_he_says(game: SmallGame) -> None:
    game.read(post(1, HOST, "10:00:00", "День 1\nГолосуем до 22:00"), post(2, "Вася", "11:00:00", "слова"), at=NOON)
    assert waits(game) == [("opening", "tally day 1 --from-post 1")]
    game.must("day", "1", "--from-post", "1")
    assert waits(game) == []


def test_a_day_that_has_no_clock_is_opened_by_the_hosts_post(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, ruleset="generic", now=NOON).set_up("Вася", "Петя", "Жанна", roles=False)
    game.read(post(1, "Вася", "09:00:00", "слова"), post(2, HOST, "11:00:00", "День 2"), at=NOON)
    [wait] = status(game)[1]["waits"]
    assert wait["command"] == "tally day 2 --from-post 2"
    assert "9000" not in wait["text"]


def test_nobody_but_the_host_opens_a_day(game: SmallGame) -> None:
    game.read(post(1, "Вася", "10:00:00", "День 1"), at=NOON)
    assert waits(game) == []


def test_a_broken_folder_is_told_in_one_line(game: SmallGame) -> None:
    (game.game / "game.toml").write_text("ruleset =", encoding="utf-8")
    done = game.run("status")
    assert done.status == 2
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("День 3", ("day", 3)),
        ("[День третий]", ("day", 3)),
        ("3 день", ("day", 3)),
        ("Наступает день 3!", ("day", 3)),
        ("День №5", ("day", 5)),
        ("День 3 — голосуем до 22:00", ("day", 3)),
        ("Итоги ночи 2\n\nПогиб Вася\n\nДень 3 (среда)", ("day", 3)),
        ("*** НОЧЬ 2 ***", ("night", 2)),
        ("2-я ночь", ("night", 2)),
        ("Голосование открыто", ("vote", None)),
        ("Открываю голосование.", ("vote", None)),
        ("Голосование дня 3 началось", ("vote", None)),
        ("Day 3 begins", ("day", 3)),
        ("Voting is open", ("vote", None)),
        ("в день 3 мы увидим", None),
        ("День 3 окончен", None),
        ("день 3 был скучным", None),
        ("Голосование закрыто", None),
        ("добрый день", None),
        ("", None),
    ],
)
def test_what_a_post_opens(text: str, opened: tuple[str, int | None] | None) -> None:
    assert read_opening(text) == opened
