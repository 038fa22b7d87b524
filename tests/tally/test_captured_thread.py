"""A thread captured from a real phpBB, scraped over HTTP and counted: both days are what its authors meant.

The expected tables were made by hand from `intended_nick` of the capture's truth, not from what the program prints.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fixtures.forum_server import serve_captured

ROSTER = (
    "Вася", "Петя", "Sergey Ace", "Эмилия", "Jester", "Krassa", "Ля", "Сальвия", "Alex306", "Maska", "Кролек",
    "King EcitoN", "Серьезный ЧаловеГ", "Nightmare", "Гафф", "Nejka", "Fredi1903", "Ada Wong", "Puss", "celfida",
    "РэдДи", "ТС",
)  # fmt: skip


@pytest.fixture(scope="module")
def reports(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Day → its report, after `init` and `scrape` as a host would run them."""
    folder = tmp_path_factory.mktemp("captured")
    (folder / "nicks.txt").write_text("\n".join(ROSTER), encoding="utf-8")

    def tally(*arguments: str, where: Path = folder / "game") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "tally", *arguments],
            cwd=where,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "TALLY_NOW": "2026-11-02T12:00:00+03:00"},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    with serve_captured(shared / "pages" / "phpbb", "01_thread_guest/") as base:
        setup = ["--ruleset", "classic", "--thread", f"{base}/viewtopic.php?t=2", "--first-day", "2026-10-31"]
        tally("init", "game", *setup, "--host", "Ведущий", "--players", "nicks.txt", where=folder)
        settings = folder / "game" / "game.toml"
        patient = settings.read_text(encoding="utf-8")
        hasty, changes = re.subn(r"(?m)^[# ]*interval = .*$", "interval = 0", patient)
        assert changes == 1
        settings.write_text(hasty, encoding="utf-8")
        tally("scrape")
        return {day: json.loads(tally("report", day, "--json")) for day in ("day1", "day2")}


def counted(report: dict[str, Any]) -> dict[str, set[tuple[str, str]]]:
    return {row["player"]: {(vote["by"], vote["colour"]) for vote in row["votes"]} for row in report["table"]}


def refused(report: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {(each["by"], each["on"], each["reason"]) for each in report["rejected"]}


def red(*voters: str) -> set[tuple[str, str]]:
    return {(voter, "red") for voter in voters}


def test_day_1_of_the_captured_thread(reports: dict[str, dict[str, Any]]) -> None:
    day = reports["day1"]
    assert counted(day) == {
        "Jester": red("Серьезный ЧаловеГ", "Fredi1903", "Krassa", "Гафф", "celfida"),
        "Вася": red("Петя", "Nightmare", "Сальвия", "Ada Wong") | {("Alex306", "blue")},
        "Sergey Ace": red("Ля", "ТС"),
        "РэдДи": red("Maska", "Puss"),
        "Петя": red("King EcitoN"),
        "Maska": red("РэдДи"),
        "Nightmare": red("Эмилия"),
        "Эмилия": {("Nejka", "blue")},
    }
    assert refused(day) == {
        ("Вася", "Вася", "self"),
        ("Sergey Ace", "Sergey Ace", "self"),
        ("Прохожий", "Вася", "not-playing"),
        ("Maska", "Вася", "late"),
        ("Alex306", "Jester", "late"),
    }
    # his post was edited five minutes after the cutoff, and nobody saw it before
    assert [(each["by"], each["text"], each["why"]) for each in day["unclear"]] == [("ТС", "Jester", "edited")]
    assert day["missing"] == ["Jester", "Sergey Ace", "Вася", "Кролек"]
    assert day["leading"] == ["Jester"]


def test_day_2_of_the_captured_thread(reports: dict[str, dict[str, Any]]) -> None:
    day = reports["day2"]
    assert counted(day) == {
        "Гафф": red("Ada Wong", "Сальвия", "Alex306", "Sergey Ace"),
        "Серьезный ЧаловеГ": red("Nejka", "Кролек"),
        "Ada Wong": red("Гафф"),
        "Puss": {("King EcitoN", "blue")},
        "Nejka": {("Эмилия", "blue")},
    }
    assert refused(day) == {
        ("Jester", "ТС", "dead"),
        ("Puss", "Jester", "dead-target"),
        ("РэдДи", "Серьезный ЧаловеГ", "late"),
        ("Puss", "Гафф", "late"),
    }
    # «Серьезный Человек» is near the nick and words of the language; the other post was edited by the host
    assert [(each["by"], each["why"]) for each in day["unclear"]] == [
        ("Fredi1903", "uncertain-name"),
        ("Вася", "edited-by-other"),
    ]
    assert day["leading"] == ["Гафф"]
