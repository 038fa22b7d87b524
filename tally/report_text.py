"""A day's report for people to read: a table on a terminal, whole plain lines in a pipe or a file.

In: a report. Out: text on the standard output. Which votes count was decided before.
"""

import io
import sys
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from tally.harmless import harmless
from tally.reasons import doubt_in_words, reason_in_words
from tally.report import DayReport, HostReport, Row, Sighted
from tally.story.headline import HOST_HEADLINE
from tally.texts import _
from tally.wording import (
    announcement_in_words,
    day_heading,
    host_word_in_words,
    result_in_words,
    standing_in_words,
    time_in_words,
    written_in_words,
)

__all__ = ["print_report"]

# wider than any line can be: in a pipe nothing is wrapped or cut
_UNBOUNDED = 100_000


def print_report(report: DayReport, now: datetime) -> None:
    """Print the report. `now`: from when the time that is left counts."""
    parts = _parts(report, now)
    if sys.stdout.isatty():
        console = Console(highlight=False)
        for part in parts:
            console.print(part)
        return
    written = io.StringIO()
    console = Console(file=written, width=_UNBOUNDED, color_system=None, highlight=False)
    for part in parts:
        console.print(part)
    for line in written.getvalue().splitlines():
        sys.stdout.write(f"{line.rstrip()}\n")


def _parts(report: DayReport, now: datetime) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if isinstance(report, HostReport):
        parts.append(Text(HOST_HEADLINE, style="bold reverse"))
    parts.append(Text(f"{harmless(report.game)} · {day_heading(report)}", style="bold"))
    parts.append(Text(standing_in_words(report, now)))
    parts.append(_table(report) if report.rows else Text(f"\n{_('No votes.')}\n"))
    result = result_in_words(report)
    if result:
        parts += [Text(result, style="bold"), Text("")]
    announcement = announcement_in_words(report)
    if announcement:
        parts += [Text(announcement), Text("")]
    doubts = [
        f"{_author(report, each)}: «{written_in_words(each.text)}»: {doubt_in_words(each.why)}"
        for each in report.unclear
    ]
    refusals = [
        f"{_author(report, each)} → {written_in_words(each.on)}: {reason_in_words(each.reason)}"
        for each in report.rejected
    ]
    parts += _list(_("Waiting for the host's word"), doubts) + _list(_("Not counted"), refusals)
    silent = ", ".join(harmless(name) for name in report.missing) or _("everybody has voted")
    parts.append(Text(f"{_('Have not voted')}: {silent}"))
    return parts


def _list(title: str, lines: list[str]) -> list[RenderableType]:
    return [Text(f"{title}:"), *(Text(f"  {line}") for line in lines), Text("")] if lines else []


def _table(report: DayReport) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(_("Candidate"), overflow="fold")
    if report.with_totals:
        if report.with_colours:
            table.add_column(_("Red"), justify="right", style="red")
            table.add_column(_("Blue"), justify="right", style="blue")
        table.add_column(_("Score"), justify="right", style="bold")
    table.add_column(_("Votes"), overflow="fold")
    for row in report.rows:
        sums = (row.against, row.defence, row.score) if report.with_colours else (row.score,)
        numbers = [str(each) for each in sums] if report.with_totals else []
        table.add_row(Text(harmless(row.player)), *numbers, _voters(report, row))
    return table


def _voters(report: DayReport, row: Row) -> Text:
    """One line for each colour, so that a colour is never told by colour alone."""
    lines = []
    for colour, word in (("red", _("Red")), ("blue", _("Blue")), (None, None)):
        votes = [
            _author(report, vote) + (f" ×{vote.weight}" if vote.weight != 1 else "")
            for vote in row.votes
            if vote.colour == colour
        ]
        if votes:
            lines.append(Text(f"{word}: " if word else "", style=colour or "").append(", ".join(votes)))
    return Text("\n").join(lines)


def _author(report: DayReport, sighted: Sighted) -> str:
    time, word = time_in_words(report, sighted), host_word_in_words(sighted)
    return " ".join([harmless(sighted.by), *([time] if time else []), *([f"({word})"] if word else [])])
