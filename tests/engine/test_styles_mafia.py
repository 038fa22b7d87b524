"""The mafia of the styles: disguises, swap, know-all, apprentice, extra shots (docs/rules/styles.md)."""

from typing import Any

import pytest

from tests.engine.games import Entry, Replay, act, day, night, reasons, red
from tests.engine.styles_cast import ALWAYS_WHITE, answers, become, cast, gone, play_nights

ALWAYS_GREY: dict[str, Any] = {"light_limits": [99, 1]}


def disguise(role: str, by: str = "Обманщик") -> Entry:
    return act(by, "disguise", **{"as": role})


# The deceiver (STY-86 … STY-90).


@pytest.mark.parametrize(
    ("style", "executed", "killed"),
    [("white", "fsb", "fsb"), ("grey", "fsb", "deceiver"), ("black", "deceiver", "deceiver")],
)
def test_a_disguised_deceiver_comes_out_as_he_chose(replay: Replay, style: str, executed: str, killed: str) -> None:
    """STY-86, STY-87, STY-88: white whenever he dies, grey when he is executed."""
    who = cast(Обманщик=f"deceiver {style}")
    chosen = night(1, disguise("fsb")) if style != "black" else night(1)
    views = replay("styles", who, chosen, day(2, red("Аня", "Обманщик")), **ALWAYS_WHITE)
    assert views[1].revealed == {"Обманщик": executed}
    views = replay("styles", who, chosen, day(2), night(2, act("Мафия", "mafia-kill", "Обманщик")), **ALWAYS_WHITE)
    assert views[2].revealed == {"Обманщик": killed}
    views = replay("styles", who, chosen, day(2, red("Аня", "Обманщик")), **ALWAYS_GREY)
    assert views[1].revealed == {"Обманщик": "bad" if style == "black" else "good"}
    views = replay("styles", who, chosen, day(2), night(2, act("Мафия", "mafia-kill", "Обманщик")), **ALWAYS_GREY)
    assert views[2].revealed == {"Обманщик": "good" if style == "white" else "bad"}


def test_a_disguise_holds_at_once_and_until_another(replay: Replay) -> None:
    """STY-88: the last accepted one of a night; without any he is a citizen."""
    who = cast(Обманщик="deceiver white")
    kill = act("Мафия", "mafia-kill", "Обманщик")
    assert replay("styles", who, night(1, kill), **ALWAYS_WHITE)[0].revealed == {"Обманщик": "citizen"}
    sent = (disguise("fsb"), disguise("doctor"), disguise("blackmailer"), disguise("gypsy"))
    (view,) = replay("styles", who, night(1, *sent, kill), **ALWAYS_WHITE)
    assert view.revealed == {"Обманщик": "doctor"}
    assert reasons(view) == [("Обманщик", "bad-target", "STY-88")] * 2
    views = play_nights(
        replay, who, night(1, disguise("fsb")), night(2, disguise("cloak")), night(3, kill), **ALWAYS_WHITE
    )
    assert views[2].revealed == {"Обманщик": "cloak"}


def test_a_disguise_needs_a_role_and_no_target(replay: Replay) -> None:
    """STY-88, STY-52."""
    sent = night(1, act("Обманщик", "disguise"), act("Обманщик", "disguise", "Аня", **{"as": "fsb"}))
    (view,) = replay("styles", cast(Обманщик="deceiver grey"), sent)
    assert [each.reason for each in view.rejected] == ["bad-target", "too-many-targets"]


def test_in_another_light_a_disguise_is_of_no_use(replay: Replay) -> None:
    """STY-88: it is accepted, and the one of the white light stays."""
    who = cast(Обманщик="deceiver white")
    views = replay(
        "styles",
        who,
        night(1, disguise("fsb")),
        day(2, red("Аня", "Боря")),
        night(2, disguise("doctor"), act("Мафия", "mafia-kill", "Вера")),
        day(3, choices=[{"by": "host", "do": "revive", "on": ["Боря", "Вера"]}]),
        night(3, act("Мафия", "mafia-kill", "Обманщик")),
        light_limits=[9, 1],
    )
    assert [view.light for view in views] == ["white", "grey", "grey", "white", "grey"]
    assert (views[2].rejected, views[4].revealed) == ((), {"Обманщик": "fsb"})


