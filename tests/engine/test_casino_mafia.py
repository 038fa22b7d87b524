"""The mafia of casino: the head, the lost kill, shots by role, the Boss's child, the marriage (CAS-80 … CAS-99)."""

from typing import Any

import pytest

from engine import HostView
from tests.engine.casino_table import answers, suits, table
from tests.engine.games import Replay, act, day, night, reasons

TEAM = ("don", "killer", "blackmailer", "mafia-journalist")
TOWN = ("doctor", "commissar", "girl", "witness", "joker")
TABLE = table(*TEAM, *TOWN, citizens=8)
FAMILY = table(*TEAM, "boss-child", *TOWN, citizens=8)


@pytest.fixture(name="casino")
def _casino(replay: Replay) -> Replay:
    def casino(*phases: Any, players: dict[str, Any] | None = None, **options: Any) -> list[HostView]:
        quiet = {"modkill": "host", "tie": "none"}
        return replay("casino", TABLE if players is None else players, *phases, **{**quiet, **suits(**options)})

    return casino


def executes(number: int, *names: str, **more: Any) -> dict[str, Any]:
    """A day whose only event is an execution."""
    return {"phase": f"day{number}", "choices": [{"by": "host", "do": "execute", "on": list(names)}], **more}


def kills(*names: str, do: str = "kill") -> dict[str, Any]:
    """The host's hand in a night."""
    return {"choices": [{"by": "host", "do": do, "on": list(names)}]}


# The head and the lost kill.


def test_the_don_alone_decides(casino: Replay) -> None:
    """CAS-80, CAS-82, D-29: `team:mafia` is read as his, others are not in charge."""
    views = casino(
        night(
            1, act("Киллер", "kill", "Мирный 1"), act("Дон", "kill", "Мирный 2"), act("Шантажист", "kill", "Мирный 3")
        ),
        day(2),
        night(2, act("team:mafia", "kill", "Мирный 4"), act("Девочка", "block", "Дон")),
    )
    assert [(by, reason) for by, reason, _ in reasons(views[0])] == [
        ("Киллер", "not-in-charge"),
        ("Шантажист", "not-in-charge"),
    ]
    assert views[0].dead == ("Мирный 2",)
    assert (views[2].dead, views[2].blocked) == ((), ("Дон",))


def test_any_mafioso_may_send_the_kill_if_the_game_says_so(casino: Replay) -> None:
    """D-29: the last message counts, and it is still the don whose block stops it."""
    views = casino(
        night(1, act("Дон", "kill", "Мирный 1"), act("Киллер", "kill", "Мирный 2"), act("Девочка", "block", "Киллер")),
        day(2),
        night(2, act("Киллер", "kill", "Мирный 3"), act("Девочка", "block", "Дон"), act("Ребёнок", "kill", "Мирный 4")),
        players=FAMILY,
        kill_sender="any",
    )
    assert (views[0].dead, views[0].blocked) == (("Мирный 2",), ())
    assert (views[2].dead, views[2].blocked) == ((), ("Дон",))
    assert reasons(views[2]) == [("Ребёнок", "not-in-charge", "CAS-89")]


@pytest.mark.parametrize("operation", ["execute", "modkill", "kill"])
def test_the_dons_death_by_day_costs_the_kill_of_that_night(casino: Replay, operation: str) -> None:
    """CAS-45, CAS-83, D-38."""
    views = casino(
        {"phase": "day1", "choices": [{"by": "host", "do": operation, "on": ["Дон"]}]},
        night(1, act("Киллер", "kill", "Мирный 1"), act("team:mafia", "kill", "Мирный 1")),
        day(2),
        night(2, act("Киллер", "kill", "Мирный 1"), act("Шантажист", "kill", "Мирный 2")),
    )
    assert [reason for _, reason, _ in reasons(views[1])] == ["not-yet", "not-yet"]
    assert (reasons(views[3]), views[3].dead) == ([], ("Мирный 2",)), "D-42: the last message counts"


def test_the_dons_death_by_night_costs_the_kill_of_the_next(casino: Replay) -> None:
    """CAS-83, CAS-104: his own kill of the night stands; shots by role are not affected."""
    views = casino(
        night(1, act("Дон", "kill", "Мирный 1"), act("Джокер", "kill", "Дон")),
        day(2),
        night(2, act("Киллер", "kill", "Мирный 2"), act("Киллер", "role-shot", "Доктор", guess="doctor")),
        day(3),
        night(3, act("Киллер", "kill", "Мирный 2")),
    )
    assert views[0].dead == ("Дон", "Мирный 1")
    assert (reasons(views[2]), views[2].dead) == ([("Киллер", "not-yet", "CAS-83")], ("Доктор",))
    assert views[4].dead == ("Мирный 2",)
    assert all(not view.roles for view in views), "no new don"


