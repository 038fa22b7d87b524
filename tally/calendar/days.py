"""The days of a game on the calendar: which posts are of which day, and when its votes end.

In: the ruleset's clock, `first_day` and the `[[calendar]]` of game.toml. Out: a `Day` for each number.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from engine.clock import Clock, Cutoff
from engine.moments import Calendar, PhaseId, Window
from engine.record import Phase
from tally.calendar.rests import Pause, Rests
from tally.errors import GameFault
from tally.folder.game import GAME_FILE, CalendarEntry, Game
from tally.texts import _

__all__ = ["Bound", "Day", "Days", "is_set", "phases_before"]

# nobody plays for so long; a calendar that was read wrongly must not keep the program counting
_LAST_CYCLE = 999
# the end of a day that the host has not ended, where the ruleset's clock does not: later than any post
_NOT_YET = datetime(9000, 1, 1, tzinfo=UTC)
_DAY_1 = PhaseId(1, night=False)
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Bound:
    """A post that opens a day (`first`: it is of that day), or is the last in time of one; `moment`: of what follows.

    Whatever its thread shows of the time, what stands before the bound was written before the moment, the rest was not.
    """

    post: str
    moment: datetime
    first: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day as played. Its posts are those from `opens` up to `ends`, the opening of the next day.

    Votes end at `closes`, the cutoff; `inclusive`: that very second is still in time. `bounds`: the posts that part it
    from the days around it.
    """

    id: PhaseId
    opens: datetime
    closes: datetime
    inclusive: bool
    ends: datetime
    bounds: tuple[Bound, ...] = ()

    @property
    def is_open_ended(self) -> bool:
        """Whether nobody has said yet when its votes end: no clock and no word of the host, or a pause."""
        return self.closes >= _NOT_YET


