"""Mordheim's executions: vegetables, alibis, companions, activity and posts of the dead (MOR-41, MOR-50 … MOR-64)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import GameRecord, HostView, play, player_view, read_record, town_view, view_as_json
from tests.engine.games import Replay, act, day, night, reasons, record_of
from tests.engine.mordheim_table import EIGHT, TEN, in_advance, nominate, take, vegetable, volunteer, vote

Day = Callable[..., HostView]
TWO = (volunteer("Аня"), volunteer("Боря"))
LISTED = (nominate("Вера", "Барон", "11:00:00"), nominate("Вера", "Тень", "12:00:00"))


@pytest.fixture(name="first")
def _first(replay: Replay) -> Day:
    """A first day of eight players (or of `players`)."""

    def first(*votes: Any, players: Any = EIGHT, choices: Any = (), options: Any = None, **more: Any) -> HostView:
        (view,) = replay("mordheim", players, day(1, *votes, choices=list(choices), **more), **(options or {}))
        return view

    return first


@pytest.fixture(name="with_alibi")
def _with_alibi(replay: Replay) -> Day:
    """The day after a night in which the lover was at `Аня`."""

    def with_alibi(*votes: Any, players: Any = None, choices: Any = (), **options: Any) -> HostView:
        who = {**EIGHT, "Жанна": "lover", **(players or {})}
        phases = (night(1, act("Жанна", "visit", "Аня")), day(2, *votes, choices=list(choices)))
        return replay("mordheim", who, *phases, **options)[1]

    return with_alibi


# The vegetable execution (MOR-50 … MOR-54).


def test_a_single_vegetable_is_always_executed(first: Day) -> None:
    """MOR-50, MOR-53: nobody need vote; whom the town did not nominate is no candidate of the other list."""
    view = first(volunteer("Аня"))
    assert view.extras["vegetable_nominated"] == ("Аня",)
    assert view.extras["vegetable_scores"] == {"Аня": 8}
    assert (view.executed, view.nominated, view.votes) == (("Аня",), (), ())
    assert view.causes == {"Аня": ("vegetable",)}


def test_vegetables_are_entered_until_the_vote_opens(first: Day) -> None:
    """MOR-51: the evening before or in the morning; the opening second is too late. The last entered has the silent."""
    view = first(volunteer("Боря", "20:00:00"), volunteer("Вера", "19:59:59"), volunteer("Аня", "08:00:00"))
    assert view.extras["vegetable_nominated"] == ("Аня", "Вера")
    assert view.extras["vegetable_scores"] == {"Вера": 8}
    assert reasons(view) == [("Боря", "late", "MOR-51")]


def test_the_two_votes_are_apart(first: Day) -> None:
    """MOR-52: neither can be used as the other; each has its own window, change, silence."""
    view = first(
        *TWO,
        *LISTED,
        vote("Вера", "Аня", "20:10:00"),
        vegetable("Вера", "Барон", "20:11:00"),
        vegetable("Гоша", "Аня", "19:59:59"),
        vegetable("Гоша", "Аня", "22:00:00"),
        vegetable("Даша", "Аня", "20:20:00"),
        vegetable("Даша", "Боря", "20:30:00"),
        vegetable("Даша", "Аня", "20:40:00"),
        vote("Даша", "Барон", "20:50:00"),
        vote("Даша", "Тень", "20:55:00"),
    )
    assert [(each.by, each.reason, each.rule, each.kind) for each in view.rejected] == [
        ("Вера", "not-nominated", "MOR-31", None),
        ("Гоша", "early", "MOR-8", "vegetable"),
        ("Вера", "not-nominated", "MOR-52", "vegetable"),
        ("Даша", "no-changes-left", "MOR-53", "vegetable"),
        ("Гоша", "late", "MOR-9", "vegetable"),
    ]
    assert view.extras["vegetable_scores"] == {"Боря": 8}
    assert "Даша" not in view.extras["vegetable_missing"]
    assert view.executed == ("Боря", "Тень")


def test_a_vegetable_vote_may_be_left_in_advance(first: Day) -> None:
    """MOR-53, MOR-34: of the special vote as well."""
    view = first(*TWO, vegetable("Вера", "Аня", "12:00:00", advance=True))
    assert {each.by: each.cast for each in view.extras["vegetable_votes"]}["Вера"] == "advance"


def test_the_vegetables_tie_goes_by_the_same_rule(first: Day) -> None:
    """MOR-53, MOR-39: the earlier last live vote."""
    four = tuple(vegetable(name, "Боря", "21:00:00") for name in ("Аня", "Вера", "Гоша", "Даша"))
    others = tuple(vegetable(name, "Аня", "20:59:59") for name in ("Боря", "Егор", "Барон", "Тень"))
    assert first(*TWO, *four, *others).executed == ("Аня",)


@pytest.mark.parametrize("text", [None, "vegetable"])
def test_the_host_rules_on_the_vegetables_tie(first: Day, text: str | None) -> None:
    """MOR-53, MOR-40: a ruling that names a vegetable is on that execution; nobody is executed until it comes."""
    letters = tuple(vegetable(name, "Аня", "15:00:00", advance=True) for name in ("Аня", "Вера", "Гоша", "Даша"))
    view = first(*TWO, *LISTED, *letters)
    assert view.extras["vegetable_tie"] == ("Аня", "Боря")
    assert (view.executed, [each.what for each in view.awaits]) == (("Тень",), ["tie"])
    ruling = {"by": "host", "do": "execute", "on": ["Аня"], **({"text": text} if text else {})}
    ruled = first(*TWO, *LISTED, *letters, choices=[ruling])
    assert (ruled.executed, ruled.awaits) == (("Аня", "Тень"), ())
    other = first(*TWO, *LISTED, *letters, choices=[{"by": "host", "do": "execute", "on": ["Егор"]}])
    assert other.causes == {"Егор": ("execution",)}, "who is on no list"
    nobody = first(*TWO, *LISTED, *letters, choices=[{"by": "host", "do": "execute", "on": []}])
    assert (nobody.executed, nobody.awaits) == (("Тень",), ())


def test_chosen_by_both_he_dies_once_and_nobody_else_instead(first: Day) -> None:
    """MOR-54, MOR-95, D-17: the ordinary execution comes first."""
    view = first(*TWO, nominate("Вера", "Боря"))
    assert (view.executed, view.dead) == (("Боря",), ("Боря",))
    assert view.causes == {"Боря": ("execution",)}


@pytest.mark.parametrize(("cancels", "executed"), [("that-execution", ("Боря",)), ("day", ())])
def test_what_an_alibi_cancels(with_alibi: Day, cancels: str, executed: tuple[str, ...]) -> None:
    """MOR-41, MOR-54, D-18: the execution at which it was shown, or the other one too."""
    view = with_alibi(nominate("Вера", "Аня"), nominate("Гоша", "Аня"), volunteer("Боря"), alibi_cancels=cancels)
    assert view.acquitted == {"Аня": "alibi"}
    assert view.executed == executed


def test_an_alibi_helps_a_vegetable_too(with_alibi: Day) -> None:
    """MOR-53, MOR-54: at both executions; the other one is not cancelled by it."""
    votes = (nominate("Вера", "Барон"), nominate("Гоша", "Барон"), volunteer("Аня"))
    view = with_alibi(*votes, alibi_cancels="day")
    assert (view.acquitted, view.executed) == ({"Аня": "alibi"}, ("Барон",))


def test_the_alibi_becomes_known_at_the_gallows_alone() -> None:
    """MOR-41, MOR-102: not with the night; the town goes to sleep without an execution."""
    phases = [night(1, act("Жанна", "visit", "Аня")), day(2, nominate("Вера", "Аня"), nominate("Гоша", "Аня"))]
    record = read_record(record_of("mordheim", {**EIGHT, "Жанна": "lover"}, phases))
    assert isinstance(record, GameRecord)
    after_night, after_day = play(record).phases
    assert "Аня" not in repr(view_as_json(town_view(after_night)))
    assert "Аня" not in repr(player_view(after_night, "Аня").told)
    assert town_view(after_day).acquitted == {"Аня": "alibi"}
    assert town_view(after_day).executed == ()


# Companions (MOR-60, MOR-61).

KAMIKAZES = {"Аня": "kamikaze", "Тень": "mafia-kamikaze"}


@pytest.mark.parametrize(("name", "cause"), [("Аня", "kamikaze"), ("Тень", "mafia-kamikaze")])
@pytest.mark.parametrize("vegetables", [False, True])
def test_an_executed_kamikaze_takes_one_along(first: Day, name: str, cause: str, vegetables: bool) -> None:
    """MOR-60: at either execution; the companion is dead, not executed."""
    entry = volunteer(name) if vegetables else nominate("Вера", name)
    view = first(entry, players={**EIGHT, **KAMIKAZES}, choices=[take(name, "Барон")])
    assert (view.executed, view.dead) == ((name,), tuple(sorted(("Барон", name))))
    assert view.causes["Барон"] == (cause,)
    assert view.revealed == {"Барон": "hidden", name: "hidden"}


def test_who_does_not_choose_takes_nobody(first: Day) -> None:
    """MOR-60: he may, he need not."""
    view = first(nominate("Вера", "Аня"), players={**EIGHT, **KAMIKAZES})
    assert (view.dead, view.awaits) == (("Аня",), ())


def test_of_several_choices_the_last_accepted_counts(first: Day) -> None:
    """MOR-60, D-21: with every reason for a refusal."""
    choices = [
        take("Аня", "Барон"),
        take("Аня", "Боря"),
        take("Аня", "Аня"),
        take("Аня", "Вера", "Гоша"),
        take("Вера", "Гоша"),
        take("Тень", "Гоша"),
    ]
    view = first(nominate("Вера", "Аня"), players={**EIGHT, **KAMIKAZES}, choices=choices)
    assert view.dead == ("Аня", "Боря")
    assert sorted(reasons(view)) == [
        ("Аня", "self", "MOR-60"),
        ("Аня", "too-many-targets", "MOR-60"),
        ("Вера", "not-your-action", "MOR-60"),
        ("Тень", "not-your-action", "MOR-60"),
    ]
    assert {each.do for each in view.rejected} == {"take"}


def test_a_dead_companion_is_refused(replay: Replay) -> None:
    """MOR-60: dead before, or dead in the execution of the same day."""
    players = {**EIGHT, **KAMIKAZES}
    choices = [take("Аня", "Боря"), take("Аня", "Вера")]
    votes = (nominate("Гоша", "Вера"), volunteer("Аня"))
    view = replay("mordheim", players, night(1, act("Барон", "kill", "Боря")), day(2, *votes, choices=choices))[1]
    assert reasons(view) == [("Аня", "dead-target", "MOR-60"), ("Аня", "dead-target", "MOR-60")]
    assert view.dead == ("Аня", "Вера")


def test_released_or_killed_otherwise_he_takes_nobody(with_alibi: Day, replay: Replay) -> None:
    """MOR-41, MOR-60: with an alibi, at night, or removed by the host."""
    votes = (nominate("Вера", "Аня"), nominate("Гоша", "Аня"))
    view = with_alibi(*votes, players=KAMIKAZES, choices=[take("Аня", "Барон")])
    assert reasons(view) == [("Аня", "not-your-action", "MOR-60")]
    assert view.dead == ()
    removed = [take("Аня", "Барон"), {"by": "host", "do": "modkill", "on": ["Аня"]}]
    by_night = night(1, act("Барон", "kill", "Аня"), choices=[take("Аня", "Барон")])
    for phase in (day(1, choices=removed), by_night):
        (view,) = replay("mordheim", {**EIGHT, **KAMIKAZES}, phase)
        assert reasons(view) == [("Аня", "not-your-action", "MOR-60")]
        assert view.dead == ("Аня",)


@pytest.mark.parametrize(("saves", "dead"), [(False, ("Аня", "Боря")), (True, ("Боря",))])
def test_a_companion_with_an_alibi(with_alibi: Day, saves: bool, dead: tuple[str, ...]) -> None:
    """MOR-61, D-19."""
    votes = (nominate("Вера", "Боря"), nominate("Гоша", "Боря"))
    players = {"Боря": "kamikaze"}
    view = with_alibi(*votes, players=players, choices=[take("Боря", "Аня")], alibi_saves_companion=saves)
    assert view.dead == dead
    assert view.acquitted == ({"Аня": "alibi"} if saves else {})


@pytest.mark.parametrize(("chain", "dead"), [(False, ("Аня", "Тень")), (True, ("Аня", "Барон", "Тень"))])
def test_a_companion_who_is_a_kamikaze_himself(first: Day, chain: bool, dead: tuple[str, ...]) -> None:
    """MOR-61, D-19."""
    choices = [take("Аня", "Тень"), take("Тень", "Барон")]
    options = {"kamikaze_chain": chain}
    players = {**EIGHT, **KAMIKAZES, "Морок": "mafioso"}
    votes = (nominate("Вера", "Аня"), nominate("Гоша", "Аня"))
    view = first(*votes, players=players, choices=choices, options=options)
    assert view.dead == dead
    assert reasons(view) == ([] if chain else [("Тень", "not-your-action", "MOR-60")])


def test_a_vegetable_who_died_as_a_companion_is_not_executed_once_more(first: Day) -> None:
    """MOR-54, MOR-61: one death, one cause; no other vegetable instead."""
    votes = (nominate("Вера", "Аня"), volunteer("Гоша"), volunteer("Боря"))
    view = first(*votes, players={**EIGHT, **KAMIKAZES}, choices=[take("Аня", "Боря")])
    assert (view.executed, view.dead) == (("Аня",), ("Аня", "Боря"))
    assert view.causes["Боря"] == ("kamikaze",)


# Who took part, and whose posts do not belong (MOR-51, MOR-62 … MOR-64).


def test_who_took_part_in_a_day(first: Day) -> None:
    """MOR-51: enough posts, and a nomination or a vote of one's own that was accepted."""
    posts = dict.fromkeys(EIGHT, 2) | {"Аня": 1}
    votes = (
        nominate("Аня", "Барон"),
        nominate("Боря", "Барон", "13:00:00"),
        vote("Вера", "Барон"),
        in_advance("Гоша", "Барон"),
        vote("Даша", "Боря"),
        volunteer("Егор"),
        vegetable("Барон", "Егор"),
    )
    view = first(*votes, posts=posts)
    assert view.extras["inactive"] == ["Аня", "Барон", "Даша", "Егор", "Тень"]
    assert view.extras["flags"] == []
    assert first(*votes, posts=posts, options={"activity_posts": 1}).extras["inactive"] == [
        "Барон",
        "Даша",
        "Егор",
        "Тень",
    ]
    assert "inactive" not in first(*votes).extras


