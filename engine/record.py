"""The types of a game record: players, and what happened in each phase, every entry with its source.

`engine.reading.read_record` makes them of parsed TOML or JSON; a running game makes them of what it stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from engine.faults import Path
from engine.moments import PhaseId

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

__all__ = [
    "HOST",
    "ActionEntry",
    "ChoiceEntry",
    "Colour",
    "GameRecord",
    "Phase",
    "Player",
    "Source",
    "Unclear",
    "VoteEntry",
    "VoteKind",
]

HOST = "host"


class Colour(StrEnum):
    """Red votes against, blue in defence."""

    RED = "red"
    BLUE = "blue"


class VoteKind(StrEnum):
    """What a vote is for: the execution, a nomination, mordheim's vegetable list and scan poll, or taking it back."""

    VOTE = "vote"
    NOMINATE = "nominate"
    VEGETABLE = "vegetable"
    VEGETABLE_SELF = "vegetable-self"
    SCAN = "scan"
    UNVOTE = "unvote"


@dataclass(frozen=True, slots=True)
class Source:
    """Where an entry came from: `post` is a post's id or URL, `place` its keys in a record."""

    post: str | None = None
    place: Path = ()


@dataclass(frozen=True, slots=True)
class Unclear:
    """A vote that the host has to read: its text, why it is unclear, whom it may mean."""

    text: str
    why: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VoteEntry:
    """One vote as it was given; `by` and `on` as written. Without `at` it is in time. `text`: the words beside it."""

    by: str
    on: str
    at: datetime | None = None
    colour: Colour | None = None
    kind: VoteKind = VoteKind.VOTE
    advance: bool = False
    edited: bool = False
    deleted: bool = False
    thread: str | None = None
    text: str | None = None
    unclear: Unclear | None = None
    source: Source = Source()


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """One action as it was sent; `on` in the order that the action's rule names."""

    by: str
    do: str
    on: tuple[str, ...] = ()
    at: datetime | None = None
    as_role: str | None = None
    guess: str | None = None
    text: str | None = None
    answer: str | None = None
    item: str | None = None
    source: Source = Source()


@dataclass(frozen=True, slots=True)
class ChoiceEntry:
    """What a dying player decides, or an operation of the host (`by` is `host`)."""

    by: str
    do: str
    on: tuple[str, ...] = ()
    at: datetime | None = None
    as_role: str | None = None
    text: str | None = None
    source: Source = Source()


@dataclass(frozen=True, slots=True)
class Player:
    """A seat as the host deals it; `role` None: unknown. `fields` are those that only some rulesets have."""

    name: str
    role: str | None = None
    aliases: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    source: Source = Source()


@dataclass(frozen=True, slots=True)
class Phase:
    """All that was entered for one phase. `opens` and `closes`: the host's change of its window.

    `chance` fixes draws by `NAME:PLAYER`; `posts` counts each player's posts to the point (mordheim); `expect` and
    `expect_not` are the raw tables of a record's expectations.
    """

    id: PhaseId
    votes: tuple[VoteEntry, ...] = ()
    actions: tuple[ActionEntry, ...] = ()
    choices: tuple[ChoiceEntry, ...] = ()
    chance: Mapping[str, bool] = field(default_factory=dict)
    posts: Mapping[str, int] | None = None
    opens: datetime | None = None
    closes: datetime | None = None
    expect: Mapping[str, Any] | None = None
    expect_not: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, or a part of one. Without `first_day` its times lie on an arbitrary date.

    `ruleset_name`: the ruleset as the record names it (an id or a path); without it the id.
    """

    ruleset: "Ruleset"
    players: tuple[Player, ...]
    phases: tuple[Phase, ...]
    title: str | None = None
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("Europe/Moscow"))
    first_day: date | None = None
    seed: str = "0"
    options: Mapping[str, Any] = field(default_factory=dict)
    ruleset_name: str | None = None
