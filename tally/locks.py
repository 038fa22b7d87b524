"""Locks between processes: files that the system itself lets go of when a process dies.

One command at a time reads the forum for a game (`hold_lock`); `wait_for_lock` is what such a lock is made of.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tally.errors import GameFault
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["LockHeld", "hold_lock", "wait_for_lock"]


class LockHeld(GameFault):
    """Another process has the lock."""


@contextmanager
def hold_lock(path: Path, *, patience: float = 10.0) -> Iterator[None]:
    """Hold the lock file `path` for the block. Waits up to `patience` seconds for who has it, then raises GameFault.

    So it does where the file cannot be made; who has it is told of by LockHeld.
    """
    try:
        handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        told = _("{file}: cannot be written: {why}")
        raise GameFault(told.format(file=path, why=why_failed(error))) from None
    try:
        if not wait_for_lock(handle, patience):
            told = _("{file}: another tally is reading this game's forum and has not ended in {seconds} seconds")
            raise LockHeld(told.format(file=path, seconds=round(patience)))
        yield
    finally:
        # closing lets go of the lock; the file stays, since removing it could pull it from under one who waits
        os.close(handle)


def wait_for_lock(handle: int, patience: float) -> bool:
    """Take the lock of an open file, waiting up to `patience` seconds for who has it; whether it was got."""
    give_up = time.monotonic() + patience
    while not _try_lock(handle):
        if time.monotonic() >= give_up:
            return False
        time.sleep(0.05)
    return True


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        os.lseek(handle, 0, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
