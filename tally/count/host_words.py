"""The host's word as the log holds it: rulings on votes, entered votes, hidden posts, operations like `replace`.

The log's facts are only ever added to; what holds now is their fold. This module knows the form of each fact.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.moments import PhaseId, read_phase_id
from engine.record import HOST, ChoiceEntry, Colour, Source, Unclear, VoteEntry, VoteKind
from tally.store.facts import Fact, FactKind

__all__ = [
    "ACCOUNT_DOUBTS",
    "ENTERED",
    "EnteredVote",
    "HostWords",
    "MarkPlace",
    "Operation",
    "PostKey",
    "Ruling",
    "Timing",
    "apply_ruling",
    "entered_vote_as_data",
    "fold_words",
    "hiding_as_data",
    "operation_as_data",
    "ruling_as_data",
]

ENTERED = "entry-"
"""An entered vote is named like a post by this and the number of its fact: `entry-17`."""

ACCOUNT_DOUBTS = ("account", "shared-account")
"""Why it is unclear who cast a vote."""

PostKey = tuple[str, str]
"""A thread and the forum's id of a post in it; for an entered vote the thread is empty."""


class Timing(StrEnum):
    """The host's word on when a vote was given."""

    IN_TIME = "in-time"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class MarkPlace:
    """Which mark of a post is meant: as written, where it begins, when it was merged into the post if it was."""

    text: str
    start: int
    merged: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the host says of one mark; None leaves to the reader what it reads. `on` and `by` are seats of the roster.

    `colourless`: the vote has no colour, whatever was read.
    """

    why: str
    on: str | None = None
    by: str | None = None
    colour: Colour | None = None
    colourless: bool = False
    kind: VoteKind | None = None
    timing: Timing | None = None
    ignored: bool = False

    def followed_by(self, later: "Ruling") -> "Ruling":
        """Both, where the later one goes before; it takes back that the vote was ignored."""
        coloured = later.colour is not None or later.colourless
        return Ruling(
            why=later.why,
            on=later.on or self.on,
            by=later.by or self.by,
            colour=later.colour if coloured else self.colour,
            colourless=later.colourless if coloured else self.colourless,
            kind=later.kind or self.kind,
            timing=later.timing or self.timing,
            ignored=later.ignored,
        )


@dataclass(frozen=True, slots=True)
class EnteredVote:
    """A vote that came otherwise than by a post. `id` names it in commands; so does `entry.source.post`, but for a vote
    of a record that has a post. `why` is empty where nothing need be said."""

    id: str
    phase: PhaseId
    entry: VoteEntry
    why: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A host operation of FORMATS 2 in a phase. `since`: for a replacement, the moment from which the new one posts."""

    phase: PhaseId
    entry: ChoiceEntry
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class HostWords:
    """All that the host's word comes to now. Rulings of a mark that the reader does not find stand at `None`."""

    rulings: Mapping[PostKey, Mapping[MarkPlace | None, Ruling]]
    entered: tuple[EnteredVote, ...] = ()
    operations: tuple[Operation, ...] = ()
    hidden: frozenset[PostKey] = frozenset()

    def choices(self, phase: PhaseId) -> tuple[ChoiceEntry, ...]:
        """The host operations of a phase, in the order in which they were entered."""
        return tuple(each.entry for each in self.operations if each.phase == phase)

    @property
    def replacements(self) -> tuple[Operation, ...]:
        """The replacements, by the moment from which they hold."""
        found = [(each.since, each) for each in self.operations if each.entry.do == "replace" and each.since]
        return tuple(each for _since, each in sorted(found, key=lambda pair: pair[0]))


def fold_words(facts: Iterable[Fact]) -> HostWords:
    """What facts of the kinds `ruling` and `entry`, in the order of the log, come to; others are passed by."""
    rulings: dict[PostKey, dict[MarkPlace | None, Ruling]] = {}
    entered: list[EnteredVote] = []
    operations: list[Operation] = []
    hidden: set[PostKey] = set()
    for fact in facts:
        data = fact.data
        key = (str(data.get("thread", "")), str(data.get("post", "")))
        match fact.kind, data.get("what"):
            case FactKind.RULING, "hide":
                (hidden.add if data["hidden"] else hidden.discard)(key)
            case FactKind.RULING, "vote":
                of_post = rulings.setdefault(key, {})
                place = _place(data["mark"])
                if data["undone"]:
                    of_post.pop(place, None)
                else:
                    said = _ruling(data)
                    before = of_post.get(place)
                    of_post[place] = said if before is None else before.followed_by(said)
            case FactKind.ENTRY, "vote":
                entered.append(_entered(fact))
            case FactKind.ENTRY, "operation":
                operations.append(_operation(fact))
            case FactKind.ENTRY, "undo":
                undone = f"{ENTERED}{data['entry']}"
                operations = [each for each in operations if each.entry.source.post != undone]
    return HostWords(rulings, tuple(entered), tuple(operations), frozenset(hidden))


