"""Which language the program speaks, which must be known before a command is loaded, since its help speaks it.

In: the arguments as typed. Out: the language that was asked for, and the one that the game remembers.
"""

import os
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from tally.texts import LANGUAGES

__all__ = ["asked_language", "remembered_language"]

_GAME_FILE = "game.toml"


def asked_language(arguments: Sequence[str]) -> str | None:
    """`--lang` wherever it stands, else TALLY_LANG; None where neither names a language that there is."""
    wanted = _value_of("--lang", arguments) or os.environ.get("TALLY_LANG")
    return wanted if wanted in LANGUAGES else None


def remembered_language(arguments: Sequence[str]) -> str | None:
    """What the game.toml says that the command will be about; None where there is none, or it says nothing.

    A file that is wrong is no matter here: the command tells of it.
    """
    for folder in _folders(arguments):
        try:
            text = (folder / _GAME_FILE).read_text(encoding="utf-8-sig")
        except (OSError, ValueError):
            continue
        try:
            game = tomllib.loads(text).get("game")
        except tomllib.TOMLDecodeError:
            return None
        said = game.get("language") if isinstance(game, dict) else None
        return said if said in LANGUAGES else None
    return None


def _folders(arguments: Sequence[str]) -> Iterator[Path]:
    """Where the game may be: the first folder with a game is meant."""
    named = _value_of("--game", arguments) or os.environ.get("TALLY_GAME")
    if named:
        yield Path(named)
        return
    yield from (Path(argument) for argument in arguments[1:] if argument and not argument.startswith("-"))
    try:
        here = Path.cwd()
    except FileNotFoundError:
        # somebody has removed the folder that we are in
        return
    yield from (here, *here.parents)


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    """The last value of an option, as `--option VALUE` or `--option=VALUE`."""
    found = None
    for place, argument in enumerate(arguments):
        if argument == option and place + 1 < len(arguments):
            found = arguments[place + 1]
        elif argument.startswith(f"{option}="):
            found = argument.removeprefix(f"{option}=")
    return found
