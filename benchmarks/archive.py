"""An archive of day games of an English-language board, counted whole: bytes of pages in, the tables of all days out.

The games are made up by a generator that knows who meant whom, so that it prints not only posts a second and memory,
but how many lines of the true counts, and how many executions, the program finds by itself. `--games 300` is the whole
archive; without it a tenth of that.
"""

import argparse
import random
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.moments import PhaseId
from fixtures.phpbb_thread import WrittenThread
from tally.count.post_reader import learn_names
from tally.count.report import TownReport
from tally.folder.game import find_game
from tally.folder.init import NewGame, make_game
from tally.forum.importing import import_pages
from tally.play.course import open_course
from tally.store import Store

URL = "https://forum.example/viewtopic.php?t=12"
HOST = "Ringmaster"
PER_PAGE = 50
STARTS = datetime.fromisoformat("2024-01-10T09:00:00")  # bare, as the written threads have it
KNOWN_AT = datetime(2024, 6, 1, tzinfo=UTC)
FIRST = ("Brass", "Quiet", "Moss", "Copper", "Velvet", "Paper", "North", "Salt", "Amber", "Hollow", "Iron", "Pale")
SECOND = ("Lantern", "Otter", "Kettle", "Harbor", "Thistle", "Comet", "Badger", "Orchard", "Pigeon", "Anchor")
TALK = (
    "I do not like how quiet it is here.", "Somebody should answer my question from yesterday.", "Town read, for now.",
    "That was a strange thing to say.", "I will be away this evening.", "Who else is here?", "Fair enough.",
)  # fmt: skip

Targets = dict[str, str]


