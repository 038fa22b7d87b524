"""Runs the command of `[publish]` that takes a changed site to its server, and remembers when that failed.

In: the game and its settings. Out: nothing; GameFault in one line where the command failed. A site that could not be
taken there is tried again at the next publishing, even where nothing has changed since.
"""

import os
import subprocess
from pathlib import Path

from tally.errors import GameFault
from tally.files import replace_file
from tally.folder.game import Game
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["is_pending", "upload"]

_PENDING = ".publish-pending"
_LONGEST = 600.0


def is_pending(game: Game) -> bool:
    """Whether the last upload did not come to its end."""
    return (game.folder / _PENDING).exists()


def upload(game: Game, command: tuple[str, ...]) -> None:
    """Run the command in the game folder; `TALLY_SITE` tells it where the site is. Raises GameFault where it fails."""
    marker = game.folder / _PENDING
    _mark(marker)
    environment = {**os.environ, "TALLY_SITE": str(game.site.resolve())}
    try:
        # the command is the host's own, from his own file, and no shell reads it
        done = subprocess.run(  # noqa: S603
            command, cwd=game.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False,
            timeout=_LONGEST,
        )  # fmt: skip
    except OSError as error:
        raise _failed(command, why_failed(error)) from error
    except subprocess.TimeoutExpired as error:
        told = _("it has not ended after {seconds} seconds, and was stopped")
        raise _failed(command, told.format(seconds=f"{_LONGEST:.0f}")) from error
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        told = _("it ended with status {status}").format(status=done.returncode)
        raise _failed(command, f"{told}: {said[-1]}" if said else told)
    marker.unlink(missing_ok=True)


def _mark(marker: Path) -> None:
    try:
        replace_file(marker, b"", mode=0o600)
    except OSError as error:
        told = _("{file}: cannot be written: {why}")
        raise GameFault(told.format(file=marker, why=why_failed(error))) from error


def _failed(command: tuple[str, ...], why: str) -> GameFault:
    told = _(
        "[publish] command “{command}” failed: {why}. The site itself is written; the next “tally publish” tries again."
    )
    return GameFault(told.format(command=command[0], why=why))
