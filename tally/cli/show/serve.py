"""`tally serve`: show the published site on this machine, as a web server would."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "serve",
    _("Show the published site in a browser of this machine, until Ctrl-C: at {address} unless told otherwise.").format(
        address="http://127.0.0.1:8000/"
    )
    + "\n\n"
    + _("For a telephone in the same network: {example}").format(example="tally serve --bind 0.0.0.0"),
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help=_("The port; 0: any free one.")
)
@click.option(
    "--bind", default="127.0.0.1", show_default=True, help=_("The address of this machine that it listens to.")
)
@cli.game_option
def command(port: int, bind: str, game: Path | None) -> None:
    from tally.folder.game import find_game
    from tally.site.server import serve_site

    serve_site(find_game(game).site, bind, port, click.echo)
