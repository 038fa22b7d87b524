"""A correction after the fact: what would differ in a phase and in all that were announced after it, and the host's
decision on it.

In: the course of a game and the phase in which something came out. Out: what each phase would be; facts in the log.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.moments import PhaseId
from engine.outcome import Awaited, PhaseOutcome, host_view
from engine.record import Phase
from engine.state import State
from tally.errors import GameFault
from tally.play.announcements import Change, announcement_as_data
from tally.play.announcing import keep_draws, waiting_for
from tally.play.corrections import changes_as_data, entries_as_data, standing_as_data
from tally.play.course import Course
from tally.play.readings import read_every_way
from tally.store import FactKind, Store
from tally.texts import _

__all__ = ["Replayed", "fix_as_json", "let_it_stand", "release_anew", "replay_from"]


@dataclass(frozen=True, slots=True)
class Replayed:
    """An announced phase as it would be with all that is known now: what would differ, what it would wait for.

    `played` None: there would be no such phase, the game would have been over before it.
    """

    phase: PhaseId
    changes: tuple[Change, ...]
    awaits: tuple[Awaited, ...]
    played: "_Played | None"

    @property
    def differs(self) -> bool:
        return self.played is None or bool(self.changes)


@dataclass(frozen=True, slots=True)
class _Played:
    entered: Phase
    outcome: PhaseOutcome
    after: State


def replay_from(course: Course, phase: PhaseId) -> tuple[Replayed, ...]:
    """The phase and all that were announced after it, played anew. Raises GameFault where it was not announced."""
    if phase not in course.announced:
        raise GameFault(_("{phase} was not announced: there is nothing to correct").format(phase=phase))
    state = course.state_before(phase)
    found: list[Replayed] = []
    for each in sorted(told for told in course.announced if phase <= told):
        if state.winners:
            found.append(Replayed(each, (), (), None))
            continue
        entered = course.phase(each, state)
        outcome, after = course.play_on(entered, state)
        awaits = host_view(_decided(course, each, state, outcome)).awaits
        found.append(Replayed(each, course.differences(outcome, after), awaits, _Played(entered, outcome, after)))
        state = after
    return tuple(found)


def _decided(course: Course, phase: PhaseId, before: State, outcome: PhaseOutcome) -> PhaseOutcome:
    """The outcome of a phase, waiting for those unclear votes alone that decide."""
    if phase.night:
        return outcome
    return waiting_for(outcome, course.rules, read_every_way(course, phase, before, outcome))


def release_anew(course: Course, store: Store, now: datetime, replayed: tuple[Replayed, ...], why: str) -> None:
    """Announce each phase that differs as it is now, and withdraw those that would not have been.

    Raises GameFault where nothing differs, or where one of them waits for a decision.
    """
    _require_changes(replayed)
    waiting = [str(each.phase) for each in replayed if each.differs and each.awaits]
    if waiting:
        told = _("first decide what these wait for (“tally resolve PHASE --fix” lists it): {phases}")
        raise GameFault(told.format(phases=", ".join(waiting)))
    for each in replayed:
        if each.played is None:
            old = course.announced[each.phase].data
            data: dict[str, Any] = {"outcome": dict(old), "withdrawn": True, "why": why}
        elif each.changes:
            keep_draws(course, store, now, each.played.outcome)
            released = announcement_as_data(each.played.outcome, each.played.after)
            data = {**released, "entries": entries_as_data(each.played.entered), "why": why}
        else:
            continue
        store.append(FactKind.ANNOUNCEMENT, data, at=now, phase=str(each.phase))


def let_it_stand(store: Store, now: datetime, replayed: tuple[Replayed, ...], why: str) -> None:
    """Write down that the announced result of the first of these phases stands. Raises GameFault where it would be no
    other one."""
    _require_changes(replayed[:1])
    first = replayed[0]
    store.append(FactKind.RULING, standing_as_data(first.changes, why), at=now, phase=str(first.phase))


def _require_changes(replayed: tuple[Replayed, ...]) -> None:
    if not any(each.differs for each in replayed):
        raise GameFault(_("{phase}: nothing would differ from what was announced").format(phase=replayed[0].phase))


def fix_as_json(replayed: tuple[Replayed, ...]) -> list[Mapping[str, Any]]:
    """Each phase with what would differ."""
    return [
        {
            "phase": str(each.phase),
            "differs": each.differs,
            "withdrawn": each.played is None,
            "changes": changes_as_data(each.changes),
            "awaits": [{"who": owed.who, "what": owed.what, "among": list(owed.among)} for owed in each.awaits],
        }
        for each in replayed
    ]
