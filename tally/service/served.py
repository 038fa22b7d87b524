"""A game as the service knows it: its files, read again when they change, and from them and its log the next read.

In: a game folder. Out: when it wants to be read, and why. Whatever is wrong with the folder is a GameFault to be told;
as long as it lasts, the game is read as it was before.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from tally.calendar.days import Days
from tally.errors import GameFault
from tally.folder.fingerprint import own_files
from tally.folder.game import Game, find_game
from tally.forum.rounds import threads_to_read
from tally.harmless import harmless
from tally.records.rules import load_rules
from tally.service.deadlines import deadlines_around
from tally.service.log_files import GameLog
from tally.service.readings import Reading, last_reads
from tally.service.rhythm import Deadline, LastReads, NextRead, Planner
from tally.service.settings import Settings, read_settings
from tally.store import FactKind, Store

__all__ = ["ServedGame", "days_of"]

# the deadlines of a game are looked up again this often, and when its files change
_FRESH = timedelta(minutes=1)


def days_of(game: Game, store: Store) -> Days | None:
    """The calendar of a game; None where it has no first day yet. Raises GameFault."""
    if game.first_day is None:
        return None
    times: dict[str, datetime | None] = {}
    if any(entry.first_post or entry.last_post for entry in game.calendar):
        urls = dict.fromkeys(thread.url for thread in game.forum.threads)
        times = {post.id: post.timed.time for url in urls for post in store.posts(url)}
    return Days(game, load_rules(game).clock, times.get)


class ServedGame:
    """One game folder. What goes wrong with it is kept in `fault` until it is mended."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = GameLog(folder)
        self.game: Game | None = None
        self.settings: Settings | None = None
        self.fault: GameFault | None = None
        self.threads: tuple[str, ...] = ()
        # the files as they are in use, and as they were last seen
        self._stamp: tuple[object, ...] = ()
        self._seen: tuple[object, ...] = ()
        self._deadlines: tuple[Deadline, ...] = ()
        self._looked: datetime | None = None
        self.reads = LastReads()
        self._last: Reading | None = None
        self._is_over = False
        self._planner = Planner()

    def look(self, now: datetime) -> None:
        """Take in what has changed in the folder."""
        stamp = tuple(_stamps(self.folder))
        fresh = self._looked is not None and timedelta(0) <= now - self._looked < _FRESH
        if stamp == self._seen and fresh:
            return
        self._looked, self._seen = now, stamp
        try:
            self._take_in(stamp, now)
        except GameFault as fault:
            told = fault
        except Exception as defect:  # noqa: BLE001 - whatever it is, the other games of the forum go on
            self.log.write_defect(defect)
            told = GameFault(f"{type(defect).__name__}: {defect}")
        else:
            self.fault = None
            return
        if self.fault is None or str(self.fault) != str(told):
            self.log.write("trouble", level="error", what=harmless(str(told)))
        self.fault = told

    def _take_in(self, stamp: tuple[object, ...], now: datetime) -> None:
        if stamp != self._stamp or self.game is None:
            game = find_game(self.folder)
            self.settings = read_settings(game)
            self.game = game
            self._stamp = stamp
        with Store(self.game.database) as store:
            days = days_of(self.game, store)
            self._deadlines = () if days is None else deadlines_around(days, now)
            threads = _threads(self.game, store, days, now)
            self._is_over = _is_over(store)
            self.reads = self._known(last_reads(threads, store))
            self.threads = threads

    def has_been_read(self, reading: Reading) -> None:
        """Take in what a read came to."""
        self._last = reading
        self._looked = None

    def _known(self, logged: LastReads) -> LastReads:
        """What the log holds; with the last read where it could not be written there (a full disk)."""
        last = self._last
        if last is None or (logged.tried is not None and logged.tried >= last.ended):
            return logged
        if last.failure is None:
            return replace(logged, began=last.began, asked=last.began, tried=last.ended, failures=0)
        return replace(
            logged, asked=last.began, tried=last.ended, failures=max(logged.failures, self.reads.failures) + 1
        )

    @property
    def hosts(self) -> frozenset[str]:
        """The forums that the game is read from."""
        threads = () if self.game is None else self.game.forum.threads
        return frozenset((urlsplit(thread.url).netloc or "").lower() for thread in threads)

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        return self._deadlines

    def plan(self, now: datetime, queue: timedelta = timedelta(0)) -> NextRead | None:
        """The next read; None where there is none: the game is over, or its folder cannot be used.

        `queue`: how long other games of the forum are read between this game's read before a deadline and the deadline.
        """
        if self.game is None or self.settings is None or self._is_over or not self.threads:
            return None
        deadlines = tuple(Deadline(each.day, each.first_late, queue) for each in self._deadlines)
        return self._planner(self.settings.rhythm, deadlines, self.reads, now)

    def next_deadline(self, now: datetime) -> Deadline | None:
        """The deadline that comes next."""
        return next((each for each in self._deadlines if each.first_late > now), None)


def _stamps(folder: Path) -> Iterator[object]:
    for file in own_files(folder):
        yield file.name
        try:
            found = file.stat()
        except OSError:
            yield None
        else:
            yield (found.st_mtime_ns, found.st_size, found.st_ino)


def _threads(game: Game, store: Store, days: Days | None, now: datetime) -> tuple[str, ...]:
    found = None if days is None else days.day_of(now)
    day = None if days is None or found is None else days.day(found.cycle)
    return threads_to_read(game, store, day)


def _is_over(store: Store) -> bool:
    """Whether a victory was announced."""
    told = store.latest_facts(FactKind.ANNOUNCEMENT, 1)
    return any(fact.data["outcome"].get("winners") for fact in told)
