"""Mordheim's votes at the execution: changes, letters, silence, ties (MOR-30 … MOR-42)."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine import (
    GameRecord,
    Phase,
    PhaseId,
    Ruleset,
    VoteEntry,
    VoteKind,
    day_table,
    load_ruleset,
    play_phase,
    read_record,
    start_game,
    town_view,
)
from tests.engine.games import Replay, act, day, night, reasons, record_of
from tests.engine.mordheim_table import EIGHT, LISTED, first_day, in_advance, nominate, scan, vegetable, volunteer, vote


@pytest.fixture(name="first")
def _first(replay: Replay) -> Any:
    return first_day(replay)


# Votes (MOR-30 … MOR-33, MOR-38).


def test_the_most_votes_decide_and_a_role_adds_no_weight(first: Any) -> None:
    """MOR-30, MOR-38, MOR-86: the medium's vote at the execution is one."""
    players = {**EIGHT, "Аня": "medium"}
    view = first(*LISTED, vote("Аня", "Барон"), vote("Боря", "Барон"), players=players)
    assert view.scores == {"Барон": 2, "Тень": 6}
    assert view.executed == ("Тень",)
    assert view.against == {}


def test_every_refusal_of_a_vote(replay: Replay) -> None:
    """MOR-31, MOR-33, MOR-64: the first reason in the order of the formats; without another vote one is silent."""
    votes = (
        *LISTED,
        vote("Прохожий", "Никто", "22:10:00"),
        vote("Аня", "Барон"),
        vote("Боря", "Никто", "22:10:00"),
        vote("Боря", "Никто"),
        vote("Боря", "Двойка"),
        vote("Боря", "Аня", edited=True),
        vote("Боря", "Даша", edited=True),
        vote("Боря", "Барон", edited=True, deleted=True),
        vote("Боря", "Барон", deleted=True),
    )
    players = {
        **EIGHT,
        "Вера": {"role": "citizen", "aliases": ["Двойка"]},
        "Гоша": {"role": "citizen", "aliases": ["Двойка"]},
    }
    listed = [{**each, "by": "Боря"} for each in LISTED]
    views = replay("mordheim", players, night(1, act("Барон", "kill", "Аня")), day(2, *listed, *votes[2:]))
    assert [(each.reason, each.rule) for each in views[1].rejected] == [
        ("dead", "MOR-31"),
        ("unknown-name", "MOR-31"),
        ("ambiguous-name", "MOR-31"),
        ("dead-target", "MOR-31"),
        ("not-nominated", "MOR-31"),
        ("edited", "MOR-33"),
        ("deleted", "MOR-33"),
        ("not-playing", "MOR-64"),
        ("late", "MOR-9"),
    ]
    assert "Боря" in views[1].missing


@pytest.mark.parametrize(("policy", "self_votes"), [("accept", 1), ("refuse", 0)])
def test_a_vote_for_oneself(first: Any, policy: str, self_votes: int) -> None:
    """MOR-30, MOR-36, D-7: forbidden or not, the last candidate's own default vote goes to himself."""
    view = first(*LISTED, vote("Барон", "Барон"), options={"self_vote": policy})
    assert view.scores.get("Барон", 0) == self_votes
    assert reasons(view) == ([] if self_votes else [("Барон", "self", "MOR-30")])
    assert ("Тень", "Тень", "default") in [(each.by, each.on, each.cast) for each in view.votes]


def test_one_change_by_a_new_post(first: Any) -> None:
    """MOR-32: the second change is refused and the vote before it stands; back to the same one is nothing."""
    view = first(
        *LISTED,
        vote("Аня", "Барон", "20:10:00"),
        vote("Аня", "Барон", "20:15:00"),
        vote("Аня", "Тень", "20:20:00"),
        vote("Аня", "Тень", "20:25:00"),
        vote("Аня", "Барон", "20:30:00"),
    )
    assert [(each.on, each.at.strftime("%H:%M")) for each in view.votes if each.by == "Аня" and each.at] == [
        ("Тень", "20:20")
    ]
    assert reasons(view) == [("Аня", "no-changes-left", "MOR-32")]


