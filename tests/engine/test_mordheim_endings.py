"""How Mordheim's games end, and the werewolf's change (MOR-96 … MOR-117)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import GameRecord, HostView, play, player_view, read_record, town_view, view_as_json
from tests.engine.games import Replay, act, day, night, record_of
from tests.engine.mordheim_table import nominate

Ends = Callable[..., tuple[str, ...]]


def cast(mafia: int = 0, citizens: int = 0, **others: str) -> dict[str, str]:
    """So many mafiosi and citizens (М1, М2 …, Г1, Г2 …), and the others by name."""
    mafiosi = {f"М{number}": "mafioso" for number in range(1, mafia + 1)}
    return {**mafiosi, **{f"Г{number}": "citizen" for number in range(1, citizens + 1)}, **others}


@pytest.fixture(name="by_day")
def _by_day(replay: Replay) -> Ends:
    """Who has won after the execution of `name` (None: of nobody)."""

    def by_day(players: dict[str, str], name: str | None, **options: Any) -> tuple[str, ...]:
        voter = next(iter(players))
        (view,) = replay("mordheim", players, day(3, *([nominate(voter, name)] if name else [])), **options)
        assert view.executed == ((name,) if name else ())
        return view.winners

    return by_day


@pytest.fixture(name="by_night")
def _by_night(replay: Replay) -> Ends:
    """Who has won after a night."""

    def by_night(players: dict[str, str], *actions: Any, **options: Any) -> tuple[str, ...]:
        (view,) = replay("mordheim", players, night(3, *actions), **options)
        return view.winners

    return by_night


# The werewolf's change (MOR-96).


def test_after_a_death_by_day_the_werewolf_kills_that_night(replay: Replay) -> None:
    """MOR-96, MOR-111: in the outcome of the same phase, so the town has not won."""
    players = cast(1, 5, Ворон="werewolf")
    first, second = replay("mordheim", players, day(1, nominate("М1", "М1")), night(1, act("Ворон", "kill", "Г1")))
    assert (first.roles, first.winners) == ({"Ворон": "werewolf-mafia"}, ())
    assert (second.dead, second.causes) == (("Г1",), {"Г1": ("werewolf",)})


def test_after_a_death_at_night_he_kills_from_the_next_one(replay: Replay) -> None:
    """MOR-96, MOR-90: answers of that night are by the roles at its beginning."""
    players = cast(1, 5, Ворон="werewolf", Вереск="commissioner")
    phases = (
        night(1, act("М1", "kill", "М1"), act("Ворон", "kill", "Г1"), act("Вереск", "check", "Ворон")),
        day(2),
        night(2, act("Ворон", "kill", "Г1"), act("Вереск", "check", "Ворон")),
    )
    first, _, second = replay("mordheim", players, *phases)
    assert [(each.reason, each.rule) for each in first.rejected] == [("not-yet", "MOR-96")]
    assert (first.dead, first.roles) == (("М1",), {"Ворон": "werewolf-mafia"})
    assert [each.answer for each in (*first.told, *second.told)] == ["good", "bad"]
    assert second.dead == ("Г1",)


def test_a_removal_by_the_host_is_a_death_like_any_other(replay: Replay) -> None:
    """MOR-96, MOR-98."""
    removal = {"by": "host", "do": "modkill", "on": ["М1"]}
    (view,) = replay("mordheim", cast(1, 5, Ворон="werewolf"), day(1, choices=[removal]))
    assert view.roles == {"Ворон": "werewolf-mafia"}
    assert view.revealed == {"М1": "hidden"}


def test_the_change_is_told_to_the_werewolf_alone() -> None:
    """MOR-96, MOR-102: the town does not learn of it."""
    record = read_record(record_of("mordheim", cast(1, 5, Ворон="werewolf"), [day(1, nominate("М1", "М1"))]))
    assert isinstance(record, GameRecord)
    (outcome,) = play(record).phases
    assert "werewolf" not in repr(view_as_json(town_view(outcome)))
    assert player_view(outcome, "Ворон").roles == {"Ворон": "werewolf-mafia"}
    assert player_view(outcome, "Г1").roles == {}


def test_no_other_role_changes(replay: Replay) -> None:
    """MOR-97: the gang needs no boss; a dead werewolf takes no place."""
    players = cast(2, 6, Барон="underboss", Ворон="werewolf")
    phases = (night(1, act("М1", "kill", "Барон")), day(2), night(2, act("М2", "kill", "Ворон")))
    views = replay("mordheim", players, *phases)
    assert [view.roles for view in views] == [{}, {}, {}]
    assert views[2].dead == ("Ворон",)


def test_a_replacement_takes_the_seat_over(replay: Replay) -> None:
    """MOR-98: with its role and what it may not repeat."""
    players = cast(1, 5, Снорри="doctor")
    phases = (
        night(1, act("Снорри", "heal", "Г1"), choices=[{"by": "host", "do": "replace", "on": ["Снорри", "Новый"]}]),
        day(2),
        night(2, act("Новый", "heal", "Г1")),
    )
    assert [each.reason for each in replay("mordheim", players, *phases)[2].rejected] == ["same-target"]


# Nobody and the town (MOR-110, MOR-111).


def test_nobody_is_left(by_night: Ends) -> None:
    """MOR-110, D-34."""
    assert by_night(cast(1, 0, Асмодей="maniac"), act("М1", "kill", "Асмодей"), act("Асмодей", "kill", "М1")) == (
        "nobody",
    )


def test_the_town_wins_when_all_its_enemies_are_dead(by_day: Ends) -> None:
    """MOR-111, MOR-117: mafia, maniac and werewolf; the side, not names."""
    assert by_day(cast(1, 3), "М1") == ("town",)
    assert by_day(cast(1, 3, Асмодей="maniac"), "М1") == ()
    assert by_day(cast(1, 3, Ворон="werewolf"), "М1") == ()
    assert by_day(cast(0, 3, Асмодей="maniac"), "Асмодей") == ("town",)


# The loners (MOR-112, MOR-113).


@pytest.mark.parametrize("role", ["maniac", "werewolf", "werewolf-mafia"])
def test_a_loner_and_one_peaceful_player_after_an_execution(by_day: Ends, role: str) -> None:
    """MOR-112: any role of the town; also where nobody was executed."""
    assert by_day(cast(0, 2, Один=role), "Г1") == ("Один",)
    assert by_day(cast(0, 0, Снорри="doctor", Один=role), None) == ("Один",)
    assert by_day(cast(0, 3, Один=role), "Г1") == ()


@pytest.mark.parametrize(("when", "winners"), [("day", ()), ("any", ("Асмодей",))])
def test_a_loner_and_one_peaceful_player_in_the_morning(by_night: Ends, when: str, winners: Any) -> None:
    """MOR-112, D-35: the vote decides, or it is over at once."""
    players = cast(0, 2, Асмодей="maniac")
    assert by_night(players, act("Асмодей", "kill", "Г1"), solo_win_at=when) == winners


def test_two_loners_are_no_end(by_day: Ends) -> None:
    """MOR-112: the other one is not peaceful."""
    assert by_day(cast(0, 1, Асмодей="maniac", Ворон="werewolf"), "Г1") == ()


def test_a_loner_alone_wins_at_the_end_of_any_phase(by_day: Ends, by_night: Ends) -> None:
    """MOR-113, D-34."""
    assert by_night(cast(0, 1, Асмодей="maniac"), act("Асмодей", "kill", "Г1")) == ("Асмодей",)
    assert by_day(cast(0, 1, Асмодей="maniac"), "Г1") == ("Асмодей",)
    assert by_day(cast(1, 0, Ворон="werewolf"), "М1") == ("Ворон",)


# The mafia (MOR-114 … MOR-116).


@pytest.mark.parametrize("other", ["doctor", "werewolf", "maniac"])
def test_more_mafia_than_others(by_day: Ends, other: str) -> None:
    """MOR-114: whoever is alive."""
    assert by_day(cast(2, 1, Другой=other), "Г1") == ("mafia",)
    assert by_day(cast(2, 0), None) == ("mafia",)


@pytest.mark.parametrize(("defers", "winners"), [(False, ("mafia",)), (True, ())])
def test_more_mafia_than_others_with_a_maniac(by_day: Ends, defers: bool, winners: Any) -> None:
    """MOR-114, D-36: the mafia has won, or has to kill him first."""
    assert by_day(cast(2, 1, Асмодей="maniac"), "Г1", maniac_defers_majority=defers) == winners
    assert by_day(cast(2, 2), "Г1", maniac_defers_majority=defers) == ("mafia",)


@pytest.mark.parametrize(
    ("other", "winners"),
    [
        ("doctor", ()),
        ("maniac", ()),
        ("lover", ()),
        ("mirror", ()),
        ("citizen", ("mafia",)),
        ("commissioner", ("mafia",)),
        ("kamikaze", ("mafia",)),
        ("werewolf", ("mafia",)),
    ],
)
def test_parity_and_the_roles_that_put_it_off(by_day: Ends, other: str, winners: Any) -> None:
    """MOR-115, D-37: those that make a kill fail, or kill a mafioso at night."""
    assert by_day(cast(2, 2, Другой=other), "Г1") == winners
    assert by_day(cast(2, 2, Другой=other), "Г1", deferring_roles=[]) == ("mafia",)
    assert by_day(cast(2, 2, Другой=other), "Г1", deferring_roles=[other]) == ()


@pytest.mark.parametrize(("counts", "winners"), [("all-others", ()), ("without-werewolf", ("mafia",))])
def test_whether_the_unchanged_werewolf_counts_for_parity(by_day: Ends, counts: str, winners: Any) -> None:
    """MOR-115, D-33."""
    assert by_day(cast(2, 3, Ворон="werewolf"), "Г1", parity_counts=counts) == winners


def test_parity_with_a_doctor_lasts_until_the_first_mistake(replay: Replay) -> None:
    """MOR-115: a kill that fails leaves all as it was; a death among the others is a majority."""
    players = cast(2, 1, Снорри="doctor")
    phases = (
        night(1, act("М1", "kill", "Г1"), act("Снорри", "heal", "Г1")),
        day(2),
        night(2, act("М1", "kill", "Г1")),
    )
    views = replay("mordheim", players, *phases)
    assert [view.winners for view in views] == [(), (), ("mafia",)]


THREE = cast(3, 2, Асмодей="maniac")


@pytest.mark.parametrize(
    ("mafia", "maniac", "winners"),
    [
        ("Г1", "М1", ()),
        ("Асмодей", None, ("mafia",)),
        ("Асмодей", "М1", ("mafia",)),
        ("Г1", None, ("mafia",)),
        (None, None, ()),
        (None, "М1", ()),
        (None, "Г1", ("mafia",)),
    ],
)
def test_the_night_after_a_parity_with_the_maniac(
    by_night: Ends, mafia: str | None, maniac: str | None, winners: Any
) -> None:
    """MOR-116, D-38: three mafiosi, two citizens, one maniac go into the night."""
    orders = [act("М2", "kill", mafia)] if mafia else []
    orders += [act("Асмодей", "kill", maniac)] if maniac else []
    assert by_night(THREE, *orders) == winners


@pytest.mark.parametrize(("executed", "winners"), [("М1", ()), ("Г1", ("mafia",)), ("Асмодей", ("mafia",))])
def test_parity_reached_at_night_is_decided_by_the_vote(by_day: Ends, executed: str, winners: Any) -> None:
    """MOR-116: a mafioso executed, the game goes on; one of the others, the mafia has won."""
    assert by_day(cast(2, 1, Асмодей="maniac"), executed) == winners


def test_after_the_end_nothing_is_played_and_no_role_is_told_in_it(replay: Replay) -> None:
    """MOR-100, MOR-101: the phase's own reveal stays hidden; the roles are for the final report."""
    views: list[HostView] = replay("mordheim", cast(1, 3), day(1, nominate("М1", "М1")), night(1))
    assert [view.winners for view in views] == [("town",)]
    assert views[0].revealed == {"М1": "hidden"}
    assert views[0].light is None
