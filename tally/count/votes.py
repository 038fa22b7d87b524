"""The votes of a day one by one: as written, whom they mean, whether and why they count, where they can be read.

The town's list and the host's are two types, as the reports of `tally.count.report` are: the town's verdicts are those
of the engine's public count.
"""

from dataclasses import dataclass, replace
from datetime import UTC
from typing import Any

from tally.count.counting import Evidence
from tally.count.report import DayHeading, Sighted

__all__ = ["DayVotes", "HostVotes", "ReadVote", "TownVotes", "choose_votes", "votes_as_json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadVote(Sighted):
    """One mark of a post and what became of it.

    `id`: the post's id, or the entered vote's; `number`: which mark of the post, from 1; `on` None: no vote at all, or
    for the host to say (`why`, `candidates`). `text` None: withdrawn by the host. `first`, `latest`: the texts of a
    post that was edited after it was first seen. `nick`: what the author is called where that is not his player's name.
    `evidence`: of what is known of its time, where the shown one leaves open whether it was in time.
    """

    id: str
    number: int
    kind: str
    form: str | None
    text: str | None
    colour: str | None
    on: str | None
    grade: str | None
    counts: bool
    reason: str | None
    rule: str | None
    weight: int | None = None
    why: str | None = None
    candidates: tuple[str, ...] = ()
    edited: bool = False
    first: str | None = None
    latest: str | None = None
    deleted: bool = False
    hidden: bool = False
    nick: str | None = None
    evidence: Evidence | None = None

    @property
    def is_vote(self) -> bool:
        """Whether it is more than a mark that was understood as no vote."""
        return self.reason != "no-vote"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayVotes(DayHeading):
    """All marks in the posts of a day up to `as_of`, in the order of the posts."""

    votes: tuple[ReadVote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TownVotes(DayVotes):
    """What a careful reader of the thread could find out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostVotes(DayVotes):
    """What the host sees: true weights, secret reasons, the texts of hidden posts."""


def choose_votes(votes: DayVotes, voter: str | None, *, with_marks: bool) -> DayVotes:
    """Those of one voter (of everybody without one); `with_marks`: also the marks that are no vote."""
    chosen = tuple(vote for vote in votes.votes if (with_marks or vote.is_vote) and (voter is None or vote.by == voter))
    return replace(votes, votes=chosen)


def votes_as_json(votes: DayVotes) -> list[dict[str, Any]]:
    """The list of FORMATS 8."""
    return [_as_json(vote) for vote in votes.votes]


def _as_json(vote: ReadVote) -> dict[str, Any]:
    told: dict[str, Any] = {
        "post": vote.post,
        "id": vote.id,
        "number": vote.number,
        "time": None if vote.time is None else vote.time.astimezone(UTC).isoformat(),
        "by": vote.by,
        "kind": vote.kind,
        "form": vote.form,
        "text": vote.text,
        "colour": vote.colour,
        "on": vote.on,
        "grade": vote.grade,
        "counts": vote.counts,
        "reason": vote.reason,
        "rule": vote.rule,
    }
    if vote.why is not None:
        told |= {"unclear": True, "why": vote.why, "candidates": list(vote.candidates)}
    extras = {
        "weight": vote.weight,
        "edited": vote.edited or None,
        "first": vote.first,
        "latest": vote.latest,
        "deleted": vote.deleted or None,
        "hidden": vote.hidden or None,
        "nick": vote.nick,
        "ruling": vote.ruling,
        "entered": vote.entered,
        "evidence": None if vote.evidence is None else _evidence_as_json(vote.evidence),
    }
    return told | {name: value for name, value in extras.items() if value is not None}


def _evidence_as_json(evidence: Evidence) -> dict[str, str]:
    span = {"from": evidence.earliest, "to": evidence.latest}
    return {"by": evidence.by.value, **{name: at.astimezone(UTC).isoformat() for name, at in span.items()}}
