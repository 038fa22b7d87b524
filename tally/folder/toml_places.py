"""Where in a TOML (or JSON) file something stands: from a path of keys to line and column, for every fault we report.

The standard parsers give values without positions. A text is parsed by them first; only when there is a fault is it
walked a second time, by a scanner that may rely on its being valid.
"""

import bisect
import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tally.errors import GameFault
from tally.texts import _
from tally.troubles import why_failed

__all__ = [
    "Fault",
    "KeyPath",
    "Place",
    "SourceFile",
    "UnreadableFile",
    "find_places",
    "name_keys",
    "nearest",
    "read_source",
]

KeyPath = tuple[str | int, ...]
"""Keys and places in lists from the top of the file, the latter counted from 0: `("phases", 2, "votes", 4, "by")`."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line and a column of a text, both counted from 1, columns in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a file: `problem` says what was found and what would be right, for people."""

    file: Path
    place: Place | None
    keys: KeyPath
    problem: str

    def __str__(self) -> str:
        where = f"{self.file}" if self.place is None else f"{self.file}:{self.place.line}:{self.place.column}"
        return f"{where}: {name_keys(self.keys)}: {self.problem}" if self.keys else f"{where}: {self.problem}"


class UnreadableFile(GameFault):
    """A file that cannot be read at all; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(slots=True)
class SourceFile:
    """A file as parsed: `data` are its values, `text` what it holds; tells where each of them stands."""

    path: Path
    text: str
    data: dict[str, Any]
    _places: Mapping[KeyPath, Place] | None = field(default=None, repr=False)

    def place(self, keys: KeyPath) -> Place | None:
        """The place of the key (in a list: of the entry) at `keys`, or of the nearest thing around it that is there."""
        if self._places is None:
            try:
                self._places = find_places(self.text)
            except RecursionError:
                self._places = {}
        for length in range(len(keys), 0, -1):
            found = self._places.get(keys[:length])
            if found is not None:
                return found
        return None

    def fault(self, keys: KeyPath, problem: str) -> Fault:
        """What is wrong at `keys`, with its place."""
        return Fault(self.path, self.place(keys), keys, problem)


def name_keys(keys: KeyPath) -> str:
    """The path as people read it, entries of lists counted from 1: `phases[3].votes[5].by`."""
    shown = ""
    for key in keys:
        if isinstance(key, int):
            shown += f"[{key + 1}]"
        else:
            bare = key if re.fullmatch(r"[\w-]+", key) else json.dumps(key, ensure_ascii=False)
            shown += f".{bare}" if shown else bare
    return shown


def nearest(written: str, right: Iterable[str]) -> str | None:
    """The one of `right` that was probably meant by `written`, if any is near enough."""
    folded = {each.casefold().replace("-", "_"): each for each in right}
    found = difflib.get_close_matches(written.casefold().replace("-", "_"), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def read_source(path: Path) -> SourceFile:
    """Read a TOML file, or a JSON file by its ending. Raises UnreadableFile, with the line, where it cannot be read."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableFile(Fault(path, None, (), _("there is no such file"))) from None
    except OSError as error:
        raise UnreadableFile(Fault(path, None, (), _("cannot be read: {why}").format(why=why_failed(error)))) from None
    try:
        # editors on Windows write a byte-order mark and CR LF; neither moves a line or a column
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        place = Place(raw.count(b"\n", 0, error.start) + 1, error.start - raw.rfind(b"\n", 0, error.start))
        told = _("this is not UTF-8; save the file in that encoding")
        raise UnreadableFile(Fault(path, place, (), told)) from None
    try:
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except json.JSONDecodeError as error:
        told = _("not valid JSON: {why}").format(why=error.msg)
        raise UnreadableFile(Fault(path, Place(error.lineno, error.colno), (), told)) from None
    except tomllib.TOMLDecodeError as error:
        raise UnreadableFile(_syntax_fault(path, text, str(error))) from None
    except ValueError:
        # Python reads no number of more than some thousand digits
        raise UnreadableFile(Fault(path, None, (), _("a number in it is too long"))) from None
    except RecursionError:
        raise UnreadableFile(Fault(path, None, (), _("lists in lists too deep to be read"))) from None
    if not isinstance(data, dict):
        raise UnreadableFile(Fault(path, Place(1, 1), (), _("a table of keys and values is wanted here")))
    return SourceFile(path, text, data)


def _syntax_fault(path: Path, text: str, message: str) -> Fault:
    """From tomllib's message, the only thing that it gives, to the place that it names and the line as written."""
    lines = text.split("\n")
    found = re.search(r"\(at line (\d+), column (\d+)\)", message)
    place = Place(int(found[1]), int(found[2])) if found else _place_of(text, _last_start(text))
    what = re.sub(r" \(at .*\)$", "", message)
    written = "".join(each for each in lines[place.line - 1].strip() if each.isprintable())
    if len(written) > 60:
        written = written[:59] + "…"
    problem = _("not valid TOML: {why}").format(why=_reason(what))
    return Fault(path, place, (), f"{problem}: {written}" if written else problem)


def _last_start(text: str) -> int:
    """Where that began which the end of the text cut short; else where the last line that says anything begins."""
    scanner = _Scanner(text)
    try:
        scanner.scan()
    except (ValueError, IndexError, RecursionError):
        return min(scanner.at, len(text.rstrip()))
    return text.rstrip().rfind("\n") + 1


