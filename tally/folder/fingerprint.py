"""By what it is seen that the files of a game are those from which it was read."""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["files_beside", "fingerprint", "own_files"]


def own_files(folder: Path) -> list[Path]:
    """The files of a game that a host edits."""
    return sorted(folder.glob("*.toml"))


def files_beside(folder: Path, ruleset: str, names: Mapping[str, Any]) -> list[Path]:
    """The ruleset and the dialect of a game, where they are files of the host's own."""
    named = (ruleset, names.get("dialect"))
    return sorted({folder / name for name in named if isinstance(name, str) and (folder / name).is_file()})


def fingerprint(files: Iterable[Path]) -> bytes:
    """Another one where any of them says something else."""
    made = hashlib.sha256()
    for file in files:
        with suppress(OSError):
            made.update(f"{file.resolve()}\0".encode(errors="surrogateescape"))
            made.update(hashlib.sha256(file.read_bytes()).digest())
    return made.digest()
