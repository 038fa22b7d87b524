"""Which phase a command's word names: `3` and `night3` for a night, `3` and `day3` for a day."""

from engine.moments import PhaseId, read_phase_id
from tally.errors import GameFault
from tally.texts import _

__all__ = ["read_day", "read_night"]


def read_night(written: str) -> PhaseId:
    """Raises GameFault for anything but a night."""
    phase = read_phase_id(f"night{written}" if written.isdigit() else written)
    if phase is None or not phase.night:
        raise GameFault(_("“{found}” is not a night; there are 1, 2, … (or night1, night2, …)").format(found=written))
    return phase


def read_day(written: str) -> PhaseId:
    """Raises GameFault for anything but a day."""
    phase = read_phase_id(f"day{written}" if written.isdigit() else written)
    if phase is None or phase.night:
        raise GameFault(_("“{found}” is not a day; there are day1, day2, …").format(found=written))
    return phase
