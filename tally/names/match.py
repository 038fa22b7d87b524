"""What a text matched: the seat or seats, how certainly, and by which of their names.

Plain frozen data, with a JSON form, so that what was matched once can be kept and read without any dictionary.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["CERTAIN", "Candidate", "Grade", "Match", "Status", "accepted"]


class Grade(StrEnum):
    """How a text is like a name, from the most certain to the least."""

    EXACT = "exact"
    FOLDED = "folded"  # but for case, ё, spaces, punctuation, emoji and other decoration
    ALIAS = "alias"  # a name that the host gave, exact or folded
    LOOKALIKE = "lookalike"  # letters of the other alphabet that look the same; э for е
    TRANSLITERATED = "transliterated"  # the same sounds in the other alphabet
    INFLECTED = "inflected"  # a case form of the name
    WORD = "word"  # a word that only this name has
    PREFIX = "prefix"  # its beginning
    PART = "part"  # its middle or end, or a word in it that is no name by itself
    INITIALS = "initials"  # the first letters of all its words
    MISSPELT = "misspelt"  # one slip in a long name, near no other and no dictionary word
    TYPO = "typo"  # more slips, or in its beginning
    LONGER = "longer"  # with more written behind it
    LAYOUT = "layout"  # typed with the keyboard in the other language

    @property
    def rank(self) -> int:
        """0 for the most certain."""
        return _RANK[self]


_RANK = {grade: rank for rank, grade in enumerate(Grade)}

CERTAIN = frozenset(Grade) - {Grade.PREFIX, Grade.PART, Grade.INITIALS, Grade.TYPO, Grade.LONGER}
"""The grades that count without the host's word, unless `[names] accept` says otherwise."""


def accepted(given: Iterable[str]) -> frozenset[Grade]:
    """The grades of these names; where a beginning is enough, any part is."""
    grades = {Grade(each) for each in given}
    return frozenset(grades | {Grade.PART} if Grade.PREFIX in grades else grades)


class Status(StrEnum):
    MATCHED = "matched"
    AMBIGUOUS = "ambiguous"  # several seats are within reach
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A seat that a text may mean: its present name, the grade, and the name or alias that the text is like."""

    seat: str
    grade: Grade
    spelling: str


@dataclass(frozen=True, slots=True)
class Match:
    """What became of a text. `candidates` holds one seat where matched, all within reach where ambiguous.

    `rivals` are seats for which the text is a case form while it is the very name of the one that it matched:
    «Александра» with Александр in the game. `less`: seats whose names begin with the text while it is a whole word of
    the name that it matched: «killer» with killerjester beside killerX029. `ordinary`: all its words are common words
    of the dictionary.
    """

    status: Status
    candidates: tuple[Candidate, ...] = ()
    rivals: tuple[Candidate, ...] = ()
    ordinary: bool = False
    less: tuple[Candidate, ...] = ()

    @property
    def seat(self) -> str | None:
        return self.candidates[0].seat if self.status is Status.MATCHED else None

    @property
    def grade(self) -> Grade | None:
        return self.candidates[0].grade if self.candidates else None

    def as_data(self) -> list[Any]:
        """A JSON form; `Match.from_data` reads it."""
        return [
            self.status.value,
            [[c.seat, c.grade.value, c.spelling] for c in self.candidates],
            [[c.seat, c.grade.value, c.spelling] for c in self.rivals],
            self.ordinary,
            [[c.seat, c.grade.value, c.spelling] for c in self.less],
        ]

    @classmethod
    def from_data(cls, data: list[Any]) -> "Match":
        status, candidates, rivals, ordinary, less = data
        return cls(Status(status), _candidates(candidates), _candidates(rivals), ordinary, _candidates(less))


def _candidates(data: list[list[str]]) -> tuple[Candidate, ...]:
    return tuple(Candidate(seat, Grade(grade), spelling) for seat, grade, spelling in data)
