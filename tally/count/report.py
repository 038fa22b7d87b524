"""How the votes of a day stand: the engine's count joined with the posts that the votes came from.

The town's report and the host's are two types: what is published or printed by default is made of a `TownReport`, which
is built from the engine's public count alone.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.moments import PhaseId
from parsers.page import Precision
from tally.calendar.days import is_set

__all__ = [
    "DayHeading",
    "DayReport",
    "Doubt",
    "Ending",
    "HostReport",
    "Majority",
    "Outage",
    "PollTable",
    "Refusal",
    "Row",
    "ShownVote",
    "Sighted",
    "TownReport",
    "report_as_json",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighted:
    """Something that somebody wrote: `time` as the forum shows it, to the `precision` it shows; `post` its address.

    `ruling`, `entered`: why the host decided it, or entered it.
    """

    by: str
    time: datetime | None
    precision: Precision | None
    post: str | None
    ruling: str | None = None
    entered: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownVote(Sighted):
    """A vote that counts."""

    colour: str | None
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Sighted):
    """A vote that does not count: the reason of FORMATS 5, or `ignored`, and the rule that says so.

    `on` None: a name that nobody has, withdrawn by the host; `kind` None: an ordinary vote.
    """

    on: str | None
    kind: str | None
    reason: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt(Sighted):
    """A vote that waits for the host's word: its text (None: withdrawn by the host), why it is unclear, whom it may
    mean. `kind` None: an ordinary one."""

    text: str | None
    kind: str | None
    why: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending(Sighted):
    """The vote that ended the day at once. `on`: who has a majority with it; None: it was the last that asked to close
    the day. `id`: of its post, None for one that has none; `number`: that of the post, where the forum shows one."""

    on: str | None
    id: str | None
    number: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Majority:
    """How many votes of so many living are a majority; `own`: for whom it is another number. `decides`: nobody is
    executed with fewer; else a majority only ends the day at once."""

    living: int
    votes: int
    own: tuple[tuple[str, int], ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A candidate. The sums are None where the ruleset shows none to the town."""

    player: str
    against: int | None
    defence: int | None
    score: int | None
    votes: tuple[ShownVote, ...]


@dataclass(frozen=True, slots=True)
class PollTable:
    """A poll beside the first one (mordheim's vegetable execution, its scan), by the prefix of its keys; its fields are
    those of a day's own table. `kind`: that of its votes."""

    poll: str
    kind: str
    with_totals: bool
    with_colours: bool
    rows: tuple[Row, ...]
    missing: tuple[str, ...]
    nominated: tuple[str, ...]
    leading: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outage:
    """A time over a deadline in which the forum was not read, though it should have been."""

    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DayHeading:
    """Which day of which game is told of, and up to when. `final`: the thread is known beyond the deadline;
    `with_colours`: there are votes against and in defence to be told apart."""

    game: str
    ruleset: str
    phase: PhaseId
    zone: ZoneInfo
    as_of: datetime
    deadline: datetime
    final: bool
    with_colours: bool
    outage: Outage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayReport(DayHeading):
    """A day as its votes stood at `as_of`. `settled`: it is final, and nothing waits for the host's word (for the
    town: its result was announced); before that `executed` holds nobody.

    `rows` by score, then by who reached it first. `majority`: where one counts; `ending`: where a vote ended the day.
    `tie`: the candidates among whom the host has to choose. `polls`: those beside the first one in which anybody
    stands or has voted.
    """

    settled: bool
    with_totals: bool
    majority: Majority | None = None
    ending: Ending | None = None
    rows: tuple[Row, ...]
    rejected: tuple[Refusal, ...]
    unclear: tuple[Doubt, ...]
    missing: tuple[str, ...]
    nominated: tuple[str, ...]
    leading: tuple[str, ...]
    executed: tuple[str, ...]
    tie: tuple[str, ...]
    polls: tuple[PollTable, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TownReport(DayReport):
    """What the town may know: public weights, public eligibility, and the results that were announced.

    `unannounced`: the phases up to this day whose results were not. `news`: those of the day and of its night in words.
    """

    unannounced: tuple[PhaseId, ...] = ()
    news: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HostReport(DayReport):
    """What the host sees: weights as the rules give them, secret reasons. `differs`: other results were announced."""

    differs: bool = False


def report_as_json(report: DayReport) -> dict[str, Any]:
    """The object of FORMATS 7."""
    told: dict[str, Any] = {
        "format": 1,
        "game": report.game,
        "ruleset": report.ruleset,
        "phase": str(report.phase),
        "view": "host" if isinstance(report, HostReport) else "public",
        "as_of": _iso(report.as_of),
        "deadline": _iso(report.deadline) if is_set(report.deadline) else None,
        "final": report.final,
        **_unread(report.outage),
        "table": [_row_as_json(row) for row in report.rows],
        "rejected": [
            {"by": each.by, "on": each.on, "reason": each.reason, "rule": each.rule, **_kind(each), **_source(each)}
            for each in report.rejected
        ],
        "unclear": [
            {"by": each.by, "text": each.text, "why": each.why, "candidates": list(each.candidates)}
            | {**_kind(each), **_source(each)}
            for each in report.unclear
        ],
        "missing": list(report.missing),
        "nominated": list(report.nominated),
    }
    if report.with_totals:
        told["leading"] = list(report.leading)
    told["executed"] = list(report.executed)
    if report.tie:
        told["tie"] = list(report.tie)
    if report.polls:
        told["polls"] = [_poll_as_json(each) for each in report.polls]
    if isinstance(report, TownReport) and report.unannounced:
        told["unannounced"] = [str(phase) for phase in report.unannounced]
    if isinstance(report, HostReport) and report.differs:
        told["differs"] = True
    return told


def _poll_as_json(poll: PollTable) -> dict[str, Any]:
    table = [_row_as_json(row) for row in poll.rows]
    told = {"poll": poll.poll, "table": table, "nominated": list(poll.nominated), "missing": list(poll.missing)}
    return told | ({"leading": list(poll.leading)} if poll.with_totals else {})


def _row_as_json(row: Row) -> dict[str, Any]:
    sums = {"against": row.against, "defence": row.defence, "score": row.score}
    return {
        "player": row.player,
        **{name: value for name, value in sums.items() if value is not None},
        "votes": [{"by": vote.by, "colour": vote.colour, "weight": vote.weight, **_source(vote)} for vote in row.votes],
    }


def _unread(outage: Outage | None) -> dict[str, Any]:
    return {} if outage is None else {"unread": {"from": _iso(outage.since), "until": _iso(outage.until)}}


def _kind(vote: Refusal | Doubt) -> dict[str, str]:
    return {} if vote.kind is None else {"kind": vote.kind}


def _source(sighted: Sighted) -> dict[str, str | None]:
    told = {"time": None if sighted.time is None else _iso(sighted.time), "post": sighted.post}
    words = {"ruling": sighted.ruling, "entered": sighted.entered}
    return told | {name: why for name, why in words.items() if why is not None}


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
