"""`tally post PHASE`: put the summary of a day into the thread, or bring the one that is there up to date."""

import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "post",
    _("Put the summary of a day into the game's thread as the account of game.toml, or edit the one that is there. "
      "The same state is never posted twice.\n\nExample: tally post day2 --dry-run"),
)  # fmt: skip
@click.argument("phase", default="day")
@click.option("--thread", metavar="URL", help=_("The thread (else the game's only one)."))
@click.option("--dry-run", is_flag=True, help=_("Show the text and what would be done with it."))
@click.option("--yes", is_flag=True, help=_("Do not ask."))
@cli.game_option
def command(phase: str, thread: str | None, dry_run: bool, yes: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.forum.importing import choose_thread
    from tally.forum.opening import open_forum
    from tally.locks import hold_lock
    from tally.play.course import open_course
    from tally.posting.summary import plan_summary, send_summary
    from tally.store import Store

    found = find_game(game)
    url = choose_thread(found, thread)
    with open_course(found, now()) as course:
        report = course.town_report(course.find_day(phase))
    with hold_lock(found.lock), Store(found.database) as store:
        summary = plan_summary(store, found, report, url)
        kept = summary.kept.post if summary.kept is not None else None
        if not summary.is_new:
            click.echo(_("Post {post} tells all of it already.").format(post=kept))
            return
        told = _("The post {post} in {thread} will be edited.") if kept else _("There will be a new post in {thread}.")
        click.echo(told.format(post=kept, thread=url), err=True)
        if dry_run:
            click.echo(summary.text, nl=False)
            return
        if not yes and not click.confirm(_("Send it?"), err=True):
            sys.exit(1)
        with open_forum(found) as client:
            seen = send_summary(store, client, found, summary)
    click.echo(seen.url or seen.page_url or seen.id)
