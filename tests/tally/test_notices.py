"""Notices: when each is due, what it says and to whom, once each; addresses stay secret."""

import json
import threading
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tally.folder.game import find_game
from tally.service.notices import Audience, Notice, State, due_notices
from tally.service.readings import Failing
from tally.service.rhythm import Deadline
from tally.service.sending import send_notices
from tally.service.waits import Wait, WaitKind
from tally.store import Store
from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import SmallGame, post

CUTOFF = datetime.fromisoformat("2024-01-10T22:00:00+03:00")
HOUR, TEN = timedelta(hours=1), timedelta(minutes=10)


def state(**more: object) -> State:
    facts = {"title": "Игра", "deadlines": [Deadline(1, CUTOFF)], "leads": (TEN, HOUR), "alarm": timedelta(minutes=30)}
    return State(**{**facts, **more})  # type: ignore[arg-type]


def keys(found: Iterator[Notice]) -> list[tuple[str, str]]:
    return [(each.key.split("@")[0], each.to.value) for each in found]


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    game = SmallGame(tmp_path, now="2024-01-10T21:30:00+03:00").set_up("Вася", "Петя", "Жанна")
    return game.read(post(1, "Вася", "21:00:00", "[color=red]Петя[/color]"), at="2024-01-10T21:30:00+03:00")


def notify(game: SmallGame, host: Sequence[str] = (), players: Sequence[str] = (), more: str = "") -> None:
    file = game.game / "players.toml"
    text = file.read_text(encoding="utf-8").split("[notify]")[0]
    file.write_text(
        f"{text}[notify]\nhost = {json.dumps(list(host))}\nplayers = {json.dumps(list(players))}\n{more}\n",
        encoding="utf-8",
    )


def sent_by(game: SmallGame, notices: Sequence[Notice], *, taken: bool = True) -> tuple[list[str], list[str]]:
    """The titles that went out, and what went wrong."""
    out: list[str] = []

    def send(address: str, notice: Notice) -> bool:
        out.append(f"{address} {notice.title}")
        return taken

    found = find_game(game.game)
    with Store(found.database) as store:
        return out, send_notices(found, store, notices, send)


def test_an_hour_and_ten_minutes_before_the_deadline(game: SmallGame) -> None:
    for at, minutes in (("20:59:59", None), ("21:00:00", 60), ("21:49:59", 11), ("21:50:00", 10), ("21:59:50", 1)):
        game.now = f"2024-01-10T{at}+03:00"
        shown = game.must("notify", "--dry-run")
        assert (f"до конца голосования {minutes} минут" in shown) is (minutes is not None), at


def test_it_tells_who_has_not_voted_and_how_it_stands(game: SmallGame) -> None:
    game.now = "2024-01-10T21:50:00+03:00"
    shown = game.must("notify", "--dry-run")
    assert "Ещё не голосовали: Жанна, Петя" in shown
    assert "Петя — 1 (1 − 0): Вася" in shown
    assert game.must("notify", "--dry-run", "--lang", "en").count("Have not voted yet: Жанна, Петя") == 2


def test_a_language_of_its_own(game: SmallGame) -> None:
    notify(game, more='language = "en"')
    game.now = "2024-01-10T21:50:00+03:00"
    assert "10 minutes until the end of the vote" in game.must("notify", "--dry-run")


def test_a_moved_deadline_has_notices_of_its_own(game: SmallGame) -> None:
    notify(game, host=["json://localhost"])
    notice = Notice("before:day1@2024-01-10T19:00:00+00:00:10", Audience.HOST, "скоро", "")
    assert sent_by(game, [notice])[0] == ["json://localhost скоро"]
    assert sent_by(game, [notice])[0] == []
    game.must("day", "1", "--extend", "30")
    moved = Notice("before:day1@2024-01-10T19:30:00+00:00:10", Audience.HOST, "скоро", "")
    assert sent_by(game, [moved])[0] == ["json://localhost скоро"]


def test_each_address_gets_each_notice_once(game: SmallGame) -> None:
    notify(game, host=["json://one", "json://two"], players=["json://all"])
    both = [Notice("closed", Audience.HOST, "итог", ""), Notice("closed", Audience.PLAYERS, "итог", "")]
    assert sent_by(game, both)[0] == ["json://one итог", "json://two итог", "json://all итог"]
    notify(game, host=["json://one", "json://two", "json://three"], players=["json://all"])
    assert sent_by(game, both)[0] == ["json://three итог"]


