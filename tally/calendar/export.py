"""The calendar of a game as iCalendar (RFC 5545), for the calendars of hosts and players.

In: the rows of the calendar. Out: the bytes of an .ics file: an event for each vote with two alarms, and one for the
results. Times are UTC, which every calendar shows in its own zone; an event keeps its id when it is moved.
"""

import hashlib
from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event

from tally.calendar.view import CalendarView, Row
from tally.folder.game import Game
from tally.harmless import harmless
from tally.story.phases import phase_name
from tally.texts import _

__all__ = ["make_ics"]

_ALARMS = (timedelta(hours=1), timedelta(minutes=10))
_RESULTS = timedelta(minutes=15)


def make_ics(game: Game, view: CalendarView, now: datetime) -> bytes:
    """The file; days whose end nobody knows yet are left out."""
    calendar = Calendar()
    calendar.add("prodid", "-//forum-tally//tally//RU")
    calendar.add("version", "2.0")
    calendar.add("name", harmless(view.title))
    calendar.add("x-wr-calname", harmless(view.title))
    for row in view.rows:
        if row.opens is None or row.deadline is None:
            continue
        calendar.add_component(_vote(game, view, row, row.opens, row.deadline, now))
        if row.results is not None:
            results = _event(game, view, f"{row.day.next}", row.results, row.results + _RESULTS, now)
            results.add("summary", f"{harmless(view.title)}: {_('results')}, {phase_name(row.day.next)}")
            calendar.add_component(results)
    return bytes(calendar.to_ical())


def _vote(game: Game, view: CalendarView, row: Row, opens: datetime, ends: datetime, now: datetime) -> Event:
    event = _event(game, view, str(row.day), opens, ends, now)
    event.add("summary", f"{harmless(view.title)}: {_('voting')}, {phase_name(row.day)}")
    for lead in _ALARMS:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", f"{phase_name(row.day)}: {_('the vote ends soon')}")
        # counted from the end of the event, which is the deadline
        alarm.add("trigger", -lead, parameters={"RELATED": "END"})
        event.add_component(alarm)
    return event


def _event(game: Game, view: CalendarView, name: str, begins: datetime, ends: datetime, now: datetime) -> Event:
    event = Event()
    thread = game.forum.threads[0].url if game.forum.threads else ""
    mark = hashlib.sha256(f"{thread} {view.title}".encode()).hexdigest()[:20]
    event.add("uid", f"{name}.{mark}@forum-tally")
    event.add("dtstamp", _utc(now))
    event.add("dtstart", _utc(begins))
    event.add("dtend", _utc(ends))
    event.add("transp", "TRANSPARENT")
    if thread:
        event.add("url", thread)
    return event


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)
