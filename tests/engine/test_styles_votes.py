"""The line-ups, clock and days of the styles (docs/rules/styles.md)."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import FaultCode, GameRecord, Ruleset, cast_differences, load_ruleset, play
from tests.engine.games import Replay, act, blue, day, night, reasons, red
from tests.engine.styles_cast import CITIZENS, cast, players

NOBODY = [("nobody-executed", None)]


def said(view: Any) -> list[tuple[str, str | None]]:
    return [(each.what, each.who) for each in view.announced]


# Line-up and styles (STY-1 … STY-11).


@pytest.mark.parametrize(
    ("lineup", "sides"),
    [("15", {"town": 10, "mafia": 4, "maniacs": 1}), ("18", {"town": 11, "mafia": 5, "maniacs": 2})],
)
def test_the_two_line_ups_are_those_of_the_document(lineup: str, sides: Mapping[str, int]) -> None:
    """STY-1, STY-2."""
    rules = load_ruleset("styles", {"lineup": lineup})
    assert isinstance(rules, Ruleset)
    for side, number in sides.items():
        assert sum(role.count_for(int(lineup)) for role in rules.roles.values() if role.side == side) == number


def test_a_cast_may_differ_from_the_line_up(read: Any) -> None:
    """STY-8: worth a warning, by the line-up that the game has."""
    line_up = {f"Игрок {number}": "citizen" for number in range(6)}
    line_up |= {"А": "doctor white", "Б": "detective white", "В": "athlete white", "Г": "cloak grey", "Д": "fsb white"}
    line_up |= {"Е": "deceiver white", "Ё": "blackmailer white", "Ж": "know-all white", "З": "apprentice white"}
    record = read("styles", players(**line_up, И="afro", К="gypsy", Л="bad-boy white"), day(1))
    assert cast_differences(record.ruleset, record.players) == ()
    record = read("styles", players(**line_up, И="afro", Л="bad-boy white"), day(1))
    assert [each.role for each in cast_differences(record.ruleset, record.players)] == ["afro"]


@pytest.mark.parametrize(
    ("spec", "lineup", "fits"),
    [
        ("doctor white", "15", True),
        ("athlete grey", "18", True),
        ("citizen", "15", True),
        ("citizen grey", "15", True),
        ("citizen white", "15", False),
        ("deceiver grey", "18", True),
        ("blackmailer grey", "15", False),
        ("know-all grey", "18", False),
        ("apprentice grey", "15", False),
        ("afro", "18", True),
        ("afro black", "15", True),
        ("afro white", "18", False),
        ("gypsy", "18", True),
        ("bad-boy grey", "15", True),
        ("bad-boy grey", "18", False),
        ("bad-boy black", "18", True),
        ("fsb", "15", False),
    ],
)
def test_a_role_has_the_styles_of_its_table(read: Any, spec: str, lineup: str, fits: bool) -> None:
    """STY-4: another style, or none where there is a choice, is an error in the file."""
    found = read("styles", players(Кто=spec, Мафия="afro"), day(1), lineup=lineup)
    assert isinstance(found, GameRecord) is fits
    if not fits:
        code = FaultCode.WRONG_VALUE if " " in spec else FaultCode.MISSING_KEY
        assert [(fault.path, fault.code) for fault in found] == [(("players", 0, "style"), code)]


def test_a_grey_bad_boy_needs_a_small_game_where_no_line_up_is_named(read: Any) -> None:
    """STY-2: 18 players or more are the 18."""
    seventeen = players(Бэд="bad-boy grey", **{f"Игрок {n}": "citizen" for n in range(16)})
    assert isinstance(read("styles", seventeen, day(1)), GameRecord)
    found = read("styles", {**seventeen, **players(Ещё="citizen")}, day(1))
    assert found[0].allowed == ("white", "black")


def test_a_player_of_unknown_role_needs_no_style_and_keeps_the_game_open(replay: Replay) -> None:
    """STY-8."""
    who: dict[str, Any] = {**players(Аня="citizen", Мафия="afro"), "Кто": {}}
    (view,) = replay("styles", who, night(1, act("Мафия", "mafia-kill", "Аня"), act("Кто", "heal", "Аня")))
    assert (view.dead, view.winners) == (("Аня",), ())
    assert reasons(view) == [("Кто", "not-your-action", "STY-52")]


def test_several_of_one_role_have_uses_of_their_own(replay: Replay) -> None:
    """STY-8: nothing is kept by role."""
    who = cast(Первый="doctor white", Второй="doctor white")
    views = replay(
        "styles",
        who,
        night(1, act("Первый", "truth-serum", "Аня")),
        day(2),
        night(2, act("Второй", "truth-serum", "Боря"), act("Первый", "truth-serum", "Вера")),
    )
    assert views[2].exposed == {"Боря": "citizen"}
    assert reasons(views[2]) == [("Первый", "no-uses-left", "STY-63")]


def test_a_note_of_the_list_means_nothing_to_the_engine(read: Any) -> None:
    """STY-10, STY-11: a record may start at any phase."""
    who = cast()
    who["Аня"]["note"] = "не раньше воскресенья"
    record = read("styles", who, night(3))
    assert [str(outcome.phase) for outcome in play(record).phases] == ["night3"]


def test_the_game_may_open_with_a_night(replay: Replay) -> None:
    """D1: night0 has all actions; the know-all's third night and the apprentice's do not count it (STY-94, STY-97)."""
    who = cast(Всезнайка="know-all white", Афро="afro", Доктор="doctor white")
    views = replay(
        "styles",
        who,
        night(0, act("Всезнайка", "check-style", "Доктор"), act("Мафия", "mafia-kill", "Аня")),
        day(1, red("Аня", "Афро"), red("Боря", "Афро")),
        night(1, act("Всезнайка", "check-style", "Афро")),
        opening="night0",
    )
    assert [each.answer for each in views[0].told] == ["white"]
    assert views[0].dead == ("Аня",)
    assert views[1].executed == ("Афро",)


# The clock (STY-20 … STY-25).


def test_the_vote_ends_at_nine(replay: Replay) -> None:
    """STY-20, STY-23, STY-34: 20:59:59 counts, 21:00:00 is late and the earlier vote stands."""
    votes = (red("Аня", "Боря", "20:59:59"), red("Аня", "Вера", "21:00:00"), red("Гоша", "Вера", "21:00:01"))
    (view,) = replay("styles", cast(), day(1, *votes))
    assert view.scores == {"Боря": 1}
    assert reasons(view) == [("Аня", "late", "STY-34"), ("Гоша", "late", "STY-34")]
    (inclusive,) = replay("styles", cast(), day(1, *votes), cutoff="inclusive")
    assert inclusive.scores == {"Вера": 1}
    assert reasons(inclusive) == [("Гоша", "late", "STY-34")]


def test_the_night_ends_at_half_past_nine(replay: Replay) -> None:
    """STY-21, STY-23, D2."""
    sent = night(
        1,
        act("Мафия", "mafia-kill", "Аня", at="21:29:59"),
        act("Мафия", "mafia-kill", "Боря", at="21:30:00"),
        act("Мафия", "mafia-kill", "Вера", at="21:30:01"),
    )
    (view,) = replay("styles", cast(), sent)
    assert view.dead == ("Аня",)
    assert reasons(view) == [("Мафия", "late", "STY-23")] * 2
    assert replay("styles", cast(), sent, night_cutoff="inclusive")[0].dead == ("Боря",)


def test_an_action_may_be_sent_before_the_vote_is_over(replay: Replay) -> None:
    """STY-24, STY-22, D3: nothing is resolved by a clock."""
    sent = night(1, act("Мафия", "mafia-kill", "Аня", at="00:00:01"))
    assert replay("styles", cast(), sent)[0].dead == ("Аня",)
    (refused,) = replay("styles", cast(), sent, early_actions="refuse")
    assert (refused.dead, reasons(refused)) == ((), [("Мафия", "early", "STY-24")])
    at_nine = night(1, act("Мафия", "mafia-kill", "Аня", at="21:00:00"))
    assert replay("styles", cast(), at_nine, early_actions="refuse")[0].dead == ("Аня",)


def test_the_executed_neither_act_nor_are_acted_on(replay: Replay) -> None:
    """STY-25."""
    views = replay(
        "styles",
        cast(Доктор="doctor black"),
        day(1, red("Аня", "Доктор")),
        night(1, act("Доктор", "heal", "Аня", at="12:00:00"), act("Мафия", "mafia-kill", "Доктор")),
    )
    assert reasons(views[1]) == [("Доктор", "dead", "STY-25"), ("Мафия", "dead-target", "STY-53")]


# Votes (STY-30 … STY-45).


def test_a_vote_is_changed_once(replay: Replay) -> None:
    """STY-32, STY-33: a third different vote is refused and the second stands; a refused one uses nothing."""
    votes = (
        red("Аня", "Боря"),
        red("Аня", "Аня"),
        red("Аня", "Боря"),
        blue("Аня", "Боря"),
        red("Аня", "Вера"),
        blue("Аня", "Боря"),
    )
    (view,) = replay("styles", cast(), day(1, *votes))
    assert [(vote.on, vote.colour) for vote in view.votes] == [("Боря", "blue")]
    assert reasons(view) == [("Аня", "self", "STY-37"), ("Аня", "no-changes-left", "STY-32")]


def test_a_repetition_is_free_unless_the_option_makes_it_a_change(replay: Replay) -> None:
    """STY-33, D5."""
    votes = day(1, red("Аня", "Боря"), red("Аня", "Боря"), red("Аня", "Вера"))
    assert replay("styles", cast(), votes)[0].scores == {"Вера": 1}
    (counted,) = replay("styles", cast(), votes, repeat_vote="change")
    assert (counted.scores, reasons(counted)) == ({"Боря": 1}, [("Аня", "no-changes-left", "STY-32")])


def test_a_vote_without_a_colour_is_red_and_blue_subtracts(replay: Replay) -> None:
    """STY-31, STY-38, D4."""
    votes = day(1, {"by": "Аня", "on": "Боря"}, blue("Вера", "Боря"), red("Гоша", "Даша"))
    (view,) = replay("styles", cast(), votes)
    assert (view.scores, view.against, view.defence) == (
        {"Даша": 1, "Боря": 0},
        {"Боря": 1, "Даша": 1},
        {"Боря": 1},
    )
    assert view.executed == ("Даша",)
    (ignored,) = replay("styles", cast(), votes, defence_votes="ignore")
    assert (ignored.scores, ignored.tie) == ({"Боря": 1, "Даша": 1}, ("Боря", "Даша"))
    assert ("Вера", "blue") in [(vote.by, vote.colour) for vote in ignored.votes]


def test_a_blue_vote_that_is_ignored_still_uses_the_change(replay: Replay) -> None:
    """D4, STY-33."""
    votes = day(1, blue("Аня", "Боря"), red("Аня", "Боря"), red("Аня", "Вера"))
    assert replay("styles", cast(), votes, defence_votes="ignore")[0].scores == {"Боря": 1}


def test_the_white_cloaks_vote_counts_double(replay: Replay) -> None:
    """STY-35: red or blue; the other cloaks' do not."""
    who = cast(Белый="cloak white", Серый="cloak grey")
    (view,) = replay("styles", who, day(1, red("Белый", "Аня"), red("Серый", "Боря"), red("Вера", "Боря")))
    assert (view.scores, view.tie) == ({"Аня": 2, "Боря": 2}, ("Аня", "Боря"))
    (defended,) = replay("styles", who, day(1, blue("Белый", "Аня"), red("Вера", "Аня"), red("Гоша", "Аня")))
    assert (defended.scores, defended.executed) == ({"Аня": 0}, ())


