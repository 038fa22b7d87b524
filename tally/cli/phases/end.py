"""`tally end`: short for `tally host end`."""

from tally.cli.phases.operating import short_command
from tally.texts import _

__all__ = ["command"]

command = short_command(
    "end",
    _("End the game, also early: which sides or players have won, or “nobody”."),
    many=True,
)