def ruling_as_data(key: PostKey, place: MarkPlace | None, ruling: Ruling | None, why: str) -> dict[str, Any]:
    """The fact of a ruling; without one it takes back what the host said of that mark before."""
    return {
        "what": "vote",
        "thread": key[0],
        "post": key[1],
        "mark": None
        if place is None
        else {"text": place.text, "start": place.start, "merged": place.merged and place.merged.isoformat()},
        "undone": ruling is None,
        "why": why,
        **({} if ruling is None else _facets(ruling)),
    }


def hiding_as_data(key: PostKey, *, hidden: bool, why: str) -> dict[str, Any]:
    """The fact that a post's text is withdrawn from what is published, or shown again."""
    return {"what": "hide", "thread": key[0], "post": key[1], "hidden": hidden, "why": why}


def entered_vote_as_data(entry: VoteEntry, why: str) -> dict[str, Any]:
    """The fact of a vote that the host enters; its phase is the fact's. One from a record keeps all of its fields."""
    told: dict[str, Any] = {
        "edited": entry.edited or None,
        "deleted": entry.deleted or None,
        "thread": entry.thread,
        "text": entry.text,
        "post": entry.source.post,
    }
    if entry.unclear is not None:
        doubt = entry.unclear
        told["unclear"] = {"text": doubt.text, "why": doubt.why, "candidates": list(doubt.candidates)}
    return {
        **{key: value for key, value in told.items() if value is not None},
        "what": "vote",
        "by": entry.by,
        "on": entry.on,
        "at": entry.at and entry.at.isoformat(),
        "colour": entry.colour,
        "kind": entry.kind,
        "advance": entry.advance,
        "why": why,
    }


def operation_as_data(entry: ChoiceEntry, since: datetime | None = None) -> dict[str, Any]:
    """The fact of a host operation; its phase is the fact's."""
    return {
        "what": "operation",
        "do": entry.do,
        "on": list(entry.on),
        "at": entry.at and entry.at.isoformat(),
        "text": entry.text,
        "since": since and since.isoformat(),
    }


def _facets(ruling: Ruling) -> dict[str, Any]:
    told = {
        "on": ruling.on,
        "by": ruling.by,
        "colour": "none" if ruling.colourless else ruling.colour,
        "kind": ruling.kind,
        "timing": ruling.timing,
        "ignored": ruling.ignored or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _ruling(data: Mapping[str, Any]) -> Ruling:
    colour = data.get("colour")
    return Ruling(
        why=data["why"],
        on=data.get("on"),
        by=data.get("by"),
        colour=None if colour in (None, "none") else Colour(colour),
        colourless=colour == "none",
        kind=None if data.get("kind") is None else VoteKind(data["kind"]),
        timing=None if data.get("timing") is None else Timing(data["timing"]),
        ignored=bool(data.get("ignored")),
    )


def _place(data: Mapping[str, Any] | None) -> MarkPlace | None:
    return None if data is None else MarkPlace(data["text"], data["start"], _moment(data["merged"]))


def _entered(fact: Fact) -> EnteredVote:
    data = fact.data
    name = f"{ENTERED}{fact.id}"
    entry = VoteEntry(
        by=data["by"],
        on=data["on"],
        at=_moment(data["at"]),
        colour=None if data["colour"] is None else Colour(data["colour"]),
        kind=VoteKind(data["kind"]),
        advance=data["advance"],
        edited=data.get("edited", False),
        deleted=data.get("deleted", False),
        thread=data.get("thread"),
        text=data.get("text"),
        unclear=None if "unclear" not in data else _unclear(data["unclear"]),
        source=Source(data.get("post", name)),
    )
    return EnteredVote(name, _phase(fact), entry, data["why"])


def _unclear(data: Mapping[str, Any]) -> Unclear:
    return Unclear(data["text"], data["why"], tuple(data["candidates"]))


def _operation(fact: Fact) -> Operation:
    data = fact.data
    entry = ChoiceEntry(
        HOST,
        data["do"],
        tuple(data["on"]),
        _moment(data["at"]),
        text=data["text"],
        source=Source(f"{ENTERED}{fact.id}"),
    )
    return Operation(_phase(fact), entry, _moment(data["since"]))


def _phase(fact: Fact) -> PhaseId:
    phase = read_phase_id(fact.phase or "")
    if phase is None:
        raise ValueError(f"fact {fact.id} has no phase")
    return phase


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def apply_ruling(entry: VoteEntry, ruling: Ruling) -> VoteEntry:
    """The entry as the host's word makes it; what the timing comes to is the calendar's to say."""
    said = replace(
        entry,
        by=ruling.by or entry.by,
        colour=None if ruling.colourless else ruling.colour or entry.colour,
        kind=ruling.kind or entry.kind,
    )
    if ruling.on is not None:
        # what the host reads in it goes before all doubts about the text
        return replace(said, on=ruling.on, unclear=None, edited=False, deleted=False)
    if ruling.by is not None and said.unclear is not None and said.unclear.why in ACCOUNT_DOUBTS:
        return replace(said, unclear=None)
    return said
