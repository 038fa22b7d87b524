"""`tally modkill`: short for `tally host modkill`."""

from tally.cli.phases.operating import short_command
from tally.texts import _

__all__ = ["command"]

command = short_command(
    "modkill",
    _("Remove a player from the game: he dies as by a death like any other unless the rules say otherwise."),
)
