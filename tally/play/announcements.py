"""What was announced to the town, as the log holds it: the public outcome of each phase as it was released.

A fact stays as it is, whatever is discovered later: what would differ now is told to the host, who decides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.moments import PhaseId, read_phase_id
from engine.outcome import Announcement, PhaseOutcome, TownView, town_view, view_as_json
from engine.state import State
from tally.store.facts import Fact, FactKind

__all__ = ["Announced", "Change", "announcement_as_data", "changes", "fold_announcements", "fold_draws"]

_LISTS = ("executed", "dead", "silenced", "winners")
_TABLES = ("acquitted", "exposed", "revealed")
RESULTS = (*_LISTS, *_TABLES, "announced", "light", "alive")
"""The keys of an outcome that are announced; the votes of a day are public by themselves."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What the town was told of a phase. `view` holds the results alone; `alive`: who was in the game after it."""

    phase: PhaseId
    view: TownView
    alive: tuple[str, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """A key of the outcome that is another now than it was announced; values of FORMATS 3, None: absent."""

    key: str
    announced: Any
    now: Any


def announcement_as_data(outcome: PhaseOutcome, after: State) -> dict[str, Any]:
    """The fact of an announcement; its phase is the fact's."""
    view = view_as_json(town_view(outcome))
    alive = sorted(after.seats[seat].name for seat in after.alive)
    return {"outcome": {**view, "alive": alive}}


def fold_announcements(facts: Iterable[Fact]) -> dict[PhaseId, Announced]:
    """What holds of each announced phase: its latest announcement, unless that one was withdrawn (the game was over
    before that phase, as came out later). Facts of other kinds are passed by."""
    found: dict[PhaseId, Announced] = {}
    for fact in facts:
        phase = read_phase_id(fact.phase or "")
        if fact.kind is FactKind.ANNOUNCEMENT and phase is not None:
            if fact.data.get("withdrawn"):
                found.pop(phase, None)
                continue
            data = fact.data["outcome"]
            found[phase] = Announced(phase, _view(data), tuple(data["alive"]), data)
    return found


def fold_draws(facts: Iterable[Fact]) -> dict[PhaseId, dict[str, bool]]:
    """The chances that were drawn, by phase: `NAME:PLAYER` → whether it happened. What was drawn first holds."""
    found: dict[PhaseId, dict[str, bool]] = {}
    for fact in facts:
        phase = read_phase_id(fact.phase or "")
        if fact.kind is FactKind.CHANCE and phase is not None:
            found[phase] = {**fact.data["draws"], **found.get(phase, {})}
    return found


def changes(announced: Announced, now: Mapping[str, Any]) -> tuple[Change, ...]:
    """What would differ: the announced results against an outcome as `announcement_as_data` gives it."""
    old, new = announced.data, now["outcome"]
    return tuple(
        Change(key, old.get(key), new.get(key)) for key in RESULTS if (old.get(key) or None) != (new.get(key) or None)
    )


def _view(data: Mapping[str, Any]) -> TownView:
    """The results as the view from which they were released; without votes, which are counted anew each time."""
    results: dict[str, Any] = {key: tuple(data.get(key, ())) for key in _LISTS}
    results |= {key: dict(data.get(key, {})) for key in _TABLES}
    known = {each.name for each in fields(Announcement)}
    told = tuple(
        Announcement(**{key: value for key, value in each.items() if key in known})
        for each in data.get("announced", ())
    )
    return TownView(phase=data["phase"], **results, announced=told, light=data.get("light"))
