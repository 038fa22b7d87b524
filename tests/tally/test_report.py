"""`tally report` and `tally publish` on the demo's thread: what is counted, what is told to whom, what goes wrong."""

import io
import json
import os
import re
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Any
from unittest.mock import patch

import pytest

from fixtures import forum_server
from fixtures.phpbb_thread import WrittenThread
from tally.cli import main
from tests.tally.small_game import SmallGame, post

THREADS = Path(forum_server.__file__).parent / "demo_thread"
URL = "https://forum.example/viewtopic.php?t=12"
NOW = "2024-01-12T00:30:00+03:00"
HEAVY = {"httpx", "bs4", "lxml", "pymorphy3", "rapidfuzz", "sqlite_utils"}


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def run(folder: Path, *arguments: str) -> Done:
    """Run a command in `folder` as `tally` does, in this process: starting one for each would take a minute."""
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(folder),
        patch.dict(os.environ, {"TALLY_NOW": NOW}),
        patch.object(sys, "argv", ["tally", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Done(status, out.getvalue(), err.getvalue())


def make_game(folder: Path, thread: str, players: Path, read_at: str) -> Path:
    """A game folder with the whole thread read at that moment."""
    written = WrittenThread.read(THREADS / thread)
    pages = []
    for start in range(0, len(written.source["posts"]), 10):
        page = folder / f"page{start}.html"
        page.write_text(written.page(start, "https://forum.example"), encoding="utf-8")
        pages.append(str(page))
    setup = ["--ruleset", "classic", "--thread", URL, "--title", "Туман", "--first-day", "2024-01-10"]
    made = run(folder, "init", "game", *setup, "--host", "Маэстро", "--players", str(players))
    assert made.returncode == 0, made.stderr
    imported = run(folder / "game", "import", *pages, "--fetched-at", read_at)
    assert imported.returncode == 0, imported.stderr
    return folder / "game"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = make_game(tmp_path_factory.mktemp("demo"), "thread.toml", THREADS / "players.toml", NOW)
    for phase in ("day1", "night1", "day2"):
        announced = run(made, "announce", phase)
        assert announced.returncode == 0, announced.stderr
    return made


def told(folder: Path, *arguments: str) -> dict[str, Any]:
    done = run(folder, "report", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def scores(report: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    return {row["player"]: (row["against"], row["defence"], row["score"]) for row in report["table"]}


def reasons(report: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each["by"], each["on"], each["reason"]) for each in report["rejected"]]


# What is counted.


def test_day_1_is_counted_whole(game: Path) -> None:
    day = told(game, "day1")
    assert scores(day) == {
        "Дед Пихто": (6, 2, 4),
        "Zorro77": (1, 0, 1),
        "РэдДи": (1, 0, 1),
        "Лунный кот": (2, 0, 2),
        "Зимородок": (1, 0, 1),
        "Граф Кефир": (1, 0, 1),
    }
    assert reasons(day) == [
        ("Мимо шёл", "Граф Кефир", "not-playing"),
        ("Барсук", "Барсук", "self"),
        ("Ёлка", "Дед Пихто", "late"),
    ]
    assert (day["missing"], day["unclear"], day["executed"]) == (["Ёлка"], [], ["Дед Пихто"])
    assert (day["view"], day["final"], day["leading"]) == ("public", True, ["Дед Пихто"])
    assert (day["deadline"], day["as_of"]) == ("2024-01-10T19:00:00+00:00", "2024-01-11T21:30:00+00:00")


def test_a_vote_carries_its_time_and_its_post(game: Path) -> None:
    votes = told(game, "day1")["table"][0]["votes"]
    assert votes[0] == {
        "by": "Зимородок",
        "colour": "red",
        "weight": 1,
        "time": "2024-01-10T07:05:55+00:00",
        "post": "https://forum.example/viewtopic.php?p=107#p107",
    }


def test_whoever_was_executed_is_dead_on_the_next_day(game: Path) -> None:
    day = told(game, "day2")
    assert reasons(day) == [
        ("Дед Пихто", "Вермут", "dead"),
        ("Барсук", "Дед Пихто", "dead-target"),
        ("Snowflake", "Ласточка", "late"),
    ]
    assert day["executed"] == ["Бублик"]
    assert day["missing"] == []


def test_the_table_as_it_stood_at_a_moment(game: Path) -> None:
    noon = told(game, "day1", "--at", "12:00:00")
    assert noon["as_of"] == "2024-01-10T09:00:00+00:00"
    assert (noon["final"], noon["executed"]) == (False, [])
    assert {row["player"] for row in noon["table"]} == {"Барсук", "Дед Пихто", "Лунный кот", "Snowflake"}
    assert told(game, "day1", "--at", "2024-01-10T12:00:00+03:00") == noon


def test_the_table_as_it_stood_after_a_post(game: Path) -> None:
    after = told(game, "day1", "--at-post", "107")
    assert scores(after) == {"Барсук": (1, 0, 1), "Дед Пихто": (1, 0, 1)}
    assert told(game, "day1", "--at-post", "https://forum.example/viewtopic.php?p=107#p107") == after
    assert "«99»" in refused(run(game, "report", "day1", "--at-post", "99"))


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+03:00", "9999-12-31T23:59:59-10:00", "2024-01-10", "25:00"])
def test_a_moment_on_which_no_game_can_be_is_refused(game: Path, moment: str) -> None:
    assert f"«{moment}»" in refused(run(game, "report", "day1", "--at", moment))


def test_after_a_post_what_followed_in_the_same_minute_is_not_there_yet(tmp_path: Path) -> None:
    small = SmallGame(tmp_path).set_up("Петя", "Вася", "Эмилия")
    red = '<span style="color:#FF0000">Вася</span>'
    small.read(post(1, "Петя", "12:00:10", red), post(2, "Эмилия", "12:00:40", red))
    after = [json.loads(small.must("report", "day1", "--json", "--at-post", each)) for each in ("1", "2")]
    assert [scores(report) for report in after] == [{"Вася": (1, 0, 1)}, {"Вася": (2, 0, 2)}]


def test_the_current_day_is_the_last_in_which_somebody_posted(game: Path) -> None:
    assert told(game, "day")["phase"] == told(game)["phase"] == "day2"


def test_a_game_read_before_the_deadline_is_not_final(tmp_path: Path) -> None:
    early = make_game(tmp_path, "thread.toml", THREADS / "players.toml", "2024-01-11T22:05:50+03:00")
    assert told(early, "day2")["final"]
    at_nine = told(early, "day2", "--at", "21:00:00")
    assert (at_nine["final"], at_nine["executed"]) == (False, [])


# What is told to whom.


def test_the_doctors_vote_in_defence_weighs_three_for_the_host_alone(game: Path) -> None:
    public, host = told(game, "day2"), told(game, "day2", "--host")
    assert scores(public)["Ласточка"] == (2, 1, 1)
    assert scores(host)["Ласточка"] == (2, 3, -1)
    assert (public["view"], host["view"]) == ("public", "host")


def test_the_hosts_output_says_so_first(game: Path) -> None:
    assert run(game, "report", "day2", "--host").stdout.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")
    assert "ВЕДУЩЕГО" not in run(game, "report", "day2").stdout


def test_nothing_public_changes_when_only_the_roles_change(game: Path, tmp_path: Path) -> None:
    other = Path(copytree(game, tmp_path / "game"))
    players = (other / "players.toml").read_text(encoding="utf-8")
    swapped = players.replace('"doctor"', '"?"').replace('"citizen"', '"doctor"', 1).replace('"?"', '"citizen"')
    assert swapped != players
    (other / "players.toml").write_text(swapped, encoding="utf-8")
    for day in ("day1", "day2"):
        assert run(other, "report", day).stdout == run(game, "report", day).stdout
    run(other, "publish")
    run(game, "publish")
    assert (other / "site" / "index.html").read_bytes() == (game / "site" / "index.html").read_bytes()


def test_in_a_pipe_the_text_is_plain_and_whole(game: Path) -> None:
    lines = run(game, "report", "day1").stdout.splitlines()
    assert "\x1b" not in "".join(lines)
    [line] = [line for line in lines if line.startswith(" Дед Пихто")]
    assert line.endswith("Лунный кот 21:48:02, Полынь 21:59:59")
    assert "…" not in line


def test_the_report_speaks_english(game: Path) -> None:
    assert "Have not voted: Ёлка" in run(game, "report", "day1", "--lang", "en").stdout


def test_the_time_left_is_told(tmp_path: Path) -> None:
    early = make_game(tmp_path, "thread.toml", THREADS / "players.toml", "2024-01-11T22:05:50+03:00")
    told_at = run(early, "report", "day2", "--at", "20:44:30").stdout
    assert "осталось: 1 час 16 минут" in told_at
    the_evening_before = run(early, "report", "day2", "--at", "2024-01-10T23:30:00+03:00").stdout
    assert (
        "На 10.01.2024 23:30:00; голосование до 11.01.2024 22:00:00, осталось: 22 часа 30 минут." in the_evening_before
    )


# The page.


def test_the_first_page_shows_the_latest_day_and_leads_to_the_others(game: Path) -> None:
    first = run(game, "publish")
    assert first.returncode == 0, first.stderr
    page = (game / "site" / "index.html").read_text(encoding="utf-8")
    assert 'id="day2"' in page
    assert 'id="day1"' not in page
    assert 'href="day1.html"' in page
    assert "ничего не изменилось" in run(game, "publish").stdout


def test_hostile_nicks_go_through_all_of_it_as_text(tmp_path: Path) -> None:
    players = tmp_path / "players.toml"
    written = WrittenThread.read(THREADS / "hostile.toml")
    names = [author["name"] for author in written.source["authors"][1:]]
    players.write_text("".join(f"[[players]]\nname = {json.dumps(name)}\n" for name in names), encoding="utf-8")
    game = make_game(tmp_path, "hostile.toml", players, NOW)
    day = told(game, "day1")
    assert {row["player"] for row in day["table"]} == set(names[:2])
    assert run(game, "publish").returncode == 0
    page = (game / "site" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<(?:script|img)[^>]*>", page) == re.findall(r'<script src="site.js[^"]*" defer>', page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "{{ 7*7 }} [bold]x[/bold]" in page
    assert "[bold]x[/bold]" in run(game, "report", "day1").stdout


# What goes wrong.


def refused(done: Done) -> str:
    """The one line that a refused command says."""
    assert done.returncode == 2
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    return line


@pytest.mark.parametrize("word", ["day0", "night1", "завтра", "day-1", "day1.5"])
def test_an_unknown_day_is_refused(game: Path, word: str) -> None:
    assert f"«{word}»" in refused(run(game, "report", "--", word))


def test_a_day_that_has_not_begun_is_refused(game: Path) -> None:
    assert "day7 ещё не начался: откроется 15.01.2024 23:00:00" in refused(run(game, "report", "day7"))


def test_a_wrong_time_is_refused(game: Path) -> None:
    assert "«полдень»" in refused(run(game, "report", "day1", "--at", "полдень"))


def test_nothing_can_be_counted_before_anything_was_read(tmp_path: Path) -> None:
    run(tmp_path, "init", "game", "--ruleset", "classic", "--thread", URL, "--players", str(THREADS / "players.toml"))
    assert "tally scrape" in refused(run(tmp_path / "game", "report", "day1"))


def changed(game: Path, tmp_path: Path, file: str, text: str) -> Path:
    other = Path(copytree(game, tmp_path / "game"))
    (other / file).write_text(text, encoding="utf-8")
    return other


def test_an_empty_roster_is_refused(game: Path, tmp_path: Path) -> None:
    assert "players.toml" in refused(run(changed(game, tmp_path, "players.toml", ""), "report", "day1"))


def test_two_players_of_one_name_are_refused(game: Path, tmp_path: Path) -> None:
    twice = '[[players]]\nname = "Вася"\n[[players]]\nname = "вася"\n'
    assert "players.toml:4" in refused(run(changed(game, tmp_path, "players.toml", twice), "report", "day1"))


def test_an_unknown_role_is_told_with_its_place(game: Path, tmp_path: Path) -> None:
    wrong = '[[players]]\nname = "Вася"\nrole = "doctr"\n'
    line = refused(run(changed(game, tmp_path, "players.toml", wrong), "report", "day1"))
    assert "players.toml:3" in line
    assert "doctor" in line


def test_an_unknown_option_is_told_with_its_place(game: Path, tmp_path: Path) -> None:
    text = (game / "game.toml").read_text(encoding="utf-8")
    assert "[game.options]" in text
    wrong = text.replace("[game.options]", '[game.options]\ntye = "none"', 1)
    line = refused(run(changed(game, tmp_path, "game.toml", wrong), "report", "day1"))
    assert re.search(r"game\.toml:\d+:\d+: game\.options\.tye", line)


def test_without_a_first_day_the_host_is_asked_for_it(game: Path, tmp_path: Path) -> None:
    text = (game / "game.toml").read_text(encoding="utf-8")
    undated = re.sub(r"(?m)^first_day.*$", "", text)
    assert "first_day" in refused(run(changed(game, tmp_path, "game.toml", undated), "report", "day1"))


# What is loaded.


@pytest.mark.parametrize("command", [["report", "day1"], ["report", "day2", "--json"], ["publish"]])
def test_counting_loads_nothing_heavy_once_the_thread_was_read(game: Path, command: list[str]) -> None:
    probe = (
        "import sys; from tally.cli import main; sys.argv = ['tally', *sys.argv[1:]]\n"
        "try: main()\nfinally: sys.stderr.write('loaded: ' + ' '.join(sorted(set(sys.modules))))"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "TALLY_NOW": NOW}
    done = subprocess.run(
        [sys.executable, "-c", probe, *command],
        cwd=game,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert not HEAVY & set(done.stderr.removeprefix("loaded: ").split())
