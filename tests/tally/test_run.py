"""The service at work: a whole game day on a clock of our own, with a forum that grows, edits, deletes and fails."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from engine.moments import PhaseId
from fixtures.forum_server import Answer
from tally.count.report import TownReport, report_as_json
from tally.count.wording import standing_in_words
from tally.folder.game import Game
from tally.play.course import open_course
from tally.service.clocks import Stopped
from tally.service.following import follow
from tally.service.lanes import Lane
from tally.service.notices import Notice
from tally.service.readings import Reading, read_reading
from tally.service.running import reader
from tally.service.sending import send_notices
from tally.service.served import ServedGame
from tally.store import FactKind, Store
from tests.tally.evening import run
from tests.tally.served_forum import HOST, Scripted, ScriptedForum, SetClock, make_served_game, moscow

PLAYERS = ("Вася", "Петя", "Жанна", "Ля", "Тимон", "Кролек")
DAY_1 = PhaseId(1, night=False)
CUTOFF = moscow("22:00:00")


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the clock sets is put back."""
    monkeypatch.setenv("TALLY_NOW", "2024-01-10T12:00:00+03:00")


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def votes_of_a_day() -> tuple[Scripted, ...]:
    """Votes, changes of mind, edits that come before and after a read, deletions, and a storm around the cutoff."""
    made = [
        Scripted(100, HOST, moscow("12:00:00"), "Игра началась"),
        Scripted(101, "Вася", moscow("18:05:00"), red("Петя")),
        Scripted(102, "Петя", moscow("18:10:00"), "просто слова"),
        Scripted(103, "Жанна", moscow("19:01:00"), red("Ля"), edits=((moscow("20:20:00"), red("Тимон")),)),
        Scripted(104, "Ля", moscow("19:02:00"), red("Жанна"), gone=moscow("20:40:00")),
        # edited before anybody saw it: it is what it reads then
        Scripted(105, "Тимон", moscow("20:31:00"), red("Вася"), edits=((moscow("20:33:00"), red("Кролек")),)),
        Scripted(106, "Вася", moscow("21:30:00"), red("Жанна")),
        # written and gone between two reads
        Scripted(107, "Кролек", moscow("21:50:20"), red("Петя"), gone=moscow("21:50:40")),
        Scripted(108, "Кролек", moscow("21:58:00"), red("Вася")),
        # it vanishes in the last seconds, and nobody can tell before the deadline has passed
        Scripted(109, "Петя", moscow("21:59:10"), red("Тимон"), gone=moscow("22:00:30")),
        Scripted(110, "Жанна", moscow("21:59:59"), red("Вася")),
        Scripted(111, "Ля", moscow("22:00:00"), red("Вася")),
        Scripted(112, "Тимон", moscow("22:00:01"), red("Вася")),
        Scripted(113, "Вася", moscow("22:04:00"), "итоги когда?"),
    ]  # fmt: skip
    return tuple(made)


@dataclass
class Service:
    """One game served on a set clock. `seen`: the report after each read, with the moment up to which it knows."""

    served: ServedGame
    clock: SetClock
    seen: list[TownReport] = field(default_factory=list)
    sent: list[tuple[datetime, Notice]] = field(default_factory=list)
    failed: list[Reading] = field(default_factory=list)

    def run(self) -> None:
        lane = Lane([self.served], self.clock, reader(self.clock, self._tell, lambda *_at: None), self._after)
        with pytest.raises(Stopped):
            lane.run()

    def readings(self) -> list[Reading]:
        game = self.served.game
        assert game is not None
        with Store(game.database) as store:
            return [read_reading(fact) for fact in store.facts(FactKind.READING)]

    def _tell(self, _served: ServedGame, reading: Reading) -> None:
        if reading.failure is not None:
            self.failed.append(reading)

    def _after(self, served: ServedGame) -> None:
        game = served.game
        assert game is not None
        follow(served, self.clock.now(), self._deliver)
        with open_course(game, self.clock.now()) as course:
            self.seen.append(course.town_report(DAY_1))

    def _deliver(self, game: Game, store: Store, notices: Sequence[Notice]) -> list[str]:
        return send_notices(game, store, notices, self._send)

    def _send(self, _address: str, notice: Notice) -> bool:
        self.sent.append((self.clock.now(), notice))
        return True


