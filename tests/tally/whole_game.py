"""A whole game played through the commands, as its script tells it: set-up, threads that grow, messages, results.

In: a folder of `fixtures/games`: `record.toml`, a game record as any other, and `script.toml`, how that game came about
on a forum and in letters to the host (its keys are told in `fixtures/games/README.md`). Out: what `tally resolve` gave
for each phase, and what the commands printed on the way.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

import tomlkit

from fixtures.forum_server import Answer, serve
from fixtures.phpbb_thread import WrittenThread
from tally.clock import now
from tally.folder.game import hash_seed
from tests.tally.evening import run

__all__ = ["GAMES", "PlayedPhase", "WholeGame", "serve_game"]

GAMES = Path(__file__).resolve().parents[2] / "fixtures" / "games"
ZONE = ZoneInfo("Europe/Moscow")
NOON = time(12)
_LINE = re.compile(r"(?:#(?P<thread>\d+) )?(?P<at>\d\d:\d\d(?::\d\d)?) (?P<rest>.+)")
_VOTE = re.compile(r"\[([-+])([^\]]+)\]")
_COLOURS = {"-": "red", "+": "blue"}


@dataclass(frozen=True)
class PlayedPhase:
    """A phase as it was closed: the host's outcome, the post for the thread."""

    phase: str
    outcome: dict[str, Any]
    announced: str


@dataclass(frozen=True)
class Line:
    """A line of the script: something that somebody wrote at a moment, in the thread or to the host."""

    at: datetime
    written_at: str
    by: str
    text: str
    thread: int | None = None


@dataclass(frozen=True)
class Change:
    """An edit of a post; without a text its deletion."""

    at: datetime
    text: str | None


