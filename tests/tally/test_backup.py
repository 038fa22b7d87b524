"""`tally backup` and `tally restore`: a game in one file and back, whoever writes meanwhile, whatever befell it."""

import json
import sqlite3
import stat
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tally.errors import GameFault
from tally.folder.backup import back_up, restore
from tally.folder.game import find_game
from tally.store import FactKind, Store
from tests.engine.test_own_ruleset import DUEL
from tests.tally.closing_game import make_closing_game
from tests.tally.evening import make_game, run
from tests.tally.small_game import SmallGame

NOW = datetime(2024, 1, 12, tzinfo=UTC)


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return make_closing_game(tmp_path / "one")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_restored_game_says_what_the_game_said(game: SmallGame) -> None:
    game.must("announce", "day1")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    game.must("publish")
    reports = [game.must("report", "day2", "--host"), game.must("roster", "--host"), game.must("night", "1", "--list")]
    assert "игра в нём" in game.must("backup", "../kept.tally")
    assert mode(game.folder / "kept.tally") == 0o600
    game.must("restore", "kept.tally", "again", where=game.folder)
    again = game.folder / "again"
    assert [game.must(*words, where=again) for words in
            (("report", "day2", "--host"), ("roster", "--host"), ("night", "1", "--list"))] == reports  # fmt: skip
    assert {name: mode(again / name) for name in ("game.toml", "players.toml", "tally.db", "site/index.html")} == {
        "game.toml": 0o644, "players.toml": 0o600, "tally.db": 0o600, "site/index.html": 0o644,
    }  # fmt: skip
    assert game.run("check", where=again).status == 0


def test_nothing_is_overwritten(game: SmallGame) -> None:
    game.must("backup", "../kept.tally")
    before = (game.folder / "kept.tally").read_bytes()
    assert game.run("backup", "../kept.tally").status == 2
    assert (game.folder / "kept.tally").read_bytes() == before
    done = game.run("restore", "kept.tally", "game", where=game.folder)
    assert done.status == 2
    assert "ничего не изменено" in done.err
    (game.folder / "empty").mkdir()
    game.must("restore", "kept.tally", "empty", where=game.folder)


def test_the_database_is_of_one_moment_while_another_process_writes(game: SmallGame) -> None:
    found = find_game(game.game)
    other = sqlite3.connect(found.database, isolation_level=None)
    other.execute("begin immediate")
    other.execute("insert into facts (at, kind, data) values ('2024-01-12T00:00:00+00:00', 'entry', '{}')")
    back_up(found, game.folder / "kept.tally", NOW)
    other.execute("commit")
    other.close()
    restore(game.folder / "kept.tally", game.folder / "again")
    with Store(game.folder / "again" / "tally.db") as copy, Store(found.database) as store:
        assert len(copy.facts()) == len(store.facts()) - 1
        copy.append(FactKind.ENTRY, {"what": "undo", "entry": 0}, at=NOW)


@pytest.mark.parametrize("place", [0.1, 0.4, 0.6, 0.9])
def test_a_damaged_backup_is_refused_whole(game: SmallGame, place: float) -> None:
    game.must("backup", "../kept.tally")
    kept = game.folder / "kept.tally"
    data = bytearray(kept.read_bytes())
    at = int(len(data) * place)
    data[at : at + 20] = bytes(20)
    kept.write_bytes(data)
    done = game.run("restore", "kept.tally", "again", where=game.folder)
    assert done.status == 2, done.out
    assert len(done.err.splitlines()) == 1
    assert not (game.folder / "again").exists()
    assert not list(game.folder.glob(".again*"))


def test_a_part_that_is_not_what_its_checksum_says_is_named(game: SmallGame) -> None:
    game.must("backup", "../kept.tally")
    with zipfile.ZipFile(game.folder / "kept.tally") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts["players.toml"] += b"# ...\n"
    with zipfile.ZipFile(game.folder / "other.tally", "w") as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    done = game.run("restore", "other.tally", "again", where=game.folder)
    assert done.status == 2
    assert "players.toml" in done.err


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/evil", "C:\\evil", "a/../../evil"])
def test_no_part_leaves_the_folder(game: SmallGame, name: str) -> None:
    game.must("backup", "../kept.tally")
    with zipfile.ZipFile(game.folder / "kept.tally") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    told = json.loads(parts["tally-backup.json"])
    told["files"][name] = told["files"]["game.toml"]
    with zipfile.ZipFile(game.folder / "other.tally", "w") as packed:
        for each, data in (parts | {"tally-backup.json": json.dumps(told).encode(), name: parts["game.toml"]}).items():
            packed.writestr(each, data)
    with pytest.raises(GameFault):
        restore(game.folder / "other.tally", game.folder / "again")
    assert not (game.folder / "again").exists()
    assert not (game.folder / "evil.txt").exists()


def test_a_file_that_is_no_backup_is_told_in_one_line(game: SmallGame) -> None:
    (game.folder / "text.tally").write_text("привет", encoding="utf-8")
    for file in ("text.tally", "absent.tally"):
        done = game.run("restore", file, "again", where=game.folder)
        assert (done.status, len(done.err.splitlines())) == (2, 1)


def test_an_earlier_backup_in_the_folder_is_left_out(game: SmallGame) -> None:
    game.must("backup", "first.tally")
    game.must("backup", "second.tally")
    with zipfile.ZipFile(game.game / "second.tally") as packed:
        assert "first.tally" not in packed.namelist()


def test_the_hosts_own_ruleset_goes_with_the_game(tmp_path: Path) -> None:
    rules = tmp_path / "village.toml"
    rules.write_text(DUEL, encoding="utf-8")
    made = make_game(tmp_path, str(rules), ["Вася wolf", "Петя villager"])
    assert run(made, "backup", "../kept.tally").status == 0
    rules.unlink()
    assert run(tmp_path, "restore", "kept.tally", "again").status == 0
    assert run(tmp_path / "again", "check").status == 0
