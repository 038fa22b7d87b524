"""How forums write times, in Russian and English."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from parsers.dates import Clock, read_span, read_stamp, read_time
from parsers.page import DefectCode, Precision, TimeFrom
from parsers.zones import named_zone, shown_zone

MOSCOW = timezone(timedelta(hours=3))
JUST_AFTER_NEW_YEAR = datetime(2024, 1, 1, 0, 10, 40, tzinfo=MOSCOW)


def clock(fetched_at: datetime | None = JUST_AFTER_NEW_YEAR, *, day_first: bool | None = None) -> Clock:
    return Clock(lambda: MOSCOW, fetched_at, lambda: day_first, UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("31 окт 2026, 13:35", "2026-10-31 13:35"),
        ("Сб окт 31, 2026 9:05 pm", "2026-10-31 21:05"),
        ("Октябрь 10, 2026, 12:05 am", "2026-10-10 00:05"),
        ("Нояб. 28, 2026, 12:30 PM", "2026-11-28 12:30"),
        ("Ноября 27, 2026, 03:45:21 pm", "2026-11-27 15:45:21"),
        ("27 Ноября 2026, 12:31:12", "2026-11-27 12:31:12"),
        ("10 Январь 2014 - 21:59", "2014-01-10 21:59"),
        ("4 мая 2019 в 10:00", "2019-05-04 10:00"),
        ("27.9.2012, 19:05", "2012-09-27 19:05"),
        ("Пятница, 10.01.2014, 21:59", "2014-01-10 21:59"),
        ("16.06.17 в 14:51", "2017-06-16 14:51"),
        ("18.04.2014 19:35", "2014-04-18 19:35"),
        ("May 24 2008, 19:36", "2008-05-24 19:36"),
        ("Jul 5, 2012 at 3:12 PM", "2012-07-05 15:12"),
        ("16 Jul 2008 at 7:19 AM", "2008-07-16 07:19"),
        ("August 26, 2007 08:59 am", "2007-08-26 08:59"),
        ("Saturday 31st October 2026, 22:00", "2026-10-31 22:00"),
        ("2016-02-01, 02:21", "2016-02-01 02:21"),
        ("2026-11-27 12:00:05", "2026-11-27 12:00:05"),
        ("06-15-2016,\u00a003:03 PM", "2016-06-15 15:03"),
        ("31-10-2026, 21:59", "2026-10-31 21:59"),
        ("Сегодня, 00:05", "2024-01-01 00:05"),
        ("Вчера, 23:59", "2023-12-31 23:59"),
        ("Сегодня в 00:05:01", "2024-01-01 00:05:01"),
        ("Today at 12:05 AM", "2024-01-01 00:05"),
        ("Yesterday at 11:59 PM", "2023-12-31 23:59"),
        ("Воскресенье в 21:59", "2023-12-31 21:59"),
        ("31 дек в 21:59", "2023-12-31 21:59"),
    ],
)
def test_a_text_is_read_in_the_zone_of_the_board(text: str, expected: str) -> None:
    moment = read_time(text, clock())
    assert moment.time == datetime.fromisoformat(expected).replace(tzinfo=MOSCOW)
    assert moment.precision is (Precision.SECOND if expected.count(":") == 2 else Precision.MINUTE)
    assert moment.source is TimeFrom.TEXT


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("10 минут назад", 10),
        ("минуту назад", 1),
        ("1 minute ago", 1),
        ("25 minutes ago", 25),
        ("менее минуты назад", 0),
        ("less than a minute ago", 0),
        ("только что", 0),
        ("40 секунд назад", 0),
    ],
)
def test_relative_times_count_from_the_moment_of_fetching(text: str, minutes: int) -> None:
    moment = read_time(text, clock())
    assert moment.time == datetime(2024, 1, 1, 0, 10, tzinfo=MOSCOW) - timedelta(minutes=minutes)
    assert (moment.precision, moment.source) == (Precision.MINUTE, TimeFrom.RELATIVE)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2 часа назад", DefectCode.UNKNOWN_TIME),
        (", 22:00", DefectCode.UNKNOWN_TIME),
        ("31-10-2026", DefectCode.UNKNOWN_TIME),
        ("32 окт 2026, 10:00", DefectCode.UNKNOWN_TIME),
        ("31 окт 2026, 25:00", DefectCode.UNKNOWN_TIME),
        ("13:00 PM 31 окт 2026", DefectCode.UNKNOWN_TIME),
        ("03-04-2014, 21:59", DefectCode.UNKNOWN_TIME),
        ("никогда", DefectCode.UNKNOWN_TIME),
    ],
)
def test_what_cannot_be_decided_is_no_time(text: str, fault: DefectCode) -> None:
    moment = read_time(text, clock())
    assert (moment.time, moment.fault) == (None, fault)


@pytest.mark.parametrize("text", ["Сегодня, 21:59", "5 минут назад", "Вчера в 10:00"])
def test_a_relative_text_needs_the_moment_of_fetching(text: str) -> None:
    assert read_time(text, clock(None)).fault is DefectCode.NO_CLOCK


def test_the_order_of_a_date_follows_the_page() -> None:
    assert read_time("03-04-2014, 21:59", clock(day_first=True)).time == datetime(2014, 4, 3, 21, 59, tzinfo=MOSCOW)
    assert read_time("03-04-2014, 21:59", clock(day_first=False)).time == datetime(2014, 3, 4, 21, 59, tzinfo=MOSCOW)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-10-31T18:59:59+00:00", datetime(2026, 10, 31, 18, 59, 59, tzinfo=UTC)),
        ("2021-07-05T08:59:57+0100", datetime(2021, 7, 5, 7, 59, 57, tzinfo=UTC)),
        ("2026-11-27T09:00:05.637Z", datetime(2026, 11, 27, 9, 0, 5, tzinfo=UTC)),
        ("1389376740", datetime(2014, 1, 10, 17, 59, tzinfo=UTC)),
        ("1795770005637", datetime(2026, 11, 27, 9, 0, 5, tzinfo=UTC)),
        ("Sat, 31 Oct 2026 18:59:59 +0000", datetime(2026, 10, 31, 18, 59, 59, tzinfo=UTC)),
    ],
)
def test_stamps_for_machines(text: str, expected: datetime) -> None:
    moment = read_stamp(text)
    assert moment is not None
    assert (moment.time, moment.precision) == (expected, Precision.SECOND)


@pytest.mark.parametrize("text", ["2019-04-09T08:37:23", "9:02 AM", "", "завтра", "99999999999999999"])
def test_a_stamp_without_a_zone_is_none(text: str) -> None:
    assert read_stamp(text) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("8 минут", 480), ("1 ч 02 мин 05 с", 3725), ("2 hours 5 minutes", 7500), ("минуту", 60), ("час", 3600)],
)
def test_spans(text: str, seconds: int) -> None:
    assert read_span(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Часовой пояс: UTC + 3 часа", 3),
        ("Часовой пояс: UTC + 3 часа [ Летнее время ]", 4),
        ("Часовой пояс GMT +4, время: 22:40", 4),
        ("All times are GMT -5. The time now is 00:08", -5),
        ("All times are UTC", 0),
        ("GMT +5.5", 5.5),
        ("UTC+03:30", 3.5),
        ("UTC\u221205:00", -5),
    ],
)
def test_zones_in_footers(text: str, hours: float) -> None:
    zone = shown_zone(text)
    assert zone is not None
    assert zone.utcoffset(None) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["Европа/Москва UTC+03:00", "Europe/Moscow UTC+03:00"])
def test_a_named_zone_goes_before_the_offset_of_today(text: str) -> None:
    zone = shown_zone(text)
    assert zone is not None
    assert datetime(2013, 1, 1, tzinfo=zone).utcoffset() == timedelta(hours=4)


def test_no_zone_is_none() -> None:
    assert shown_zone("Сейчас 12:00") is None
    assert named_zone("Луна/Море") is None
    assert named_zone("+25:00") is None


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("30.03.2024 21:59", "2024-03-30 20:59"),
        # the clocks of Berlin are put forward at two on the 31st, and back at three on October 27th
        ("31.03.2024 01:59", "2024-03-31 00:59"),
        ("31.03.2024 03:01", "2024-03-31 01:01"),
        ("27.10.2024 01:30", "2024-10-26 23:30"),
        ("27.10.2024 21:59", "2024-10-27 20:59"),
        ("28.10.2024 21:59", "2024-10-28 20:59"),
    ],
)
def test_a_day_on_which_clocks_are_changed_has_two_offsets(shown: str, expected: str) -> None:
    berlin = named_zone("Europe/Berlin")
    read = read_time(shown, Clock(lambda: berlin, None, lambda: None, UTC))
    assert read.time == datetime.fromisoformat(expected).replace(tzinfo=UTC)


def test_a_time_outside_of_the_calendar_is_none() -> None:
    west, east = (timezone(timedelta(hours=hours)) for hours in (-5, 5))
    assert read_time("31.12.9999 23:30", Clock(lambda: west, None, lambda: None, UTC)).time is None
    assert read_time("01.01.0001 00:30", Clock(lambda: east, None, lambda: None, UTC)).time is None
