"""The games that a service is for: game folders, and folders of such, in which a new one may appear at any time.

In: what a command names. Out: game folders, each once. Raises GameFault where something named is neither.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tally.errors import GameFault
from tally.folder.game import GAME_FILE, holds_game
from tally.texts import _

__all__ = ["games_in"]


def games_in(places: Sequence[Path]) -> tuple[Path, ...]:
    """The game folders among these and directly in these, in their order."""
    return tuple({folder.resolve(): folder for place in places for folder in _games_of(place)}.values())


def _games_of(place: Path) -> tuple[Path, ...]:
    if holds_game(place):
        return (place,)
    found = tuple(_games_below(place))
    if not found:
        told = _("{folder}: this is no game folder: it has no {file}, nor has any folder in it")
        raise GameFault(told.format(folder=place, file=GAME_FILE))
    return found


def _games_below(place: Path) -> Iterator[Path]:
    try:
        names = sorted(each.name for each in place.iterdir() if not each.name.startswith("."))
    except OSError:
        return
    yield from (place / name for name in names if holds_game(place / name))
