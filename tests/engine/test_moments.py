"""Days, nights and their times."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from engine import Phase, PhaseId, Ruleset, Window, load_ruleset, read_phase_id
from engine.moments import Calendar, read_time

MOSCOW = ZoneInfo("Europe/Moscow")
DAY2, NIGHT2 = PhaseId(2, night=False), PhaseId(2, night=True)


def test_phases_follow_one_another() -> None:
    assert [str(each) for each in (DAY2, DAY2.next, DAY2.next.next)] == ["day2", "night2", "day3"]
    assert [str(each) for each in (NIGHT2.previous, DAY2.previous)] == ["day2", "night1"]
    assert PhaseId(0, night=True) < PhaseId(1, night=False) < PhaseId(1, night=True) < DAY2


@pytest.mark.parametrize("text", ["day0", "day01", "night", "Day1", "day1 ", "день1", "day-1", "day99999"])
def test_what_is_no_phase(text: str) -> None:
    assert read_phase_id(text) is None


@pytest.mark.parametrize("text", ["24:00:00", "21:00", "9:00:00", "21:00:60", "2024-01-10T21:00:00", "вечером", ""])
def test_what_is_no_time(text: str) -> None:
    assert read_time(text) is None


def test_a_full_time_is_the_same_moment_in_the_games_zone() -> None:
    calendar = Calendar(MOSCOW, date(2024, 1, 10))
    moment = read_time("2024-01-10T18:30:00Z")
    assert isinstance(moment, datetime)
    assert calendar.moment(DAY2, moment) == datetime(2024, 1, 10, 18, 30, tzinfo=UTC)


def test_a_bare_time_is_of_the_phases_date() -> None:
    calendar = Calendar(MOSCOW, date(2024, 1, 10))
    assert calendar.moment(DAY2, time(21)) == datetime(2024, 1, 11, 18, tzinfo=UTC)


def test_in_a_night_past_midnight_times_before_noon_are_of_the_next_morning() -> None:
    calendar = Calendar(MOSCOW, date(2024, 1, 10), past_midnight=True)
    assert calendar.moment(NIGHT2, time(23)) == datetime(2024, 1, 11, 20, tzinfo=UTC)
    assert calendar.moment(NIGHT2, time(9, 59, 59)) == datetime(2024, 1, 12, 6, 59, 59, tzinfo=UTC)
    assert calendar.moment(DAY2, time(10)) == datetime(2024, 1, 11, 7, tzinfo=UTC)


@pytest.mark.parametrize(("inclusive", "late"), [(False, [False, True, True]), (True, [False, False, True])])
def test_the_second_of_the_end(inclusive: bool, late: list[bool]) -> None:
    end = datetime(2024, 1, 10, 19, tzinfo=UTC)
    window = Window(None, end, inclusive)
    seconds = [end.replace(hour=18, minute=59, second=59), end.replace(microsecond=999_999), end.replace(second=1)]
    assert [window.is_late(moment) for moment in seconds] == late


def test_a_day_opens_when_the_night_before_ends() -> None:
    rules = load_ruleset("classic", {"night_from": "23:00:00", "night_until": "01:00:00"})
    assert isinstance(rules, Ruleset)
    calendar = Calendar(MOSCOW, date(2024, 1, 10), past_midnight=rules.clock.past_midnight)
    window = rules.clock.window(calendar, Phase(DAY2))
    assert window.opens == datetime(2024, 1, 10, 22, tzinfo=UTC)
    assert rules.clock.window(calendar, Phase(PhaseId(1, night=False))).opens is None
