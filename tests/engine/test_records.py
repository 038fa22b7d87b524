"""Game records that carry their expectations: the project's own, and the public ones where they lie beside it."""

import tomllib
from pathlib import Path

import pytest

from engine import GameRecord, compare, host_view, play, read_record, view_as_json

OWN = sorted((Path(__file__).resolve().parents[2] / "fixtures" / "records").rglob("*.toml"))
WHOLE = ("classic", "mordheim", "newyear", "styles")
HARDEST = {"casino": ("19", "23", "30")}


def differences(path: Path) -> list[str]:
    """What of a record's expectations does not hold, phase by phase."""
    record = read_record(tomllib.loads(path.read_text(encoding="utf-8")))
    assert isinstance(record, GameRecord), (path.name, record)
    game = play(record)
    found = [f"{phase.id}: not played, the game is over" for phase in record.phases[len(game.phases) :]]
    for phase, outcome in zip(record.phases, game.phases, strict=False):
        for each in compare(phase.expect, phase.expect_not, view_as_json(host_view(outcome))):
            word = "unwanted" if each.unwanted else "expected"
            found.append(f"{phase.id} {each.key}: {word} {each.expected}, found {each.found}")
    return found


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_every_record_of_our_own_holds(path: Path) -> None:
    assert differences(path) == []


@pytest.mark.parametrize("ruleset", WHOLE)
def test_every_public_record_holds(ruleset: str, shared: Path) -> None:
    found = {
        path.name: wrong for path in (shared / "scenarios" / ruleset).glob("*.toml") if (wrong := differences(path))
    }
    assert found == {}


@pytest.mark.parametrize(("ruleset", "number"), [(key, each) for key, numbers in HARDEST.items() for each in numbers])
def test_the_hardest_records_hold(ruleset: str, number: str, shared: Path) -> None:
    (path,) = (shared / "scenarios" / ruleset).glob(f"{number}-*.toml")
    assert differences(path) == []
