"""A comparison of two counts for people to read: what agrees, what differs and why, what was not understood.

In: a comparison. Out: plain lines in the language in use.
"""

from collections.abc import Iterator

from tally.count.contradictions import Contradiction, What
from tally.count.report import Doubt, HostReport, Refusal, Sighted
from tally.count.wording import (
    day_heading,
    host_word_in_words,
    perhaps_in_words,
    standing_in_words,
    time_in_words,
)
from tally.harmless import harmless
from tally.story.actions import half_name
from tally.story.headline import host_headline
from tally.story.vote_reasons import doubt_in_words, reason_in_words
from tally.texts import _
from tally.understand.comparing import Comparison, OtherTotal, OtherVote

__all__ = ["comparison_in_words"]


def comparison_in_words(comparison: Comparison) -> Iterator[str]:
    """The lines, a heading first."""
    report = comparison.report
    if isinstance(report, HostReport):
        yield host_headline()
    yield f"{harmless(report.game)} · {day_heading(report)}"
    yield standing_in_words(report)
    yield ""
    if comparison.agree:
        yield _("Same in both: {names}").format(names=_named(comparison.agree))
    if not comparison.differs and comparison.unread:
        yield _("What was understood of the posted count agrees; not all of it was.")
    elif not comparison.differs:
        yield _("The counts agree.")
    for vote in (*comparison.votes, *comparison.waiting):
        yield _vote(vote)
        yield from (f"    {_sighted(comparison, each)}" for each in vote.seen)
    for total in comparison.totals:
        yield _total(total)
    for each in comparison.contradictions:
        yield _contradiction(each)
    for line in comparison.unread:
        yield _("Not understood in the posted count: “{line}”").format(line=harmless(line))


def _vote(vote: OtherVote) -> str:
    theirs = _named(vote.theirs) or _("no vote at all")
    waits = any(isinstance(each, Doubt) for each in vote.seen)
    ours = _named(vote.ours) or (_("a vote that waits") if waits else _("no vote at all"))
    return _("{voter}: the post has {theirs}; tally has {ours}").format(
        voter=harmless(vote.by), theirs=theirs, ours=ours
    )


def _total(total: OtherTotal) -> str:
    words = {
        "score": _("{player}: the post has {theirs}, tally has {ours}"),
        "against": _("{player}, against: the post has {theirs}, tally has {ours}"),
        "defence": _("{player}, in defence: the post has {theirs}, tally has {ours}"),
    }
    theirs, ours = ("—" if each is None else str(each) for each in (total.theirs, total.ours))
    return words[total.what].format(player=harmless(half_name(total.player)), theirs=theirs, ours=ours)


def _contradiction(found: Contradiction) -> str:
    words = {
        What.SILENT_VOTER: _("The posted count contradicts itself: {player} votes ({on}) and is listed as not voting"),
        What.TWO_VOTES: _("The posted count contradicts itself: {player} is listed more than once: {on}"),
        What.TWICE: _("The posted count lists {player} twice among the voters of {on}"),
        What.NOWHERE: _("The posted count has no place for {on}: neither a vote nor a word that they do not vote"),
        What.TOTAL: _("The posted count contradicts itself: {player} has {told}, voters listed: {listed}"),
        What.SILENT: _("The posted count contradicts itself: not voting are {told}, names listed: {listed}"),
    }
    player = "" if found.player is None else harmless(half_name(found.player))
    return words[found.what].format(player=player, on=_named(found.on), told=found.told, listed=found.listed)


def _sighted(comparison: Comparison, sighted: Sighted) -> str:
    if isinstance(sighted, Refusal):
        told = _("{on}: does not count: {why}").format(
            on=harmless(half_name(sighted.on or "?")), why=reason_in_words(sighted.reason)
        )
    elif isinstance(sighted, Doubt):
        told = _("“{text}”: waits for the host's ruling: {why}").format(
            text=harmless(sighted.text or ""), why=doubt_in_words(sighted.why) + perhaps_in_words(sighted.candidates)
        )
    else:
        told = _("counts")
    when, word = time_in_words(comparison.report, sighted), host_word_in_words(sighted)
    return "  ".join(each for each in (when, told, word, sighted.post) if each)


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(harmless(half_name(name)) for name in names)
