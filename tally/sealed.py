"""Files that spare work and may be lost at any time: each is whole and of what it would be made from now, or nothing.

In: a file, a key of all that it is made from, bytes. Out: the bytes as they were kept.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from tally.files import replace_file

__all__ = ["program_state", "read_sealed", "write_sealed"]

_SEAL = hashlib.sha256().digest_size


def read_sealed(file: Path, key: bytes) -> bytes | None:
    """What was kept, if it is of this key and not damaged."""
    try:
        kept = file.read_bytes()
    except OSError:
        return None
    seal, data = kept[:_SEAL], kept[_SEAL:]
    return data if seal == _seal(key, data) else None


def write_sealed(file: Path, key: bytes, data: bytes) -> None:
    """Keep it for the next command; a folder that cannot be written to goes without."""
    with suppress(OSError):
        # some of it tells who is who
        replace_file(file, _seal(key, data) + data, mode=0o600)


def _seal(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(key + data).digest()


@cache
def program_state(*packages: str) -> bytes:
    """The present state of the files of these packages, and the versions of what they run on."""
    made = hashlib.sha256("\n".join((sys.version, *sorted(_versions()))).encode())
    for package in packages:
        for folder, folders, names in os.walk(str(files(package))):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            for name in sorted(names):
                with suppress(OSError):  # what an installation takes away just now
                    stamp = Path(folder, name).stat()
                    made.update(f"{folder}\0{name}\0{stamp.st_mtime_ns}\0{stamp.st_size}\n".encode())
    return made.digest()


def _versions() -> Iterator[str]:
    """Everything installed with its version: the names of their folders tell, and to open them takes ten times as
    long."""
    for place in sys.path:
        yield from (found.name for found in Path(place).glob("*.dist-info"))
