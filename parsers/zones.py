"""The time zone of a board: from what its footer says, or from what a host wrote in `game.toml`."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

__all__ = ["named_zone", "offset_shown_by", "shown_zone", "zone_between"]

# Russian language packs translate the names of zones; those that Russian boards use (phpBB 3.3's pack).
_RUSSIAN_NAMES = {
    "европа": "Europe",
    "азия": "Asia",
    "америка": "America",
    "москва": "Moscow",
    "калининград": "Kaliningrad",
    "самара": "Samara",
    "саратов": "Saratov",
    "волгоград": "Volgograd",
    "астрахань": "Astrakhan",
    "ульяновск": "Ulyanovsk",
    "киев": "Kyiv",
    "минск": "Minsk",
    "рига": "Riga",
    "вильнюс": "Vilnius",
    "таллин": "Tallinn",
    "берлин": "Berlin",
    "лондон": "London",
    "париж": "Paris",
    "хельсинки": "Helsinki",
    "кишинёв": "Chisinau",
    "кишинев": "Chisinau",
    "симферополь": "Simferopol",
    "екатеринбург": "Yekaterinburg",
    "омск": "Omsk",
    "новосибирск": "Novosibirsk",
    "новокузнецк": "Novokuznetsk",
    "барнаул": "Barnaul",
    "томск": "Tomsk",
    "красноярск": "Krasnoyarsk",
    "иркутск": "Irkutsk",
    "чита": "Chita",
    "якутск": "Yakutsk",
    "владивосток": "Vladivostok",
    "сахалин": "Sakhalin",
    "магадан": "Magadan",
    "камчатка": "Kamchatka",
    "алма-ата": "Almaty",
    "алматы": "Almaty",
    "ташкент": "Tashkent",
    "тбилиси": "Tbilisi",
    "ереван": "Yerevan",
    "баку": "Baku",
    "бишкек": "Bishkek",
    "нью-йорк": "New_York",
    "чикаго": "Chicago",
    "лос-анджелес": "Los_Angeles",
}
_AREA = re.compile(r"([A-Za-zА-Яа-яЁё]+)\s*/\s*([A-Za-zА-Яа-яЁё_-]+(?: [A-ZА-Я][A-Za-zа-яё]+)?)")
_OFFSET = re.compile(r"(?:UTC|GMT|ГМТ)(?:\s*([+\-−–])\s*(\d{1,2})(?:[:.,]?(\d{2}|5)(?!\d))?)?", re.I)
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?!\d)(?::\d{2})?\s*(?:([ap])\.?m\b)?", re.I)
_SUMMER = re.compile(r"летнее время|daylight|\bDST\b", re.I)


@lru_cache(maxsize=256)
def named_zone(name: str) -> tzinfo | None:
    """The zone of an IANA name or an offset (`+03:00`, `UTC+3`); None where there is no such zone."""
    offset = re.fullmatch(r"(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?", name.strip(), re.I)
    if offset:
        return _fixed(offset.group(1), offset.group(2), offset.group(3))
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


@lru_cache(maxsize=256)
def shown_zone(text: str) -> tzinfo | None:
    """The zone that a page's own words name: «Часовой пояс: UTC + 3 часа», `All times are GMT -5`, `Europe/Moscow`.

    A named zone goes before an offset: the offset is that of the day when the page was fetched, and posts are older.
    """
    for area, words in _AREA.findall(text):
        for town in (words, words.split()[0]):
            english = "/".join(_RUSSIAN_NAMES.get(part.lower(), part.replace(" ", "_")) for part in (area, town))
            zone = named_zone(english)
            if zone is not None:
                return zone
    offset = _OFFSET.search(text)
    if offset is None:
        return None
    sign, hours, minutes = offset.groups()
    if sign is None:
        return timezone(timedelta(hours=1)) if _SUMMER.search(text) else UTC
    # vBulletin writes half an hour as «GMT +5.5»
    zone = _fixed(sign, hours, "30" if minutes == "5" else minutes)
    if zone is not None and _SUMMER.search(text):
        return timezone(zone.utcoffset(None) + timedelta(hours=1))
    return zone


def offset_shown_by(shown: str, moment: datetime) -> str | None:
    """The offset (`UTC+3:00`) of a page that shows `moment`, which it also tells for machines, to people as `shown`.

    Only the clock is looked at, so that «Сегодня 22:31» will do: half a day either way is more than zones differ by,
    but for the few east of +12.
    """
    clock = _CLOCK.search(shown)
    if clock is None:
        return None
    hour, minute, half = int(clock.group(1)), int(clock.group(2)), (clock.group(3) or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    at = moment.astimezone(UTC)
    minutes = round(((hour - at.hour) * 60 + minute - at.minute) / 15) * 15
    minutes = (minutes + 720 - 15) % 1440 - 720 + 15
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60}:{abs(minutes) % 60:02}"


def zone_between(local: datetime, moment: datetime) -> tzinfo | None:
    """The zone in which a clock shows `local` (written as if it were UTC) at `moment`; None where there is none such.

    Only whole hours are believed, and within two minutes: a page that a cache kept for half an hour would else tell a
    zone of half an hour less.
    """
    minutes = (local - moment).total_seconds() / 60
    offset = round(minutes / 60) * 60
    if abs(minutes - offset) > 2 or not -12 * 60 <= offset <= 14 * 60:
        return None
    return timezone(timedelta(minutes=offset))


def _fixed(sign: str, hours: str, minutes: str | None) -> timezone | None:
    offset = timedelta(hours=int(hours), minutes=int(minutes or 0))
    if offset > timedelta(hours=15):
        return None
    return timezone(offset if sign == "+" else -offset)
