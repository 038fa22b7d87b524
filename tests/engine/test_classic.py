"""The rules of the classic mafia, one game each (docs/rules/classic.md)."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import CastDifference, FaultCode, Player, Ruleset, cast_differences, load_ruleset
from tests.engine.games import Replay, act, blue, day, night, reasons, red

CAST: Mapping[str, str] = {
    "Комиссар": "commissioner",
    "Доктор": "doctor",
    "Девочка": "girl",
    "Первый": "rank1",
    "Второй": "rank2",
    "Третий": "rank3",
    "Четвёртый": "rank4",
    "Путана": "prostitute",
    "Аня": "citizen",
    "Боря": "citizen",
    "Вера": "citizen",
    "Гоша": "citizen",
    "Даша": "citizen",
}


def cast(*names: str, **more: str) -> dict[str, str]:
    """Those of the cast, and some more."""
    return {**{name: CAST[name] for name in names}, **more}


# Line-up and offices (CLA-1 … CLA-6).


def test_the_line_up_is_that_of_the_document() -> None:
    """CLA-1, CLA-2, CLA-3: thirteen players, three sides."""
    rules = load_ruleset("classic")
    assert isinstance(rules, Ruleset)
    assert sum(role.count for role in rules.roles.values()) == 13
    assert {role.side for role in rules.roles.values()} == {"town", "mafia", "loner"}
    assert {name for name, role in rules.roles.items() if role.guest} == {
        "advocate",
        "journalist",
        "prosecutor",
        "shahid",
        "maniac",
    }


def test_a_cast_that_differs_from_the_document_is_noticed() -> None:
    """CLA-2, CLA-5: a warning, with the guests named as such."""
    rules = load_ruleset("classic")
    assert isinstance(rules, Ruleset)
    assert cast_differences(rules, [Player(name, role) for name, role in CAST.items()]) == ()
    players = [Player(name, role) for name, role in cast("Доктор", "Аня").items()]
    more = [Player(name, CAST[name]) for name in CAST if name not in ("Доктор", "Аня", "Путана")]
    assert cast_differences(rules, [*players, *more, Player("Маньяк", "maniac")]) == (
        CastDifference("prostitute", 1, 0, guest=False),
        CastDifference("maniac", 0, 1, guest=True),
    )


def test_guests_play_when_they_are_dealt(replay: Replay) -> None:
    """CLA-5a, CLA-5b, CLA-5c, CLA-5d, CLA-5e: advocate, journalist, prosecutor, shahid, maniac."""
    players = cast("Доктор", "Аня", "Боря", "Вера", "Гоша", Адвокат="advocate", Журналист="journalist")
    players |= {"Прокурор": "prosecutor", "Шахид": "shahid", "Маньяк": "maniac"}
    first, second = replay(
        "classic",
        players,
        night(1, act("Шахид", "mark", "Аня"), act("Маньяк", "kill", "Шахид"), act("Журналист", "kill", "Боря")),
        day(2, red("Прокурор", "Боря"), red("Вера", "Гоша")),
    )
    assert first.dead == ("Аня", "Шахид")
    assert first.causes == {"Аня": ("shahid",), "Шахид": ("maniac",)}
    assert reasons(first) == [("Журналист", "not-in-charge", "CLA-80")]
    assert second.scores == {"Боря": 2, "Гоша": 1}
    assert second.executed == ("Боря",)


def test_a_role_of_no_document_is_a_fault(read: Any) -> None:
    faults = read("classic", {"Вася": "comissioner"})
    assert [(fault.path, fault.code, fault.allowed[0]) for fault in faults] == [
        (("players", 0, "role"), FaultCode.UNKNOWN_ROLE, "commissioner")
    ]


def test_with_an_unknown_role_no_victory_is_checked(replay: Replay) -> None:
    """CLA-2: a player without a role."""
    (view,) = replay("classic", {"Первый": "rank1", "Аня": {}}, day(1))
    assert view.winners == ()


# The clock (CLA-10 … CLA-15).


def test_the_second_of_the_end_of_the_vote_is_late(replay: Replay) -> None:
    """CLA-11, CLA-10: 21:59:59 counts, 22:00:00 does not."""
    (view,) = replay("classic", CAST, day(1, red("Аня", "Боря", "21:59:59"), red("Вера", "Гоша", "22:00:00")))
    assert view.scores == {"Боря": 1}
    assert reasons(view) == [("Вера", "late", "CLA-11")]


def test_the_second_of_the_end_counts_where_the_option_says_so(replay: Replay) -> None:
    votes = (red("Аня", "Боря", "22:00:00"), red("Вера", "Гоша", "22:00:01"))
    (view,) = replay("classic", CAST, day(1, *votes), cutoff="inclusive")
    assert view.scores == {"Боря": 1}
    assert reasons(view) == [("Вера", "late", "CLA-11")]


def test_a_vote_before_the_day_opens_is_early(replay: Replay) -> None:
    """CLA-13: day2 opens when night1 ends; day1 whenever the host opens it."""
    early = {**red("Аня", "Боря"), "at": "2000-01-01T22:59:59+03:00"}
    views = replay("classic", CAST, day(1, red("Аня", "Аня", "00:00:01")), night(1), day(2, early))
    assert reasons(views[0]) == [("Аня", "self", "CLA-25")]
    assert reasons(views[2]) == [("Аня", "early", "CLA-13")]


def test_the_night_ends_at_eleven(replay: Replay) -> None:
    """CLA-12, CLA-14: Moscow time."""
    actions = (act("Доктор", "heal", "Аня", at="22:59:59"), act("Доктор", "heal", "Боря", at="23:00:00"))
    (view,) = replay("classic", CAST, night(1, *actions, act("Первый", "kill", "Аня")))
    assert view.saved == ("Аня",)
    assert reasons(view) == [("Доктор", "late", "CLA-12")]


def test_an_action_sent_by_day_is_kept_or_refused(replay: Replay) -> None:
    """CLA-13, D-3."""
    sent = night(1, act("Доктор", "heal", "Аня", at="15:00:00"), act("Первый", "kill", "Аня"))
    assert replay("classic", CAST, sent)[0].saved == ("Аня",)
    assert reasons(replay("classic", CAST, sent, early_actions="refuse")[0]) == [("Доктор", "early", "CLA-13")]


# Voting (CLA-20 … CLA-36).


def test_the_highest_net_score_is_executed(replay: Replay) -> None:
    """CLA-20, CLA-22, CLA-31, CLA-32."""
    votes = (red("Аня", "Боря"), red("Вера", "Боря"), blue("Гоша", "Боря"), red("Даша", "Вера"), red("Боря", "Вера"))
    (view,) = replay("classic", CAST, day(1, *votes))
    assert view.scores == {"Боря": 1, "Вера": 2}
    assert view.against == {"Боря": 2, "Вера": 2}
    assert view.defence == {"Боря": 1}
    assert view.executed == ("Вера",)


def test_the_last_vote_counts(replay: Replay) -> None:
    """CLA-23: also when only the colour changes."""
    (view,) = replay("classic", CAST, day(1, red("Аня", "Боря"), red("Аня", "Вера"), blue("Аня", "Вера")))
    assert [(vote.by, vote.on, vote.colour) for vote in view.votes] == [("Аня", "Вера", "blue")]
    assert view.rejected == ()
    assert view.executed == ()


def test_a_refused_vote_leaves_the_one_before(replay: Replay) -> None:
    """CLA-24, CLA-25, D-5."""
    votes = day(1, red("Аня", "Боря"), blue("Аня", "Аня"))
    (kept,) = replay("classic", CAST, votes)
    assert (kept.scores, reasons(kept)) == ({"Боря": 1}, [("Аня", "self", "CLA-25")])
    (cancelled,) = replay("classic", CAST, votes, refused_last="cancel")
    assert (cancelled.scores, cancelled.executed) == ({}, ())
    assert "Аня" in cancelled.missing


def test_a_late_vote_never_cancels(replay: Replay) -> None:
    votes = day(1, red("Аня", "Боря"), red("Аня", "Вера", "22:00:00"))
    assert replay("classic", CAST, votes, refused_last="cancel")[0].scores == {"Боря": 1}


def test_the_doctors_blue_weighs_three_and_the_prosecutors_red_two(replay: Replay) -> None:
    """CLA-26, CLA-27: and nobody else's, nor the other colour."""
    players = {**CAST, "Прокурор": "prosecutor"}
    votes = (blue("Доктор", "Аня"), red("Прокурор", "Аня"), red("Боря", "Вера"), blue("Гоша", "Вера"))
    (view,) = replay("classic", players, day(1, *votes))
    assert view.scores == {"Аня": -1, "Вера": 0}
    (other,) = replay("classic", players, day(1, red("Доктор", "Аня"), blue("Прокурор", "Боря")))
    assert other.scores == {"Аня": 1, "Боря": -1}


