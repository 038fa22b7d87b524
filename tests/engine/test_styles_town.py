"""The town of the styles by night: doctor, detective, athlete's saving, cloak, fsb (docs/rules/styles.md)."""

import pytest

from tests.engine.games import Replay, act, day, night, reasons, red
from tests.engine.styles_cast import answers, cast, play_nights

# The doctor (STY-60 … STY-65).


def test_a_heal_is_not_repeated_on_two_nights_running(replay: Replay) -> None:
    """STY-60, STY-61, STY-62."""
    views = play_nights(
        replay,
        cast(Доктор="doctor black"),
        night(1, act("Доктор", "heal", "Доктор"), act("Мафия", "mafia-kill", "Доктор")),
        night(2, act("Доктор", "heal", "Доктор")),
        night(3, act("Доктор", "heal", "Доктор"), act("Мафия", "mafia-kill", "Доктор")),
    )
    assert [view.saved for view in views] == [("Доктор",), (), ("Доктор",)]
    assert reasons(views[1]) == [("Доктор", "same-target", "STY-61")]


def test_another_action_between_lets_the_heal_repeat(replay: Replay) -> None:
    """STY-61: two nights running."""
    views = play_nights(
        replay,
        cast(Доктор="doctor grey"),
        night(1, act("Доктор", "heal", "Аня")),
        night(2, act("Доктор", "silence-ampoule", "Аня")),
        night(3, act("Доктор", "heal", "Аня")),
    )
    assert [view.rejected for view in views] == [(), (), ()]


def test_the_serum_makes_a_role_public_in_any_light(replay: Replay) -> None:
    """STY-63: of a living or a dying one; not a disguise."""
    who = cast(Доктор="doctor white", Обманщик="deceiver white")
    sent = (act("Доктор", "truth-serum", "Обманщик"), act("Обманщик", "disguise", **{"as": "fsb"}))
    (living,) = replay("styles", who, night(1, *sent), light_limits=[2, 1])
    assert (living.exposed, living.revealed) == ({"Обманщик": "deceiver"}, {})
    dying = night(1, *sent, act("Мафия", "mafia-kill", "Обманщик"))
    (white,) = replay("styles", who, dying, light_limits=[2, 1])
    assert (white.exposed, white.revealed) == ({"Обманщик": "deceiver"}, {"Обманщик": "fsb"})
    (black,) = replay("styles", who, dying, light_limits=[99, 98])
    assert (black.exposed, black.revealed) == ({"Обманщик": "deceiver"}, {"Обманщик": "hidden"})


def test_the_grey_ampoule_silences_for_two_days_twice_a_game(replay: Replay) -> None:
    """STY-64: announced both times."""
    views = play_nights(
        replay,
        cast(Доктор="doctor grey"),
        night(1, act("Доктор", "silence-ampoule", "Аня")),
        night(2, act("Доктор", "silence-ampoule", "Боря")),
        night(3, act("Доктор", "silence-ampoule", "Вера")),
        night(4),
    )
    assert [view.silenced for view in views] == [("Аня",), ("Аня", "Боря"), ("Боря",), ()]
    assert reasons(views[2]) == [("Доктор", "no-uses-left", "STY-64")]


def test_poison_kills_in_the_second_night_whatever_became_of_the_doctor(replay: Replay) -> None:
    """STY-65: dead or blocked; once a game."""
    who = cast(Доктор="doctor black", Второй="doctor black", Атлет="athlete white")
    views = replay(
        "styles",
        who,
        night(1, act("Доктор", "poison-ampoule", "Аня"), act("Второй", "poison-ampoule", "Боря")),
        day(2, red("Вера", "Доктор")),
        night(2, act("Атлет", "block", "Второй"), act("Второй", "poison-ampoule", "Вера")),
        day(3),
        night(3),
    )
    assert views[0].silenced == ("Аня", "Боря")
    assert views[2].causes == {"Аня": ("poison",), "Боря": ("poison",)}
    assert reasons(views[2]) == [("Второй", "no-uses-left", "STY-65")]
    assert views[4].dead == ()


# The detective (STY-66 … STY-68).


