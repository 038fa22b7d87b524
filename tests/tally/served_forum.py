"""A forum that lives by a script on a clock of our own, and that clock for the service: a whole day passes in seconds.

A post appears, is edited and vanishes at the moments that the script says; each request takes a second of the clock.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

from fixtures.forum_server import Answer, serve
from fixtures.phpbb_thread import WrittenThread
from tally.service.clocks import Stopped
from tests.tally.evening import run

__all__ = ["HOST", "MOSCOW", "Scripted", "ScriptedForum", "SetClock", "make_served_game", "moscow"]

MOSCOW = ZoneInfo("Europe/Moscow")
HOST = "Ведущий"
_SECOND = timedelta(seconds=1)


def moscow(text: str, day: int = 10) -> datetime:
    """A time of January 2024."""
    return datetime.fromisoformat(f"2024-01-{day:02}T{text}").replace(tzinfo=MOSCOW)


@dataclass
class SetClock:
    """The service's clock: waiting moves it. `jumps`: when the wait for one of these moments ends, it is another."""

    moment: datetime
    end: datetime
    jumps: dict[datetime, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.set(self.moment)

    def set(self, moment: datetime) -> None:
        self.moment = moment
        os.environ["TALLY_NOW"] = moment.isoformat()

    def now(self) -> datetime:
        return self.moment

    def wait_until(self, moment: datetime) -> None:
        """Time passes; and it passes while the machine sleeps, too."""
        for asleep, awake in sorted(self.jumps.items()):
            if self.moment < asleep <= moment:
                del self.jumps[asleep]
                self.set(awake)
                return
        self.set(max(self.moment, moment))
        self.check()

    def check(self) -> None:
        if self.moment >= self.end:
            raise Stopped


@dataclass(frozen=True)
class Scripted:
    """A post. `edits`: when it read differently from then on; `gone`: when it vanished."""

    id: int
    by: str
    at: datetime
    text: str
    edits: tuple[tuple[datetime, str], ...] = ()
    gone: datetime | None = None

    def text_at(self, moment: datetime) -> str | None:
        """What the thread shows of it; None where it does not."""
        if moment < self.at or (self.gone is not None and moment >= self.gone):
            return None
        return [self.text, *(text for at, text in self.edits if at <= moment)][-1]


@dataclass
class ScriptedForum:
    """The forum. `faults` answer instead of it while they give an answer; `slow`: seconds that a request takes."""

    clock: SetClock
    posts: Sequence[Scripted]
    per_page: int = 5
    slow: float = 1.0
    fault: Callable[[datetime], Answer | None] = lambda _moment: None
    asked: list[datetime] = field(default_factory=list)

    def answer(self, target: str, base: str) -> Answer:
        """The page as it stands when it is asked for; it takes its time to come."""
        if urlsplit(target).path == "/robots.txt":
            return Answer(b"", status=404)
        moment = self.clock.moment
        self.asked.append(moment)
        self.clock.set(moment + self.slow * _SECOND)
        broken = self.fault(moment)
        if broken is not None:
            return broken
        start = dict(parse_qsl(urlsplit(target).query)).get("start", "0")
        return Answer(WrittenThread(self._source(moment)).page(int(start), base).encode())

    def _source(self, moment: datetime) -> dict[str, object]:
        shown = [(post, text) for post in self.posts if (text := post.text_at(moment)) is not None]
        authors = sorted({post.by for post in self.posts})
        return {
            "forum": {"name": "Форум", "section": "Игры", "timezone": "Europe/Moscow", "per_page": self.per_page},
            "thread": {"id": 12, "title": "Игра"},
            "authors": [{"name": name, "id": 50 + number} for number, name in enumerate(authors)],
            "posts": [
                {"id": post.id, "by": post.by, "at": post.at.replace(tzinfo=None), "text": text} for post, text in shown
            ],
        }


@contextmanager
def make_served_game(folder: Path, forum: ScriptedForum, players: Sequence[str], **schedule: object) -> Iterator[Path]:
    """A game folder of that forum, while it is served; `schedule` is that section of game.toml."""
    tables = [
        f'[[players]]\nname = "{name}"\nrole = "{"citizen" if number else "rank1"}"\n'
        for number, name in enumerate(players)
    ]
    (folder / "players.toml").write_text("\n".join(tables), encoding="utf-8")
    with serve(forum.answer) as base:
        made = run(
            folder, "init", "game", "--ruleset", "classic", "--thread", f"{base}/viewtopic.php?t=12", "--title", "Игра",
            "--first-day", "2024-01-10", "--host", HOST, "--players", "players.toml",
        )  # fmt: skip
        assert made.status == 0, made.err
        file = folder / "game" / "game.toml"
        text = file.read_text(encoding="utf-8").replace("interval = 2", "interval = 0")
        settings = "\n".join(f"{key} = {value}" for key, value in schedule.items())
        file.write_text(text.replace("[schedule]", f"[schedule]\n{settings}"), encoding="utf-8")
        yield folder / "game"
