"""Mordheim by night: kills, shard, heal, checks, block and alibi, mirror, watch (MOR-70 … MOR-80, MOR-90 … MOR-94)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import GameRecord, HostView, play, player_view, read_record, town_view, view_as_json
from tests.engine.games import Replay, act, day, night, reasons, record_of
from tests.engine.mordheim_table import TEN, answers, play_nights

CAST = {
    **TEN,
    "Вереск": "commissioner",
    "Снорри": "doctor",
    "Жанна": "lover",
    "Омела": "mirror",
    "Асмодей": "maniac",
    "Ворон": "werewolf",
}
Nights = Callable[..., list[HostView]]


@pytest.fixture(name="nights")
def _nights(replay: Replay) -> Nights:
    """The host's views of nights, each a list of actions, with quiet days between."""

    def nights(*sent: list[Any], players: Any = None, **options: Any) -> list[HostView]:
        phases = [night(number, *actions) for number, actions in enumerate(sent, start=1)]
        return play_nights(replay, {**CAST, **(players or {})}, *phases, **options)

    return nights


def without(*names: str) -> dict[str, str]:
    return {name: role for name, role in CAST.items() if name not in names}


# Common (MOR-70).


def test_every_refusal_of_an_action(replay: Replay) -> None:
    """MOR-70: the first reason in the order of the formats; a refused message changes nothing."""
    sent = (
        act("Снорри", "heal", "Аня", at="21:59:59"),
        act("Снорри", "heal", "Боря", at="22:00:00"),
        act("Снорри", "heal", "Аня", "Вера", at="22:10:00"),
        act("Снорри", "heal", at="22:20:00"),
        act("Снорри", "heal", "Аня", at="22:30:00"),
        act("Снорри", "check", "Аня", at="22:40:00"),
        act("Аня", "heal", "Снорри", at="22:50:00"),
        act("Барон", "kill", "Боря", at="23:00:00"),
        act("Снорри", "heal", "Вера", at="10:00:00"),
    )
    first = night(1, act("Барон", "kill", "Аня"))
    (_, view) = play_nights(replay, CAST, first, night(2, *sent))
    assert sorted((each.by, each.reason, each.rule) for each in view.rejected) == [
        ("Аня", "dead", "MOR-70"),
        ("Снорри", "bad-target", "MOR-74"),
        ("Снорри", "dead-target", "MOR-74"),
        ("Снорри", "early", "MOR-6"),
        ("Снорри", "late", "MOR-6"),
        ("Снорри", "not-your-action", "MOR-70"),
        ("Снорри", "too-many-targets", "MOR-74"),
    ]
    assert view.saved == ("Боря",)


def test_of_several_messages_of_an_ability_the_last_counts(nights: Nights) -> None:
    """MOR-70, D-21."""
    (view,) = nights([act("Вереск", "check", "Барон"), act("Вереск", "check", "Аня")])
    assert answers(view) == [("Вереск", "Аня", "good")]


# Kills (MOR-71, MOR-72, MOR-92, MOR-93).


@pytest.mark.parametrize("last", ["Тень", "team:mafia"])
def test_the_gangs_last_message_counts(nights: Nights, last: str) -> None:
    """MOR-71: whoever sent it; one kill a night."""
    (view,) = nights([act("Тень", "kill", "Аня"), act("Барон", "kill", "Боря"), act(last, "kill", "Вера")])
    assert (view.dead, view.causes) == (("Вера",), {"Вера": ("mafia",)})


def test_a_pass_takes_the_kill_back_and_a_later_kill_the_pass(nights: Nights) -> None:
    """MOR-71, MOR-72: for the gang, and for the loners."""
    views = nights(
        [act("Тень", "kill", "Аня"), act("Барон", "pass"), act("Асмодей", "kill", "Боря"), act("Асмодей", "pass")],
        [act("Барон", "pass"), act("Тень", "kill", "Аня"), act("Асмодей", "pass"), act("Асмодей", "kill", "Боря")],
        [],
    )
    assert [view.dead for view in views] == [(), ("Аня", "Боря"), ()]
    assert [view.rejected for view in views] == [(), (), ()]


