"""The summary posts that the program has put into the threads, as the log holds them.

A fact is written before a post is sent and after it was seen in the thread, so that a run that was broken off between
the two is known, and never posts twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tally.store.facts import Fact, FactKind

__all__ = ["KeptPost", "fold_posts", "sent_as_data"]


@dataclass(frozen=True, slots=True)
class KeptPost:
    """The summary of one day. `post`: its id, None where none was seen yet; `state`: what was sent last.

    `pending`: it was sent, and has not been seen in the thread since.
    """

    thread: str
    state: str
    at: datetime
    post: str | None
    pending: bool = False


def sent_as_data(thread: str, state: str, post: str | None) -> dict[str, Any]:
    """The fact that a text of this `state` is sent to the thread (`post` None) or was seen in it."""
    return {"thread": thread, "state": state, "post": post}


def fold_posts(facts: Iterable[Fact], phase: str) -> KeptPost | None:
    """The summary post of a day as it was last sent; one that was seen once keeps its id when it is edited."""
    kept: KeptPost | None = None
    for fact in facts:
        if fact.kind is FactKind.POST and fact.phase == phase:
            data = fact.data
            before = kept.post if kept is not None and kept.thread == data["thread"] else None
            seen = data["post"]
            kept = KeptPost(data["thread"], data["state"], fact.at, seen or before, pending=seen is None)
    return kept
