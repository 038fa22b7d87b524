"""A small game of classic with two days and a night, in which a secret weight decides the first day."""

import shutil
from dataclasses import replace
from pathlib import Path

from tests.tally.small_game import SmallGame, post

CAST = {
    "Сальвия": "doctor",
    "РэдДи": "rank1",
    "Кролек": "girl",
    "Петя": "rank2",
    "Вася": "citizen",
    "Жанна": "commissioner",
    "Ля": "citizen",
    "Тимон": "prosecutor",
}
AFTER_DAY_2 = "2024-01-12T00:30:00+03:00"


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def blue(name: str) -> str:
    return f"[color=blue]{name}[/color]"


def copy_game(game: SmallGame, folder: Path) -> SmallGame:
    """The same game in another folder, to go on with."""
    return replace(game, folder=Path(shutil.copytree(game.folder, folder)), accounts=dict(game.accounts))


def make_closing_game(folder: Path, cast: dict[str, str] | None = None) -> SmallGame:
    """Day 1: the thread shows Вася ahead with 3 against 1, but the doctor's defence weighs three, so it is Петя.

    Night 1: the mafia kills Ля. On day 2 all three vote, and Тимон is voted out.
    """
    folder.mkdir(exist_ok=True)
    game = SmallGame(folder, now=AFTER_DAY_2).set_up(*CAST, roles=False)
    players = game.game / "players.toml"
    text = players.read_text(encoding="utf-8")
    for name, role in (cast or CAST).items():
        text = text.replace(f'\nname = "{name}"', f'\nname = "{name}"\nrole = "{role}"')
    players.write_text(text, encoding="utf-8")
    game.read(
        post(1, "Жанна", "12:00:00", red("Вася")),
        post(2, "Ля", "12:01:00", red("Вася")),
        post(3, "Кролек", "12:02:00", red("Вася")),
        post(4, "Сальвия", "12:03:00", blue("Вася")),
        post(5, "Вася", "12:04:00", red("Петя")),
        post(6, "Ля", "2024-01-11T12:00:00", red("Тимон")),
        post(7, "Петя", "2024-01-11T12:01:00", red("Тимон")),
        post(8, "Вася", "2024-01-11T12:02:00", red("Тимон")),
        post(9, "Жанна", "2024-01-11T12:03:00", red("Тимон")),
        at="2024-01-11T23:30:00+03:00",
    )
    return game
