"""Reads the tables of a TOML file key by key: values of the right type come out, all that is wrong becomes a fault.

The code that takes the keys is the description of the file: what nobody took is an unknown key.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from engine.moments import PhaseId, is_playable, read_phase_id, read_time
from tally.folder.toml_places import Fault, KeyPath, SourceFile, nearest
from tally.texts import _

__all__ = ["TableReader"]

T = TypeVar("T")


class TableReader:
    """One table of a file. Every method takes a key and gives its value, or None where it is absent or wrong."""

    def __init__(self, source: SourceFile, faults: list[Fault], keys: KeyPath = (), table: object = None) -> None:
        """Read the table `table`, which stands at `keys` of `source`; what is wrong is added to `faults`."""
        self.source = source
        self.keys = keys
        self._faults = faults
        self._asked: list[str] = []
        self._table: dict[str, Any] = {}
        if isinstance(table, dict):
            self._table = table
        elif table is not None:
            self._note(keys, _("a table is wanted here, not {found}").format(found=_name_type(table)))

    def fault(self, key: str | int | None, problem: str) -> None:
        """Note that something is wrong at a key of this table, or with the table itself."""
        self._note(self.keys if key is None else (*self.keys, key), problem)

    def _note(self, keys: KeyPath, problem: str) -> None:
        self._faults.append(self.source.fault(keys, problem))

    def has(self, key: str) -> bool:
        return key in self._table

    def anything(self, key: str) -> Any:
        self._asked.append(key)
        return self._table.get(key)

    def require(self, key: str, example: str) -> bool:
        """Whether the key is there; a fault, with what would be right, where it is not."""
        if key not in self._table:
            self.fault(None, _("“{key}” is missing, like {example}").format(key=key, example=example))
            return False
        return True

    def text(self, key: str) -> str | None:
        value = self.anything(key)
        if value is None or isinstance(value, str):
            return value
        self.fault(key, _("a text in quotes is wanted here, not {found}").format(found=_name_type(value)))
        return None

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; a single text stands for a list of one."""
        value = self.anything(key)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.fault(key, _('a list of texts is wanted here, like ["…", "…"]'))
            return ()
        return tuple(value)

    def ids(self, key: str) -> tuple[str, ...]:
        """A list of account ids, which may be written as numbers."""
        value = self.anything(key)
        if value is None:
            return ()
        listed = value if isinstance(value, list) else [value]
        if not all(isinstance(each, str | int) and not isinstance(each, bool) for each in listed):
            self.fault(key, _("a list of account ids is wanted here, like [12, 57]"))
            return ()
        return tuple(str(each) for each in listed)

    def number(self, key: str, *, least: float, most: float) -> float | None:
        value = self.anything(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            self.fault(key, _("a number from {least} to {most} is wanted here").format(least=least, most=most))
            return None
        return float(value)

    def date(self, key: str) -> date | None:
        value = self.anything(key)
        if isinstance(value, str):
            value = _read(date.fromisoformat, value)
        if value is not None and not isinstance(value, datetime) and isinstance(value, date) and is_playable(value):
            return value
        if key in self._table:
            self.fault(key, _("a date is wanted here, like 2024-01-10"))
        return None

    def moment(self, key: str, zone: ZoneInfo) -> datetime | time | None:
        """A full date-time (one without offset is of `zone`), or a bare time of the phase's day."""
        value = self.anything(key)
        if isinstance(value, str):
            value = read_time(value)
        if isinstance(value, datetime) and is_playable(value):
            return value if value.tzinfo is not None else value.replace(tzinfo=zone)
        if isinstance(value, time):
            return value
        if key in self._table:
            self.fault(key, _("a time is wanted here, like 2024-01-14T23:00:00+03:00 or 23:00:00"))
        return None

    def phase(self, key: str) -> PhaseId | None:
        value = self.anything(key)
        phase = read_phase_id(value) if isinstance(value, str) else None
        if phase is None and key in self._table:
            self.fault(key, _('a phase is wanted here, like "day5" or "night4"'))
        return phase

    def zone(self, key: str) -> ZoneInfo | None:
        value = self.text(key)
        zone = None if value is None else _read(ZoneInfo, value)
        if value is not None and zone is None:
            self.fault(
                key,
                _("there is no time zone “{found}”; right is, for instance, {example}").format(
                    found=value, example="Europe/Moscow"
                ),
            )
        return zone

    def choice(self, key: str, right: Iterable[str]) -> str | None:
        value = self.text(key)
        choices = tuple(right)
        if value is None or value in choices:
            return value
        self.fault(key, _choose(_("“{found}” is not known here").format(found=value), value, choices))
        return None

    def table(self, key: str) -> "TableReader":
        return TableReader(self.source, self._faults, (*self.keys, key), self.anything(key))

    def tables(self, key: str) -> tuple["TableReader", ...]:
        value = self.anything(key)
        if value is not None and not isinstance(value, list):
            self.fault(key, _("a list of tables is wanted here, each begun by [[{key}]]").format(key=key))
            return ()
        keys = (*self.keys, key)
        return tuple(
            TableReader(self.source, self._faults, (*keys, place), each) for place, each in enumerate(value or ())
        )

    def all(self) -> Mapping[str, Any]:
        """Every key that was not taken by name, as it stands."""
        rest = {key: value for key, value in self._table.items() if key not in self._asked}
        self._asked.extend(rest)
        return rest

    def finish(self) -> None:
        """Note the keys that this table does not have, each with the nearest that it has."""
        for key in self._table:
            if key not in self._asked:
                self.fault(key, _choose(_("there is no such key here"), key, self._asked))


def _choose(problem: str, written: str, right: Iterable[str]) -> str:
    choices = tuple(dict.fromkeys(right))
    near = nearest(written, choices)
    if near is not None:
        return _("{problem}; probably “{near}” is meant").format(problem=problem, near=near)
    if not choices:
        return problem
    return _("{problem}; right would be: {choices}").format(problem=problem, choices=", ".join(choices))


def _read(read: Callable[[str], T], text: str) -> T | None:
    try:
        return read(text)
    except (ValueError, KeyError, OSError):
        # zoneinfo: KeyError for an unknown name, ValueError for one that leads out of its folder, OSError for a folder
        return None


def _name_type(value: object) -> str:
    names: tuple[tuple[type | tuple[type, ...], str], ...] = (
        (bool, _("true or false")),
        ((int, float), _("a number")),
        (str, _("a text")),
        (list, _("a list")),
        (dict, _("a table")),
    )
    return next((name for kind, name in names if isinstance(value, kind)), _("a date or time"))
