"""Whether a game's database is sound, by what sqlite itself says of it."""

import contextlib
import sqlite3
from pathlib import Path

__all__ = ["faults_of"]


def faults_of(file: Path) -> list[object]:
    """All that is wrong with the database: nothing, if it is sound."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        found = [row[0] for row in connection.execute("pragma integrity_check")]
        broken = connection.execute("pragma foreign_key_check").fetchall()
    return [*(each for each in found if each != "ok"), *broken]
