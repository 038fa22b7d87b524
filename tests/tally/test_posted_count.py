"""A count of votes as hosts post it, in the layouts that they use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tally.count.contradictions import Contradiction, What, find_contradictions
from tally.count.posted_count import PostedRow, PostedVote, read_posted_count
from tally.names import NameIndex, Seat

INDEX = NameIndex.build(
    Seat(name) for name in ("Вася", "Петя", "Коля", "Лунный кот", "Дед Пихто", "badger42x", "Zorro", "Аня 7")
)
NOBODY = "nobody"


def whom(text: str) -> str | None:
    return NOBODY if text.lower() in ("no lynch", "никого") else INDEX.match(text).seat


def told(text: str) -> list[tuple[str, int | None, list[str]]]:
    rows = read_posted_count(text, whom).rows
    return [(row.target, row.total, [vote.by for vote in row.votes]) for row in rows]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Вася – 3 (Петя, Коля, Zorro)", ("Вася", 3, ["Петя", "Коля", "Zorro"])),
        ("1. Вася - 2: Петя, Коля", ("Вася", 2, ["Петя", "Коля"])),
        ("• Васька нет, а Вася", None),
        ("Vasya (2/5) - Petya, Kolya [L-3]", ("Вася", 2, ["Петя", "Коля"])),
        ("3 Лунный кот: Вася, Петя и Коля", ("Лунный кот", 3, ["Вася", "Петя", "Коля"])),
        ("3 x Zorro (Вася, Петя, Коля)", ("Zorro", 3, ["Вася", "Петя", "Коля"])),
        ("Аня 7 — 2 (Петя; Коля)", ("Аня 7", 2, ["Петя", "Коля"])),
        ("Вася (2): Петя #12, Коля (#15)", ("Вася", 2, ["Петя", "Коля"])),
        ("badger42x [2] ~ Zorro (34), Вася (2)", ("badger42x", 2, ["Zorro", "Вася"])),
        ("Вася = 2 голоса", ("Вася", 2, [])),
        ("Вася: 2 votes", ("Вася", 2, [])),
        ("Вася - Петя, Коля", ("Вася", None, ["Петя", "Коля"])),
        ("No lynch (1): badger42x", (NOBODY, 1, ["badger42x"])),
        ("Вася - 1 (Петя 21:14:05)", ("Вася", 1, ["Петя"])),
        ("Вася: он молчит весь день, и Петя тоже", None),
        ("Я думаю, что Вася мафия: 3 дня молчит", None),
    ],
)
def test_a_line_of_a_count(line: str, row: tuple[str, int | None, list[str]] | None) -> None:
    assert told(line) == ([] if row is None else [row])


def test_reds_and_blues_are_parted() -> None:
    (row,) = read_posted_count("Вася: 3 красных, 1 синий, итог 2 (красные: Петя, Коля, Zorro; синие: Аня 7)", whom).rows
    assert (row.against, row.defence, row.total) == (3, 1, 2)
    assert [(vote.by, vote.colour) for vote in row.votes] == [
        ("Петя", "red"),
        ("Коля", "red"),
        ("Zorro", "red"),
        ("Аня 7", "blue"),
    ]
    (row,) = read_posted_count("Дед Пихто 3-1=2 против: Петя, Коля, Zorro; за: Вася", whom).rows
    assert (row.against, row.defence, row.total, len(row.votes)) == (3, 1, 2, 4)


def test_voters_may_stand_on_lines_of_their_own() -> None:
    assert told("Вася:\n- Петя\n- Коля\nZorro: 1\nПетя\nЛунный кот") == [
        ("Вася", None, ["Петя", "Коля"]),
        ("Zorro", 1, ["Петя"]),
    ]


@pytest.mark.parametrize(
    "cells", ["Вася\n2\nПетя, Коля\nZorro\n1\nВася\nПетя\n0", "Вася\nПетя, Коля\n2\nZorro\nВася\n1\nПетя\n0"]
)
def test_the_cells_of_a_table_are_rows(cells: str) -> None:
    assert told(cells) == [("Вася", 2, ["Петя", "Коля"]), ("Zorro", 1, ["Вася"]), ("Петя", 0, [])]


@pytest.mark.parametrize(
    "text",
    ["Вася – 1 (Петя)\nНе голосовали: Аня 7, badger", "Not voting (2): Аня 7, badger", "Молчат\n2\nАня 7, badger42x",
     "Not Voting:\nАня 7\nbadger"],
)  # fmt: skip
def test_who_does_not_vote_is_told(text: str) -> None:
    assert read_posted_count(text, whom).not_voting == ("Аня 7", "badger42x")


PLAYERS = ("Alder", "Thorn665", "Rhodie", "Sorrel", "Gudgeon", "Reckon", "Max Thorne")
ENGLISH = NameIndex.build(Seat(name) for name in PLAYERS)
WAGON = ["Thorn665", "Rhodie", "Sorrel"]
"""Of Alder; Thorn665 has Alder's vote."""
NUMBERED = """
Alder (3) - Thorn665, Rhodie, Sorrel|Thorn665 (1) - Alder
Alder(3) - thorn665, rhodie, sorrel|Thorn665(1) - alder
Alder - 3 - Thorn665, Rhodie, Sorrel|Thorn665 - 1 - Alder
Alder: 3 (Thorn665, Rhodie, Sorrel)|Thorn665: 1 (Alder)
[3] Alder: Thorn665, Rhodie, Sorrel|[1] Thorn665: Alder
(3) Alder - Thorn665, Rhodie, Sorrel|(1) Thorn665 - Alder
3 - Alder (Thorn665, Rhodie, Sorrel)|1 - Thorn665 (Alder)
3 votes for Alder: Thorn665, Rhodie, Sorrel|1 vote for Thorn665: Alder
Alder (3/7) ~ Thorn665, Rhodie, Sorrel|Thorn665 (1/7) ~ Alder
Alder (3, L-4): Thorn665, Rhodie, Sorrel|Thorn665 (1, L-6): Alder
[L-4] Alder (3): Thorn665, Rhodie, Sorrel|[L-6] Thorn665 (1): Alder
Alder: Thorn665, Rhodie, Sorrel (3)|Thorn665: Alder (1)
Alder: Thorn665, Rhodie, Sorrel - 3|Thorn665: Alder - 1
Alder <- Thorn665, Rhodie, Sorrel (3)|Thorn665 <- Alder (1)
Alder (3): Thorn665 (34), Rhodie [56], Sorrel (#78)|Thorn665 (1): Alder (12)
Alder - 3 votes (Thorn665, Rhodie, Sorrel)|Thorn665 - 1 vote (Alder)
Alder has 3 votes (Thorn665, Rhodie, Sorrel)|Thorn665 has 1 vote (Alder)
Alder with 3 (Thorn665, Rhodie, Sorrel)|Thorn665 with 1 (Alder)
Alder's wagon (3): Thorn665, Rhodie, Sorrel|Thorn665's wagon (1): Alder
Alder x3 (Thorn665, Rhodie, Sorrel)|Thorn665 x1 (Alder)
Alder (3): Thorn665 Rhodie Sorrel|Thorn665 (1): Alder
Alder (3): Thorn665 - Rhodie - Sorrel|Thorn665 (1): Alder
Alder (3): Thorn665 > Rhodie > Sorrel|Thorn665 (1): Alder
Alder (3): Thorn665*, Rhodie**, Sorrel – L-4!!|Thorn665 (1): Alder
Alder (3)|- Thorn665|- Rhodie|- Sorrel|Thorn665 (1)|- Alder
Alder (3): Thorn665, Rhodie, Sorrel; Thorn665 (1): Alder
Alder 3 (Thorn665, Rhodie, Sorrel), Thorn665 1 (Alder)
"""
BARE = """
Alder: Thorn665, Rhodie, Sorrel|Thorn665: Alder
Alder - Thorn665, Rhodie, Sorrel (L-4)|Thorn665 - Alder (L-6)
Alder [L-4] - Thorn665, Rhodie, Sorrel|Thorn665 [L-6] - Alder
L-4: Alder (Thorn665, Rhodie, Sorrel)|L-6: Thorn665 (Alder)
"""


