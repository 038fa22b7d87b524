"""`make demo` shows the program's main job from the first command to the published page, each time alike."""

import re
from pathlib import Path

import pytest

from fixtures import demo
from fixtures.phpbb_thread import WrittenThread


@pytest.fixture
def thread() -> WrittenThread:
    """The demo's thread on one page, so that no test waits between requests."""
    read = WrittenThread.read(demo.HERE / "demo_thread" / "thread.toml")
    return WrittenThread({**read.source, "forum": {**read.source["forum"], "per_page": 100}})


def test_the_demo_shows_each_command_and_ends_with_the_page(
    thread: WrittenThread, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert demo.play(thread, tmp_path / "demo") == 0
    first = capfd.readouterr().out
    commands = re.findall(r"(?m)^\S+\$ tally (\w+(?: day\d)?)", first)
    assert commands == ["init", "scrape", "report day1", "announce day1", "report day2", "publish"]
    page = tmp_path / "demo" / "site" / "index.html"
    assert first.splitlines()[-1].endswith(str(page))
    assert "Казнь: Дед Пихто" in first
    published = page.read_text(encoding="utf-8")

    assert demo.play(thread, tmp_path / "demo") == 0
    second = capfd.readouterr().out
    # the forum's port is another each time, and with it the state of the page that links there
    port = re.compile(r"127\.0\.0\.1:\d+|(?<=content=\")[0-9a-f]{16}")
    assert port.sub("", second) == port.sub("", first)
    assert port.sub("", page.read_text(encoding="utf-8")) == port.sub("", published)


def test_a_command_that_fails_ends_the_demo(
    thread: WrittenThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "NOW", "no moment")
    assert demo.play(thread, tmp_path / "demo") == 2
    assert not (tmp_path / "demo" / "site" / "index.html").exists()
