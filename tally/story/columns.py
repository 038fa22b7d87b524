"""A table of plain text: rows of cells become lines, columns set apart by two spaces, nothing cut."""

import unicodedata
from collections.abc import Sequence

__all__ = ["set_in_columns"]


def set_in_columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """The lines; the columns named in `right` (from 0) end flush, the others begin so."""
    widths = [max(_width(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        cells = []
        for place, cell in enumerate(row):
            gap = " " * (widths[place] - _width(cell))
            cells.append(gap + cell if place in right else cell + gap)
        lines.append("  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """How many places a terminal gives the text: wide signs take two, combining ones none."""
    width = 0
    for sign in text:
        if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn", "Me"):
            continue
        width += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return width
