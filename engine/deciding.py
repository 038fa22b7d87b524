"""What a poll decides: who is chosen, a tie, the host's ruling, who is acquitted, who is executed."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.ballots import opened_at, revote_opened_at
from engine.board import Attack
from engine.count import HostCount, Standing
from engine.counting import count_for_host, count_for_town
from engine.events import HOST_ONLY, TOWN, EventKind
from engine.polls import AbsenceTime, Among, Consequence, Decision, Poll, Ruling, Tie, TieTime
from engine.record import HOST, ChoiceEntry, Colour
from engine.weights import heaviest

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["choose", "decide_poll"]

_UNDECIDED = (Tie.HOST, Tie.NONE, Tie.ALL, Tie.RANDOM, Tie.REVOTE)
_BY_LAST_VOTE = (Tie.EARLIEST_LAST_VOTE, Tie.LATEST_LAST_VOTE)


def decide_poll(board: "Board", poll: Poll) -> None:
    """Count the poll with both pairs of eyes and carry out its consequence (the deaths are settled later).

    A vote among the tied takes place only if the host has opened it; then it decides instead of the first poll.
    """
    if poll.revote_of is not None and opened_at(board, poll) is None:
        return
    count = count_for_host(board, poll)
    ruling = _ruling(board, poll, count)
    rule = poll.choice_rule(tied=len(_best(poll, count)) > 1)
    chosen, tied = choose(board, poll, count)
    if revote_opened_at(board, poll) is not None:
        chosen = ()
    elif ruling is not None:
        chosen = tuple(_ruled(board, poll, name) for name in ruling.on)
        rule = board.ruleset.rule_of_host(ruling.do)
        board.log(EventKind.RULED, rule, *chosen, by=HOST, what=ruling.do, entry=ruling)
    elif tied and not chosen and _waits_for_the_host(poll):
        board.log(EventKind.AWAITED, poll.choice_rule(tied=True), HOST, what="tie", value=tied)
    _await_unclear(board, poll, count)
    count = replace(count, chosen=chosen, tied=tied)
    board.put.host_counts.append(count)
    board.put.town_counts.append(count_for_town(board, poll))
    board.events += count.refusals
    if tied:
        board.log(EventKind.TIED, poll.choice_rule(tied=True), *tied, what=poll.name)
    nominations_rule = poll.nominations.rule if poll.nominations is not None else poll.rule
    for seat in count.nominated:
        board.log(EventKind.NOMINATED, nominations_rule, seat, what=poll.name, audience=TOWN)
    if poll.consequence is Consequence.EXECUTION:
        _execute(board, poll, count, rule)


def _waits_for_the_host(poll: Poll) -> bool:
    """Whether a tie that is left is the host's to settle."""
    tie = poll.tie_undecided if poll.tie in _BY_LAST_VOTE else poll.tie
    return tie in (Tie.HOST, Tie.REVOTE)


def _await_unclear(board: "Board", poll: Poll, count: HostCount) -> None:
    """Unclear votes that could change who is chosen wait for the host's word."""
    at_stake = len(count.unclear) * heaviest(board, poll)
    scores = sorted(count.scores.values(), reverse=True)
    best = scores[0] if scores else 0
    second = max(scores[1] if len(scores) > 1 else 0, poll.min_score - 1)
    open_list = any(vote.kind is not poll.kind for vote in count.unclear)
    if count.unclear and (open_list or best - at_stake <= second + at_stake):
        among = tuple(sorted({name for vote in count.unclear if vote.unclear for name in vote.unclear.candidates}))
        board.log(EventKind.AWAITED, poll.choice_rule(tied=False), HOST, what="unclear", value=among)