def test_votes_of_and_on_those_who_are_out_are_refused(replay: Replay) -> None:
    """CLA-36: in the order of the reasons."""
    votes = (red("Боря", "Аня"), red("Аня", "Боря"), red("Прохожий", "Аня"), red("Вера", "Никто"), red("Боря", "Боря"))
    views = replay("classic", CAST, day(1, red("Аня", "Боря")), night(1), day(2, *votes))
    assert reasons(views[2]) == [
        ("Боря", "dead", "CLA-36"),
        ("Аня", "dead-target", "CLA-36"),
        ("Прохожий", "not-playing", "CLA-36"),
        ("Вера", "unknown-name", "CLA-36"),
        ("Боря", "dead", "CLA-36"),
    ]


def test_edited_votes_count_and_deleted_ones_do_not(replay: Replay) -> None:
    """CLA-35, D-9."""
    votes = day(1, {**red("Аня", "Боря"), "edited": True}, {**red("Вера", "Боря"), "deleted": True})
    (view,) = replay("classic", CAST, votes)
    assert (view.scores, reasons(view)) == ({"Боря": 1}, [("Вера", "deleted", "CLA-35")])
    (strict,) = replay("classic", CAST, votes, edited_votes="refuse")
    assert reasons(strict) == [("Аня", "edited", "CLA-35"), ("Вера", "deleted", "CLA-35")]
    (lenient,) = replay("classic", CAST, votes, deleted_votes="count")
    assert (lenient.scores, lenient.rejected) == ({"Боря": 2}, ())


def test_whoever_gives_no_vote_that_counts_is_missing(replay: Replay) -> None:
    """CLA-34."""
    (view,) = replay("classic", cast("Первый", "Аня", "Боря", "Вера"), day(1, red("Аня", "Боря"), red("Вера", "Вера")))
    assert view.missing == ("Боря", "Вера", "Первый")


