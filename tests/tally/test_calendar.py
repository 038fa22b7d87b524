"""`tally calendar`: what is shown, and the file for calendar programs."""

from datetime import UTC, datetime
from pathlib import Path

import icalendar
import pytest

from tests.tally.small_game import SmallGame

NOON = "2024-01-10T12:00:00+03:00"


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path, now=NOON).set_up("Вася", "Петя", "Жанна")


def events(game: SmallGame) -> dict[str, tuple[datetime, datetime]]:
    read = icalendar.Calendar.from_ical(game.must("calendar", "--ics", "-"))
    return {
        str(each["uid"]).split(".")[0]: (each.decoded("dtstart"), each.decoded("dtend")) for each in read.walk("VEVENT")
    }


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_days_are_shown_in_the_games_zone(game: SmallGame) -> None:
    shown = game.must("calendar")
    assert "→ День 1: с 09.01.2024 23:00:00, голосование до 10.01.2024 22:00:00; итоги 23:00:00" in shown
    assert "День 4" in shown
    assert "День 5" not in shown


def test_changes_rests_and_pauses_are_said(game: SmallGame) -> None:
    game.must("day", "2", "--deadline", "23:00")
    game.must("day", "--off", "2024-01-12")
    shown = game.must("calendar")
    assert (
        "День 2: с 10.01.2024 23:00:00, голосование до 11.01.2024 23:00:00; итоги 12.01.2024 00:00:00 (изменено)"
        in shown
    )
    assert "Выходные: 12.01.2024" in shown
    game.must("day", "--pause")
    assert "Пауза с 10.01.2024 12:00:00" in game.must("calendar")


def test_a_calendar_program_gets_votes_and_results_in_utc(game: SmallGame) -> None:
    found = events(game)
    assert found["day1"] == (utc("2024-01-09T20:00"), utc("2024-01-10T19:00"))
    assert found["night1"][0] == utc("2024-01-10T20:00")


def test_an_event_that_moves_keeps_its_id(game: SmallGame) -> None:
    before = events(game)
    game.must("day", "1", "--deadline", "23:00")
    after = events(game)
    assert set(after) == set(before)
    assert after["day1"][1] == utc("2024-01-10T20:00")


def test_alarms_count_from_the_deadline(game: SmallGame) -> None:
    read = icalendar.Calendar.from_ical(game.must("calendar", "--ics", "-"))
    alarms = [each["trigger"] for each in read.walk("VALARM")]
    assert {each.params["RELATED"] for each in alarms} == {"END"}


def test_a_file_is_written_or_the_trouble_told(game: SmallGame) -> None:
    game.must("calendar", "--ics", "game.ics")
    assert (game.game / "game.ics").read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")
    done = game.run("calendar", "--ics", "nowhere/game.ics")
    assert done.status == 2
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("zone", "before", "after"),
    # Berlin's clocks go forward in the night to 31.03.2024, Moscow's never
    [
        ("Europe/Berlin", "2024-03-30T21:00", "2024-03-31T20:00"),
        ("Europe/Moscow", "2024-03-30T19:00", "2024-03-31T19:00"),
    ],
)
def test_the_hour_of_the_deadline_stays_when_clocks_change(tmp_path: Path, zone: str, before: str, after: str) -> None:
    game = SmallGame(tmp_path, now="2024-03-30T12:00:00+03:00").set_up("Вася", "Петя", "Жанна")
    file = game.game / "game.toml"
    text = file.read_text(encoding="utf-8").replace("2024-01-10", "2024-03-30", 1).replace("Europe/Moscow", zone, 1)
    file.write_text(text.replace("first_day = 2024-01-10", "first_day = 2024-03-30"), encoding="utf-8")
    found = events(game)
    assert (found["day1"][1], found["day2"][1]) == (utc(before), utc(after))


def test_without_a_first_day_the_host_is_told_what_is_missing(game: SmallGame) -> None:
    file = game.game / "game.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("first_day =", "# first_day =", 1), encoding="utf-8")
    done = game.run("calendar")
    assert done.status == 2
    assert "first_day" in done.err
