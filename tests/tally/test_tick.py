"""`tally tick` and `tally run` as commands: what is due, what waits, who serves whom, how it ends."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.ruleset import Ruleset
from fixtures.forum_server import Answer
from tally.folder.game import Game
from tally.locks import hold_lock
from tally.records.rules import load_rules
from tally.service.lanes import Lane
from tally.service.running import SERVICE_LOCK, reader
from tally.service.served import ServedGame
from tests.tally.evening import Done, run
from tests.tally.served_forum import HOST, MOSCOW, Scripted, ScriptedForum, SetClock, make_served_game, moscow

POSTS = (
    Scripted(100, HOST, moscow("12:00:00"), "Игра началась"),
    Scripted(101, "Вася", moscow("13:00:00"), "[color=red]Петя[/color]"),
)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_NOW", "2024-01-10T12:00:00+03:00")


@pytest.fixture
def forum() -> ScriptedForum:
    return ScriptedForum(SetClock(moscow("20:00:00"), moscow("23:00:00")), POSTS, slow=0)


@pytest.fixture
def game(tmp_path: Path, forum: ScriptedForum) -> Iterator[Path]:
    with make_served_game(tmp_path, forum, ["Вася", "Петя", "Жанна"]) as folder:
        yield folder


def tick(game: Path, forum: ScriptedForum, at: str, *arguments: str) -> Done:
    forum.clock.set(moscow(at))
    return run(game, "tick", *arguments, now=moscow(at).isoformat())


def test_what_is_due_is_read_published_and_told(game: Path, forum: ScriptedForum) -> None:
    done = tick(game, forum, "20:00:00")
    assert done.status == 0
    assert "20:00:00 Игра: 2 новых сообщения, 0 изменено (2 запроса, " in done.out
    assert (game / "site" / "index.html").is_file()
    [read, *_rest] = [json.loads(line) for line in (game / "tally.log").read_text(encoding="utf-8").splitlines()]
    assert (read["event"], read["why"], read["requests"]) == ("read", "first", 2)
    assert read["received"] > 1000


def test_what_is_not_due_is_left_alone(game: Path, forum: ScriptedForum) -> None:
    tick(game, forum, "20:00:00")
    asked = len(forum.asked)
    done = tick(game, forum, "20:05:00")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert len(forum.asked) == asked


def test_a_step_waits_inside_for_the_deadline(game: Path, forum: ScriptedForum) -> None:
    tick(game, forum, "21:58:50")
    clock = forum.clock
    clock.set(moscow("21:59:20"))
    served = ServedGame(game)
    lane = Lane([served], clock, reader(clock, lambda *_read: None, lambda *_at: None), lambda _game: None)
    made = lane.run_until(by=clock.now() + timedelta(seconds=30), bracket_by=clock.now() + timedelta(minutes=1))
    assert made == 3
    before, after = forum.asked[-2:]
    assert moscow("21:59:50") <= before < moscow("22:00:00") <= after < moscow("22:00:02")


def test_notices_are_shown_in_a_dry_run_and_not_written_down(game: Path, forum: ScriptedForum) -> None:
    done = tick(game, forum, "21:50:00", "--dry-run")
    assert "--- игрокам: Игра · День 1: до конца голосования 10 минут" in done.out
    assert "Ещё не голосовали: Жанна, Петя" in done.out
    again = run(game, "notify", "--dry-run", now=moscow("21:52:00").isoformat())
    assert "--- игрокам: Игра · День 1: до конца голосования 8 минут" in again.out


def test_a_forum_that_fails_is_told_of_and_tried_again(game: Path, forum: ScriptedForum) -> None:
    forum.fault = lambda _moment: Answer(b"", status=404)
    done = tick(game, forum, "20:00:00")
    assert done.status == 4
    assert len(done.err.splitlines()) == 1
    assert "404" in done.err
    asked = len(forum.asked)
    assert tick(game, forum, "20:00:10").status == 0
    assert len(forum.asked) == asked
    forum.fault = lambda _moment: None
    assert "новых сообщения" in tick(game, forum, "20:00:40").out


def test_several_games_each_with_its_own_trouble(game: Path, forum: ScriptedForum, tmp_path: Path) -> None:
    shutil.copytree(game, tmp_path / "broken")
    shutil.copytree(game, tmp_path / "second")
    (tmp_path / "broken" / "game.toml").write_text("ruleset = ", encoding="utf-8")
    done = tick(tmp_path, forum, "20:00:00", "game", "broken", "second")
    assert done.out.count("новых сообщения") == 2
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert "game.toml" in (tmp_path / "broken" / "tally.log").read_text(encoding="utf-8")


def test_a_folder_without_a_game_is_a_wrong_call(game: Path, forum: ScriptedForum) -> None:
    done = tick(game, forum, "20:00:00", "nowhere")
    assert done.status == 2
    assert "nowhere" in done.err


def test_a_game_that_is_served_is_left_to_its_service(game: Path, forum: ScriptedForum) -> None:
    with hold_lock(game / SERVICE_LOCK, patience=0):
        assert tick(game, forum, "20:00:00") == Done(0, "", "")
        done = run(game, "run", now=moscow("20:00:00").isoformat())
        assert done.status == 2
        assert "tally run" in done.err
    assert forum.asked == []


def test_a_wrong_schedule_names_its_key(game: Path, forum: ScriptedForum) -> None:
    file = game / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[schedule]", '[schedule]\nevery = "часто"'), encoding="utf-8")
    for command in ("status", "tick", "run", "check"):
        done = run(game, command, now=moscow("20:00:00").isoformat())
        assert done.status == 2
        assert "schedule.every" in done.err


@pytest.mark.skipif(os.name == "nt", reason="signals are of Unix")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_service_ends_cleanly_when_it_is_told_to(game: Path, forum: ScriptedForum, number: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    del environment["TALLY_NOW"]
    forum.clock.set(moscow("20:00:00").astimezone(MOSCOW))
    command = [sys.executable, "-m", "tally", "run"]
    with subprocess.Popen(
        command, cwd=game, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as service:
        give_up = time.monotonic() + 60
        while not (game / "site" / "index.html").is_file():
            assert time.monotonic() < give_up
            assert service.poll() is None
            time.sleep(0.1)
        service.send_signal(number)
        out, err = service.communicate(timeout=30)
    assert (service.returncode, err) == (0, b"")
    assert "Остановлено." in out.decode()


def test_a_defect_met_in_one_game_stops_no_other(
    game: Path, forum: ScriptedForum, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(game, tmp_path / "second")

    def break_one(of: Game) -> Ruleset:
        if of.folder.name == "second":
            raise RuntimeError("так не бывает")
        return load_rules(of)

    monkeypatch.setattr("tally.service.served.load_rules", break_one)
    done = tick(tmp_path, forum, "20:00:00", "second", "game")
    assert done.out.count("новых сообщения") == 1
    assert "так не бывает" in (tmp_path / "second" / "tally.log").read_text(encoding="utf-8")
