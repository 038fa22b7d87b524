"""Mordheim by day: line-up, clock, nominations, the removed, what the town sees (MOR-1 … MOR-25, MOR-98)."""

from datetime import date, datetime
from typing import Any

import pytest

from engine import (
    GameRecord,
    Phase,
    PhaseId,
    Ruleset,
    VoteEntry,
    VoteKind,
    cast_differences,
    day_table,
    host_view,
    load_ruleset,
    play_phase,
    read_record,
    start_game,
    town_view,
)
from engine.faults import FaultCode
from engine.record import Unclear
from tests.engine.games import Replay, act, day, night, reasons, record_of
from tests.engine.mordheim_table import (
    EIGHT,
    LISTED,
    TEN,
    first_day,
    in_advance,
    nominate,
    opened,
    vegetable,
    volunteer,
    vote,
)


@pytest.fixture(name="first")
def _first(replay: Replay) -> Any:
    return first_day(replay)


# Line-up (MOR-1 … MOR-4).


def test_a_single_role_dealt_twice_is_worth_a_warning() -> None:
    """MOR-1, MOR-2: any number of mafiosi and citizens; a game never begins with a changed werewolf."""
    record = read_record(record_of("mordheim", {**TEN, "Врач": "doctor", "Лекарь": "doctor"}, []))
    assert isinstance(record, GameRecord)
    assert [(each.role, each.expected, each.found) for each in cast_differences(record.ruleset, record.players)] == [
        ("doctor", 1, 2)
    ]
    changed = read_record(record_of("mordheim", {**TEN, "Ворон": "werewolf-mafia"}, []))
    assert isinstance(changed, GameRecord)
    assert [each.role for each in cast_differences(changed.ruleset, changed.players)] == ["werewolf-mafia"]
    assert {role.side for role in record.ruleset.roles.values()} == {"town", "mafia", "maniac", "werewolf"}


def test_an_unknown_role_has_no_ability_and_keeps_the_end_away(replay: Replay) -> None:
    """MOR-1: without the unknown one this would be a victory of the mafia."""
    views = replay("mordheim", {"Аня": "citizen", "Кто": {}, "Барон": "underboss"}, night(1, act("Кто", "kill", "Аня")))
    assert reasons(views[0]) == [("Кто", "not-your-action", "MOR-70")]
    assert views[0].winners == ()


def test_the_mafia_knows_one_another_and_sends_in_the_name_of_all(replay: Replay) -> None:
    """MOR-3: the gang is one team; werewolf and maniac belong to none."""
    players = {**EIGHT, "Ворон": "werewolf", "Асмодей": "maniac"}
    (view,) = replay("mordheim", players, night(1, act("team:mafia", "kill", "Аня"), act("Ворон", "pass")))
    assert view.dead == ("Аня",)
    assert reasons(view) == [("Ворон", "not-your-action", "MOR-70")]


def test_a_role_that_puts_parity_off_has_to_be_one() -> None:
    """D-37: any list of role ids."""
    faults = read_record(record_of("mordheim", EIGHT, [], {"deferring_roles": ["doktor"]}))
    assert isinstance(faults, tuple)
    assert [(each.path, each.code, each.allowed[0]) for each in faults] == [
        (("game", "options", "deferring_roles", 0), FaultCode.UNKNOWN_ROLE, "doctor")
    ]


def test_the_words_of_votes_are_a_table_of_lists() -> None:
    """MOR-43, D-14: the words are for whoever reads the posts."""
    words = {"vote": ["вешаю"], "scan": ["смотрим"]}
    rules = load_ruleset("mordheim", {"vote_words": words})
    assert isinstance(rules, Ruleset)
    assert rules.values["vote_words"] == words
    assert isinstance(load_ruleset("mordheim", {"vote_words": {"hang": ["вешаю"]}}), tuple)
    assert isinstance(load_ruleset("mordheim", {"vote_words": {"vote": "вешаю"}}), tuple)


def test_there_are_no_chances() -> None:
    """MOR-105: a record that fixes one is wrong."""
    faults = read_record(record_of("mordheim", EIGHT, [day(1, chance={"tie:Аня": True})]))
    assert isinstance(faults, tuple)
    assert [each.code for each in faults] == [FaultCode.UNKNOWN_CHANCE]


# The clock (MOR-5 … MOR-11).


def test_the_clock_is_that_of_moscow() -> None:
    """MOR-5, MOR-6, MOR-10: the day ends at 22:00, the night that follows it on the next morning."""
    record = read_record(record_of("mordheim", EIGHT, [day(1)]))
    assert isinstance(record, GameRecord)
    clock, state = record.ruleset.clock, start_game(record.ruleset, record.players, first_day=date(2024, 2, 5))
    evening = clock.window(state.calendar, Phase(PhaseId(1, night=True)))
    assert str(evening.opens) == "2024-02-05 22:00:00+03:00"
    assert str(evening.closes) == "2024-02-06 10:00:00+03:00"


