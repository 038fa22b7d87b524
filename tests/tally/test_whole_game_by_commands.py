"""Whole games through the command line, from the sign-up to the victory: each phase is what the game's record gives.

The games are data (`fixtures/games`): a new one needs no code.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tally.evening import run
from tests.tally.whole_game import GAMES, serve_game

NAMES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "script.toml").is_file())
# what a game has and a record has not: its posts; and how the commands print
_ONLY_PLAYED = frozenset({"format", "view", "post"})


def replayed(name: str, folder: Path) -> list[dict[str, Any]]:
    record = str(GAMES / name / "record.toml")
    checked = run(folder, "replay", "--check", record)
    assert checked.status == 0, checked.out
    phases: list[dict[str, Any]] = json.loads(run(folder, "replay", "--json", record).out)["phases"]
    return phases


@pytest.mark.parametrize("name", NAMES)
def test_a_game_played_by_commands_is_the_game_of_its_record(name: str, tmp_path: Path) -> None:
    expected = replayed(name, tmp_path)
    with serve_game(name, tmp_path) as game:
        for wanted, played in zip(expected, game.play(), strict=True):
            assert played.phase == wanted["phase"]
            found = _without(played.outcome)
            different = sorted(key for key in found.keys() | wanted.keys() if found.get(key) != wanted.get(key))
            shown = {key: {"played": found.get(key), "record": wanted.get(key)} for key in different}
            assert not different, f"{played.phase}: {json.dumps(shown, ensure_ascii=False, indent=1)}"
    assert expected[-1]["winners"]


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(each) for key, each in value.items() if key not in _ONLY_PLAYED}
    return [_without(each) for each in value] if isinstance(value, list) else value
