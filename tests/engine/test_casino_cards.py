"""Casino's cards and line-up: how they are written, what follows from them, what contradicts (CAS-1 … CAS-12)."""

from typing import Any

import pytest

from engine import Fault, GameRecord, Ruleset, cast_differences, load_ruleset, play
from engine.rulesets.casino.cards import read_card
from tests.engine.casino_table import answers, suits, table
from tests.engine.games import Replay, act, night

CARDS = [
    ("AH", "AH"),
    ("10d", "10D"),
    ("Туз бубен", "AD"),
    ("10 червей", "10H"),
    ("Туз черви", "AH"),
    ("Король пик", "KS"),
    ("дама треф", "QC"),
    ("Валет Червей", "JH"),
    ("пиковая дама", "QS"),
    ("бубновый король", "KD"),
    ("червонный туз", "AH"),
    ("семёрка треф", "7C"),
    ("семерки пик", "7S"),
    ("восьмёрка крестей", "8C"),
    ("четвёрка бубей", "4D"),
    ("тройка пик", "3S"),
    ("трёшка пик", "3S"),
    ("двойка червей", "2H"),
    ("9 пики", "9S"),
    ("7♣", "7C"),
    ("7 ♣️", "7C"),
    ("10♥", "10H"),
]


@pytest.mark.parametrize(("text", "card"), CARDS)
def test_a_card_is_read_as_hosts_write_it(text: str, card: str) -> None:
    """CAS-2."""
    assert str(read_card(text)) == card


@pytest.mark.parametrize("text", ["", "Туз", "бубен", "1 пик", "100 червей", "ZZ", "Джокер красный", "AX", "Туз тузов"])
def test_what_is_no_card_is_not_read(text: str) -> None:
    """CAS-2."""
    assert read_card(text) is None


def test_what_a_card_is_follows_from_its_suit_and_rank(read: Any) -> None:
    """CAS-1, CAS-3, CAS-9: the role need not be entered again; a joker is a joker, a reserve has none."""
    cards = {
        "А": "Туз бубен",
        "Б": "король бубен",
        "В": "QD",
        "Г": "валет бубен",
        "Д": "9 бубен",
        "Е": "Туз червей",
        "Ё": "K червей",
        "Ж": "дама червей",
        "З": "JH",
        "И": "9H",
        "К": "пиковая дама",
        "Л": "7♣",
        "М": "Джокер красный",
    }
    players = {name: {"card": card} for name, card in cards.items()}
    record = read("casino", {**players, "Н": {"reserve": True}, "О": {}}, **suits())
    assert isinstance(record, GameRecord)
    assert [player.role for player in record.players] == [
        "doctor",
        "commissar",
        "girl",
        "town-journalist",
        "witness",
        "don",
        "killer",
        "blackmailer",
        "mafia-journalist",
        "boss-child",
        "queen-of-spades",
        "citizen",
        "joker",
        None,
        None,
    ]
    assert [player.fields.get("card") for player in record.players][:3] == ["AD", "KD", "QD"]


def test_the_same_card_is_another_role_with_other_suits(read: Any) -> None:
    """CAS-1, CAS-9."""
    for trump, town_suit, role in (
        ("spades", "hearts", "blackmailer"),
        ("hearts", "spades", "girl"),
        ("hearts", "clubs", "queen-of-spades"),
    ):
        record = read("casino", {"А": {"card": "QS"}}, **suits(trump, town_suit))
        assert record.players[0].role == role