def given(report: TownReport) -> dict[str, str]:
    return {vote.by: row.player for row in report.rows for vote in row.votes}


def truth(posts: Sequence[Scripted], reads: list[datetime], known: datetime) -> dict[str, str]:
    """Whom each votes for by what the thread has shown: a post counts as it was first seen, the last one of its author;
    one that two reads, two minutes apart, have missed does not count."""
    found: dict[str, str] = {}
    for post in sorted(posts, key=lambda each: each.at):
        seen = [text for read in reads if read <= known and (text := post.text_at(read)) is not None]
        missed = [read for read in reads if post.at < read <= known and post.text_at(read) is None]
        gone = bool(missed) and missed[-1] - missed[0] >= timedelta(minutes=2)
        if seen and not gone and post.at < CUTOFF and seen[0].startswith("[color"):
            found[post.by] = seen[0].removeprefix("[color=red]").removesuffix("[/color]")
    return found


@dataclass
class Day:
    """The scripted day, ready to be served."""

    folder: Path
    forum: ScriptedForum
    service: Service


@contextmanager
def serve_day(
    folder: Path,
    start: str,
    until: str,
    fault: Callable[[datetime], Answer | None] = lambda _moment: None,
    jumps: Mapping[datetime, datetime] | None = None,
    posts: tuple[Scripted, ...] | None = None,
) -> Iterator[Day]:
    """The scripted day from `start` to `until`, with faults of the forum, sleeps of the machine."""
    clock = SetClock(moscow(start), moscow(until), dict(jumps or {}))
    forum = ScriptedForum(clock, votes_of_a_day() if posts is None else posts, fault=fault)
    with make_served_game(folder, forum, PLAYERS, every=30, last_minutes=4) as game:
        secrets = game / "players.toml"
        notify = '[notify]\nhost = ["json://localhost/host"]\nplayers = ["json://localhost/players"]'
        secrets.write_text(secrets.read_text(encoding="utf-8").replace("[notify]", notify), encoding="utf-8")
        clock.set(moscow(start))
        yield Day(game, forum, Service(ServedGame(game), clock))


