"""`tally check`: every fault of a folder at once."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tally.cli.setup.check import command
from tally.errors import GameFault
from tally.folder.init import NewGame, make_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    players = ({"name": "Вася", "role": "doctor"}, {"name": "Петя"})
    make_game(tmp_path, NewGame("classic", "https://forum.example/viewtopic.php?t=12", "Игра", players=players))
    return tmp_path


def check(folder: Path) -> Result:
    return CliRunner().invoke(command, ["--game", str(folder)])


def replace(path: Path, right: str, wrong: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")


def test_a_game_in_order_is_summed_up_in_a_line(folder: Path) -> None:
    done = check(folder)
    assert done.exit_code == 0
    assert done.stdout.count("\n") == 1
    for word in ("Игра", "classic", "2 игрока", "1 тема"):
        assert word in done.stdout
    assert "doctor" not in done.stdout


def test_every_fault_is_told_at_once(folder: Path) -> None:
    replace(folder / "game.toml", "timezone", "timezne")
    replace(folder / "game.toml", "interval = 2", "interval = 'two'")
    replace(folder / "players.toml", "Петя", "вася")
    done = check(folder)
    assert isinstance(done.exception, GameFault)
    assert done.exception.exit_status == 2
    told = [*done.stderr.splitlines(), str(done.exception)]
    assert len(told) == 3
    assert "game.timezne" in told[0]
    assert "forum.interval" in told[1]
    assert "players.toml" in told[2]


def test_roles_and_options_are_held_against_the_ruleset(folder: Path) -> None:
    replace(folder / "players.toml", '"doctor"', '"docter"')
    told = str(check(folder).exception)
    assert "players[1].role" in told
    assert "«doctor»" in told
    replace(folder / "game.toml", '# tie = "none"', 'tie = "nobody"\nty = 1')
    done = check(folder)
    assert "game.options.tie" in done.stderr + str(done.exception)
    assert "game.options.ty" in done.stderr + str(done.exception)


@pytest.mark.parametrize(
    ("wrong", "key"), [('rol = "doctor"', "rol"), ('alias = ["Васёк"]', "alias"), ('style = "white"', "style")]
)
def test_a_key_of_a_player_that_the_ruleset_does_not_have_is_a_fault(folder: Path, wrong: str, key: str) -> None:
    replace(folder / "players.toml", 'role = "doctor"', wrong)
    told = str(check(folder).exception)
    assert "players.toml:" in told
    assert f"players[1].{key}" in told


def test_a_host_who_plays_is_a_fault(folder: Path) -> None:
    replace(folder / "game.toml", "hosts = []", 'hosts = ["ВАСЯ"]')
    told = str(check(folder).exception)
    assert "game.hosts[1]" in told
    assert "Вася" in told


@pytest.mark.parametrize("wrong", ['dialect = "colors"', 'accept = ["nearly"]'])
def test_a_way_of_reading_that_there_is_not_is_a_fault(folder: Path, wrong: str) -> None:
    replace(folder / "game.toml", "[names]", f"[names]\n{wrong}")
    told = str(check(folder).exception)
    assert f"names.{wrong.split()[0]}" in told
    assert told.count("game.toml") == 1


def test_a_dialect_of_the_hosts_own_lies_in_the_game_folder(folder: Path) -> None:
    (folder / "mine.toml").write_text('extends = "colours"\n', encoding="utf-8")
    replace(folder / "game.toml", "[names]", '[names]\ndialect = "mine.toml"')
    assert check(folder).exit_code == 0


def test_that_day_1_has_no_date_yet_is_said_and_no_fault(folder: Path) -> None:
    done = check(folder)
    assert done.exit_code == 0
    assert "first_day" in done.stderr


def test_an_empty_roster_is_a_fault(folder: Path) -> None:
    text = (folder / "players.toml").read_text(encoding="utf-8")
    head, rest = text.split("\n[[players]]", 1)
    (folder / "players.toml").write_text(head + "\n[secret]" + rest.split("[secret]")[1], encoding="utf-8")
    assert "[[players]]" in str(check(folder).exception)


def test_a_game_without_a_thread_is_told_where_it_belongs(folder: Path) -> None:
    replace(folder / "game.toml", '{ url = "https://forum.example/viewtopic.php?t=12" },', "")
    told = str(check(folder).exception)
    assert "forum.threads" in told
    assert "game.toml:" in told


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps permissions elsewhere")
@pytest.mark.parametrize("name", ["players.toml", "tally.db"])
def test_secrets_that_others_can_read_are_a_fault(folder: Path, name: str) -> None:
    (folder / name).chmod(0o644)
    assert f"chmod 600 {name}" in str(check(folder).exception)


@pytest.mark.parametrize("name", ["players.toml", "tally.db"])
def test_a_missing_file_is_a_fault(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert name in str(check(folder).exception)


def test_a_broken_database_is_a_fault(folder: Path) -> None:
    (folder / "tally.db").write_bytes(b"this is no database at all" * 100)
    told = str(check(folder).exception)
    assert "tally.db" in told
    assert "\n" not in told
