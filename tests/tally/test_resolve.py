"""`tally resolve`: the proposal of a phase for the host, what it waits for, and that chance is asked once."""

import json
from pathlib import Path

import pytest

from tally.store import FactKind, Store
from tests.tally.closing_game import make_closing_game, red
from tests.tally.small_game import SmallGame, post


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return make_closing_game(tmp_path / "one")


def facts(game: SmallGame, kind: FactKind) -> list[object]:
    with Store(game.game / "tally.db") as store:
        return [fact.data for fact in store.facts(kind)]


def test_a_proposal_is_for_the_host_and_gives_its_reasons(game: SmallGame) -> None:
    lines = game.must("resolve", "day1").splitlines()
    assert lines[0] == "ТОЛЬКО ДЛЯ ВЕДУЩЕГО"
    assert any("Казнь: Петя" in line and "[CLA-" in line for line in lines)
    assert any("Сальвия" in line and "×3" in line for line in lines)
    assert facts(game, FactKind.ANNOUNCEMENT) == []
    assert json.loads(game.must("resolve", "day1", "--json"))["executed"] == ["Петя"]


def test_a_phase_waits_for_those_before_it(game: SmallGame) -> None:
    game.now = "2024-01-11T22:31:00+03:00"
    done = game.run("resolve", "day3")
    assert (done.status, done.out) == (2, "")
    assert "night2" in done.err


def test_what_chance_decided_once_is_never_drawn_again(game: SmallGame) -> None:
    game.must("night", "1", "Кролек", "к Тимону", "--at", "22:10")
    game.must("resolve", "night1")
    first = facts(game, FactKind.CHANCE)
    assert first, "the night has a chance"
    for seed in range(20):
        give_seed(game, seed)
        game.must("resolve", "night1")
    assert facts(game, FactKind.CHANCE) == first


def give_seed(game: SmallGame, seed: int) -> None:
    players, settings = game.game / "players.toml", game.game / "game.toml"
    rest = [line for line in players.read_text(encoding="utf-8").splitlines() if not line.startswith("seed")]
    players.write_text("\n".join([f"seed = {seed}", *rest]), encoding="utf-8")
    rest = [line for line in settings.read_text(encoding="utf-8").splitlines() if not line.startswith("seed_hash")]
    settings.write_text("\n".join(rest), encoding="utf-8")


def test_a_proposal_of_a_phase_that_goes_on_says_so(game: SmallGame) -> None:
    game.now = "2024-01-11T22:31:00+03:00"
    assert "ещё не кончилась" in game.must("resolve", "night2")


@pytest.mark.parametrize(("names", "executed"), [(("Вася",), ["Вася"]), ((), [])])
def test_a_tie_waits_for_the_hosts_word(tmp_path: Path, names: tuple[str, ...], executed: list[str]) -> None:
    game = tied_game(tmp_path)
    waiting = game.run("resolve", "day1")
    assert waiting.status == 1
    assert "кого казнить при равенстве" in waiting.out
    assert "tally host execute ИМЯ --phase day1" in waiting.out
    refused = game.run("announce", "day1")
    assert (refused.status, refused.out) == (2, "")
    assert "Вася" not in refused.err

    game.must("host", "execute", *names, "--phase", "day1")
    game.must("resolve", "day1")
    game.must("announce", "day1")
    assert game.report()["executed"] == executed


def test_a_vote_that_may_change_the_result_is_waited_for(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Александр", "Александра", "Вася", "Петя")
    game.read(post(1, "Петя", "12:00:00", red("Александр")), post(2, "Вася", "12:01:00", red("Александру")))
    waiting = game.run("resolve", "day1")
    assert (waiting.status, "tally rule" in waiting.out) == (1, True)
    assert game.run("announce", "day1").status == 2
    game.must("rule", "2", "--ignore", "--why", "не ответил")
    game.must("announce", "day1")
    assert game.report()["executed"] == ["Александр"]


def test_a_tie_settled_by_lot_is_drawn_once(tmp_path: Path) -> None:
    game = tied_game(tmp_path, "random")
    drawn = json.loads(game.must("resolve", "day1", "--json"))["executed"]
    for seed in range(10):
        give_seed(game, seed)
        assert json.loads(game.must("resolve", "day1", "--json"))["executed"] == drawn
    assert facts(game, FactKind.CHANCE) == [{"draws": {f"tie:{drawn[0]}": True}}]


def tied_game(folder: Path, tie: str = "host") -> SmallGame:
    game = SmallGame(folder).set_up("Вася", "Петя", "Жанна", "Ля", options=(f"tie={tie}",))
    return game.read(post(1, "Петя", "12:00:00", red("Вася")), post(2, "Вася", "12:01:00", red("Петя")))
