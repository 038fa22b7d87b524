"""What became of each vote of a day: it counts, is refused and by which rule, was followed by another, or waits.

In: the engine's counts, the host's or the town's. Out: a verdict for each vote, found by its source.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.count import Count
from engine.polls import Poll, Unvote
from engine.record import Source, Unclear, VoteEntry, VoteKind
from engine.ruleset import Ruleset
from tally.count.counting import CastVote, LeftOut

__all__ = ["Verdict", "judge_votes"]

_SUPERSEDED = "superseded"
_WITHDRAWN = "withdrawn"
_NO_UNVOTE = "no-unvote"
_RULES = {LeftOut.EDITED: "edited", LeftOut.SEVERAL: "several", LeftOut.SUPERSEDED: "several"}
"""Which of a poll's rules says that a vote is left out."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a vote counts. `reason`: one of FORMATS 5, `superseded`, `withdrawn` (by its voter), `no-unvote` (the
    game knows no taking back), or why it was left out; `doubt`: what the host has to say; `weight` as counted."""

    counts: bool
    reason: str | None = None
    rule: str | None = None
    weight: int | None = None
    doubt: Unclear | None = None


def judge_votes(
    votes: Sequence[CastVote], counts: Sequence[Count], rules: Ruleset, *, final: bool
) -> Mapping[Source, Verdict]:
    """The verdict on each vote and each mark that was left out. `final`: the polls are closed."""
    found = _counted(counts)
    verdicts: dict[Source, Verdict] = {}
    for vote in votes:
        source = vote.entry.source
        if source in found:
            verdicts[source] = found[source]
        elif vote.left_out is not None:
            verdicts[source] = _left_out(vote.left_out, vote.entry.kind, rules)
        else:
            verdicts[source] = _unlisted(vote.entry, rules, final=final)
    return verdicts


def _counted(counts: Sequence[Count]) -> dict[Source, Verdict]:
    """What the counts say; a vote that one poll takes is not refused because another does not."""
    found: dict[Source, Verdict] = {}
    for count in counts:
        for standing in count.votes:
            found[standing.entry.source] = Verdict(True, rule=standing.rule, weight=standing.weight)
    for count in counts:
        for entry in count.unclear:
            found.setdefault(entry.source, Verdict(False, doubt=entry.unclear))
        for entry in count.superseded:
            found.setdefault(entry.source, Verdict(False, _SUPERSEDED))
        for event in count.refusals:
            if event.entry is not None:
                found.setdefault(event.entry.source, Verdict(False, event.what, event.rule))
    return found


def _unlisted(entry: VoteEntry, rules: Ruleset, *, final: bool) -> Verdict:
    """A vote that the engine took and that is in no list: one that makes no sum, or that was taken back."""
    rule = _rule_of_kind(entry.kind, rules)
    taking_back = _rule_of_taking_back(entry.kind, rules)
    if entry.kind is VoteKind.UNVOTE and all(poll.unvote is Unvote.IGNORE for poll in rules.polls):
        return Verdict(False, _NO_UNVOTE, taking_back)
    if entry.kind is VoteKind.UNVOTE:
        return Verdict(True, rule=taking_back)
    if _is_nomination(entry.kind, rules.polls) or (entry.advance and not final):
        return Verdict(True, rule=rule)
    return Verdict(False, _WITHDRAWN, taking_back)


def _is_nomination(kind: VoteKind, polls: Sequence[Poll]) -> bool:
    return any(poll.nominations is not None and poll.nominations.kind is kind for poll in polls)


def _rule_of_kind(kind: VoteKind, rules: Ruleset) -> str | None:
    for poll in rules.polls:
        if poll.nominations is not None and poll.nominations.kind is kind:
            return poll.nominations.rule
        if poll.kind is kind:
            return poll.rule
    return rules.polls[0].rule if rules.polls else None


def _rule_of_taking_back(kind: VoteKind, rules: Ruleset) -> str | None:
    polls = [poll for poll in rules.polls if poll.kind is kind] or rules.polls
    return polls[0].rule_of("unvote") if polls else None


def _left_out(why: LeftOut, kind: VoteKind, rules: Ruleset) -> Verdict:
    rule = rules.polls[0].rule if rules.polls else None
    if why is LeftOut.NO_VOTE:
        rule = None
    elif why is LeftOut.IGNORED:
        rule = rules.host_rule
    elif why is LeftOut.SUPERSEDED and kind is VoteKind.UNVOTE:
        rule = _rule_of_taking_back(kind, rules)
    elif why in _RULES and rules.polls:
        rule = rules.polls[0].rule_of(_RULES[why])
    return Verdict(False, why.value, rule)