@pytest.mark.parametrize(
    ("spec", "answer"),
    [("afro", "mafia"), ("gypsy", "not-mafia"), ("doctor white", "not-mafia"), ("deceiver white", "mafia")],
)
def test_the_white_detective_learns_mafia_or_not(replay: Replay, spec: str, answer: str) -> None:
    """STY-66."""
    (view,) = replay("styles", cast(Детектив="detective white", Кто=spec), night(1, act("Детектив", "check", "Кто")))
    assert answers(view) == [("Детектив", "Кто", answer)]


def test_a_letter_goes_to_another_player(replay: Replay) -> None:
    """STY-67: never one's own side, never to oneself; to the sender nothing."""
    who = cast(Детектив="detective grey")
    (view,) = replay("styles", who, night(1, act("Детектив", "letter", "Мафия", "Аня")))
    assert answers(view) == [("Аня", "Мафия", "mafia")]
    for on in (("Детектив", "Аня"), ("Мафия", "Детектив")):
        (view,) = replay("styles", who, night(1, act("Детектив", "letter", *on)))
        assert (reasons(view), view.told) == ([("Детектив", "self", "STY-67")], ())


@pytest.mark.parametrize(
    ("pair", "answer"),
    [
        (("Мафия", "Маньяк"), "same"),
        (("Маньяк", "Аня"), "different"),
        (("Аня", "Доктор"), "same"),
        (("Доктор", "Мафия"), "different"),
        (("Мафия", "Афро"), "same"),
    ],
)
def test_the_black_detective_compares(replay: Replay, pair: tuple[str, str], answer: str) -> None:
    """STY-68: mafia and maniacs are one, the rest the other."""
    who = cast(Детектив="detective black", Маньяк="gypsy", Доктор="doctor white", Афро="afro")
    (view,) = replay("styles", who, night(1, act("Детектив", "compare", *pair)))
    assert answers(view) == [("Детектив", pair, answer)]


# The athlete's saving (STY-69, STY-70, STY-57).

SHOTS = {
    "mafia": (act("Мафия", "mafia-kill", "Аня"),),
    "extra-shot": (act("Мафия", "extra-shot", "Аня"),),
    "fsb": (act("Фсб", "shoot", "Аня"),),
    "white fsb": (act("Белый", "shoot-if-mafia", "Мафия", "Аня"),),
}


@pytest.mark.parametrize("shot", SHOTS)
def test_the_white_athlete_saves_from_every_shot(replay: Replay, shot: str) -> None:
    """STY-69, STY-57, STY-127."""
    who = cast(Атлет="athlete white", Фсб="fsb black", Белый="fsb white")
    (view,) = replay("styles", who, night(1, *SHOTS[shot], act("Атлет", "block", "Аня")), team_style="grey")
    assert (view.dead, view.saved) == ((), ("Аня",))


def test_the_white_athlete_saves_from_the_prepared_and_the_earned_kill(replay: Replay) -> None:
    """STY-57."""
    who = cast(Атлет="athlete white", Фсб="fsb grey", Бэд="bad-boy white", Доктор="doctor grey")
    views = play_nights(
        replay,
        who,
        night(1, act("Фсб", "prepare", "Аня"), act("Бэд", "jam", "Доктор")),
        night(2, act("Атлет", "block", "Аня"), act("Бэд", "shoot", "Аня")),
    )
    assert (views[1].dead, views[1].saved) == ((), ("Аня",))


def test_from_an_extra_shot_he_saves_unless_the_option_forbids(replay: Replay) -> None:
    """D34."""
    sent = night(1, act("Мафия", "extra-shot", "Аня"), act("Атлет", "block", "Аня"))
    options = {"team_style": "grey", "athlete_extra": False}
    (view,) = replay("styles", cast(Атлет="athlete white"), sent, **options)
    assert (view.dead, view.saved) == (("Аня",), ())


def test_the_white_athlete_does_not_save_from_what_is_no_shot(replay: Replay) -> None:
    """STY-57: poison, trap."""
    who = cast(Атлет="athlete white", Доктор="doctor black", Бэд="bad-boy black", Второй="detective white")
    views = play_nights(
        replay,
        who,
        night(1, act("Доктор", "poison-ampoule", "Аня")),
        night(2, act("Атлет", "block", "Аня")),
        night(3, act("Атлет", "block", "Боря"), act("Бэд", "trap", "Боря")),
    )
    assert [view.causes for view in views] == [{}, {"Аня": ("poison",)}, {"Атлет": ("trap",)}]


