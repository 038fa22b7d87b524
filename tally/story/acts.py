"""What each action of a phase did, as the host reads it: one line for the order, one for each thing it led to.

In: the events of a phase. Out: lines in the language in use.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.events import Event, EventKind
from engine.moments import read_phase_id
from engine.outcome import PhaseOutcome
from engine.record import ActionEntry
from engine.ruleset import Ruleset
from tally.story.actions import action_name, half_name, item_name
from tally.story.causes import cause_in_words, protection_in_words
from tally.story.letters import recipient_name
from tally.story.phases import phase_name
from tally.story.roles import role_name
from tally.texts import _, quoted

__all__ = ["act_lines", "order_in_words"]


def act_lines(ruleset: Ruleset, outcome: PhaseOutcome, roles: Mapping[str, str | None]) -> list[str]:
    """The lines; `roles`: name → the role with which a player went into the phase."""
    story = _Acts(ruleset, outcome, roles)
    return [line for order, entry in story.orders() for line in story.lines(order, entry)]


def order_in_words(ruleset: Ruleset, entry: ActionEntry) -> str:
    """What was ordered, without who sent it: `лечить → Петя`."""
    told = action_name(ruleset, entry.do)
    if entry.as_role is not None:
        told += " " + _("as {role}").format(role=role_name(ruleset, entry.as_role))
    if entry.on:
        told += " → " + ", ".join(half_name(name) for name in entry.on)
    if entry.guess is not None:
        told += ", " + _("guess: {role}").format(role=cause_in_words(ruleset, entry.guess))
    if entry.item is not None:
        told += f" ({item_name(entry.item)})"
    if entry.text is not None:
        told += f": {quoted(entry.text)}"
    return told


@dataclass(frozen=True, slots=True)
class _Acts:
    ruleset: Ruleset
    outcome: PhaseOutcome
    roles: Mapping[str, str | None]

    def orders(self) -> Iterable[tuple[Event, ActionEntry]]:
        """One event for each order that took place or was annulled, in the order of sending; a block of a ring was
        both, and is told as one that took place."""
        found: dict[int, tuple[Event, ActionEntry]] = {}
        for kind in (EventKind.BLOCKED, EventKind.ACTED):
            for event in self.outcome.events:
                if isinstance(event.entry, ActionEntry) and event.kind is kind:
                    found[id(event.entry)] = (event, event.entry)
        return sorted(found.values(), key=lambda each: each[1].source.place)

    def lines(self, order: Event, entry: ActionEntry) -> Iterator[str]:
        role = self.roles.get(entry.by)
        sender = recipient_name(entry.by) if role is None else f"{entry.by}, {role_name(self.ruleset, role)}"
        yield f"{sender}: {order_in_words(self.ruleset, entry)}"
        for event in self.outcome.events:
            told = self._consequence(event, order)
            if told is not None:
                yield f"  {told}"

    def _consequence(self, event: Event, order: Event) -> str | None:
        """What the event says of the order; None where it is none of its business."""
        names = ", ".join(self._name(seat) for seat in event.who)
        by = None if event.by is None else self._name(event.by)
        if event.entry is order.entry:
            if event.kind is EventKind.BLOCKED and order.kind is EventKind.ACTED:
                return _("blocked by {name}, but takes place all the same").format(name=by)
            if event.kind is EventKind.BLOCKED:
                return _("annulled: blocked by {name}").format(name=by)
            if event.kind is EventKind.TURNED:
                return _("turned by {name} onto: {names}").format(name=by, names=self._value(event))
        if event.by is None or order.kind is not EventKind.ACTED:
            return None
        if event.kind is EventKind.BLOCKED and event.by == order.by and set(event.who) & set(order.who):
            action = action_name(self.ruleset, event.what or "")
            return _("annuls: {name}, {action}").format(name=names, action=action)
        if event.kind is EventKind.STOPPED:
            return self._stopped(event, order, names)
        if event.kind is EventKind.KILLED and event.entry is order.entry:
            return _("{name}: dies").format(name=names)
        if event.by != order.by or not set(event.who) & set(order.who):
            return None
        if event.kind is EventKind.SCHEDULED:
            return _("{name}: takes effect later ({phase})").format(name=names, phase=_phase(event.value))
        if event.kind is EventKind.CURED:
            return _("{name}: cured").format(name=names)
        if event.kind is EventKind.EXPOSED:
            return _("{name}: made public").format(name=names)
        return None

    def _stopped(self, event: Event, order: Event, names: str) -> str | None:
        """An attack that was stopped: told with the attack, and with the order that stopped it."""
        if event.entry is order.entry:
            kind, saviour = protection_in_words(str(event.value)), self._name(event.by or "")
            return _("{name}: lives ({kind}, {saviour})").format(name=names, kind=kind, saviour=saviour)
        if event.by == order.by and (not order.who or set(event.who) & set(order.who)):
            cause = cause_in_words(self.ruleset, event.what or "")
            return _("{name}: saved from death ({cause})").format(name=names, cause=cause)
        return None

    def _name(self, seat: str) -> str:
        return self.outcome.names.get(seat, seat)

    def _value(self, event: Event) -> str:
        targets = event.value if isinstance(event.value, tuple) else (event.value,)
        return ", ".join(self._name(str(each)) for each in targets)


def _phase(value: object) -> str:
    phase = read_phase_id(str(value))
    return str(value) if phase is None else phase_name(phase)
