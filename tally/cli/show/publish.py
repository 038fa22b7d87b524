"""`tally publish`: write the site that players look at, and upload it where game.toml says how."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _, plural

__all__ = ["command"]


@cli.command(
    "publish",
    _("Write the public site of the game into its site/: only what changed, and nothing secret.")
    + "\n\n"
    + _("Then the command of [publish] in game.toml takes it to its server, like {example}.").format(
        example='command = "rsync -a --delete site/ me@example.org:mafia/"'
    ),
)
@cli.game_option
def command(game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.site.publish import publish

    found = find_game(game)
    written = publish(found, now())
    page = found.site / "index.html"
    if not written.anything:
        click.echo(_("{file}: nothing has changed").format(file=page))
        return
    count = plural("{count} file written", "{count} files written", len(written.written))
    if written.removed:
        count += ", " + _("{number} removed").format(number=len(written.removed))
    click.echo(f"{page}: {count}")
