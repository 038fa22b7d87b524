"""Puts the files of a site in place: only those that changed, each in one step; those that are no more are removed.

In: the folder and all files that the site now has. Out: what was done. Files that somebody else put there stay.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tally.errors import GameFault
from tally.files import replace_file
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["SUMMARY", "Written", "write_site"]

SUMMARY = "summary.json"
_OURS = re.compile(r"[a-z0-9-]+\.(html|json|xml|png|svg|css|js)")


@dataclass(frozen=True, slots=True)
class Written:
    """The names of the files that were written, and of those removed."""

    written: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def anything(self) -> bool:
        return bool(self.written or self.removed)


def write_site(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Write what differs. `summary.json` comes last: who sees it new finds all else new.

    Raises GameFault where a file cannot be written; that file is as it was.
    """
    before = _known(folder)
    written = []
    for name in sorted(files, key=lambda name: (name == SUMMARY, name)):
        if _put(folder / name, files[name]):
            written.append(name)
    removed = []
    for name in sorted(before - set(files)):
        with suppress(OSError):
            (folder / name).unlink()
            removed.append(name)
    return Written(tuple(written), tuple(removed))


def _known(folder: Path) -> set[str]:
    """The files that the last publishing made, as its summary lists them."""
    try:
        listed = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))["files"]
        return {name for name in listed if _OURS.fullmatch(name)}
    except (OSError, ValueError, KeyError, TypeError):
        # no summary yet, or one that something else has damaged: then nothing is removed
        return set()


def _put(file: Path, data: bytes) -> bool:
    try:
        if file.is_file() and file.read_bytes() == data:
            return False
        file.parent.mkdir(parents=True, exist_ok=True)
        # a web server has to read it
        replace_file(file, data, mode=0o644)
    except OSError as error:
        told = _("{file}: cannot be written: {why}")
        raise GameFault(told.format(file=file, why=why_failed(error))) from error
    return True