def test_the_reasons_of_refused_votes(replay: Replay) -> None:
    """STY-30, STY-36, STY-44: in the order of the reasons."""
    who: dict[str, Any] = cast()
    who["Аня"] = {**who["Аня"], "aliases": ["Ан"]}
    who["Боря"] = {**who["Боря"], "aliases": ["Ан"]}
    votes = (
        red("Прохожий", "Прохожий"),
        red("Вера", "Никто"),
        red("Вера", "Ан"),
        {**red("Вера", "Вера"), "edited": True},
        {**red("Вера", "Гоша"), "deleted": True},
        {**red("Даша", "Гоша"), "edited": True},
    )
    (view,) = replay("styles", who, day(1, *votes))
    assert reasons(view) == [
        ("Прохожий", "not-playing", "STY-36"),
        ("Вера", "unknown-name", "STY-36"),
        ("Вера", "ambiguous-name", "STY-36"),
        ("Вера", "self", "STY-37"),
        ("Вера", "deleted", "STY-44"),
    ]
    assert view.scores == {"Гоша": 1}
    (strict,) = replay("styles", who, day(1, *votes), edited_votes="refuse", self_vote="accept")
    assert [each.reason for each in strict.rejected][3:] == ["edited", "deleted", "edited"]


def test_a_vote_on_oneself_is_accepted_where_the_option_says_so(replay: Replay) -> None:
    """STY-37, D6: in either colour."""
    votes = day(1, red("Аня", "Аня"), blue("Боря", "Боря"))
    assert [each.reason for each in replay("styles", cast(), votes)[0].rejected] == ["self", "self"]
    assert replay("styles", cast(), votes, self_vote="accept")[0].executed == ("Аня",)


