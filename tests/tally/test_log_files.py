"""The service's log: a JSON object a line, turned over when it has grown; what it cannot write stops nothing."""

import json
import threading
from pathlib import Path

import pytest

from tally.service.log_files import LOG_FILE, GameLog
from tally.texts import _, language, speaking, use_language


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_NOW", "2024-01-10T12:00:00+03:00")


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_each_line_is_an_object(tmp_path: Path) -> None:
    GameLog(tmp_path).write("read", requests=2, thread="тема\nв две строки")
    GameLog(tmp_path).write("trouble", level="error", what="нет связи")
    assert lines(tmp_path / LOG_FILE) == [
        {"at": "2024-01-10T09:00:00+00:00", "level": "info", "event": "read", "requests": 2,
         "thread": "тема\nв две строки"},
        {"at": "2024-01-10T09:00:00+00:00", "level": "error", "event": "trouble", "what": "нет связи"},
    ]  # fmt: skip


def test_a_log_that_has_grown_is_turned_over_and_old_ones_go(tmp_path: Path) -> None:
    log = GameLog(tmp_path, most_bytes=300)
    for number in range(40):
        log.write("read", number=number)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [LOG_FILE, *(f"{LOG_FILE}.{number}" for number in range(1, 6))]
    assert all(file.stat().st_size <= 300 for file in files)
    kept = [line["number"] for file in reversed(files[1:]) for line in lines(file)] + [
        line["number"] for line in lines(files[0])
    ]
    assert kept == list(range(40 - len(kept), 40))


def test_where_it_cannot_be_written_nothing_stops(tmp_path: Path) -> None:
    GameLog(tmp_path / "nowhere").write("read")


def test_a_defect_is_kept_with_its_place(tmp_path: Path) -> None:
    log = GameLog(tmp_path)
    try:
        raise ValueError("так не бывает")
    except ValueError as defect:
        log.write_defect(defect)
    [line] = lines(log.file)
    assert line["what"] == "ValueError: так не бывает"
    assert "test_log_files.py" in str(line["where"])


def test_threads_speak_their_own_languages() -> None:
    use_language("ru")
    heard: dict[str, str] = {}

    def speak(wanted: str) -> None:
        heard[f"{wanted} at first"] = language()
        with speaking(wanted):
            heard[wanted] = _("Stopped.")

    for wanted in ("en", "ru"):
        thread = threading.Thread(target=speak, args=(wanted,))
        thread.start()
        thread.join()
    assert heard == {"en at first": "ru", "en": "Stopped.", "ru at first": "ru", "ru": "Остановлено."}
    assert language() == "ru"
