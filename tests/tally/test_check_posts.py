"""`tally check-posts`: posts of the dead, of outsiders, before the results, of one's own card; for the host alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.rulesets.casino.cards import names_own_card
from tally.conduct.telling import role_words, telling_words
from tests.tally.small_game import DAY_1, URL, SmallGame, Written, post

DAY_2, DAY_3 = "2024-01-11", "2024-01-12"


def game_of(folder: Path, ruleset: str, cast: dict[str, str], *options: str, now: str) -> SmallGame:
    """A game whose players are given with their fields: «citizen style=white»."""
    tables = []
    for name, written in cast.items():
        role, *rest = written.split()
        pairs = [
            f'name = "{name}"',
            f'role = "{role}"',
            *(f'{k} = "{v}"' for k, v in (each.split("=") for each in rest)),
        ]
        tables.append("[[players]]\n" + "\n".join(pairs))
    (folder / "cast.toml").write_text("\n\n".join(tables), encoding="utf-8")
    game = SmallGame(folder, ruleset=ruleset, now=now)
    setup = ["--ruleset", ruleset, "--thread", URL, "--first-day", DAY_1, "--host", "Ведущий"]
    chosen = [word for option in options for word in ("--option", option)]
    game.must("init", "game", *setup, *chosen, "--players", "cast.toml", where=folder)
    return game


def found(game: SmallGame, *arguments: str) -> list[tuple[str, str, str]]:
    return [(each["what"], each["who"], each["phase"]) for each in findings(game, *arguments)]


def findings(game: SmallGame, *arguments: str) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads(game.must("check-posts", *arguments, "--json"))
    return read


MORDHEIM = {
    "Скальд": "citizen",
    "Хельга": "citizen",
    "Рыжая": "citizen",
    "Лис": "kamikaze",
    "Ворчун": "commissioner",
    "Баюн": "citizen",
    "Барон": "underboss",
    "Тень": "mafioso",
}


def mordheim(folder: Path, *later: Written, now: str = f"{DAY_3}T12:00:00+03:00") -> SmallGame:
    """Рыжая is executed on day 1, Скальд killed at night 1."""
    game = game_of(folder, "mordheim", MORDHEIM, now=now)
    day_1 = [post(1, "Скальд", "11:00:00", "выдвигаю Рыжую")]
    day_1 += [post(n, name, f"20:{n}:00", "казнить Рыжую") for n, name in enumerate(list(MORDHEIM)[:5], 10)]
    game.read(*day_1, *later, at=f"{DAY_3}T11:00:00+03:00")
    game.must("night", "1", "Тень", "убить Скальда", "--at", "23:00")
    return game


def test_an_executed_player_has_one_post_in_the_thread_of_the_new_day(tmp_path: Path) -> None:
    """MOR-62."""
    game = mordheim(
        tmp_path,
        post(30, "Рыжая", "22:10:00", "Эх, рано вы меня."),
        post(31, "Скальд", "23:30:00", "Живой пока, завтра поговорим."),
        post(40, "Рыжая", f"{DAY_2}T11:00:00", "Прощайте, играйте хорошо!"),
        post(41, "Скальд", f"{DAY_2}T11:05:00", "А я-то за что?"),
        post(42, "Рыжая", f"{DAY_2}T11:10:00", "И ещё: ищите Тень."),
        post(43, "Прохожий", f"{DAY_2}T11:20:00", "Интересная у вас партия."),
        post(44, "Ведущий", f"{DAY_2}T11:30:00", "Мёртвые молчат!"),
    )
    assert found(game) == [
        ("last-word", "Рыжая", "day2"),
        ("dead-post", "Скальд", "day2"),
        ("second-last-word", "Рыжая", "day2"),
        ("outsider-post", "Прохожий", "day2"),
    ]


def test_after_the_announcement_an_executed_player_is_silent_in_the_old_thread(tmp_path: Path) -> None:
    game = mordheim(tmp_path, post(30, "Рыжая", "22:10:00", "Эх, рано вы меня."), now=f"{DAY_1}T22:05:00+03:00")
    game.must("announce", "day1")
    game.now = f"{DAY_3}T12:00:00+03:00"
    assert found(game) == [("dead-post", "Рыжая", "night1")]


def test_a_last_word_after_the_vote_of_the_new_day_is_late(tmp_path: Path) -> None:
    game = mordheim(tmp_path, post(40, "Рыжая", f"{DAY_2}T22:00:00", "Забыла попрощаться!"))
    assert found(game) == [("late-last-word", "Рыжая", "night2")]
    assert found(game, "day1") == []
    assert found(game, "day2") == [("late-last-word", "Рыжая", "night2")]


def test_a_dead_player_who_names_a_role_is_shown_with_the_words(tmp_path: Path) -> None:
    """MOR-63."""
    game = mordheim(tmp_path, post(40, "Рыжая", f"{DAY_2}T11:00:00", "Комиссаром был Ворчун, берегите его."))
    named = [each for each in findings(game) if each["what"] == "role-named"]
    assert [(each["who"], each["words"], each["rule"]) for each in named] == [("Рыжая", ["Комиссаром"], "MOR-63")]
    told = game.must("check-posts")
    assert told.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО")
    assert "погибший называет роль [MOR-63]" in told
    assert "слова: Комиссаром" in told
    assert "«Комиссаром был Ворчун, берегите его.» (36 знаков)" in told


STYLES = {
    "Сальвия": "doctor style=white",
    "Вася": "detective style=black",
    "Петя": "citizen",
    "Жанна": "citizen",
    "Лис": "deceiver style=white",
    "Ля": "citizen",
}


def styles(folder: Path, *posts: Written) -> SmallGame:
    game = game_of(folder, "styles", STYLES, now=f"{DAY_2}T20:00:00+03:00")
    return game.read(post(1, "Вася", "12:00:00", "[color=red]Петя[/color]"), *posts, at=f"{DAY_2}T19:00:00+03:00")


def test_posts_between_the_actions_and_the_results_are_shown_with_what_may_tell(tmp_path: Path) -> None:
    """STY-137: from 21:30 to the results, posts of living players; the host's first post there is the results."""
    game = styles(
        tmp_path,
        post(2, "Сальвия", "21:29:59", "Лечила Васю, если что."),
        post(3, "Сальвия", "21:30:00", "Лечила Васю, если что."),
        post(4, "Петя", "21:40:00", "Казнённому слово: прощайте."),
        post(9, "Ведущий", "21:45:00", "Приём закрыт, считаю."),
        post(5, "Ля", "21:50:00", "Ждём итогов, всем чаю."),
        post(6, "Ведущий", "22:25:00", "Итоги ночи."),
        post(7, "Вася", "22:26:00", "Сверка показала разное!"),
    )
    game.now = f"{DAY_2}T23:00:00+03:00"
    game.must("announce", "day1")
    assert [(each["what"], each["who"], each["words"], each["rule"]) for each in findings(game)] == [
        ("before-results", "Сальвия", ["Лечила"], "STY-137"),
        ("dead-post", "Петя", [], "CLA-130"),
        ("before-results", "Ля", [], "STY-137"),
    ]


