"""The host's desk in the evening: a line is understood, judged by the rules as the game stands, and put into the log.

In: the course of a game, a phase, who sent what and when. Out: what was understood, and facts in the log.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.moments import PhaseId
from engine.outcome import host_view
from engine.record import ActionEntry
from engine.ruleset import Pick
from engine.state import State
from tally.calendar.days import is_set
from tally.errors import GameFault
from tally.folder.game import Game
from tally.names import Grade, Status
from tally.orders.meaning import Doubt, Order, Pass, Why
from tally.orders.pasted import Pasted, read_pasted
from tally.orders.phrasebook import load_phrasebook
from tally.orders.read import read_line
from tally.orders.sender import Sender, who_sends
from tally.play.course import Course, open_evening
from tally.play.entries import ENTRY_NUMBER, EnteredLine, Precision, line_as_data, same_moment, undo_as_data
from tally.store import FactKind, Store
from tally.texts import _

__all__ = ["Actor", "Desk", "Judged", "Understood", "open_desk", "understood_as_json"]

TEAM = "team:"
REFUSAL = "pass"
"""The action of some rulesets by which a kill is refused."""
_WHOLE_MINUTE = re.compile(r"(?:\d{4}-\d\d-\d\d[T ])?\d\d?:\d\d(?:Z|[+-]\d\d:\d\d)?")
_TEAM_WORDS = {"мафия": "team:mafia", "мафии": "team:mafia", "команда мафии": "team:mafia", "банда": "team:mafia"}


@dataclass(frozen=True, slots=True)
class Judged:
    """An order and what the rules say of it. `replaces`: what its sender ordered before that it takes the place of."""

    phase: PhaseId
    order: Order
    reason: str | None
    rule: str | None
    replaces: tuple[ActionEntry, ...] = ()

    @property
    def accepted(self) -> bool:
        return self.reason is None


@dataclass(frozen=True, slots=True)
class Understood:
    """What a message means: a doubt, a pass (no orders), or orders. `by` and targets are called as they are now."""

    entered: EnteredLine
    by: str
    orders: tuple[Judged, ...]
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """One who may act in a phase: his role and actions, what he did a cycle before, what he has sent now."""

    by: str
    role: str | None
    actions: tuple[str, ...]
    before: tuple[ActionEntry, ...]
    now: tuple[EnteredLine, ...]


@contextmanager
def open_desk(game: Game, phase: PhaseId, now: datetime) -> Iterator["Desk"]:
    """The desk for a phase. Raises GameFault where the game is over, or its files are wrong."""
    with open_evening(game, now) as (course, store):
        yield Desk(course, store, phase, now)


class Desk:
    """All that is needed to take what players send for one phase."""

    def __init__(self, course: Course, store: Store, phase: PhaseId, now: datetime) -> None:
        self.rules = course.rules
        self.phase = phase
        self._course = course
        self._store = store
        self._now = now
        self._book = load_phrasebook(self.rules.id)
        # a night takes the actions of its day too
        phases = (phase, phase.previous) if phase.night and phase.cycle else (phase,)
        self._before: dict[PhaseId, State] = {each: course.state_before(each) for each in phases}

    @property
    def zone(self) -> ZoneInfo:
        """The game's time zone."""
        return self._course.game.timezone

    @property
    def state(self) -> State:
        """The state before the phase."""
        return self._before[self.phase]

    # --- understanding ---

    def understand(self, by: str, line: str, at: str | None, *, later: bool = False) -> Understood:
        """What the line means and what the rules say of it. `later`: it came after what has the same time.

        Raises GameFault where `by` is nobody of the game, or `at` is no time.
        """
        sender = who_sends(self.rules, self.state, self._find_sender(by), self.phase)
        moment, precision = self._moment(at)
        choices = sender.choices - frozenset(self.rules.actions)
        entered = EnteredLine(0, self.phase, sender.by, line, moment, precision, (), choices)
        reading = read_line(line, sender, self._book, self._course.names, accept=self._course.accepted_grades)
        name = self._called(sender.by)
        if isinstance(reading, Doubt):
            return Understood(entered, name, (), self._named(reading))
        orders = () if isinstance(reading, Pass) else reading
        entered = replace(entered, orders=tuple((self._phase_of(order), order) for order in orders))
        rivals = self._rivals(entered)
        if not later and any(same_moment(entered, each) and each.orders != entered.orders for each in rivals):
            told = tuple(f"{each.id}: {each.line}" for each in rivals if same_moment(entered, each))
            return Understood(entered, name, (), Doubt(Why.SAME_TIME, told))
        return Understood(entered, name, tuple(self._judge(entered, *each) for each in entered.orders))

    def _find_sender(self, by: str) -> str:
        """The seat or team that a name means for certain."""
        match = self._course.names.match(by)
        certain = match.status is Status.MATCHED and match.grade in self._course.accepted_grades and not match.rivals
        if certain and match.seat in self.state.seats:
            return str(match.seat)
        team = by if by.startswith(TEAM) else _TEAM_WORDS.get(by.strip().casefold())
        if team in self.rules.teams() and match.grade not in (Grade.EXACT, Grade.FOLDED, Grade.ALIAS):
            return str(team)
        near = ", ".join(each.seat for each in (*match.candidates, *match.rivals) if each.seat in self.state.seats)
        if near:
            raise GameFault(_("“{name}”: who is meant? Perhaps: {near}").format(name=by, near=near))
        everybody = ", ".join(sorted(self.state.seats))
        raise GameFault(_("“{name}” is not a player; there are: {all}").format(name=by, all=everybody))

    def _moment(self, at: str | None) -> tuple[datetime | None, Precision | None]:
        if at is None:
            return None, None
        precision = Precision.MINUTE if _WHOLE_MINUTE.fullmatch(at.strip()) else Precision.SECOND
        return self._course.read_moment(self.phase, at), precision

    def pasted(self, data: bytes) -> tuple[Pasted, ...]:
        """The messages of a paste that a host has made, his own left out."""
        game = self._course.game
        nicks = {name for seat in self.state.seats.values() for name in (seat.name, *seat.former, *seat.aliases)}
        return read_pasted(data, zone=game.timezone, now=self._now, hosts=game.hosts, nicks=nicks)

    def is_of_another_night(self, moment: datetime | None) -> bool:
        """Whether a message of that moment is of an earlier cycle, or of a later one."""
        if moment is None or self._course.game.first_day is None:
            return False
        begins = self._course.window(PhaseId(self.phase.cycle, night=False)).opens if self.phase.cycle else None
        ends = self._course.window(PhaseId(self.phase.cycle + 1, night=False)).opens
        early = begins is not None and is_set(begins) and moment < begins
        return early or (ends is not None and is_set(ends) and moment >= ends)

    def has(self, entered: EnteredLine) -> bool:
        """Whether just this message is entered already."""
        wanted = (entered.by, entered.line, entered.at)
        return any((each.by, each.line, each.at) == wanted for each in self.lines())

    def _phase_of(self, order: Order) -> PhaseId:
        """The phase in which the order takes place: of a night's messages, some are for its day."""
        abilities = self.rules.abilities_for(order.do)
        if self.phase.night and self.phase.cycle and not any(each.by_night for each in abilities):
            chosen = not abilities and order.do in self.rules.player_choices
            if chosen or any(each.by_day for each in abilities):
                return self.phase.previous
        return self.phase

    def _judge(self, entered: EnteredLine, phase: PhaseId, order: Order) -> Judged:
        """What the engine says of the order, beside all that was entered before it."""
        alone = replace(entered, orders=((phase, order),))
        before = self._before[phase]
        played = self._course.phase(phase, before)
        actions, choices = self._course.as_called(alone, phase, before)
        outcome = self._course.play(
            replace(played, actions=(*played.actions, *actions), choices=(*played.choices, *choices)), before
        )
        refused = next((each for each in host_view(outcome).rejected if each.source == entered.source), None)
        replaced = [
            action
            for rival in self._rivals(alone)
            for action in self._course.as_called(rival, phase, before)[0]
            if self._stack(rival.by, action.do) == self._stack(entered.by, order.do)
        ]
        on = tuple(self._called(name) for name in order.on)
        return Judged(
            phase,
            replace(order, on=on),
            None if refused is None else refused.reason,
            self._rule_of(entered.by, order) if refused is None else refused.rule,
            tuple(replaced),
        )

    def _rule_of(self, by: str, order: Order) -> str | None:
        """The rule of the ability that was used: the sender's, or that of the role which he copies."""
        own = who_sends(self.rules, self.state, by, self.phase).shape(order.do).rule
        copied = (each for each in self.rules.abilities_for(order.do) if order.as_role in each.who.roles)
        return next((each.rule for each in copied), own)

    def _rivals(self, entered: EnteredLine) -> list[EnteredLine]:
        """The messages before it that stand in the same stack as one of its orders, or that its pass takes back."""
        stacks = {self._stack(entered.by, order.do) for _phase, order in entered.orders}
        return [
            each
            for each in self._course.entries.of(self.phase)
            if (each.by == entered.by and not (each.orders and entered.orders))
            or stacks & {self._stack(each.by, order.do) for _phase, order in each.orders}
        ]

    def _stack(self, by: str, do: str) -> tuple[str, ...]:
        """The stack of messages of which one is in effect: a sender's own, or one that a team shares."""
        stack = who_sends(self.rules, self.state, by, self.phase).stacks.get(do, do)
        channel = self.rules.channels.get(stack.split()[-1])
        shared = channel is not None and channel.pick is Pick.LAST
        return (stack,) if shared else (stack, by)

    def _called(self, name: str) -> str:
        seat = self.state.seats.get(name)
        return name if seat is None else seat.name

    def _named(self, doubt: Doubt) -> Doubt:
        return replace(doubt, candidates=tuple(self._called(each) for each in doubt.candidates))

    # --- the log ---

    def enter(self, understood: Understood) -> int:
        """Write the message down, with its meaning. Gives its number."""
        number = self._store.append(
            FactKind.ENTRY, line_as_data(understood.entered), at=self._now, phase=str(self.phase)
        )
        self._course.entries = self._course.entries.with_line(replace(understood.entered, id=number))
        return number

    def suppose(self, understood: Understood) -> None:
        """Let the following messages be understood as if this one had been entered; nothing is written down."""
        lines = self._course.entries.lines
        number = min([0, *(each.id for each in lines)]) - 1
        self._course.entries = self._course.entries.with_line(replace(understood.entered, id=number))

    def undo(self, number: str | None) -> EnteredLine:
        """Take a message of the phase back: the one of that number, else the last. Raises GameFault."""
        lines = self._course.entries.of(self.phase)
        wanted = None if number is None else number.removeprefix(ENTRY_NUMBER)
        found = next((each for each in reversed(lines) if wanted is None or str(each.id) == wanted), None)
        if found is None:
            told = _("nothing was entered for {phase}") if number is None else _("{phase} has no entry {number}")
            raise GameFault(told.format(phase=self.phase, number=number))
        self._store.append(FactKind.ENTRY, undo_as_data(found.id), at=self._now, phase=str(self.phase))
        self._course.entries = self._course.entries.without(found.id)
        return found

    def lines(self) -> tuple[EnteredLine, ...]:
        """What was entered for the phase."""
        return self._course.entries.of(self.phase)

    def actors(self) -> Iterator[Actor]:
        """The living who may act, in the order of the list."""
        state = self.state
        last = PhaseId(self.phase.cycle - 1, self.phase.night)
        done = self._course.entries.actions(last)
        for seat in state.alive:
            sender = who_sends(self.rules, state, seat, self.phase)
            if sender.own or sender.copies:
                yield Actor(
                    by=state.seats[seat].name,
                    role=sender.role,
                    actions=self._in_order(sender),
                    before=tuple(each for each in done if each.by == seat),
                    now=tuple(each for each in self.lines() if each.by == seat),
                )

    def _in_order(self, sender: Sender) -> tuple[str, ...]:
        return tuple(action for action in self.rules.actions if action in sender.own)


def understood_as_json(understood: Understood) -> dict[str, Any] | list[dict[str, Any]]:
    """FORMATS 8: one object; a list where a line has several orders."""
    by = understood.by
    if understood.doubt is not None:
        doubt = understood.doubt
        return {"by": by, "unclear": True, "why": doubt.why.value, "candidates": list(doubt.candidates)}
    if not understood.orders:
        return {"by": by, "pass": True}
    found = [_order_as_json(by, each) for each in understood.orders]
    return found[0] if len(found) == 1 else found


def _order_as_json(by: str, judged: Judged) -> dict[str, Any]:
    order = judged.order
    told: dict[str, Any] = {"by": by, "do": order.do, "on": list(order.on)}
    further = {
        "as": order.as_role,
        "guess": order.guess,
        "text": order.text,
        "answer": order.answer,
        "item": order.item,
    }
    told |= {key: value for key, value in further.items() if value is not None}
    if order.do == REFUSAL:
        told["pass"] = True
    told["accepted"] = judged.accepted
    if judged.reason is not None:
        told["reason"] = judged.reason
    told["rule"] = judged.rule
    return told