@pytest.mark.parametrize("basis", ["previous-day", "same-day"])
def test_the_entries_of_vegetables_are_taken_as_they_are(first: Day, basis: str) -> None:
    """MOR-51, D-16: whose inactivity it was is the host's business."""
    assert first(volunteer("Аня"), options={"vegetable_basis": basis}).executed == ("Аня",)


def test_one_last_word_for_the_executed_and_none_for_others(replay: Replay) -> None:
    """MOR-62, MOR-63, MOR-64, D-20: the companion has one too; on the day after, and on no other."""
    players = {**TEN, "Аня": "kamikaze"}
    votes = (nominate("Вера", "Аня"), nominate("Гоша", "Аня"))
    views = replay(
        "mordheim",
        players,
        day(1, *votes, choices=[take("Аня", "Боря")], posts={"Аня": 9}),
        night(1, act("Барон", "kill", "Вера")),
        day(2, posts={"Аня": 1, "Боря": 2, "Вера": 1, "Гоша": 5, "Прохожий": 3, "Чужой": 0}),
        night(2),
        day(3, posts={"Аня": 1, "Боря": 0}),
    )
    assert [view.extras.get("flags") for view in views] == [
        [],
        None,
        [
            {"who": "Боря", "what": "dead-post"},
            {"who": "Вера", "what": "dead-post"},
            {"who": "Прохожий", "what": "outsider-post"},
        ],
        None,
        [{"who": "Аня", "what": "dead-post"}],
    ]


def test_activity_and_flags_are_the_hosts(first: Day) -> None:
    """MOR-51, MOR-62: neither is for the town."""
    record = read_record(record_of("mordheim", EIGHT, [day(1, posts={"Аня": 1, "Прохожий": 1})]))
    assert isinstance(record, GameRecord)
    (outcome,) = play(record).phases
    assert not {"inactive", "flags"} & set(view_as_json(town_view(outcome)))
