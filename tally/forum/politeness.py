"""One request at a time to a forum, and a distance between them, whichever game or process of this machine asks.

In: the address of a forum. Out: a turn, held while the request runs. What is known of a host (when it was last asked,
until when it wants to be left alone) lies in a small file of its own, which is also its lock. Times in it are those of
the system's clock that nobody sets, which begins anew with the machine.
"""

import hashlib
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tally.errors import ForumUnreachable, GameFault
from tally.locks import wait_for_lock
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["LONGEST_PAUSE", "HostGate", "Turn", "state_folder"]

LONGEST_PAUSE = 30.0
"""Seconds: for so long a request waits where the forum asks for a pause, and no longer between two attempts."""

# how much of the distance is added to it at random, so that several programs do not fall into step
_JITTER = 0.25
# a queue of games before this one: each may need a page that comes slowly
_QUEUE = 300.0
# nobody means a longer pause than this, whatever the forum says
_A_DAY = 86_400.0


def state_folder() -> Path:
    """The folder for what the games of one user share on this machine. Raises GameFault where there can be none.

    `TALLY_STATE` names it; else it is where the system keeps such things.
    """
    named = os.environ.get("TALLY_STATE")
    trouble: OSError | None = None
    for folder in [Path(named)] if named else _usual_folders():
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError as error:
            trouble = error
    told = _("{folder}: cannot be written: {why}; TALLY_STATE can name another folder")
    raise GameFault(told.format(folder=folder, why=why_failed(trouble) if trouble else "")) from None


def _usual_folders() -> Iterator[Path]:
    # the first is what systemd gives to a service
    for variable in ("STATE_DIRECTORY", "XDG_STATE_HOME", "LOCALAPPDATA"):
        given = os.environ.get(variable)
        if given:
            yield Path(given) if variable == "STATE_DIRECTORY" else Path(given) / "tally"
    with suppress(RuntimeError):  # somebody without a home
        yield Path.home() / ".local" / "state" / "tally"
    owner = "" if sys.platform == "win32" else f"-{os.getuid()}"
    yield Path(tempfile.gettempdir()) / f"tally{owner}"


def host_file(url: str, suffix: str) -> Path:
    """The file that belongs to the host of `url`; http and https are one host, other ports are others."""
    try:
        parts = urlsplit(url)
        name, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        name, port = url, None
    if port not in (80, 443, None):
        name = f"{name}_{port}"
    safe = re.sub(r"[^a-z0-9._-]", "_", name)[:80]
    if safe != name:
        safe = f"{safe}-{hashlib.sha256(name.encode()).hexdigest()[:12]}"
    return state_folder() / f"{safe}{suffix}"


@dataclass(slots=True)
class Turn:
    """A turn at a host. `failures`: how often it has failed in a row; `pause`: for how many seconds it wants peace."""

    failures: int
    pause: float = 0.0


class HostGate:
    """The gate before one host: whoever is in it is the only one."""

    def __init__(self, url: str) -> None:
        """Raises GameFault where the gate's file cannot be made."""
        self._file = host_file(url, ".host")

    @contextmanager
    def turn(self, interval: float) -> Iterator[Turn]:
        """Hold the gate for one request, begun at least `interval` seconds after the last one has ended.

        What the block leaves in the turn is remembered. Raises ForumUnreachable where the forum wants to be left alone
        for longer than anybody would wait, or where those before in the queue do not come to an end.
        """
        try:
            handle = os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            told = _("{file}: cannot be written: {why}")
            raise GameFault(told.format(file=self._file, why=why_failed(error))) from None
        try:
            if not wait_for_lock(handle, _QUEUE):
                told = _("others on this machine have been reading this forum for {minutes} minutes; see {file}")
                raise ForumUnreachable(told.format(minutes=round(_QUEUE / 60), file=self._file))
            known = _read(handle)
            _wait(known, interval)
            turn = Turn(known["failures"])
            try:
                yield turn
            finally:
                now = time.monotonic()
                _write(handle, {"asked": now, "until": now + min(turn.pause, _A_DAY), "failures": turn.failures})
        finally:
            os.close(handle)


def _wait(known: dict[str, Any], interval: float) -> None:
    now = time.monotonic()
    pause = known["until"] - now
    if pause > LONGEST_PAUSE:
        told = _("the forum has asked to be left alone for another {minutes} min")
        raise ForumUnreachable(told.format(minutes=max(1, round(pause / 60))))
    distance = 0.0
    if known["asked"] is not None:
        jitter = random.uniform(0, _JITTER)  # noqa: S311 - nothing is guarded by it
        distance = known["asked"] + interval * (1 + jitter) - now
    if max(distance, pause) > 0:
        time.sleep(max(distance, pause))


def _read(handle: int) -> dict[str, Any]:
    """What is known of the host. Of a file that was cut off nothing is; times before the machine's start are none."""
    os.lseek(handle, 0, os.SEEK_SET)
    now = time.monotonic()
    try:
        known = json.loads(os.read(handle, 4096))
        asked, until, failures = float(known["asked"]), float(known["until"]), int(known["failures"])
    except (ValueError, TypeError, KeyError):
        return {"asked": None, "until": 0.0, "failures": 0}
    if asked > now or until > now + _A_DAY:
        return {"asked": None, "until": 0.0, "failures": 0}
    return {"asked": asked, "until": until, "failures": failures}


def _write(handle: int, known: dict[str, Any]) -> None:
    # a full disk is no reason to lose the page that has just come
    with suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps(known).encode())
