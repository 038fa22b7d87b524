"""The queen of spades (CAS-9, CAS-90 … CAS-94), the end of a casino game (CAS-130 … CAS-136)."""

from typing import Any

import pytest

from engine import Fault, GameRecord, HostView, play
from tests.engine.casino_table import answers, suits, table
from tests.engine.games import Replay, act, day, night, reasons

CITIZEN_QUEEN = table(
    "doctor",
    "commissar",
    "girl",
    "witness",
    "don",
    "killer",
    "blackmailer",
    "mafia-journalist",
    "joker",
    "queen-of-spades",
    citizens=6,
)
FAMILY = {**CITIZEN_QUEEN, **table("boss-child", citizens=0)}


@pytest.fixture(name="casino")
def _casino(replay: Replay) -> Replay:
    def casino(*phases: Any, players: dict[str, Any] | None = None, **options: Any) -> list[HostView]:
        quiet = {"modkill": "host", "tie": "none"}
        return replay("casino", CITIZEN_QUEEN if players is None else players, *phases, **{**quiet, **suits(**options)})

    return casino


def executes(number: int, *names: str) -> dict[str, Any]:
    return {"phase": f"day{number}", "choices": [{"by": "host", "do": "execute", "on": list(names)}]}


ATTACKS = [act(by, "kill", "Хохол") for by in ("Дон", "Джокер", "Комиссар")]


def test_all_her_killers_die_with_her(casino: Replay) -> None:
    """CAS-90, CAS-94, D-39: three killers, all three; and the shooter of a step before; their acts stand."""
    shot = act("Киллер", "role-shot", "Хохол", guess="queen-of-spades")
    (view,) = casino(night(1, *ATTACKS, shot, act("Свидетель", "watch", "Хохол")))
    assert view.dead == ("Джокер", "Дон", "Киллер", "Комиссар", "Хохол")
    assert set(view.causes["Хохол"]) == {"mafia", "joker", "commissar", "role-shot"}
    assert all(view.causes[name] == ("queen-of-spades",) for name in view.dead if name != "Хохол")
    assert [answer for _, _, answer in answers(view)][:3] == ["Джокер", "Дон", "Киллер"]


def test_healed_she_takes_nobody_and_a_shot_kills_her_through_the_heal(casino: Replay) -> None:
    """CAS-93, D-43: then the shooter dies alone; those whose attack the heal stopped did not kill her."""
    heal = act("Доктор", "heal", "Хохол")
    (view,) = casino(night(1, *ATTACKS, heal))
    assert (view.dead, view.saved) == ((), ("Хохол",))
    (view,) = casino(night(1, *ATTACKS, heal, act("Киллер", "role-shot", "Хохол", guess="queen-of-spades")))
    assert (view.dead, view.saved) == (("Киллер", "Хохол"), ())


def test_a_killer_of_hers_who_is_attacked_too_has_both_causes(casino: Replay) -> None:
    """CAS-77, CAS-94."""
    (view,) = casino(
        night(
            1,
            act("Дон", "kill", "Хохол"),
            act("Джокер", "kill", "Дон"),
            act("Киллер", "role-shot", "Доктор", guess="doctor"),
        )
    )
    assert view.dead == ("Доктор", "Дон", "Хохол")
    assert set(view.causes["Дон"]) == {"joker", "queen-of-spades"}


def test_a_killer_of_hers_who_was_healed_from_another_is_not_saved(casino: Replay) -> None:
    """CAS-94: the heal does not help him."""
    (view,) = casino(night(1, act("Дон", "kill", "Хохол"), act("Джокер", "kill", "Дон"), act("Доктор", "heal", "Дон")))
    assert (view.dead, view.saved) == (("Дон", "Хохол"), ())
    assert view.causes["Дон"] == ("queen-of-spades",)


@pytest.mark.parametrize("operation", ["execute", "modkill"])
def test_executed_or_modkilled_she_takes_nobody(casino: Replay, operation: str) -> None:
    """CAS-91."""
    (view,) = casino({"phase": "day1", "choices": [{"by": "host", "do": operation, "on": ["Хохол"]}]})
    assert view.dead == ("Хохол",)
    (view,) = casino(night(1, choices=[{"by": "host", "do": "modkill", "on": ["Хохол"]}]))
    assert view.dead == ("Хохол",)


@pytest.mark.parametrize(
    ("option", "dead", "saved"), [(False, ("Джокер", "Хохол"), ()), (True, ("Хохол",), ("Джокер",))]
)
def test_a_heal_may_save_her_killer(
    casino: Replay, option: bool, dead: tuple[str, ...], saved: tuple[str, ...]
) -> None:
    """CAS-94, D-21."""
    (view,) = casino(night(1, act("Джокер", "kill", "Хохол"), act("Доктор", "heal", "Джокер")), heal_from_queen=option)
    assert (view.dead, view.saved) == (dead, saved)