def test_before_the_results_a_word_of_the_host_does_not_end_the_window(tmp_path: Path) -> None:
    game = styles(
        tmp_path,
        post(3, "Ведущий", "21:33:00", "Итоги позже, приём закрыт."),
        post(4, "Ля", "21:40:00", "Стреляла в Лиса!"),
    )
    game.now = f"{DAY_1}T22:00:00+03:00"
    assert [each["who"] for each in findings(game) if each["what"] == "before-results"] == ["Ля"]


def test_results_that_the_host_posts_himself_end_the_window(tmp_path: Path) -> None:
    game = styles(
        tmp_path,
        post(3, "Ля", "21:40:00", "Молчу."),
        post(4, "Ведущий", "21:50:00", "Этой ночью не стало Ля."),
        post(5, "Жанна", "21:55:00", "Стреляла в Лиса!"),
    )
    game.now = f"{DAY_1}T22:00:00+03:00"
    game.must("night", "1", "Лис", "мафия: Ля", "--at", "21:10")
    assert [each["who"] for each in findings(game) if each["what"] == "before-results"] == ["Ля"]


def test_the_announcement_ends_the_window_where_it_came_before_the_next_vote(tmp_path: Path) -> None:
    game = styles(tmp_path, post(3, "Сальвия", "21:35:00", "Молчу."), post(4, "Ля", "22:01:00", "Стреляла в Лиса!"))
    game.now = f"{DAY_1}T22:00:00+03:00"
    game.must("announce", "day1")
    game.must("announce", "night1")
    game.now = f"{DAY_2}T20:00:00+03:00"
    assert [each["who"] for each in findings(game) if each["what"] == "before-results"] == ["Сальвия"]


def test_an_edit_does_not_hide_what_a_post_told(tmp_path: Path) -> None:
    game = styles(tmp_path, post(3, "Сальвия", "21:35:00", "Лечила Васю."))
    game.read(
        post(1, "Вася", "12:00:00", "[color=red]Петя[/color]"),
        post(3, "Сальвия", "21:35:00", "Молчу.", edited=("Сальвия", "21:45:00")),
        at=f"{DAY_2}T19:30:00+03:00",
    )
    [shown] = findings(game)
    assert (shown["words"], shown["text"]) == (["Лечила"], "Молчу.")


