"""The service's log of a game: a JSON object a line, `tally.log` in the game folder, turned over when it has grown.

It holds no secret: no address of a notice, no role, no session. What a program may rely on are `at`, `level`, `event`.
"""

import json
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from tally.clock import now
from tally.harmless import harmless

__all__ = ["LOG_FILE", "GameLog"]

LOG_FILE = "tally.log"
_MOST_BYTES = 1_000_000
_OLD_ONES = 5


class GameLog:
    """The log of one game folder. A log that cannot be written stops nothing."""

    def __init__(self, folder: Path, *, most_bytes: int = _MOST_BYTES) -> None:
        self.file = folder / LOG_FILE
        self._most_bytes = most_bytes

    def write(self, event: str, *, level: str = "info", **facts: Any) -> None:
        """Add a line."""
        line = {"at": now().isoformat(), "level": level, "event": event, **facts}
        data = (json.dumps(line, ensure_ascii=False, default=str) + "\n").encode("utf-8", "backslashreplace")
        with suppress(OSError):
            self._turn_over(len(data))
            with self.file.open("ab") as file:
                # one write, so that two processes do not mix their lines
                file.write(data)

    def write_defect(self, defect: BaseException) -> None:
        """Add what a programmer needs to mend a defect."""
        frames = traceback.extract_tb(defect.__traceback__)
        where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        self.write("defect", level="error", what=harmless(f"{type(defect).__name__}: {defect}"), where=where)

    def _turn_over(self, more: int) -> None:
        if not self.file.is_file() or self.file.stat().st_size + more <= self._most_bytes:
            return
        for number in range(_OLD_ONES - 1, 0, -1):
            older = self.file.with_name(f"{LOG_FILE}.{number}")
            if older.is_file():
                older.replace(self.file.with_name(f"{LOG_FILE}.{number + 1}"))
        self.file.replace(self.file.with_name(f"{LOG_FILE}.1"))
