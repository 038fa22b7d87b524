"""`tally host DO [NAME…]`: any operation of the host, as a fact of the game."""

from pathlib import Path

import click

from tally import cli
from tally.cli.phases.operating import LAST, list_operations, operate, undo_operation
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "host",
    _("Enter an operation of the host: execute (a ruling on a tie; without a name nobody is executed), modkill, kill, "
      "revive, silence, reveal, replace, end, and what the ruleset adds: tally host execute Alex --phase day3. "
      "Without DO the operations so far."),
)  # fmt: skip
@click.argument("do", metavar="DO", required=False)
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--phase", metavar="PHASE", help=_("Which phase it belongs to: day3, night3."))
@click.option("--at", metavar="TIME", help=_("From when it holds (else after everything else in the phase)."))
@click.option("--text", metavar="TEXT", help=_("What is told to the town, for reveal."))
@click.option("--undo", metavar="[N]", is_flag=False, flag_value=LAST, help=_("Take back operation N, or the last."))
@cli.game_option
def command(
    do: str | None,
    names: tuple[str, ...],
    phase: str | None,
    at: str | None,
    text: str | None,
    undo: str | None,
    game: Path | None,
) -> None:
    from tally.errors import GameFault

    if undo is not None:
        undo_operation(undo, game)
    elif do is None:
        list_operations(game)
    elif phase is None:
        raise GameFault(_("which phase does it belong to? Say it with --phase day1, night1, …"))
    else:
        operate(do, names, game, phase=phase, at=at, text=text)