def test_without_a_head_no_block_stops_the_kill(casino: Replay) -> None:
    """CAS-5, CAS-81, CAS-82: a record without a don."""
    players = table("killer", "blackmailer", "girl", "doctor", citizens=4)
    (view,) = casino(night(1, act("Киллер", "kill", "Мирный 1"), act("Девочка", "block", "Киллер")), players=players)
    assert (view.dead, view.blocked) == (("Мирный 1",), ())


def test_the_teams_kill_does_not_fall_with_its_messenger(casino: Replay) -> None:
    """CAS-82, CAS-103: without a head it is the team's, as long as one of it lives."""
    players = table("killer", "blackmailer", "doctor", citizens=5)
    shot = act("Киллер", "role-shot", "Доктор", guess="girl")
    (view,) = casino(night(1, act("Киллер", "kill", "Мирный 1"), shot), players=players)
    assert view.dead == ("Киллер", "Мирный 1")
    (view,) = casino(
        night(1, act("Киллер", "kill", "Мирный 1"), shot), players=table("killer", "doctor", "joker", citizens=5)
    )
    assert view.dead == ("Киллер",)


@pytest.mark.parametrize(
    ("players", "killer"),
    [
        (table("don", "killer", "boss-child", "witness", citizens=5), "Дон"),
        (table("killer", "boss-child", "witness", citizens=5), "Ребёнок"),
        (table("mafia-journalist", "blackmailer", "killer", "witness", citizens=5), "Киллер"),
        (table("mafia-journalist", "blackmailer", "witness", citizens=5), "Шантажист"),
        (table("mafia-journalist", "witness", citizens=5), "Репортёр"),
    ],
)
def test_for_the_mafias_kill_the_witness_is_told_the_head_or_the_senior_card(
    casino: Replay, players: dict[str, Any], killer: str
) -> None:
    """CAS-66."""
    (view,) = casino(
        night(1, act("team:mafia", "kill", "Мирный 1"), act("Свидетель", "watch", "Мирный 1")), players=players
    )
    assert answers(view) == [("Свидетель", "Мирный 1", killer)]


# Shots by role.


def test_a_shot_by_role_comes_before_the_aces(casino: Replay) -> None:
    """CAS-100, CAS-103, D-24: the dead doctor heals nobody, unless all is simultaneous."""
    phase = night(
        1,
        act("Киллер", "role-shot", "Доктор", guess="doctor"),
        act("Доктор", "heal", "Мирный 1"),
        act("Дон", "kill", "Мирный 1"),
    )
    assert casino(phase)[0].dead == ("Доктор", "Мирный 1")
    assert casino(phase, role_shot_first=False)[0].dead == ("Доктор",)


def test_what_is_not_of_the_aces_is_left_to_whoever_dies_before_them(casino: Replay) -> None:
    """CAS-103, D-32: the witness shot by his role sees who shot at him."""
    (view,) = casino(
        night(1, act("Киллер", "role-shot", "Свидетель", guess="witness"), act("Свидетель", "watch", "Свидетель"))
    )
    assert (view.dead, answers(view)) == (("Свидетель",), [("Свидетель", "Свидетель", "Киллер")])


def test_a_don_shot_by_his_role_sends_no_kill(casino: Replay) -> None:
    """CAS-78, CAS-103: by the joker's copy."""
    (view,) = casino(
        night(1, act("Джокер", "role-shot", "Дон", **{"as": "killer"}, guess="don"), act("Дон", "kill", "Мирный 1"))
    )
    assert view.dead == ("Дон",)


def test_a_wrong_guess_kills_the_shooter_healed_or_not(casino: Replay) -> None:
    """CAS-55, CAS-85, D-40."""
    (view,) = casino(night(1, act("Киллер", "role-shot", "Доктор", guess="girl"), act("Доктор", "heal", "Киллер")))
    assert (view.dead, view.saved, view.causes) == (("Киллер",), (), {"Киллер": ("wrong-guess",)})


