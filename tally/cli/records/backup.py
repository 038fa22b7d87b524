"""`tally backup FILE`: the whole game in one file."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "backup",
    _("Write the whole game, secrets and all, into one new file that only you can read; other commands may go on "
      "meanwhile. “tally restore” makes the folder of it again.\n\nExample: tally backup ../game-2024-01-14.tally"),
)  # fmt: skip
@click.argument("file", type=click.Path(path_type=Path))
@cli.game_option
def command(file: Path, game: Path | None) -> None:
    from tally.clock import now
    from tally.folder.backup import back_up
    from tally.folder.game import find_game

    contents = back_up(find_game(game), file, now())
    click.echo(_("{file}: the game is in it; files: {count}").format(file=file, count=len(contents.files)))