CASINO = {
    "Сальвия": "doctor",
    "Вася": "citizen card=7C",
    "Петя": "citizen card=8S",
    "Жанна": "werewolf card=9C",
    "Лис": "killer",
    "Ля": "joker",
}


def test_a_citizen_who_names_his_very_card_is_shown(tmp_path: Path) -> None:
    """CAS-140: false cards, and cards of those who have roles, may be named."""
    game = game_of(tmp_path, "casino", CASINO, "trump=hearts", "town_suit=diamonds", now=f"{DAY_1}T23:30:00+03:00")
    game.read(
        post(1, "Вася", "12:00:00", "Да я простая семёрка треф, отстаньте."),
        post(2, "Петя", "12:10:00", "А я семёрка треф!"),
        post(3, "Жанна", "12:20:00", "У меня была девятка, трефовая девятка."),
        post(4, "Сальвия", "12:30:00", "Туз бубен я, туз бубен!"),
        at=f"{DAY_1}T23:00:00+03:00",
    )
    assert [(each["who"], each["words"]) for each in findings(game)] == [
        ("Вася", ["семёрка треф"]),
        ("Жанна", ["трефовая девятка"]),
    ]


@pytest.mark.parametrize("text", ["7♣", "7 треф", "Семёркой треф", "крестовую семёрку", "7C", "7-ка треф", "7ка треф"])
def test_a_card_is_found_in_any_form(text: str) -> None:
    assert names_own_card({"card": "7C"}, f"я {text}, вот так") is not None


@pytest.mark.parametrize(
    "text", ["17 треф", "7 червей", "8♣", "7к треф", "трефы, семь раз отмерь", "6 или 7, треф не видел"]
)
def test_another_card_is_not_ones_own(text: str) -> None:
    assert names_own_card({"card": "7C"}, f"я {text}") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Я кинула в Петю, посмотрим", ("кинула",)),
        ("отправила НД и спать", ("отправила", "НД")),
        ("мой блок пошёл в Жанну", ("блок", "пошёл")),
        ("Атлет, не ходи ко мне", ("ходи", "Атлет")),
        ("я мирный, честно", ("мирный",)),
        ("Доброй ночи, до завтра", ()),
    ],
)
def test_words_that_may_tell_are_found_in_any_form(text: str, words: tuple[str, ...]) -> None:
    assert telling_words("styles", text) == words


def test_names_of_roles_are_found_in_any_form() -> None:
    assert role_words("mordheim", "Оборотню привет, а комиссара не трогать") == ("Оборотню", "комиссара")


def test_classic_shows_every_post_of_the_dead(tmp_path: Path) -> None:
    """CLA-130."""
    cast = {"Вася": "citizen", "Петя": "rank1", "Жанна": "doctor", "Ля": "citizen"}
    game = game_of(tmp_path, "classic", cast, now=f"{DAY_2}T12:00:00+03:00")
    game.read(
        *(post(n, name, f"12:{n:02}:00", "[color=red]Ля[/color]") for n, name in enumerate(("Вася", "Петя"), 10)),
        post(20, "Ля", f"{DAY_2}T11:00:00", "Ну и зря."),
        at=f"{DAY_2}T11:30:00+03:00",
    )
    assert found(game) == [("dead-post", "Ля", "day2")]


def test_after_the_end_everybody_may_speak(tmp_path: Path) -> None:
    cast = {"Вася": "citizen", "Петя": "rank1", "Жанна": "doctor", "Ля": "citizen"}
    game = game_of(tmp_path, "classic", cast, now=f"{DAY_1}T22:05:00+03:00")
    votes = [post(n, name, f"12:{n:02}:00", "[color=red]Петя[/color]") for n, name in enumerate(("Вася", "Ля"), 10)]
    game.read(*votes, post(20, "Петя", "22:10:00", "Да, я был боссом."), at=f"{DAY_1}T22:15:00+03:00")
    game.must("announce", "day1")
    assert found(game) == []


def test_a_game_without_such_rules_says_so(tmp_path: Path) -> None:
    game = game_of(tmp_path, "generic", {"Ann": "player", "Bob": "player"}, now=f"{DAY_2}T12:00:00+03:00")
    game.read(post(1, "Ann", "12:00:00", "hi"), at=f"{DAY_1}T13:00:00+03:00")
    assert "не запрещают" in game.must("check-posts")
