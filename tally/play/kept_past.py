"""The past of a game in its folder, between one command and the next: a file that may be lost at any time.

In: a game. Out: its past as it was kept; nothing where the game's files, the program or its language are others now.
Of what stands in the file only the plain data of this program is made, whoever has written it.
"""

import hashlib
import io
import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from datetime import date, datetime, time, timedelta, timezone
from enum import Enum
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tally.files import replace_file
from tally.folder.game import Game
from tally.play.past import Past
from tally.texts import language

__all__ = ["keep_past", "read_past"]

_KEPT = ".past"
_PACKAGES = ("tally", "engine", "parsers")
_MOMENTS = {each.__name__: each for each in (date, datetime, time, timedelta, timezone)}


def read_past(game: Game) -> Past | None:
    """The past that was kept, if it is of the game as it is now."""
    try:
        kept = (game.folder / _KEPT).read_bytes()
    except OSError:
        return None
    key, data = kept[:32], kept[32:]
    if key != _key(game):
        return None
    try:
        found = _Reader(io.BytesIO(data)).load()
    except Exception:  # noqa: BLE001 - a damaged file raises whatever it likes; the past is made anew then
        return None
    return found if isinstance(found, Past) else None


def keep_past(game: Game, past: Past) -> None:
    """Keep it for the next command; a folder that cannot be written to goes without."""
    written = io.BytesIO()
    _Writer(written, protocol=pickle.HIGHEST_PROTOCOL).dump(past)
    with suppress(OSError):
        # it holds who is who
        replace_file(game.folder / _KEPT, _key(game) + written.getvalue(), mode=0o600)


class _Writer(pickle.Pickler):
    """Writes zones by their names, since they are made by a call."""

    def persistent_id(self, written: Any) -> Any:
        return written.key if isinstance(written, ZoneInfo) else None


class _Reader(pickle.Unpickler):
    """Makes data classes and enumerations of this program, moments and plain values, and calls nothing else."""

    def persistent_load(self, name: Any) -> ZoneInfo:
        return ZoneInfo(name)

    def find_class(self, module: str, name: str) -> Any:
        if module == "datetime" and name in _MOMENTS:
            return _MOMENTS[name]
        if module.partition(".")[0] in _PACKAGES:
            found = getattr(import_module(module), name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, (Enum, tuple))):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a past")


def _key(game: Game) -> bytes:
    """What the past hangs on besides the store: the files of the game, the program, the language of its texts."""
    made = hashlib.sha256(f"{_program()} {language()}".encode())
    for file in sorted(set(_files(game))):
        with suppress(OSError):
            made.update(str(file).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return made.digest()


def _files(game: Game) -> Iterator[Path]:
    yield from game.folder.glob("*.toml")
    dialect = game.names.get("dialect")
    for name in (game.ruleset, dialect):
        if isinstance(name, str) and (game.folder / name).is_file():
            yield game.folder / name


@cache
def _program() -> str:
    """The present state of the program's own files."""
    made = hashlib.sha256(sys.version.encode())
    for package in _PACKAGES:
        root = Path(str(files(package)))
        for file in sorted(root.rglob("*")):
            if file.suffix in (".py", ".toml", ".mo"):
                stamp = file.stat()
                made.update(f"{file}\0{stamp.st_mtime_ns}\0{stamp.st_size}\n".encode())
    return made.hexdigest()
