"""A whole game folder in one file, and back: an archive with a list of what is in it and the checksum of each part.

In: a game folder, while other commands may be writing to it. Out: a zip file that only its owner may read; of one, the
folder again.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from tally.errors import GameFault
from tally.files import replace_file
from tally.folder.game import DATABASE, GAME_FILE, PLAYERS_FILE, Game, is_ruleset_file
from tally.folder.toml_editing import edit_toml
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["Contents", "back_up", "restore"]

FORMAT = 1
_LIST = "tally-backup.json"
_RULESET = "ruleset.toml"
"""Where the host's own ruleset lies in the archive when it lies outside of the game folder."""
_OPEN = frozenset({GAME_FILE})
"""Files that anybody may read; all others are the host's, but for what is published."""
_PUBLISHED = "site"


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: the game's title, when it was made, its files with their checksums."""

    title: str
    made: str
    files: Mapping[str, str]


def back_up(game: Game, file: Path, now: datetime) -> Contents:
    """Write the game into a new file. Raises GameFault where one is there already, or where it cannot be written."""
    if file.exists():
        raise GameFault(_("{file}: is there already; nothing was changed").format(file=file))
    with tempfile.TemporaryDirectory() as scratch:
        try:
            parts = {name: path.read_bytes() for name, path in _parts(game, Path(scratch))}
            sums = {name: _checksum(data) for name, data in parts.items()}
            contents = Contents(game.title, now.isoformat(), sums)
            archive = Path(scratch) / "archive"
            with zipfile.ZipFile(archive, "x", zipfile.ZIP_DEFLATED) as packed:
                told = {"format": FORMAT, "title": contents.title, "made": contents.made, "files": sums}
                packed.writestr(_LIST, json.dumps(told, ensure_ascii=False, indent=1))
                for name, data in parts.items():
                    packed.writestr(name, data)
            replace_file(file, archive.read_bytes(), mode=0o600)
        except OSError as error:
            told_of = _("{file}: cannot be written: {why}")
            raise GameFault(told_of.format(file=file, why=why_failed(error))) from None
    return contents


def _parts(game: Game, scratch: Path) -> Iterator[tuple[str, Path]]:
    """Name in the archive → the file that holds it: of the database a copy of one moment, whoever writes to it."""
    copy = scratch / DATABASE
    _copy_database(game.database, copy)
    yield DATABASE, copy
    # in the order of their names; what begins with a point, the lock and the database's own helpers are made anew
    left_out = {game.lock.name, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-journal"}
    # who gets the backup gets the game, not the host's account on the forum
    left_out |= {name for name in (game.forum.password_file, game.forum.cookies_file) if name is not None}
    for path in sorted(game.folder.rglob("*")):
        name = path.relative_to(game.folder)
        hidden = any(part.startswith(".") for part in name.parts)
        if path.is_file() and not hidden and name.as_posix() not in left_out and not _is_backup(path):
            yield name.as_posix(), path
    own = Path(game.ruleset)
    if is_ruleset_file(game.ruleset) and not own.resolve().is_relative_to(game.folder.resolve()):
        yield _RULESET, own


def _is_backup(path: Path) -> bool:
    """Whether a file of the folder is an earlier backup: one within the other would grow without end."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as packed:
        return _LIST in packed.namelist()


def _copy_database(source: Path, copy: Path) -> None:
    if not source.is_file():
        raise GameFault(_("{file}: there is no such file").format(file=source))
    try:
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(copy)) as written:
            read.backup(written)
            # one file and no helpers beside it
            written.execute("pragma journal_mode = delete")
    except sqlite3.Error as error:
        told = _("{file}: cannot be used as the game's database: {why}")
        raise GameFault(told.format(file=source, why=error)) from None


def _checksum(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def restore(file: Path, folder: Path) -> Contents:
    """Make the game folder of a backup. Raises GameFault where something is there already, and where the file is no
    backup or is damaged; then nothing is made."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise GameFault(_("{file}: is there already; nothing was changed").format(file=folder))
    contents, files = _read(file)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            for name, data in files.items():
                _write(made, name, data)
            _bring_ruleset_home(made, files)
            made.chmod(0o755)
            if folder.exists():
                folder.rmdir()
            made.rename(folder)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
    except OSError as error:
        told = _("{folder}: the game cannot be made here: {why}")
        raise GameFault(told.format(folder=folder, why=why_failed(error))) from None
    return contents


def _read(file: Path) -> tuple[Contents, dict[str, bytes]]:
    """What the archive holds, every part as its checksum says. Raises GameFault."""
    no_backup = GameFault(_("{file}: this is not a backup of a game, or it is damaged").format(file=file))
    try:
        with zipfile.ZipFile(file) as packed:
            told = json.loads(packed.read(_LIST))
            files = {name: packed.read(name) for name in told["files"]}
    except OSError as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=file, why=why_failed(error))) from None
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, EOFError, RuntimeError):
        # what damaged archives raise; RuntimeError: one with a password, or packed in an unknown way
        raise no_backup from None
    if told.get("format") != FORMAT:
        raise GameFault(_("{file}: was written by a newer version of this program").format(file=file))
    for name, data in files.items():
        if _checksum(data) != told["files"][name]:
            raise GameFault(_("{file}: {part} is damaged: its checksum is another").format(file=file, part=name))
        if not _is_safe(name):
            raise no_backup
    if not {GAME_FILE, PLAYERS_FILE, DATABASE} <= files.keys():
        raise no_backup
    return _contents(told, no_backup), files


def _contents(told: Mapping[str, Any], no_backup: GameFault) -> Contents:
    if not isinstance(told.get("title"), str) or not isinstance(told.get("made"), str):
        raise no_backup
    return Contents(told["title"], told["made"], told["files"])


def _is_safe(name: str) -> bool:
    """Whether a part stays within the folder, on Windows too."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and not set(name) & {"\\", ":", "\0"} and bool(path.parts)


def _write(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = 0o644 if name in _OPEN or PurePosixPath(name).parts[0] == _PUBLISHED else 0o600
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as written:
        written.write(data)
    with suppress(OSError):  # where a file system has no modes
        path.chmod(mode)


def _bring_ruleset_home(folder: Path, files: Mapping[str, bytes]) -> None:
    """A ruleset that lay elsewhere lies in the folder from now on."""
    if _RULESET in files:
        with edit_toml(folder / GAME_FILE) as document:
            document["game"]["ruleset"] = _RULESET
