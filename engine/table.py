"""The vote table of a day as it stands at a moment: the host's, and the town's own count. Two types (FORMATS 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.ballots import opened_at, poll_window
from engine.board import Board
from engine.count import Count, Standing
from engine.counting import count_for_host, count_for_town
from engine.deciding import choose
from engine.outcome import PhaseOutcome, Rejected, rejected_of
from engine.polls import Consequence, Poll
from engine.record import Phase, Source, VoteEntry

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.state import State

__all__ = [
    "DayTables", "HostVoteTable", "TableRow", "TableVote", "TownVoteTable", "VoteTable", "counted_so_far", "day_table",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableVote:
    """A vote that counts, in a candidate's row. `cast`: `live`, `advance` or `default`."""

    by: str
    colour: str | None
    weight: int
    rule: str
    cast: str
    at: datetime | None
    source: Source
    entry: VoteEntry


@dataclass(frozen=True, slots=True)
class TableRow:
    """One candidate. `votes`: those that count for or against him, in the order of casting."""

    player: str
    against: int
    defence: int
    score: int
    votes: tuple[TableVote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteTable:
    """A poll of a day at the moment `as_of` (None: all entries). `rows`: by score, then by who reached it first.

    `final`: the poll was closed by then. `totals`: whether sums and the leading may be shown. `superseded`: votes
    followed by another of the same voter. `unclear`: votes that wait for the host's word.
    """

    poll: str
    phase: str
    as_of: datetime | None
    deadline: datetime | None
    final: bool
    totals: bool
    rows: tuple[TableRow, ...]
    rejected: tuple[Rejected, ...]
    unclear: tuple[VoteEntry, ...]
    superseded: tuple[VoteEntry, ...]
    missing: tuple[str, ...]
    nominated: tuple[str, ...]
    leading: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostVoteTable(VoteTable):
    """The count that decides. `executed`: whom the closed poll executes; empty where the host has to rule."""

    executed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TownVoteTable(VoteTable):
    """What a careful reader of the thread could count. Who is executed follows from the host's count alone: whoever
    publishes the table takes it from what was announced."""


@dataclass(frozen=True, slots=True)
class DayTables:
    """Both counts of one poll at one moment."""

    host: HostVoteTable
    town: TownVoteTable


def day_table(
    ruleset: "Ruleset", state: "State", phase: Phase, as_of: datetime | None = None, *, poll: str | None = None
) -> DayTables:
    """The tables of a day's poll (unless named: the first of the ruleset, or the vote among those tied in it once the
    host has opened that).

    Takes the state before the day and the day's entries; those after `as_of` are left out, those without a time are in.
    Raises ValueError where the phase is a night or the ruleset has no such poll.
    """
    if phase.id.night:
        raise ValueError(f"{phase.id} has no vote table")
    board = Board(ruleset, state, _until(phase, as_of))
    spec = _main_poll(board) if poll is None else ruleset.poll(poll)
    if spec is None:
        raise ValueError(f"the ruleset {ruleset.id} has no poll {poll}")
    window = poll_window(board, spec)
    closed = as_of is None or window.is_late(as_of)
    host = count_for_host(board, spec, closed=closed)
    town = count_for_town(board, spec, closed=closed)
    final = closed or town.ended is not None
    names = {seat.id: seat.name for seat in board.seats.values()}
    chosen = choose(board, spec, host)[0] if final and spec.consequence is Consequence.EXECUTION else ()
    acquitted = {seat for seat in chosen for each in spec.acquittals if board.status(seat, each.facet) is not None}
    executed = tuple(sorted(names[seat] for seat in chosen if seat not in acquitted))
    shared: dict[str, Any] = {
        "poll": spec.name,
        "phase": str(phase.id),
        "as_of": as_of,
        "deadline": window.closes if town.ended is None else town.ended.at or window.closes,
        "final": final,
    }
    return DayTables(
        HostVoteTable(**shared, **_table(host, names), executed=executed),
        TownVoteTable(**shared, **_table(town, names)),
    )


def counted_so_far(ruleset: "Ruleset", state: "State", phase: Phase, outcome: PhaseOutcome) -> PhaseOutcome:
    """What came of a day that goes on, with its polls counted as open ones: no vote left in advance is looked at yet,
    and nobody has voted by his silence (MOR-42). Takes the state before the day and the day's entries so far."""
    board = Board(ruleset, state, phase)
    polls = {poll.name: poll for poll in ruleset.polls}
    return replace(
        outcome,
        counts=tuple(count_for_host(board, polls[count.poll], closed=False) for count in outcome.counts),
        town_counts=tuple(count_for_town(board, polls[count.poll], closed=False) for count in outcome.town_counts),
    )


def _main_poll(board: Board) -> Poll | None:
    polls = board.ruleset.polls
    revotes = [poll for poll in polls if poll.revote_of is not None and opened_at(board, poll) is not None]
    return next(iter((*revotes, *polls)), None)


def _until(phase: Phase, as_of: datetime | None) -> Phase:
    """The phase as it stood at that moment."""
    if as_of is None:
        return phase
    return replace(
        phase,
        votes=tuple(each for each in phase.votes if each.at is None or each.at <= as_of),
        actions=tuple(each for each in phase.actions if each.at is None or each.at <= as_of),
        choices=tuple(each for each in phase.choices if each.at is None or each.at <= as_of),
    )


def _table(count: Count, names: Mapping[str, str]) -> dict[str, Any]:
    def row(seat: str) -> TableRow:
        return TableRow(
            player=names.get(seat, seat),
            against=count.against.get(seat, 0),
            defence=count.defence.get(seat, 0),
            score=count.scores[seat],
            votes=tuple(_vote(vote, names) for vote in count.votes if vote.on == seat),
        )

    return {
        "totals": count.totals,
        "rows": tuple(row(seat) for seat in count.scores),
        "rejected": tuple(rejected_of(event, names) for event in count.refusals),
        "unclear": count.unclear,
        "superseded": count.superseded,
        "missing": count.named_missing(names),
        "nominated": tuple(names.get(seat, seat) for seat in count.nominated),
        "leading": tuple(names.get(seat, seat) for seat in count.leading) if count.totals else (),
    }


def _vote(vote: Standing, names: Mapping[str, str]) -> TableVote:
    return TableVote(
        by=names.get(vote.by, vote.by),
        colour=None if vote.colour is None else str(vote.colour),
        weight=vote.weight,
        rule=vote.rule,
        cast=vote.cast,
        at=vote.entry.at,
        source=vote.entry.source,
        entry=vote.entry,
    )
