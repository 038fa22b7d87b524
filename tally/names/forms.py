"""The case forms of a nick, made from the nick: «Васю», «Тихого Омута», «Jester'а». Never from what somebody wrote.

Words of the dictionary and names by pymorphy3, loaded when first needed; all others by the endings of their kind.
"""

import itertools
from functools import cache
from typing import TYPE_CHECKING

from tally.names.folding import Script, script

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from pymorphy3.analyzer import Parse

__all__ = [
    "is_declined",
    "is_descriptive",
    "is_ordinary_word",
    "is_preposition",
    "is_same_word",
    "may_be_ordinary_word",
    "name_forms",
    "word_forms",
]

_NAMING = frozenset({"NOUN", "ADJF", "PRTF", "NUMR"})
_PROPER = ("Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Init", "Abbr")
_OF_ANOTHER_WORD = ("Supr", "actv", "pssv", "pres", "past")  # «злейший», «ведомый» are not cases of Злой, Ведущий
_HUSHING = "гкхжчшщ"


@cache
def _morph() -> "MorphAnalyzer":
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


@cache
def is_ordinary_word(word: str) -> bool:
    """Is this a word of the Russian dictionary that is nobody's name? (`word` in any case form)"""
    if script(word) is not Script.CYRILLIC:
        return False
    morph = _morph()
    small = word.casefold()
    return bool(morph.word_is_known(small)) and not any(
        mark in parse.tag for parse in morph.parse(small) for mark in _PROPER
    )


@cache
def is_declined(word: str) -> bool:
    """Has the Russian dictionary the cases of this word? Those of others are made by their endings."""
    return script(word) is Script.CYRILLIC and bool(_known_forms(word.casefold()))


@cache
def may_be_ordinary_word(word: str) -> bool:
    """Is this, among other things, a word that is nobody's name? «Аду» is Ада and the hell."""
    if script(word) is not Script.CYRILLIC:
        return False
    morph, small = _morph(), word.casefold()
    return bool(morph.word_is_known(small)) and any(
        not any(mark in parse.tag for mark in _PROPER) for parse in morph.parse(small)
    )


@cache
def is_same_word(one: str, other: str) -> bool:
    """Are both forms of one word of the dictionary, in any gender or number («рыжая», «рыжий»)?"""
    if script(one) is not Script.CYRILLIC or script(other) is not Script.CYRILLIC or one[:2] != other[:2]:
        return False
    morph = _morph()
    if not (morph.word_is_known(one) and morph.word_is_known(other)):
        return False
    return bool(morph.parse(one)[0].normal_form == morph.parse(other)[0].normal_form)


@cache
def word_forms(word: str) -> tuple[str, ...]:
    """The other cases of one word taken as a name in the nominative, small letters; singular where it is singular."""
    kind = script(word)
    small = word.casefold()
    if kind is Script.LATIN or (kind is Script.MIXED and small[-1].isascii()):
        return _latin_forms(small)
    if kind is Script.NONE:
        return ()
    known = _known_forms(small) if kind is Script.CYRILLIC else frozenset()
    return tuple(sorted((known or frozenset(_by_ending(small))) - {small}))


def _known_forms(small: str) -> frozenset[str]:
    morph = _morph()
    if not morph.word_is_known(small):
        return frozenset()
    forms: set[str] = set()
    for parse in morph.parse(small):
        tag = parse.tag
        if tag.POS not in _NAMING or "nomn" not in tag:
            continue
        forms.update(form.word for form in parse.lexeme if _same_but_case(form, parse))
    return frozenset(form.replace("ё", "е") for form in forms) | frozenset(forms)


def _same_but_case(form: "Parse", name: "Parse") -> bool:
    tag, of = form.tag, name.tag
    return (
        tag.number == of.number
        and tag.case is not None
        and "voct" not in tag  # «Вась» is spoken to somebody, and is as short as a chance
        and (tag.gender == of.gender or of.number == "plur")
        and tag.POS == of.POS
        and all((mark in tag) == (mark in of) for mark in _OF_ANOTHER_WORD)
    )


