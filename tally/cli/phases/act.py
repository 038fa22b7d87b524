"""`tally act day3`: take what players send by day."""

from pathlib import Path
from typing import Any

import click

from tally import cli
from tally.cli.phases.entering import enter_messages, entry_options
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "act",
    _('Take what players send by day: tally act day3 "Salvia" "compare Bob, Alice". As “tally night” otherwise.'),
)
@click.argument("phase", metavar="PHASE")
@click.argument("nick", required=False)
@click.argument("line", required=False)
@entry_options
@cli.game_option
def command(phase: str, game: Path | None, **given: Any) -> None:
    # the help is shown without loading the rules engine
    from tally.orders.phases import read_day

    enter_messages(read_day(phase), game, **given)