def test_a_tie_waits_for_the_host(replay: Replay) -> None:
    """CLA-33, D-8: undecided, ruled, all, none, drawn."""
    votes = (red("Аня", "Боря"), red("Вера", "Гоша"))
    (open_,) = replay("classic", CAST, day(1, *votes))
    assert (open_.tie, open_.executed) == (("Боря", "Гоша"), ())
    assert [(each.who, each.what, each.among) for each in open_.awaits] == [("host", "tie", ("Боря", "Гоша"))]
    ruling = [{"by": "host", "do": "execute", "on": ["Гоша"]}]
    (ruled,) = replay("classic", CAST, day(1, *votes, choices=ruling))
    assert (ruled.executed, ruled.awaits) == (("Гоша",), ())
    (none,) = replay("classic", CAST, day(1, *votes), tie="none")
    assert (none.executed, none.awaits) == ((), ())
    (both,) = replay("classic", CAST, day(1, *votes), tie="all")
    assert both.executed == ("Боря", "Гоша")
    (drawn,) = replay("classic", CAST, day(1, *votes, chance={"tie:Гоша": True}), tie="random")
    assert drawn.executed == ("Гоша",)
    assert len(replay("classic", CAST, day(1, *votes), tie="random")[0].executed) == 1


def test_nobody_is_executed_without_a_positive_score(replay: Replay) -> None:
    """CLA-32, D-7."""
    votes = day(1, red("Аня", "Боря"), blue("Вера", "Боря"))
    assert replay("classic", CAST, votes)[0].executed == ()
    assert replay("classic", CAST, votes, min_score=0)[0].executed == ("Боря",)
    assert replay("classic", CAST, votes, min_score=-99)[0].executed == ("Боря",)


# Acting at night (CLA-40 … CLA-43).


def test_the_last_action_in_time_counts(replay: Replay) -> None:
    """CLA-40: of one player, whatever it was; nobody has to act."""
    sent = (act("Доктор", "heal", "Аня"), act("Доктор", "poison", "Боря"), act("Первый", "kill", "Аня"))
    (view,) = replay("classic", CAST, night(1, *sent))
    assert (view.dead, view.silenced, view.rejected) == (("Аня",), ("Боря",), ())


def test_what_the_rules_forbid_is_refused_and_the_rest_stands(replay: Replay) -> None:
    """CLA-41, CLA-42."""
    sent = (
        act("Девочка", "visit", "Аня"),
        act("Девочка", "visit", "Девочка"),
        act("Боря", "kill", "Вера"),
        act("Первый", "kill", "Вера", "Вера"),
        act("Комиссар", "check"),
        act("Доктор", "heal", "Аня", "Боря"),
    )
    views = replay("classic", CAST, day(1, red("Аня", "Гоша")), night(1, *sent, act("Гоша", "heal", "Аня")))
    assert reasons(views[1]) == [
        ("Девочка", "self", "CLA-65"),
        ("Боря", "not-your-action", "CLA-41"),
        ("Первый", "bad-target", "CLA-41"),
        ("Комиссар", "bad-target", "CLA-41"),
        ("Доктор", "too-many-targets", "CLA-52"),
        ("Гоша", "dead", "CLA-41"),
    ]
    assert [event.what for event in views[1].events if event.kind == "acted"] == ["visit"]


def test_a_refused_action_cancels_only_where_the_option_says_so(replay: Replay) -> None:
    """CLA-42, D-5."""
    sent = night(1, act("Доктор", "heal", "Аня"), act("Доктор", "visit", "Боря"), act("Первый", "kill", "Аня"))
    assert replay("classic", CAST, sent)[0].saved == ("Аня",)
    assert replay("classic", CAST, sent, refused_last="cancel")[0].dead == ("Аня",)


def test_a_refused_message_of_the_boss_cancels_his_move(replay: Replay) -> None:
    """CLA-40, CLA-42, D-5: his own actions and the mafia's are one stack; those of lower ranks are not his."""
    sent = night(1, act("Первый", "kill", "Аня"), act("Первый", "visit", "Боря"))
    assert replay("classic", CAST, sent)[0].dead == ("Аня",)
    assert replay("classic", CAST, sent, refused_last="cancel")[0].dead == ()
    lower = night(1, act("Первый", "kill", "Аня"), act("Второй", "visit", "Боря"))
    assert replay("classic", CAST, lower, refused_last="cancel")[0].dead == ("Аня",)


def test_a_refused_vote_cancels_a_void_one_too(replay: Replay) -> None:
    """CLA-30, D-5."""
    votes = (red("Первый", "Вера"), red("Первый", "Первый"))
    phases = (night(1, act("Первый", "kill", "Аня", "Боря")), day(2, *votes))
    kept = replay("classic", CAST, *phases)[1]
    assert [each.reason for each in kept.rejected] == ["void", "self"]
    cancelled = replay("classic", CAST, *phases, refused_last="cancel")[1]
    assert [each.reason for each in cancelled.rejected] == ["self"]


def test_an_annulled_action_may_be_repeated(replay: Replay) -> None:
    """CLA-43, D-10."""
    nights = (
        night(1, act("Доктор", "heal", "Аня"), act("Девочка", "visit", "Доктор")),
        day(2),
        night(2, act("Доктор", "heal", "Аня")),
    )
    assert replay("classic", CAST, *nights)[2].rejected == ()
    assert reasons(replay("classic", CAST, *nights, annulled_counts=True)[2]) == [("Доктор", "same-target", "CLA-55")]


# The commissioner (CLA-44 … CLA-47).


@pytest.mark.parametrize(("target", "answer"), [("Второй", "mafia"), ("Путана", "not-mafia"), ("Аня", "not-mafia")])
def test_the_commissioner_learns_mafia_or_not(replay: Replay, target: str, answer: str) -> None:
    """CLA-44."""
    (view,) = replay("classic", CAST, night(1, act("Комиссар", "check", target)))
    assert [(told.to, told.about, told.answer) for told in view.told] == [("Комиссар", target, answer)]


