"""What a post's votes carry, and how dialects are read; the posts themselves are in the corpus."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.votes.corpus import POSTED, cases, index_of, post_of
from parsers.page import Colour, Form, Mark, Post, Run
from tally.names import Grade
from tally.reading import (
    Doubt,
    FoundVote,
    VoteKind,
    dialect_names,
    load_dialect,
    make_dialect,
    read_votes,
    tell_doubt,
    tell_grade,
)
from tally.reading.dialect import DialectFault
from tally.texts import use_language


def read(text: str, dialect: str = "colours", *, votes_only: bool = False) -> tuple[FoundVote, ...]:
    return read_votes(post_of(text), index_of("sicily"), load_dialect(dialect), votes_only=votes_only)


def test_a_vote_carries_what_was_written_and_where() -> None:
    post = post_of("Голосую за [red]Васю[/red], пока")
    [vote] = read_votes(post, index_of("sicily"), load_dialect("colours"))
    assert (vote.kind, vote.form, vote.colour) == (VoteKind.VOTE, Form.COLOUR, Colour.RED)
    assert (vote.text, vote.on, vote.grade) == ("Васю", "Вася", Grade.INFLECTED)
    assert post.text[vote.start : vote.end] == "Васю"
    assert not vote.unclear


def test_words_merged_into_a_post_later_are_a_vote_of_their_own_time() -> None:
    first, second = read("[red]Вася[/red]\n[+8]Петя КРАСНЫМ")
    assert (first.on, first.time, first.superseded) == ("Вася", None, False)
    assert (second.on, second.time, second.superseded) == ("Петя", POSTED + timedelta(minutes=8), False)


def test_the_last_of_several_marks_stands_and_the_others_are_superseded() -> None:
    first, last = read("[red]Вася[/red] нет, [red]Петя[/red]")
    assert (first.superseded, last.superseded) == (True, False)


def test_a_mark_that_is_no_vote_is_still_told() -> None:
    [mark] = read("[red]ВНИМАНИЕ[/red]")
    assert (mark.kind, mark.text, mark.on, mark.unclear) == (VoteKind.NONE, "ВНИМАНИЕ", None, False)


def test_a_grade_that_the_game_does_not_accept_is_unclear() -> None:
    post = post_of("[red]Чаловег[/red]")
    [vote] = read_votes(post, index_of("sicily"), load_dialect("colours"), accept=frozenset({Grade.EXACT}))
    assert (vote.on, vote.why, vote.grade) == (None, Doubt.UNCERTAIN_NAME, Grade.WORD)
    assert [candidate.seat for candidate in vote.candidates] == ["Серьезный ЧаловеГ"]


def test_a_grade_that_the_game_accepts_counts() -> None:
    post = post_of("[red]КЕ[/red]")
    [vote] = read_votes(post, index_of("sicily"), load_dialect("colours"), accept=frozenset(Grade))
    assert vote.on == "King EcitoN"


def test_what_the_parser_saw_beside_a_colour_word_is_told_even_where_it_names_nobody() -> None:
    text = "Это важно!!! КРАСНЫМ"
    mark = Mark(Colour.RED, "Это важно!!!", Form.WORD, 0, 12)
    post = Post("1", 1, "x", None, None, None, None, None, None, text, (mark,), (Run(text),))
    [vote] = read_votes(post, index_of("sicily"), load_dialect("colours"))
    assert (vote.kind, vote.text) == (VoteKind.NONE, "Это важно!!!")


def test_a_sign_may_stand_at_the_end_of_a_long_paragraph() -> None:
    [vote] = read("Долго и скучно рассуждаю о том о сём. " * 40 + "Вася КРАСНЫМ")
    assert (vote.on, vote.colour) == ("Вася", Colour.RED)


def test_a_page_painted_whole_waits_for_the_host() -> None:
    [vote] = read("[red]" + "Вася и его друзья " * 100 + "[/red]")
    assert (vote.why, [candidate.seat for candidate in vote.candidates]) == (Doubt.TOO_LONG, ["Вася"])


def test_a_thread_for_votes_alone_reads_a_nick_as_a_vote() -> None:
    assert [vote.on for vote in read("Вася", "golos", votes_only=True)] == ["Вася"]
    assert read("Вася", "golos") == ()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([case.text for case in cases()] + ["[red]", "[/red]", " ", "\n", "не", "?"]), max_size=4)
)
def test_reading_never_raises_and_keeps_to_the_text(pieces: list[str]) -> None:
    post = post_of(" ".join(pieces))
    for name in dialect_names():
        for vote in read_votes(post, index_of("sicily"), load_dialect(name)):
            assert 0 <= vote.start < vote.end <= len(post.text)
            assert (vote.on is None) or not vote.unclear


def test_every_built_in_dialect_can_be_read() -> None:
    assert {load_dialect(name).name for name in dialect_names()} == set(dialect_names())


def test_a_board_of_its_own_is_a_few_lines() -> None:
    dialect = make_dialect({"forms": ["plain"], "vote": ["жму {name}"], "bare": "none"})
    post = post_of("Жму Васю")
    assert [vote.on for vote in read_votes(post, index_of("sicily"), dialect)] == ["Вася"]
    assert read_votes(post_of("Голосую за Васю"), index_of("sicily"), dialect) == ()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"voting": ["x"]}, "'voting' is no key of a dialect"),
        ({"extends": "klingon"}, "klingon"),
        ({"bare": "everywhere"}, "everywhere"),
        ({"forms": ["song"]}, "song"),
        ({"vote": ["жму {nick}"]}, "{nick} stands for nothing"),
        ({"vote": ["жму [на {name}"]}, "a bracket is open"),
    ],
)
def test_a_wrong_dialect_says_what_is_wrong(data: dict[str, object], says: str) -> None:
    with pytest.raises(DialectFault, match=says):
        make_dialect(data)


def test_a_dialect_that_is_nowhere_is_told() -> None:
    with pytest.raises(DialectFault, match="no dialect of this name"):
        load_dialect("nowhere")


def test_every_grade_and_doubt_has_its_russian_text() -> None:
    texts = [*map(tell_grade, Grade), *map(tell_doubt, Doubt)]
    assert all("а" <= text[0] <= "я" for text in texts)


def test_grades_and_doubts_are_told_in_the_language_in_use() -> None:
    assert tell_doubt(Doubt.AMBIGUOUS_NAME) == "имя подходит нескольким игрокам"
    use_language("en")
    assert tell_grade(Grade.INFLECTED) == "an inflected form of the name"
