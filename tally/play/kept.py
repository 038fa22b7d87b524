"""Files in a game folder that spare work: each holds for as long as nothing changes of what it was made from besides
the store.

In: a game, a name, bytes. Out: the bytes as they were kept; nothing where the game's files, the program, what it runs
on or its language are others now.
"""

import hashlib
import zoneinfo
from contextlib import suppress
from functools import cache
from pathlib import Path

from tally.folder.fingerprint import files_beside, fingerprint, own_files
from tally.folder.game import Game
from tally.sealed import program_state, read_sealed, write_sealed
from tally.texts import language

__all__ = ["PACKAGES", "keep", "read_kept"]

PACKAGES = ("tally", "engine", "parsers")
"""The packages of the program."""


def read_kept(game: Game, name: str) -> bytes | None:
    """What was kept, if it is of the game as it is now."""
    key = _key(game)
    return None if key is None else read_sealed(game.folder / name, key)


def keep(game: Game, name: str, data: bytes) -> None:
    """Keep it for the next command; a folder that cannot be written to goes without, and so does a game whose files are
    others by now."""
    key = _key(game)
    if key is not None:
        write_sealed(game.folder / name, key, data)


def _key(game: Game) -> bytes | None:
    """What the past hangs on besides the store: the files of the game, the program, the language of its texts, the
    clock changes of the game's zone. None where the files are not those from which the game was read."""
    beside = files_beside(game.folder, game.ruleset, game.names)
    if fingerprint(own_files(game.folder)) + fingerprint(beside) != game.fingerprint:
        return None
    parts = (program_state(*PACKAGES), language().encode(), game.fingerprint, _zone_data(game.timezone.key))
    return hashlib.sha256(b"\0".join(parts)).digest()


@cache
def _zone_data(name: str) -> bytes:
    """The clock changes of a zone as the system tells them; nothing where they come with an installed package."""
    for place in zoneinfo.TZPATH:
        with suppress(OSError):
            return (Path(place) / name).read_bytes()
    return b""
