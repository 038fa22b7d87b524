"""The maniacs of the styles: curse, jam and its kills, trap; light, reveals and victory (docs/rules/styles.md)."""

from typing import Any

import pytest

from engine import HostView
from tests.engine.games import Entry, Replay, act, blue, day, night, reasons, red
from tests.engine.styles_cast import CITIZENS, answers, cast, play_nights, players

CURSED = {
    "citizen": "Аня",
    "town role": "Доктор",
    "mafioso": "Мафия",
    "maniac": "Бэд",
}


def cursed(replay: Replay, victim: str, *votes: Entry, **options: Any) -> HostView:
    """The night after the votes of the day between."""
    who = cast(Цыганка="gypsy", Бэд="bad-boy black", Доктор="doctor black", Шант="blackmailer white", Фсб="fsb white")
    views = replay("styles", who, night(1, act("Цыганка", "curse", victim)), day(2, *votes), night(2), **options)
    assert views[1].executed == ()
    return views[2]


SAVING = [blue(name, target) for name, target in zip(CITIZENS[1:5], ("Доктор", "Шант", "Вера", "Бэд"), strict=True)]


# The curse (STY-105 … STY-107).


@pytest.mark.parametrize(
    ("victim", "target", "dies"),
    [
        ("citizen", "Доктор", True),
        ("citizen", "Вера", False),
        ("citizen", "Шант", False),
        ("citizen", "Бэд", False),
        ("town role", "Фсб", True),
        ("town role", "Шант", False),
        ("mafioso", "Шант", True),
        ("mafioso", "Доктор", False),
        ("maniac", "Доктор", False),
        ("maniac", "Шант", False),
    ],
)
def test_a_curse_kills_for_the_fatal_vote(replay: Replay, victim: str, target: str, dies: bool) -> None:
    """STY-105, STY-106, STY-3."""
    name = CURSED[victim]
    votes = [*SAVING, red(name, target)]
    if target == "Фсб":
        votes = [blue("Боря", "Фсб"), red(name, target)]
    view = cursed(replay, name, *votes)
    assert view.causes == ({name: ("curse",)} if dies else {})


def test_who_is_peaceful_to_a_curse(replay: Replay) -> None:
    """D20: with the option the citizens alone."""
    for victim, dies in (("Доктор", False), ("Аня", True)):
        votes = (red(victim, "Фсб"), blue("Боря", "Фсб"))
        view = cursed(replay, victim, *votes, peaceful="citizen")
        assert view.dead == ((victim,) if dies else ())


def test_only_a_red_vote_that_counts_is_fatal(replay: Replay) -> None:
    """STY-107: none that is refused, none in defence."""
    assert cursed(replay, "Аня", blue("Аня", "Доктор")).dead == ()
    assert cursed(replay, "Аня", red("Аня", "Доктор", "21:00:00")).dead == ()
    changed = (red("Аня", "Доктор"), red("Аня", "Вера"), blue("Боря", "Вера"))
    assert cursed(replay, "Аня", *changed).dead == ()


def test_any_valid_vote_is_fatal_with_the_option(replay: Replay) -> None:
    """D27: changed or not."""
    changed = (red("Аня", "Доктор"), red("Аня", "Вера"), blue("Боря", "Вера"))
    assert cursed(replay, "Аня", *changed, curse_vote="any").dead == ("Аня",)
    assert cursed(replay, "Аня", red("Аня", "Доктор"), blue("Аня", "Доктор"), curse_vote="any").dead == ("Аня",)
    assert (
        cursed(replay, "Аня", blue("Аня", "Доктор"), red("Аня", "Вера"), blue("Боря", "Вера"), curse_vote="any").dead
        == ()
    )
    late = (red("Аня", "Доктор", "21:00:00"),)
    assert cursed(replay, "Аня", *late, curse_vote="any").dead == ()


def test_a_void_vote_is_not_fatal(replay: Replay) -> None:
    """STY-107, STY-42."""
    who = cast(Цыганка="gypsy", Атлет="athlete grey", Доктор="doctor black")
    votes = (red("Аня", "Доктор"), red("Аня", "Вера"))
    for option in ("final", "any"):
        views = replay(
            "styles",
            who,
            night(1, act("Цыганка", "curse", "Аня"), act("Атлет", "block", "Аня")),
            day(2, *votes),
            night(2),
            silence_announced="ampoule",
            curse_vote=option,
        )
        assert views[2].dead == ()


