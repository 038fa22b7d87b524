"""The rules of the New Year mafia where they differ from classic's, one game each (docs/rules/newyear.md)."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import FaultCode, Ruleset, load_ruleset
from tests.engine.games import Replay, act, blue, day, night, reasons, red

CAST: Mapping[str, str] = {
    "Санта": "rank1",
    "Тролль": "rank2",
    "Эльф": "rank3",
    "Кай": "advocate",
    "Щелкунчик": "blackmailer",
    "Королева": "highlander",
    "Мороз": "sheriff",
    "Снегурочка": "sergeant",
    "Снеговик": "doctor",
    "Снежинка": "girl",
    "Герда": "prosecutor",
    "Хлопушка": "shahid",
    "Зайчик": "citizen",
    "Белочка": "citizen",
    "Лисичка": "citizen",
    "Мишка": "citizen",
    "Волк": "citizen",
}


def cast(*names: str, **more: str) -> dict[str, str]:
    """Those of the cast, and some more."""
    return {**{name: CAST[name] for name in names}, **more}


def without(*names: str) -> dict[str, str]:
    """The cast without some."""
    return {name: role for name, role in CAST.items() if name not in names}


# Line-up and clock (NEW-1 … NEW-11).


def test_the_line_up_is_that_of_the_document() -> None:
    """NEW-1, NEW-2, NEW-3: seventeen players; maniac and commissioner are guests."""
    rules = load_ruleset("newyear")
    assert isinstance(rules, Ruleset)
    assert sum(role.count for role in rules.roles.values()) == 17
    assert {name for name, role in rules.roles.items() if role.guest} == {"maniac", "commissioner"}


@pytest.mark.parametrize("role", ["sniper", "prostitute", "rank4"])
def test_a_role_without_a_description_is_a_fault(read: Any, role: str) -> None:
    """NEW-3."""
    assert [fault.code for fault in read("newyear", {"Вася": role})] == [FaultCode.UNKNOWN_ROLE]


def test_the_times_are_those_of_classic(replay: Replay) -> None:
    """NEW-10, NEW-11, D-1."""
    votes = day(1, red("Зайчик", "Волк", "21:59:59"), red("Мишка", "Волк", "22:00:00"))
    (view, after) = replay("newyear", CAST, votes, night(1, act("Снеговик", "heal", "Волк", at="23:00:00")))
    assert reasons(view) == [("Мишка", "late", "NEW-10")]
    assert [each.reason for each in after.rejected] == ["late"]


# Voting (NEW-20 … NEW-26).


def test_weights_are_those_of_doctor_and_prosecutor(replay: Replay) -> None:
    """NEW-20, NEW-21, NEW-22, NEW-23, NEW-25."""
    votes = (blue("Снеговик", "Волк"), red("Герда", "Мишка"), red("Зайчик", "Волк"), red("Волк", "Волк"))
    (view,) = replay("newyear", CAST, day(1, *votes))
    assert view.scores == {"Мишка": 2, "Волк": -2}
    assert view.executed == ("Мишка",)
    assert reasons(view) == [("Волк", "self", "NEW-21")]


def test_silence_is_public_and_the_bosss_void_is_not(replay: Replay) -> None:
    """NEW-24, NEW-31, NEW-32, NEW-86."""
    sent = night(1, act("Санта", "kill-scare", "Зайчик", "Волк"), chance={"boss-trace:Санта": False})
    views = replay("newyear", CAST, sent, day(2, red("Волк", "Мишка"), red("Санта", "Мишка")))
    assert (views[0].silenced, views[0].void_votes) == (("Волк",), ("Санта",))
    assert reasons(views[1]) == [("Волк", "silenced", "NEW-24"), ("Санта", "void", "CLA-77")]


def test_an_alibi_saves_from_the_execution(replay: Replay) -> None:
    """NEW-26, NEW-41, NEW-42: himself too, every night; nobody dies instead."""
    alibi = act("Кай", "alibi", "Кай")
    views = replay(
        "newyear", CAST, night(1, alibi), day(2, red("Волк", "Кай"), red("Мишка", "Кай"), red("Кай", "Волк"))
    )
    assert views[0].protected == ("Кай",)
    assert (views[1].executed, views[1].acquitted, views[1].dead) == ((), {"Кай": "alibi"}, ())
    again = replay("newyear", CAST, night(1, alibi), day(2), {**night(2, alibi)}, day(3, red("Волк", "Кай")))
    assert again[3].acquitted == {"Кай": "alibi"}


def test_an_alibi_is_looked_at_after_the_ruling(replay: Replay) -> None:
    """NEW-26: with a tie."""
    tie = day(2, red("Волк", "Кай"), red("Мишка", "Зайчик"), choices=[{"by": "host", "do": "execute", "on": ["Кай"]}])
    views = replay("newyear", CAST, night(1, act("Кай", "alibi", "Кай")), tie)
    assert (views[1].executed, views[1].acquitted) == ((), {"Кай": "alibi"})


def test_an_alibi_holds_for_one_day(replay: Replay) -> None:
    """NEW-41."""
    views = replay("newyear", CAST, night(1, act("Кай", "alibi", "Кай")), day(2), night(2), day(3, red("Волк", "Кай")))
    assert views[3].executed == ("Кай",)


def test_the_prosecutor_takes_an_alibi_off(replay: Replay) -> None:
    """NEW-55: of the same night."""
    sent = (act("Герда", "prosecute", "Волк"), act("Кай", "alibi", "Волк"))
    views = replay("newyear", CAST, night(1, *sent), day(2, red("Мишка", "Волк")))
    assert (views[0].protected, views[1].executed) == ((), ("Волк",))


def test_an_alibi_outlives_its_advocate(replay: Replay) -> None:
    """NEW-43, NEW-44: killed, or boss by the results of the night; as boss he gives no more."""
    sent = (act("Кай", "alibi", "Волк"), act("Королева", "kill", "Кай"))
    views = replay("newyear", CAST, night(1, *sent), day(2, red("Мишка", "Волк")))
    assert views[1].acquitted == {"Волк": "alibi"}
    few = without("Тролль", "Эльф")
    sent = (act("Кай", "alibi", "Волк"), act("Королева", "kill", "Санта"))
    views = replay("newyear", few, night(1, *sent), day(2, red("Мишка", "Волк")), night(2, act("Кай", "alibi", "Волк")))
    assert views[0].roles == {"Кай": "boss"}
    assert views[1].acquitted == {"Волк": "alibi"}
    assert reasons(views[2]) == [("Кай", "not-your-action", "CLA-41")]


# The mafia (NEW-30 … NEW-49, NEW-71 … NEW-73).


def test_the_boss_plays_as_in_classic(replay: Replay) -> None:
    """NEW-30, NEW-31, NEW-33, NEW-35, NEW-37."""
    sent = night(1, act("Санта", "kill", "Зайчик", "Волк"), chance={"boss-trace:Санта": True})
    (view,) = replay("newyear", CAST, sent)
    assert (view.dead, view.exposed, view.void_votes) == (("Волк", "Зайчик"), {"Санта": "boss"}, ("Санта",))
    (asked,) = replay("newyear", CAST, night(1, act("Санта", "bribe", text="?", answer="no")))
    assert [(told.to, told.answer) for told in asked.told] == [("team:mafia", "no")]


def test_only_ranks_speak_for_a_silent_boss(replay: Replay) -> None:
    """NEW-36, D-2: with `all` the advocate too, beside his own action."""
    sent = night(1, act("Кай", "kill", "Волк"), act("Кай", "alibi", "Мишка"))
    (view,) = replay("newyear", CAST, sent)
    assert (view.dead, reasons(view)) == ((), [("Кай", "not-in-charge", "NEW-36")])
    (all_,) = replay("newyear", CAST, sent, fallback="all")
    assert (all_.dead, all_.protected) == (("Волк",), ("Мишка",))
    ranks = night(1, act("Эльф", "kill", "Волк"), act("Тролль", "kill", "Мишка"), act("Щелкунчик", "kill", "Зайчик"))
    (ordered,) = replay("newyear", CAST, ranks, fallback="all")
    assert ordered.dead == ("Мишка",)


@pytest.mark.parametrize("taken", [True, False])
def test_the_blackmailer_annuls_and_perhaps_silences(replay: Replay, taken: bool) -> None:
    """NEW-45, NEW-46."""
    sent = (act("Щелкунчик", "block", "Снегурочка"), act("Снегурочка", "check", "Санта"))
    (view,) = replay("newyear", CAST, night(1, *sent, chance={"block-silence:Снегурочка": taken}))
    assert (view.blocked, view.told) == (("Снегурочка",), ())
    assert view.silenced == (("Снегурочка",) if taken else ())


def test_a_blackmailer_stops_the_mafia_only_at_the_boss(replay: Replay) -> None:
    """NEW-46."""
    for target, dead in (("Санта", ()), ("Тролль", ("Волк",))):
        (view,) = replay("newyear", CAST, night(1, act("Щелкунчик", "block", target), act("Тролль", "kill", "Волк")))
        assert view.dead == dead


def test_of_two_who_block_each_other_the_blackmailer_prevails(replay: Replay) -> None:
    """NEW-47, D-3: or neither."""
    sent = night(
        1,
        act("Щелкунчик", "block", "Снежинка"),
        act("Снежинка", "visit", "Щелкунчик"),
        chance={"block-silence:Снежинка": True, "girl-silence:Щелкунчик": True},
    )
    (view,) = replay("newyear", CAST, sent)
    assert (view.blocked, view.silenced) == (("Снежинка",), ("Снежинка",))
    assert [event.rule for event in view.events if event.kind == "blocked"] == ["NEW-47"]
    (both,) = replay("newyear", CAST, sent, mutual_block="annul")
    assert (both.blocked, both.silenced) == (("Снежинка", "Щелкунчик"), ())


def test_a_block_that_is_annulled_annuls_nothing(replay: Replay) -> None:
    """NEW-48."""
    sent = (act("Щелкунчик", "block", "Снежинка"), act("Снежинка", "visit", "Санта"), act("Санта", "kill", "Волк"))
    (view,) = replay("newyear", CAST, night(1, *sent))
    assert (view.dead, view.blocked) == (("Волк",), ("Снежинка",))
    other = (act("Снежинка", "visit", "Щелкунчик"), act("Щелкунчик", "block", "Снеговик"))
    healed = (act("Снеговик", "heal", "Волк"), act("Санта", "kill", "Волк"))
    (view,) = replay("newyear", CAST, night(1, *other, *healed))
    assert (view.saved, view.blocked) == (("Волк",), ("Щелкунчик",))


@pytest.mark.parametrize(
    ("girl_dies", "dead"), [(False, ("Волк", "Щелкунчик")), (True, ("Волк", "Снежинка", "Щелкунчик"))]
)
def test_a_bloody_kill_takes_the_blocking_blackmailer(replay: Replay, girl_dies: bool, dead: tuple[str, ...]) -> None:
    """NEW-49, D-4."""
    players = {**CAST, "Маньяк": "maniac"}
    sent = (act("Маньяк", "bloody-kill", "Волк"), act("Щелкунчик", "block", "Волк"), act("Снежинка", "visit", "Волк"))
    (view,) = replay("newyear", players, night(1, *sent), bloody_girl=girl_dies)
    assert view.dead == dead
    assert view.causes["Щелкунчик"] == ("maniac",)


def test_the_office_goes_to_the_ranks_then_the_advocate_then_the_blackmailer(replay: Replay) -> None:
    """NEW-4, NEW-71, NEW-72."""
    days = (
        day(1, red("Волк", "Санта")),
        night(1, act("Королева", "kill", "Тролль")),
        day(2, red("Волк", "Эльф")),
        night(2, act("Королева", "kill", "Кай")),
    )
    views = replay("newyear", CAST, *days)
    assert [view.roles for view in views] == [
        {"Тролль": "boss"},
        {"Эльф": "boss"},
        {"Кай": "boss"},
        {"Щелкунчик": "boss"},
    ]


def test_a_boss_whom_the_host_brings_back_has_his_office_again(replay: Replay) -> None:
    """NEW-4, NEW-71, CLA-4: the highest living rank holds it."""
    back = [{"by": "host", "do": "revive", "on": ["Санта", "Волк"]}]
    days = (day(1, red("Волк", "Санта")), night(1, act("Королева", "kill", "Волк")), day(2, choices=back))
    views = replay("newyear", CAST, *days, night(2, act("Тролль", "kill", "Мишка"), act("Санта", "kill", "Волк")))
    assert [view.roles for view in views] == [{"Тролль": "boss"}, {}, {"Санта": "boss"}, {}]
    assert (views[3].dead, reasons(views[3])) == (("Волк",), [("Тролль", "not-in-charge", "NEW-36")])


def test_a_blackmailer_who_is_boss_chooses_one_action(replay: Replay) -> None:
    """NEW-73, D-9."""
    players = without("Санта", "Тролль", "Эльф", "Кай")
    kill, block = act("Щелкунчик", "kill", "Волк"), act("Щелкунчик", "block", "Снеговик")
    (last_block,) = replay("newyear", players, night(1, kill, block, act("Снеговик", "heal", "Мишка")))
    assert (last_block.dead, last_block.blocked) == ((), ("Снеговик",))
    (last_kill,) = replay("newyear", players, night(1, block, kill, act("Снеговик", "heal", "Мишка")))
    assert (last_kill.dead, last_kill.blocked) == (("Волк",), ())
    (never,) = replay("newyear", players, night(1, block), blackmailer_boss_blocks=False)
    assert reasons(never) == [("Щелкунчик", "not-your-action", "CLA-41")]


# Highlander, sheriff, sergeant (NEW-50 … NEW-54).


def test_shots_do_nothing_to_the_highlander(replay: Replay) -> None:
    """NEW-50, NEW-50a: neither dead nor saved; she may be blocked, executed, and lose her vote."""
    sent = (act("Санта", "kill", "Королева"), act("Мороз", "shoot", "Королева"), act("Снеговик", "heal", "Королева"))
    views = replay("newyear", CAST, night(1, *sent, act("Королева", "kill", "Волк")), day(2, red("Мишка", "Королева")))
    assert (views[0].dead, views[0].saved) == (("Волк",), ())
    assert views[1].executed == ("Королева",)
    (blocked,) = replay(
        "newyear", CAST, night(1, act("Снежинка", "visit", "Королева"), act("Королева", "kill", "Волк"))
    )
    assert (blocked.dead, blocked.blocked) == ((), ("Королева",))


def test_sheriff_and_sergeant_have_one_action_between_them(replay: Replay) -> None:
    """NEW-5, NEW-51, NEW-52, NEW-53, D-5: the later one, whoever sent it; the answer goes to the sergeant."""
    sent = night(1, act("Снегурочка", "shoot", "Волк"), act("Мороз", "check", "Королева"))
    (later,) = replay("newyear", CAST, sent)
    assert later.dead == ()
    assert [(told.to, told.about, told.answer) for told in later.told] == [("Снегурочка", "Королева", "neutral")]
    sent = night(1, act("Мороз", "shoot", "Волк"), act("Снегурочка", "check", "Мишка"))
    (sheriff,) = replay("newyear", CAST, sent, pair_last="sheriff")
    assert (sheriff.dead, sheriff.told, sheriff.causes) == (("Волк",), (), {"Волк": ("sheriff",)})


@pytest.mark.parametrize(("target", "answer"), [("Волк", "town"), ("Щелкунчик", "mafia"), ("Королева", "neutral")])
def test_the_sergeant_learns_the_side(replay: Replay, target: str, answer: str) -> None:
    """NEW-52."""
    (view,) = replay("newyear", CAST, night(1, act("Снегурочка", "check", target)))
    assert [told.answer for told in view.told] == [answer]


def test_a_shot_is_the_sheriffs_and_a_check_the_sergeants(replay: Replay) -> None:
    """NEW-53, D-6: for a block."""
    shot = act("Снегурочка", "shoot", "Волк")
    for visited, blocked in (("Мороз", ("Мороз",)), ("Снегурочка", ())):
        (view,) = replay("newyear", CAST, night(1, shot, act("Снежинка", "visit", visited)))
        assert view.blocked == blocked
    (either,) = replay("newyear", CAST, night(1, shot, act("Снежинка", "visit", "Снегурочка")), pair_block="either")
    assert either.dead == ()


def test_alone_each_of_the_pair_has_only_his_own(replay: Replay) -> None:
    """NEW-54."""
    (sergeant,) = replay("newyear", without("Мороз"), night(1, act("Снегурочка", "shoot", "Волк")))
    (sheriff,) = replay("newyear", without("Снегурочка"), night(1, act("Мороз", "check", "Волк")))
    assert [reasons(view)[0][1] for view in (sergeant, sheriff)] == ["not-your-action"] * 2


# The doctor (NEW-56 … NEW-59, NEW-65 … NEW-68).


def test_the_doctor_heals_from_a_role(replay: Replay) -> None:
    """NEW-57, NEW-58: both of a double kill; not the victims of another."""
    sent = (
        act("Снеговик", "heal-role", guess="mafia"),
        act("Санта", "kill", "Волк", "Мишка"),
        act("Королева", "kill", "Зайчик"),
    )
    (view,) = replay("newyear", CAST, night(1, *sent))
    assert (view.saved, view.dead) == (("Волк", "Мишка"), ("Зайчик",))


def test_heal_from_a_role_ends_with_ten_alive(replay: Replay) -> None:
    """NEW-65."""
    players = dict([*CAST.items()][:10])
    (view,) = replay("newyear", players, night(1, act("Снеговик", "heal-role", guess="mafia")))
    assert reasons(view) == [("Снеговик", "no-uses-left", "NEW-65")]


def test_heal_from_a_role_ends_with_one_killing_side(replay: Replay) -> None:
    """NEW-66: mafia, highlander and a guest maniac are three."""
    sent = night(1, act("Снеговик", "heal-role", guess="sheriff"))
    assert reasons(replay("newyear", without("Королева"), sent)[0]) == [("Снеговик", "no-uses-left", "NEW-66")]
    assert replay("newyear", {**without("Королева"), "Маньяк": "maniac"}, sent)[0].rejected == ()


def test_not_from_the_same_role_twice_running(replay: Replay) -> None:
    """NEW-67."""
    first = night(1, act("Снеговик", "heal-role", guess="mafia"))
    for guess, refused in (("mafia", [("Снеговик", "same-target", "NEW-67")]), ("highlander", [])):
        views = replay("newyear", CAST, first, day(2), night(2, act("Снеговик", "heal-role", guess=guess)))
        assert reasons(views[2]) == refused


def test_a_heal_after_a_heal_from_a_role_is_refused_in_secret(replay: Replay) -> None:
    """NEW-68."""
    sent = (act("Снеговик", "heal-role", guess="highlander"), act("Королева", "kill", "Волк"))
    views = replay("newyear", CAST, night(1, *sent), day(2), night(2, act("Снеговик", "heal", "Волк")))
    assert reasons(views[2]) == [("Снеговик", "same-target", "NEW-68")]


def test_serum_and_poison_are_those_of_classic(replay: Replay) -> None:
    """NEW-56, NEW-59."""
    (serum,) = replay("newyear", CAST, night(1, act("Снеговик", "serum", "Кай"), chance={"serum-trace:Снеговик": True}))
    assert serum.exposed == {"Кай": "advocate", "Снеговик": "doctor"}
    poison = replay("newyear", CAST, night(1, act("Снеговик", "poison", "Кай")), day(2), night(2))
    assert (poison[0].silenced, poison[2].silenced) == (("Кай",), ("Кай",))


# The shahid (NEW-60 … NEW-64).


def test_an_attacked_shahid_takes_his_mark_along(replay: Replay) -> None:
    """NEW-60, NEW-61, NEW-62: healed or not, and the highlander too."""
    mark = act("Хлопушка", "mark", "Королева")
    kill = act("Санта", "kill", "Хлопушка")
    (view,) = replay("newyear", CAST, night(1, mark, kill))
    assert view.causes == {"Королева": ("shahid",), "Хлопушка": ("mafia",)}
    (saved,) = replay("newyear", CAST, night(1, mark, kill, act("Снеговик", "heal", "Хлопушка")))
    assert (saved.dead, saved.saved) == (("Королева",), ("Хлопушка",))


def test_a_heal_of_the_marked_one_is_an_option(replay: Replay) -> None:
    """NEW-61, D-7."""
    sent = night(1, act("Хлопушка", "mark", "Волк"), act("Санта", "kill", "Хлопушка"), act("Снеговик", "heal", "Волк"))
    assert replay("newyear", CAST, sent)[0].dead == ("Хлопушка",)
    assert replay("newyear", CAST, sent, heal_mark=False)[0].dead == ("Волк", "Хлопушка")


def test_a_blocked_shahid_dies_alone(replay: Replay) -> None:
    """NEW-63: blocked by either; an attack that was annulled is none."""
    sent = (act("Хлопушка", "mark", "Волк"), act("Санта", "kill", "Хлопушка"))
    for block in (act("Снежинка", "visit", "Хлопушка"), act("Щелкунчик", "block", "Хлопушка")):
        assert replay("newyear", CAST, night(1, *sent, block))[0].dead == ("Хлопушка",)
    assert replay("newyear", CAST, night(1, *sent, act("Снежинка", "visit", "Санта")))[0].dead == ()


@pytest.mark.parametrize("operation", ["modkill", "kill"])
def test_a_shahid_whom_the_host_removes_takes_nobody(replay: Replay, operation: str) -> None:
    """NEW-60: nobody has attacked him."""
    removal = [{"by": "host", "do": operation, "on": ["Хлопушка"]}]
    (view,) = replay("newyear", CAST, night(1, act("Хлопушка", "mark", "Волк"), choices=removal))
    assert view.dead == ("Хлопушка",)


@pytest.mark.parametrize(("takes", "dead"), [(False, ("Хлопушка",)), (True, ("Волк", "Хлопушка"))])
def test_an_executed_shahid_takes_nobody_unless_the_option_says_so(
    replay: Replay, takes: bool, dead: tuple[str, ...]
) -> None:
    """NEW-63, D-8."""
    views = replay(
        "newyear",
        CAST,
        night(1, act("Хлопушка", "mark", "Волк")),
        day(2, red("Мишка", "Хлопушка")),
        shahid_execution=takes,
    )
    assert (views[1].executed, views[1].dead) == (("Хлопушка",), dead)


def test_not_the_same_mark_twice_running(replay: Replay) -> None:
    """NEW-64."""
    views = replay(
        "newyear", CAST, night(1, act("Хлопушка", "mark", "Волк")), day(2), night(2, act("Хлопушка", "mark", "Волк"))
    )
    assert reasons(views[2]) == [("Хлопушка", "same-target", "NEW-64")]


# Order, light, victory (NEW-70, NEW-80 … NEW-95).


def test_where_the_dead_do_not_act_an_alibi_and_the_traces_of_a_kill_outlive_them(replay: Replay) -> None:
    """NEW-43, NEW-35, NEW-80, D-18: what the document keeps, and what follows from kills, which are always done."""
    sent = (
        act("Кай", "alibi", "Волк"),
        act("Королева", "kill", "Кай"),
        act("Санта", "kill", "Снегурочка", "Зайчик"),
        act("Снегурочка", "check", "Санта"),
        act("Мороз", "check", "Санта"),
        act("Хлопушка", "mark", "Санта"),
    )
    shot = night(1, *sent, act("Маньяк", "kill", "Хлопушка"), chance={"boss-trace:Санта": True})
    (view,) = replay("newyear", {**CAST, "Маньяк": "maniac"}, shot, dead_act=False)
    assert view.dead == ("Зайчик", "Кай", "Санта", "Снегурочка", "Хлопушка")
    assert (view.protected, view.exposed, view.told) == (("Волк",), {"Санта": "boss"}, ())


@pytest.mark.parametrize(
    ("acts", "dead", "blocked"), [(True, ("Волк", "Снежинка"), ("Снеговик",)), (False, ("Снежинка",), ())]
)
def test_where_the_dead_do_not_act_their_blocks_fall_too(
    replay: Replay, acts: bool, dead: tuple[str, ...], blocked: tuple[str, ...]
) -> None:
    """NEW-80, CLA-96, D-18: whom the dying girl visits acts."""
    sent = (
        act("Снежинка", "visit", "Снеговик"),
        act("Снеговик", "heal", "Волк"),
        act("Санта", "kill", "Волк", "Снежинка"),
    )
    (view,) = replay("newyear", CAST, night(1, *sent), dead_act=acts)
    assert (view.dead, view.blocked) == (dead, blocked)


def test_the_girl_is_that_of_classic(replay: Replay) -> None:
    """NEW-70, NEW-80."""
    sent = (act("Снежинка", "visit", "Мороз"), act("Мороз", "shoot", "Волк"), act("Санта", "kill", "Мороз"))
    (view,) = replay("newyear", CAST, night(1, *sent, chance={"girl-silence:Мороз": True}))
    assert (view.blocked, view.dead, view.silenced) == (("Мороз",), ("Мороз",), ())


def test_the_light_is_that_of_classic(replay: Replay) -> None:
    """NEW-85."""
    players = dict([*CAST.items()][:11])
    views = replay("newyear", players, night(1, act("Санта", "kill", "Мороз")), day(2, red("Кай", "Эльф")))
    assert [view.revealed for view in views] == [{"Мороз": "sheriff"}, {"Эльф": "hidden"}]
    assert [view.light for view in views] == ["closed", "closed"]


@pytest.mark.parametrize(
    ("players", "options", "winners"),
    [
        (cast("Королева", "Волк"), {}, ("Королева",)),
        (cast("Королева", "Санта"), {}, ("Королева",)),
        (cast("Королева", "Волк"), {"highlander_win": "last"}, ()),
        (cast("Королева"), {"highlander_win": "last"}, ("Королева",)),
        (cast("Волк", Маньяк="maniac"), {}, ("Маньяк",)),
        (cast("Санта", "Волк"), {}, ("mafia",)),
        (cast("Санта", "Волк", "Мишка"), {}, ()),
        (cast("Санта", "Кай", "Королева"), {}, ()),
        (cast("Волк", "Мишка"), {}, ("town",)),
        (cast("Волк", "Мишка", "Королева"), {}, ()),
    ],
)
def test_who_has_won(
    replay: Replay, players: Mapping[str, str], options: Mapping[str, Any], winners: tuple[str, ...]
) -> None:
    """NEW-90, NEW-91, NEW-92, NEW-93, NEW-95: in that order."""
    (view,) = replay("newyear", players, day(1), **options)
    assert view.winners == winners


def test_a_guest_commissioner_plays_as_in_classic(replay: Replay) -> None:
    """NEW-3, CLA-44, CLA-46."""
    players = {**CAST, "Комиссар": "commissioner"}
    (check,) = replay("newyear", players, night(1, act("Комиссар", "check", "Королева")))
    assert [told.answer for told in check.told] == ["not-mafia"]
    (kill,) = replay(
        "newyear", players, night(1, act("Комиссар", "kill", "Волк"), chance={"commissioner-trace:Волк": True})
    )
    assert [(each.what, each.who) for each in kill.announced] == [("victim-of", "Волк")]