def test_two_shots_a_game_one_a_night(casino: Replay) -> None:
    """CAS-86: of one night the last message counts."""
    shot = act("Киллер", "role-shot", "Девочка", guess="girl")
    views = casino(
        night(1, act("Киллер", "role-shot", "Доктор", guess="doctor"), shot),
        day(2),
        night(2, act("Киллер", "role-shot", "Доктор", guess="doctor")),
        day(3),
        night(3, act("Киллер", "role-shot", "Комиссар", guess="commissar")),
    )
    assert [view.dead for view in views[::2]] == [("Девочка",), ("Доктор",), ()]
    assert reasons(views[4]) == [("Киллер", "no-uses-left", "CAS-86")]


@pytest.mark.parametrize(("spent", "third"), [(False, []), (True, [("Киллер", "no-uses-left", "CAS-86")])])
def test_a_blocked_shot_may_be_spent(casino: Replay, spent: bool, third: list[Any]) -> None:
    """CAS-86, D-16."""
    views = casino(
        night(1, act("Киллер", "role-shot", "Доктор", guess="doctor"), act("Девочка", "block", "Киллер")),
        day(2),
        night(2, act("Киллер", "role-shot", "Доктор", guess="doctor")),
        day(3),
        night(3, act("Киллер", "role-shot", "Комиссар", guess="commissar")),
        blocked_shot_spent=spent,
    )
    assert [view.dead for view in views[:3]] == [(), (), ("Доктор",)]
    assert reasons(views[4]) == third


def test_a_citizen_is_no_role_to_guess(casino: Replay) -> None:
    """CAS-87, D-17."""
    phase = night(
        1,
        act("Киллер", "role-shot", "Мирный 1", guess="citizen"),
    )
    (view,) = casino(phase)
    assert [reason for _, reason, _ in reasons(view)] == ["bad-target"]
    (view,) = casino(phase, guess_citizen=True)
    assert view.dead == ("Мирный 1",)


@pytest.mark.parametrize("guess", [{}, {"guess": "town"}])
def test_a_shot_needs_the_guess_of_a_role(casino: Replay, guess: dict[str, str]) -> None:
    """CAS-85."""
    (view,) = casino(night(1, act("Киллер", "role-shot", "Доктор", **guess)))
    assert [reason for _, reason, _ in reasons(view)] == ["bad-target"]


@pytest.mark.parametrize(
    ("target", "guess", "right"), [("Оборотень", "werewolf", True), ("Оборотень", "citizen", False)]
)
def test_the_present_role_is_guessed(casino: Replay, target: str, guess: str, right: bool) -> None:
    """CAS-85, D-41: a werewolf is a werewolf, a joker who copies a joker."""
    players = table(*TEAM, *TOWN, "werewolf", citizens=8)
    copy = act("Джокер", "heal", "Джокер", **{"as": "doctor"})
    (view,) = casino(
        night(1, act("Киллер", "role-shot", target, guess=guess), copy), players=players, guess_citizen=True
    )
    assert view.dead == ((target,) if right else ("Киллер",))
    (view,) = casino(night(1, act("Киллер", "role-shot", "Джокер", guess="joker"), copy), players=players)
    assert view.dead == ("Джокер",)


def test_of_an_unknown_role_the_host_has_to_say(casino: Replay) -> None:
    """CAS-5."""
    (view,) = casino(night(1, act("Киллер", "role-shot", "Некто", guess="girl")), players={**TABLE, "Некто": {}})
    assert view.dead == ()
    assert [(each.what, each.among) for each in view.awaits] == [("role", ("Некто",))]


# The inherited shot.


@pytest.mark.parametrize("death", ["execute", "modkill"])
def test_a_killer_with_both_shots_leaves_one_to_the_mafia(casino: Replay, death: str) -> None:
    """CAS-45, CAS-88."""
    views = casino(
        {"phase": "day1", "choices": [{"by": "host", "do": death, "on": ["Киллер"]}]},
        night(1, act("Репортёр", "role-shot", "Доктор", guess="doctor"), act("Девочка", "block", "Репортёр")),
        day(2),
        night(2, act("Шантажист", "role-shot", "Мирный 1", guess="girl"), act("Доктор", "heal", "Шантажист")),
        day(3),
        night(
            3, act("Репортёр", "role-shot", "Доктор", guess="doctor"), act("Доктор", "role-shot", "Дон", guess="don")
        ),
    )
    assert answers(views[0]) == [("team:mafia", "Киллер", "role-shot")]
    assert (views[1].dead, views[1].blocked) == ((), ("Репортёр",))
    assert (views[3].dead, views[3].causes) == (("Шантажист",), {"Шантажист": ("wrong-guess",)})
    assert [(by, reason) for by, reason, _ in reasons(views[5])] == [
        ("Репортёр", "no-uses-left"),
        ("Доктор", "not-your-action"),
    ]


