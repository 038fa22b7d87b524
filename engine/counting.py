"""Counts a poll: every entry counts, is refused with its reason, or is superseded.

A count is made twice: the host's with the true weights and voids, the town's with what is public. They are two types.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from engine.abilities.base import Refusal
from engine.ballots import (
    RefusedBallot,
    ballot_refusals,
    electorate,
    in_order,
    nominate,
    poll_window,
    refusal_event,
    unclear_nominations,
)
from engine.board import SILENCED, VOID
from engine.count import HostCount, Standing, TownCount
from engine.polls import Among, Defence, Poll, RemovedTarget, Repeat, Silent, Totals, Weight
from engine.reasons import VOTE_REASONS, first_refusal
from engine.record import Colour, VoteEntry, VoteKind

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["count_for_host", "count_for_town"]


class _Eyes(Protocol):
    """What a counter knows: the weight of a vote, and the rule by which a voter's vote is void."""

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]: ...

    def void(self, seat: str) -> str | None: ...

    @property
    def sees_letters(self) -> bool:
        """Whether votes in advance are known before the poll is closed."""
        ...


class _HostEyes:
    def __init__(self, board: "Board", poll: Poll) -> None:
        self._board = board
        self._poll = poll

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]:
        return _weight(self._poll.weights, seat, colour, self._board) or (1, self._poll.rule)

    def void(self, seat: str) -> str | None:
        status = self._board.status(seat, VOID)
        return status.rule if status is not None else None

    @property
    def sees_letters(self) -> bool:
        return True


class _TownEyes:
    def __init__(self, board: "Board", poll: Poll) -> None:
        self._board = board
        self._poll = poll
        self._weights = tuple(weight for weight in poll.weights if weight.public)

    def weight(self, seat: str, colour: Colour | None) -> tuple[int, str]:
        return _weight(self._weights, seat, colour, self._board) or (1, self._poll.rule)

    def void(self, seat: str) -> str | None:
        return None

    @property
    def sees_letters(self) -> bool:
        return False


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


