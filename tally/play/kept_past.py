"""The past of a game in its folder, between one command and the next.

In: a game. Out: its past as it was kept. Of what stands in the file only plain data of this program is made, whoever
has written it.
"""

import io
import pickle
from dataclasses import is_dataclass
from datetime import date, datetime, time, timedelta, timezone
from enum import Enum
from importlib import import_module
from typing import Any
from zoneinfo import ZoneInfo

from tally.folder.game import Game
from tally.play.kept import PACKAGES, keep, read_kept
from tally.play.past import Past

__all__ = ["keep_past", "read_past"]

_KEPT = ".past"
_MOMENTS = {each.__name__: each for each in (date, datetime, time, timedelta, timezone)}


def read_past(game: Game) -> Past | None:
    """The past that was kept, if it is of the game as it is now."""
    data = read_kept(game, _KEPT)
    if data is None:
        return None
    try:
        found = _Reader(io.BytesIO(data)).load()
    except Exception:  # noqa: BLE001 - a damaged file raises whatever it likes; the past is made anew then
        return None
    return found if isinstance(found, Past) else None


def keep_past(game: Game, past: Past) -> None:
    """Keep it for the next command; a folder that cannot be written to goes without."""
    written = io.BytesIO()
    _Writer(written, protocol=pickle.HIGHEST_PROTOCOL).dump(past)
    keep(game, _KEPT, written.getvalue())


class _Writer(pickle.Pickler):
    """Writes zones by their names, since they are made by a call."""

    def persistent_id(self, written: Any) -> Any:
        return written.key if isinstance(written, ZoneInfo) else None


class _Reader(pickle.Unpickler):
    """Makes data classes and enumerations of this program, moments and plain values, and calls nothing else."""

    def persistent_load(self, name: Any) -> ZoneInfo:
        return ZoneInfo(name)

    def find_class(self, module: str, name: str) -> Any:
        if module == "datetime" and name in _MOMENTS:
            return _MOMENTS[name]
        if module.partition(".")[0] in PACKAGES:
            found = getattr(import_module(module), name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, (Enum, tuple))):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a past")
