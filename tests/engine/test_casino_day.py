"""Casino by day: votes, the cutoff, penalties, modkills, the light, the clock (CAS-20 … CAS-45, CAS-110 … CAS-114)."""

from typing import Any

import pytest

from engine import HostView, host_view, play, town_view, view_as_json
from engine.record import GameRecord
from tests.engine.casino_table import suits, table
from tests.engine.games import Replay, act, blue, day, night, reasons, red

NOBODY = [{"by": "host", "do": "execute", "on": []}]
TABLE = table("doctor", "commissar", "girl", "don", "killer", "blackmailer", "joker", citizens=3)


@pytest.fixture(name="days")
def _days(replay: Replay) -> Replay:
    def days(*phases: Any, players: dict[str, Any] | None = None, **options: Any) -> list[HostView]:
        return replay("casino", TABLE if players is None else players, *phases, **suits(**options))

    return days


# Votes.


def test_a_vote_at_the_cutoff_counts_and_a_second_later_it_is_late(days: Replay) -> None:
    """CAS-21, CAS-33: the late change leaves the earlier vote standing."""
    votes = [
        red("Доктор", "Дон", "22:00:00"),
        red("Комиссар", "Дон", "21:00:00"),
        red("Комиссар", "Джокер", "22:00:01"),
    ]
    (view,) = days(day(1, *votes))
    assert reasons(view) == [("Комиссар", "late", "CAS-21")]
    assert view.against["Дон"] == 2 + 2, "his own penalty comes on top"


def test_an_exclusive_cutoff_refuses_the_very_second(days: Replay) -> None:
    """CAS-21, D-5."""
    (view,) = days(day(1, red("Доктор", "Дон", "22:00:00")), cutoff="exclusive")
    assert reasons(view) == [("Доктор", "late", "CAS-21")]


def test_the_whole_schedule_moves_an_hour(days: Replay) -> None:
    """CAS-25: votes until 21:00:00, nights from 21:00 to 22:00."""
    views = days(
        day(1, red("Доктор", "Мирный 1", "21:00:00"), red("Комиссар", "Мирный 1", "21:00:01")),
        night(1, act("Доктор", "heal", "Дон", at="21:00:00"), act("Дон", "kill", "Доктор", at="22:00:01")),
        schedule_shift=-60,
    )
    assert reasons(views[0]) == [("Комиссар", "late", "CAS-21")]
    assert reasons(views[1]) == [("Дон", "late", "CAS-22")]


def test_the_last_vote_of_any_number_counts_and_an_edited_one_leaves_the_earlier(days: Replay) -> None:
    """CAS-31, CAS-32."""
    votes = [red("Доктор", name) for name in ("Дон", "Киллер", "Джокер", "Девочка")]
    (view,) = days(day(1, *votes, {**red("Доктор", "Дон"), "edited": True}))
    assert [(vote.by, vote.on) for vote in view.votes] == [("Доктор", "Девочка")]
    assert reasons(view) == [("Доктор", "edited", "CAS-32")]


def test_an_edited_vote_may_count(days: Replay) -> None:
    """D-8."""
    (view,) = days(day(1, {**red("Доктор", "Дон"), "edited": True}), edited_votes="count")
    assert [vote.on for vote in view.votes] == ["Дон"]


def test_who_gives_no_vote_has_two_against_himself(days: Replay) -> None:
    """CAS-30, CAS-34, CAS-37, CAS-38: a vote in defence satisfies the duty and is subtracted; no colour is against."""
    votes = [red("Доктор", "Дон"), {"by": "Комиссар", "on": "Дон"}, blue("Киллер", "Дон"), blue("Дон", "Доктор")]
    (view,) = days(day(1, *votes))
    assert not {"Дон", "Киллер"} & set(view.missing)
    assert "Девочка" in view.missing
    assert (view.against["Дон"], view.defence["Дон"], view.scores["Дон"]) == (2, 1, 1)
    assert (view.against["Девочка"], view.scores["Девочка"]) == (2, 2)
    assert "Девочка" not in [vote.by for vote in view.votes]


def test_a_vote_in_defence_may_be_refused(days: Replay) -> None:
    """CAS-37, D-4."""
    (view,) = days(day(1, blue("Доктор", "Дон")), defence_votes="refuse")
    assert reasons(view) == [("Доктор", "no-defence", "CAS-37")]
    assert "Доктор" in view.missing


