"""A folder of games may be served as well as a game folder: what is put there later is served too."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tally.errors import GameFault
from tally.locks import hold_lock
from tally.service import running
from tally.service.clocks import MachineClock
from tally.service.places import games_in
from tally.service.readings import Reading
from tally.service.running import SERVICE_LOCK, Watchers, run
from tally.service.served import ServedGame
from tests.tally.evening import run as command
from tests.tally.served_forum import HOST, Scripted, ScriptedForum, SetClock, make_served_game, moscow

POSTS = (Scripted(100, HOST, moscow("12:00:00"), "Игра началась"),)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games that holds one, whose forum answers, and things that are none."""
    monkeypatch.setenv("TALLY_NOW", "2024-01-10T20:00:00+03:00")
    monkeypatch.setattr(running, "_LOOK", 0.2)
    forum = ScriptedForum(SetClock(moscow("20:00:00"), moscow("23:00:00")), POSTS, slow=0)
    parent = tmp_path / "games"
    parent.mkdir()
    with make_served_game(tmp_path, forum, ["Вася", "Петя", "Жанна"]) as game:
        shutil.copytree(game, parent / "first")
        (parent / "notes").mkdir()
        (parent / "list.txt").write_text("first", encoding="utf-8")
        shutil.copytree(game, parent / ".trash")
        yield parent


def test_the_games_of_a_folder_are_each_meant_once(games: Path) -> None:
    assert games_in([games, games / "first", games / "."]) == (games / "first",)
    with pytest.raises(GameFault, match="notes"):
        games_in([games, games / "notes"])


def test_a_tick_serves_the_games_of_a_folder(games: Path) -> None:
    done = command(games, "tick", str(games), now="2024-01-10T20:00:00+03:00")
    assert (done.status, (games / "first" / "site" / "index.html").is_file()) == (0, True), done.err


def test_a_game_that_is_put_into_the_folder_while_it_is_served_is_served_too(games: Path) -> None:
    clock, read, told, game = MachineClock(), list[str](), list[str](), games.parent / "game"

    def tell(served: ServedGame, reading: Reading) -> None:
        assert reading.failure is None
        read.append(served.folder.name)

    def wait_for(what: Callable[[], bool]) -> None:
        give_up = time.monotonic() + 60
        while not what():
            assert time.monotonic() < give_up
            time.sleep(0.05)

    watchers = Watchers(
        lambda folders: told.extend(each.name for each in folders), tell, lambda _thread, _page, _pages: None
    )
    service = threading.Thread(target=run, args=([games], clock, lambda _served: None, watchers))
    service.start()
    try:
        wait_for(lambda: read == ["first"])
        # one that is half there, and one that another process serves
        (games / "half").mkdir()
        (games / "half" / "game.toml").write_text("format = 1\n[game", encoding="utf-8")
        taken, second = (Path(shutil.copytree(game, games.parent / name)) for name in ("taken", "second"))
        with hold_lock(taken / SERVICE_LOCK, patience=0):
            for each in (taken, second):
                each.rename(games / each.name)
            wait_for(lambda: "second" in read)
            assert told == ["first", "second"]
        wait_for(lambda: "taken" in read)
        for name in ("tally.db", "players.toml", "game.toml"):
            shutil.copy(game / name, games / "half")
        wait_for(lambda: "half" in read)
    finally:
        clock.stop()
        service.join(30)
    assert not service.is_alive()
    assert set(told) == {"first", "second", "taken", "half"}
