"""The votes of a day for people to read: what was written, whom it means, what became of it, and where it stands.

In: the list of votes. Out: plain lines. Which votes count was decided before.
"""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from tally.count.counting import Evidence, EvidenceKind
from tally.count.votes import DayVotes, HostVotes, ReadVote
from tally.count.wording import (
    day_heading,
    host_word_in_words,
    kind_in_words,
    perhaps_in_words,
    standing_in_words,
    time_in_words,
    written_in_words,
)
from tally.harmless import harmless
from tally.names import Grade
from tally.reading.told import tell_grade
from tally.story.actions import half_name
from tally.story.headline import host_headline
from tally.story.vote_reasons import doubt_in_words, reason_in_words
from tally.texts import _

__all__ = ["evidence_in_words", "vote_details", "vote_headline", "votes_in_words"]


def votes_in_words(votes: DayVotes) -> Iterator[str]:
    """The lines of the list, a heading first."""
    if isinstance(votes, HostVotes):
        yield host_headline()
    yield f"{harmless(votes.game)} · {day_heading(votes)}"
    yield standing_in_words(votes)
    yield ""
    if not votes.votes:
        yield _("No votes.")
    for vote in votes.votes:
        yield vote_headline(votes, vote)
        *details, where = vote_details(vote)
        if vote.evidence is not None:
            details.append(evidence_in_words(vote.evidence, votes.zone))
        yield from (f"    {line}" for line in (*details, where))


def vote_headline(votes: DayVotes, vote: ReadVote) -> str:
    """Who voted when for whom, and whether it counts."""
    when = time_in_words(votes, vote)
    who = " ".join([harmless(vote.by), *([when] if when else [])])
    return f"{who} → {_target(vote, with_colours=votes.with_colours)}: {_verdict(vote)}"


def _target(vote: ReadVote, *, with_colours: bool) -> str:
    target = "?" if vote.on is None else harmless(half_name(vote.on))
    kind = kind_in_words(vote.kind)
    if vote.kind == "unvote" and kind is not None:
        return kind
    if not vote.is_vote:
        return "—"
    colours = {"red": _("against"), "blue": _("in defence")} if with_colours else {}
    added = [word for word in (kind, colours.get(vote.colour or "")) if word is not None]
    return f"{target} ({', '.join(added)})" if added else target


def _verdict(vote: ReadVote) -> str:
    if vote.why is not None:
        told = _("waits for the host's ruling: {why}").format(why=doubt_in_words(vote.why))
        return told + perhaps_in_words(vote.candidates)
    if vote.counts and vote.kind == "unvote":
        told = _("noted")
    elif vote.counts:
        told = _("counts") + (f" ×{vote.weight}" if vote.weight not in (None, 1) else "")
    elif vote.kind == "unvote" and vote.reason == "superseded":
        # it has taken back what stood before
        told = reason_in_words(vote.reason)
    elif vote.is_vote:
        told = _("does not count: {why}").format(why=reason_in_words(vote.reason or ""))
    else:
        told = reason_in_words("no-vote")
    return told + (f" [{vote.rule}]" if vote.rule else "")


def evidence_in_words(evidence: Evidence, zone: ZoneInfo) -> str:
    """From where it is known when a vote was written that is shown in the minute of the cutoff."""
    earliest, latest = (f"{at.astimezone(zone):%H:%M:%S}" for at in (evidence.earliest, evidence.latest))
    told = {
        EvidenceKind.FEED: _("the second is known from the forum's feed: {earliest}"),
        EvidenceKind.READS: _("written between {earliest} and {latest}, as the reads of the thread show"),
        EvidenceKind.ORDER: _("written between {earliest} and {latest}, as the post before it shows"),
    }[evidence.by]
    return told.format(earliest=earliest, latest=latest)


def vote_details(vote: ReadVote) -> Iterator[str]:
    """What was written and what became of the post; where it stands is the last line."""
    if vote.text is not None or vote.hidden:
        grade = "" if vote.grade is None else f" ({tell_grade(Grade(vote.grade))})"
        yield _("written: “{text}”").format(text=written_in_words(vote.text)) + grade
    if vote.nick is not None:
        yield _("posts as {nick}").format(nick=harmless(vote.nick))
    if vote.edited and vote.latest is None:
        yield _("the post was edited")
    if vote.latest is not None:
        told = _("edited after it was first read; was: “{first}”; is: “{latest}”")
        yield told.format(first=harmless(vote.first or ""), latest=harmless(vote.latest))
    if vote.deleted:
        yield _("the post has vanished from the thread")
    word = host_word_in_words(vote)
    if word is not None:
        yield word
    place = f"{vote.id}#{vote.number}" if vote.number > 1 else vote.id
    yield f"{place}  {vote.post}" if vote.post else place