def test_the_grey_athlete_takes_the_vote_and_saves_nobody(replay: Replay) -> None:
    """STY-70: also of one who had no action."""
    sent = night(1, act("Атлет", "block", "Аня"), act("Атлет", "block", "Боря"), act("Мафия", "mafia-kill", "Аня"))
    (view,) = replay("styles", cast(Атлет="athlete grey"), sent)
    assert (view.dead, view.silenced, view.blocked) == (("Аня",), ("Боря",), ())


# The cloak (STY-73 … STY-76).


def test_the_white_cloak_takes_tonights_alibi_away(replay: Replay) -> None:
    """STY-73, STY-95: whichever was sent first; nobody is told."""
    who = cast(Плащ="cloak white", Всезнайка="know-all black")
    orders = (act("Плащ", "strip-alibi", "Аня"), act("Всезнайка", "alibi", "Аня"))
    for sent in (orders, orders[::-1]):
        (view,) = replay("styles", who, night(1, *sent))
        assert (view.protected, view.told) == ((), ())
    views = replay("styles", who, night(1, orders[1]), day(2), night(2, orders[0]))
    assert (views[0].protected, views[2].protected) == (("Аня",), ())


@pytest.mark.parametrize(("name", "answer"), [("Мафия", "not-maniac"), ("Маньяк", "maniac"), ("Аня", "not-maniac")])
def test_the_grey_cloak_learns_maniac_or_not(replay: Replay, name: str, answer: str) -> None:
    """STY-75."""
    who = cast(Плащ="cloak grey", Маньяк="bad-boy black")
    assert answers(replay("styles", who, night(1, act("Плащ", "check-maniac", name)))[0]) == [("Плащ", name, answer)]


MARK = night(1, act("Плащ", "mark", "Аня"))


def test_whom_the_black_cloak_marked_dies_with_him_at_night(replay: Replay) -> None:
    """STY-76, STY-128: of whatever cause."""
    who = cast(Плащ="cloak black", Доктор="doctor black")
    (view,) = replay("styles", who, night(1, act("Плащ", "mark", "Аня"), act("Мафия", "mafia-kill", "Плащ")))
    assert view.causes == {"Плащ": ("mafia",), "Аня": ("cloak",)}
    views = play_nights(
        replay,
        who,
        night(1, act("Доктор", "poison-ampoule", "Плащ")),
        night(2, act("Плащ", "mark", "Аня")),
    )
    assert views[1].causes == {"Плащ": ("poison",), "Аня": ("cloak",)}


def test_a_mark_holds_for_its_night_and_the_next_day(replay: Replay) -> None:
    """STY-76, D16: with the other reading until he marks another."""
    who = cast(Плащ="cloak black")
    phases = (MARK, day(2), night(2, act("Мафия", "mafia-kill", "Плащ")))
    assert replay("styles", who, *phases)[2].dead == ("Плащ",)
    assert replay("styles", who, *phases, cloak_mark="until-next")[2].dead == ("Аня", "Плащ")
    again = (MARK, day(2), night(2, act("Плащ", "mark", "Боря")), day(3, red("Вера", "Плащ")))
    assert replay("styles", who, *again, cloak_mark="until-next")[3].dead == ("Боря", "Плащ")
    later = (MARK, day(2), night(2), day(3, red("Вера", "Плащ")))
    assert replay("styles", who, *later)[3].dead == ("Плащ",)
    assert replay("styles", who, *later, cloak_mark="until-next")[3].dead == ("Аня", "Плащ")


def test_an_executed_cloak_takes_along_who_is_not_executed(replay: Replay) -> None:
    """STY-76: an alibi does not save the marked one."""
    who = cast(Плащ="cloak black", Всезнайка="know-all black")
    views = replay(
        "styles",
        who,
        night(1, act("Плащ", "mark", "Аня"), act("Всезнайка", "alibi", "Аня")),
        day(2, red("Вера", "Плащ")),
    )
    assert (views[1].executed, views[1].dead) == (("Плащ",), ("Аня", "Плащ"))
    assert views[1].causes == {"Плащ": ("execution",), "Аня": ("cloak",)}


