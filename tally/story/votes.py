"""The vote table of a day as lines of text, and the lines about votes that do not count.

In: votes and sums of the host's or of the town's view. Out: lines in the language in use.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.outcome import CountedVote, Rejected
from engine.ruleset import Ruleset
from tally.story.actions import action_name, choice_name, half_name
from tally.story.columns import set_in_columns
from tally.story.refusals import refusal_in_words
from tally.story.vote_reasons import reason_in_words
from tally.texts import _

__all__ = ["ending_line", "poll_name", "poll_votes", "refused_line", "vote_kind", "vote_table"]

_DEFENCE = "blue"


def vote_table(
    votes: Sequence[CountedVote],
    scores: Mapping[str, int],
    against: Mapping[str, int],
    defence: Mapping[str, int],
) -> list[str]:
    """The table, the highest score first; sums only where there are any. Empty where nobody voted."""
    if not votes and not scores:
        return []
    names = dict.fromkeys([*(vote.on for vote in votes), *scores])
    ordered = sorted(names, key=lambda name: -scores.get(name, 0))
    coloured = any(vote.colour is not None for vote in votes)
    head = [_("Candidate")]
    if scores:
        head += [_("Score"), _("Against"), _("In defence")] if coloured else [_("Score")]
    head += [_("Voted against"), _("Voted in defence")] if coloured else [_("Voted")]
    rows = [head]
    for name in ordered:
        row = [half_name(name)]
        if scores:
            sums = [scores.get(name, 0)]
            sums += [against.get(name, 0), defence.get(name, 0)] if coloured else []
            row += [str(number) for number in sums]
        mine = [vote for vote in votes if vote.on == name]
        if coloured:
            row += [_voters(each for each in mine if each.colour != _DEFENCE)]
            row += [_voters(each for each in mine if each.colour == _DEFENCE)]
        else:
            row += [_voters(mine)]
        rows.append(row)
    numbers = frozenset(range(1, 4 if coloured else 2)) if scores else frozenset()
    return set_in_columns(rows, numbers)


def poll_votes(extras: Mapping[str, Any]) -> Iterable[tuple[str, list[str]]]:
    """The tables of the polls beside the main one, each with the poll's prefix (`vegetable`, `scan`)."""
    for key, votes in extras.items():
        if key.endswith("_votes"):
            prefix = key.removesuffix("_votes")
            yield prefix, vote_table(votes, extras.get(f"{prefix}_scores", {}), {}, {})


def ending_line(by: str, on: str | None, where: str = "") -> str:
    """Whose vote ended the day at once: with it `on` has a majority, or (None) all have asked to close the day.
    `where`: when and where he wrote it, after a comma."""
    if on is None:
        return _("Closed early, as all asked; the last vote was by {by}{where}.").format(by=by, where=where)
    return _("Hammered by {by}{where}: {on} has a majority.").format(by=by, where=where, on=half_name(on))


def poll_name(prefix: str) -> str:
    """The name of a poll beside the main one."""
    words = {
        "vegetable": _("Vegetable execution"),
        "scan": _("Poll: which half to scan"),
        "revote": _("Vote among the tied"),
    }
    return words.get(prefix, prefix)


def refused_line(ruleset: Ruleset, refused: Rejected) -> str:
    """Whose vote or action was refused and why."""
    on = refused.on if isinstance(refused.on, str) else ", ".join(refused.on or ())
    if refused.do is None:
        sent, reason = vote_kind(refused.kind), reason_in_words(refused.reason)
    else:
        named = action_name(ruleset, refused.do)
        sent = named if named != refused.do else choice_name(refused.do)
        reason = refusal_in_words(refused.reason)
    told = " → ".join(part for part in (refused.by, sent, half_name(on)) if part)
    at = "" if refused.at is None else f", {refused.at:%H:%M:%S}"
    return f"{told}{at}: {reason}"


def vote_kind(kind: str | None) -> str:
    """What a vote was for; nothing is said of an ordinary one."""
    words = {
        "nominate": _("nomination"),
        "vegetable": _("vegetable execution"),
        "vegetable-self": _("self-nomination as a vegetable"),
        "scan": _("the scan poll"),
        "unvote": _("taking a vote back"),
    }
    return "" if kind is None else words.get(kind, kind)


def _voters(votes: Iterable[CountedVote]) -> str:
    casts = {"advance": _("in advance"), "default": _("by silence")}
    named = []
    for vote in votes:
        weight = "" if vote.weight == 1 else f" ×{vote.weight}"
        cast = f" ({casts[vote.cast]})" if vote.cast in casts else ""
        named.append(f"{vote.by}{weight}{cast}")
    return ", ".join(named)
