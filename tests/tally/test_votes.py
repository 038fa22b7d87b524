"""`tally votes`: every mark of a day with what became of it, who wrote it, and what edits and deletions left of it."""

from pathlib import Path
from typing import Any

import pytest

from tests.tally.small_game import HOST, SmallGame, post

PLAYERS = ("Вася", "Петя", "Эмилия", "РэдДи", "Кот Баюн", "Zorro", "Ада")


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path).set_up(*PLAYERS)


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def blue(name: str) -> str:
    return f"[color=blue]{name}[/color]"


def told(votes: list[dict[str, Any]], *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(vote[key] for key in keys) for vote in votes]


def test_a_vote_is_shown_with_all_that_decides_it(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", f"Думаю, {red('Васю')}."))
    assert game.votes() == [
        {
            "post": "https://forum.example/viewtopic.php?p=1#p1",
            "id": "1",
            "number": 1,
            "time": "2024-01-10T09:00:00+00:00",
            "by": "Петя",
            "kind": "vote",
            "form": "colour",
            "text": "Васю",
            "colour": "red",
            "on": "Вася",
            "grade": "inflected",
            "counts": True,
            "reason": None,
            "rule": "CLA-32",
            "weight": 1,
        }
    ]


def test_why_a_vote_does_not_count_is_told_with_its_rule(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Петя")),
        post(2, "Прохожий", "12:01:00", red("Вася")),
        post(3, "Эмилия", "12:02:00", red("Вася")),
        post(4, "Эмилия", "12:03:00", red("Петя")),
        post(5, "Zorro", "22:00:00", red("Петя")),
    )
    assert told(game.votes(), "by", "on", "counts", "reason", "rule") == [
        ("Петя", "Петя", False, "self", "CLA-25"),
        ("Прохожий", "Вася", False, "not-playing", "CLA-36"),
        ("Эмилия", "Вася", False, "superseded", None),
        ("Эмилия", "Петя", True, None, "CLA-32"),
        ("Zorro", "Петя", False, "late", "CLA-11"),
    ]


def test_the_votes_of_one_player_by_any_name_of_his(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")), post(2, "Эмилия", "12:01:00", red("Вася")))
    assert told(game.votes("эмилии"), "by") == [("Эмилия",)]


def test_what_is_no_vote_is_shown_with_all_alone(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", f"{red('ВНИМАНИЕ!')} и {red('Вася')}"))
    assert told(game.votes(), "number", "text") == [(2, "Вася")]
    assert told(game.votes("--all"), "number", "text", "on", "reason") == [
        (1, "ВНИМАНИЕ!", None, "no-vote"),
        (2, "Вася", "Вася", None),
    ]


def test_an_unclear_vote_says_why_and_who_may_be_meant(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася и Эмилия")))
    [vote] = game.votes()
    assert (vote["counts"], vote["on"], vote["unclear"], vote["why"]) == (False, None, True, "several-names")
    assert sorted(vote["candidates"]) == ["Вася", "Эмилия"]


def test_the_list_for_people_says_the_same(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Васю")), post(2, "Zorro", "22:00:00", blue("Петя")))
    lines = game.must("votes", "day1").splitlines()
    assert "Петя 12:00:00 → Вася (против): засчитан [CLA-32]" in lines
    assert "    написано: «Васю» (имя в другом падеже)" in lines
    assert "    1  https://forum.example/viewtopic.php?p=1#p1" in lines
    assert "Zorro 22:00:00 → Петя (в защиту): не засчитан: опоздал [CLA-11]" in lines


# What people write, as issue after issue of the trade has it: text → what becomes of each vote in it.
WRITTEN = {
    "one mark": (red("Вася"), [("Вася", "red", True)]),
    "sent twice in one post": (f"{red('Вася')}\n{red('Васю')}", [("Вася", "red", True)]),
    "two players, the last counts": (
        f"{red('Эмилия')} странная. {red('Вася')}",
        [("Эмилия", "red", False), ("Вася", "red", True)],
    ),
    "words around": (red("голосую за казнь Васю"), [("Вася", "red", True)]),
    "a word and a colon": (red("против: Вася"), [("Вася", "red", True)]),
    "a sentence with one name": (red("сегодня Вася ведёт себя странно"), [(None, "red", False)]),
    "a sentence with two": (red("Вася или Эмилия врут"), [(None, "red", False)]),
    "a joke": (red("ВНИМАНИЕ"), []),
    "red and blue": (f"{red('Вася')} {blue('Эмилия')}", [("Вася", "red", False), ("Эмилия", "blue", True)]),
    "colour and word disagree": (red("Вася СИНИМ"), [(None, "red", False)]),
    "the colour in a word": ("Вася КРАСНЫМ", [("Вася", "red", True)]),
    "in small letters": ("Вася красным", [("Вася", "red", True)]),
    "in brackets": ("(красным) Вася", [("Вася", "red", True)]),
    "with the word for colour": ("Вася синим цветом", [("Вася", "blue", True)]),
    "nobody": (red("воздерживаюсь"), []),
    "taking it back below": (f"{red('Вася')}\n[s]{red('Эмилия')}[/s]", [("Вася", "red", True)]),
}  # fmt: skip


@pytest.mark.parametrize("case", WRITTEN, ids=list(WRITTEN))
def test_a_post_as_people_write_it(game: SmallGame, case: str) -> None:
    text, expected = WRITTEN[case]
    game.read(post(1, "Петя", "12:00:00", text))
    assert told(game.votes(), "on", "colour", "counts") == expected


def test_quotes_and_signatures_hold_no_votes(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")), post(2, "Эмилия", "12:01:00", f"[quote=1]{red('Вася')}[/quote] ясно")
    )
    assert told(game.votes(), "by") == [("Петя",)]


# Who posts.


def test_an_account_that_changes_its_nick_is_who_it_was(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася"), account=61))
    game.read(
        post(1, "Пётр Великий", "12:00:00", red("Вася"), account=61),
        post(2, "Пётр Великий", "22:30:00", red("Zorro"), account=61),
        at="2024-01-11T00:00:00+03:00",
    )
    first, second = game.votes()
    assert (first["by"], first["nick"], first["counts"]) == ("Петя", "Пётр Великий", True)
    assert (second["by"], second["nick"], second["reason"]) == ("Петя", "Пётр Великий", "late")


def test_another_account_under_a_players_nick_waits_for_the_host(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася"), account=61))
    game.accounts.clear()
    game.read(
        post(1, "Пётр Великий", "12:00:00", red("Вася"), account=61),
        post(2, "Петя", "13:00:00", red("Zorro"), account=99),
        at="2024-01-11T00:00:00+03:00",
    )
    assert told(game.votes(), "by", "counts") == [("Петя", True), ("Петя", False)]
    assert game.votes()[1]["why"] == "account"
    game.must("rule", "2", "--by", "Петя", "--why", "второй аккаунт")
    assert told(game.votes(), "on", "counts") == [("Вася", False), ("Zorro", True)]


def test_two_accounts_of_one_player_are_one_voter(game: SmallGame) -> None:
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    players.write_text(text.replace('name = "Петя"', 'name = "Петя"\naccounts = ["Петя", "petya_2"]'), encoding="utf-8")
    game.read(post(1, "Петя", "12:00:00", red("Вася")), post(2, "petya_2", "12:01:00", red("Zorro")))
    assert told(game.votes(), "by", "reason") == [("Петя", "superseded"), ("Петя", None)]


def test_an_account_of_two_players_waits_for_the_host(game: SmallGame) -> None:
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    for name in ("Петя", "Эмилия"):
        text = text.replace(f'name = "{name}"', f'name = "{name}"\naccount_ids = [77]')
    players.write_text(text, encoding="utf-8")
    game.read(post(1, "семья", "12:00:00", red("Вася"), account=77))
    assert game.votes()[0]["why"] == "shared-account"


def test_hosts_never_vote(game: SmallGame) -> None:
    game.read(post(1, HOST, "12:00:00", red("Вася")))
    assert game.votes("--all") == []


# Edits and deletions.


def test_the_first_text_seen_is_the_vote_and_the_change_is_shown(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")), at="2024-01-10T12:30:00+03:00")
    game.read(post(1, "Петя", "12:00:00", red("Эмилия"), edited=("Петя", "13:00:00")), at="2024-01-10T23:30:00+03:00")
    first, added = game.votes()
    assert (first["on"], first["counts"], first["first"], first["latest"]) == ("Вася", True, "Вася", "Эмилия")
    assert (added["on"], added["counts"], added["reason"], added["rule"]) == ("Эмилия", False, "edited", "CLA-35")
    assert [(each["on"], each["reason"]) for each in game.report()["rejected"]] == [("Эмилия", "edited")]


def test_a_post_first_read_after_its_edit_counts_with_a_flag(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася"), edited=("Петя", "13:00:00")))
    [vote] = game.votes()
    assert (vote["counts"], vote["edited"]) == (True, True)


def set_option(game: SmallGame, line: str) -> None:
    settings = game.game / "game.toml"
    text = settings.read_text(encoding="utf-8").replace("[game.options]", f"[game.options]\n{line}")
    settings.write_text(text, encoding="utf-8")


def test_where_the_rules_refuse_edited_votes_it_is_refused(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up(*PLAYERS)
    set_option(game, 'edited_votes = "refuse"')
    game.read(post(1, "Петя", "12:00:00", red("Вася"), edited=("Петя", "13:00:00")))
    assert told(game.votes(), "counts", "reason", "rule") == [(False, "edited", "CLA-35")]


def test_the_edit_of_a_moderator_waits_for_the_host(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася"), edited=("Модератор", "13:00:00")))
    assert told(game.votes(), "counts", "why") == [(False, "edited-by-other")]


def test_a_post_that_vanished_does_not_count_and_says_so(game: SmallGame) -> None:
    before, gone, after = (
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, "Эмилия", "12:01:00", red("Вася")),
        post(3, "Zorro", "12:02:00", red("Вася")),
    )
    game.read(before, gone, after, at="2024-01-10T12:30:00+03:00")
    for minute in ("13:00", "13:30"):
        game.read(before, after, at=f"2024-01-10T{minute}:00+03:00")
    assert [(vote["by"], vote["reason"], vote.get("deleted")) for vote in game.votes()] == [
        ("Петя", None, None),
        ("Эмилия", "deleted", True),
        ("Zorro", None, None),
    ]
    set_option(game, 'deleted_votes = "count"')
    assert [(vote["by"], vote["counts"], vote.get("deleted")) for vote in game.votes()] == [
        ("Петя", True, None),
        ("Эмилия", True, True),
        ("Zorro", True, None),
    ]
    assert "сообщение исчезло из темы" in game.must("votes", "day1")


def test_nothing_public_changes_when_only_the_roles_change(game: SmallGame) -> None:
    thread = [post(1, "Петя", "12:00:00", blue("Вася")), post(2, "Вася", "12:01:00", red("Петя"))]
    game.read(*thread)
    public = game.must("votes", "day1", "--json", "--all"), game.must("votes", "day1", "--all")
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    players.write_text(text.replace('role = "citizen"', 'role = "doctor"', 1), encoding="utf-8")
    assert (game.must("votes", "day1", "--json", "--all"), game.must("votes", "day1", "--all")) == public
    assert game.votes("--host")[0]["weight"] == 3
    assert game.must("votes", "day1", "--host").startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")


# A thread for votes alone, as casino has it, and the verbs of mordheim.

VOTE_POSTS = {
    "a nick": ("Вася", [("Вася", None, True)]),
    "a nick over a signature drawn by hand": ("Вася\n______\nмой дом — моя крепость", [("Вася", None, True)]),
    "Голос:": ("Голос: Вася", [("Вася", None, True)]),
    "голосую против": ("Голосую против Васи", [("Вася", None, True)]),
    "a change with its number": ("2 смена: Эмилия", [("Эмилия", None, True)]),
    "for good": ("Вася окончательно", [("Вася", None, True)]),
    "to close the day": ("Вася досрочно", [("Вася", None, True)]),
    "a change": ("меняю голос на Петю", [("Петя", None, True)]),
    "blue": (blue("Вася"), [("Вася", "blue", True)]),
    "a sentence about somebody": ("А вот Вася молчит", [(None, None, False)]),
}


@pytest.mark.parametrize("case", VOTE_POSTS, ids=list(VOTE_POSTS))
def test_a_post_of_a_thread_for_votes_alone(tmp_path: Path, case: str) -> None:
    text, expected = VOTE_POSTS[case]
    game = SmallGame(tmp_path, ruleset="casino").set_up(
        "Zorro", *PLAYERS[:3], options=("trump=spades", "town_suit=hearts"), roles=False
    )
    settings = game.game / "game.toml"
    written = settings.read_text(encoding="utf-8")
    settings.write_text(written.replace('t=12"', 't=12", kind = "votes"'), encoding="utf-8")
    game.read(post(1, "Zorro", "12:00:00", text))
    assert told(game.votes(), "on", "colour", "counts") == expected


def test_mordheims_verbs_say_what_a_line_is(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, ruleset="mordheim").set_up(*PLAYERS[:4], roles=False)
    game.read(
        post(1, "Эмилия", "11:00:00", "Выдвигаю Васю и Петю"),
        post(2, "РэдДи", "21:05:00", "казнить Петю\nскан верх"),
    )
    assert told(game.votes(), "by", "kind", "on", "counts") == [
        ("Эмилия", "nominate", "Вася", True),
        ("Эмилия", "nominate", "Петя", True),
        ("РэдДи", "vote", "Петя", True),
        ("РэдДи", "scan", "top", True),
    ]


@pytest.mark.parametrize(
    ("several", "expected"),
    [
        ("last", [("Вася", "superseded"), ("Петя", None)]),
        ("unclear", [(None, "superseded"), (None, None)]),
        ("none", [(None, "several-marks"), (None, "several-marks")]),
    ],
)
def test_where_the_rules_say_which_of_several_votes_in_a_post_counts(
    tmp_path: Path, several: str, expected: list[tuple[str | None, str | None]]
) -> None:
    game = SmallGame(tmp_path, ruleset="generic").set_up(*PLAYERS, options=(f"several={several}",), roles=False)
    settings = game.game / "game.toml"
    written = settings.read_text(encoding="utf-8")
    settings.write_text(written.replace("[names]", '[names]\ndialect = "colours"'), encoding="utf-8")
    game.read(post(1, "Эмилия", "12:00:00", f"{red('Вася')} странный. {red('Петя')}"))
    assert told(game.votes(), "on", "reason") == expected


@pytest.mark.parametrize(("name", "near"), [("Васка", "Вася"), ("Зорро2", "Zorro"), ("Прохожая", "Прохожий")])
def test_whose_votes_nobody_has_is_told_with_who_is_near(game: SmallGame, name: str, near: str) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")), post(2, "Прохожий", "12:01:00", red("Вася")))
    done = game.run("votes", "day1", name)
    assert (done.status, done.out) == (2, "")
    assert near in done.err
    assert len(game.votes("Прохожий")) == 1
    assert game.votes("Вася") == []


def test_a_player_in_the_place_of_the_day_is_told_the_right_form(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    done = game.run("votes", "Кот Баюн")
    assert (done.status, done.out) == (2, "")
    assert "tally votes day 'Кот Баюн'" in done.err