TIED = (red("Аня", "Боря"), red("Вера", "Гоша"), red("Боря", "Гоша"), red("Гоша", "Боря"), red("Даша", "Аня"))


def test_a_tie_is_the_hosts(replay: Replay) -> None:
    """STY-39, STY-40, D7: among the tied."""
    (open_,) = replay("styles", cast(), day(1, *TIED))
    assert (open_.tie, open_.executed, said(open_)) == (("Боря", "Гоша"), (), NOBODY)
    assert [(each.who, each.what) for each in open_.awaits] == [("host", "tie")]

    def ruled(*names: str) -> Any:
        return replay("styles", cast(), day(1, *TIED, choices=[{"by": "host", "do": "execute", "on": list(names)}]))[0]

    assert (ruled("Гоша").executed, ruled("Гоша").awaits, said(ruled("Гоша"))) == (("Гоша",), (), [])
    assert ruled("Боря", "Гоша").executed == ("Боря", "Гоша")
    assert (ruled().executed, ruled().awaits, said(ruled())) == ((), (), NOBODY)
    assert (ruled("Аня").executed, reasons(ruled("Аня"))) == ((), [("host", "bad-target", "STY-39")])


def test_a_tie_may_execute_nobody_or_all(replay: Replay) -> None:
    """D7."""
    (none,) = replay("styles", cast(), day(1, *TIED), tie="none")
    assert (none.tie, none.executed, none.awaits, said(none)) == (("Боря", "Гоша"), (), (), NOBODY)
    (all_,) = replay("styles", cast(), day(1, *TIED), tie="all")
    assert (all_.executed, said(all_)) == (("Боря", "Гоша"), [])


