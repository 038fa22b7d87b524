"""What happens in a phase, as a log of events: each names the rule that made it and who may know of it.

The outcome of a phase is a fold over its events; what town and players may know is a choice among them by `audience`.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.record import ActionEntry, ChoiceEntry, VoteEntry

__all__ = ["HOST_ONLY", "TOWN", "Audience", "Event", "EventKind"]


class EventKind(StrEnum):
    """The kinds of events; the comment says what `who`, `by`, `what` and `value` are."""

    REFUSED = "refused"  # an entry is no act: who sent it; what = the reason
    SUPERSEDED = "superseded"  # another message is in effect instead: who sent it; what = the action
    ACTED = "acted"  # an act takes place: who = its targets, by its owner; what = the action
    BLOCKED = "blocked"  # the act of `who` is annulled by `by`; what = the action
    TURNED = "turned"  # the act of `who` goes to other targets because of `by`; value = the actual targets
    DRAWN = "drawn"  # a chance: who it concerns; what = its name; value = what was drawn
    ATTACKED = "attacked"  # who, by whom; what = the cause
    STOPPED = "stopped"  # an attack on `who` is stopped by `by`; what = the cause, value = the kind of protection
    SAVED = "saved"  # who was attacked and lives, thanks to `by`
    KILLED = "killed"  # who; what = the cause, by = the attacker
    DIED = "died"  # who is dead: all that the town is told of it
    CHOSEN = "chosen"  # who was chosen by a poll; what = the poll
    EXECUTED = "executed"  # who; what = the poll
    ACQUITTED = "acquitted"  # who was chosen and is not executed; what = the reason
    TIED = "tied"  # who; what = the poll
    NOMINATED = "nominated"  # who is on the list, in order; what = the poll
    AWAITED = "awaited"  # who owes a decision; what it is; value = the names among whom
    TOLD = "told"  # who is told (a seat or a team); value = (about, answer)
    ANNOUNCED = "announced"  # to the town: what, who it is about, value
    SILENCED = "silenced"  # who has no vote on the coming day, said aloud
    VOIDED = "voided"  # who has no vote on the coming day, kept secret
    PROTECTED = "protected"  # who will not be executed on the coming day; what = the protection
    EXPOSED = "exposed"  # who; value = the role or office made public
    REVEALED = "revealed"  # who is dead; value = what the town is told of his role
    ROLE = "role"  # who has a new role or office; value = its id
    LIGHT = "light"  # value = the light after this phase
    SCHEDULED = "scheduled"  # something due later for `who`, by `by`; what; value = the phase
    MARKED = "marked"  # who has a new standing status; what = the facet
    CURED = "cured"  # what stood, began or was due for `who` (an infection, an alibi) is annulled by `by`; what
    RULED = "ruled"  # an operation of the host: what; who
    WON = "won"  # value = the winners


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may know of an event, besides the host: the whole town, or some players (seats)."""

    town: bool = False
    players: tuple[str, ...] = ()


HOST_ONLY = Audience()
TOWN = Audience(town=True)


@dataclass(frozen=True, slots=True)
class Event:
    """One event; seats by their ids. `entry` is the vote, action or choice from which it came."""

    kind: EventKind
    rule: str
    who: tuple[str, ...] = ()
    by: str | None = None
    what: str | None = None
    value: object = None
    audience: Audience = HOST_ONLY
    entry: VoteEntry | ActionEntry | ChoiceEntry | None = None
