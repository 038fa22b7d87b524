"""Reads a game record's file: TOML or JSON in, a record or every fault with its file, line and key.

The engine reads what a record says; here lie the files: the record's own, and that of the host's own ruleset beside it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.faults import Fault as EngineFault
from engine.faults import FaultCode
from engine.outcome import HostView
from engine.polls import Poll
from engine.reading import read_record
from engine.record import GameRecord
from engine.ruleset import Ruleset
from tally.folder.faults_in_words import WrongFile, fault_in_words
from tally.folder.game import is_ruleset_file
from tally.folder.toml_places import Fault, Place, SourceFile, read_source
from tally.records.ruleset_files import load_with_facts
from tally.texts import _

__all__ = ["RecordFile", "read_record_file"]

_RULESET_FILE = "ruleset-file"
_POLL_KEYS = ("votes", "scores", "missing", "nominated", "tie")
_EXTENSIONS = ("inactive", "flags", "scan_half")
_NUMBERS = ("scores", "against", "defence")
_WORDS = ("acquitted", "exposed", "revealed", "roles")
_ENTRIES = ("votes", "rejected", "awaits", "told", "announced", "flags")
_TEXTS = ("light", "scan_half")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record and the file that it was read from."""

    source: SourceFile
    record: GameRecord

    @property
    def path(self) -> Path:
        return self.source.path


def read_record_file(path: Path) -> RecordFile:
    """Read a record. Raises UnreadableFile where it is no TOML or JSON, WrongFile with all faults where it is wrong.

    A path in `game.ruleset` is taken from the folder of the record.
    """
    source = read_source(path)
    if not source.text.strip():
        raise WrongFile([Fault(path, Place(1, 1), (), _("the file is empty; a record begins with “format = 1”"))])
    ruleset = _ruleset_source(source)
    record = read_record(source.data, ruleset_data=None if ruleset is None else ruleset.data)
    faults = () if isinstance(record, GameRecord) else _all_faults(source, ruleset, record)
    wrong = [*(_placed(source, ruleset, fault) for fault in faults), *_expectation_faults(source, ruleset)]
    if wrong or not isinstance(record, GameRecord):
        raise WrongFile(wrong)
    return RecordFile(source, record)


def _all_faults(
    source: SourceFile, ruleset: SourceFile | None, found: tuple[EngineFault, ...]
) -> tuple[EngineFault, ...]:
    """What was found, and what a wrong option hid: without its options the rest of the record can be read."""
    if all(fault.path[:2] != ("game", "options") for fault in found):
        return found
    data = {**source.data, "game": {key: each for key, each in source.data["game"].items() if key != "options"}}
    behind = read_record(data, ruleset_data=None if ruleset is None else ruleset.data)
    if isinstance(behind, GameRecord):
        return found
    return (*found, *(each for each in behind if each not in found and each.path[:2] != ("game", "options")))


def _ruleset_source(source: SourceFile) -> SourceFile | None:
    game = source.data.get("game")
    name = game.get("ruleset") if isinstance(game, Mapping) else None
    return read_source(source.path.parent / str(name)) if is_ruleset_file(name) else None


def _placed(source: SourceFile, ruleset: SourceFile | None, fault: EngineFault) -> Fault:
    """The fault in the file where it stands: the record's, or that of its ruleset."""
    if ruleset is not None and fault.path[:1] == (_RULESET_FILE,):
        return fault_in_words(ruleset, EngineFault(fault.path[1:], fault.code, fault.found, fault.allowed))
    return fault_in_words(source, fault)


def _expectation_faults(source: SourceFile, ruleset: SourceFile | None) -> Iterator[Fault]:
    """A misspelt key of an expectation would hold for ever; one of the wrong kind never would."""
    known = _outcome_keys(_polls(source, ruleset))
    for place, phase in enumerate(_tables(source.data.get("phases"))):
        for table in ("expect", "expect_not"):
            expected = phase.get(table)
            for key, value in (expected if isinstance(expected, Mapping) else {}).items():
                path = ("phases", place, table, key)
                if key not in known:
                    yield fault_in_words(source, EngineFault(path, FaultCode.UNKNOWN_KEY, key, known))
                elif (wanted := _wrong_kind(key, value)) is not None:
                    yield fault_in_words(source, EngineFault(path, FaultCode.WRONG_TYPE, value, (wanted,)))


def _tables(value: object) -> list[Mapping[str, Any]]:
    """The entries of a list of tables; an empty one for each that is none, so that places stay right."""
    return [each if isinstance(each, Mapping) else {} for each in value] if isinstance(value, list) else []


def _polls(source: SourceFile, ruleset: SourceFile | None) -> tuple[Poll, ...]:
    """The polls of the record's ruleset, whatever its options; none where it is not known."""
    game = source.data.get("game")
    name = game.get("ruleset") if isinstance(game, Mapping) else None
    found = load_with_facts(str(name), None if ruleset is None else ruleset.data)
    return found.polls if isinstance(found, Ruleset) else ()


def _outcome_keys(polls: Iterable[Poll]) -> tuple[str, ...]:
    """The keys of an outcome (FORMATS 3), with those of the ruleset's further polls and of its extensions."""
    own = [field.name for field in fields(HostView) if field.name not in ("phase", "extras", "events")]
    further = [f"{poll.prefix}{key}" for poll in polls if poll.prefix for key in _POLL_KEYS]
    return tuple(dict.fromkeys([*own, *further, *_EXTENSIONS]))


def _wrong_kind(key: str, value: Any) -> str | None:
    """What kind of value is wanted, where it is another. An empty list or table says “empty” of either kind."""
    if value in ([], {}):
        return None
    if key in _TEXTS:
        return None if isinstance(value, str) else "string"
    if key in _ENTRIES or (key.endswith("_votes") and key != "void_votes"):
        return None if _is_list_of(Mapping, value) else "array of tables"
    if key in _NUMBERS or key.endswith("_scores"):
        return None if _is_table_of(int, value) else "table of integers"
    if key in _WORDS:
        return None if _is_table_of(str, value) or _is_list_of(str, value) else "table of strings"
    if key == "causes":
        right = isinstance(value, Mapping) and all(_is_list_of(str, each) for each in value.values())
        return None if right else "table of arrays"
    return None if _is_list_of(str, value) else "array of strings"


def _is_list_of(kind: type, value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)


def _is_table_of(kind: type, value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(each, kind) for each in value.values())
