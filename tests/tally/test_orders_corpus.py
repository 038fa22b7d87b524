"""The corpus of night lines: each is read as it says, over all rulesets."""

import pytest

from fixtures.orders.corpus import Case, as_line, cases, cast_of
from tally.orders import load_phrasebook, read_line


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.place)
def test_a_line_is_understood_as_the_corpus_says(case: Case) -> None:
    cast = cast_of(case.cast)
    reading = read_line(case.text, cast.sender(case.by), load_phrasebook(cast.rules.id), cast.names)
    assert as_line(reading) == case.expected


def test_the_corpus_has_two_hundred_lines_over_five_rulesets() -> None:
    all_cases = list(cases())
    assert len(all_cases) >= 200
    assert len({cast_of(case.cast).rules.id for case in all_cases}) == 5
