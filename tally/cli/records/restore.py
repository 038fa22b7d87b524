"""`tally restore FILE DIR`: a game folder made of a backup."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "restore",
    _("Make the game folder DIR of a backup, after looking whether it is whole. A folder that is not empty is left "
      "alone.\n\nExample: tally restore game-2024-01-14.tally my-game"),
)  # fmt: skip
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(file: Path, folder: Path) -> None:
    from tally.folder.backup import restore

    contents = restore(file, folder)
    told = _("{folder}: “{title}” is back, as it was at {made}")
    click.echo(told.format(folder=folder, title=contents.title, made=contents.made))
