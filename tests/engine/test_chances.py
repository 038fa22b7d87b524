"""Draws depend on the seed, the phase, the chance's name and the player, on nothing else (CLA-110)."""

from typing import Any

import pytest

from engine import PhaseId
from engine.chances import Chances, fraction
from engine.events import EventKind
from tests.engine.games import Replay, act, day, night

PLAYERS = {
    "Босс": "rank1",
    "Девочка": "girl",
    "Доктор": "doctor",
    "Комиссар": "commissioner",
    "Аня": "citizen",
    "Боря": "citizen",
}
NIGHT = PhaseId(1, night=True)


def draws(view: Any) -> dict[tuple[str, str], bool]:
    """(chance, seat) → what was drawn."""
    return {(event.what, event.who[0]): event.value for event in view.events if event.kind is EventKind.DRAWN}


def test_a_draw_is_the_same_on_every_machine() -> None:
    assert fraction("7", NIGHT, "girl-silence", "Аня") == pytest.approx(0.4747499516964568, abs=1e-12)


def test_what_a_draw_depends_on() -> None:
    base = fraction("7", NIGHT, "girl-silence", "Аня")
    others = [
        fraction("8", NIGHT, "girl-silence", "Аня"),
        fraction("7", NIGHT.next.next, "girl-silence", "Аня"),
        fraction("7", NIGHT, "block-silence", "Аня"),
        fraction("7", NIGHT, "girl-silence", "Боря"),
    ]
    assert len({base, *others}) == 5


def test_a_chance_happens_as_often_as_its_probability_says() -> None:
    drawn = [Chances(str(seed), NIGHT, {}).draw("boss-trace", "Босс", 0.75) for seed in range(4000)]
    assert sum(drawn) / len(drawn) == pytest.approx(0.75, abs=0.02)


def test_a_fixed_draw_is_not_drawn() -> None:
    fixed = Chances("7", NIGHT, {"girl-silence:Аня": True, "girl-silence:Боря": False})
    assert (fixed.draw("girl-silence", "Аня", 0.0), fixed.draw("girl-silence", "Боря", 1.0)) == (True, False)


def test_of_a_tie_each_is_as_likely_and_a_fixed_one_decides() -> None:
    names = ("Аня", "Боря", "Вера")
    picks = [Chances(str(seed), NIGHT, {}).pick("tie", names) for seed in range(3000)]
    assert all(picks.count(name) == pytest.approx(1000, abs=100) for name in names)
    assert Chances("7", NIGHT, {"tie:Вера": True}).pick("tie", names) == "Вера"
    assert Chances("7", NIGHT, {"tie:Аня": False, "tie:Вера": False}).pick("tie", names) == "Боря"


def test_an_unrelated_entry_changes_no_draw(replay: Replay) -> None:
    sent = (act("Девочка", "visit", "Аня"), act("Комиссар", "kill", "Боря"))
    (plain,) = replay("classic", PLAYERS, night(1, *sent))
    (more,) = replay("classic", PLAYERS, night(1, act("Доктор", "serum", "Босс"), *sent, act("Аня", "heal", "Аня")))
    assert draws(plain).items() <= draws(more).items()
    assert len(draws(plain)) == 3


def test_a_record_that_starts_later_draws_the_same(replay: Replay) -> None:
    visit = night(2, act("Девочка", "visit", "Аня"))
    (alone,) = replay("classic", PLAYERS, visit)
    assert draws(replay("classic", PLAYERS, night(1), day(2), visit)[2]) == draws(alone)
