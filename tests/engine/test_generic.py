"""`generic`, what its records do not show: the public count, a day's table in mid-day, wrong files."""

import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from engine import (
    DayTables,
    GameRecord,
    Phase,
    day_table,
    host_view,
    load_ruleset,
    play,
    read_record,
    record_as_data,
    start_game,
    town_view,
)
from engine.options import OptionType
from tests.engine.games import day, record_of

RECORDS = sorted((Path(__file__).resolve().parents[2] / "fixtures" / "records" / "generic").glob("*.toml"))
FIVE: Mapping[str, Mapping[str, Any]] = {name: {} for name in ("Ada", "Bob", "Cat", "Dan", "Eve")}


def vote(by: str, on: str, at: str | None = None, **more: Any) -> dict[str, Any]:
    return {"by": by, "on": on, **({"at": at} if at else {}), **more}


def game(*phases: Mapping[str, Any], players: Mapping[str, Any] = FIVE, **options: Any) -> GameRecord:
    record = read_record(record_of("generic", players, phases, options))
    assert isinstance(record, GameRecord), record
    return record


def tables(record: GameRecord, as_of: str | None = None, phase: Phase | None = None) -> DayTables:
    """The tables of day 1, at a time of it where one is given."""
    state = start_game(record.ruleset, record.players, seed=record.seed, zone=record.zone)
    moment = None if as_of is None else datetime.fromisoformat(f"2000-01-01T{as_of}+03:00")
    return day_table(record.ruleset, state, phase or record.phases[0], moment)


def faults_of(players: Mapping[str, Any] = FIVE, **options: Any) -> list[tuple[str, str]]:
    found = read_record(record_of("generic", players, [day(1)], options))
    assert isinstance(found, tuple), found
    return [(".".join(map(str, fault.path)), str(fault.code)) for fault in found]


def scores(table: Any) -> dict[str, int]:
    return {row.player: row.score for row in table.rows}


# What the town may know.


def test_a_secret_weight_is_in_the_hosts_sums_and_not_in_the_towns() -> None:
    """GEN-28: weights that are open are in both."""
    players = {**FIVE, "Ada": {"weight": 3, "secret_weight": True}, "Bob": {"weight": 2}}
    both = tables(game(day(1, vote("Ada", "Cat"), vote("Bob", "Dan")), players=players))
    assert (scores(both.host), scores(both.town)) == ({"Cat": 3, "Dan": 2}, {"Dan": 2, "Cat": 1})
    assert (both.host.leading, both.town.leading) == (("Cat",), ("Dan",))
    assert [each.weight for row in both.town.rows for each in row.votes] == [2, 1]


def test_the_towns_view_does_not_tell_who_has_a_secret_weight() -> None:
    record = game(day(1, vote("Ada", "Cat")), players={**FIVE, "Ada": {"weight": 3, "secret_weight": True}})
    plain = game(day(1, vote("Ada", "Cat")))
    assert town_view(play(record).phases[0]) == town_view(play(plain).phases[0])


def test_a_secret_weight_by_colour_is_kept_as_well() -> None:
    players = {**FIVE, "Ada": {"weights": {"red": 3, "blue": 2}, "secret_weight": True}}
    both = tables(game(day(1, vote("Ada", "Cat", colour="blue")), players=players, defence_votes="count"))
    assert (scores(both.host), scores(both.town)) == ({"Cat": -2}, {"Cat": -1})


def test_a_bonus_vote_is_open() -> None:
    """GEN-29."""
    both = tables(game(day(1), players={**FIVE, "Ada": {"bonus": 2}}))
    assert (scores(both.host), scores(both.town)) == ({"Ada": 2}, {"Ada": 2})


def test_sums_may_be_kept_from_the_town() -> None:
    both = tables(game(day(1, vote("Ada", "Cat")), public_totals="none"))
    assert (both.town.totals, both.town.leading, both.host.leading) == (False, (), ("Cat",))


# The table in mid-day.


def test_a_hammer_makes_the_table_final_before_the_deadline() -> None:
    """GEN-33: the deadline is the moment of the vote that made the majority."""
    votes = [vote("Ada", "Eve", "10:00:00"), vote("Bob", "Eve", "11:00:00"), vote("Cat", "Eve", "12:00:00")]
    record = game(day(1, *votes, until="20:00:00"), decision="majority")
    before, after = tables(record, "11:30:00").host, tables(record, "12:00:00").host
    assert (before.final, before.executed) == (False, ())
    assert before.deadline == datetime.fromisoformat("2000-01-01T20:00:00+03:00")
    assert (after.final, after.executed) == (True, ("Eve",))
    assert after.deadline == datetime.fromisoformat("2000-01-01T12:00:00+03:00")
    assert after.missing == ("Dan", "Eve")


def test_before_the_day_is_over_nobody_is_executed_for_having_a_majority() -> None:
    votes = [vote(name, "Eve", "10:00:00") for name in ("Ada", "Bob", "Cat")]
    record = game(day(1, *votes, until="20:00:00"), decision="majority", hammer=False)
    assert (tables(record, "11:00:00").host.executed, tables(record).host.executed) == ((), ("Eve",))


