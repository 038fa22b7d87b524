"""A poll as data of a ruleset: who votes for whom, in which window, with what weight, what it decides.

`engine.counting` counts one, `engine.deciding` carries out its consequence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time
from enum import StrEnum

from engine.abilities.base import Who
from engine.record import Colour, VoteKind

__all__ = [
    "Accept",
    "Acquittal",
    "Among",
    "Consequence",
    "Defence",
    "Edited",
    "Nominations",
    "Poll",
    "RemovedTarget",
    "Repeat",
    "Ruling",
    "Silent",
    "Tie",
    "TieTime",
    "Totals",
    "Weight",
]


UNLIMITED = "unlimited"


class Among(StrEnum):
    """What can be voted for: the living, the nominated, or a list of words (halves)."""

    LIVING = "living"
    NOMINATED = "nominated"
    WORDS = "words"


class Accept(StrEnum):
    """Whether something that a document may forbid is taken."""

    REFUSE = "refuse"
    ACCEPT = "accept"


class Edited(StrEnum):
    """Whether a vote of an edited post counts."""

    COUNT = "count"
    REFUSE = "refuse"


class Defence(StrEnum):
    """What a vote in defence does: subtracts, is refused, or stands and subtracts nothing."""

    COUNT = "count"
    REFUSE = "refuse"
    IGNORE = "ignore"


class Repeat(StrEnum):
    """Whether the same vote once more uses up a change."""

    FREE = "free"
    CHANGE = "change"


class Silent(StrEnum):
    """What becomes of the vote of those who give none."""

    NOTHING = "nothing"
    LAST_CANDIDATE = "last-candidate"


class Totals(StrEnum):
    """Whether public tables show sums of the public weights."""

    RAW = "raw"
    NONE = "none"


class Tie(StrEnum):
    """What a tie of the highest comes to."""

    HOST = "host"
    NONE = "none"
    ALL = "all"
    RANDOM = "random"
    FIRST_TO_REACH = "first-to-reach"
    EARLIEST_LAST_VOTE = "earliest-last-vote"
    LATEST_LAST_VOTE = "latest-last-vote"
    FIRST_NOMINATED = "first-nominated"


class TieTime(StrEnum):
    """Which last votes are compared: those that count, whenever cast, or the live ones only."""

    LAST_COUNTED = "last-counted"
    LAST_LIVE = "last-live"


class Consequence(StrEnum):
    """What a poll decides."""

    EXECUTION = "execution"
    CHOICE = "choice"


class RemovedTarget(StrEnum):
    """What becomes of votes for a candidate whom the host removes later: they are gone, or refused (`dead-target`)."""

    DROP = "drop"
    REFUSE = "refuse"


class Ruling(StrEnum):
    """Whom the host's ruling may name: anybody, or one of the tied."""

    ANY = "any"
    TIED = "tied"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """A vote of `who` in that colour (or in any) weighs `weight`; `public`: whether the town may know."""

    who: Who
    weight: int
    rule: str
    colour: Colour | None = None
    public: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominations:
    """How a player gets onto the list: nominations by `needed` different players, one with at most `one_below` alive.

    `by_oneself`: the entries of `kind` put their author on the list (the vegetables), whenever before the poll opens.
    """

    rule: str
    kind: VoteKind
    needed: int = 1
    one_below: int = 0
    self_nomination: bool = True
    per_player: int | str = UNLIMITED
    by_oneself: bool = False
    edited_votes: Edited = Edited.COUNT
    rules: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquittal:
    """Whoever has the facet on this day is not executed; `public`: whether the town is told why."""

    facet: str
    reason: str
    rule: str
    public: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """One poll of a day. `prefix` goes before its keys in the outcome (the main one has none).

    `changes` None: any number. `from_` and `until` are times of the clock where they differ from the day's; `opener`
    is the host's operation that opens it at another moment. `absent_against`: votes against oneself for giving none.
    `advance_is_vote`: a vote in advance is the one that a later vote changes. `cancelled_by`: an acquittal at that poll
    of the same day cancels this one's execution.
    `rules`: reason → rule id.
    """

    name: str
    rule: str
    kind: VoteKind = VoteKind.VOTE
    prefix: str = ""
    colours: bool = True
    cast: bool = False
    among: Among = Among.LIVING
    words: tuple[str, ...] = ()
    from_: time | None = None
    until: time | None = None
    opener: str | None = None
    thread: str | None = None
    self_vote: Accept = Accept.REFUSE
    defence_votes: Defence = Defence.COUNT
    edited_votes: Edited = Edited.COUNT
    removed_target: RemovedTarget = RemovedTarget.DROP
    changes: int | None = None
    repeat_vote: Repeat = Repeat.FREE
    unvote: bool = False
    advance: bool = False
    advance_is_vote: bool = False
    weights: tuple[Weight, ...] = ()
    public_totals: Totals = Totals.RAW
    duty: bool = True
    absent_against: int = 0
    silent: Silent = Silent.NOTHING
    nominations: Nominations | None = None
    min_score: int = 1
    tie: Tie = Tie.HOST
    tie_time: TieTime = TieTime.LAST_COUNTED
    tie_undecided: Tie = Tie.HOST
    tie_rule: str = ""
    ruling: Ruling = Ruling.ANY
    consequence: Consequence = Consequence.EXECUTION
    cause: str = "execution"
    acquittals: tuple[Acquittal, ...] = ()
    cancelled_by: str | None = None
    nobody: str | None = None
    nobody_rule: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)

    def rule_of(self, reason: str) -> str:
        return self.rules.get(reason, self.rule)
