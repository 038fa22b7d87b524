"""What reads of the forum came to, as the log holds it: one fact for each, whether it succeeded or not.

In: the store. Out: what the rhythm and the status need to know of the reads so far.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tally.service.rhythm import LastReads, Why
from tally.store import Fact, FactKind, Store

__all__ = ["Failing", "Reading", "failing_since", "last_reads", "read_reading"]

# how many of the last reads tell how long one takes, and of what kind they must be
_RECENT = 12
_LONG_OUTAGE = 500
_FEW_REQUESTS = 4
_LEAST = timedelta(seconds=1)
_MOST = timedelta(seconds=60)
_USUAL = timedelta(seconds=3)


_WHYS = {each.word: each for each in Why}


@dataclass(frozen=True, slots=True)
class Reading:
    """One read of all that is new in a game's threads. `failure`: in one line, where it did not come to its end."""

    why: Why
    began: datetime
    ended: datetime
    requests: int
    received: int
    new_posts: int
    new_revisions: int
    failure: str | None = None

    def as_data(self) -> dict[str, Any]:
        """The fact of it; its time is that of the end."""
        told = {
            "why": self.why.word,
            "began": self.began.isoformat(),
            "requests": self.requests,
            "received": self.received,
            "new_posts": self.new_posts,
            "new_revisions": self.new_revisions,
        }
        return told if self.failure is None else {**told, "failure": self.failure}


@dataclass(frozen=True, slots=True)
class Failing:
    """The forum has failed since `since`, `times` in a row; `why`: what the last read was told."""

    since: datetime
    times: int
    why: str


def read_reading(fact: Fact) -> Reading:
    """The reading that a fact tells of."""
    data: Mapping[str, Any] = fact.data
    return Reading(
        why=_WHYS[data["why"]],
        began=datetime.fromisoformat(data["began"]),
        ended=fact.at,
        requests=data["requests"],
        received=data["received"],
        new_posts=data["new_posts"],
        new_revisions=data["new_revisions"],
        failure=data.get("failure"),
    )


def last_reads(threads: Sequence[str], store: Store) -> LastReads:
    """What is known of the reads of a game, by whatever command they were made."""
    recent = [read_reading(fact) for fact in store.latest_facts(FactKind.READING, _RECENT)]
    failing = failing_since(threads, store)
    ends = _read_to_their_ends(threads, store)
    began = [] if ends is None else [ends]
    if recent and recent[0].failure is None:
        # whatever it found: a thread must not be asked for again and again
        began.append(recent[0].began)
    return LastReads(
        began=max(began, default=None),
        asked=recent[0].began if recent else None,
        tried=recent[0].ended if recent else None,
        failures=0 if failing is None else failing.times,
        takes=_takes(recent),
    )


def failing_since(threads: Sequence[str], store: Store) -> Failing | None:
    """Since when every read has failed, where the last one has."""
    failing: list[Reading] = []
    for fact in store.latest_facts(FactKind.READING, _LONG_OUTAGE):
        reading = read_reading(fact)
        if reading.failure is None:
            break
        failing.append(reading)
    if not failing:
        return None
    ends = _read_to_their_ends(threads, store)
    if ends is not None and ends > failing[0].ended:
        # a read by hand that came to its end has ended it
        return None
    return Failing(failing[-1].ended, len(failing), failing[0].failure or "")


def _read_to_their_ends(threads: Sequence[str], store: Store) -> datetime | None:
    """When the last read of the ends of all threads began; None where one was never read to its end."""
    ends = [store.read_to_end(thread) for thread in threads]
    known = [asked for asked, _answered in filter(None, ends)]
    return min(known) if known and len(known) == len(ends) else None


def _takes(recent: list[Reading]) -> timedelta:
    usual = [each for each in recent if each.failure is None and each.requests <= _FEW_REQUESTS]
    longest = max((each.ended - each.began for each in usual), default=_USUAL)
    return min(max(longest, _LEAST), _MOST)