def test_every_refusal_of_a_vote_has_its_reason(days: Replay) -> None:
    """CAS-12, CAS-36, CAS-41, CAS-42: in the order of the list of reasons."""
    players = {**TABLE, "Запасной": {"reserve": True}}
    votes = [
        {**red("Доктор", "Дон"), "thread": "game"},
        red("Доктор", "Доктор"),
        blue("Доктор", "Доктор"),
        red("Доктор", "Мирный 1"),
        red("Доктор", "Никто"),
        red("Доктор", "Запасной"),
        red("Мирный 1", "Дон"),
        red("Запасной", "Дон"),
        red("Прохожий", "Дон"),
        {**red("Мирный 1", "Мирный 1", "22:30:00"), "thread": "game"},
    ]
    views = days(night(1, act("Дон", "kill", "Мирный 1")), day(2, *votes), players=players)
    assert [(by, reason) for by, reason, _rule in reasons(views[1])] == [
        ("Доктор", "wrong-thread"),
        ("Доктор", "self"),
        ("Доктор", "self"),
        ("Доктор", "dead-target"),
        ("Доктор", "unknown-name"),
        ("Доктор", "unknown-name"),
        ("Мирный 1", "dead"),
        ("Запасной", "not-playing"),
        ("Прохожий", "not-playing"),
        ("Мирный 1", "dead"),
    ]


def test_a_vote_against_oneself_may_be_accepted(days: Replay) -> None:
    """CAS-41, D-9."""
    (view,) = days(day(1, red("Доктор", "Доктор")), self_vote="accept")
    assert [(vote.by, vote.on) for vote in view.votes] == [("Доктор", "Доктор")]


