"""`tally parse`: what it prints and how it ends."""

import json
import subprocess
import sys
from pathlib import Path

PAGES = Path(__file__).resolve().parents[2] / "fixtures" / "pages" / "phpbb"


def parse(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tally", "parse", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_one_object_for_each_page() -> None:
    done = parse(PAGES / "traps.html", PAGES / "traps.html", "--json")
    pages = json.loads(done.stdout)
    assert done.returncode == 0
    assert [page["kind"] for page in pages] == ["thread", "thread"]
    assert set(pages[0]) >= {"format", "engine", "kind", "thread", "page", "pages", "posts"}
    assert set(pages[0]["posts"][0]) >= {
        *("id", "number", "author", "author_id", "time", "precision", "url", "edited", "text", "marks")
    }


def test_people_read_a_listing() -> None:
    done = parse(PAGES / "traps.html")
    assert done.returncode == 0
    assert "phpbb, thread" in done.stdout
    assert "5 сообщений" in done.stdout
    assert "102  2024-01-10 18:59:59 UTC  Вася" in done.stdout
    assert "red: Петя" in done.stdout


def test_a_page_without_a_thread_ends_with_3_and_says_what_it_is() -> None:
    done = parse(PAGES / "login.html", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)[0]["kind"] == "login"


def test_relative_times_count_from_the_time_given() -> None:
    done = parse(PAGES / "text_times.html", "--json", "--fetched-at", "2023-12-31T23:10:00+03:00")
    assert json.loads(done.stdout)[0]["posts"][0]["time"] == "2023-12-31T19:59:00+00:00"


def test_wrong_calls_end_with_2_and_one_line() -> None:
    for arguments in (
        ["нет.html"],
        [PAGES / "login.html", "--fetched-at", "вчера"],
        [PAGES / "login.html", "--engine", "wordpress"],
        [PAGES / "login.html", "--timezone", "Mars/Olympus"],
    ):
        done = parse(*arguments)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" not in done.stderr
