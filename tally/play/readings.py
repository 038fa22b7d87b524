"""What a day comes to by every reading of its unclear votes: is the host's word needed, and on which of them.

In: the course of a game and a day of it. Out: the votes that decide, each with what its readings come to. Every reading
is a ruling as `tally rule` takes it, and is played through the engine, so that changes, lists and penalties follow.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from engine.moments import PhaseId
from engine.outcome import PhaseOutcome
from engine.record import Source, Unclear
from engine.state import State
from tally.count.counting import CastVote
from tally.count.host_words import Ruling
from tally.folder.game import fold_name
from tally.names.nearest import nearest
from tally.play.course import Course
from tally.play.open_marks import OpenMark, find_late_by_the_end, find_open_marks
from tally.play.present_names import at_home
from tally.play.tried_days import Comes, TriedDay

__all__ = ["MOST", "Comes", "OpenVote", "Readings", "Way", "read_every_way"]

MOST = 1500
"""How many combinations of readings are tried; a play takes some milliseconds."""

_UNKNOWN = ("unknown-name", "uncertain-name")


@dataclass(frozen=True, slots=True)
class Way:
    """One reading of an unclear vote, and what the day comes to by it (more where other unclear votes decide too)."""

    ruling: Ruling
    comes: tuple[Comes, ...]


@dataclass(frozen=True, slots=True)
class OpenVote:
    """A vote that waits for the host's word; `among_several`: its post holds other marks, so that a ruling has to say
    which is meant. `called`: the name in it, where it is not known whose that is; `perhaps`: who has the only name that
    looks like it."""

    cast: CastVote
    doubt: Unclear
    ways: tuple[Way, ...]
    among_several: bool
    called: str | None = None
    perhaps: str | None = None


@dataclass(frozen=True, slots=True)
class Readings:
    """The unclear votes of a day: those that decide, and those that change nothing by any reading.

    `combinations`: how many were played; where there were too many (not `all_tried`), how many there are. Then the same
    unknown name is read as one player's wherever it stands (`as_one`), and `later` are those to be looked at once the
    others are decided; or all are asked.
    """

    asked: tuple[OpenVote, ...]
    harmless: tuple[OpenVote, ...]
    combinations: int
    all_tried: bool
    as_one: bool = False
    later: tuple[OpenVote, ...] = ()


_Unit = tuple[int, ...]
"""The places of marks that are read alike: of one, or of all with the same unknown name."""


def read_every_way(course: Course, day: PhaseId, before: State, outcome: PhaseOutcome) -> Readings | None:
    """Try every reading of the unclear votes of a day whose `outcome` leaves them open; None where there are none."""
    cast = course.cast_votes(day)
    late = find_late_by_the_end(outcome)
    freed: frozenset[Source] = frozenset()
    while True:
        marks = tuple(find_open_marks(course, day, cast, before, outcome, freed))
        if not marks:
            return None
        day_tried = TriedDay(course, day, before, cast, marks, late - freed)
        found = _Trial(course, before, cast, marks, day_tried).readings()
        if not day_tried.freed or not found.all_tried:
            return found if found.asked or found.harmless else None
        # the day does not end before these by every reading of the others: they are open as well
        freed |= day_tried.freed


@dataclass(frozen=True, slots=True)
class _Trial:
    """The open marks of a day, and the day to try their readings on."""

    course: Course
    before: State
    cast: Sequence[CastVote]
    marks: Sequence[OpenMark]
    day: TriedDay

    def readings(self) -> Readings:
        settled = self.day.settled()
        open_ = [place for place in range(len(self.marks)) if place not in settled]
        each = [(place,) for place in open_]
        combinations = self._combinations(each)
        if combinations <= MOST:
            return self._tried(each)
        alike = self._alike(open_)
        if self._combinations(alike) <= MOST:
            return replace(self._tried_as_one(alike), combinations=combinations)
        asked = tuple(self._told(place, [()] * len(self.marks[place].rulings)) for place in open_)
        return Readings(asked, (), combinations, all_tried=False)

    def _tried(self, units: Sequence[_Unit]) -> Readings:
        """Every combination: what decides is asked, the rest is harmless."""
        found = self._play(units)
        deciding = [unit for number, unit in enumerate(units) if _decides(number, found)]
        if not deciding and self.day.left_open() not in found.values():
            # left open, they come to what no reading of them comes to: somebody has to say
            deciding = list(units)
        asked = self._all_told(units, deciding, found)
        rest = [unit for unit in units if unit not in deciding and self.marks[unit[0]].waits]
        return Readings(asked, self._all_told(units, rest, found), len(found), all_tried=True)

    def _tried_as_one(self, units: Sequence[_Unit]) -> Readings:
        """What decides where the same name is the same player's. The rest may decide where it is not: nothing is
        harmless, and where none decides, the names that stand several times are asked about."""
        found = self._play(units)
        deciding = [unit for number, unit in enumerate(units) if _decides(number, found)]
        deciding = deciding or [unit for unit in units if len(unit) > 1]
        rest = [unit for unit in units if unit not in deciding]
        asked, later = self._all_told(units, deciding, found), self._all_told(units, rest, found)
        return Readings(asked, (), len(found), all_tried=False, as_one=True, later=later)

    def _combinations(self, units: Iterable[_Unit]) -> int:
        return prod(len(self.marks[unit[0]].rulings) for unit in units)

    def _alike(self, places: Iterable[int]) -> tuple[_Unit, ...]:
        """The marks, those with the same unknown name and the same rulings together."""
        found: dict[object, _Unit] = {}
        for place in places:
            called = self._called(self.marks[place])
            key = place if called is None else (fold_name(called), self.marks[place].rulings)
            found[key] = (*found.get(key, ()), place)
        return tuple(found.values())

    def _play(self, units: Sequence[_Unit]) -> dict[tuple[int, ...], int]:
        """The result of each combination; the marks of none of the units are given any reading."""
        found: dict[tuple[int, ...], int] = {}
        for chosen in product(*(range(len(self.marks[unit[0]].rulings)) for unit in units)):
            numbers = [len(mark.rulings) - 1 for mark in self.marks]
            for unit, number in zip(units, chosen, strict=True):
                for place in unit:
                    numbers[place] = number
            found[chosen] = self.day.result(numbers)
        return found

    def _all_told(
        self, units: Sequence[_Unit], meant: Sequence[_Unit], found: Mapping[tuple[int, ...], int]
    ) -> tuple[OpenVote, ...]:
        told: dict[int, OpenVote] = {}
        for at, unit in enumerate(units):
            if unit in meant:
                rulings = range(len(self.marks[unit[0]].rulings))
                results = [[came for chosen, came in found.items() if chosen[at] == number] for number in rulings]
                comes = [self.day.comes(each) for each in results]
                told |= {place: self._told(place, comes) for place in unit}
        return tuple(told[place] for place in sorted(told))

    def _told(self, place: int, comes: Sequence[tuple[Comes, ...]]) -> OpenVote:
        """The vote of a mark, with what each of its rulings comes to."""
        mark = self.marks[place]
        vote = replace(mark.vote, entry=at_home(mark.vote.entry, self.course.game.timezone))
        beside = [each for each in self.cast if vote.post is not None and each.post is vote.post and each.mark]
        ways = tuple(Way(ruling, each) for ruling, each in zip(mark.rulings, comes, strict=True))
        called = self._called(mark)
        perhaps = None if called is None or mark.doubt.candidates else self._nearest(called)
        return OpenVote(vote, mark.doubt, ways, len(beside) > 1, called, perhaps)

    def _called(self, mark: OpenMark) -> str | None:
        """The name in a mark of which it is not known whose it is."""
        if mark.doubt.why not in _UNKNOWN or mark.vote.mark is None:
            return None
        return self.course.name_in(mark.vote.mark.found.text) or None

    def _nearest(self, called: str) -> str | None:
        """Which living player's name alone looks like that."""
        living = {
            seat.name: (seat.name, *seat.aliases, *seat.former)
            for seat in self.course.names.seats
            if seat.name in self.before.alive
        }
        return nearest(called, living)


def _decides(place: int, found: Mapping[tuple[int, ...], int]) -> bool:
    """Whether two combinations that differ in this place alone come to different results."""
    first: dict[tuple[int, ...], int] = {}
    for chosen, result in found.items():
        if first.setdefault((*chosen[:place], *chosen[place + 1 :]), result) != result:
            return True
    return False
