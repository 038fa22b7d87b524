"""Counts a poll: every entry counts, is refused with its reason, or is superseded.

A count is made twice: the host's with the true weights and voids, the town's with what is public. They are two types.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.abilities.base import Refusal
from engine.ballots import (
    RefusedBallot,
    ballot_refusals,
    electorate,
    in_order,
    is_silenced,
    nominate,
    opened_at,
    poll_window,
    refusal_event,
    revote_opened_at,
    unclear_nominations,
)
from engine.changes import Changes
from engine.count import EndingVote, HostCount, Standing, TownCount
from engine.majority import all_ask_to_close, holders_of_majority, is_marked, tell_needed, votes_needed
from engine.polls import (
    AbsenceTime,
    Among,
    Defence,
    Edited,
    OverLimit,
    Poll,
    RemovedTarget,
    Repeat,
    Silent,
    Totals,
    Unvote,
    Votes,
)
from engine.reasons import VOTE_REASONS, first_refusal
from engine.record import HOST, Colour, VoteEntry, VoteKind
from engine.several import sort_posts
from engine.weights import Eyes, HostEyes, TownEyes, bonus_of

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["count_for_host", "count_for_town"]


def count_for_host(board: "Board", poll: Poll, *, closed: bool = True) -> HostCount:
    """The host's count of the poll by the day's entries; before the poll is `closed` nobody is late with his duty.

    Which vote ends the day, and who has a majority, the town's count says: secret weights are no part of it (GEN-28).
    """
    end = None
    if poll.needs_majority or poll.early_from:
        town = count_for_town(board, poll, closed=closed)
        end = _End(town.majority, town.ended)
    return HostCount(**_Counter(board, poll, HostEyes(board, poll), end).count(closed), totals=True)


def count_for_town(board: "Board", poll: Poll, *, closed: bool = True) -> TownCount:
    """The town's own count of the same entries."""
    totals = poll.public_totals is Totals.RAW
    return TownCount(**_Counter(board, poll, TownEyes(board, poll), None).count(closed), totals=totals)


@dataclass(frozen=True, slots=True)
class _End:
    """What the public count says of the day's end: who has a majority, and the vote that ended the day."""

    majority: tuple[str, ...]
    vote: EndingVote | None


_Key = tuple[str, bool]
"""A voter, and whether it is the vote in defence that he has beside the one against (GEN-20)."""


