"""Counts a poll: every entry counts, is refused with its reason, or is superseded.

A count is made twice: the host's with the true weights and voids, the town's with what is public. They are two types.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from engine.abilities.base import Refusal
from engine.board import AMBIGUOUS, SILENCED, VOID
from engine.events import HOST_ONLY, TOWN, Event, EventKind
from engine.moments import Window
from engine.outcome import CountedVote
from engine.polls import Accept, Among, Defence, Edited, Nominations, Poll, Repeat, Silent, Totals, Weight
from engine.reasons import VOTE_REASONS, first_refusal
from engine.record import HOST, ActionEntry, ChoiceEntry, Colour, VoteEntry, VoteKind

if TYPE_CHECKING:
    from engine.board import Board

__all__ = [
    "Count",
    "HostCount",
    "Standing",
    "TownCount",
    "count_for_host",
    "count_for_town",
    "in_order",
    "nomination_window",
    "poll_window",
]

Entry = TypeVar("Entry", VoteEntry, ActionEntry, ChoiceEntry)


@dataclass(frozen=True, slots=True)
class Standing:
    """A vote in effect. `at` orders it among the others: its place in the order of casting."""

    entry: VoteEntry
    by: str
    on: str
    colour: Colour | None
    weight: int
    rule: str
    cast: str
    place: int


@dataclass(frozen=True, slots=True)
class Count:
    """A poll counted. Seats throughout; `reached`: candidate → the place at which he came to his final score.

    `unclear`: the votes that wait for the host's word; `refusals`: events of the refused ones, in order of posting.
    """

    poll: str
    prefix: str
    votes: tuple[Standing, ...]
    scores: Mapping[str, int]
    against: Mapping[str, int]
    defence: Mapping[str, int]
    missing: tuple[str, ...]
    nominated: tuple[str, ...]
    reached: Mapping[str, int]
    refusals: tuple[Event, ...]
    unclear: tuple[VoteEntry, ...]
    superseded: tuple[VoteEntry, ...]
    leading: tuple[str, ...]
    tied: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    totals: bool = True
    with_colours: bool = True
    with_cast: bool = False

    def named_votes(self, names: Mapping[str, str]) -> tuple[CountedVote, ...]:
        return tuple(
            CountedVote(
                by=names.get(vote.by, vote.by),
                on=names.get(vote.on, vote.on),
                colour=None if vote.colour is None else str(vote.colour),
                weight=vote.weight,
                rule=vote.rule,
                cast=vote.cast if self.with_cast else None,
                at=vote.entry.at,
                source=vote.entry.source,
            )
            for vote in self.votes
        )

    def named_scores(self, names: Mapping[str, str]) -> dict[str, int]:
        return {names.get(seat, seat): score for seat, score in self.scores.items()}

    def named_against(self, names: Mapping[str, str]) -> dict[str, int]:
        return {names.get(seat, seat): sum_ for seat, sum_ in self.against.items()} if self.with_colours else {}

    def named_defence(self, names: Mapping[str, str]) -> dict[str, int]:
        return {names.get(seat, seat): sum_ for seat, sum_ in self.defence.items()} if self.with_colours else {}

    def named_missing(self, names: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(sorted(names.get(seat, seat) for seat in self.missing))

    def named_extras(self, names: Mapping[str, str]) -> dict[str, Any]:
        """The keys of a poll beside the main one, without its prefix."""
        return {
            "votes": self.named_votes(names),
            "scores": self.named_scores(names) if self.totals else {},
            "missing": self.named_missing(names),
            "nominated": tuple(names.get(seat, seat) for seat in self.nominated),
            "tie": tuple(sorted(names.get(seat, seat) for seat in self.tied)),
        }


class HostCount(Count):
    """The count that decides: true weights, secret voids."""

    __slots__ = ()


class TownCount(Count):
    """The count that a careful reader of the thread could make: public weights, public eligibility."""

    __slots__ = ()


class _Eyes(Protocol):
    """What a counter knows: the weight of a vote, and the rule by which a voter's vote is void."""

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]: ...

    def void(self, seat: str) -> str | None: ...


