"""Files in a game folder that spare work, and may be lost at any time: each holds for as long as nothing changes of
what it was made from besides the store.

In: a game, a name, bytes. Out: the bytes as they were kept; nothing where the game's files, the program or its language
are others now.
"""

import hashlib
import sys
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


def read_kept(game: Game, name: str) -> bytes | None:
    """What was kept, if it is of the game as it is now."""
    key = _key(game)
    try:
        kept = (game.folder / name).read_bytes()
    except OSError:
        return None
    return kept[len(key) :] if key is not None and kept.startswith(key) else None


def keep(game: Game, name: str, data: bytes) -> None:
    """Keep it for the next command; a folder that cannot be written to goes without, and so does a game whose files are
    others by now."""
    key = _key(game)
    if key is None:
        return
    with suppress(OSError):
        # some of it tells who is who
        replace_file(game.folder / name, key + data, mode=0o600)


def _key(game: Game) -> bytes | None:
    """What the past hangs on besides the store: the files of the game, the program, the language of its texts. None
    where the files are not those from which the game was read."""
    beside = files_beside(game.folder, game.ruleset, game.names)
    if fingerprint(own_files(game.folder)) + fingerprint(beside) != game.fingerprint:
        return None
    return hashlib.sha256(f"{_program()} {language()}".encode() + game.fingerprint).digest()


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