def test_the_commissioners_kill_may_leave_a_trace(replay: Replay) -> None:
    """CLA-45, CLA-46: by name of the role only, and only if the victim dies."""
    kill = act("Комиссар", "kill", "Аня")
    (view,) = replay("classic", CAST, night(1, kill, chance={"commissioner-trace:Аня": True}))
    assert view.causes == {"Аня": ("commissioner",)}
    assert [(each.what, each.who, each.value) for each in view.announced] == [("victim-of", "Аня", "commissioner")]
    assert view.exposed == {}
    healed = night(1, kill, act("Доктор", "heal", "Аня"), chance={"commissioner-trace:Аня": True})
    assert replay("classic", CAST, healed)[0].announced == ()


def test_in_closed_light_the_commissioners_victim_is_shown_by_chance(replay: Replay) -> None:
    """CLA-47, CLA-102."""
    players = cast("Комиссар", "Первый", "Аня", "Боря", "Вера", "Гоша")
    for shown, revealed in ((True, "citizen"), (False, "hidden")):
        chance = {"commissioner-trace:Аня": False, "commissioner-reveal:Аня": shown}
        (view,) = replay("classic", players, night(1, act("Комиссар", "kill", "Аня"), chance=chance))
        assert view.revealed == {"Аня": revealed}


# The doctor (CLA-50 … CLA-59a).


def test_the_serum_shows_a_role_and_perhaps_the_doctor(replay: Replay) -> None:
    """CLA-50: in every light, and beside the reveal of one who dies."""
    players = cast("Доктор", "Первый", "Второй", "Аня", "Боря")
    sent = (act("Доктор", "serum", "Аня"), act("Первый", "kill", "Аня"))
    (view,) = replay("classic", players, night(1, *sent, chance={"serum-trace:Доктор": True}))
    assert view.exposed == {"Аня": "citizen", "Доктор": "doctor"}
    assert view.revealed == {"Аня": "hidden"}


def test_the_serums_role_goes_before_the_boss(replay: Replay) -> None:
    """CLA-50, CLA-71: one name, both made public."""
    sent = (act("Доктор", "serum", "Первый"), act("Первый", "kill", "Аня", "Боря"))
    chance = {"serum-trace:Доктор": False, "boss-trace:Первый": True}
    assert replay("classic", CAST, night(1, *sent, chance=chance))[0].exposed == {"Первый": "rank1"}


def test_the_serum_is_not_used_twice_running_below_fifteen(replay: Replay) -> None:
    """CLA-51, CLA-15."""
    nights = (night(1, act("Доктор", "serum", "Аня")), day(2), night(2, act("Доктор", "serum", "Боря")))
    assert reasons(replay("classic", CAST, *nights)[2]) == [("Доктор", "same-action", "CLA-51")]
    more = {**CAST, "Ира": "citizen", "Костя": "citizen"}
    assert replay("classic", more, *nights)[2].rejected == ()


def test_a_heal_stops_all_killers_of_the_night(replay: Replay) -> None:
    """CLA-52, CLA-53: himself too, but not the loss of a vote."""
    sent = (
        act("Доктор", "heal", "Доктор"),
        act("Первый", "kill", "Доктор"),
        act("Комиссар", "kill", "Доктор"),
        act("Путана", "silence", "Доктор"),
    )
    (view,) = replay("classic", CAST, night(1, *sent))
    assert (view.saved, view.dead, view.silenced) == (("Доктор",), (), ("Доктор",))


def test_a_poison_takes_the_vote_of_two_days(replay: Replay) -> None:
    """CLA-54, CLA-29, CLA-104."""
    views = replay(
        "classic",
        CAST,
        night(1, act("Доктор", "poison", "Аня")),
        day(2, red("Аня", "Боря")),
        night(2),
        day(3, red("Аня", "Боря")),
        night(3),
        day(4, red("Аня", "Боря")),
    )
    assert [view.silenced for view in views] == [("Аня",), (), ("Аня",), (), (), ()]
    assert reasons(views[1]) == reasons(views[3]) == [("Аня", "silenced", "CLA-29")]
    assert "Аня" not in views[1].missing
    assert views[5].executed == ("Боря",)


def test_nobody_is_healed_twice_running(replay: Replay) -> None:
    """CLA-55: attacked or not; a night between frees him; not with three alive (CLA-59a)."""
    again = night(2, act("Доктор", "heal", "Аня"))
    views = replay("classic", CAST, night(1, act("Доктор", "heal", "Аня")), day(2), again)
    assert reasons(views[2]) == [("Доктор", "same-target", "CLA-55")]
    views = replay(
        "classic", CAST, night(1, act("Доктор", "heal", "Аня")), day(2), night(2), day(3), {**again, "phase": "night3"}
    )
    assert views[4].rejected == ()
    players = cast("Доктор", "Аня", "Боря", Маньяк="maniac")
    views = replay("classic", players, night(1, act("Доктор", "heal", "Аня")), day(2, red("Аня", "Боря")), again)
    assert views[2].rejected == ()


def test_heal_from_a_role_is_an_option(replay: Replay) -> None:
    """CLA-56, D-11: saves every victim of that killer; not twice running from the same one."""
    sent = night(1, act("Доктор", "heal-role", guess="mafia"), act("Первый", "kill", "Аня", "Боря"))
    assert reasons(replay("classic", CAST, sent)[0]) == [("Доктор", "not-your-action", "CLA-41")]
    again = night(2, act("Доктор", "heal-role", guess="mafia"))
    views = replay("classic", CAST, sent, day(2), again, heal_role=True)
    assert views[0].saved == ("Аня", "Боря")
    assert reasons(views[2]) == [("Доктор", "same-target", "CLA-56")]
    wrong = night(1, act("Доктор", "heal-role", guess="girl"), act("Доктор", "heal-role"))
    assert [each.reason for each in replay("classic", CAST, wrong, heal_role=True)[0].rejected] == ["bad-target"] * 2


