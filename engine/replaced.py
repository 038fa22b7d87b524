"""Which votes cannot matter, however they are read: those that their authors replaced or took back while nothing could
hang on them.

In: the certain votes of a day, and those that can be read in several ways. Out: the ones whose reading changes nothing
that the day decides, by proof and not by trying. Wherever the rules look at more than the votes that stand in the end
(limits of changes, ties by who was first, final words), nothing is proved.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from engine.ballots import in_order, opened_at
from engine.board import Board
from engine.majority import votes_needed
from engine.operations import LIFE
from engine.polls import Among, Poll, Silent, Tie, Unvote, Votes
from engine.record import Colour, Phase, Source, VoteEntry, VoteKind
from engine.state import State
from engine.weights import TownEyes, bonus_of

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

__all__ = ["OpenVotes", "find_replaced"]

_BY_THE_SCORES = (Tie.NONE, Tie.HOST, Tie.REVOTE)


@dataclass(frozen=True, slots=True)
class OpenVotes:
    """The votes of one post that can be read in several `ways`: what the engine would be given by each. `place`: before
    which of the certain votes they were written."""

    place: int
    ways: tuple[tuple[VoteEntry, ...], ...]

    @property
    def entries(self) -> tuple[VoteEntry, ...]:
        return tuple(entry for way in self.ways for entry in way)


@dataclass(frozen=True, slots=True)
class _Step:
    """What somebody may say at one place: for whom; whether all that he said before is gone with it."""

    voter: str
    targets: frozenset[str]
    settles: bool
    number: int | None = None  # of the open votes


def find_replaced(
    ruleset: "Ruleset", before: State, phase: Phase, opened: Sequence[OpenVotes], refused: frozenset[Source]
) -> frozenset[int]:
    """The places in `opened` of those votes that change nothing, whatever each and all the others say.

    `phase` holds the certain votes; `refused` are those of them that did not count. `opened`: as they were written.
    """
    board = Board(ruleset, before, phase)
    poll = _poll_without_history(board)
    if poll is None or not opened:
        return frozenset()
    line = _Line(board, poll, opened, refused)
    may_end = line.may_end() if poll.hammer else [False] * len(line.steps)
    found: set[int] = set()
    for place, step in enumerate(line.steps):
        if step.number is None or not line.is_plain(step.number):
            continue
        later = (at for at, each in enumerate(line.steps[place + 1 :], place + 1) if each.voter == step.voter)
        settled = next((at for at in later if line.settles(at, step.number)), None)
        if settled is not None and not any(may_end[place:settled]):
            found.add(step.number)
    return frozenset(found)


def _poll_without_history(board: Board) -> Poll | None:
    """The only poll of the day, where nothing that it decides hangs on votes that do not stand in the end, unless they
    end the day."""
    rules = board.ruleset
    polls = [poll for poll in rules.polls if poll.revote_of is None]
    if len(polls) != 1 or any(opened_at(board, poll) is not None for poll in rules.polls):
        return None
    if rules.hooks and not rules.hooked.standing_votes_alone:
        return None
    [poll] = polls
    plain = (
        poll.kind is VoteKind.VOTE
        and poll.votes is Votes.ONE
        and poll.among is Among.LIVING
        and poll.changes is None
        and not poll.change_windows
        and poll.tie in _BY_THE_SCORES
        and poll.nominations is None
        and not poll.advance
        and poll.silent is Silent.NOTHING
        and not 0 < poll.early_from <= board.now.cycle
        and rules.admission.refused_last.value == "keep"
    )
    return poll if plain else None


class _Line:
    """The votes of the day in their order, the open ones among them."""

    def __init__(self, board: Board, poll: Poll, opened: Sequence[OpenVotes], refused: frozenset[Source]) -> None:
        self._board = board
        self._poll = poll
        self._opened = opened
        self._refused = refused
        self._unplaced: dict[str, frozenset[str]] = {}
        self._plain = [self._is_plain(each) for each in opened]
        self._posts = Counter(self._post(entry) for entry in board.phase.votes if entry.kind is poll.kind)
        for each in opened:
            self._posts.update({self._post(entry) for entry in each.entries})
        self.steps = tuple(self._steps())

    def is_plain(self, number: int) -> bool:
        """Whether open votes are of one author and one moment, stand alone, and hold no words that bind him."""
        voters = {self._board.find(entry.by) for entry in self._opened[number].entries}
        others = (each for at, each in enumerate(self._opened) if self._plain[at] is False)
        doubtful = {self._board.find(entry.by) for each in others for entry in each.entries}
        alone = all(self._posts[self._post(entry)] == 1 for entry in self._opened[number].entries)
        return self._plain[number] and alone and not voters & doubtful

    def settles(self, at: int, number: int) -> bool:
        """Whether the vote at that place leaves nothing of these open votes."""
        unread = any(entry.unclear is not None for entry in self._opened[number].entries)
        return self.steps[at].settles and (not unread or bool(self.steps[at].targets))

    def may_end(self) -> list[bool]:
        """After each step, whether anybody can have a majority, with every open vote on whom it would help."""
        board, poll = self._board, self._poll
        weights, needed = self._weights(), self._needed()
        base = {seat: max(0, bonus_of(board, poll, seat)) for seat in needed if seat in board.seats}
        possible: dict[str, frozenset[str]] = dict(self._unplaced)
        found = []
        for step in self.steps:
            unplaced = self._unplaced.get(step.voter, frozenset())
            known = unplaced if step.settles else possible.get(step.voter, frozenset())
            possible[step.voter] = known | step.targets
            scores: Counter[str] = Counter(base)
            for voter, targets in possible.items():
                scores.update(dict.fromkeys(targets, weights.get(voter, 0)))
            found.append(any(score >= needed[seat] for seat, score in scores.items() if seat in needed))
        return found

    def _is_plain(self, votes: OpenVotes) -> bool:
        moments = {entry.at for entry in votes.entries}
        voters = {self._board.find(entry.by) for entry in votes.entries}
        said = (entry.text or "" for entry in votes.entries)
        return (
            len(moments) == len(voters) == 1
            and None not in moments
            and not any(entry.advance for entry in votes.entries)
            and not any(word.casefold() in text.casefold() for text in said for word in self._poll.final_words)
        )

    def _steps(self) -> Iterable[_Step]:
        """The steps in order. Open votes of no certain author or moment are none: they may be given at any time."""
        written: list[tuple[VoteEntry, int | None]] = [(entry, None) for entry in self._board.phase.votes]
        for place, each in reversed(tuple(enumerate(self._opened))):
            if self._plain[place]:
                written.insert(each.place, (replace(each.entries[0]), place))
                continue
            for entry in each.entries:
                anybody = self._board.find(entry.by) or ""
                self._unplaced[anybody] = self._unplaced.get(anybody, frozenset()) | self._targets((entry,))
        numbers = {id(entry): number for entry, number in written}
        for entry in in_order([entry for entry, _ in written]):
            voter, number = self._board.find(entry.by), numbers[id(entry)]
            if voter is None:
                continue
            if number is not None:
                yield _Step(voter, self._targets(self._opened[number].entries), settles=False, number=number)
            elif entry.unclear is None and entry.kind in (self._poll.kind, VoteKind.UNVOTE):
                yield _Step(voter, self._targets((entry,)), settles=self._settles(entry))

    def _settles(self, entry: VoteEntry) -> bool:
        """Whether a certain vote takes the place of all before it."""
        if entry.source in self._refused or entry.advance:
            return False
        if entry.kind is VoteKind.UNVOTE:
            return self._poll.unvote is Unvote.TAKE
        return self._posts[self._post(entry)] == 1

    def _post(self, entry: VoteEntry) -> tuple[object, ...]:
        """What tells a post: votes without one are each by themselves."""
        post = entry.source if entry.source.post is None else entry.source.post
        return self._board.find(entry.by), post, entry.at

    def _targets(self, entries: Iterable[VoteEntry]) -> frozenset[str]:
        return frozenset(
            self._board.find_target(entry.on) or entry.on for entry in entries if entry.kind is self._poll.kind
        )

    def _weights(self) -> Mapping[str, int]:
        """The most that a vote of each seat weighs for the town."""
        eyes = TownEyes(self._board, self._poll)
        colours = (None, Colour.RED, Colour.BLUE)
        return {seat: max(0, *(eyes.weight(seat, colour)[0] for colour in colours)) for seat in self._board.seats}

    def _needed(self) -> Mapping[str, int]:
        """The least that is a majority for each candidate at any moment of the day."""
        board, poll = self._board, self._poll
        moments: set[datetime | None] = {None}
        if any(choice.do in LIFE for choice in board.phase.choices):
            moments |= {entry.at for entry in board.phase.votes}
            moments |= {entry.at for each in self._opened for entry in each.entries}
        candidates = [*board.seats, *([poll.abstention] if poll.abstention is not None else [])]
        return {seat: min(votes_needed(board, poll, seat, at) for at in moments) for seat in candidates}