def test_a_check_of_a_disguised_deceiver_shows_the_truth(replay: Replay) -> None:
    """STY-88."""
    who = cast(Обманщик="deceiver white", Сыщик="detective white")
    (view,) = replay("styles", who, night(1, disguise("fsb"), act("Сыщик", "check", "Обманщик")))
    assert answers(view) == [("Сыщик", "Обманщик", "mafia")]


def test_neither_block_nor_trap_nor_another_action_touches_a_disguise(replay: Replay) -> None:
    """STY-88, STY-50: beside his own action, and it is no visit."""
    who = cast(Обманщик="deceiver white", Атлет="athlete white", Бэд="bad-boy white", Чёрный="athlete black")
    sent = (
        disguise("fsb"),
        act("Обманщик", "mafia-kill", "Обманщик"),
        act("Атлет", "block", "Аня"),
        act("Бэд", "jam", "Обманщик"),
        act("Чёрный", "redirect", "Обманщик", "Боря"),
    )
    (view,) = replay("styles", who, night(1, *sent), **ALWAYS_WHITE)
    assert (view.blocked, view.told, view.revealed) == ((), (), {"Обманщик": "fsb"})


SWAP = act("Обманщик", "swap", "Маньяк", "Аня")


def checks(replay: Replay, nights: int, **options: Any) -> list[str]:
    """What a detective learns of the swapped citizen, night by night."""
    who = cast(Обманщик="deceiver black", Маньяк="gypsy", Плащ="cloak grey")
    plays = [night(1, SWAP, act("Плащ", "check-maniac", "Аня"))]
    plays += [night(number, act("Плащ", "check-maniac", "Аня")) for number in range(2, nights + 1)]
    return [view.told[0].answer for view in play_nights(replay, who, *plays, **options)]


def test_a_swap_holds_for_two_days(replay: Replay) -> None:
    """STY-89, D21: from the night of use, or from the next day."""
    assert checks(replay, 4) == ["maniac", "maniac", "not-maniac", "not-maniac"]
    assert checks(replay, 4, swap_from="day") == ["not-maniac", "maniac", "maniac", "not-maniac"]


def test_the_days_of_a_swap(replay: Replay) -> None:
    """STY-89, D21: days 2 and 3; with the other reading day 4 is free as well, but night 3 is not."""
    who = cast(Обманщик="deceiver black", Маньяк="gypsy")
    kill = act("Мафия", "mafia-kill", "Аня")
    phases = [night(1, SWAP), day(2), night(2), day(3), night(3), day(4)]

    def shown(place: int, what: Entry, **options: Any) -> str:
        played = [*phases[:place], what]
        return replay("styles", who, *played, **options, **ALWAYS_WHITE)[-1].revealed["Аня"]

    vote = [red("Боря", "Аня")]
    assert shown(1, day(2, *vote)) == shown(2, night(2, kill)) == shown(3, day(3, *vote)) == "gypsy"
    assert shown(4, night(3, kill)) == shown(5, day(4, *vote)) == "citizen"
    assert shown(0, night(1, SWAP, kill)) == "gypsy"
    assert shown(0, night(1, SWAP, kill), swap_from="day") == "citizen"
    assert shown(4, night(3, kill), swap_from="day") == "gypsy"
    assert shown(5, day(4, *vote), swap_from="day") == "citizen"


