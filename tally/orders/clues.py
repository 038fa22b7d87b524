"""Which actions the words of a line stand for, and which of its words say so.

In: words, the phrasebook, the sender. Out: action → the places of its clue; of two clues the fuller one.
"""

from collections.abc import Sequence

from tally.orders.phrasebook import Clue, Phrase, Phrasebook
from tally.orders.sender import Sender
from tally.orders.words import Word

__all__ = ["find_clues", "is_idle"]


def find_clues(words: Sequence[Word], book: Phrasebook, sender: Sender) -> dict[str, frozenset[int]]:
    """The actions that the words may stand for. One whose clue is only a part of another's is left out, unless it is
    the sender's and the other could not take so many targets."""
    found = {action: covered for action, phrase in book.actions.items() if (covered := _covered(words, phrase))}
    named = sum(word.name is not None or word.is_a("self") for word in words)

    def goes_before(other: str, action: str) -> bool:
        # where the rules do not have «лечить от роли», «от мафии» is a remark beside the name
        aimed = 0 if book.actions[other].guess and other not in sender.shapes else sender.shape(other).max
        takes_all = named <= aimed or action not in sender.own
        return found[action] < found[other] and takes_all

    return {
        action: covered for action, covered in found.items() if not any(goes_before(each, action) for each in found)
    }


def is_idle(words: Sequence[Word], covered: frozenset[int]) -> bool:
    """Whether a clue is of words alone that say nothing by themselves («иду», «кидаю»)."""
    return all(words[place].is_a("neutral") for place in covered)


def _covered(words: Sequence[Word], phrase: Phrase) -> frozenset[int]:
    found = [covered for clue in phrase.clues if (covered := _places(words, clue)) is not None]
    return max(found, key=len, default=frozenset())


def _places(words: Sequence[Word], clue: Clue) -> frozenset[int] | None:
    """The places of a clue's words; None where one of its elements is missing."""
    covered: set[int] = set()
    for element in clue.elements:
        here = {place for place, word in enumerate(words) if word.name is None and word.now & element}
        if not here:
            return None
        covered |= here
    if clue.heading:
        last = max(covered)
        follows = words[last + 1] if last + 1 < len(words) else None
        if not words[last].heads and (last > 0 or follows is None or follows.name is None):
            return None
    if clue.role:
        roles = {place for place, word in enumerate(words) if word.roles and place > min(covered)}
        if not roles:
            return None
        covered |= roles
    return frozenset(covered)
