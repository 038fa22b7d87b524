"""Rest days and pauses: they move what comes after them by whole dates, and nothing else."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.clock import Clock
from tally.calendar.rests import Pause, Rests
from tally.folder.game import CalendarEntry
from tests.tally.test_days import CLASSIC, MORNINGS, days, moscow

MOSCOW = ZoneInfo("Europe/Moscow")
BERLIN = ZoneInfo("Europe/Berlin")


def paused(begins: str, ends: str | None = None) -> CalendarEntry:
    return CalendarEntry(pause=moscow(begins), resume=None if ends is None else moscow(ends))


def test_a_paused_day_has_no_end_until_the_game_goes_on() -> None:
    third = days(paused("2024-01-12T15:00:00")).day(3)
    assert third.is_open_ended
    assert days(paused("2024-01-12T15:00:00")).day_of(moscow("2024-01-20T12:00:00")) == third.id


def test_days_before_the_pause_stay_as_they_were() -> None:
    assert days(paused("2024-01-12T15:00:00")).day(2) == days().day(2)


@pytest.mark.parametrize(
    ("ends", "closes"),
    [
        ("2024-01-12T16:00:00", "2024-01-12T22:00:00"),
        ("2024-01-13T00:30:00", "2024-01-13T22:00:00"),
        ("2024-01-15T12:00:00", "2024-01-15T22:00:00"),
        ("2024-01-15T22:00:00", "2024-01-15T22:00:00"),
        ("2024-01-15T22:00:01", "2024-01-16T22:00:00"),
    ],
)
def test_after_a_pause_the_day_ends_at_its_usual_hour(ends: str, closes: str) -> None:
    calendar = days(paused("2024-01-12T15:00:00", ends))
    assert calendar.day(3).closes == moscow(closes)
    assert calendar.day(3).opens == days().day(3).opens
    assert calendar.day(4).opens == calendar.night(3).closes
    assert (calendar.day(4).closes - calendar.day(3).closes).days == 1


def test_a_pause_in_the_night_leaves_the_night_its_evening() -> None:
    calendar = days(paused("2024-01-12T22:30:00", "2024-01-15T12:00:00"))
    assert calendar.day(3).closes == moscow("2024-01-12T22:00:00")
    assert calendar.night(3).closes == moscow("2024-01-15T23:00:00")
    assert calendar.day(4).opens == moscow("2024-01-15T23:00:00")
    assert calendar.day(4).closes == moscow("2024-01-16T22:00:00")


def test_a_pause_in_a_night_that_runs_into_the_morning() -> None:
    calendar = days(paused("2024-01-13T02:00:00", "2024-01-15T12:00:00"), clock=MORNINGS)
    assert calendar.night(3).closes == calendar.day(4).opens == moscow("2024-01-16T09:00:00")
    assert calendar.day(4).closes == moscow("2024-01-16T21:00:00")


def test_the_first_day_may_be_paused() -> None:
    calendar = days(paused("2024-01-10T12:00:00", "2024-01-12T12:00:00"))
    assert calendar.day(1).opens == days().day(1).opens
    assert [calendar.day(cycle).closes.day for cycle in (1, 2, 3)] == [12, 13, 14]


def test_a_pause_by_day_where_days_open_in_the_morning() -> None:
    clock = replace(MORNINGS, day_from=time(9))
    calendar = days(paused("2024-01-12T15:00:00", "2024-01-14T12:00:00"), clock=clock)
    assert (calendar.day(3).opens, calendar.day(3).closes) == (
        moscow("2024-01-12T09:00:00"),
        moscow("2024-01-14T21:00:00"),
    )
    assert calendar.day(4).opens == moscow("2024-01-15T09:00:00")


def test_a_moved_deadline_in_a_pause_moves_with_it() -> None:
    later = CalendarEntry(phase=days().day(3).id, closes=moscow("2024-01-12T23:30:00"))
    calendar = days(later, paused("2024-01-12T23:00:00", "2024-01-14T10:00:00"))
    assert calendar.day(3).closes == moscow("2024-01-14T23:30:00")


def test_without_a_clock_a_pause_changes_nothing() -> None:
    calendar = days(paused("2024-01-12T15:00:00", "2024-01-14T10:00:00"), clock=Clock())
    assert calendar.day(1).is_open_ended


# the clocks change in these weeks, in Berlin and New York on different dates
@given(
    zone=st.sampled_from([MOSCOW, BERLIN, ZoneInfo("America/New_York")]),
    begun=st.integers(0, 60 * 24 * 60),
    hours=st.integers(1, 300),
    rests=st.frozensets(st.integers(0, 60), max_size=5),
)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_deadline_lies_in_a_pause_or_on_a_rest_day(
    zone: ZoneInfo, begun: int, hours: int, rests: frozenset[int]
) -> None:
    off = frozenset(date(2024, 3, 1) + timedelta(days=each) for each in rests)
    start = (datetime(2024, 3, 1, tzinfo=UTC) + timedelta(minutes=begun)).astimezone(zone)
    end = (start.astimezone(UTC) + timedelta(hours=hours)).astimezone(zone)
    calendar = Rests(zone, CLASSIC, off, (Pause(start, end),))
    day, seen = date(2024, 2, 28), []
    for _number in range(60):
        day = calendar.next_date(day)
        cutoff = datetime.combine(day, time(22), zone)
        seen.append(cutoff)
        assert day not in off
        assert not start <= cutoff < end
    assert seen == sorted(set(seen))
    # a pause takes no more dates than it lasts, and the night in which it began
    assert len(calendar.dates - off) <= hours // 24 + 2