def test_nominations_run_from_ten_to_the_opening_of_the_vote(first: Any) -> None:
    """MOR-7, MOR-20: 10:00:00 and 19:59:59 are in time, the second before and the one after are not."""
    view = first(
        nominate("Аня", "Барон", "09:59:59"),
        nominate("Аня", "Тень", "10:00:00"),
        nominate("Боря", "Вера", "19:59:59"),
        nominate("Аня", "Гоша", "20:00:00"),
        nominate("Аня", "Даша", "22:30:00"),
    )
    assert view.nominated == ("Тень", "Вера")
    assert reasons(view) == [("Аня", "early", "MOR-7"), ("Аня", "late", "MOR-7"), ("Аня", "late", "MOR-7")]


def test_the_host_opens_the_vote_at_another_second(first: Any) -> None:
    """MOR-8: earlier or later; the opening second counts for votes and is too late for nominations."""
    votes = (
        nominate("Аня", "Барон", "19:49:59"),
        nominate("Аня", "Тень", "19:50:00"),
        vote("Боря", "Барон", "19:49:59"),
        vote("Вера", "Барон", "19:50:00"),
    )
    view = first(*votes, choices=[opened("19:50:00")])
    assert view.nominated == ("Барон",)
    assert reasons(view) == [("Боря", "early", "MOR-8"), ("Аня", "late", "MOR-7")]
    assert [each.by for each in view.votes if each.cast == "live"] == ["Вера"]


@pytest.mark.parametrize(("cutoff", "scores"), [("exclusive", {"Тень": 8}), ("inclusive", {"Барон": 1, "Тень": 7})])
def test_the_very_second_of_the_close(first: Any, cutoff: str, scores: dict[str, int]) -> None:
    """MOR-9, D-2: a live vote at 22:00:00, where it counts, is still before all others of that second."""
    view = first(*LISTED, vote("Аня", "Барон", "22:00:00"), options={"cutoff": cutoff})
    assert view.scores == scores
    assert reasons(view) == ([("Аня", "late", "MOR-9")] if cutoff == "exclusive" else [])


@pytest.mark.parametrize(("cutoff", "dead"), [("exclusive", ()), ("inclusive", ("Аня",))])
def test_the_very_second_of_the_morning(replay: Replay, cutoff: str, dead: tuple[str, ...]) -> None:
    """MOR-6, D-2: 10:00:00."""
    (view,) = replay("mordheim", EIGHT, night(1, act("Барон", "kill", "Аня", at="10:00:00")), night_cutoff=cutoff)
    assert view.dead == dead


def test_a_game_may_open_with_a_night(replay: Replay) -> None:
    """MOR-10, D-3: in a night before the first day the gang only gets acquainted."""
    before, first_night = replay(
        "mordheim",
        EIGHT,
        night(0, act("Барон", "kill", "Аня")),
        day(1),
        night(1, act("Барон", "kill", "Аня")),
        opens_with="night",
    )[::2]
    assert reasons(before) == [("Барон", "not-yet", "MOR-10")]
    assert first_night.dead == ("Аня",)


def test_a_day_that_the_host_moves_has_its_vote_on_its_own_date(first: Any) -> None:
    """MOR-8, MOR-11: the vote opens at 20:00 of the date on which the day is open."""
    votes = (
        nominate("Аня", "Барон", "2000-01-02T12:00:00+03:00"),
        vote("Боря", "Барон", "2000-01-02T19:59:59+03:00"),
        vote("Вера", "Барон", "2000-01-02T20:00:00+03:00"),
    )
    view = first(*votes, **{"from": "2000-01-02T10:00:00+03:00", "until": "2000-01-02T22:00:00+03:00"})
    assert view.nominated == ("Барон",)
    assert reasons(view) == [("Боря", "early", "MOR-8")]


# Nominations (MOR-20 … MOR-25).


def test_nine_alive_need_two_nominators_and_eight_need_one(first: Any) -> None:
    """MOR-21, MOR-23: the second nomination of one player is no second nominator; nor is it refused."""
    nine = {name: role for name, role in TEN.items() if name != "Зина"}
    votes = (nominate("Аня", "Барон", "11:00:00"), nominate("Аня", "Барон", "12:00:00"))
    assert (first(*votes, players=nine).nominated, first(*votes).nominated) == ((), ("Барон",))
    view = first(*votes, nominate("Барон", "Барон", "13:00:00"), players=nine)
    assert view.nominated == ("Барон",)
    assert view.rejected == ()