def test_the_mafia_may_kill_its_own_and_a_loner_himself(nights: Nights) -> None:
    """MOR-71, MOR-72, D-39."""
    (view,) = nights([act("Барон", "kill", "Тень"), act("Асмодей", "kill", "Асмодей")])
    assert view.dead == ("Асмодей", "Тень")


def test_killers_do_not_prevent_one_another(nights: Nights) -> None:
    """MOR-92, MOR-93: they kill each other; two on one target are one death of two causes."""
    first, second = nights(
        [act("Барон", "kill", "Аня"), act("Асмодей", "kill", "Аня")],
        [act("Барон", "kill", "Асмодей"), act("Асмодей", "kill", "Барон")],
    )
    assert first.causes == {"Аня": ("mafia", "maniac")}
    assert second.dead == ("Асмодей", "Барон")


# The shard (MOR-73).


def test_the_shard_is_stopped_by_nothing_and_used_once(nights: Nights) -> None:
    """MOR-73, MOR-74: afterwards the whole message is refused, whoever of the gang sends it."""
    heal = act("Снорри", "heal", "Аня")
    first, second = nights(
        [heal, act("Барон", "kill", "Аня", item="shard"), act("Асмодей", "kill", "Аня")],
        [act("Тень", "kill", "Боря"), act("Барон", "kill", "Вера", item="shard")],
    )
    assert (first.causes, first.saved) == ({"Аня": ("mafia",)}, ())
    assert reasons(second) == [("Барон", "no-uses-left", "MOR-73")]
    assert second.dead == ("Боря",)


def test_a_message_replaced_or_annulled_spends_no_shard(nights: Nights) -> None:
    """MOR-73, D-22."""
    views = nights(
        [act("Барон", "kill", "Аня", item="shard"), act("Тень", "pass")],
        [act("Барон", "kill", "Аня", item="shard"), act("Жанна", "visit", "Барон")],
        [act("Барон", "kill", "Аня", item="shard"), act("Снорри", "heal", "Аня")],
    )
    assert [view.dead for view in views] == [(), (), ("Аня",)]
    assert [view.rejected for view in views] == [(), (), ()]


def test_an_annulled_kill_may_spend_it_all_the_same(nights: Nights) -> None:
    """MOR-73, D-22: only where a block annulled it."""
    views = nights(
        [act("Барон", "kill", "Аня", item="shard"), act("Барон", "kill", "Боря")],
        [act("Барон", "kill", "Аня", item="shard"), act("Жанна", "visit", "Барон")],
        [act("Барон", "kill", "Аня", item="shard")],
        shard_spent_if_blocked=True,
    )
    assert [view.dead for view in views] == [("Боря",), (), ()]
    assert reasons(views[2]) == [("Барон", "no-uses-left", "MOR-73")]


@pytest.mark.parametrize("later", [act("Барон", "kill", "Боря"), act("Барон", "pass"), act("Тень", "kill", "Боря")])
def test_a_message_that_a_block_annulled_and_a_later_one_replaced_spends_no_shard(nights: Nights, later: Any) -> None:
    """MOR-73, D-22: the kill that the block annulled was another one, or the blocked one's was not in effect."""
    shard = act("Барон", "kill", "Аня", item="shard")
    first, second = nights([shard, later, act("Жанна", "visit", "Барон")], [shard], shard_spent_if_blocked=True)
    assert first.dead == (("Боря",) if later["by"] == "Тень" else ())
    assert (second.dead, second.rejected) == (("Аня",), ())


def test_who_has_no_shard_cannot_use_one(nights: Nights) -> None:
    """MOR-73: the maniac has none, and it is for kills alone."""
    (view,) = nights([act("Асмодей", "kill", "Аня", item="shard"), act("Снорри", "heal", "Аня", item="shard")])
    assert [each.reason for each in view.rejected] == ["bad-target", "bad-target"]
    assert view.dead == ()


