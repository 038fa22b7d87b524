"""`tally tick [DIR…]`: one step of the service, for cron and the like."""

import sys
from datetime import timedelta
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "tick",
    _("One step of “tally run”, for a scheduler that calls it every minute: read what is due, and wait for a deadline "
      "that comes before the next call. Where nothing is due it ends at once.\n\nExample: tally tick winter summer"),
)  # fmt: skip
@click.argument("folders", metavar="[DIR]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--every",
    metavar="MINUTES",
    type=click.FloatRange(0, 60),
    default=1.0,
    help=_("How often it is called (else every minute): it looks so far ahead."),
)
@click.option("--dry-run", is_flag=True, help=_("Show the notices instead of sending them."))
@cli.game_option
def command(folders: tuple[Path, ...], every: float, dry_run: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.cli.forum import watching
    from tally.errors import ForumUnreachable, GameFault
    from tally.service.clocks import MachineClock
    from tally.service.places import games_in
    from tally.service.readings import Reading
    from tally.service.running import tick
    from tally.service.served import ServedGame

    named = games_in(watching.places_of(folders, game))
    is_broken = watching.tell_broken(named)
    clock = MachineClock()
    failed: list[Reading] = []

    def tell(served: ServedGame, reading: Reading) -> None:
        watching.tell_reading(served, reading)
        if reading.failure is not None:
            failed.append(reading)

    with watching.ended_by_signals(clock), watching.show_progress() as on_page:
        tick(named, clock, watching.following(clock, dry_run=dry_run), tell, on_page, timedelta(minutes=every))
    if failed:
        sys.exit(ForumUnreachable.exit_status)
    if is_broken:
        sys.exit(GameFault.exit_status)