@pytest.mark.parametrize(
    ("fallen", "takes", "victim"),
    [
        (("Дон", "Ребёнок"), "next-card", "Киллер"),
        (("Дон", "Ребёнок", "Киллер"), "next-card", "Шантажист"),
        (("Дон", "Ребёнок", "Киллер", "Шантажист"), "next-card", "Репортёр"),
        (("Дон",), "next-card", "Киллер"),
        (("Дон", "Киллер", "Шантажист", "Репортёр"), "next-card", "Ребёнок"),
        (("Дон",), "head", "Ребёнок"),
        (("Дон", "Ребёнок"), "head", "Киллер"),
    ],
)
def test_after_the_don_the_next_card_dies_with_her(
    casino: Replay, fallen: tuple[str, ...], takes: str, victim: str
) -> None:
    """CAS-90, D-19: king, queen, jack, nine; or the head, as for the witness."""
    players = {name: spec for name, spec in FAMILY.items() if name not in fallen}
    (view,) = casino(night(2, act("team:mafia", "kill", "Хохол")), players=players, queen_takes=takes)
    assert set(view.dead) == {"Хохол", victim}


@pytest.mark.parametrize(("first", "victim"), [(True, "Шантажист"), (False, "Киллер")])
def test_a_card_that_fell_before_the_kill_does_not_answer_for_it(casino: Replay, first: bool, victim: str) -> None:
    """CAS-90, CAS-103, D-24: the king dies of his own wrong guess a step before; unless all is simultaneous."""
    players = {name: spec for name, spec in CITIZEN_QUEEN.items() if name != "Дон"}
    (view,) = casino(
        night(2, act("Киллер", "role-shot", "Доктор", guess="girl"), act("team:mafia", "kill", "Хохол")),
        players=players,
        role_shot_first=first,
    )
    assert set(view.dead) == {"Киллер", "Хохол", victim}


def test_of_her_own_side_she_is_no_card_after_herself(casino: Replay) -> None:
    """CAS-9, CAS-90: spades trump, the king dead: the jack answers for the kill of the blackmailer."""
    players = table("blackmailer", "mafia-journalist", "doctor", suit="hearts", citizens=0)
    citizens = {f"Мирный {number}": {"role": "citizen", "card": f"{number}C"} for number in range(2, 7)}
    (view,) = casino(night(2, act("team:mafia", "kill", "Шантажист")), players={**players, **citizens}, trump="spades")
    assert set(view.dead) == {"Шантажист", "Репортёр"}


def test_whoever_missed_does_not_die_with_her(casino: Replay) -> None:
    """CAS-90: a blocked attacker did not attack."""
    (view,) = casino(night(1, *ATTACKS, act("Девочка", "block", "Дон"), act("Шантажист", "block", "Джокер")))
    assert view.dead == ("Комиссар", "Хохол")


@pytest.mark.parametrize(
    ("trump", "town_suit", "queen", "others"),
    [
        ("spades", "diamonds", "Шантажист", ("Девочка",)),
        ("hearts", "spades", "Девочка", ("Шантажист",)),
        ("hearts", "diamonds", "Хохол", ("Девочка", "Шантажист")),
    ],
)
def test_the_ability_belongs_to_the_card(
    casino: Replay, trump: str, town_suit: str, queen: str, others: tuple[str, ...]
) -> None:
    """CAS-9, CAS-92: whoever holds the queen of spades has it, blocked or not, and nobody else."""
    roles = ["doctor", "commissar", "girl", "don", "killer", "blackmailer", "joker"]
    card = "5C" if "spades" in (trump, town_suit) else "5S"
    players = table(*roles, *(["queen-of-spades"] if queen == "Хохол" else []), citizens=0)
    players |= {f"Мирный {number}": {"role": "citizen", "card": card} for number in range(1, 6)}
    if "spades" in (trump, town_suit):
        players["Джокер"]["suit"] = "clubs"
    for victim in (queen, *others):
        blocker = "Девочка" if victim == "Шантажист" else "Шантажист"
        (view,) = casino(
            night(1, act("Джокер", "kill", victim), act(blocker, "block", victim)),
            players=players,
            trump=trump,
            town_suit=town_suit,
        )
        assert view.dead == tuple(sorted((victim, *(["Джокер"] if victim == queen else []))))
        assert view.revealed[victim] != "queen-of-spades" or victim == "Хохол"


def test_as_a_citizen_she_has_no_action_and_is_seen_as_one(casino: Replay) -> None:
    """CAS-9."""
    (view,) = casino(night(1, act("Хохол", "kill", "Дон"), act("Комиссар", "check", "Хохол")))
    assert reasons(view) == [("Хохол", "not-your-action", "CAS-52")]
    assert answers(view) == [("Комиссар", "Хохол", "spades")]


