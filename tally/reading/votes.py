"""A vote as it was found in a post: what was written, whom it means, and why the host has to say where he has to."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from parsers.page import Colour, Form
from tally.names import Candidate, Grade

__all__ = ["NOBODY", "Doubt", "FoundVote", "VoteKind"]

NOBODY = "no-execution"
"""The target of a vote for nobody's execution."""


class VoteKind(StrEnum):
    VOTE = "vote"
    NOMINATE = "nominate"
    VEGETABLE = "vegetable"
    SCAN = "scan"
    UNVOTE = "unvote"
    NONE = "none"  # a mark that was understood as no vote at all


class Doubt(StrEnum):
    """Why a vote waits for the host's word."""

    AMBIGUOUS_NAME = "ambiguous-name"  # fits several seats
    UNCERTAIN_NAME = "uncertain-name"  # a grade that the game does not accept
    UNKNOWN_NAME = "unknown-name"  # a vote by its form, for nobody who ever played
    SEVERAL_NAMES = "several-names"  # in one mark or line
    SEVERAL_MARKS = "several-marks"  # in one post, where the dialect does not say which counts
    CONTRADICTION = "contradiction"  # colour and words disagree
    CONTEXT = "context"  # refused, asked, conditional, told of the past
    SENTENCE = "sentence"  # a name within a sentence that does not say that it is a vote
    COUNT = "count"  # looks like somebody's count of votes
    TOO_LONG = "too-long"


@dataclass(frozen=True, slots=True)
class FoundVote:
    """One vote found in a post, in the order of the post.

    `text` as written, `on` the seat's present name (`NOBODY`, or a half of the list for a scan), `start`, `end` the
    place in `post.text`, `time` set where the words were merged into the post later. `superseded`: another vote of the
    same post goes before it. `final`, `early`: the author adds that he will not change it, that the day may close.
    `called`: all whom the words may name, where he is meant who alone of them is still in the game.
    """

    kind: VoteKind
    form: Form
    text: str
    start: int
    end: int
    colour: Colour | None = None
    on: str | None = None
    grade: Grade | None = None
    why: Doubt | None = None
    candidates: tuple[Candidate, ...] = ()
    time: datetime | None = None
    final: bool = False
    early: bool = False
    superseded: bool = False
    called: tuple[str, ...] = ()

    @property
    def unclear(self) -> bool:
        """The host has to say."""
        return self.why is not None and self.kind is not VoteKind.NONE
