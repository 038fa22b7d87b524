"""A game composed in TOML alone: a host's own ruleset, with its options, and what is said of a wrong one."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine import FaultCode, GameRecord, Ruleset, host_view, load_ruleset, play, read_record, record_as_data, rulesets
from tests.engine.games import act, day, night, record_of, red

ROOT = Path(__file__).resolve().parents[2]
FACTS = {"trump": "hearts", "town_suit": "clubs"}
DUEL = """
format = 1
id = "village"
title = "Деревня"
prefix = "VIL"
day = ["execution", "settle"]
night = ["blocks", "heals", "attacks", "settle", "answers", "votes"]

[sides]
village = { name = "деревня" }
wolves = { name = "волки" }

[roles]
wolf = { name = "волк", side = "wolves", rule = "VIL-1", many = true }
seer = { name = "провидица", side = "village", rule = "VIL-1" }
guard = { name = "страж", side = "village", rule = "VIL-1" }
witch = { name = "ведьма", side = "village", rule = "VIL-1" }
villager = { name = "житель", side = "village", rule = "VIL-1", many = true }

[options]
guard_himself = { type = "boolean", default = false, about = "страж сторожит себя" }
night_until = { type = "time", default = "09:00:00", about = "конец ночи" }
wolves_win = { type = "choice", values = ["parity", "last"], default = "parity", about = "победа волков" }

[clock]
vote_until = "20:00:00"
night_from = "20:00:00"
night_until = "$night_until"

[admission]
rule = "VIL-2"

[light]
rule = "VIL-3"
levels = [{ name = "fire", reveal = "good-or-bad" }]
named = false
good = ["village"]

[[polls]]
name = "execution"
rule = "VIL-4"
colours = false
changes = 1
tie = "none"

[channels.pack]
rule = "VIL-5"
team = "wolves"
members = { sides = ["wolves"] }

[chances]
witch-stare = { probability = 0.5, rule = "VIL-8" }

[[abilities]]
action = "bite"
name = "загрызть"
rule = "VIL-5"
who = { sides = ["wolves"] }
channel = "pack"
limits = [{ do = "from-cycle", cycle = 2, rule = "VIL-5" }]
effects = [{ do = "attack", cause = "wolves", rule = "VIL-5" }]

[[abilities]]
action = "look"
name = "увидеть"
rule = "VIL-6"
who = { roles = ["seer"] }
effects = [{ do = "check", sides = { wolves = "wolf" }, otherwise = "man", rule = "VIL-6" }]

[[abilities]]
action = "guard"
name = "сторожить"
rule = "VIL-7"
who = { roles = ["guard"] }
limits = [
  { do = "not-self", rule = "VIL-7", when = { option = "guard_himself", is = false } },
  { do = "no-repeat", rule = "VIL-7" },
]
effects = [{ do = "protect", rule = "VIL-7" }]

[[abilities]]
action = "stare"
name = "сглазить"
rule = "VIL-8"
who = { roles = ["witch"] }
limits = [{ do = "uses", most = 1, rule = "VIL-8" }]
effects = [{ do = "block", rule = "VIL-8" }, { do = "silence", chance = "witch-stare", rule = "VIL-8" }]

[[victory]]
do = "parity"
side = "wolves"
mode = "$wolves_win"
rule = "VIL-9"

