"""The board of one phase: what is so before it, what its steps put down, and the log of what happened.

It lives from the phase's first entry to its outcome and is seen by nobody else; the next state is read off it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.chances import Chances
from engine.events import HOST_ONLY, TOWN, Audience, Event, EventKind
from engine.moments import PhaseId, Window
from engine.operations import moments_of, operations
from engine.record import ActionEntry, ChoiceEntry, Phase, VoteEntry
from engine.state import Due, Seat, State, Status

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.count import HostCount, TownCount
    from engine.ruleset import Ruleset

__all__ = ["AMBIGUOUS", "Appearance", "Attack", "Board", "Protection", "Visit"]

AMBIGUOUS = "\0several"  # no name: a record holds none with this letter
TEAM = "team:"
SILENCED = "silenced"
VOID = "void"


@dataclass(frozen=True, slots=True)
class Attack:
    """An attempt on a life. `by`: who is seen as the attacker and answers for it; `tags`: what immunities look at;
    `pierces`: the kinds of protection that do not stop it; `certain`: nothing stops it."""

    victim: str
    cause: str
    rule: str
    by: str | None = None
    act: "Act | None" = None
    tags: frozenset[str] = frozenset()
    pierces: frozenset[str] = frozenset()
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Protection:
    """What stops attacks on a seat: of these `causes` and `tags` (empty: of all), but none of `unless_tags`.

    `silent`: an immunity: the attack does nothing, the seat is neither attacked nor saved.
    """

    seat: str
    kind: str
    rule: str
    by: str | None = None
    act: "Act | None" = None
    causes: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    unless_tags: frozenset[str] = frozenset()
    silent: bool = False

    def stops(self, attack: Attack) -> bool:
        return (
            self.seat == attack.victim
            and not attack.certain
            and self.kind not in attack.pierces
            and (not self.causes or attack.cause in self.causes)
            and (not self.tags or bool(self.tags & attack.tags))
            and not self.unless_tags & attack.tags
        )


@dataclass(frozen=True, slots=True)
class Visit:
    """A seat comes to another, by an act that takes place."""

    by: str
    to: str
    act: "Act"


@dataclass(frozen=True, slots=True)
class Appearance:
    """As what a dead seat is shown."""

    role: str | None
    side: str | None


@dataclass(frozen=True, slots=True)
class _Tenure:
    """How long a name plays its seat within a phase: from a moment on, up to another (None: from or to its end)."""

    since: datetime | None
    until: datetime | None

    def covers(self, at: datetime | None) -> bool:
        return at is None or ((self.since is None or self.since <= at) and (self.until is None or at < self.until))


OnAttacked = Callable[[Attack], None]
OnDeath = Callable[[str, tuple[Attack, ...]], None]


@dataclass(slots=True)
class _Put:
    """What the steps have put down so far."""

    acts: list["Act"] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    settled: list[Attack] = field(default_factory=list)
    protections: list[Protection] = field(default_factory=list)
    stopped: set[str] = field(default_factory=set)
    deaths: dict[str, list[Attack]] = field(default_factory=dict)
    acquitting: set[str] = field(default_factory=set)
    stripped: dict[str, tuple[str, str]] = field(default_factory=dict)
    unveiled: dict[str, str] = field(default_factory=dict)
    veiled: dict[str, str] = field(default_factory=dict)
    appearances: dict[str, Appearance] = field(default_factory=dict)
    host_counts: list["HostCount"] = field(default_factory=list)
    town_counts: list["TownCount"] = field(default_factory=list)
    extras: dict[str, Any] = field(default_factory=dict)


class Board:
    """One phase in the making. Seats are ids; `before` is the state before the phase and never changes."""

    def __init__(self, ruleset: "Ruleset", before: State, phase: Phase) -> None:
        self.ruleset = ruleset
        self.before = before
        self.phase = phase
        self.sent = _sent(ruleset, phase)
        self.operations = operations(phase.choices)
        self.now: PhaseId = phase.id
        self.window: Window = ruleset.clock.window(before.calendar, phase)
        self.seats: dict[str, Seat] = dict(before.seats)
        self.offices: dict[str, str] = dict(before.offices)
        self.statuses: list[Status] = [each for each in before.statuses if each.until is None or phase.id <= each.until]
        self.dues: list[Due] = [due for due in before.dues if phase.id < due.phase]
        self.memories = dict(before.memories)
        self.acquainted = set(before.acquainted)
        self.notes: dict[str, Any] = dict(before.notes)
        self.events: list[Event] = []
        self.put = _Put()
        self.on_attacked: list[OnAttacked] = []
        self.on_death: list[OnDeath] = []
        self.alive_at_start: tuple[str, ...] = before.alive
        self._living = self.alive_at_start
        self.winners: tuple[str, ...] = ()
        self.chances = Chances(before.seed, phase.id, phase.chance)
        self._tenures: dict[str, _Tenure] = {}
        self._names, self._titles = _index_names(self.seats.values())
        self._tenures = self._replace_at_once()
        self._moments = moments_of(self.operations, self.find_target, night=phase.id.night)

    # Who is who.

    def find(self, name: str, at: datetime | None = None) -> str | None:
        """The seat now played under this name or alias; None: nobody's; `AMBIGUOUS`: several seats' alias.

        With `at`: whose name it is at that moment of the phase, where the host replaces somebody in the middle of it.
        """
        tenure = self._tenures.get(name)
        return None if tenure is not None and not tenure.covers(at) else self._names.get(name)

    def find_target(self, name: str, at: datetime | None = None) -> str | None:
        """As `find`, also by a name that the seat had before a replacement."""
        return self.find(name, at) or self._titles.get(name)

    def name(self, seat: str) -> str:
        """The name of the seat in this phase; of one that is replaced in the middle of it, the new one."""
        found = self.seats.get(seat)
        return found.name if found is not None else seat

    def role(self, seat: str) -> str | None:
        found = self.seats.get(seat)
        return found.role if found is not None else None

    def side(self, seat: str) -> str | None:
        found = self.seats.get(seat)
        own = found.side if found is not None else None
        return own or self.ruleset.side_of(self.role(seat))

    def field(self, seat: str, key: str) -> Any:
        return self.seats[seat].fields.get(key)

    def holder(self, office: str) -> str | None:
        return self.offices.get(office)

    def is_acquainted(self, seat: str) -> bool:
        """Whether the seat knows any of its own, by a meeting or by an office that it holds (CAS-95)."""
        return any(knower == seat for knower, _ in self.acquainted) or seat in self.offices.values()

    def is_alive(self, seat: str) -> bool:
        """Alive now: not dead before the phase, and of no death that this phase has settled."""
        found = self.seats.get(seat)
        return found is not None and found.alive and found.entered

    def living(self) -> tuple[str, ...]:
        """The seats alive now, in the order of the list of players."""
        return self._living

    def living_with_role(self, *roles: str) -> tuple[str, ...]:
        return tuple(seat for seat in self.living() if self.role(seat) in roles)

    def team(self, team: str) -> tuple[str, ...]:
        """The living members of a team, as its channel declares them."""
        channel = self.ruleset.team_channel(team)
        return tuple(seat for seat in self.living() if channel is not None and channel.members.includes(seat, self))

    def team_at_start(self, team: str) -> tuple[str, ...]:
        """Those of a team who were alive when the phase began."""
        channel = self.ruleset.team_channel(team)
        return tuple(
            seat for seat in self.alive_at_start if channel is not None and channel.members.includes(seat, self)
        )

    def removed_before(self, seat: str, at: datetime | None) -> bool:
        """Whether the host had removed the seat by then (an entry without a time is of the end of the phase)."""
        return self._moments.lives_at(seat, at) is False

    def is_removed(self, seat: str) -> bool:
        """Whether the host removes the seat at some moment of this phase, and does not take that back in it."""
        return self._moments.lives_at(seat, None) is False

    def revived_before(self, seat: str, at: datetime | None) -> bool:
        """Whether the host had brought the seat back by then."""
        return self._moments.lives_at(seat, at) is True

    def silenced_before(self, seat: str, at: datetime | None) -> bool:
        """Whether the host had taken the seat's vote by that moment of the day."""
        return self._moments.is_silenced(seat, at)

    # What is put down.

    def log(
        self,
        kind: EventKind,
        rule: str,
        *who: str,
        by: str | None = None,
        what: str | None = None,
        value: object = None,
        audience: Audience = HOST_ONLY,
        entry: VoteEntry | ActionEntry | ChoiceEntry | None = None,
    ) -> None:
        self.events.append(Event(kind, rule, who, by, what, value, audience, entry))

    def tell(self, to: str, about: str | tuple[str, ...] | None, answer: str, rule: str) -> None:
        """A private message to a seat, or to a team: to those who began the phase alive (nobody: nothing is told)."""
        audience = self.team_at_start(to.removeprefix(TEAM)) if to.startswith(TEAM) else (to,)
        if audience:
            self.log(EventKind.TOLD, rule, to, value=(about, answer), audience=Audience(players=audience))

    def announce(self, what: str, rule: str, who: str | None = None, value: object = None) -> None:
        self.log(EventKind.ANNOUNCED, rule, *(() if who is None else (who,)), what=what, value=value, audience=TOWN)

    def draw(self, chance: str, seat: str) -> bool:
        """Whether the named chance happens to the seat; the draw is logged."""
        spec = self.ruleset.chances[chance]
        drawn = self.chances.draw(chance, self.name(seat), spec.probability)
        self.log(EventKind.DRAWN, spec.rule, seat, what=chance, value=drawn)
        return drawn

    def attack(self, attack: Attack) -> None:
        self.put.attacks.append(attack)

    def protect(self, protection: Protection) -> None:
        self.put.protections.append(protection)

    def mark(self, status: Status) -> None:
        """Something that stands from now on; it is in the log when its step says so."""
        self.statuses.append(status)

    def stand(
        self, seat: str, facet: str, *, days: int, rule: str, by: str, public: bool = False, value: Any = None
    ) -> None:
        """A status of the next `days` days: from the coming day to the end of the last of them."""
        first = PhaseId(self.now.cycle + 1, night=False)
        until = PhaseId(self.now.cycle + days, night=False)
        self.mark(Status(seat, facet, first, until, rule, by, public, value))

    def take_vote(self, seat: str, *, days: int, rule: str, by: str, public: bool = True) -> None:
        """The seat has no vote on the next `days` days; announced each time, or secret (`void`)."""
        self.stand(seat, SILENCED if public else VOID, days=days, rule=rule, by=by, public=public)

    def schedule(self, due: Due) -> None:
        self.dues.append(due)
        self.log(EventKind.SCHEDULED, due.rule, due.seat, by=due.by, what=due.what, value=str(due.phase))

    def due_now(self, what: str) -> tuple[Due, ...]:
        """What was scheduled for this phase under that name."""
        return tuple(due for due in self.before.dues if due.phase == self.now and due.what == what)

    def status(self, seat: str, facet: str, phase: PhaseId | None = None) -> Status | None:
        """The status that stands in that phase (this one unless given), the latest where there are several."""
        moment = phase or self.now
        found = None
        for status in self.statuses:
            if status.seat == seat and status.facet == facet and status.covers(moment):
                found = status
        return found

    def change_role(self, seat: str, role: str, rule: str, audience: Audience) -> None:
        self.seats[seat] = replace(self.seats[seat], role=role)
        self.log(EventKind.ROLE, rule, seat, value=role, audience=audience)

    def bury(self, seat: str) -> None:
        """The seat is dead from now on (its death is logged by who settles it)."""
        self.seats[seat] = replace(self.seats[seat], alive=False)
        self._living = tuple(each for each in self._living if each != seat)

    def bring_back(self, seat: str) -> None:
        """The seat lives again, by the host's word: a death of this phase is undone."""
        self.put.deaths.pop(seat, None)
        self.seats[seat] = replace(self.seats[seat], alive=True)
        self._living = tuple(each for each in self.seats if self.is_alive(each))

    def acts_of(self, seat: str) -> tuple["Act", ...]:
        return tuple(act for act in self.put.acts if act.owner == seat)

    def standing_acts(self) -> tuple["Act", ...]:
        return tuple(act for act in self.put.acts if act.stands)

    def falls(self, act: "Act") -> bool:
        """Whether a death of an earlier step stops the act: one after which the ruleset stops the dead."""
        return act.owner in self.put.stopped

    def visits(self) -> tuple[Visit, ...]:
        """Who comes to whom by acts that take place; oneself is never a visit."""
        return tuple(
            Visit(act.owner, target, act)
            for act in self.put.acts
            if act.stands and act.ability.visits
            for place, target in enumerate(act.targets, start=1)
            if target != act.owner and act.ability.visits_only in (None, place)
        )

    def _replace_at_once(self) -> dict[str, _Tenure]:
        """The names that change hands at a moment of this phase, where the ruleset lets them (GEN-40)."""
        tenures: dict[str, _Tenure] = {}
        for choice in self.operations if self.ruleset.admission.replaces_at_once else ():
            if choice.do != "replace" or choice.at is None:
                continue
            leaving, entering = choice.on
            seat = self.find(leaving)
            if seat is None or seat not in self.seats:
                continue
            tenures[entering] = _Tenure(choice.at, None)
            tenures[leaving] = replace(tenures.get(leaving, _Tenure(None, None)), until=choice.at)
            self._names[entering] = self._titles[leaving] = seat
            self.seats[seat] = replace(self.seats[seat], name=entering, former=(*self.seats[seat].former, leaving))
        return tenures


def _sent(ruleset: "Ruleset", phase: Phase) -> tuple[ActionEntry, ...]:
    """The phase's actions, and the players' choices that are actions of the ruleset (STY-97): one without a time was
    made before all of them."""
    chosen = [
        ActionEntry(each.by, each.do, each.on, each.at, each.as_role, text=each.text, source=each.source)
        for each in phase.choices
        if each.do in ruleset.player_choices and each.do in ruleset.actions
    ]
    untimed = (each for each in chosen if each.at is None)
    return (*untimed, *phase.actions, *(each for each in chosen if each.at is not None))


def _index_names(seats: Iterable[Seat]) -> tuple[dict[str, str], dict[str, str]]:
    """Name or alias → seat, for the present and for the former names; a shared alias is ambiguous."""
    names: dict[str, str] = {}
    aliases: dict[str, str] = {}
    former: dict[str, str] = {}
    for seat in seats:
        names[seat.name] = seat.id
        for alias in seat.aliases:
            aliases[alias] = seat.id if aliases.get(alias, seat.id) == seat.id else AMBIGUOUS
        for name in seat.former:
            former[name] = seat.id if former.get(name, seat.id) == seat.id else AMBIGUOUS
    return {**aliases, **names}, former
