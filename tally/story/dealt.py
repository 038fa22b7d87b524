"""What a player was dealt beside his role, in people's words: a card, a style.

In: the field of his and its value. Out: the words in the language in use; what has none stands as it is.
"""

import re

from tally.texts import _

__all__ = ["dealt_in_words", "suit_in_words"]

_CARD = re.compile(r"(A|K|Q|J|10|[2-9])([HDCS])")


def dealt_in_words(key: str, value: str) -> str:
    """«туз червей» for `AH`, «белый» for `white`."""
    if key == "style":
        return {"white": _("white"), "grey": _("grey"), "black": _("black")}.get(value, value)
    card = _CARD.fullmatch(value)
    if key != "card" or card is None:
        return value
    return f"{_rank(card[1])} {_suit(card[2])}"


def suit_in_words(suit: str) -> str:
    """«черви» for `hearts`."""
    words = {"hearts": _("hearts"), "diamonds": _("diamonds"), "clubs": _("clubs"), "spades": _("spades")}
    return words.get(suit, suit)


def _rank(code: str) -> str:
    return {
        "A": _("the ace"),
        "K": _("the king"),
        "Q": _("the queen"),
        "J": _("the jack"),
        "10": _("the ten"),
        "9": _("the nine"),
        "8": _("the eight"),
        "7": _("the seven"),
        "6": _("the six"),
        "5": _("the five"),
        "4": _("the four"),
        "3": _("the three"),
        "2": _("the two"),
    }[code]


def _suit(letter: str) -> str:
    """As it stands behind a rank."""
    return {"H": _("of hearts"), "D": _("of diamonds"), "C": _("of clubs"), "S": _("of spades")}[letter]
