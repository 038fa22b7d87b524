"""How long a command takes to start, as a ratio to `python -c pass` on the same machine.

Prints a line for each command: the median of its runs, the bare interpreter's, and the ratio.
"""

import os
import statistics
import subprocess
import sys
import time

RUNS = 15
BARE = [sys.executable, "-c", "pass"]
COMMANDS = {
    "tally --help": [sys.executable, "-m", "tally", "--help"],
    "tally report --help": [sys.executable, "-m", "tally", "report", "--help"],
}


def seconds(command: list[str]) -> float:
    """The median time of one run; a first run, not counted, fills the caches."""
    times = []
    for run in range(RUNS + 1):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
        if run:
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def main() -> None:
    bare = seconds(BARE)
    print(f"startup: python -c pass takes {bare * 1000:.0f} ms")
    for name, command in COMMANDS.items():
        took = seconds(command)
        print(f"startup: {name} takes {took * 1000:.0f} ms, {took / bare:.1f} times as long")


if __name__ == "__main__":
    main()
