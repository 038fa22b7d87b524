"""What players sent to the host, as the log holds it: the raw line, what it means, when it came; what was taken back.

The log's facts are only ever added to; what holds now is their fold. This module knows the form of these facts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.moments import PhaseId, Window, read_phase_id
from engine.record import ActionEntry, ChoiceEntry, Source
from tally.count.host_words import ENTERED as ENTRY_NUMBER
from tally.orders.meaning import Order
from tally.store.facts import Fact, FactKind

__all__ = [
    "ENTRY_NUMBER",
    "EnteredLine",
    "Entries",
    "Precision",
    "fold_entries",
    "line_as_data",
    "same_moment",
    "undo_as_data",
]


class Precision(StrEnum):
    """How exactly the time of a message is known."""

    SECOND = "second"
    MINUTE = "minute"


@dataclass(frozen=True, slots=True)
class EnteredLine:
    """A message of a player or a team (`by`: a seat, or `team:…`). `orders`: what it orders, each with its phase; none
    where he passes. `id` names it in commands; `choices`: the actions that stand among the choices of a record."""

    id: int
    phase: PhaseId
    by: str
    line: str
    at: datetime | None
    precision: Precision | None
    orders: tuple[tuple[PhaseId, Order], ...]
    choices: frozenset[str] = frozenset()

    @property
    def source(self) -> Source:
        return Source(f"{ENTRY_NUMBER}{self.id}")

    def actions(self, phase: PhaseId) -> tuple[ActionEntry, ...]:
        """Its actions in a phase."""
        return tuple(
            ActionEntry(
                self.by, order.do, order.on, self.at, order.as_role, order.guess, order.text, order.answer, order.item,
                source=self.source,
            )
            for each, order in self.orders
            if each == phase and order.do not in self.choices
        )  # fmt: skip

    def chosen(self, phase: PhaseId) -> tuple[ChoiceEntry, ...]:
        """What it decides in a phase that is no action: whom to take along."""
        return tuple(
            ChoiceEntry(self.by, order.do, order.on, self.at, order.as_role, order.text, source=self.source)
            for each, order in self.orders
            if each == phase and order.do in self.choices
        )


@dataclass(frozen=True, slots=True)
class Entries:
    """All messages that stand, in the order in which they were entered."""

    lines: tuple[EnteredLine, ...] = ()

    def of(self, phase: PhaseId) -> tuple[EnteredLine, ...]:
        """The messages that were entered for a phase."""
        return tuple(line for line in self.lines if line.phase == phase)

    def actions(self, phase: PhaseId, window: Window | None = None) -> tuple[ActionEntry, ...]:
        """The actions of a phase. A pass in time takes back what its sender sent before it."""
        kept: list[EnteredLine] = []
        for line in self._by_time(phase):
            if line.orders:
                kept.append(line)
            elif window is None or line.at is None or not window.is_late(line.at):
                kept = [each for each in kept if each.by != line.by]
        return tuple(action for line in kept for action in line.actions(phase))

    def choices(self, phase: PhaseId) -> tuple[ChoiceEntry, ...]:
        """What players decide in a phase beside their actions."""
        return tuple(choice for line in self._by_time(phase) for choice in line.chosen(phase))

    def with_line(self, line: EnteredLine) -> "Entries":
        """These and one more."""
        return replace(self, lines=(*self.lines, line))

    def without(self, number: int) -> "Entries":
        """These without the one of that number."""
        return replace(self, lines=tuple(line for line in self.lines if line.id != number))

    def _by_time(self, phase: PhaseId) -> list[EnteredLine]:
        """The messages that order something in the phase, and the passes of that phase; timed ones as they came."""
        found = [
            line
            for line in self.lines
            if any(each == phase for each, _order in line.orders) or (not line.orders and line.phase == phase)
        ]
        # as the engine orders entries: one without a time stays behind the one before it
        keys: list[float] = []
        for line in found:
            keys.append(line.at.timestamp() if line.at is not None else keys[-1] if keys else float("-inf"))
        return [line for _key, line in sorted(zip(keys, found, strict=True), key=lambda each: each[0])]


def same_moment(one: EnteredLine, other: EnteredLine) -> bool:
    """Whether it cannot be seen which of two messages is the later one: both without a time, or of one minute."""
    if one.at is None or other.at is None:
        return one.at is None and other.at is None
    if Precision.MINUTE in (one.precision, other.precision):
        return one.at.replace(second=0) == other.at.replace(second=0)
    return one.at == other.at


def fold_entries(facts: Iterable[Fact]) -> Entries:
    """What facts of the kind `entry`, in the order of the log, come to; others are passed by."""
    lines: dict[int, EnteredLine] = {}
    for fact in facts:
        match fact.kind, fact.data.get("what"):
            case FactKind.ENTRY, "line":
                lines[fact.id] = _line(fact)
            case FactKind.ENTRY, "undo":
                lines.pop(fact.data["entry"], None)
    return Entries(tuple(lines.values()))


def line_as_data(line: EnteredLine) -> dict[str, Any]:
    """The fact of a message; its phase is the fact's."""
    return {
        "what": "line",
        "by": line.by,
        "line": line.line,
        "at": line.at and line.at.isoformat(),
        "precision": line.precision,
        "orders": [{"phase": str(phase), **_order_as_data(order)} for phase, order in line.orders],
        "choices": sorted(line.choices),
    }


def undo_as_data(entry: int) -> dict[str, Any]:
    """The fact that a message is taken back by the host."""
    return {"what": "undo", "entry": entry}


def _order_as_data(order: Order) -> dict[str, Any]:
    told = {"as": order.as_role, "guess": order.guess, "text": order.text, "answer": order.answer, "item": order.item}
    return {"do": order.do, "on": list(order.on), **{key: value for key, value in told.items() if value is not None}}


def _line(fact: Fact) -> EnteredLine:
    data = fact.data
    return EnteredLine(
        id=fact.id,
        phase=_phase(fact, fact.phase),
        by=data["by"],
        line=data["line"],
        at=None if data["at"] is None else datetime.fromisoformat(data["at"]),
        precision=None if data["precision"] is None else Precision(data["precision"]),
        orders=tuple((_phase(fact, each["phase"]), _order(each)) for each in data["orders"]),
        choices=frozenset(data["choices"]),
    )


def _order(data: Mapping[str, Any]) -> Order:
    return Order(
        data["do"], tuple(data["on"]), data.get("as"), data.get("guess"), data.get("text"), data.get("answer"),
        data.get("item"),
    )  # fmt: skip


def _phase(fact: Fact, written: str | None) -> PhaseId:
    phase = read_phase_id(written or "")
    if phase is None:
        raise ValueError(f"fact {fact.id}: {written} is no phase")
    return phase
