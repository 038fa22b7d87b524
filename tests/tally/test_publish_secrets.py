"""Nothing secret is ever in a published site: what only the host knows may change, and no byte of it does.

In games of every ruleset: before anything is announced, and after a day and a night were.
"""

import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Ruleset, load_ruleset
from tally.folder.game import Game, Secrets, find_game
from tally.play.announcements import announcement_as_data
from tally.play.course import open_course
from tally.site.collect import collect_town
from tally.site.publish import make_site
from tally.site.settings import PublishSettings
from tally.store import FactKind, Store
from tally.story.roles import role_name
from tests.engine.test_properties import RULESETS as GAMES
from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import SmallGame, post

# of a ruleset that is played there in several line-ups one is enough here
RULESETS = {
    key.split(",")[0]: (dress, {} if key.startswith("styles") else options) for key, (dress, options) in GAMES.items()
}
NAMES = ("Барсук", "Полынь", "Кефир", "Ёлка", "Зимородок", "Вермут", "Тимон", "Жанна")
NOW = datetime(2024, 1, 12, 8, tzinfo=UTC)
SETTINGS = PublishSettings("https://example.org/", "ru", ())
SEED = "5eed5eed5eed5eed5eed5eed5eed5eed"
NOTIFIED = "mailto://host-of-secrets@example.org"


def posts() -> Iterator[Any]:
    """Votes of two days in the ways of all rulesets: whichever this one knows, count."""
    number = 0
    for day in ("2024-01-10", "2024-01-11"):
        for place, by in enumerate(NAMES):
            on = NAMES[(place + 1) % 3]
            for hour, text in (
                (11, f"Номинирую: {on}"),
                (18, f"[color={'blue' if place == 5 else 'red'}]{on}[/color]"),
                (20, f"казнить {on}"),
                (21, f"[b]VOTE: {on}[/b]"),
            ):
                number += 1
                yield post(number, by, f"{day}T{hour}:{30 + place}:00", text)


def make_game(folder: Path, ruleset: str) -> SmallGame:
    """A game with its roles dealt, what a role needs beside them, a heavy secret vote, and two days of posts."""
    dress, options = RULESETS[ruleset]
    folder.mkdir()
    flags = tuple(f"{key}={value}" for key, value in options.items())
    game = SmallGame(folder, ruleset=ruleset, now="2024-01-12T11:00:00+03:00")
    game.set_up(*NAMES, roles=False, options=flags)
    loaded = load_ruleset(ruleset, options)
    assert isinstance(loaded, Ruleset)
    rng = random.Random(ruleset)
    single = [key for key, role in loaded.roles.items() if not role.many and not role.guest][:5]
    many = [key for key, role in loaded.roles.items() if role.many]
    roles = (single + many * len(NAMES))[: len(NAMES)]
    file = game.game / "players.toml"
    head = f'format = 1\nseed = "{SEED}"\n'
    extra = '[secret]\nteam_style = "black"\n' if ruleset == "styles" else ""
    tables = [_table(name, {"role": role, **dress(role, rng)}) for name, role in zip(NAMES, roles, strict=True)]
    if ruleset == "generic":
        tables[0] += "weight = 77\nsecret_weight = true\n"
    file.write_text("\n".join([head, *tables, extra, f'[notify]\nhost = "{NOTIFIED}"\n']), encoding="utf-8")
    settings_file = game.game / "game.toml"
    lines = settings_file.read_text(encoding="utf-8").splitlines()
    settings_file.write_text("\n".join(line for line in lines if not line.startswith("seed_hash")), encoding="utf-8")
    game.read(*posts(), at="2024-01-12T09:00:00+03:00")
    return game


def _table(name: str, fields: dict[str, Any]) -> str:
    return f'[[players]]\nname = "{name}"\n' + "".join(f'{key} = "{value}"\n' for key, value in fields.items())


def announce(game: Game, phases: int) -> None:
    """Release the first phases as they came out, whatever a host would still have decided of them."""
    with open_course(game, NOW) as course, Store(game.database) as store:
        for outcome, after in list(course.outcomes())[:phases]:
            told = announcement_as_data(outcome, after)
            # the game goes on for the town: its end would bring everything to light
            told["outcome"]["winners"] = []
            store.append(FactKind.ANNOUNCEMENT, told, at=NOW, phase=str(outcome.phase))


@pytest.fixture(scope="module", name="games")
def _games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Game, ...]]:
    """Of each ruleset a game of which nothing was announced, and one whose first day and night were."""
    made: dict[str, tuple[Game, ...]] = {}
    for ruleset in RULESETS:
        folder = tmp_path_factory.mktemp("games")
        first = make_game(folder / "one", ruleset).game
        second = folder / "second"
        shutil.copytree(first, second)
        announce(find_game(second), 2)
        made[ruleset] = (find_game(first), find_game(second))
    return made


