"""Who takes part: posts, nominations and votes of each player on each day, and what the rules make of silence.

In: the course of a game. Out: a `DayActivity` for each day, for the town or for the host, their lines and JSON. What is
said of silence is the engine's: its `missing`, `inactive` and `flagged`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.moments import PhaseId
from engine.outcome import host_view
from engine.record import VoteEntry, VoteKind
from engine.ruleset import Ruleset
from tally.count.entering import Desk
from tally.count.found_posts import find_post
from tally.count.votes import ReadVote
from tally.count.written_posts import WrittenPost, idle_as_data, written_on
from tally.errors import GameFault
from tally.play.course import Course
from tally.store import FactKind, Store
from tally.story.columns import set_in_columns
from tally.story.phases import phase_name
from tally.texts import _, plural

__all__ = [
    "DayActivity",
    "PlayerDay",
    "activity_as_json",
    "activity_in_words",
    "find_activity",
    "judge_post",
    "nominate_the_inactive",
    "posts_to_judge",
]

_FEW_WORDS = 3
_NO_GIVEN_VOTE = frozenset({"no-vote", "several-marks", "ignored"})
_ONCE_TAKEN = frozenset({"superseded", "withdrawn"})
_VOTING = frozenset({VoteKind.NOMINATE, VoteKind.VOTE})


@dataclass(frozen=True, slots=True)
class PlayerDay:
    """What one player did on a day. `short`: posts of so few words that they may not be to the point. `nominations` and
    `votes` are those that the rules took, followed by others or not; `refused` the rest of both.

    `missed`: he owed a vote and gave none that counts, so far; `silences`: on how many days up to this one;
    `inactive`: he took no part as the rules have it; `removable`: his silence is one for the host to remove him for.
    None where that cannot be said: the day goes on, or the rules know no such thing.
    """

    player: str
    posts: int
    short: int
    nominations: int
    votes: int
    refused: int
    missed: bool | None
    silences: int
    inactive: bool | None
    removable: bool


@dataclass(frozen=True, slots=True)
class DayActivity:
    """A day; `over`: what is said of silence is final."""

    phase: PhaseId
    over: bool
    players: tuple[PlayerDay, ...]
    with_nominations: bool
    idle: int


def find_activity(course: Course, days: Iterable[PhaseId], *, host: bool) -> tuple[DayActivity, ...]:
    """The days one after another. The town is told of silence only what was announced: no letter to the host shows."""
    silences: Counter[str] = Counter()
    found = []
    for day in course.days_so_far():
        over = day in course.announced or (host and course.is_over(day))
        silence = _silence(course, day, host=host) if over else None
        if silence is not None:
            silences.update(silence.missing)
        found.append(_day(course, day, silence, silences, host=host))
    wanted = frozenset(days)
    return tuple(day for day in found if day.phase in wanted)


@dataclass(frozen=True, slots=True)
class _Silence:
    """Who gave no vote on a day that is over; who took no part, where the rules know that."""

    missing: frozenset[str]
    inactive: frozenset[str] | None


def _silence(course: Course, day: PhaseId, *, host: bool) -> _Silence:
    view = host_view(course.close(day)[0])
    # who owes no vote in secret is missing for the town as anybody else (CLA-30)
    missing = view.missing if host else course.town_report(day).missing
    counted = "activity_posts" in course.rules.values
    return _Silence(frozenset(missing), frozenset(view.extras.get("inactive", ())) if counted else None)


def _day(
    course: Course, day: PhaseId, silence: _Silence | None, silences: Mapping[str, int], *, host: bool
) -> DayActivity:
    state = course.state_before(day) if host else course.town_state_before(day)
    votes = (course.host_votes(day) if host else course.town_votes(day)).votes
    laid = course.day(day)
    posts = [
        each
        for each in written_on(course.written, course.game, day)
        if laid.opens <= each.at < laid.closes and not (each.is_host or each.post.gone)
    ]
    voting = {vote.id for vote in votes if _is_given(vote)}
    # a letter to the host is none of the town's before the results (MOR-42)
    shown = [vote for vote in votes if host or silence is not None or vote.post is not None]
    # a game that came from a record has no threads
    recorded = None if course.game.forum.threads else course.phase(day, state).posts
    rows = []
    for seat, known in state.seats.items():
        if not (known.alive and known.entered):
            continue
        own = [each for each in posts if each.by == seat]
        given = [vote for vote in shown if vote.by == known.name and _is_given(vote)]
        rows.append(
            PlayerDay(
                player=known.name,
                posts=sum(not each.idle for each in own) if own or not recorded else recorded.get(known.name, 0),
                short=sum(not each.idle and _is_short(each, voting) for each in own),
                nominations=sum(vote.kind == VoteKind.NOMINATE and _is_taken(vote) for vote in given),
                votes=sum(vote.kind == VoteKind.VOTE and _is_taken(vote) for vote in given),
                refused=sum(vote.kind in _VOTING and not _is_taken(vote) for vote in given),
                missed=None if silence is None else known.name in silence.missing,
                silences=silences[known.name],
                inactive=None if silence is None or silence.inactive is None else known.name in silence.inactive,
                removable=silence is not None
                and known.name in silence.missing
                and _is_removable(course.rules, silences[known.name]),
            )
        )
    nominating = VoteKind.NOMINATE in course.rules.vote_kinds()
    return DayActivity(day, silence is not None, tuple(rows), nominating, sum(each.idle for each in posts))


def _is_given(vote: ReadVote) -> bool:
    return vote.reason not in _NO_GIVEN_VOTE


def _is_taken(vote: ReadVote) -> bool:
    """Whether it counts, did until another followed, or waits for the host's word."""
    return vote.counts or vote.reason in _ONCE_TAKEN or vote.why is not None


