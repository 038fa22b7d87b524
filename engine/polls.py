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
    "AbsenceTime",
    "Accept",
    "Acquittal",
    "Among",
    "ChangeWindow",
    "Consequence",
    "Decision",
    "Defence",
    "Deleted",
    "Edited",
    "Nominations",
    "OverLimit",
    "Poll",
    "RemovedTarget",
    "Repeat",
    "Ruling",
    "Several",
    "Share",
    "Silent",
    "Tie",
    "TieTime",
    "Totals",
    "Unvote",
    "Votes",
    "Weight",
]


UNLIMITED = "unlimited"


class Among(StrEnum):
    """What can be voted for: the living, the nominated, a list of words (halves), or those tied in an earlier poll."""

    LIVING = "living"
    NOMINATED = "nominated"
    WORDS = "words"
    TIED = "tied"


class Accept(StrEnum):
    """Whether something that a document may forbid is taken."""

    REFUSE = "refuse"
    ACCEPT = "accept"


class Edited(StrEnum):
    """Whether a vote of an edited post counts; `absent`: its author has not voted, an earlier vote is gone too."""

    COUNT = "count"
    REFUSE = "refuse"
    ABSENT = "absent"


class Deleted(StrEnum):
    """Whether a vote whose post has vanished from the thread still counts."""

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


class OverLimit(StrEnum):
    """What one change too many comes to: it is refused, or its author has not voted on this day."""

    REFUSE = "refuse"
    ABSENT = "absent"


class Unvote(StrEnum):
    """What becomes of a vote taken back: the poll knows no such entry, none stands then, or it changes nothing."""

    NONE = "none"
    TAKE = "take"
    IGNORE = "ignore"


class Several(StrEnum):
    """Which of several votes in one post counts: the last, the one that the host names, or none."""

    LAST = "last"
    UNCLEAR = "unclear"
    NONE = "none"


class Votes(StrEnum):
    """How many votes a player has: one, or one against and one in defence."""

    ONE = "one"
    PER_COLOUR = "one-per-colour"


class Decision(StrEnum):
    """What it takes to be chosen: the highest score, or more than half of the living."""

    PLURALITY = "plurality"
    MAJORITY = "majority"


class Share(StrEnum):
    """The majority for nobody's execution: the same as for a player's, or exactly half."""

    SAME = "same"
    HALF = "half"


class AbsenceTime(StrEnum):
    """When the votes against oneself for giving none count as given: after all others, or before them."""

    LATEST = "latest"
    EARLIEST = "earliest"


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
    REVOTE = "revote"


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
class ChangeWindow:
    """From that time of the clock on, at most so many changes."""

    from_: time
    changes: int


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
    deleted_votes: Deleted = Deleted.REFUSE
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

    `uncoloured`: a vote without a colour keeps none. `abstention`: the word that stands for nobody's execution, which
    fulfils the duty to vote on `abstention_days` only (None: on all). `own_weights`, `bonus`, `thresholds`: the rules
    by which the players' own fields of these names count. `hammer`: the vote that makes a majority ends the day, as do
    votes marked with `early_words` once all have given one, from day `early_from` on (0: never). `revote_of`: the poll
    whose tie this one settles, once the host has opened it.
    `decision_rule`, `tie_rule`: what says who is chosen, and who of the tied, where that is not `rule`. `rules`: reason
    → rule id; beside those of refusals `ended` (by a majority) and `closed` (by the word of all).
    """

    name: str
    rule: str
    kind: VoteKind = VoteKind.VOTE
    prefix: str = ""
    votes: Votes = Votes.ONE
    colours: bool = True
    uncoloured: bool = False
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
    deleted_votes: Deleted = Deleted.REFUSE
    removed_target: RemovedTarget = RemovedTarget.DROP
    changes: int | None = None
    change_windows: tuple[ChangeWindow, ...] = ()
    over_limit: OverLimit = OverLimit.REFUSE
    repeat_vote: Repeat = Repeat.FREE
    unvote: Unvote = Unvote.NONE
    several: Several | None = None
    final_words: tuple[str, ...] = ()
    early_words: tuple[str, ...] = ()
    early_from: int = 0
    abstention: str | None = None
    abstention_votes: Accept = Accept.ACCEPT
    abstention_days: tuple[int, ...] | None = None
    advance: bool = False
    advance_is_vote: bool = False
    weights: tuple[Weight, ...] = ()
    own_weights: str | None = None
    bonus: str | None = None
    thresholds: str | None = None
    public_totals: Totals = Totals.RAW
    duty: bool = True
    absent_against: int = 0
    absence_time: AbsenceTime = AbsenceTime.LATEST
    silent: Silent = Silent.NOTHING
    nominations: Nominations | None = None
    min_score: int = 1
    decision: Decision = Decision.PLURALITY
    hammer: bool = False
    abstention_majority: Share = Share.SAME
    tie: Tie = Tie.HOST
    tie_time: TieTime = TieTime.LAST_COUNTED
    tie_undecided: Tie = Tie.HOST
    tie_rule: str = ""
    decision_rule: str = ""
    revote_of: str | None = None
    ruling: Ruling = Ruling.ANY
    consequence: Consequence = Consequence.EXECUTION
    cause: str = "execution"
    acquittals: tuple[Acquittal, ...] = ()
    cancelled_by: str | None = None
    nobody: str | None = None
    nobody_rule: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)

    @property
    def knows_defence(self) -> bool:
        """Whether a vote in defence is ever taken."""
        return self.colours and self.defence_votes is not Defence.REFUSE

    @property
    def needs_majority(self) -> bool:
        """Whether a majority decides, or ends the day."""
        return self.hammer or self.decision is Decision.MAJORITY

    def choice_rule(self, *, tied: bool) -> str:
        """The rule that says who is chosen: of several with the highest score, or else."""
        return (self.tie_rule if tied else self.decision_rule) or self.rule

    def rule_of(self, reason: str) -> str:
        return self.rules.get(reason, self.rule)