def test_after_a_heal_from_a_role_the_saved_are_not_healed(replay: Replay) -> None:
    """CLA-57, CLA-59: refused in secret."""
    views = replay(
        "classic",
        CAST,
        night(1, act("Доктор", "heal-role", guess="mafia"), act("Первый", "kill", "Аня")),
        day(2),
        night(2, act("Доктор", "heal", "Аня"), act("Первый", "kill", "Аня")),
        heal_role=True,
    )
    assert reasons(views[2]) == [("Доктор", "same-target", "CLA-57")]
    assert views[2].dead == ("Аня",)


@pytest.mark.parametrize(
    ("attacked", "healed", "dead"), [(True, "attacked", ("Аня",)), (False, "attacked", ()), (False, "any", ("Аня",))]
)
def test_after_a_heal_the_heal_from_a_role_passes_him_by(
    replay: Replay, attacked: bool, healed: str, dead: tuple[str, ...]
) -> None:
    """CLA-58, D-13: others of that killer are saved."""
    views = replay(
        "classic",
        CAST,
        night(1, act("Доктор", "heal", "Аня"), *([act("Первый", "kill", "Аня")] if attacked else [])),
        day(2),
        night(2, act("Доктор", "heal-role", guess="mafia"), act("Первый", "kill", "Аня", "Боря")),
        heal_role=True,
        heal_then_role=healed,
    )
    assert views[2].dead == dead
    assert "Боря" in views[2].saved
    assert views[2].rejected == ()


# The girl (CLA-60 … CLA-67).


def test_the_girl_annuls_what_the_visited_one_does(replay: Replay) -> None:
    """CLA-60, CLA-62, CLA-63: but does not protect him."""
    sent = (act("Девочка", "visit", "Комиссар"), act("Комиссар", "check", "Аня"), act("Первый", "kill", "Комиссар"))
    (view,) = replay("classic", CAST, night(1, *sent))
    assert (view.blocked, view.told, view.dead) == (("Комиссар",), (), ("Комиссар",))


def test_only_a_visit_to_the_boss_stops_the_mafia(replay: Replay) -> None:
    """CLA-61, CLA-80: also when a lower rank sent for the silent boss."""
    sent = act("Второй", "kill", "Аня")
    assert replay("classic", CAST, night(1, sent, act("Девочка", "visit", "Второй")))[0].dead == ("Аня",)
    (view,) = replay("classic", CAST, night(1, sent, act("Девочка", "visit", "Первый")))
    assert (view.dead, view.blocked) == ((), ("Первый",))


def test_a_visit_may_take_the_vote(replay: Replay) -> None:
    """CLA-64, CLA-104: with or without an action to annul."""
    for taken in (True, False):
        (view,) = replay("classic", CAST, night(1, act("Девочка", "visit", "Аня"), chance={"girl-silence:Аня": taken}))
        assert view.silenced == (("Аня",) if taken else ())
        assert view.blocked == ()


def test_the_girl_does_not_visit_the_same_player_twice_running(replay: Replay) -> None:
    """CLA-66, CLA-65."""
    views = replay(
        "classic", CAST, night(1, act("Девочка", "visit", "Аня")), day(2), night(2, act("Девочка", "visit", "Аня"))
    )
    assert reasons(views[2]) == [("Девочка", "same-target", "CLA-66")]
    players = cast("Девочка", "Аня", "Боря", Маньяк="maniac")
    views = replay(
        "classic",
        players,
        night(1, act("Девочка", "visit", "Аня")),
        day(2, red("Девочка", "Боря")),
        night(2, act("Девочка", "visit", "Аня")),
    )
    assert views[2].rejected == ()


@pytest.mark.parametrize(
    ("heal", "bloody", "dead"),
    [
        (None, True, ("Аня", "Девочка")),
        ("Аня", True, ("Девочка",)),
        ("Девочка", True, ("Аня",)),
        ("Аня", False, ("Аня", "Девочка")),
    ],
)
def test_a_bloody_kill_takes_the_visiting_girl_along(
    replay: Replay, heal: str | None, bloody: bool, dead: tuple[str, ...]
) -> None:
    """CLA-67, CLA-97, CLA-103, D-14: both are shown in closed light."""
    players = cast("Девочка", "Доктор", "Первый", "Аня", "Боря", "Вера", Маньяк="maniac")
    sent = [act("Маньяк", "bloody-kill", "Аня"), act("Девочка", "visit", "Аня")]
    sent += [act("Доктор", "heal", heal)] if heal else []
    (view,) = replay("classic", players, night(1, *sent), heal_bloody=bloody)
    assert view.dead == dead
    assert "hidden" not in view.revealed.values()


def test_an_ordinary_kill_leaves_the_girl_alone(replay: Replay) -> None:
    """CLA-97."""
    players = {**CAST, "Маньяк": "maniac"}
    (view,) = replay("classic", players, night(1, act("Маньяк", "kill", "Аня"), act("Девочка", "visit", "Аня")))
    assert view.dead == ("Аня",)


# The boss (CLA-70 … CLA-80).