def english(text: str) -> str | None:
    return ENGLISH.match(text).seat


def read_english(layout: str) -> tuple[list[tuple[str, int | None, list[str]]], tuple[str, ...] | None]:
    count = read_posted_count(layout.replace("|", "\n"), english)
    return [(row.target, row.total, [vote.by for vote in row.votes]) for row in count.rows], count.not_voting


@pytest.mark.parametrize("layout", NUMBERED.strip().split("\n"))
def test_a_layout_of_english_boards(layout: str) -> None:
    assert read_english(layout) == ([("Alder", 3, WAGON), ("Thorn665", 1, ["Alder"])], None)


@pytest.mark.parametrize("layout", BARE.strip().split("\n"))
def test_a_layout_without_numbers(layout: str) -> None:
    assert read_english(layout) == ([("Alder", None, WAGON), ("Thorn665", None, ["Alder"])], None)


@pytest.mark.parametrize(
    "told",
    ["Not Voting (2) - {}", "[2] Not voting: {}", "2 - Not Voting ({})", "Not voting (2/12) ~ {}", "Still to vote: {}",
     "Undecided (2): {}", "Hasn't voted: {}", "Have not voted (2): {}", "Players not voting (2): {}",
     "Those not voting: {}", "Not currently voting: {}", "Not yet voted: {}", "Yet to vote: {}", "No Vote (2) {}",
     "Lurking / not voting: {}", "Non-voters: {}"],
)  # fmt: skip
def test_who_does_not_vote_is_told_in_many_words(told: str) -> None:
    layout = f"Alder (3): Thorn665, Rhodie, Sorrel\n\n{told.format('Gudgeon, Reckon')}\n\nIt takes 7 to lynch."
    assert read_english(layout) == ([("Alder", 3, WAGON)], ("Gudgeon", "Reckon"))


