"""From the text of a time, as forums write it in Russian and English, to a moment in UTC.

Attributes (ISO, epoch), absolute dates in any order, relative words and spans; what cannot be decided is told by a
defect code instead of a time.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from email.utils import parsedate_to_datetime

from parsers.page import DefectCode, Precision, TimeFrom

__all__ = ["DAY", "Clock", "Moment", "read_span", "read_stamp", "read_time", "read_time_after"]

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "январь января янв january jan",
            "февраль февраля фев февр february feb",
            "март марта мар march mar",
            "апрель апреля апр april apr",
            "май мая may",
            "июнь июня июн june jun",
            "июль июля июл july jul",
            "август августа авг august aug",
            "сентябрь сентября сен сент september sep sept",
            "октябрь октября окт october oct",
            "ноябрь ноября ноя нояб november nov",
            "декабрь декабря дек december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "понедельник monday",
            "вторник tuesday",
            "среда среду wednesday",
            "четверг thursday",
            "пятница пятницу friday",
            "суббота субботу saturday",
            "воскресенье sunday",
        )
    )
    for name in names.split()
}
_DAYS_BACK = {"сегодня": 0, "today": 0, "вчера": 1, "yesterday": 1, "позавчера": 2}

_MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек"
# How a day begins in a text, where something else stands before it: the nick of an edit note.
DAY = (
    rf"today|yesterday|сегодня|вчера|позавчера|\d{{1,4}}[-./]\d|\d{{1,2}}(?:st|nd|rd|th)?,? (?:{_MONTH})"
    rf"|(?:{_MONTH})[a-zа-яё]*\.? \d|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? "
)

_CLOCK = re.compile(r"(?<![\d:.])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\b\.?|\s*(дп|пп)\b)?", re.I)
_NUMERIC = re.compile(r"(?<!\d)(\d{1,4})([-./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_WORD = re.compile(r"[a-zа-яё]+")
_NUMBER = re.compile(r"(?<![\d:])(\d{1,4})(?![\d:])")
_ISO = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?", re.I
)
# what only a stamp for machines has: an offset
_LONGEST_OFFSET = len("+00:00")
_OFFSET_AT_END = re.compile(r"(?:[+-]\d{2}:?\d{2}|\dz|gmt)$")
_AGO = re.compile(r"назад|\bago\b")
_JUST_NOW = re.compile(
    r"только что|just now|moments? ago|менее минуты|меньше минуты|less than a minute|несколько секунд"
)
_UNITS = {
    "second": re.compile(r"(?:с|сек|second|sec|s)[а-яa-z]*\.?$"),
    "minute": re.compile(r"(?:м|мин|minute|min|m)[а-яa-z]*\.?$"),
    "hour": re.compile(r"(?:ч|час|hour|hr|h)[а-яa-z]*\.?$"),
    "day": re.compile(r"(?:д|дн|день|сут|day|d)[а-яa-z]*\.?$"),
}
_SPAN_PART = re.compile(r"(?:(\d{1,5})|\b(an?|one|одну|один|минуту|час|день))\s*([а-яёa-z]+)?", re.I)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a text says of a time: `time` in UTC, or None and the `fault`."""

    time: datetime | None
    precision: Precision | None = None
    source: TimeFrom | None = None
    fault: DefectCode | None = None


# A day, where it was read, and the fault if it is None.
_Day = tuple[date | None, TimeFrom, DefectCode | None]


@dataclass(slots=True)
class Clock:
    """What a page's texts are read by: its zone, the moment when it was fetched, and the order of its dates.

    `zone` and `day_first` are asked for only when a text needs them; `day_first` answers None where the page does not
    tell whether 03.04. is a day in April.
    """

    find_zone: Callable[[], tzinfo | None]
    fetched_at: datetime | None
    find_order: Callable[[], bool | None]
    home: tzinfo
    assumed_home: bool = False
    _zone: tzinfo | None = field(default=None, init=False)
    _order: list[bool | None] = field(default_factory=list, init=False)
    # the posts of a page are of few days
    _days: dict[str, _Day] = field(default_factory=dict, init=False)
    _starts: dict[date, datetime | None] = field(default_factory=dict, init=False)

    @property
    def zone(self) -> tzinfo:
        """The board's zone; the home zone, noted in `assumed_home`, where the page does not tell its own."""
        if self._zone is None:
            self._zone = self.find_zone()
            if self._zone is None:
                self._zone = self.home
                self.assumed_home = True
        return self._zone

    @property
    def day_first(self) -> bool | None:
        """Whether in an all-numeric date the day comes first."""
        if not self._order:
            self._order.append(self.find_order())
        return self._order[0]

    def moment_of(self, day: date, at: time) -> datetime | None:
        """The moment in UTC of a local time; None where the calendar ends."""
        try:
            start = self._starts[day]
        except KeyError:
            start = self._starts[day] = _start_in_utc(day, self.zone)
        if start is None:
            return _in_utc(datetime.combine(day, at), self.zone)
        return start + timedelta(hours=at.hour, minutes=at.minute, seconds=at.second)

    def read_day(self, text: str) -> _Day:
        """The day that a text without its clock names."""
        if text not in self._days:
            self._days[text] = _find_day(text, self)
        return self._days[text]


