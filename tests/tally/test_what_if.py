"""`tally what-if`: a change tried on a copy; what would differ is shown, and nothing is stored."""

import json
from pathlib import Path
from typing import Any

import pytest

from tally.store import FactKind, Store
from tests.tally.closing_game import copy_game, make_closing_game
from tests.tally.small_game import SmallGame, post


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> SmallGame:
    """Day 1 executes Петя; in night 1 the mafia kills Ля, and nobody heals."""
    game = make_closing_game(tmp_path_factory.mktemp("played") / "one")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    return game


@pytest.fixture
def game(played: SmallGame, tmp_path: Path) -> SmallGame:
    return copy_game(played, tmp_path / "one")


def tried(game: SmallGame, *words: str) -> dict[str, dict[str, Any]]:
    """Phase → what is and would be, of the phases that differ."""
    phases = json.loads(game.must("what-if", *words, "--json"))["phases"]
    return {each["phase"]: each for each in phases if each["differs"]}


def test_a_heal_that_was_not_sent(game: SmallGame) -> None:
    told = game.must("what-if", "night1", "Сальвия: лечу Ля")
    assert told.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\nПримерено, ничего не записано:\n  Сальвия: лечить → Ля")
    assert "− Этой ночью погибает Ля" in told
    assert "+ Этой ночью никто не погибает" in told
    found = tried(game, "night1", "Сальвия: лечу Ля")
    assert found["night1"]["now"]["dead"] == ["Ля"]
    assert found["night1"]["then"]["saved"] == ["Ля"]
    # on day 2 her vote counts then
    assert {each["by"] for each in found["day2"]["then"]["votes"]} > {
        each["by"] for each in found["day2"]["now"]["votes"]
    }


def test_nothing_is_stored(game: SmallGame) -> None:
    before = (game.game / "tally.db").read_bytes(), sorted(path.name for path in game.game.iterdir())
    told = game.must("resolve", "night1")
    for words in (
        ("night1", "Сальвия: лечу Ля"), ("day1", "--vote", "Тимон red Вася"), ("day1", "--rule", "4 --ignore"),
        ("day1", "--do", "execute Жанна"), ("night1", "--without", "5"),
    ):  # fmt: skip
        game.must("what-if", *words)
    assert game.must("resolve", "night1") == told
    assert sorted(path.name for path in game.game.iterdir()) == before[1]


def test_a_message_comes_after_those_that_stand(game: SmallGame) -> None:
    found = tried(game, "night1", "РэдДи: убить Жанну")
    assert found["night1"]["then"]["dead"] == ["Жанна"]


def test_a_message_with_its_own_time_may_be_too_late_or_be_replaced(game: SmallGame) -> None:
    assert tried(game, "night1", "22:10 РэдДи: убить Жанну") == {}
    assert "Ничего не вышло бы иначе: Ночь 1, День 2" in game.must("what-if", "night1", "22:10 РэдДи: убить Жанну")


@pytest.mark.parametrize(
    ("vote", "executed"),
    [("Тимон red Вася", ["Вася"]), ("Тимон красным Вася --at 12:30:00", None), ("Тимон blue Жанна", ["Петя"])],
)
def test_a_vote_that_was_not_given(game: SmallGame, vote: str, executed: list[str] | None) -> None:
    found = tried(game, "day1", "--vote", vote)["day1"]
    assert found["now"].get("executed", ["Петя"]) == ["Петя"]
    if executed == ["Петя"]:
        assert "executed" not in found["then"]
    else:
        assert found["then"]["executed"] in (["Вася"], [])


def test_a_ruling_reaches_into_all_later_phases(game: SmallGame) -> None:
    found = tried(game, "day1", "--rule", "4 --ignore")
    assert found["day1"]["then"]["executed"] == ["Вася"]
    voters = {each["by"] for each in found["day2"]["then"]["votes"]}
    assert "Петя" in voters
    assert "Вася" not in voters


def test_a_change_of_an_earlier_phase_than_the_one_named_is_shown_from_there(game: SmallGame) -> None:
    assert "day1" in tried(game, "day2", "--rule", "4 --ignore")


