"""Whether the forum was read around a deadline as the service reads it, or was out of reach over it.

In: the store, the threads of a day, its deadline. Out: from when to when they were not read; None where they were, and
where nobody reads them on schedule: whoever reads by hand knows when.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from tally.count.report import Outage
from tally.store import FactKind, Store

__all__ = ["find_outage"]

# around a deadline the service reads every minute: what is longer was no matter of its rhythm
_RHYTHM = timedelta(minutes=3)
# for so long a service may have had nothing to read before
_IDLE = timedelta(minutes=30)


def find_outage(store: Store, threads: Iterable[str], deadline: datetime) -> Outage | None:
    """The longest time over the deadline for which one of the threads was not read to its end."""
    gaps = [gap for thread in threads if (gap := _gap(store, thread, deadline)) is not None]
    longest = max(gaps, key=lambda gap: gap.until - gap.since, default=None)
    if longest is None or longest.until - longest.since <= _RHYTHM or not _was_served(store, longest):
        return None
    return longest


def _gap(store: Store, thread: str, deadline: datetime) -> Outage | None:
    before, after = store.reads_around(thread, deadline)
    return None if before is None or after is None else Outage(before, after)


def _was_served(store: Store, gap: Outage) -> bool:
    """Whether the service tried in vain meanwhile, or had been at work until then."""
    return any(
        gap.since - _IDLE <= reading.at <= gap.until and ("failure" in reading.data or reading.at <= gap.since)
        for reading in store.facts(FactKind.READING)
    )