def _reason(what: str) -> str:
    """tomllib's words in those of a host; its own where they are not among the usual ones."""
    known = (
        (r"Cannot overwrite a value|Duplicate inline table key", _("this key stands here a second time")),
        (r"Cannot declare|Cannot mutate immutable", _("this table stands here a second time")),
        (r"Expected '=' after a key", _("after a key comes “=” and a value")),
        (r"Invalid value", _("no value can be read here; texts stand in double quotes, dates as 2024-01-10")),
        (r"Invalid initial character for a key part|Invalid statement", _("a key, or a table in brackets, is wanted")),
        (r"Expected newline or end of document", _("after the value the line must end")),
        (r"Unclosed array", _("a list is not closed; “]” or a comma is missing")),
        (r"Unclosed inline table", _("a table is not closed; a brace or a comma is missing")),
        (r"Unterminated string|Illegal character '\\n'|Expected '\"", _("a text is not closed by its quote")),
        (r"Expected '\]", _("the brackets of a table's name are not closed")),
        (r"Unescaped '\\\\'", _("a backslash is written as two; or put the text in single quotes")),
        (r"Invalid date", _("there is no such date or time")),
    )
    return next((told for pattern, told in known if re.match(pattern, what)), what)


def find_places(text: str) -> Mapping[KeyPath, Place]:
    """The place of every key, table and list entry of a valid TOML or JSON text, by its path.

    A table made of several parts (`[[players]]`) has the place of its first; an entry that of itself.
    """
    scanner = _Scanner(text)
    scanner.scan()
    starts = [0, *(each.end() for each in re.finditer("\n", text))]
    places: dict[KeyPath, Place] = {}
    for keys, offset in scanner.offsets.items():
        line = bisect.bisect_right(starts, offset)
        places[keys] = Place(line, offset - starts[line - 1] + 1)
    return places


def _place_of(text: str, offset: int) -> Place:
    line = text.count("\n", 0, offset) + 1
    return Place(line, offset - text.rfind("\n", 0, offset))


_BLANK = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
# a closing run of quotes may hold one or two that belong to the text
_STRING = re.compile(
    "|".join(
        (
            r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}',
            r"'''(?:[^']|'(?!''))*+'{3,5}",
            r'"(?:[^"\\]|\\.)*+"',
            r"'[^']*'",
        )
    ),
    re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\[\]{}#\n]+")
_SEPARATOR = re.compile(r"\s*[=:]\s*")


class _Scanner:
    """Walks a valid text once and notes the offset of each key. JSON is one inline table with colons."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.offsets: dict[KeyPath, int] = {}
        self._lengths: dict[KeyPath, int] = {}

    def scan(self) -> None:
        table: KeyPath = ()
        self._pass(_BLANK)
        if self.text.startswith("{", self.at):
            self._value(())
            return
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                table = self._header()
            else:
                self._pair(table)
            self._pass(_BLANK)

    def _pass(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise ValueError(f"offset {self.at}: the text is not valid")
        self.at = found.end()
        return found[0]

    def _header(self) -> KeyPath:
        start = self.at
        many = self.text.startswith("[[", start)
        self.at += 2 if many else 1
        parts = self._key()
        self.at += 2 if many else 1
        path: KeyPath = ()
        for part in parts[:-1]:
            # a name on the way that is a list of tables means its last one
            path = self._last((*path, part))
            self.offsets.setdefault(path, start)
        path = (*path, parts[-1])
        if not many:
            self.offsets[path] = start
            return path
        self.offsets.setdefault(path, start)
        count = self._lengths.get(path, 0)
        self._lengths[path] = count + 1
        self.offsets[*path, count] = start
        return (*path, count)

    def _last(self, path: KeyPath) -> KeyPath:
        count = self._lengths.get(path)
        return path if count is None else (*path, count - 1)

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._pass(_SPACE)
            if self.text[self.at] in "\"'":
                quoted = self._pass(_STRING)
                parts.append(_unquote(quoted))
            else:
                parts.append(self._pass(_BARE_KEY))
            self._pass(_SPACE)
            if not self.text.startswith(".", self.at):
                return parts
            self.at += 1

    def _pair(self, table: KeyPath) -> None:
        start = self.at
        path = table
        for part in self._key():
            path = (*path, part)
            self.offsets.setdefault(path, start)
        self._pass(_SEPARATOR)
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        first = self.text[self.at]
        if first in "\"'":
            self._pass(_STRING)
        elif first == "[":
            self._list(path)
        elif first == "{":
            self._inline_table(path)
        else:
            self._pass(_SCALAR)

    def _list(self, path: KeyPath) -> None:
        self.at += 1
        count = 0
        self._pass(_BLANK)
        while not self.text.startswith("]", self.at):
            self.offsets[*path, count] = self.at
            self._value((*path, count))
            count += 1
            self._pass(_BLANK)
        self.at += 1

    def _inline_table(self, path: KeyPath) -> None:
        self.at += 1
        self._pass(_BLANK)
        while not self.text.startswith("}", self.at):
            self._pair(path)
            self._pass(_BLANK)
        self.at += 1


def _unquote(quoted: str) -> str:
    if "\\" not in quoted or quoted[0] == "'":
        return quoted[1:-1]
    try:
        return str(tomllib.loads(f"key = {quoted}")["key"])
    except tomllib.TOMLDecodeError:
        # JSON's escapes of characters outside the basic plane are pairs that TOML does not know
        return str(json.loads(quoted))