def test_the_living_are_counted_after_the_deaths_of_the_night(replay: Replay) -> None:
    """MOR-21: nine by night, eight by day."""
    nine = {name: role for name, role in TEN.items() if name != "Зина"}
    views = replay("mordheim", nine, night(1, act("Барон", "kill", "Аня")), day(2, nominate("Боря", "Барон")))
    assert views[1].nominated == ("Барон",)


def test_the_list_goes_by_the_moment_of_the_second_nomination(first: Any) -> None:
    """MOR-22: named first, on the list last; further nominations change nothing; the silent go to the last."""
    view = first(
        nominate("Аня", "Барон", "10:05:00"),
        nominate("Аня", "Тень", "11:00:00"),
        nominate("Боря", "Тень", "12:00:00"),
        nominate("Боря", "Барон", "13:00:00"),
        nominate("Вера", "Тень", "14:00:00"),
        players=TEN,
    )
    assert view.nominated == ("Тень", "Барон")
    assert view.scores == {"Барон": 10}


def test_every_refusal_of_a_nomination(replay: Replay) -> None:
    """MOR-20, MOR-33: the first reason in the order of the formats."""
    votes = (
        nominate("Прохожий", "Никто", "09:00:00"),
        nominate("Аня", "Никто", "09:00:00"),
        nominate("Боря", "Никто", "09:00:00"),
        nominate("Боря", "Аня"),
        nominate("Боря", "Никто"),
        nominate("Боря", "Двойка"),
        nominate("Боря", "Барон", edited=True),
        nominate("Боря", "Барон", deleted=True),
    )
    players = {
        **EIGHT,
        "Вера": {"role": "citizen", "aliases": ["Двойка"]},
        "Гоша": {"role": "citizen", "aliases": ["Двойка"]},
    }
    view = replay("mordheim", players, night(1, act("Барон", "kill", "Аня")), day(2, *votes))[1]
    assert [each.reason for each in view.rejected] == [
        "not-playing",
        "dead",
        "early",
        "dead-target",
        "unknown-name",
        "ambiguous-name",
        "edited",
        "deleted",
    ]
    assert {each.kind for each in view.rejected} == {"nominate"}
    assert view.nominated == ()


@pytest.mark.parametrize(
    ("limit", "nominated", "refused"),
    [("unlimited", ("Барон", "Тень", "Вера"), 0), (2, ("Барон", "Тень"), 1), (1, ("Барон",), 2)],
)
def test_how_many_nominations_a_player_has(first: Any, limit: Any, nominated: tuple[str, ...], refused: int) -> None:
    """MOR-24, D-4: the first count; to repeat one of them is no further one."""
    votes = (
        nominate("Аня", "Барон", "11:00:00"),
        nominate("Аня", "Барон", "11:30:00"),
        nominate("Аня", "Тень", "12:00:00"),
        nominate("Аня", "Вера", "13:00:00"),
    )
    view = first(*votes, options={"nominations_per_player": limit})
    assert view.nominated == nominated
    assert reasons(view) == [("Аня", "no-changes-left", "MOR-24")] * refused


@pytest.mark.parametrize(("allowed", "nominated"), [(True, ("Аня",)), (False, ())])
def test_naming_oneself(first: Any, allowed: bool, nominated: tuple[str, ...]) -> None:
    """MOR-24, D-5."""
    view = first(nominate("Аня", "Аня"), options={"self_nomination": allowed})
    assert view.nominated == nominated
    assert reasons(view) == ([] if allowed else [("Аня", "self", "MOR-24")])


def test_nobody_is_punished_for_nominating_nobody(first: Any) -> None:
    """MOR-25: it is only asked for."""
    assert first(nominate("Аня", "Барон")).rejected == ()


# The host removes somebody by day (MOR-98).


def test_votes_for_the_removed_are_refused_and_their_authors_vote_anew(first: Any) -> None:
    """MOR-98: he leaves the list; whoever voted for him uses up no change; MOR-21 counts the day's beginning."""
    nine = {name: role for name, role in TEN.items() if name != "Зина"}
    listed = (
        nominate("Аня", "Барон", "11:00:00"),
        nominate("Боря", "Барон", "11:30:00"),
        nominate("Аня", "Тень", "12:00:00"),
        nominate("Боря", "Тень", "12:30:00"),
        nominate("Аня", "Вера", "12:40:00"),
    )
    votes = (
        vote("Аня", "Тень", "20:10:00"),
        vote("Боря", "Тень", "20:15:00"),
        vote("Аня", "Барон", "20:40:00"),
        vote("Аня", "Тень", "20:50:00"),
        vote("Вера", "Тень", "20:55:00"),
    )
    removal = {"by": "host", "do": "modkill", "on": ["Тень"], "at": "20:30:00"}
    view = first(*listed, *votes, players=nine, choices=[removal])
    assert view.nominated == ("Барон",)
    assert reasons(view) == [(name, "dead-target", "MOR-31") for name in ("Аня", "Боря", "Аня", "Вера")]
    assert view.scores == {"Барон": 8}
    assert view.dead == ("Барон", "Тень")
    assert view.causes["Тень"] == ("modkill",)