def test_a_curse_lasts_a_day_or_until_it_strikes(replay: Replay) -> None:
    """D28."""
    who = cast(Цыганка="gypsy", Доктор="doctor black")
    fatal = day(3, red("Аня", "Доктор"), blue("Боря", "Доктор"))
    phases = (night(1, act("Цыганка", "curse", "Аня")), day(2), night(2), fatal, night(3, act("Доктор", "heal", "Аня")))
    again = day(4, *fatal["votes"])
    views = replay("styles", who, *phases, again, night(4))
    assert (views[4].saved, views[6].dead) == ((), ())
    views = replay("styles", who, *phases, again, night(4), curse_lasts="game")
    assert (views[4].saved, views[6].dead) == (("Аня",), ())


def test_the_curse_outlives_its_author_and_whatever_the_vote_came_to(replay: Replay) -> None:
    """STY-105, STY-107."""
    who = cast(Цыганка="gypsy", Доктор="doctor black")
    votes = (red("Аня", "Доктор"), red("Боря", "Цыганка"), red("Вера", "Цыганка"))
    views = replay("styles", who, night(1, act("Цыганка", "curse", "Аня")), day(2, *votes), night(2))
    assert (views[1].executed, views[2].causes) == (("Цыганка",), {"Аня": ("curse",)})


def test_the_gypsy_may_curse_one_player_again(replay: Replay) -> None:
    """STY-105, STY-108: the rule is the bad boy's."""
    nights = (night(1, act("Цыганка", "curse", "Аня")), night(2, act("Цыганка", "curse", "Аня")))
    assert play_nights(replay, cast(Цыганка="gypsy"), *nights)[1].rejected == ()


def test_the_grey_bad_boy_insults(replay: Replay) -> None:
    """STY-114, STY-108: as the gypsy curses, but nobody twice."""
    who = cast(Бэд="bad-boy grey", Доктор="doctor black")
    curse = act("Бэд", "curse", "Аня")
    votes = (red("Аня", "Доктор"), blue("Боря", "Доктор"))
    views = replay("styles", who, night(1, curse), day(2, *votes), night(2, act("Бэд", "curse", "Аня"), curse))
    assert views[2].causes == {"Аня": ("curse",)}
    assert reasons(views[2]) == [("Бэд", "same-target", "STY-108")] * 2


# Jam and earned kills (STY-108 … STY-112).

ACTIVE = [
    *(f"{role} {style}" for role in ("doctor", "detective", "athlete", "cloak", "fsb") for style in ("white", "grey")),
    "deceiver black",
    "blackmailer white",
    "know-all black",
    "gypsy",
    "bad-boy black",
]
IDLE = ["citizen", "deceiver white", "deceiver grey", "afro", "apprentice white", "apprentice black"]


@pytest.mark.parametrize(("spec", "earns"), [*((each, True) for each in ACTIVE), *((each, False) for each in IDLE)])
def test_a_jam_on_a_role_with_a_night_action_earns_a_kill(replay: Replay, spec: str, earns: bool) -> None:
    """STY-110, STY-112, D31: whether he has sent one or not; with the option only if he has."""
    who = cast(Бэд="bad-boy white", Кто=spec)
    (view,) = replay("styles", who, night(1, act("Бэд", "jam", "Кто")))
    assert answers(view) == ([("Бэд", "Кто", "kill-earned")] if earns else [])
    (view,) = replay("styles", who, night(1, act("Бэд", "jam", "Кто")), badboy_gain="acted")
    assert view.told == ()


def test_with_the_option_the_jammed_one_has_to_have_sent_an_action(replay: Replay) -> None:
    """D31: one that was accepted."""
    who = cast(Бэд="bad-boy white", Доктор="doctor black")
    sent = (act("Бэд", "jam", "Доктор"), act("Доктор", "heal", "Аня"))
    assert len(replay("styles", who, night(1, *sent), badboy_gain="acted")[0].told) == 1
    refused = (act("Бэд", "jam", "Доктор"), act("Доктор", "heal"))
    assert replay("styles", who, night(1, *refused), badboy_gain="acted")[0].told == ()