[[victory]]
do = "cleared"
side = "village"
sides = ["wolves"]
rule = "VIL-9"
"""
PLAYERS = {"Волк": "wolf", "Вера": "seer", "Гоша": "guard", "Фрося": "witch", "Аня": "villager", "Боря": "villager"}


def village() -> dict[str, Any]:
    return tomllib.loads(DUEL)


def played(*phases: Mapping[str, Any], **options: Any) -> list[Any]:
    record = read_record(record_of("village.toml", PLAYERS, phases, options), ruleset_data=village())
    assert isinstance(record, GameRecord), record
    return [host_view(outcome) for outcome in play(record).phases]


def test_a_game_of_ones_own_is_played() -> None:
    views = played(
        day(1, {"by": "Аня", "on": "Боря"}),
        night(1, act("Волк", "bite", "Аня"), act("Вера", "look", "Волк")),
        day(2),
        night(2, act("Волк", "bite", "Аня", at="08:59:59"), act("Гоша", "guard", "Аня", at="23:00:00")),
        day(3, red("Аня", "Волк")),
    )
    assert views[0].revealed == {"Боря": "good"}
    assert [(each.by, each.reason, each.rule) for each in views[1].rejected] == [("Волк", "not-yet", "VIL-5")]
    assert [told.answer for told in views[1].told] == ["wolf"]
    assert views[3].saved == ("Аня",)
    assert (views[4].executed, views[4].winners) == (("Волк",), ("village",))


def test_its_record_is_written_under_the_name_of_its_file() -> None:
    record = read_record(record_of("village.toml", PLAYERS, [day(1)]), ruleset_data=village())
    assert isinstance(record, GameRecord)
    assert record_as_data(record)["game"]["ruleset"] == "village.toml"


def test_its_options_change_it() -> None:
    guarded = night(1, act("Гоша", "guard", "Гоша"))
    assert [each.reason for each in played(guarded)[0].rejected] == ["self"]
    assert played(guarded, guard_himself=True)[0].rejected == ()


def test_a_tie_that_is_drawn_may_be_fixed() -> None:
    rules = village()
    rules["polls"][0]["tie"] = "random"
    votes = ({"by": "Аня", "on": "Боря"}, {"by": "Боря", "on": "Аня"})
    for name in ("Аня", "Боря"):
        phases = [day(1, *votes, chance={f"tie:{name}": True})]
        record = read_record(record_of("village.toml", PLAYERS, phases), ruleset_data=rules)
        assert isinstance(record, GameRecord), record
        assert host_view(play(record).phases[0]).executed == (name,)


def test_its_witch_blocks_once() -> None:
    views = played(
        night(1, act("Фрося", "stare", "Вера"), act("Вера", "look", "Волк"), chance={"witch-stare:Вера": True}),
        day(2),
        night(2, act("Фрося", "stare", "Вера")),
    )
    assert (views[0].blocked, views[0].silenced) == (("Вера",), ("Вера",))
    assert [each.reason for each in views[2].rejected] == ["no-uses-left"]


@pytest.mark.parametrize(
    ("change", "path", "code", "nearest"),
    [
        (lambda d: d.update(nihgt=[]), ("nihgt",), FaultCode.UNKNOWN_KEY, "night"),
        (lambda d: d.pop("clock"), ("clock",), FaultCode.MISSING_KEY, None),
        (lambda d: d["night"].append("setle"), ("night", 6), FaultCode.UNKNOWN_REFERENCE, "settle"),
        (
            lambda d: d["roles"]["wolf"].update(side="wolfs"),
            ("roles", "wolf", "side"),
            FaultCode.UNKNOWN_REFERENCE,
            "wolves",
        ),
        (
            lambda d: d["abilities"][1]["effects"][0].update(do="chekc"),
            ("abilities", 1, "effects", 0, "do"),
            FaultCode.WRONG_VALUE,
            "check",
        ),
        (
            lambda d: d["abilities"][2]["limits"][0].update(wen=1),
            ("abilities", 2, "limits", 0, "wen"),
            FaultCode.UNKNOWN_KEY,
            None,
        ),
        (
            lambda d: d["abilities"][1]["who"].update(roles=["sear"]),
            ("abilities", 1, "who", "roles", 0),
            FaultCode.UNKNOWN_ROLE,
            "seer",
        ),
        (
            lambda d: d["abilities"][0].update(channel="pak"),
            ("abilities", 0, "channel"),
            FaultCode.UNKNOWN_REFERENCE,
            "pack",
        ),
        (
            lambda d: d["abilities"][3]["effects"][1].update(chance="witch-stair"),
            ("abilities", 3, "effects", 1, "chance"),
            FaultCode.UNKNOWN_REFERENCE,
            "witch-stare",
        ),
        (lambda d: d["polls"][0].update(tie="nonne"), ("polls", 0, "tie"), FaultCode.WRONG_VALUE, "none"),
        (lambda d: d["clock"].update(vote_until="8pm"), ("clock", "vote_until"), FaultCode.BAD_TIME, "HH:MM:SS"),
        (
            lambda d: d["victory"][0].update(mode="$wolf_win"),
            ("victory", 0, "mode"),
            FaultCode.UNKNOWN_OPTION,
            "wolves_win",
        ),
        (
            lambda d: d["options"]["wolves_win"].update(type="chioce"),
            ("options", "wolves_win", "type"),
            FaultCode.WRONG_VALUE,
            "choice",
        ),
    ],
)
def test_a_wrong_ruleset_is_told_where_it_is_wrong(
    change: Any, path: Any, code: FaultCode, nearest: str | None
) -> None:
    data = village()
    change(data)
    found = load_ruleset("village.toml", data=data)
    assert isinstance(found, tuple)
    assert (found[0].path, found[0].code) == (path, code)
    if nearest is not None:
        assert found[0].allowed[0] == nearest


def test_faults_of_a_record_name_the_ruleset_file() -> None:
    data = village()
    del data["clock"]
    found = read_record(record_of("village.toml", PLAYERS, []), ruleset_data=data)
    assert isinstance(found, tuple)
    assert [each.path for each in found] == [("ruleset-file", "clock")]


@pytest.mark.parametrize("name", rulesets())
def test_every_table_of_a_bundled_ruleset_is_right(name: str) -> None:
    """Also the tables that the default options leave out."""
    data = tomllib.loads((ROOT / "engine" / "rulesets" / name / "rules.toml").read_text(encoding="utf-8"))
    facts = {key: value for key, value in FACTS.items() if key in data["options"]}
    assert isinstance(load_ruleset(name, facts, data=data), Ruleset)
