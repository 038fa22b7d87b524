"""What follows from a phase, and its three views: the host's, the town's, one player's. They are three types.

A view is made of the phase's events and counts by what its reader may know (FORMATS 3), never of another view with
things left out. `outcome_as_json` prints any of them, or a whole game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.events import Event, EventKind
from engine.moments import PhaseId
from engine.record import ActionEntry, ChoiceEntry, Source, VoteEntry, VoteKind

if TYPE_CHECKING:
    from engine.count import HostCount, TownCount
    from engine.state import State

__all__ = [
    "Announcement",
    "Awaited",
    "CountedVote",
    "GameOutcome",
    "HostView",
    "OwnAction",
    "PhaseOutcome",
    "PlayerView",
    "Rejected",
    "Told",
    "TownView",
    "host_view",
    "outcome_as_json",
    "player_view",
    "rejected_of",
    "town_view",
    "view_as_json",
]


@dataclass(frozen=True, slots=True)
class CountedVote:
    """A vote that counts. `cast`: `live`, `advance` or `default` where the ruleset has the latter two."""

    by: str
    on: str
    colour: str | None
    weight: int
    rule: str = ""
    cast: str | None = None
    at: datetime | None = None
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A refused vote (`do` None), action or choice, with the reason of FORMATS 5 and the rule."""

    by: str
    on: str | tuple[str, ...] | None
    reason: str
    rule: str
    do: str | None = None
    kind: str | None = None
    at: datetime | None = None
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class Told:
    """A private message: `to` a name or a team, `about` a name, names, a half, or nobody."""

    to: str
    about: str | tuple[str, ...] | None
    answer: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """A public fact that has no key of its own."""

    what: str
    who: str | None = None
    value: object = None