@dataclass
class MadeGame:
    """A game as its players meant it: the posts, the last post of each day, and who stood on whom at its end."""

    players: tuple[str, ...]
    posts: list[dict[str, Any]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    votes: list[Targets] = field(default_factory=list)
    executed: list[str] = field(default_factory=list)

    def pages(self) -> int:
        return -(-len(self.posts) // PER_PAGE)

    def source(self) -> dict[str, Any]:
        """The thread in the form of `fixtures.phpbb_thread`."""
        return {
            "forum": {"name": "Board", "section": "Games", "timezone": "Europe/London", "per_page": PER_PAGE},
            "thread": {"id": 12, "title": "Mini Normal"},
            "authors": [{"name": name, "id": 50 + place} for place, name in enumerate((HOST, *self.players))],
            "posts": self.posts,
        }


def make_up(chance: random.Random, posts: int, days: int) -> MadeGame:
    """A game of so many posts and days. Every day ends with one who has more votes than anybody else."""
    names = [first + chance.choice(("", " ", "")) + second for first in FIRST for second in SECOND]
    players = chance.sample(names, chance.randint(15, 19))
    game = MadeGame(tuple(each + chance.choice(("", "", "", "42", "_x")) for each in players))
    alive = list(game.players)
    for day in range(days):
        standing: Targets = {}
        for _post in range(posts // days - 1):
            _write(game, chance, alive, standing)
        # a last wagon, so that there is no tie
        counts = [list(standing.values()).count(each) for each in alive]
        victim = alive[counts.index(max(counts))]
        _post_text(game, (voter := next(each for each in alive if each != victim)), f"[b]VOTE: {victim}[/b]")
        standing[voter] = victim
        while sum(on == victim for on in standing.values()) <= max(counts):
            voter = next(each for each in alive if each != victim and standing.get(each) != victim)
            _post_text(game, voter, f"[b]VOTE: {victim}[/b]")
            standing[voter] = victim
        _post_text(game, HOST, f"End of day {day + 1}.")
        game.ends.append(int(game.posts[-1]["id"]))
        game.votes.append(standing)
        game.executed.append(victim)
        alive.remove(victim)
    return game


def _write(game: MadeGame, chance: random.Random, alive: Sequence[str], standing: Targets) -> None:
    by = chance.choice(alive)
    text = " ".join(chance.sample(TALK, chance.randint(1, 3)))
    if chance.random() < 0.12:
        on = chance.choice([each for each in alive if each != by])
        text = f"{text}\n{_vote(chance, _called(chance, on, alive))}"
        standing[by] = on
    elif chance.random() < 0.02:
        text = f"[b]UNVOTE[/b]\n{text}"
        standing.pop(by, None)
    elif chance.random() < 0.1 and len(game.posts) > 5:
        quoted = chance.choice(game.posts[-5:])
        text = f"[quote={quoted['id']}]{quoted['text']}[/quote]{text}"
    _post_text(game, by, text)


def _post_text(game: MadeGame, by: str, text: str) -> None:
    number = len(game.posts)
    game.posts.append({"id": 1000 + number, "by": by, "at": STARTS + timedelta(minutes=7 * number), "text": text})


def _vote(chance: random.Random, name: str) -> str:
    forms = ("[b]VOTE: {}[/b]", "[b]Vote: {}[/b]", "[b]vote {}[/b]", "[b]UNVOTE, VOTE: {}[/b]")
    return chance.choices(forms, (6, 3, 1, 2))[0].format(name)


def _called(chance: random.Random, name: str, alive: Sequence[str]) -> str:
    """As players call each other: whole, in small letters, by a part or initials that only one has, misspelt."""
    first, second = next((a, b) for a in FIRST for b in SECOND if name.startswith((a + b, f"{a} {b}")))
    way = chance.random()
    if way < 0.25:
        return name.lower()
    for part in (first, second) if way < 0.45 else ():
        if sum(part.lower() in each.lower() for each in alive) == 1:
            return part.lower() if chance.random() < 0.5 else part
    initials = first[0] + second[0]
    if 0.45 <= way < 0.52 and sum(_initials(each) == initials for each in alive) == 1:
        return initials
    if 0.52 <= way < 0.62:
        place = chance.randint(2, len(first + second) - 2)
        bare = first + second
        return bare[:place] + bare[place + 1] + bare[place] + bare[place + 2 :]
    return name


def _initials(name: str) -> str:
    return "".join(letter for letter in name if letter.isupper())


def set_up(folder: Path, game: MadeGame) -> None:
    plan = NewGame("generic", URL, "Mini Normal", date(2024, 1, 10), (HOST,), tuple({"name": p} for p in game.players))
    make_game(folder, plan)
    tables = [f'\n[[calendar]]\nphase = "day1"\nuntil_post = "{game.ends[0]}"\n']
    for day, (before, end) in enumerate(zip(game.ends, game.ends[1:], strict=False), start=2):
        tables.append(f'\n[[calendar]]\nphase = "day{day}"\nfrom_post = "{before + 1}"\nuntil_post = "{end}"\n')
    settings = (folder / "game.toml").read_text(encoding="utf-8")
    chosen = settings.replace("[names]", '[names]\ndialect = "mafiascum"', 1)
    (folder / "game.toml").write_text(chosen + "".join(tables), encoding="utf-8")


def read_pages(folder: Path, pages: Sequence[Path]) -> None:
    game = find_game(folder)
    with Store(game.database) as store:
        import_pages(store, game, URL, pages, KNOWN_AT)
        learn_names(game, store)


def count(folder: Path, days: Sequence[int]) -> list[TownReport]:
    with open_course(find_game(folder), KNOWN_AT) as course:
        return [course.town_report(PhaseId(day, night=False)) for day in days]


def wrong_lines(report: TownReport, meant: Targets) -> Iterator[bool]:
    """For each line of the true count, whether the program's has other voters."""
    found = {row.player: {vote.by for vote in row.votes} for row in report.rows}
    for target in sorted(set(meant.values())):
        yield found.get(target, set()) != {by for by, on in meant.items() if on == target}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=30)
    asked.add_argument("--posts", type=int, default=1500)
    asked.add_argument("--days", type=int, default=6)
    options = asked.parse_args()
    whole = again = 0.0
    posts = lines = wrong = right_days = days = 0
    with TemporaryDirectory() as root:
        for number in range(options.games):
            game = make_up(random.Random(number), options.posts, options.days)
            folder = Path(root) / f"game{number}"
            set_up(folder, game)
            thread = WrittenThread(game.source())
            pages = [folder / f"page{page}.html" for page in range(game.pages())]
            for page, file in enumerate(pages):
                file.write_text(thread.page(page * PER_PAGE, "https://forum.example"), encoding="utf-8")
            began = time.perf_counter()
            read_pages(folder, pages[:-1])
            reports = count(folder, range(1, options.days))
            whole += time.perf_counter() - began
            began = time.perf_counter()
            read_pages(folder, pages[-1:])
            reports += count(folder, [options.days])
            again += time.perf_counter() - began
            posts += len(game.posts)
            for report, meant, victim in zip(reports, game.votes, game.executed, strict=True):
                found = list(wrong_lines(report, meant))
                lines, wrong = lines + len(found), wrong + sum(found)
                days, right_days = days + 1, right_days + (report.leading == (victim,))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"archive: {options.games} games, {posts} posts, {days} days; peak {memory:.0f} MB")
    one_more = again / options.games
    print(f"  {posts / (whole + again):.0f} posts/s from bytes to tables; {one_more:.2f} s a game after one page more,")
    print(f"  {again / whole:.2f} of the time for the {game.pages() - 1} pages before it")
    print(f"  lines of the true counts found alike: {1 - wrong / lines:.1%}; outcomes: {right_days / days:.1%}")


if __name__ == "__main__":
    main()
