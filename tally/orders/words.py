"""A line taken apart: its words with what each may be, in clauses and sentences.

In: the text, the phrasebook, the names of the game. Out: `Word`s; a name of several words is one of them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tally.names import NameIndex, Place
from tally.orders.phrasebook import Phrasebook

__all__ = ["Word", "take_apart"]

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_CLAUSE_END = re.compile(r"[,.;!?…()\n|]|\s[-–—]+(?=\s)|[–—]|->|→|=>|:")
_SENTENCE_END = re.compile(r"[.;!?…\n]")
_HEADS = re.compile(r"\s*(?::(?![)(DPР])|[-–—=]|→|->)")
_AND = ("+", "&")
_SHORTENED = frozenset({"доп", "общ", "осн", "нд", "ком", "маф", "ман", "журн", "дет", "пров"})
_OR = "/"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line, `start` to `end`. `now`, `past`: the table's words of which it is a form; `kinds`: what they
    are for («filler», «not», …); `name`: whose name it may be; `roles`: roles that it names.

    `clause`, `sentence`: the number of its own; `heads`: a colon or a dash follows; `asks`: its sentence is a question;
    `joined`: how it is joined to the word before it, where a sign does that («and», «or»).
    """

    text: str
    start: int
    end: int
    now: frozenset[str] = frozenset()
    past: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    name: Place | None = None
    roles: tuple[str, ...] = ()
    in_role: bool = False
    clause: int = 0
    sentence: int = 0
    heads: bool = False
    asks: bool = False
    joined: str = ""
    half: str | None = None

    def is_a(self, kind: str) -> bool:
        return kind in self.kinds


def take_apart(text: str, book: Phrasebook, names: NameIndex) -> tuple[Word, ...]:
    """The words of a line in order."""
    plain = _with_roles(tuple(_plain_words(text, book)), book)
    found = _with_names(plain, names.find(text), text)
    return tuple(_placed(found, text))


def _plain_words(text: str, book: Phrasebook) -> Iterator[Word]:
    for token in _WORD.finditer(text):
        said = book.said(token[0])
        kinds = {kind for kind, words in book.words.items() if (said.now | said.past) & words}
        half = next((half for half, words in book.halves.items() if half != "half" and said.now & words), None)
        if said.now & book.halves["half"]:
            kinds.add("half")
        if said.now & book.copy:
            kinds.add("copy")
        if token[0].isdigit() and not said.now:
            kinds.add("number")
        yield Word(token[0], *token.span(), said.now, said.past, frozenset(kinds), half=half)


def _with_roles(words: tuple[Word, ...], book: Phrasebook) -> tuple[Word, ...]:
    """Roles are put to the first of their words; the longest name of a role wins."""
    done = list(words)
    for place, _word in enumerate(words):
        if done[place].in_role:
            continue
        length = 0
        for name, role in book.roles:
            here = words[place : place + len(name)]
            if len(here) < max(len(name), length) or not all(
                each in word.now for each, word in zip(name, here, strict=True)
            ):
                continue
            length = len(name)
            if role not in done[place].roles:
                done[place] = replace(done[place], roles=(*done[place].roles, role), in_role=True)
        for rest in range(place + 1, place + length):
            done[rest] = replace(done[rest], in_role=True)
    return tuple(done)


def _with_names(words: Sequence[Word], places: Sequence[Place], text: str) -> list[Word]:
    """The words of a name become one; a word that both is of the tables and may be a nick is a nick only when it is
    written as one."""
    starts: Mapping[int, Place] = {place.start: place for place in places}
    found: list[Word] = []
    inside = 0
    for word in words:
        if word.start < inside:
            continue
        place = starts.get(word.start)
        if place is None:
            found.append(word)
            continue
        common = bool(word.now or word.past) and place.end <= word.end and (place.common or word.text.islower())
        if common and word.kinds:
            found.append(word)
            continue
        inside = place.end
        keep_roles = word.roles if place.end <= word.end else ()
        found.append(
            Word(text[place.start : place.end], place.start, place.end, word.now, name=place, roles=keep_roles)
        )
    # a nick of signs alone stands between the words
    found += [
        Word(text[place.start : place.end], place.start, place.end, name=place)
        for place in places
        if not any(word.start <= place.start < word.end for word in found)
    ]
    return sorted(found, key=lambda word: word.start)


def _gap(text: str, word: Word, end: int) -> str:
    """What stands behind a word; the point of an abbreviation («доп.») ends nothing."""
    gap = text[word.end : end]
    return gap[1:] if gap.startswith(".") and word.text.casefold() in _SHORTENED else gap


def _placed(words: Sequence[Word], text: str) -> Iterator[Word]:
    if not words:
        return
    clause = sentence = 0
    ends = [*(word.start for word in words[1:]), len(text)]
    gaps = [_gap(text, word, end) for word, end in zip(words, ends, strict=True)]
    numbers: list[tuple[int, int]] = []
    for gap in gaps:
        numbers.append((clause, sentence))
        if _SENTENCE_END.search(gap):
            sentence += 1
        if _CLAUSE_END.search(gap):
            clause += 1
    asking = {number[1] for number, gap in zip(numbers, gaps, strict=True) if "?" in gap}
    for place, (word, (its_clause, its_sentence)) in enumerate(zip(words, numbers, strict=True)):
        before = gaps[place - 1].strip() if place else ""
        yield replace(
            word,
            clause=its_clause,
            sentence=its_sentence,
            heads=bool(_HEADS.match(gaps[place])),
            asks=its_sentence in asking,
            joined="or" if before == _OR else "and" if before in _AND else "",
        )
