"""How fast a long game is published: 20 days and 10,000 votes, from a warm store; and how large its pages are.

Prints processor time, so that other work on the machine does not count, and its ratio to a plain loop of this machine:
of the first publishing, which counts the whole game, of one after another vote, and of one with nothing new; then the
size of the largest page of a day.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from time import process_time

from parsers.page import Colour, Form, Kind, Mark, Page, Post, Precision, Run, ThreadRef, TimeFrom
from tally.folder.game import find_game
from tally.play.announcements import announcement_as_data
from tally.play.course import open_course
from tally.site.publish import publish
from tally.store import FactKind, RawPage, Store
from tally.texts import use_language

DAYS = 20
VOTES = 10_000
PER_PAGE = 100
PLAYERS = 20
URL = "https://forum.example/viewtopic.php?t=12"
FIRST = datetime(2024, 1, 10, 5, tzinfo=UTC)
NAMES = tuple(f"Игрок{chr(ord('А') + number)}" for number in range(PLAYERS))
NOW = FIRST + timedelta(days=DAYS - 1, hours=13, minutes=5)


def make_game(folder: Path) -> Path:
    """A game in which nobody dies, with its thread in the store and all but the last day announced."""
    roles = ["rank1", "commissioner", "doctor", "girl", *["citizen"] * (PLAYERS - 4)]
    tables = [f'[[players]]\nname = "{name}"\nrole = "{role}"\n' for name, role in zip(NAMES, roles, strict=True)]
    roster = folder / "players-of-the-benchmark.toml"
    roster.write_text("\n".join(tables), encoding="utf-8")
    options = ["--option", "min_score=10000", "--option", "tie=none"]
    setup = ["init", "game", "--ruleset", "classic", "--thread", URL, "--title", "Долгая игра", *options]
    tally(folder, *setup, "--first-day", "2024-01-10", "--players", str(roster))
    game = find_game(folder / "game")
    with Store(game.database) as store:
        for number in range(VOTES // PER_PAGE):
            add_page(store, number + 1, VOTES // PER_PAGE)
    with open_course(game, NOW) as course, Store(game.database) as store:
        for outcome, after in course.outcomes():
            if outcome.phase.cycle < DAYS:
                told = announcement_as_data(outcome, after)
                store.append(FactKind.ANNOUNCEMENT, told, at=NOW, phase=str(outcome.phase))
    return folder / "game"


def add_page(store: Store, number: int, pages: int, votes: int = VOTES) -> None:
    """Store a page of the thread, in which there are so many votes, as it is read just before NOW."""
    read = NOW - timedelta(seconds=pages - number)
    url = f"{URL}&start={(number - 1) * PER_PAGE}"
    raw = RawPage(url, read, read, 200, "text/html", (), f"page {number} of {votes}".encode())
    shown = _posts()[(number - 1) * PER_PAGE : min(number * PER_PAGE, votes)]
    page = Page("phpbb", Kind.THREAD, ThreadRef("12", "Игра", URL), number, pages, PER_PAGE, posts=shown)
    store.add_page(URL, raw, page)


@cache
def _posts() -> tuple[Post, ...]:
    """Every post is a vote: half of them changes of mind, a tenth in defence. One more than are read at first."""
    rng = random.Random(7)
    posts = []
    a_day = VOTES // DAYS
    for number in range(VOTES + 1):
        day = min(number // a_day, DAYS - 1)
        place = number - day * a_day
        at = FIRST + timedelta(days=day, seconds=place * (13 * 3600 // a_day))
        name, colour = rng.choice(NAMES), rng.choice([Colour.RED] * 9 + [Colour.BLUE])
        shown = "red" if colour is Colour.RED else "blue"
        author = NAMES[number % PLAYERS]
        text = f"Думаю, это {name}."
        runs = (Run("Думаю, это "), Run(name, shown), Run("."))
        mark = Mark(colour, name, Form.COLOUR, 11, 11 + len(name))
        url = f"https://forum.example/viewtopic.php?p={100_000 + number}#p{100_000 + number}"
        ids = (str(100_000 + number), number + 1, author, str(50 + number % PLAYERS))
        posts.append(Post(*ids, at, Precision.SECOND, TimeFrom.ATTRIBUTE, url, None, text, (mark,), runs))
    return tuple(posts)


def tally(folder: Path, *arguments: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "TALLY_NOW": NOW.isoformat()}
    command = [sys.executable, "-m", "tally", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, env=environment)


def bare_work() -> float:
    """Processor time of a loop that is the same everywhere: what a second of this machine is worth."""
    began = process_time()
    total = 0
    for number in range(5_000_000):
        total += number * number % 7
    return process_time() - began


def publish_once(folder: Path) -> tuple[float, int]:
    """Processor time of one publishing, and how many files it wrote."""
    began = process_time()
    written = publish(find_game(folder), NOW)
    return process_time() - began, len(written.written)


def main() -> None:
    use_language("ru")
    with tempfile.TemporaryDirectory() as place:
        folder = make_game(Path(place))
        loop = bare_work()
        first, count = publish_once(folder)
        with Store(find_game(folder).database) as store:
            add_page(store, VOTES // PER_PAGE + 1, VOTES // PER_PAGE + 1, VOTES + 1)
        after, changed = publish_once(folder)
        again, touched = publish_once(folder)
        print(
            f"publish: {DAYS} days, {VOTES} votes, {count} files, the whole game counted: {first:.1f} s of the "
            f"processor, {first / loop:.1f} times a loop of 5 million steps"
        )
        print(
            f"publish: after another vote: {after:.1f} s, {after / loop:.1f} times the loop, {changed} files changed "
            "(aim: under 2 s)"
        )
        print(f"publish: nothing new: {again:.1f} s, {again / loop:.1f} times the loop, {touched} files touched")
        sizes = {file.name: file.stat().st_size / 1000 for file in (folder / "site").iterdir()}
        days = [size for name, size in sizes.items() if re.fullmatch(r"day\d+(-votes\d+)?\.html|index\.html", name)]
        whole = sum(sizes.values())
        print(f"publish: the largest page of a day {max(days):.0f} kB (aim: under 100), the whole site {whole:.0f} kB")


if __name__ == "__main__":
    main()