def test_the_werewolf_has_a_shard_of_his_own(replay: Replay) -> None:
    """MOR-73, MOR-72, MOR-96: the gang's is not inherited, nor does its use matter."""
    players = {**without("Тень", "Асмодей")}
    views = play_nights(
        replay,
        players,
        night(1, act("Барон", "kill", "Аня", item="shard")),
        night(2, act("Барон", "kill", "Барон")),
        night(3, act("Ворон", "kill", "Боря", item="shard"), act("Снорри", "heal", "Боря")),
        night(
            4, act("Ворон", "kill", "Вера", item="shard"), act("Ворон", "kill", "Гоша"), act("Ворон", "watch", "Гоша")
        ),
    )
    assert [view.dead for view in views] == [("Аня",), ("Барон",), ("Боря",), ("Гоша",)]
    assert views[2].causes == {"Боря": ("werewolf",)}
    assert reasons(views[3]) == [("Ворон", "no-uses-left", "MOR-73")]
    assert answers(views[3]) == [("Ворон", "Гоша", "idle")]


# The doctor (MOR-74).


def test_the_patient_survives_every_attack(nights: Nights) -> None:
    """MOR-74: of several killers; the doctor himself too; healed without an attack is not saved."""
    views = nights(
        [act("Снорри", "heal", "Аня"), act("Барон", "kill", "Аня"), act("Асмодей", "kill", "Аня")],
        [act("Снорри", "heal", "Снорри"), act("Барон", "kill", "Снорри")],
        [act("Снорри", "heal", "Боря")],
    )
    assert [view.saved for view in views] == [("Аня",), ("Снорри",), ()]
    assert [view.dead for view in views] == [(), (), ()]


@pytest.mark.parametrize(("resets", "refused"), [(True, []), (False, [("Снорри", "same-target", "MOR-74")])])
def test_the_same_patient_after_a_night_without_one(nights: Nights, resets: bool, refused: Any) -> None:
    """MOR-74, D-23: two nights running; or until another patient was visited."""
    heal = act("Снорри", "heal", "Аня")
    views = nights([heal], [heal], [heal], [act("Снорри", "heal", "Боря")], [heal], doctor_skip_resets=resets)
    assert reasons(views[1]) == [("Снорри", "same-target", "MOR-74")]
    assert reasons(views[2]) == refused
    assert views[4].rejected == ()


@pytest.mark.parametrize(("counts", "refused"), [(False, []), (True, [("Снорри", "same-target", "MOR-74")])])
def test_the_same_patient_after_a_blocked_visit(nights: Nights, counts: bool, refused: Any) -> None:
    """MOR-74, D-23."""
    heal = act("Снорри", "heal", "Аня")
    views = nights([heal, act("Жанна", "visit", "Снорри")], [heal], annulled_counts=counts)
    assert reasons(views[1]) == refused


def test_the_patient_as_named_counts(nights: Nights) -> None:
    """MOR-74, MOR-77: the mirror was named, whoever was healed instead."""
    named = [act("Омела", "reflect", "Аня"), act("Снорри", "heal", "Омела"), act("Барон", "kill", "Аня")]
    first, second = nights(named, [act("Снорри", "heal", "Омела"), act("Снорри", "heal", "Аня")])
    assert first.saved == ("Аня",)
    assert reasons(second) == [("Снорри", "same-target", "MOR-74")]


# Checks (MOR-75, MOR-78).


def test_what_the_commissioner_learns(nights: Nights) -> None:
    """MOR-75, D-39: the unchanged werewolf is good; he may look at himself."""
    names = ["Барон", "Тень", "Карл", "Асмодей", "Ворон", "Снорри", "Вереск"]
    views = nights(*([act("Вереск", "check", name)] for name in names), players={"Карл": "mafia-kamikaze"})
    assert [each.answer for view in views for each in view.told] == ["bad"] * 4 + ["good"] * 3
    assert [view.rejected for view in views] == [()] * 7


def test_what_the_underboss_learns(nights: Nights) -> None:
    """MOR-78, MOR-97: whether it is the commissioner; the ability is his alone and dies with him."""
    views = nights(
        [act("Барон", "seek", "Вереск"), act("Тень", "seek", "Вереск")],
        [act("Барон", "seek", "Асмодей"), act("Барон", "kill", "Барон")],
        [act("Тень", "kill", "Аня"), act("Тень", "seek", "Вереск")],
    )
    assert [answers(view) for view in views] == [[("Барон", "Вереск", "yes")], [("Барон", "Асмодей", "no")], []]
    assert reasons(views[0]) == [("Тень", "not-your-action", "MOR-70")]
    assert views[2].dead == ("Аня",)


