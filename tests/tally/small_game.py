"""A game folder with a thread of a few posts, used through the commands as a host would."""

import io
import json
import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fixtures.phpbb_thread import WrittenThread
from tally.cli import main

__all__ = ["Done", "SmallGame", "Written", "post"]

URL = "https://forum.example/viewtopic.php?t=12"
HOST = "Ведущий"
DAY_1 = "2024-01-10"


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Written:
    """A post of the thread; times are those of day 1 in Moscow, or whole date-times."""

    id: int
    by: str
    at: str
    text: str
    edited: tuple[str, str] | None = None
    account: int | None = None


def post(id_: int, by: str, at: str, text: str, **more: Any) -> Written:
    return Written(id_, by, at, text, **more)


@dataclass
class SmallGame:
    """`folder` holds the game and its pages. Players are given by name, their roles are citizens and one rank1."""

    folder: Path
    ruleset: str = "classic"
    now: str = "2024-01-11T00:00:00+03:00"
    accounts: dict[str, int] = field(default_factory=dict)

    @property
    def game(self) -> Path:
        return self.folder / "game"

    def set_up(self, *players: str, options: tuple[str, ...] = (), roles: bool = True) -> "SmallGame":
        dealt = ['role = "rank1"', *['role = "citizen"'] * len(players)] if roles else [""] * len(players)
        tables = [f'[[players]]\nname = "{name}"\n{role}\n' for name, role in zip(players, dealt, strict=False)]
        (self.folder / "players.toml").write_text("\n".join(tables), encoding="utf-8")
        setup = ["--ruleset", self.ruleset, "--thread", URL, "--title", "Игра", "--first-day", DAY_1, "--host", HOST]
        setup += [word for option in options for word in ("--option", option)]
        self.must("init", "game", *setup, "--players", "players.toml", where=self.folder)
        return self

    def read(self, *posts: Written, at: str = "2024-01-10T23:30:00+03:00") -> "SmallGame":
        """Import the thread's only page as it stood at that moment."""
        for each in posts:
            self.accounts.setdefault(each.by, each.account or 50 + len(self.accounts))
        authors = [
            {"name": name, "id": self.accounts[name]}
            for name in dict.fromkeys(
                [each.by for each in posts] + [each.edited[0] for each in posts if each.edited is not None]
            )
            if self.accounts.setdefault(name, 50 + len(self.accounts))
        ]
        source = {
            "forum": {"name": "Форум", "section": "Игры", "timezone": "Europe/Moscow", "per_page": 50},
            "thread": {"id": 12, "title": "Игра"},
            "authors": authors,
            "posts": [_source(each) for each in posts],
        }
        page = self.folder / f"page{len(list(self.folder.glob('page*')))}.html"
        page.write_text(WrittenThread(source).page(0, "https://forum.example"), encoding="utf-8")
        self.must("import", str(page), "--fetched-at", at)
        return self

    def run(self, *arguments: str, where: Path | None = None) -> Done:
        out, err = io.StringIO(), io.StringIO()
        with (
            chdir(where or self.game),
            patch.dict(os.environ, {"TALLY_NOW": self.now}),
            patch.object(sys, "argv", ["tally", *arguments]),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                main()
                status = 0
            except SystemExit as ended:
                status = int(ended.code or 0)
        return Done(status, out.getvalue(), err.getvalue())

    def must(self, *arguments: str, where: Path | None = None) -> str:
        done = self.run(*arguments, where=where)
        assert done.status == 0, done.err
        return done.out

    def votes(self, *arguments: str, day: str = "day1") -> list[dict[str, Any]]:
        read: list[dict[str, Any]] = json.loads(self.must("votes", day, "--json", *arguments))
        return read

    def report(self, *arguments: str, day: str = "day1") -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.must("report", day, "--json", *arguments))
        return read


def _source(written: Written) -> dict[str, Any]:
    source: dict[str, Any] = {"id": written.id, "by": written.by, "at": _moment(written.at), "text": written.text}
    if written.edited is not None:
        source["edited"] = {"by": written.edited[0], "at": _moment(written.edited[1])}
    return source


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text if "T" in text else f"{DAY_1}T{text}")
