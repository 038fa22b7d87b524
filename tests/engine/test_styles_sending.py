"""Sending in the styles: what is accepted, what a block does, whose the team's kill is (docs/rules/styles.md)."""

import pytest

from engine import HostView
from tests.engine.games import Entry, Replay, act, night, reasons
from tests.engine.styles_cast import answers, cast, play_nights

# Sending (STY-50 … STY-58).


def test_one_action_a_night_and_the_last_accepted_one_counts(replay: Replay) -> None:
    """STY-50, STY-51, STY-52: a refused one replaces nothing."""
    sent = night(
        1,
        act("Доктор", "truth-serum", "Аня"),
        act("Доктор", "heal", "Боря"),
        act("Доктор", "truth-serum", "Вера", "Гоша"),
        act("Мафия", "mafia-kill", "Боря"),
    )
    (view,) = replay("styles", cast(Доктор="doctor white"), sent)
    assert (view.exposed, view.saved) == ({}, ("Боря",))
    assert reasons(view) == [("Доктор", "too-many-targets", "STY-63")]


def test_the_doctor_may_do_both_where_the_option_says_so(replay: Replay) -> None:
    """STY-50, D10: one block annuls both, one redirection turns both."""
    who = cast(Доктор="doctor grey", Атлет="athlete white", Чёрный="athlete black")
    both = (act("Доктор", "heal", "Боря"), act("Доктор", "silence-ampoule", "Аня"), act("Мафия", "mafia-kill", "Боря"))
    assert replay("styles", who, night(1, *both))[0].dead == ("Боря",)
    (view,) = replay("styles", who, night(1, *both), doctor_both=True)
    assert (view.saved, view.silenced) == (("Боря",), ("Аня",))
    (blocked,) = replay("styles", who, night(1, *both, act("Атлет", "block", "Доктор")), doctor_both=True)
    assert (blocked.blocked, blocked.dead, blocked.silenced) == (("Доктор",), ("Боря",), ())
    turned = night(1, *both, act("Чёрный", "redirect", "Доктор", "Вера"))
    (view,) = replay("styles", who, turned, doctor_both=True)
    assert (view.dead, view.silenced) == (("Боря",), ("Вера",))


def test_the_reasons_of_refused_actions(replay: Replay) -> None:
    """STY-52, STY-53, STY-81: the first that fits, in the order of FORMATS 5."""
    who = cast(Детектив="detective black", Атлет="athlete black", Фсб="fsb white", Сыщик="detective white")
    sent = night(
        2,
        act("Аня", "heal", "Аня", at="22:00:00"),
        act("Детектив", "compare", "Аня", "Аня"),
        act("Детектив", "compare", "Аня"),
        act("Детектив", "compare", "Аня", "Боря", "Вера", at="21:30:00"),
        act("Детектив", "compare", "Аня", "Боря", "Вера"),
        act("Атлет", "redirect", "Аня", "Аня"),
        act("Фсб", "shoot-if-mafia", "Мафия", "Мафия"),
        act("Сыщик", "compare", "Аня", "Боря"),
        act("Мафия", "extra-shot", "Аня"),
        act("team:mafia", "mafia-kill", "Аня", "Боря"),
    )
    (view,) = replay("styles", who, sent)
    assert sorted((each.by, each.reason) for each in view.rejected) == sorted(
        [
            ("Аня", "not-your-action"),
            ("Детектив", "bad-target"),
            ("Детектив", "bad-target"),
            ("Детектив", "late"),
            ("Детектив", "too-many-targets"),
            ("Атлет", "bad-target"),
            ("Сыщик", "not-your-action"),
            ("Мафия", "not-your-action"),
            ("team:mafia", "too-many-targets"),
        ]
    )
    assert view.dead == ("Мафия",)


ON_ONESELF = [
    ("detective white", "check", ("Я",)),
    ("detective black", "compare", ("Аня", "Я")),
    ("athlete white", "block", ("Я",)),
    ("athlete grey", "block", ("Я",)),
    ("athlete black", "redirect", ("Я", "Аня")),
    ("cloak white", "strip-alibi", ("Я",)),
    ("cloak grey", "check-maniac", ("Я",)),
    ("cloak black", "mark", ("Я",)),
    ("fsb white", "shoot-if-mafia", ("Аня", "Я")),
    ("fsb grey", "prepare", ("Я",)),
    ("fsb black", "shoot", ("Я",)),
    ("blackmailer white", "block", ("Я",)),
    ("blackmailer black", "block", ("Я",)),
    ("know-all white", "check-style", ("Я",)),
    ("know-all black", "alibi", ("Я",)),
    ("know-all black", "mafia-kill", ("Я",)),
    ("know-all black", "extra-shot", ("Я",)),
    ("deceiver black", "swap", ("Я", "Аня")),
    ("gypsy", "curse", ("Я",)),
    ("bad-boy white", "jam", ("Я",)),
    ("bad-boy black", "trap", ("Я",)),
]


@pytest.mark.parametrize(("spec", "action", "on"), ON_ONESELF)
def test_oneself_is_forbidden_only_by_the_option(replay: Replay, spec: str, action: str, on: tuple[str, ...]) -> None:
    """STY-53, D12."""
    sent = night(1, act("Я", action, *on))
    assert replay("styles", cast(Я=spec), sent, team_style="grey")[0].rejected == ()
    (view,) = replay("styles", cast(Я=spec), sent, team_style="grey", self_target="doctor")
    assert [each.reason for each in view.rejected] == ["self"]


