"""`tally scrape`: read what is new in the game's threads."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from parsers.page import FeedCall
from tally import cli
from tally.clock import now
from tally.count.moved_posts import posts_of_game
from tally.folder.file_changes import log_file_changes
from tally.folder.game import find_game
from tally.forum.importing import choose_thread
from tally.forum.opening import open_forum
from tally.forum.rounds import Round, Wanted, read_round
from tally.forum.scrape import name_feed_times, read_feed
from tally.forum.scrape_text import round_as_data, thread_lines, traffic_line
from tally.forum.vanished import newly_missed, vanished_as_data, vanished_lines
from tally.locks import hold_lock
from tally.store import Store
from tally.texts import _


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
@click.option("--json", "as_json", is_flag=True, help=_("Print JSON: what was found, what it cost, the forum's clock."))
@cli.game_option
def command(from_post: str | None, thread: str | None, feed: str | None, as_json: bool, game: Path | None) -> None:
    found = find_game(game)
    only = None if (thread, from_post, feed) == (None, None, None) else choose_thread(found, thread)
    with hold_lock(found.lock), Store(found.database) as store, open_forum(found) as client:
        log_file_changes(store, found)
        known = posts_of_game(found, store)
        with _progress() as on_page:
            read = read_round(store, client, found, now(), Wanted(only, from_post, thorough=True), on_page)
        if feed is not None and only is not None and not read.failures:
            seconds = read_feed(store, client, found, only, FeedCall(feed))
            read = read.with_seconds(seconds, client.traffic)
        clocks = {each.thread: store.clock(each.thread) for each in read.threads}
        missed = newly_missed(known, posts_of_game(found, store))
    if as_json:
        data = round_as_data(read, clocks) | {"vanished": vanished_as_data(missed)}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _print(read, vanished_lines(missed, found.timezone), asked_for_feed=feed is not None)
    for failure in read.failures:
        raise failure


def _print(read: Round, vanished: Iterable[str], *, asked_for_feed: bool) -> None:
    for each in read.threads:
        for line in thread_lines(each):
            click.echo(line)
    for line in vanished:
        click.echo(line)
    if read.seconds or asked_for_feed:
        click.echo(name_feed_times(read.seconds))
    if len(read.threads) > 1:
        click.echo(traffic_line(read.traffic))
    for trouble in read.troubles:
        click.echo(_("no seconds from the forum's feed: {why}").format(why=trouble), err=True)
    for failure in read.failures[1:]:
        click.echo(f"tally: {failure}", err=True)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar of the pages read, where a person watches."""
    if not sys.stderr.isatty():
        yield lambda _thread, _page, _pages: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda thread, page, pages: bar.update(task, description=thread, completed=page, total=pages)
