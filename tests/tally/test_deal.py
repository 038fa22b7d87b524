"""`tally deal`: who gets which role, by the seed alone, for every ruleset; nothing is overwritten by accident."""

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.ruleset import Ruleset, load_ruleset
from tally.play.deal import deal_roles, drawn_options, line_up
from tests.tally.evening import make_game, run

NICKS = tuple(f"Игрок{number}" for number in range(1, 19))


def rules(name: str, options: dict[str, Any] | None = None) -> Ruleset:
    loaded = load_ruleset(name, options or {})
    assert isinstance(loaded, Ruleset)
    return loaded


def dealt(folder: Path) -> dict[str, dict[str, Any]]:
    data = tomllib.loads((folder / "players.toml").read_text(encoding="utf-8"))
    return {player["name"]: player for player in data["players"]}


def test_the_line_up_of_the_classic_document_is_dealt() -> None:
    found = Counter(line_up(rules("classic"), 13, {}))
    assert found["citizen"] == 5
    assert all(
        found[role] == 1
        for role in ("commissioner", "doctor", "girl", "rank1", "rank2", "rank3", "rank4", "prostitute")
    )


@pytest.mark.parametrize(
    ("ruleset", "size", "mafia"),
    [("classic", 13, 4), ("classic", 16, 4), ("newyear", 17, 5), ("styles", 15, 4), ("styles", 18, 5)],
)
def test_a_line_up_has_the_mafia_of_its_document(ruleset: str, size: int, mafia: int) -> None:
    game = rules(ruleset)
    roles = line_up(game, size, {})
    assert len(roles) == size
    assert sum(game.roles[role].side == "mafia" for role in roles) == mafia


@pytest.mark.parametrize(
    ("size", "there"), [(12, set()), (13, {"don", "town-journalist"}), (18, {"werewolf", "witness"})]
)
def test_the_casino_brings_roles_in_by_the_number_of_players(size: int, there: set[str]) -> None:
    roles = set(line_up(rules("casino", {"trump": "spades", "town_suit": "clubs"}), size, {}))
    assert there <= roles
    assert ("don" in roles) == (size >= 13)


def test_the_seed_and_the_nicks_decide_not_their_order() -> None:
    game = rules("classic")
    first = deal_roles(game, NICKS[:13], "abc", {})
    assert deal_roles(game, tuple(reversed(NICKS[:13])), "abc", {}) == first
    assert deal_roles(game, NICKS[:13], "abd", {}) != first


def test_every_card_is_there_once_and_fits_its_role() -> None:
    suits = drawn_options("casino", {}, "abc")
    assert suits["trump"] != suits["town_suit"]
    for seed in ("a", "b", "c", "d"):
        for queen in ("always", "random"):
            game = rules("casino", {"trump": "hearts", "town_suit": "clubs", "queen_dealt": queen})
            found = deal_roles(game, NICKS, seed, {})
            cards = [each["card"] for each in found.values() if "card" in each]
            assert len(set(cards)) == len(cards)
            assert [each for each in found.values() if "card" not in each] == [{"role": "joker"}]
            for each in found.values():
                if each["role"] in ("citizen", "werewolf"):
                    assert each["card"][-1] in "DS"
                assert (each.get("card") == "QS") == (each["role"] == "queen-of-spades")


def test_the_roles_are_written_where_only_the_host_reads_them(tmp_path: Path) -> None:
    folder = make_game(tmp_path, "classic", list(NICKS[:13]))
    comment = "# записки ведущего\n"
    file = folder / "players.toml"
    file.write_text(comment + file.read_text(encoding="utf-8"), encoding="utf-8")
    done = run(folder, "deal")
    assert done.status == 0, done.err
    assert file.read_text(encoding="utf-8").startswith(comment)
    assert file.stat().st_mode & 0o077 == 0
    assert all("role" in player for player in dealt(folder).values())
    assert not any(nick in done.out for nick in NICKS)


def test_dealt_roles_are_not_overwritten_unless_asked(tmp_path: Path) -> None:
    folder = make_game(tmp_path, "classic", [f"{NICKS[0]} doctor", *NICKS[1:13]])
    refused = run(folder, "deal")
    assert refused.status == 2
    assert "--again" in refused.err
    assert run(folder, "deal", "--again").status == 0
    first = dealt(folder)
    assert run(folder, "deal", "--again").status == 0
    assert dealt(folder) == first


def test_the_suits_of_a_casino_are_drawn_with_the_deal_and_said_aloud(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    (tmp_path / "nicks.txt").write_text("\n".join(NICKS[:13]), encoding="utf-8")
    setup = ["--ruleset", "casino", "--thread", "https://forum.example/viewtopic.php?t=12"]
    assert run(tmp_path, "init", "game", *setup, "--players", "nicks.txt").status == 0
    done = run(folder, "deal")
    assert done.status == 0, done.err
    options = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))["game"]["options"]
    assert options["trump"] != options["town_suit"]
    assert options["trump"] in done.out
    assert run(folder, "check").status == 0


