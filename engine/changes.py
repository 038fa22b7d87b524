"""How often each voter has changed his vote on a day, and whether he may once more (GEN-21, GEN-30b, GEN-30c)."""

from datetime import datetime, time
from typing import TYPE_CHECKING

from engine.polls import Poll

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["Changes"]


class Changes:
    """The changes of one poll. A limit that begins at a time of the clock counts the changes made from then on."""

    def __init__(self, board: "Board", poll: Poll) -> None:
        self._poll = poll
        self._limits = tuple((_on_the_last_date(board, each.from_), each.changes) for each in poll.change_windows)
        self._made: dict[str, list[datetime | None]] = {}
        self._barred: set[str] = set()

    def used_up(self, voter: str, at: datetime | None) -> bool:
        """Whether one more change at that moment is too many."""
        made = self._made.get(voter, [])
        if voter in self._barred or (self._poll.changes is not None and len(made) >= self._poll.changes):
            return True
        return any(
            at is not None and begins <= at and sum(1 for each in made if each and begins <= each) >= changes
            for begins, changes in self._limits
        )

    def is_barred(self, voter: str) -> bool:
        """Whether the voter counts as not having voted, whatever he votes on this day."""
        return voter in self._barred

    def note(self, voter: str, at: datetime | None) -> None:
        self._made.setdefault(voter, []).append(at)

    def bar(self, voter: str) -> None:
        self._barred.add(voter)


def _on_the_last_date(board: "Board", at: time) -> datetime:
    """The time of the clock on the date on which the day ends."""
    moment = board.ruleset.clock.moment(board.before.calendar, board.now, at)
    if board.window.closes is None:
        return moment
    closes = board.window.closes.astimezone(moment.tzinfo)
    return moment.replace(year=closes.year, month=closes.month, day=closes.day)
