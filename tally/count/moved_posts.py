"""Posts that stood in several threads: of a thread that was moved, merged or split, or that game.toml names twice.

In: the threads of the game and what the store knows of them. Out: each post once, where it stands now, with all
that was seen of it in any thread of its forum. A forum numbers the posts of all its threads in one row.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlsplit

from tally.count.host_words import HostWords, PostKey
from tally.folder.game import Game
from tally.store import Store
from tally.store.posts import Revision, StoredPost
from tally.store.revisions import is_same_revision

__all__ = ["follow_moved", "join_moved", "posts_of_game"]

_Id = tuple[str, str]


def posts_of_game(game: Game, store: Store) -> tuple[StoredPost, ...]:
    """All posts of the game's threads, each once, thread by thread."""
    urls = tuple(dict.fromkeys(thread.url for thread in game.forum.threads))
    # an address that game.toml has no longer: the thread was moved, and what was seen of it then still holds
    former = tuple(url for url in store.threads() if url not in urls)
    if len(urls) + len(former) < 2:
        return tuple(post for url in urls for post in store.posts(url))
    return join_moved([store.posts(url) for url in urls], [store.posts(url) for url in former])


def join_moved(
    threads: Sequence[Sequence[StoredPost]], former: Sequence[Sequence[StoredPost]] = ()
) -> tuple[StoredPost, ...]:
    """The posts of `threads`, each once: where it stands now. `former` are threads that only tell of earlier."""
    seen: dict[_Id, list[StoredPost]] = {}
    standing: dict[_Id, StoredPost] = {}
    for posts in threads:
        for post in posts:
            key = _identity(post)
            seen.setdefault(key, []).append(post)
            if key not in standing or _presence(post) > _presence(standing[key]):
                standing[key] = post
    for posts in former:
        for post in posts:
            if _identity(post) in standing:
                seen[_identity(post)].append(post)
    return tuple(
        _with_past(post, seen[key]) for posts in threads for post in posts if standing[key := _identity(post)] is post
    )


def follow_moved(words: HostWords, posts: Iterable[StoredPost]) -> HostWords:
    """The host's words where the posts are now that they were said of."""
    homes: dict[PostKey, PostKey] = {
        (thread, post.id): (post.thread, post.id) for post in posts for thread in post.former
    }
    if not homes:
        return words
    rulings = dict(words.rulings)
    for key, home in homes.items():
        if key in rulings:
            rulings[home] = {**rulings.pop(key), **rulings.get(home, {})}
    return replace(words, rulings=rulings, hidden=frozenset(homes.get(key, key) for key in words.hidden))


def _identity(post: StoredPost) -> _Id:
    try:
        return urlsplit(post.thread).netloc, post.id
    except ValueError:
        return post.thread, post.id


def _presence(post: StoredPost) -> tuple[bool, datetime]:
    return not post.gone, post.last_seen


def _with_past(post: StoredPost, same: Sequence[StoredPost]) -> StoredPost:
    """The post with what was seen of it in other threads: as old as in the first of these, and with their versions."""
    if len(same) == 1:
        return post
    in_time = sorted(same, key=lambda each: each.first_seen)
    revisions: list[Revision] = []
    for revision in sorted((each for one in in_time for each in one.revisions), key=lambda each: each.seen_at):
        if not revisions or not is_same_revision(revision.post, revisions[-1].post):
            revisions.append(revision)
    first = in_time[0]
    return replace(
        post,
        not_before=first.not_before,
        first_seen=first.first_seen,
        revisions=tuple(revisions),
        feed=next((each.feed for each in in_time if each.feed is not None), None),
        clock=first.clock,
        former=tuple(dict.fromkeys(each.thread for each in in_time if each.thread != post.thread)),
    )
