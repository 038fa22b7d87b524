"""What time it is: the one place where the program asks for it.

`TALLY_NOW`, an ISO 8601 date-time with offset, stands in for the clock, so that nothing that is tested depends on it.
"""

import os
from datetime import UTC, datetime, tzinfo

from tally.errors import GameFault
from tally.texts import _

__all__ = ["is_fixed", "now", "read_moment"]


def now() -> datetime:
    """The present moment in UTC. Raises GameFault where TALLY_NOW is set and is no moment."""
    fixed = os.environ.get("TALLY_NOW")
    if not fixed:
        return datetime.now(UTC)
    moment = _read(fixed)
    if moment is None:
        raise GameFault(_("TALLY_NOW is “{found}”; it must be like 2024-01-10T21:30:00+03:00.").format(found=fixed))
    return moment


def is_fixed() -> bool:
    """Whether the time is set by TALLY_NOW, and stands still."""
    return bool(os.environ.get("TALLY_NOW"))


def read_moment(written: str, zone: tzinfo | None = None) -> datetime:
    """The moment, in UTC, that a date-time names; it needs no offset where its `zone` is known. Raises GameFault."""
    moment = _read(written, zone)
    if moment is None:
        told = _("“{found}” is not a moment; it is written like 2024-01-10T22:05:00+03:00")
        raise GameFault(told.format(found=written))
    return moment


def _read(written: str, zone: tzinfo | None = None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(written)
        if moment.tzinfo is None and ":" in written:
            moment = moment.replace(tzinfo=zone)
        return moment.astimezone(UTC) if moment.tzinfo is not None else None
    except (ValueError, OverflowError):
        # an offset can lead out of the years that there are
        return None