@pytest.mark.parametrize(("policy", "on"), [("refuse", "Тень"), ("count", "Барон")])
def test_an_edited_post(first: Any, policy: str, on: str) -> None:
    """MOR-33, D-9: refused, a new post is a first vote; or it counts as it stands."""
    view = first(*LISTED, vote("Аня", "Барон", edited=True), options={"edited_votes": policy})
    assert {each.by: each.on for each in view.votes}["Аня"] == on
    assert ("Аня" in view.missing) is (policy == "refuse")


@pytest.mark.parametrize("kind", ["nominate", "vegetable", "scan"])
def test_an_edited_post_of_any_other_kind(first: Any, kind: str) -> None:
    """MOR-33: likewise a nomination, a vegetable vote and a scan vote."""
    entry = {
        "nominate": nominate("Аня", "Вера", edited=True),
        "vegetable": vegetable("Аня", "Вера", edited=True),
        "scan": scan("Аня", "top", edited=True),
    }[kind]
    assert reasons(first(volunteer("Вера"), entry)) == [("Аня", "edited", "MOR-33")]
    assert first(volunteer("Вера"), entry, options={"edited_votes": "count"}).rejected == ()


# Votes in advance and silence (MOR-34 … MOR-37, MOR-42).


def test_a_vote_in_advance_is_cast_at_the_close(first: Any) -> None:
    """MOR-34: sent before the list exists, or before the day; at 22:00:00 it is late."""
    view = first(
        in_advance("Аня", "Барон", "09:00:00"),
        *LISTED,
        in_advance("Боря", "Вера", "15:00:00"),
        in_advance("Гоша", "Барон", "21:59:59"),
        in_advance("Даша", "Барон", "22:00:00"),
    )
    assert [(each.by, each.cast) for each in view.votes if each.on == "Барон"] == [
        ("Аня", "advance"),
        ("Гоша", "advance"),
    ]
    assert reasons(view) == [("Боря", "not-nominated", "MOR-31"), ("Даша", "late", "MOR-9")]
    assert {"Боря", "Даша"} <= set(view.missing)


def test_of_several_votes_in_advance_the_last_counts(first: Any) -> None:
    """MOR-34: letters are no posts, and no changes."""
    letters = (in_advance("Аня", "Барон", "13:00:00"), in_advance("Аня", "Тень", "14:00:00"))
    view = first(*LISTED, *letters, in_advance("Аня", "Барон", "15:00:00"), in_advance("Аня", "Вера", "16:00:00"))
    assert {each.by: (each.on, each.cast) for each in view.votes}["Аня"] == ("Барон", "advance")


@pytest.mark.parametrize("letter_at", ["15:00:00", "21:00:00"])
def test_a_vote_in_the_thread_goes_before_one_in_advance(first: Any, letter_at: str) -> None:
    """MOR-35: whatever came first."""
    view = first(*LISTED, in_advance("Аня", "Тень", letter_at), vote("Аня", "Барон"))
    assert {each.by: (each.on, each.cast) for each in view.votes}["Аня"] == ("Барон", "live")
    assert view.rejected == ()


@pytest.mark.parametrize(("is_vote", "on"), [(False, "Тень"), (True, "Барон")])
def test_whether_the_vote_after_one_in_advance_is_the_change(first: Any, is_vote: bool, on: str) -> None:
    """MOR-35, D-10."""
    view = first(
        *LISTED,
        in_advance("Аня", "Тень", "15:00:00"),
        vote("Аня", "Барон", "20:30:00"),
        vote("Аня", "Тень", "20:40:00"),
        options={"advance_is_vote": is_vote},
    )
    assert {each.by: each.on for each in view.votes}["Аня"] == on
    assert reasons(view) == ([("Аня", "no-changes-left", "MOR-32")] if is_vote else [])


def test_to_repeat_the_vote_in_advance_is_no_change_in_any_reading(first: Any) -> None:
    """MOR-32, MOR-35, D-8, D-10: a change is for another candidate."""
    votes = (in_advance("Аня", "Тень"), vote("Аня", "Тень", "20:10:00"), vote("Аня", "Барон", "20:20:00"))
    view = first(*LISTED, *votes, options={"advance_is_vote": True})
    assert {each.by: each.on for each in view.votes}["Аня"] == "Барон"


