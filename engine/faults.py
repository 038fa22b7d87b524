"""What is wrong with a game record or a ruleset, as data: where, what was found, what would be right.

Nothing here is text for people; the shell knows the file and the line of a path and words the fault.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Fault", "FaultCode", "Path", "nearest"]

Path = tuple[str | int, ...]


class FaultCode(StrEnum):
    """Each kind of fault; `Fault.found` and `Fault.nearest` say the rest."""

    WRONG_FORMAT = "wrong-format"
    MISSING_KEY = "missing-key"
    UNKNOWN_KEY = "unknown-key"
    WRONG_TYPE = "wrong-type"
    WRONG_VALUE = "wrong-value"
    BAD_TIME = "bad-time"
    BAD_ZONE = "bad-zone"
    PHASE_ORDER = "phase-order"
    AFTER_THE_END = "after-the-end"
    UNKNOWN_RULESET = "unknown-ruleset"
    UNKNOWN_OPTION = "unknown-option"
    UNKNOWN_ROLE = "unknown-role"
    UNKNOWN_ACTION = "unknown-action"
    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_CHANCE = "unknown-chance"
    DUPLICATE_NAME = "duplicate-name"
    UNKNOWN_REFERENCE = "unknown-reference"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. `path`: keys from the top of the document; `allowed`: what would be right, the nearest first."""

    path: Path
    code: FaultCode
    found: object = None
    allowed: tuple[str, ...] = ()


def nearest(word: object, allowed: Iterable[str]) -> tuple[str, ...]:
    """The allowed words, those that look like `word` first."""
    words = sorted(set(allowed))
    close = difflib.get_close_matches(str(word), words, n=3, cutoff=0.6)
    return (*close, *(each for each in words if each not in close))
