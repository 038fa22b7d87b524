"""Actions that are a text: a question to the Council, a note for the results.

In: the line and its words. Out: what stands before the text, and the order.
"""

import re
from collections.abc import Sequence

from tally.orders.meaning import Doubt, Order, Why
from tally.orders.phrasebook import Clue, Phrase, Phrasebook
from tally.orders.sender import Sender
from tally.orders.words import Word

__all__ = ["cut_text"]

_BEGINS = re.compile(r"[:«“\"\n]|\s[-–—]\s")
_ANSWER = re.compile(r"[\s,.;(—–-]*\bответ\w*\W+(?P<answer>да|нет|отказ)\w*\W*$", re.IGNORECASE)
_ANSWERS = {"да": "yes", "нет": "no", "отказ": "refused"}
_QUOTES = (("«", "»"), ("“", "”"), ("„", "“"), ('"', '"'), ("'", "'"))
_NEAR = 3


def cut_text(
    text: str, words: Sequence[Word], book: Phrasebook, sender: Sender
) -> tuple[list[Word], Order] | Doubt | None:
    """The words before the text and the order with it; a doubt where the text is missing; None: no such action."""
    for action, phrase in book.actions.items():
        if phrase.text is None or action not in _may_send(sender):
            continue
        for clue in phrase.clues:
            places = _first_places(words, clue)
            if places is None:
                continue
            written, answer = _text(text, words, max(places), phrase)
            if not written:
                return Doubt(Why.NO_TEXT, (action,))
            return list(words[: min(places)]), Order(action, text=written, answer=answer)
    return None


def _may_send(sender: Sender) -> frozenset[str]:
    return sender.own | frozenset(action for actions in sender.copies.values() for action in actions)


def _first_places(words: Sequence[Word], clue: Clue) -> list[int] | None:
    """Where the clue's words first stand, near each other."""
    places: list[int] = []
    for element in clue.elements:
        place = next((at for at, word in enumerate(words) if word.now & element), None)
        if place is None:
            return None
        places.append(place)
    return places if max(places) - min(places) <= _NEAR else None


def _text(text: str, words: Sequence[Word], last: int, phrase: Phrase) -> tuple[str, str | None]:
    """What follows the clue, without «вопрос:» and quotation marks; the host's answer apart."""
    start = words[last].end
    for word in words[last + 1 :]:
        if _BEGINS.search(text[start : word.start]) or not word.now & (phrase.text or frozenset()):
            break
        start = word.end
    written, answer = text[start:], None
    found = _ANSWER.search(written) if phrase.answer else None
    if found is not None:
        written, answer = written[: found.start()], _ANSWERS[found["answer"].casefold()]
    return _unquoted(written.lstrip(" \t\n:.,;-–—")), answer


def _unquoted(text: str) -> str:
    bare = text.strip()
    for opening, closing in _QUOTES:
        inner = bare.rstrip(".")
        if len(inner) > 1 and inner.startswith(opening) and inner.endswith(closing):
            return inner[1:-1].strip()
    return bare