@pytest.mark.parametrize(
    ("player", "path", "code"),
    [
        ({"role": "doctor", "card": "KD"}, "card", "wrong-value"),
        ({"role": "doctor", "card": "AH"}, "card", "wrong-value"),
        ({"role": "citizen", "card": "7H"}, "card", "wrong-value"),
        ({"role": "citizen", "card": "QS"}, "card", "wrong-value"),
        ({"role": "werewolf", "card": "7D"}, "card", "wrong-value"),
        ({"role": "joker", "card": "7C"}, "card", "wrong-value"),
        ({"role": "doctor", "card": "Джокер красный"}, "card", "wrong-value"),
        ({"role": "doctor", "card": "туз"}, "card", "wrong-value"),
        ({"card": "10H"}, "card", "wrong-value"),
        ({"role": "citizen"}, "card", "missing-key"),
        ({"role": "werewolf"}, "card", "missing-key"),
        ({"role": "joker", "suit": "hearts"}, "suit", "wrong-value"),
        ({"role": "joker", "suit": "бубны"}, "suit", "wrong-value"),
    ],
)
def test_a_card_that_contradicts_is_a_fault(read: Any, player: dict[str, str], path: str, code: str) -> None:
    """CAS-5, CAS-7, CAS-8."""
    faults = read("casino", {"А": player}, **suits())
    assert isinstance(faults, tuple)
    assert [(fault.path, str(fault.code)) for fault in faults] == [(("players", 0, path), code)]


def test_a_fault_says_which_card_would_be_right(read: Any) -> None:
    """CAS-3."""
    assert read("casino", {"А": {"role": "doctor", "card": "KD"}}, **suits())[0].allowed == ("AD",)


@pytest.mark.parametrize(("trump", "holder"), [("spades", "blackmailer"), ("hearts", "girl")])
def test_there_is_no_citizen_queen_where_spades_have_roles(read: Any, trump: str, holder: str) -> None:
    """CAS-9."""
    options = suits(trump, "diamonds" if trump == "spades" else "spades")
    faults = read("casino", {"А": {"role": "queen-of-spades"}}, **options)
    assert [(fault.path, fault.allowed) for fault in faults] == [(("players", 0, "role"), (holder,))]


def test_the_trump_and_the_towns_suit_are_two(read: Any) -> None:
    """CAS-1."""
    (fault,) = read("casino", {"А": {"role": "doctor"}}, **suits("hearts", "hearts"))
    assert fault.path == ("game", "options", "town_suit")
    assert "hearts" not in fault.allowed


@pytest.mark.parametrize("missing", ["trump", "town_suit"])
def test_both_suits_are_required(missing: str) -> None:
    """CAS-1."""
    options = {key: value for key, value in suits().items() if key != missing}
    faults = load_ruleset("casino", options)
    assert isinstance(faults, tuple)
    assert [fault.path for fault in faults] == [("game", "options", missing)]


@pytest.mark.parametrize(("option", "role"), [("picture", None), ("deal", "killer")])
def test_the_cards_of_the_sign_up_are_pictures_or_the_deal(read: Any, option: str, role: str | None) -> None:
    """CAS-11, D-2."""
    record = read("casino", {"А": {"signup_card": "Король червей"}}, **suits(signup_cards=option))
    assert record.players[0].role == role


def test_a_players_note_changes_nothing(replay: Replay) -> None:
    """CAS-11."""
    players = table("don", "doctor", citizens=3)
    players["Дон"] |= {"note": "не ранее 19-го", "signup_card": "Туз бубен"}
    (view,) = replay("casino", players, night(1, act("Дон", "kill", "Мирный 1")), **suits())
    assert view.dead == ("Мирный 1",)


def test_any_set_of_roles_is_played(replay: Replay) -> None:
    """CAS-5: a card may be left out where it follows from the role."""
    players = table("witness", "boss-child", "werewolf", "commissar", citizens=1)
    (view,) = replay("casino", players, night(4, act("Комиссар", "check", "Ребёнок")), **suits())
    assert answers(view) == [("Комиссар", "Ребёнок", "hearts")]


def differences(players: dict[str, Any], read: Any, **options: Any) -> list[tuple[str, int, int]]:
    record = read("casino", players, **{**suits(), **options})
    assert isinstance(record, GameRecord), record
    return [(each.role, each.expected, each.found) for each in cast_differences(record.ruleset, record.players)]


BASE = ("doctor", "commissar", "girl", "killer", "blackmailer", "mafia-journalist", "joker", "queen-of-spades")