@dataclass(frozen=True, slots=True)
class Awaited:
    """A decision that somebody owes before the phase can be closed."""

    who: str
    what: str
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnAction:
    """An action of one's own as it looks to its sender: accepted, or refused with an open reason."""

    do: str
    on: tuple[str, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PhaseOutcome:
    """All that followed from a phase. `names`: seat → its name in it; `sent`: the actions that were sent, in the order
    written; `extras`: keys that a ruleset's page adds."""

    phase: PhaseId
    events: tuple[Event, ...]
    counts: tuple["HostCount", ...]
    town_counts: tuple["TownCount", ...]
    names: Mapping[str, str]
    sent: tuple[ActionEntry, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """A game as far as it was played: `states[i]` is the state after `phases[i]`."""

    ruleset: str
    phases: tuple[PhaseOutcome, ...]
    states: tuple["State", ...]
    alive: tuple[str, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TownView:
    """What the whole town may know of a phase. Votes have public weights only."""

    phase: str
    votes: tuple[CountedVote, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    against: Mapping[str, int] = field(default_factory=dict)
    defence: Mapping[str, int] = field(default_factory=dict)
    rejected: tuple[Rejected, ...] = ()
    missing: tuple[str, ...] = ()
    nominated: tuple[str, ...] = ()
    executed: tuple[str, ...] = ()
    acquitted: Mapping[str, str] = field(default_factory=dict)
    dead: tuple[str, ...] = ()
    silenced: tuple[str, ...] = ()
    exposed: Mapping[str, str] = field(default_factory=dict)
    revealed: Mapping[str, str] = field(default_factory=dict)
    announced: tuple[Announcement, ...] = ()
    light: str | None = None
    winners: tuple[str, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """What one player may know: the town's view, what he was told, and his own entries as they look to him."""

    player: str
    town: TownView
    told: tuple[Told, ...] = ()
    actions: tuple[OwnAction, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostView:
    """Everything: the keys of FORMATS 3. `events` is the chain behind them, for explanations."""

    phase: str
    votes: tuple[CountedVote, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    against: Mapping[str, int] = field(default_factory=dict)
    defence: Mapping[str, int] = field(default_factory=dict)
    rejected: tuple[Rejected, ...] = ()
    missing: tuple[str, ...] = ()
    nominated: tuple[str, ...] = ()
    tie: tuple[str, ...] = ()
    awaits: tuple[Awaited, ...] = ()
    executed: tuple[str, ...] = ()
    acquitted: Mapping[str, str] = field(default_factory=dict)
    dead: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    silenced: tuple[str, ...] = ()
    void_votes: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()
    exposed: Mapping[str, str] = field(default_factory=dict)
    revealed: Mapping[str, str] = field(default_factory=dict)
    causes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    told: tuple[Told, ...] = ()
    announced: tuple[Announcement, ...] = ()
    light: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    events: tuple[Event, ...] = ()


class _Log:
    """Reads a choice of a phase's events, seats turned into names."""

    def __init__(self, events: Iterable[Event], names: Mapping[str, str]) -> None:
        self._events = tuple(events)
        self._names = names

    def name(self, seat: str) -> str:
        return self._names.get(seat, seat)

    def of(self, kind: EventKind) -> list[Event]:
        return [event for event in self._events if event.kind is kind]

    def who(self, kind: EventKind) -> tuple[str, ...]:
        """All names to whom it happened, each once, in alphabetical order."""
        return tuple(sorted({self.name(seat) for event in self.of(kind) for seat in event.who}))

    def in_order(self, kind: EventKind) -> tuple[str, ...]:
        return tuple(self.name(seat) for event in self.of(kind) for seat in event.who)

    def values(self, kind: EventKind) -> dict[str, str]:
        """Name → the last value; by name."""
        found = {self.name(seat): str(event.value) for event in self.of(kind) for seat in event.who}
        return dict(sorted(found.items()))

    def whats(self, kind: EventKind) -> dict[str, str]:
        found = {self.name(seat): str(event.what) for event in self.of(kind) for seat in event.who}
        return dict(sorted(found.items()))

    def exposed(self) -> dict[str, str]:
        """Name → what was made public of him first: a role goes before an office (CLA-50)."""
        found: dict[str, str] = {}
        for event in self.of(EventKind.EXPOSED):
            for seat in event.who:
                found.setdefault(self.name(seat), str(event.value))
        return dict(sorted(found.items()))

    def dead(self) -> tuple[str, ...]:
        return tuple(sorted(self.name(seat) for seat in self._fallen()))

    def _fallen(self) -> set[str]:
        """Who died, but for those whom the host has brought back in the same phase."""
        fallen: set[str] = set()
        for event in self._events:
            if event.kind is EventKind.DIED:
                fallen |= set(event.who)
            elif event.kind is EventKind.RULED and event.what == "revive":
                fallen -= set(event.who)
        return fallen

    def causes(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        fallen = self._fallen()
        for event in self.of(EventKind.KILLED):
            for seat in fallen.intersection(event.who):
                known = found.setdefault(self.name(seat), [])
                if event.what is not None and event.what not in known:
                    known.append(event.what)
        return {name: tuple(sorted(causes)) for name, causes in sorted(found.items())}

    def told(self) -> tuple[Told, ...]:
        told = []
        for event in self.of(EventKind.TOLD):
            about, answer = event.value if isinstance(event.value, tuple) else (None, event.value)
            if isinstance(about, tuple):
                about = tuple(self.name(each) for each in about)
            elif about is not None:
                about = self.name(about)
            told += [Told(self.name(seat), about, str(answer)) for seat in event.who]
        return tuple(told)

    def announced(self) -> tuple[Announcement, ...]:
        return tuple(
            Announcement(str(event.what), self.name(event.who[0]) if event.who else None, event.value)
            for event in self.of(EventKind.ANNOUNCED)
        )

    def rejected(self) -> tuple[Rejected, ...]:
        return tuple(rejected_of(event, self._names) for event in self.of(EventKind.REFUSED))

    def light(self) -> str | None:
        lights = [str(event.value) for event in self.of(EventKind.LIGHT)]
        return lights[-1] if lights else None

    def winners(self) -> tuple[str, ...]:
        won = [event.value for event in self.of(EventKind.WON) if isinstance(event.value, tuple)]
        return tuple(self.name(winner) for winner in won[-1]) if won else ()


def rejected_of(event: Event, names: Mapping[str, str]) -> Rejected:
    """A refusal as a row; whoever plays no seat has the name that he wrote under."""
    entry, reason = event.entry, str(event.what)
    written = entry.by if entry is not None else ""
    by = names.get(event.who[0], event.who[0]) if event.who else written
    if isinstance(entry, VoteEntry):
        kind = None if entry.kind is VoteKind.VOTE else str(entry.kind)
        return Rejected(by, entry.on, reason, event.rule, kind=kind, at=entry.at, source=entry.source)
    if isinstance(entry, ActionEntry | ChoiceEntry):
        return Rejected(by, entry.on, reason, event.rule, do=entry.do, at=entry.at, source=entry.source)
    return Rejected(by, None, reason, event.rule)


def host_view(outcome: PhaseOutcome) -> HostView:
    """All that the host sees of a phase."""
    log = _Log(outcome.events, outcome.names)
    counts = {count.prefix: count for count in outcome.counts}
    main = counts.get("")
    return HostView(
        phase=str(outcome.phase),
        votes=main.named_votes(outcome.names) if main else (),
        scores=main.named_scores(outcome.names) if main else {},
        against=main.named_against(outcome.names) if main else {},
        defence=main.named_defence(outcome.names) if main else {},
        rejected=log.rejected(),
        missing=main.named_missing(outcome.names) if main else (),
        nominated=tuple(log.name(seat) for seat in main.nominated) if main else (),
        tie=tuple(sorted(log.name(seat) for seat in main.tied)) if main else (),
        awaits=tuple(
            Awaited(log.name(each.who[0]), str(each.what), _names_in(each.value, log))
            for each in log.of(EventKind.AWAITED)
        ),
        executed=log.who(EventKind.EXECUTED),
        acquitted=log.whats(EventKind.ACQUITTED),
        dead=log.dead(),
        saved=log.who(EventKind.SAVED),
        blocked=log.who(EventKind.BLOCKED),
        silenced=log.who(EventKind.SILENCED),
        void_votes=log.who(EventKind.VOIDED),
        protected=log.who(EventKind.PROTECTED),
        exposed=log.exposed(),
        revealed=log.values(EventKind.REVEALED),
        causes=log.causes(),
        told=log.told(),
        announced=log.announced(),
        light=log.light(),
        roles=log.values(EventKind.ROLE),
        winners=log.winners(),
        extras={**_poll_extras(outcome.counts, outcome.names), **outcome.extras},
        events=outcome.events,
    )


def town_view(outcome: PhaseOutcome) -> TownView:
    """What the town may know of a phase: its own count of the votes, and the events that are public."""
    log = _Log((event for event in outcome.events if event.audience.town), outcome.names)
    main = next((count for count in outcome.town_counts if count.prefix == ""), None)
    refused = _Log((event for count in outcome.town_counts for event in count.refusals), outcome.names)
    return TownView(
        phase=str(outcome.phase),
        votes=main.named_votes(outcome.names) if main else (),
        scores=main.named_scores(outcome.names) if main and main.totals else {},
        against=main.named_against(outcome.names) if main and main.totals else {},
        defence=main.named_defence(outcome.names) if main and main.totals else {},
        rejected=refused.rejected(),
        missing=main.named_missing(outcome.names) if main else (),
        nominated=tuple(log.name(seat) for seat in main.nominated) if main else (),
        executed=log.who(EventKind.EXECUTED),
        acquitted=log.whats(EventKind.ACQUITTED),
        dead=log.dead(),
        silenced=log.who(EventKind.SILENCED),
        exposed=log.exposed(),
        revealed=log.values(EventKind.REVEALED),
        announced=log.announced(),
        light=log.light(),
        winners=log.winners(),
        extras=_poll_extras(outcome.town_counts, outcome.names),
    )


def player_view(outcome: PhaseOutcome, player: str) -> PlayerView:
    """What the player of this name may know of a phase.

    His own actions stand in the order in which he sent them; a secret refusal and a block look like an accepted one.
    """
    seats = {name: seat for seat, name in outcome.names.items()}
    seat = seats[player]
    log = _Log((event for event in outcome.events if seat in event.audience.players), outcome.names)
    refused = {
        id(event.entry): event.what
        for event in outcome.events
        if event.kind is EventKind.REFUSED and seat in event.audience.players
    }
    return PlayerView(
        player=player,
        town=town_view(outcome),
        told=log.told(),
        actions=tuple(
            OwnAction(entry.do, entry.on, refused.get(id(entry))) for entry in outcome.sent if entry.by == player
        ),
        roles=log.values(EventKind.ROLE),
    )


def _names_in(value: object, log: _Log) -> tuple[str, ...]:
    return tuple(sorted(log.name(str(each)) for each in value)) if isinstance(value, tuple) else ()


def _poll_extras(counts: Iterable["HostCount | TownCount"], names: Mapping[str, str]) -> dict[str, Any]:
    """The keys of polls beside the main one: `vegetable_votes`, `scan_scores` …"""
    extras: dict[str, Any] = {}
    for count in counts:
        if count.prefix:
            extras |= {f"{count.prefix}{key}": value for key, value in count.named_extras(names).items() if value}
    return extras


def outcome_as_json(outcome: GameOutcome, view: str = "host") -> dict[str, Any]:
    """The object of `tally replay --json`; `view`: `host`, `public`, or the name of a player.

    Who is alive and who has won is public. Raises KeyError where no player has that name.
    """
    make = {"host": _host_json, "public": _town_json}.get(view)
    if make is None and not any(view in phase.names.values() for phase in outcome.phases):
        raise KeyError(view)
    phases = [make(phase) if make else _player_json(phase, view) for phase in outcome.phases]
    return {
        "format": 1,
        "ruleset": outcome.ruleset,
        "phases": phases,
        "alive": list(outcome.alive),
        "winners": list(outcome.winners),
    }


def _host_json(outcome: PhaseOutcome) -> dict[str, Any]:
    return view_as_json(host_view(outcome))


def _town_json(outcome: PhaseOutcome) -> dict[str, Any]:
    return view_as_json(town_view(outcome))


def _player_json(outcome: PhaseOutcome, player: str) -> dict[str, Any]:
    view = player_view(outcome, player) if player in outcome.names.values() else None
    if view is None:
        return view_as_json(town_view(outcome))
    own = {"told": view.told, "actions": view.actions, "roles": view.roles}
    return {**view_as_json(view.town), **{key: _plain(value) for key, value in own.items() if value}}


def view_as_json(view: HostView | TownView) -> dict[str, Any]:
    """The keys of FORMATS 3 that have something in them, as plain JSON values."""
    result: dict[str, Any] = {}
    for each in fields(view):
        value = getattr(view, each.name)
        if each.name == "events" or value is None:
            continue
        if each.name == "extras":
            result |= {key: _plain(extra) for key, extra in value.items()}
        elif value or each.name in ("dead", "winners") or (each.name == "executed" and view.phase.startswith("day")):
            result[each.name] = _plain(value)
    return result


_KEYS = {"source": "post"}


def _plain(value: Any) -> Any:
    if isinstance(value, CountedVote | Rejected | Told | Announcement | Awaited | OwnAction):
        plain = {_KEYS.get(each.name, each.name): _plain(getattr(value, each.name)) for each in fields(value)}
        return {key: part for key, part in plain.items() if part is not None}
    if isinstance(value, Source):
        return value.post
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value
