"""A whole game of the styles at the command line: 18 players, from the first vote to the victory."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import GameRecord, outcome_as_json, play, read_record
from tally.cli.records.replay import command
from tally.texts import use_language

WHOLE = Path(__file__).resolve().parents[2] / "fixtures" / "records" / "styles" / "whole-game-of-18.toml"


@pytest.fixture(autouse=True)
def _in_russian() -> None:
    use_language("ru")


def replay(*arguments: str) -> str:
    result = CliRunner().invoke(command, [*arguments, str(WHOLE)])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_whole_game_of_18_goes_as_expected() -> None:
    """STY-1, STY-2: all three lights, to the victory of the maniacs."""
    assert "всё сходится" in replay("--check")


def test_the_host_reads_what_came_of_each_order() -> None:
    """STY-65, STY-76, STY-105, STY-123: a death of an earlier night's order is told of no order of this one."""
    story = replay()
    assert "замена действия на блок → Puss\n      срывает: Puss" in story
    assert "блок — Puss, но действие в силе" in story
    assert "лечить → ТС\n      ТС: спасение от смерти (мафия)\n    Сальвия" in story
    assert "указать на человека → Эмилия\n      Эмилия: погибает" in story
    assert "проклятие → woodson\n  Что вышло" in story


def test_the_public_story_has_no_secret() -> None:
    """STY-5: no order, no answer, no alibi, no style."""
    story = replay("--view", "public")
    for word in ("отмаз", "перевод", "подготовк", "заработано", "сорван", "спасение", "проклятие"):
        assert word not in story
    record = read_record(tomllib.loads(WHOLE.read_text(encoding="utf-8")))
    assert isinstance(record, GameRecord)
    for phase in outcome_as_json(play(record), "public")["phases"]:
        assert not {"told", "roles", "blocked", "saved", "causes", "protected", "acquitted"} & set(phase)


def test_a_player_reads_his_letters_and_his_orders_alone() -> None:
    """STY-67, STY-55: ТС has the detective's letter; Kras does not learn that his mark became a block."""
    assert "Sergey Ace: мафия" in replay("--view", "ТС")
    own = replay("--view", "Kras")
    assert "указать на человека → Хайзенберг: принято" in own
    assert "блок" not in own
