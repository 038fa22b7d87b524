"""`tally export` and `tally import-record`: a game becomes a record and a record a game, and both come out the same."""

import json
import stat
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine import host_view, outcome_as_json, view_as_json
from tally.exchange.export import export_game, record_text
from tally.exchange.import_record import import_record
from tally.folder.game import find_game
from tally.play.course import open_course, open_evening
from tally.records.replaying import replay_file
from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import SmallGame, post

RECORDS = Path(__file__).resolve().parents[2] / "fixtures" / "records"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
OWN = [
    "classic-whole-game.toml",
    "newyear-night-of-blocks.toml",
    "casino/game-of-eighteen.toml",
    "styles/whole-game-of-18.toml",
    "mordheim/letters-mirror-and-vegetables.toml",
    "generic/13-several-last.toml",
    "generic/40-revote.toml",
    "generic/43-replacement-at-once.toml",
]
PUBLIC = [
    "casino/30*", "casino/19*", "styles/25*", "styles/34*", "mordheim/18*", "mordheim/32*", "newyear/1*", "classic/2*",
]  # fmt: skip


def bare(value: Any) -> Any:
    """An outcome without the numbers of a game's log."""
    if isinstance(value, Mapping):
        kept = {key: bare(each) for key, each in value.items()}
        return {key: each for key, each in kept.items() if key != "post" or not str(each).startswith("entry-")}
    return [bare(each) for each in value] if isinstance(value, list) else value


def make(path: Path, folder: Path) -> Path:
    import_record(replay_file(path), folder / "made", NOW)
    return folder / "made"


def assert_round_trip(path: Path, folder: Path) -> None:
    played = replay_file(path).outcome
    made = make(path, folder)
    with open_evening(find_game(made), NOW) as (course, store):
        for each in played.phases:
            outcome, after = course.close(each.phase)
            assert bare(view_as_json(host_view(outcome))) == view_as_json(host_view(each))
            assert course.changes(outcome, after) == ()
        exported = export_game(course, store, folder)
    assert exported.running == ()
    for as_json in (False, True):
        file = folder / f"again.{'json' if as_json else 'toml'}"
        file.write_text(record_text(exported, for_host=True, as_json=as_json), encoding="utf-8")
        assert outcome_as_json(replay_file(file).outcome) == outcome_as_json(played)
    with open_course(find_game(made), NOW) as course:
        assert all(course.town_report(day).final for day in course.days_so_far())


@pytest.mark.parametrize("name", OWN)
def test_a_record_of_our_own_becomes_a_game_and_a_record_again(name: str, tmp_path: Path) -> None:
    assert_round_trip(RECORDS / name, tmp_path)


@pytest.mark.parametrize("pattern", PUBLIC)
def test_a_public_record_becomes_a_game_and_a_record_again(pattern: str, tmp_path: Path, shared: Path) -> None:
    assert_round_trip(sorted((shared / "scenarios").glob(f"{pattern}.toml"))[0], tmp_path)


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return make_closing_game(tmp_path / "one")


def phases(file: Path) -> dict[str, Any]:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {phase["phase"]: phase for phase in data["phases"]}