WITHOUT_VOTERS = """
Rhodie:|Alder**:|Sorrel: Alder, Thorn665|Gudgeon: Sorrel|Reckon:|Thorn665: Rhodie, Gudgeon,|Max Thorne:
Rhodie -|Alder**-|Sorrel** - Alder, Thorn665|Gudgeon - Sorrel|Reckon –|Thorn665 - Rhodie, Gudgeon|Max Thorne -
Rhodie|Alder**|Sorrel - Alder, Thorn665|Gudgeon - Sorrel|Reckon|Thorn665 - Rhodie, Gudgeon,|Max Thorne|Alder
Alder [L-4]|Sorrel (L-2): Alder, Thorn665|Gudgeon (L-3): Sorrel|Reckon (L-4):|Thorn665 (L-2): Rhodie, Gudgeon
"""


@pytest.mark.parametrize("layout", WITHOUT_VOTERS.strip().split("\n"))
def test_a_candidate_without_voters_is_no_voter_of_the_one_above(layout: str) -> None:
    rows = {name: voters for name, _total, voters in read_english(layout)[0]}
    assert rows == {"Sorrel": ["Alder", "Thorn665"], "Gudgeon": ["Sorrel"], "Thorn665": ["Rhodie", "Gudgeon"]}


def test_a_candidate_by_what_is_left_to_him_is_no_voter() -> None:
    assert read_english("Alder (1)|Sorrel [L-4]|Rhodie (2) - Sorrel, Alder")[0] == [
        ("Alder", 1, []),
        ("Rhodie", 2, ["Sorrel", "Alder"]),
    ]
    assert read_english("Alder (2)|Sorrel|Rhodie L-4")[0] == [("Alder", 2, ["Sorrel", "Rhodie"])]


def test_a_candidate_below_a_comma_is_no_voter() -> None:
    rows = read_english("Sorrel: Alder, Thorn665|Thorn665: Rhodie,|Gudgeon|Gudgeon - Sorrel")[0]
    assert [(name, voters) for name, _total, voters in rows] == [
        ("Sorrel", ["Alder", "Thorn665"]),
        ("Thorn665", ["Rhodie"]),
        ("Gudgeon", ["Sorrel"]),
    ]


@pytest.mark.parametrize(
    "layout",
    ["Alder: Thorn665, Rhodie,|Sorrel", "Alder: Thorn665,|Rhodie,|Sorrel", "Alder:|Thorn665, Rhodie, Sorrel|Reckon",
     "Alder:|- Thorn665|- Rhodie|- Sorrel", "Alder -|Thorn665|Rhodie|Sorrel"],
)  # fmt: skip
def test_a_list_of_voters_may_go_on_below(layout: str) -> None:
    assert read_english(layout) == ([("Alder", None, WAGON)], None)


def test_a_row_with_a_number_takes_as_many_as_it_tells() -> None:
    assert read_english("Alder (3)|Thorn665, Rhodie, Sorrel|Reckon")[0] == [("Alder", 3, WAGON)]
    assert read_english("Alder (3): Thorn665|Rhodie, Sorrel|Reckon")[0] == [("Alder", 3, WAGON)]


