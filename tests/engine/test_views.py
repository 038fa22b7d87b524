"""Who may know what: the town, one player, the host. Three types, made of the same events."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import (
    GameOutcome,
    GameRecord,
    PlayerView,
    TownView,
    outcome_as_json,
    play,
    player_view,
    read_record,
    town_view,
)
from tests.engine.games import act, blue, day, night, record_of, red

PLAYERS = {
    "Босс": "rank1",
    "Второй": "rank2",
    "Комиссар": "commissioner",
    "Доктор": "doctor",
    "Девочка": "girl",
    "Путана": "prostitute",
    "Аня": "citizen",
    "Боря": "citizen",
    "Вера": "citizen",
    "Гоша": "citizen",
    "Даша": "citizen",
}


def game(*phases: Mapping[str, Any], **options: Any) -> GameOutcome:
    record = read_record(record_of("classic", PLAYERS, phases, options))
    assert isinstance(record, GameRecord), record
    return play(record)


def town(*phases: Mapping[str, Any], **options: Any) -> TownView:
    """The town's view of the last phase."""
    return town_view(game(*phases, **options).phases[-1])


def seen_by(name: str, *phases: Mapping[str, Any], **options: Any) -> PlayerView:
    return player_view(game(*phases, **options).phases[-1], name)


def test_of_a_night_the_town_learns_the_results_alone() -> None:
    """CLA-105, CLA-104: not who killed, checked, was saved, blocked, or asked."""
    view = town(
        night(
            1,
            act("Босс", "kill-scare", "Аня", "Боря"),
            act("Комиссар", "check", "Босс"),
            act("Доктор", "heal", "Вера"),
            act("Девочка", "visit", "Комиссар"),
            chance={"boss-trace:Босс": False, "girl-silence:Комиссар": False},
        )
    )
    assert view == TownView(
        phase="night1", dead=("Аня",), silenced=("Боря",), revealed={"Аня": "citizen"}, light="closed"
    )


def test_the_town_counts_each_vote_once() -> None:
    """CLA-28: and is told who is executed by the host's count."""
    view = town(day(1, blue("Доктор", "Аня"), red("Боря", "Аня"), red("Вера", "Аня"), red("Гоша", "Боря")))
    assert {vote.weight for vote in view.votes} == {1}
    assert view.scores == {"Аня": 1, "Боря": 1}
    assert view.executed == ("Боря",)


def test_without_public_totals_there_are_no_sums() -> None:
    view = town(day(1, red("Боря", "Аня")), public_totals="none")
    assert (view.scores, view.against, view.defence) == ({}, {}, {})
    assert [vote.by for vote in view.votes] == ["Боря"]


def test_a_player_knows_what_he_was_told() -> None:
    phases = (night(1, act("Комиссар", "check", "Босс"), act("Босс", "bribe", text="?", answer="yes")),)
    assert [(told.about, told.answer) for told in seen_by("Комиссар", *phases).told] == [("Босс", "mafia")]
    assert [(told.to, told.answer) for told in seen_by("Второй", *phases).told] == [("team:mafia", "yes")]
    assert seen_by("Аня", *phases).told == ()


def test_a_player_knows_why_his_action_was_refused() -> None:
    view = seen_by("Девочка", night(1, act("Девочка", "visit", "Девочка"), act("Девочка", "visit", "Аня")))
    assert [(own.do, own.on, own.reason) for own in view.actions] == [
        ("visit", ("Девочка",), "self"),
        ("visit", ("Аня",), None),
    ]


def test_a_secret_refusal_looks_accepted() -> None:
    """CLA-59: the doctor is not told."""
    view = seen_by(
        "Доктор",
        night(1, act("Доктор", "heal-role", guess="mafia"), act("Босс", "kill", "Аня")),
        day(2),
        night(2, act("Доктор", "heal", "Аня")),
        heal_role=True,
    )
    assert [(own.do, own.reason) for own in view.actions] == [("heal", None)]


def test_who_is_blocked_does_not_learn_it() -> None:
    """CLA-105."""
    view = seen_by("Комиссар", night(1, act("Комиссар", "check", "Босс"), act("Девочка", "visit", "Комиссар")))
    assert (view.told, [own.reason for own in view.actions]) == ((), [None])


def test_the_mafia_knows_its_new_boss() -> None:
    """CLA-81."""
    executed = day(1, red("Аня", "Босс"))
    assert seen_by("Второй", executed).roles == {"Второй": "boss"}
    assert seen_by("Аня", executed).roles == {}


@pytest.mark.parametrize("view", ["public", "Комиссар"])
def test_the_printed_views_keep_the_hosts_secrets(view: str) -> None:
    outcome = game(
        night(
            1,
            act("Босс", "kill", "Аня", "Боря"),
            act("Комиссар", "check", "Второй"),
            act("Путана", "infect", "Вера"),
            chance={"boss-trace:Босс": False, "infection-silence:Вера": False},
        ),
        day(2, red("Босс", "Гоша")),
    )
    printed = outcome_as_json(outcome, view)
    text = repr(printed)
    for secret in ("causes", "void", "blocked", "saved", "prostitute", "rank1", "events", "'roles'"):
        assert secret not in text, secret
    assert ("not-mafia" in text or "'mafia'" in text) == (view == "Комиссар")
    host = outcome_as_json(outcome)
    assert host["phases"][0]["void_votes"] == ["Босс"]
    assert host["phases"][1]["rejected"][0]["reason"] == "void"


def test_an_unknown_player_has_no_view() -> None:
    with pytest.raises(KeyError):
        outcome_as_json(game(day(1)), "Никто")