def _is_short(written: WrittenPost, voting: frozenset[str] | set[str]) -> bool:
    return written.post.id not in voting and len(written.text.split()) < _FEW_WORDS


def _is_removable(rules: Ruleset, silences: int) -> bool:
    """Whether so many missed votes are one's last (CAS-35, CAS-44, D-10)."""
    limit = rules.values.get("modkill_after")
    return limit is not None and silences >= limit


def posts_to_judge(course: Course, days: Iterable[PhaseId]) -> Iterator[WrittenPost]:
    """Posts that may not be to the point, where that decides anything: the host says so of one with --idle."""
    if "activity_posts" not in course.rules.values:
        return
    for day in days:
        laid = course.day(day)
        voting = {vote.id for vote in course.host_votes(day).votes if _is_given(vote)}
        for each in written_on(course.written, course.game, day):
            counted = not (each.is_host or each.idle or each.post.gone) and laid.opens <= each.at < laid.closes
            if counted and _is_short(each, voting):
                yield each


def judge_post(course: Course, store: Store, written: str, now: datetime, *, idle: bool) -> WrittenPost:
    """Say that a post is not to the point, or that it is after all. Raises GameFault where it is no player's post."""
    post = find_post(course.posts, written)
    found = next((each for each in course.written if each.post is post and not each.is_host), None)
    if found is None:
        raise GameFault(_("post {post} was not written by a player").format(post=post.id))
    if found.idle == idle:
        told = _("post {post} counts as idle already") if idle else _("post {post} counts as one to the point already")
        raise GameFault(told.format(post=post.id))
    store.append(FactKind.RULING, idle_as_data((post.thread, post.id), idle=idle), at=now)
    return found


def nominate_the_inactive(course: Course, desk: Desk, day: PhaseId) -> tuple[str, ...]:
    """Enter those who took no part in `day` as candidates of the vegetable execution that it is the basis of (MOR-51).

    Gives their names; those that stand there already are left out. Raises GameFault where the game has no such
    execution, or the day is not over.
    """
    if VoteKind.VEGETABLE_SELF not in course.rules.vote_kinds():
        raise GameFault(_("in this game nobody is executed for taking no part"))
    same_day = course.rules.values.get("vegetable_basis") == "same-day"
    if not same_day and not course.is_over(day):
        raise GameFault(_("{phase} is not over yet: who took no part in it is not known").format(phase=day))
    target = day if same_day else day.next.next
    view = host_view(course.close(day)[0])
    alive = {seat.name for seat in course.state_before(target).seats.values() if seat.alive}
    standing = {
        vote.entry.on
        for vote in course.words.entered
        if vote.phase == target and vote.entry.kind is VoteKind.VEGETABLE_SELF
    }
    entered = []
    for name in view.extras.get("inactive", ()):
        if name in alive and name not in standing:
            vote = VoteEntry(name, name, kind=VoteKind.VEGETABLE_SELF)
            opens = course.day(target).opens.isoformat()
            desk.enter_vote(vote, opens, str(target), _("took no part in {phase}").format(phase=day))
            entered.append(name)
    return tuple(entered)


def activity_in_words(days: Iterable[DayActivity]) -> Iterator[str]:
    """A table for each day."""
    for day in days:
        yield phase_name(day.phase) if day.over else _("{phase}, not over yet").format(phase=phase_name(day.phase))
        heads = [_("Player"), _("Posts"), *([_("Nominations")] if day.with_nominations else []), _("Votes given"), ""]
        rows = [heads]
        for row in day.players:
            posts = str(row.posts)
            if row.short:
                posts += " " + _("(short: {count})").format(count=row.short)
            nominations = [str(row.nominations)] if day.with_nominations else []
            rows.append([row.player, posts, *nominations, str(row.votes), "; ".join(_remarks(row))])
        yield from (f"  {line}" for line in set_in_columns(rows))
        if day.idle:
            yield "  " + plural("{count} post is not to the point", "{count} posts are not to the point", day.idle)


def _remarks(row: PlayerDay) -> Iterator[str]:
    if row.refused:
        yield _("refused: {count}").format(count=row.refused)
    if row.missed:
        yield _("gave no vote")
        if row.silences > 1:
            yield plural("{count} time so far", "{count} times so far", row.silences)
    if row.removable:
        yield _("to be removed for not voting")
    if row.inactive:
        yield _("took no part")


def activity_as_json(days: Sequence[DayActivity], *, host: bool) -> dict[str, Any]:
    """What `tally activity --json` prints."""
    return {
        "format": 1,
        "view": "host" if host else "public",
        "days": [
            {
                "phase": str(day.phase),
                "over": day.over,
                "players": [_player_json(row, with_nominations=day.with_nominations) for row in day.players],
            }
            for day in days
        ],
    }


def _player_json(row: PlayerDay, *, with_nominations: bool) -> dict[str, Any]:
    nominations = {"nominations": row.nominations} if with_nominations else {}
    silence = {"missed": row.missed, "silences": row.silences, "inactive": row.inactive, "removable": row.removable}
    votes = {**nominations, "votes": row.votes, "refused": row.refused}
    return {"player": row.player, "posts": row.posts, "short": row.short, **votes, **silence}
