"""The threads of a game: adds one to game.toml, takes one out, tells which is for which days and how far it was read.

In: the game folder. Out: game.toml with its comments and order as they were, the change in the log. Two threads of one
kind are not read for the same days unless the host wants it: votes would be taken from both.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import tomlkit
from tomlkit.items import AoT, Array

from engine.moments import PhaseId
from parsers import page_address
from parsers.addresses import without_session
from tally.errors import GameFault
from tally.folder.file_changes import log_file_changes
from tally.folder.game import EXAMPLE_URL, GAME_FILE, Game, Thread, ThreadKind, find_game, is_thread_url
from tally.folder.toml_editing import edit_toml
from tally.store import Store
from tally.texts import _

__all__ = ["Added", "ThreadState", "add_thread", "list_threads", "remove_thread", "thread_days"]

_WITHOUT_END = 10**6


@dataclass(frozen=True, slots=True)
class Added:
    """A thread that was added, and the one before it that ends now where the new one begins."""

    thread: Thread
    ended: Thread | None


@dataclass(frozen=True, slots=True)
class ThreadState:
    """A thread and what was read of it: how many posts, up to when; None where nothing was."""

    thread: Thread
    posts: int
    read_at: datetime | None


def add_thread(game: Game, thread: Thread, *, beside: bool) -> Added:
    """Write the thread into game.toml. One of its kind that has no end so far ends where this one begins.

    With `beside` every other goes on as it is. Raises GameFault where the address is none, or is in the game already,
    where the days are none, or where a thread of this kind is for some of the same days.
    """
    _check(game, thread)
    ended = None if beside else _ended_by(game, thread)
    with edit_toml(game.folder / GAME_FILE) as document:
        forum = document.setdefault("forum", tomlkit.table())
        if ended is not None:
            _end_thread(forum["threads"], game.forum.threads.index(ended), ended, thread)
        _append(forum, _as_table(thread))
    _log(game)
    return Added(thread, ended if ended is None else replace(ended, last=_day_before(thread)))


def remove_thread(game: Game, url: str) -> tuple[Thread, int]:
    """Take a thread out of game.toml; gives it, and how many of its posts were read, which count no more.

    Raises GameFault where it is none of the game's, and for the last one.
    """
    with Store(game.database) as store:
        found = _find(game, store, without_session(url))
        read = len(store.posts(found.url))
    if len(game.forum.threads) == 1:
        told = _("{url} is the only thread of the game; add the right one first: tally thread add URL --beside")
        raise GameFault(told.format(url=found.url))
    with edit_toml(game.folder / GAME_FILE) as document:
        del document["forum"]["threads"][game.forum.threads.index(found)]
    _log(game)
    return found, read


def list_threads(game: Game) -> Iterator[ThreadState]:
    """The threads in the order of game.toml."""
    with Store(game.database) as store:
        for thread in game.forum.threads:
            pages = store.pages(thread.url)
            read_at = max((page.answered_at for page in pages), default=None)
            yield ThreadState(thread, len(store.posts(thread.url)) if pages else 0, read_at)


def thread_days(thread: Thread) -> str:
    """For which phases a thread is, in words."""
    if thread.first is None and thread.last is None:
        return _("all days")
    if thread.first == thread.last:
        return str(thread.first)
    if thread.last is None:
        return _("from {first} on").format(first=thread.first)
    if thread.first is None:
        return _("until {last}").format(last=thread.last)
    return _("{first} to {last}").format(first=thread.first, last=thread.last)


def _check(game: Game, thread: Thread) -> None:
    if not is_thread_url(thread.url):
        told = _("“{found}” is not the address of a thread, like {example}")
        raise GameFault(told.format(found=thread.url, example=EXAMPLE_URL))
    if thread.first is not None and thread.last is not None and thread.last < thread.first:
        told = _("the thread would end ({last}) before it begins ({first})")
        raise GameFault(told.format(first=thread.first, last=thread.last))
    first, last = _span(thread)
    if last < first:
        told = _("from {first} until {last} there is no day, and votes are read by day")
        raise GameFault(told.format(first=thread.first, last=thread.last))
    with Store(game.database) as store:
        known = _same(game, store, thread.url)
    if known is not None:
        told = _("{url} is in the game already ({days}); “tally thread list” shows the threads")
        raise GameFault(told.format(url=known.url, days=thread_days(known)))


def _ended_by(game: Game, thread: Thread) -> Thread | None:
    """The thread without an end that the new one follows. Raises GameFault for any other that is for the same days."""
    ended = None
    first, last = _span(thread)
    for other in game.forum.threads:
        begins, ends = _span(other)
        shared = min(last, ends) - max(first, begins) + 1
        # where a thread is full in the middle of a day, that day is in both
        hands_over = shared == 1 and (ends == first or last == begins) and (begins, ends) != (first, last)
        if other.kind is not thread.kind or shared <= 0 or hands_over:
            continue
        if other.last is None and begins < first and ended is None:
            ended = other
            continue
        told = _(
            "{url} ({days}) is read for some of the same days; say other days with --from and --until, or --beside if "
            "votes are to be taken from both"
        )
        raise GameFault(told.format(url=other.url, days=thread_days(other)))
    return ended


def _span(thread: Thread) -> tuple[int, int]:
    """The numbers of a thread's first and last day."""
    first = 1 if thread.first is None else thread.first.cycle + thread.first.night
    return max(first, 1), _WITHOUT_END if thread.last is None else thread.last.cycle


