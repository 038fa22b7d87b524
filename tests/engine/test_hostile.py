"""Whatever a file holds, reading it gives a record or faults, and what was read can be played."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import GameRecord, outcome_as_json, play, read_record, record_as_data, town_view
from tests.engine.games import act, day, night, record_of, red
from tests.engine.test_own_ruleset import PLAYERS, village
from tests.engine.test_reading import good

JUNK: tuple[Any, ...] = (
    None,
    0,
    -3,
    True,
    "",
    "x",
    "$x",
    "$wolves_win",
    [],
    {},
    [1],
    {"a": 1},
    {"$": "wolves_win"},
    {"when": "x"},
    3.5,
    "22:00:00",
    "day1",
    [[1]],
    {"do": "attack"},
)


def places(data: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*above, key)
        yield from places(data[key], (*above, key))


def spoil(data: Any, rng: random.Random) -> None:
    """Take a value out, put junk in its place, or add junk beside it."""
    *above, last = rng.choice(list(places(data)))
    holder = data
    for key in above:
        holder = holder[key]
    match rng.randrange(4):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, dict):
            holder[rng.choice(["zz", "when", "do", "on", "by", f"{last}x"])] = copy.deepcopy(rng.choice(JUNK))
        case _:
            holder[last] = copy.deepcopy(rng.choice(JUNK))


@pytest.mark.parametrize("seed", range(0, 200, 25))
def test_a_spoilt_record_is_read_or_refused(seed: int) -> None:
    for each in range(seed, seed + 25):
        rng = random.Random(each)
        data = good()
        for _ in range(rng.randint(1, 3)):
            spoil(data, rng)
        record = read_record(data)
        if isinstance(record, GameRecord):
            play(record)
            record_as_data(record)


@pytest.mark.parametrize("seed", range(0, 200, 25))
def test_a_spoilt_ruleset_is_played_or_refused(seed: int) -> None:
    phases = [
        day(1, {"by": "Аня", "on": "Боря"}),
        night(1, act("Вера", "look", "Волк"), act("Фрося", "stare", "Вера"), act("Гоша", "guard", "Аня")),
        day(2, red("Аня", "Волк")),
        night(2, act("team:wolves", "bite", "Аня")),
    ]
    for each in range(seed, seed + 25):
        rng = random.Random(each)
        rules = village()
        for _ in range(rng.randint(1, 3)):
            spoil(rules, rng)
        record = read_record(record_of("village.toml", PLAYERS, phases), ruleset_data=rules)
        if isinstance(record, GameRecord):
            game = play(record)
            assert outcome_as_json(game)["format"] == 1
            assert [town_view(outcome).phase for outcome in game.phases][:1] == ["day1"]