def test_a_swap_shows_in_checks_and_reveals_alone(replay: Replay) -> None:
    """STY-90: not in styles, the fsb's condition, a guess, a curse; checks see the swap of this same night."""
    who = cast(
        Обманщик="deceiver black",
        Сыщик="detective white",
        Письмо="detective grey",
        Сверка="detective black",
        Доктор="doctor white",
        Всезнайка="know-all white",
        Фсб="fsb white",
        Шант="blackmailer white",
    )
    swap = act("Обманщик", "swap", "Шант", "Аня")
    sent = (
        act("Сыщик", "check", "Шант"),
        act("Письмо", "letter", "Аня", "Боря"),
        act("Сверка", "compare", "Аня", "Мафия"),
        act("Доктор", "truth-serum", "Аня"),
        act("Всезнайка", "check-style", "Аня"),
        act("Фсб", "shoot-if-mafia", "Аня", "Вера"),
        act("Мафия", "extra-shot", "Аня", guess="citizen"),
    )
    (view,) = replay("styles", who, night(1, swap, *sent), team_style="black", guess_citizen=True, **ALWAYS_WHITE)
    assert answers(view) == [
        ("Сыщик", "Шант", "not-mafia"),
        ("Боря", "Аня", "mafia"),
        ("Сверка", ("Аня", "Мафия"), "same"),
        ("Всезнайка", "Аня", "grey"),
    ]
    assert (view.exposed, view.dead, view.revealed) == ({"Аня": "blackmailer"}, ("Аня",), {"Аня": "blackmailer"})


def test_a_swap_outlives_the_deceiver_and_one_of_the_two(replay: Replay) -> None:
    """STY-89: once a game."""
    who = cast(Обманщик="deceiver black", Маньяк="gypsy", Плащ="cloak grey")
    views = replay(
        "styles",
        who,
        night(1, SWAP, act("Мафия", "mafia-kill", "Обманщик")),
        day(2, red("Аня", "Маньяк")),
        night(2, act("Плащ", "check-maniac", "Аня")),
        **ALWAYS_WHITE,
    )
    assert views[0].revealed == {"Обманщик": "deceiver"}
    assert views[1].revealed == {"Маньяк": "citizen"}
    assert answers(views[2]) == [("Плащ", "Аня", "maniac")]
    views = play_nights(replay, who, night(1, SWAP), night(2, act("Обманщик", "swap", "Боря", "Вера")))
    assert reasons(views[1]) == [("Обманщик", "no-uses-left", "STY-89")]


def test_a_disguise_goes_before_a_swap(replay: Replay) -> None:
    """STY-89: at his own death; the other one shows the deceiver, not his disguise."""
    who = cast(Обманщик="deceiver white", Второй="deceiver black")
    sent = (disguise("fsb"), act("Второй", "swap", "Обманщик", "Аня"))
    for victim, shown in (("Обманщик", "fsb"), ("Аня", "deceiver")):
        (view,) = replay("styles", who, night(1, *sent, act("Мафия", "mafia-kill", victim)), **ALWAYS_WHITE)
        assert view.revealed == {victim: shown}


def test_a_blocked_swap_swaps_nobody(replay: Replay) -> None:
    """STY-55, STY-126: it comes after the blocks; and may be made again."""
    who = cast(Обманщик="deceiver black", Маньяк="gypsy", Плащ="cloak grey", Атлет="athlete white")
    check = act("Плащ", "check-maniac", "Аня")
    views = play_nights(replay, who, night(1, SWAP, check, act("Атлет", "block", "Обманщик")), night(2, SWAP, check))
    assert [view.told[0].answer for view in views] == ["not-maniac", "maniac"]


# The know-all (STY-93 … STY-95).


@pytest.mark.parametrize(
    ("spec", "style"),
    [("doctor black", "black"), ("citizen", "grey"), ("afro", "black"), ("gypsy", "black"), ("bad-boy white", "white")],
)
def test_the_white_know_all_learns_a_style(replay: Replay, spec: str, style: str) -> None:
    """STY-93, STY-4: also of roles that have only one."""
    who = cast(Всезнайка="know-all white", Кто=spec)
    (view,) = replay("styles", who, night(1, act("Всезнайка", "check-style", "Кто")))
    assert answers(view) == [("Всезнайка", "Кто", style)]


