"""A day's report in words, before any markup: what a terminal, a post, a page and a file alike say of it.

In: a report. Out: its parts as plain harmless text, in the language in use.
"""

from dataclasses import dataclass

from tally.count.reasons import doubt_in_words, reason_in_words
from tally.count.report import DayReport, Doubt, HostReport, PollTable, Refusal, Row, Sighted
from tally.count.wording import (
    announcement_in_words,
    day_heading,
    host_word_in_words,
    poll_result_in_words,
    result_in_words,
    standing_in_words,
    time_in_words,
    written_in_words,
)
from tally.harmless import harmless
from tally.story.actions import half_name
from tally.story.headline import host_headline
from tally.story.votes import poll_name, vote_kind
from tally.texts import _

__all__ = ["Column", "Line", "Sheet", "SheetPoll", "SheetRow", "Voters", "make_sheet"]


@dataclass(frozen=True, slots=True)
class Line:
    """A piece of text, and the post that it tells of."""

    text: str
    post: str | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers; `colour` is `red` or `blue` where the numbers are of votes of that colour."""

    title: str
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Voters:
    """Who voted for a candidate in one colour. `word` says the colour, so that it is never told by colour alone."""

    word: str | None
    colour: str | None
    names: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A candidate: a number for each column, and the voters by colour."""

    player: str
    numbers: tuple[int, ...]
    voters: tuple[Voters, ...]


@dataclass(frozen=True, slots=True)
class SheetPoll:
    """A poll beside the main one. `missing` None: nobody owes it a vote that he has not given."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    result: str | None
    missing: str | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is said of a day. `headline` stands above what is for the host alone."""

    headline: str | None
    title: str
    standing: str
    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    result: str | None
    announcement: str | None
    polls: tuple[SheetPoll, ...]
    doubts: tuple[Line, ...]
    refusals: tuple[Line, ...]
    missing: str

    @property
    def lists(self) -> tuple[tuple[str, tuple[Line, ...]], ...]:
        """What stands below the tables, each list with its title; none is empty."""
        own = ((_("Waiting for the host's word"), self.doubts), (_("Not counted"), self.refusals))
        return tuple((title, lines) for title, lines in own if lines)


def make_sheet(report: DayReport, standing: str | None = None) -> Sheet:
    """The report in words. `standing`: how far the count is, where that is told from another moment than its own."""
    return Sheet(
        headline=host_headline() if isinstance(report, HostReport) else None,
        title=f"{harmless(report.game)} · {day_heading(report)}",
        standing=standing or standing_in_words(report),
        columns=_columns(report),
        rows=_rows(report, report),
        result=result_in_words(report),
        announcement=announcement_in_words(report),
        polls=tuple(_poll(report, each) for each in report.polls),
        doubts=tuple(
            Line(
                f"{_author(report, each)}: «{written_in_words(each.text)}»{_kind(each)}: {doubt_in_words(each.why)}",
                each.post,
            )
            for each in report.unclear
        ),
        refusals=tuple(
            Line(
                f"{_author(report, each)} → {written_in_words(each.on and half_name(each.on))}{_kind(each)}: "
                f"{reason_in_words(each.reason)}",
                each.post,
            )
            for each in report.rejected
        ),
        missing=_names(report.missing) or _("everybody has voted"),
    )


def _poll(report: DayReport, poll: PollTable) -> SheetPoll:
    return SheetPoll(
        title=poll_name(poll.poll),
        columns=_columns(poll),
        rows=_rows(report, poll),
        result=poll_result_in_words(report, poll),
        missing=_names(poll.missing) or None,
    )


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(harmless(name) for name in names)


def _columns(table: DayReport | PollTable) -> tuple[Column, ...]:
    if not table.with_totals:
        return ()
    coloured = (Column(_("Red"), "red"), Column(_("Blue"), "blue")) if table.with_colours else ()
    return (*coloured, Column(_("Score")))


def _rows(report: DayReport, table: DayReport | PollTable) -> tuple[SheetRow, ...]:
    return tuple(_row(report, table, row) for row in table.rows)


def _row(report: DayReport, table: DayReport | PollTable, row: Row) -> SheetRow:
    sums = (row.against, row.defence, row.score) if table.with_colours else (row.score,)
    voters = []
    for colour, word in (("red", _("Red")), ("blue", _("Blue")), (None, None)):
        names = tuple(
            Line(_author(report, vote) + (f" ×{vote.weight}" if vote.weight != 1 else ""), vote.post)
            for vote in row.votes
            if vote.colour == colour
        )
        if names:
            voters.append(Voters(word, colour, names))
    numbers = tuple(each for each in sums if each is not None) if table.with_totals else ()
    return SheetRow(harmless(half_name(row.player)), numbers, tuple(voters))


def _kind(vote: Refusal | Doubt) -> str:
    """What a vote was for, in brackets; nothing is said of an ordinary one."""
    return f" ({vote_kind(vote.kind)})" if vote.kind else ""


def _author(report: DayReport, sighted: Sighted) -> str:
    time, word = time_in_words(report, sighted), host_word_in_words(sighted)
    return " ".join([harmless(sighted.by), *([time] if time else []), *([f"({word})"] if word else [])])
