"""`tally compare`: a count posted in the thread against the program's own."""

import json
from pathlib import Path

import pytest

from tests.tally.small_game import HOST, SmallGame, post


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path).set_up("Вася", "Петя", "Эмилия", "Zorro", "Ада")


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def count_of(game: SmallGame, count: str, *arguments: str) -> tuple[int, str]:
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, "Эмилия", "12:05:00", red("Вася")),
        post(3, "Zorro", "12:10:00", red("Ада")),
        post(4, HOST, "12:20:00", count),
        post(5, "Ада", "12:30:00", red("Zorro")),
        post(6, "Вася", "22:00:01", red("Петя")),
        post(7, HOST, "22:10:00", count),
    )
    done = game.run("compare", *arguments)
    return done.status, done.out + done.err


def test_a_count_that_is_right_agrees_as_of_its_post(game: SmallGame) -> None:
    status, out = count_of(game, "Вася – 2 (Петя, Эмилия)\nАда – 1 (Zorro)\nНе голосовали: Ада, Вася", "4")
    assert status == 0
    assert "Совпадает: Вася, Ада" in out
    assert "Расхождений нет." in out


def test_differences_are_told_vote_by_vote_with_the_posts(game: SmallGame) -> None:
    status, out = count_of(game, "Вася – 3 (Петя, Эмилия, Zorro)\nПетя – 1 (Вася)", "7")
    assert status == 1
    assert out.splitlines()[3:] == [
        "Zorro: там — Вася; у нас — Ада",
        "    12:10:00  засчитан  https://forum.example/viewtopic.php?p=3#p3",
        "Вася: там — Петя; у нас — голоса нет",
        "    22:00:01  Петя: не засчитан: опоздал  https://forum.example/viewtopic.php?p=6#p6",
        "Ада: там — голоса нет; у нас — Zorro",
        "    12:30:00  засчитан  https://forum.example/viewtopic.php?p=5#p5",
        "Вася: там 3, у нас 2",
        "Петя: там 1, у нас 0",
        "Ада: там —, у нас 1",
        "Zorro: там —, у нас 1",
    ]


def test_numbers_alone_are_compared_as_numbers(game: SmallGame) -> None:
    status, out = count_of(game, "Вася - 2\nАда - 1", "https://forum.example/viewtopic.php?p=4#p4", "--json")
    told = json.loads(out)
    assert (status, told["same"], told["agree"], told["votes"]) == (0, True, ["Вася", "Ада"], [])


def test_another_moment_can_be_asked_for(game: SmallGame) -> None:
    status, out = count_of(game, "Вася - 2\nАда - 1\nZorro - 1", "4", "--at-post", "5", "--json")
    assert (status, json.loads(out)["totals"]) == (0, [])


def test_what_contradicts_itself_in_the_count_is_told_beside_the_differences(game: SmallGame) -> None:
    count = "Вася – 3 (Петя, Эмилия)\nАда – 1 (Zorro)\nНе голосовали: Ада, Вася, Zorro"
    status, out = count_of(game, count, "4", "--lang", "en")
    assert (status, out.splitlines()[3:]) == (
        1,
        [
            "Same in both: Ада",
            "Вася: the post has 3, tally has 2",
            "The posted count contradicts itself: Вася has 3, voters listed: 2",
            "The posted count contradicts itself: Zorro votes (Ада) and is listed as not voting",
        ],
    )


def test_a_contradiction_alone_is_no_difference(game: SmallGame) -> None:
    count = "Вася – 2 (Петя, Эмилия)\nАда – 1 (Zorro)\nНе голосовали (4): Ада, Вася"
    status, out = count_of(game, count, "4", "--json")
    told: object = {"what": "silent", "player": None, "on": [], "told": 4, "listed": 2}
    assert (status, json.loads(out)["contradictions"]) == (0, [told])


def test_a_vote_that_waits_is_told_beside_not_voting_and_is_no_difference(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, "Эмилия", "12:05:00", red("Вася или Петя")),
        post(3, HOST, "12:20:00", "Вася – 1 (Петя)\nНе голосовали: Ада, Вася, Эмилия, Zorro"),
    )
    done = game.run("compare", "3", "--lang", "en")
    assert (done.status, done.out.splitlines()[5]) == (
        0,
        "Эмилия: the post has no vote at all; tally has a vote that waits",
    )


def test_a_count_that_was_understood_in_part_is_not_said_to_agree(game: SmallGame) -> None:
    status, out = count_of(game, "Вася – 2 (Петя, Эмилия)\nГога – 1 (Zorro)", "4", "--lang", "en")
    assert (status, out.splitlines()[3:]) == (
        0,
        [
            "Same in both: Вася",
            "What was understood of the posted count agrees; not all of it was.",
            "Not understood in the posted count: “Гога – 1 (Zorro)”",
        ],
    )


@pytest.mark.parametrize(
    ("silent", "left_out"),
    [
        ("Не голосовали: Ада, Вася", []),
        ("Не голосовали (1): Ада", ["Вася"]),
        ("Не голосовали (0):", ["Ада", "Вася"]),
        ("Не голосовали (2):", ["Ада", "Вася"]),
        ("", []),
    ],
)
def test_who_has_no_place_in_a_count_with_the_silent_is_told(game: SmallGame, silent: str, left_out: list[str]) -> None:
    status, out = count_of(game, f"Вася – 2 (Петя, Эмилия)\nАда – 1 (Zorro)\n{silent}", "4", "--json")
    told: object = {"what": "nowhere", "player": None, "on": left_out, "told": None, "listed": None}
    assert (status, json.loads(out)["contradictions"]) == (0, [told] if left_out else [])