class Days:
    """The calendar of one game. `post_time` tells when a post of the game's threads was written, by its id."""

    def __init__(self, game: Game, clock: Clock, post_time: Callable[[str], datetime | None]) -> None:
        """Raises GameFault where game.toml does not say when the game begins."""
        if game.first_day is None:
            told = _("{file}: when is day 1? Add its date to [game], like first_day = 2024-01-10")
            raise GameFault(told.format(file=game.folder / GAME_FILE))
        self._first_day = game.first_day
        self._game = game
        self._clock = clock
        self._post_time = post_time
        off = (entry.off for entry in game.calendar if entry.off is not None)
        self._rests = Rests(game.timezone, clock, frozenset(off), tuple(_pauses(game.calendar)))
        self._changed = {entry.phase: entry for entry in game.calendar if entry.phase is not None}
        # the dates of the cycles as far as they were asked for, and the days
        self._dates = [self._rests.next_date(self._first_day - timedelta(days=1))]
        self._days: dict[int, Day] = {}

    def day(self, cycle: int) -> Day:
        """Day number `cycle`, from 1. Raises GameFault where the calendar bounds it by a post that was not read."""
        if cycle not in self._days:
            phase = PhaseId(cycle, night=False)
            closes, inclusive = self._closes(phase)
            bounds = tuple(self._bounds(phase))
            self._days[cycle] = Day(phase, self._opens(phase), closes, inclusive, self._opens(phase.next.next), bounds)
        return self._days[cycle]

    def _bounds(self, day: PhaseId) -> Iterator[Bound]:
        """The posts that bound a day, the end of the one before it, and the opening of the next."""
        for phase in (day.previous.previous, day, day.next.next):
            entry = self._changed.get(phase, CalendarEntry())
            if entry.first_post is not None and phase >= day:
                yield Bound(entry.first_post, self._opens(phase), first=True)
            if entry.last_post is not None and phase <= day:
                yield Bound(entry.last_post, self._first_late(phase), first=False)

    def opening(self, cycle: int) -> Bound | None:
        """The post that opens a day, or the last of the day before where this one follows at once; None where the
        calendar names none."""
        phase = PhaseId(cycle, night=False)
        first = self._changed.get(phase, CalendarEntry()).first_post
        if first is not None:
            return Bound(first, self._opens(phase), first=True)
        before = phase.previous.previous
        last = self._changed.get(before, CalendarEntry()).last_post
        if last is None or self._opens(phase) > self._first_late(before):
            return None
        return Bound(last, self._first_late(before), first=False)

    def _first_late(self, phase: PhaseId) -> datetime:
        closes, inclusive = self._closes(phase)
        return closes + _SECOND if inclusive else closes

    def day_of(self, moment: datetime) -> PhaseId | None:
        """The day whose posts are of that moment; None before day 1."""
        found = None
        passed = (moment.astimezone(self._game.timezone).date() - self._first_day).days
        cycle = 1 if self._clock.vote_until is None else max(1, passed - self._rests.count - 1)
        while cycle > 1 and self.day(cycle).opens > moment:
            # the game stands still, or a day was prolonged
            cycle -= 1
        while cycle <= _LAST_CYCLE and self.day(cycle).opens <= moment:
            found = PhaseId(cycle, night=False)
            cycle += 1
        return found

    def date_of(self, phase: PhaseId) -> date:
        """The date of a cycle, the days on which the game rests left out; where days have no fixed length and the host
        has said when this one opens, the date of that."""
        opens = self._told_opening(PhaseId(phase.cycle, night=False))
        if opens is not None:
            return opens.astimezone(self._game.timezone).date()
        while len(self._dates) < phase.cycle:
            self._dates.append(self._rests.next_date(self._dates[-1]))
        return self._dates[phase.cycle - 1] if phase.cycle else self._first_day - timedelta(days=1)

    def moment(self, phase: PhaseId, at: time | datetime) -> datetime:
        """The moment that a time written for a phase means; a bare one is of the phase's day."""
        return self.calendar(phase).moment(phase, at)

    def calendar(self, phase: PhaseId) -> Calendar:
        """The engine counts dates from day 1 without a gap: the calendar in which this phase has its true date."""
        begins = self.date_of(phase) - timedelta(days=phase.cycle - 1)
        return Calendar(self._game.timezone, begins, self._clock.past_midnight)

    def night(self, cycle: int) -> Phase:
        """The night after day number `cycle` with its window, without entries."""
        phase = PhaseId(cycle, night=True)
        window = self._clock.window(self.calendar(phase), Phase(phase))
        entry = self._changed.get(phase, CalendarEntry())
        opens = window.opens if entry.opens is None else self.moment(phase, entry.opens)
        if entry.opens is None and opens is not None and phase.previous in self._changed:
            # a day that ends at another time than usual takes the beginning of the night with it
            opens = self._closes(phase.previous)[0]
        return Phase(phase, opens=opens, closes=self._night_closes(phase))

    def _night_closes(self, phase: PhaseId) -> datetime | None:
        entry = self._changed.get(phase, CalendarEntry())
        if entry.closes is not None:
            ends = self.moment(phase, entry.closes)
            if isinstance(entry.closes, time) and phase.cycle and ends <= self._closes(phase.previous)[0]:
                # a night that is prolonged beyond midnight ends on the next morning
                ends = datetime.combine(ends.date() + timedelta(days=1), entry.closes, self._game.timezone)
            return self._rests.after_pause(ends)
        closes = self._clock.window(self.calendar(phase), Phase(phase)).closes
        return None if closes is None else self._rests.after_pause(closes)

    def window(self, night: Phase) -> Window:
        """When the actions of a night that `night()` gave are in time."""
        return self._clock.window(self.calendar(night.id), night)

    def _opens(self, phase: PhaseId) -> datetime:
        entry = self._changed.get(phase, CalendarEntry())
        if entry.opens is not None:
            return self.moment(phase, entry.opens)
        if entry.first_post is not None:
            return self._opens_with_post(entry.first_post, phase)
        night = phase.previous
        opens = self._clock.window(self._calendar_at_opening(phase), Phase(phase)).opens
        if self._changed.get(night, CalendarEntry()).closes is not None:
            # the results come at another hour, and the day opens with them
            opens = self._night_closes(night)
        if opens is None and self._clock.night_until is None:
            return self._opens_without_a_clock(phase)
        if opens is None:
            # day 1 opens when the host says so; until he does, as every day: with the end of the night before
            opens = self._clock.moment(self.calendar(night), night, self._clock.night_until or time(0))
        opens = self._after_pause(opens)
        # a day that was prolonged takes its time from the night, and then from the next day
        return opens if phase.cycle == 1 else max(opens, self._closes(night.previous)[0])

    def _opens_with_post(self, post: str, phase: PhaseId) -> datetime:
        written, before = self._time_of(post, phase), phase.previous.previous
        if self._changed.get(before, CalendarEntry()).last_post is None:
            return written
        # the same second may show the last post of the day before, some that came too late, and the first of this one
        return max(written, self._first_late(before) + _SECOND)

    def _told_opening(self, day: PhaseId) -> datetime | None:
        """When a day opens whose date does not follow from the clock, as the host has said."""
        entry = self._changed.get(day)
        if entry is None or self._clock.vote_until is not None:
            return None
        if isinstance(entry.opens, datetime):
            return entry.opens
        return None if entry.first_post is None else self._time_of(entry.first_post, day)

    def _calendar_at_opening(self, phase: PhaseId) -> Calendar:
        """The calendar in which a day has the date on which it was to be played when it opened: a pause in the middle
        of it moves its end alone."""
        before = self._first_day - timedelta(days=1) if phase.cycle == 1 else self.date_of(phase.previous)
        begins = self._rests.next_without_pauses(before) - timedelta(days=phase.cycle - 1)
        return Calendar(self._game.timezone, begins, self._clock.past_midnight)

    def _opens_without_a_clock(self, phase: PhaseId) -> datetime:
        """Where nights have no hours: with its date, not before the last day ended; days of no fixed length open when
        the host says so, so that a late vote is none of the next day."""
        midnight = self._clock.moment(self._calendar_at_opening(phase), phase, time(0))
        if phase.cycle == 1:
            return midnight
        before = self._closes(phase.previous.previous)[0]
        if self._clock.vote_until is not None:
            return max(midnight, before)
        return before if phase in self._changed else _NOT_YET

    def _closes(self, phase: PhaseId) -> tuple[datetime, bool]:
        inclusive = self._clock.cutoff is Cutoff.INCLUSIVE
        entry = self._changed.get(phase, CalendarEntry())
        if entry.closes is not None:
            return self._after_pause(self.moment(phase, entry.closes)), inclusive
        if entry.last_post is not None:
            # the post itself is still of the day
            last = self._time_of(entry.last_post, phase)
            return (last, True) if inclusive else (last + _SECOND, False)
        if self._clock.vote_until is None:
            return _NOT_YET, inclusive
        return self._after_pause(self._clock.moment(self.calendar(phase), phase, self._clock.vote_until)), inclusive

    def _after_pause(self, moment: datetime) -> datetime:
        """A deadline that lies in a pause comes after it: not yet, where the game has not gone on."""
        return self._rests.after_pause(moment) or _NOT_YET

    def _time_of(self, post: str, phase: PhaseId) -> datetime:
        found = self._post_time(post)
        if found is None:
            told = _(
                "{file}: [[calendar]] bounds {phase} by post {post}, which was not read; “tally scrape” reads on, "
                "“tally import” takes saved pages"
            )
            raise GameFault(told.format(file=self._game.folder / GAME_FILE, phase=phase, post=post))
        return found


def _pauses(calendar: Iterable[CalendarEntry]) -> Iterator[Pause]:
    for entry in calendar:
        if entry.pause is not None:
            yield Pause(entry.pause, entry.resume)


def is_set(moment: datetime | None) -> bool:
    """Whether a phase has this beginning or end; not so where only the host's word sets it, and he has not."""
    return moment is not None and moment < _NOT_YET


def phases_before(until: PhaseId, begins: PhaseId = _DAY_1) -> Iterator[PhaseId]:
    """The phases before one, in order, in a game that begins with `begins`."""
    each = begins
    while each < until:
        yield each
        each = each.next
