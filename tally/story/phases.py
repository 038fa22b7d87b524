"""What phases are called."""

from engine.moments import PhaseId
from tally.texts import _

__all__ = ["phase_name"]


def phase_name(phase: PhaseId) -> str:
    """“Day 3”, “Night 3”."""
    return (_("Night {number}") if phase.night else _("Day {number}")).format(number=phase.cycle)