class _Counter:
    """Counts one poll with one pair of eyes."""

    def __init__(self, board: "Board", poll: Poll, eyes: _Eyes) -> None:
        self.board = board
        self.poll = poll
        self.eyes = eyes
        self.window = poll_window(board, poll)
        self.standing: dict[str, Standing] = {}
        self.changed: dict[str, int] = {}
        self.posted: set[str] = set()
        self.voided: dict[str, tuple[VoteEntry, str]] = {}
        self.advance: dict[str, VoteEntry] = {}
        self.unclear: dict[str, VoteEntry] = {}
        self.votes_on: dict[str, int] = {}
        self.against: dict[str, int] = {}
        self.defence: dict[str, int] = {}
        self.reached: dict[str, int] = {}
        self.superseded: list[VoteEntry] = []
        self.refused: list[RefusedBallot] = []
        self.listed: tuple[str, ...] = ()
        self.nominated: tuple[str, ...] = ()
        self.places: dict[int, int] = {}

    def count(self, closed: bool) -> dict[str, Any]:
        """The fields of a count."""
        entries = in_order(self.board.phase.votes)
        self.places = {id(entry): place for place, entry in enumerate(entries)}
        if self.poll.nominations is not None:
            self.listed, self.refused = nominate(self.board, self.poll, self.poll.nominations, entries)
            self.nominated = tuple(seat for seat in self.listed if not self.board.is_removed(seat))
        for place, entry in enumerate(entries):
            if entry.kind in (self.poll.kind, VoteKind.UNVOTE) and (closed or not self._waits(entry)):
                self._take(entry, place)
        end = len(entries)
        if closed:
            self._cast_in_advance(end)
        self._leave_removed(end)
        missing = self._missing(closed)
        if closed:
            self._cast_for_the_silent(missing, end)
        for entry, rule in self.voided.values():
            self._refuse(entry, Refusal("void", rule, secret=True))
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
                refusal_event(self.board, entry, refusal)
                for _, entry, refusal in sorted(self.refused, key=lambda each: each[0])
            ),
            "unclear": (*self._unclear_nominations(), *self.unclear.values()),
            "superseded": tuple(self.superseded),
            "leading": leading,
            "with_colours": self.poll.colours,
            "with_cast": self.poll.cast,
        }

    def _unclear_nominations(self) -> tuple[VoteEntry, ...]:
        if self.poll.nominations is None:
            return ()
        return unclear_nominations(self.board, self.poll, self.poll.nominations, in_order(self.board.phase.votes))

    # Taking one entry after another.

    def _waits(self, entry: VoteEntry) -> bool:
        """Whether a vote in advance is not yet looked at: by the town until the close, by the host until its
        candidate is on the list (MOR-34, MOR-42)."""
        if not entry.advance or not self.poll.advance:
            return False
        return not self.eyes.sees_letters or self._target(entry) not in self.listed

    def _take(self, entry: VoteEntry, place: int) -> None:
        voter = self.board.find(entry.by)
        refusal = first_refusal(ballot_refusals(self.board, self.poll, entry, self.window, self.listed), VOTE_REASONS)
        if refusal is None and voter is not None and self._uses_up_a_change(entry, voter):
            refusal = Refusal("no-changes-left", self.poll.rule_of("no-changes-left"))
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
            if voter in self.advance:
                self._leave_letter(self.advance[voter])
            self.advance[voter] = entry
            return
        void = self.eyes.void(voter)
        if void is not None:
            self.superseded += [self.voided[voter][0]] if voter in self.voided else []
            self.voided[voter] = (entry, void)
            return
        self.unclear.pop(voter, None)
        if self._changes(entry, voter):
            self.changed[voter] = self.changed.get(voter, 0) + 1
        before = self.standing.get(voter)
        target = self._target(entry)
        if before is not None and self.board.removed_before(before.on, entry.at):
            self._leave(before, place)
            before = None
        same = before is not None and before.on == target and before.colour == self._colour(entry)
        if same and self.poll.repeat_vote is Repeat.FREE:
            self.superseded.append(entry)
            return
        if before is not None:
            self.superseded.append(before.entry)
        self.posted.add(voter)
        self._drop(voter, place)
        self._stand(voter, target, entry, place, "live")

    def _stand(self, voter: str, target: str, entry: VoteEntry, place: int, cast: str) -> None:
        colour = self._colour(entry)
        weight, rule = self.eyes.weight(voter, colour)
        self.standing[voter] = Standing(entry, voter, target, colour, weight, rule, cast, place)
        self.votes_on[target] = self.votes_on.get(target, 0) + 1
        self._add(target, colour, weight, place)

    def _drop(self, voter: str, place: int) -> None:
        vote = self.standing.pop(voter, None)
        if vote is not None:
            self.votes_on[vote.on] -= 1
            self._add(vote.on, vote.colour, -vote.weight, place)

    def _add(self, target: str, colour: Colour | None, weight: int, place: int) -> None:
        if colour is Colour.BLUE:
            self.defence[target] = self.defence.get(target, 0) + (
                weight if self.poll.defence_votes is Defence.COUNT else 0
            )
        else:
            self.against[target] = self.against.get(target, 0) + weight
        self.reached[target] = place
        if self.votes_on.get(target, 0) == 0:
            for table in (self.against, self.defence):
                if table.get(target) == 0:
                    del table[target]

    def _colour(self, entry: VoteEntry) -> Colour | None:
        return (entry.colour or Colour.RED) if self.poll.colours else None

    def _target(self, entry: VoteEntry) -> str:
        if self.poll.among is Among.WORDS:
            return entry.on
        return self.board.find_target(entry.on) or entry.on

    def _uses_up_a_change(self, entry: VoteEntry, voter: str) -> bool:
        """Whether the vote is one change more than allowed."""
        if self.poll.changes is None or entry.advance or not self._changes(entry, voter):
            return False
        return self.changed.get(voter, 0) >= self.poll.changes

    def _changes(self, entry: VoteEntry, voter: str) -> bool:
        """Whether the vote changes one that the voter has given: in the poll, or in advance where that is one."""
        before = self.standing.get(voter)
        letter = self.advance.get(voter) if self.poll.advance_is_vote and voter not in self.posted else None
        if before is not None:
            given = (before.on, before.colour)
        elif letter is not None:
            given = (self._target(letter), self._colour(letter))
        else:
            return False
        if self.board.removed_before(given[0], entry.at):
            return False
        return self.poll.repeat_vote is not Repeat.FREE or given != (self._target(entry), self._colour(entry))

    def _refuse(self, entry: VoteEntry, refusal: Refusal) -> None:
        self.refused.append((self.places[id(entry)], entry, refusal))

    def _refuse_removed(self, entry: VoteEntry) -> None:
        """A vote for somebody whom the host removed afterwards: gone, or refused (MOR-98)."""
        if self.poll.removed_target is RemovedTarget.REFUSE:
            self._refuse(entry, Refusal("dead-target", self.poll.rule_of("dead-target")))

    def _leave(self, vote: Standing, place: int) -> None:
        self._drop(vote.by, place)
        self._refuse_removed(vote.entry)

    def _leave_letter(self, entry: VoteEntry) -> None:
        """A vote in advance that does not count: the town never hears of it (MOR-35)."""
        if self.eyes.sees_letters:
            self.superseded.append(entry)

    # What comes at the end.

    def _cast_in_advance(self, end: int) -> None:
        for place, (voter, entry) in enumerate(self.advance.items(), start=end):
            target = self._target(entry)
            if voter in self.standing or voter in self.voided:
                self._leave_letter(entry)
                continue
            if self.board.is_removed(target):
                self._refuse_removed(entry)
            if self.board.is_removed(voter) or self.board.is_removed(target):
                continue
            self._stand(voter, target, entry, place, "advance")

    def _leave_removed(self, end: int) -> None:
        """Votes of and for whom the host has removed count no more (FORMATS 2)."""
        for voter, vote in tuple(self.standing.items()):
            kept = self.board.ruleset.admission.removed_acts
            if self.board.is_removed(voter) and not kept:
                self._drop(voter, end)
            elif self.board.is_removed(vote.on):
                self._leave(vote, end)
        for seat in tuple(self.against) + tuple(self.defence):
            if self.board.is_removed(seat):
                self.against.pop(seat, None)
                self.defence.pop(seat, None)

    def _missing(self, closed: bool) -> tuple[str, ...]:
        """Who owed a vote and gave none that counts."""
        board = self.board
        if not self.poll.duty or (self.poll.among is Among.NOMINATED and not self.nominated):
            return ()
        return tuple(
            seat
            for seat in electorate(board)
            if seat not in self.standing
            and (closed or seat not in self.advance)
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
