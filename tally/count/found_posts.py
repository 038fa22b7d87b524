"""The post that somebody means: by its id, or by its address as a reader of the forum copies it.

In: the stored posts and what was written. Out: the post, or a fault that says what was wrong.
"""

from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

from tally.errors import GameFault
from tally.store.posts import StoredPost
from tally.texts import _

__all__ = ["find_post"]


def find_post(posts: Sequence[StoredPost], written: str) -> StoredPost:
    """The post of an id or address. Raises GameFault where there is none, or where two threads have one."""
    found = [post for post in posts if written in (post.id, post.url)]
    if not found:
        ids = _ids_in_address(written)
        found = [post for post in posts if post.id in ids]
    if len({(post.thread, post.id) for post in found}) > 1:
        places = ", ".join(str(post.url) for post in found)
        raise GameFault(_("“{post}” is a post of several threads: {places}").format(post=written, places=places))
    if not found:
        raise GameFault(_("“{found}” is no post of the game's threads that was read").format(found=written))
    return found[0]


def _ids_in_address(written: str) -> set[str]:
    """What in the address of a post may be its id: `#p123`, `?p=123`, `/post-123`."""
    try:
        parts = urlsplit(written)
    except ValueError:
        return set()
    if not (parts.scheme or parts.fragment):
        return set()
    query = parse_qs(parts.query)
    named = {value for key in ("p", "pid", "post", "postid") for value in query.get(key, ())}
    last = {"".join(c for c in piece if c.isdigit()) for piece in (parts.fragment, parts.path.rsplit("/", 1)[-1])}
    return (named | last) - {""}