@dataclass
class WholeGame:
    """A game folder that is played. `base` is the forum's address; `prints` holds what each command printed."""

    folder: Path
    record: Mapping[str, Any]
    script: Mapping[str, Any]
    base: str = ""
    prints: list[tuple[tuple[str, ...], str]] = field(default_factory=list)

    @classmethod
    def read(cls, name: str, folder: Path) -> "WholeGame":
        record, script = (
            tomllib.loads((GAMES / name / file).read_text(encoding="utf-8")) for file in ("record.toml", "script.toml")
        )
        return cls(folder, record, script)

    @property
    def game(self) -> Path:
        return self.folder / "game"

    # --- the forum ---

    def thread(self, number: int, moment: datetime) -> WrittenThread | None:
        """The thread as its pages show it at that moment."""
        posts = [self._post(line, moment) for line in self._posts if line.thread == number and line.at <= moment]
        shown = [post for post in posts if post is not None]
        if not shown:
            return None
        names = [*dict.fromkeys(line.by for line in self._posts)]
        return WrittenThread(
            {
                "forum": {"name": "Клуб", "section": "Мафия", "timezone": ZONE.key, "per_page": 20},
                "thread": {"id": number, "title": self.record["game"]["title"]},
                "authors": [{"name": name, "id": 50 + place} for place, name in enumerate(names)],
                "posts": shown,
            }
        )

    def _post(self, line: Line, moment: datetime) -> dict[str, Any] | None:
        """The post as it stands then; None where it was deleted before."""
        number = (line.thread or 0) * 10000 + self._posts.index(line)
        post: dict[str, Any] = {"id": number, "by": line.by, "at": line.at.replace(tzinfo=None), "text": line.text}
        for change in self._changes.get((line.by, line.at), ()):
            if change.at <= moment:
                if change.text is None:
                    return None
                post["text"] = change.text
                post["edited"] = {"by": line.by, "at": change.at.replace(tzinfo=None)}
        return post | {"text": _VOTE.sub(_in_colour, post["text"])}

    @cached_property
    def _posts(self) -> list[Line]:
        """All posts of the game by time."""
        lines = [line for phase in self.script["phases"] for line in self._lines(phase, "posts")]
        return sorted(lines, key=lambda line: line.at)

    @cached_property
    def _changes(self) -> Mapping[tuple[str, datetime], list[Change]]:
        """Edits and deletions, by the author and the time of the post."""
        changes: dict[tuple[str, datetime], list[Change]] = {}
        for phase in self.script["phases"]:
            for each in phase.get("changes", ()):
                of, at = (self._moment(phase["phase"], each[key]) for key in ("of", "at"))
                changes.setdefault((each["by"], of), []).append(Change(at, each.get("text")))
        return changes

    def answer(self, target: str, base: str) -> Answer:
        """What the forum answers at the present moment."""
        query = dict(parse_qsl(urlsplit(target).query))
        number = int(query.get("t", "0"))
        thread = self.thread(number, now())
        if thread is None:
            empty = WrittenThread({"forum": {"name": "Клуб", "section": "Мафия"}, "thread": {"id": number}})
            return Answer(empty.missing().encode(), status=404)
        return Answer(thread.page(int(query.get("start", "0")), base).encode())

    # --- the host's evenings ---

    def play(self) -> Iterator[PlayedPhase]:
        """Play it phase by phase."""
        self._set_up()
        for phase in self.script["phases"]:
            yield self._play(phase)

    def look_back(self) -> None:
        """After the end: what the script says that commands print then."""
        for each in self.script.get("after", ()):
            told = self.must(*each["run"], at=self._end())
            for words in each.get("says", ()):
                assert words in told, f"tally {' '.join(each['run'])} does not say “{words}”:\n{told}"
            for words in each.get("lacks", ()):
                assert words not in told, f"tally {' '.join(each['run'])} says “{words}”:\n{told}"

    def export(self, *arguments: str) -> Path:
        """The record that the program itself makes of the game."""
        self.must("export", *arguments, "exported.toml", at=self._end())
        return self.game / "exported.toml"

    def _end(self) -> datetime:
        return self._moment(self.script["phases"][-1]["phase"], "12:00") + timedelta(days=2)

    def _set_up(self) -> None:
        """Sign-up, deal, threads."""
        head = self.record["game"]
        first, *others = self.script["threads"]
        moment = self._moment("day1", "00:00") - timedelta(hours=6)
        (self.folder / "players.txt").write_text(
            "\n".join(f"{number}. {each['name']}" for number, each in enumerate(self.record["players"], 1)),
            encoding="utf-8",
        )
        dealt = frozenset(self.script.get("drawn", ()))
        options = {key: value for key, value in head.get("options", {}).items() if key not in dealt}
        secret = self.script.get("secret", {})
        given = [f"{key}={json.dumps(value)}" for key, value in options.items() if key not in secret]
        self.must(
            "init", "game", "--ruleset", head["ruleset"], "--title", head["title"], "--thread", self._url(first["id"]),
            "--first-day", str(head["first_day"]), "--host", self.script["host"], "--players", "players.txt",
            *(word for option in given for word in ("--option", option)), at=moment, where=self.folder,
        )  # fmt: skip
        self._fix_the_chance(str(head["seed"]))
        for thread in others:
            more = [word for key in ("kind", "from", "until") if key in thread for word in (f"--{key}", thread[key])]
            self.must("thread", "add", self._url(thread["id"]), *more, at=moment)
        if "deal" in self.script:
            self.must("deal", *self.script["deal"], at=moment)
            self.must("deal", "--check", at=moment)
        self._write_down(secret)
        self.must("check", at=moment)

    def _fix_the_chance(self, seed: str) -> None:
        """The one thing that a test cannot leave to `tally init`; and no pause between requests."""
        for name, changes in (
            ("players.toml", {"seed": seed}),
            ("game.toml", {"seed_hash": hash_seed(seed), "interval": 0}),
        ):
            file = self.game / name
            text = file.read_text(encoding="utf-8")
            for key, value in changes.items():
                text, found = re.subn(rf"(?m)^{key} = .*$", f"{key} = {json.dumps(value)}", text)
                assert found == 1
            file.write_text(text, encoding="utf-8")

    def _write_down(self, secret: Mapping[str, Any]) -> None:
        """What the host writes into players.toml by hand: what was not dealt, as the players have told him."""
        file = self.game / "players.toml"
        document = tomlkit.parse(file.read_text(encoding="utf-8"))
        known = {each["name"]: each for each in self.record["players"]}
        for table in document["players"]:
            for key, value in known[table["name"]].items():
                dealt = table.setdefault(key, value)
                assert str(dealt) == str(value), f"{table['name']}: {key} was dealt as {dealt}, not {value}"
        document["secret"].update(secret)
        file.write_text(tomlkit.dumps(document), encoding="utf-8")

    def _play(self, phase: Mapping[str, Any]) -> PlayedPhase:
        name = phase["phase"]
        is_night = name.startswith("night")
        for moment, do in sorted(self._events(phase), key=lambda event: event[0]):
            do(moment)
        closes = self._moment(name, phase.get("closes") or self.script["closes"]["night" if is_night else "day"])
        if not is_night:
            self.must("scrape", at=closes)
        for command in phase.get("then", ()):
            self.must(*command, at=closes + timedelta(minutes=1))
        resolved = self.must("resolve", name, "--json", at=closes + timedelta(minutes=2))
        announced = self.must("announce", name, at=closes + timedelta(minutes=3))
        return PlayedPhase(name, json.loads(resolved), announced)

    def _events(self, phase: Mapping[str, Any]) -> Iterator[tuple[datetime, Callable[[datetime], object]]]:
        """What happens before the phase closes, each with its moment."""
        name = phase["phase"]

        def command(words: tuple[str, ...]) -> Callable[[datetime], object]:
            return lambda at: self.must(*words, at=at)

        for each in phase.get("reads", ()):
            yield self._moment(name, each), command(("scrape",))
        letters = [*self._lines(phase, "letters")]
        words = ("night", name.removeprefix("night")) if name.startswith("night") else ("act", name)
        if phase.get("singly", name.endswith("1")):
            for line in letters:
                yield line.at, command((*words, line.by, line.text, "--at", line.written_at))
        elif letters:
            file = self.folder / f"{name}.txt"
            file.write_text(
                "\n".join(f"{each.written_at} {each.by}: {each.text}" for each in letters), encoding="utf-8"
            )
            yield max(each.at for each in letters), command((*words, "--from", str(file)))
        for each in phase.get("commands", ()):
            yield self._moment(name, each["at"]), command(tuple(each["run"]))

    def _lines(self, phase: Mapping[str, Any], key: str) -> Iterator[Line]:
        """«21:05:10 Кот Баюн: текст»; an indented line goes on with the one before."""
        players = (each["name"] for each in self.record["players"])
        others = (self.script["host"], "team:mafia", *self.script.get("others", ()))
        authors = sorted((*players, *others), key=len, reverse=True)
        found: list[Line] = []
        for written in phase.get(key, "").splitlines():
            line = _LINE.match(written)
            if line is None:
                if written.strip():
                    last = found.pop()
                    found.append(
                        Line(last.at, last.written_at, last.by, f"{last.text}\n{written.strip()}", last.thread)
                    )
                continue
            by = next((name for name in authors if line["rest"].startswith(f"{name}: ")), None)
            assert by is not None, f"{phase['phase']}: who writes “{written}”?"
            thread = int(line["thread"] or phase.get("thread") or self.script["threads"][-1]["id"])
            text = line["rest"].removeprefix(f"{by}: ")
            found.append(Line(self._moment(phase["phase"], line["at"]), line["at"], by, text, thread))
        yield from found

    def _moment(self, phase: str, bare: str) -> datetime:
        """A time of the phase's day; of a night before noon, of the morning after."""
        first: date = self.record["game"]["first_day"]
        at = time.fromisoformat(bare)
        day = first + timedelta(days=int(phase.lstrip("adghinty")) - 1 + (phase.startswith("night") and at < NOON))
        return datetime.combine(day, at, ZONE)

    def _url(self, thread: int) -> str:
        return f"{self.base}/viewtopic.php?t={thread}"

    def must(self, *arguments: str, at: datetime, where: Path | None = None) -> str:
        """Run a command at that moment; it has to end well."""
        words = tuple(word.replace("{base}", self.base) for word in arguments)
        done = run(where or self.game, *words, now=at.isoformat())
        assert done.status == 0, f"tally {' '.join(words)}\n{done.out}\n{done.err}"
        self.prints.append((words, done.out + done.err))
        return done.out


def _in_colour(found: re.Match[str]) -> str:
    colour = _COLOURS[found[1]]
    return f"[color={colour}]{found[2]}[/color]"


@contextmanager
def serve_game(name: str, folder: Path) -> Iterator[WholeGame]:
    """A game of `fixtures/games` with its forum, while the block runs."""
    whole = WholeGame.read(name, folder)
    with serve(whole.answer) as base:
        whole.base = base
        yield whole