def site_of(game: Game, secrets: Secrets) -> dict[str, bytes]:
    """The whole site that the game would have with other secrets."""
    other = replace(game, secrets=secrets)
    with open_course(other, NOW) as course, Store(other.database) as store:
        return make_site(collect_town(course, other, store, NOW), SETTINGS)


def everything(site: dict[str, bytes]) -> str:
    """Every file name and every byte of the site."""
    return "\n".join([*site, *(data.decode("utf-8", "replace") for data in site.values())])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_byte_of_a_site_tells_a_role_a_weight_the_seed_or_an_address(
    games: dict[str, tuple[Game, ...]], ruleset: str
) -> None:
    game = games[ruleset][0]
    site = site_of(game, game.secrets)
    assert b'"votes": [\n' in site["day1.json"]
    for secret in (SEED, "host-of-secrets", "ТОЛЬКО ДЛЯ ВЕДУЩЕГО", "×77", '"weight": 77', str(game.folder)):
        assert secret not in everything(site)
    loaded = load_ruleset(ruleset, RULESETS[ruleset][1])
    assert isinstance(loaded, Ruleset)
    # that a role can be in such a game is told by the rules; who has it, and whether it is dealt, by no page
    told = everything({name: data for name, data in site.items() if name != "rules.html"}).lower()
    for role in set(game.secrets.roles.values()) - {loaded.default_role, "player"}:
        assert role_name(loaded, role).lower() not in told, role


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(len(NAMES))), seed=st.integers(0, 10**6), style=st.sampled_from(["none", "grey"]))
def test_a_site_stays_the_same_to_the_byte_whatever_is_secret(
    games: dict[str, tuple[Game, ...]], ruleset: str, order: list[int], seed: int, style: str
) -> None:
    dealt = games[ruleset][0].secrets
    moved = {name: NAMES[place] for name, place in zip(NAMES, order, strict=True)}
    options = {"team_style": style} if ruleset == "styles" else {}
    other = Secrets(
        seed=seed,
        roles=MappingProxyType({name: dealt.roles[moved[name]] for name in NAMES}),
        traits=MappingProxyType({name: dealt.traits.get(moved[name], {}) for name in NAMES}),
        options=MappingProxyType(options),
        notify=MappingProxyType({}),
    )
    for game in games[ruleset]:
        assert site_of(game, other) == site_of(game, dealt)


def test_what_was_announced_stays_whatever_the_roles_turn_out_to_be(tmp_path: Path) -> None:
    """A secret weight has decided day 1, and the town was told the result: with other roles it would be another."""
    game = make_closing_game(tmp_path / "one")
    game.must("announce", "day1")
    game.must("announce", "night1")
    found = find_game(game.game)
    dealt = found.secrets
    names = sorted(dealt.roles)
    for turn in (1, 2, 3, 5):
        roles = {name: dealt.roles[names[(place + turn) % len(names)]] for place, name in enumerate(names)}
        other = replace(dealt, roles=MappingProxyType(roles), seed=turn)
        assert site_of(found, other) == site_of(found, dealt)


def test_results_are_in_no_file_before_they_are_announced(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path / "one")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    found = find_game(game.game)
    site = site_of(found, found.secrets)
    assert not [name for name in site if name.startswith(("night", "whole"))]
    told = everything({name: data for name, data in site.items() if name != "rules.html"})
    assert "погибает" not in told
    assert "Казнь:" not in told


def test_after_the_announced_end_everything_is_told_but_what_the_host_has_hidden(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path / "one")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    game.must("hide", "6", "--why", "грубость")
    for phase in ("day1", "night1"):
        game.must("announce", phase)
    game.must("end", "город", "--phase", "day2")
    before = find_game(game.game)
    assert "whole-game.html" not in site_of(before, before.secrets)
    game.must("announce", "day2")
    found = find_game(game.game)
    whole = site_of(found, found.secrets)["whole-game.html"].decode()
    for told in ("доктор", "убить → Ля", "Сальвия ×3", str(found.secrets.seed)):
        assert told in whole
    assert site_of(found, found.secrets)["index.html"].decode().count("Игра окончена") >= 1


def test_a_vote_left_with_the_host_is_in_no_file_while_the_vote_goes_on(tmp_path: Path) -> None:
    """MOR-42."""
    game = make_game(tmp_path / "one", "mordheim")
    game.now = "2024-01-10T20:30:00+03:00"
    game.must("vote", "Вермут", "none", "Полынь", "--at", "19:00:00", "--advance", "--why", "письмо-в-конверте")
    found = find_game(game.game)
    with open_course(found, datetime(2024, 1, 10, 17, 30, tzinfo=UTC)) as course, Store(found.database) as store:
        site = make_site(collect_town(course, found, store, datetime(2024, 1, 10, 17, 30, tzinfo=UTC)), SETTINGS)
    assert "письмо-в-конверте" not in everything(site)
    assert "письмо-в-конверте" in everything(site_of(found, found.secrets))