# The lover (MOR-76, MOR-91).


def test_a_visit_annuls_all_and_gives_an_alibi(nights: Nights) -> None:
    """MOR-76, MOR-91: an alibi also to whom nothing was annulled; a killer at his door does her no harm."""
    views = nights(
        [act("Жанна", "visit", "Барон"), act("Барон", "seek", "Вереск"), act("Барон", "kill", "Аня")],
        [act("Жанна", "visit", "Боря"), act("Барон", "kill", "Боря")],
        [act("Жанна", "visit", "Вера")],
    )
    assert [view.blocked for view in views] == [("Барон",), (), ()]
    assert [view.protected for view in views] == [("Барон",), (), ("Вера",)]
    assert [view.dead for view in views] == [(), ("Боря",), ()]
    assert views[0].told == ()


def test_the_lover_neither_stays_nor_visits_herself(nights: Nights) -> None:
    """MOR-76: every other night; a night without her visit is between too."""
    visit = act("Жанна", "visit", "Аня")
    views = nights([visit, act("Жанна", "visit", "Жанна")], [visit], [visit], [], [visit], doctor_skip_resets=False)
    assert reasons(views[0]) == [("Жанна", "self", "MOR-76")]
    assert reasons(views[1]) == [("Жанна", "same-target", "MOR-76")]
    assert [view.rejected for view in views[2:]] == [(), (), ()]


@pytest.mark.parametrize(
    ("stops", "dead", "blocked"),
    [("member", ("Аня",), ("Барон",)), ("never", ("Боря",), ()), ("any", (), ("Барон",))],
)
def test_the_lover_at_a_member_of_the_gang(nights: Nights, stops: str, dead: Any, blocked: Any) -> None:
    """MOR-91, D-31: Тень's earlier order stands; or Барон's later one; or none."""
    sent = [act("Жанна", "visit", "Барон"), act("Тень", "kill", "Аня"), act("Барон", "kill", "Боря")]
    (view,) = nights(sent, lover_stops_mafia=stops)
    assert (view.dead, view.blocked) == (dead, blocked)


@pytest.mark.parametrize(("stops", "dead"), [("member", ("Аня",)), ("never", ("Аня",)), ("any", ())])
def test_the_lover_at_a_member_who_sent_nothing(nights: Nights, stops: str, dead: Any) -> None:
    """MOR-91, D-31: any visited member stops the common kill, or only his own messages fall."""
    (view,) = nights([act("Жанна", "visit", "Барон"), act("Тень", "kill", "Аня")], lover_stops_mafia=stops)
    assert view.dead == dead
    assert view.protected == ("Барон",)


@pytest.mark.parametrize(
    ("stops", "two", "one"), [("member", ("Аня",), ()), ("never", ("Аня",), ("Аня",)), ("any", (), ())]
)
def test_a_message_in_the_name_of_all(nights: Nights, replay: Replay, stops: str, two: Any, one: Any) -> None:
    """MOR-91, D-31: it falls when every living member is blocked."""
    sent = [act("Жанна", "visit", "Барон"), act("team:mafia", "kill", "Аня")]
    (view,) = nights(sent, lover_stops_mafia=stops)
    assert (view.dead, view.blocked) == (two, () if two else ("Барон",))
    (alone,) = play_nights(replay, without("Тень"), night(1, *sent), lover_stops_mafia=stops)
    assert (alone.dead, alone.blocked) == (one, () if one else ("Барон",))


# The mirror (MOR-77, MOR-94).


def test_everything_aimed_at_the_mirror_goes_to_whom_it_chose(nights: Nights) -> None:
    """MOR-77: kill, heal, check, seek, watch, visit; about the mirror as named, the answer of the other."""
    (view,) = nights(
        [
            act("Барон", "kill", "Омела"),
            act("Барон", "seek", "Омела"),
            act("Снорри", "heal", "Омела"),
            act("Вереск", "check", "Омела"),
            act("Ворон", "watch", "Омела"),
            act("Жанна", "visit", "Омела"),
            act("Асмодей", "kill", "Аня"),
            act("Омела", "reflect", "Асмодей", at="09:59:59"),
        ]
    )
    assert (view.dead, view.saved, view.blocked, view.protected) == ((), ("Асмодей",), ("Асмодей",), ("Асмодей",))
    assert answers(view) == [("Барон", "Омела", "no"), ("Вереск", "Омела", "bad"), ("Ворон", "Омела", "active")]