def test_a_nomination_without_a_time_was_before_a_removal(first: Any) -> None:
    """MOR-98, MOR-51: it is in time, so it stands when its author is removed; votes for the removed are refused."""
    entries = (nominate("Боря", "Барон", None), volunteer("Вера"), volunteer("Гоша"))
    special = (vegetable("Аня", "Гоша", "20:10:00"), vegetable("Аня", "Вера", "20:40:00"))
    removal = {"by": "host", "do": "modkill", "on": ["Боря", "Гоша"], "at": "20:30:00"}
    view = first(*entries, *special, choices=[removal])
    assert (view.nominated, view.extras["vegetable_nominated"]) == (("Барон",), ("Вера",))
    assert reasons(view) == [("Аня", "dead-target", "MOR-53")]
    assert view.executed == ("Барон", "Вера")


def test_a_vote_in_advance_for_the_removed_is_refused(first: Any) -> None:
    """MOR-34, MOR-98: whether its candidate is on the list is asked at the close."""
    removal = {"by": "host", "do": "modkill", "on": ["Тень"], "at": "20:30:00"}
    view = first(*LISTED, in_advance("Аня", "Тень"), choices=[removal])
    assert reasons(view) == [("Аня", "dead-target", "MOR-31")]
    assert view.executed == ("Барон",)


def test_the_town_sees_the_day_and_no_role(replay: Replay) -> None:
    """MOR-42, MOR-100, MOR-102: list, votes, executed; never a role."""
    record = read_record(
        record_of("mordheim", EIGHT, [day(1, *LISTED, vote("Аня", "Барон"), in_advance("Боря", "Тень"))])
    )
    assert isinstance(record, GameRecord)
    outcome, _ = play_phase(record.ruleset, start_game(record.ruleset, record.players), record.phases[0])
    town = town_view(outcome)
    assert town.nominated == ("Барон", "Тень")
    assert {each.cast for each in town.votes} == {"live", "advance", "default"}
    assert town.executed == ("Тень",)
    assert town.revealed == {"Тень": "hidden"}
    assert host_view(outcome).causes == {"Тень": ("execution",)}


def test_an_unclear_nomination_waits_for_the_host() -> None:
    """MOR-20, MOR-22: it is neither refused nor on the list, for the list may depend on it."""
    record = read_record(record_of("mordheim", EIGHT, []))
    assert isinstance(record, GameRecord)
    state = start_game(record.ruleset, record.players)
    noon = datetime(2000, 1, 1, 12, tzinfo=state.calendar.zone)
    unclear = Unclear("бар", "several", ("Барон", "Вера"))
    votes = (
        VoteEntry("Аня", "бар", noon, kind=VoteKind.NOMINATE, unclear=unclear),
        VoteEntry("Прохожий", "бар", noon, kind=VoteKind.NOMINATE, unclear=unclear),
        VoteEntry("Боря", "Тень", noon, kind=VoteKind.NOMINATE),
    )
    phase = Phase(PhaseId(1, night=False), votes=votes)
    view = host_view(play_phase(record.ruleset, state, phase)[0])
    assert view.nominated == ("Тень",)
    assert [(each.by, each.reason) for each in view.rejected] == [("Прохожий", "not-playing")]
    assert [(each.what, each.among) for each in view.awaits] == [("unclear", ("Барон", "Вера"))]
    assert day_table(record.ruleset, state, phase).town.unclear == votes[:1]


def test_a_day_opened_on_the_evening_before_has_its_vote_on_its_own_evening(first: Any) -> None:
    """MOR-8: the vote opens at 20:00 of the day itself."""
    votes = (nominate("Аня", "Барон", "09:00:00"), vote("Боря", "Барон", "19:59:59"), vote("Вера", "Барон", "20:00:00"))
    view = first(*votes, **{"from": "1999-12-31T21:00:00+03:00"})
    assert view.nominated == ("Барон",)
    assert reasons(view) == [("Боря", "early", "MOR-8")]
