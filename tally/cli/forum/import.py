"""`tally import`: store saved pages as if they had been fetched."""

from pathlib import Path

import click

from tally import cli
from tally.clock import read_moment
from tally.count.post_reader import learn_names
from tally.folder.file_changes import log_file_changes
from tally.folder.game import find_game
from tally.forum.importing import choose_thread, import_pages
from tally.forum.scrape import name_feed_times
from tally.locks import hold_lock
from tally.store import Store
from tally.texts import _, plural


@cli.command("import", _("Store saved pages of a thread, for a forum that cannot be reached from here."))
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--thread", metavar="URL", help=_("The thread of these pages (else the game's only one)."))
@click.option(
    "--fetched-at",
    metavar="TIME",
    help=_("When the pages were saved, like 2024-01-10T22:05:00+03:00 (else the time of each file)."),
)
@cli.game_option
def command(files: tuple[Path, ...], thread: str | None, fetched_at: str | None, game: Path | None) -> None:
    found = find_game(game)
    at = None if fetched_at is None else read_moment(fetched_at, found.timezone)
    chosen = choose_thread(found, thread)
    with hold_lock(found.lock), Store(found.database) as store:
        log_file_changes(store, found)
        imported = import_pages(store, found, chosen, files, at)
        learn_names(found, store)
    click.echo(
        "{thread}: {pages}, {posts}, {revisions}".format(
            thread=chosen,
            pages=plural("{count} page stored", "{count} pages stored", imported.pages),
            posts=plural("{count} new post", "{count} new posts", imported.new_posts),
            revisions=plural("{count} edited", "{count} edited", imported.new_revisions),
        )
    )
    if imported.feeds:
        click.echo(name_feed_times(imported.times))
    if imported.known:
        click.echo(plural("{count} page was there already", "{count} pages were there already", imported.known))
