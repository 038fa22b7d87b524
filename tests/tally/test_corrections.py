"""What was announced and would be another now stays, and the game goes on from it until the host decides."""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.record import Phase, Unclear
from tally.play.corrections import entries_as_data, fold_announced_entries
from tally.records.record_files import read_record_file
from tally.store import Fact, FactKind, Store
from tests.tally.closing_game import copy_game, make_closing_game
from tests.tally.small_game import SmallGame

RECORDS = Path(__file__).resolve().parents[2] / "fixtures" / "records"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> SmallGame:
    """Day 1 executed Петя, night 1 killed Ля, day 2 executed Тимон; then a vote of day 1 turns out to be none."""
    game = make_closing_game(tmp_path_factory.mktemp("played") / "one")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    for phase in ("day1", "night1", "day2"):
        game.must("announce", phase)
    return game


@pytest.fixture
def game(played: SmallGame, tmp_path: Path) -> SmallGame:
    return copy_game(played, tmp_path / "one")


def misread(game: SmallGame) -> None:
    """Without the doctor's defence Вася is executed on day 1, not Петя."""
    game.must("rule", "4", "--ignore", "--why", "не голос")


def fixed(game: SmallGame, phase: str = "day1") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(game.run("resolve", phase, "--fix", "--json").out)["phases"]
    return found


def changes(game: SmallGame, phase: str = "day1") -> dict[str, dict[str, tuple[Any, Any]]]:
    return {
        each["phase"]: {change["key"]: (change["announced"], change["now"]) for change in each["changes"]}
        for each in fixed(game, phase)
    }


def log(game: SmallGame) -> list[tuple[FactKind, str | None]]:
    with Store(game.game / "tally.db") as store:
        return [(fact.kind, fact.phase) for fact in store.facts(FactKind.ANNOUNCEMENT, FactKind.RULING)]


def test_the_status_tells_the_host_alone_that_another_result_was_announced(game: SmallGame) -> None:
    def differing(*options: str) -> list[str | None]:
        waiting = json.loads(game.run("status", "--json", *options).out)["waits"]
        return [each["phase"] for each in waiting if each["kind"] == "differs"]

    assert differing("--host") == []
    misread(game)
    assert differing("--host") == ["day1"]
    assert differing() == []
    game.must("resolve", "day1", "--fix", "--stands", "--why", "так объявлено")
    assert differing("--host") == []


def test_nothing_to_correct_is_said(game: SmallGame) -> None:
    done = game.run("resolve", "day1", "--fix")
    assert (done.status, done.out.splitlines()[0]) == (0, "ТОЛЬКО ДЛЯ ВЕДУЩЕГО")
    assert "ничего не вышло бы иначе" in done.out
    assert game.run("resolve", "day1", "--stands").status == 2
    assert game.run("resolve", "day1", "--replay").status == 2
    assert game.run("resolve", "night2", "--fix").status == 2
    assert game.run("resolve", "day1", "--stands", "--replay").status == 2


def test_what_would_differ_is_shown_for_all_announced_phases(game: SmallGame) -> None:
    misread(game)
    done = game.run("resolve", "day1", "--fix")
    assert done.status == 1
    assert "tally resolve day1 --fix --replay" in done.out
    assert "tally resolve day1 --fix --stands" in done.out
    found = changes(game)
    assert found["day1"]["executed"] == (["Петя"], ["Вася"])
    assert set(found["night1"]) == {"alive"}
    # on day 2 Петя votes and Вася does not; Тимон is voted out all the same
    assert "executed" not in found["day2"]


def test_until_the_host_decides_the_game_goes_on_from_what_was_announced(game: SmallGame) -> None:
    misread(game)
    refused = game.run("night", "2", "Петя", "убить Жанну", "--dry-run", "--json")
    assert json.loads(refused.out)["reason"] == "dead"
    refusals = {(each["by"], each["reason"]) for each in game.report("--host", day="day2")["rejected"]}
    assert ("Петя", "dead") in refusals
    assert ("Вася", "dead") not in refusals
    assert json.loads(game.must("resolve", "day2", "--json"))["executed"] == ["Тимон"]


def test_the_announced_result_stands_by_the_hosts_word(game: SmallGame) -> None:
    before = game.must("announce", "day1")
    misread(game)
    assert "остаётся в силе" in game.must("resolve", "day1", "--fix", "--stands", "--why", "поздно менять")
    assert log(game)[-1] == (FactKind.RULING, "day1")
    told = game.must("resolve", "day1")
    assert "по вашему решению" in told
    assert "поздно менять" in told
    assert "Казнь: Петя" in told
    assert "would differ" not in game.must("report", "day1", "--host")
    assert game.must("announce", "day1") == before
    assert game.report()["executed"] == ["Петя"]
    assert game.must("announce", "day2")


def test_another_discovery_after_that_is_asked_about_again(game: SmallGame) -> None:
    misread(game)
    game.must("resolve", "day1", "--stands")
    for vote in ("1", "2", "3"):
        game.must("rule", vote, "--ignore", "--why", "не голос")
    # now Петя would be executed again, as was announced
    assert fixed(game)[0]["changes"] == []
    game.must("rule", "5", "--ignore", "--why", "не голос")
    assert changes(game)["day1"]["executed"] == (["Петя"], None) or changes(game)["day1"]["executed"] == (["Петя"], [])