@pytest.mark.parametrize(
    ("size", "more"),
    [
        (12, ()),
        (13, ("town-journalist", "don")),
        (16, ("town-journalist", "don", "witness", "boss-child")),
        (18, ("town-journalist", "don", "witness", "boss-child", "werewolf")),
    ],
)
def test_the_line_up_grows_with_the_number_of_players(read: Any, size: int, more: tuple[str, ...]) -> None:
    """CAS-3, CAS-4, CAS-12: reserves do not count; a difference is no fault (CAS-5)."""
    roles = (*BASE, *more)
    players = {**table(*roles, citizens=size - len(roles)), "Запасной": {"reserve": True}}
    assert differences(players, read) == []
    fewer = {name: spec for name, spec in players.items() if name != "Доктор"} | {"Ещё": {"card": "8C"}}
    assert differences(fewer, read) == [("doctor", 1, 0)]


def test_the_don_and_the_mafias_journalist_may_have_each_others_number(read: Any) -> None:
    """D-1: the line of the document may have slipped."""
    small = table(*BASE, citizens=4)
    assert differences(small, read, don_from=0, mafia_journalist_from=13) == [("don", 1, 0), ("mafia-journalist", 0, 1)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [("queen-of-spades", 1, 0)]),
        ({"queen_dealt": "random"}, []),
        ({"trump": "spades"}, []),
        ({"town_suit": "spades"}, []),
    ],
)
def test_the_queen_of_spades_is_dealt_where_spades_are_citizens(
    read: Any, options: dict[str, str], expected: list[Any]
) -> None:
    """CAS-9, D-3."""
    players = table(*(role for role in BASE if role != "queen-of-spades"), citizens=0)
    players |= {f"Мирный {number}": {"card": f"{number}C"} for number in range(2, 6)}
    assert differences(players, read, **options) == expected


def test_the_teams_are_known_from_the_cards(read: Any) -> None:
    """CAS-6, CAS-10: the mafia without a child whom it has not met."""
    players = table("don", "killer", "blackmailer", "boss-child", "joker", "werewolf", citizens=3)
    record = read("casino", players, night(1), **suits())
    ruleset = record.ruleset
    assert {ruleset.side_of(role) for role in ruleset.roles} == {"town", "mafia", "joker"}
    (state,) = play(record).states
    assert state.acquainted == frozenset()


OPTIONS = {
    "don_from": "D-1",
    "mafia_journalist_from": "D-1",
    "signup_cards": "D-2",
    "queen_dealt": "D-3",
    "defence_votes": "D-4",
    "night_cutoff": "D-5",
    "cutoff": "D-5",
    "early_actions": "D-6",
    "tie": "D-7",
    "edited_votes": "D-8",
    "deleted_votes": "D-8",
    "self_vote": "D-9",
    "modkill_after": "D-10",
    "modkill": "D-10",
    "skip_with_heir": "D-11",
    "copy_suit_lasts": "D-12",
    "copy_memory": "D-13",
    "copied_block": "D-14",
    "annulled_counts": "D-15",
    "blocked_shot_spent": "D-16",
    "guess_citizen": "D-17",
    "witness_sees": "D-18",
    "queen_takes": "D-19",
    "block_stops_notes": "D-20",
    "heal_from_queen": "D-21",
    "block_priority": "D-22",
    "tell_blocked": "D-23",
    "role_shot_first": "D-24",
    "reveal_count": "D-26",
    "marriage_covers": "D-27",
    "nobody_left": "D-28",
    "kill_sender": "D-29",
    "dead_get_answers": "D-32",
    "child_death_skip": "D-34",
}


def test_every_option_names_its_decision() -> None:
    """The page's table of options."""
    ruleset = load_ruleset("casino", suits())
    assert isinstance(ruleset, Ruleset)
    found = {key: option.decision for key, option in ruleset.options.items() if option.decision}
    assert found == OPTIONS
    assert set(ruleset.options) - set(found) == {"trump", "town_suit", "schedule_shift", "dark_at"}


def test_a_fault_is_no_record() -> None:
    """A wrong value of an option is told with what would be right."""
    faults = load_ruleset("casino", suits(tie="first"))
    assert isinstance(faults, tuple)
    assert faults[0] == Fault(("game", "options", "tie"), faults[0].code, "first", faults[0].allowed)
    assert set(faults[0].allowed) == {"host", "none", "random", "all"}
