"""`tally end`: whose victory it is, said once, of players and sides that there are, never over something unsaid."""

from pathlib import Path

import pytest

from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import SmallGame, post

PLAYERS = ("Alex", "Ann", "Bob Smith", "Quillmarble")


@pytest.fixture
def generic(tmp_path: Path) -> SmallGame:
    game = SmallGame(tmp_path, ruleset="generic", now="2024-01-15T00:00:00+03:00").set_up(*PLAYERS, roles=False)
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    players.write_text(text.replace('name = "Ann"', 'name = "Ann"\nrole = "Arsonist"'), encoding="utf-8")
    return game.read(post(1, "Alex", "10:00:00", "[b]VOTE: Ann[/b]"), at="2024-01-10T12:00:00+03:00")


@pytest.mark.parametrize("winner", ["town", "mafia", "arsonist", "nobody", "Ann", "quillmarbel", "the pirates"])
def test_any_side_may_win_where_the_rules_know_none(generic: SmallGame, winner: str) -> None:
    told = generic.must("end", winner, "--phase", "day1")
    assert ("названа сторона" in told) is (winner == "the pirates")


@pytest.mark.parametrize(
    ("written", "meant"), [("twon", "town"), ("mafa", "mafia"), ("Arsonits", "arsonist"), ("quill", "Quillmarble")]
)
def test_a_slip_is_neither_a_player_nor_a_side(generic: SmallGame, written: str, meant: str) -> None:
    done = generic.run("end", written, "--phase", "day1")
    assert (done.status, done.out) == (2, "")
    assert f"{meant}" in done.err


def test_the_end_is_said_once(generic: SmallGame) -> None:
    generic.must("end", "town", "--phase", "day1")
    for again in (("end", "mafia"), ("host", "end", "mafia", "--phase", "day1")):
        done = generic.run(*again)
        assert (done.status, "tally end --undo" in done.err) == (2, True)
    generic.must("end", "--undo")
    assert "победа: mafia" in generic.must("host", "end", "mafia", "--phase", "day1")


def test_an_end_taken_back_leaves_the_day_as_it_was(generic: SmallGame) -> None:
    assert "никого не казнит" in generic.must("end", "town", "--phase", "day1")
    generic.must("end", "--undo")
    assert generic.must("host") == "ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n"


def test_what_the_rules_would_have_said_is_told(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path / "one")
    game.must("host", "kill", "РэдДи", "--phase", "night1")
    assert "По правилам победа была бы такой" in game.must("end", "Жанна", "--phase", "night1")


def test_nothing_in_the_last_post_is_said_to_be_for_the_host(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path / "one")
    game.must("end", "town", "--phase", "night1")
    for phase in ("day1", "night1"):
        game.must("announce", phase)
    for form in ("plain", "bbcode"):
        post = game.must("end", "--format", form)
        assert "Что вышло" in post
        assert "для ведущего" not in post.casefold()
