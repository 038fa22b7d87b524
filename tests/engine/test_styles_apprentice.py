"""The afro and the apprentice of the styles (docs/rules/styles.md, STY-96 … STY-99)."""

from typing import Any

import pytest

from engine import HostView
from tests.engine.games import Replay, act, day, night, reasons, red
from tests.engine.styles_cast import ALWAYS_WHITE, Players, answers, become, cast, gone, players


def test_the_afro_has_only_the_teams_kill(replay: Replay) -> None:
    """STY-96."""
    sent = night(1, act("Афро", "block", "Аня"), act("Афро", "mafia-kill", "Аня"))
    (view,) = replay("styles", cast(Афро="afro"), sent)
    assert (reasons(view), view.dead) == ([("Афро", "not-your-action", "STY-52")], ("Аня",))


def test_the_white_apprentice_becomes_a_mafia_role_that_has_left(replay: Replay) -> None:
    """STY-97, STY-99: from night 4, once, also as he acts in the same night."""
    who = cast(Ученик="apprentice white", Шант="blackmailer black", Доктор="doctor white", Афро="afro")
    views = replay(
        "styles",
        who,
        night(1, choices=gone("Шант", "Доктор")),
        day(2),
        night(2),
        day(3),
        night(3, become("blackmailer")),
        day(4),
        night(
            4,
            act("Ученик", "block", "Аня"),
            become("afro"),
            become("doctor"),
            act("Ученик", "become"),
            become("blackmailer"),
            act("Ученик", "block", "Боря"),
        ),
        day(5),
        night(5, become("blackmailer"), act("Ученик", "block", "Вера")),
    )
    assert reasons(views[4]) == [("Ученик", "not-yet", "STY-97")]
    assert [each.reason for each in views[6].rejected] == ["not-your-action", "bad-target", "bad-target", "bad-target"]
    assert (views[6].roles, views[6].silenced) == ({"Ученик": "blackmailer"}, ("Боря",))
    assert reasons(views[8]) == [("Ученик", "not-your-action", "STY-52")]
    assert views[8].silenced == ("Вера",)


def test_the_role_is_chosen_on_a_day_as_well(replay: Replay) -> None:
    """STY-97: in the choices of day 4 or later, in time; then he acts as that role in the evening."""
    who = cast(Ученик="apprentice white", Шант="blackmailer black", Обманщик="deceiver white")
    phases = [night(1, choices=gone("Шант")), day(2), night(2), day(3, choices=[become("blackmailer")]), night(3)]
    late = {**become("blackmailer"), "at": "21:00:00"}
    assert reasons(replay("styles", who, *phases, day(4, choices=[late]))[5]) == [("Ученик", "late", "STY-23")]
    views = replay(
        "styles",
        who,
        *phases,
        day(4, choices=[become("deceiver"), become("blackmailer"), become("blackmailer")]),
        night(4, act("Ученик", "block", "Аня")),
    )
    assert reasons(views[3]) == [("Ученик", "not-yet", "STY-97")]
    assert [(each.do, each.reason) for each in views[5].rejected] == [
        ("become", "bad-target"),
        ("become", "not-your-action"),
    ]
    assert (views[5].roles, views[6].silenced) == ({"Ученик": "blackmailer"}, ("Аня",))


def test_a_choice_of_a_night_comes_before_its_untimed_actions(replay: Replay) -> None:
    """STY-97: with a time it has its place among them."""
    who = cast(Ученик="apprentice white", Шант="blackmailer black")
    for at, reasons_ in ((None, []), ("21:05:00", []), ("21:15:00", ["not-your-action"])):
        choice = {**become("blackmailer"), **({"at": at} if at else {})}
        sent = night(4, act("Ученик", "block", "Аня", at="21:10:00"), choices=[choice])
        views = replay("styles", who, night(3, choices=gone("Шант")), day(4), sent)
        assert [each.reason for each in views[2].rejected] == reasons_


def test_whom_the_new_role_shows(replay: Replay) -> None:
    """STY-97, STY-99: executed on the same day he is shown with it; a check of that night sees it."""
    who = cast(Ученик="apprentice white", Шант="blackmailer black")
    phases = [night(3, choices=gone("Шант")), day(4, red("Аня", "Ученик"), choices=[become("blackmailer")])]
    assert replay("styles", who, *phases, **ALWAYS_WHITE)[1].revealed == {"Ученик": "blackmailer"}


def test_a_role_that_has_come_back_has_not_left(replay: Replay) -> None:
    """STY-97."""
    who = cast(Ученик="apprentice white", Шант="blackmailer black")
    back = [{"by": "host", "do": "revive", "on": ["Шант"]}]
    views = replay("styles", who, night(3, choices=gone("Шант")), day(4, choices=back), night(4, become("blackmailer")))
    assert [each.reason for each in views[2].rejected] == ["bad-target"]


