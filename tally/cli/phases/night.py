"""`tally night 3`: take what players send for a night."""

from pathlib import Path
from typing import Any

import click

from tally import cli
from tally.cli.phases.entering import enter_messages, entry_options
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "night",
    _('Take what players send for night N. NICK and LINE are one message: tally night 3 "Salvia" "heal Bob" '
      "--at 22:14. "
      "Without: lines “Nick: what he wrote” from the keyboard, a pipe or a file. What is not certain is never guessed. "
      "A message goes before its sender's earlier ones. All of it is for the host alone."),
)  # fmt: skip
@click.argument("night", metavar="N")
@click.argument("nick", required=False)
@click.argument("line", required=False)
@entry_options
@cli.game_option
def command(night: str, game: Path | None, **given: Any) -> None:
    # the help is shown without loading the rules engine
    from tally.orders.phases import read_night

    enter_messages(read_night(night), game, **given)
