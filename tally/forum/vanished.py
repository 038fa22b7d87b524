"""Which posts a read no longer found where they stood: told once when they are missed, and once when it is confirmed.

In: the posts as they were known before the read and after it. Out: those of which the read told something new.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, tzinfo
from typing import Any

from tally.dates import dated
from tally.harmless import harmless
from tally.store.posts import StoredPost
from tally.texts import _

__all__ = ["newly_missed", "vanished_as_data", "vanished_lines"]


def newly_missed(before: Iterable[StoredPost], after: Iterable[StoredPost]) -> tuple[StoredPost, ...]:
    """The posts that were there and are missed, and those missed before that are known by now to have gone."""
    known = {(post.thread, post.id): post for post in before}
    return tuple(
        post
        for post in after
        if post.missing_since is not None and _state(known.get((post.thread, post.id))) != _state(post)
    )


def _state(post: StoredPost | None) -> tuple[bool, bool]:
    return (False, False) if post is None else (post.missing_since is not None, post.gone)


def vanished_lines(posts: Iterable[StoredPost], zone: tzinfo) -> Iterator[str]:
    """A line for each."""
    for post in posts:
        time = post.timed.time
        told = (
            _("has vanished: post {post} by {author}, {time}")
            if post.gone
            else _("not in its place any more: post {post} by {author}, {time}; a read some minutes later confirms it")
        )
        yield told.format(
            post=post.id,
            author=harmless(post.latest.author or "?"),
            time="?" if time is None else dated(time.astimezone(zone)),
        )


def vanished_as_data(posts: Iterable[StoredPost]) -> list[dict[str, Any]]:
    """The same for programs; `confirmed`: a second read, minutes later, has missed it too."""
    return [
        {
            "thread": post.thread,
            "post": post.id,
            "url": post.url,
            "by": post.latest.author,
            "time": None if post.timed.time is None else post.timed.time.astimezone(UTC).isoformat(),
            "since": None if post.missing_since is None else post.missing_since.astimezone(UTC).isoformat(),
            "confirmed": post.gone,
        }
        for post in posts
    ]
