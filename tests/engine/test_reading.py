"""A wrong record is told where it is wrong, what was found, what would be right; and all of it at once."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest

from engine import Fault, FaultCode, GameRecord, read_record
from tests.engine.games import act, day, night, record_of, red

Change = Callable[[dict[str, Any]], object]
PLAYERS = {"Вася": "doctor", "Петя": "citizen", "Маша": "rank1"}


def good() -> dict[str, Any]:
    """A record without a fault."""
    phases = [day(1, red("Вася", "Петя", "21:00:00")), night(1, act("Вася", "heal", "Петя", at="22:10:00"))]
    return record_of("classic", PLAYERS, phases)


def faults_of(change: Change) -> list[tuple[tuple[str | int, ...], FaultCode, object, str | None]]:
    """The faults of the good record after a change: path, code, what was found, the nearest right value."""
    data = good()
    change(data)
    found = read_record(data)
    assert isinstance(found, tuple), "no fault was found"
    return [(each.path, each.code, each.found, each.allowed[0] if each.allowed else None) for each in found]


def test_a_good_record_is_read_whole() -> None:
    record = read_record(good())
    assert isinstance(record, GameRecord)
    assert [str(phase.id) for phase in record.phases] == ["day1", "night1"]
    vote = record.phases[0].votes[0]
    assert (vote.by, vote.on, vote.colour) == ("Вася", "Петя", "red")
    assert vote.source.place == ("phases", 0, "votes", 0)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d.update(format=2), (("format",), "wrong-format", 2, "1")),
        (lambda d: d.pop("format"), (("format",), "missing-key", "format", None)),
        (lambda d: d.update(plyers=[]), (("plyers",), "unknown-key", "plyers", "players")),
        (lambda d: d["game"].update(ruleset="clasic"), (("game", "ruleset"), "unknown-ruleset", "clasic", "classic")),
        (lambda d: d["game"].update(timezone="Moskow"), (("game", "timezone"), "bad-zone", "Moskow", "Europe/Moscow")),
        (lambda d: d["game"].update(seed="zz"), (("game", "seed"), "wrong-value", "zz", "hex string")),
        (lambda d: d["game"].update(first_day="10.01"), (("game", "first_day"), "bad-time", "10.01", "YYYY-MM-DD")),
        (
            lambda d: d["game"].update(options={"ties": "all"}),
            (("game", "options", "ties"), "unknown-option", "ties", "tie"),
        ),
        (
            lambda d: d["game"].update(options={"tie": "every"}),
            (("game", "options", "tie"), "wrong-value", "every", "host"),
        ),
        (lambda d: d["players"][0].update(role="docter"), (("players", 0, "role"), "unknown-role", "docter", "doctor")),
        (
            lambda d: d["players"][1].update(accounts="Петя77"),
            (("players", 1, "accounts"), "wrong-type", "Петя77", "array of strings"),
        ),
        (
            lambda d: d["players"][1].update(account_ids=[57, 5.5]),
            (("players", 1, "account_ids"), "wrong-type", 5.5, "array of strings"),
        ),
        (lambda d: d["players"][1].update(name="Вася"), (("players", 1, "name"), "duplicate-name", "Вася", None)),
        (lambda d: d["players"][1].update(nmae="x"), (("players", 1, "nmae"), "unknown-key", "nmae", "name")),
        (
            lambda d: d["players"][1].update(aliases=["Вася"]),
            (("players", 1, "aliases", 0), "duplicate-name", "Вася", None),
        ),
        (lambda d: d["phases"][1].update(phase="night2"), (("phases", 1, "phase"), "phase-order", "night2", "night1")),
        (lambda d: d["phases"][1].update(phase="nigth1"), (("phases", 1, "phase"), "wrong-value", "nigth1", "day1")),
        (lambda d: d["phases"][0].update(vots=[]), (("phases", 0, "vots"), "unknown-key", "vots", "votes")),
        (
            lambda d: d["phases"][0]["votes"][0].update(color="red"),
            (("phases", 0, "votes", 0, "color"), "unknown-key", "color", "colour"),
        ),
        (
            lambda d: d["phases"][0]["votes"][0].update(colour="rde"),
            (("phases", 0, "votes", 0, "colour"), "wrong-value", "rde", "red"),
        ),
        (
            lambda d: d["phases"][0]["votes"][0].update(kind="scan"),
            (("phases", 0, "votes", 0, "kind"), "wrong-value", "scan", "vote"),
        ),
        (
            lambda d: d["phases"][0]["votes"][0].update(at="25:00:00"),
            (("phases", 0, "votes", 0, "at"), "bad-time", "25:00:00", "HH:MM:SS"),
        ),
        (
            lambda d: d["phases"][0]["votes"][0].update(at="2024-01-10T21:00:00"),
            (("phases", 0, "votes", 0, "at"), "bad-time", "2024-01-10T21:00:00", "HH:MM:SS"),
        ),
        (
            lambda d: d["phases"][0]["votes"][0].update(at="0001-01-01T00:00:00+03:00"),
            (("phases", 0, "votes", 0, "at"), "bad-time", "0001-01-01T00:00:00+03:00", "HH:MM:SS"),
        ),
        (
            lambda d: d["game"].update(first_day="9999-12-31"),
            (("game", "first_day"), "bad-time", "9999-12-31", "YYYY-MM-DD"),
        ),
        (lambda d: d["phases"][0]["votes"][0].pop("on"), (("phases", 0, "votes", 0, "on"), "missing-key", "on", None)),
        (
            lambda d: d["phases"][0]["votes"][0].update(by=7),
            (("phases", 0, "votes", 0, "by"), "wrong-type", 7, "string"),
        ),
        (
            lambda d: d["phases"][1]["actions"][0].update(do="heel"),
            (("phases", 1, "actions", 0, "do"), "unknown-action", "heel", "heal"),
        ),
        (
            lambda d: d["phases"][1]["actions"][0].update(on=["Петья"]),
            (("phases", 1, "actions", 0, "on", 0), "unknown-player", "Петья", "Петя"),
        ),
        (
            lambda d: d["phases"][1]["actions"][0].update(by="Васья"),
            (("phases", 1, "actions", 0, "by"), "unknown-player", "Васья", "Вася"),
        ),
        (
            lambda d: d["phases"][1]["actions"][0].update(on="Петя"),
            (("phases", 1, "actions", 0, "on"), "wrong-type", "Петя", "array of strings"),
        ),
        (
            lambda d: d["phases"][1]["actions"][0].update(guess="mafya"),
            (("phases", 1, "actions", 0, "guess"), "unknown-role", "mafya", "mafia"),
        ),
        (
            lambda d: d["phases"][1].update(choices=[{"by": "host", "do": "modkil", "on": ["Петя"]}]),
            (("phases", 1, "choices", 0, "do"), "unknown-action", "modkil", "modkill"),
        ),
        (
            lambda d: d["phases"][1].update(choices=[{"by": "host", "do": "replace", "on": ["Петя", "Маша"]}]),
            (("phases", 1, "choices", 0, "on", 1), "duplicate-name", "Маша", None),
        ),
        (
            lambda d: d["phases"][1].update(choices=[{"by": "host", "do": "end", "on": ["twon"]}]),
            (("phases", 1, "choices", 0, "on", 0), "unknown-player", "twon", "town"),
        ),
        (
            lambda d: d["phases"][1].update(choices=[{"by": "host", "do": "modkill"}]),
            (("phases", 1, "choices", 0, "on"), "missing-key", "on", None),
        ),
        (
            lambda d: d["phases"][1].update(choices=[{"by": "host", "do": "execute", "on": ["Петя"]}]),
            (("phases", 1, "choices", 0, "do"), "unknown-action", "execute", "end"),
        ),
        (
            lambda d: d["phases"][1].update(choices=[{"by": "host", "do": "reveal", "on": ["Петя"]}]),
            (("phases", 1, "choices", 0, "text"), "missing-key", "text", None),
        ),
        (
            lambda d: d["phases"][1].update(votes=[{"by": "Вася", "on": "Петя"}]),
            (("phases", 1, "votes"), "unknown-key", "votes", "phase"),
        ),
        (
            lambda d: d["phases"][0].update({"from": "21:00:00", "until": "21:00:00"}),
            (("phases", 0, "until"), "wrong-value", "21:00:00", None),
        ),
        (lambda d: d["phases"][1].update(votes={}), (("phases", 1, "votes"), "wrong-type", {}, "array of tables")),
        (lambda d: d.update(players="Вася"), (("players",), "wrong-type", "Вася", "array of tables")),
    ],
)
def test_a_fault_names_its_place_and_what_would_be_right(change: Change, expected: tuple[Any, ...]) -> None:
    assert faults_of(change) == [expected]


def test_all_faults_are_given_at_once() -> None:
    def change(data: dict[str, Any]) -> None:
        data["players"][0]["role"] = "docter"
        data["phases"][0]["votes"][0]["colour"] = "green"

    assert [code for _, code, _, _ in faults_of(change)] == ["unknown-role", "wrong-value"]


@pytest.mark.parametrize(
    "data", [{}, {"format": 1}, {"format": 1, "game": []}, {"format": 1, "game": {}, "players": 1}]
)
def test_no_data_makes_reading_fail(data: Mapping[str, Any]) -> None:
    found = read_record(data)
    assert isinstance(found, tuple)
    assert all(isinstance(each, Fault) for each in found)


def test_times_are_laid_on_the_dates_of_the_game() -> None:
    data = good()
    data["game"]["first_day"] = date(2024, 1, 10)
    record = read_record(data)
    assert isinstance(record, GameRecord)
    assert record.phases[0].votes[0].at == datetime(2024, 1, 10, 18, tzinfo=UTC)
    assert record.phases[1].actions[0].at == datetime(2024, 1, 10, 19, 10, tzinfo=UTC)


def test_an_entry_is_ordered_by_its_time_and_stays_behind_the_one_before_where_it_has_none(replay: Any) -> None:
    votes = (red("Вася", "Маша", "20:00:00"), red("Вася", "Петя"), red("Вася", "Маша", "19:00:00"))
    (view,) = replay("classic", {**PLAYERS, "Оля": "citizen"}, day(1, *votes))
    assert view.scores == {"Петя": 1}


def test_an_alias_of_two_players_is_ambiguous(replay: Any) -> None:
    players = {"Вася": {"role": "citizen", "aliases": ["В"]}, "Вова": {"role": "citizen", "aliases": ["В", "Вовочка"]}}
    players |= {"Маша": {"role": "rank1"}, "Оля": {"role": "citizen"}}
    (view,) = replay("classic", players, day(1, red("Маша", "В"), red("Оля", "Вовочка")))
    assert [each.reason for each in view.rejected] == ["ambiguous-name"]
    assert view.executed == ("Вова",)


def test_a_player_may_have_any_name(replay: Any) -> None:
    """Also one that looks like a sign, a role, or a half of the list."""
    players = {"?": "citizen", "doctor": "rank1", "top": "doctor", "Аня": "citizen", "Боря": "citizen"}
    (view,) = replay("classic", players, day(1, red("?", "top"), red("Аня", "?"), red("Боря", "?")))
    assert view.executed == ("?",)