@pytest.mark.parametrize(
    ("heading", "silent"),
    [
        ("Not Voting:|Gudgeon, Reckon**, Max Thorne, Smbd.", ("Gudgeon", "Reckon", "Max Thorne")),
        ("Not Voting:||Gudgeon; Reckon|", ("Gudgeon", "Reckon")),
        ("Not Voting: Gudgeon,|Reckon", ("Gudgeon", "Reckon")),
        ("Not Voting:|No one.", ()),
        ("Not Voting (0): nobody", ()),
        ("Not Voting:|Gudgeon, and this is all that there was to be told of, Reckon", ()),
        ("No one: Gudgeon; Reckon", ("Gudgeon", "Reckon")),
        ("Nobody - Gudgeon, Reckon", ("Gudgeon", "Reckon")),
        ("None:|Gudgeon|Reckon", ("Gudgeon", "Reckon")),
    ],
)
def test_the_silent_may_stand_below_their_heading(heading: str, silent: tuple[str, ...]) -> None:
    assert read_english(f"Alder (3): Thorn665, Rhodie, Sorrel||{heading}") == ([("Alder", 3, WAGON)], silent)


@pytest.mark.parametrize("silent", ["Not Voting: Gudgeon, Smbd", "Not Voting:|Gudgeon, Reckon, Alder, Smbd"])
def test_an_unknown_name_among_the_silent_is_told(silent: str) -> None:
    unread = read_posted_count(f"Alder (1): Rhodie|{silent}".replace("|", "\n"), english).unread
    assert [line.rpartition(": ")[2] for line in unread] == ["Smbd"]


@pytest.mark.parametrize("line", ["Nobody: Petya, Kolya", "Nobody - 2 (Petya, Kolya)", "No lynch: Petya, Kolya"])
def test_no_lynch_is_a_candidate_and_no_one_beside_rows_without_numbers(line: str) -> None:
    def with_nobody(text: str) -> str | None:
        return NOBODY if text.lower() in ("no lynch", "nobody") else whom(text)

    below = "Vasya: Zorro, Anya 7" if line.startswith("Nobody:") else "Vasya (2): Zorro, Anya 7"
    count = read_posted_count(f"{line}\n{below}", with_nobody)
    assert (count.rows[0].target, [vote.by for vote in count.rows[0].votes]) == (NOBODY, ["Петя", "Коля"])
    assert count.not_voting is None


@pytest.mark.parametrize(
    "line",
    ["2. Alder (replacing )-3 (Thorn665, Rhodie, Sorrel)", "4. Alder (replaced Gone42) (3): Thorn665, Rhodie, Sorrel",
     "Alder (V/LA) - 3: Thorn665, Rhodie, Sorrel", "[3] Alder (was Nobody Known): Thorn665, Rhodie, Sorrel"],
)  # fmt: skip
def test_a_remark_behind_the_name_is_no_list_of_voters(line: str) -> None:
    assert read_english(line)[0] == [("Alder", 3, WAGON)]


def test_a_row_is_no_name_of_a_voter() -> None:
    def generous(text: str) -> str | None:
        return "Max Thorne" if text.endswith("Max Thorne") else english(text)

    count = read_posted_count("Alder (L-2): Rhodie, Sorrel\nReckon (L-3): Max Thorne", generous)
    assert [(row.target, [vote.by for vote in row.votes]) for row in count.rows] == [
        ("Alder", ["Rhodie", "Sorrel"]),
        ("Reckon", ["Max Thorne"]),
    ]


def test_who_votes_in_a_row_that_is_not_understood_is_known() -> None:
    count = read_posted_count("Гога – 3 (Петя, Zorro)\nВася – 2 (Коля)", whom)
    assert (count.unread, count.voting) == (("Гога – 3 (Петя, Zorro)",), ("Петя", "Zorro"))


@pytest.mark.parametrize(
    "line",
    ["Sorrel has 2 prods left till he is replaced", "Sorrel has 1 prod", "Sorrel (2 prods)", "Sorrel: 2 days to post",
     "Sorrel – 3 warnings, Rhodie – 1"],
)  # fmt: skip
def test_a_number_of_something_else_than_votes_is_no_row(line: str) -> None:
    assert read_english(f"Alder (3): Thorn665, Rhodie, Sorrel\n\n{line}")[0] == [("Alder", 3, WAGON)]


