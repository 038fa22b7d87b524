"""What `[publish]` of game.toml says: where the site will be, in which language, and what takes it there.

In: the game. Out: the settings; GameFault with the key where a value is wrong.
"""

import shlex
from dataclasses import dataclass
from urllib.parse import urlsplit

from tally.errors import GameFault
from tally.folder.game import GAME_FILE, Game
from tally.texts import LANGUAGES, _, language_for

__all__ = ["PublishSettings", "read_settings"]


@dataclass(frozen=True, slots=True)
class PublishSettings:
    """`url` ends with a slash, or is empty; `command`: its words, none where nothing is to be done."""

    url: str
    language: str
    command: tuple[str, ...]


def read_settings(game: Game) -> PublishSettings:
    """The settings. Raises GameFault where one is wrong."""
    return PublishSettings(_url(game), _language(game), _command(game))


def _url(game: Game) -> str:
    written = game.publish.get("url")
    if written is None:
        return ""
    try:
        parts = urlsplit(written) if isinstance(written, str) else None
        known = parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)
        plain = parts is not None and not (parts.username or parts.query or parts.fragment)
    except ValueError:
        known = plain = False
    if not (known and plain):
        told = _("“{found}” is not the address of a site, like {example}")
        raise _fault(game, "url", told.format(found=written, example="https://example.org/mafia/"))
    return str(written).rstrip("/") + "/"


def _language(game: Game) -> str:
    written = game.publish.get("language")
    if written is None:
        return language_for(game.language)
    if written not in LANGUAGES:
        told = _("“{found}” is not a language of the site; there are {known}")
        raise _fault(game, "language", told.format(found=written, known=", ".join(LANGUAGES)))
    return str(written)


def _command(game: Game) -> tuple[str, ...]:
    written = game.publish.get("command")
    if written is None:
        return ()
    words: list[object] = []
    if isinstance(written, str):
        try:
            words = [*shlex.split(written)]
        except ValueError:
            # a quotation mark without its pair
            words = []
    elif isinstance(written, list | tuple):
        words = [*written]
    if not words or not all(isinstance(word, str) for word in words):
        told = _("a command is wanted here, like {example}")
        raise _fault(game, "command", told.format(example='"rsync -a --delete site/ me@example.org:mafia/"'))
    return tuple(str(word) for word in words)


def _fault(game: Game, key: str, told: str) -> GameFault:
    return GameFault(f"{game.folder / GAME_FILE}: [publish] {key}: {told}")
