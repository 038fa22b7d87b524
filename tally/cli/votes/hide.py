"""`tally hide POST`: withdraw the text of a post from what is published."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command("hide", _("Show the text of a post (its id or address) to nobody but the host any more; its votes stay."))
@click.argument("post")
@click.option("--undo", is_flag=True, help=_("Show it again."))
@click.option("--why", metavar="TEXT", default="", help=_("The reason, for the log."))
@cli.game_option
def command(post: str, undo: bool, why: str, game: Path | None) -> None:
    from tally.clock import now
    from tally.count.entering import open_desk
    from tally.folder.game import find_game

    with open_desk(find_game(game), now()) as desk:
        found = desk.hide(post, why, hidden=not undo)
    told = _("post {post} is shown again") if undo else _("post {post} is hidden; “tally publish” writes the page anew")
    click.echo(told.format(post=found))