def test_nothing_done_at_night_touches_the_becoming(replay: Replay) -> None:
    """STY-97, STY-55: the new role's action can be blocked, the becoming cannot."""
    who = cast(Ученик="apprentice white", Шант="blackmailer black", Атлет="athlete white")
    sent = (become("blackmailer"), act("Ученик", "block", "Аня"), act("Атлет", "block", "Ученик"))
    views = replay("styles", who, night(3, choices=gone("Шант")), day(4), night(4, *sent))
    assert (views[2].roles, views[2].blocked, views[2].silenced) == ({"Ученик": "blackmailer"}, ("Ученик",), ())


def taught(replay: Replay, who: Players, *left: str, **options: Any) -> HostView:
    """A night on which these leave."""
    return replay("styles", who, night(1, choices=gone(*left)), **options)[0]


BLACK = cast(Ученик="apprentice black", Всезнайка="know-all white", Афро="afro", Доктор="doctor black", Цыганка="gypsy")


def test_the_black_apprentice_becomes_the_first_mafia_role_that_leaves(replay: Replay) -> None:
    """STY-98: of two in one phase the first of the table; also the afro; not if he leaves in the same phase."""
    assert taught(replay, BLACK, "Афро", "Всезнайка").roles == {"Ученик": "know-all"}
    assert taught(replay, BLACK, "Афро").roles == {"Ученик": "afro"}
    assert taught(replay, BLACK, "Доктор", "Цыганка", "Аня").roles == {}
    assert taught(replay, BLACK, "Афро", "Ученик").roles == {}


def test_he_changes_only_once(replay: Replay) -> None:
    """STY-98: executions count as well."""
    views = replay("styles", BLACK, day(1, red("Аня", "Афро")), night(1, choices=gone("Всезнайка")))
    assert [view.roles for view in views] == [{"Ученик": "afro"}, {}]


def test_the_first_of_any_side_with_the_option(replay: Replay) -> None:
    """D23: but no citizen; he stays on the mafia's side and has the role's action."""
    assert taught(replay, BLACK, "Аня", apprentice_first="any").roles == {}
    assert taught(replay, BLACK, "Цыганка", "Доктор", apprentice_first="any").roles == {"Ученик": "doctor"}
    who = {**BLACK, **players(Сыщик="detective white")}
    views = replay(
        "styles",
        who,
        night(1, choices=gone("Доктор")),
        day(2),
        night(
            2,
            act("Сыщик", "check", "Ученик"),
            act("Ученик", "heal", "Аня"),
            act("Ученик", "mafia-kill", "Аня"),
        ),
        day(3, red("Аня", "Ученик")),
        apprentice_first="any",
        light_limits=[99, 1],
    )
    assert answers(views[2]) == [("Сыщик", "Ученик", "mafia")]
    assert (views[2].saved, views[3].revealed) == (("Аня",), {"Ученик": "bad"})


def test_a_stranger_role_gives_no_other_side_its_victory(replay: Replay) -> None:
    """D23, STY-150: an apprentice who is a gypsy now is no maniac."""
    who = players(Ученик="apprentice black", Цыганка="gypsy", Аня="citizen", Боря="citizen", Вера="citizen")
    views = replay(
        "styles",
        who,
        night(1, choices=gone("Цыганка")),
        day(2, red("Аня", "Вера")),
        apprentice_first="any",
        mafia_win="last",
    )
    assert (views[0].roles, views[1].winners) == ({"Ученик": "gypsy"}, ())


@pytest.mark.parametrize(("style", "inherited", "own"), [("white", "white", "black"), ("black", "black", "black")])
def test_the_apprentice_has_the_style_of_the_one_who_left(replay: Replay, style: str, inherited: str, own: str) -> None:
    """STY-99, D24: or his own, if the role may have it."""
    who = cast(Ученик="apprentice black", Шант=f"blackmailer {style}")
    phases = (night(1, choices=gone("Шант")), day(2), night(2, act("Ученик", "block", "Аня")))
    for option, expected in (("inherited", inherited), ("own", own)):
        views = replay("styles", who, *phases, apprentice_style=option)
        assert views[2].silenced == (("Аня",) if expected == "black" else ())


def test_a_style_of_his_own_that_the_role_has_not_is_no_style(replay: Replay) -> None:
    """D24: a white apprentice who becomes an afro is black."""
    who = cast(Ученик="apprentice white", Афро="afro", Всезнайка="know-all white")
    views = replay(
        "styles",
        who,
        night(3, choices=gone("Афро")),
        day(4),
        night(4, become("afro"), act("Всезнайка", "check-style", "Ученик")),
        apprentice_style="own",
    )
    assert answers(views[2]) == [("Всезнайка", "Ученик", "black")]


def test_the_uses_of_the_one_who_left_are_not_his(replay: Replay) -> None:
    """STY-99."""
    who = cast(Ученик="apprentice black", Обманщик="deceiver black")
    swap = ("Аня", "Боря")
    views = replay(
        "styles",
        who,
        night(1, act("Обманщик", "swap", *swap), choices=gone("Обманщик")),
        day(2),
        night(2, act("Ученик", "swap", *swap)),
        day(3),
        night(3, act("Ученик", "swap", *swap)),
    )
    assert [len(view.rejected) for view in views] == [0, 0, 0, 0, 1]
