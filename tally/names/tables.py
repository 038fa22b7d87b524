"""The tables of an index: every key under which a name of the roster can be met, with the grade it then has.

Needs the Russian dictionary (through `forms`); made once for each state of the roster.
"""

from collections import defaultdict

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

__all__ = ["make_tables"]

_NUMBERING = "0123456789_-. "
_SHORTEST_WORD = 3
_SHORT_FORM = 4


def make_tables(
    seats: tuple[Seat, ...],
) -> tuple[dict[str, Table], tuple[tuple[str, bool], ...]]:
    """Tables by name, and the spellings that their entries number, each with: is it made of ordinary words?"""
    made = _Tables()
    for number, seat in enumerate(seats):
        for spelling in dict.fromkeys((seat.name, *seat.former)):
            made.add_name(number, spelling, Grade.FOLDED)
        for alias in dict.fromkeys(seat.aliases):
            made.add_name(number, alias, Grade.ALIAS)
    return made.done(), tuple(made.spellings)


class _Tables:
    def __init__(self) -> None:
        self.spellings: list[tuple[str, bool]] = []
        names = ("raw", "signs", "fold", "looks", "sounds", "word fold", "word looks", "word sounds", "small")
        self._tables: dict[str, defaultdict[str, dict[Entry, None]]] = {name: defaultdict(dict) for name in names}

    def done(self) -> dict[str, Table]:
        return {
            name: {key: tuple(entries) for key, entries in table.items() if key} for name, table in self._tables.items()
        }

    def add_name(self, seat: int, spelling: str, folded: Grade) -> None:
        """All keys of one name; `folded` is the grade of the name itself: FOLDED, or ALIAS for a name the host gave."""
        spoken = words(spelling)
        number = len(self.spellings)
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
        inner = set(_behind_preposition(spoken))
        for part in parts(spelling):
            if fold(part) != fold(spelling) and part not in inner:
                self._add_word(seat, number, part)
        bare = spelling.strip(_NUMBERING)
        if len(spoken) > 2 and bare != spelling and fold(bare) != fold(spelling):
            self._add_word(seat, number, bare)

    def _add_word(self, seat: int, number: int, part: str) -> None:
        if len(part) < _SHORTEST_WORD or is_preposition(part):
            return
        # «Злой» alone is how one speaks of anybody; «306» is a number
        grade = Grade.PREFIX if is_descriptive(part) or not part[0].isalpha() else Grade.WORD
        entry = (seat, grade, number)
        self._put("word fold", fold(part), entry)
        self._alike("word looks", part, entry)
        for form in word_forms(part):
            self._put("word fold", fold(form), entry)
            self._alike("word looks", form, entry)
        self._add_sounds("word sounds", (part,), seat, number, grade, grade)

    def _add_sounds(
        self, table: str, spoken: tuple[str, ...], seat: int, number: int, plain: Grade, inflected: Grade
    ) -> None:
        """Under the letter of the name's own alphabet: it is asked for by texts of the other one only."""
        name = "".join(spoken)
        kind = script(name)
        if kind in (Script.CYRILLIC, Script.MIXED):
            self._put(table, "c" + sounds(name), (seat, plain, number))
            for form in name_forms(spoken):
                self._put(table, "c" + sounds("".join(form)), (seat, inflected, number))
        if kind in (Script.LATIN, Script.MIXED):
            self._put(table, "l" + sounds(name), (seat, plain, number))
            renditions = (
                phrase_renditions(spoken) if len(spoken) > 1 else tuple((r,) for r in cyrillic_renditions(name))
            )
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


def _behind_preposition(spoken: tuple[str, ...]) -> tuple[str, ...]:
    """«тумане» of Ёжик в тумане: nobody is called so."""
    first = next((place for place, word in enumerate(spoken) if place and is_preposition(word)), len(spoken))
    return spoken[first + 1 :]


def _is_common(word: str) -> bool:
    return is_ordinary_word(word) or len(fold(word)) < _SHORTEST_WORD or fold(word).isdigit()
