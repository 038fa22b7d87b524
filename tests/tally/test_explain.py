"""`tally explain`: why it came so, for the town without a secret, for the host down to the line that was sent."""

import json
from pathlib import Path
from typing import Any

import pytest

from tally.store import FactKind, Store
from tests.tally.closing_game import CAST, copy_game, make_closing_game, red
from tests.tally.evening import make_game
from tests.tally.small_game import SmallGame, post

SECRET = ("CLA-26", "CLA-70", "CLA-60", "entry-", "убить", "лечу", "ранг", "×", "ВЕДУЩЕГО")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> SmallGame:
    """Day 1: Петя by the secret weight of the doctor; night 1: the doctor, blocked by the girl, cannot save Ля."""
    game = make_closing_game(tmp_path_factory.mktemp("played") / "one")
    for by, line, at in (
        ("РэдДи", "убить Ля", "22:14"), ("Сальвия", "лечу Ля", "22:15"), ("Кролек", "к Сальвии", "22:16"),
        ("Жанна", "проверяю РэдДи", "22:17"),
    ):  # fmt: skip
        game.must("night", "1", by, line, "--at", at)
    for phase in ("day1", "night1", "day2"):
        game.must("announce", phase)
    return game


@pytest.fixture
def game(played: SmallGame, tmp_path: Path) -> SmallGame:
    return copy_game(played, tmp_path / "one")


def steps(found: dict[str, Any]) -> list[dict[str, Any]]:
    """All steps of an explanation, of whatever depth."""
    own = found.get("steps", [])
    return [*own, *(deeper for each in own for deeper in steps(each))]


def explained(game: SmallGame, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game.must("explain", *words, "--json"))
    return found


def test_a_day_is_explained_to_the_town_by_what_it_can_count(game: SmallGame) -> None:
    told = game.must("explain", "day1")
    assert "Казнь: Петя" in told
    assert "По открытой таблице впереди Вася." in told
    assert "CLA-32: Казнят одного" in told
    assert "https://forum.example/viewtopic.php?p=4#p4" in told
    assert "Из одной открытой таблицы этого не видно" in told


def test_a_day_is_explained_to_the_host_by_the_true_weights(game: SmallGame) -> None:
    found = explained(game, "day1", "--host")
    assert found["view"] == "host"
    heavy = next(each for each in steps(found) if "×3" in each["text"])
    assert heavy["rule"]["id"] == "CLA-26"
    assert heavy["rule"]["ru"] == "Синий голос доктора весит три, красный — один."
    assert heavy["rule"]["en"].startswith("A blue vote of the doctor")
    assert heavy["places"] == ["https://forum.example/viewtopic.php?p=4#p4"]


def test_a_death_is_explained_down_to_the_line_that_was_sent(game: SmallGame) -> None:
    told = game.must("explain", "night1", "Ля", "--host")
    assert told.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\nНочь 1, Ля (мирный житель)\n  Ля погибает: мафия\n")
    assert "CLA-70: Босс убивает одного или двоих." in told
    assert "«убить Ля», 10.01 22:14:00" in told


@pytest.mark.parametrize(
    "words",
    [
        ("night1", "лечение"), ("night1", "heal"), ("почему", "лечение", "night1"), ("ночь", "1", "лечить"),
        ("почему в ночь 1 лечение не сработало?",),
    ],
)  # fmt: skip
def test_why_the_heal_did_not_work(game: SmallGame, words: tuple[str, ...]) -> None:
    told = game.must("explain", *words, "--host")
    assert "Сальвия: лечить → Ля" in told
    assert "не состоялось, блок (Кролек)" in told
    assert "CLA-60" in told
    assert "Ля: убийство (мафия, РэдДи)" in told


def test_why_no_answer_came(game: SmallGame) -> None:
    asked = explained(game, "night1", "Сальвия", "--host")
    assert "ответа на него в этой фазе не было" in [each["text"] for each in steps(asked)]
    answered = explained(game, "night1", "Жанна", "--host")
    assert "ответа на него в этой фазе не было" not in [each["text"] for each in steps(answered)]
    assert any(each["text"].startswith("Письмо: Жанна ← РэдДи: мафия") for each in steps(answered))


def test_a_post_is_explained_with_its_versions(game: SmallGame) -> None:
    told = game.must("explain", "7")
    assert "не засчитан" in told
    assert "CLA-36" in told
    assert "https://forum.example/viewtopic.php?p=7#p7" in told
    assert "версия 1 из 1, впервые прочитана 11.01.2024 23:30:00" in told
    assert "чтение №" in game.must("explain", "https://forum.example/viewtopic.php?p=7#p7", "--host")


