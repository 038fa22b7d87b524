"""`tally roster`: what the town may know of who plays, and what only the host sees."""

import json
from pathlib import Path

import pytest

from tests.tally.evening import make_game, run

CAST = ["Сальвия doctor", "РэдДи rank1", "Кролек rank2", "Вася citizen", "Петя citizen", "Жанна citizen", "Ля citizen"]
AFTER_NIGHT_1 = "2024-01-11T00:30:00+03:00"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return make_game(tmp_path, "classic", CAST)


def test_the_public_list_has_no_roles(game: Path) -> None:
    done = run(game, "roster")
    assert done.out.splitlines()[0] == "1. Сальвия"
    assert not any(word in done.out for word in ("доктор", "мафия", "ранг", "мирный"))
    for row in json.loads(run(game, "roster", "--json").out):
        assert "role" not in row


def test_the_hosts_list_begins_with_its_mark_and_has_roles(game: Path) -> None:
    lines = run(game, "roster", "--host").out.splitlines()
    assert lines[:2] == ["ТОЛЬКО ДЛЯ ВЕДУЩЕГО", "1. Сальвия: доктор"]


def test_a_death_of_the_night_is_the_hosts_secret_until_it_is_announced(game: Path) -> None:
    assert run(game, "night", "1", "РэдДи", "убить Ля", "--at", "22:14").status == 0
    now = run(game, "roster", "--json", now=AFTER_NIGHT_1)
    assert all(row["alive"] for row in json.loads(now.out))


def test_a_game_without_players_has_no_list(tmp_path: Path) -> None:
    setup = ["--ruleset", "classic", "--thread", "https://forum.example/viewtopic.php?t=12"]
    assert run(tmp_path, "init", "game", *setup).status == 0
    assert run(tmp_path / "game", "roster").status == 2
