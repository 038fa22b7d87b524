"""Builds frozen dataclasses from parsed TOML by their type hints, and notes every fault with its path.

A field's type is its schema: str, int, float, bool, `time`, an enum, a dataclass, `X | None`, `tuple[X, ...]`,
`Mapping[str, X]`, `Any`. A type that is registered (`Registry`) is chosen by the table's key `do`.
"""

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import time
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from engine.faults import Fault, FaultCode, Path, nearest
from engine.moments import read_clock_time

__all__ = ["WRONG", "Builder", "Registry"]

Part = TypeVar("Part", bound=type)


class Registry:
    """Named classes that a ruleset's table chooses among by `do`. `base` is the type of the fields that hold one."""

    def __init__(self, base: type) -> None:
        self.base = base
        self._classes: dict[str, type] = {}

    def add(self, name: str) -> typing.Callable[[Part], Part]:
        """Class decorator: the name under which a ruleset asks for the class."""

        def register(part: Part) -> Part:
            self._classes[name] = part
            return part

        return register

    def extended(self, more: Mapping[str, type]) -> "Registry":
        """The same with classes of one ruleset's own."""
        registry = Registry(self.base)
        registry._classes = {**self._classes, **more}
        return registry

    def find(self, name: str) -> type | None:
        return self._classes.get(name)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._classes))


class _Wrong:
    """What a reader gives where there is no value to give; the fault is noted."""


WRONG = _Wrong()


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


class Builder:
    """Reads values of declared types; collects `faults`."""

    def __init__(self, registries: tuple[Registry, ...] = ()) -> None:
        self.faults: list[Fault] = []
        self._registries = {registry.base: registry for registry in registries}

    def note(self, path: Path, code: FaultCode, found: object = None, allowed: tuple[str, ...] = ()) -> _Wrong:
        """Note a fault; gives `WRONG` for the caller to hand on."""
        self.faults.append(Fault(path, code, found, allowed))
        return WRONG

    def build(self, cls: type, table: object, path: Path) -> Any:
        """An instance of the dataclass made of the table, or `WRONG`."""
        if not isinstance(table, Mapping):
            return self.note(path, FaultCode.WRONG_TYPE, table, ("table",))
        known = {_key(field.name): field for field in fields(cls)}
        values: dict[str, Any] = {}
        for key, value in table.items():
            field = known.get(key)
            if field is None:
                self.note((*path, key), FaultCode.UNKNOWN_KEY, key, nearest(key, known))
                continue
            values[field.name] = self.read(_hints(cls)[field.name], value, (*path, key))
        for key, field in known.items():
            if field.name not in values and field.default is MISSING and field.default_factory is MISSING:
                values[field.name] = self.note((*path, key), FaultCode.MISSING_KEY, key)
        if any(value is WRONG for value in values.values()):
            return WRONG
        return cls(**values)

    def read(self, hint: Any, value: object, path: Path) -> Any:
        """The value as the type asks, or `WRONG`."""
        origin = typing.get_origin(hint)
        if hint is Any or hint is object:
            return value
        if origin in (typing.Union, types.UnionType):
            return self._read_union(typing.get_args(hint), value, path)
        if origin is tuple:
            return self._read_list(typing.get_args(hint)[0], value, path)
        if origin in (Mapping, dict):
            return self._read_mapping(typing.get_args(hint)[1], value, path)
        if hint in self._registries:
            return self._read_registered(self._registries[hint], value, path)
        if is_dataclass(hint):
            return self.build(typing.cast("type", hint), value, path)
        return self._read_plain(hint, value, path)

    def _read_union(self, parts: tuple[Any, ...], value: object, path: Path) -> Any:
        if value is None:
            return None
        plain = [part for part in parts if part is not types.NoneType]
        for part in plain[:-1]:
            before = len(self.faults)
            result = self.read(part, value, path)
            if result is not WRONG:
                return result
            del self.faults[before:]
        return self.read(plain[-1], value, path)

    def _read_list(self, part: Any, value: object, path: Path) -> Any:
        if not isinstance(value, list | tuple):
            return self.note(path, FaultCode.WRONG_TYPE, value, ("array",))
        items = [self.read(part, each, (*path, index)) for index, each in enumerate(value)]
        return WRONG if any(item is WRONG for item in items) else tuple(items)

    def _read_mapping(self, part: Any, value: object, path: Path) -> Any:
        if not isinstance(value, Mapping):
            return self.note(path, FaultCode.WRONG_TYPE, value, ("table",))
        items = {key: self.read(part, each, (*path, key)) for key, each in value.items()}
        return WRONG if any(item is WRONG for item in items.values()) else items

    def _read_registered(self, registry: Registry, value: object, path: Path) -> Any:
        if not isinstance(value, Mapping):
            return self.note(path, FaultCode.WRONG_TYPE, value, ("table",))
        name = value.get("do")
        cls = registry.find(name) if isinstance(name, str) else None
        if cls is None:
            code = FaultCode.MISSING_KEY if name is None else FaultCode.WRONG_VALUE
            return self.note((*path, "do"), code, name, nearest(name, registry.names()))
        return self.build(cls, {key: each for key, each in value.items() if key != "do"}, path)

    def _read_plain(self, hint: Any, value: object, path: Path) -> Any:
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            allowed = [str(each) for each in hint]
            if isinstance(value, str) and value in allowed:
                return hint(value)
            return self.note(path, FaultCode.WRONG_VALUE, value, nearest(value, allowed))
        if hint is time:
            moment = read_clock_time(value) if isinstance(value, str) else value
            if isinstance(moment, time):
                return moment
            return self.note(path, FaultCode.BAD_TIME, value, ("HH:MM:SS",))
        if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        if isinstance(value, hint) and (hint is bool or not isinstance(value, bool)):
            return value
        return self.note(path, FaultCode.WRONG_TYPE, value, (hint.__name__,))


def _key(name: str) -> str:
    """The key of a field in TOML; a trailing underscore only keeps a name apart from a word of Python."""
    return name.removesuffix("_")
