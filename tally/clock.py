"""What time it is: the one place where the program asks for it.

`TALLY_NOW`, an ISO 8601 date-time with offset, stands in for the clock, so that nothing that is tested depends on it.
"""

import os
from datetime import UTC, datetime

from tally.errors import GameFault
from tally.texts import _

__all__ = ["now"]


def now() -> datetime:
    """The present moment in UTC. Raises GameFault where TALLY_NOW is set and is no moment."""
    fixed = os.environ.get("TALLY_NOW")
    if not fixed:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(fixed)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise GameFault(_("TALLY_NOW is “{found}”; it must be like 2024-01-10T21:30:00+03:00.").format(found=fixed))
    return moment.astimezone(UTC)
