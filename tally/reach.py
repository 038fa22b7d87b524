"""How far the game's threads are known: what was read of them, and up to which moment nothing can be missing.

In: the game, its store, the posts. Out: a moment; GameFault where nothing was read yet.
"""

from collections.abc import Sequence
from datetime import datetime

from tally.errors import GameFault
from tally.game import GAME_FILE, Game
from tally.posts import StoredPost
from tally.store import Store
from tally.texts import _

__all__ = ["known_until", "require_read"]


def require_read(game: Game, store: Store) -> None:
    """Raise GameFault where there is no thread, or nothing of one was read yet."""
    for thread in game.forum.threads:
        if not store.pages(thread.url):
            raise GameFault(
                _("{thread}: nothing of it was read yet; “tally scrape” reads it").format(thread=thread.url)
            )
    if not game.forum.threads:
        raise GameFault(_("{file}: the game has no thread; add it to [forum]").format(file=game.folder / GAME_FILE))


def known_until(game: Game, store: Store, posts: Sequence[StoredPost]) -> datetime:
    """Up to when everything posted is known: the start of the last read of the thread's end, or the last post there.

    Of several threads the one counts that was read least far. Raises GameFault where one was never read.
    """
    require_read(game, store)
    known = []
    for thread in game.forum.threads:
        raw = store.raw_page(store.pages(thread.url)[-1].observation)
        asked = [] if raw is None else [raw.asked_at]
        times = [post.timed.time for post in posts if post.thread == thread.url]
        known.append(max([*asked, *(time for time in times if time is not None)]))
    return min(known).replace(microsecond=0)