def test_a_removed_or_a_saved_cloak_takes_nobody_along(replay: Replay) -> None:
    """STY-76, STY-138."""
    who = cast(Плащ="cloak black", Доктор="doctor black")
    gone = [{"by": "host", "do": "modkill", "on": ["Плащ"]}]
    (removed,) = replay("styles", who, {**MARK, "choices": gone})
    assert removed.causes == {"Плащ": ("modkill",)}
    assert replay("styles", who, MARK, day(2, choices=gone))[1].dead == ("Плащ",)
    healed = night(1, act("Плащ", "mark", "Аня"), act("Доктор", "heal", "Плащ"), act("Мафия", "mafia-kill", "Плащ"))
    (view,) = replay("styles", who, healed)
    assert (view.dead, view.saved) == ((), ("Плащ",))


def test_marked_cloaks_go_one_after_another_at_night(replay: Replay) -> None:
    """STY-76: by day only an executed one takes somebody along."""
    who = cast(Плащ="cloak black", Второй="cloak black")
    marks = (act("Плащ", "mark", "Второй"), act("Второй", "mark", "Аня"))
    (view,) = replay("styles", who, night(1, *marks, act("Мафия", "mafia-kill", "Плащ")))
    assert view.causes == {"Плащ": ("mafia",), "Второй": ("cloak",), "Аня": ("cloak",)}
    views = replay("styles", who, night(1, *marks), day(2, red("Вера", "Плащ")))
    assert views[1].dead == ("Второй", "Плащ")


def test_marked_by_each_other_both_die_once(replay: Replay) -> None:
    """STY-76, STY-54."""
    who = cast(Плащ="cloak black", Второй="cloak black")
    marks = (act("Плащ", "mark", "Второй"), act("Второй", "mark", "Плащ"))
    (view,) = replay("styles", who, night(1, *marks, act("Мафия", "mafia-kill", "Плащ")))
    assert {name: set(causes) for name, causes in view.causes.items()} == {
        "Плащ": {"mafia", "cloak"},
        "Второй": {"cloak"},
    }
    (alone,) = replay("styles", who, night(1, act("Плащ", "mark", "Плащ"), act("Мафия", "mafia-kill", "Плащ")))
    assert alone.causes == {"Плащ": ("mafia",)}


# The fsb (STY-77 … STY-80).


def test_the_white_fsb_shoots_the_second_if_the_first_is_mafia(replay: Replay) -> None:
    """STY-77: a maniac is not."""
    who = cast(Фсб="fsb white", Маньяк="gypsy")
    for first, dead in (("Мафия", ("Аня",)), ("Маньяк", ()), ("Боря", ())):
        assert replay("styles", who, night(1, act("Фсб", "shoot-if-mafia", first, "Аня")))[0].dead == dead


@pytest.mark.parametrize(
    ("again", "any_", "second"),
    [
        (("Аня", "Вера"), True, False),
        (("Вера", "Аня"), True, False),
        (("Боря", "Вера"), True, False),
        (("Вера", "Боря"), True, True),
        (("Вера", "Гоша"), False, False),
    ],
)
def test_the_white_fsb_does_not_go_to_one_person_twice_running(
    replay: Replay, again: tuple[str, str], any_: bool, second: bool
) -> None:
    """STY-78, D17: neither of the two names, or of the second ones alone."""
    nights = (night(1, act("Фсб", "shoot-if-mafia", "Аня", "Боря")), night(2, act("Фсб", "shoot-if-mafia", *again)))
    refused = [("Фсб", "same-target", "STY-78")]
    views = play_nights(replay, cast(Фсб="fsb white"), *nights)
    assert reasons(views[1]) == (refused if any_ else [])
    views = play_nights(replay, cast(Фсб="fsb white"), *nights, fsb_repeat="second")
    assert reasons(views[1]) == (refused if second else [])


def test_the_grey_fsb_kills_a_night_later_without_a_word(replay: Replay) -> None:
    """STY-79: then he has to prepare anew; a repetition confirms."""
    who = cast(Фсб="fsb grey")
    quiet = play_nights(replay, who, night(1, act("Фсб", "prepare", "Аня")), night(2), night(3))
    assert [view.dead for view in quiet] == [(), ("Аня",), ()]
    same = (night(1, act("Фсб", "prepare", "Аня")), night(2, act("Фсб", "prepare", "Аня")), night(3))
    assert [view.causes for view in play_nights(replay, who, *same)] == [{}, {"Аня": ("fsb",)}, {}]