def test_earned_kills_add_up_and_are_used_from_the_next_night(replay: Replay) -> None:
    """STY-110, STY-111, D11: one a night, instead of the jam."""
    who = cast(Бэд="bad-boy white", Доктор="doctor black", Фсб="fsb white")
    nights = (
        night(1, act("Бэд", "shoot", "Аня"), act("Бэд", "jam", "Доктор")),
        night(2, act("Бэд", "jam", "Фсб")),
        night(3, act("Бэд", "shoot", "Аня"), act("Бэд", "shoot", "Боря")),
        night(4, act("Бэд", "jam", "Вера"), act("Бэд", "shoot", "Аня")),
        night(5, act("Бэд", "shoot", "Вера")),
    )
    views = play_nights(replay, who, *nights)
    assert [view.causes for view in views] == [{}, {}, {"Боря": ("bad-boy",)}, {"Аня": ("bad-boy",)}, {}]
    assert reasons(views[0]) == reasons(views[4]) == [("Бэд", "no-uses-left", "STY-111")]


def test_with_the_option_he_shoots_beside_the_jam_as_often_as_he_may(replay: Replay) -> None:
    """D11."""
    who = cast(Бэд="bad-boy white", Доктор="doctor black", Фсб="fsb white", Плащ="cloak grey")
    nights = (
        night(1, act("Бэд", "jam", "Доктор")),
        night(2, act("Бэд", "jam", "Фсб")),
        night(
            3,
            act("Бэд", "shoot", "Аня"),
            act("Бэд", "shoot", "Аня"),
            act("Бэд", "jam", "Плащ"),
            act("Бэд", "shoot", "Боря"),
            act("Бэд", "shoot", "Вера"),
        ),
        night(4, act("Бэд", "shoot", "Вера")),
    )
    views = play_nights(replay, who, *nights, badboy_shots="beside")
    assert [view.dead for view in views] == [(), (), ("Аня", "Боря"), ("Вера",)]
    assert reasons(views[2]) == [("Бэд", "no-uses-left", "STY-111")]
    assert answers(views[2]) == [("Бэд", "Плащ", "kill-earned")]


def test_a_blocked_shot_is_not_spent(replay: Replay) -> None:
    """STY-111, STY-55."""
    who = cast(Бэд="bad-boy white", Доктор="doctor black", Атлет="athlete white")
    shot = act("Бэд", "shoot", "Аня")
    nights = (night(1, act("Бэд", "jam", "Доктор")), night(2, shot, act("Атлет", "block", "Бэд")), night(3, shot))
    assert [view.dead for view in play_nights(replay, who, *nights)] == [(), (), ("Аня",)]


@pytest.mark.parametrize(("style", "action"), [("white", "jam"), ("black", "trap"), ("grey", "curse")])
def test_the_bad_boy_goes_to_nobody_twice(replay: Replay, style: str, action: str) -> None:
    """STY-108, D29: in the game, or on two nights running; a blocked one is none."""
    who = cast(Бэд=f"bad-boy {style}", Атлет="athlete white")
    same = act("Бэд", action, "Аня")
    nights = (
        night(1, same, act("Атлет", "block", "Бэд")),
        night(2, same),
        night(3, same),
        night(4, same),
        night(5),
        night(6, same),
    )
    views = play_nights(replay, who, *nights)
    assert [len(view.rejected) for view in views] == [0, 0, 1, 1, 0, 1]
    assert reasons(views[2]) == [("Бэд", "same-target", "STY-108")]
    in_a_row = play_nights(replay, who, *nights, badboy_repeat="row")
    assert [len(view.rejected) for view in in_a_row] == [0, 0, 1, 0, 0, 0]


# The trap (STY-113, STY-58).


def trapped(replay: Replay, who: Any, target: str, *sent: Entry, **options: Any) -> HostView:
    return replay(
        "styles", {**who, **players(Бэд="bad-boy black")}, night(1, act("Бэд", "trap", target), *sent), **options
    )[0]


def test_everybody_who_comes_to_the_trap_dies(replay: Replay) -> None:
    """STY-113, STY-58: of whichever side; what they came for takes place; not the target, not the bad boy."""
    who = cast(Цыганка="gypsy", Всезнайка="know-all black", Доктор="doctor black", Обманщик="deceiver black")
    view = trapped(
        replay,
        who,
        "Доктор",
        act("Цыганка", "curse", "Доктор"),
        act("Всезнайка", "alibi", "Доктор"),
        act("Доктор", "heal", "Доктор"),
        act("Обманщик", "swap", "Аня", "Доктор"),
        act("Мафия", "mafia-kill", "Доктор"),
    )
    assert set(view.causes) == {"Цыганка", "Всезнайка", "Обманщик"}
    assert set(view.causes.values()) == {("trap",)}
    assert (view.protected, view.saved) == (("Доктор",), ("Доктор",))


