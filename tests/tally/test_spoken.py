"""Which language a command speaks: the one that was asked for, else that of its game, else Russian."""

import sys
from pathlib import Path

import pytest

from tally.cli.spoken import remembered_language
from tally.folder.game import find_game
from tally.service.settings import read_addresses
from tally.site.settings import read_settings
from tally.texts import language_for, let_games_choose, use_language
from tests.tally.evening import URL, run

ENGLISH, RUSSIAN = "nobody plays yet", "игроков ещё нет"


@pytest.fixture
def english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that was made by somebody who asked for English then."""
    monkeypatch.delenv("TALLY_LANG", raising=False)
    done = run(tmp_path, "--lang", "en", "init", "game", "--ruleset", "generic", "--thread", URL)
    assert done.status == 0, done.err
    return tmp_path / "game"


def test_a_game_remembers_its_language(english: Path) -> None:
    assert find_game(english).language == "en"
    assert ENGLISH in run(english, "report").err
    assert ENGLISH in run(english / "site", "report").err
    assert ENGLISH in run(english.parent, "report", "--game", "game").err
    assert "Counts the votes" in run(english, "--help").out


def test_a_folder_that_is_named_speaks_its_language(english: Path) -> None:
    assert remembered_language(["tick", str(english)]) == "en"
    assert remembered_language(["report", "--game", str(english)]) == "en"


def test_what_is_asked_for_goes_before_the_games_language(english: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert RUSSIAN in run(english, "--lang", "ru", "report").err
    monkeypatch.setenv("TALLY_LANG", "ru")
    assert RUSSIAN in run(english, "report").err
    assert ENGLISH in run(english, "report", "--lang=en").err


@pytest.mark.parametrize("wrong", ['language = "de"', "language = 7", 'language = "'])
def test_a_language_that_there_is_not_is_a_fault_of_the_file(english: Path, wrong: str) -> None:
    file = english / "game.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('language = "en"', wrong), encoding="utf-8")
    done = run(english, "check")
    assert done.status == 2
    assert "game.toml:" in done.err + done.out


def test_games_served_together_are_told_of_in_their_own_languages(english: Path) -> None:
    game = find_game(english)
    use_language("ru")
    let_games_choose(True)
    try:
        assert (read_settings(game).language, language_for(game.language), language_for(None)) == ("en", "en", "ru")
    finally:
        let_games_choose(False)
    assert (read_settings(game).language, language_for(game.language)) == ("ru", "ru")
    assert read_addresses(game).language is None


def test_a_folder_that_was_removed_has_no_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    if sys.platform != "win32":
        gone.rmdir()
    assert remembered_language(["report"]) is None
