"""A day's report as BBCode, to be put into a post: in the variant that the forum's engine understands.

All stands in a quote, so that whoever reads the thread for votes, this program included, takes none of it for one.
In: a report and the id of an engine (FORMATS 6). Out: the text of a post.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from tally.count.report import DayReport
from tally.formats.sheet import Column, Line, Sheet, SheetPoll, SheetRow, SheetTable, Voters, make_sheet
from tally.harmless import safe_link
from tally.texts import _

__all__ = ["report_as_bbcode"]

_ZERO_WIDTH_SPACE = "\N{ZERO WIDTH SPACE}"


@dataclass(frozen=True, slots=True)
class _Variant:
    """What an engine has beside bold, colour, quotes and links. `spoiler` opens one, with the place of its title."""

    table: str | None = None
    header: str = "td"
    items: bool = True
    spoiler: str | None = None


_PLAIN = _Variant(items=False)
_VARIANTS = {
    "phpbb": _Variant(),
    "mybb": _Variant(),
    "smf": _Variant(table="[table]"),
    "vbulletin3": _Variant(),
    "vbulletin4": _Variant(table='[table="class: grid"]'),
    "vbulletin5": _Variant(table='[table="class: grid"]'),
    "ipb3": _Variant(spoiler="[spoiler]"),
    "xenforo1": _Variant(spoiler='[spoiler="{title}"]'),
    "xenforo2": _Variant(table="[table]", header="th", spoiler='[spoiler="{title}"]'),
    "rusff": _Variant(items=False, spoiler='[spoiler="{title}"]'),
    "ucoz": _Variant(items=False, spoiler="[spoiler]"),
}


def report_as_bbcode(report: DayReport, engine: str | None = None) -> str:
    """The text of a post. Without an engine, or for one that is not known, only what all of them understand."""
    sheet = make_sheet(report)
    variant = _VARIANTS.get(engine or "", _PLAIN)
    return "[quote]" + "\n".join(_lines(sheet, variant)).strip() + "[/quote]\n"


def _lines(sheet: Sheet, variant: _Variant) -> Iterator[str]:
    if sheet.headline is not None:
        yield f"[b]{sheet.headline}[/b]"
    yield f"[b]{_plain(sheet.title)}[/b]"
    yield _plain(sheet.standing)
    if sheet.ending is not None:
        yield _linked(sheet.ending)
    yield ""
    if sheet.table.rows:
        yield from _rows(sheet.table, variant)
    else:
        yield _("No votes.")
    if sheet.result is not None:
        yield f"[b]{_plain(sheet.result)}[/b]"
    if sheet.announcement is not None:
        yield _plain(sheet.announcement)
    yield _plain(sheet.missing)
    if sheet.majority is not None:
        yield _plain(sheet.majority)
    for poll in sheet.polls:
        yield from _poll(poll, variant)
    for title, lines in sheet.lists:
        yield from _details(title, lines, variant)


def _poll(poll: SheetPoll, variant: _Variant) -> Iterator[str]:
    yield f"\n[b]{_plain(poll.title)}[/b]"
    yield from _rows(poll.table, variant)
    if poll.result is not None:
        yield f"[b]{_plain(poll.result)}[/b]"
    if poll.missing is not None:
        yield _plain(poll.missing)


def _rows(table: SheetTable, variant: _Variant) -> Iterator[str]:
    """The candidates with their sums and voters: a table where there are columns and the engine has tables."""
    if not table.has_columns:
        lines = [" – ".join([_plain(row.head), *(_voters(each) for each in row.voters)]) for row in table.rows]
        yield from _items(lines, variant) if variant.items else lines
    elif variant.table is not None:
        yield from _table(table.columns, table.rows, variant)
    else:
        yield from _items([_row_in_line(table.columns, row) for row in table.rows], variant)


def _table(columns: tuple[Column, ...], rows: tuple[SheetRow, ...], variant: _Variant) -> Iterator[str]:
    heads = [_("Candidate"), *(_painted(column.title, column.colour) for column in columns), _("Votes")]
    yield f"{variant.table}\n{_cells(heads, variant.header)}"
    for row in rows:
        numbers = [_painted(str(number), column.colour) for number, column in zip(row.numbers, columns, strict=True)]
        voters = "\n".join(_voters(each) for each in row.voters)
        yield _cells([_plain(row.player), *numbers, voters], "td")
    yield "[/table]"


def _cells(cells: list[str], tag: str) -> str:
    return "[tr]" + "".join(f"[{tag}]{cell}[/{tag}]" for cell in cells) + "[/tr]"


def _row_in_line(columns: tuple[Column, ...], row: SheetRow) -> str:
    """«Дед Пихто: Красные 6, Синие 2, Итог 4», then the voters, a line for each colour."""
    numbers = ", ".join(
        f"{_painted(column.title, column.colour)} {number}" for number, column in zip(row.numbers, columns, strict=True)
    )
    head = f"{_plain(row.player)}: {numbers}" if numbers else f"{_plain(row.player)}:"
    return "\n".join([head, *(_voters(each) for each in row.voters)])


def _voters(voters: Voters) -> str:
    lead = f"{_painted(voters.word, voters.colour)}: " if voters.word else ""
    return lead + ", ".join(_linked(each) for each in voters.names)


def _items(items: list[str], variant: _Variant) -> Iterator[str]:
    if variant.items:
        yield "[list]"
        yield from (f"[*]{item}" for item in items)
        yield "[/list]"
    else:
        yield from (f"• {item}\n" for item in items)


def _details(title: str, lines: tuple[Line, ...], variant: _Variant) -> Iterator[str]:
    told = [_linked(line) for line in lines]
    if variant.spoiler is None:
        yield f"\n{title}:"
        yield from _items(told, variant)
        return
    opened = variant.spoiler.format(title=title)
    yield f"\n{title}:\n{opened}" if "{title}" not in variant.spoiler else f"\n{opened}"
    yield from (f"• {line}" for line in told)
    yield "[/spoiler]"


def _linked(line: Line) -> str:
    address = safe_link(line.post)
    if address is None:
        return _plain(line.text)
    return f"[url={quote(address, safe=':/?#&=%~+,;@!$()*.-_')}]{_plain(line.text)}[/url]"


def _painted(text: str | None, colour: str | None) -> str:
    """A word or a number in its colour; never a name, which painted would be a vote."""
    return f"[color={colour}]{text}[/color]" if colour else text or ""


def _plain(text: str) -> str:
    """Text in which no BBCode works: there is no other way to escape a bracket that all engines know."""
    return text.replace("[", f"[{_ZERO_WIDTH_SPACE}")
