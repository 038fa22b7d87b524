"""`tally letters`: what is told to each in private, when it was sent, and what has to be sent again."""

import json
from pathlib import Path
from typing import Any

import pytest

from tally.play.letter_links import compose_link
from tests.tally.closing_game import make_closing_game
from tests.tally.evening import make_game, run
from tests.tally.small_game import SmallGame


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    game = make_closing_game(tmp_path / "one")
    game.must("night", "1", "Жанна", "проверяю Кролека", "--at", "22:10")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    return game


def letters(game: SmallGame, *arguments: str) -> dict[str, dict[str, Any]]:
    return {each["to"]: each for each in json.loads(game.must("letters", *arguments, "--json"))["letters"]}


def test_everybody_is_told_his_role_his_own_and_what_he_may_do(game: SmallGame) -> None:
    found = letters(game, "start")
    assert len(found) == 8
    assert "Ваша роль: 1й ранг мафии." in found["РэдДи"]["text"]
    assert "Ваши: Петя." in found["РэдДи"]["text"]
    assert "Вы можете: " in found["РэдДи"]["text"]
    assert "Ваши" not in found["Сальвия"]["text"]
    assert "лечить" in found["Сальвия"]["text"]
    assert found["Вася"]["text"] == "Ваша роль: мирный житель."


def test_who_is_told_nothing_of_his_role_is_told_the_other(tmp_path: Path) -> None:
    """CAS-8."""
    cast = ["Вася werewolf card=7D", "Петя don", "Жанна citizen card=4D", "Ля commissar", "Тимон joker"]
    game = make_game(tmp_path, "casino", cast, "trump=hearts", "town_suit=clubs")
    told = {each["to"]: each["text"] for each in json.loads(run(game, "letters", "start", "--json").out)["letters"]}
    assert told["Вася"] == told["Жанна"].replace("четвёрка", "семёрка")


def _last_lines(game: Path) -> dict[str, str]:
    """To whom, the last line of what he is told at the start."""
    found = json.loads(run(game, "letters", "start", "--json").out)["letters"]
    return {each["to"]: each["text"].splitlines()[-1] for each in found}


def test_nobody_is_told_to_do_what_is_anothers_or_not_yet_his(tmp_path: Path) -> None:
    """CAS-82, CAS-88, CAS-89: the don alone sends the kill, the child names players, nothing is inherited so far."""
    cast = ["Вася don", "Петя killer", "Жанна boss-child", "Ля commissar", "Тимон joker", "Мурка citizen card=4D"]
    game = make_game(tmp_path, "casino", cast, "trump=hearts", "town_suit=clubs")
    may = _last_lines(game)
    assert may["Вася"] == "Вы можете: убить."
    assert may["Петя"] == "Вы можете: доп по роли."
    assert may["Жанна"] == "Вы можете: назвать имя."
    assert may["Тимон"] == "Вы можете: убить, копировать роль."
    assert may["Мурка"] == "Ваша карта: четвёрка бубен."


def test_the_maniacs_are_told_of_each_other(tmp_path: Path) -> None:
    """STY-7: though they send nothing together; the style is told in words."""
    cast = ["Вася gypsy", "Петя bad-boy style=white", "Жанна afro", "Ля citizen", "Тимон citizen"]
    game = make_game(tmp_path, "styles", cast, "lineup=18")
    told = {each["to"]: each["text"] for each in json.loads(run(game, "letters", "start", "--json").out)["letters"]}
    assert "Ваши: Петя." in told["Вася"]
    assert {"Ваш стиль: белый.", "Ваши: Вася."} <= set(told["Петя"].splitlines())
    assert "Ваши" not in told["Жанна"] + told["Ля"]


def test_the_answers_of_a_night_go_to_who_asked(game: SmallGame) -> None:
    found = letters(game, "night1")
    assert set(found) == {"Жанна"}
    assert found["Жанна"]["text"] == "Кролек: не мафия."
    assert found["Жанна"]["link"] == "https://forum.example/ucp.php?i=pm&mode=compose&u=50"


