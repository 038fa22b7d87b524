"""The keys of an index in other orders, made when first asked for: by their beginning, and by their length."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping

from tally.names.match import Grade

__all__ = ["Entry", "OrderedKeys", "Table"]

Entry = tuple[int, Grade, int]
"""An entry of a table: number of the seat, grade, number of the spelling."""
Table = dict[str, tuple[Entry, ...]]


class OrderedKeys:
    """The tables of an index, for what is not asked by a whole key."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.tables = tables
        self._sorted: dict[str, list[str]] = {}
        self._by_length: dict[str, dict[int, list[str]]] = {}

    def starting(self, table: str, beginning: str) -> Iterator[str]:
        """The keys of a table that begin so, in alphabetical order."""
        if table not in self._sorted:
            self._sorted[table] = sorted(self.tables[table])
        keys = self._sorted[table]
        for place in range(bisect_left(keys, beginning), len(keys)):
            if not keys[place].startswith(beginning):
                return
            yield keys[place]

    def of_length(self, table: str, length: int) -> list[str]:
        """The keys of a table that have so many letters."""
        if table not in self._by_length:
            groups: defaultdict[int, list[str]] = defaultdict(list)
            for key in self.tables[table]:
                groups[len(key)].append(key)
            self._by_length[table] = dict(groups)
        return self._by_length[table].get(length, [])
