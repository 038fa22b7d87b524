"""The service at scale: 200 games in one process, whether any deadline is missed, memory, what a tick costs.

Games are read from forums of our own on a clock of our own, where each request takes its distance and its answer; so
an evening passes in seconds. What a tick costs is time of the processor.
"""

import os
import resource
import shutil
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from time import thread_time

from tally.service.following import follow
from tally.service.readings import Reading
from tally.service.rhythm import Why
from tally.service.running import reader
from tally.service.served import ServedGame
from tests.tally.served_forum import Scripted, ScriptedForum, SetClock, make_served_game, moscow
from tests.tally.test_lanes import Forum, Pretended

GAMES = 200
AIM = 1.3
LAST_DAY = 100
SECOND = timedelta(seconds=1)
PLAYERS = tuple(f"Игрок{letter}" for letter in "абвгдежзиклмноп")


def evening(forums: int) -> None:
    """The evening of 200 games, all with one deadline, on so many forums, where a request takes two seconds and a
    half: the distance to the one before, and the answer."""
    lateness: list[tuple[float, float]] = []
    requests = 0
    for number in range(forums):
        forum = Forum(SetClock(moscow("21:00:00"), moscow("22:30:00")), takes=2.5)
        games = [Pretended(f"{number}-{each}") for each in range(GAMES // forums)]
        forum.run(games, "21:00:00", "22:30:00")
        requests += len(forum.asked)
        for game in games:
            before, after = forum.bracket(str(game.folder))
            lateness.append((before / SECOND, after / SECOND))
    before, after = (max(each) for each in zip(*lateness, strict=True))
    rate = requests / forums / 90
    print(f"  {forums:3} forums  read at the most {before:5.0f} s before and {after:5.0f} s after the deadline, "
          f"{len(lateness)} of {GAMES} games on both sides; {rate:.1f} requests a minute and forum")  # fmt: skip


def megabytes() -> float:
    """What the process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) if sys.platform == "linux" else 0
    return pages * resource.getpagesize() / 2**20


def memory(rounds: int = 3) -> None:
    """Real game folders, each read again and again: what the process holds after each round of all."""
    clock = SetClock(moscow("20:00:00"), moscow("23:00:00"))
    posts = [Scripted(number, PLAYERS[number % 5], moscow("12:00:00"), "слова") for number in range(1, 11)]
    with tempfile.TemporaryDirectory() as folder:
        forum = ScriptedForum(clock, posts, per_page=20, slow=0)
        with make_served_game(Path(folder), forum, PLAYERS) as game:
            copies = [Path(folder) / f"game{number}" for number in range(GAMES)]
            for copy in copies:
                shutil.copytree(game, copy)
            games = [ServedGame(copy) for copy in copies]
            read = reader(clock, lambda _game, _reading: None, lambda *_at: None)
            held = []
            for number in range(rounds):
                clock.set(moscow("20:00:00") + number * timedelta(minutes=15))
                for served in games:
                    served.look(clock.now())
                    read(served, Why.REGULAR, lambda: None)
                held.append(megabytes())
    rounds_told = ", ".join(f"{each:.0f}" for each in held)
    print(f"  {GAMES} game folders: {rounds_told} MB after rounds 1 to {rounds}; growth after the first "
          f"{held[-1] - held[0]:+.1f} MB")  # fmt: skip


def tick_costs(count: int) -> dict[str, float]:
    """Milliseconds of a tick on a thread of so many posts, the same number of them on the last day, in which somebody
    has voted since: reading, all else; and the requests of a tick."""
    end, days = moscow("21:00:00"), (count - LAST_DAY) // 700
    end += timedelta(days=days)
    today = end - timedelta(hours=20)
    times = [
        *(
            moscow("01:00:00") + days * timedelta(days=1) * each / (count - LAST_DAY)
            for each in range(count - LAST_DAY)
        ),
        *(today + timedelta(hours=20) * each / LAST_DAY for each in range(LAST_DAY)),
    ]
    posts = [
        Scripted(
            100 + number,
            PLAYERS[number % 15],
            at.replace(microsecond=0),
            f"[color=red]{PLAYERS[number * 7 % 15]}[/color]" if number % 20 == 0 else f"Слова числом {number}. " * 10,
        )
        for number, at in enumerate(times)
    ]
    clock = SetClock(end, end + timedelta(days=1))
    read_costs, follow_costs, requests = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        forum = ScriptedForum(clock, posts, per_page=20, slow=0)
        with make_served_game(Path(folder), forum, PLAYERS) as game:
            made: list[Reading] = []
            read = reader(clock, lambda _game, reading: made.append(reading), lambda *_at: None)
            served = ServedGame(game)
            for number in range(7):
                clock.set(end + number * timedelta(minutes=1))
                served.look(clock.now())
                posts.append(
                    Scripted(100 + len(posts), PLAYERS[0], clock.now(), f"[color=red]{PLAYERS[number]}[/color]")
                )
                began = thread_time()
                read(served, Why.REGULAR, lambda: None)
                between = thread_time()
                follow(served, clock.now(), lambda *_all: [])
                read_costs.append((between - began) * 1000)
                follow_costs.append((thread_time() - between) * 1000)
                requests.append(made[-1].requests)
    # the first ones read the whole thread, and draw the first page
    return {"read": min(read_costs[2:]), "follow": min(follow_costs[2:]), "requests": sum(requests[2:]) / 5}


def main() -> None:
    """Print one table a question."""
    os.environ["TALLY_STATE"] = tempfile.mkdtemp()
    print(f"an evening of {GAMES} games in one process, all with one deadline")
    for forums in (1, 20, 200):
        evening(forums)
    print("memory")
    memory()
    print("a tick on a thread in which somebody has voted (processor time; the forum's own is not in it)")
    short, long = tick_costs(100), tick_costs(10_000)
    for count, costs in ((100, short), (10_000, long)):
        print(f"  {count:6} posts  reading {costs['read']:6.1f} ms, publishing and telling {costs['follow']:7.1f} ms, "
              f"{costs['requests']:.1f} requests")  # fmt: skip
    whole = [costs["read"] + costs["follow"] for costs in (short, long)]
    print(f"  reading costs {long['read'] / short['read']:.2f} times as much, a whole tick {whole[1] / whole[0]:.2f} "
          f"times (aim: within {AIM:g})")  # fmt: skip


if __name__ == "__main__":
    main()
