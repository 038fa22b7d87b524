"""Finds in a text what may tell an action or a role: the words of the game's actions and roles in any Russian form, and
those of telling_words.toml.

In: a ruleset's id, a text. Out: the words as they stand there, in their order. A hint for the host, no judgement.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tally.orders.phrasebook import Phrasebook, load_phrasebook

__all__ = ["role_words", "telling_words"]

_WORDS_FILE = Path(__file__).with_name("telling_words.toml")
_WORD = re.compile(r"[^\W\d_]+(?:[-./][^\W\d_]+)*\.?")
_SIGNS = ".-/"


def telling_words(ruleset: str, text: str) -> tuple[str, ...]:
    """The words that may tell where somebody sent his action, or who he is."""
    book = load_phrasebook(ruleset)
    actions = _action_words(ruleset)
    common = _common_forms()
    found = []
    for word in _WORD.findall(text):
        plain = _plain(word)
        said = book.said(plain.strip(_SIGNS))
        if (said.now | said.past) & actions or plain in common or plain.strip(_SIGNS) in common:
            found.append(word.rstrip("."))
    return tuple(dict.fromkeys([*found, *_named_roles(book, text)]))


def role_words(ruleset: str, text: str) -> tuple[str, ...]:
    """The names of the game's roles in the text."""
    return tuple(dict.fromkeys(_named_roles(load_phrasebook(ruleset), text)))


def _named_roles(book: Phrasebook, text: str) -> Iterator[str]:
    words = [word.rstrip(".") for word in _WORD.findall(text)]
    said = [book.said(_plain(word)).now for word in words]
    place = 0
    while place < len(words):
        length = next((len(name) for name, _role in book.roles if _stands_at(name, said, place)), 0)
        if length:
            yield " ".join(words[place : place + length])
        place += length or 1


def _stands_at(name: tuple[str, ...], said: list[frozenset[str]], place: int) -> bool:
    here = said[place : place + len(name)]
    return len(here) == len(name) and all(word in forms for word, forms in zip(name, here, strict=True))


@cache
def _action_words(ruleset: str) -> frozenset[str]:
    """The dictionary words that stand for an action by themselves."""
    clues = (clue for phrase in load_phrasebook(ruleset).actions.values() for clue in phrase.clues)
    return frozenset(word for clue in clues if len(clue.elements) == 1 for word in clue.elements[0])


@cache
def _common_forms() -> frozenset[str]:
    lists = tomllib.loads(_WORDS_FILE.read_text(encoding="utf-8"))
    written = {_plain(word).strip(_SIGNS) for word in lists.pop("as_written")}
    # loaded here, since it takes longer than all else
    import pymorphy3

    morph = pymorphy3.MorphAnalyzer()
    forms = set(written)
    for word in (word for words in lists.values() for word in words):
        own = next((parse for parse in morph.parse(word) if parse.normal_form == word), None)
        forms |= {_plain(word)} if own is None else {_plain(form.word) for form in own.lexeme}
    return frozenset(forms)


def _plain(word: str) -> str:
    return word.casefold().replace("ё", "е")
