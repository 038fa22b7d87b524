"""Mordheim's halves: the town's poll, the medium's scan, the underboss's scanner (MOR-79, MOR-81, MOR-85 … MOR-88)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import GameRecord, HostView, host_view, play, read_record, town_view, view_as_json
from engine.events import EventKind
from tests.engine.games import Replay, act, day, night, reasons, record_of
from tests.engine.mordheim_table import answers, opened, play_nights, scan

# places:  1 Аня   2 Барон
#          3 Боря  4 Тень
#          5 Пифия 6 Вера
#          7 Мира  8 Асмодей
#          9 Ворон
CAST = {
    "Аня": "citizen",
    "Барон": "underboss",
    "Боря": "citizen",
    "Тень": "mafioso",
    "Пифия": "medium",
    "Вера": "commissioner",
    "Мира": "mafia-kamikaze",
    "Асмодей": "maniac",
    "Ворон": "werewolf",
}
Poll = Callable[..., HostView]


@pytest.fixture(name="poll")
def _poll(replay: Replay) -> Poll:
    def poll(*votes: Any, choices: Any = (), **options: Any) -> HostView:
        return replay("mordheim", CAST, day(1, *votes, choices=list(choices)), **options)[0]

    return poll


def scans(view: HostView) -> list[tuple[Any, Any]]:
    """What the paper says."""
    return [(each.who, each.value) for each in view.announced if each.what == "scan"]


# The poll (MOR-85, MOR-86, MOR-88).


def test_the_mediums_vote_counts_twice_in_secret() -> None:
    """MOR-85, MOR-86: the host sees the scores, the town the votes with one each and no sums."""
    votes = (scan("Пифия", "top"), scan("Аня", "left"))
    record = read_record(record_of("mordheim", CAST, [day(1, *votes)]))
    assert isinstance(record, GameRecord)
    (outcome,) = play(record).phases
    view = host_view(outcome)
    assert (view.extras["scan_scores"], view.extras["scan_half"]) == ({"top": 2, "left": 1}, "top")
    town = view_as_json(town_view(outcome))
    assert {each["weight"] for each in town["scan_votes"]} == {1}
    assert not {"scan_scores", "scan_half"} & set(town)
    assert view.missing == ()


@pytest.mark.parametrize(
    ("window", "reasons_found"),
    [("day", ["early", "late"]), ("vote", ["early", "early", "early", "late"])],
)
def test_when_the_poll_is_open(poll: Poll, window: str, reasons_found: list[str]) -> None:
    """MOR-88, D-30: all day, or with the vote of the execution."""
    votes = (
        scan("Аня", "top", "09:59:59"),
        scan("Боря", "top", "10:00:00"),
        scan("Вера", "top", "20:00:00"),
        scan("Мира", "top", "21:59:59"),
        scan("Ворон", "top", "22:00:00"),
    )
    view = poll(*votes, choices=[opened("20:10:00")], scan_window=window)
    assert [each.reason for each in view.rejected] == reasons_found
    assert {each.kind for each in view.rejected} == {"scan"}


def test_one_change_and_no_default_votes(poll: Poll) -> None:
    """MOR-88; a half that is none, a stranger, and the dead are refused."""
    votes = (
        scan("Аня", "top", "11:00:00"),
        scan("Аня", "left", "11:10:00"),
        scan("Аня", "right", "11:20:00"),
        scan("Боря", "центр", "11:30:00"),
        scan("Прохожий", "top", "11:40:00"),
    )
    view = poll(*votes)
    assert view.extras["scan_scores"] == {"left": 1}
    assert reasons(view) == [
        ("Аня", "no-changes-left", "MOR-88"),
        ("Боря", "unknown-name", "MOR-88"),
        ("Прохожий", "not-playing", "MOR-64"),
    ]
    assert "scan_votes" not in poll().extras


TIE = (scan("Аня", "left", "12:00:00"), scan("Боря", "top", "11:00:00"))


def test_a_tie_of_halves_goes_to_the_earlier_last_vote(poll: Poll) -> None:
    """MOR-88, D-30."""
    assert poll(*TIE).extras["scan_half"] == "top"
    assert poll(*TIE, scan("Пифия", "top", "13:00:00"), scan("Вера", "left"), scan("Мира", "left")).extras[
        "scan_half"
    ] == ("top")


def test_a_tie_of_halves_left_to_the_medium(replay: Replay) -> None:
    """MOR-88, D-30: of the tied, no other."""
    scan_left, scan_bottom = act("Пифия", "scan", "left"), act("Пифия", "scan", "bottom")
    first, second = replay("mordheim", CAST, day(1, *TIE), night(1, scan_left, scan_bottom), scan_tie="medium")
    assert (first.extras["scan_tie"], first.awaits) == (("left", "top"), ())
    assert reasons(second) == [("Пифия", "bad-target", "MOR-88")]
    assert scans(second) == [("left", 1)]


def test_a_tie_of_halves_left_to_the_host(replay: Replay) -> None:
    """MOR-88, D-30: he rules with `execute`."""
    (open_,) = replay("mordheim", CAST, day(1, *TIE), scan_tie="host")
    assert [(each.what, each.among) for each in open_.awaits] == [("tie", ("left", "top"))]
    ruling = {"by": "host", "do": "execute", "on": ["left"]}
    ruled, scanned = replay(
        "mordheim", CAST, day(1, *TIE, choices=[ruling]), night(1, act("Пифия", "scan")), scan_tie="host"
    )
    assert (ruled.awaits, ruled.extras["scan_half"], ruled.executed) == ((), "left", ())
    assert scans(scanned) == [("left", 1)]


# Halves (MOR-87).


@pytest.mark.parametrize(
    ("layout", "counts"),
    [
        # rows: 1 2 / 3 4 / 5 6 / 7 8 / 9: top = places 1 to 6; left = odd places
        ("rows", {"top": 2, "bottom": 1, "left": 1, "right": 2}),
        # columns: 1 2 3 4 5 and 6 7 8 9: top = the first three of each
        ("columns", {"top": 2, "bottom": 1, "left": 2, "right": 1}),
    ],
)
@pytest.mark.parametrize("half", ["top", "bottom", "left", "right"])
def test_how_many_mafia_a_half_holds(replay: Replay, layout: str, counts: dict[str, int], half: str) -> None:
    """MOR-85, MOR-87, D-29: neither the maniac nor the unchanged werewolf is counted."""
    views = replay("mordheim", CAST, day(1, scan("Аня", half)), night(1, act("Пифия", "scan")), scan_layout=layout)
    assert scans(views[1]) == [(half, counts[half])]


@pytest.mark.parametrize(("whose", "half"), [("alive", "left"), ("start", "right")])
def test_the_list_of_the_living_or_of_the_start(replay: Replay, whose: str, half: str) -> None:
    """MOR-87, D-29: Аня's death moves everybody up by one place, or nobody."""
    phases = (day(1), night(1, act("Барон", "kill", "Аня")), day(2, scan("Пифия", half)), night(2))
    phases[3]["actions"] = [act("Пифия", "scan")]
    views = replay("mordheim", CAST, *phases, scan_list=whose)
    assert scans(views[3]) == [(half, 2)]


