"""How far the game's threads are known: what was read of them, and up to which moment nothing can be missing.

In: the game, its store, the posts. Out: a moment; GameFault where nothing was read yet. A thread that is for some days
only says nothing of the others. A day that was announced and has no thread came from a record: all of it is known.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from engine.moments import PhaseId
from tally.errors import GameFault
from tally.folder.game import GAME_FILE, Game, Thread
from tally.store import FactKind, Store
from tally.store.posts import StoredPost
from tally.texts import _

__all__ = ["has_read", "is_only_entered", "known_until", "read_so_far", "require_read"]

_ALWAYS = datetime.max.replace(tzinfo=UTC)


def require_read(game: Game, store: Store) -> None:
    """Raise GameFault where there is no thread, or nothing of any was read yet."""
    if not game.forum.threads and store.facts(FactKind.ANNOUNCEMENT):
        return
    if not game.forum.threads:
        raise GameFault(_("{file}: the game has no thread; add it to [forum]").format(file=game.folder / GAME_FILE))
    if not any(store.was_read(thread.url) for thread in game.forum.threads):
        raise _unread(game.forum.threads[0])


def has_read(game: Game, store: Store, day: PhaseId) -> bool:
    """Whether every thread of a day was read at least once, so that its votes can be counted."""
    threads = game.forum.threads_of(day)
    read = bool(threads) and all(store.was_read(thread.url) for thread in threads)
    return read or is_only_entered(game, store, day)


def is_only_entered(game: Game, store: Store, day: PhaseId) -> bool:
    """Whether a day has no thread and was announced all the same: its votes are those that were entered."""
    return not game.forum.threads_of(day) and bool(store.facts(FactKind.ANNOUNCEMENT, phase=str(day)))


def known_until(game: Game, store: Store, posts: Sequence[StoredPost], day: PhaseId) -> datetime:
    """Up to when everything posted for a day is known: of its threads the one counts that was read least far.

    Raises GameFault where one was never read, or where no thread is for that day.
    """
    threads = game.forum.threads_of(day)
    if is_only_entered(game, store, day):
        return _ALWAYS
    if not threads:
        told = _("no thread is for {phase}; “tally thread add URL --from {phase}” adds one")
        raise GameFault(told.format(phase=day))
    return min(_read_up_to(thread, store, posts) for thread in threads)


def read_so_far(game: Game, store: Store, posts: Sequence[StoredPost]) -> datetime:
    """The latest moment up to which any thread is known; of a game without threads none is."""
    read = (_read_up_to(thread, store, posts) for thread in game.forum.threads if store.was_read(thread.url))
    return max(read, default=datetime.min.replace(tzinfo=UTC))


def _read_up_to(thread: Thread, store: Store, posts: Sequence[StoredPost]) -> datetime:
    """The start of the last read of the thread's end, on the forum's clock, or the last post there."""
    if not store.was_read(thread.url):
        raise _unread(thread)
    end = store.read_to_end(thread.url)
    asked = [] if end is None else [store.clock(thread.url).earliest(end[0])]
    times = [post.timed.time for post in posts if post.thread == thread.url]
    known = [*asked, *(time for time in times if time is not None)]
    if not known:
        raise _unread(thread)
    return max(known).replace(microsecond=0)


def _unread(thread: Thread) -> GameFault:
    told = _("{thread}: nothing of it was read yet; “tally scrape” reads it, “tally import” takes saved pages")
    return GameFault(told.format(thread=thread.url))