def test_a_letter_after_the_post_is_no_vote_that_could_be_changed(first: Any) -> None:
    """MOR-35, D-10: the vote in the thread was the first."""
    votes = (vote("Аня", "Барон", "20:10:00"), in_advance("Аня", "Тень", "20:20:00"), vote("Аня", "Тень", "20:30:00"))
    view = first(*LISTED, *votes, options={"advance_is_vote": True})
    assert {each.by: (each.on, each.cast) for each in view.votes}["Аня"] == ("Тень", "live")


def test_the_silent_vote_for_the_last_candidate(first: Any) -> None:
    """MOR-36: all of them, also who had his votes refused, and the candidate himself."""
    view = first(*LISTED, vote("Аня", "Барон"), vote("Боря", "Вера"))
    assert view.missing == ("Барон", "Боря", "Вера", "Гоша", "Даша", "Егор", "Тень")
    assert {each.on for each in view.votes if each.cast == "default"} == {"Тень"}
    assert "default" not in {each.reason for each in view.rejected}


def test_without_a_list_nobody_is_executed(first: Any) -> None:
    """MOR-37, D-11."""
    view = first(vote("Аня", "Барон"), in_advance("Боря", "Барон"))
    assert (view.nominated, view.votes, view.missing, view.executed) == ((), (), (), ())
    assert [each.reason for each in view.rejected] == ["not-nominated", "not-nominated"]


def test_votes_in_advance_are_published_with_the_result_alone() -> None:
    """MOR-34, MOR-42: before the close the town's table has none, the host's names nobody for silent who wrote."""
    rules = load_ruleset("mordheim")
    assert isinstance(rules, Ruleset)
    record = read_record(record_of("mordheim", EIGHT, []))
    assert isinstance(record, GameRecord)
    state = start_game(rules, record.players)

    def at(hour: int) -> datetime:
        return datetime(2000, 1, 1, hour, tzinfo=state.calendar.zone)

    votes = (
        VoteEntry("Аня", "Барон", at(12), kind=VoteKind.NOMINATE),
        VoteEntry("Боря", "Барон", at(13), advance=True),
        VoteEntry("Вера", "Даша", at(14), advance=True),
        VoteEntry("Боря", "Барон", at(20) + timedelta(minutes=1)),
    )
    phase = Phase(PhaseId(1, night=False), votes=votes[:3])
    early = day_table(rules, state, phase, at(15))
    assert (early.town.rejected, early.town.superseded, early.host.rejected) == ((), (), ())
    assert "Боря" in early.town.missing
    assert "Боря" not in early.host.missing
    closed = day_table(rules, state, phase)
    assert [each.reason for each in closed.town.rejected] == ["not-nominated"]
    outcome, _ = play_phase(rules, state, replace(phase, votes=votes))
    assert {each.cast for each in town_view(outcome).votes if each.by == "Боря"} == {"live"}
    assert day_table(rules, state, replace(phase, votes=votes)).town.superseded == ()


# Ties (MOR-38 … MOR-40).

FOUR_BARON = tuple(vote(name, "Барон", f"20:0{place}:00") for place, name in enumerate(("Аня", "Боря", "Вера", "Гоша")))


def test_the_tie_goes_to_whose_last_live_vote_was_earlier(first: Any) -> None:
    """MOR-39."""
    later = tuple(vote(name, "Тень", "20:30:00") for name in ("Даша", "Егор", "Барон", "Тень"))
    assert first(*LISTED, *FOUR_BARON, *later).executed == ("Барон",)
    assert first(*LISTED, *later, *FOUR_BARON[:3], vote("Гоша", "Барон", "20:30:01")).executed == ("Тень",)


def test_two_last_votes_of_one_second_go_by_the_order_in_the_thread(first: Any) -> None:
    """MOR-39."""
    pairs = [("Аня", "Барон"), ("Боря", "Барон"), ("Вера", "Барон"), ("Гоша", "Барон")]
    others = [("Даша", "Тень"), ("Егор", "Тень"), ("Барон", "Тень"), ("Тень", "Тень")]
    assert first(*LISTED, *(vote(*each) for each in pairs + others)).executed == ("Барон",)
    assert first(*LISTED, *(vote(*each) for each in others + pairs)).executed == ("Тень",)


