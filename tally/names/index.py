"""The index of a game's names: built once for a state of the roster, asked for every mark.

Tables of keys (see `folding`) → the names that have them; a text is looked up under its own keys, and only where that
gives nothing is it compared by letters. All answers are remembered, and index and answers have a JSON form.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tally.names.folding import Script, fold, looks, script, signs, sounds, squeeze
from tally.names.keys import Entry, OrderedKeys, Table
from tally.names.match import Candidate, Grade, Match, Status

__all__ = ["NameIndex", "Place", "Seat"]

LONGEST_NAME = 80
"""Characters beyond which no text is a name: nicks have at most 40, decorated twice that."""

MOST_PLACES = 12
"""Names that are looked for in one text: where there are more, it is a list of players and no vote."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in the game: its name now, the names it had or is played under, and what else the host says it is called.

    Hosts stand in the index too (`host`), so that a vote for one is not taken for a player with a similar name.
    """

    name: str
    former: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    host: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A name found in a longer text, `text[start:end]`. `common`: as written it may as well be an ordinary word."""

    start: int
    end: int
    match: Match
    common: bool


_Keys = tuple[str, str, str, bool]  # of a word in a text: folded, as it looks, as it sounds; may a name begin so?
_STOPS = ".,!?…"
_TOKEN = re.compile(r"[^\W_]+")
_RUSSIAN = re.compile(r"[А-Яа-яЁё]")
_SIMPLE = re.compile(r"[a-zа-я0-9]+")


