"""`tally announce`: what the town is told and when, and that nothing else ever reaches it."""

import json
from pathlib import Path

import pytest

from tests.tally.closing_game import AFTER_DAY_2, CAST, make_closing_game, red
from tests.tally.evening import make_game
from tests.tally.small_game import SmallGame, post

SECRETS = (
    "доктор", "мафи", "ранг", "девушк", "комиссар", "прокурор", "мирн", "×", "CLA-26", "CLA-27",
    "doctor", "rank", "girl", "commissioner", "prosecutor", "citizen", "ВЕДУЩЕГО",
)  # fmt: skip
GREY = [f"{name} citizen style=grey" for name in ("Жанна", "Ля", "Тимон")]
OTHER_CAST = {**CAST, "Сальвия": "citizen", "Вася": "doctor", "РэдДи": "commissioner", "Жанна": "rank1"}


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return make_closing_game(tmp_path / "one")


def public(game: SmallGame) -> str:
    """Everything that is printed and published for everybody."""
    told = [
        game.must(*command)
        for day in ("day1", "day2")
        for command in (("report", day), ("report", day, "--json"), ("votes", day), ("votes", day, "--json"))
    ]
    told += [game.must("roster"), game.must("roster", "--json"), game.must("publish")]
    page = (game.game / "site" / "index.html").read_text(encoding="utf-8")
    return "\n".join([*told, page.replace("Классическая мафия", "")])


def announce_all(game: SmallGame) -> None:
    for phase in ("day1", "night1", "day2"):
        game.must("announce", phase)


def test_before_the_announcement_nothing_public_depends_on_a_role_or_on_a_night(tmp_path: Path) -> None:
    one, other = make_closing_game(tmp_path / "one"), make_closing_game(tmp_path / "other", OTHER_CAST)
    one.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    told = public(one)
    assert told.replace(str(one.folder), "") == public(other).replace(str(other.folder), "")
    assert not [secret for secret in SECRETS if secret in told]


def test_before_the_announcement_the_proposal_is_shown_to_the_host_alone(game: SmallGame) -> None:
    assert game.report("--host")["executed"] == ["Петя"]
    assert game.report()["executed"] == []
    assert game.report()["unannounced"] == ["day1"]
    assert game.report(day="day2")["unannounced"] == ["day1", "night1", "day2"]
    assert "Итоги ещё не объявлены: День 1, Ночь 1, День 2" in game.must("report", "day2")
    assert all(row["alive"] for row in json.loads(game.must("roster", "--json")))


def test_the_public_table_of_a_later_day_counts_what_anybody_can_count(game: SmallGame) -> None:
    refused = {(each["by"], each["on"], each["reason"]) for each in game.report(day="day2")["rejected"]}
    assert refused == {("Вася", "Тимон", "dead")}
    refused_by_the_host = {(each["by"], each["reason"]) for each in game.report("--host", day="day2")["rejected"]}
    assert refused_by_the_host == {("Петя", "dead")}


def test_after_the_announcement_the_town_knows_the_result_and_no_more(game: SmallGame) -> None:
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    post = game.must("announce", "day1")
    assert post.splitlines()[:3] == ["День 1", "", "Казнь: Петя (роль не раскрыта)."]
    told = public(game) + post
    assert not [secret for secret in SECRETS if secret in told]
    assert game.report()["executed"] == ["Петя"]
    assert game.report()["table"][0]["score"] == 2
    assert game.report(day="day2")["unannounced"] == ["night1", "day2"]
    refused = {(each["by"], each["reason"]) for each in game.report(day="day2")["rejected"]}
    assert refused == {("Петя", "dead")}
    rows = {row["player"]: row for row in json.loads(game.must("roster", "--json"))}
    assert (rows["Петя"]["out"], rows["Петя"]["executed"], rows["Петя"]["revealed"]) == ("day1", True, "hidden")
    assert rows["Ля"]["alive"]


def test_a_night_is_told_when_it_is_announced(game: SmallGame) -> None:
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    game.must("announce", "day1")
    assert "Ля" in game.must("announce", "night1").splitlines()[2]
    assert ("Ля", "dead") in {(each["by"], each["reason"]) for each in game.report(day="day2")["rejected"]}
    game.must("publish")
    page = (game.game / "site" / "index.html").read_text(encoding="utf-8")
    assert "Этой ночью погибает Ля (роль не раскрыта)." in page


def test_the_post_can_be_written_in_the_forums_code(game: SmallGame) -> None:
    post = game.must("announce", "day1", "--format", "bbcode")
    assert post.startswith("[b]День 1[/b]\n\n[b]Казнь: Петя (роль не раскрыта).[/b]\n")


