"""The tables of an index: every key under which a name of the roster can be met, with the grade it then has.

Needs the Russian dictionary (through `forms`); made once for each state of the roster. What only a text in Russian
letters asks for, the ways to write a Latin name in them, is the most of the work and is added when the first one comes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from tally.names.folding import Script, fold, looks, parts, script, signs, sounds, spelt, squeeze, words
from tally.names.forms import (
    is_declined,
    is_descriptive,
    is_ordinary_word,
    is_preposition,
    may_be_ordinary_word,
    name_forms,
    word_forms,
)
from tally.names.index import Seat
from tally.names.keys import Entry, Table
from tally.names.match import Grade
from tally.names.renditions import cyrillic_renditions, phrase_renditions

__all__ = ["add_renditions", "make_tables"]

_NUMBERING = "0123456789_-. "
_SHORTEST_WORD = 3
_SHORT_FORM = 4


def make_tables(
    seats: tuple[Seat, ...],
) -> tuple[dict[str, Table], tuple[tuple[str, bool], ...]]:
    """Tables by name, and the spellings that their entries number, each with: is it made of ordinary words?"""
    made = _Tables()
    for number, (seat, spelling, grade) in enumerate(_spellings(seats)):
        made.add_name(seat, number, spelling, grade)
    return made.done(), tuple(made.spellings)


def add_renditions(seats: tuple[Seat, ...], tables: dict[str, Table]) -> dict[str, Table]:
    """The same tables with the keys of Latin names as they are written in Russian letters."""
    made = _Tables(tables)
    for number, (seat, spelling, _grade) in enumerate(_spellings(seats)):
        made.add_renditions(seat, number, spelling)
    return made.done()


def _spellings(seats: tuple[Seat, ...]) -> Iterator[tuple[int, str, Grade]]:
    """Every name, with the number of its seat and the grade of the name itself: ALIAS for one that the host gave."""
    for number, seat in enumerate(seats):
        yield from ((number, spelling, Grade.FOLDED) for spelling in dict.fromkeys((seat.name, *seat.former)))
        yield from ((number, alias, Grade.ALIAS) for alias in dict.fromkeys(seat.aliases))


class _Tables:
    def __init__(self, tables: Mapping[str, Table] | None = None) -> None:
        self.spellings: list[tuple[str, bool]] = []
        names = ("raw", "signs", "fold", "looks", "sounds", "word fold", "word looks", "word sounds", "small")
        self._tables: dict[str, defaultdict[str, dict[Entry, None]]] = {name: defaultdict(dict) for name in names}
        for name, table in (tables or {}).items():
            self._tables[name].update((key, dict.fromkeys(entries)) for key, entries in table.items())

    def done(self) -> dict[str, Table]:
        return {
            name: {key: tuple(entries) for key, entries in table.items() if key} for name, table in self._tables.items()
        }

    def add_name(self, seat: int, number: int, spelling: str, folded: Grade) -> None:
        """The keys of one name but for its renditions; `folded` is the grade of the name itself."""
        spoken = words(spelling)
        self.spellings.append((spelling, bool(spoken) and all(_is_common(word) for word in spoken)))
        exact = Grade.EXACT if folded is Grade.FOLDED else folded
        self._put("raw", squeeze(spelling), (seat, exact, number))
        self._put("signs", signs(spelling), (seat, folded, number))
        self._put("fold", fold(spelling), (seat, folded, number))
        self._alike("looks", spelling, (seat, Grade.LOOKALIKE, number))
        for form in name_forms(spoken):
            self._put("fold", fold("".join(form)), (seat, Grade.INFLECTED, number))
            self._alike("looks", "".join(form), (seat, Grade.INFLECTED, number))
            if len(form) == 1 and is_ordinary_word(form[0]) and not is_declined(spoken[0]):
                # «эхом» is hardly Эх
                self._put_small(form[0], seat, number)
            if script(spelling) is Script.LATIN:
                self._look_small("".join(form), seat, number)
        if script(spelling) is Script.LATIN:
            self._look_small(spelling, seat, number)
        self._add_sounds("sounds", spoken, seat, number, Grade.TRANSLITERATED, Grade.INFLECTED)
        for part, grade in _named_parts(spelling):
            self._add_word(seat, number, part, grade)

    def add_renditions(self, seat: int, number: int, spelling: str) -> None:
        """The keys of a Latin name, and of its words, as they sound in Russian letters."""
        self._add_heard("sounds", words(spelling), seat, number, Grade.TRANSLITERATED, Grade.INFLECTED)
        for part, grade in _named_parts(spelling):
            self._add_heard("word sounds", (part,), seat, number, grade, grade)

    def _add_word(self, seat: int, number: int, part: str, grade: Grade) -> None:
        entry = (seat, grade, number)
        self._put("word fold", fold(part), entry)
        self._alike("word looks", part, entry)
        for form in word_forms(part):
            self._put("word fold", fold(form), entry)
            self._alike("word looks", form, entry)
        self._add_sounds("word sounds", (part,), seat, number, grade, grade)

    # A key begins with the letter of the name's own alphabet: it is asked for by texts of the other one only.

    def _add_sounds(
        self, table: str, spoken: tuple[str, ...], seat: int, number: int, plain: Grade, inflected: Grade
    ) -> None:
        """A Cyrillic name for texts in Latin letters."""
        name = "".join(spoken)
        if script(name) in (Script.CYRILLIC, Script.MIXED):
            self._put(table, "c" + sounds(name), (seat, plain, number))
            for form in name_forms(spoken):
                self._put(table, "c" + sounds("".join(form)), (seat, inflected, number))

    def _add_heard(
        self, table: str, spoken: tuple[str, ...], seat: int, number: int, plain: Grade, inflected: Grade
    ) -> None:
        """A Latin name for texts in Russian letters, which spell it in many ways and put endings to it."""
        name = "".join(spoken)
        if script(name) not in (Script.LATIN, Script.MIXED):
            return
        self._put(table, "l" + sounds(name), (seat, plain, number))
        renditions = phrase_renditions(spoken) if len(spoken) > 1 else tuple((r,) for r in cyrillic_renditions(name))
        for place, rendition in enumerate(renditions):
            if place and len(name) < 5 and len(rendition) == 1 and is_ordinary_word(rendition[0]):
                # Puss is hardly «пас»; the first, Maska as «маска», is what one writes
                for word in (rendition[0], *word_forms(rendition[0])):
                    self._put_small(word, seat, number)
                continue
            self._put(table, "l" + sounds("".join(rendition)), (seat, plain, number))
            if place and may_be_ordinary_word("".join(rendition)):
                self._put_small("".join(rendition), seat, number)
            for form in name_forms(rendition):
                # «в аду» is hardly Ada
                ordinary_length = len("".join(form)) <= _SHORT_FORM
                ordinary = ordinary_length and is_ordinary_word("".join(form))
                grade = Grade.PREFIX if ordinary else inflected
                self._put(table, "l" + sounds("".join(form)), (seat, grade, number))
                likely = not place and table == "sounds" and not ordinary_length
                if not likely and may_be_ordinary_word("".join(form)):
                    self._put_small("".join(form), seat, number)

    def _put_small(self, word: str, seat: int, number: int) -> None:
        """A word that, written small, is no name: «аду», «мазка»; with a capital it may be Ada, Maska."""
        self._put("small", fold(word), (seat, Grade.PREFIX, number))

    def _look_small(self, spelling: str, seat: int, number: int) -> None:
        """«мах» that looks like Max."""
        seen = looks(spelling)
        if seen != fold(spelling) and is_ordinary_word(seen):
            self._put_small(seen, seat, number)

    def _alike(self, table: str, text: str, entry: Entry) -> None:
        self._put(table, looks(text), entry)
        self._put(table, "э" + spelt(text), entry)

    def _put(self, table: str, key: str, entry: Entry) -> None:
        self._tables[table][key][entry] = None


def _named_parts(spelling: str) -> Iterator[tuple[str, Grade]]:
    """What of a nick may stand for the whole, with its grade."""
    spoken = words(spelling)
    inner = set(_behind_preposition(spoken))
    found = [part for part in parts(spelling) if part not in inner or script(part) is Script.LATIN]
    bare = spelling.strip(_NUMBERING)
    if len(spoken) > 2 and bare != spelling:
        found.append(bare)
    for part in found:
        if fold(part) != fold(spelling) and _is_long_enough(part) and not is_preposition(part):
            # «Злой» alone is how one speaks of anybody; «306» is a number; «nom» is hardly Om of the Nom
            less = is_descriptive(part) or not part[0].isalpha() or len(part) < _SHORTEST_WORD or part in inner
            yield part, Grade.WORD if not less else _part_grade(part, spelling)


def _part_grade(part: str, spelling: str) -> Grade:
    return Grade.PREFIX if fold(spelling).startswith(fold(part)) else Grade.PART


def _is_long_enough(part: str) -> bool:
    """«CF» of CF Riot is what he is called; two Russian letters are too often a word."""
    return len(part) >= _SHORTEST_WORD or (len(part) == _SHORTEST_WORD - 1 and part.isascii() and part.isalpha())


def _behind_preposition(spoken: tuple[str, ...]) -> tuple[str, ...]:
    """«тумане» of Ёжик в тумане: nobody is called so."""
    first = next((place for place, word in enumerate(spoken) if place and is_preposition(word)), len(spoken))
    return spoken[first + 1 :]


def _is_common(word: str) -> bool:
    return is_ordinary_word(word) or len(fold(word)) < _SHORTEST_WORD or fold(word).isdigit()
