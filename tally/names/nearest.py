"""The one player whose name looks most like a text that no rule of names knows: a suggestion, and never a match."""

from collections.abc import Iterable, Mapping

__all__ = ["nearest"]

_LEAST_LETTERS = 4
_LEAST_OF_TEXT = 0.64
_LEAST_OF_NAME = 0.4
_COMPARABLE = 0.5
"""Another name with so many of the letters is near enough to be meant as well."""


def nearest(written: str, spellings: Mapping[str, Iterable[str]]) -> str | None:
    """Of the players by their spellings the one with the same first letter and most of the letters, in their order;
    None where there is none, or not only one: «woskiv» is Wolkivpilpus where nobody else is near."""
    letters = _letters(written)
    if len(letters) < _LEAST_LETTERS:
        return None
    shared = {player: max(_likenesses(letters, names), default=(0.0, 0.0)) for player, names in spellings.items()}
    near = [player for player, (of_text, _) in shared.items() if of_text >= _COMPARABLE]
    if len(near) != 1:
        return None
    of_text, of_name = shared[near[0]]
    return near[0] if of_text >= _LEAST_OF_TEXT and of_name >= _LEAST_OF_NAME else None


def _likenesses(letters: str, names: Iterable[str]) -> Iterable[tuple[float, float]]:
    """For each name that begins alike, how much of the text and how much of the name they share."""
    for name in map(_letters, names):
        if name[:1] == letters[0]:
            common = _common(letters, name)
            yield common / len(letters), common / len(name)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold().replace("ё", "е") if sign.isalnum())


def _common(one: str, other: str) -> int:
    """How many letters they share in the same order."""
    row = [0] * (len(other) + 1)
    for sign in one:
        before = 0
        for place, each in enumerate(other, start=1):
            above = row[place]
            row[place] = before + 1 if sign == each else max(above, row[place - 1])
            before = above
    return row[-1]
