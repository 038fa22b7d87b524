"""On which side of a post that bounds a day something was written: the order of the thread says so, whatever its times.

In: the bound, a post, the places of all posts in their threads. Out: the side, where they are of one thread.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from tally.calendar.days import Bound
from tally.count.host_words import PostKey
from tally.store.posts import StoredPost

__all__ = ["NOWHERE", "Places", "Side", "places_of", "side_of"]

Places = Mapping[PostKey, int]
"""Thread and id of a post → its place among the posts of the thread."""

NOWHERE: Places = {}


class Side(StrEnum):
    BEFORE = "before"
    AFTER = "after"


def places_of(posts: Iterable[StoredPost]) -> Places:
    """`posts`: each thread in its order."""
    return {(post.thread, post.id): place for place, post in enumerate(posts)}


def side_of(bound: Bound, post: StoredPost, places: Places, *, merged: bool) -> Side | None:
    """The side of the post's own words, or of a text `merged` into it later: that follows the post itself."""
    at, there = places.get((post.thread, bound.post)), places.get((post.thread, post.id))
    if at is None or there is None:
        return None
    if there == at:
        return Side.AFTER if bound.first or merged else Side.BEFORE
    return Side.AFTER if there > at else Side.BEFORE