def test_a_reserve_gets_no_role(tmp_path: Path) -> None:
    folder = make_game(tmp_path, "casino", list(NICKS[:14]), "trump=hearts", "town_suit=clubs")
    file = folder / "players.toml"
    written = file.read_text(encoding="utf-8").replace('"Игрок14"', '"Игрок14"\nreserve = true')
    file.write_text(written, encoding="utf-8")
    done = run(folder, "deal")
    assert done.status == 0, done.err
    found = dealt(folder)
    assert "role" not in found.pop("Игрок14")
    assert all("role" in player for player in found.values())


def test_where_the_document_gives_no_numbers_the_host_does(tmp_path: Path) -> None:
    folder = make_game(tmp_path, "mordheim", list(NICKS[:9]))
    assert run(folder, "deal").status == 2
    asked = ["--role", "mafioso=2", "--role", "doctor=1", "--role", "maniac=1"]
    assert run(folder, "deal", *asked).status == 0
    found = Counter(player["role"] for player in dealt(folder).values())
    assert found == {"mafioso": 2, "doctor": 1, "maniac": 1, "citizen": 5}


@pytest.mark.parametrize("asked", ["doctor", "doctor=many", "wizard=1", "citizen=20", "doctor=14"])
def test_a_line_up_that_does_not_fit_is_refused(tmp_path: Path, asked: str) -> None:
    folder = make_game(tmp_path, "classic", list(NICKS[:13]))
    assert run(folder, "deal", "--role", asked).status == 2
    assert not any("role" in player for player in dealt(folder).values())


def test_after_the_deal_the_host_sees_who_is_who(tmp_path: Path) -> None:
    folder = make_game(tmp_path, "styles", list(NICKS[:15]))
    assert run(folder, "deal").status == 0
    # the styles are the players' to pick: the game cannot be played before
    shown = json.loads(run(folder, "roster", "--host", "--json").out)
    assert {each["player"]: each["role"] for each in shown} == {
        name: player["role"] for name, player in dealt(folder).items()
    }


def played_record(folder: Path, ruleset: str, nicks: tuple[str, ...], *roles: str) -> Path:
    """The record of a game whose roles were dealt, as players may read it after its end."""
    (folder / "nicks.txt").write_text("\n".join(nicks), encoding="utf-8")
    setup = ["--ruleset", ruleset, "--thread", "https://forum.example/viewtopic.php?t=12", "--players", "nicks.txt"]
    assert run(folder, "init", "game", *setup).status == 0
    game = folder / "game"
    told = run(game, "deal", *(word for role in roles for word in ("--role", role)))
    assert told.status == 0, told.err
    head = tomllib.loads((game / "game.toml").read_text(encoding="utf-8"))["game"]
    assert head["seed_hash"] in told.out
    secrets = tomllib.loads((game / "players.toml").read_text(encoding="utf-8"))
    data = {
        "format": 1,
        "game": {"ruleset": ruleset, "seed": secrets["seed"], "options": head.get("options", {})},
        "players": secrets["players"],
        "phases": [],
    }
    file = folder / "record.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("ruleset", "size", "roles"),
    [
        ("casino", 18, ()),
        ("casino", 13, ()),
        ("classic", 13, ("doctor=0", "citizen=6")),
        ("newyear", 17, ()),
        ("generic", 7, ("Cop=1", "Mafia Goon=2")),
        ("mordheim", 12, ("mafioso=2", "underboss=1", "doctor=1")),
    ],
)
def test_anybody_can_check_the_deal_from_the_seed(
    tmp_path: Path, ruleset: str, size: int, roles: tuple[str, ...]
) -> None:
    """CAS-120: the seed is published at the end, its hash at the start."""
    record = played_record(tmp_path, ruleset, NICKS[:size], *roles)
    checked = run(tmp_path, "deal", "--check", str(record))
    assert checked.status == 0, checked.out + checked.err
    own = run(tmp_path / "game", "deal", "--check")
    assert (own.status, own.out.splitlines()[0]) == (0, "ТОЛЬКО ДЛЯ ВЕДУЩЕГО")


def test_a_deal_that_the_seed_does_not_give_is_told(tmp_path: Path) -> None:
    record = played_record(tmp_path, "classic", NICKS[:13])
    data = json.loads(record.read_text(encoding="utf-8"))
    first, second = (
        data["players"][0],
        next(each for each in data["players"][1:] if each["role"] != data["players"][0]["role"]),
    )
    first["role"], second["role"] = second["role"], first["role"]
    record.write_text(json.dumps(data), encoding="utf-8")
    checked = run(tmp_path, "deal", "--check", str(record))
    assert checked.status == 1
    assert first["name"] in checked.out
    assert second["name"] in checked.out
    del data["game"]["seed"]
    record.write_text(json.dumps(data), encoding="utf-8")
    assert run(tmp_path, "deal", "--check", str(record)).status == 2


def test_a_suit_that_is_given_is_not_drawn_again() -> None:
    """CAS-1: the other one is."""
    for suit in ("hearts", "spades"):
        drawn = drawn_options("casino", {"trump": suit}, "abc")
        assert set(drawn) == {"town_suit"}
        assert drawn["town_suit"] != suit
    assert drawn_options("casino", {"trump": "hearts", "town_suit": "clubs"}, "abc") == {}
    assert drawn_options("classic", {}, "abc") == {}
