"""Whom a written name means: the properties that no roster and no text may break."""

import json
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fixtures.votes.corpus import rosters
from tally.names import CERTAIN, Grade, Match, NameIndex, Seat, Status

NICKS = tuple(dict.fromkeys(seat.name for seats in rosters().values() for seat in seats))
LETTERS = "абвгеёийклмнорстуэюяАВЕЖКМНОРСТЯabcdeghikmnoprstuxyABCEHKMOPTX0123 _-'.🦊"
few_seats = st.lists(st.sampled_from(NICKS), min_size=1, max_size=6, unique=True)
texts = st.one_of(st.sampled_from(NICKS), st.text(LETTERS, max_size=14), st.text(max_size=30))
gently = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def index_of(*names: str) -> NameIndex:
    return NameIndex.build(Seat(name) for name in names)


def seats_of(match: Match) -> set[str]:
    return {candidate.seat for candidate in match.candidates}


@gently
@given(few_seats, texts)
def test_matching_never_raises_and_gives_the_same_answer_twice(names: list[str], text: str) -> None:
    first, second = index_of(*names), index_of(*names)
    assert first.match(text) == second.match(text) == first.match(text)
    assert first.find(text) == second.find(text)


@gently
@given(few_seats, texts, st.randoms(use_true_random=False))
def test_the_order_of_the_roster_does_not_matter(names: list[str], text: str, random: object) -> None:
    turned = list(reversed(names))
    assert index_of(*names).match(text) == index_of(*turned).match(text)


@gently
@given(few_seats)
def test_everybodys_own_name_means_him(names: list[str]) -> None:
    index = index_of(*names)
    for name in names:
        match = index.match(name)
        assert name in seats_of(match)
        # «Кот!» may be Кот with an exclamation
        assert match.status is Status.MATCHED or name.rstrip(".,!?…") in names


@gently
@given(few_seats, st.sampled_from(NICKS), texts)
def test_one_more_player_never_turns_a_match_into_another_player(names: list[str], more: str, text: str) -> None:
    before = index_of(*names).match(text)
    after = index_of(*names, *([] if more in names else [more])).match(text)
    if before.status is Status.MATCHED and after.status is Status.MATCHED:
        assert seats_of(after) <= {before.seat, more}


@gently
@given(few_seats, texts)
def test_what_was_matched_is_kept_as_json(names: list[str], text: str) -> None:
    seats = [Seat(name) for name in names]
    index = NameIndex.build(seats)
    match = index.match(text)
    loaded = NameIndex.load(json.loads(json.dumps(index.as_data())), seats)
    assert loaded is not None
    assert loaded.match(text) == match
    assert loaded.find(text) == index.find(text)


def test_a_kept_index_of_another_roster_is_not_taken() -> None:
    data = index_of("Вася", "Петя").as_data()
    assert NameIndex.load(data, [Seat("Вася"), Seat("Петя", aliases=("Петух",))]) is None
    assert NameIndex.load(data, [Seat("Вася"), Seat("Петя")]) is not None


def test_known_marks_are_read_without_dictionary_or_comparer() -> None:
    seats = [Seat("Вася"), Seat("Ёжик в тумане"), Seat("Jester")]
    index = NameIndex.build(seats)
    index.match("Пупкин")
    code = (
        "import json, sys\n"
        "from tally.names import NameIndex, Seat\n"
        "seats = [Seat('Вася'), Seat('Ёжик в тумане'), Seat('Jester')]\n"
        "index = NameIndex.load(json.load(sys.stdin), seats)\n"
        "assert index.match('Ежика').seat == 'Ёжик в тумане' and index.match('Пупкин').seat is None\n"
        "assert index.match('Джестера').seat == 'Jester'\n"
        "assert not {'pymorphy3', 'rapidfuzz'} & set(sys.modules), 'heavy modules were loaded'\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(index.as_data()), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("roster", "text", "seat", "grade"),
    [
        (("Вася", "Вася2"), "Вася", "Вася", Grade.EXACT),
        (("Вася", "Вася2"), "вася 2", "Вася2", Grade.FOLDED),
        (("Маша", "Машенька"), "Маше", "Маша", Grade.INFLECTED),
        (("Ля", "Зая ля"), "Зая ля", "Зая ля", Grade.EXACT),
        (("Ля", "Зая ля"), "ля", "Ля", Grade.FOLDED),
        (("РэдДи",), "PэдДи", "РэдДи", Grade.LOOKALIKE),
        (("РэдДи",), "РедДи", "РэдДи", Grade.LOOKALIKE),
        (("Sergey Ace",), "Сергей Асе", "Sergey Ace", Grade.TRANSLITERATED),
        (("Nightmare",), "Нightmare", "Nightmare", Grade.TRANSLITERATED),
        (("Вася",), "Vasya", "Вася", Grade.TRANSLITERATED),
        (("Серьезный ЧаловеГ",), "Чаловега", "Серьезный ЧаловеГ", Grade.WORD),
        (("Кролек",), "Кролека", "Кролек", Grade.INFLECTED),
        (("King EcitoN",), "КЕ", "King EcitoN", Grade.INITIALS),
        (("celfida",), "celfda", "celfida", Grade.MISSPELT),
        (("Вася",), "Dfcz", "Вася", Grade.LAYOUT),
        (("Эмилия",), "Эмил", "Эмилия", Grade.PREFIX),
        (("Серьезный ЧаловеГ",), "Серьезный Человек", "Серьезный ЧаловеГ", Grade.TYPO),
        (("Kindlewing",), "kindl", "Kindlewing", Grade.PREFIX),
        (("Kindlewing",), "lewing", "Kindlewing", Grade.PART),
        (("Ottokar the Weaver",), "weaver", "Ottokar the Weaver", Grade.PART),
        (("Ottokar the Weaver",), "Ottakor", "Ottokar the Weaver", Grade.TYPO),
        (("Ottokar the Weaver",), "OtTWeav", "Ottokar the Weaver", Grade.INITIALS),
        (("Plum",), "plumkinpot", "Plum", Grade.LONGER),
    ],
)
def test_a_text_means_a_seat_with_a_grade(roster: tuple[str, ...], text: str, seat: str, grade: Grade) -> None:
    match = index_of(*roster).match(text)
    assert (match.seat, match.grade) == (seat, grade)


