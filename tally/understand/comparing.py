"""Where a count of votes that somebody posted and the program's own differ, vote by vote.

In: the posted count, read, and the report of the day as it stood then. Out: the differences, each with the post that
decides it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from engine.moments import PhaseId
from parsers.quotes import Quote
from tally.count.contradictions import Contradiction, find_contradictions
from tally.count.posted_count import PostedCount, PostedRow, read_posted_count
from tally.count.report import DayReport, Doubt, Refusal, Row, Sighted, TownReport
from tally.count.votes import ReadVote
from tally.errors import GameFault
from tally.names import Grade, Match
from tally.play.course import Course
from tally.reading import NOBODY
from tally.reading.marks import plain_text
from tally.store.posts import StoredPost
from tally.texts import _

_MOST_SLIPS_OF_LENGTH = 2

__all__ = ["Comparison", "OtherTotal", "OtherVote", "compare_counts", "comparison_as_json", "read_count"]


@dataclass(frozen=True, slots=True)
class OtherVote:
    """A voter whose votes the two counts do not have alike. `theirs`, `ours`: for whom, none where he has no vote.

    `seen` are his votes in the program's report that explain it: those that count, are refused, or wait for the host.
    """

    by: str
    theirs: tuple[str, ...]
    ours: tuple[str, ...]
    seen: tuple[Sighted, ...]


@dataclass(frozen=True, slots=True)
class OtherTotal:
    """A candidate whose numbers differ. `what` is `score`, `against` or `defence`; None: that count has none."""

    player: str
    what: str
    theirs: int | None
    ours: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`agree`: the candidates whom both counts have alike. `unread`: what of the posted one was not understood;
    `contradictions`: what in it cannot both be; `waiting`: who does not vote there and has a vote here that waits."""

    report: DayReport
    count: PostedCount
    agree: tuple[str, ...]
    votes: tuple[OtherVote, ...]
    totals: tuple[OtherTotal, ...]
    unread: tuple[str, ...]
    contradictions: tuple[Contradiction, ...] = ()
    waiting: tuple[OtherVote, ...] = ()

    @property
    def differs(self) -> bool:
        return bool(self.votes or self.totals)


def read_count(course: Course, day: PhaseId, post: StoredPost) -> PostedCount:
    """The count in a post, players by their names of that day; in one that has none of its own, that in its quote of a
    host. Raises GameFault where there is none."""

    def whom(text: str) -> str | None:
        match = course.names.match(text) if text else None
        seat = match.seat if match is not None and not _is_far_fetched(text, match) else None
        if seat is not None and not course.names.is_host(seat):
            return course.find_voter(day, seat)
        return NOBODY if text and course.is_word_for_nobody(text) else None

    for text in chain([plain_text(post.latest)], (quote.text for quote in _quotes_of_hosts(course, post))):
        count = read_posted_count(text, whom)
        if count.rows or count.not_voting is not None:
            return count
    told = _("post {post} has no count of votes: lines like “Alex – 3 (Bob, Ann, Dave)”")
    raise GameFault(told.format(post=post.id))


def _is_far_fetched(text: str, match: Match) -> bool:
    """Whether a text that is like a name but for slips is much shorter or longer: a count has names as they are."""
    slips = match.grade in (Grade.MISSPELT, Grade.TYPO)
    return slips and abs(len(text) - len(match.candidates[0].spelling)) > _MOST_SLIPS_OF_LENGTH


def _quotes_of_hosts(course: Course, post: StoredPost) -> Iterator[Quote]:
    """The quotes of a host in a post: a host may change an earlier count of his in a quote of it."""
    hosts = "|".join(re.escape(host.casefold()) for host in course.game.hosts)
    named = re.compile(rf"(?<!\w)(?:{hosts})(?!\w)") if hosts else None
    for quote in course.thread.quotes_of(post):
        if named is not None and named.search(quote.said_by.casefold()):
            yield quote


def compare_counts(count: PostedCount, report: DayReport, early: Sequence[ReadVote]) -> Comparison:
    """What the count and the report do not tell alike. Voters are compared where the count names them. `early`: the
    votes from before the day, which may be why."""
    theirs = count.by_target
    ours = {row.player: row for row in report.rows}
    votes = tuple(_with_early(each, early) for each in _other_votes(count, report, theirs, ours))
    # a candidate whose row may be one that was not understood: his voters stand there
    lost = {name for name, row in ours.items() if any(vote.by in count.voting for vote in row.votes)} - set(theirs)
    names = (name for name in dict.fromkeys((*theirs, *ours)) if name not in lost)
    totals = tuple(each for name in names for each in _other_totals(name, theirs.get(name), ours.get(name)))
    concerned = {each.player for each in totals} | {name for each in votes for name in (*each.theirs, *each.ours)}
    unread = (*(f"{row.line}: {word}" for row in count.rows for word in row.unread), *count.unread)
    agree = tuple(name for name in theirs if name not in concerned)
    weighed = {row.player for row in report.rows if row.score is not None and row.score != len(row.votes)}
    waiting = tuple(_waiting(count, report))
    contradictions = find_contradictions(count, weighed, _voters(report))
    return Comparison(report, count, agree, votes, totals, unread, contradictions, waiting)