def test_the_grey_fsb_may_change_his_mind(replay: Replay) -> None:
    """STY-79: and prepares the other one, who is killed in the night after."""
    nights = (night(1, act("Фсб", "prepare", "Аня")), night(2, act("Фсб", "prepare", "Боря")), night(3), night(4))
    views = play_nights(replay, cast(Фсб="fsb grey"), *nights)
    assert [view.dead for view in views] == [(), (), ("Боря",), ()]


def test_the_grey_fsb_has_to_live_in_the_night_of_the_kill(replay: Replay) -> None:
    """STY-79: dying in it he still kills; a target that is dead already is lost with its preparation."""
    who = cast(Фсб="fsb grey")
    prepared = night(1, act("Фсб", "prepare", "Аня"))
    assert replay("styles", who, prepared, day(2, red("Вера", "Фсб")), night(2))[2].dead == ()
    views = replay("styles", who, prepared, day(2), night(2, act("Мафия", "mafia-kill", "Фсб")))
    assert views[2].dead == ("Аня", "Фсб")
    views = replay("styles", who, prepared, day(2, red("Вера", "Аня")), night(2, act("Фсб", "prepare", "Боря")), day(3))
    assert views[2].dead == ()


def test_a_blocked_kill_is_lost_or_kept(replay: Replay) -> None:
    """STY-79, STY-55, D18."""
    who = cast(Фсб="fsb grey", Атлет="athlete white")
    blocked = act("Атлет", "block", "Фсб")
    nights = (night(1, act("Фсб", "prepare", "Аня")), night(2, blocked), night(3), night(4))
    lost = play_nights(replay, who, *nights)
    assert [(view.dead, view.blocked) for view in lost] == [((), ()), ((), ("Фсб",)), ((), ()), ((), ())]
    kept = play_nights(replay, who, *nights, fsb_after_block="kept")
    assert [view.dead for view in kept] == [(), (), ("Аня",), ()]
    changed = (night(1, act("Фсб", "prepare", "Аня")), night(2, blocked, act("Фсб", "prepare", "Боря")), night(3))
    assert [view.dead for view in play_nights(replay, who, *changed)] == [(), (), ()]
    kept = play_nights(replay, who, *changed, fsb_after_block="kept")
    assert [view.dead for view in kept] == [(), (), ("Аня",)]


def test_a_blocked_preparation_prepares_nothing(replay: Replay) -> None:
    """STY-79, STY-55."""
    who = cast(Фсб="fsb grey", Атлет="athlete white")
    nights = (night(1, act("Фсб", "prepare", "Аня"), act("Атлет", "block", "Фсб")), night(2))
    for option in ("lost", "kept"):
        assert play_nights(replay, who, *nights, fsb_after_block=option)[1].dead == ()


def test_the_prepared_kill_is_turned_with_the_fsb(replay: Replay) -> None:
    """STY-71, STY-79: with or without a confirmation; a turned preparation kills the other one."""
    who = cast(Фсб="fsb grey", Атлет="athlete black")
    turned = act("Атлет", "redirect", "Фсб", "Боря")
    for second in ((turned,), (turned, act("Фсб", "prepare", "Аня"))):
        nights = (night(1, act("Фсб", "prepare", "Аня")), night(2, *second), night(3))
        assert [view.dead for view in play_nights(replay, who, *nights)] == [(), ("Боря",), ()]
    nights = (night(1, act("Фсб", "prepare", "Аня"), turned), night(2), night(3))
    assert [view.dead for view in play_nights(replay, who, *nights)] == [(), ("Боря",), ()]


def test_at_his_second_miss_the_black_fsb_dies(replay: Replay) -> None:
    """STY-80: a town player who died by his shot; mafia, maniacs and the saved are none."""
    who = cast(Фсб="fsb black", Афро="afro", Маньяк="gypsy", Доктор="doctor black")
    nights = (
        night(1, act("Фсб", "shoot", "Аня")),
        night(2, act("Фсб", "shoot", "Афро")),
        night(3, act("Фсб", "shoot", "Маньяк")),
        night(4, act("Фсб", "shoot", "Боря"), act("Доктор", "heal", "Боря")),
        night(5, act("Фсб", "shoot", "Доктор"), act("Мафия", "mafia-kill", "Доктор")),
    )
    views = play_nights(replay, who, *nights)
    assert [view.dead for view in views] == [("Аня",), ("Афро",), ("Маньяк",), (), ("Доктор", "Фсб")]
    assert views[4].causes["Фсб"] == ("fsb-miss",)
    shots = play_nights(replay, who, *nights, fsb_miss="shot")
    assert (shots[3].dead, shots[3].saved) == (("Фсб",), ("Боря",))