def test_what_was_not_taken_is_tried_again_and_its_address_stays_secret(game: SmallGame) -> None:
    notify(game, host=["json://token-secret/room"])
    notice = Notice("closed", Audience.HOST, "итог", "")
    out, trouble = sent_by(game, [notice], taken=False)
    assert len(out) == len(trouble) == 1
    assert "secret" not in trouble[0]
    assert "notify.host[1]" in trouble[0]
    assert sent_by(game, [notice])[0] == ["json://token-secret/room итог"]
    assert b"token-secret" not in (game.game / "tally.db").read_bytes()


def test_the_public_notice_of_the_close_is_the_towns_table(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path)
    game.now = "2024-01-11T22:30:00+03:00"
    game.must("announce", "day1")
    shown = game.must("notify", "--dry-run")
    public = shown.split("--- игрокам: ")[1].split("--- ")[0]
    assert "День 2: голосование окончено" in public
    assert "Итоги объявит ведущий." in public
    for secret in ("doctor", "доктор", "роль", "Казн"):
        assert secret not in public


def test_what_needs_the_host_goes_to_him_alone() -> None:
    wait = Wait(WaitKind.DECISION, "day1", "ничья", "tally resolve day1", secret=True)
    found = list(due_notices(state(waits=(wait,)), (), CUTOFF + HOUR))
    assert [(each.to, "tally resolve day1" in each.body) for each in found] == [(Audience.HOST, True)]


def test_a_failing_forum_is_told_of_after_a_while_and_when_it_is_back() -> None:
    since = CUTOFF - timedelta(hours=3)
    failing = Failing(since, 9, "нет связи")
    assert keys(due_notices(state(failing=failing), (), since + timedelta(minutes=29))) == []
    [alarm] = due_notices(state(failing=failing), (), since + timedelta(minutes=30))
    assert alarm.to is Audience.HOST
    assert "30 минут" in alarm.title
    [back] = due_notices(state(), [f"host:{alarm.key}"], CUTOFF)
    assert "снова читается" in back.title
    assert back.key.removeprefix("working:") == alarm.key.removeprefix("failing:")


@pytest.mark.parametrize(
    ("more", "named"),
    [('other = "x"', "notify.other"), ('language = "de"', "notify.language"), ('hosts = ["x"]', "notify.hosts")],
)
def test_a_wrong_key_is_named(game: SmallGame, more: str, named: str) -> None:
    notify(game, more=more)
    done = game.run("notify")
    assert done.status == 2
    assert named in done.err


def test_a_wrong_address_is_told_of_without_it(game: SmallGame) -> None:
    notify(game, host=["token-secret"])
    done = game.run("notify")
    assert done.status == 2
    assert "notify.host" in done.err
    assert "secret" not in done.err


def test_without_an_address_a_trial_says_what_to_add(game: SmallGame) -> None:
    done = game.run("notify", "--test")
    assert done.status == 2
    assert "host = [" in done.err


def test_without_apprise_the_host_is_told_how_to_get_it(game: SmallGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "apprise", None)
    notify(game, host=["json://localhost"])
    game.now = "2024-01-10T21:50:00+03:00"
    done = game.run("notify")
    assert done.status == 2
    assert "forum-tally[notify]" in done.err


@pytest.fixture
def service() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A service of notices on this machine, and what it was sent."""
    got: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield f"json://127.0.0.1:{server.server_port}", got
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_they_come_through_apprise(game: SmallGame, service: tuple[str, list[dict[str, str]]]) -> None:
    address, got = service
    notify(game, host=[f"{address}/host"], players=[f"{address}/players"])
    assert "2" in game.must("notify", "--test")
    assert [each["title"] for each in got] == ["Игра · проба"] * 2
    got.clear()
    game.now = "2024-01-10T21:50:00+03:00"
    game.must("notify")
    game.must("notify")
    assert [each["title"] for each in got] == ["Игра · День 1: до конца голосования 10 минут"] * 2
    assert "Ещё не голосовали: Жанна, Петя" in got[0]["message"]
