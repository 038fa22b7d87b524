"""`tally status`: how the game stands with the service."""

import json
import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "status",
    _("Show the last and the next read, the deadline, failures, and what waits for the host. Exit status, for a "
      "monitor: 0 all is well, 1 the host is waited for, 4 the forum is not being read.\n\n"
      "Example: tally status --json"),
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@click.option("--host", is_flag=True, help=_("Include what only the host may know. Not for players!"))
@cli.game_option
def command(as_json: bool, host: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.service.status import find_status, status_as_json, status_lines
    from tally.story.headline import host_headline

    status = find_status(find_game(game), now(), is_host=host)
    if as_json:
        click.echo(json.dumps(status_as_json(status), ensure_ascii=False, indent=2))
    else:
        for line in ([host_headline()] if host else []) + [*status_lines(status)]:
            click.echo(line)
    sys.exit(status.exit_status)