@pytest.mark.parametrize(
    ("spec", "action", "on", "dies"),
    [
        ("detective grey", "letter", ("Цель", "Аня"), True),
        ("detective grey", "letter", ("Аня", "Цель"), False),
        ("detective black", "compare", ("Аня", "Цель"), True),
        ("athlete black", "redirect", ("Цель", "Аня"), True),
        ("athlete black", "redirect", ("Аня", "Цель"), False),
        ("fsb white", "shoot-if-mafia", ("Цель", "Аня"), True),
        ("fsb white", "shoot-if-mafia", ("Аня", "Цель"), False),
        ("fsb white", "shoot-if-mafia", ("Мафия", "Цель"), True),
        ("fsb white", "shoot-if-mafia", ("Цель", "Цель"), True),
        ("fsb grey", "prepare", ("Цель",), False),
        ("fsb black", "shoot", ("Цель",), True),
        ("deceiver black", "swap", ("Цель", "Аня"), True),
        ("bad-boy white", "jam", ("Цель",), True),
        ("blackmailer white", "block", ("Цель",), True),
        ("know-all black", "extra-shot", ("Цель",), False),
        ("know-all black", "mafia-kill", ("Цель",), False),
    ],
)
def test_who_counts_as_having_come(replay: Replay, spec: str, action: str, on: tuple[str, ...], dies: bool) -> None:
    """STY-58."""
    who = cast(Гость=spec, Цель="citizen")
    view = trapped(replay, who, "Цель", act("Гость", action, *on), team_style="grey")
    assert ("trap" in view.causes.get("Гость", ())) is dies


def test_the_grey_fsb_comes_when_he_kills(replay: Replay) -> None:
    """STY-58, STY-79."""
    who = cast(Фсб="fsb grey", Бэд="bad-boy black")
    nights = (night(1, act("Фсб", "prepare", "Аня")), night(2, act("Бэд", "trap", "Аня")))
    assert play_nights(replay, who, *nights)[1].causes == {"Аня": ("fsb",), "Фсб": ("trap",)}


def test_who_is_blocked_or_turned_does_not_come(replay: Replay) -> None:
    """STY-113: who is turned comes to the other place; jammed he does not come either."""
    who = cast(Сыщик="detective white", Атлет="athlete white", Чёрный="athlete black", Белый="bad-boy white")
    check = act("Сыщик", "check", "Аня")
    assert trapped(replay, who, "Аня", check, act("Атлет", "block", "Сыщик")).dead == ()
    assert trapped(replay, who, "Аня", check, act("Белый", "jam", "Сыщик")).dead == ()
    assert trapped(replay, who, "Аня", check, act("Чёрный", "redirect", "Сыщик", "Боря")).dead == ()
    view = trapped(replay, who, "Боря", check, act("Чёрный", "redirect", "Сыщик", "Боря"))
    assert view.causes == {"Сыщик": ("trap",)}


def test_a_blocker_of_a_ring_comes(replay: Replay) -> None:
    """STY-58, STY-123: his block takes place."""
    who = cast(Белый="bad-boy white", Атлет="athlete grey")
    view = trapped(replay, who, "Атлет", act("Белый", "jam", "Атлет"), act("Атлет", "block", "Белый"))
    assert view.causes == {"Белый": ("trap",)}


def test_traps_of_two_bad_boys_catch_each_other(replay: Replay) -> None:
    """STY-8, STY-113."""
    who = cast(Второй="bad-boy black")
    view = trapped(replay, who, "Аня", act("Второй", "trap", "Аня"))
    assert view.causes == {"Бэд": ("trap",), "Второй": ("trap",)}


def test_a_trap_is_for_one_night_and_may_be_on_oneself(replay: Replay) -> None:
    """STY-113, D12."""
    who = cast(Бэд="bad-boy black", Сыщик="detective white")
    visit = act("Сыщик", "check", "Бэд")
    views = play_nights(replay, who, night(1, act("Бэд", "trap", "Бэд")), night(2, visit))
    assert views[1].dead == ()
    (view,) = replay("styles", who, night(1, act("Бэд", "trap", "Бэд"), visit))
    assert view.causes == {"Сыщик": ("trap",)}


# The light and what is told of the dead (STY-130 … STY-138).


