"""The forum's clock against ours: by how much it is ahead, as narrowly as can be told. Pure.

In: reads of pages with the time that the forum's server named (the `Date` header), and posts with the time that the
forum shows for them. Out: what a moment of our clock is on the forum's, whose times decide a vote.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

__all__ = ["ASKED", "UNMEASURED", "ClockSight", "ForumClock", "PostSight", "check_by_posts", "measure_clock"]

_SECOND = timedelta(seconds=1)
# a server that is further off has no clock at all, or ours is a test's
_ABSURD = timedelta(hours=12)
ASKED = 20
"""So many posts, the latest ones, are asked about the clocks."""
# so many of them have to contradict the server's clock before theirs is believed
_ENOUGH = 3


class ClockSight(NamedTuple):
    """A page that was asked for and came (our clock), and the second that the forum's server named with it."""

    asked: datetime
    answered: datetime
    named: datetime


class PostSight(NamedTuple):
    """A post written after `after` and before `before` by our clock, from `earliest` to `latest` by the forum's."""

    after: datetime
    before: datetime
    earliest: datetime
    latest: datetime


@dataclass(frozen=True, slots=True)
class ForumClock:
    """The forum's clock is ahead of ours by `least` to `most` (behind it where they are negative).

    `by_posts`: the times of posts are by another clock than the server's own, and this is theirs. `measured` is False
    where nothing tells; then the clocks are taken for one.
    """

    least: timedelta = timedelta(0)
    most: timedelta = timedelta(0)
    by_posts: bool = False
    measured: bool = True

    @property
    def ahead(self) -> float:
        """By how many seconds, the middle of what is possible."""
        return ((self.least + self.most) / 2).total_seconds()

    @property
    def uncertainty(self) -> float:
        """How many seconds this may be wrong by, either way."""
        return ((self.most - self.least) / 2).total_seconds()

    def earliest(self, ours: datetime) -> datetime:
        """The earliest that the forum's clock can have shown at a moment of ours."""
        return ours + self.least

    def latest(self, ours: datetime) -> datetime:
        return ours + self.most


UNMEASURED = ForumClock(measured=False)


def measure_clock(sights: Iterable[ClockSight]) -> ForumClock:
    """From the latest reads first: each narrows what those after it left possible, until one contradicts them.

    (Then one of the clocks was set anew, and what is older tells nothing.)
    """
    least: timedelta | None = None
    most: timedelta | None = None
    for each in sights:
        low, high = each.named - each.answered, each.named + _SECOND - each.asked
        if abs(low) > _ABSURD or abs(high) > _ABSURD:
            continue
        if least is None or most is None:
            least, most = low, high
        elif low <= most and high >= least:
            least, most = max(least, low), min(most, high)
        else:
            break
    return UNMEASURED if least is None or most is None else ForumClock(least, most)


def check_by_posts(clock: ForumClock, sights: Sequence[PostSight]) -> ForumClock:
    """The clock of the posts, where the latest of them agree with each other and not with the server's clock."""
    told = [(each.earliest - each.before, each.latest - each.after) for each in sights[-ASKED:]]
    against = [(low, high) for low, high in told if low > clock.most or high < clock.least]
    if not clock.measured or len(against) < max(_ENOUGH, len(told) / 2):
        return clock
    least, most = max(low for low, _high in against), min(high for _low, high in against)
    return ForumClock(least, most, by_posts=True) if least <= most else clock
