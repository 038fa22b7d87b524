"""Unclear votes of a day: every reading is tried through the engine, and the host is asked only where it matters."""

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.tally.closing_game import blue, red
from tests.tally.small_game import SmallGame, Written, post


def resolved(game: SmallGame) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game.run("resolve", "day1", "--json").out)
    return found


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path).set_up("Александр", "Александра", "Вася", "Петя", "Жанна", "Ля")


def ambiguous(id_: int, by: str = "Вася") -> Written:
    """A vote that may mean two players: the case form of both."""
    return post(id_, by, f"12:{id_:02}:00", red("Александру"))


def test_a_vote_that_decides_nothing_is_not_asked_about(game: SmallGame) -> None:
    game.read(
        *(post(n, by, "12:00:00", red("Ля")) for n, by in enumerate(("Петя", "Жанна", "Александр"), 1)), ambiguous(9)
    )
    done = game.run("resolve", "day1")
    assert done.status == 0, done.out
    assert "1 неясный голос не меняет итога" in done.out
    found = resolved(game)
    assert found["executed"] == ["Ля"]
    assert "awaits" not in found
    assert [each["id"] for each in found["unclear"]["harmless"]] == ["9"]
    assert "Казнь: Ля" in game.must("announce", "day1")


def test_a_vote_that_decides_is_asked_about_with_what_each_reading_comes_to(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Александр")), post(2, "Жанна", "12:01:00", red("Александра")), ambiguous(3)
    )
    done = game.run("resolve", "day1")
    assert done.status == 1
    assert "От этих голосов зависит итог" in done.out
    assert 'tally rule 3 --on Александр --why "…"' in done.out
    assert 'tally rule 3 --ignore --why "…"' in done.out
    [asked] = resolved(game)["unclear"]["asked"]
    comes = {each["said"]: each["comes"] for each in asked["readings"]}
    assert comes["против: Александр"] == [{"executed": ["Александр"], "dead": [], "tie": []}]
    assert comes["против: Александра"] == [{"executed": ["Александра"], "dead": [], "tie": []}]
    assert comes["не голос"] == [{"executed": [], "dead": [], "tie": ["Александр", "Александра"]}]


def test_a_day_is_not_announced_while_a_vote_that_decides_is_open(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Александр")), post(2, "Жанна", "12:01:00", red("Александра")), ambiguous(3)
    )
    refused = game.run("announce", "day1")
    assert (refused.status, refused.out) == (2, "")
    game.must("rule", "3", "--on", "Александра", "--why", "сказала сама")
    assert "Казнь: Александра" in game.must("announce", "day1")


def test_the_commands_that_are_shown_can_be_typed(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Александр")), post(2, "Жанна", "12:01:00", red("Александра")), ambiguous(3)
    )
    [asked] = resolved(game)["unclear"]["asked"]
    for reading in asked["readings"]:
        _tally, *words = reading["command"].replace('"…"', "проверено").split()
        game.must(*words)
        found = resolved(game)
        assert found["executed"] == reading["comes"][0]["executed"]
        game.must("rule", "3", "--undo", "--why", "ещё раз")