@pytest.mark.parametrize(
    ("lineup", "alive", "light", "told"),
    [
        ("15", 13, "white", "citizen"),
        ("15", 12, "grey", "good"),
        ("15", 10, "grey", "good"),
        ("15", 9, "black", "hidden"),
        ("18", 15, "white", "citizen"),
        ("18", 14, "grey", "good"),
        ("18", 10, "grey", "good"),
        ("18", 9, "black", "hidden"),
    ],
)
def test_the_light_follows_the_number_of_the_living(
    replay: Replay, lineup: str, alive: int, light: str, told: str
) -> None:
    """STY-130, STY-131, STY-132, STY-133, STY-134, STY-135, STY-136."""
    who = players(**{f"Игрок {n}": "citizen" for n in range(alive - 1)}, Мафия="afro")
    views = replay("styles", who, day(1), night(1, act("Мафия", "mafia-kill", "Игрок 0")), lineup=lineup)
    assert (views[0].light, views[1].revealed) == (light, {"Игрок 0": told})


def test_all_deaths_of_a_phase_have_one_light(replay: Replay) -> None:
    """STY-136, D35: that before them, or that after them; the limits may be the host's (STY-9)."""
    who = cast(Плащ="cloak black", Доктор="doctor white")
    sent = night(1, act("Плащ", "mark", "Мафия"), act("Мафия", "mafia-kill", "Плащ"))
    (view,) = replay("styles", who, sent, light_limits=[10, 9])
    assert (view.revealed, view.light) == ({"Плащ": "cloak", "Мафия": "apprentice"}, "black")
    (view,) = replay("styles", who, sent, light_limits=[10, 8], reveal_count="after")
    assert (view.revealed, view.light) == ({"Плащ": "good", "Мафия": "bad"}, "grey")


def test_maniacs_are_bad(replay: Replay) -> None:
    """STY-134."""
    who = cast(Цыганка="gypsy")
    (view,) = replay("styles", who, day(1, red("Аня", "Цыганка")), light_limits=[99, 1])
    assert view.revealed == {"Цыганка": "bad"}


@pytest.mark.parametrize("limits", [[2, 1], [99, 1], [99, 98]])
def test_a_modkill_hides_the_role_in_every_light(replay: Replay, limits: list[int]) -> None:
    """STY-138, STY-137: neither alibi, heal nor disguise touches it; what he sent stands."""
    who = cast(Обманщик="deceiver white", Доктор="doctor black", Сыщик="detective white")
    sent = (
        act("Обманщик", "disguise", **{"as": "fsb"}),
        act("Доктор", "heal", "Обманщик"),
        act("Сыщик", "check", "Мафия", at="21:00:00"),
    )
    gone = [{"by": "host", "do": "modkill", "on": ["Обманщик", "Сыщик"], "at": "21:45:00"}]
    (view,) = replay("styles", who, night(1, *sent, choices=gone), light_limits=limits)
    assert view.revealed == {"Обманщик": "hidden", "Сыщик": "hidden"}
    assert (answers(view), view.rejected) == ([("Сыщик", "Мафия", "mafia")], ())


def test_the_vote_of_a_removed_player_stands(replay: Replay) -> None:
    """STY-138: unless it was given after he was removed."""
    gone = [{"by": "host", "do": "modkill", "on": ["Аня"], "at": "19:00:00"}]
    votes = (red("Аня", "Боря", "18:00:00"), red("Аня", "Вера", "19:30:00"), red("Гоша", "Аня", "18:00:00"))
    (view,) = replay("styles", cast(), day(1, *votes, choices=gone))
    assert (view.scores, view.executed, view.dead) == ({"Боря": 1}, ("Боря",), ("Аня", "Боря"))
    assert [each.reason for each in view.rejected] == ["dead"]


def test_removed_and_killed_in_one_night_he_is_hidden_all_the_same(replay: Replay) -> None:
    """STY-138, STY-129."""
    gone = [{"by": "host", "do": "modkill", "on": ["Аня"]}]
    (view,) = replay("styles", cast(), night(1, act("Мафия", "mafia-kill", "Аня"), choices=gone), light_limits=[2, 1])
    assert (view.dead, view.revealed) == (("Аня",), {"Аня": "hidden"})


# Victory (STY-150 … STY-157).


def winners(replay: Replay, *phases: Entry, lineup: str = "18", **specs: str) -> tuple[str, ...]:
    """Who has won after the phases."""
    return replay("styles", players(**specs), *phases, lineup=lineup)[-1].winners


def test_the_gypsy_wins_among_the_last_three(replay: Replay) -> None:
    """STY-150, STY-153, STY-157: for the maniacs together; not among four, not when she is dead."""
    four = {"Цыганка": "gypsy", "Доктор": "doctor white", "Аня": "citizen", "Афро": "afro"}
    assert winners(replay, night(1), **four) == ()
    assert winners(replay, day(1, red("Аня", "Доктор")), **four) == ("maniacs",)
    assert winners(replay, day(1, red("Аня", "Цыганка")), **four) == ()


