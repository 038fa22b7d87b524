"""What the commands of the service have in common: which games are meant, and what somebody who watches is shown."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tally.texts import _, plural

if TYPE_CHECKING:
    from tally.folder.game import Game
    from tally.service.clocks import MachineClock, ServiceClock
    from tally.service.notices import Notice
    from tally.service.readings import Reading
    from tally.service.served import ServedGame
    from tally.store import Store

__all__ = [
    "NoticesShown",
    "ended_by_signals",
    "following",
    "places_of",
    "show_progress",
    "tell_broken",
    "tell_games",
    "tell_reading",
]


def places_of(folders: tuple[Path, ...], game: Path | None) -> tuple[Path, ...]:
    """What a command names; without anything the game folder that we are in. Raises GameFault."""
    from tally.folder.game import find_folder

    return folders or (find_folder(game),)


def tell_broken(folders: tuple[Path, ...]) -> bool:
    """Say what is wrong with games that cannot be read; whether there are any. Raises GameFault where all are such."""
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.harmless import harmless
    from tally.service.settings import read_settings

    faults: list[GameFault] = []
    for folder in folders:
        try:
            read_settings(find_game(folder))
        except GameFault as fault:
            faults.append(fault)
    if len(faults) == len(folders):
        raise faults[0]
    for each in faults:
        click.echo(f"tally: {harmless(str(each))}", err=True)
    return bool(faults)


@contextlib.contextmanager
def ended_by_signals(clock: "MachineClock") -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end the service in the block as soon as what it does is whole."""
    wanted = (signal.SIGTERM, signal.SIGINT)
    before = {each: signal.signal(each, lambda _number, _frame: clock.stop()) for each in wanted}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def following(clock: "ServiceClock", *, dry_run: bool) -> Callable[["ServedGame"], None]:
    """What is done after each read; with `dry_run` notices are shown, each once, and not sent."""
    from tally.service.following import follow
    from tally.service.sending import deliver

    delivers = NoticesShown() if dry_run else deliver
    return lambda served: follow(served, clock.now(), delivers)


class NoticesShown:
    """Shows notices instead of sending them, each once."""

    def __init__(self) -> None:
        self._shown: set[tuple[Path, str, str]] = set()

    def __call__(self, game: "Game", store: "Store", notices: "Sequence[Notice]") -> list[str]:
        from tally.service.sending import sent_notices

        sent = sent_notices(store)
        for notice in notices:
            key = (game.folder, notice.to.value, notice.key)
            if key not in self._shown and f"{notice.to}:{notice.key}" not in sent:
                self._shown.add(key)
                who = _("to players") if notice.to == "players" else _("to the host")
                click.echo(f"--- {who}: {notice.title}\n{notice.body}")
        return []


def tell_games(folders: "Sequence[Path]") -> None:
    """Say which games are served from now on."""
    click.echo(_("serving: {folders}").format(folders=", ".join(str(folder) for folder in folders)))
    sys.stdout.flush()


def tell_reading(served: "ServedGame", reading: "Reading") -> None:
    """One line for each read."""
    from tally.harmless import harmless

    zone = None if served.game is None else served.game.timezone
    title = harmless(served.game.title) if served.game is not None and served.game.title else str(served.folder)
    head = f"{reading.ended.astimezone(zone):%H:%M:%S} {title}"
    if reading.failure is not None:
        click.echo(f"{head}: {reading.failure}", err=True)
        return
    posts = plural("{count} new post", "{count} new posts", reading.new_posts)
    edited = plural("{count} edited", "{count} edited", reading.new_revisions)
    requests = plural("{count} request", "{count} requests", reading.requests)
    size = _("{kilobytes} KB").format(kilobytes=-(-reading.received // 1024))
    click.echo(f"{head}: {posts}, {edited} ({requests}, {size})")
    sys.stdout.flush()


@contextlib.contextmanager
def show_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar of the pages of a long read, where a person watches."""
    if not sys.stderr.isatty():
        yield lambda _thread, _page, _pages: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def on_page(thread: str, page: int, pages: int) -> None:
            if thread not in tasks:
                tasks[thread] = bar.add_task(thread, total=pages)
            bar.update(tasks[thread], completed=page, total=pages)
            if page >= pages:
                bar.remove_task(tasks.pop(thread))

        yield on_page