def test_a_running_game_becomes_a_record_that_comes_out_as_it_did(game: SmallGame) -> None:
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    game.must("announce", "day1")
    game.must("announce", "night1")
    game.must("replace", "Жанна", "Тихий Омут", "--from", "night2")
    done = game.run("export", "../game.toml")
    assert (done.status, done.err) == (0, "")
    file = game.folder / "game.toml"
    assert file.read_text(encoding="utf-8").startswith("# ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert game.run("replay", "../game.toml", "--check").status == 0
    told = phases(file)
    assert list(told) == ["day1", "night1", "day2", "night2"]
    assert told["day1"]["expect"]["executed"] == ["Петя"]
    assert told["day1"]["votes"][0]["post"].startswith("https://forum.example/")
    replayed = json.loads(game.must("replay", "../game.toml", "--json"))
    for phase in replayed["phases"]:
        resolved = json.loads(game.must("resolve", phase["phase"], "--json"))
        assert {key: bare(resolved.get(key)) for key in phase} == phase


def test_what_is_not_over_is_in_it_and_said(game: SmallGame) -> None:
    game.must("night", "2", "РэдДи", "убить Вася", "--at", "22:14")
    game.now = "2024-01-11T22:30:00+03:00"
    done = game.run("export", "../game.toml")
    assert "night2 ещё не кончилась" in done.err
    assert phases(game.folder / "game.toml")["night2"]["actions"][0]["on"] == ["Вася"]


def test_a_vote_that_waits_for_the_host_waits_in_the_record_too(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now="2024-01-11T00:30:00+03:00").set_up("РэдДи", "Александр", "Александра", "Ля")
    game.read(post(1, "Ля", "12:00:00", "[color=red]Александру[/color]"), at="2024-01-11T00:00:00+03:00")
    game.must("export", "../game.toml")
    [vote] = phases(tmp_path / "game.toml")["day1"]["votes"]
    assert vote["unclear"]["why"] == "ambiguous-name"
    [phase] = json.loads(game.must("replay", "../game.toml", "--json"))["phases"][:1]
    assert "Ля" not in phase["missing"]
    assert phase["rejected"] == [] if "rejected" in phase else True


def test_the_record_is_public_only_after_the_announced_end(game: SmallGame) -> None:
    refused = game.run("export", "../game.toml", "--public")
    assert refused.status == 2
    assert not (game.folder / "game.toml").exists()
    game.must("end", "town", "--phase", "night1")
    for phase in ("day1", "night1"):
        game.must("announce", phase)
    game.must("hide", "1", "--why", "просили")
    game.must("export", "../game.toml", "--public")
    file = game.folder / "game.toml"
    assert "ВЕДУЩЕГО" not in file.read_text(encoding="utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert list(phases(file)) == ["day1", "night1"]
    assert "text" not in phases(file)["day1"]["votes"][0]
    assert game.run("replay", "../game.toml", "--check").status == 0


def test_only_an_earlier_record_is_written_over(game: SmallGame) -> None:
    before = (game.game / "players.toml").read_bytes()
    done = game.run("export", "players.toml")
    assert done.status == 2
    assert (game.game / "players.toml").read_bytes() == before
    game.must("export", "../game.toml")
    game.must("export", "../game.toml")


def test_without_a_file_the_record_is_printed_under_the_hosts_mark(game: SmallGame) -> None:
    assert game.must("export").startswith("# ТОЛЬКО ДЛЯ ВЕДУЩЕГО\nformat = 1\n")
    assert json.loads(game.must("export", "--json"))["format"] == 1


def test_a_game_made_of_a_record_is_told_like_any_other(tmp_path: Path) -> None:
    game = SmallGame(tmp_path)
    game.must("import-record", str(RECORDS / "classic-whole-game.toml"), "game", where=tmp_path)
    assert game.run("check").status == 0
    expected = json.loads(game.must("replay", str(RECORDS / "classic-whole-game.toml"), "--json", where=tmp_path))
    for phase in expected["phases"]:
        if phase["phase"].startswith("day"):
            assert game.report(day=phase["phase"])["executed"] == phase["executed"]
    alive = [row["player"] for row in json.loads(game.must("roster", "--json")) if row["alive"]]
    assert sorted(alive) == sorted(expected["alive"])
    game.must("votes", "day1")
    assert "внесено" not in game.must("report", "day1")


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    game = SmallGame(tmp_path)
    record = str(RECORDS / "classic-whole-game.toml")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    assert game.run("import-record", record, "full", where=tmp_path).status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["full"]
    assert game.run("import-record", "absent.toml", "new", where=tmp_path).status == 2
