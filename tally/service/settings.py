"""What `[schedule]` of game.toml says (the rhythm of reading, when notices go out, when a failing forum is told of)
and what `[notify]` of players.toml does: to whom notices go.

In: a game. Out: the settings; GameFault that names the key where one is wrong, and never an address.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from tally.errors import GameFault
from tally.folder.game import GAME_FILE, PLAYERS_FILE, Game
from tally.service.rhythm import Rhythm
from tally.texts import LANGUAGES, _

__all__ = ["Addresses", "Settings", "read_addresses", "read_settings"]

_DAY = 24 * 60
_MOST = 20


@dataclass(frozen=True, slots=True)
class Settings:
    """`notices`: how long before a deadline people are told who has not voted; `alarm`: for how long reading may fail
    before the host is told."""

    rhythm: Rhythm
    notices: tuple[timedelta, ...]
    alarm: timedelta


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where notices go, as apprise addresses services; they are secrets. `language`: None is that of the program."""

    host: tuple[str, ...] = field(default=(), repr=False)
    players: tuple[str, ...] = field(default=(), repr=False)
    language: str | None = None


def read_settings(game: Game) -> Settings:
    """The settings of a game. Raises GameFault."""
    given = game.schedule
    notices = _several(game, given, "notify", (60, 10))
    rhythm = Rhythm(
        every=_one(game, given, "every", 15, least=1),
        last=_one(game, given, "last_minutes", 10, least=0),
        last_every=_one(game, given, "last_every", 1, least=0.5),
        after=_several(game, given, "after", (2, 10)),
        notices=notices,
    )
    return Settings(rhythm, notices, _one(game, given, "alarm_after", 30, least=1))


def read_addresses(game: Game) -> Addresses:
    """To whom the notices of a game go. Raises GameFault."""
    given = game.secrets.notify
    file = game.folder / PLAYERS_FILE
    for key in given:
        if key not in ("host", "players", "language"):
            told = _("{file}: notify.{key}: there is no such key here; right would be: {choices}")
            raise GameFault(told.format(file=file, key=key, choices="host, players, language"))
    language = given.get("language")
    if language is not None and language not in LANGUAGES:
        told = _("{file}: notify.language: there are {choices}")
        raise GameFault(told.format(file=file, choices=", ".join(LANGUAGES)))
    return Addresses(_listed(file, given, "host"), _listed(file, given, "players"), language)


def _listed(file: Path, given: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = given.get(key, [])
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(each, str) and "://" in each for each in listed):
        told = _("{file}: notify.{key}: a list of addresses of notices is wanted here, like {example}")
        raise GameFault(told.format(file=file, key=key, example='["tgram://TOKEN/CHAT"]'))
    return tuple(listed)


def _one(game: Game, given: Mapping[str, Any], key: str, default: float, *, least: float) -> timedelta:
    value = given.get(key, default)
    if not _is_minutes(value, least):
        told = _("{file}: schedule.{key}: minutes are wanted here, from {least} to {most}, not {found}")
        raise GameFault(
            told.format(file=game.folder / GAME_FILE, key=key, least=f"{least:g}", most=_DAY, found=f"“{value}”")
        )
    return timedelta(minutes=value)


def _several(game: Game, given: Mapping[str, Any], key: str, default: tuple[float, ...]) -> tuple[timedelta, ...]:
    value = given.get(key, default)
    listed = value if isinstance(value, list | tuple) else [value]
    if len(listed) > _MOST or not all(_is_minutes(each, 0) for each in listed):
        told = _("{file}: schedule.{key}: a list of minutes is wanted here, like {example}, not {found}")
        example = f"[{', '.join(f'{each:g}' for each in default)}]"
        raise GameFault(told.format(file=game.folder / GAME_FILE, key=key, example=example, found=f"“{value}”"))
    return tuple(timedelta(minutes=each) for each in sorted(set(listed)))


def _is_minutes(value: object, least: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= _DAY