def pauses(replay: Replay, *checked: int, **options: Any) -> list[int]:
    """The nights on which the know-all's check is refused."""
    plays = [
        night(number, *([act("Всезнайка", "check-style", "Аня")] if number in checked else ()))
        for number in range(min(checked), max(checked) + 1)
    ]
    views = play_nights(replay, cast(Всезнайка="know-all white"), *plays, **options)
    refused = [view for view in views if view.rejected]
    assert all(reasons(view) == [("Всезнайка", "not-yet", "STY-94")] for view in refused)
    return [int(view.phase.removeprefix("night")) for view in refused]


def test_the_know_all_pauses_on_every_third_night(replay: Replay) -> None:
    """STY-94, D22: of the calendar, or after two checks of his own on two nights running."""
    assert pauses(replay, *range(1, 8)) == [3, 6]
    assert pauses(replay, 3, 5, 6) == [3, 6]
    assert pauses(replay, *range(1, 8), knowall_pause="own") == [3, 6]
    assert pauses(replay, 2, 3, 4, 5, knowall_pause="own") == [4]
    assert pauses(replay, 1, 3, 4, 6, knowall_pause="own") == []


@pytest.mark.parametrize("pause", ["calendar", "own"])
def test_a_night_before_the_first_day_is_not_counted(replay: Replay, pause: str) -> None:
    """STY-94, D1."""
    assert pauses(replay, 0, 1, 2, 3, knowall_pause=pause, opening="night0") == [3]


def test_a_check_that_was_blocked_is_none_of_the_two(replay: Replay) -> None:
    """STY-94, STY-55, D22."""
    who = cast(Всезнайка="know-all white", Атлет="athlete white")
    check = act("Всезнайка", "check-style", "Аня")
    nights = (night(1, check), night(2, check, act("Атлет", "block", "Всезнайка")), night(3, check))
    assert play_nights(replay, who, *nights, knowall_pause="own")[2].rejected == ()


def test_an_alibi_is_for_the_coming_day_only(replay: Replay) -> None:
    """STY-95, STY-41: secret."""
    who = cast(Всезнайка="know-all black")
    vote = red("Боря", "Аня")
    views = replay("styles", who, night(1, act("Всезнайка", "alibi", "Аня")), day(2, vote), night(2), day(3, vote))
    assert [view.protected for view in views] == [("Аня",), (), (), ()]
    assert (views[1].executed, views[1].acquitted, views[3].executed) == ((), {"Аня": "alibi"}, ("Аня",))


def test_an_alibi_saves_from_nothing_else(replay: Replay) -> None:
    """STY-41, STY-138: not at night, nor from the host."""
    who = cast(Всезнайка="know-all black")
    views = replay(
        "styles",
        who,
        night(1, act("Всезнайка", "alibi", "Аня")),
        day(2, choices=[{"by": "host", "do": "modkill", "on": ["Аня"]}]),
        night(2, act("Всезнайка", "alibi", "Боря"), act("Мафия", "mafia-kill", "Боря")),
    )
    assert (views[1].dead, views[2].dead, views[2].protected) == (("Аня",), ("Боря",), ())


# Extra shots (STY-6, STY-100 … STY-102).


def test_without_a_team_style_there_are_no_extra_shots(replay: Replay) -> None:
    """STY-6."""
    (view,) = replay("styles", cast(), night(1, act("Мафия", "extra-shot", "Аня")))
    assert reasons(view) == [("Мафия", "not-your-action", "STY-52")]


def test_a_grey_team_has_one_extra_shot_beside_its_kill(replay: Replay) -> None:
    """STY-100, STY-102: whoever sends it; a heal does not help, and his own action stays his."""
    who = cast(Шант="blackmailer black", Доктор="doctor black")
    sent = (
        act("Шант", "block", "Боря"),
        act("Шант", "mafia-kill", "Вера"),
        act("Шант", "extra-shot", "Гоша"),
        act("Шант", "extra-shot", "Аня"),
        act("Мафия", "extra-shot", "Даша"),
        act("team:mafia", "extra-shot", "Егор"),
        act("Доктор", "heal", "Аня"),
    )
    views = play_nights(replay, who, night(1, *sent), night(2, act("Мафия", "extra-shot", "Гоша")), team_style="grey")
    assert views[0].causes == {"Аня": ("extra-shot",), "Вера": ("mafia",)}
    assert (views[0].silenced, views[0].saved) == (("Боря",), ())
    assert reasons(views[0]) == [
        ("Мафия", "no-uses-left", "STY-100"),
        ("team:mafia", "not-your-action", "STY-52"),
    ]
    assert reasons(views[1]) == [("Мафия", "no-uses-left", "STY-100")]


