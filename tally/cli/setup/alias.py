"""`tally alias NAME ALIAS`: what else a player is called."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command("alias", _("Let ALIAS mean the player NAME in votes; written into players.toml."))
@click.argument("name")
@click.argument("alias")
@cli.game_option
def command(name: str, alias: str, game: Path | None) -> None:
    from tally.clock import now
    from tally.count.entering import open_desk
    from tally.folder.game import find_game

    with open_desk(find_game(game), now()) as desk:
        seat = desk.give_alias(name, alias)
    click.echo(_("“{alias}” means {name}").format(alias=alias, name=seat))
