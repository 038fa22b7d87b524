"""Slips of the pen in the words of an order: «правиряю», «лечю», «сыворотка провды».

In: the words of a line, the words that stand for actions of the sender. Out: the words, with what a slip may be; a word
that the dictionary knows, or that may be somebody's nick, is none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tally.names import NameIndex, Status
from tally.orders.forms import is_word
from tally.orders.phrasebook import Phrasebook, forms_by_letter
from tally.orders.words import Word

__all__ = ["with_slips"]

_SHORTEST = 4
_TWO_SLIPS = 8
"""From so many letters on a word may hold two slips."""


def with_slips(words: Sequence[Word], book: Phrasebook, names: NameIndex, clue_words: frozenset[str]) -> Iterator[Word]:
    """The words; one that nothing is known of may be a form of one of the `clue_words`, if of one alone, or else of a
    word that says nothing."""
    others = book.words["pass"] | book.words["filler"]
    for word in words:
        plain = word.text.casefold().replace("ё", "е")
        unknown = not (word.now or word.past or word.kinds or word.roles or word.in_role or word.half or word.name)
        if (
            not unknown
            or len(plain) < _SHORTEST
            or is_word(plain)
            or names.match(word.text).status is not Status.UNKNOWN
        ):
            yield word
            continue
        meant = _meant(plain, book, clue_words) or _meant(plain, book, others)
        kinds = {kind for kind, known in book.words.items() if meant & known}
        yield replace(word, now=meant, kinds=frozenset(kinds)) if meant else word


def _meant(plain: str, book: Phrasebook, wanted: frozenset[str]) -> frozenset[str]:
    """The words of whose forms the text is a slip; nothing where the nearest forms are of several that differ."""
    # who only counts votes loads the tables of orders too, but not this
    from rapidfuzz.distance import OSA

    most = 2 if len(plain) >= _TWO_SLIPS else 1
    near: dict[int, set[frozenset[str]]] = {}
    for form, meant in forms_by_letter(wanted).get(plain[0], ()):
        if len(form) >= _SHORTEST and abs(len(form) - len(plain)) <= most:
            distance = OSA.distance(plain, form, score_cutoff=most)
            if distance <= most:
                near.setdefault(distance, set()).add(meant)
    if not near:
        return frozenset()
    nearest = near[min(near)]
    alike = frozenset.union(*nearest)
    # «лечю» is of «лечить» and of «полечить» alike: one action
    return alike if len(nearest) == 1 or _same_action(nearest, book) else frozenset()


def _same_action(meant: set[frozenset[str]], book: Phrasebook) -> bool:
    """Whether all of them stand in the same clues."""
    elements = {element for phrase in book.actions.values() for clue in phrase.clues for element in clue.elements}
    return any(all(each & element for each in meant) for element in elements)