def read_stamp(text: str) -> Moment | None:
    """Read an attribute made for machines: ISO 8601 with an offset, seconds or milliseconds of the epoch, RFC 822.

    None where it is none of these, or is a local time.
    """
    text = text.strip()
    if text[10:11] == "T" and text[16:17] == ":" and (text[-1] == "Z" or text[-6] in "+-"):
        # the usual form, which the standard library reads at once
        try:
            at = datetime.fromisoformat(text).astimezone(UTC).replace(microsecond=0)
            return Moment(at, Precision.SECOND, TimeFrom.ATTRIBUTE)
        except (ValueError, OverflowError):
            return None
    if text.isdecimal() and 9 <= len(text) <= 14:
        return _epoch(int(text))
    found = _ISO.fullmatch(text)
    if found is None:
        return _rfc822(text)
    if found.group(8) is None:
        return None
    moment = _made(found, _offset(found.group(8)))
    if moment is None:
        return None
    exact = Precision.MINUTE if found.group(6) is None else Precision.SECOND
    return Moment(moment, exact, TimeFrom.ATTRIBUTE)


def read_time(text: str, clock: Clock) -> Moment:
    """Read what a page shows to people, in the zone and at the time of `clock`."""
    text = " ".join(text.split()).lower()
    shown = _CLOCK.search(text)
    if shown is None:
        if text.isdecimal():
            return read_stamp(text) or Moment(None, fault=DefectCode.UNKNOWN_TIME)
        if _AGO.search(text) or _JUST_NOW.search(text):
            return _read_ago(text, clock)
        return Moment(None, fault=DefectCode.UNKNOWN_TIME)
    if _OFFSET_AT_END.search(text, max(0, len(text) - _LONGEST_OFFSET)):
        ready = read_stamp(text.upper())
        if ready is not None:
            return ready
    at = _time_of_day(shown)
    # the clock's own digits must not be taken for those of the date
    rest = text[: shown.start()] + " ; " + text[shown.end() :]
    day, source, fault = clock.read_day(rest)
    if day is None or at is None:
        return Moment(None, fault=fault or DefectCode.UNKNOWN_TIME)
    exact = Precision.SECOND if shown.group(3) else Precision.MINUTE
    return Moment(clock.moment_of(day, at), exact, source)


def read_time_after(text: str, earlier: datetime | None, clock: Clock) -> datetime | None:
    """Read a time that may be an hour without a day: then it is the first one not before `earlier`."""
    moment = read_time(text, clock).time
    shown = _CLOCK.search(text)
    if moment is not None or earlier is None or shown is None or _NUMBER.search(text.replace(shown.group(), ";")):
        return moment
    at = _time_of_day(shown)
    if at is None:
        return None
    local = earlier.astimezone(clock.zone).replace(second=0, microsecond=0)
    day = local.date() + timedelta(days=1 if at < local.time() else 0)
    return _in_utc(datetime.combine(day, at), clock.zone)


def read_span(text: str) -> timedelta | None:
    """Read a stretch of time: «8 минут», «1 ч 02 мин 05 с», `2 hours 5 minutes`; None where there is none."""
    total = timedelta()
    found = False
    for number, word, unit in _SPAN_PART.findall(text.lower()):
        if word and not any(pattern.match(unit) for pattern in _UNITS.values()):
            unit = word
        for name, pattern in _UNITS.items():
            if unit and pattern.match(unit):
                found = True
                total += timedelta(
                    seconds=int(number or 1) * {"second": 1, "minute": 60, "hour": 3600, "day": 86400}[name]
                )
                break
    return total if found else None


def _read_ago(text: str, clock: Clock) -> Moment:
    if clock.fetched_at is None:
        return Moment(None, fault=DefectCode.NO_CLOCK)
    if _JUST_NOW.search(text):
        span: timedelta | None = timedelta()
    elif re.search(r"час|hour|\bh\b|ден|дн|day|недел|week|месяц|month|год|лет|year", text):
        # an hour ago is any minute of an hour: that decides nothing
        return Moment(None, fault=DefectCode.UNKNOWN_TIME)
    else:
        span = read_span(text)
    if span is None:
        return Moment(None, fault=DefectCode.UNKNOWN_TIME)
    at = (clock.fetched_at - span).astimezone(UTC).replace(second=0, microsecond=0)
    return Moment(at, Precision.MINUTE, TimeFrom.RELATIVE)


