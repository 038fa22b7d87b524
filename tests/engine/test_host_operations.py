"""What the host enters by hand: alike in every ruleset (FORMATS 2)."""

from typing import Any

import pytest

from engine.events import EventKind
from tests.engine.games import Replay, act, day, night, red

PLAYERS = {
    "Босс": "rank1",
    "Второй": "rank2",
    "Доктор": "doctor",
    "Аня": "citizen",
    "Боря": "citizen",
    "Вера": "citizen",
    "Гоша": "citizen",
}


def host(do: str, *on: str, **more: Any) -> dict[str, Any]:
    return {"by": "host", "do": do, "on": list(on), **more}


def test_a_removed_player_dies_after_all_else(replay: Replay) -> None:
    first, second = replay(
        "classic",
        PLAYERS,
        night(1, act("Доктор", "heal", "Аня"), act("Босс", "kill", "Аня"), choices=[host("modkill", "Доктор")]),
        day(2, red("Доктор", "Аня")),
    )
    assert (first.dead, first.saved, first.causes) == (("Доктор",), ("Аня",), {"Доктор": ("modkill",)})
    assert [each.reason for each in second.rejected] == ["dead"]


def test_whom_the_host_removes_at_night_the_coming_day_does_not_touch(replay: Replay) -> None:
    """CLA-104: the dead are left out of those who have no vote, or will not be executed."""
    players = {**PLAYERS, "Всезнайка": {"role": "know-all", "style": "black"}}
    (view,) = replay(
        "styles",
        {name: spec for name, spec in players.items() if spec == "citizen" or isinstance(spec, dict)},
        night(
            1,
            act("Всезнайка", "alibi", "Аня"),
            choices=[host("silence", "Аня", "Боря"), host("modkill", "Аня")],
        ),
    )
    assert (view.dead, view.silenced, view.protected) == (("Аня",), ("Боря",), ())


def test_who_has_left_acts_under_his_own_name(replay: Replay) -> None:
    """A refusal names who sent the order, not who plays his seat by now, and is told to nobody."""
    phases = (night(1, choices=[host("replace", "Доктор", "Новый")]), day(2), night(2, act("Доктор", "heal", "Аня")))
    view = replay("classic", PLAYERS, *phases)[-1]
    assert [(each.by, each.reason) for each in view.rejected] == [("Доктор", "dead")]
    (refused,) = [event for event in view.events if event.kind is EventKind.REFUSED]
    assert refused.audience.players == ()


def test_a_removed_boss_is_followed(replay: Replay) -> None:
    (view,) = replay("classic", PLAYERS, day(1, choices=[host("modkill", "Босс")]))
    assert (view.dead, view.executed, view.roles) == (("Босс",), (), {"Второй": "boss"})


def test_votes_of_and_for_the_removed_count_no_more_from_that_moment_on(replay: Replay) -> None:
    votes = (
        red("Аня", "Боря", "12:00:00"),
        red("Боря", "Вера", "12:30:00"),
        red("Гоша", "Вера", "12:40:00"),
        red("Вера", "Боря", "19:00:00"),
        red("Аня", "Гоша", "20:00:00"),
    )
    (view,) = replay("classic", PLAYERS, day(1, *votes, choices=[host("modkill", "Боря", at="18:00:00")]))
    assert view.scores == {"Вера": 1, "Гоша": 1}
    assert [(each.by, each.reason) for each in view.rejected] == [("Вера", "dead-target")]
    assert view.dead == ("Боря",)
    assert "Вера" in view.missing
    assert "Боря" not in view.missing


def test_without_a_time_the_removed_still_counts_on_that_day(replay: Replay) -> None:
    votes = (red("Боря", "Вера"), red("Аня", "Боря"), red("Гоша", "Боря"))
    (view,) = replay("classic", PLAYERS, day(1, *votes, choices=[host("modkill", "Вера")]))
    assert (view.executed, view.dead) == (("Боря",), ("Боря", "Вера"))


def test_who_is_removed_in_a_night_neither_acts_nor_is_a_target(replay: Replay) -> None:
    sent = (act("Доктор", "heal", "Аня", at="22:00:00"), act("Босс", "kill", "Доктор", at="22:05:00"))
    (view,) = replay("classic", PLAYERS, night(1, *sent, choices=[host("modkill", "Доктор", at="22:30:00")]))
    assert [(each.by, each.reason) for each in view.rejected] == [("Доктор", "dead"), ("Босс", "dead-target")]
    assert view.causes == {"Доктор": ("modkill",)}


def test_a_revived_player_plays_on(replay: Replay) -> None:
    views = replay(
        "classic",
        PLAYERS,
        day(1, red("Аня", "Боря")),
        night(1, choices=[host("revive", "Боря")]),
        day(2, red("Боря", "Аня")),
    )
    assert views[0].dead == ("Боря",)
    assert views[2].executed == ("Аня",)


