"""Secrets are planted in a game of each ruleset; every command runs without --host, and all that it prints or publishes
is searched for them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tally.cli import command_groups
from tests.tally.closing_game import AFTER_DAY_2, red
from tests.tally.evening import make_game
from tests.tally.small_game import Done, SmallGame, post

SEED = "5ec2e7" * 5 + "a1"
GAMES: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "classic": (["Вася doctor", "Петя rank1", "Жанна commissioner", "Ля citizen", "Тимон prosecutor"], ()),
    "newyear": (["Вася doctor", "Петя rank1", "Жанна sheriff", "Ля citizen", "Тимон highlander"], ()),
    "casino": (
        ["Вася citizen card=2D", "Петя don", "Жанна citizen card=4D", "Ля commissar", "Тимон joker"],
        ("trump=hearts", "town_suit=clubs"),
    ),
    "styles": (
        ["Вася doctor style=white", "Петя deceiver style=black", "Жанна cloak style=white", "Ля fsb style=grey",
         "Тимон citizen style=grey"],
        ("team_style=black",),
    ),
    "mordheim": (["Вася doctor", "Петя mafioso", "Жанна medium", "Ля citizen", "Тимон werewolf"], ()),
    "generic": (["Вася", "Петя", "Жанна", "Ля", "Тимон"], ()),
}  # fmt: skip
# words that tell who somebody is, or what he did; in the names of rulesets and in helps they say nothing
ROLES = re.compile(
    r"доктор|мафиоз|ранг|комиссар|прокурор|шериф|горец|\bдон\b|джокер|обманщик|плащ|фсб|медиум|оборотень|"
    r"doctor|rank1|commission|prosecutor|sheriff|highlander|commissar|joker|deceiver|cloak|\bfsb\b|mafioso|medium|"
    r"werewolf|card=|\b2D\b|\b4D\b|×\s?[23]",
    re.IGNORECASE,
)
ACTION = {
    "classic": ("Вася", "лечу Ля"),
    "newyear": ("Вася", "лечу Ля"),
    "casino": ("Ля", "проверяю Петю"),
    "styles": ("Вася", "лечу Ля"),
    "mordheim": ("Вася", "лечу Ля"),
}
# what each is called with; those that are not here have no game, need a network, or wait
CALLS: dict[str, list[list[str]]] = {
    "check": [[]],
    "roster": [[], ["--json"]],
    "calendar": [[]],
    "thread": [[]],
    "status": [[]],
    "report": [["day1"], ["day1", "--json"]],
    "votes": [["day1", "--all"], ["day1", "--json"]],
    "activity": [[], ["day1"]],
    "night": [["1", "--list"]],
    "act": [["day1", "--list"]],
    "resolve": [["day1"], ["night1"], ["night1", "--json"]],
    "letters": [[], ["--json"]],
    "host": [[]],
    "explain": [["day1"], ["night1"], ["end"], ["1"], ["day1", "Петя"], ["day1", "--json"]],
    "what-if": [["day1"]],
    "verify": [[]],
    "publish": [[]],
    "post": [["day1", "--dry-run"]],
    "export": [[], ["--public"]],
    "end": [[]],
    "announce": [["day1"], ["day1", "--format", "bbcode"], ["night1"]],
    "check-posts": [[]],
    "compare": [["day1", "1"]],
    "notify": [["--dry-run"]],
    "deal": [[]],
}
NO_GAME = {
    "init", "signup", "alias", "replace", "day", "scrape", "import", "parse", "login", "run", "tick", "rule", "vote",
    "hide", "modkill", "revive", "serve", "rules", "replay", "import-record", "backup", "restore", "completion",
}  # fmt: skip


def make(folder: Path, ruleset: str) -> SmallGame:
    cast, options = GAMES[ruleset]
    game = SmallGame(folder, ruleset, now=AFTER_DAY_2)
    make_game(folder, ruleset, cast, *options)
    players = game.game / "players.toml"
    text = re.sub(r'seed = "[0-9a-f]+"', f'seed = "{SEED}"', players.read_text(encoding="utf-8"))
    text = text.replace("[notify]", "[notify]\n# markerdrop@secret.example")
    players.write_text(text.replace('name = "Ля"', 'name = "Ля"\nnote = "markernote"'), encoding="utf-8")
    settings = game.game / "game.toml"
    told = re.sub(r"(?m)^seed_hash = .*$", "", settings.read_text(encoding="utf-8"))
    if ruleset == "generic":
        told += '\n[[calendar]]\nphase = "day1"\nfrom = 2024-01-10T00:00:00+03:00\nuntil = 2024-01-10T22:00:00+03:00\n'
    settings.write_text(told, encoding="utf-8")
    game.read(
        *(post(number, by, f"12:0{number}:00", red("Тимон")) for number, by in enumerate(("Вася", "Жанна", "Ля"), 1)),
        at="2024-01-11T23:30:00+03:00",
    )
    if ruleset in ACTION:
        assert game.run("night", "1", *ACTION[ruleset], "--at", "22:14").status in (0, 1)
    game.run("night", "1", "Петя", "markerline пас")
    return game


def printed(game: SmallGame) -> Iterator[tuple[str, Done]]:
    for name, calls in CALLS.items():
        for arguments in calls:
            yield f"{name} {' '.join(arguments)}", game.run(name, *arguments)


def test_every_command_is_tried_or_said_to_have_nothing_to_tell() -> None:
    known = {name for _title, commands in command_groups().values() for name in commands}
    assert known == set(CALLS) | NO_GAME


@pytest.mark.parametrize("ruleset", GAMES)
def test_nothing_that_is_printed_or_published_without_host_tells_a_secret(tmp_path: Path, ruleset: str) -> None:
    game = make(tmp_path, ruleset)
    title = game.game.parent.name
    for called, done in printed(game):
        if is_for_the_host(done.out):
            continue
        told = done.out.replace(title, "") + done.err
        # the texts of rules, the name of a game, and an example in a fault tell nothing of anybody
        told = re.sub(r"(?m)^\s*[A-Z]{3}-\d+\w*:.*$", "", told)
        told = told.replace("Классическая мафия", "").replace("--role doctor=1", "")
        assert SEED not in told, called
        assert "marker" not in told, called
        found = ROLES.search(told)
        assert found is None, f"{called}: {told[max(0, found.start() - 80) : found.end() + 80]}"
    for page in (game.game / "site").rglob("*"):
        if page.is_file() and page.suffix in (".html", ".xml", ".json", ".ics", ".svg", ".txt", ".csv"):
            text = page.read_text(encoding="utf-8")
            assert SEED not in text, page
            assert "marker" not in text, page


def is_for_the_host(out: str) -> bool:
    """Whether the output says that it is for the host alone: in its first line, or as JSON in its view."""
    first = out.lstrip("# ").splitlines()[:1]
    return first == ["ТОЛЬКО ДЛЯ ВЕДУЩЕГО"] or '"view": "host"' in out