def test_a_double_kill_may_expose_the_boss_and_voids_his_vote(replay: Replay) -> None:
    """CLA-70, CLA-71, CLA-77, CLA-30."""
    sent = night(1, act("Первый", "kill", "Аня", "Боря"), chance={"boss-trace:Первый": True})
    views = replay("classic", CAST, sent, day(2, red("Первый", "Вера"), red("Гоша", "Вера")))
    assert (views[0].dead, views[0].exposed) == (("Аня", "Боря"), {"Первый": "boss"})
    assert (views[0].void_votes, views[0].silenced) == (("Первый",), ())
    assert reasons(views[1]) == [("Первый", "void", "CLA-77")]
    assert views[1].scores == {"Вера": 1}
    assert "Первый" not in views[1].missing


def test_a_single_kill_leaves_no_traces(replay: Replay) -> None:
    (view,) = replay("classic", CAST, night(1, act("Первый", "kill", "Аня"), chance={"boss-trace:Первый": True}))
    assert (view.exposed, view.void_votes) == ({}, ())


def test_a_double_move_counts_by_the_order_given(replay: Replay) -> None:
    """CLA-71, D-15: or by the deaths."""
    sent = night(
        1, act("Первый", "kill", "Аня", "Боря"), act("Доктор", "heal", "Аня"), chance={"boss-trace:Первый": True}
    )
    (order,) = replay("classic", CAST, sent)
    assert (order.exposed, order.void_votes) == ({"Первый": "boss"}, ("Первый",))
    (deaths,) = replay("classic", CAST, sent, double_counts="deaths")
    assert (deaths.exposed, deaths.void_votes) == ({}, ())


def test_with_three_alive_there_is_no_second_kill(replay: Replay) -> None:
    """CLA-72, D-16, D-17."""
    players = cast("Первый", "Аня", Маньяк="maniac")
    two = night(1, act("Первый", "kill", "Аня", "Маньяк"))
    assert reasons(replay("classic", players, two)[0]) == [("Первый", "too-many-targets", "CLA-72")]
    assert replay("classic", players, two, excess_targets="first")[0].dead == ("Аня",)
    scare = night(1, act("Первый", "kill-scare", "Аня", "Маньяк"))
    assert reasons(replay("classic", players, scare)[0]) == [("Первый", "too-many-targets", "CLA-72")]
    assert replay("classic", players, scare, kill_scare_at_three=True)[0].dead == ("Аня",)


def test_the_boss_scares_up_to_three_and_below_ten_two(replay: Replay) -> None:
    """CLA-73, CLA-74, CLA-76."""
    three = night(1, act("Первый", "scare", "Аня", "Боря", "Вера"))
    assert replay("classic", CAST, three)[0].silenced == ("Аня", "Боря", "Вера")
    few = cast("Первый", "Второй", "Доктор", "Девочка", "Комиссар", "Аня", "Боря", "Вера", "Гоша")
    assert reasons(replay("classic", few, three)[0]) == [("Первый", "too-many-targets", "CLA-74")]
    assert replay("classic", few, three, excess_targets="first")[0].silenced == ("Аня", "Боря")
    again = replay("classic", CAST, three, day(2), {**three, "phase": "night2"})
    assert again[2].silenced == ("Аня", "Боря", "Вера")


@pytest.mark.parametrize(("alive", "void"), [(4, ("Первый",)), (5, ())])
def test_scaring_half_of_the_living_voids_the_bosss_vote(replay: Replay, alive: int, void: tuple[str, ...]) -> None:
    """CLA-77."""
    players = dict([*cast("Первый", "Аня", "Боря", "Вера", "Гоша").items()][:alive])
    assert replay("classic", players, night(1, act("Первый", "scare", "Аня", "Боря")))[0].void_votes == void


def test_one_is_killed_and_another_scared(replay: Replay) -> None:
    """CLA-75."""
    sent = night(1, act("Первый", "kill-scare", "Аня", "Боря"), chance={"boss-trace:Первый": False})
    (view,) = replay("classic", CAST, sent)
    assert (view.dead, view.silenced, view.void_votes) == (("Аня",), ("Боря",), ("Первый",))


def test_the_council_answers_the_team(replay: Replay) -> None:
    """CLA-78, CLA-79: yes, no, refused, or not yet; also to those who die that night."""
    for answer in ("yes", "no", "refused"):
        sent = act("Первый", "bribe", text="В игре осталось 3 роли города?", answer=answer)
        (view,) = replay("classic", CAST, night(1, sent, act("Комиссар", "kill", "Первый")))
        assert [(told.to, told.about, told.answer) for told in view.told] == [("team:mafia", None, answer)]
    assert replay("classic", CAST, night(1, act("Первый", "bribe", text="Сколько ролей?")))[0].told == ()


def test_a_lower_rank_acts_for_a_silent_boss(replay: Replay) -> None:
    """CLA-80: the highest that sent; traces and void vote are the boss's."""
    sent = (act("Третий", "kill", "Вера"), act("Второй", "kill", "Аня", "Боря"))
    (view,) = replay("classic", CAST, night(1, *sent, chance={"boss-trace:Первый": True}))
    assert view.dead == ("Аня", "Боря")
    assert (view.exposed, view.void_votes) == ({"Первый": "boss"}, ("Первый",))
    assert reasons(view) == [("Третий", "not-in-charge", "CLA-80")]
    (team,) = replay("classic", CAST, night(1, act("Второй", "kill", "Аня"), act("team:mafia", "kill", "Боря")))
    assert team.dead == ("Боря",)
    assert reasons(team) == [("Второй", "not-in-charge", "CLA-80")]


# The prostitute (CLA-85 … CLA-91).


