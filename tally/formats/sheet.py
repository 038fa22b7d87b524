"""A day's report in words, before any markup: what a terminal, a post, a page and a file alike say of it.

In: a report. Out: its parts as plain harmless text, in the language in use.
"""

from dataclasses import dataclass

from tally.count.report import DayReport, Doubt, HostReport, PollTable, Refusal, Row, Sighted
from tally.count.wording import (
    announcement_in_words,
    day_heading,
    ending_in_words,
    host_word_in_words,
    majority_in_words,
    perhaps_in_words,
    poll_result_in_words,
    result_in_words,
    standing_in_words,
    time_in_words,
    written_in_words,
)
from tally.harmless import harmless
from tally.story.actions import half_name
from tally.story.headline import host_headline
from tally.story.vote_reasons import doubt_in_words, reason_in_words
from tally.story.votes import poll_name, vote_kind
from tally.texts import _, quoted

__all__ = ["Column", "Line", "Sheet", "SheetPoll", "SheetRow", "SheetTable", "Voters", "make_sheet"]


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

    @property
    def head(self) -> str:
        """How a line of a table without columns begins: «Дед Пихто (4)»."""
        return f"{self.player} ({self.numbers[0]})" if self.numbers else self.player


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The candidates. Where no colours are to be told apart there is a line for each, «Name (3) – voters», as boards
    without them write a count; `has_columns` else."""

    has_columns: bool
    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class SheetPoll:
    """A poll beside the main one. `missing` None: nobody owes it a vote that he has not given."""

    title: str
    table: SheetTable
    result: str | None
    missing: str | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is said of a day. `headline` stands above what is for the host alone; `ending` tells which vote ended
    it, `majority` how many votes it takes."""

    headline: str | None
    title: str
    standing: str
    ending: Line | None
    table: SheetTable
    majority: str | None
    result: str | None
    announcement: str | None
    polls: tuple[SheetPoll, ...]
    doubts: tuple[Line, ...]
    refusals: tuple[Line, ...]
    missing: str

    @property
    def lists(self) -> tuple[tuple[str, tuple[Line, ...]], ...]:
        """What stands below the tables, each list with its title; none is empty."""
        own = ((_("Waiting for the host's ruling"), self.doubts), (_("Not counted"), self.refusals))
        return tuple((title, lines) for title, lines in own if lines)


def make_sheet(report: DayReport, standing: str | None = None) -> Sheet:
    """The report in words. `standing`: how far the count is, where that is told from another moment than its own."""
    return Sheet(
        headline=host_headline() if isinstance(report, HostReport) else None,
        title=f"{harmless(report.game)} · {day_heading(report)}",
        standing=standing or standing_in_words(report),
        ending=_ending(report),
        table=_table(report, report),
        majority=majority_in_words(report),
        result=result_in_words(report),
        announcement=announcement_in_words(report),
        polls=tuple(_poll(report, each) for each in report.polls),
        doubts=tuple(Line(f"{_author(report, each)}: {_doubt(each)}", each.post) for each in report.unclear),
        refusals=tuple(
            Line(
                f"{_author(report, each)} → {written_in_words(each.on and half_name(each.on))}{_kind(each)}: "
                f"{reason_in_words(each.reason)}",
                each.post,
            )
            for each in report.rejected
        ),
        missing=_missing(report) or _("Everybody has voted."),
    )


def _ending(report: DayReport) -> Line | None:
    told = ending_in_words(report)
    return None if told is None or report.ending is None else Line(told, report.ending.post)


def _poll(report: DayReport, poll: PollTable) -> SheetPoll:
    return SheetPoll(
        title=poll_name(poll.poll),
        table=_table(report, poll),
        result=poll_result_in_words(report, poll),
        missing=_missing(poll),
    )


def _missing(table: DayReport | PollTable) -> str | None:
    """Who has not voted; with their number where the lines of the table have numbers like that."""
    names = ", ".join(harmless(name) for name in table.missing)
    if not names:
        return None
    if table.with_colours:
        return _("Have not voted: {names}").format(names=names)
    return _("Not voting ({count}): {names}").format(count=len(table.missing), names=names)


def _table(report: DayReport, table: DayReport | PollTable) -> SheetTable:
    columns: tuple[Column, ...] = ()
    if table.with_colours and table.with_totals:
        columns = (Column(_("Red"), "red"), Column(_("Blue"), "blue"), Column(_("Score")))
    return SheetTable(table.with_colours, columns, tuple(_row(report, table, row) for row in table.rows))


def _row(report: DayReport, table: DayReport | PollTable, row: Row) -> SheetRow:
    sums = (row.against, row.defence, row.score) if table.with_colours else (row.score,)
    words = {"red": _("Red"), "blue": _("Blue")} if table.with_colours else {}
    groups: dict[str | None, list[Line]] = {colour: [] for colour in (*words, None)}
    for vote in row.votes:
        weight = f" ×{vote.weight}" if vote.weight != 1 else ""
        groups[vote.colour if vote.colour in words else None].append(Line(_author(report, vote) + weight, vote.post))
    voters = [Voters(words.get(colour or ""), colour, tuple(names)) for colour, names in groups.items() if names]
    numbers = tuple(each for each in sums if each is not None) if table.with_totals else ()
    return SheetRow(harmless(half_name(row.player)), numbers, tuple(voters))


def _doubt(vote: Doubt) -> str:
    told = f"{quoted(written_in_words(vote.text))}{_kind(vote)}: {doubt_in_words(vote.why)}"
    return told + perhaps_in_words(vote.candidates)


def _kind(vote: Refusal | Doubt) -> str:
    """What a vote was for, in brackets; nothing is said of an ordinary one."""
    return f" ({vote_kind(vote.kind)})" if vote.kind else ""


def _author(report: DayReport, sighted: Sighted) -> str:
    time, word = time_in_words(report, sighted), host_word_in_words(sighted)
    return " ".join([harmless(sighted.by), *([time] if time else []), *([f"({word})"] if word else [])])
