"""`tally revive`: short for `tally host revive`."""

from tally.cli.phases.operating import short_command
from tally.texts import _

__all__ = ["command"]

command = short_command(
    "revive",
    _("Bring a player back into the game: a correction."),
)
