"""Files in a game folder that spare work, and may be lost at any time: each holds for as long as nothing changes of
what it was made from besides the store.

In: a game, a name, bytes. Out: the bytes as they were kept; nothing where the game's files, the program or its language
are others now.
"""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from tally.files import replace_file
from tally.folder.game import Game
from tally.texts import language

__all__ = ["PACKAGES", "keep", "read_kept"]

PACKAGES = ("tally", "engine", "parsers")
"""The packages of the program."""


def read_kept(game: Game, name: str) -> bytes | None:
    """What was kept, if it is of the game as it is now."""
    try:
        kept = (game.folder / name).read_bytes()
    except OSError:
        return None
    key = _key(game)
    return kept[len(key) :] if kept.startswith(key) else None


def keep(game: Game, name: str, data: bytes) -> None:
    """Keep it for the next command; a folder that cannot be written to goes without."""
    with suppress(OSError):
        # some of it tells who is who
        replace_file(game.folder / name, _key(game) + data, mode=0o600)


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
    for package in PACKAGES:
        root = Path(str(files(package)))
        for file in sorted(root.rglob("*")):
            if file.suffix in (".py", ".toml", ".mo", ".html", ".xml"):
                stamp = file.stat()
                made.update(f"{file}\0{stamp.st_mtime_ns}\0{stamp.st_size}\n".encode())
    return made.hexdigest()
