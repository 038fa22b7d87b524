"""The names of a site: whose page a name leads to, and how it is written where there is little room.

In: the players. Out: what a template shows of a name, harmless but not escaped.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from tally.harmless import harmless
from tally.site.town import TownPlayer
from tally.story.actions import half_name

__all__ = ["People", "Person", "shorten"]

_MOST = 60
"""A forum's own limit is mostly 20 to 60 letters; what is longer was written to break a page."""


@dataclass(frozen=True, slots=True)
class Person:
    """A name as shown. `page`: the file of his page; None for whoever is no player, and for a half of the list.

    `link`: the name as it stands in a page, escaped, isolated from the direction of the text around it.
    """

    name: str
    page: str | None
    link: Markup


class People:
    """All names that the players have or had."""

    def __init__(self, players: Iterable[TownPlayer]) -> None:
        self._numbers: dict[str, int] = {}
        for number, player in enumerate(players, 1):
            for name in player.former:
                self._numbers.setdefault(name, number)
            self._numbers[player.row.player] = number
        self._shown: dict[str, Person] = {}

    @property
    def numbers(self) -> Mapping[str, int]:
        """Name → the number of the player in the list, from 1; former names too."""
        return self._numbers

    def __getitem__(self, name: str) -> Person:
        if name not in self._shown:
            number = self._numbers.get(name)
            shown = shorten(half_name(name))
            page = None if number is None else f"player{number}.html"
            self._shown[name] = Person(shown, page, _link(shown, page))
        return self._shown[name]


def _link(shown: str, page: str | None) -> Markup:
    if page is None:
        return Markup("<bdi>{}</bdi>").format(shown)
    return Markup('<a class="who" href="{}"><bdi>{}</bdi></a>').format(page, shown)


@lru_cache(maxsize=4096)
def shorten(text: str, most: int = _MOST) -> str:
    """The text, harmless, cut to `most` characters."""
    shown = harmless(text)
    return shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"
