"""How the votes of a day moved: each vote and change of mind in order, and every candidate's score as steps in time.

In: the town's votes and table of a day. Out: plain data for a picture and for its table. The counting is the engine's:
the last value of each candidate is that of the table, and what the moves alone do not explain is a step of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.polls import Defence, Poll, Votes
from tally.count.report import TownReport
from tally.count.votes import ReadVote, TownVotes

__all__ = ["Line", "Move", "Step", "moves_of_day", "score_lines"]

_MAIN = "vote"
_TAKEN_BACK = "unvote"
_HELD = ("superseded", "withdrawn")
"""Why a vote that was good does not count in the end."""


@dataclass(frozen=True, slots=True)
class Move:
    """A vote that was good when it was given, or one taken back (`on` None). `before`: whom its author had voted for.

    `at`: when; `key`: who votes, and with which of his two votes where he has two.
    """

    key: tuple[str, bool]
    vote: ReadVote
    at: datetime
    on: str | None
    before: str | None

    @property
    def is_change(self) -> bool:
        """Whether it was given before, and to somebody else."""
        return self.before is not None and self.before != self.on


@dataclass(frozen=True, slots=True)
class Step:
    """A score from a moment on. `is_change`: by a change of mind."""

    at: datetime
    score: int
    is_change: bool
    move: Move | None


@dataclass(frozen=True, slots=True)
class Line:
    """A candidate's score through the day; before the first step it is 0."""

    player: str
    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        return self.steps[-1].score if self.steps else 0


def moves_of_day(votes: TownVotes, poll: Poll) -> tuple[Move, ...]:
    """The moves in the order of the posts."""
    moves: list[Move] = []
    standing: dict[tuple[str, bool], str] = {}
    for vote in votes.votes:
        if vote.time is None or vote.why is not None:
            continue
        key = (vote.by, poll.votes is Votes.PER_COLOUR and vote.colour == "blue")
        if vote.kind == _TAKEN_BACK and vote.counts:
            keys = [key] if vote.colour is not None or poll.votes is Votes.ONE else [(vote.by, False), (vote.by, True)]
            moves += [Move(each, vote, vote.time, None, standing.pop(each)) for each in keys if each in standing]
        elif vote.kind == _MAIN and vote.on is not None and (vote.counts or vote.reason in _HELD):
            moves.append(Move(key, vote, vote.time, vote.on, standing.get(key)))
            standing[key] = vote.on
    return tuple(moves)


def score_lines(report: TownReport, moves: Sequence[Move], poll: Poll) -> tuple[Line, ...]:
    """The steps of every candidate of the table, in its order; none where the sums are not public."""
    if not report.with_totals:
        return ()
    weights = _weights(moves)
    steps: dict[str, list[Step]] = {row.player: [] for row in report.rows}
    held: dict[tuple[str, bool], tuple[str, int]] = {}
    for move in moves:
        change = {}
        if move.key in held:
            left, weight = held.pop(move.key)
            change[left] = -weight
        if move.on is not None:
            weight = weights.get((move.vote.by, move.vote.colour), 1) * _sign(move.vote, poll)
            held[move.key] = (move.on, weight)
            change[move.on] = change.get(move.on, 0) + weight
        for player, difference in change.items():
            if difference:
                of_player = steps.setdefault(player, [])
                before = of_player[-1].score if of_player else 0
                of_player.append(Step(move.at, before + difference, move.is_change, move))
    end = min(report.as_of, report.deadline)
    finals = {row.player: row.score or 0 for row in report.rows}
    return tuple(
        Line(player, tuple(_ending(of_player, finals.get(player, 0), end))) for player, of_player in steps.items()
    )


def _ending(steps: list[Step], final: int, end: datetime) -> Iterable[Step]:
    """The steps, the last of which leaves what the engine counted: votes by silence, and the like."""
    yield from steps
    if (steps[-1].score if steps else 0) != final:
        yield Step(max([end, *(step.at for step in steps)]), final, is_change=False, move=None)


def _weights(moves: Iterable[Move]) -> dict[tuple[str, str | None], int]:
    """What the votes of a player weigh aloud, by colour, as far as one of them counts."""
    return {(move.vote.by, move.vote.colour): move.vote.weight for move in moves if move.vote.weight is not None}


def _sign(vote: ReadVote, poll: Poll) -> int:
    if vote.colour != "blue":
        return 1
    return -1 if poll.defence_votes is Defence.COUNT else 0
