"""Times as a host types them, alike in every command: `21:00`, `21:00:00`, or a whole date-time.

In: the words and the game's time zone. Out: a time of the clock, or a moment; GameFault where it is neither.
"""

import re
from datetime import datetime, time
from zoneinfo import ZoneInfo

from engine.moments import is_playable, read_clock_time, read_time
from tally.errors import GameFault
from tally.texts import _

__all__ = ["read_typed_time"]

_HALVES = re.compile(r"(1[0-2]|0?[1-9])(?::([0-5]\d))?\s*([ap])\.?m\.?", re.IGNORECASE)


def read_typed_time(written: str, zone: ZoneInfo) -> time | datetime:
    """A bare time, which is of the phase's day, or a moment: without an offset it is of `zone`. Raises GameFault."""
    plain = written.strip()
    found = _read_clock(plain) or read_time(plain) or _read_local(plain, zone)
    if found is None:
        told = _(
            "“{found}” is not a time; it is written 21:00, 21:00:00, 2024-01-10T21:00 or 2024-01-10T21:00:00+03:00"
        )
        raise GameFault(told.format(found=written))
    return found


def _read_clock(written: str) -> time | None:
    """`21:00`, `9:00`, `9pm`, `9:05 p.m.`"""
    halved = _HALVES.fullmatch(written)
    if halved is None:
        return read_clock_time(f"0{written}" if written[1:2] == ":" else written)
    hour, minute = int(halved[1]), int(halved[2] or 0)
    return time(hour % 12 + (12 if halved[3].lower() == "p" else 0), minute)


def _read_local(written: str, zone: ZoneInfo) -> datetime | None:
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        return None
    # a date alone is no moment
    if ":" not in written or not is_playable(found):
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=zone)
