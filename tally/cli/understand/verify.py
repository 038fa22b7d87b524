"""`tally verify`: rebuild the game from the stored pages and entries, and compare."""

import json
import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "verify",
    _("Read all stored pages anew, fold the log, play every phase, and compare with what was stored and announced. "
      "Each difference is named with its place; the exit status is 1 where there is one. Nothing is changed. For the "
      "host alone: tally verify --json."),
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(as_json: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.understand.verify import verified_as_json, verify_game
    from tally.understand.verify_text import verified_lines
    from tally.wrapped import terminal_width, wrap_lines

    verified = verify_game(find_game(game), now())
    if as_json:
        click.echo(json.dumps(verified_as_json(verified), ensure_ascii=False, indent=2, default=str))
    else:
        for line in wrap_lines(verified_lines(verified), terminal_width()):
            click.echo(line)
    if verified.differences:
        sys.exit(1)
