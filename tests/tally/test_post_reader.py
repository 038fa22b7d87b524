"""The reader of a game's posts: its dialect, the grades that its host accepts, what it keeps in the game folder."""

import os
import stat
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from parsers.page import Colour, Form, Mark, Post, Run
from tally.count.post_reader import open_reader
from tally.errors import GameFault
from tally.folder.game import Forum, Game, Seat, Secrets

KEPT = ".names"


def game(folder: Path, *names: str, **settings: Any) -> Game:
    return Game(
        folder=folder,
        ruleset="classic",
        title="Игра",
        timezone=ZoneInfo("Europe/Moscow"),
        first_day=date(2024, 1, 10),
        hosts=("Ведущий",),
        options={},
        seats=tuple(Seat(name) for name in names or ("Вася", "Эмилия")),
        forum=Forum(()),
        calendar=(),
        names=settings,
        schedule={},
        publish={},
        secrets=Secrets(),
    )


def red(text: str) -> Post:
    mark = Mark(Colour.RED, text, Form.COLOUR, 0, len(text))
    return Post("1", None, "Петя", None, None, None, None, None, None, text, (mark,), (Run(text, "red"),))


def meant(playing: Game, text: str) -> list[tuple[str | None, str | None]]:
    """Whom the coloured text means, and why that is not certain."""
    with open_reader(playing) as read:
        return [(vote.on, vote.why) for vote in read(red(text), False)]


def test_a_name_in_another_case_is_read(tmp_path: Path) -> None:
    assert meant(game(tmp_path), "Эмилию") == [("Эмилия", None)]


def test_what_was_learnt_is_kept_for_the_host_alone_and_used_again(tmp_path: Path) -> None:
    first = meant(game(tmp_path), "Эмилию")
    kept = tmp_path / KEPT
    if os.name != "nt":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    before = kept.read_bytes()
    assert meant(game(tmp_path), "Эмилию") == first
    assert kept.read_bytes() == before


def test_another_roster_is_learnt_anew(tmp_path: Path) -> None:
    meant(game(tmp_path), "Эмилию")
    assert meant(game(tmp_path, "Вася", "Эмиль"), "Эмиля") == [("Эмиль", None)]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}'])
def test_a_spoilt_file_of_names_is_made_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / KEPT).write_text(text, encoding="utf-8")
    assert meant(game(tmp_path), "Васю") == [("Вася", None)]


def test_damaged_names_are_learnt_anew(tmp_path: Path) -> None:
    meant(game(tmp_path), "Васю")
    kept = tmp_path / KEPT
    kept.write_bytes(kept.read_bytes().replace("Васю".encode(), "Ваню".encode()))
    assert meant(game(tmp_path), "Ваню") == meant(game(tmp_path / "new"), "Ваню")


def test_a_folder_that_cannot_be_written_to_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_where: object, **_how: object) -> tuple[int, str]:
        raise PermissionError

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert meant(game(tmp_path), "Васю") == [("Вася", None)]
    assert not (tmp_path / KEPT).exists()


def test_the_host_may_accept_a_lower_grade(tmp_path: Path) -> None:
    playing = game(tmp_path, "Сальвия", "Вася")
    [(_who, why)] = meant(playing, "Сальв")
    assert why is not None
    assert meant(replace(playing, names={"accept": ["prefix"]}), "Сальв") == [("Сальвия", None)]


@pytest.mark.parametrize(
    ("settings", "named"),
    [({"accept": ["sure"]}, "sure"), ({"dialect": "klingon"}, "klingon"), ({"dialect": {"nonsense": 1}}, "nonsense")],
)
def test_a_dialect_or_grade_that_does_not_exist_is_named(
    tmp_path: Path, settings: Mapping[str, Any], named: str
) -> None:
    with pytest.raises(GameFault, match=named):
        meant(game(tmp_path, **settings), "Васю")


def test_a_game_may_have_a_dialect_of_its_own(tmp_path: Path) -> None:
    voting = game(tmp_path, dialect={"extends": "golos"})
    plain = replace(red("Голос: Вася"), marks=(), runs=(Run("Голос: Вася"),))
    with open_reader(voting) as read:
        assert [vote.on for vote in read(plain, False)] == ["Вася"]


@pytest.mark.parametrize(
    ("ruleset", "dialect"),
    [
        ("classic", "game"),
        ("newyear", "game"),
        ("casino", "votethread"),
        ("styles", "styles"),
        ("mordheim", "mordheim"),
    ],
)
def test_a_ruleset_says_how_its_players_write(tmp_path: Path, ruleset: str, dialect: str) -> None:
    with open_reader(replace(game(tmp_path), ruleset=ruleset)) as read:
        assert read.dialect.name == dialect