@pytest.mark.parametrize("text", ["cow", "pass", "ха", "an", "x", "", "   ", "...", "мы", "щ" * 600, "а" * 100_000])
def test_what_is_near_a_name_by_chance_is_nobody(text: str) -> None:
    index = index_of("Puss", "Вася", "Ann", "Crow", "Харитон", "Маша")
    assert index.match(text).status is Status.UNKNOWN


def test_a_case_of_one_name_is_never_slipped_into_another() -> None:
    # lemmatising «Кролика» and comparing would elect Кролек
    match = index_of("Кролек").match("Кролика")
    assert match.grade is Grade.TYPO
    assert Grade.TYPO not in CERTAIN


def test_two_within_reach_are_both_told() -> None:
    assert seats_of(index_of("Агент007", "Агент008").match("агент")) == {"Агент007", "Агент008"}
    assert seats_of(index_of("Кот", "Kot Bayun").match("KOT")) == {"Кот", "Kot Bayun"}


def test_a_name_drawn_out_may_be_anothers_with_a_double_letter() -> None:
    assert seats_of(index_of("Ана", "Анна").match("Анннна")) == {"Ана", "Анна"}


@pytest.mark.parametrize("text", ["mara", "plumkinpot", "SA Meg", "Hooooorand", "Gwinlort"])
def test_what_is_only_loosely_like_a_name_is_never_certain(text: str) -> None:
    match = index_of("Marrondel", "Plum", "Silver Aunt Meg", "Hoorand", "gwinthorl").match(text)
    assert match.seat is not None
    assert match.grade not in CERTAIN


@pytest.mark.parametrize(("text", "other"), [("mara", "Marling"), ("plumkinpot", "Plumage"), ("StAr", "Stan Arbor")])
def test_what_is_loosely_like_two_names_is_nobodys(text: str, other: str) -> None:
    assert index_of("Marrondel", "Plum", "Sten Arrow", other).match(text).status is Status.AMBIGUOUS


def test_a_name_that_is_anothers_case_tells_of_its_rival() -> None:
    match = index_of("Александр", "Александра").match("Александра")
    assert match.seat == "Александра"
    assert [rival.seat for rival in match.rivals] == ["Александр"]


def test_old_names_and_aliases_mean_the_seat_under_its_present_name() -> None:
    index = NameIndex.build([Seat("Пионер", former=("Старый Хрыч",), aliases=("Пень",)), Seat("Хозяин", host=True)])
    assert index.match("старого хрыча").seat == "Пионер"
    assert (index.match("пень").seat, index.match("пень").grade) == ("Пионер", Grade.ALIAS)
    assert index.match("Хозяина").seat == "Хозяин"
    assert index.is_host("Хозяин")


def test_an_exact_name_goes_before_the_alias_of_another() -> None:
    index = NameIndex.build([Seat("Вася"), Seat("Петя", aliases=("Вася",))])
    assert index.match("Вася").seat == "Вася"


def test_names_are_found_in_a_sentence_longest_first() -> None:
    index = index_of("Ля", "Зая ля", "Кот", "Ёжик в тумане")
    found = [(place.match.seat, place.common) for place in index.find("Голосую за Зая ля и ёжика в тумане, а кот спит")]
    assert found == [("Зая ля", False), ("Ёжик в тумане", True), ("Кот", True)]


@pytest.mark.parametrize("change", [str.upper, str.lower, lambda name: f"«{name}»", lambda name: f" {name}! "])
def test_case_quotes_and_stops_change_nothing(change: Callable[[str], str]) -> None:
    index = index_of("Вася", "Sergey Ace", "О'Брайен", "НЛО_007", "Ёжик в тумане")
    for seat in index.seats:
        assert index.match(change(seat.name)).seat == seat.name