def test_her_revenge_on_the_don_costs_a_kill_and_may_form_the_marriage(casino: Replay) -> None:
    """CAS-83, CAS-98, CAS-105."""
    players = {name: spec for name, spec in CITIZEN_QUEEN.items() if name != "Репортёр"}
    views = casino(
        night(1, act("Дон", "kill", "Хохол")), day(2), night(2, act("Киллер", "kill", "Мирный 1")), players=players
    )
    assert views[0].protected == ("Киллер", "Шантажист")
    assert [reason for _, reason, _ in reasons(views[2])] == ["not-yet"]


def test_the_marriage_does_not_protect_from_her(casino: Replay) -> None:
    """CAS-98."""
    players = {name: spec for name, spec in CITIZEN_QUEEN.items() if name != "Репортёр"}
    views = casino(
        executes(1, "Дон"),
        night(1, act("Киллер", "role-shot", "Хохол", guess="queen-of-spades")),
        players=players,
    )
    assert views[0].protected == ("Киллер", "Шантажист")
    assert views[1].dead == ("Киллер", "Хохол")


# The end.


def left(*roles: str, citizens: int = 0) -> dict[str, Any]:
    """Those who are left after the last citizen is executed."""
    return {**table(*roles, citizens=citizens), "Последний": {"role": "citizen", "card": "10C"}}


@pytest.mark.parametrize(
    ("roles", "citizens", "winners"),
    [
        (("doctor",), 2, ("town",)),
        (("doctor", "werewolf"), 0, ("town",)),
        (("killer", "doctor"), 1, ()),
        (("killer", "doctor"), 0, ("mafia",)),
        (("boss-child", "doctor"), 0, ("mafia",)),
        (("killer", "mafia-journalist", "joker", "doctor"), 0, ("mafia",)),
        (("killer", "joker"), 0, ("joker", "mafia")),
        (("boss-child", "joker"), 0, ("joker", "mafia")),
        (("blackmailer", "joker"), 0, ("mafia",)),
        (("girl", "joker"), 0, ("joker",)),
        (("queen-of-spades", "joker"), 0, ("joker",)),
        (("queen-of-spades", "don"), 0, ("mafia",)),
        (("joker",), 0, ("joker",)),
        (("joker", "doctor"), 1, ()),
    ],
)
def test_the_first_condition_that_holds_ends_the_game(
    casino: Replay, roles: tuple[str, ...], citizens: int, winners: tuple[str, ...]
) -> None:
    """CAS-6, CAS-130, CAS-131, CAS-132, CAS-133, CAS-134, CAS-135."""
    (view,) = casino(executes(7, "Последний"), players=left(*roles, citizens=citizens))
    assert view.winners == winners


def test_with_spades_trump_the_queen_wins_for_the_mafia(casino: Replay) -> None:
    """CAS-135."""
    (view,) = casino(executes(7, "Последний"), players=left("blackmailer", "joker"), trump="spades")
    assert view.winners == ("mafia",)


@pytest.mark.parametrize(("option", "winners"), [("town", ("town",)), ("nobody", ("nobody",))])
def test_nobody_left_alive(casino: Replay, option: str, winners: tuple[str, ...]) -> None:
    """CAS-131, D-28."""
    views = casino(
        night(7, act("Джокер", "kill", "Комиссар"), act("Комиссар", "kill", "Джокер")),
        players=table("commissar", "joker", citizens=0),
        nobody_left=option,
    )
    assert views[0].winners == winners


def test_a_werewolf_who_has_become_the_joker_stands_against_the_town(casino: Replay) -> None:
    """CAS-96, CAS-131: the game goes on."""
    (view,) = casino(executes(7, "Джокер"), players=table("joker", "werewolf", "doctor", citizens=2))
    assert view.winners == ()
    (view,) = casino(executes(7, "Джокер"), players=table("joker", "werewolf", "doctor", citizens=0))
    assert view.winners == ("joker",)


def test_an_unknown_role_keeps_the_game_going(casino: Replay) -> None:
    """CAS-5."""
    (view,) = casino(executes(7, "Последний"), players={**left("killer"), "Некто": {}})
    assert view.winners == ()


def test_phases_after_the_end_are_not_played(read: Any) -> None:
    """CAS-136."""
    record = read("casino", left("killer", "doctor"), executes(7, "Последний"), night(7), **suits())
    assert isinstance(record, GameRecord)
    assert len(play(record).phases) == 1
    assert not isinstance(record, Fault)


def test_nothing_turns_an_action_nor_takes_a_vote(casino: Replay) -> None:
    """CAS-106."""
    everything = [
        act("Девочка", "block", "Дон"),
        act("Шантажист", "block", "Девочка"),
        act("Доктор", "heal", "Дон"),
        act("Комиссар", "check", "Дон"),
    ]
    (view,) = casino(night(1, *everything))
    assert (view.dead, view.silenced, view.void_votes) == ((), (), ())
    assert not [event for event in view.events if event.kind == "turned"]