@pytest.mark.parametrize(
    "count", ["Вася – 2\nАда – 1\nНе голосовали: Ада", "Вася – 2 (Петя, Гога)\nНе голосовали: Ада"]
)
def test_nobody_is_said_to_have_no_place_where_not_all_voters_are_known(game: SmallGame, count: str) -> None:
    out = count_of(game, count, "4", "--json")[1]
    assert json.loads(out)["contradictions"] == []


def test_nobody_is_said_to_have_no_place_before_it_is_announced_who_died(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "2024-01-11T12:00:00", red("Вася")),
        post(2, HOST, "2024-01-11T12:20:00", "Вася – 1 (Петя)\nНе голосовали: Ада"),
        at="2024-01-11T13:00:00+03:00",
    )
    game.now = "2024-01-11T13:00:00+03:00"
    assert json.loads(game.run("compare", "2", "--json").out)["contradictions"] == []


def test_a_voter_who_stands_twice_in_a_row_is_told_once(game: SmallGame) -> None:
    out = count_of(game, "Вася – 3 (Петя, Эмилия, Петя, Петя)\nАда – 1 (Zorro)", "4", "--lang", "en")[1]
    assert out.splitlines()[4:] == [
        "Вася: the post has 3, tally has 2",
        "The posted count contradicts itself: Вася has 3, voters listed: 4",
        "The posted count lists Петя twice among the voters of Вася",
    ]


def test_a_long_name_with_another_word_is_no_slip_of_the_pen(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Albertine R. Thorneberry", "Alder", "Rhodie", "Sorrel")
    game.read(
        post(1, "Alder", "12:00:00", red("Rhodie")),
        post(2, HOST, "12:20:00", "Rhodie: Alder, Sorrel, zed Albertine R. Thorneberry, Albertin R. Thornebery"),
    )
    told = json.loads(game.run("compare", "2", "--json").out)
    assert [each["by"] for each in told["votes"]] == ["Sorrel", "Albertine R. Thorneberry"]
    assert [line.rpartition(": ")[2] for line in told["unread"]] == ["zed Albertine R. Thorneberry"]


def test_a_vote_from_before_the_day_is_told_with_its_post(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, HOST, "12:00:00", "День 1 начинается"),
        post(3, "Эмилия", "12:05:00", red("Вася")),
        post(4, HOST, "12:20:00", "Вася – 2 (Петя, Эмилия)"),
    )
    game.must("day", "1", "--from-post", "2")
    done = game.run("compare", "4", "--lang", "en")
    assert (done.status, done.out.splitlines()[3:5]) == (
        1,
        [
            "Петя: the post has Вася; tally has no vote at all",
            "    12:00:00  Вася: does not count: before the day opened  https://forum.example/viewtopic.php?p=1#p1",
        ],
    )
    assert [vote["by"] for vote in game.votes()] == ["Эмилия"]
    told = [(vote["by"], vote["id"], vote["counts"], vote["reason"]) for vote in game.votes("--all")]
    assert told == [("Петя", "1", False, "early"), ("Эмилия", "3", True, None)]
    assert game.votes("--all", "Вася") == []


def test_a_vote_of_the_night_is_told_as_early_and_listed_as_late_on_the_day_before(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "22:30:00", red("Вася")),
        post(2, "Эмилия", "2024-01-11T09:00:00", red("Вася")),
        post(3, HOST, "2024-01-11T10:00:00", "Вася – 2 (Петя, Эмилия)"),
        at="2024-01-11T23:30:00+03:00",
    )
    game.now = "2024-01-12T00:00:00+03:00"
    assert "Вася: does not count: before the day opened" in game.run("compare", "3", "--lang", "en").out
    listed = [[(each["by"], each["reason"]) for each in game.votes("--all", day=day)] for day in ("day1", "day2")]
    assert listed == [[("Петя", "late")], [("Эмилия", None)]]


@pytest.mark.parametrize(("quoted", "status"), [("2", 0), ("1", 2)])
def test_a_count_may_stand_in_a_quote_of_a_host(game: SmallGame, quoted: str, status: int) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, HOST, "12:01:00", "Вася – 1 (Ада)"),
        post(3, HOST, "12:02:00", f"[quote={quoted}]Вася – 1 (Петя)\nНе голосовали: Ада[/quote]\nИсправлено."),
    )
    done = game.run("compare", "3")
    assert done.status == status
    assert ("в сообщении 3 нет подсчёта голосов" in done.err) is bool(status)


def test_a_count_of_the_posts_own_goes_before_a_quoted_one(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, HOST, "12:01:00", "Вася – 1 (Ада)"),
        post(3, HOST, "12:02:00", "[quote=2]Вася – 1 (Ада)[/quote]\nВася – 1 (Петя)"),
    )
    assert game.run("compare", "3").status == 0


def test_a_post_without_a_count_is_said_to_have_none(game: SmallGame) -> None:
    status, out = count_of(game, "Добрый день, голосуем до 22:00", "4")
    assert status == 2
    assert "в сообщении 4 нет подсчёта голосов" in out