def test_a_vote_that_was_followed_by_another_names_that_one(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя", "Жанна")
    game.read(post(1, "Вася", "12:00:00", red("Петя")), post(2, "Вася", "12:05:00", red("Жанна")))
    told = game.must("explain", "1")
    assert "вместо него считается: Вася 12:05:00 → Жанна (против): засчитан" in told


def test_a_post_without_a_vote_says_so(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя", "Жанна")
    game.read(post(1, "Вася", "12:00:00", "доброе утро"), post(2, "Вася", "2024-01-01T12:00:00", red("Жанна")))
    assert "Голоса в нём нет" in game.must("explain", "1")
    assert "не в игровой день" in game.must("explain", "2")


def test_the_end_is_explained_by_sides_to_the_host_alone(game: SmallGame) -> None:
    told = game.must("explain", "end")
    assert "Игра продолжается. В игре: 5." in told
    assert "CLA-123: Мафия побеждает" in told
    assert "РэдДи" not in told
    told = game.must("explain", "victory", "--host")
    assert "мафия: 1 — РэдДи" in told
    assert "город: 4" in told
    assert "CLA-123" in told
    assert "не выполнено" in told


def test_a_game_that_is_over_says_by_which_rule(game: SmallGame) -> None:
    game.must("host", "modkill", "РэдДи", "--phase", "day2")
    game.must("announce", "day2", "--again")
    told = game.must("explain", "end", "--host")
    assert "Игра окончена" in told
    assert "CLA-124" in told
    assert "Игра окончена" in game.must("explain", "end")


@pytest.mark.parametrize("rule", ["CAS-59", "cla-26"])
def test_a_rule_is_told_without_a_game(tmp_path: Path, rule: str) -> None:
    game = SmallGame(tmp_path)
    told = game.must("explain", rule, where=tmp_path).splitlines()
    assert told[0] == rule.upper()
    assert len(told) == 3
    assert game.must("explain", rule, "--host", where=tmp_path).startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")


def test_a_decision_of_the_page_is_told_with_the_games_choice(game: SmallGame) -> None:
    assert 'tie = "host"' in game.must("explain", "D-8")


def test_a_player_is_explained_phase_by_phase(game: SmallGame) -> None:
    told = game.must("explain", "Петю")
    assert told.splitlines()[0] == "Петя"
    assert "День 1" in told
    assert "Петя — вне игры." in told
    assert "не засчитан: мёртв" in told


def test_nothing_secret_is_told_without_host(game: SmallGame) -> None:
    questions = [(phase, *who) for phase in ("day1", "night1", "day2") for who in ((), *((name,) for name in CAST))] + [
        ("end",),
        *((str(number),) for number in range(1, 10)),
        ("Сальвия",),
        ("Ля",),
        ("Петя",),
    ]
    told = "\n".join(game.must("explain", *words) + game.must("explain", *words, "--json") for words in questions)
    assert not [secret for secret in SECRET if secret in told]
    for words in (("night1", "лечение"), ("entry-5",), ("entry-999",)):
        refused = game.run("explain", *words)
        assert (refused.status, refused.out) == (2, "")
        assert "--host" in refused.err


def test_what_the_town_is_told_does_not_depend_on_the_roles(tmp_path: Path) -> None:
    """Games that differ in secrets alone, announced alike: every public explanation is the same."""
    one = make_closing_game(tmp_path / "one", {**CAST, "Кролек": "citizen", "Тимон": "girl"})
    other = make_closing_game(tmp_path / "other", {**CAST, "Кролек": "journalist", "Ля": "girl"})
    # here the game is over with day 1, but nobody has been told
    over = make_closing_game(tmp_path / "over", {**CAST, "РэдДи": "citizen"})
    assert public(one) == public(other) == public(over)
    for game in (one, other):
        game.must("announce", "day1")
    assert public(one) == public(other)


def public(game: SmallGame) -> list[str]:
    return [game.must("explain", *words) for words in (("day1",), ("end",), ("day2", "Ля"), ("Сальвия",))]


def test_words_that_mean_nothing_are_refused_in_one_line(game: SmallGame) -> None:
    for words in (("чушь",), ("day9",), ("9999",), ("почему",), ("CLA-999",)):
        refused = game.run("explain", *words)
        assert (refused.status, refused.out) == (2, ""), words
        assert len(refused.err.splitlines()) == 1


def test_an_announced_outcome_is_explained_even_where_it_would_be_another_now(game: SmallGame) -> None:
    game.must("rule", "4", "--ignore", "--why", "не голос")
    told = game.must("explain", "day1", "--host")
    assert "tally resolve day1 --fix" in told
    assert "Выбор голосования: Петя" in told


@pytest.mark.parametrize(
    ("ruleset", "cast", "line"),
    [
        ("newyear", ["Вася doctor", "Петя rank1", "Жанна citizen", "Ля citizen", "Тимон citizen"], "Петя: убить Ля"),
        ("casino", ["Вася citizen card=2D", "Петя don", "Жанна citizen card=4D", "Ля commissar", "Тимон joker"],
         "Петя: убить Ля"),
        ("styles", ["Вася doctor style=white", "Петя deceiver style=white", "Ля citizen style=grey",
                    "Тимон citizen style=grey"], "мафия: Ля"),
        ("mordheim", ["Вася doctor", "Петя mafioso", "Жанна citizen", "Ля citizen", "Тимон citizen"],
         "Петя: убить Ля"),
    ],
)  # fmt: skip
def test_every_ruleset_explains_its_nights(tmp_path: Path, ruleset: str, cast: list[str], line: str) -> None:
    game = SmallGame(tmp_path, now="2024-01-11T12:00:00+03:00")
    make_game(tmp_path, ruleset, cast, *(("trump=hearts", "town_suit=clubs") if ruleset == "casino" else ()))
    game.read(post(1, "Вася", "12:00:00", "привет"), at="2024-01-11T10:30:00+03:00")
    by, text = line.split(": ")
    game.must("night", "1", by, text, "--later")
    found = explained(game, "night1", "Ля", "--host")
    cited = [each["rule"] for each in steps(found) if "rule" in each]
    assert "погибает" in found["steps"][0]["text"]
    assert cited
    assert all(rule["ru"] and rule["en"] for rule in cited)


def test_a_day_that_goes_on_says_so(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now="2024-01-10T20:00:00+03:00").set_up("Вася", "Петя", "Жанна")
    game.read(post(1, "Вася", "12:00:00", red("Петя")), at="2024-01-10T19:30:00+03:00")
    assert "голосование до 22:00:00" in game.must("explain", "day1").lower()
    assert "ещё не кончилась" in game.must("explain", "day1", "--host")
    assert game.run("explain", "night1").status == 2
    assert game.run("explain", "night1", "--host").status == 2


def test_a_night_is_explained_to_the_host_before_its_day_was_read(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now="2024-01-10T22:30:00+03:00").set_up("Вася", "Петя", "Жанна")
    game.must("night", "1", "Вася", "убить Петю", "--at", "22:10")
    told = game.must("explain", "night1", "Петя", "--host")
    assert "ещё не кончилась" in told
    assert "«убить Петю»" in told


@pytest.mark.parametrize("words", [("day1", "Петю"), ("Петя", "day1"), ("почему день 1 Петя?",), ("день", "1", "Петя")])
def test_a_question_may_be_asked_in_any_order(game: SmallGame, words: tuple[str, ...]) -> None:
    assert game.must("explain", *words).splitlines()[0] == "День 1, Петя"


def test_a_refused_action_names_its_rule(game: SmallGame) -> None:
    game.must("night", "2", "Сальвия", "лечу Ля", "--at", "22:10")
    told = game.must("explain", "night2", "Сальвия", "--host")
    assert "отказ: цель мертва" in told
    assert "CLA-41: Цель должна быть жива" in told
    assert "«лечу Ля», 11.01 22:10:00" in told


def test_what_the_host_entered_is_explained_by_its_number(game: SmallGame) -> None:
    game.must("host", "modkill", "РэдДи", "--phase", "night2")
    game.must("vote", "Вася", "red", "Жанна", "--at", "2024-01-11T13:00:00+03:00", "--why", "письмом")
    with Store(game.game / "tally.db") as store:
        removed, voted = (f"entry-{fact.id}" for fact in store.facts(FactKind.ENTRY)[-2:])
        sent = f"entry-{store.facts(FactKind.ENTRY)[0].id}"
    assert "Ночь 2" in game.must("explain", removed, "--host")
    assert "РэдДи" in game.must("explain", removed, "--host")
    assert game.run("explain", removed).status == 2
    assert "внесён ведущим: письмом" in game.must("explain", voted)
    assert "«убить Ля»" in game.must("explain", sent, "--host")


def test_a_nick_is_a_nick_whatever_it_looks_like(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now="2024-01-10T20:00:00+03:00").set_up("007", "CAS-59", "Вася")
    game.read(post(1, "007", "12:00:00", red("Вася")), at="2024-01-10T19:30:00+03:00")
    assert game.must("explain", "007").splitlines()[0] == "День 1, 007"
    assert game.must("explain", "day1", "CAS-59").splitlines()[0] == "День 1, CAS-59"