class _HostEyes:
    def __init__(self, board: "Board", poll: Poll) -> None:
        self._board = board
        self._poll = poll

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]:
        return _weight(self._poll.weights, seat, colour, self._board) or (1, self._poll.rule)

    def void(self, seat: str) -> str | None:
        status = self._board.status(seat, VOID)
        return status.rule if status is not None else None


class _TownEyes:
    def __init__(self, board: "Board", poll: Poll) -> None:
        self._board = board
        self._poll = poll
        self._weights = tuple(weight for weight in poll.weights if weight.public)

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]:
        return _weight(self._weights, seat, colour, self._board) or (1, self._poll.rule)

    def void(self, seat: str) -> str | None:
        return None


def _weight(weights: Iterable[Weight], seat: str, colour: Colour | None, board: "Board") -> tuple[int, str] | None:
    """The weight of a vote of the seat in that colour, and its rule; None: it is an ordinary one."""
    for weight in weights:
        if weight.colour in (None, colour) and weight.who.includes(seat, board):
            return weight.weight, weight.rule
    return None


def count_for_host(board: "Board", poll: Poll, *, closed: bool = True) -> HostCount:
    """The host's count of the poll by the day's entries; before the poll is `closed` nobody is late with his duty."""
    return HostCount(**_Counter(board, poll, _HostEyes(board, poll)).count(closed), totals=True)


def count_for_town(board: "Board", poll: Poll, *, closed: bool = True) -> TownCount:
    """The town's own count of the same entries."""
    totals = poll.public_totals is Totals.RAW
    return TownCount(**_Counter(board, poll, _TownEyes(board, poll)).count(closed), totals=totals)


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
        opens = clock.moment(calendar, board.now, poll.from_)
    if poll.until is not None:
        closes = clock.moment(calendar, board.now, poll.until)
    if poll.opener is not None:
        opened = [each.at for each in board.phase.choices if each.by == HOST and each.do == poll.opener and each.at]
        opens = opened[-1] if opened else opens
    return Window(opens, closes, day.inclusive)


def nomination_window(board: "Board", poll: Poll) -> Window:
    """From the opening of the day until the poll opens; the opening second is too late."""
    return Window(board.window.opens, poll_window(board, poll).opens)


