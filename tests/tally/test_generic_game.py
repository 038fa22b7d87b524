"""A day game of an English-language board under `generic`, through the commands: no clock, days bounded by the host."""

from pathlib import Path
from typing import Any

import pytest

from tests.tally.small_game import SmallGame, Written, post

PLAYERS = ("Alex", "Ann", "Bob Smith", "badger42x", "Quillmarble")


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path, ruleset="generic", now="2024-01-15T00:00:00+03:00")


def vote(id_: int, by: str, at: str, whom: str) -> Written:
    return post(id_, by, at, f"[b]VOTE: {whom}[/b]")


def calendar(game: SmallGame, *entries: str) -> None:
    """Add entries of the calendar to game.toml."""
    file = game.game / "game.toml"
    tables = "".join(f"\n[[calendar]]\n{entry}\n" for entry in entries)
    file.write_text(file.read_text(encoding="utf-8") + tables, encoding="utf-8")


def rows(report: dict[str, Any]) -> dict[str, list[str]]:
    return {row["player"]: [vote["by"] for vote in row["votes"]] for row in report["table"]}


def test_a_day_goes_on_until_the_host_ends_it(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    game.read(
        vote(1, "Alex", "10:00:00", "ann"),
        vote(2, "Ann", "2024-01-13T03:00:00", "bob"),
        post(3, "Bob Smith", "2024-01-13T04:00:00", "[b]unvote, vote: no lynch[/b]"),
        at="2024-01-14T00:00:00+03:00",
    )
    report = game.report()
    assert rows(report) == {"Ann": ["Alex"], "Bob Smith": ["Ann"], "no-execution": ["Bob Smith"]}
    assert report["final"] is False


@pytest.mark.parametrize(("option", "first", "second"), [("true", (False, "withdrawn"), (True, None)),
                                                        ("false", (True, None), (False, "no-unvote"))])  # fmt: skip
def test_a_vote_taken_back_is_gone_where_the_game_knows_that(
    game: SmallGame, option: str, first: tuple[bool, str | None], second: tuple[bool, str | None]
) -> None:
    """GEN-22."""
    game.set_up(*PLAYERS, roles=False, options=(f"unvote={option}",))
    game.read(vote(1, "Alex", "10:00:00", "ann"), post(2, "Alex", "11:00:00", "[b]unvote[/b]"))
    assert [(each["counts"], each["reason"]) for each in game.votes()] == [first, second]


def test_a_day_bounded_by_posts_includes_both_and_late_votes_are_none_of_the_next_day(game: SmallGame) -> None:
    """GEN-10."""
    game.set_up(*PLAYERS, roles=False)
    calendar(game, 'phase = "day1"\nuntil_post = "2"', 'phase = "day2"\nfrom_post = "4"')
    game.read(
        vote(1, "Alex", "10:00:00", "Ann"),
        vote(2, "Ann", "11:00:00", "Alex"),
        vote(3, "Bob Smith", "11:30:00", "Alex"),
        vote(4, "Alex", "2024-01-12T10:00:00", "badger"),
        at="2024-01-13T00:00:00+03:00",
    )
    first, second = game.report(day="day1"), game.report(day="day2")
    assert rows(first) == {"Ann": ["Alex"], "Alex": ["Ann"]}
    assert [(each["by"], each["reason"]) for each in first["rejected"]] == [("Bob Smith", "late")]
    assert rows(second) == {"badger42x": ["Alex"]}


def test_days_are_parted_by_the_order_of_posts_where_the_thread_shows_one_time(game: SmallGame) -> None:
    """GEN-10: what follows the last post of a day is late for it, up to the first post of the next."""
    game.set_up(*PLAYERS, roles=False)
    calendar(game, 'phase = "day1"\nfrom_post = "2"\nuntil_post = "4"', 'phase = "day2"\nfrom_post = "6"')
    whom = ("badger", "Ann", "Ann", "Alex", "Alex", "badger", "Quillmarble")
    by = ("Quillmarble", "Alex", "Bob Smith", "Ann", "badger42x", "Alex", "Bob Smith")
    game.read(*(vote(number, name, "10:00:00", on) for number, (name, on) in enumerate(zip(by, whom, strict=True), 1)))
    first, second = game.report(day="day1"), game.report(day="day2")
    assert rows(first) == {"Ann": ["Alex", "Bob Smith"], "Alex": ["Ann"]}
    assert [(each["by"], each["reason"]) for each in first["rejected"]] == [("badger42x", "late")]
    assert rows(second) == {"badger42x": ["Alex"], "Quillmarble": ["Bob Smith"]}
    assert second["rejected"] == []


def test_a_hammer_ends_the_day_in_the_thread(game: SmallGame) -> None:
    """GEN-33."""
    game.set_up(*PLAYERS, roles=False, options=("decision=majority",))
    game.read(
        vote(1, "Alex", "10:00:00", "Quillmarble"),
        vote(2, "Ann", "10:01:00", "quillmarbel"),
        vote(3, "Bob Smith", "10:02:00", "Quill Marble"),
        vote(4, "badger42x", "10:03:00", "Alex"),
    )
    report = game.report("--host")
    assert (report["final"], report["leading"]) == (True, ["Quillmarble"])
    assert [(each["by"], each["reason"]) for each in report["rejected"]] == [("badger42x", "late")]


@pytest.mark.parametrize(
    ("several", "expected"),
    [("last", {"Ann": ["Alex"]}), ("none", {}), ("unclear", {})],
)
def test_several_votes_in_a_post_are_the_options_to_decide(
    game: SmallGame, several: str, expected: dict[str, list[str]]
) -> None:
    """GEN-27."""
    game.set_up(*PLAYERS, roles=False, options=(f"several={several}",))
    game.read(post(1, "Alex", "10:00:00", "[b]VOTE: badger[/b] or rather [b]VOTE: Ann[/b]"))
    report = game.report()
    assert rows(report) == expected
    assert bool(report["unclear"]) is (several == "unclear")


def test_a_final_vote_stays(game: SmallGame) -> None:
    """GEN-30d: the words are the game's own."""
    game.set_up(*PLAYERS, roles=False)
    file = game.game / "game.toml"
    text = file.read_text(encoding="utf-8").replace("[game.options]", '[game.options]\nfinal_words = ["locked"]')
    file.write_text(text, encoding="utf-8")
    game.read(post(1, "Alex", "10:00:00", "[b]VOTE: Ann, locked[/b]"), vote(2, "Alex", "11:00:00", "badger"))
    report = game.report()
    assert rows(report) == {"Ann": ["Alex"]}
    assert [each["reason"] for each in report["rejected"]] == ["no-changes-left"]


def test_a_secret_weight_is_in_no_public_table(game: SmallGame) -> None:
    """GEN-28."""
    game.set_up(*PLAYERS, roles=False)
    file = game.game / "players.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('name = "Ann"', 'name = "Ann"\nweight = 3\nsecret_weight = true'), encoding="utf-8")
    game.read(
        vote(1, "Ann", "10:00:00", "badger"),
        vote(2, "Alex", "11:00:00", "Ann"),
        vote(3, "Quillmarble", "12:00:00", "Ann"),
    )
    public, host = game.report(), game.report("--host")
    assert {row["player"]: row["score"] for row in public["table"]} == {"Ann": 2, "badger42x": 1}
    assert {row["player"]: row["score"] for row in host["table"]} == {"badger42x": 3, "Ann": 2}


def test_a_hammer_ends_the_day_also_for_the_host_who_closes_it(game: SmallGame) -> None:
    """GEN-33: without a clock nothing else would end it."""
    game.set_up(*PLAYERS, roles=False, options=("decision=majority",))
    votes = [vote(number, name, f"10:0{number}:00", "Quillmarble") for number, name in enumerate(PLAYERS[:3], 1)]
    game.read(*votes[:2], at="2024-01-10T12:00:00+03:00")
    assert game.run("announce", "day1").status == 2
    game.read(*votes)
    assert "Quillmarble" in game.must("announce", "day1")


def test_a_day_without_an_end_shows_no_date_in_the_far_future(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    game.read(vote(1, "Alex", "10:00:00", "Ann"), at="2024-01-10T12:00:00+03:00")
    text = game.must("report", "day1") + game.must("votes", "day1") + game.must("report", "day1", "--host")
    assert "9000" not in text
    assert "пока ведущий его не закончит" in text
    assert game.report()["deadline"] is None


def test_a_vote_among_the_tied_needs_the_moment_from_which_it_is_open(game: SmallGame) -> None:
    """GEN-32."""
    game.set_up(*PLAYERS, roles=False, options=("tie=revote",))
    game.read(vote(1, "Alex", "10:00:00", "Ann"), vote(2, "Ann", "10:01:00", "Alex"))
    done = game.run("host", "revote", "--phase", "day1")
    assert done.status == 2
    assert "--at" in done.err
    assert game.run("host", "revote", "--phase", "day1", "--at", "20:00").status == 0
