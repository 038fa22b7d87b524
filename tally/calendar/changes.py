"""What the host says of a day: another deadline, an early end, more time, a rest; with all that moves with it.

In: the game's calendar and his word. Out: the edits of game.toml. A word that would make phases overlap, or change what
was announced, is refused with a GameFault that says what stands in the way.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from engine.moments import PhaseId, is_playable
from engine.ruleset import Ruleset
from tally.calendar.days import Day, Days, is_set
from tally.calendar.edits import Edit, Value, apply_edits
from tally.calendar.typed_times import read_typed_time
from tally.dates import date_in_words, dated
from tally.errors import GameFault
from tally.folder.game import Game
from tally.story.phases import phase_name
from tally.texts import _

__all__ = ["Calendars", "EarlyEnd", "read_duration"]

_DURATION = re.compile(
    r"\+?(?:(\d+):([0-5]\d)|(?:(\d+)\s*(?:h|ч)\.?)?\s*(?:(\d+)\s*(?:m|min|м|мин)?\.?)?)", re.IGNORECASE
)
_DATE = timedelta(days=1)
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """When a vote ended a day at once, and which, in words."""

    at: datetime
    told: str


@dataclass(frozen=True, slots=True)
class Calendars:
    """The calendar of a game as it is, with what bounds changes of it: the posts' times, what was announced, which days
    a vote has ended."""

    game: Game
    rules: Ruleset
    times: Mapping[str, datetime | None]
    announced: Collection[PhaseId]
    ended: Mapping[PhaseId, EarlyEnd]
    now: datetime

    @property
    def days(self) -> Days:
        return self.after(())

    def after(self, edits: Collection[Edit]) -> Days:
        """The calendar as it would be after the edits. Raises GameFault where the game has no dates."""
        return Days(apply_edits(self.game, edits), self.rules.clock, self.times.get)

    def current(self) -> int:
        """The number of the present day. Raises GameFault before the first."""
        day = self.days.day_of(self.now)
        if day is None:
            raise GameFault(_("no day has begun yet; say which one, like: tally day 1 …"))
        return day.cycle

    def ends_by_votes(self) -> tuple[Edit, ...]:
        """The ends of days without a clock that a vote has ended, for the calendar: night and next day follow them."""
        days = self.days
        found = (
            (days.day(phase.cycle), ended.at.astimezone(self.game.timezone)) for phase, ended in self.ended.items()
        )
        # the vote that ended the day is still of it
        return tuple(
            Edit(day.id, {"until": at if day.inclusive else at + _SECOND}) for day, at in found if day.is_open_ended
        )

    def set_deadline(self, cycle: int, written: str) -> tuple[Edit, ...]:
        """Another deadline for a day."""
        day = self._open_day(cycle)
        moment = self._nearest(self._read(written), day.closes, PhaseId(cycle, night=False))
        return self._checked(cycle, self._close(cycle, moment))

    def end(self, cycle: int, written: str) -> tuple[Edit, ...]:
        """End a day now, or at a moment of its votes."""
        day = self._open_day(cycle)
        found = self.now.replace(microsecond=0) if written == "now" else self._read(written)
        usual = day.closes if day.closes - day.opens < 2 * _DATE else None
        moment = self._nearest(found, usual, PhaseId(cycle, night=False))
        self._refuse_a_second_end(day.id, moment)
        if moment > day.closes:
            told = _("{day} ends at {closes}, before {moment}; --deadline or --extend make it longer")
            raise GameFault(self._told(told, day=cycle, closes=day.closes, moment=moment))
        return self._checked(cycle, self._close(cycle, moment))

    def extend(self, cycle: int, by: timedelta) -> tuple[Edit, ...]:
        """More time for the votes of a day, though they may have ended already."""
        day = self._open_day(cycle)
        if day.is_open_ended:
            raise GameFault(self._told(_("{day} has no end that could be moved; --deadline sets one"), day=cycle))
        return self._checked(cycle, self._close(cycle, day.closes + by))

    def set_opening(self, cycle: int, written: str) -> tuple[Edit, ...]:
        """Another opening of a day."""
        self._open_day(cycle)
        phase = PhaseId(cycle, night=False)
        moment = self._nearest(self._read(written), self.days.day(cycle).opens, phase)
        local = moment.astimezone(self.game.timezone)
        value = local.time() if self.days.moment(phase, local.time()) == moment else local
        return self._checked(cycle, [Edit(phase, {"from": value, "from_post": None})])

    def set_bounds(self, cycle: int, *, first_post: str | None, last_post: str | None) -> tuple[Edit, ...]:
        """Let posts, by their ids, open or end a day; they belong to it."""
        self._open_day(cycle)
        values: dict[str, Value] = {}
        if first_post is not None:
            values |= {"from_post": first_post, "from": None}
        if last_post is not None:
            values |= {"until_post": last_post, "until": None}
        return self._checked(cycle, [Edit(PhaseId(cycle, night=False), values)])

    def set_results(self, cycle: int, written: str) -> tuple[Edit, ...]:
        """Another end of the night after a day, when its results come and the next day opens."""
        night = PhaseId(cycle, night=True)
        if night in self.announced:
            raise GameFault(_("{phase} was announced already").format(phase=phase_name(night)))
        usual = self.days.night(cycle).closes or self.days.day(cycle).closes
        moment = self._nearest(self._read(written), usual, night)
        return self._checked(cycle, [Edit(night, {"until": self._until(night, moment)})])

    def undo(self, cycle: int) -> tuple[Edit, ...]:
        """Let a day and its night go by the ruleset's clock again."""
        self._open_day(cycle)
        whole: dict[str, Value] = dict.fromkeys(("from", "until", "from_post", "until_post"))
        known = {entry.phase for entry in self.game.calendar}
        phases = [phase for phase in (PhaseId(cycle, False), PhaseId(cycle, True)) if phase in known]
        if not phases:
            raise GameFault(self._told(_("[[calendar]] says nothing about {day}"), day=cycle))
        return self._checked(cycle, [Edit(phase, whole) for phase in phases])

    def rest(self, written: str, *, undo: bool) -> tuple[Edit, ...]:
        """A date without a game day, or with one again."""
        day = _read_date(written)
        off = {entry.off for entry in self.game.calendar}
        if undo:
            if day not in off:
                raise GameFault(_("[[calendar]] does not say that the game rests on {date}").format(date=day))
            edits = (Edit(None, {"off": day}, undo=True),)
        else:
            if day in off:
                raise GameFault(_("the game rests on {date} already").format(date=day))
            if self.game.first_day is not None and day <= self.game.first_day:
                told = _("the game begins on {date}; first_day in game.toml sets its beginning")
                raise GameFault(told.format(date=self.game.first_day))
            edits = (Edit(None, {"off": day}),)
        self._refuse_changes_of_the_past(edits)
        return edits

    def pause(self, written: str) -> tuple[Edit, ...]:
        """Let the game stand still from a moment on."""
        if self._pause() is not None:
            raise GameFault(_("the game is paused already; “tally day --resume” lets it go on"))
        edits = (Edit(None, {"pause": self._moment(written)}),)
        self._refuse_changes_of_the_past(edits)
        return edits

    def resume(self, written: str) -> tuple[Edit, ...]:
        """Let a game that was paused go on."""
        begun = self._pause()
        if begun is None:
            raise GameFault(_("the game is not paused"))
        moment = self._moment(written)
        if moment <= begun:
            raise GameFault(self._told(_("the pause only begins at {begun}"), begun=begun))
        return (Edit(None, {"resume": moment}),)

    # --- what moves with a deadline ---

    def _close(self, cycle: int, moment: datetime) -> list[Edit]:
        """A day that ends at another moment: the night keeps its length, unless it lasts until the morning anyway."""
        day, night = PhaseId(cycle, night=False), PhaseId(cycle, night=True)
        self._refuse_a_second_end(day, moment)
        closed = Edit(day, {"until": self._until(day, moment), "until_post": None})
        laid, before = self.days.night(cycle), self.days.day(cycle).closes
        if laid.closes is None or self.days.day(cycle).is_open_ended or laid.closes <= before:
            return [closed]
        if moment < before and self.rules.clock.past_midnight:
            return [closed]
        results = moment + (laid.closes - before)
        return [closed, Edit(night, {"until": self._until(night, results, closed)})]

    def _until(self, phase: PhaseId, moment: datetime, *edits: Edit) -> Value:
        """What to write for the end of a phase, so that after the `edits` it is that moment: nothing where that is what
        the ruleset's clock says; a bare time where that will do, so that it moves with its day."""
        bare = moment.astimezone(self.game.timezone).time()
        for value in (None, bare):
            days = self.after([*edits, Edit(phase, {"until": value, "until_post": None})])
            ends = days.night(phase.cycle).closes if phase.night else days.day(phase.cycle).closes
            if ends == moment:
                return value
        return moment.astimezone(self.game.timezone)

    # --- what stands in the way ---

    def _refuse_a_second_end(self, day: PhaseId, moment: datetime) -> None:
        """A day that a vote has ended does not end at a later moment."""
        ended = self.ended.get(day)
        if ended is not None and ended.at <= moment:
            told = _("{day} is over already. {how} The next day opens with “tally day {next} --from TIME”.")
            raise GameFault(told.format(day=phase_name(day), how=ended.told, next=day.cycle + 1))

    def _open_day(self, cycle: int) -> Day:
        """A day that can still be changed."""
        phase = PhaseId(cycle, night=False)
        if phase in self.announced:
            told = _("{phase} was announced already: its votes have ended as they did")
            raise GameFault(told.format(phase=phase_name(phase)))
        return self.days.day(cycle)

    def _checked(self, cycle: int, edits: list[Edit]) -> tuple[Edit, ...]:
        """The edits, where no phase overlaps with another after them."""
        days = self.after(edits)
        day, night, following = days.day(cycle), days.night(cycle), days.day(cycle + 1)
        if day.opens >= day.closes:
            told = _("{day} would end at {closes}, but it opens at {opens}")
            raise GameFault(self._told(told, day=cycle, closes=day.closes, opens=day.opens))
        if cycle > 1 and days.day(cycle - 1).is_open_ended:
            told = _("{before} has not ended: first “tally day {number} --end TIME”, or --until-post POST")
            raise GameFault(told.format(before=phase_name(PhaseId(cycle - 1, night=False)), number=cycle - 1))
        if cycle > 1 and day.opens < days.day(cycle - 1).closes:
            told = _("{day} would open at {opens}, but {before} ends at {closes}")
            before = days.day(cycle - 1)
            raise GameFault(self._told(told, day=cycle, opens=day.opens, before=cycle - 1, closes=before.closes))
        if night.closes is not None and not day.is_open_ended and night.closes < day.closes:
            told = _(
                "the night after {day} would end at {results}, before the day itself at {closes}; --results moves it"
            )
            raise GameFault(self._told(told, day=cycle, results=night.closes, closes=day.closes))
        ends = max(day.closes, night.closes or day.closes)
        if not following.is_open_ended and ends >= following.closes:
            told = _("the night after {day} would end at {results}, but {following} ends at {closes}: move that first")
            raise GameFault(self._told(told, day=cycle, results=ends, following=cycle + 1, closes=following.closes))
        return tuple(edits)

    def _refuse_changes_of_the_past(self, edits: tuple[Edit, ...]) -> None:
        """A rest moves what comes after it, but nothing that is over."""
        before, after = self.days, self.after(edits)
        cycle = 1
        while before.day(cycle).closes <= self.now:
            if after.day(cycle).closes != before.day(cycle).closes:
                told = _("{day} ended at {closes} already; a rest cannot move it, but --deadline can")
                raise GameFault(self._told(told, day=cycle, closes=before.day(cycle).closes))
            cycle += 1

    def _pause(self) -> datetime | None:
        """Since when the game stands still."""
        return next((each.pause for each in self.game.calendar if each.pause and each.resume is None), None)

    # --- what the host has typed ---

    def _read(self, written: str) -> time | datetime:
        return read_typed_time(written, self.game.timezone)

    def _moment(self, written: str) -> datetime:
        """A moment that needs no day: now, a time of today, or a whole date-time."""
        if written == "now":
            return self.now.astimezone(self.game.timezone).replace(microsecond=0)
        found = self._read(written)
        if isinstance(found, time):
            return datetime.combine(self.now.astimezone(self.game.timezone).date(), found, self.game.timezone)
        return found.astimezone(self.game.timezone)

    def _nearest(self, found: time | datetime, usual: datetime | None, phase: PhaseId) -> datetime:
        """The moment that is meant: a bare time is of the date on which it is nearest to the usual one."""
        moment = self.days.moment(phase, found)
        zone = self.game.timezone
        if isinstance(found, datetime):
            return moment
        if usual is None or not is_set(usual):
            self._require_today(moment, phase)
            return moment
        date = usual.astimezone(zone).date()
        candidates = [datetime.combine(date + each * _DATE, found, zone) for each in (-1, 0, 1)]
        return min(candidates, key=lambda each: abs(each - usual))

    def _require_today(self, moment: datetime, phase: PhaseId) -> None:
        """A day without an end of its own may last for many dates: a time on its first one would be long ago."""
        zone = self.game.timezone
        today = self.now.astimezone(zone).date()
        if moment.astimezone(zone).date() < today:
            told = _("{day} began on {begun}, and a time without a date is of that date; with today's it is {right}")
            right = datetime.combine(today, moment.astimezone(zone).time())
            raise GameFault(
                told.format(
                    day=phase_name(phase), begun=date_in_words(moment.astimezone(zone)), right=right.isoformat()
                )
            )

    def _told(self, told: str, **facts: int | datetime) -> str:
        """A message with days by their names and moments in the game's zone."""
        zone = self.game.timezone
        return told.format(
            **{
                name: dated(fact.astimezone(zone))
                if isinstance(fact, datetime)
                else phase_name(PhaseId(fact, night=False))
                for name, fact in facts.items()
            }
        )


def read_duration(written: str) -> timedelta:
    """How long: minutes, `1:30`, `2h`, `45m`. Raises GameFault."""
    found = _DURATION.fullmatch(written.strip())
    if found is not None and any(found.groups()):
        hours, minutes = found[1] or found[3] or 0, found[2] or found[4] or 0
        duration = timedelta(hours=int(hours), minutes=int(minutes))
        if timedelta(0) < duration <= timedelta(days=31):
            return duration
    raise GameFault(
        _("“{found}” is not a length of time; it is written 30 (minutes), 1:30 or 2h").format(found=written)
    )


def _read_date(written: str) -> date:
    try:
        day = date.fromisoformat(written)
    except ValueError:
        raise GameFault(_("“{found}” is not a date; it is written like 2024-01-10").format(found=written)) from None
    if not is_playable(day):
        raise GameFault(_("“{found}” is not a date; it is written like 2024-01-10").format(found=written))
    return day
