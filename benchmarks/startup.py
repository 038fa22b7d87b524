"""How long a command takes to start, as a ratio to `python -c pass` on the same machine.

Prints a line for each command: the median of its runs and the ratio. `tally report` is run in a game of two days.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from fixtures import phpbb_thread
from fixtures.phpbb_thread import WrittenThread

RUNS = 15
TALLY = (sys.executable, "-m", "tally")
THREAD = Path(phpbb_thread.__file__).parent / "demo_thread"


def seconds(command: Sequence[str], folder: Path) -> float:
    """The median time of one run; a first run, not counted, fills the caches."""
    times = []
    for run in range(RUNS + 1):
        began = time.perf_counter()
        run_quietly(command, folder)
        if run:
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def run_quietly(command: Sequence[str], folder: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "TALLY_NOW": "2024-01-12T00:00:00+03:00"}
    # a program in use has its modules compiled
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, env=environment)


def make_game(folder: Path) -> Path:
    """The demo's game, its thread read from saved pages."""
    thread = WrittenThread.read(THREAD / "thread.toml")
    pages = [folder / f"{start}.html" for start in range(0, len(thread.source["posts"]), 10)]
    for page in pages:
        page.write_text(thread.page(int(page.stem), "https://forum.example"), encoding="utf-8")
    url = f"https://forum.example/viewtopic.php?t={thread.id}"
    setup = ["--ruleset", "classic", "--thread", url, "--first-day", "2024-01-10", "--host", "Маэстро"]
    run_quietly([*TALLY, "init", "game", *setup, "--players", str(THREAD / "players.toml")], folder)
    run_quietly([*TALLY, "import", *map(str, pages)], folder / "game")
    return folder / "game"


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        game = make_game(Path(made))
        bare = seconds([sys.executable, "-c", "pass"], game)
        print(f"startup: python -c pass takes {bare * 1000:.0f} ms")
        for words in (["--help"], ["report", "--help"], ["report", "day2"]):
            took = seconds([*TALLY, *words], game)
            print(f"startup: tally {' '.join(words)} takes {took * 1000:.0f} ms, {took / bare:.1f} times as long")


if __name__ == "__main__":
    main()