def test_the_hammer_may_end_a_day_of_plurality() -> None:
    """GEN-33."""
    votes = [vote(name, "Eve", f"1{hour}:00:00") for hour, name in enumerate(("Ada", "Bob", "Cat"))]
    view = host_view(play(game(day(1, *votes, vote("Dan", "Ada", "13:00:00")), hammer=True)).phases[0])
    assert (view.executed, [(each.by, each.reason, each.rule) for each in view.rejected]) == (
        ("Eve",),
        [("Dan", "late", "GEN-33")],
    )


def test_a_count_tells_what_a_majority_is_and_which_vote_ended_the_day() -> None:
    """GEN-33, GEN-34, GEN-35."""
    votes = [vote(name, "Eve", f"1{hour}:00:00") for hour, name in enumerate(("Ada", "Bob", "Cat"))]
    players = {**FIVE, "Bob": {"threshold": -1}, "Fay": {}}
    record = game(day(1, *votes), players=players, decision="majority", no_execution_majority="half")
    needed = play(record).phases[0].town_counts[0].needed
    assert needed is not None
    assert (needed.living, needed.votes, needed.own) == (6, 4, {"Bob": 3, "no-execution": 3})
    ended = play(game(day(1, *votes), decision="majority")).phases[0].town_counts[0].ended
    assert ended is not None
    assert (ended.entry.by, ended.on, ended.rule) == ("Cat", "Eve", "GEN-33")
    assert play(game(day(1, *votes))).phases[0].town_counts[0].needed is None


@pytest.mark.parametrize(
    ("tie", "votes", "rule"),
    [("none", {"Ada": "Eve"}, "GEN-31"), ("all", {"Ada": "Eve", "Bob": "Cat"}, "GEN-32")],
)
def test_an_execution_cites_the_rule_that_decides_it(tie: str, votes: Mapping[str, str], rule: str) -> None:
    outcome = play(game(day(1, *(vote(by, on) for by, on in votes.items())), tie=tie)).phases[0]
    assert {event.rule for event in outcome.events if event.kind in ("chosen", "executed")} == {rule}


def test_what_the_host_does_cites_the_rule_of_it() -> None:
    """GEN-40 is for nights and removals; a ruling on the vote is the host's word as in every game."""
    done = [("execute", ["Ada"]), ("kill", ["Bob"]), ("end", ["Cat"])]
    record = game(day(1, vote("Ada", "Eve"), choices=[{"by": "host", "do": do, "on": on} for do, on in done]))
    events = play(record).phases[0].events
    ruled = {event.what: event.rule for event in events if event.kind == "ruled"}
    assert ruled == {"execute": "FORMATS-2", "kill": "GEN-40"}
    assert [event.rule for event in events if event.kind == "won"] == ["GEN-60"]


def test_votes_after_the_word_of_all_are_late_by_its_rule() -> None:
    """GEN-30d."""
    votes = [vote(name, "Eve", f"1{hour}:00:00", text="досрочно") for hour, name in enumerate(FIVE)]
    view = host_view(play(game(day(1, *votes, vote("Ada", "Bob", "20:00:00")), early_from=1)).phases[0])
    assert [(each.by, each.reason, each.rule) for each in view.rejected] == [("Ada", "late", "GEN-30d")]


def test_after_the_hammer_a_removal_frees_nobody() -> None:
    """The day was over when the voter was removed."""
    votes = [vote(name, "Eve", "10:00:00") for name in ("Ada", "Bob", "Cat")]
    removal = [{"by": "host", "do": "modkill", "on": ["Ada"], "at": "11:00:00"}]
    view = host_view(play(game(day(1, *votes, choices=removal), decision="majority")).phases[0])
    assert (view.executed, view.dead) == (("Eve",), ("Ada", "Eve"))


def test_once_the_host_has_opened_a_revote_the_table_is_that_of_the_revote() -> None:
    """GEN-32."""
    votes = [vote("Ada", "Bob", "10:00:00"), vote("Bob", "Ada", "10:01:00"), vote("Cat", "Bob", "20:05:00")]
    opening = [{"by": "host", "do": "revote", "on": [], "at": "20:00:00"}]
    record = game(day(1, *votes, choices=opening), tie="revote")
    assert tables(record, "19:00:00").host.poll == "execution"
    table = tables(record, "20:06:00").host
    assert (table.poll, scores(table), table.final) == ("revote", {"Bob": 1}, False)


def test_a_vote_that_the_host_replaced_in_mid_day_stands_under_the_new_name() -> None:
    """GEN-2, GEN-40."""
    votes = [vote("Ada", "Bob", "10:00:00"), vote("Cat", "Ada", "12:00:00"), vote("Zed", "Dan", "12:30:00")]
    change = [{"by": "host", "do": "replace", "on": ["Ada", "Zed"], "at": "11:00:00"}]
    table = tables(game(day(1, *votes, choices=change))).host
    assert [(row.player, [each.by for each in row.votes]) for row in table.rows] == [("Zed", ["Cat"]), ("Dan", ["Zed"])]