def test_a_black_team_has_two_that_need_the_role(replay: Replay) -> None:
    """STY-101, STY-102: right kills, wrong kills the sender; neither is healed."""
    who = cast(Шант="blackmailer black", Доктор="doctor black", Второй="doctor white", Фсб="fsb white")
    sent = (
        act("Шант", "extra-shot", "Фсб", guess="fsb"),
        act("Мафия", "extra-shot", "Аня", guess="doctor"),
        act("Доктор", "heal", "Фсб"),
        act("Второй", "heal", "Мафия"),
    )
    views = play_nights(
        replay, who, night(1, *sent), night(2, act("Шант", "extra-shot", "Доктор", guess="doctor")), team_style="black"
    )
    assert views[0].causes == {"Фсб": ("extra-shot",), "Мафия": ("extra-miss",)}
    assert (views[0].saved, views[0].rejected) == ((), ())
    assert reasons(views[1]) == [("Шант", "no-uses-left", "STY-101")]


@pytest.mark.parametrize(
    ("guess", "reason"),
    [
        ({}, ["bad-target"]),
        ({"guess": "citizen"}, ["bad-target"]),
        ({"guess": "mafia"}, ["bad-target"]),
        ({"guess": "fsb"}, []),
    ],
)
def test_a_guess_is_a_role(replay: Replay, guess: dict[str, str], reason: list[str]) -> None:
    """STY-101."""
    sent = night(1, act("Мафия", "extra-shot", "Аня", **guess))
    (view,) = replay("styles", cast(), sent, team_style="black")
    assert [each.reason for each in view.rejected] == reason


def test_a_citizen_may_be_guessed_with_the_option(replay: Replay) -> None:
    """D25."""
    sent = night(1, act("Мафия", "extra-shot", "Аня", guess="citizen"))
    (view,) = replay("styles", cast(), sent, team_style="black", guess_citizen=True)
    assert view.causes == {"Аня": ("extra-shot",)}


@pytest.mark.parametrize(
    ("lineup", "option", "saved"),
    [("15", "never", False), ("18", "never", False), ("15", "18", False), ("18", "18", True)],
)
def test_where_an_extra_shot_is_healed(replay: Replay, lineup: str, option: str, saved: bool) -> None:
    """STY-102, D26: but never who missed."""
    who = cast(Доктор="doctor black", Второй="doctor black")
    sent = (act("Мафия", "extra-shot", "Аня"), act("Доктор", "heal", "Аня"))
    (view,) = replay("styles", who, night(1, *sent), lineup=lineup, team_style="grey", extra_heal=option)
    assert view.saved == (("Аня",) if saved else ())
    missed = (act("Мафия", "extra-shot", "Аня", guess="fsb"), act("Доктор", "heal", "Мафия"))
    (view,) = replay("styles", who, night(1, *missed), lineup=lineup, team_style="black", extra_heal=option)
    assert view.causes == {"Мафия": ("extra-miss",)}


def test_the_guess_is_of_the_role_that_he_has_now(replay: Replay) -> None:
    """STY-101: the new role of an apprentice."""
    who = cast(Ученик="apprentice white", Шант="blackmailer black")
    sent = (become("blackmailer"), act("Мафия", "extra-shot", "Ученик", guess="blackmailer"))
    views = replay("styles", who, night(3, choices=gone("Шант")), day(4), night(4, *sent), team_style="black")
    assert views[2].causes == {"Ученик": ("extra-shot",)}
