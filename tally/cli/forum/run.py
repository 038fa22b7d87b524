"""`tally run [DIR…]`: serve games until told to stop."""

import signal
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "run",
    _("Read the forum of one game, or of several folders DIR, on schedule: publish after each read, freeze the table "
      "at the deadline, send notices. It goes on until it is stopped; it closes nothing.\n\n"
      "Example: tally run winter summer --dry-run"),
)  # fmt: skip
@click.argument("folders", metavar="[DIR]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help=_("Show the notices instead of sending them."))
@cli.game_option
def command(folders: tuple[Path, ...], dry_run: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.cli.forum.watching import folders_of, following, show_progress, tell_reading
    from tally.service.clocks import MachineClock
    from tally.service.running import run

    served = folders_of(folders, game)
    clock = MachineClock()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda _number, _frame: clock.stop())
    click.echo(_("serving: {folders}").format(folders=", ".join(str(folder) for folder in served)))
    with show_progress() as on_page:
        run(served, clock, following(clock, dry_run=dry_run), tell_reading, on_page)
    click.echo(_("Stopped."))
