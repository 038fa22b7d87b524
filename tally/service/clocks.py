"""How the service waits: on the clock of the machine, which may jump and sleep, or on one that a test sets.

A wait ends early when the service is to stop; then `Stopped` is raised, wherever it waits.
"""

import threading
from datetime import datetime, timedelta
from typing import Protocol

from tally import clock

__all__ = ["MachineClock", "ServiceClock", "Stopped"]

# the wall clock is looked at this often, so that a jump of it, or a sleep of the machine, is noticed
_LOOK = 5.0


class Stopped(Exception):
    """The service was asked to end."""


class ServiceClock(Protocol):
    """What tells the time to the service, and lets it wait."""

    def now(self) -> datetime:
        """The present moment."""

    def wait_until(self, moment: datetime) -> None:
        """Return at that moment, or some time before it. Raises Stopped."""

    def check(self) -> None:
        """Raise Stopped where the service is to end."""


class MachineClock:
    """The time of `tally.clock`. `stop` may be called by any thread, or by a signal."""

    def __init__(self) -> None:
        self._stop = threading.Event()

    def now(self) -> datetime:
        return clock.now()

    def wait_until(self, moment: datetime) -> None:
        remaining = (moment - self.now()) / timedelta(seconds=1)
        self._stop.wait(min(max(remaining, 0.0), _LOOK))
        self.check()

    def check(self) -> None:
        if self._stop.is_set():
            raise Stopped

    def rest(self, seconds: float) -> None:
        """Wait, on the clock that nobody sets, for so long or until the service is to end."""
        self._stop.wait(seconds)

    @property
    def is_fixed(self) -> bool:
        """Whether the time stands still, so that waiting for a moment would have no end."""
        return clock.is_fixed()

    def stop(self) -> None:
        self._stop.set()

    @property
    def is_stopped(self) -> bool:
        return self._stop.is_set()