def _find_day(text: str, clock: Clock) -> _Day:
    words = _WORD.findall(text)
    for word in words:
        if word in _DAYS_BACK:
            return _days_back(_DAYS_BACK[word], clock)
    numeric = _NUMERIC.search(text)
    if numeric:
        return _numeric_day(numeric, clock), TimeFrom.TEXT, DefectCode.UNKNOWN_TIME
    month = next((_MONTHS[word] for word in words if word in _MONTHS), None)
    if month is not None:
        return _named_day(text, month, clock), TimeFrom.TEXT, DefectCode.UNKNOWN_TIME
    for word in words:
        if word in _WEEKDAYS and clock.fetched_at is not None:
            today = clock.fetched_at.astimezone(clock.zone).weekday()
            return _days_back((today - _WEEKDAYS[word]) % 7 or 7, clock)
    return None, TimeFrom.TEXT, DefectCode.UNKNOWN_TIME


def _days_back(days: int, clock: Clock) -> _Day:
    if clock.fetched_at is None:
        return None, TimeFrom.TEXT, DefectCode.NO_CLOCK
    return clock.fetched_at.astimezone(clock.zone).date() - timedelta(days=days), TimeFrom.TEXT, None


def _numeric_day(found: re.Match[str], clock: Clock) -> date | None:
    first, sign, second, third = found.groups()
    if len(first) == 4:
        return _day(int(first), int(second), int(third))
    year = _full_year(third)
    one, two = int(first), int(second)
    if one > 12 or (sign == "." and two <= 12):
        return _day(year, two, one)
    if two > 12:
        return _day(year, one, two)
    if one == two:
        return _day(year, one, two)
    if clock.day_first is None:
        return None
    return _day(year, two, one) if clock.day_first else _day(year, one, two)


def _named_day(text: str, month: int, clock: Clock) -> date | None:
    numbers = _NUMBER.findall(text)
    years = [number for number in numbers if len(number) == 4]
    days = [number for number in numbers if len(number) <= 2]
    if not days:
        return None
    if years:
        return _day(int(years[0]), month, int(days[0]))
    if len(days) > 1:
        return _day(_full_year(days[1]), month, int(days[0]))
    if clock.fetched_at is None:
        return None
    # no year is shown for days of the last twelve months
    today = clock.fetched_at.astimezone(clock.zone).date()
    day = _day(today.year, month, int(days[0]))
    return _day(today.year - 1, month, int(days[0])) if day is not None and day > today else day


def _time_of_day(found: re.Match[str]) -> time | None:
    hour, minute, second = int(found.group(1)), int(found.group(2)), int(found.group(3) or 0)
    half = (found.group(4) or found.group(5) or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half in ("p", "пп") else 0)
    try:
        return time(hour, minute, second)
    except ValueError:
        return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _full_year(digits: str) -> int:
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def _epoch(number: int) -> Moment | None:
    seconds = number / 1000 if number >= 100_000_000_000 else number
    try:
        return Moment(datetime.fromtimestamp(int(seconds), UTC), Precision.SECOND, TimeFrom.ATTRIBUTE)
    except (OverflowError, OSError, ValueError):
        return None


def _rfc822(text: str) -> Moment | None:
    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:
            return None
        return Moment(moment.astimezone(UTC), Precision.SECOND, TimeFrom.ATTRIBUTE)
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def _made(found: re.Match[str], zone: tzinfo) -> datetime | None:
    year, month, day, hour, minute = (int(part) for part in found.groups()[:5])
    try:
        return datetime(year, month, day, hour, minute, int(found.group(6) or 0), tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _offset(text: str) -> timezone:
    if text in ("Z", "z"):
        return UTC
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(timedelta(minutes=minutes % 1440 if text[0] == "+" else -(minutes % 1440)))


def _start_in_utc(day: date, zone: tzinfo) -> datetime | None:
    """The moment at which a day begins, if its clocks are not changed; None on the days when they are."""
    first, last = (datetime.combine(day, at, tzinfo=zone) for at in (time.min, time.max))
    try:
        start, _end = first.astimezone(UTC), last.astimezone(UTC)
        return start if first.utcoffset() == last.utcoffset() else None
    except (OverflowError, ValueError):
        return None


def _in_utc(local: datetime, zone: tzinfo) -> datetime | None:
    try:
        return local.replace(tzinfo=zone).astimezone(UTC)
    except (OverflowError, ValueError):
        return None