def test_names_change_hands_three_times_in_one_day() -> None:
    votes = [vote(name, "Bob", at) for name, at in (("Ada", "10:00:00"), ("Y", "11:30:00"), ("Z", "12:30:00"))]
    late = [vote(name, "Cat", "13:00:00") for name in ("Ada", "Y")]
    changes = [
        {"by": "host", "do": "replace", "on": [old, new], "at": at}
        for old, new, at in (("Ada", "X", "10:30:00"), ("X", "Y", "11:00:00"), ("Y", "Z", "12:00:00"))
    ]
    record = game(day(1, *votes, *late, vote("Dan", "X", "14:00:00"), choices=changes))
    first = play(record)
    view = host_view(first.phases[0])
    assert [(each.by, each.on) for each in view.votes] == [("Z", "Bob"), ("Dan", "Z")]
    assert [(each.by, each.reason) for each in view.rejected] == [("Ada", "not-playing"), ("Y", "not-playing")]
    assert first.states[0].seats["Ada"].former == ("Ada", "X", "Y")


# Days without a clock.


def test_a_day_without_an_end_takes_votes_of_any_time() -> None:
    """GEN-10: it ends when the host says so."""
    table = tables(game(day(1, vote("Ada", "Bob", "2000-01-05T03:00:00+03:00")))).host
    assert (scores(table), table.deadline, table.rejected) == ({"Bob": 1}, None, ())


def test_the_regular_end_of_a_day_may_be_written_without_seconds() -> None:
    table = tables(game(day(1, vote("Ada", "Bob", "21:00:00")), until="21:00")).host
    assert [(each.reason, each.rule) for each in table.rejected] == [("late", "GEN-10")]


# Records and options.


def test_every_option_is_chosen_in_some_record() -> None:
    """With every value of a choice, the default of `public_totals` left to the tables above."""
    ruleset = load_ruleset("generic")
    assert not isinstance(ruleset, tuple)
    chosen: dict[str, list[object]] = {}
    for path in RECORDS:
        for key, value in tomllib.loads(path.read_text(encoding="utf-8"))["game"].get("options", {}).items():
            chosen.setdefault(key, []).append(value)
    missing = {
        key: [value for value in option.values if value not in [*chosen.get(key, []), option.default]]
        for key, option in ruleset.options.items()
        if key != "public_totals" and (key not in chosen or option.type is OptionType.CHOICE)
    }
    assert {key: values for key, values in missing.items() if values or key not in chosen} == {}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_exported_and_read_again_is_the_same(path: Path) -> None:
    record = read_record(tomllib.loads(path.read_text(encoding="utf-8")))
    assert isinstance(record, GameRecord)
    data = record_as_data(record)
    again = read_record(data)
    assert isinstance(again, GameRecord), again
    assert record_as_data(again) == data


def test_wrong_options_and_fields_are_faults_at_their_place() -> None:
    assert faults_of(change_windows=[{"from": "20:00"}]) == [("game.options.change_windows", "wrong-value")]
    assert faults_of(change_windows=[{"from": "25:00", "changes": 1}]) == [
        ("game.options.change_windows", "wrong-value")
    ]
    assert faults_of(changes=-1) == [("game.options.changes", "wrong-value")]
    assert faults_of(pass_days=["1"]) == [("game.options.pass_days", "wrong-value")]
    assert faults_of(players={"Ada": {"weights": {"green": 2}}}) == [("players.0.weights.green", "unknown-key")]
    assert faults_of(players={"Ada": {"weights": {"red": -1}}}) == [("players.0.weights.red", "wrong-value")]
    assert faults_of(players={"Ada": {"weight": -1}}) == [("players.0.weight", "wrong-value")]
    assert faults_of(players={"Ada": {"weight": True}}) == [("players.0.weight", "wrong-type")]


def test_a_word_beside_a_vote_is_looked_for_in_any_case() -> None:
    """GEN-30d: «ОКОНЧАТЕЛЬНО» in the same words as they are written."""
    votes = [vote("Ada", "Bob", text="Мой голос, ОКОНЧАТЕЛЬНО"), vote("Ada", "Cat")]
    view = host_view(play(game(day(1, *votes))).phases[0])
    assert [(each.by, each.reason, each.rule) for each in view.rejected] == [("Ada", "no-changes-left", "GEN-30d")]


def test_a_vote_repeated_as_final_stays() -> None:
    votes = [vote("Ada", "Bob", "10:00:00"), vote("Ada", "Bob", "11:00:00", text="окончательно"), vote("Ada", "Cat")]
    view = host_view(play(game(day(1, *votes))).phases[0])
    assert [(each.by, each.on) for each in view.votes] == [("Ada", "Bob")]
