"""The calendar of a game for people and programs: when each day opens and ends, when results come, when it rests.

In: a game and its calendar. Out: rows, JSON, lines. Nothing in it is secret.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.moments import PhaseId
from tally.calendar.changes import Calendars
from tally.calendar.days import is_set
from tally.dates import date_in_words, dated
from tally.harmless import harmless
from tally.story.phases import phase_name
from tally.texts import _

__all__ = ["CalendarView", "Row", "calendar_as_json", "calendar_lines", "view_calendar", "window_lines"]


@dataclass(frozen=True, slots=True)
class Row:
    """A day and the night after it. A moment is None where only the host's word will set it.

    `changed`: the calendar of game.toml says something of the day or the night; `ended`: how a vote ended the day at
    its deadline.
    """

    day: PhaseId
    opens: datetime | None
    deadline: datetime | None
    results: datetime | None
    ended: str | None
    changed: bool
    announced: bool


@dataclass(frozen=True, slots=True)
class CalendarView:
    """The days of a game so far, and those to come. `paused`: since when it stands still."""

    title: str
    zone: ZoneInfo
    rows: tuple[Row, ...]
    current: PhaseId | None
    off: tuple[date, ...]
    paused: datetime | None


def view_calendar(plans: Calendars, *, ahead: int) -> CalendarView:
    """The calendar up to `ahead` days after the present one."""
    game, days = plans.game, plans.days
    current = days.day_of(plans.now)
    last = (0 if current is None else current.cycle) + ahead
    changed = {entry.phase for entry in game.calendar}
    rows: list[Row] = []
    for cycle in range(1, last + 1):
        day, night = days.day(cycle), days.night(cycle)
        ended = plans.ended.get(day.id)
        rows.append(
            Row(
                day.id,
                day.opens if is_set(day.opens) else None,
                ended.at if ended is not None else None if day.is_open_ended else day.closes,
                night.closes,
                None if ended is None else ended.told,
                bool({day.id, night.id} & changed),
                day.id in plans.announced,
            )
        )
        if day.is_open_ended and ended is None:
            break
    return CalendarView(
        title=game.title,
        zone=game.timezone,
        rows=tuple(rows),
        current=current,
        off=tuple(sorted(entry.off for entry in game.calendar if entry.off is not None)),
        paused=next((each.pause for each in game.calendar if each.pause and each.resume is None), None),
    )


def calendar_as_json(view: CalendarView) -> dict[str, Any]:
    """The object of `tally calendar --json`."""
    return {
        "format": 1,
        "game": view.title,
        "timezone": view.zone.key,
        "current": None if view.current is None else str(view.current),
        "days": [
            {
                "phase": str(row.day),
                "opens": _iso(row.opens),
                "deadline": _iso(row.deadline),
                "results": _iso(row.results),
                **({} if row.ended is None else {"ended_by_vote": True}),
                "changed": row.changed,
                "announced": row.announced,
            }
            for row in view.rows
        ],
        "off": [day.isoformat() for day in view.off],
        "paused": _iso(view.paused),
    }


def calendar_lines(view: CalendarView) -> Iterator[str]:
    """The same for people."""
    yield f"{harmless(view.title)} · {view.zone.key}"
    for row in view.rows:
        mark = "→" if row.day == view.current else " "
        notes = [*([_("changed")] if row.changed else []), *([_("announced")] if row.announced else [])]
        yield f"{mark} {'; '.join(window_lines(row, view.zone))}" + (f" ({', '.join(notes)})" if notes else "")
    if view.off:
        yield _("Rests on: {dates}").format(dates=", ".join(map(date_in_words, view.off)))
    if view.paused is not None:
        yield _("Paused since {moment}").format(moment=_local(view.paused, view.zone))


def window_lines(row: Row, zone: ZoneInfo) -> Iterator[str]:
    """When a day opens and ends, and when its night's results come."""
    opens, ends = _("opens when the host says so"), _("voting until the host ends it")
    if row.opens is not None:
        opens = _("from {moment}").format(moment=_local(row.opens, zone))
    if row.deadline is not None:
        told = _("voting until {moment}") if row.ended is None else _("voting ended at {moment}")
        ends = told.format(moment=_local(row.deadline, zone))
    yield f"{phase_name(row.day)}: {opens}, {ends}"
    if row.ended is not None:
        yield row.ended.rstrip(".")
    if row.results is not None and row.deadline is not None:
        results = row.results.astimezone(zone)
        same = results.date() == row.deadline.astimezone(zone).date()
        yield _("results at {results}").format(results=f"{results:%H:%M:%S}" if same else _local(results, zone))


def _local(moment: datetime, zone: ZoneInfo) -> str:
    return dated(moment.astimezone(zone))


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()