def test_a_row_without_voters_takes_nothing_from_one_that_has_them() -> None:
    count = read_posted_count("Alder (1): Rhodie\nAlder (2)\nSorrel (0)\nSorrel (1): Alder", english)
    assert {name: row.total for name, row in count.by_target.items()} == {"Alder": 1, "Sorrel": 1}


@pytest.mark.parametrize("smiley", [":eek:", ":)", ":-P", ";D", "😀", ":icon_lol: :("])
def test_smileys_between_the_names_are_no_names(smiley: str) -> None:
    layout = f"Alder (3)** = {smiley} Thorn665***** Rhodie** Sorrel\nThorn665 (1): {smiley} Alder {smiley}"
    assert read_english(layout) == ([("Alder", 3, WAGON), ("Thorn665", 1, ["Alder"])], None)


@pytest.mark.parametrize(
    "ending",
    ["LYNCH!!", "- LYNCH", "(HAMMER)", "LINCH!", "LYNCHED!", "Lynched!!", "is lynched", "has been lynched.",
     ", LYCNHED", "ELIMINATED", "- Elimnated!", "<-- LYNCH!!!", "– казнь!", "was executed",
     "No-Lynch!"],
)  # fmt: skip
def test_what_the_votes_come_to_is_no_part_of_the_last_voters_name(ending: str) -> None:
    assert read_english(f"Alder - Thorn665, Rhodie, Sorrel {ending}")[0] == [("Alder", None, WAGON)]
    assert read_english(f"Alder (3): Thorn665 Rhodie Sorrel {ending}")[0] == [("Alder", 3, WAGON)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Alder (2): Rhodie\n", Contradiction(What.TOTAL, "Alder", told=2, listed=1)),
        ("Alder (1): Rhodie\nNot voting: Rhodie", Contradiction(What.SILENT_VOTER, "Rhodie", ("Alder",))),
        ("Alder (1): Rhodie\nSorrel (1): Rhodie", Contradiction(What.TWO_VOTES, "Rhodie", ("Alder", "Sorrel"))),
        ("Alder (2): Rhodie, Rhodie", Contradiction(What.TWICE, "Rhodie", ("Alder",))),
        ("Alder (1): Rhodie\nNot voting (1):", Contradiction(What.SILENT, told=1, listed=0)),
        ("Alder (1)\nNot voting (1):", None),
        ("Alder (1): Rhodie\nNot voting (3): Sorrel, Reckon", Contradiction(What.SILENT, told=3, listed=2)),
        ("Alder (1): Rhodie\nNot voting (2): Sorrel, Reckon", None),
        ("Alder (2): Rhodie, nobody known\n", None),
        ("Alder (2)\nSorrel (1): Rhodie", None),
        ("Alder 2-1=1 red: Rhodie, Sorrel; blue: Rhodie", None),
    ],
)
def test_a_count_may_contradict_itself(text: str, found: Contradiction | None) -> None:
    assert find_contradictions(read_posted_count(text, english)) == (() if found is None else (found,))


def test_a_no_lynch_behind_the_last_voter_leaves_nothing_of_itself() -> None:
    def strict(text: str) -> str | None:
        return text if text in PLAYERS else None

    count = read_posted_count("Alder (2) Rhodie, Max Thorne No-Lynch!", strict)
    assert [[vote.by for vote in row.votes] for row in count.rows] == [["Rhodie", "Max Thorne"]]


def test_a_line_of_two_names_alone_is_no_count() -> None:
    assert read_english("Rhodie: Sorrel\nNew here.") == ([], None)


def test_what_names_nobody_is_told_as_not_understood() -> None:
    count = read_posted_count("Гога – 3 (Петя)\nВася – 2 (Петя, Гога)", whom)
    assert count.unread == ("Гога – 3 (Петя)",)
    assert count.rows == (PostedRow("Вася – 2 (Петя, Гога)", "Вася", 2, votes=(PostedVote("Петя"),), unread=("Гога",)),)


@given(st.text(alphabet="ВасяПетZor 0123456789-–=:;,()[]#/\n\tкрасныеза", max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    for row in read_posted_count(text, whom).rows:
        assert row.tells_number or row.votes