def test_an_infected_client_dies_in_the_night_after(replay: Replay) -> None:
    """CLA-85, CLA-86, CLA-87: also when the prostitute is dead by then."""
    views = replay(
        "classic",
        CAST,
        night(1, act("Путана", "infect", "Аня"), chance={"infection-silence:Аня": True}),
        day(2, red("Боря", "Путана")),
        night(2),
    )
    assert (views[0].dead, views[0].silenced) == ((), ("Аня",))
    assert (views[2].dead, views[2].causes) == (("Аня",), {"Аня": ("prostitute",)})


def test_what_cures_an_infection(replay: Replay) -> None:
    """CLA-88: doctor or girl in the night of infection, the doctor in the night of death; not the girl then."""
    infected = act("Путана", "infect", "Аня")
    chance = {"infection-silence:Аня": True, "girl-silence:Аня": False}
    for cure in (act("Доктор", "heal", "Аня"), act("Девочка", "visit", "Аня")):
        views = replay("classic", CAST, night(1, infected, cure, chance=chance), day(2), night(2))
        assert (views[0].silenced, views[2].dead) == ((), ())
    healed = replay("classic", CAST, night(1, infected), day(2), night(2, act("Доктор", "heal", "Аня")))
    assert (healed[2].dead, healed[2].saved) == ((), ("Аня",))
    visited = replay("classic", CAST, night(1, infected), day(2), night(2, act("Девочка", "visit", "Аня")))
    assert visited[2].dead == ("Аня",)


def test_a_heal_from_another_role_cures_no_infection(replay: Replay) -> None:
    sent = (act("Путана", "infect", "Аня"), act("Доктор", "heal-role", guess="mafia"))
    views = replay("classic", CAST, night(1, *sent), day(2), night(2), heal_role=True)
    assert views[2].dead == ("Аня",)


@pytest.mark.parametrize(("happens", "dead"), [(True, ("Аня", "Шахид")), (False, ("Шахид",))])
def test_an_infected_shahid_may_take_his_mark_along(replay: Replay, happens: bool, dead: tuple[str, ...]) -> None:
    """CLA-89."""
    views = replay(
        "classic",
        {**CAST, "Шахид": "shahid"},
        night(1, act("Путана", "infect", "Шахид")),
        day(2),
        night(2, act("Шахид", "mark", "Аня"), chance={"infection-shahid:Аня": happens}),
    )
    assert views[2].dead == dead


def test_the_prostitute_may_only_take_a_vote(replay: Replay) -> None:
    """CLA-90."""
    views = replay("classic", CAST, night(1, act("Путана", "silence", "Аня")), day(2), night(2))
    assert (views[0].silenced, views[2].silenced, views[2].dead) == (("Аня",), (), ())


# Order and light (CLA-95 … CLA-105).


def test_everything_of_those_who_die_is_done(replay: Replay) -> None:
    """CLA-95, CLA-96, D-18: unless the option says otherwise; attacks are simultaneous in any case."""
    sent = night(
        1,
        act("Первый", "kill", "Доктор", "Комиссар"),
        act("Доктор", "heal", "Аня"),
        act("Комиссар", "check", "Второй"),
        act("Путана", "silence", "Боря"),
    )
    both = (sent, day(2), night(2, act("Первый", "kill", "Аня")))
    (view, *_rest) = replay("classic", CAST, *both)
    assert [told.answer for told in view.told] == ["mafia"]
    (strict, *_rest) = replay("classic", CAST, *both, dead_act=False)
    assert (strict.dead, strict.told, strict.silenced) == (("Доктор", "Комиссар"), (), ("Боря",))


def test_a_dying_doctors_heal_falls_with_him_where_the_dead_do_not_act(replay: Replay) -> None:
    """CLA-96, D-18."""
    sent = night(1, act("Первый", "kill", "Доктор", "Аня"), act("Доктор", "heal", "Аня"))
    assert replay("classic", CAST, sent)[0].dead == ("Доктор",)
    assert replay("classic", CAST, sent, dead_act=False)[0].dead == ("Аня", "Доктор")


def test_where_the_dead_do_not_act_they_infect_and_cure_nobody(replay: Replay) -> None:
    """CLA-86, CLA-88, D-18."""
    chance = {"infection-silence:Аня": True}
    infected = night(1, act("Путана", "infect", "Аня"), act("Первый", "kill", "Путана"), chance=chance)
    for acts, dead in ((True, ("Аня",)), (False, ())):
        views = replay("classic", CAST, infected, day(2), night(2), dead_act=acts)
        assert (views[0].silenced, views[2].dead) == (dead, dead)
    for cure in (act("Доктор", "heal", "Аня"), act("Девочка", "visit", "Аня")):
        fallen = act("Первый", "kill", str(cure["by"]))
        sent = night(1, act("Путана", "infect", "Аня"), cure, fallen, chance={**chance, "girl-silence:Аня": False})
        assert replay("classic", CAST, sent)[0].silenced == ()
        assert replay("classic", CAST, sent, dead_act=False)[0].silenced == ("Аня",)


def test_roles_are_told_while_more_than_ten_live(replay: Replay) -> None:
    """CLA-100, CLA-101, D-4: counted when the phase begins."""
    players = dict([*CAST.items()][:11])
    killed = night(1, act("Первый", "kill", "Аня"))
    (before,) = replay("classic", players, killed)
    assert (before.revealed, before.light) == ({"Аня": "citizen"}, "closed")
    (after,) = replay("classic", players, killed, reveal_count="after")
    assert after.revealed == {"Аня": "hidden"}