def test_who_is_peaceful_to_the_fsb(replay: Replay) -> None:
    """D20, STY-3: the town's side, or the citizens alone."""
    who = cast(Фсб="fsb black", Доктор="doctor black")
    nights = (night(1, act("Фсб", "shoot", "Доктор")), night(2, act("Фсб", "shoot", "Аня")))
    assert play_nights(replay, who, *nights)[1].dead == ("Аня", "Фсб")
    assert play_nights(replay, who, *nights, peaceful="citizen")[1].dead == ("Аня",)


def test_nobody_heals_the_fsb_of_his_miss(replay: Replay) -> None:
    """STY-127, STY-128: killed in the same night he has both causes."""
    who = cast(Фсб="fsb black", Доктор="doctor black")
    second = (act("Фсб", "shoot", "Боря"), act("Доктор", "heal", "Фсб"))
    views = play_nights(replay, who, night(1, act("Фсб", "shoot", "Аня")), night(2, *second))
    assert views[1].causes == {"Боря": ("fsb",), "Фсб": ("fsb-miss",)}
    shot = (act("Фсб", "shoot", "Боря"), act("Мафия", "mafia-kill", "Фсб"), act("Доктор", "heal", "Фсб"))
    for option in ("dead", "shot"):
        views = play_nights(replay, who, night(1, act("Фсб", "shoot", "Аня")), night(2, *shot), fsb_miss=option)
        assert (views[1].causes["Фсб"], views[1].saved) == (("fsb-miss",), ())
    unhealed = shot[:2]
    views = play_nights(replay, who, night(1, act("Фсб", "shoot", "Аня")), night(2, *unhealed))
    assert set(views[1].causes["Фсб"]) == {"mafia", "fsb-miss"}


def test_a_turned_shot_misses_where_it_hits(replay: Replay) -> None:
    """STY-71, STY-80."""
    who = cast(Фсб="fsb black", Атлет="athlete black")
    nights = (
        night(1, act("Фсб", "shoot", "Мафия"), act("Атлет", "redirect", "Фсб", "Аня")),
        night(2, act("Фсб", "shoot", "Боря")),
    )
    assert [view.dead for view in play_nights(replay, who, *nights)] == [("Аня",), ("Боря", "Фсб")]


# What the heal helps against (STY-127, D33).


@pytest.mark.parametrize(("scope", "saved"), [("all", True), ("shots", False)])
def test_the_heal_helps_against_what_is_no_shot_unless_the_option_forbids(
    replay: Replay, scope: str, saved: bool
) -> None:
    """D33, STY-127: poison, curse, trap, the cloak's company."""
    who = cast(Доктор="doctor black", Второй="doctor white", Плащ="cloak black", Цыганка="gypsy", Бэд="bad-boy black")
    views = replay(
        "styles",
        who,
        night(1, act("Доктор", "poison-ampoule", "Аня"), act("Цыганка", "curse", "Боря")),
        day(2, red("Боря", "Плащ"), red("Аня", "Плащ"), red("Вера", "Гоша"), red("Даша", "Гоша")),
        night(2, act("Второй", "heal", "Аня"), act("Доктор", "heal", "Боря")),
        day(3),
        night(
            3,
            act("Плащ", "mark", "Доктор"),
            act("Мафия", "mafia-kill", "Плащ"),
            act("Бэд", "trap", "Вера"),
            act("Доктор", "heal", "Вера"),
            act("Второй", "heal", "Доктор"),
        ),
        heal_scope=scope,
    )
    assert views[2].saved == (("Аня", "Боря") if saved else ())
    assert views[4].saved == (("Доктор",) if saved else ())
    assert views[4].dead == (("Плащ",) if saved else ("Доктор", "Плащ"))
