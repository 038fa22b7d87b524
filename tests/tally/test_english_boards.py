"""Names and votes as hosts of English-language boards meet them: what is certain counts, the rest is the host's."""

from typing import Any

import pytest

from parsers.page import Post, Run
from tally.names import CERTAIN, NameIndex, Seat, Status
from tally.reading import load_dialect, read_votes

PLAYERS = (
    "Alex",
    "Alexandra",
    "Ann",
    "Anna",
    "Bob Smith",
    "BrilliantTeapots",
    "badger42x",
    "Quillmarble",
    "Dunmarble",
)
RUSSIANS = ("Вася", "Василий", "Маша", "Машенька", "Ёжик", "Кот", "Kot Bayun")
INDEX = NameIndex.build([Seat(name) for name in PLAYERS])
RUSSIAN_INDEX = NameIndex.build([Seat(name) for name in RUSSIANS])


def meant(index: NameIndex, text: str) -> tuple[str, ...]:
    """The seat where the match counts; else a question mark and those who may be meant."""
    match = index.match(text)
    names = tuple(sorted({each.seat for each in match.candidates}))
    return names if match.status is Status.MATCHED and match.grade in CERTAIN else ("?", *names)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("alexand", ("?", "Alexandra")),
        ("alexa", ("?", "Alex", "Alexandra")),
        ("an", ("?",)),
        ("bs", ("?", "Bob Smith")),
        ("BT", ("?", "BrilliantTeapots")),
        ("marble", ("?", "Dunmarble", "Quillmarble")),
        ("teapots", ("BrilliantTeapots",)),
        ("badger", ("badger42x",)),
        ("bobsmith", ("Bob Smith",)),
        ("quillmarbel", ("Quillmarble",)),
        ("x", ("?",)),
        ("ha", ("?",)),
        ("cow", ("?",)),
        ("pass", ("?",)),
    ],
)
def test_a_name_that_other_counters_get_wrong(written: str, expected: tuple[str, ...]) -> None:
    assert meant(INDEX, written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("вася", ("Вася",)),
        ("Васей", ("Вася",)),
        ("Маше", ("Маша",)),
        ("ежик", ("Ёжик",)),
        ("Kоt", ("Кот",)),
    ],
)
def test_a_russian_name_that_other_counters_get_wrong(written: str, expected: tuple[str, ...]) -> None:
    assert meant(RUSSIAN_INDEX, written) == expected


def test_two_kinds_of_cats_are_the_hosts_to_tell_apart() -> None:
    assert meant(RUSSIAN_INDEX, "KOT") == ("?", "Kot Bayun", "Кот")


def test_a_chain_of_owners_is_one_seat() -> None:
    index = NameIndex.build([Seat("Fourth", ("First", "Second", "Third")), Seat("Firstborn")])
    assert {meant(index, name) for name in ("first", "Second", "THIRD", "fourth")} == {("Fourth",)}
    assert meant(index, "firstborn") == ("Firstborn",)


def test_a_shared_account_is_met_by_either_partner() -> None:
    index = NameIndex.build([Seat("Hydra{otto+pippa}", aliases=("o&p",)), Seat("Ann")])
    written = ("hydra", "Otto", "pippa", "O&P", "hydra{otto+pippa}")
    assert {meant(index, each) for each in written} == {("Hydra{otto+pippa}",)}


@pytest.mark.parametrize("written", ["4lex", "~Alex~", "A L E X", "alex!!!", "Αlex".replace("Α", "А")])
def test_decorations_and_look_alikes_are_the_same_name(written: str) -> None:
    assert meant(INDEX, written) == ("Alex",)


def read(text: str, dialect: str = "mafiascum", **look: Any) -> list[str]:
    """The votes of a post that is one run of text."""
    post = Post("1", 1, "Author", "7", None, None, None, None, None, text, (), (Run(text, **look),))
    votes = read_votes(post, INDEX, load_dialect(dialect))
    return [vote.on or f"{vote.kind} {vote.why or ''}".strip() for vote in votes if not vote.superseded]


@pytest.mark.parametrize(
    "text",
    ["[b]VOTE: Alex[/b]", "[b]VOTE: Alex[\\b]", "[b]VOTE: Alex", "hm\n[B]vote: Alex[/B]\nhm", "[vote]Alex[/vote]"],
)
def test_tags_that_the_forum_left_as_typed_are_read(text: str) -> None:
    assert read(text) == ["Alex"]


def test_a_tag_left_open_ends_with_its_line() -> None:
    assert read("[b]VOTE: Alex\nI do not vote: Ann") == ["Alex"]


@pytest.mark.parametrize("shown", ["bbvote", "inline bbvote", "bbcode-vote"])
def test_the_tag_of_an_extension_is_read_as_it_is_rendered(shown: str) -> None:
    assert read("VOTE: Alex", tag=shown) == ["Alex"]
    assert read("Alex", tag=shown) == ["Alex"]


@pytest.mark.parametrize("shown", ["spoiler", "bbc_spoiler_content", "quotecontent spoiler-box"])
def test_a_spoiler_holds_no_vote(shown: str) -> None:
    assert read("VOTE: Alex", tag=shown, bold=True) == []


def test_a_long_marked_text_is_no_vote_and_costs_little() -> None:
    assert read("VOTE: " + "lorem ipsum " * 400, bold=True) == ["none"]
