"""Who wrote which post of the game's threads, and when: the posts themselves, whatever votes are in them.

In: the stored posts, the game, its accounts, the host's word. Out: posts in their order, and how many each wrote on a
day to the point.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.moments import PhaseId
from tally.calendar.days import Day
from tally.count.authors import Authors
from tally.count.host_words import PostKey
from tally.folder.game import Game, fold_name
from tally.store.facts import Fact, FactKind
from tally.store.posts import StoredPost

__all__ = ["IDLE", "WrittenPost", "count_posts", "fold_idle", "idle_as_data", "written_on", "written_posts"]

IDLE = "idle"
"""The host's word on a post that is not to the point (MOR-51)."""


@dataclass(frozen=True, slots=True)
class WrittenPost:
    """A post with its author: the name of a seat as in players.toml, the nick of an outsider, or a host's.

    `at`: its time, or when it was first seen where the forum shows none. `idle`: not to the point, as the host says.
    """

    by: str
    at: datetime
    post: StoredPost
    is_host: bool = False
    idle: bool = False

    @property
    def text(self) -> str:
        """What the post says now, without quotes."""
        return self.post.latest.text


def written_posts(
    posts: Iterable[StoredPost], game: Game, authors: Authors, idle: frozenset[PostKey]
) -> tuple[WrittenPost, ...]:
    """All posts whose author is known, by time."""
    hosts = {fold_name(host) for host in game.hosts}
    found = []
    for post in posts:
        at = post.timed.time or post.first_seen
        author = authors.author(post, at)
        nick = post.latest.author or ""
        if author is not None:
            found.append(WrittenPost(author.by, at, post, idle=(post.thread, post.id) in idle))
        elif fold_name(nick) in hosts:
            found.append(WrittenPost(nick, at, post, is_host=True))
    return tuple(sorted(found, key=lambda each: each.at))


def written_on(posts: Iterable[WrittenPost], game: Game, day: PhaseId) -> tuple[WrittenPost, ...]:
    """Of these posts those in the threads of a day."""
    threads = {thread.url for thread in game.forum.threads_of(day)}
    return tuple(each for each in posts if each.post.thread in threads)


def count_posts(posts: Sequence[WrittenPost], game: Game, day: Day) -> Mapping[str, int]:
    """How many posts to the point each wrote in the threads of a day until its votes ended, those that are gone left
    out."""
    return Counter(
        each.by
        for each in written_on(posts, game, day.id)
        if not (each.is_host or each.idle or each.post.gone) and day.opens <= each.at < day.closes
    )


def fold_idle(facts: Iterable[Fact]) -> frozenset[PostKey]:
    """The posts that are not to the point, as the host has said; facts of other kinds are passed by."""
    found: set[PostKey] = set()
    for fact in facts:
        if fact.kind is FactKind.RULING and fact.data.get("what") == IDLE:
            key = (str(fact.data["thread"]), str(fact.data["post"]))
            (found.add if fact.data["idle"] else found.discard)(key)
    return frozenset(found)


def idle_as_data(key: PostKey, *, idle: bool) -> dict[str, Any]:
    """The fact that a post is not to the point, or that it is after all."""
    return {"what": IDLE, "thread": key[0], "post": key[1], "idle": idle}
