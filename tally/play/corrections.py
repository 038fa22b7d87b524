"""What was announced and would be another now: the phase as it was entered then, and what the host has decided of it.

In: the log's facts, what was announced, a phase as it is known now. Out: the phase that the game goes on from. Until
the host decides, that is the one that was announced; nothing discovered later changes it by itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.moments import PhaseId, read_phase_id
from engine.record import ActionEntry, ChoiceEntry, Colour, Phase, Source, Unclear, VoteEntry, VoteKind
from engine.writing import phase_as_data
from tally.play.announcements import Change
from tally.store.facts import Fact, FactKind

__all__ = [
    "Standing",
    "as_entered_then",
    "changes_as_data",
    "entries_as_data",
    "fold_announced_entries",
    "fold_standing",
    "is_decided",
    "standing_as_data",
]

_STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Standing:
    """The host's word that what was announced of a phase stands; `changes`: what would have been another, as data."""

    phase: PhaseId
    why: str
    changes: tuple[Mapping[str, Any], ...]


def entries_as_data(phase: Phase) -> dict[str, Any]:
    """All that was entered for a phase, as an announcement keeps it."""
    return phase_as_data(replace(phase, expect=None, expect_not=None))


def fold_announced_entries(facts: Iterable[Fact], zone: ZoneInfo) -> dict[PhaseId, Phase]:
    """Announced phase → what was entered for it when it was announced last. Older announcements do not hold it."""
    found: dict[PhaseId, Phase] = {}
    for fact in facts:
        phase = read_phase_id(fact.phase or "")
        if fact.kind is FactKind.ANNOUNCEMENT and phase is not None:
            found.pop(phase, None)
            if "entries" in fact.data:
                found[phase] = _phase(phase, fact.data["entries"], zone)
    return found


def as_entered_then(then: Phase, now: Phase) -> Phase:
    """The phase as it was announced. Who has taken over a seat since is no result: those operations hold."""
    kept = tuple(each for each in then.choices if each.do != "replace")
    return replace(then, choices=(*kept, *(each for each in now.choices if each.do == "replace")))


def standing_as_data(changes: Iterable[Change], why: str) -> dict[str, Any]:
    """The fact (a ruling) that the announced result of a phase stands; its phase is the fact's."""
    return {"what": _STANDS, "why": why, "changes": changes_as_data(changes)}


def changes_as_data(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """What would differ, as plain data."""
    return [{"key": each.key, "announced": each.announced, "now": each.now} for each in changes]


def fold_standing(facts: Iterable[Fact]) -> dict[PhaseId, Standing]:
    """The phases of which the host has said that the announced result stands; a later announcement ends that."""
    found: dict[PhaseId, Standing] = {}
    for fact in facts:
        phase = read_phase_id(fact.phase or "")
        if phase is None:
            continue
        if fact.kind is FactKind.ANNOUNCEMENT:
            found.pop(phase, None)
        elif fact.kind is FactKind.RULING and fact.data.get("what") == _STANDS:
            found[phase] = Standing(phase, fact.data["why"], tuple(fact.data["changes"]))
    return found


def is_decided(standing: Standing | None, changes: Iterable[Change]) -> bool:
    """Whether the host has decided of just these changes that what was announced stands."""
    return standing is not None and list(standing.changes) == changes_as_data(changes)


def _phase(id_: PhaseId, data: Mapping[str, Any], zone: ZoneInfo) -> Phase:
    def moment(written: str | None) -> datetime | None:
        return None if written is None else datetime.fromisoformat(written).astimezone(zone)

    votes = (
        VoteEntry(
            by=each["by"],
            on=each.get("on", ""),
            at=moment(each.get("at")),
            colour=None if "colour" not in each else Colour(each["colour"]),
            kind=VoteKind(each.get("kind", VoteKind.VOTE)),
            advance=each.get("advance", False),
            edited=each.get("edited", False),
            deleted=each.get("deleted", False),
            thread=each.get("thread"),
            text=each.get("text"),
            unclear=None if "unclear" not in each else _unclear(each["unclear"]),
            source=Source(each.get("post"), ("votes", place)),
        )
        for place, each in enumerate(data.get("votes", ()))
    )
    actions = (
        ActionEntry(
            by=each["by"],
            do=each["do"],
            on=tuple(each.get("on", ())),
            at=moment(each.get("at")),
            as_role=each.get("as"),
            guess=each.get("guess"),
            text=each.get("text"),
            answer=each.get("answer"),
            item=each.get("item"),
            source=Source(each.get("post"), ("actions", place)),
        )
        for place, each in enumerate(data.get("actions", ()))
    )
    choices = (
        ChoiceEntry(
            by=each["by"],
            do=each["do"],
            on=tuple(each.get("on", ())),
            at=moment(each.get("at")),
            as_role=each.get("as"),
            text=each.get("text"),
            source=Source(each.get("post"), ("choices", place)),
        )
        for place, each in enumerate(data.get("choices", ()))
    )
    return Phase(
        id_,
        votes=tuple(votes),
        actions=tuple(actions),
        choices=tuple(choices),
        chance=data.get("chance", {}),
        posts=data.get("posts"),
        opens=moment(data.get("from")),
        closes=moment(data.get("until")),
    )


def _unclear(data: Mapping[str, Any]) -> Unclear:
    return Unclear(data["text"], data["why"], tuple(data["candidates"]))
