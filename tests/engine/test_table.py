"""The vote table of a day as it stands at a moment: the host's, and the town's own count."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from engine import DayTables, GameRecord, State, Unclear, day_table, play_phase, read_record, start_game
from tests.engine.games import Entry, act, blue, day, night, record_of, red

PLAYERS = {
    "Босс": "rank1",
    "Доктор": "doctor",
    "Аня": "citizen",
    "Боря": "citizen",
    "Вера": "citizen",
    "Гоша": "citizen",
    "Даша": "citizen",
}


def game(*phases: Mapping[str, Any], **options: Any) -> tuple[GameRecord, State]:
    """The record and the state before its last phase."""
    record = read_record(record_of("classic", PLAYERS, phases, options))
    assert isinstance(record, GameRecord), record
    state = start_game(record.ruleset, record.players, seed=record.seed, zone=record.zone)
    for phase in record.phases[:-1]:
        _, state = play_phase(record.ruleset, state, phase)
    return record, state


def at(time: str) -> datetime:
    return datetime.fromisoformat(f"2000-01-01T{time}+03:00")


def test_rows_are_ordered_by_score_then_by_who_reached_it_first() -> None:
    record, state = game(
        day(
            1,
            red("Аня", "Гоша", "10:00:00"),
            red("Боря", "Вера", "11:00:00"),
            red("Вера", "Даша", "12:00:00"),
            red("Гоша", "Вера", "13:00:00"),
            red("Даша", "Гоша", "14:00:00"),
        )
    )
    host = day_table(record.ruleset, state, record.phases[0]).host
    assert [(row.player, row.score) for row in host.rows] == [("Вера", 2), ("Гоша", 2), ("Даша", 1)]
    assert host.leading == ("Вера", "Гоша")
    assert [vote.by for vote in host.rows[0].votes] == ["Боря", "Гоша"]


def test_a_score_lost_and_won_again_is_reached_when_it_is_won_again() -> None:
    record, state = game(
        day(
            1,
            red("Аня", "Вера", "10:00:00"),
            red("Боря", "Гоша", "11:00:00"),
            red("Аня", "Даша", "12:00:00"),
            red("Даша", "Вера", "13:00:00"),
        )
    )
    host = day_table(record.ruleset, state, record.phases[0]).host
    assert [row.player for row in host.rows] == ["Гоша", "Даша", "Вера"]


def test_as_of_a_moment_later_votes_are_not_there() -> None:
    votes = day(1, red("Аня", "Боря", "10:00:00"), red("Аня", "Вера", "11:00:00"), red("Гоша", "Вера", "22:00:00"))
    record, state = game(votes)
    early = day_table(record.ruleset, state, record.phases[0], at("10:30:00")).host
    assert ([row.player for row in early.rows], early.final, early.executed) == (["Боря"], False, ())
    assert early.deadline == at("22:00:00")
    late = day_table(record.ruleset, state, record.phases[0], at("22:00:00")).host
    assert (late.final, late.executed) == (True, ("Вера",))
    assert [(each.by, each.reason, each.rule) for each in late.rejected] == [("Гоша", "late", "CLA-11")]
    assert [vote.on for vote in late.superseded] == ["Боря"]


def test_the_town_counts_with_public_weights() -> None:
    """CLA-28: the doctor's blue is one vote for the town."""
    record, state = game(day(1, blue("Доктор", "Аня"), red("Боря", "Аня"), red("Вера", "Аня")))
    tables = day_table(record.ruleset, state, record.phases[0])
    assert [(row.player, row.score) for row in tables.host.rows] == [("Аня", -1)]
    assert [(row.player, row.score) for row in tables.town.rows] == [("Аня", 1)]
    assert (tables.host.leading, tables.town.leading) == ((), ("Аня",))
    assert [vote.rule for vote in tables.town.rows[0].votes] == ["CLA-32"] * 3


def test_a_void_vote_looks_to_the_town_like_any_other() -> None:
    """CLA-30: counted and listed, or missing like anybody's."""
    double = night(1, act("Босс", "kill", "Гоша", "Даша"))
    record, state = game(double, day(2, red("Босс", "Аня"), red("Боря", "Аня")))
    tables = day_table(record.ruleset, state, record.phases[1])
    assert [row.score for row in tables.host.rows] == [1]
    assert [row.score for row in tables.town.rows] == [2]
    assert [each.reason for each in tables.host.rejected] == ["void"]
    assert tables.town.rejected == ()
    silent, state = game(double, day(2))
    tables = day_table(silent.ruleset, state, silent.phases[1])
    assert "Босс" not in tables.host.missing
    assert "Босс" in tables.town.missing


def test_a_silenced_player_is_refused_in_public_without_the_source() -> None:
    """CLA-29: the rule named does not tell who silenced him."""
    record, state = game(night(1, act("Доктор", "poison", "Аня")), day(2, red("Аня", "Боря")))
    tables = day_table(record.ruleset, state, record.phases[1])
    assert [(each.by, each.reason, each.rule) for each in tables.town.rejected] == [("Аня", "silenced", "CLA-29")]


def test_public_sums_may_be_left_out() -> None:
    """D-6."""
    record, state = game(day(1, red("Аня", "Боря")), public_totals="none")
    tables = day_table(record.ruleset, state, record.phases[0])
    assert (tables.host.totals, tables.town.totals) == (True, False)
    assert tables.town.leading == ()


