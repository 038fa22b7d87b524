"""The simple parts of reading a record: keys, required and optional values, lists; every fault noted with its path."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.faults import Fault, FaultCode, Path, nearest

__all__ = ["Reader"]


class Reader:
    """Collects the `faults` of a document. `knows_the_players`: whether its list of players can be relied upon."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.knows_the_players = True

    def note(self, path: Path, code: FaultCode, found: object = None, allowed: tuple[str, ...] = ()) -> None:
        self.faults.append(Fault(path, code, found, allowed))

    def keys(self, data: Mapping[str, Any], known: Iterable[str], path: Path) -> None:
        for key in data:
            if key not in known:
                self.note((*path, key), FaultCode.UNKNOWN_KEY, key, nearest(key, known))

    def need(self, data: Mapping[str, Any], key: str, kind: type, path: Path) -> Any:
        if key not in data:
            self.note((*path, key), FaultCode.MISSING_KEY, key)
            return None
        return self.maybe(data, key, kind, path)

    def maybe(self, data: Mapping[str, Any], key: str, kind: type, path: Path) -> Any:
        value = data.get(key)
        if value is None:
            return None
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            name = {str: "string", int: "integer", bool: "boolean", Mapping: "table"}[kind]
            self.note((*path, key), FaultCode.WRONG_TYPE, value, (name,))
            return None
        return value

    def tables(self, data: Mapping[str, Any], key: str, path: Path) -> list[tuple[Mapping[str, Any], Path]]:
        value = data.get(key, [])
        if not isinstance(value, list | tuple):
            self.note((*path, key), FaultCode.WRONG_TYPE, value, ("array of tables",))
            return []
        found = []
        for index, each in enumerate(value):
            if isinstance(each, Mapping):
                found.append((each, (*path, key, index)))
            else:
                self.note((*path, key, index), FaultCode.WRONG_TYPE, each, ("table",))
        return found

    def names(self, value: object, path: Path) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            self.note(path, FaultCode.WRONG_TYPE, value, ("array of strings",))
            return ()
        for index, each in enumerate(value):
            if not isinstance(each, str):
                self.note((*path, index), FaultCode.WRONG_TYPE, each, ("string",))
        return tuple(each for each in value if isinstance(each, str))