def test_the_same_announcement_can_be_printed_again(game: SmallGame) -> None:
    assert game.must("announce", "day1") == game.must("announce", "day1")


def test_phases_are_announced_in_their_order(game: SmallGame) -> None:
    done = game.run("announce", "night1")
    assert (done.status, done.out) == (2, "")
    assert "tally announce day1" in done.err


def test_a_phase_that_has_not_ended_is_not_announced(game: SmallGame) -> None:
    announce_all(game)
    game.now = "2024-01-11T22:30:00+03:00"
    done = game.run("announce", "night2")
    assert (done.status, done.out) == (2, "")
    assert game.run("announce", "night7").status == 2
    assert game.run("announce", "yesterday").status == 2


def test_what_was_announced_stays_until_the_host_releases_another_outcome(game: SmallGame) -> None:
    announce_all(game)
    before = public(game)
    game.must("rule", "4", "--ignore", "--why", "не голос")
    differs = game.run("announce", "day1")
    assert differs.status == 1
    assert differs.out.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")
    assert "объявлено — Петя; теперь вышло бы — Вася" in differs.out
    assert game.report()["executed"] == ["Петя"]
    assert game.report("--host")["differs"] is True
    assert "вышло бы иначе" in game.must("report", "day1", "--host")
    assert "теперь вышло бы — Вася" in game.must("resolve", "day1")
    rows = {row["player"]: row["alive"] for row in json.loads(game.must("roster", "--json"))}
    assert (rows["Петя"], rows["Вася"]) == (False, True)
    assert game.report(day="day2")["rejected"] == [
        each for each in json.loads(game.must("report", "day2", "--json"))["rejected"] if each["by"] == "Петя"
    ]

    game.must("announce", "day1", "--again")
    assert game.report()["executed"] == ["Вася"]
    assert public(game) != before


@pytest.mark.parametrize(
    ("ruleset", "cast"),
    [
        ("newyear", ["Вася doctor", "Петя rank1", "Жанна citizen", "Ля citizen", "Тимон citizen"]),
        ("casino", ["Вася citizen card=2D", "Петя don", "Жанна citizen card=4D", "Ля commissar", "Тимон joker"]),
        ("styles", ["Вася doctor style=white", "Петя deceiver style=white", *GREY]),
        ("mordheim", ["Вася doctor", "Петя mafioso", "Жанна citizen", "Ля citizen", "Тимон citizen"]),
        ("generic", ["Вася", "Петя", "Жанна", "Ля", "Тимон"]),
    ],
)  # fmt: skip
def test_every_ruleset_counts_a_day_whose_past_is_not_announced(tmp_path: Path, ruleset: str, cast: list[str]) -> None:
    game = SmallGame(tmp_path, now=AFTER_DAY_2)
    options = ("trump=hearts", "town_suit=clubs") if ruleset == "casino" else ()
    settings = make_game(tmp_path, ruleset, cast, *options) / "game.toml"
    if ruleset == "generic":
        # its days end when the host says so
        ends = "".join(
            f'\n[[calendar]]\nphase = "day{day}"\nfrom = 2024-01-{9 + day}T00:00:00+03:00\n'
            f"until = 2024-01-{9 + day}T22:00:00+03:00\n"
            for day in (1, 2)
        )
        settings.write_text(settings.read_text(encoding="utf-8") + ends, encoding="utf-8")
    game.read(
        *(post(number, by, "12:00:00", red("Тимон")) for number, by in enumerate(("Вася", "Петя", "Жанна"), 1)),
        post(4, "Ля", "2024-01-11T12:00:00", red("Вася")),
        at="2024-01-11T23:30:00+03:00",
    )
    report = game.report(day="day2")
    assert report["executed"] == []
    assert "day1" in report["unannounced"]


@pytest.mark.parametrize("opens", ["day", "night"])
def test_a_game_that_opens_with_a_night_goes_on_with_its_first_day(tmp_path: Path, opens: str) -> None:
    """MOR-10, D-3: the gang gets acquainted in the night before the first day."""
    game = SmallGame(tmp_path, ruleset="mordheim", now="2024-01-12T12:00:00+03:00")
    game.set_up("Вася", "Петя", "Жанна", options=(f"opens_with={opens}",), roles=False)
    game.read(post(1, "Вася", "12:00:00", "Привет"), at="2024-01-12T11:00:00+03:00")
    assert (game.run("announce", "day1").status == 0) is (opens == "day")
    if opens == "night":
        game.must("announce", "night0")
        game.must("announce", "day1")
    game.must("announce", "night1")