def test_a_blackmailer_may_block_and_shoot_in_one_night(casino: Replay) -> None:
    """CAS-50, CAS-88: of two of the team who shoot the last counts."""
    views = casino(
        executes(1, "Киллер"),
        night(
            1,
            act("Шантажист", "block", "Доктор"),
            act("Репортёр", "role-shot", "Комиссар", guess="commissar"),
            act("Шантажист", "role-shot", "Девочка", guess="girl"),
            act("Доктор", "heal", "Мирный 1"),
        ),
    )
    assert (views[1].dead, views[1].blocked) == (("Девочка",), ("Доктор",))


def test_nothing_is_inherited_once_a_shot_was_spent(casino: Replay) -> None:
    """CAS-88: also in the night of his death; before it nobody else has the action."""
    views = casino(
        night(
            1,
            act("Киллер", "role-shot", "Доктор", guess="doctor"),
            act("Джокер", "kill", "Киллер"),
            act("Дон", "role-shot", "Девочка", guess="girl"),
        ),
        day(2),
        night(2, act("Дон", "role-shot", "Девочка", guess="girl")),
    )
    assert views[0].told == ()
    assert reasons(views[0]) == reasons(views[2]) == [("Дон", "not-your-action", "CAS-88")]


def test_a_shot_with_nobody_left_of_the_team_is_told_to_nobody(casino: Replay) -> None:
    """CAS-88."""
    (view,) = casino(executes(1, "Киллер"), players=table("killer", "joker", "doctor", citizens=4))
    assert view.told == ()


# The Boss's child.


MET = [
    ("team:mafia", "Ребёнок", "boss-child"),
    ("Ребёнок", "Киллер", "mafia"),
    ("Ребёнок", "Репортёр", "mafia"),
    ("Ребёнок", "Шантажист", "mafia"),
]


def test_the_child_meets_the_mafia_by_naming_the_don(casino: Replay) -> None:
    """CAS-10, CAS-89, CAS-95: about the don only that he is the don; once; naming others goes on."""
    views = casino(
        night(
            1, act("Ребёнок", "seek", "Мирный 1"), act("Ребёнок", "kill", "Мирный 1"), act("Ребёнок", "seek", "Ребёнок")
        ),
        day(2),
        night(2, act("Ребёнок", "seek", "Дон")),
        day(3),
        night(3, act("Ребёнок", "seek", "Дон"), act("Ребёнок", "kill", "Мирный 1")),
        players=FAMILY,
    )
    assert answers(views[0]) == [("Ребёнок", "Мирный 1", "not-don")]
    assert [(by, reason) for by, reason, _ in reasons(views[0])] == [("Ребёнок", "not-in-charge"), ("Ребёнок", "self")]
    assert answers(views[2]) == sorted([*MET, ("Ребёнок", "Дон", "don")])
    assert answers(views[4]) == [("Ребёнок", "Дон", "don")]
    assert [reason for _, reason, _ in reasons(views[4])] == ["not-in-charge"], "even when acquainted"


def test_a_blocked_child_learns_nothing(casino: Replay) -> None:
    """CAS-95, CAS-102."""
    (view,) = casino(night(1, act("Ребёнок", "seek", "Дон"), act("Девочка", "block", "Ребёнок")), players=FAMILY)
    assert view.told == ()


def test_the_mafias_shot_at_the_child_is_missed_and_they_meet(casino: Replay) -> None:
    """CAS-67, CAS-97: no death, not saved; the witness sees an attack; a later shot kills him no more either."""
    views = casino(
        night(
            1,
            act("Дон", "kill", "Ребёнок"),
            act("Доктор", "heal", "Ребёнок"),
            act("Свидетель", "watch", "Ребёнок"),
        ),
        day(2),
        night(2, act("Дон", "kill", "Ребёнок")),
        players=FAMILY,
    )
    assert (views[0].dead, views[0].saved) == ((), ())
    assert answers(views[0]) == sorted([*MET, ("Ребёнок", "Дон", "mafia"), ("Свидетель", "Ребёнок", "Дон")])
    assert (views[2].dead, views[2].told) == ((), ())