def _by_ending(small: str) -> tuple[str, ...]:
    """The forms of a word that no dictionary has, by its last letters."""
    stem, last = small[:-1], small[-1]
    if len(small) < 2:
        return ()
    if small.endswith(("ый", "ой")) and len(small) > 3:
        return tuple(small[:-2] + end for end in ("ого", "ому", "ым", "ом"))
    if small.endswith("ий") and len(small) > 3 and small[-3] in _HUSHING:
        return tuple(small[:-2] + end for end in ("ого", "ому", "им", "ом", "его", "ему", "ем", "ия", "ию", "ием"))
    if small.endswith("ий"):
        return tuple(small[:-2] + end for end in ("ия", "ию", "ием", "ии", "его", "ему", "им", "ем"))
    if small.endswith("ия"):
        return tuple(stem + end for end in ("и", "ю", "ей", "ею"))
    if small.endswith("ая"):
        return tuple(small[:-2] + end for end in ("ой", "ую", "аи", "аю", "аей"))
    if last == "а":
        return tuple(stem + end for end in ("и" if stem[-1] in _HUSHING else "ы", "е", "у", "ой", "ою", "ей"))
    if last == "я":
        return tuple(stem + end for end in ("и", "е", "ю", "ей", "ею"))
    if last == "й":
        return tuple(stem + end for end in ("я", "ю", "ем", "е"))
    if last == "ь":
        return tuple(stem + end for end in ("я", "ю", "ем", "е", "и", "ью"))
    if last == "о":
        return tuple(stem + end for end in ("а", "у", "ом", "е"))
    if last in "еёиуыэю":
        return ()
    forms = tuple(small + end for end in ("а", "у", "ом", "ем", "е"))
    # Кролек: «Кролека» and «Кролька» are both written
    for fleeting in ("ек", "ок", "ец", "ёк"):
        if small.endswith(fleeting) and len(small) > 3:
            softened = small[:-2] + ("ь" if small[-3] == "л" and fleeting != "ок" else "") + small[-1]
            forms += tuple(softened + end for end in ("а", "у", "ом", "ем", "е"))
    return forms


def _latin_forms(small: str) -> tuple[str, ...]:
    """A Latin nick with a Russian ending put to it: «Jester'а», «Maskу», «Alex306-у» (signs are folded away later)."""
    if small[-1] in "aа" and len(small) > 2:
        return tuple(small[:-1] + end for end in ("у", "ы", "и", "е", "ой"))
    return tuple(small + end for end in ("а", "у", "ом", "ем", "е", "я", "ю"))


def name_forms(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The case forms of a whole nick, word by word: all words that stand before a preposition change together.

    «Тихий Омут» → «Тихого Омута»; «Ёжик в тумане» → «Ёжика в тумане»; where words may keep their form, both are given.
    """
    if not words:
        return ()
    head = next((i for i, word in enumerate(words) if i and is_preposition(word)), len(words))
    # digits and signs after the name stay: Вася2 → «Васю2»
    changing = [i for i in range(head) if script(words[i]) is not Script.NONE]
    if not changing:
        return (
            tuple((*words[:-1], words[-1] + end) for end in ("а", "у", "ом", "ем", "е")) if words[-1].isalnum() else ()
        )
    made: dict[tuple[str, ...], None] = {}
    for group in {tuple(changing), tuple(changing[:1]), tuple(changing[-1:])}:
        options = [word_forms(words[i]) or (words[i],) for i in group]
        for choice in itertools.islice(itertools.product(*options), 400):
            if len(group) > 1 and not _agree(tuple(words[i] for i in group), choice):
                continue
            changed = list(words)
            for i, form in zip(group, choice, strict=True):
                changed[i] = form
            made[tuple(changed)] = None
    if script(words[-1]) is Script.NONE and words[-1].isalnum():
        made.update(dict.fromkeys((*words[:-1], words[-1] + end) for end in ("а", "у", "ом", "ем", "е")))
    made.pop(words, None)
    return tuple(made)


@cache
def is_descriptive(word: str) -> bool:
    """Is this an adjective or another word that names nobody by itself?"""
    if script(word) is not Script.CYRILLIC or not _morph().word_is_known(word.casefold()):
        return False
    return all(parse.tag.POS not in ("NOUN", None) for parse in _morph().parse(word.casefold()))


@cache
def is_preposition(word: str) -> bool:
    """Does what follows this word in a nick keep its form («Ёжик в тумане»)?"""
    if script(word) is not Script.CYRILLIC:
        return word.casefold() in ("of", "in", "the", "from", "de", "von")
    return any(parse.tag.POS in ("PREP", "CONJ") for parse in _morph().parse(word.casefold())[:1])


_CASE_ENDINGS = (
    ("ого", "его", "а", "я", "ы", "и", "ой", "ей", "ых", "их"),  # of whom; whom
    ("ому", "ему", "у", "ю", "е", "и", "ой", "ей", "ым", "им"),  # to whom
    ("ую", "юю", "у", "ю", "ого", "его", "а", "я"),  # whom
    ("ым", "им", "ом", "ем", "ой", "ей", "ою", "ею", "ью", "ыми", "ими", "ами", "ями"),  # by whom
    ("ом", "ем", "е", "и", "ой", "ей", "у"),  # about whom
)


def _agree(names: tuple[str, ...], choice: tuple[str, ...]) -> bool:
    """May these forms stand together? Each changed word has an ending of one and the same case."""
    changed = [form for name, form in zip(names, choice, strict=True) if form != name.casefold()]
    return any(all(form.endswith(endings) for form in changed) for endings in _CASE_ENDINGS)
