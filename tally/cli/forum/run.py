"""`tally run [DIR…]`: serve games until told to stop."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "run",
    _("Read the forum of one game, or of several folders DIR, on schedule: publish after each read, freeze the table "
      "at the deadline, send notices. A DIR may hold games in folders of their own: those that are put there later are "
      "served too. It goes on until it is stopped; it closes nothing.\n\n"
      "Example: tally run winter summer --dry-run"),
)  # fmt: skip
@click.argument("folders", metavar="[DIR]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help=_("Show the notices instead of sending them."))
@cli.game_option
def command(folders: tuple[Path, ...], dry_run: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.cli.forum import watching
    from tally.service.clocks import MachineClock
    from tally.service.places import games_in
    from tally.service.running import Watchers, run

    places = watching.places_of(folders, game)
    watching.tell_broken(games_in(places))
    clock = MachineClock()
    with watching.ended_by_signals(clock), watching.show_progress() as on_page:
        told = Watchers(watching.tell_games, watching.tell_reading, on_page)
        run(places, clock, watching.following(clock, dry_run=dry_run), told)
    click.echo(_("Stopped."))