@pytest.mark.parametrize("guess", ["boss-child", "girl"])
def test_a_shot_by_role_at_the_child_is_as_the_mafias_shot(casino: Replay, guess: str) -> None:
    """CAS-97, D-36: no death, spent, they meet."""
    views = casino(
        night(1, act("Киллер", "role-shot", "Ребёнок", guess=guess)),
        executes(2, "Киллер"),
        players=FAMILY,
    )
    assert (views[0].dead, answers(views[0])) == ((), sorted([*MET, ("Ребёнок", "Дон", "mafia")]))
    assert views[1].told == (), "a spent shot leaves nothing to inherit"


def test_a_blocked_don_shoots_at_nobody(casino: Replay) -> None:
    """CAS-97."""
    (view,) = casino(night(1, act("Дон", "kill", "Ребёнок"), act("Девочка", "block", "Дон")), players=FAMILY)
    assert view.told == ()


@pytest.mark.parametrize("copied", [{}, {"as": "don"}])
def test_others_kill_the_child_as_anybody(casino: Replay, copied: dict[str, str]) -> None:
    """CAS-73, CAS-97: the joker's attack is his own, also as the don."""
    (view,) = casino(night(1, act("Джокер", "kill", "Ребёнок", **copied)), players=FAMILY)
    assert (view.dead, view.causes, view.told) == (("Ребёнок",), {"Ребёнок": ("joker",)}, ())


def test_the_child_takes_over_at_the_dons_death(casino: Replay) -> None:
    """CAS-82, CAS-95, CAS-99, D-11: the kill of that night is lost all the same; he keeps his role."""
    views = casino(
        executes(1, "Дон"),
        night(
            1, act("Ребёнок", "kill", "Мирный 1"), act("Киллер", "kill", "Мирный 1"), act("Ребёнок", "seek", "Киллер")
        ),
        day(2),
        night(
            2,
            act("team:mafia", "kill", "Мирный 1"),
            act("Киллер", "kill", "Мирный 2"),
            act("Девочка", "block", "Ребёнок"),
        ),
        executes(3, "Ребёнок"),
        night(3, act("Киллер", "kill", "Мирный 2"), act("Девочка", "block", "Киллер")),
        players=FAMILY,
    )
    assert answers(views[0]) == sorted([*MET, ("Ребёнок", "Ребёнок", "in-charge")])
    assert views[0].roles == {}
    assert [(by, reason) for by, reason, _ in reasons(views[1])] == [
        ("Ребёнок", "not-yet"),
        ("Киллер", "not-in-charge"),
        ("Ребёнок", "not-your-action"),
    ]
    assert (views[3].dead, views[3].blocked) == ((), ("Ребёнок",))
    assert (views[4].revealed, views[4].told) == ({"Ребёнок": "boss-child"}, ())
    assert views[5].dead == ("Мирный 2",), "CAS-84: his death costs no kill"


def test_with_an_heir_the_kill_may_not_be_lost(casino: Replay) -> None:
    """CAS-83, D-11; without one it is."""
    for victims, lost in ((("Дон",), False), (("Дон", "Ребёнок"), True)):
        views = casino(
            executes(1, *victims),
            night(1, act("team:mafia", "kill", "Мирный 1")),
            players=FAMILY,
            skip_with_heir=False,
        )
        assert bool(reasons(views[1])) is lost


@pytest.mark.parametrize(
    ("option", "known", "lost"), [("never", False, False), ("unacquainted", False, True), ("unacquainted", True, False)]
)
def test_the_death_of_the_child_costs_a_kill_only_by_an_option(
    casino: Replay, option: str, known: bool, lost: bool
) -> None:
    """CAS-84, D-34."""
    views = casino(
        night(1, *([act("Ребёнок", "seek", "Дон")] if known else [])),
        executes(2, "Ребёнок"),
        night(2, act("Дон", "kill", "Мирный 1")),
        players=FAMILY,
        child_death_skip=option,
    )
    assert (reasons(views[2]) == [("Дон", "not-yet", "CAS-83")]) is lost


def test_a_child_who_dies_with_the_don_takes_over_nothing(casino: Replay) -> None:
    """CAS-99."""
    views = casino(
        executes(1, "Дон", "Ребёнок"),
        night(1),
        day(2),
        night(2, act("Киллер", "kill", "Мирный 1")),
        players=FAMILY,
    )
    assert views[0].told == ()
    assert views[3].dead == ("Мирный 1",)


def test_a_child_without_a_don_is_in_charge_from_the_start(casino: Replay) -> None:
    """CAS-5, CAS-82: and acquainted."""
    players = table("killer", "blackmailer", "boss-child", "doctor", citizens=6)
    (view,) = casino(
        night(
            1, act("Ребёнок", "kill", "Мирный 1"), act("Киллер", "kill", "Мирный 2"), act("Ребёнок", "seek", "Киллер")
        ),
        players=players,
    )
    assert view.dead == ("Мирный 1",)
    assert [reason for _, reason, _ in reasons(view)] == ["not-in-charge", "not-your-action"]
    assert view.told == ()


