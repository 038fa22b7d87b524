"""Which ballots of a poll are taken: windows, who may vote, for whom; every reason why not."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from engine.abilities.base import Refusal
from engine.board import AMBIGUOUS, SILENCED
from engine.events import HOST_ONLY, TOWN, Event, EventKind
from engine.moments import Window
from engine.polls import Accept, Among, Defence, Deleted, Edited, Nominations, Poll
from engine.reasons import VOTE_REASONS, first_refusal
from engine.record import HOST, ActionEntry, ChoiceEntry, Colour, VoteEntry, VoteKind

if TYPE_CHECKING:
    from engine.board import Board

__all__ = [
    "RefusedBallot",
    "ballot_refusals",
    "electorate",
    "in_order",
    "is_silenced",
    "lives_at",
    "nominate",
    "opened_at",
    "poll_window",
    "refusal_event",
    "revote_opened_at",
    "unclear_nominations",
]

Entry = TypeVar("Entry", VoteEntry, ActionEntry, ChoiceEntry)
RefusedBallot = tuple[int, VoteEntry, Refusal]


def in_order(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries by time; one without a time stays behind the one written before it, equals as written."""
    keyed: list[tuple[float, int, Entry]] = []
    latest = float("-inf")
    for place, entry in enumerate(entries):
        latest = entry.at.timestamp() if entry.at is not None else latest
        keyed.append((latest, place, entry))
    return tuple(entry for _, _, entry in sorted(keyed, key=lambda each: each[:2]))


def poll_window(board: "Board", poll: Poll) -> Window:
    """When the votes of a poll are in time: the day's window, or the poll's own part of it."""
    clock, calendar, day = board.ruleset.clock, board.before.calendar, board.window
    opens, closes = day.opens, day.closes
    if poll.from_ is not None:
        opens = _on_the_day(clock.moment(calendar, board.now, poll.from_), day)
    if poll.until is not None:
        closes = _on_the_day(clock.moment(calendar, board.now, poll.until), day)
    opens = opened_at(board, poll) or opens
    revote = revote_opened_at(board, poll)
    if revote is not None:
        closes = revote if closes is None else min(closes, revote)
    if poll.revote_of is not None and opens is not None and closes is not None and closes <= opens:
        closes = None
    return Window(opens, closes, day.inclusive)


def opened_at(board: "Board", poll: Poll) -> datetime | None:
    """When the host opened the poll; None: he did not, or it opens by itself."""
    if poll.opener is None:
        return None
    opened = [each.at for each in board.phase.choices if each.by == HOST and each.do == poll.opener and each.at]
    return opened[-1] if opened else None


def revote_opened_at(board: "Board", poll: Poll) -> datetime | None:
    """When the host opened the vote among those tied in this poll; None: he did not."""
    for other in board.ruleset.polls:
        if other.revote_of == poll.name:
            return opened_at(board, other)
    return None


def _on_the_day(moment: datetime, day: Window) -> datetime:
    """The same time on the date on which the host has the day open, where the moment lies outside that day."""
    if day.opens is None or not (day.is_early(moment) or day.is_late(moment)):
        return moment
    opens = day.opens.astimezone(moment.tzinfo)
    return moment.replace(year=opens.year, month=opens.month, day=opens.day)


def nomination_window(board: "Board", poll: Poll, nominations: Nominations) -> Window:
    """From the opening of the day (`by_oneself`: at any time) until the poll opens; that second is too late."""
    return Window(None if nominations.by_oneself else board.window.opens, poll_window(board, poll).opens)


def electorate(board: "Board") -> tuple[str, ...]:
    """Who votes on this day: alive at its start, or revived on it, and not removed."""
    return tuple(
        seat for seat in board.before.seats if lives_at(board, seat, None) and board.before.seats[seat].entered
    )


