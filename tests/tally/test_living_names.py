"""A part of a name that a dead and a living player share means the living one; a whole name means its owner."""

from pathlib import Path

import pytest

from tests.tally.small_game import SmallGame, post

PLAYERS = ("Killer Owl", "Killer Bee", "kestrel_02", "kestreljay", "Ann", "Bob")


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    played = SmallGame(tmp_path, ruleset="generic", now="2024-01-15T00:00:00+03:00").set_up(*PLAYERS, roles=False)
    played.read(
        post(1, "Ann", "10:00:00", "[b]VOTE: killer[/b]"),
        post(2, "Bob", "10:00:00", "[b]VOTE: kestrel[/b]"),
        post(3, "Ann", "13:00:00", "[b]VOTE: killer[/b]"),
        post(4, "Bob", "13:00:00", "[b]VOTE: kestrel[/b]"),
        post(5, "kestreljay", "14:00:00", "[b]VOTE: Killer Owl[/b]"),
        post(6, "Killer Bee", "14:00:00", "[b]VOTE: killer owll[/b]"),
        at="2024-01-14T00:00:00+03:00",
    )
    return played


def meant(game: SmallGame) -> dict[str, tuple[str | None, str | None]]:
    """By post: whom it counts for, and else why not."""
    return {each["id"]: (each["on"] if each["counts"] else None, each["reason"]) for each in game.votes("--all")}


def test_while_both_live_the_host_says_who_is_meant(game: SmallGame) -> None:
    assert [each["candidates"] for each in game.report()["unclear"]] == [["Killer Bee", "Killer Owl"]]
    assert meant(game)["2"] == ("kestrel_02", None)


def test_from_a_death_in_mid_day_on_the_living_one_is_meant(game: SmallGame) -> None:
    game.must("modkill", "Killer Owl", "--phase", "day1", "--at", "12:00:00")
    game.must("host", "kill", "kestrel_02", "--phase", "day1", "--at", "12:00:00")
    assert game.report()["unclear"] == []
    assert meant(game) == {
        "1": (None, "superseded"),
        "2": (None, "withdrawn"),
        "3": ("Killer Bee", None),
        "4": ("kestreljay", None),
        "5": (None, "dead-target"),
        "6": (None, "dead-target"),
    }


def test_the_hosts_word_on_such_a_vote_stands(game: SmallGame) -> None:
    game.must("rule", "3", "--on", "Bob", "--why", "он так сказал")
    game.must("modkill", "Killer Owl", "--phase", "day1", "--at", "12:00:00")
    assert meant(game)["3"] == ("Bob", None)


def test_nobody_means_who_has_not_come_into_the_game_yet(tmp_path: Path) -> None:
    """A seat with the names of all who played it: the second came later, and has one that begins as another's."""
    game = SmallGame(tmp_path, ruleset="generic", now="2024-01-15T00:00:00+03:00")
    game.set_up("starling_7", "Wren", "Ann", "Bob", roles=False)
    secret = game.game / "players.toml"
    told = secret.read_text(encoding="utf-8")
    secret.write_text(
        told.replace('name = "Wren"', 'name = "Wren"\naccounts = ["Wren", "starlinglord"]'), encoding="utf-8"
    )
    early = [post(1, "Wren", "09:00:00", "hi"), post(2, "Ann", "10:00:00", "[b]VOTE: starl[/b]")]
    late = [post(3, "starlinglord", "11:00:00", "hi"), post(4, "Bob", "12:00:00", "[b]VOTE: starl[/b]")]
    game.read(*early, *late, at="2024-01-14T00:00:00+03:00")
    assert meant(game)["2"] == ("starling_7", None)
    assert [each["by"] for each in game.report()["unclear"]] == ["Bob"]
