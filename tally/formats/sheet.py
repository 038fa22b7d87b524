"""A day's report in words, before any markup: what a terminal, a post, a page and a file alike say of it.

In: a report. Out: its parts as plain harmless text, in the language in use.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tally.count.reasons import doubt_in_words, reason_in_words
from tally.count.report import DayReport, HostReport, PollTable, Row, Sighted
from tally.count.wording import (
    announcement_in_words,
    day_heading,
    host_word_in_words,
    result_in_words,
    standing_in_words,
    time_in_words,
    written_in_words,
)
from tally.harmless import harmless
from tally.story.actions import half_name
from tally.story.headline import host_headline
from tally.story.votes import poll_name
from tally.texts import _

__all__ = ["Column", "Line", "Sheet", "SheetRow", "Voters", "make_sheet"]


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
class Sheet:
    """All that is said of a day. `headline` stands above what is for the host alone; `polls` hold the other ones."""

    headline: str | None
    title: str
    standing: str
    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    result: str | None
    announcement: str | None
    polls: tuple[tuple[str, tuple[Line, ...]], ...]
    doubts: tuple[Line, ...]
    refusals: tuple[Line, ...]
    missing: str

    @property
    def lists(self) -> tuple[tuple[str, tuple[Line, ...]], ...]:
        """What stands below the table, each list with its title; none is empty."""
        own = ((_("Waiting for the host's word"), self.doubts), (_("Not counted"), self.refusals))
        return (*self.polls, *((title, lines) for title, lines in own if lines))


def make_sheet(report: DayReport, standing: str | None = None) -> Sheet:
    """The report in words. `standing`: how far the count is, where that is told from another moment than its own."""
    return Sheet(
        headline=host_headline() if isinstance(report, HostReport) else None,
        title=f"{harmless(report.game)} · {day_heading(report)}",
        standing=standing or standing_in_words(report),
        columns=_columns(report),
        rows=tuple(_row(report, row) for row in report.rows),
        result=result_in_words(report),
        announcement=announcement_in_words(report),
        polls=tuple((poll_name(each.poll), tuple(_poll_lines(report, each))) for each in report.polls),
        doubts=tuple(
            Line(f"{_author(report, each)}: «{written_in_words(each.text)}»: {doubt_in_words(each.why)}", each.post)
            for each in report.unclear
        ),
        refusals=tuple(
            Line(
                f"{_author(report, each)} → {written_in_words(each.on and half_name(each.on))}: "
                f"{reason_in_words(each.reason)}",
                each.post,
            )
            for each in report.rejected
        ),
        missing=", ".join(harmless(name) for name in report.missing) or _("everybody has voted"),
    )


def _columns(report: DayReport) -> tuple[Column, ...]:
    if not report.with_totals:
        return ()
    coloured = (Column(_("Red"), "red"), Column(_("Blue"), "blue")) if report.with_colours else ()
    return (*coloured, Column(_("Score")))


def _row(report: DayReport, row: Row) -> SheetRow:
    sums = (row.against, row.defence, row.score) if report.with_colours else (row.score,)
    voters = []
    for colour, word in (("red", _("Red")), ("blue", _("Blue")), (None, None)):
        names = tuple(
            Line(_author(report, vote) + (f" ×{vote.weight}" if vote.weight != 1 else ""), vote.post)
            for vote in row.votes
            if vote.colour == colour
        )
        if names:
            voters.append(Voters(word, colour, names))
    numbers = tuple(each for each in sums if each is not None) if report.with_totals else ()
    return SheetRow(harmless(half_name(row.player)), numbers, tuple(voters))


def _poll_lines(report: DayReport, poll: PollTable) -> Iterator[Line]:
    """A line for each candidate of a poll beside the main one; who has not voted in it."""
    for row in poll.rows:
        score = "" if row.score is None else f" — {row.score}"
        voters = ", ".join(name.text for each in _row(report, row).voters for name in each.names)
        yield Line(f"{harmless(half_name(row.player))}{score}: {voters}")
    if poll.missing:
        names = ", ".join(harmless(name) for name in poll.missing)
        yield Line(f"{_('Have not voted')}: {names}")


def _author(report: DayReport, sighted: Sighted) -> str:
    time, word = time_in_words(report, sighted), host_word_in_words(sighted)
    return " ".join([harmless(sighted.by), *([time] if time else []), *([f"({word})"] if word else [])])