@pytest.fixture(scope="module")
def whole_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    """The day as it was served from the early evening to the last read after the deadline."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TALLY_NOW", "2024-01-10T12:00:00+03:00")
        with serve_day(tmp_path_factory.mktemp("day"), "18:00:00", "22:15:00") as day:
            day.service.run()
            yield day


def test_the_report_at_every_moment_equals_the_truth(whole_day: Day) -> None:
    day = whole_day
    reads = [reading.began for reading in day.service.readings()]
    assert len(day.service.seen) == len(reads) >= 15
    for report in day.service.seen:
        assert given(report) == truth(day.forum.posts, reads, report.as_of), f"as of {report.as_of}"
    last = day.service.seen[-1]
    assert last.outage is None
    # Петя's vote was there at the cutoff, and is not any more; Ля's of before the evening has gone
    assert given(last) == {"Вася": "Жанна", "Жанна": "Вася", "Тимон": "Кролек", "Кролек": "Вася"}
    assert {(each.by, each.reason) for each in last.rejected} >= {
        ("Ля", "late"),
        ("Тимон", "late"),
        ("Петя", "deleted"),
    }


def test_the_deadline_is_bracketed_and_the_table_frozen_once(whole_day: Day) -> None:
    day = whole_day
    readings = day.service.readings()
    before = max(each.ended for each in readings if each.began < CUTOFF)
    after = min(each.began for each in readings if each.began >= CUTOFF)
    assert timedelta(0) < CUTOFF - before <= timedelta(seconds=6)
    assert after == CUTOFF
    assert [each.why.word for each in readings if each.began >= CUTOFF] == ["after", "late-edits", "late-edits"]
    game = day.service.served.game
    assert game is not None
    with Store(game.database) as store:
        [frozen] = store.facts(FactKind.FROZEN)
        announced = store.facts(FactKind.ANNOUNCEMENT)
    assert frozen.phase == "day1"
    assert frozen.data["table"]["final"]
    assert announced == ()


def test_people_are_told_once_and_at_their_time(whole_day: Day) -> None:
    day = whole_day
    told = [(f"{at:%H:%M}", notice.key.split("@")[0], notice.to.value) for at, notice in day.service.sent]
    assert told[:2] == [("21:00", "before:day1", "players"), ("21:00", "before:day1", "host")]
    assert told[2:4] == [("21:50", "before:day1", "players"), ("21:50", "before:day1", "host")]
    assert told[4:6] == [("22:00", "closed:day1", "players"), ("22:00", "closed:day1", "host")]
    assert len(set(told)) == len(told)
    [hour] = [notice.body for at, notice in day.service.sent if f"{at:%H:%M}" == "21:00" and notice.to == "players"]
    assert "Ещё не голосовали: Кролек, Петя" in hour


def test_a_machine_that_slept_through_the_deadline_reads_when_it_wakes(tmp_path: Path) -> None:
    jumps = {moscow("21:50:00"): moscow("22:07:13")}
    with serve_day(tmp_path, "21:40:00", "22:11:00", jumps=jumps) as day:
        day.service.run()
    after = min(each.began for each in day.service.readings() if each.began >= CUTOFF)
    assert after == moscow("22:07:13")
    last = day.service.seen[-1]
    assert last.final
    # what was written before the deadline counts, whenever it was read; what has gone unseen never was
    assert given(last) == {"Вася": "Жанна", "Жанна": "Вася", "Тимон": "Кролек", "Кролек": "Вася"}


def test_a_clock_that_is_set_back_stops_nothing(tmp_path: Path) -> None:
    jumps = {moscow("21:57:30"): moscow("21:55:00")}
    with serve_day(tmp_path, "21:56:00", "22:00:30", jumps=jumps) as day:
        day.service.run()
    assert any(each.began == CUTOFF for each in day.service.readings())


def test_an_outage_over_the_deadline_is_made_up_for(tmp_path: Path) -> None:
    def down(moment: datetime) -> Answer | None:
        return Answer(b"", status=404) if moscow("21:45:00") <= moment < moscow("22:28:00") else None

    with serve_day(tmp_path, "21:40:00", "22:36:00", fault=down) as day:
        day.service.run()
    assert day.service.failed
    minutes = {f"{each.began:%H:%M}" for each in day.service.failed}
    assert {"21:59", "22:00"} <= minutes
    # asked again and again, and never in a rush
    assert len(day.service.failed) <= 25
    last = day.service.seen[-1]
    assert last.final
    assert given(last) == {"Вася": "Жанна", "Жанна": "Вася", "Тимон": "Кролек", "Кролек": "Вася"}
    kinds = [notice.key.split(":")[0] for _at, notice in day.service.sent if notice.to == "host"]
    assert kinds.count("failing") == kinds.count("working") == 1
    # and the report says for how long it was blind
    assert last.outage is not None
    assert (f"{last.outage.since:%H:%M}", moscow("22:28:00") <= last.outage.until) == ("18:40", True)
    assert last.outage.until - moscow("22:28:00") < timedelta(minutes=5)
    assert "Форум не читался с 21:40:" in standing_in_words(last)
    assert report_as_json(last)["unread"]["from"].startswith("2024-01-10T18:40:")


def test_a_day_without_posts_alarms_the_host_and_is_not_frozen(tmp_path: Path) -> None:
    posts = (Scripted(99, HOST, moscow("12:00:00"), "Скоро начнём"),)
    with serve_day(tmp_path, "21:59:00", "22:01:00", posts=posts) as day:
        day.service.run()
    game = day.service.served.game
    assert game is not None
    with Store(game.database) as store:
        assert store.facts(FactKind.FROZEN) == ()
    assert [notice.to for _at, notice in day.service.sent if "no-posts" in notice.key] == ["host"]


def test_a_changed_calendar_is_taken_in_while_it_runs(tmp_path: Path) -> None:
    def prolong(moment: datetime) -> Answer | None:
        if moment >= moscow("21:57:00") and "until" not in (day.folder / "game.toml").read_text().split("#")[-1]:
            done = run(day.folder, "day", "1", "--extend", "30", now=moment.isoformat())
            assert done.status == 0, done.err
            day.service.clock.set(moment)
        return None

    with serve_day(tmp_path, "21:55:00", "22:31:00", fault=prolong) as day:
        day.service.run()
    began = [each.began for each in day.service.readings()]
    assert moscow("22:30:00") in began
    # what would have been late is in time
    assert given(day.service.seen[-1]) == {
        "Вася": "Жанна", "Жанна": "Вася", "Ля": "Вася", "Тимон": "Вася", "Кролек": "Вася",
    }  # fmt: skip
