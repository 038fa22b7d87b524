"""Words that make an order doubtful: «или», «если», «наверное», «не», a question.

In: the words that belong to an order. Out: the doubt, with the players that are named; None where there is none.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from tally.orders.meaning import Doubt, Why
from tally.orders.words import Word

__all__ = ["find_danger", "seats_of"]

_KINDS = (
    ("retract", Why.RETRACTED),
    ("or", Why.ALTERNATIVES),
    ("if", Why.CONDITION),
    ("doubt", Why.DOUBT),
    ("later", Why.LATER),
)


def find_danger(words: Sequence[Word], covered: Collection[int] = ()) -> Doubt | None:
    """The first doubt of an order made of these words; those that are `covered` are a part of it («если» too)."""
    free = [word for place, word in enumerate(words) if place not in covered]
    seats = seats_of(words)
    for kind, why in _KINDS:
        if any(word.is_a(kind) for word in free) or (kind == "or" and _parts_names(words)):
            return Doubt(why, seats)
    if any(word.asks for word in words):
        return Doubt(Why.QUESTION, seats)
    if any(word.is_a("not") for word in free):
        return Doubt(Why.NEGATION, seats)
    return None


def _parts_names(words: Sequence[Word]) -> bool:
    """«Вася/Петя», but not «Вася/доктор», where a role is said of a player."""
    return any(
        word.joined == "or" and not (before.name and word.roles and not word.name) for before, word in pairwise(words)
    )


def seats_of(words: Sequence[Word]) -> tuple[str, ...]:
    """All players whom the names among the words may mean."""
    return tuple(sorted({each.seat for word in words if word.name is not None for each in word.name.match.candidates}))
