"""The files for the schedulers of systems: each can be read by its own, and what it starts does a step."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.tally.served_forum import Scripted, ScriptedForum, SetClock, make_served_game, moscow

CRON = Path(__file__).resolve().parents[2] / "cron"
TASK = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
UNITS = ("tally.service", "tally-tick.service", "tally-tick.timer")


def assignments(file: Path) -> dict[str, str]:
    found = re.findall(r'^([A-Z]+)="?([^"\n]*)"?$', file.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(found)


def started_by_cron() -> str:
    [line] = [each for each in (CRON / "crontab").read_text(encoding="utf-8").splitlines() if each.startswith("*")]
    return line.split(maxsplit=5)[5]


def started_by(unit: str) -> str:
    [line] = [each for each in (CRON / unit).read_text(encoding="utf-8").splitlines() if each.startswith("ExecStart=")]
    script = re.fullmatch(r"ExecStart=/bin/sh -c '(.*)'", line)
    assert script is not None
    return script[1]


@pytest.mark.skipif(os.name == "nt", reason="there is no sh")
@pytest.mark.parametrize("command", [started_by_cron(), started_by("tally-tick.service")], ids=["cron", "systemd"])
def test_the_command_does_a_step_of_every_game(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_NOW", "2024-01-10T12:00:00+03:00")
    clock = SetClock(moscow("12:00:00"), moscow("23:00:00"))
    forum = ScriptedForum(clock, [Scripted(1, "Вася", moscow("11:00:00"), "слова")])
    with make_served_game(tmp_path, forum, ["Вася", "Петя"]) as game:
        shutil.copytree(game, tmp_path / "second")
        # two words, as in the files
        assert len(assignments(CRON / "service.env")["GAMES"].split()) == 2
        variables = {"TALLY": f"{sys.executable} -m tally", "GAMES": f"{game} {tmp_path / 'second'}"}
        # `exec "$TALLY"` takes one word
        script = command.replace('"$TALLY"', "$TALLY")
        done = subprocess.run(
            ["/bin/sh", "-c", script],
            env={**os.environ, **variables},
            cwd=CRON.parent,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert len(forum.asked) >= 2
        assert (tmp_path / "second" / "tally.log").is_file()


def test_crontab_and_units_name_the_same_things() -> None:
    assert set(assignments(CRON / "service.env")) == {"TALLY", "GAMES"} == set(assignments(CRON / "crontab"))
    assert "tick $GAMES" in started_by("tally-tick.service")
    assert "run $GAMES" in started_by("tally.service")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this system has no systemd")
def test_systemd_finds_no_fault_with_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        shutil.copy(CRON / unit, tmp_path)
    (tmp_path / "run").mkdir(mode=0o700)
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", *(str(tmp_path / unit) for unit in UNITS)],
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path / "run")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_task_of_windows_is_whole() -> None:
    task = ElementTree.parse(CRON / "tally-tick.xml").getroot()
    assert task.tag == f"{TASK}Task"
    parts = [each.tag.removeprefix(TASK) for each in task]
    assert parts == ["RegistrationInfo", "Triggers", "Principals", "Settings", "Actions"]
    [interval] = [each.text for each in task.iter(f"{TASK}Interval")]
    assert interval == "PT1M"
    [context] = [each.get("Context") for each in task.iter(f"{TASK}Actions")]
    assert context in [each.get("id") for each in task.iter(f"{TASK}Principal")]
    [command], [arguments] = (
        [each.text or "" for each in task.iter(f"{TASK}{name}")] for name in ("Command", "Arguments")
    )
    assert command.endswith("tally.exe")
    assert arguments.startswith("tick ")


@pytest.mark.parametrize("name", [*UNITS, "crontab", "service.env", "tally-tick.xml"])
def test_the_steps_of_installing_name_every_file(name: str) -> None:
    assert name in (CRON / "README.md").read_text(encoding="utf-8")