def test_a_shard_is_not_reflected(nights: Nights) -> None:
    """MOR-73, MOR-77."""
    (view,) = nights([act("Омела", "reflect", "Аня"), act("Барон", "kill", "Омела", item="shard")])
    assert view.dead == ("Омела",)


def test_who_strikes_at_the_mirror_may_strike_himself(nights: Nights) -> None:
    """MOR-94; a visit reflected onto the lover gives her the alibi and annuls nothing (MOR-91)."""
    first, second = nights(
        [act("Омела", "reflect", "Жанна"), act("Жанна", "visit", "Омела")],
        [act("Омела", "reflect", "Асмодей"), act("Асмодей", "kill", "Омела")],
    )
    assert (first.protected, first.blocked) == (("Жанна",), ())
    assert second.causes == {"Асмодей": ("maniac",)}


def test_the_mirror_does_not_choose_itself(nights: Nights) -> None:
    """MOR-77; without a choice it is visited and killed like anybody."""
    (view,) = nights([act("Омела", "reflect", "Омела"), act("Барон", "kill", "Омела")])
    assert reasons(view) == [("Омела", "self", "MOR-77")]
    assert view.dead == ("Омела",)


@pytest.mark.parametrize(("keeps", "dead"), [(False, ("Омела",)), (True, ("Аня",))])
def test_whether_the_mirrors_last_choice_goes_on(nights: Nights, keeps: bool, dead: Any) -> None:
    """MOR-77, D-25: the choice of an earlier night."""
    views = nights([act("Омела", "reflect", "Аня")], [], [act("Барон", "kill", "Омела")], mirror_keeps=keeps)
    assert views[2].dead == dead


def test_a_choice_that_goes_on_ends_with_the_chosen_ones_death(nights: Nights) -> None:
    """MOR-77, D-25: nobody is left to take it."""
    views = nights(
        [act("Омела", "reflect", "Аня"), act("Барон", "kill", "Аня")],
        [act("Барон", "kill", "Омела")],
        mirror_keeps=True,
    )
    assert views[1].dead == ("Омела",)


# The watch (MOR-80).


@pytest.mark.parametrize(("counts", "answer"), [(True, "active"), (False, "idle")])
def test_an_annulled_action_is_activity_or_not(nights: Nights, counts: bool, answer: str) -> None:
    """MOR-80, D-27."""
    sent = [act("Снорри", "heal", "Аня"), act("Жанна", "visit", "Снорри"), act("Ворон", "watch", "Снорри")]
    (view,) = nights(sent, blocked_is_active=counts)
    assert answers(view) == [("Ворон", "Снорри", answer)]


def test_a_refused_action_is_none(nights: Nights) -> None:
    """MOR-80."""
    (view,) = nights([act("Жанна", "visit", "Жанна"), act("Ворон", "watch", "Жанна")])
    assert answers(view) == [("Ворон", "Жанна", "idle")]


@pytest.mark.parametrize(
    ("whose", "of_sender", "of_comrade", "of_all"),
    [("sender", "active", "idle", "active"), ("all", "active", "active", "active"), ("none", "idle", "idle", "idle")],
)
def test_whose_activity_the_common_kill_is(
    nights: Nights, whose: str, of_sender: str, of_comrade: str, of_all: str
) -> None:
    """MOR-80, D-27: of the one whose message counted; a message in the name of all is everybody's."""
    kill, common = act("Тень", "kill", "Аня"), act("team:mafia", "kill", "Боря")
    first = act("Барон", "kill", "Вера")
    views = nights(
        [first, kill, act("Ворон", "watch", "Тень")],
        [act("Барон", "kill", "Гоша"), act("Тень", "kill", "Вера"), act("Ворон", "watch", "Барон")],
        [common, act("Ворон", "watch", "Барон")],
        mafia_activity=whose,
    )
    assert [each.answer for view in views for each in view.told] == [of_sender, of_comrade, of_all]