def ballot_refusals(
    board: "Board", poll: Poll, entry: VoteEntry, window: Window, listed: tuple[str, ...]
) -> Iterator[Refusal]:
    """Every reason for which a vote does not count, but for the changes that its author has left."""
    yield from _voter_refusals(board, poll, entry, window)
    yield from _target_refusals(board, poll, entry, listed)
    in_defence = entry.colour is Colour.BLUE and entry.kind is not VoteKind.UNVOTE
    if in_defence and poll.defence_votes is Defence.REFUSE:
        yield Refusal("no-defence", poll.rule_of("no-defence"))
    if entry.edited and poll.edited_votes is not Edited.COUNT:
        yield Refusal("edited", poll.rule_of("edited"))
    if entry.deleted and poll.deleted_votes is Deleted.REFUSE:
        yield Refusal("deleted", poll.rule_of("deleted"))


def _voter_refusals(board: "Board", poll: Poll, entry: VoteEntry, window: Window) -> Iterator[Refusal]:
    voter = board.find(entry.by, entry.at)
    seat = board.before.seats.get(voter) if voter is not None else None
    if seat is None or not seat.entered:
        yield Refusal("not-playing", poll.rule_of("not-playing"))
    elif not _votes_alive(board, seat.id, entry):
        yield Refusal("dead", poll.rule_of("dead"))
    if entry.at is not None:
        if window.is_late(entry.at):
            yield Refusal("late", poll.rule_of("late"))
        elif window.is_early(entry.at) and not (entry.advance and poll.advance):
            yield Refusal("early", poll.rule_of("early"))
    if entry.thread is not None and poll.thread is not None and entry.thread != poll.thread:
        yield Refusal("wrong-thread", poll.rule_of("wrong-thread"))
    if voter is not None and is_silenced(board, voter, entry.at):
        yield Refusal("silenced", poll.rule_of("silenced"))


def _target_refusals(board: "Board", poll: Poll, entry: VoteEntry, listed: tuple[str, ...]) -> Iterator[Refusal]:
    if entry.unclear is not None or entry.kind is VoteKind.UNVOTE:
        return
    if poll.among is Among.WORDS:
        if entry.on not in poll.words:
            yield Refusal("unknown-name", poll.rule_of("unknown-name"))
        return
    if poll.abstention is not None and entry.on == poll.abstention:
        if poll.abstention_votes is Accept.REFUSE:
            yield Refusal("bad-target", poll.rule_of("bad-target"))
        elif poll.among is Among.TIED and entry.on not in listed:
            yield Refusal("not-nominated", poll.rule_of("not-nominated"))
        return
    target = board.find_target(entry.on, entry.at)
    seat = board.before.seats.get(target) if target is not None else None
    if target == AMBIGUOUS:
        yield Refusal("ambiguous-name", poll.rule_of("ambiguous-name"))
    elif seat is None or not seat.entered:
        yield Refusal("unknown-name", poll.rule_of("unknown-name"))
    if seat is None:
        return
    if seat.id == board.find(entry.by) and poll.self_vote is Accept.REFUSE:
        yield Refusal("self", poll.rule_of("self"))
    if not lives_at(board, seat.id, entry.at):
        yield Refusal("dead-target", poll.rule_of("dead-target"))
    if poll.among in (Among.NOMINATED, Among.TIED) and seat.id not in listed:
        yield Refusal("not-nominated", poll.rule_of("not-nominated"))


def is_silenced(board: "Board", voter: str, at: datetime | None) -> bool:
    """Whether the voter has no vote on this day, or none from that moment on (None: at its end); said aloud."""
    return board.status(voter, SILENCED) is not None or board.silenced_before(voter, at)


def nominate(
    board: "Board", poll: Poll, nominations: Nominations, entries: Sequence[VoteEntry]
) -> tuple[tuple[str, ...], list[RefusedBallot]]:
    """The candidates in the order in which they got onto the list, those whom the host removed later among them; and
    the refused nominations with their places."""
    needed = 1 if len(board.alive_at_start) <= nominations.one_below else nominations.needed
    nominators: dict[str, set[str]] = {}
    given: dict[str, set[str]] = {}
    candidates: list[str] = []
    refused: list[RefusedBallot] = []
    for place, entry in enumerate(entries):
        if entry.kind is not nominations.kind:
            continue
        if _is_unclear(board, poll, nominations, entry):
            continue
        refusal = first_refusal(_nomination_refusals(board, poll, nominations, entry, given), VOTE_REASONS)
        nominator, target = board.find(entry.by), board.find_target(entry.on)
        if refusal is not None or nominator is None or target is None:
            refused.append((place, entry, refusal or Refusal("not-playing", nominations.rule)))
            continue
        given.setdefault(nominator, set()).add(target)
        seconds = nominators.setdefault(target, set())
        was_on = len(seconds) >= needed
        seconds.add(nominator)
        if not was_on and len(seconds) >= needed:
            candidates.append(target)
    return tuple(candidates), refused