def test_letters_are_for_the_host_alone_and_are_marked_as_sent(game: SmallGame) -> None:
    told = game.must("letters", "night1")
    assert told.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")
    assert "mode=compose" in told
    assert "отмечено" in game.must("letters", "night1", "--sent", "Жанна")
    assert "Отправлять нечего" in game.must("letters", "night1")
    assert letters(game, "night1", "--all")["Жанна"]["state"] == "sent"
    assert game.run("letters", "night1", "--sent", "Ля").status == 2


def test_after_a_correction_only_what_changed_is_sent_again(game: SmallGame) -> None:
    game.must("letters", "--sent", "all")
    assert letters(game) == {}
    game.must("night", "1", "Жанна", "проверяю РэдДи", "--at", "22:20")
    changed = letters(game)
    assert {name: (each["state"], each["text"]) for name, each in changed.items()} == {
        "Жанна": ("changed", "РэдДи: мафия.")
    }
    assert "Исправление" in game.must("letters")
    game.must("night", "1", "--undo")
    assert letters(game) == {}
    game.must("night", "1", "Жанна", "пас", "--at", "22:30")
    assert letters(game)["Жанна"]["state"] == "void"
    assert "ничего из него не считается" in game.must("letters")
    game.must("letters", "--sent", "all")
    assert letters(game) == {}


def test_a_replacement_is_told_role_uses_and_answers_so_far(game: SmallGame) -> None:
    game.must("replace", "Жанна", "Тихий Омут", "--from", "day2")
    told = letters(game, "night1")["Тихий Омут"]["text"] if "Тихий Омут" in letters(game, "night1") else ""
    every = [
        each for each in json.loads(game.must("letters", "--json"))["letters"] if each["about"] == "replace:night1"
    ]
    assert [each["to"] for each in every] == ["Тихий Омут"]
    text = every[0]["text"]
    for wanted in ("Вы играете за Жанна", "Ваша роль: комиссар.", "1 раз", "Кролек", "Ночь 1: Кролек: не мафия."):
        assert wanted in text, text
    assert told


def test_before_the_roles_are_dealt_there_are_no_letters(tmp_path: Path) -> None:
    game = make_game(tmp_path, "classic", ["Вася", "Петя"])
    assert "Отправлять нечего" in run(game, "letters").out


@pytest.mark.parametrize(
    ("engine", "thread", "link"),
    [
        ("phpbb", "https://f.example/forum/viewtopic.php?t=1", "https://f.example/forum/ucp.php?i=pm&mode=compose&u=7"),
        ("mybb", "https://f.example/showthread.php?tid=1", "https://f.example/private.php?action=send&uid=7"),
        ("smf", "https://f.example/index.php?topic=1.0", "https://f.example/index.php?action=pm;sa=send;u=7"),
        ("fluxbb", "https://f.example/viewtopic.php?id=1", "https://f.example/pmsnew.php?mdl=post&uid=7"),
        ("xenforo2", "https://f.example/threads/x.1/", "https://f.example/conversations/add?to=%D0%9B%D1%8F"),
        ("discourse", "https://f.example/t/x/1", "https://f.example/new-message?username=%D0%9B%D1%8F"),
        ("invision4", "https://f.example/topic/1-x/", "https://f.example/messenger/compose/?to=7"),
        ("vbulletin4", "https://f.example/vb/showthread.php?t=1", "https://f.example/vb/private.php?do=newpm&u=7"),
        ("ucoz", "https://f.example/forum/2-1-1", "https://f.example/index/14-7-0-1"),
        (None, "https://f.example/forum/2-1-1", None),
    ],
)
def test_each_engine_has_its_address_to_write_a_message(engine: str | None, thread: str, link: str | None) -> None:
    assert compose_link(engine, thread, "Ля", "7") == link
