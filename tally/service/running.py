"""The loop of the service: many games in one process, each forum in its own thread, until it is told to stop.

In: game folders, and folders in which such may appear. Out: reads at their time, and what follows from them. The
threads that read forums count nothing: what follows from reads is done by one thread beside them, so that a long count
delays no deadline.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from tally.errors import GameFault
from tally.folder.game import find_folder
from tally.forum.rounds import OnPage
from tally.locks import LockHeld, hold_lock
from tally.service.clocks import MachineClock, ServiceClock, Stopped
from tally.service.lanes import BetweenRequests, Lane, ReadGame, lanes_of
from tally.service.places import games_in
from tally.service.reading import read_game
from tally.service.readings import Reading
from tally.service.rhythm import Why
from tally.service.served import ServedGame
from tally.texts import _

__all__ = ["SERVICE_LOCK", "Follow", "Tell", "Watchers", "reader", "run", "serving", "tick"]

Follow = Callable[[ServedGame], None]
"""What is done after a game was read."""

Tell = Callable[[ServedGame, Reading], None]
"""Told of each read, for who watches."""


@dataclass(frozen=True, slots=True)
class Watchers:
    """Who watches is told which games are served, of each read, and of each page of it."""

    games: Callable[[Sequence[Path]], None]
    reading: Tell
    page: OnPage


SERVICE_LOCK = "tally.service.lock"
"""Who holds this file of a game folder serves the game."""

# how long a read that is going on when the service is to stop may take to notice it
_PATIENCE = 5.0
_LAST = None
# the main thread wakes this often: a signal is taken between two of its waits
_GLANCE = 0.2
_AFTER_DEFECT = 10.0
# so often a folder of games is looked through for new ones
_LOOK = 10.0
# an ordinary read that is due soon after a scheduler's call is waited for so long
_LONGEST_WAIT = timedelta(minutes=1)


def reader(clock: ServiceClock, tell: Tell, on_page: OnPage) -> ReadGame:
    """What a lane reads games with."""

    def read(served: ServedGame, why: Why, between: BetweenRequests) -> Reading | None:
        if served.game is None:
            return None
        reading = read_game(served.game, why, served.log, clock.now, between, on_page)
        if reading is not None:
            tell(served, reading)
        return reading

    return read


def run(places: Sequence[Path], clock: MachineClock, follow: Follow, watchers: Watchers) -> None:
    """Serve the games until the clock is stopped. Raises GameFault where another process serves one of them."""
    games = _looked_at(games_in(places), clock)
    with serving([game.folder for game in games]) as locks:
        crew = _Crew(clock, watchers, locks)
        follower = threading.Thread(target=_run_follower, args=(crew.done, follow, clock), daemon=True)
        follower.start()
        for each in lanes_of(games):
            crew.begin_lane(each)
        watchers.games([game.folder for game in games])
        looked = time.monotonic()
        while not clock.is_stopped:
            clock.rest(_GLANCE)
            if time.monotonic() - looked >= _LOOK:
                crew.take_on_new(places)
                looked = time.monotonic()
        crew.done.put(_LAST)
        # what was stored is whole: a read that does not notice in time is left where it is
        for thread in (*crew.threads, follower):
            thread.join(_PATIENCE)


class _Crew:
    """The lanes at work, and the games that they have taken on. `done`: the games that were read."""

    def __init__(self, clock: MachineClock, watchers: Watchers, locks: ExitStack) -> None:
        self.done: queue.SimpleQueue[ServedGame | None] = queue.SimpleQueue()
        self.threads: list[threading.Thread] = []
        self._clock = clock
        self._watchers = watchers
        self._locks = locks
        self._lanes: list[Lane] = []
        # new folders that hold no whole game yet, or are served by somebody else
        self._waiting: dict[Path, ServedGame] = {}

    def begin_lane(self, games: Sequence[ServedGame]) -> None:
        lane = Lane(games, self._clock, reader(self._clock, self._watchers.reading, self._watchers.page), self.done.put)
        thread = threading.Thread(target=_run_lane, args=(lane, self._clock), daemon=True)
        self._lanes.append(lane)
        self.threads.append(thread)
        thread.start()

    def take_on_new(self, places: Sequence[Path]) -> None:
        """Serve the games that have appeared since, as soon as they are whole."""
        try:
            found = {folder.resolve(): folder for folder in games_in(places)}
        except GameFault:
            # a folder of games is out of reach: those that are known go on
            return
        served = {game.folder.resolve() for lane in self._lanes for game in lane.games}
        for place, folder in found.items():
            if place not in served:
                game = self._waiting.setdefault(place, ServedGame(folder))
                game.look(self._clock.now())
                if game.fault is None and _is_ours(self._locks, folder):
                    del self._waiting[place]
                    self._take_on(game)

    def _take_on(self, game: ServedGame) -> None:
        """A lane of one of its forums reads it too: the distance between requests is kept for each forum by itself."""
        lane = next((each for each in self._lanes if any(other.hosts & game.hosts for other in each.games)), None)
        if lane is None:
            self.begin_lane([game])
        else:
            lane.add(game)
        self._watchers.games([game.folder])


def tick(
    folders: Sequence[Path], clock: MachineClock, follow: Follow, tell: Tell, on_page: OnPage, every: timedelta
) -> int:
    """One step for a scheduler that calls this `every` so often: read what is due until the next call, and wait here
    for the deadline that comes before it. Gives how many reads were made.

    A game that another process serves is left to it. Raises GameFault where a folder holds no game.
    """
    made: list[int] = []

    def serve(games: list[ServedGame]) -> None:
        # what follows from a read waits until no deadline of another game of the forum is to come
        done: dict[ServedGame, None] = {}
        with ExitStack() as stack, suppress(Stopped):
            ours = [game for game in games if _is_ours(stack, game.folder)]
            lane = Lane(ours, clock, reader(clock, tell, on_page), done.setdefault)
            now = clock.now()
            # a clock that stands still has no later
            ahead = timedelta(0) if clock.is_fixed else every
            made.append(lane.run_until(bracket_by=now + ahead, by=now + min(ahead / 2, _LONGEST_WAIT)))
            for game in done:
                clock.check()
                follow(game)

    games = _looked_at(folders, clock)
    threads = [threading.Thread(target=serve, args=(each,), daemon=True) for each in lanes_of(games)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads) and not clock.is_stopped:
        clock.rest(_GLANCE)
    for thread in threads:
        thread.join(_PATIENCE)
    return sum(made)


def _looked_at(folders: Sequence[Path], clock: MachineClock) -> list[ServedGame]:
    """The games of these folders. Raises GameFault where one is no game folder."""
    games = [ServedGame(find_folder(folder)) for folder in folders]
    for game in games:
        game.look(clock.now())
    return games


def _run_lane(lane: Lane, clock: MachineClock) -> None:
    while not clock.is_stopped:
        try:
            lane.run()
        except Stopped:
            return
        except Exception as defect:  # noqa: BLE001 - a lane that ends would leave its games alone
            lane.games[0].log.write_defect(defect)
            clock.rest(_AFTER_DEFECT)


def _run_follower(done: "queue.SimpleQueue[ServedGame | None]", follow: Follow, clock: MachineClock) -> None:
    """Follow up the reads, in their order; a game that was read again meanwhile is followed up once."""
    waiting: dict[ServedGame, None] = {}
    while not clock.is_stopped:
        if not waiting:
            found = done.get()
            if found is _LAST:
                return
            waiting[found] = None
        with suppress(queue.Empty):
            while (found := done.get_nowait()) is not _LAST:
                waiting[found] = None
        game = next(iter(waiting))
        del waiting[game]
        follow(game)


def serving(folders: Sequence[Path]) -> ExitStack:
    """Be the one process that serves these games until the stack ends. Raises GameFault where another one does."""
    stack = ExitStack()
    with stack:
        for folder in folders:
            try:
                stack.enter_context(hold_lock(folder / SERVICE_LOCK, patience=0))
            except LockHeld:
                told = _("{folder}: another “tally run” serves this game already")
                raise GameFault(told.format(folder=folder)) from None
        return stack.pop_all()


def _is_ours(stack: ExitStack, folder: Path) -> bool:
    """Whether nobody else serves the game; then nobody else does until the stack ends."""
    try:
        stack.enter_context(hold_lock(folder / SERVICE_LOCK, patience=0))
    except GameFault:
        return False
    return True