class NameIndex:
    """Names of one state of the roster. `build` makes it, `load` reads it back from its JSON form."""

    def __init__(
        self,
        seats: Iterable[Seat],
        tables: dict[str, Table],
        spellings: tuple[tuple[str, bool], ...],
        *,
        whole: bool = False,
    ) -> None:
        self.seats = tuple(seats)
        self._tables = tables
        # whether the tables have the Latin names in Russian letters too: boards in English never ask for them
        self._whole = whole or not any(script(text) in (Script.LATIN, Script.MIXED) for text, _common in spellings)
        self._spellings = spellings  # each with: is it an ordinary word?
        self._is_common = dict(spellings)
        self._ordered = OrderedKeys(tables)
        self._memo: dict[str, Match] = {}
        self._heads: dict[str, frozenset[str]] | None = None
        self._pieces: dict[str, Match | None] = {}
        self._token_keys: dict[str, _Keys] = {}
        self._most_tokens = max((len(_TOKEN.findall(text)) for text, _common in spellings), default=1) + 1

    @classmethod
    def build(cls, seats: Iterable[Seat]) -> "NameIndex":
        """Generate the keys of all names. Loads the Russian dictionary."""
        from tally.names.tables import make_tables

        ordered = tuple(seats)
        return cls(ordered, *make_tables(ordered))

    def is_host(self, name: str) -> bool:
        return any(seat.host and seat.name == name for seat in self.seats)

    # --- asking ---

    def match(self, text: str) -> Match:
        """Whom a text means that is nothing but a name. Never raises; the same text gives the same answer."""
        known = self._memo.get(text)
        if known is None:
            known = self._match(text)
            if len(text) <= LONGEST_NAME:
                self._memo[text] = known
        return known

    def _match(self, text: str) -> Match:
        if len(text) > LONGEST_NAME * 4:
            return Match(Status.UNKNOWN, ordinary=True)
        written = squeeze(text)
        if not written or len(written) > LONGEST_NAME:
            return Match(Status.UNKNOWN, ordinary=True)
        self._prepare_for(written)
        found = self._look_up(written, (fold(written), looks(written), sounds(written)), raw=True)
        if found is not None and found.grade is not Grade.WORD:
            return found
        from tally.names.guesses import beginnings, guess

        if found is not None and found.status is Status.MATCHED:
            others = self._as_match(beginnings(written, self._ordered)).candidates
            return replace(found, less=tuple(each for each in others if each.seat != found.seat))
        if found is not None:
            return found
        return guess(written, self._ordered, self._spellings, self._as_match)

    def _prepare_for(self, text: str) -> None:
        """Have the keys that a text with Russian letters asks for."""
        if self._whole or not _RUSSIAN.search(text):
            return
        from tally.names.tables import add_renditions

        self._tables = add_renditions(self.seats, self._tables)
        self._whole = True
        self._ordered = OrderedKeys(self._tables)
        self._heads = None
        self._pieces.clear()
        self._token_keys.clear()

    def _look_up(self, written: str, keys: tuple[str, str, str], *, raw: bool = False) -> Match | None:
        """The match of a text by its keys alone, without comparing letters."""
        folded = self._tables["fold"].get(keys[0], ())
        if raw and (exact := self._tables["raw"].get(written)):
            named = tuple(entry for entry in exact if entry[1] is Grade.EXACT)
            bare = written.rstrip(_STOPS)
            # «Кот!» is the nick Кот! or the nick Кот with an exclamation
            same = (entry for entry in folded if bare != written and self._spellings[entry[2]][0] == bare)
            return self._with_rivals((*(named or exact), *same), keys[0])
        if raw and (signed := self._tables["signs"].get(signs(written))):
            folded = (*signed, *(entry for entry in folded if entry[1] is Grade.INFLECTED))
        for grade in (Grade.FOLDED, Grade.ALIAS):
            named = tuple(entry for entry in folded if entry[1] is grade)
            if named:
                return self._with_rivals(named, keys[0])
        full, full_method = self._first(("fold", "looks", "sounds"), written, keys)
        word, word_method = self._first(("word fold", "word looks", "word sounds"), written, keys)
        full, word = (self._unless_small(entries, written, keys[0]) for entries in (full, word))
        if full and word and word_method < full_method:
            # «KOT» looks like Кот and is the very word of Kot Bayun
            return self._as_match((*full, *word))
        if full or word:
            return self._named_before_inflected(full or word)
        return None

    def _named_before_inflected(self, entries: tuple[Entry, ...]) -> Match:
        """«Анна» is Anna rather than a case of Ann."""
        named = tuple(entry for entry in entries if entry[1] is not Grade.INFLECTED)
        seats = {seat for seat, _grade, _spelling in named}
        match = self._as_match(named or entries)
        rivals = {entry[0]: entry for entry in entries if named and entry[0] not in seats}
        return Match(match.status, match.candidates, self._candidates(rivals.values()))

    def _first(
        self, tables: tuple[str, str, str], written: str, keys: tuple[str, str, str]
    ) -> tuple[tuple[Entry, ...], int]:
        """The entries of the first table that has this text, and the number of the method."""
        folded, looking, sounding = keys
        by_fold, by_looks, by_sounds = (self._tables[table] for table in tables)
        found = by_fold.get(folded, ())
        if found:
            return found, 0
        # э as е belongs to the looks of a word
        found = (*by_looks.get(looking, ()), *by_looks.get("э" + folded.replace("э", "е"), ()))
        if found and script(written) is Script.LATIN:
            # «alexa» is no «Alexа»: Russian endings are typed in Russian
            found = tuple(entry for entry in found if entry[1] is not Grade.INFLECTED)
        if found:
            return found, 1
        return self._sounding(by_sounds, sounding, written), 2

    def _sounding(self, table: Table, key: str, written: str) -> tuple[Entry, ...]:
        """Names of the *other* alphabet that sound so: within one alphabet, other letters are another name."""
        kind = script(written)
        of = {Script.CYRILLIC: "l", Script.LATIN: "c", Script.MIXED: "lc", Script.NONE: ""}[kind]
        return tuple(entry for letter in of for entry in table.get(letter + key, ()))

    def _unless_small(self, found: tuple[Entry, ...], written: str, folded: str) -> tuple[Entry, ...]:
        """«в аду» is no case of Ada: the entries, less certain where the word as written is another one."""
        words = self._tables["small"].get(folded, ()) if written[:1].islower() else ()
        less = {entry[0]: entry for entry in words}
        return tuple(less.get(entry[0], entry) for entry in found) if less else found

    def _with_rivals(self, named: tuple[Entry, ...], key: str) -> Match:
        inflected = (entry for entry in self._tables["fold"].get(key, ()) if entry[1] is Grade.INFLECTED)
        seats = {seat for seat, _grade, _spelling in named}
        rivals = {seat: (seat, grade, spelling) for seat, grade, spelling in inflected if seat not in seats}
        match = self._as_match(named)
        return Match(match.status, match.candidates, self._candidates(rivals.values()))

    def _as_match(self, entries: Iterable[Entry], *, ordinary: bool = False) -> Match:
        """One seat: matched; several: ambiguous; the best entry of each."""
        best: dict[int, Entry] = {}
        for entry in entries:
            seat, grade, spelling = entry
            if seat not in best or (grade.rank, spelling) < (best[seat][1].rank, best[seat][2]):
                best[seat] = entry
        if not best:
            return Match(Status.UNKNOWN, ordinary=ordinary)
        status = Status.MATCHED if len(best) == 1 else Status.AMBIGUOUS
        return Match(status, self._candidates(best.values()), ordinary=ordinary)

    def _candidates(self, entries: Iterable[Entry]) -> tuple[Candidate, ...]:
        made = (Candidate(self.seats[seat].name, grade, self._spellings[n][0]) for seat, grade, n in entries)
        return tuple(sorted(made, key=lambda candidate: (candidate.grade.rank, candidate.seat)))

    # --- reading a longer text ---

    def find(self, text: str) -> tuple[Place, ...]:
        """The names in a longer text, in order, the longest at each place; by keys alone: no typing errors."""
        self._prepare_for(text)
        tokens = [token for token in _TOKEN.finditer(text) if token.end() - token.start() <= LONGEST_NAME]
        keys = [self._keys_of(token[0]) for token in tokens]
        places: list[Place] = []
        first = 0
        while first < len(tokens) and len(places) < MOST_PLACES:
            place = self._place_at(text, tokens, keys, first) if keys[first][3] else None
            if place is None:
                first += 1
                continue
            places.append(place)
            while first < len(tokens) and tokens[first].start() < place.end:
                first += 1
        return tuple(places)

    def _place_at(self, text: str, tokens: list[re.Match[str]], keys: list[_Keys], first: int) -> Place | None:
        """The longest name that begins with this token."""
        start = tokens[first].start()
        folded, looking, sounding = "", "", ""
        best: tuple[int, Match] | None = None
        for token, key in zip(tokens[first : first + self._most_tokens], keys[first:], strict=False):
            folded, looking, sounding = folded + key[0], looking + key[1], sounding + key[2]
            if self._is_key(folded, looking, sounding):
                found = self._said(text[start : token.end()], (folded, looking, sounding))
                if found is not None and found.grade not in (Grade.PREFIX, Grade.PART):
                    best = token.end(), found
        return Place(start, best[0], best[1], self._common(text, start, best[1])) if best else None

    def _is_key(self, folded: str, looking: str, sounding: str) -> bool:
        tables = self._tables
        return (
            folded in tables["fold"]
            or folded in tables["word fold"]
            or looking in tables["looks"]
            or looking in tables["word looks"]
            or (spelt := "э" + folded.replace("э", "е")) in tables["looks"]
            or spelt in tables["word looks"]
            or (latin := "l" + sounding) in tables["sounds"]
            or latin in tables["word sounds"]
            or (cyrillic := "c" + sounding) in tables["sounds"]
            or cyrillic in tables["word sounds"]
        )

    def _said(self, written: str, keys: tuple[str, str, str]) -> Match | None:
        """`_look_up` for a piece of a text, remembered."""
        if written not in self._pieces:
            self._pieces[written] = self._look_up(written, keys)
        return self._pieces[written]

    def _may_begin(self, folded: str, looking: str, sounding: str) -> bool:
        """Does any name begin as this token does? Most words of a talk are told from names by three letters."""
        if self._heads is None:
            self._heads = {method: self._heads_of(method) for method in ("fold", "looks", "sounds")}
        by_fold, by_looks, by_sounds = self._heads.values()
        folded, looking, sounding = folded[:3], looking[:3], sounding[:3]
        return (
            folded in by_fold
            or looking in by_looks
            or "э" + folded.replace("э", "е") in by_looks
            or "l" + sounding in by_sounds
            or "c" + sounding in by_sounds
        )

    def _heads_of(self, method: str) -> frozenset[str]:
        keys = [*self._tables[method], *self._tables[f"word {method}"]]
        return frozenset(key[:size] for size in (1, 2, 3, 4) for key in keys)

    def _keys_of(self, token: str) -> _Keys:
        known = self._token_keys.get(token)
        if known is None:
            small = token.casefold().replace("ё", "е")
            keys = small if _SIMPLE.fullmatch(small) else fold(token), looks(token), sounds(token)
            known = self._token_keys[token] = (*keys, self._may_begin(*keys))
        return known

    def _common(self, text: str, start: int, match: Match) -> bool:
        """«кот» in a sentence may be the player Кот or a cat; «Кот» amid a sentence is the player."""
        before = text[max(0, start - 8) : start].rstrip()
        capital = text[start].isupper() and bool(before) and before[-1] not in ".!?…:"
        return all(
            self._is_common.get(c.spelling, False) and not (capital and c.spelling[:1].isupper())
            for c in match.candidates
        )

    # --- keeping ---

    def as_data(self) -> dict[str, Any]:
        """The index and all its answers so far as plain JSON data."""
        return {
            "format": 4,
            "roster": _roster(self.seats),
            "whole": self._whole,
            "spellings": [[text, common] for text, common in self._spellings],
            "tables": {
                name: {key: [[seat, grade.value, n] for seat, grade, n in entries] for key, entries in table.items()}
                for name, table in self._tables.items()
            },
            "answers": {text: match.as_data() for text, match in self._memo.items()},
        }

    @classmethod
    def load(cls, data: Mapping[str, Any], seats: Iterable[Seat]) -> "NameIndex | None":
        """The index that `as_data` gave, if it was of this very roster; None where it has to be built anew."""
        ordered = tuple(seats)
        if data.get("format") != 4 or data.get("roster") != _roster(ordered):
            return None
        grades = {grade.value: grade for grade in Grade}
        tables = {
            name: {key: tuple((seat, grades[grade], n) for seat, grade, n in entries) for key, entries in table.items()}
            for name, table in data["tables"].items()
        }
        spellings = tuple((text, common) for text, common in data["spellings"])
        index = cls(ordered, tables, spellings, whole=data["whole"])
        index._memo = {text: Match.from_data(match) for text, match in data["answers"].items()}
        return index


def _roster(seats: tuple[Seat, ...]) -> list[list[Any]]:
    return [[seat.name, list(seat.former), list(seat.aliases), seat.host] for seat in seats]
