"""The host's operations in the order in which they take effect, and whose life or vote they change at which moment."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.record import HOST, ChoiceEntry

__all__ = ["LIFE", "Moments", "last_words", "moments_of", "operations"]

REMOVALS = ("modkill", "kill")
LIFE = (*REMOVALS, "revive")


@dataclass(frozen=True, slots=True)
class Moments:
    """Seat → the moments of a phase at which the host says whether it lives; and the one that takes its vote."""

    lives: Mapping[str, tuple[tuple[datetime, bool], ...]]
    silenced: Mapping[str, datetime]

    def lives_at(self, seat: str, at: datetime | None) -> bool | None:
        """What the host has said of the seat's life by that moment (None: of the end); None: nothing."""
        said = [lives for moment, lives in self.lives.get(seat, ()) if at is None or moment <= at]
        return said[-1] if said else None

    def is_silenced(self, seat: str, at: datetime | None) -> bool:
        moment = self.silenced.get(seat)
        return moment is not None and (at is None or moment <= at)


def operations(choices: Sequence[ChoiceEntry]) -> tuple[ChoiceEntry, ...]:
    """What the host did in a phase: what has a moment by its moments, then the rest, which is of the phase's end, as
    written."""
    timed = [(each.at, each) for each in choices if each.by == HOST and each.at is not None]
    in_order = [each for _, each in sorted(timed, key=lambda pair: pair[0])]
    return (*in_order, *(each for each in choices if each.by == HOST and each.at is None))


def moments_of(done: tuple[ChoiceEntry, ...], find: Callable[[str], str | None], *, night: bool) -> Moments:
    """The moments of a phase in which these `operations` were done; by day a silence with a moment begins at once."""
    lives: dict[str, tuple[tuple[datetime, bool], ...]] = {}
    silenced: dict[str, datetime] = {}
    for operation in done:
        for seat in (find(name) for name in operation.on):
            if seat is None or operation.at is None:
                continue
            if operation.do in LIFE:
                lives[seat] = (*lives.get(seat, ()), (operation.at, operation.do not in REMOVALS))
            elif operation.do == "silence" and not night:
                silenced.setdefault(seat, operation.at)
    return Moments(lives, silenced)


def last_words(done: tuple[ChoiceEntry, ...], find: Callable[[str], str | None]) -> Mapping[str, ChoiceEntry]:
    """Seat → the host's last word on its life: what he took back before it is not carried out."""
    return {seat: each for each in done if each.do in LIFE for name in each.on if (seat := find(name)) is not None}
