"""Whole games through the command line, from the sign-up to the victory: each phase is what the game's record gives.

The games are data (`fixtures/games`): a new one needs no code.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import Ruleset, load_ruleset
from tally.story.roles import role_name
from tests.tally.evening import run
from tests.tally.whole_game import GAMES, PlayedPhase, serve_game

NAMES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "script.toml").is_file())
# what a game has and a record has not: its posts; and how the commands print
_ONLY_PLAYED = frozenset({"format", "view", "post"})


def replayed(record: Path, folder: Path) -> list[dict[str, Any]]:
    checked = run(folder, "replay", "--check", str(record))
    assert checked.status == 0, checked.out + checked.err
    phases: list[dict[str, Any]] = json.loads(run(folder, "replay", "--json", str(record)).out)["phases"]
    return phases


def assert_same(phase: str, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Whether two outcomes are the same but for where votes were posted."""
    one, other = _without(found), _without(wanted)
    different = sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))
    shown = {key: {"found": one.get(key), "wanted": other.get(key)} for key in different}
    assert not different, f"{phase}: {json.dumps(shown, ensure_ascii=False, indent=1)}"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_played_by_commands_is_the_game_of_its_record(name: str, tmp_path: Path) -> None:
    expected = replayed(GAMES / name / "record.toml", tmp_path)
    with serve_game(name, tmp_path) as game:
        for wanted, played in zip(expected, game.play(), strict=True):
            assert_same(wanted["phase"], played.outcome, wanted)
            assert_no_secret(game.record["game"], played)
        assert expected[-1]["winners"]
        game.look_back()
        exported = game.export()
    for wanted, found in zip(expected, replayed(exported, tmp_path), strict=True):
        assert_same(f"exported {wanted['phase']}", found, wanted)
    if "deal" in game.script:
        checked = run(tmp_path, "deal", "--check", str(exported))
        assert checked.status == 0, checked.out + checked.err


def assert_no_secret(head: dict[str, Any], played: PlayedPhase) -> None:
    """The post for the thread names no role but those that the rules tell with this phase."""
    rules = load_ruleset(head["ruleset"], head.get("options", {}))
    assert isinstance(rules, Ruleset)
    told = {*played.outcome.get("revealed", {}).values(), *played.outcome.get("exposed", {}).values()}
    for role in rules.roles.keys() - told:
        name = role_name(rules, role)
        assert name not in played.announced, f"{played.phase}: “{name}” in\n{played.announced}"


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(each) for key, each in value.items() if key not in _ONLY_PLAYED}
    return [_without(each) for each in value] if isinstance(value, list) else value
