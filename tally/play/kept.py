"""Files in a game folder that spare work, and may be lost at any time: each holds for as long as nothing changes of
what it was made from besides the store.

In: a game, a name, bytes. Out: the bytes as they were kept; nothing where the game's files, the program, what it runs
on or its language are others now, or where the file is not whole.
"""

import hashlib
import os
import sys
import zoneinfo
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from tally.files import replace_file
from tally.folder.fingerprint import files_beside, fingerprint, own_files
from tally.folder.game import Game
from tally.texts import language

__all__ = ["PACKAGES", "keep", "read_kept"]

PACKAGES = ("tally", "engine", "parsers")
"""The packages of the program."""
_SEAL = hashlib.sha256().digest_size


def read_kept(game: Game, name: str) -> bytes | None:
    """What was kept, if it is of the game as it is now."""
    key = _key(game)
    try:
        kept = (game.folder / name).read_bytes()
    except OSError:
        return None
    seal, data = kept[:_SEAL], kept[_SEAL:]
    return data if key is not None and seal == _seal(key, data) else None


def keep(game: Game, name: str, data: bytes) -> None:
    """Keep it for the next command; a folder that cannot be written to goes without, and so does a game whose files are
    others by now."""
    key = _key(game)
    if key is None:
        return
    with suppress(OSError):
        # some of it tells who is who
        replace_file(game.folder / name, _seal(key, data) + data, mode=0o600)


def _seal(key: bytes, data: bytes) -> bytes:
    """What stands before the data: by it is seen that they are whole, and of what they are."""
    return hashlib.sha256(key + data).digest()


def _key(game: Game) -> bytes | None:
    """What the past hangs on besides the store: the files of the game, the program, the language of its texts, the
    clock changes of the game's zone. None where the files are not those from which the game was read."""
    beside = files_beside(game.folder, game.ruleset, game.names)
    if fingerprint(own_files(game.folder)) + fingerprint(beside) != game.fingerprint:
        return None
    made = hashlib.sha256(f"{_program()} {language()}".encode())
    made.update(game.fingerprint + _zone_data(game.timezone.key))
    return made.digest()


@cache
def _program() -> str:
    """The present state of the program's own files, and the versions of what it runs on."""
    made = hashlib.sha256("\n".join((sys.version, *sorted(_versions()))).encode())
    for package in PACKAGES:
        for folder, folders, names in os.walk(str(files(package))):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            for name in sorted(names):
                with suppress(OSError):  # what an installation takes away just now
                    stamp = Path(folder, name).stat()
                    made.update(f"{folder}\0{name}\0{stamp.st_mtime_ns}\0{stamp.st_size}\n".encode())
    return made.hexdigest()


def _versions() -> Iterator[str]:
    """Everything installed with its version: the names of their folders tell, and to open them takes ten times as
    long."""
    for place in sys.path:
        yield from (found.name for found in Path(place).glob("*.dist-info"))


@cache
def _zone_data(name: str) -> bytes:
    """The clock changes of a zone as the system tells them; nothing where they come with an installed package."""
    for place in zoneinfo.TZPATH:
        with suppress(OSError):
            return (Path(place) / name).read_bytes()
    return b""
