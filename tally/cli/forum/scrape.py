"""`tally scrape`: read what is new in the game's threads."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from tally import cli
from tally.errors import GameFault
from tally.fetch import ForumClient
from tally.file_changes import log_file_changes
from tally.game import GAME_FILE, find_game
from tally.importing import choose_thread
from tally.locks import hold_lock
from tally.post_reader import learn_names
from tally.scrape import name_feed_times, read_feed, scrape_thread
from tally.store import Store
from tally.texts import _, plural


@cli.command("scrape", _("Read what is new in the game's threads, page by page, into the store."))
@click.option(
    "--from-post",
    metavar="POST",
    help=_("Begin with the page of this post: its address on the forum, or its id if it was read before."),
)
@click.option("--thread", metavar="URL", help=_("Read this thread of the game alone."))
@click.option(
    "--feed",
    metavar="URL",
    help=_("Read this feed of the thread too: it tells the seconds that the forum's pages do not show."),
)
@cli.game_option
def command(from_post: str | None, thread: str | None, feed: str | None, game: Path | None) -> None:
    found = find_game(game)
    forum = found.forum
    threads = tuple(dict.fromkeys(thread.url for thread in forum.threads))
    if not threads:
        raise GameFault(_("{file}: the game has no thread yet").format(file=found.folder / GAME_FILE))
    if (thread, from_post, feed) != (None, None, None):
        threads = (choose_thread(found, thread),)
    client = ForumClient(interval=forum.interval, timeout=forum.timeout, user_agent=forum.user_agent)
    with hold_lock(found.lock), Store(found.database) as store, client:
        log_file_changes(store, found)
        for url in threads:
            with _progress(url) as on_page:
                read = scrape_thread(store, client, found, url, on_page, from_post)
            click.echo(
                "{thread}: {posts}, {revisions} ({requests})".format(
                    thread=url,
                    posts=plural("{count} new post", "{count} new posts", read.new_posts),
                    revisions=plural("{count} edited", "{count} edited", read.new_revisions),
                    requests=plural("{count} request", "{count} requests", read.requests),
                )
            )
            if feed is not None:
                click.echo(name_feed_times(read_feed(store, client, found, url, feed)))
        learn_names(found, store)


@contextlib.contextmanager
def _progress(thread: str) -> Iterator[Callable[[int, int], None]]:
    """A bar of the pages read, where a person watches."""
    if not sys.stderr.isatty():
        yield lambda _page, _pages: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(thread, total=None)
        yield lambda page, pages: bar.update(task, completed=page, total=pages)