def test_only_an_acquainted_child_may_fire_the_inherited_shot(casino: Replay) -> None:
    """CAS-10, CAS-88."""
    shot = act("Ребёнок", "role-shot", "Доктор", guess="doctor")
    views = casino(
        executes(1, "Киллер"),
        night(1, shot, act("Ребёнок", "seek", "Дон")),
        day(2),
        night(2, shot),
        players=FAMILY,
    )
    assert reasons(views[1]) == [("Ребёнок", "not-your-action", "CAS-52")]
    assert views[3].dead == ("Доктор",)


def test_two_of_the_mafia_at_once_leave_all_that_they_have(casino: Replay) -> None:
    """CAS-105: don and killer die together: the shot is inherited, the kill lost, the child meets the rest."""
    (view,) = casino(executes(1, "Дон", "Киллер"), players=FAMILY)
    assert answers(view) == [
        ("team:mafia", "Киллер", "role-shot"),
        ("team:mafia", "Ребёнок", "boss-child"),
        ("Ребёнок", "Ребёнок", "in-charge"),
        ("Ребёнок", "Репортёр", "mafia"),
        ("Ребёнок", "Шантажист", "mafia"),
    ]


# The trump marriage.

COUPLE = table("don", "killer", "blackmailer", "doctor", "commissar", "girl", "witness", "joker", citizens=8)


@pytest.mark.parametrize(("covers", "dead"), [("day-and-night", ()), ("day", ("Шантажист",))])
def test_the_marriage_protects_on_the_next_day_and_in_the_next_night(
    casino: Replay, covers: str, dead: tuple[str, ...]
) -> None:
    """CAS-43, CAS-67, CAS-98, D-27: formed by day it holds that night; not saved; then no more."""
    attack = night(1, act("Комиссар", "kill", "Шантажист"), act("Свидетель", "watch", "Шантажист"))
    views = casino(
        executes(1, "Дон"),
        attack,
        executes(2, "Киллер"),
        night(2, act("Комиссар", "kill", "Шантажист")),
        players=COUPLE,
        marriage_covers=covers,
    )
    assert views[0].protected == ("Киллер", "Шантажист")
    assert (views[1].dead, views[1].saved) == (dead, ())
    assert answers(views[1]) == [("Свидетель", "Шантажист", "Комиссар")]
    assert (views[2].executed, views[2].acquitted) == ((), {"Киллер": "immunity"})
    assert views[3].dead == (() if dead else ("Шантажист",))


def test_a_marriage_formed_by_night_holds_the_day_and_the_night_after(casino: Replay) -> None:
    """CAS-98: shots by role too; once a game."""
    views = casino(
        night(1, act("Комиссар", "kill", "Дон")),
        executes(2, "Шантажист"),
        night(2, act("Джокер", "role-shot", "Киллер", **{"as": "killer"}, guess="killer")),
        executes(3, "Шантажист"),
        players=COUPLE,
    )
    assert views[0].protected == ("Киллер", "Шантажист")
    assert [view.dead for view in views] == [("Дон",), (), (), ("Шантажист",)]


def test_the_marriage_protects_neither_from_the_host_nor_from_a_wrong_guess(casino: Replay) -> None:
    """CAS-44, CAS-98."""
    views = casino(
        executes(1, "Дон"),
        night(1, act("Киллер", "role-shot", "Доктор", guess="girl")),
        {"phase": "day2", "choices": [{"by": "host", "do": "modkill", "on": ["Шантажист"]}]},
        players=COUPLE,
    )
    assert [view.dead for view in views[1:]] == [("Киллер",), ("Шантажист",)]


@pytest.mark.parametrize("victims", [("Мирный 1",), ("Киллер",), ("Дон", "Шантажист")])
def test_other_deaths_form_no_marriage(casino: Replay, victims: tuple[str, ...]) -> None:
    """CAS-98: exactly the king and the queen are left, by the deaths of this phase."""
    (view,) = casino(executes(1, *victims), players=COUPLE)
    assert view.protected == ()
    couple = table("killer", "blackmailer", "doctor", citizens=5)
    (view,) = casino(executes(1, "Мирный 1"), players=couple)
    assert view.protected == (), "they were left before"