def test_a_vote_changed_away_counts_no_more_for_the_tie(first: Any) -> None:
    """MOR-32, MOR-39: Аня's late vote for Барон is gone."""
    votes = (
        *(vote(name, "Барон", "20:05:00") for name in ("Боря", "Вера", "Гоша", "Даша")),
        vote("Аня", "Барон", "20:50:00"),
        *(vote(name, "Тень", "20:40:00") for name in ("Егор", "Барон", "Тень")),
        vote("Аня", "Тень", "20:55:00"),
    )
    view = first(*LISTED, *votes)
    assert view.scores == {"Барон": 4, "Тень": 4}
    assert view.executed == ("Барон",)


@pytest.mark.parametrize(("tie_time", "executed"), [("last-counted", "Барон"), ("last-live", "Тень")])
def test_live_votes_alone_against_earlier_ones_and_a_silent_one(first: Any, tie_time: str, executed: str) -> None:
    """MOR-39, D-12: the only case in which the two sentences on ties differ."""
    votes = (
        *(vote(name, "Тень", "20:10:00") for name in ("Аня", "Боря", "Вера")),
        *(vote(name, "Барон", "21:00:00") for name in ("Гоша", "Даша", "Егор", "Барон")),
    )
    assert first(*LISTED, *votes, options={"tie_time": tie_time}).executed == (executed,)


@pytest.mark.parametrize("tie_time", ["last-counted", "last-live"])
def test_where_all_have_votes_of_the_close_the_live_ones_are_compared(first: Any, tie_time: str) -> None:
    """MOR-39: a candidate without any live vote is behind."""
    votes = (
        *(in_advance(name, "Барон") for name in ("Аня", "Боря", "Вера")),
        vote("Гоша", "Барон", "21:00:00"),
        vote("Даша", "Тень", "20:59:59"),
    )
    assert first(*LISTED, *votes, options={"tie_time": tie_time}).executed == ("Тень",)
    no_live = (*(in_advance(name, "Барон") for name in ("Аня", "Боря", "Вера", "Гоша")), vote("Даша", "Тень"))
    assert first(*LISTED, *no_live, options={"tie_time": tie_time}).executed == ("Тень",)


def test_a_tie_of_three(first: Any) -> None:
    """MOR-39: the same for three."""
    players = {name: role for name, role in EIGHT.items() if name not in ("Даша", "Егор")}
    votes = (
        *(vote(by, "Барон", at) for by, at in (("Аня", "20:01:00"), ("Боря", "20:50:00"))),
        *(vote(by, "Тень", at) for by, at in (("Вера", "20:02:00"), ("Гоша", "20:40:00"))),
        *(vote(by, "Аня", at) for by, at in (("Барон", "20:03:00"), ("Тень", "20:45:00"))),
    )
    view = first(*LISTED, nominate("Тень", "Аня", "13:00:00"), *votes, players=players)
    assert (view.executed, view.tie) == (("Тень",), ())


@pytest.mark.parametrize(
    ("policy", "executed", "tie", "awaits"),
    [
        ("host", (), ("Барон", "Тень"), ["tie"]),
        ("first-nominated", ("Барон",), (), []),
        ("none", (), ("Барон", "Тень"), []),
    ],
)
def test_a_tie_without_any_live_vote(first: Any, policy: str, executed: Any, tie: Any, awaits: Any) -> None:
    """MOR-40, D-13."""
    letters = tuple(in_advance(name, "Барон") for name in ("Аня", "Боря", "Вера", "Гоша"))
    view = first(*LISTED, *letters, options={"tie_no_live": policy})
    assert view.scores == {"Барон": 4, "Тень": 4}
    assert (view.executed, view.tie, [each.what for each in view.awaits]) == (executed, tie, awaits)


@pytest.mark.parametrize(("on", "executed"), [(["Тень"], ("Тень",)), ([], ())])
def test_the_host_rules_on_a_tie(first: Any, on: list[str], executed: tuple[str, ...]) -> None:
    """MOR-40."""
    letters = tuple(in_advance(name, "Барон") for name in ("Аня", "Боря", "Вера", "Гоша"))
    view = first(*LISTED, *letters, choices=[{"by": "host", "do": "execute", "on": on}])
    assert (view.executed, view.awaits) == (executed, ())