# The medium (MOR-85, MOR-88).


def test_the_medium_names_the_half_only_where_the_town_chose_none(replay: Replay) -> None:
    """MOR-85, MOR-88: then exactly one."""
    wrong = (act("Пифия", "scan"), act("Пифия", "scan", "top", "left"))
    chosen, free = (
        replay("mordheim", CAST, day(1, *votes), night(1, *wrong, act("Пифия", "scan", "right")))[1]
        for votes in ((scan("Аня", "top"),), ())
    )
    assert [each.reason for each in chosen.rejected] == ["too-many-targets", "too-many-targets"]
    assert scans(chosen) == [("top", 2)]
    assert [each.reason for each in free.rejected] == ["bad-target", "too-many-targets"]
    assert scans(free) == [("right", 2)]


def test_the_poll_is_of_its_own_night(replay: Replay) -> None:
    """MOR-85: yesterday's half is not today's."""
    phases = (day(1, scan("Аня", "top")), night(1), day(2), night(2, act("Пифия", "scan", "left")))
    assert scans(replay("mordheim", CAST, *phases)[3]) == [("left", 1)]


def test_a_scan_not_two_nights_running(replay: Replay) -> None:
    """MOR-85, MOR-10: from the first night, but not in one before the first day; an annulled scan is no use."""
    use = act("Пифия", "scan", "top")
    views = play_nights(replay, CAST, night(0, use), night(1, use), night(2, use), night(3, use))
    assert [reasons(view) for view in views] == [
        [("Пифия", "not-yet", "MOR-10")],
        [],
        [("Пифия", "not-yet", "MOR-85")],
        [],
    ]
    players = {**CAST, "Жанна": "lover"}
    blocked = (night(1, use, act("Жанна", "visit", "Пифия")), night(2, use))
    for counts in (False, True):
        views = play_nights(replay, players, *blocked, annulled_counts=counts)
        assert [scans(view) for view in views] == [[], [("top", 2)]]