@pytest.mark.parametrize(
    ("spec", "action"),
    [("doctor white", "heal"), ("doctor white", "truth-serum"), ("doctor grey", "silence-ampoule")],
)
def test_the_doctor_may_name_himself_all_the_same(replay: Replay, spec: str, action: str) -> None:
    """STY-62, D12."""
    (view,) = replay("styles", cast(Я=spec), night(1, act("Я", action, "Я")), self_target="doctor")
    assert view.rejected == ()


def test_what_the_dying_do_takes_effect_and_they_are_answered(replay: Replay) -> None:
    """STY-54, STY-126: killed twice, dead once with two causes."""
    who = cast(Детектив="detective white", Доктор="doctor black", Фсб="fsb black")
    sent = night(
        1,
        act("Детектив", "check", "Мафия"),
        act("Доктор", "heal", "Аня"),
        act("Мафия", "mafia-kill", "Детектив"),
        act("Фсб", "shoot", "Детектив"),
    )
    (view,) = replay("styles", who, sent)
    assert answers(view) == [("Детектив", "Мафия", "mafia")]
    assert view.dead == ("Детектив",)
    assert set(view.causes["Детектив"]) == {"mafia", "fsb"}


def test_a_blocked_action_spends_nothing(replay: Replay) -> None:
    """STY-55, D13: no use, no repetition; with the option it does."""
    who = cast(Доктор="doctor white", Атлет="athlete white")
    nights = (
        night(1, act("Доктор", "heal", "Аня"), act("Атлет", "block", "Доктор")),
        night(2, act("Доктор", "heal", "Аня")),
        night(3, act("Доктор", "truth-serum", "Аня"), act("Атлет", "block", "Доктор")),
        night(4, act("Доктор", "truth-serum", "Аня")),
    )
    views = play_nights(replay, who, *nights)
    assert [view.blocked for view in views] == [("Доктор",), (), ("Доктор",), ()]
    assert [view.rejected for view in views] == [(), (), (), ()]
    assert [view.exposed for view in views] == [{}, {}, {}, {"Аня": "citizen"}]
    counted = play_nights(replay, who, *nights, annulled_counts=True)
    assert reasons(counted[1]) == [("Доктор", "same-target", "STY-61")]
    assert reasons(counted[3]) == [("Доктор", "no-uses-left", "STY-63")]


def test_only_who_sent_an_action_is_blocked(replay: Replay) -> None:
    """STY-55: a block undoes nothing that began before, and no disguise."""
    who = cast(Атлет="athlete white", Обманщик="deceiver white", Доктор="doctor black")
    views = play_nights(
        replay,
        who,
        night(1, act("Доктор", "poison-ampoule", "Аня"), act("Атлет", "block", "Боря")),
        night(2, act("Атлет", "block", "Доктор")),
        night(3, act("Обманщик", "disguise", **{"as": "fsb"}), act("Атлет", "block", "Обманщик")),
        light_limits=[2, 1],
    )
    assert [view.blocked for view in views] == [(), (), ()]
    assert views[1].causes == {"Аня": ("poison",)}
    assert [event.value for event in views[2].events if event.kind == "marked"] == ["fsb"]


def test_the_teams_kill_belongs_to_the_team(replay: Replay) -> None:
    """STY-56, STY-58: the last one counts, whoever sent it; no block or trap touches it."""
    who = cast(Афро="afro", Атлет="athlete white", Бэд="bad-boy black", Чёрный="athlete black")
    sent = night(
        1,
        act("Афро", "mafia-kill", "Аня"),
        act("team:mafia", "mafia-kill", "Боря"),
        act("Мафия", "mafia-kill", "Вера"),
        act("Атлет", "block", "Мафия"),
        act("Чёрный", "redirect", "Мафия", "Гоша"),
        act("Бэд", "trap", "Вера"),
    )
    (view,) = replay("styles", who, sent)
    assert (view.causes, view.blocked) == ({"Вера": ("mafia",)}, ())


def test_with_the_option_the_kill_is_its_senders(replay: Replay) -> None:
    """D14: of the last sender: a block annuls it, a redirection turns it, a trap catches him; but not the team's."""
    who = cast(
        Афро="afro", Атлет="athlete white", Бэд="bad-boy black", Чёрный="athlete black", Шант="blackmailer white"
    )

    def view(*sent: Entry, **options: str) -> HostView:
        return replay("styles", who, night(1, *sent), team_kill="sender", **options)[0]

    two = (act("Афро", "mafia-kill", "Аня"), act("Шант", "block", "Боря"), act("Шант", "mafia-kill", "Вера"))
    blocked = view(*two, act("Атлет", "block", "Шант"))
    assert (blocked.dead, blocked.blocked) == ((), ("Шант",))
    turned = view(*two, act("Чёрный", "redirect", "Шант", "Гоша"))
    assert turned.dead == ("Гоша",)
    trapped = view(*two, act("Бэд", "trap", "Вера"))
    assert trapped.causes == {"Вера": ("mafia",), "Шант": ("trap",)}
    teams = view(
        *two, act("team:mafia", "mafia-kill", "Вера"), act("Бэд", "trap", "Вера"), act("Атлет", "block", "Шант")
    )
    assert (teams.causes, teams.blocked) == ({"Вера": ("mafia",)}, ("Шант",))
    shot = view(act("Шант", "extra-shot", "Аня"), act("Атлет", "block", "Шант"), team_style="grey")
    assert (shot.dead, shot.blocked) == ((), ("Шант",))
    met = view(act("Шант", "extra-shot", "Аня"), act("Бэд", "trap", "Аня"), team_style="grey")
    assert met.causes == {"Аня": ("extra-shot",), "Шант": ("trap",)}
    away = view(act("Шант", "extra-shot", "Аня"), act("Чёрный", "redirect", "Шант", "Гоша"), team_style="grey")
    assert away.dead == ("Гоша",)