def test_a_replay_announces_anew_what_differs(game: SmallGame) -> None:
    misread(game)
    facts = len(log(game))
    told = game.must("resolve", "day1", "--fix", "--replay", "--why", "голос прочитан неверно")
    assert "tally announce day1" in told
    assert [phase for kind, phase in log(game)[facts:] if kind is FactKind.ANNOUNCEMENT] == ["day1", "night1", "day2"]
    assert game.report()["executed"] == ["Вася"]
    assert "Казнь: Вася" in game.must("announce", "day1")
    rows = {row["player"]: row["alive"] for row in json.loads(game.must("roster", "--json"))}
    assert (rows["Петя"], rows["Вася"]) == (True, False)
    assert all(not each["differs"] for each in fixed(game))
    allowed = game.run("night", "2", "Петя", "убить Жанну", "--dry-run", "--json")
    assert json.loads(allowed.out).get("reason") != "dead"


def test_a_replay_waits_for_decisions_that_it_brings_up(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path / "one")
    game.must("announce", "day1")
    # without one vote and the defence Вася and Петя would be level with one more against Петя
    game.must("vote", "Тимон", "red", "Петя", "--at", "2024-01-10T12:30:00+03:00", "--why", "письмом")
    for vote in ("3", "4"):
        game.must("rule", vote, "--ignore", "--why", "не голос")
    done = game.run("resolve", "day1", "--fix", "--replay")
    assert (done.status, done.out) == (2, "")
    assert "day1" in done.err


def test_a_phase_that_would_not_have_been_is_withdrawn(tmp_path: Path) -> None:
    """If day 1 had executed the last of the mafia, the game would have ended with it."""
    cast = {
        "Сальвия": "doctor", "РэдДи": "citizen", "Кролек": "girl", "Петя": "citizen", "Вася": "rank1",
        "Жанна": "commissioner", "Ля": "citizen", "Тимон": "prosecutor",
    }  # fmt: skip
    game = make_closing_game(tmp_path / "one", cast)
    for phase in ("day1", "night1", "day2"):
        game.must("announce", phase)
    misread(game)
    assert [each["withdrawn"] for each in fixed(game)] == [False, True, True]
    game.must("resolve", "day1", "--replay")
    assert "Победа" in game.must("announce", "day1")
    assert game.run("announce", "night1").status == 2
    assert game.report()["executed"] == ["Вася"]


def test_an_entry_that_changes_nothing_that_was_announced_holds_at_once(game: SmallGame) -> None:
    """A check entered too late by the host concerns one player alone: no decision is needed."""
    game.must("night", "1", "Жанна", "проверить Тимона", "--at", "22:20")
    done = json.loads(game.must("resolve", "night1", "--json"))
    assert [each["to"] for each in done["told"]] == ["Жанна"]
    assert "differs" not in done


def test_a_replacement_after_an_announcement_is_no_other_result(game: SmallGame) -> None:
    game.must("replace", "Жанна", "Новенькая", "--from", "day2")
    assert not fixed(game, "night1")[0]["differs"]
    assert "would differ" not in game.must("resolve", "night1")
    misread(game)
    assert changes(game)["day1"]["executed"] == (["Петя"], ["Вася"])
    rows = {row["player"]: row["alive"] for row in json.loads(game.must("roster", "--json"))}
    assert rows["Новенькая"]


@pytest.mark.parametrize("record", sorted(RECORDS.rglob("*.toml"))[::6], ids=lambda path: path.stem)
def test_what_was_entered_comes_back_from_an_announcement_as_it_was(record: Path) -> None:
    zone = ZoneInfo("Europe/Moscow")
    for phase in read_record_file(record).record.phases:
        entered = replace(
            phase,
            votes=tuple(replace(vote, unclear=Unclear("Ля", "context", ("Ля", "Вася"))) for vote in phase.votes[:1])
            + phase.votes[1:],
            expect=None,
            expect_not=None,
        )
        data = json.loads(json.dumps({"outcome": {}, "entries": entries_as_data(entered)}))
        fact = Fact(1, datetime(2024, 1, 10, tzinfo=zone), FactKind.ANNOUNCEMENT, str(phase.id), data)
        found = fold_announced_entries([fact], zone)[phase.id]
        assert found == _without_places(entered, found)


def _without_places(phase: Phase, like: Phase) -> Phase:
    """The places of entries are those of the file; in the log they are those of the announcement."""
    return replace(
        phase,
        votes=tuple(
            replace(each, source=replace(each.source, place=other.source.place))
            for each, other in zip(phase.votes, like.votes, strict=True)
        ),
        actions=tuple(
            replace(each, source=replace(each.source, place=other.source.place))
            for each, other in zip(phase.actions, like.actions, strict=True)
        ),
        choices=tuple(
            replace(each, source=replace(each.source, place=other.source.place))
            for each, other in zip(phase.choices, like.choices, strict=True)
        ),
    )
