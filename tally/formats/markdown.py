"""A day's report as Markdown, for the boards and chats that take it; in a quote, so that nothing of it is a vote.

In: a report. Out: text with a table as GitHub, Discourse and NodeBB write them.
"""

import re
from collections.abc import Iterator
from urllib.parse import quote

from tally.count.report import DayReport
from tally.formats.sheet import Line, Sheet, SheetPoll, SheetTable, Voters, make_sheet
from tally.harmless import safe_link
from tally.texts import _

__all__ = ["report_as_markdown"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~@:&])")


def report_as_markdown(report: DayReport) -> str:
    """The text, each line of it quoted."""
    return "".join(f"> {line}".rstrip() + "\n" for line in _lines(make_sheet(report)))


def _lines(sheet: Sheet) -> Iterator[str]:
    if sheet.headline is not None:
        yield from (f"**{sheet.headline}**", "")
    yield from (f"**{_plain(sheet.title)}**", "", _plain(sheet.standing), "")
    if sheet.ending is not None:
        yield from (_linked(sheet.ending), "")
    if sheet.table.rows:
        yield from _rows(sheet.table)
    else:
        yield _("No votes.")
    yield ""
    for line in (sheet.result and f"**{_plain(sheet.result)}**", sheet.announcement and _plain(sheet.announcement)):
        if line:
            yield from (line, "")
    yield _plain(sheet.missing)
    if sheet.majority is not None:
        yield from ("", _plain(sheet.majority))
    for poll in sheet.polls:
        yield from _poll(poll)
    for title, lines in sheet.lists:
        yield from ("", f"{title}:", "")
        yield from (f"- {_linked(line)}" for line in lines)


def _rows(table: SheetTable) -> Iterator[str]:
    if table.has_columns:
        yield from _table(table)
        return
    for row in table.rows:
        yield " – ".join([f"- {_plain(row.head)}", *(_voters(each) for each in row.voters)])


def _table(table: SheetTable) -> Iterator[str]:
    heads = [_("Candidate"), *(column.title for column in table.columns), _("Votes")]
    yield f"| {' | '.join(heads)} |"
    yield f"| --- |{' --: |' * len(table.columns)} --- |"
    for row in table.rows:
        cells = [_plain(row.player), *map(str, row.numbers), "<br>".join(_voters(each) for each in row.voters)]
        yield f"| {' | '.join(cells)} |"


def _poll(poll: SheetPoll) -> Iterator[str]:
    yield from ("", f"**{_plain(poll.title)}**", "")
    yield from _rows(poll.table)
    if poll.result is not None:
        yield from ("", f"**{_plain(poll.result)}**")
    if poll.missing is not None:
        yield from ("", _plain(poll.missing))


def _voters(voters: Voters) -> str:
    lead = f"{voters.word}: " if voters.word else ""
    return lead + ", ".join(_linked(each) for each in voters.names)


def _linked(line: Line) -> str:
    address = safe_link(line.post)
    if address is None:
        return _plain(line.text)
    return f"[{_plain(line.text)}](<{quote(address, safe=':/?#&=%~+,;@!$*.-_')}>)"


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
