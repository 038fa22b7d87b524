"""Which game of a forum is read next: one at a time, and those whose deadline is near before all others.

A lane is the games that share a forum. It reads one game after another; while a long read goes on (a thread read for
the first time, many pages after an outage), a game with a deadline is read between two of its requests.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tally.service.clocks import ServiceClock
from tally.service.readings import Reading
from tally.service.rhythm import NextRead, Why
from tally.service.served import ServedGame

__all__ = ["BetweenRequests", "Lane", "ReadGame", "lanes_of"]

BetweenRequests = Callable[[], None]
"""Called before each request of a read; what is more urgent is done there. Raises Stopped where the service ends."""

ReadGame = Callable[[ServedGame, Why, BetweenRequests], Reading | None]
"""Reads a game's threads; None where another process is reading them. It raises nothing but Stopped."""

# where nothing is planned the folders are still looked at
_IDLE = timedelta(seconds=30)
# another process reads the game: soon it is done
_BUSY = timedelta(seconds=2)
# a read of a deadline asks for a page or two; one that goes on for longer lets others in between
_SHORT_READ = 3


class Lane:
    """The games of one forum. `read` reads one of them; `after` is told of each read."""

    def __init__(
        self, games: Sequence[ServedGame], clock: ServiceClock, read: ReadGame, after: Callable[[ServedGame], None]
    ) -> None:
        self._games = tuple(games)
        self._clock = clock
        self._read = read
        self._after = after
        # the games that are being read, the innermost last
        self._reading: list[ServedGame] = []
        self._busy: dict[ServedGame, datetime] = {}

    @property
    def games(self) -> tuple[ServedGame, ...]:
        return self._games

    def add(self, game: ServedGame) -> None:
        """Read this game too, from the next look at what is to be read on; any thread may say so."""
        self._games = (*self._games, game)

    def run(self) -> None:
        """Read whenever it is time, until the clock raises Stopped."""
        while True:
            now = self._clock.now()
            chosen = self.choose(now)
            if chosen is not None and chosen[1].at <= now:
                self.serve(*chosen)
            else:
                self._clock.wait_until(min(now + _IDLE, chosen[1].at) if chosen is not None else now + _IDLE)

    def run_until(self, by: datetime, bracket_by: datetime) -> int:
        """Make the reads that come `by` then, those around deadlines also where they come later; give how many."""
        made = 0
        while True:
            now = self._clock.now()
            chosen = self.choose(now, by, bracket_by)
            if chosen is None:
                return made
            if chosen[1].at <= now:
                self.serve(*chosen)
                made += 1
            else:
                self._clock.wait_until(chosen[1].at)

    def choose(
        self, now: datetime, by: datetime | None = None, bracket_by: datetime | None = None
    ) -> tuple[ServedGame, NextRead] | None:
        """The next read of the lane; with limits none that comes after them."""
        plans = [
            (game, plan)
            for game, plan in self._plans(now)
            if by is None or plan.at <= (bracket_by if plan.why.is_bracket and bracket_by is not None else by)
        ]
        due = [each for each in plans if each[1].at <= now]
        if not due:
            return min(plans, key=lambda each: (each[1].at, -each[1].why), default=None)
        best = max(due, key=lambda each: (each[1].why.is_bracket, each[1].why, -each[1].at.timestamp()))
        if best[1].why.is_bracket:
            return best
        # nothing is begun that would still go on when a deadline has to be read
        soon = [each for each in plans if each[1].why.is_bracket and each[1].at < now + best[0].reads.takes]
        return min(soon, key=lambda each: each[1].at, default=best)

    def serve(self, game: ServedGame, plan: NextRead) -> None:
        """Read a game now."""
        self._reading.append(game)
        requests = 0

        def between() -> None:
            nonlocal requests
            self._clock.check()
            requests += 1
            if not plan.why.is_bracket or requests > _SHORT_READ:
                self._let_others_in()

        try:
            reading = self._read(game, plan.why, between)
        finally:
            self._reading.pop()
        if reading is None:
            self._busy[game] = self._clock.now() + _BUSY
            return
        game.has_been_read(reading)
        game.look(self._clock.now())
        self._after(game)

    def _let_others_in(self) -> None:
        """Read what must be read before a request more of a long read can have been answered."""
        while True:
            now = self._clock.now()
            plans = [each for each in self._plans(now) if each[1].why.is_bracket and each[0] not in self._reading]
            urgent = min(plans, key=lambda each: each[1].at, default=None)
            if urgent is None or urgent[1].at > now + urgent[0].reads.takes:
                return
            if urgent[1].at > now:
                self._clock.wait_until(urgent[1].at)
            else:
                self.serve(*urgent)

    def _plans(self, now: datetime) -> list[tuple[ServedGame, NextRead]]:
        found = []
        queues: dict[datetime, timedelta] = {}
        for game in self._games:
            game.look(now)
            deadline = game.next_deadline(now)
            queue = timedelta(0)
            if deadline is not None:
                # games whose days end together are read one after another before it
                queue = queues.get(deadline.first_late, queue)
                queues[deadline.first_late] = queue + game.reads.takes
            plan = game.plan(now, queue)
            if plan is not None:
                # somebody else reads it just now
                found.append((game, replace(plan, at=max(plan.at, self._busy.get(game, plan.at)))))
        return found


def lanes_of(games: Iterable[ServedGame]) -> list[list[ServedGame]]:
    """The games that share a forum, together; one that is read from several forums joins theirs."""
    lanes: list[tuple[set[str], list[ServedGame]]] = []
    for game in games:
        hosts, members = set(game.hosts), [game]
        for lane in [each for each in lanes if each[0] & hosts]:
            lanes.remove(lane)
            hosts |= lane[0]
            members = [*lane[1], *members]
        lanes.append((hosts, members))
    return [members for _hosts, members in lanes]
