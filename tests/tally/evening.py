"""A game folder and the commands of a host's evening, run in this process."""

import io
import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from tally.cli import main

URL = "https://forum.example/viewtopic.php?t=12"
NOW = "2024-01-10T22:30:00+03:00"


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str


def run(folder: Path, *arguments: str, typed: str = "", now: str = NOW) -> Done:
    """Run a command in `folder` as `tally` does, at the moment `now`, with `typed` on its standard input."""
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(folder),
        patch.dict(os.environ, {"TALLY_NOW": now}),
        patch.object(sys, "argv", ["tally", *arguments]),
        patch.object(sys, "stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Done(status, out.getvalue(), err.getvalue())


def make_game(folder: Path, ruleset: str, players: list[str], *options: str) -> Path:
    """A game of these players: «Сальвия doctor», «Вася citizen style=white»; without a role one that is not dealt."""
    tables = []
    for player in players:
        name, *rest = player.split()
        fields = {"role": rest[0]} if rest else {}
        fields |= dict(each.split("=") for each in rest[1:])
        tables.append(
            "[[players]]\n" + "\n".join(f'{key} = "{value}"' for key, value in {"name": name, **fields}.items())
        )
    roster = folder / "players-of-the-test.toml"
    roster.write_text("\n\n".join(tables), encoding="utf-8")
    given = [part for option in options for part in ("--option", option)]
    made = run(
        folder, "init", "game", "--ruleset", ruleset, "--thread", URL, "--first-day", "2024-01-10",
        "--players", str(roster), *given,
    )  # fmt: skip
    assert made.status == 0, made.err
    return folder / "game"
