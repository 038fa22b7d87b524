"""What a round over the threads found, in words and as JSON.

In: a `Round`, the clocks of its forums. Out: lines for the host, or plain data.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tally.forum.fetch import Traffic
from tally.forum.rounds import Round
from tally.forum.scrape import ThreadRead
from tally.harmless import harmless
from tally.store.forum_clock import ForumClock
from tally.texts import _, plural

__all__ = ["clock_as_data", "clock_in_words", "round_as_data", "thread_lines", "traffic_line"]


# seconds: less than that decides nothing that is not settled otherwise
_WORTH_TELLING = 5


def thread_lines(read: ThreadRead) -> Iterator[str]:
    """What was found in one thread."""
    yield "{thread}: {posts}, {revisions} ({traffic})".format(
        thread=read.thread,
        posts=plural("{count} new post", "{count} new posts", read.new_posts),
        revisions=plural("{count} edited", "{count} edited", read.new_revisions),
        traffic=traffic_line(read.traffic),
    )
    if read.renamed is not None:
        old, new = map(harmless, read.renamed)
        yield _("{thread}: the thread was renamed, from “{old}” to “{new}”").format(
            thread=read.thread, old=old, new=new
        )


def traffic_line(traffic: Traffic) -> str:
    """What reading cost."""
    requests = plural("{count} request", "{count} requests", traffic.requests)
    return _("{requests}, {kilobytes} kB").format(requests=requests, kilobytes=round(traffic.received / 1000))


def round_as_data(read: Round, clocks: Mapping[str, ForumClock]) -> dict[str, Any]:
    """The same for programs. `clock`: by how many seconds the forum's is ahead of ours, and how exactly we know."""
    return {
        "format": 1,
        "threads": [
            {
                "thread": each.thread,
                "new_posts": each.new_posts,
                "edited": each.new_revisions,
                "renamed": None if each.renamed is None else {"from": each.renamed[0], "to": each.renamed[1]},
                "clock": clock_as_data(clocks[each.thread]),
                **_traffic(each.traffic),
            }
            for each in read.threads
        ],
        "seconds_from_feeds": read.seconds,
        "failures": [str(failure) for failure in read.failures],
        "troubles": [str(trouble) for trouble in read.troubles],
        **_traffic(read.traffic),
    }


def clock_as_data(clock: ForumClock) -> dict[str, Any] | None:
    """None where nothing tells of the forum's clock."""
    if not clock.measured:
        return None
    return {
        "ahead": round(clock.ahead, 1),
        "uncertainty": round(clock.uncertainty, 1),
        "from": "posts" if clock.by_posts else "server",
    }


def clock_in_words(clock: ForumClock) -> str | None:
    """A line where the forum's clock is further from ours than anybody would pass over."""
    if not clock.measured or abs(clock.ahead) < _WORTH_TELLING:
        return None
    told = (
        _("The forum's clock is ahead of ours by {seconds} s.")
        if clock.ahead > 0
        else _("The forum's clock is behind ours by {seconds} s.")
    )
    return told.format(seconds=round(abs(clock.ahead)))


def _traffic(traffic: Traffic) -> dict[str, int]:
    return {"requests": traffic.requests, "bytes": traffic.received}