class _Counter:
    """Counts one poll with one pair of eyes."""

    def __init__(self, board: "Board", poll: Poll, eyes: _Eyes) -> None:
        self.board = board
        self.poll = poll
        self.eyes = eyes
        self.window = poll_window(board, poll)
        self.standing: dict[str, Standing] = {}
        self.changed: dict[str, int] = {}
        self.voided: dict[str, tuple[VoteEntry, str]] = {}
        self.advance: dict[str, VoteEntry] = {}
        self.unclear: dict[str, VoteEntry] = {}
        self.against: dict[str, int] = {}
        self.defence: dict[str, int] = {}
        self.reached: dict[str, int] = {}
        self.superseded: list[VoteEntry] = []
        self.refused: list[tuple[int, VoteEntry, Refusal]] = []
        self.nominated: tuple[str, ...] = ()

    def count(self, closed: bool) -> dict[str, Any]:
        """The fields of a count."""
        entries = in_order(self.board.phase.votes)
        places = {id(entry): place for place, entry in enumerate(entries)}
        if self.poll.nominations is not None:
            self.nominated = tuple(self._nominate(self.poll.nominations, entries))
        for place, entry in enumerate(entries):
            if entry.kind is self.poll.kind or entry.kind is VoteKind.UNVOTE:
                self._take(entry, place)
        end = len(entries)
        if closed:
            self._cast_in_advance(end)
        self._leave_removed(end)
        missing = self._missing()
        if closed:
            self._cast_for_the_silent(missing, end)
        for entry, rule in self.voided.values():
            self.refused.append((places[id(entry)], entry, Refusal("void", rule, secret=True)))
        return self._result(missing)

    def _result(self, missing: tuple[str, ...]) -> dict[str, Any]:
        candidates = [*self.against, *(seat for seat in self.defence if seat not in self.against)]
        scores = {seat: self.against.get(seat, 0) - self.defence.get(seat, 0) for seat in candidates}
        order = sorted(scores, key=lambda seat: (-scores[seat], self.reached[seat]))
        best = max(scores.values(), default=0)
        leading = tuple(seat for seat in order if scores[seat] == best and best >= self.poll.min_score)
        return {
            "poll": self.poll.name,
            "prefix": self.poll.prefix,
            "votes": tuple(sorted(self.standing.values(), key=lambda vote: vote.place)),
            "scores": {seat: scores[seat] for seat in order},
            "against": {seat: sum_ for seat, sum_ in self.against.items() if sum_},
            "defence": {seat: sum_ for seat, sum_ in self.defence.items() if sum_},
            "missing": missing,
            "nominated": self.nominated,
            "reached": dict(self.reached),
            "refusals": tuple(
                _refusal_event(self.board, entry, refusal)
                for _, entry, refusal in sorted(self.refused, key=lambda each: each[0])
            ),
            "unclear": tuple(self.unclear.values()),
            "superseded": tuple(self.superseded),
            "leading": leading,
            "with_colours": self.poll.colours,
            "with_cast": self.poll.cast,
        }

    # Taking one entry after another.

    def _take(self, entry: VoteEntry, place: int) -> None:
        refusal = first_refusal(self._refusals(entry), VOTE_REASONS)
        voter = self.board.find(entry.by)
        if refusal is None and voter is not None:
            self._accept(entry, voter, place)
        elif refusal is not None:
            self.refused.append((place, entry, refusal))
            cancels = self.board.ruleset.admission.refused_last.value == "cancel"
            if cancels and voter is not None and refusal.reason not in ("late", "early", "dead"):
                self._drop(voter, place)

    def _accept(self, entry: VoteEntry, voter: str, place: int) -> None:
        if entry.unclear is not None:
            self.unclear[voter] = entry
            return
        if entry.kind is VoteKind.UNVOTE:
            self._drop(voter, place)
            return
        if entry.advance:
            self.superseded += [self.advance[voter]] if voter in self.advance else []
            self.advance[voter] = entry
            return
        void = self.eyes.void(voter)
        if void is not None:
            self.superseded += [self.voided[voter][0]] if voter in self.voided else []
            self.voided[voter] = (entry, void)
            return
        self.unclear.pop(voter, None)
        before = self.standing.get(voter)
        target = self._target(entry)
        if before is not None and self.board.removed_before(before.on, entry.at):
            self._drop(voter, place)
            before = None
        same = before is not None and before.on == target and before.colour == self._colour(entry)
        if same and self.poll.repeat_vote is Repeat.FREE:
            self.superseded.append(entry)
            return
        if before is not None:
            self.changed[voter] = self.changed.get(voter, 0) + 1
            self.superseded.append(before.entry)
        self._drop(voter, place)
        self._stand(voter, target, entry, place, "live")

    def _stand(self, voter: str, target: str, entry: VoteEntry, place: int, cast: str) -> None:
        colour = self._colour(entry)
        weight, rule = self.eyes.weight(voter, colour)
        self.standing[voter] = Standing(entry, voter, target, colour, weight, rule, cast, place)
        self._add(target, colour, weight, place)

    def _drop(self, voter: str, place: int) -> None:
        vote = self.standing.pop(voter, None)
        if vote is not None:
            self._add(vote.on, vote.colour, -vote.weight, place)

    def _add(self, target: str, colour: Colour | None, weight: int, place: int) -> None:
        if colour is Colour.BLUE:
            self.defence[target] = self.defence.get(target, 0) + (
                weight if self.poll.defence_votes is Defence.COUNT else 0
            )
        else:
            self.against[target] = self.against.get(target, 0) + weight
        self.reached[target] = place
        if not any(vote.on == target for vote in self.standing.values()):
            for table in (self.against, self.defence):
                if table.get(target) == 0:
                    del table[target]

    def _colour(self, entry: VoteEntry) -> Colour | None:
        return (entry.colour or Colour.RED) if self.poll.colours else None

    def _target(self, entry: VoteEntry) -> str:
        if self.poll.among is Among.WORDS:
            return entry.on
        return self.board.find_target(entry.on) or entry.on

    # What is refused.

    def _refusals(self, entry: VoteEntry) -> Iterator[Refusal]:
        yield from self._voter_refusals(entry, self.window)
        yield from self._target_refusals(entry)
        if entry.colour is Colour.BLUE and self.poll.defence_votes is Defence.REFUSE:
            yield self._refusal("no-defence")
        if entry.edited and self.poll.edited_votes is Edited.REFUSE:
            yield self._refusal("edited")
        if entry.deleted:
            yield self._refusal("deleted")
        voter = self.board.find(entry.by)
        if voter is not None and self._uses_up_a_change(entry, voter):
            yield self._refusal("no-changes-left")

    def _voter_refusals(self, entry: VoteEntry, window: Window) -> Iterator[Refusal]:
        board = self.board
        voter = board.find(entry.by)
        seat = board.before.seats.get(voter) if voter is not None else None
        if seat is None or not seat.entered:
            yield self._refusal("not-playing")
        elif not self._votes_alive(seat.id, entry):
            yield self._refusal("dead")
        if entry.at is not None:
            if window.is_late(entry.at):
                yield self._refusal("late")
            elif window.is_early(entry.at) and not (entry.advance and self.poll.advance):
                yield self._refusal("early")
        if entry.thread is not None and self.poll.thread is not None and entry.thread != self.poll.thread:
            yield self._refusal("wrong-thread")
        silence = board.status(voter, SILENCED) if voter is not None else None
        if silence is not None:
            yield self._refusal("silenced")

    def _votes_alive(self, voter: str, entry: VoteEntry) -> bool:
        """Whether the voter lives when he votes; where what the removed did stands, without a time it was before."""
        if entry.at is None and self.board.ruleset.admission.removed_acts and self.board.is_removed(voter):
            return voter in self.board.alive_at_start
        return _lives(self.board, voter, entry.at)

    def _target_refusals(self, entry: VoteEntry) -> Iterator[Refusal]:
        board, poll = self.board, self.poll
        if entry.unclear is not None or entry.kind is VoteKind.UNVOTE:
            return
        if poll.among is Among.WORDS:
            if entry.on not in poll.words:
                yield self._refusal("unknown-name")
            return
        target = board.find_target(entry.on)
        seat = board.before.seats.get(target) if target is not None else None
        if target == AMBIGUOUS:
            yield self._refusal("ambiguous-name")
        elif seat is None or not seat.entered:
            yield self._refusal("unknown-name")
        if seat is None:
            return
        if seat.id == board.find(entry.by) and poll.self_vote is Accept.REFUSE:
            yield self._refusal("self")
        if not _lives(board, seat.id, entry.at):
            yield self._refusal("dead-target")
        if poll.among is Among.NOMINATED and seat.id not in self.nominated:
            yield self._refusal("not-nominated")

    def _uses_up_a_change(self, entry: VoteEntry, voter: str) -> bool:
        """Whether the vote is one change more than allowed."""
        before = self.standing.get(voter)
        given = before is not None or (self.poll.advance_is_vote and voter in self.advance)
        if self.poll.changes is None or not given or entry.advance:
            return False
        if before is not None and self.board.removed_before(before.on, entry.at):
            return False
        same = before is not None and before.on == self._target(entry) and before.colour == self._colour(entry)
        if same and self.poll.repeat_vote is Repeat.FREE:
            return False
        return self.changed.get(voter, 0) >= self.poll.changes

    def _refusal(self, reason: str) -> Refusal:
        return Refusal(reason, self.poll.rule_of(reason))

    # The list of candidates.

    def _nominate(self, nominations: Nominations, entries: Sequence[VoteEntry]) -> Iterator[str]:
        """The candidates, in the order in which they got onto the list; refused nominations are noted."""
        needed = 1 if len(self.board.alive_at_start) <= nominations.one_below else nominations.needed
        nominators: dict[str, set[str]] = {}
        given: dict[str, set[str]] = {}
        for place, entry in enumerate(entries):
            if entry.kind is not nominations.kind:
                continue
            refusal = first_refusal(self._nomination_refusals(nominations, entry, given), VOTE_REASONS)
            nominator, target = self.board.find(entry.by), self.board.find_target(entry.on)
            if refusal is not None or nominator is None or target is None:
                self.refused.append((place, entry, refusal or self._refusal("not-playing")))
                continue
            given.setdefault(nominator, set()).add(target)
            seconds = nominators.setdefault(target, set())
            was_on = len(seconds) >= needed
            seconds.add(nominator)
            if not was_on and len(seconds) >= needed and not self.board.is_removed(target):
                yield target

    def _nomination_refusals(
        self, nominations: Nominations, entry: VoteEntry, given: Mapping[str, set[str]]
    ) -> Iterator[Refusal]:
        board = self.board
        for refusal in self._voter_refusals(entry, nomination_window(board, self.poll)):
            if refusal.reason != "silenced":
                yield Refusal(refusal.reason, nominations.rules.get(refusal.reason, nominations.rule))
        target = board.find_target(entry.on)
        seat = board.before.seats.get(target) if target is not None else None
        rule = nominations.rules

        def because(reason: str) -> Refusal:
            return Refusal(reason, rule.get(reason, nominations.rule))

        if target == AMBIGUOUS:
            yield because("ambiguous-name")
        elif seat is None or not seat.entered:
            yield because("unknown-name")
        elif not _lives(board, seat.id, entry.at):
            yield because("dead-target")
        nominator = board.find(entry.by)
        if target == nominator and not nominations.self_nomination:
            yield because("self")
        if nominations.by_oneself and target != nominator:
            yield because("not-playing")
        if entry.edited and nominations.edited_votes is Edited.REFUSE:
            yield because("edited")
        if entry.deleted:
            yield because("deleted")
        if isinstance(nominations.per_player, int) and nominator is not None and target is not None:
            before = given.get(nominator, set())
            if target not in before and len(before) >= nominations.per_player:
                yield because("no-changes-left")

    # What comes at the end.

    def _cast_in_advance(self, end: int) -> None:
        for place, (voter, entry) in enumerate(self.advance.items(), start=end):
            target = self._target(entry)
            if voter in self.standing or voter in self.voided:
                self.superseded.append(entry)
                continue
            if self.board.is_removed(voter) or self.board.is_removed(target):
                continue
            self._stand(voter, target, entry, place, "advance")

    def _leave_removed(self, end: int) -> None:
        """Votes of and for whom the host has removed count no more (FORMATS 2)."""
        for voter, vote in tuple(self.standing.items()):
            kept = self.board.ruleset.admission.removed_acts
            if (self.board.is_removed(voter) and not kept) or self.board.is_removed(vote.on):
                self._drop(voter, end)
        for seat in tuple(self.against) + tuple(self.defence):
            if self.board.is_removed(seat):
                self.against.pop(seat, None)
                self.defence.pop(seat, None)

    def _missing(self) -> tuple[str, ...]:
        """Who owed a vote and gave none that counts."""
        board = self.board
        if not self.poll.duty or (self.poll.among is Among.NOMINATED and not self.nominated):
            return ()
        return tuple(
            seat
            for seat in _electorate(board)
            if seat not in self.standing
            and seat not in self.unclear
            and board.status(seat, SILENCED) is None
            and self.eyes.void(seat) is None
        )

    def _cast_for_the_silent(self, missing: tuple[str, ...], end: int) -> None:
        """Votes against oneself, or the default vote for the last candidate (CAS-34, MOR-36)."""
        for place, seat in enumerate(missing, start=end + len(self.advance)):
            if self.poll.absent_against:
                self._add(seat, Colour.RED, self.poll.absent_against, place)
            if self.poll.silent is Silent.LAST_CANDIDATE and self.nominated:
                entry = VoteEntry(self.board.name(seat), self.board.name(self.nominated[-1]), kind=self.poll.kind)
                self._stand(seat, self.nominated[-1], entry, place, "default")


def _electorate(board: "Board") -> tuple[str, ...]:
    """Who votes on this day: alive at its start, or revived on it, and not removed."""
    return tuple(seat for seat in board.before.seats if _lives(board, seat, None) and board.before.seats[seat].entered)


def _lives(board: "Board", seat: str, at: datetime | None) -> bool:
    """Whether the seat lives at that moment of the day (None: at its end)."""
    if board.removed_before(seat, at):
        return False
    return board.before.seats[seat].alive or board.revived_before(seat, at)


def _refusal_event(board: "Board", entry: VoteEntry, refusal: Refusal) -> Event:
    voter = board.find(entry.by)
    who = () if voter is None or voter == AMBIGUOUS else (voter,)
    audience = HOST_ONLY if refusal.secret else TOWN
    return Event(EventKind.REFUSED, refusal.rule, who, None, refusal.reason, None, audience, entry)