def everybody(number: int, *pairs: tuple[str, str], absent: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A day on which the whole table votes: against as given, the rest in defence of one another."""
    given = {name: red(name, on) for name, on in pairs}
    rest = [
        blue(name, "Девочка" if name != "Девочка" else "Комиссар") for name in TABLE if name not in (*given, *absent)
    ]
    return day(number, *given.values(), *rest, **more)


@pytest.mark.parametrize(
    ("tie", "executed", "awaited"),
    [("host", (), True), ("none", (), False), ("all", ("Дон", "Киллер"), False)],
)
def test_a_tie_is_as_the_option_says(days: Replay, tie: str, executed: tuple[str, ...], awaited: bool) -> None:
    """CAS-39, CAS-40, D-7."""
    (view,) = days(everybody(1, ("Доктор", "Дон"), ("Дон", "Киллер")), tie=tie)
    assert view.tie == ("Дон", "Киллер")
    assert (view.executed, bool(view.awaits)) == (executed, awaited)


def test_a_drawn_tie_takes_the_fixed_draw(days: Replay) -> None:
    """CAS-120."""
    for name in ("Дон", "Киллер"):
        phase = everybody(1, ("Доктор", "Дон"), ("Дон", "Киллер"), chance={f"tie:{name}": True})
        (view,) = days(phase, tie="random")
        assert view.executed == (name,)


def test_the_host_rules_on_a_tie(days: Replay) -> None:
    """CAS-40."""
    ruling = [{"by": "host", "do": "execute", "on": ["Киллер"]}]
    (view,) = days(everybody(1, ("Доктор", "Дон"), ("Дон", "Киллер"), choices=ruling))
    assert view.executed == ("Киллер",)


def test_nobody_is_executed_without_a_score_above_zero(days: Replay) -> None:
    """CAS-39."""
    (view,) = days(day(1, blue("Доктор", "Дон"), *[blue(name, "Доктор") for name in TABLE if name != "Доктор"]))
    assert view.scores == {"Дон": -1, "Доктор": -9}
    assert view.executed == ()


# Missed votes.


def test_the_second_missed_vote_of_the_game_is_a_modkill_after_the_execution(days: Replay) -> None:
    """CAS-35, CAS-44: in total, not in a row; his penalty counts on that day too."""
    absent = ("Мирный 1",)
    views = days(
        everybody(1, absent=absent, choices=NOBODY),
        night(1),
        everybody(2, choices=NOBODY),
        night(2),
        everybody(3, ("Доктор", "Дон"), ("Дон", "Киллер"), ("Киллер", "Дон"), absent=absent, choices=NOBODY),
    )
    assert [view.missing for view in views if view.phase.startswith("day")] == [absent, (), absent]
    assert views[0].dead == ()
    assert views[4].against["Мирный 1"] == 2
    assert (views[4].executed, views[4].dead) == ((), absent)
    assert (views[4].causes, views[4].revealed) == ({"Мирный 1": ("modkill",)}, {"Мирный 1": "citizen"})


@pytest.mark.parametrize("after", [1, 3])
def test_how_many_missed_votes_are_a_modkill_is_an_option(days: Replay, after: int) -> None:
    """CAS-44, D-10."""
    phases = []
    for number in range(1, 4):
        phases += [everybody(number, absent=("Мирный 1",), choices=NOBODY), night(number)]
    views = days(*phases, modkill_after=after)
    assert [view.phase for view in views if view.dead] == [f"day{after}"]


def test_the_hosts_own_modkill_is_only_flagged(days: Replay) -> None:
    """CAS-44, D-10: `modkill = "host"`."""
    (view,) = days(everybody(1, absent=("Мирный 1",), choices=NOBODY), modkill="host", modkill_after=1)
    assert (view.dead, view.extras["flagged"]) == ((), ["Мирный 1"])


def test_whoever_is_executed_on_the_day_of_his_last_miss_is_not_modkilled(days: Replay) -> None:
    """CAS-44: if he is not already dead."""
    (view,) = days(everybody(1, ("Доктор", "Мирный 1"), absent=("Мирный 1",)), modkill_after=1)
    assert (view.executed, view.causes) == (("Мирный 1",), {"Мирный 1": ("execution",)})


def test_a_replacement_takes_all_over_but_the_missed_votes(days: Replay) -> None:
    """CAS-12, D-37: role and no-repeat memory go on, misses begin at 0; the leaver is not dead."""
    players = {**TABLE, "Запасной": {"reserve": True}}
    swap = {"by": "host", "do": "replace", "on": ["Доктор", "Запасной"]}
    views = days(
        everybody(1, absent=("Доктор",), choices=NOBODY),
        night(1, act("Доктор", "heal", "Дон"), choices=[swap]),
        everybody(2, absent=("Доктор",), choices=NOBODY),
        night(2, act("Запасной", "heal", "Дон"), act("Запасной", "heal", "Киллер")),
        players=players,
    )
    assert [view.missing for view in views[::2]] == [("Доктор",), ("Запасной",)]
    assert [view.dead for view in views] == [(), (), (), ()]
    assert reasons(views[3]) == [("Запасной", "same-target", "CAS-54")]


def test_whoever_is_replaced_on_the_day_of_his_last_miss_is_not_modkilled(days: Replay) -> None:
    """CAS-12, CAS-44: the host has brought somebody in for him."""
    players = {**TABLE, "Запасной": {"reserve": True}}
    swap = {"by": "host", "do": "replace", "on": ["Доктор", "Запасной"]}
    (view,) = days(everybody(1, absent=("Доктор",), choices=[*NOBODY, swap]), players=players, modkill_after=1)
    assert (view.missing, view.dead) == (("Доктор",), ())


def test_a_reserve_has_no_action(days: Replay) -> None:
    """CAS-12, CAS-52: he is not dead, he has no role."""
    players = {**TABLE, "Запасной": {"reserve": True}}
    (view,) = days(night(1, act("Запасной", "heal", "Дон"), act("Доктор", "heal", "Запасной")), players=players)
    assert [(by, reason) for by, reason, _ in reasons(view)] == [
        ("Запасной", "not-your-action"),
        ("Доктор", "bad-target"),
    ]


def test_the_reserve_does_not_count_for_the_light(days: Replay) -> None:
    """CAS-4, CAS-12: seven play, so the game is dark from the start."""
    players = {**table("doctor", "don", "killer", "joker", citizens=3), "Запасной": {"reserve": True}}
    (view,) = days(night(1, act("Дон", "kill", "Мирный 1")), players=players)
    assert (view.revealed, view.light) == ({"Мирный 1": "hidden"}, "dark")


# Nights' clock.


@pytest.mark.parametrize(
    ("at", "options", "reason"),
    [
        ("21:59:59", {}, "early"),
        ("21:59:59", {"early_actions": "keep"}, None),
        ("22:00:00", {}, None),
        ("23:00:00", {}, None),
        ("23:00:00", {"night_cutoff": "exclusive"}, "late"),
        ("23:00:01", {}, "late"),
    ],
)
def test_night_actions_are_in_time_from_ten_to_eleven(
    days: Replay, at: str, options: dict[str, Any], reason: str | None
) -> None:
    """CAS-22, D-5, D-6."""
    (view,) = days(night(1, act("Доктор", "heal", "Дон", at=at)), **options)
    assert reasons(view) == ([("Доктор", reason, "CAS-22")] if reason else [])


def test_the_day_opens_with_the_end_of_the_night(days: Replay) -> None:
    """CAS-21: a vote before that is early."""
    vote = {"by": "Доктор", "on": "Дон", "at": "2000-01-01T22:30:00+03:00"}
    views = days(night(1), day(2, vote, red("Дон", "Доктор", "00:00:01")))
    assert reasons(views[1]) == [("Доктор", "early", "CAS-21")]


def test_the_results_are_expected_at_half_past_eleven(read: Any) -> None:
    """CAS-24, CAS-26: the zone is Moscow's unless the game says otherwise."""
    record = read("casino", TABLE, **suits())
    assert record.ruleset.settings["results_at"] == "23:30:00"
    assert str(record.zone) == record.ruleset.clock.zone == "Europe/Moscow"


# The light.


def line_up(number: int) -> dict[str, Any]:
    return table("doctor", "don", "killer", "blackmailer", "joker", citizens=number - 5)


@pytest.mark.parametrize(("players", "option", "light"), [(9, None, "dark"), (17, None, "light"), (18, None, "light")])
def test_the_number_of_participants_sets_when_the_game_is_dark(
    days: Replay, players: int, option: int | None, light: str
) -> None:
    """CAS-110: 8 or fewer alive; counted after the deaths of the phase."""
    (view,) = days(night(1, act("Дон", "kill", "Мирный 1")), players=line_up(players))
    assert view.light == light
    assert view.revealed == {"Мирный 1": "citizen"}, "CAS-112: the light at the start of the phase decides"


@pytest.mark.parametrize(("players", "deaths", "light"), [(18, 8, "dark"), (17, 8, "light"), (17, 9, "dark")])
def test_with_eighteen_the_game_is_dark_at_ten(days: Replay, players: int, deaths: int, light: str) -> None:
    """CAS-4, CAS-110."""
    kills = [{"by": "host", "do": "kill", "on": [f"Мирный {number}" for number in range(1, deaths + 1)]}]
    (view,) = days(night(1, choices=kills), players=line_up(players))
    assert view.light == light


@pytest.mark.parametrize(("dark_at", "light"), [(9, "dark"), (8, "light"), (0, "light")])
def test_the_host_may_set_when_it_is_dark(days: Replay, dark_at: int, light: str) -> None:
    """CAS-110."""
    (view,) = days(night(1, act("Дон", "kill", "Мирный 1")), players=line_up(10), dark_at=dark_at)
    assert view.light == light


def test_the_death_that_makes_it_dark_may_be_hidden(days: Replay) -> None:
    """CAS-112, D-26."""
    (view,) = days(night(1, act("Дон", "kill", "Мирный 1")), players=line_up(9), reveal_count="after")
    assert view.revealed == {"Мирный 1": "hidden"}


def test_it_never_becomes_light_again(days: Replay) -> None:
    """CAS-110."""
    revived = [{"by": "host", "do": "revive", "on": ["Мирный 1"]}]
    views = days(
        night(1, act("Дон", "kill", "Мирный 1")),
        day(2, choices=[*revived, *NOBODY]),
        night(2, act("Дон", "kill", "Мирный 3")),
        players=line_up(9),
        modkill="host",
    )
    assert [view.light for view in views] == ["dark", "dark", "dark"]
    assert views[2].revealed == {"Мирный 3": "hidden"}


def test_the_town_learns_neither_causes_nor_heals_nor_blocks(read: Any) -> None:
    """CAS-111, CAS-114: of the dead the role and nothing else."""
    actions = [
        act("Дон", "kill", "Мирный 1"),
        act("Джокер", "kill", "Мирный 2"),
        act("Доктор", "heal", "Мирный 2"),
        act("Девочка", "block", "Комиссар"),
        act("Комиссар", "check", "Дон"),
    ]
    record = read("casino", TABLE, night(1, *actions), **suits())
    assert isinstance(record, GameRecord)
    (outcome,) = play(record).phases
    assert (host_view(outcome).saved, host_view(outcome).blocked) == (("Мирный 2",), ("Комиссар",))
    assert {key: value for key, value in view_as_json(town_view(outcome)).items() if value} == {
        "phase": "night1",
        "dead": ["Мирный 1"],
        "revealed": {"Мирный 1": "citizen"},
        "light": "light",
    }
