"""A power cut at any moment: whatever was stored stays, the database is sound, and the next run completes.

A few kills here; `TALLY_KILLS=200` does as many as it says.
"""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest

from fixtures.forum_server import Answer, serve
from fixtures.phpbb_thread import WrittenThread
from tally.store import Store
from tests.database import faults_of
from tests.tally.test_scrape import THREAD_ID, make_folder, written_thread

KILLS = int(os.environ.get("TALLY_KILLS", "8"))
# in the thread's first day; each run comes so much later that the service finds a read due
FIRST = datetime.fromisoformat("2024-01-10T12:30:00+03:00")
APART = timedelta(minutes=16)


@dataclass
class GrowingForum:
    """A thread that grows and is edited; it answers slowly enough for a run to be killed between any two steps."""

    thread: WrittenThread = field(default_factory=lambda: written_thread(43))
    asked: threading.Event = field(default_factory=threading.Event)
    base: str = ""

    def answer(self, target: str, base: str) -> Answer:
        self.asked.set()
        time.sleep(0.02)
        start = httpx.URL(f"{base}{target}").params.get("start", "0")
        return Answer(self.thread.page(int(start), base).encode())

    def grow(self, count: int) -> None:
        posts = self.thread.source["posts"]
        for _post in range(count):
            last = posts[-1]
            posts.append({**last, "id": last["id"] + 1, "at": last["at"] + timedelta(minutes=1), "text": "Ещё"})
        posts[-count - 1]["text"] += " и правка"

    @property
    def ids(self) -> set[str]:
        return {str(post["id"]) for post in self.thread.source["posts"]}


@pytest.fixture
def forum() -> Iterator[GrowingForum]:
    made = GrowingForum()
    with serve(made.answer) as made.base:
        yield made


def start(folder: Path, number: int) -> subprocess.Popen[bytes]:
    command = "tick" if number % 2 else "scrape"
    arguments = [sys.executable, "-m", "tally", command, "--game", str(folder)]
    environment = {**os.environ, "TALLY_NOW": (FIRST + number * APART).isoformat()}
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)


def finish(folder: Path, number: int) -> float:
    """Let a run end by itself; gives the seconds that it took."""
    began = time.monotonic()
    run = start(folder, number)
    _out, err = run.communicate()
    assert run.returncode == 0, err.decode()
    return time.monotonic() - began


def test_a_run_killed_at_any_moment_loses_nothing_and_the_next_one_completes(
    tmp_path: Path, forum: GrowingForum
) -> None:
    folder = make_folder(tmp_path / "game", f"{forum.base}/viewtopic.php?t={THREAD_ID}")
    settings = folder / "game.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("# first_day", "first_day"), encoding="utf-8")
    dice = random.Random(7)
    known: set[str] = set()
    killed = 0
    length = 1.0
    for number in range(KILLS):
        forum.asked.clear()
        run = start(folder, number)
        if dice.random() < 0.1:
            time.sleep(dice.uniform(0, length))
        else:
            while not forum.asked.wait(0.01) and run.poll() is None:
                pass
            time.sleep(dice.uniform(0, 0.4))
        killed += run.poll() is None
        run.kill()
        run.communicate()

        assert faults_of(folder / "tally.db") == [], f"kill {number}"
        found = ids(folder, forum)
        assert known <= found, f"kill {number} has lost {known - found}"
        known = found
        if number % 10 == 9:
            length = finish(folder, number)
            assert ids(folder, forum) == forum.ids
        forum.grow(dice.randrange(1, 25))
    finish(folder, KILLS)
    assert ids(folder, forum) == forum.ids
    assert killed >= KILLS / 3, "most runs had ended before they were killed"


def ids(folder: Path, forum: GrowingForum) -> set[str]:
    with Store(folder / "tally.db") as store:
        return {post.id for post in store.posts(f"{forum.base}/viewtopic.php?t={THREAD_ID}")}
