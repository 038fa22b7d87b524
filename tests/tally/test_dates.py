"""Dates as each language writes them."""

from datetime import UTC, date, datetime

import pytest

from tally.dates import date_in_words, dated, short_date, short_dated
from tally.texts import speaking


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("ru", ("05.11.2026", "05.11", "05.11.2026 22:00:09", "05.11 22:00:09")),
        ("en", ("5 Nov 2026", "5 Nov", "5 Nov 2026 22:00:09", "5 Nov 22:00:09")),
    ],
)
def test_no_date_can_be_read_in_two_ways(spoken: str, expected: tuple[str, ...]) -> None:
    day, moment = date(2026, 11, 5), datetime(2026, 11, 5, 22, 0, 9, tzinfo=UTC)
    with speaking(spoken):
        assert (date_in_words(day), short_date(day), dated(moment), short_dated(moment)) == expected
