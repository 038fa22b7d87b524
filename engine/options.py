"""The options of a ruleset: what a game may choose, checked; and their values put into the ruleset's data.

In `rules.toml` a value `"$key"` stands for an option; `{ "$" = "key", a = 1, b = 2 }` for what belongs to its value
(nothing, where the value is not listed); `{ "$" = "key", unless = "any" }` for the value itself, but nothing where it
is that word. A table with `when` is there only if the condition holds: `when = "$key"`
(a boolean option) or `when = { option = "key", is = [values] }`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.faults import Fault, FaultCode, Path, nearest
from engine.moments import read_clock_time

__all__ = ["Option", "OptionType", "chosen_options", "put_options"]


class OptionType(StrEnum):
    """What values an option takes; `choice`: one of `values`; `words`: a table of lists of words, its keys `values`."""

    CHOICE = "choice"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    TIME = "time"
    STRING = "string"
    STRINGS = "strings"
    INTEGERS = "integers"
    TABLES = "tables"
    WORDS = "words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option. `decision`: the number of the page's decision; `values`: what a choice allows, or words that may
    stand instead of a number; `length`: how many numbers; `columns`: the keys of each table and the types of their
    values; `required`: a fact of the game, without a default; `secret`: not to be published."""

    type: OptionType
    about: str
    default: Any = None
    values: tuple[Any, ...] = ()
    decision: str = ""
    least: int | None = None
    length: int | None = None
    columns: Mapping[str, OptionType] = field(default_factory=dict)
    required: bool = False
    secret: bool = False

    def accepts(self, value: object) -> bool:
        """Whether the value is allowed."""
        if any(value == each and type(value) is type(each) for each in self.values):
            return True
        match self.type:
            case OptionType.CHOICE:
                return False
            case OptionType.BOOLEAN:
                return isinstance(value, bool)
            case OptionType.INTEGER:
                is_number = isinstance(value, int) and not isinstance(value, bool)
                return is_number and (self.least is None or int(str(value)) >= self.least)
            case OptionType.TIME:
                return isinstance(value, str) and read_clock_time(value) is not None
            case OptionType.STRING:
                return isinstance(value, str)
            case OptionType.STRINGS:
                return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
            case OptionType.INTEGERS:
                if not isinstance(value, list | tuple) or self.length not in (None, len(value)):
                    return False
                return all(type(each) is int for each in value)
            case OptionType.TABLES:
                return isinstance(value, list | tuple) and all(self._is_row(each) for each in value)
            case OptionType.WORDS:
                return isinstance(value, Mapping) and all(
                    key in self.values
                    and isinstance(words, list | tuple)
                    and all(isinstance(each, str) for each in words)
                    for key, words in value.items()
                )

    def _is_row(self, table: object) -> bool:
        """Whether a table has the option's columns and nothing else."""
        if not isinstance(table, Mapping) or set(table) != set(self.columns):
            return False
        return all(
            Option(type=kind, about=self.about, least=0).accepts(table[key]) for key, kind in self.columns.items()
        )

    def allowed(self) -> tuple[str, ...]:
        """What would be right, in words of the file."""
        words = tuple(_as_toml(value) for value in self.values)
        match self.type:
            case OptionType.CHOICE:
                return words
            case OptionType.BOOLEAN:
                return ("true", "false")
            case OptionType.TIME:
                return ("HH:MM:SS",)
            case OptionType.INTEGER if self.least is not None:
                return (*words, f"integer from {self.least}")
        if self.columns:
            return (*words, "{ " + ", ".join(f"{key} = {kind}" for key, kind in self.columns.items()) + " }")
        return (*words, str(self.type))


def _as_toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def chosen_options(
    options: Mapping[str, Option], given: Mapping[str, Any], path: Path
) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """The value of every option, and the faults of those that were given."""
    faults: list[Fault] = []
    for key, value in given.items():
        option = options.get(key)
        if option is None:
            faults.append(Fault((*path, key), FaultCode.UNKNOWN_OPTION, key, nearest(key, options)))
        elif not option.accepts(value):
            faults.append(Fault((*path, key), FaultCode.WRONG_VALUE, value, option.allowed()))
    for key, option in options.items():
        if option.required and key not in given:
            faults.append(Fault((*path, key), FaultCode.MISSING_KEY, key, option.allowed()))
    values = {
        key: given[key] if key in given and option.accepts(given[key]) else option.default
        for key, option in options.items()
    }
    return values, tuple(faults)


_ABSENT = object()


def put_options(data: Any, values: Mapping[str, Any], path: Path, faults: list[Fault], *, drop: bool) -> Any:
    """The data with the options' values put in; with `drop`, without the tables whose `when` fails.

    A reference to an option that is not declared is noted in `faults`.
    """
    if isinstance(data, str) and data.startswith("$"):
        return _value(data[1:], values, path, faults)
    if isinstance(data, Mapping):
        if "$" in data:
            chosen = _value(str(data["$"]), values, path, faults)
            if "unless" in data:
                return _ABSENT if chosen == data["unless"] else chosen
            part = data.get(str(chosen).lower() if isinstance(chosen, bool) else str(chosen), _ABSENT)
            return put_options(part, values, path, faults, drop=drop)
        parts = {
            key: put_options(each, values, (*path, key), faults, drop=drop)
            for key, each in data.items()
            if key != "when" and not (drop and not _holds(each, values))
        }
        return {key: part for key, part in parts.items() if part is not _ABSENT}
    if isinstance(data, list):
        return [
            put_options(each, values, (*path, index), faults, drop=drop)
            for index, each in enumerate(data)
            if not (drop and not _holds(each, values))
        ]
    return data


def _value(key: str, values: Mapping[str, Any], path: Path, faults: list[Fault]) -> Any:
    if key not in values:
        faults.append(Fault(path, FaultCode.UNKNOWN_OPTION, key, nearest(key, values)))
    return values.get(key)


def _holds(table: object, values: Mapping[str, Any]) -> bool:
    """Whether the table's `when` holds (it does where there is none)."""
    when = table.get("when", True) if isinstance(table, Mapping) else True
    if isinstance(when, str):
        return bool(values.get(when.removeprefix("$")))
    if isinstance(when, Mapping):
        wanted = when.get("is", True)
        found = values.get(str(when.get("option")))
        return found in wanted if isinstance(wanted, list) else bool(found == wanted)
    return bool(when)