def unclear_nominations(
    board: "Board", poll: Poll, nominations: Nominations, entries: Sequence[VoteEntry]
) -> tuple[VoteEntry, ...]:
    """The nominations that wait for the host's word on whom they mean."""
    return tuple(
        entry for entry in entries if entry.kind is nominations.kind and _is_unclear(board, poll, nominations, entry)
    )


def _is_unclear(board: "Board", poll: Poll, nominations: Nominations, entry: VoteEntry) -> bool:
    window = nomination_window(board, poll, nominations)
    return entry.unclear is not None and not any(_voter_refusals(board, poll, entry, window))


def _nomination_refusals(
    board: "Board", poll: Poll, nominations: Nominations, entry: VoteEntry, given: Mapping[str, set[str]]
) -> Iterator[Refusal]:
    def because(reason: str) -> Refusal:
        return Refusal(reason, nominations.rules.get(reason, nominations.rule))

    nominator = board.find(entry.by)
    for refusal in _voter_refusals(board, poll, entry, nomination_window(board, poll, nominations)):
        if refusal.reason == "dead" and _nominates_alive(board, nominator, entry):
            continue
        if refusal.reason != "silenced":
            yield because(refusal.reason)
    target = board.find_target(entry.on)
    seat = board.before.seats.get(target) if target is not None else None
    if target == AMBIGUOUS:
        yield because("ambiguous-name")
    elif seat is None or not seat.entered:
        yield because("unknown-name")
    elif not _nominates_alive(board, seat.id, entry):
        yield because("dead-target")
    if target == nominator and not nominations.self_nomination:
        yield because("self")
    if nominations.by_oneself and target != nominator:
        yield because("not-playing")
    if entry.edited and nominations.edited_votes is Edited.REFUSE:
        yield because("edited")
    if entry.deleted and nominations.deleted_votes is Deleted.REFUSE:
        yield because("deleted")
    if isinstance(nominations.per_player, int) and nominator is not None and target is not None:
        before = given.get(nominator, set())
        if target not in before and len(before) >= nominations.per_player:
            yield because("no-changes-left")


def refusal_event(board: "Board", entry: VoteEntry, refusal: Refusal) -> Event:
    """The refusal for the log: public, unless it is secret; whoever plays no seat is named by the entry alone."""
    voter = board.find(entry.by, entry.at)
    who = () if voter is None or voter == AMBIGUOUS else (voter,)
    audience = HOST_ONLY if refusal.secret else TOWN
    return Event(EventKind.REFUSED, refusal.rule, who, None, refusal.reason, None, audience, entry)


def _votes_alive(board: "Board", voter: str, entry: VoteEntry) -> bool:
    """Whether the voter lives when he votes; where what the removed did stands, without a time it was before."""
    if entry.at is None and board.ruleset.admission.removed_acts and board.is_removed(voter):
        return voter in board.alive_at_start
    return lives_at(board, voter, entry.at)


def _nominates_alive(board: "Board", seat: str | None, entry: VoteEntry) -> bool:
    """Whether the seat lives when the nomination is made; one without a time was before whatever the host did."""
    if seat is None or seat not in board.before.seats:
        return False
    return lives_at(board, seat, entry.at) or (entry.at is None and seat in board.alive_at_start)


def lives_at(board: "Board", seat: str, at: datetime | None) -> bool:
    """Whether the seat lives at that moment of the day (None: at its end)."""
    if board.removed_before(seat, at):
        return False
    return board.before.seats[seat].alive or board.revived_before(seat, at)