def _day_before(thread: Thread) -> PhaseId:
    return PhaseId(_span(thread)[0] - 1, night=False)


def _find(game: Game, store: Store, url: str) -> Thread:
    found = _same(game, store, url)
    if found is None:
        listed = ", ".join(thread.url for thread in game.forum.threads)
        raise GameFault(_("{url} is not a thread of the game; there are: {threads}").format(url=url, threads=listed))
    return found


def _same(game: Game, store: Store, url: str) -> Thread | None:
    """The game's thread that the address is of; that of any page stands for the whole."""
    for thread in game.forum.threads:
        pages = store.pages(thread.url)
        engine = game.forum.engine or (pages[0].engine if pages else None)
        if _first_page(engine, thread.url) == _first_page(engine, url):
            return thread
    return None


def _first_page(engine: str | None, url: str) -> tuple[str, str, str]:
    """What tells a thread's address from another's, whatever page it is of where the engine is known."""
    if engine is not None and is_thread_url(url):
        url = page_address(engine, url, 1, 1)
    parts = urlsplit(url.partition("#")[0])
    return parts.netloc.casefold(), parts.path.rstrip("/"), parts.query


def _as_table(thread: Thread) -> Mapping[str, str]:
    table = {"url": thread.url}
    if thread.kind is not ThreadKind.GAME:
        table["kind"] = thread.kind.value
    if thread.first is not None:
        table["from"] = str(thread.first)
    if thread.last is not None:
        table["until"] = str(thread.last)
    return table


def _end_thread(threads: Any, place: int, ended: Thread, thread: Thread) -> None:
    if isinstance(threads, AoT):
        threads[place]["until"] = str(_day_before(thread))
    else:
        threads[place] = _inline(_as_table(replace(ended, last=_day_before(thread))))


def _append(forum: Any, table: Mapping[str, str]) -> None:
    """Add the table to the list of threads in the way in which that is written."""
    threads = forum.get("threads")
    if isinstance(threads, AoT):
        new = tomlkit.table()
        new.update(table)
        new.add(tomlkit.nl())
        threads.append(new)
        return
    if not isinstance(threads, Array):
        forum["threads"] = threads = tomlkit.array()
    if "\n" in threads.as_string():
        threads.add_line(_inline(table), indent="    ")
    else:
        threads.append(_inline(table))


def _inline(table: Mapping[str, str]) -> Any:
    """The table with spaces inside its braces, as `tally init` writes it."""
    pairs = ", ".join(f"{key} = {tomlkit.item(value).as_string()}" for key, value in table.items())
    return tomlkit.parse(f"thread = {{ {pairs} }}")["thread"]


def _log(game: Game) -> None:
    with Store(game.database) as store:
        log_file_changes(store, find_game(game.folder))
