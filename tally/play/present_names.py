"""Entries as the engine wants them: with the names that the seats have now, and the times of the game's clock.

The shell knows a seat by the name with which it began; a replacement plays it under another.
"""

from dataclasses import replace
from typing import TypeVar
from zoneinfo import ZoneInfo

from engine.record import ActionEntry, ChoiceEntry, VoteEntry
from engine.state import State

__all__ = ["as_called", "at_home"]

Entry = TypeVar("Entry", VoteEntry, ActionEntry, ChoiceEntry)


def as_called(entry: Entry, state: State) -> Entry:
    """The entry with the names that the seats have now."""

    def called(name: str) -> str:
        seat = state.seats.get(name)
        return name if seat is None else seat.name

    on = called(entry.on) if isinstance(entry.on, str) else tuple(called(name) for name in entry.on)
    by = called(entry.by)
    # hundreds of votes a day: most are what they were
    return entry if (by, on) == (entry.by, entry.on) else replace(entry, by=by, on=on)


def at_home(entry: VoteEntry, zone: ZoneInfo) -> VoteEntry:
    """The vote with its time as the game's clock shows it."""
    return entry if entry.at is None or entry.at.tzinfo is zone else replace(entry, at=entry.at.astimezone(zone))