@pytest.mark.parametrize(("keeps", "refused"), [(True, []), (False, [("Ворон", "not-your-action", "MOR-70")])])
def test_whether_the_changed_werewolf_keeps_his_watch(replay: Replay, keeps: bool, refused: Any) -> None:
    """MOR-80, MOR-96, D-40."""
    views = play_nights(
        replay,
        without("Тень"),
        night(1, act("Барон", "kill", "Барон")),
        night(2, act("Ворон", "watch", "Аня")),
        werewolf_keeps_watch=keeps,
    )
    assert reasons(views[1]) == refused


# The dead of the same night (MOR-90, MOR-92).


@pytest.mark.parametrize("acts", [True, False])
def test_whether_the_dead_of_the_night_have_acted(nights: Nights, acts: bool) -> None:
    """MOR-90, MOR-92, D-32: answers, heals, alibis, the mirror; kills do in both readings."""
    checked, healed, alibi = nights(
        [act("Вереск", "check", "Тень"), act("Барон", "kill", "Вереск")],
        [act("Снорри", "heal", "Аня"), act("Барон", "kill", "Снорри"), act("Асмодей", "kill", "Аня")],
        [act("Жанна", "visit", "Боря"), act("Барон", "kill", "Жанна"), act("Асмодей", "kill", "Тень")],
        dead_act=acts,
    )
    assert bool(checked.told) is acts
    assert healed.dead == (("Снорри",) if acts else ("Аня", "Снорри"))
    assert alibi.protected == (("Боря",) if acts else ())
    assert alibi.dead == ("Жанна", "Тень")


@pytest.mark.parametrize(("acts", "dead"), [(True, ("Жанна",)), (False, ("Аня", "Жанна"))])
def test_the_block_of_one_who_dies(nights: Nights, acts: bool, dead: Any) -> None:
    """MOR-91, MOR-92, D-32: whoever she blocked acts where the dead do not."""
    sent = [act("Жанна", "visit", "Асмодей"), act("Асмодей", "kill", "Аня"), act("Барон", "kill", "Жанна")]
    (view,) = nights(sent, dead_act=acts)
    assert view.dead == dead
    assert view.blocked == (("Асмодей",) if acts else ())


@pytest.mark.parametrize(("acts", "dead"), [(True, ("Аня", "Омела")), (False, ("Омела",))])
def test_the_reflection_of_a_mirror_that_dies(nights: Nights, acts: bool, dead: Any) -> None:
    """MOR-77, MOR-92, D-32: of the shard; the maniac's kill goes where the mirror sends it, or to the mirror."""
    sent = [
        act("Омела", "reflect", "Аня"),
        act("Барон", "kill", "Омела", item="shard"),
        act("Асмодей", "kill", "Омела"),
    ]
    (view,) = nights(sent, dead_act=acts)
    assert view.dead == dead


# What others learn of a night (MOR-100, MOR-102).


def test_the_paper_has_the_names_of_the_dead_alone() -> None:
    """MOR-90, MOR-100, MOR-102: no causes, no heals, blocks, reflections, answers."""
    sent = [
        act("Омела", "reflect", "Боря"),
        act("Барон", "kill", "Омела"),
        act("Снорри", "heal", "Аня"),
        act("Асмодей", "kill", "Аня"),
        act("Жанна", "visit", "Вереск"),
        act("Вереск", "check", "Тень"),
    ]
    record = read_record(record_of("mordheim", CAST, [night(1, *sent)]))
    assert isinstance(record, GameRecord)
    (outcome,) = play(record).phases
    told = {key: value for key, value in view_as_json(town_view(outcome)).items() if value}
    assert told == {"phase": "night1", "dead": ["Боря"], "revealed": {"Боря": "hidden"}}
    for name in ("Вереск", "Омела", "Снорри", "Аня"):
        assert player_view(outcome, name).told == ()


def test_days_have_no_actions(replay: Replay) -> None:
    """MOR-70, MOR-90: an action by day is nobody's."""
    (view,) = replay("mordheim", CAST, day(1, actions=[act("Барон", "kill", "Аня")]))
    assert reasons(view) == [("Барон", "not-your-action", "MOR-70")]
