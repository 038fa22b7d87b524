"""A day as it is published: how its votes stand, and every mark in its posts; all of it may be known to everybody."""

from dataclasses import dataclass
from datetime import datetime

from tally.count.report import TownReport
from tally.count.votes import TownVotes

__all__ = ["TownDay"]


@dataclass(frozen=True, slots=True)
class TownDay:
    """A day: how its votes stand, and every mark in its posts. `opens`: from when on it takes votes."""

    report: TownReport
    votes: TownVotes
    opens: datetime