def test_only_the_votes_that_decide_are_asked_about(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Александр", "Александра", "Вася", "Петя", "Жанна", "Ля", "Тимон")
    game.read(
        post(1, "Петя", "12:00:00", red("Александр")),
        post(2, "Жанна", "12:01:00", red("Александра")),
        ambiguous(3),
        # late by any reading: the host need not look at it
        post(4, "Ля", "23:00:00", red("Александру")),
        at="2024-01-10T23:50:00+03:00",
    )
    assert [each["id"] for each in resolved(game)["unclear"]["asked"]] == ["3"]


def test_two_votes_that_decide_only_together_are_both_asked_about(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:01:00", red("Ля")), post(2, "Жанна", "12:02:00", red("Ля")),
        ambiguous(3, "Вася"), ambiguous(4, "Ля"), post(5, "Александр", "12:05:00", red("Александра")),
    )  # fmt: skip
    # one of the two leaves Ля ahead or level; with both Александра is
    found = resolved(game)["unclear"]
    assert [each["id"] for each in found["asked"]] == ["3", "4"]
    assert found["combinations"] == 9


def test_penalties_for_silence_are_part_of_a_reading(tmp_path: Path) -> None:
    """Whoever gives no vote has two against himself (casino): that an unclear vote is none may then be his death."""
    game = SmallGame(tmp_path, ruleset="generic").set_up(
        "Александр", "Александра", "Вася", "Петя", "Жанна", roles=False, options=("absence=2", "tie=none")
    )
    settings = game.game / "game.toml"
    end = '\n[[calendar]]\nphase = "day1"\nfrom = 2024-01-10T00:00:00+03:00\nuntil = 2024-01-10T22:00:00+03:00\n'
    settings.write_text(settings.read_text(encoding="utf-8") + end, encoding="utf-8")
    game.read(
        post(1, "Петя", "12:00:00", "[b]vote: Жанна[/b]"), post(2, "Жанна", "12:01:00", "[b]vote: Петя[/b]"),
        post(3, "Александр", "12:02:00", "[b]vote: Александра[/b]"),
        post(4, "Александра", "12:02:00", "[b]vote: Александр[/b]"),
        post(5, "Вася", "12:03:00", "[b]vote: Александру[/b]"),
    )  # fmt: skip
    [asked] = [each for each in resolved(game)["unclear"]["asked"] if each["id"] == "5"]
    comes = {each["said"]: [each["executed"] for each in each["comes"]] for each in asked["readings"]}
    assert ["Вася"] in comes["не голос"]
    assert ["Вася"] not in comes["за: Александр"]


def test_too_many_readings_are_all_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tally.play.readings.MOST", 8)
    game = SmallGame(tmp_path).set_up("Александр", "Александра", "Вася", "Петя", "Жанна", "Ля")
    game.read(ambiguous(3, "Вася"), ambiguous(4, "Ля"))
    done = game.run("resolve", "day1")
    assert done.status == 1
    assert "Прочтений слишком много" in done.out
    assert [each["id"] for each in resolved(game)["unclear"]["asked"]] == ["3", "4"]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_asked_about_changes_nothing_whatever_the_host_says(tmp_path: Path, seed: int) -> None:
    """The law: once the votes that decide are ruled on, every ruling on the others leaves the outcome as it is."""
    names = ("Александр", "Александра", "Вася", "Петя", "Жанна", "Ля")
    game = SmallGame(tmp_path).set_up(*names)
    clear = [("Петя", "Ля"), ("Жанна", "Ля"), ("Александр", "Александра"), ("Александра", "Александр")][: 1 + seed % 4]
    game.read(
        *(post(n, by, f"12:0{n}:00", red(on) if n % 3 else blue(on)) for n, (by, on) in enumerate(clear, 1)),
        ambiguous(7, "Вася"),
        ambiguous(8, "Ля"),
    )
    found = resolved(game)
    for asked in found["unclear"]["asked"]:
        game.must("rule", asked["id"], "--ignore", "--why", "решено")
    settled = resolved(game)
    harmless = settled.get("unclear", {"harmless": []})["harmless"]
    outcomes = set()
    for said in product(("Александр", "Александра", None), repeat=len(harmless)):
        for vote, on in zip(harmless, said, strict=True):
            how = ("--ignore",) if on is None else ("--on", on)
            game.must("rule", vote["id"], *how, "--why", "проверка")
        outcomes.add(tuple(resolved(game)["executed"]))
        for vote in harmless:
            game.must("rule", vote["id"], "--undo", "--why", "проверка")
    assert outcomes == {tuple(settled["executed"])}


def test_an_announced_day_is_settled_with_a_harmless_vote_left_unclear(game: SmallGame) -> None:
    game.read(
        *(post(n, by, "12:00:00", red("Ля")) for n, by in enumerate(("Петя", "Жанна", "Александр"), 1)), ambiguous(9)
    )
    game.must("announce", "day1")
    for view in ((), ("--host",)):
        assert game.report(*view)["executed"] == ["Ля"]
        assert [each["by"] for each in game.report(*view)["unclear"]] == ["Вася"]
    assert game.run("resolve", "day1").status == 0


def test_whoever_may_have_written_a_vote_is_a_reading(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя", "Жанна", "Ля", "Тимон")
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    for name in ("Вася", "Петя"):
        text = text.replace(f'\nname = "{name}"', f'\nname = "{name}"\naccount_ids = ["70"]')
    players.write_text(text, encoding="utf-8")
    game.read(post(1, "Общий", "12:00:00", red("Жанна"), account=70), post(2, "Ля", "12:01:00", red("Тимон")))
    [asked] = resolved(game)["unclear"]["asked"]
    assert [each["said"] for each in asked["readings"]] == ["писал игрок Вася", "писал игрок Петя", "не голос"]
    assert asked["readings"][1]["command"] == 'tally rule 1 --by Петя --why "…"'


def test_whom_a_vote_means_and_whether_it_was_in_time_are_read_together(tmp_path: Path) -> None:
    """The page shows minutes, and the day ends in the middle of one."""
    game = SmallGame(tmp_path).set_up("Александр", "Александра", "Вася", "Петя", "Жанна")
    settings = game.game / "game.toml"
    end = '\n[[calendar]]\nphase = "day1"\nuntil = 2024-01-10T21:59:30+03:00\n'
    settings.write_text(settings.read_text(encoding="utf-8") + end, encoding="utf-8")
    game.read(post(1, "Петя", "12:00:00", red("Александр")), post(2, "Вася", "21:59:40", red("Александру")))
    page = (tmp_path / "page0.html").read_text(encoding="utf-8")
    other = SmallGame(tmp_path / "minutes")
    other.folder.mkdir()
    other.set_up("Александр", "Александра", "Вася", "Петя", "Жанна")
    (other.game / "game.toml").write_text(settings.read_text(encoding="utf-8"), encoding="utf-8")
    players = (game.game / "players.toml").read_text(encoding="utf-8")
    (other.game / "players.toml").write_text(players, encoding="utf-8")
    shown = other.folder / "page.html"
    shown.write_text(re.sub(r"<time[^>]*>([^<]*)</time>", r"\1", page), encoding="utf-8")
    other.must("import", str(shown), "--fetched-at", "2024-01-10T23:30:00+03:00")
    [asked] = resolved(other)["unclear"]["asked"]
    comes = {each["said"]: each["comes"][0]["tie"] for each in asked["readings"]}
    assert comes["против: Александра, вовремя"] == ["Александр", "Александра"]
    assert comes["против: Александра, опоздал"] == []
    assert 'tally rule 2 --on Александра --in-time --why "…"' in {each["command"] for each in asked["readings"]}