def test_of_all_the_tied_one_with_an_alibi_stays(replay: Replay) -> None:
    """D7, STY-41."""
    who = cast(Всезнайка="know-all black")
    views = replay("styles", who, night(1, act("Всезнайка", "alibi", "Боря")), day(2, *TIED), tie="all")
    assert (views[1].executed, views[1].acquitted, said(views[1])) == (("Гоша",), {"Боря": "alibi"}, [])


def test_an_alibi_of_whom_the_host_rules_comes_to_nobody(replay: Replay) -> None:
    """STY-41."""
    who = cast(Всезнайка="know-all black")
    ruling = [{"by": "host", "do": "execute", "on": ["Боря"]}]
    views = replay("styles", who, night(1, act("Всезнайка", "alibi", "Боря")), day(2, *TIED, choices=ruling))
    assert (views[1].executed, views[1].acquitted, said(views[1])) == ((), {"Боря": "alibi"}, NOBODY)


@pytest.mark.parametrize("votes", [(), (red("Аня", "Боря"), blue("Вера", "Боря")), TIED], ids=["none", "zero", "tie"])
def test_a_day_without_an_execution_says_so_alike(replay: Replay, votes: Any) -> None:
    """STY-40."""
    assert said(replay("styles", cast(), day(1, *votes))[0]) == NOBODY


def test_who_lost_the_vote_is_refused_and_not_missing(replay: Replay) -> None:
    """STY-42, STY-43, D8: aloud or in secret; he can be voted for and keeps his night."""
    who = cast(Доктор="doctor grey", Атлет="athlete grey", Шантажист="blackmailer black", Яд="doctor black")
    phases = (
        night(
            1,
            act("Доктор", "silence-ampoule", "Аня"),
            act("Атлет", "block", "Боря"),
            act("Шантажист", "block", "Вера"),
            act("Яд", "poison-ampoule", "Гоша"),
        ),
        day(2, *(red(name, "Даша") for name in CITIZENS[:4]), red("Даша", "Аня"), red("Егор", "Аня")),
    )
    views = replay("styles", who, *phases)
    assert (views[0].silenced, views[0].void_votes) == (("Аня", "Боря", "Вера", "Гоша"), ())
    assert [each.reason for each in views[1].rejected] == ["silenced"] * 4
    assert views[1].executed == ("Аня",)
    assert not set(CITIZENS[:4]) & set(views[1].missing)
    secret = replay("styles", who, *phases, silence_announced="ampoule")
    assert (secret[0].silenced, secret[0].void_votes) == (("Аня",), ("Боря", "Вера", "Гоша"))
    assert [each.reason for each in secret[1].rejected] == ["silenced", "void", "void", "void"]
    assert secret[1].missing == views[1].missing


def test_an_open_loss_of_the_vote_goes_before_a_secret_one(replay: Replay) -> None:
    """STY-42, FORMATS 5."""
    who = cast(Доктор="doctor grey", Атлет="athlete grey")
    views = replay(
        "styles",
        who,
        night(1, act("Доктор", "silence-ampoule", "Аня"), act("Атлет", "block", "Аня")),
        day(2, red("Аня", "Боря")),
        silence_announced="ampoule",
    )
    assert [each.reason for each in views[1].rejected] == ["silenced"]


def test_other_kinds_of_votes_are_none(read: Any) -> None:
    """STY-45."""
    assert read("styles", cast(), day(1, {**red("Аня", "Боря"), "kind": "nominate"}))[0].code is FaultCode.WRONG_VALUE


@pytest.mark.parametrize("limits", [[13], [13, 10, 5], ["13", "10"], 13])
def test_the_hosts_limits_of_the_light_are_two_numbers(limits: Any) -> None:
    """STY-9."""
    found = load_ruleset("styles", {"light_limits": limits})
    assert not isinstance(found, Ruleset)
    assert [(fault.path, fault.code) for fault in found] == [
        (("game", "options", "light_limits"), FaultCode.WRONG_VALUE)
    ]