def test_a_boss_is_shown_as_dealt_or_as_boss(replay: Replay) -> None:
    """CLA-81, D-19."""
    days = (day(1, red("Аня", "Первый")), night(1), day(2, red("Аня", "Второй")))
    assert replay("classic", CAST, *days)[2].revealed == {"Второй": "rank2"}
    assert replay("classic", CAST, *days, revealed_role="current")[2].revealed == {"Второй": "boss"}


def test_nothing_else_of_a_night_is_told(replay: Replay) -> None:
    """CLA-105."""
    sent = (act("Первый", "kill", "Аня"), act("Доктор", "heal", "Аня"), act("Комиссар", "check", "Первый"))
    (view,) = replay("classic", CAST, night(1, *sent))
    assert [event.kind for event in view.events if event.audience.town] == ["light"]


# Succession (CLA-81, CLA-82).


def test_the_next_rank_is_boss_from_the_end_of_the_phase(replay: Replay) -> None:
    """CLA-4, CLA-81, CLA-82: what the old one did in his last night is done."""
    views = replay(
        "classic",
        CAST,
        night(1, act("Первый", "kill", "Аня"), act("Комиссар", "kill", "Первый")),
        day(2),
        night(2, act("Второй", "kill", "Боря")),
    )
    assert (views[0].dead, views[0].roles) == (("Аня", "Первый"), {"Второй": "boss"})
    assert views[2].dead == ("Боря",)


def test_the_office_passes_over_all_who_die_at_once(replay: Replay) -> None:
    players = {
        **cast("Первый", "Второй", "Аня", "Боря", "Вера", "Гоша"),
        "Адвокат": "advocate",
        "Журналист": "journalist",
    }
    players |= {"Комиссар": "commissioner", "Маньяк": "maniac"}
    (view,) = replay("classic", players, night(1, act("Комиссар", "kill", "Первый"), act("Маньяк", "kill", "Второй")))
    assert view.roles == {"Адвокат": "boss"}


# Victory (CLA-120 … CLA-125).


@pytest.mark.parametrize(
    ("players", "options", "winners"),
    [
        ({"Первый": "rank1", "Аня": "citizen"}, {}, ("mafia",)),
        ({"Первый": "rank1", "Аня": "citizen"}, {"mafia_win": "last"}, ()),
        ({"Первый": "rank1"}, {"mafia_win": "last"}, ("mafia",)),
        ({"Первый": "rank1", "Аня": "citizen", "Боря": "citizen"}, {}, ()),
        ({"Аня": "citizen", "Боря": "citizen"}, {}, ("town",)),
        ({"Маньяк": "maniac", "Аня": "citizen"}, {}, ("Маньяк",)),
        ({"Маньяк": "maniac", "Аня": "citizen", "Боря": "citizen"}, {}, ()),
        ({"Маньяк": "maniac", "Первый": "rank1", "Второй": "rank2"}, {}, ()),
        ({"Путана": "prostitute", "Аня": "citizen"}, {}, ("town", "Путана")),
        ({"Путана": "prostitute", "Первый": "rank1"}, {}, ("mafia", "Путана")),
        ({"Путана": "prostitute", "Первый": "rank1", "Аня": "citizen"}, {}, ()),
        ({"Путана": "prostitute"}, {}, ("Путана",)),
        ({"Путана": "prostitute", "Аня": "citizen"}, {"prostitute_win": "alone"}, ("Путана",)),
        ({"Путана": "prostitute", "Аня": "citizen", "Боря": "citizen"}, {"prostitute_win": "alone"}, ()),
        (
            {"Маньяк": "maniac", "Путана": "prostitute", "Аня": "citizen"},
            {"prostitute_link": True},
            ("Маньяк", "Путана"),
        ),
        ({"Маньяк": "maniac", "Путана": "prostitute", "Аня": "citizen"}, {}, ()),
    ],
)
def test_who_has_won(
    replay: Replay, players: Mapping[str, str], options: Mapping[str, Any], winners: tuple[str, ...]
) -> None:
    """CLA-120, CLA-122, CLA-123, CLA-124, CLA-125, CLA-91."""
    (view,) = replay("classic", players, day(1), **options)
    assert view.winners == winners


def test_with_nobody_alive_nobody_has_won(replay: Replay) -> None:
    """CLA-121."""
    players = {"Маньяк": "maniac", "Первый": "rank1"}
    (view,) = replay("classic", players, night(1, act("Маньяк", "kill", "Первый"), act("Первый", "kill", "Маньяк")))
    assert view.winners == ("nobody",)


def test_a_linked_prostitute_does_not_win_with_the_town(replay: Replay) -> None:
    """CLA-91, CLA-125: when her maniac is dead."""
    players = {"Маньяк": "maniac", "Путана": "prostitute", "Аня": "citizen", "Боря": "citizen"}
    (view,) = replay("classic", players, day(1, red("Аня", "Маньяк")), prostitute_link=True)
    assert view.winners == ("town",)


# Chances (CLA-110).


def test_a_draw_that_does_not_arise_is_ignored(replay: Replay) -> None:
    """CLA-110."""
    (view,) = replay("classic", CAST, night(1, chance={"girl-silence:Аня": True}))
    assert view.silenced == ()


def test_a_chance_of_no_rule_is_a_fault(read: Any) -> None:
    faults = read("classic", CAST, night(1, chance={"girl-silense:Аня": True, "girl-silence:Ания": True}))
    assert [(fault.code, fault.allowed[0]) for fault in faults] == [
        (FaultCode.UNKNOWN_CHANCE, "girl-silence"),
        (FaultCode.UNKNOWN_PLAYER, "Аня"),
    ]
