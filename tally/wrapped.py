"""Lines set into the width of a terminal; what goes into a file or a pipe stays as it is.

In: lines, each with the indent of what it belongs to. Out: lines no longer than the terminal is wide, but addresses.
"""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator

__all__ = ["terminal_width", "wrap_lines"]


def terminal_width() -> int | None:
    """How wide the terminal is; None where the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def wrap_lines(lines: Iterable[str], width: int | None) -> Iterator[str]:
    """The lines, each broken at blanks where it is too long; what follows stands two places further in."""
    for line in lines:
        if width is None or len(line) <= width:
            yield line
            continue
        text = line.lstrip()
        indent = line[: len(line) - len(text)]
        yield from textwrap.wrap(
            text,
            width,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        ) or [line]