def test_an_unclear_vote_waits_and_its_author_is_not_missing() -> None:
    record, state = game(day(1, red("Аня", "Боря"), red("Вера", "Гоша")))
    votes = record.phases[0].votes
    unclear = replace(votes[1], unclear=Unclear("Гош", "ambiguous-name", ("Гоша", "Даша")))
    phase = replace(record.phases[0], votes=(votes[0], unclear))
    host = day_table(record.ruleset, state, phase).host
    assert host.unclear == (unclear,)
    assert [row.player for row in host.rows] == ["Боря"]
    assert "Вера" not in host.missing
    outcome, _ = play_phase(record.ruleset, state, phase)
    awaited = [event for event in outcome.events if event.kind == "awaited"]
    assert [(event.what, event.value) for event in awaited] == [("unclear", ("Гоша", "Даша"))]


def test_a_later_clear_vote_settles_an_unclear_one() -> None:
    record, state = game(day(1, red("Вера", "Гоша", "10:00:00"), red("Вера", "Боря", "11:00:00")))
    votes = record.phases[0].votes
    unclear = replace(votes[0], unclear=Unclear("Гош", "ambiguous-name"))
    host = day_table(record.ruleset, state, replace(record.phases[0], votes=(unclear, votes[1]))).host
    assert (host.unclear, [row.player for row in host.rows]) == ((), ["Боря"])


def replay(phase: Mapping[str, Any], unclear: int, why: str = "ambiguous-name", **options: Any) -> DayTables:
    """The tables of a day of `generic` whose vote in that place is an unclear one."""
    record = read_record(record_of("generic", {name: {} for name in ("Ada", "Bob", "Cat")}, [phase], options))
    assert isinstance(record, GameRecord), record
    votes = list(record.phases[0].votes)
    votes[unclear] = replace(votes[unclear], unclear=Unclear("???", why))
    state = start_game(record.ruleset, record.players, seed=record.seed, zone=record.zone)
    return day_table(record.ruleset, state, replace(record.phases[0], votes=tuple(votes)))


def unvote(by: str, colour: str | None = None) -> dict[str, Any]:
    return {"by": by, "on": "none", "kind": "unvote", **({"colour": colour} if colour else {})}


def test_taking_back_settles_an_unclear_vote_whatever_it_meant() -> None:
    """GEN-22."""
    tables = replay(day(1, {"by": "Ada", "on": "???"}, unvote("Ada")), 0)
    assert [(table.unclear, table.superseded, table.missing) for table in (tables.host, tables.town)] == [
        ((), (), ("Ada", "Bob", "Cat"))
    ] * 2


def test_of_two_unclear_votes_the_later_waits() -> None:
    record, state = game(day(1, red("Аня", "Боря"), red("Аня", "Вера")))
    votes = tuple(replace(each, unclear=Unclear(each.on, "ambiguous-name")) for each in record.phases[0].votes)
    host = day_table(record.ruleset, state, replace(record.phases[0], votes=votes)).host
    assert (host.superseded, host.unclear) == (votes[:1], votes[1:])


@pytest.mark.parametrize(
    ("later", "why", "waits"),
    [
        (unvote("Ada", "blue"), "ambiguous-name", True),
        (unvote("Ada", "red"), "ambiguous-name", False),
        (unvote("Ada"), "ambiguous-name", False),
        (blue("Ada", "Bob"), "ambiguous-name", True),
        (red("Ada", "Bob"), "ambiguous-name", False),
        (red("Ada", "Bob"), "contradiction", True),
        (unvote("Ada", "red"), "contradiction", True),
        (unvote("Ada"), "contradiction", False),
    ],
)
def test_an_unclear_vote_of_one_colour_is_not_settled_by_the_other(later: Entry, why: str, waits: bool) -> None:
    """GEN-20: with one vote of each colour; one whose colour is not certain may be of either."""
    tables = replay(day(1, red("Ada", "Cat"), later), 0, why, votes="one-per-colour")
    assert [bool(table.unclear) for table in (tables.host, tables.town)] == [waits] * 2


def test_an_unclear_later_vote_does_not_hide_the_clear_one() -> None:
    record, state = game(day(1, red("Вера", "Боря", "10:00:00"), red("Вера", "Гоша", "11:00:00")))
    votes = record.phases[0].votes
    unclear = replace(votes[1], unclear=Unclear("Гош", "ambiguous-name"))
    host = day_table(record.ruleset, state, replace(record.phases[0], votes=(votes[0], unclear))).host
    assert host.unclear == (unclear,)
    assert [row.player for row in host.rows] == ["Боря"]


def test_the_hosts_change_of_a_window_goes_before_the_clock() -> None:
    record, state = game(day(1, red("Аня", "Боря", "22:30:00"), until="23:00:00"))
    host = day_table(record.ruleset, state, record.phases[0]).host
    assert (host.rejected, host.deadline) == ((), at("23:00:00"))


def test_a_night_has_no_table() -> None:
    record, state = game(night(1))
    with pytest.raises(ValueError, match="night1 has no vote table"):
        day_table(record.ruleset, state, record.phases[0])