def choose(board: "Board", poll: Poll, count: HostCount) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is chosen, and between whom it was a tie that only a policy or the host settles."""
    chosen, tied = _choose(board, poll, count)
    return tuple(seat for seat in chosen if seat != poll.abstention), tied


def _choose(board: "Board", poll: Poll, count: HostCount) -> tuple[tuple[str, ...], tuple[str, ...]]:
    leading = _best(poll, count)
    if len(leading) <= 1:
        return leading, ()
    if poll.tie in _UNDECIDED:
        return _by_policy(board, poll.tie, leading), leading
    if poll.tie is Tie.FIRST_TO_REACH:
        return leading[:1], ()
    if poll.tie is Tie.FIRST_NOMINATED:
        return tuple(seat for seat in count.nominated if seat in leading)[:1], ()
    winner = _by_last_vote(poll, count, leading)
    if winner is not None:
        return (winner,), ()
    if poll.tie_undecided is Tie.FIRST_NOMINATED:
        return tuple(seat for seat in count.nominated if seat in leading)[:1], ()
    return _by_policy(board, poll.tie_undecided, leading), leading


def _best(poll: Poll, count: HostCount) -> tuple[str, ...]:
    """Those with the highest score, in the order in which they reached it; with a majority, of those who have one."""
    if poll.decision is Decision.PLURALITY:
        return count.leading
    if count.ended is not None and count.ended.on is not None:
        # the day is over with him: votes for having given none make no majority any more (GEN-30, GEN-33)
        return (count.ended.on,)
    best = max((count.scores[seat] for seat in count.majority), default=0)
    return tuple(seat for seat in count.scores if seat in count.majority and count.scores[seat] == best)


def _by_policy(board: "Board", tie: Tie, leading: tuple[str, ...]) -> tuple[str, ...]:
    if tie is Tie.ALL:
        return leading
    if tie is Tie.RANDOM:
        names = {board.name(seat): seat for seat in leading}
        return (names[board.chances.pick("tie", tuple(names))],)
    return ()


def _by_last_vote(poll: Poll, count: HostCount, leading: tuple[str, ...]) -> str | None:
    """Of the leading, whose last vote came earlier (or later); None where no live vote tells them apart (MOR-39).

    Votes against oneself for giving none came last of all, or first (GEN-30a); bonus votes stood from the beginning.
    """

    def last(seat: str, votes: list[Standing]) -> tuple[bool, int]:
        live = [vote.place for vote in votes if vote.cast == "live"]
        if seat in count.absent and poll.absence_time is AbsenceTime.LATEST:
            return (True, max(live, default=_NEVER))
        if not votes:
            return (False, -1)
        by_the_close = poll.tie_time is TieTime.LAST_COUNTED and len(live) < len(votes)
        return (by_the_close, max(live)) if live else (True, _NEVER)

    found = {
        seat: last(seat, [vote for vote in count.votes if vote.on == seat and vote.colour is not Colour.BLUE])
        for seat in leading
    }
    pick = max if poll.tie is Tie.LATEST_LAST_VOTE else min
    best = pick(leading, key=lambda seat: found[seat])
    return None if all(place == _NEVER for _, place in found.values()) else best


_NEVER = 10**9


def _ruling(board: "Board", poll: Poll, count: HostCount) -> ChoiceEntry | None:
    """The host's last ruling on this poll."""
    found = None
    for choice in board.phase.choices:
        if choice.by != HOST or choice.do != "execute" or _meant_poll(board, choice) != poll.name:
            continue
        seats = [_ruled(board, poll, name) for name in choice.on]
        if poll.ruling is Ruling.TIED and any(seat not in count.leading for seat in seats):
            board.log(EventKind.REFUSED, poll.tie_rule, HOST, what="bad-target", entry=choice)
        elif poll.among is not Among.WORDS and any(not board.is_alive(seat) for seat in seats):
            rule = board.ruleset.rule_of_host(choice.do)
            board.log(EventKind.REFUSED, rule, HOST, what="dead-target", entry=choice)
        else:
            found = choice
    return found


def _ruled(board: "Board", poll: Poll, name: str) -> str:
    """The seat, or the word of the poll, that a ruling names."""
    return name if poll.among is Among.WORDS else board.find(name) or name


def _meant_poll(board: "Board", choice: ChoiceEntry) -> str:
    """On which of a day's polls the host rules: the one that `text` names, else the only one with these candidates,
    else the first that is a tie, else the first execution."""
    polls = tuple(poll for poll in board.ruleset.polls if _takes_place(board, poll))
    first = next(poll.name for poll in polls if poll.consequence is Consequence.EXECUTION)
    if choice.text is not None or len(polls) == 1:
        return choice.text or first
    for poll in polls:
        if choice.on and set(choice.on) <= set(poll.words):
            return poll.name
    counts = [(poll, count_for_host(board, poll)) for poll in polls if poll.consequence is Consequence.EXECUTION]
    named = {board.find(name) for name in choice.on}
    fitting = [
        (poll, count)
        for poll, count in counts
        if named <= set(count.nominated if poll.among is Among.NOMINATED else board.before.alive)
    ]
    tied = [poll.name for poll, count in fitting if choose(board, poll, count)[1]]
    return next(iter(tied), fitting[0][0].name if fitting else first)


def _takes_place(board: "Board", poll: Poll) -> bool:
    """Whether the poll decides: a vote among the tied only once it is opened, and the poll before it only till then."""
    if poll.revote_of is not None:
        return opened_at(board, poll) is not None
    return revote_opened_at(board, poll) is None


def _execute(board: "Board", poll: Poll, count: HostCount, rule: str) -> None:
    """`rule`: what says that it is they who are chosen. Whom the host removed before the day ended is executed no
    more."""
    executed = []
    until = None if count.ended is None else count.ended.at
    for seat in count.chosen:
        board.log(EventKind.CHOSEN, rule, seat, what=poll.name)
        if board.removed_before(seat, until) or not board.is_alive(seat) or poll.cancelled_by in board.put.acquitting:
            continue
        acquittal = next((each for each in poll.acquittals if board.status(seat, each.facet) is not None), None)
        if acquittal is None:
            executed.append(seat)
            continue
        audience = TOWN if acquittal.public else HOST_ONLY
        board.put.acquitting.add(poll.name)
        board.log(EventKind.ACQUITTED, acquittal.rule, seat, what=acquittal.reason, audience=audience)
    for seat in executed:
        board.log(EventKind.EXECUTED, rule, seat, what=poll.name, audience=TOWN)
        board.attack(Attack(seat, poll.cause, rule, certain=True))
    if not executed and poll.nobody is not None:
        board.announce(poll.nobody, poll.nobody_rule or poll.rule)