class _Counter:
    """Counts one poll with one pair of eyes. `end`: what is known of the day's end; None: this count finds it."""

    def __init__(self, board: "Board", poll: Poll, eyes: Eyes, end: _End | None) -> None:
        self.board = board
        self.poll = poll
        self.eyes = eyes
        self.end = end
        self.ended: EndingVote | None = None if end is None else end.vote
        self.window = poll_window(board, poll)
        self.standing: dict[_Key, Standing] = {}
        self.taken_back: dict[_Key, tuple[str, Colour | None]] = {}
        self.changes = Changes(board, poll)
        self.posted: set[str] = set()
        self.voided: dict[str, tuple[VoteEntry, str]] = {}
        self.advance: dict[str, VoteEntry] = {}
        self.unclear: list[tuple[str, VoteEntry]] = []
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
        written = in_order(self.board.phase.votes)
        posts = sort_posts(self.board, self.poll, written)
        entries = posts.entries
        self.superseded += posts.superseded
        self.places = {id(entry): place for place, entry in entries}
        if self.poll.nominations is not None:
            self.listed, self.refused = nominate(self.board, self.poll, self.poll.nominations, written)
            self.nominated = tuple(seat for seat in self.listed if not self.board.is_removed(seat))
        if self.poll.among is Among.TIED:
            self.listed = self._tied_before()
        self.refused += [
            (place, entry, Refusal("ambiguous-name", self.poll.rule_of("several"))) for place, entry in posts.refused
        ]
        self._cast_bonuses()
        for place, entry in entries:
            if entry.kind in (self.poll.kind, VoteKind.UNVOTE) and (closed or not self._waits(entry)):
                self._take(entry, place)
        end = len(written)
        closed = closed or self.ended is not None
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
        scores = self._scores()
        order = sorted(scores, key=lambda seat: (-scores[seat], self.reached[seat]))
        best = max(scores.values(), default=0)
        leading = tuple(seat for seat in order if scores[seat] == best and best >= self.poll.min_score)
        ranked = {seat: scores[seat] for seat in order}
        if self.end is None:
            majority = holders_of_majority(self.board, self.poll, ranked, self._ended_at)
        else:
            majority = self.end.majority
        return {
            "poll": self.poll.name,
            "prefix": self.poll.prefix,
            "votes": tuple(sorted(self.standing.values(), key=lambda vote: vote.place)),
            "scores": ranked,
            "against": {seat: sum_ for seat, sum_ in self.against.items() if sum_},
            "defence": {seat: sum_ for seat, sum_ in self.defence.items() if sum_},
            "missing": missing,
            "nominated": self.nominated,
            "reached": dict(self.reached),
            "refusals": tuple(
                refusal_event(self.board, entry, refusal)
                for _, entry, refusal in sorted(self.refused, key=lambda each: each[0])
            ),
            "unclear": (*self._unclear_nominations(), *(entry for _, entry in self.unclear)),
            "superseded": tuple(self.superseded),
            "leading": leading,
            "absent": missing if self.poll.absent_against else (),
            "majority": tuple(seat for seat in majority if seat in scores),
            "needed": tell_needed(self.board, self.poll, self._ended_at) if self.poll.needs_majority else None,
            "ended": self.ended,
            "with_colours": self.poll.colours,
            "with_defence": self.poll.knows_defence,
            "with_cast": self.poll.cast,
        }

    def _scores(self) -> dict[str, int]:
        """Candidate → what is against him minus what is in his defence."""
        candidates = [*self.against, *(seat for seat in self.defence if seat not in self.against)]
        return {seat: self.against.get(seat, 0) - self.defence.get(seat, 0) for seat in candidates}

    @property
    def _ended_at(self) -> datetime | None:
        return None if self.ended is None else self.ended.at

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
        if entry.kind is VoteKind.UNVOTE and self.poll.unvote is Unvote.IGNORE:
            return
        if self._belongs_to_another_ballot(entry):
            return
        voter = self.board.find(entry.by)
        refusal = self._refusal(entry, voter, place)
        if refusal is None and voter is not None:
            before = self._scores() if self.poll.hammer else {}
            self._accept(entry, voter, place)
            self._look_for_the_end(entry, before, place)
        elif refusal is not None:
            self.refused.append((place, entry, refusal))
            if voter is not None:
                self._punish(refusal, voter, place)

    def _belongs_to_another_ballot(self, entry: VoteEntry) -> bool:
        """Where the host opens a vote among the tied, votes from that moment on are its, those before are not."""
        if self.poll.revote_of is not None:
            opened = opened_at(self.board, self.poll)
            return opened is None or entry.at is None or entry.at < opened
        opened = revote_opened_at(self.board, self.poll)
        return opened is not None and entry.at is not None and opened <= entry.at

    def _refusal(self, entry: VoteEntry, voter: str | None, place: int) -> Refusal | None:
        refusals = [*ballot_refusals(self.board, self.poll, entry, self.window, self.listed)]
        if self.ended is not None and self.ended.place < place:
            refusals.append(Refusal("late", self.ended.rule))
        found = first_refusal(refusals, VOTE_REASONS)
        if found is None and voter is not None and not entry.advance:
            if self._is_final(entry, voter):
                return Refusal("no-changes-left", self.poll.rule_of("final"))
            if self.changes.is_barred(voter) or (self._changes(entry, voter) and self.changes.used_up(voter, entry.at)):
                return Refusal("no-changes-left", self.poll.rule_of("no-changes-left"))
        return found

    def _is_final(self, entry: VoteEntry, voter: str) -> bool:
        """Whether the entry would change a vote that its author has called final (GEN-30d)."""
        return any(
            is_marked(self.standing[key], self.poll.final_words)
            and not self.board.removed_before(self.standing[key].on, entry.at)
            for key in self._keys(entry, voter)
            if key in self.standing and (entry.kind is VoteKind.UNVOTE or self._changes(entry, voter))
        )

    def _punish(self, refusal: Refusal, voter: str, place: int) -> None:
        """What becomes of the vote that the voter gave before a refused one: it stands, unless the rules say else."""
        absent = refusal.reason == "edited" and self.poll.edited_votes is Edited.ABSENT
        too_many = refusal == Refusal("no-changes-left", self.poll.rule_of("no-changes-left"))
        if too_many and self.poll.over_limit is OverLimit.ABSENT:
            absent = True
            self.changes.bar(voter)
        cancels = self.board.ruleset.admission.refused_last.value == "cancel"
        if absent or (cancels and refusal.reason not in ("late", "early", "dead")):
            self._drop_all(voter, place)

    def _keys(self, entry: VoteEntry, voter: str) -> tuple[_Key, ...]:
        """Which of the voter's votes the entry replaces or takes back; of an unclear one: may replace or take back."""
        if self.poll.votes is Votes.ONE:
            return ((voter, False),)
        either = entry.unclear is not None and entry.unclear.why == _OF_EITHER_COLOUR
        if either or (entry.kind is VoteKind.UNVOTE and entry.colour is None):
            return ((voter, False), (voter, True))
        return ((voter, entry.colour is Colour.BLUE),)

    def _settle(self, voter: str, keys: tuple[_Key, ...]) -> list[VoteEntry]:
        """Let the voter's unclear entries wait no more that can be about no other votes than these: whatever they
        meant, they were replaced or taken back."""
        settled = [(by, each) for by, each in self.unclear if by == voter and {*self._keys(each, by)} <= {*keys}]
        self.unclear = [each for each in self.unclear if each not in settled]
        return [entry for _, entry in settled]

    def _has_vote(self, voter: str) -> bool:
        return (voter, False) in self.standing or (voter, True) in self.standing

    def _accept(self, entry: VoteEntry, voter: str, place: int) -> None:
        if entry.unclear is not None:
            self.superseded += self._settle(voter, self._keys(entry, voter))
            self.unclear.append((voter, entry))
            return
        if entry.kind is VoteKind.UNVOTE:
            taken_back = self._settle(voter, self._keys(entry, voter))
            self.superseded += (each for each in taken_back if each.kind is VoteKind.UNVOTE)
            for key in self._keys(entry, voter):
                if key in self.standing:
                    self.taken_back[key] = (self.standing[key].on, self.standing[key].colour)
                self._drop(key, place)
            return
        if entry.advance:
            if voter in self.advance:
                self._leave_letter(self.advance[voter])
            self.advance[voter] = entry
            return
        self.superseded += self._settle(voter, self._keys(entry, voter))
        void = self.eyes.void(voter)
        if void is not None:
            self.superseded += [self.voided[voter][0]] if voter in self.voided else []
            self.voided[voter] = (entry, void)
            return
        if self._changes(entry, voter):
            self.changes.note(voter, entry.at)
        (key,) = self._keys(entry, voter)
        before = self.standing.get(key)
        target = self._target(entry)
        if before is not None and self.board.removed_before(before.on, entry.at):
            self._leave(key, place)
            before = None
        same = before is not None and _equal((before.on, before.colour), (target, self._colour(entry)))
        if same and self.poll.repeat_vote is Repeat.FREE:
            self._repeat(key, entry)
            return
        if before is not None:
            self.superseded.append(before.entry)
        self.posted.add(voter)
        self._drop(key, place)
        self._stand(key, target, entry, place, "live")

    def _repeat(self, key: _Key, entry: VoteEntry) -> None:
        """The same vote once more: it stands from the first time on, final or early by what is said now."""
        before = self.standing[key]
        if (self.poll.final_words or self.poll.early_words) and entry.text:
            said = " ".join(filter(None, (before.entry.text, entry.text)))
            self.standing[key] = replace(before, entry=replace(before.entry, text=said))
        self.superseded.append(entry)

    def _look_for_the_end(self, entry: VoteEntry, before: Mapping[str, int], place: int) -> None:
        """Whether this vote makes a majority, also by taking back one in defence, or is the last that asks to close:
        then the day ends with it."""
        if self.end is not None or self.ended is not None or not (self.poll.hammer or self.poll.early_from):
            return
        if self.poll.hammer:
            self._leave_removed_by(entry.at, place)
        made = (seat for seat, score in self._scores().items() if score > before.get(seat, 0))
        hammered = next((seat for seat in made if self._has_majority(seat, entry.at)), None)
        if hammered or all_ask_to_close(self.board, self.poll, self.standing.values(), entry.at):
            rule = self.poll.rule_of("closed" if hammered is None else "ended")
            self.ended = EndingVote(entry, place, hammered, rule)

    def _has_majority(self, seat: str, at: datetime | None) -> bool:
        score = self.against.get(seat, 0) - self.defence.get(seat, 0)
        return self.poll.hammer and score >= votes_needed(self.board, self.poll, seat, at)

    def _stand(self, key: _Key, target: str, entry: VoteEntry, place: int, cast: str) -> None:
        voter = key[0]
        colour = self._colour(entry)
        weight, rule = self.eyes.weight(voter, colour)
        self.taken_back.pop(key, None)
        self.standing[key] = Standing(entry, voter, target, colour, weight, rule, cast, place)
        self.votes_on[target] = self.votes_on.get(target, 0) + 1
        self._add(target, colour, weight, place)

    def _drop_all(self, voter: str, place: int) -> None:
        self._drop((voter, False), place)
        self._drop((voter, True), place)
        self._settle(voter, ((voter, False), (voter, True)))
        self.voided.pop(voter, None)

    def _drop(self, key: _Key, place: int) -> None:
        vote = self.standing.pop(key, None)
        if vote is not None:
            self.votes_on[vote.on] -= 1
            self._add(vote.on, vote.colour, -vote.weight, place)

    def _add(self, target: str, colour: Colour | None, weight: int, place: int) -> None:
        if colour is Colour.BLUE:
            weight = weight if self.poll.defence_votes is Defence.COUNT else 0
            self.defence[target] = self.defence.get(target, 0) + weight
        else:
            self.against[target] = self.against.get(target, 0) + weight
        if weight or target not in self.reached:
            # a vote that weighs nothing leaves him at the score that he had
            self.reached[target] = place
        if self.votes_on.get(target, 0) == 0:
            for table in (self.against, self.defence):
                if table.get(target) == 0:
                    del table[target]

    def _colour(self, entry: VoteEntry) -> Colour | None:
        if self.poll.uncoloured:
            return entry.colour
        return (entry.colour or Colour.RED) if self.poll.colours else None

    def _target(self, entry: VoteEntry) -> str:
        if self.poll.among is Among.WORDS:
            return entry.on
        return self.board.find_target(entry.on) or entry.on

    def _changes(self, entry: VoteEntry, voter: str) -> bool:
        """Whether the vote changes one that the voter has given: in the poll, or in advance where that is one; a vote
        for somebody else after one was taken back is a change of that one."""
        if entry.kind is VoteKind.UNVOTE or entry.unclear is not None:
            return False
        (key,) = self._keys(entry, voter)
        before = self.standing.get(key)
        letter = self.advance.get(voter) if self.poll.advance_is_vote and voter not in self.posted else None
        if before is not None:
            given = (before.on, before.colour)
        elif letter is not None:
            given = (self._target(letter), self._colour(letter))
        elif key in self.taken_back:
            given = self.taken_back[key]
        else:
            return False
        if self.board.removed_before(given[0], entry.at):
            return False
        asked = (self._target(entry), self._colour(entry))
        return self.poll.repeat_vote is not Repeat.FREE or not _equal(given, asked)

    def _refuse(self, entry: VoteEntry, refusal: Refusal) -> None:
        self.refused.append((self.places[id(entry)], entry, refusal))

    def _refuse_removed(self, entry: VoteEntry) -> None:
        """A vote for somebody whom the host removed afterwards: gone, or refused (MOR-98)."""
        if self.poll.removed_target is RemovedTarget.REFUSE:
            self._refuse(entry, Refusal("dead-target", self.poll.rule_of("dead-target")))

    def _leave(self, key: _Key, place: int) -> None:
        entry = self.standing[key].entry
        self._drop(key, place)
        self._refuse_removed(entry)

    def _leave_letter(self, entry: VoteEntry) -> None:
        """A vote in advance that does not count: the town never hears of it (MOR-35)."""
        if self.eyes.sees_letters:
            self.superseded.append(entry)

    # What comes at the end.

    def _cast_in_advance(self, end: int) -> None:
        for place, (voter, entry) in enumerate(self.advance.items(), start=end):
            target = self._target(entry)
            if self._has_vote(voter) or voter in self.voided:
                self._leave_letter(entry)
                continue
            if self.board.is_removed(target):
                self._refuse_removed(entry)
            if self.board.is_removed(voter) or self.board.is_removed(target):
                continue
            self._stand((voter, False), target, entry, place, "advance")

    def _leave_removed(self, end: int) -> None:
        """Votes of and for whom the host has removed count no more (FORMATS 2)."""
        self._leave_removed_by(self._ended_at, end)
        for seat in tuple(self.against) + tuple(self.defence):
            if self.board.removed_before(seat, self._ended_at):
                self.against.pop(seat, None)
                self.defence.pop(seat, None)

    def _leave_removed_by(self, at: datetime | None, place: int) -> None:
        """Of those removed by that moment (None: at any moment of the phase)."""
        kept = self.board.ruleset.admission.removed_acts
        for key, vote in tuple(self.standing.items()):
            if self.board.removed_before(vote.by, at) and not kept:
                self._drop(key, place)
            elif self.board.removed_before(vote.on, at):
                self._leave(key, place)

    def _tied_before(self) -> tuple[str, ...]:
        """Between whom the host has opened the vote: those whom he named, else the tied of the poll before."""
        board, earlier = self.board, self.board.ruleset.poll(self.poll.revote_of or "")
        opening = [each for each in board.phase.choices if each.by == HOST and each.do == self.poll.opener and each.at]
        if opening and opening[-1].on:
            return tuple(board.find_target(name) or name for name in opening[-1].on)
        return count_for_host(board, earlier).leading if earlier is not None else ()

    def _cast_bonuses(self) -> None:
        """The votes that stand for or against somebody by themselves, from the beginning."""
        for seat in self.board.alive_at_start:
            bonus = bonus_of(self.board, self.poll, seat)
            if bonus and (self.poll.among is not Among.TIED or seat in self.listed):
                table = self.against if bonus > 0 else self.defence
                table[seat] = abs(bonus)
                self.reached[seat] = _BEFORE_ALL

    def _missing(self, closed: bool) -> tuple[str, ...]:
        """Who owed a vote and gave none that counts."""
        board = self.board
        if not self.poll.duty or (self.poll.among is Among.NOMINATED and not self.nominated):
            return ()
        return tuple(
            seat
            for seat in electorate(board)
            if not self._has_fulfilled_the_duty(seat)
            and (closed or seat not in self.advance)
            and all(voter != seat for voter, _ in self.unclear)
            and not is_silenced(board, seat, None)
            and self.eyes.void(seat) is None
        )

    def _has_fulfilled_the_duty(self, voter: str) -> bool:
        """Whether a vote of the seat stands; one for nobody's execution is enough on some days only (GEN-30e)."""
        days = self.poll.abstention_days
        return any(
            vote.on != self.poll.abstention or days is None or self.board.now.cycle in days
            for key in ((voter, False), (voter, True))
            if (vote := self.standing.get(key)) is not None
        )

    def _cast_for_the_silent(self, missing: tuple[str, ...], end: int) -> None:
        """Votes against oneself, or the default vote for the last candidate (CAS-34, MOR-36)."""
        for place, seat in enumerate(missing, start=end + len(self.advance)):
            if self.poll.absent_against and self.poll.absence_time is AbsenceTime.EARLIEST:
                self._add(seat, Colour.RED, self.poll.absent_against, self.reached.get(seat, _BEFORE_ALL))
            elif self.poll.absent_against:
                self._add(seat, Colour.RED, self.poll.absent_against, place)
            if self.poll.silent is Silent.LAST_CANDIDATE and self.nominated:
                entry = VoteEntry(self.board.name(seat), self.board.name(self.nominated[-1]), kind=self.poll.kind)
                self._stand((seat, False), self.nominated[-1], entry, place, "default")


_BEFORE_ALL = -1
_OF_EITHER_COLOUR = "contradiction"
"""Why an entry is unclear whose colour and words disagree."""


def _equal(given: tuple[str, Colour | None], asked: tuple[str, Colour | None]) -> bool:
    """Whether two votes are the same; one without a colour is against."""
    return given[0] == asked[0] and (given[1] is Colour.BLUE) == (asked[1] is Colour.BLUE)
