"""The forms of the words of the phrase tables: made once with pymorphy3 and kept in forms.json beside this module.

`python -m tally.orders.forms` makes them anew after a change of a table. Whoever reads lines loads only the JSON.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from pymorphy3.analyzer import Parse

__all__ = ["FORMS_FILE", "PHRASES", "is_adjective", "is_mere_particle", "is_word", "make_forms", "read_tables"]

PHRASES = Path(__file__).parent / "phrases"
FORMS_FILE = Path(__file__).parent / "forms.json"

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
# who orders says «лечу», «лечим», «пусть лечит», «вылечите», «лечить»; «лечишь» is said of another
_ORDERING = ({"1per"}, {"3per"}, {"impr"}, {"INFN"})


@cache
def _morph() -> "MorphAnalyzer":
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


def read_tables() -> Mapping[str, Mapping[str, Any]]:
    """The phrase tables by name, as they stand in the TOML files."""
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(PHRASES.glob("*.toml"))}


def make_forms() -> dict[str, dict[str, list[str]]]:
    """Word of a table → its forms: `now` those that order, `past` those that tell. Loads the dictionary."""
    made = {}
    for word in sorted(set(_words(read_tables()))):
        now, past = _forms(word)
        made[word] = {"now": sorted(now), "past": sorted(past - now)}
    return made


def is_mere_particle(word: str) -> bool:
    """Whether a word that no table has can be no name and no order: an adverb, a conjunction, an interjection, a
    short adjective."""
    parses = _morph().parse(word.casefold())
    known = _morph().word_is_known(word.casefold())
    return known and all(
        parse.tag.POS in ("ADVB", "PRCL", "CONJ", "INTJ", "PREP", "GRND", "ADJS", "PRTS", "COMP", "PRED")
        for parse in parses
    )


def is_adjective(word: str) -> bool:
    """Whether a word is nothing but an adjective or a participle: «подозрительного», «чист»."""
    parses = _morph().parse(word.casefold())
    return bool(_morph().word_is_known(word.casefold())) and all(
        parse.tag.POS in ("ADJF", "ADJS", "PRTF", "PRTS") and "Apro" not in parse.tag and "Anum" not in parse.tag
        for parse in parses
    )


def is_word(text: str) -> bool:
    """Whether the dictionary has it."""
    return bool(_morph().word_is_known(text.casefold()))


def _words(tables: object) -> Iterator[str]:
    """All Russian words in the strings of the tables; the ids of actions and roles are their keys."""
    if isinstance(tables, Mapping):
        for key, value in tables.items():
            yield from _words(value) if key != "extends" else ()
    elif isinstance(tables, list):
        for value in tables:
            yield from _words(value)
    elif isinstance(tables, str):
        # «@kill» and «{role}» are no words
        yield from (word for word in _WORD.findall(tables) if not word.isascii() or tables.isalpha())


def _forms(word: str) -> tuple[set[str], set[str]]:
    now, past = {word}, set[str]()
    for parse in _own_parses(word):
        for form in parse.lexeme:
            if parse.tag.POS != "INFN":
                if form.tag.POS == parse.tag.POS and _same_participle(form, parse):
                    now.add(form.word)
            elif "past" in form.tag and form.tag.POS == "VERB":
                past.add(form.word)
            elif form.tag.POS in ("VERB", "INFN") and any(wanted <= set(_marks(form)) for wanted in _ORDERING):
                now.add(form.word)
    return {_plain(form) for form in now}, {_plain(form) for form in past}


def _own_parses(word: str) -> list["Parse"]:
    """The readings in which the word is the dictionary form; of a word that no dictionary has, the likeliest."""
    plain = _plain(word)
    known = _morph().word_is_known(word)
    found = [
        parse
        for parse in _morph().parse(word)
        if _plain(parse.normal_form) == plain or (parse.tag.POS == "PRTF" and {"masc", "nomn"} <= parse.tag.grammemes)
    ]
    if not known:
        found = found[:1] if len(plain) > 2 else []
    return [parse for parse in found if parse.tag.POS in ("INFN", "NOUN", "ADJF", "PRTF", "NUMR", "NPRO")]


def _same_participle(form: "Parse", parse: "Parse") -> bool:
    return parse.tag.POS != "PRTF" or (form.tag.voice, form.tag.tense) == (parse.tag.voice, parse.tag.tense)


def _marks(form: "Parse") -> Iterable[str]:
    tag = form.tag
    return (mark for mark in (tag.POS, tag.person, tag.mood) if mark)


def _plain(word: str) -> str:
    return word.casefold().replace("ё", "е")


if __name__ == "__main__":
    each_on_a_line = (json.dumps({word: forms}, ensure_ascii=False)[1:-1] for word, forms in make_forms().items())
    FORMS_FILE.write_text("{\n" + ",\n".join(each_on_a_line) + "\n}\n", encoding="utf-8")
