"""Games that share a forum: one request at a time, and no game's trouble delays the deadline of another."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.service.clocks import Stopped
from tally.service.lanes import BetweenRequests, Lane, lanes_of
from tally.service.readings import Reading
from tally.service.rhythm import Deadline, LastReads, NextRead, Planner, Rhythm, Why
from tally.service.served import ServedGame
from tests.tally.served_forum import SetClock, moscow

CUTOFF = moscow("22:00:00")
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_NOW", "2024-01-10T12:00:00+03:00")


class Pretended(ServedGame):
    """A game without a folder: it has a deadline, and pages that take their time to come."""

    def __init__(self, name: str, cutoff: datetime = CUTOFF, pages: int = 1, host: str = "forum.example") -> None:
        super().__init__(Path(name))
        self.cutoff = cutoff
        self.pages = pages
        self.host = host
        self.fails = False
        self.planner = Planner()

    def look(self, now: datetime) -> None:
        """Nothing changes."""

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(self.host.split())

    def has_been_read(self, reading: Reading) -> None:
        if reading.failure is None:
            takes = max(SECOND, reading.ended - reading.began)
            self.reads = LastReads(reading.began, reading.began, reading.ended, takes=takes)
        else:
            failures = self.reads.failures + 1
            self.reads = LastReads(self.reads.began, reading.began, reading.ended, failures, SECOND)

    def plan(self, now: datetime, queue: timedelta = timedelta(0)) -> NextRead | None:
        return self.planner(Rhythm(), (Deadline(1, self.cutoff, queue),), self.reads, now)

    def next_deadline(self, now: datetime) -> Deadline | None:
        return Deadline(1, self.cutoff) if self.cutoff > now else None


@dataclass
class Forum:
    """Reads pretended games; a page takes a second or so, of a game that fails half a minute."""

    clock: SetClock
    takes: float = 1
    asked: list[tuple[datetime, datetime, str]] = field(default_factory=list)
    made: list[tuple[datetime, datetime, str, Why]] = field(default_factory=list)

    def read(self, game: ServedGame, why: Why, between: BetweenRequests) -> Reading:
        assert isinstance(game, Pretended)
        asked = self.clock.now()
        for _page in range(game.pages):
            between()
            asked = self.clock.now()
            self.clock.set(asked + (30 if game.fails else self.takes) * SECOND)
            self.asked.append((asked, self.clock.now(), str(game.folder)))
        ended = self.clock.now()
        game.pages = 1
        # the thread's end comes last: what it shows is of then
        self.made.append((asked, ended, str(game.folder), why))
        return Reading(why, asked, ended, 1, 0, 0, 0, "down" if game.fails else None)

    def run(self, games: list[Pretended], start: str, end: str) -> None:
        self.clock.end = moscow(end)
        self.clock.set(moscow(start))
        with pytest.raises(Stopped):
            Lane(games, self.clock, self.read, lambda _game: None).run()

    def bracket(self, name: str, cutoff: datetime = CUTOFF) -> tuple[timedelta, timedelta]:
        """How long before the deadline the last read ended, how long after it the next one began."""
        before = max(
            (ended for _began, ended, each, _why in self.made if each == name and ended <= cutoff), default=cutoff
        )
        after = min(began for began, _ended, each, _why in self.made if each == name and began >= cutoff)
        return cutoff - before, after - cutoff


@pytest.fixture
def forum() -> Forum:
    return Forum(SetClock(moscow("21:00:00"), moscow("23:00:00")))


def is_one_at_a_time(forum: Forum) -> bool:
    turns = sorted((asked, answered) for asked, answered, _name in forum.asked)
    return all(answered <= asked for (_asked, answered), (asked, _end) in pairwise(turns))


def test_one_request_at_a_time(forum: Forum) -> None:
    forum.run([Pretended(f"game{number}") for number in range(5)], "21:30:00", "22:12:00")
    assert is_one_at_a_time(forum)


def test_a_thread_read_for_the_first_time_delays_no_deadline(forum: Forum) -> None:
    long, near = Pretended("long", cutoff=CUTOFF + timedelta(hours=1), pages=600), Pretended("near")
    near.reads = LastReads(moscow("21:50:00"), takes=SECOND)
    forum.run([long, near], "21:55:30", "22:09:00")
    before, after = forum.bracket("near")
    assert before <= 5 * SECOND
    assert after <= SECOND
    assert [name for _began, _ended, name, _why in forum.made].count("long") == 1
    assert is_one_at_a_time(forum)


def test_a_forum_that_hangs_for_one_game_hangs_for_the_next_no_longer_than_a_request(forum: Forum) -> None:
    broken, well = Pretended("broken", cutoff=CUTOFF + timedelta(hours=1)), Pretended("well")
    broken.fails = True
    forum.run([broken, well], "21:30:00", "22:12:00")
    assert forum.bracket("well")[1] <= 30 * SECOND


def test_deadlines_of_one_moment_are_read_one_after_another_on_both_sides(forum: Forum) -> None:
    games = [Pretended(f"game{number}") for number in range(20)]
    forum.run(games, "21:30:00", "22:12:00")
    brackets = [forum.bracket(str(game.folder)) for game in games]
    assert max(before for before, _after in brackets) <= 25 * SECOND
    assert max(after for _before, after in brackets) <= 20 * SECOND


def test_a_game_that_somebody_else_reads_is_tried_again_soon(forum: Forum) -> None:
    game = Pretended("game")
    game.reads = LastReads(moscow("21:50:00"))
    tried = []

    def read(_game: ServedGame, _why: Why, _between: BetweenRequests) -> Reading | None:
        tried.append(forum.clock.now())
        return None

    forum.clock.end = moscow("22:00:10")
    forum.clock.set(moscow("21:59:50"))
    with pytest.raises(Stopped):
        Lane([game], forum.clock, read, lambda _game: None).run()
    assert len(tried) >= 5
    assert all(later - sooner >= 2 * SECOND for sooner, later in pairwise(tried))


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 10), st.booleans()), min_size=1, max_size=4))
@settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_games_share_a_forum_each_has_its_deadline(cases: list[tuple[int, int, bool]]) -> None:
    forum = Forum(SetClock(moscow("20:50:00"), moscow("23:00:00")))
    games = [
        Pretended(f"game{number}", cutoff=moscow("21:00:00") + timedelta(minutes=minutes), pages=pages)
        for number, (minutes, pages, _fails) in enumerate(cases)
    ]
    for game, (_minutes, _pages, fails) in zip(games, cases, strict=True):
        game.fails = fails
    forum.run(games, "20:50:00", "21:45:00")
    assert is_one_at_a_time(forum)
    # a request of each of the others may come first, and the game's own pages must be read
    others = (31 if any(game.fails for game in games) else 1) * len(games) + 5
    for game, (_minutes, pages, fails) in zip(games, cases, strict=True):
        assert forum.bracket(str(game.folder), game.cutoff)[1] <= (others + pages * (30 if fails else 1)) * SECOND


def names(lanes: list[list[ServedGame]]) -> Iterator[set[str]]:
    for lane in lanes:
        yield {str(game.folder) for game in lane}


def test_games_of_one_forum_are_in_one_lane() -> None:
    games = [
        Pretended("a", host="one.example"),
        Pretended("b", host="two.example"),
        Pretended("c", host="one.example"),
        Pretended("d", host="two.example three.example"),
        Pretended("e", host="three.example"),
    ]
    assert sorted(map(sorted, names(lanes_of(games)))) == [["a", "c"], ["b", "d", "e"]]