def test_a_revived_player_votes_from_that_moment_on(replay: Replay) -> None:
    votes = (red("Боря", "Аня", "12:00:00"), red("Боря", "Аня", "19:00:00"))
    views = replay(
        "classic",
        PLAYERS,
        day(1, red("Аня", "Боря")),
        night(1),
        day(2, *votes, choices=[host("revive", "Боря", at="18:00:00")]),
    )
    assert [each.reason for each in views[2].rejected] == ["dead"]
    assert views[2].executed == ("Аня",)


@pytest.mark.parametrize("phase", ["day1", "night1"])
def test_the_host_takes_the_vote_of_the_coming_day(replay: Replay, phase: str) -> None:
    phases: list[dict[str, Any]] = [day(1), night(1), day(2, red("Аня", "Боря"))]
    next(each for each in phases if each["phase"] == phase)["choices"] = [host("silence", "Аня")]
    views = replay("classic", PLAYERS, *phases)
    assert [each.reason for each in views[2].rejected] == ["silenced"]
    assert "Аня" in next(view for view in views if view.phase == phase).silenced


def test_the_host_tells_the_town(replay: Replay) -> None:
    (view,) = replay("classic", PLAYERS, night(1, choices=[host("reveal", "Аня", text="rank1")]))
    assert view.exposed == {"Аня": "rank1"}


def test_what_the_host_tells_of_the_dead_goes_before_the_light(replay: Replay) -> None:
    told = [host("reveal", "Аня", text="rank1")]
    (view,) = replay("classic", PLAYERS, night(1, act("Босс", "kill", "Аня", "Боря"), choices=told))
    assert view.revealed == {"Аня": "rank1", "Боря": "hidden"}


def test_whoever_is_brought_back_in_the_same_phase_has_not_died(replay: Replay) -> None:
    sent = night(1, act("Босс", "kill", "Доктор", "Боря"), choices=[host("revive", "Боря")])
    first, second = replay("classic", PLAYERS, sent, day(2, red("Боря", "Аня")))
    assert (first.dead, first.causes, first.revealed) == (("Доктор",), {"Доктор": ("mafia",)}, {"Доктор": "hidden"})
    assert second.executed == ("Аня",)


def test_a_boss_who_is_brought_back_in_the_same_phase_stays_boss(replay: Replay) -> None:
    votes = (red("Аня", "Босс"), red("Боря", "Босс"))
    first, second = replay(
        "classic", PLAYERS, day(1, *votes, choices=[host("revive", "Босс")]), night(1, act("Босс", "kill", "Аня"))
    )
    assert (first.executed, first.dead, first.roles) == (("Босс",), (), {})
    assert second.dead == ("Аня",)


def test_a_seat_may_change_hands_twice_in_one_phase(replay: Replay) -> None:
    chain = [host("replace", "Босс", "Новый"), host("replace", "Новый", "Новейший")]
    views = replay("classic", PLAYERS, day(1, choices=chain), night(1, act("Новейший", "kill", "Аня")))
    assert views[1].dead == ("Аня",)


def test_a_replacement_takes_over_all_memory_of_the_seat(replay: Replay) -> None:
    views = replay(
        "classic",
        PLAYERS,
        night(1, act("Доктор", "heal", "Аня"), choices=[host("replace", "Доктор", "Новый")]),
        day(2, red("Доктор", "Боря"), red("Новый", "Вера"), red("Аня", "Доктор")),
        night(2, act("Новый", "heal", "Аня")),
    )
    assert [(each.by, each.reason) for each in views[1].rejected] == [("Доктор", "not-playing")]
    assert views[1].scores == {"Вера": 1, "Новый": 1}
    assert [(each.by, each.reason) for each in views[2].rejected] == [("Новый", "same-target")]


def test_two_who_change_places_keep_their_seats(replay: Replay) -> None:
    """The leaver of one seat may later enter another."""
    views = replay(
        "classic",
        PLAYERS,
        day(1, choices=[host("replace", "Доктор", "Новый")]),
        night(1, choices=[host("replace", "Аня", "Доктор")]),
        day(2, red("Доктор", "Новый"), red("Новый", "Доктор"), red("Боря", "Доктор")),
    )
    assert views[2].executed == ("Доктор",)
    assert views[2].revealed == {"Доктор": "hidden"}


@pytest.mark.parametrize("winners", [("town",), ("Аня", "Боря")])
def test_the_host_ends_the_game(replay: Replay, winners: tuple[str, ...]) -> None:
    views = replay("classic", PLAYERS, day(1, choices=[host("end", *winners)]), night(1))
    assert len(views) == 1
    assert views[0].winners == winners


def test_the_hosts_ruling_goes_before_the_count(replay: Replay) -> None:
    votes = (red("Аня", "Боря"), red("Вера", "Боря"), red("Гоша", "Вера"))
    (view,) = replay("classic", PLAYERS, day(1, *votes, choices=[host("execute", "Вера")]))
    assert (view.executed, view.awaits) == (("Вера",), ())
    (nobody,) = replay("classic", PLAYERS, day(1, *votes, choices=[host("execute")]))
    assert nobody.executed == ()