def test_an_operation_of_the_host(game: SmallGame) -> None:
    found = tried(game, "day1", "--do", "execute Жанну")
    assert found["day1"]["then"]["executed"] == ["Жанна"]
    ended = json.loads(game.must("what-if", "day1", "--do", "end мафия", "--json"))["phases"]
    assert [each["played"]["then"] for each in ended] == [True, False, False, False]
    assert "игра кончилась бы раньше" in game.must("what-if", "day1", "--do", "end мафия")


def test_something_entered_taken_away(game: SmallGame) -> None:
    with Store(game.game / "tally.db") as store:
        number = str(store.facts(FactKind.ENTRY)[-1].id)
    for written in (number, f"entry-{number}"):
        found = tried(game, "night1", "--without", written)
        assert found["night1"]["now"]["dead"] == ["Ля"]
        assert found["night1"]["then"]["dead"] == []


def test_several_changes_at_once(game: SmallGame) -> None:
    found = tried(game, "night1", "Сальвия: лечу Ля", "Кролек: к Сальвии")
    # the girl keeps the doctor from healing
    assert "dead" not in found["night1"]["then"]


def test_what_cannot_be_tried_is_refused_in_plain_words(game: SmallGame) -> None:
    for words in (
        ("night1",), ("night1", "Никто: лечу Ля"), ("night1", "Сальвия: хм"), ("day1", "--vote", "Вася Петя"),
        ("day1", "--rule", "999 --ignore"), ("day1", "--do", "replace Вася Новый"), ("day1", "--without", "999"),
        ("day1", "--rule", '4 --why "'), ("вчера", "Сальвия: лечу Ля"),
    ):  # fmt: skip
        refused = game.run("what-if", *words)
        assert (refused.status, refused.out) == (2, ""), words
        assert refused.err
        assert "Traceback" not in refused.err
        assert "ошибка в самой программе" not in refused.err


def test_an_announced_phase_is_tried_all_the_same(game: SmallGame) -> None:
    for phase in ("day1", "night1", "day2"):
        game.must("announce", phase)
    found = tried(game, "night1", "Сальвия: лечу Ля")
    assert found["night1"]["then"]["saved"] == ["Ля"]


@pytest.mark.parametrize(
    ("change", "command"),
    [
        (("night1", "Сальвия: лечу Ля"), ("night", "1", "Сальвия", "лечу Ля", "--at", "22:59:59")),
        (("day1", "--rule", "5 --on Жанна"), ("rule", "5", "--on", "Жанна", "--why", "так")),
        (("day1", "--vote", "Тимон red Вася --at 13:00:00"),
         ("vote", "Тимон", "red", "Вася", "--at", "2024-01-10T13:00:00+03:00", "--why", "письмом")),
        (("day1", "--do", "modkill Жанна"), ("host", "modkill", "Жанна", "--phase", "day1")),
    ],
)  # fmt: skip
def test_what_would_be_is_what_comes_when_it_is_done(
    game: SmallGame, change: tuple[str, ...], command: tuple[str, ...]
) -> None:
    would_be = tried(game, *change)
    game.must(*command)
    for phase, found in would_be.items():
        done = json.loads(game.run("resolve", phase, "--json").out)
        for key, value in found["then"].items():
            assert _told(done.get(key)) == _told(value), (phase, key)


def _told(value: Any) -> Any:
    """Without the number under which something was entered."""
    return [{k: v for k, v in each.items() if k != "post"} if isinstance(each, dict) else each for each in value or ()]


def test_a_vote_of_a_day_that_was_not_read_is_refused(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя", "Жанна")
    refused = game.run("what-if", "day1", "--vote", "Вася red Петя")
    assert (refused.status, refused.out) == (2, "")
    assert "tally scrape" in refused.err


def test_a_vote_on_a_day_that_goes_on_comes_as_late_as_its_thread_is_known(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now="2024-01-10T15:00:00+03:00").set_up("Вася", "Петя", "Эмилия")
    game.read(post(1, "Петя", "12:00:00", "[color=red]Вася[/color]"), at="2024-01-10T13:00:00+03:00")
    assert "  + Равенство: Вася, Эмилия" in game.must("what-if", "day1", "--vote", "Вася red Эмилия")