def comparison_as_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison for other programs; a vote's `post` and `time` are those of the vote that explains it."""
    return {
        "format": 1,
        "phase": str(comparison.report.phase),
        "as_of": comparison.report.as_of.isoformat(),
        "same": not comparison.differs,
        "agree": list(comparison.agree),
        "votes": [
            {
                "by": each.by,
                "theirs": list(each.theirs),
                "ours": list(each.ours),
                "posts": [sighted.post for sighted in each.seen if sighted.post is not None],
            }
            for each in comparison.votes
        ],
        "totals": [
            {"player": each.player, "what": each.what, "theirs": each.theirs, "ours": each.ours}
            for each in comparison.totals
        ],
        "unread": list(comparison.unread),
        "waiting": [each.by for each in comparison.waiting],
        "contradictions": [
            {
                "what": each.what.value,
                "player": each.player,
                "on": list(each.on),
                "told": each.told,
                "listed": each.listed,
            }
            for each in comparison.contradictions
        ],
    }


def _other_votes(
    count: PostedCount, report: DayReport, theirs: dict[str, PostedRow], ours: dict[str, Row]
) -> Iterator[OtherVote]:
    # a count may give numbers alone, for all or for some of its rows: nothing is said there of who voted
    silent_on = {name for name, row in theirs.items() if not row.votes and row.tells_number}
    named = any(row.votes for row in theirs.values())
    if not named and count.not_voting is None:
        return
    by_them = _targets((vote.by, name) for name, row in theirs.items() for vote in row.votes)
    by_us = _targets((vote.by, name) for name, row in ours.items() for vote in row.votes)
    unread = {name for name, row in theirs.items() if row.unread}
    for voter in dict.fromkeys((*by_them, *by_us)):
        they, we = by_them.get(voter, ()), by_us.get(voter, ())
        if not they and voter in count.voting:
            continue  # there he votes for somebody who was not understood
        hidden = [name for name in we if name not in they and (name in silent_on or name in unread)]
        said_silent = count.not_voting is not None and voter in count.not_voting
        if (named and set(they) != set(we) - set(hidden)) or (said_silent and we and not they):
            yield OtherVote(voter, they, we, tuple(_seen(voter, report)))


def _voters(report: DayReport) -> tuple[str, ...]:
    """Who may vote that day; nobody where what came before was not announced: the dead may be among them."""
    if isinstance(report, TownReport) and any(phase < report.phase for phase in report.unannounced):
        return ()
    return tuple(dict.fromkeys((*(vote.by for row in report.rows for vote in row.votes), *report.missing)))


def _waiting(count: PostedCount, report: DayReport) -> Iterator[OtherVote]:
    """Those of whom the count says that they do not vote, and whose vote waits for the host: no difference so far."""
    voting = {vote.by for row in count.rows for vote in row.votes}
    voting |= {vote.by for row in report.rows for vote in row.votes}
    for voter in count.not_voting or ():
        seen = tuple(each for each in report.unclear if each.by == voter)
        if seen and voter not in voting:
            yield OtherVote(voter, (), (), seen)


def _with_early(vote: OtherVote, early: Sequence[ReadVote]) -> OtherVote:
    """The vote with those from before the day where the count has one and the report has none."""
    if vote.ours or not vote.theirs:
        return vote
    found = (
        Refusal(
            by=each.by, on=each.on, kind=None, reason=each.reason or "", rule=each.rule or "", time=each.time,
            precision=each.precision, post=each.post, ruling=each.ruling, entered=each.entered,
        )
        for each in early
        if each.by == vote.by and each.kind != "unvote"
    )  # fmt: skip
    return replace(vote, seen=(*found, *vote.seen))


def _targets(votes: Iterator[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for by, target in votes:
        found[by] = tuple(dict.fromkeys((*found.get(by, ()), target)))
    return found


def _other_totals(name: str, theirs: PostedRow | None, ours: Row | None) -> Iterator[OtherTotal]:
    score, against, defence = (0, 0, 0) if ours is None else (ours.score, ours.against, ours.defence)
    if theirs is None:
        if score or against or defence:
            yield OtherTotal(name, "score", None, score)
        return
    if ours is not None and ours.score is None:
        # the town is told no sums; the votes themselves can be counted
        against = len(ours.votes)
        score = against
    if theirs.total is not None and theirs.total not in _fitting(theirs, score, against):
        yield OtherTotal(name, "score", theirs.total, score)
    for what, they, we in (("against", theirs.against, against), ("defence", theirs.defence, defence)):
        if they is not None and we is not None and they != we:
            yield OtherTotal(name, what, they, we)


def _fitting(theirs: PostedRow, score: int | None, against: int | None) -> Sequence[int | None]:
    """The one number of a row is the score; in a game with two colours some write the reds alone."""
    return (score,) if theirs.defence is not None or theirs.against is not None else (score, against)


def _seen(voter: str, report: DayReport) -> Iterator[Sighted]:
    yield from (vote for row in report.rows for vote in row.votes if vote.by == voter)
    others: tuple[Refusal | Doubt, ...] = (*report.rejected, *report.unclear)
    yield from (each for each in others if each.by == voter)
