"""The table of a day at its deadline, kept in the log as it was then counted. It closes nothing.

In: the course of a game read beyond the deadline. Out: the facts of what was frozen. A day whose deadline was moved
afterwards is frozen again; one without posts is not: something is wrong there, and the host is told.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.moments import PhaseId, read_phase_id
from tally.count.report import TownReport, report_as_json
from tally.play.course import Course
from tally.store import FactKind, Store

__all__ = ["freeze", "frozen_tables"]

# the days before these were frozen in their time, or nobody was there to do it
_LATEST = 2


def freeze(course: Course, store: Store, now: datetime, days: tuple[PhaseId, ...]) -> tuple[TownReport, ...]:
    """Freeze the tables of the latest of these days that are final and not frozen yet."""
    frozen = frozen_tables(store)
    made = []
    for day in days[-_LATEST:]:
        if day in course.announced or not course.has_posts(day):
            continue
        report = course.town_day(day).report
        if report.final and not _is_same_deadline(frozen.get(day), report):
            store.append(FactKind.FROZEN, {"table": report_as_json(report)}, at=now, phase=str(day))
            made.append(report)
    return tuple(made)


def frozen_tables(store: Store) -> Mapping[PhaseId, Mapping[str, Any]]:
    """The frozen table of each day (FORMATS 7, the town's), the latest where a day was frozen again."""
    found = {}
    for fact in store.facts(FactKind.FROZEN):
        phase = read_phase_id(fact.phase or "")
        if phase is not None:
            found[phase] = fact.data["table"]
    return found


def _is_same_deadline(table: Mapping[str, Any] | None, report: TownReport) -> bool:
    told = None if table is None else table["deadline"]
    return told is not None and datetime.fromisoformat(told) == report.deadline
