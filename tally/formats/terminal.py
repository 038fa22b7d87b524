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

from tally.count.report import DayReport
from tally.count.wording import standing_in_words
from tally.formats.sheet import Sheet, SheetPoll, SheetRow, SheetTable, make_sheet
from tally.texts import _

__all__ = ["print_report"]

# wider than any line can be: in a pipe nothing is wrapped or cut
_UNBOUNDED = 100_000


def print_report(report: DayReport, now: datetime) -> None:
    """Print the report. `now`: from when the time that is left counts."""
    parts = _parts(make_sheet(report, standing_in_words(report, now)))
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


def _parts(sheet: Sheet) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if sheet.headline is not None:
        parts.append(Text(sheet.headline, style="bold reverse"))
    parts.append(Text(sheet.title, style="bold"))
    parts.append(Text(sheet.standing))
    if sheet.ending is not None:
        parts.append(Text(sheet.ending.text))
    parts += _rows(sheet.table) if sheet.table.rows else [Text(f"\n{_('No votes.')}\n")]
    if sheet.result is not None:
        parts += [Text(sheet.result, style="bold"), Text("")]
    if sheet.announcement is not None:
        parts += [Text(sheet.announcement), Text("")]
    for title, lines in sheet.lists:
        parts += [Text(f"{title}:"), *(Text(f"  {line.text}") for line in lines), Text("")]
    parts.append(Text(sheet.missing))
    if sheet.majority is not None:
        parts.append(Text(sheet.majority))
    for poll in sheet.polls:
        parts += _poll(poll)
    return parts


def _poll(poll: SheetPoll) -> list[RenderableType]:
    parts: list[RenderableType] = [Text(f"\n{poll.title}", style="bold"), *_rows(poll.table)]
    if poll.result is not None:
        parts += [Text(poll.result, style="bold"), Text("")]
    if poll.missing is not None:
        parts.append(Text(poll.missing))
    return parts


def _rows(told: SheetTable) -> list[RenderableType]:
    if not told.has_columns:
        return [Text(""), *map(_count_line, told.rows), Text("")]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(_("Candidate"), overflow="fold")
    for column in told.columns:
        table.add_column(column.title, justify="right", style=column.colour or "bold")
    table.add_column(_("Votes"), overflow="fold")
    for row in told.rows:
        table.add_row(Text(row.player), *(str(number) for number in row.numbers), _voters(row))
    return [table]


def _count_line(row: SheetRow) -> Text:
    head = (row.head, "bold")
    return Text.assemble(head, " – ", _voters(row)) if row.voters else Text.assemble(head)


def _voters(row: SheetRow) -> Text:
    """One line for each colour."""
    lines = [
        Text(f"{each.word}: " if each.word else "", style=each.colour or "").append(
            ", ".join(name.text for name in each.names)
        )
        for each in row.voters
    ]
    return Text("\n").join(lines)
