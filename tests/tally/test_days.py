"""The calendar: when each day opens and closes, rest days, prolonged days, days bounded by posts."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.clock import Clock, Cutoff
from engine.moments import PhaseId
from tally.calendar.days import Days
from tally.errors import GameFault
from tally.folder.game import CalendarEntry, Forum, Game, Secrets

MOSCOW = ZoneInfo("Europe/Moscow")
CLASSIC = Clock(vote_until=time(22), night_from=time(22), night_until=time(23))
# a night that ends on the next morning, when the day opens
MORNINGS = Clock(vote_until=time(21), night_from=time(21), night_until=time(9))


def day(cycle: int) -> PhaseId:
    return PhaseId(cycle, night=False)


def moscow(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=MOSCOW)


def unread(_post: str) -> datetime | None:
    return None


def days(
    *calendar: CalendarEntry,
    clock: Clock = CLASSIC,
    first_day: date | None = date(2024, 1, 10),
    post_time: Callable[[str], datetime | None] = unread,
) -> Days:
    game = Game(
        folder=Path("game"),
        ruleset="classic",
        title="Игра",
        timezone=MOSCOW,
        first_day=first_day,
        hosts=(),
        options={},
        seats=(),
        forum=Forum(()),
        calendar=calendar,
        names={},
        schedule={},
        publish={},
        secrets=Secrets(),
    )
    return Days(game, clock, post_time)


def test_a_day_runs_from_the_end_of_the_night_to_the_cutoff_and_its_posts_to_the_next_opening() -> None:
    second = days().day(2)
    assert second.opens == moscow("2024-01-10T23:00:00")
    assert second.closes == moscow("2024-01-11T22:00:00")
    assert second.ends == moscow("2024-01-11T23:00:00")
    assert not second.inclusive


def test_day_1_opens_on_the_evening_before_as_every_day() -> None:
    assert days().day(1).opens == moscow("2024-01-09T23:00:00")


def test_a_night_that_ends_in_the_morning_opens_the_day_then() -> None:
    calendar = days(clock=MORNINGS)
    assert calendar.day(1).opens == moscow("2024-01-10T09:00:00")
    assert calendar.day(1).ends == calendar.day(2).opens == moscow("2024-01-11T09:00:00")


@pytest.mark.parametrize(
    ("moment", "found"),
    [
        ("2024-01-09T22:59:59", None),
        ("2024-01-09T23:00:00", 1),
        ("2024-01-10T22:30:00", 1),
        ("2024-01-10T23:00:00", 2),
        ("2024-01-12T12:00:00", 3),
        ("2024-03-01T12:00:00", 52),
    ],
)
def test_the_day_of_a_moment(moment: str, found: int | None) -> None:
    assert days().day_of(moscow(moment).astimezone(UTC)) == (day(found) if found else None)


def test_the_game_rests_on_a_day_off() -> None:
    calendar = days(CalendarEntry(off=date(2024, 1, 11)), CalendarEntry(off=date(2024, 1, 12)))
    assert calendar.day(1).closes == moscow("2024-01-10T22:00:00")
    assert calendar.day(2).closes == moscow("2024-01-13T22:00:00")
    assert calendar.day_of(moscow("2024-01-13T12:00:00")) == day(2)


def test_a_prolonged_day_keeps_its_posts_to_its_end() -> None:
    later = moscow("2024-01-10T23:30:00")
    calendar = days(CalendarEntry(phase=day(1), closes=later))
    assert calendar.day(1).closes == calendar.day(1).ends == calendar.day(2).opens == later


def test_a_bare_time_of_the_calendar_is_of_the_day_itself() -> None:
    first = days(CalendarEntry(phase=day(1), opens=time(10), closes=time(21))).day(1)
    assert (first.opens, first.closes) == (moscow("2024-01-10T10:00:00"), moscow("2024-01-10T21:00:00"))


def test_a_day_bounded_by_posts_includes_both() -> None:
    posts = {"5": moscow("2024-01-10T10:00:03"), "9": moscow("2024-01-10T21:50:00")}
    entry = CalendarEntry(phase=day(1), first_post="5", last_post="9")
    first = days(entry, post_time=posts.get).day(1)
    assert (first.opens, first.closes) == (posts["5"], moscow("2024-01-10T21:50:01"))
    inclusive = days(entry, clock=replace(CLASSIC, cutoff=Cutoff.INCLUSIVE), post_time=posts.get).day(1)
    assert (inclusive.closes, inclusive.inclusive) == (posts["9"], True)


def test_a_bound_that_was_not_read_is_named() -> None:
    with pytest.raises(GameFault, match="9"):
        days(CalendarEntry(phase=day(1), last_post="9")).day(1)


def test_without_a_first_day_nothing_has_a_date() -> None:
    with pytest.raises(GameFault, match="first_day"):
        days(first_day=None)


def test_the_night_follows_its_day() -> None:
    night = days(CalendarEntry(off=date(2024, 1, 11))).night(2)
    assert night.closes == moscow("2024-01-12T23:00:00")


# Without a clock (GEN-10).

OPEN = Clock()


def test_without_a_clock_a_day_goes_on_until_the_host_ends_it() -> None:
    game = days(clock=OPEN)
    assert game.day(1).opens == moscow("2024-01-10T00:00:00")
    assert game.day_of(moscow("2024-02-20T12:00:00")) == day(1)


def test_without_a_clock_the_next_day_opens_when_the_host_says_so() -> None:
    ended = CalendarEntry(phase=day(1), closes=moscow("2024-01-15T20:00:00"))
    assert days(ended, clock=OPEN).day_of(moscow("2024-01-15T20:00:05")) == day(1)
    opened = CalendarEntry(phase=day(2), opens=moscow("2024-01-17T20:00:00"))
    game = days(ended, opened, clock=OPEN)
    assert game.day_of(moscow("2024-01-17T19:59:59")) == day(1)
    assert game.day_of(moscow("2024-01-17T20:00:00")) == day(2)


def test_with_an_end_for_every_day_and_no_nights_a_day_opens_at_midnight() -> None:
    game = days(clock=Clock(vote_until=time(21)))
    assert game.day(2).opens == moscow("2024-01-11T00:00:00")
    assert game.day_of(moscow("2024-01-10T21:30:00")) == day(1)
