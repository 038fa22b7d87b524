"""A command that changes a hand-edited file changes what it came for and nothing else."""

import os
import stat
from pathlib import Path

import pytest
import tomlkit

from tally.errors import GameFault
from tally.folder.toml_editing import edit_toml

WRITTEN = """# мой файл
[game]
title   =   "Игра"   # так и оставить

[[players]]
name = "Вася"  # первый
# запас
[[players]]
role = "doctor"
name = 'Петя'
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_only_what_was_changed_changes(tmp_path: Path, line_end: str, mark: bytes) -> None:
    file = tmp_path / "players.toml"
    file.write_bytes(mark + WRITTEN.replace("\n", line_end).encode())
    with edit_toml(file) as document:
        document["players"][1]["aliases"] = ["Петруха"]
    expected = WRITTEN + 'aliases = ["Петруха"]\n'
    assert file.read_bytes() == mark + expected.replace("\n", line_end).encode()


def test_a_file_that_is_not_changed_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    before = file.stat()
    with edit_toml(file):
        pass
    assert file.stat().st_ino == before.st_ino
    assert file.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps permissions elsewhere")
def test_a_secret_file_stays_secret(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    file.chmod(0o600)
    with edit_toml(file) as document:
        document.add("format", tomlkit.item(1))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["players.toml"]


def test_a_change_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(WRITTEN, encoding="utf-8")

    def fail_halfway() -> None:
        with edit_toml(file) as document:
            document.clear()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_halfway()
    assert file.read_text(encoding="utf-8") == WRITTEN


def test_a_file_that_is_wrong_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text("title = ", encoding="utf-8")
    with pytest.raises(GameFault, match=r"game\.toml:1:"), edit_toml(file):
        pass