def test_a_changed_werewolf_is_counted(replay: Replay) -> None:
    """MOR-85: in the place of the mafia."""
    players = {"Аня": "citizen", "Барон": "underboss", "Пифия": "medium", "Ворон": "werewolf", "Боря": "citizen"}
    kill = act("Барон", "kill", "Барон")
    views = play_nights(replay, players, night(1, kill), night(2, act("Пифия", "scan", "left")))
    assert scans(views[0]) == []
    # the living: 1 Аня, 2 Пифия, 3 Ворон, 4 Боря
    assert scans(views[1]) == [("left", 1)]


def test_nobody_else_scans_for_the_town(replay: Replay) -> None:
    """MOR-85: a player without the role."""
    (view,) = replay("mordheim", CAST, night(1, act("Аня", "scan")))
    assert reasons(view) == [("Аня", "not-your-action", "MOR-70")]


# The underboss (MOR-79).


def test_the_underboss_seeks_the_commissioner_in_a_half(replay: Replay) -> None:
    """MOR-79: from the second night, not two nights running, instead of the check; the last message counts."""
    views = play_nights(
        replay,
        CAST,
        night(1, act("Барон", "scan", "top")),
        night(2, act("Барон", "seek", "Вера"), act("Барон", "scan", "right")),
        night(3, act("Барон", "scan", "top"), act("Барон", "seek", "Вера")),
        night(4, act("Барон", "scan", "left"), act("Барон", "scan"), act("Барон", "scan", "top", "left")),
    )
    assert [answers(view) for view in views] == [
        [],
        [("Барон", "right", "yes")],
        [("Барон", "Вера", "yes")],
        [("Барон", "left", "no")],
    ]
    assert [reasons(view) for view in views] == [
        [("Барон", "not-yet", "MOR-79")],
        [],
        [("Барон", "not-yet", "MOR-79")],
        [("Барон", "bad-target", "MOR-79"), ("Барон", "too-many-targets", "MOR-79")],
    ]
    assert all(view.announced == () for view in views)


@pytest.mark.parametrize(("needs", "refused"), [("line-up", []), ("alive", [("Барон", "not-your-action", "MOR-70")])])
def test_the_scanner_needs_a_medium(replay: Replay, needs: str, refused: Any) -> None:
    """MOR-79, D-26: in the line-up at the start, or alive now."""
    phases = (night(1, act("Барон", "kill", "Пифия")), night(2, act("Барон", "scan", "top")))
    views = play_nights(replay, CAST, *phases, scanner_needs=needs)
    assert reasons(views[1]) == refused


def test_without_a_medium_in_the_line_up_there_is_no_scanner(replay: Replay) -> None:
    """MOR-79: the poll is held all the same (MOR-88)."""
    players = {name: role for name, role in CAST.items() if role != "medium"}
    views = replay("mordheim", players, day(2, scan("Аня", "top")), night(2, act("Барон", "scan", "top")))
    assert views[0].extras["scan_half"] == "top"
    assert reasons(views[1]) == [("Барон", "not-your-action", "MOR-70")]


@pytest.mark.parametrize(("trace", "reminders"), [("host", ["Барон", "Пифия"]), ("none", [])])
def test_the_host_is_reminded_of_the_trace(trace: str, reminders: list[str]) -> None:
    """MOR-81, D-28: of both scanners; nothing of it is public."""
    sent = night(2, act("Барон", "scan", "top"), act("Пифия", "scan", "top"))
    record = read_record(record_of("mordheim", CAST, [sent], {"scan_trace": trace}))
    assert isinstance(record, GameRecord)
    (outcome,) = play(record).phases
    marked = [event for event in outcome.events if event.kind is EventKind.MARKED]
    assert sorted(seat for event in marked for seat in event.who) == reminders
    assert not any(event.audience.town for event in marked)


@pytest.mark.parametrize("acts", [True, False])
def test_the_scan_of_a_medium_who_dies(replay: Replay, acts: bool) -> None:
    """MOR-92, D-32: the paper has it, or not; players are counted as at the beginning of the night."""
    sent = (act("Пифия", "scan", "top"), act("Барон", "kill", "Пифия"), act("Асмодей", "kill", "Тень"))
    (view,) = replay("mordheim", CAST, night(1, *sent), dead_act=acts)
    assert scans(view) == ([("top", 2)] if acts else [])
