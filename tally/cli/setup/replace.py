"""`tally replace OLD NEW`: somebody else takes over a seat."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "replace",
    _("Let NEW take over the seat of OLD with all its memory: from the next phase on, or from a phase or a post "
      "(id or address). In votes the old name still means the seat."),
)  # fmt: skip
@click.argument("old")
@click.argument("new")
@click.option("--from", "since", metavar="POST|PHASE", help=_("From when NEW plays (else from the next phase on)."))
@cli.game_option
def command(old: str, new: str, since: str | None, game: Path | None) -> None:
    from tally.clock import now
    from tally.count.entering import open_desk
    from tally.dates import dated
    from tally.folder.game import find_game

    found = find_game(game)
    with open_desk(found, now()) as desk:
        seat, phase, moment = desk.replace_player(old, new, since)
    told = _("{new} plays {seat} from {moment}; from {phase} on the seat bears the new name")
    local = dated(moment.astimezone(found.timezone))
    click.echo(told.format(new=new, seat=seat, moment=local, phase=phase.next))
