"""Dates as people write them in the language in use: «28.11.2026», “28 Nov 2026”; figures alone would be read in two
ways in English.

In: dates, and moments in the zone in which they are told. Out: text.
"""

from datetime import date, datetime

from tally.texts import language

__all__ = ["date_in_words", "dated", "short_date", "short_dated"]

# not by strftime, which speaks the language of the system
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def date_in_words(day: date) -> str:
    return f"{short_date(day)} {day.year}" if language() == "en" else f"{day:%d.%m.%Y}"


def short_date(day: date) -> str:
    """The date without its year."""
    return f"{day.day} {_MONTHS[day.month - 1]}" if language() == "en" else f"{day:%d.%m}"


def dated(local: datetime) -> str:
    """A moment to the second, with its date."""
    return f"{date_in_words(local)} {local:%H:%M:%S}"


def short_dated(local: datetime) -> str:
    """A moment to the second, with its date but without the year."""
    return f"{short_date(local)} {local:%H:%M:%S}"
