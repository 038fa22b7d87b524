"""The keys of an index in other orders, made when first asked for: by their beginning, and by their length."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from tally.names.match import Grade

__all__ = ["Entry", "OrderedKeys", "Table", "numbers_in", "regraded"]

Entry = tuple[int, Grade, int]
"""An entry of a table: number of the seat, grade, number of the spelling."""
_DIGITS = re.compile(r"[0-9]+")
Table = dict[str, tuple[Entry, ...]]


class OrderedKeys:
    """The tables of an index, for what is not asked by a whole key."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.tables = tables
        self._sorted: dict[str, list[str]] = {}
        self._alike: dict[str, dict[tuple[int, tuple[int, ...]], list[str]]] = {}
        self._whole: list[tuple[str, tuple[Entry, ...]]] | None = None

    def starting(self, table: str, beginning: str) -> Iterator[str]:
        """The keys of a table that begin so, in alphabetical order."""
        if table not in self._sorted:
            self._sorted[table] = sorted(self.tables[table])
        keys = self._sorted[table]
        for place in range(bisect_left(keys, beginning), len(keys)):
            if not keys[place].startswith(beginning):
                return
            yield keys[place]

    def of_length(self, table: str, length: int, numbers: tuple[int, ...]) -> list[str]:
        """The keys of a table that have so many letters, and just these numbers among them."""
        if table not in self._alike:
            groups: defaultdict[tuple[int, tuple[int, ...]], list[str]] = defaultdict(list)
            for key in self.tables[table]:
                groups[len(key), numbers_in(key)].append(key)
            self._alike[table] = dict(groups)
        return self._alike[table].get((length, numbers), [])

    def whole_names(self) -> list[tuple[str, tuple[Entry, ...]]]:
        """The names themselves, no case forms of them."""
        if self._whole is None:
            self._whole = [
                (name, named)
                for name, entries in self.tables["fold"].items()
                if (named := tuple(entry for entry in entries if entry[1] is not Grade.INFLECTED))
            ]
        return self._whole

    def of_spellings(self, numbers: Collection[int], grade: Grade) -> tuple[Entry, ...]:
        """Entries for the names of these numbers."""
        return tuple(
            (seat, grade, number)
            for entries in (self.tables["raw"].values() if numbers else ())
            for seat, _grade, number in entries
            if number in numbers
        )


def regraded(entries: Iterable[Entry], grade: Grade) -> tuple[Entry, ...]:
    """The same entries, less certain."""
    return tuple((seat, grade, spelling) for seat, _grade, spelling in entries)


def numbers_in(key: str) -> tuple[int, ...]:
    """The numbers in a name: «08» is 8."""
    return tuple(int(digits) for digits in _DIGITS.findall(key))