@pytest.mark.parametrize("style", ["white", "black"])
def test_the_bad_boy_wins_without_an_active_role(replay: Replay, style: str) -> None:
    """STY-151: only citizens and maniacs live beside him, however many."""
    who = {"Бэд": f"bad-boy {style}", **dict.fromkeys(CITIZENS, "citizen"), "Доктор": "doctor white"}
    assert winners(replay, night(1), **who) == ()
    assert winners(replay, day(1, red("Аня", "Доктор")), **who) == ("maniacs",)
    assert winners(replay, day(1, red("Аня", "Доктор")), lineup="15", **who) == ("maniacs",)


def test_what_an_active_role_is(replay: Replay) -> None:
    """D36: any but the citizen, or only one with a night action of its own."""
    for spec in ("afro", "apprentice white", "deceiver grey"):
        who = players(Бэд="bad-boy black", Кто=spec, Аня="citizen", Боря="citizen")
        assert replay("styles", who, night(1))[0].winners == ()
        assert replay("styles", who, night(1), active_role="own")[0].winners == ("maniacs",)
    who = players(Бэд="bad-boy black", Кто="know-all white", Аня="citizen", Боря="citizen")
    assert replay("styles", who, night(1), active_role="own")[0].winners == ()


def test_the_grey_bad_boy_wins_among_the_last_three(replay: Replay) -> None:
    """STY-152: and not for want of active roles."""
    three = {"Бэд": "bad-boy grey", "Доктор": "doctor white", "Мафия": "afro"}
    assert winners(replay, night(1), lineup="15", **three) == ("maniacs",)
    four = {"Бэд": "bad-boy grey", "Аня": "citizen", "Боря": "citizen", "Вера": "citizen"}
    assert winners(replay, night(1), lineup="15", **four) == ()


def test_the_condition_of_who_has_left_is_crossed_out(replay: Replay) -> None:
    """STY-153: each maniac wins by his own condition alone."""
    three = {"Бэд": "bad-boy black", "Доктор": "doctor white", "Аня": "citizen"}
    assert winners(replay, night(1), **three) == ()
    idle = {"Цыганка": "gypsy", **dict.fromkeys(CITIZENS, "citizen")}
    assert winners(replay, night(1), **idle) == ()


@pytest.mark.parametrize(
    ("mode", "mafia", "others", "won"),
    [
        ("parity", 2, 2, True),
        ("parity", 1, 2, False),
        ("majority", 2, 2, False),
        ("majority", 2, 1, True),
        ("last", 2, 1, False),
        ("last", 1, 0, True),
    ],
)
def test_the_mafia_wins_by_number(replay: Replay, mode: str, mafia: int, others: int, won: bool) -> None:
    """STY-154, D37."""
    who = players(**{f"Мафия {n}": "afro" for n in range(mafia)}, **{f"Игрок {n}": "citizen" for n in range(others)})
    assert replay("styles", who, night(1), mafia_win=mode)[0].winners == (("mafia",) if won else ())


def test_the_town_wins_without_mafia_and_maniacs(replay: Replay) -> None:
    """STY-155."""
    assert winners(replay, day(1, red("Аня", "Афро")), Аня="citizen", Афро="afro", Боря="citizen") == ("town",)


def test_nobody_wins_when_nobody_lives(replay: Replay) -> None:
    """STY-156."""
    gone = [{"by": "host", "do": "modkill", "on": ["Аня", "Афро"]}]
    assert winners(replay, night(1, choices=gone), Аня="citizen", Афро="afro") == ("nobody",)


def test_the_first_condition_that_holds_ends_the_game(replay: Replay) -> None:
    """STY-150, STY-154: the gypsy before the mafia, after all deaths of the phase and the role changes (STY-128)."""
    three = {"Цыганка": "gypsy", "Афро": "afro", "Шант": "blackmailer white"}
    assert winners(replay, night(1), **three) == ("maniacs",)


def test_nothing_is_drawn(replay: Replay) -> None:
    """STY-140."""
    who = cast(Доктор="doctor white", Бэд="bad-boy black")
    (view,) = replay("styles", who, night(1, act("Доктор", "heal", "Аня"), act("Бэд", "trap", "Аня")))
    assert [event for event in view.events if event.kind == "drawn"] == []
