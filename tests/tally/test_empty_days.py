"""A day on which nobody has written anything is closed by the host's express word alone."""

import json
from pathlib import Path

import pytest

from tests.tally.small_game import HOST, SmallGame, post

NOBODY = "за day1 никто ничего не написал"


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    """The host alone has written in the thread of day 1, which is over."""
    return SmallGame(tmp_path).set_up("Вася", "Петя", "Эмилия").read(post(1, HOST, "12:00:00", "День первый"))


def test_a_day_without_posts_is_not_announced(game: SmallGame) -> None:
    done = game.run("announce", "day1")
    assert (done.status, NOBODY in done.err, "--empty" in done.err) == (2, True, True), done.err
    assert NOBODY in game.must("resolve", "day1")
    assert json.loads(game.must("resolve", "day1", "--json"))["empty"] is True


def test_the_host_may_say_that_it_was_so(game: SmallGame) -> None:
    game.must("announce", "day1", "--empty")
    assert NOBODY not in game.must("resolve", "day1")
    game.must("announce", "day1")


@pytest.mark.parametrize(
    "entered",
    [
        ("vote", "Вася", "red", "Петя", "--at", "13:00:00", "--phase", "day1", "--why", "письмо"),
        ("host", "execute", "Петя", "--phase", "day1"),
    ],
)
def test_what_the_host_has_entered_accounts_for_it(game: SmallGame, entered: tuple[str, ...]) -> None:
    game.must(*entered)
    assert NOBODY not in game.must("resolve", "day1")
    game.must("announce", "day1")


def test_a_later_day_is_looked_at_too(game: SmallGame) -> None:
    game.now = "2024-01-12T00:00:00+03:00"
    game.read(
        post(1, HOST, "12:00:00", "День первый"), post(2, "Вася", "13:00:00", "Привет"), at="2024-01-11T23:30:00+03:00"
    )
    game.must("announce", "day1")
    game.must("announce", "night1")
    assert "за day2 никто ничего не написал" in game.run("announce", "day2").err
