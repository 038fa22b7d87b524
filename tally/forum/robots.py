"""What a forum's robots.txt allows: asked for once a day for each host, kept beside the host's other file.

In: the text that the forum gave, or that it gave none. Out: whether an address may be read, and how far apart.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import urljoin

from protego import Protego

from tally.clock import now
from tally.files import replace_file
from tally.forum.politeness import host_file

__all__ = ["Robots", "keep_robots", "kept_robots", "robots_address"]

_A_DAY = timedelta(days=1)
# RFC 9309 asks for at least 500 kibibytes
_MOST_CHARACTERS = 512 * 1024


@dataclass(frozen=True, slots=True)
class Robots:
    """A robots.txt as it was read at `read_at`; an empty `text` allows everything."""

    read_at: datetime
    text: str

    @property
    def is_fresh(self) -> bool:
        return timedelta(0) <= now() - self.read_at < _A_DAY

    def allows(self, url: str, agent: str) -> bool:
        return _rules(self.text).can_fetch(url, agent)

    def distance(self, agent: str) -> float:
        """How many seconds it wants between two requests; 0 where it does not say."""
        rules = _rules(self.text)
        rate = rules.request_rate(agent)
        wanted = (rules.crawl_delay(agent) or 0, rate.seconds / rate.requests if rate and rate.requests else 0)
        return float(max(wanted))


@lru_cache(maxsize=8)
def _rules(text: str) -> Protego:
    return Protego.parse(text)


def robots_address(url: str) -> str:
    """Where the robots.txt of the host of `url` is."""
    return urljoin(url, "/robots.txt")


def kept_robots(url: str) -> Robots | None:
    """What was read of the host's robots.txt before, fresh or not."""
    try:
        kept = json.loads(host_file(url, ".robots").read_text(encoding="utf-8"))
        return Robots(datetime.fromisoformat(kept["read_at"]), str(kept["text"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep_robots(url: str, text: str) -> Robots:
    """Keep what was read for a day."""
    read = Robots(now(), text[:_MOST_CHARACTERS])
    kept = {"read_at": read.read_at.isoformat(), "text": read.text}
    # where it cannot be kept it is asked for again
    with suppress(OSError):
        replace_file(host_file(url, ".robots"), json.dumps(kept).encode(), mode=0o600)
    return read
