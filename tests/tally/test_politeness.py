"""A forum's admin has nothing to complain of: distances, robots.txt, pauses that were asked for, who we are."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import respx

from fixtures.forum_server import Answer, serve
from tally.errors import ForumUnreachable, GameFault
from tally.folder.game import find_game
from tally.forum.fetch import ForumClient
from tally.forum.line import Came
from tally.forum.politeness import HostGate, host_file
from tally.forum.robots import kept_robots
from tests.tally.test_scrape import make_folder, scrape, written_thread

PATH = "/viewtopic.php?t=12"
THREAD = written_thread(5)


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_STATE", str(tmp_path / "state"))


@dataclass
class Forum:
    """Answers slowly, and notes when each request came and how many there were at once."""

    takes: float = 0.05
    came: list[float] = field(default_factory=list)
    ended: list[float] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    def answer(self, _target: str, base: str) -> Answer:
        self.came.append(time.monotonic())
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        time.sleep(self.takes)
        self.at_once -= 1
        self.ended.append(time.monotonic())
        return Answer(THREAD.page(0, base).encode())

    @property
    def distances(self) -> list[float]:
        return [after - before for before, after in zip(self.ended, self.came[1:], strict=False)]


@contextmanager
def client(interval: float = 0, **more: str) -> Iterator[ForumClient]:
    with ForumClient(interval=interval, timeout=10, **more) as made:  # type: ignore[arg-type]
        yield made


def test_requests_keep_their_distance_from_the_end_of_the_last_one() -> None:
    forum = Forum()
    with serve(forum.answer) as base, client(0.3) as asks:
        for _page in range(4):
            asks.get(base + PATH)
    assert min(forum.distances) >= 0.29
    assert len({round(each, 3) for each in forum.distances}) > 1, "not in step with any other program"


def test_games_on_one_forum_share_the_distance_and_never_ask_at_once() -> None:
    forum = Forum()

    def read(base: str) -> None:
        with client(0.1) as asks:
            for _page in range(3):
                asks.get(base + PATH)

    with serve(forum.answer) as base:
        games = [threading.Thread(target=read, args=(base,)) for _game in range(4)]
        for game in games:
            game.start()
        for game in games:
            game.join()
    assert len(forum.came) == 12
    assert forum.most_at_once == 1
    assert min(forum.distances) >= 0.09


def test_a_game_with_threads_on_two_forums_keeps_the_distance_of_each_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = 1000.0
    came: dict[str, list[float]] = {"one": [], "other": []}

    def sleep(seconds: float) -> None:
        nonlocal moment
        moment += seconds

    def answering(name: str) -> Callable[[str, str], Answer]:
        def answer(_target: str, base: str) -> Answer:
            came[name].append(moment)
            return Answer(THREAD.page(0, base).encode())

        return answer

    monkeypatch.setattr("tally.forum.politeness.time", SimpleNamespace(monotonic=lambda: moment, sleep=sleep))
    with serve(answering("one")) as one, serve(answering("other")) as other, client(10) as asks:
        for _round in range(5):
            asks.get(one + PATH)
            asks.get(other + PATH)
    for times in came.values():
        assert all(10 <= after - before <= 12.5 for before, after in pairwise(times))
    # each rests while the other is asked: the robots.txt and four pages of one forum, and little more
    assert moment - 1000 <= 5 * 12.5 + 12.5


def test_forums_on_two_hosts_do_not_wait_for_each_other() -> None:
    with serve(Forum().answer) as one, serve(Forum().answer) as other, client(5) as asks:
        for base in (one, other):
            with HostGate(base).turn(0):
                pass
    assert host_file(one, ".host") != host_file(other, ".host")
    assert host_file("http://forum.example/a", ".host") == host_file("https://forum.example:443/b", ".host")
    assert asks.traffic.requests == 0


@pytest.mark.parametrize(
    "url", ["http://[::1]:8080/", "http://a..b/", "http://форум.рф/", "http://x" + "y" * 300, "http://[bad", ""]
)
def test_any_host_has_a_file_of_its_own(url: str) -> None:
    file = host_file(url, ".host")
    file.write_text("", encoding="utf-8")
    assert file.parent.name == "state"


@pytest.mark.parametrize("damage", ["", "{", '{"asked": null}', '{"asked": 1e99, "until": 0, "failures": 0}', "[1]"])
def test_a_damaged_file_of_a_host_does_no_harm(damage: str) -> None:
    with serve(Forum().answer) as base, client() as asks:
        host_file(base, ".host").write_text(damage, encoding="utf-8")
        assert asks.get(base + PATH).status == 200


def test_a_pause_that_the_forum_asks_for_is_kept_by_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    answers = [Answer(b"busy", 503, {"Retry-After": "20"}), Answer(b"<p>")]
    with serve(lambda _target, _base: answers.pop(0)) as base, client() as asks:
        kept_robots(base)
        monkeypatch.setattr("tally.forum.politeness.time.sleep", slept.append)
        assert asks.get(base + PATH).status == 200
    assert 19 < max(slept) <= 20


def test_a_long_pause_is_told_at_once_and_nobody_asks_before_it_is_over() -> None:
    asked: list[str] = []

    def busy(target: str, _base: str) -> Answer:
        asked.append(target)
        return Answer(b"busy", 429, {"Retry-After": "3600"})

    with serve(busy) as base:
        with client() as asks:
            assert asks.get(base + PATH).status == 429
        for _game in range(3):
            with client() as asks, pytest.raises(ForumUnreachable, match="не беспокоить его ещё 60 мин"):
                asks.get(base + PATH)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("120", 120),
        ("Wed, 10 Jan 2024 12:02:00 GMT", 120),
        ("Wed, 10 Jan 2024 11:00:00 GMT", 0),
        ("soon", 0),
        ("-5", 0),
        ("", 0),
    ],
)
def test_a_pause_is_a_number_or_a_date_by_the_forums_own_clock(given: str, seconds: float) -> None:
    at = datetime(2024, 1, 10, tzinfo=UTC)
    headers = {"retry-after": given, "date": "Wed, 10 Jan 2024 12:00:00 GMT"}
    assert Came(at, at, 503, headers, b"", None).pause == seconds


ROBOTS = "User-agent: *\nDisallow: /viewtopic.php\n"


def robots(text: str) -> Answer:
    return Answer(text.encode(), headers={"Content-Type": "text/plain"})


def test_robots_txt_is_obeyed_and_it_is_said_what_to_do(tmp_path: Path) -> None:
    forum = Forum()
    with serve(forum.answer, robots(ROBOTS)) as base:
        folder = make_folder(tmp_path / "game", base + PATH)
        for _run in range(2):
            with pytest.raises(ForumUnreachable, match=r'robots\.txt.*ignore_robots = "127\.0\.0\.1"'):
                scrape(folder)
        assert forum.came == []
        file = folder / "game.toml"
        own = file.read_text(encoding="utf-8").replace("[forum]", '[forum]\nignore_robots = "127.0.0.1"', 1)
        file.write_text(own, encoding="utf-8")
        assert "5 новых" in scrape(folder)


def test_only_the_games_own_host_can_be_named_as_one_whose_robots_txt_is_not_asked(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "game", "https://forum.example" + PATH)
    file = folder / "game.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("[forum]", '[forum]\nignore_robots = "other.example"', 1),
        encoding="utf-8",
    )
    with pytest.raises(GameFault, match=r"ignore_robots.*forum\.example"):
        find_game(folder)


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("", True),
        ("<html>Нет такой страницы</html>", True),
        ("User-agent: *\nDisallow:", True),
        ("User-agent: *\nDisallow: /", False),
        ("User-agent: *\nDisallow: /*sid=", True),
        ("User-agent: Googlebot\nDisallow: /", True),
        ("User-agent: forum-tally\nDisallow: /viewtopic", False),
        ("User-agent: forum-tally\nAllow: /viewtopic\n\nUser-agent: *\nDisallow: /", True),
    ],
)
def test_what_robots_txt_says_of_us(text: str, may: bool) -> None:
    with serve(Forum().answer, robots(text)) as base, client() as asks:
        if may:
            assert asks.get(base + PATH).status == 200
        else:
            with pytest.raises(ForumUnreachable, match=r"robots\.txt"):
                asks.get(base + PATH)


@pytest.mark.parametrize(
    "answer", [Answer(b"", 404), Answer(b"", 403), Answer(b"", 302, {"Location": "http://x.example/"})]
)
def test_what_is_no_robots_txt_forbids_nothing(answer: Answer) -> None:
    with serve(Forum().answer, answer) as base, client() as asks:
        assert asks.get(base + PATH).status == 200


def test_a_forum_that_cannot_give_its_robots_txt_is_left_alone() -> None:
    forum = Forum()
    with serve(forum.answer, Answer(b"", 500)) as base, client() as asks, pytest.raises(ForumUnreachable, match="500"):
        asks.get(base + PATH)
    assert forum.came == []


def test_robots_txt_is_asked_for_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    def requests_of_a_run(base: str, day: int) -> int:
        monkeypatch.setenv("TALLY_NOW", f"2024-01-{day}T12:00:00+00:00")
        with client() as asks:
            asks.get(base + PATH)
            return asks.traffic.requests

    with serve(Forum().answer, robots("User-agent: *\nDisallow:")) as base:
        assert [requests_of_a_run(base, day) for day in (10, 10, 12, 12)] == [2, 1, 2, 1]


def test_a_distance_that_robots_txt_asks_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    with serve(Forum().answer, robots("User-agent: *\nCrawl-delay: 7\nDisallow:")) as base, client() as asks:
        monkeypatch.setattr("tally.forum.politeness.time.sleep", slept.append)
        asks.get(base + PATH)
        asks.get(base + PATH)
    assert 6.5 < max(slept) < 9


@pytest.mark.parametrize(
    ("named", "agent"),
    [
        ({}, r"^forum-tally/[\d.]+$"),
        ({"contact": "me@example.org"}, r"^forum-tally/[\d.]+ \(\+me@example\.org\)$"),
        ({"contact": "Маэстро"}, r"^forum-tally/[\d.]+ \(\+(%[0-9A-F]{2})+\)$"),
        ({"contact": "a\r\nX-Evil: 1"}, r"^forum-tally/[\d.]+ \(\+a%0D%0AX-Evil: 1\)$"),
        ({"user_agent": "my-reader/1 (host: Маэстро)"}, r"^my-reader/1 \(host: (%[0-9A-F]{2})+\)$"),
    ],
)
def test_we_say_who_we_are_and_how_to_reach_us(named: dict[str, str], agent: str) -> None:
    with respx.mock(assert_all_called=False) as forum, client(0, **named) as asks:
        page = forum.get("http://forum.example/t").mock(return_value=httpx.Response(200))
        forum.get("http://forum.example/robots.txt").mock(return_value=httpx.Response(404))
        asks.get("http://forum.example/t")
    assert re.search(agent, page.calls[0].request.headers["user-agent"])


def test_what_reading_cost_is_told(tmp_path: Path) -> None:
    with serve(Forum().answer) as base:
        folder = make_folder(tmp_path / "game", base + PATH)
        told = json.loads(scrape(folder, "--json"))
        size = len(THREAD.page(0, base).encode())
        assert (told["requests"], told["bytes"]) == (2, size)
        assert "(1 запрос, " in scrape(folder)


def test_the_cookies_of_a_call_are_sent_with_that_call_alone() -> None:
    with respx.mock as forum, client() as asks:
        forum.get("http://forum.example/robots.txt").mock(return_value=httpx.Response(404))
        first = httpx.Response(200, headers={"Set-Cookie": "visit=abc; path=/"})
        page = forum.get("http://forum.example/t").mock(side_effect=[first, httpx.Response(200)])
        call = forum.get("http://forum.example/call").mock(return_value=httpx.Response(200))
        asks.get("http://forum.example/t")
        asks.get("http://forum.example/call", cookies=(("multiquote", "12|13"),))
        asks.get("http://forum.example/t")
    sent = call.calls[0].request.headers["cookie"]
    assert sorted(sent.split("; ")) == ["multiquote=12|13", "visit=abc"]
    assert page.calls[1].request.headers["cookie"] == "visit=abc"
