"""Who took part in a day, and whose posts do not belong into its thread (MOR-51, MOR-62, MOR-64).

Both follow from how many posts each wrote there; a phase without `posts` says neither.
"""

from typing import TYPE_CHECKING

from engine.board import AMBIGUOUS
from engine.events import EventKind
from engine.record import VoteKind
from engine.rulesets.mordheim.companions import COMPANION_CAUSES, EXECUTIONS

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["look_at_posts"]

LAST_WORDS = "last-words"
ACTIVE_KINDS = (VoteKind.VOTE, VoteKind.NOMINATE)


def look_at_posts(board: "Board") -> None:
    """The keys `inactive` and `flags` of the host; and who has a last word on the next day."""
    posts = board.phase.posts
    if posts is not None:
        board.put.extras["inactive"] = _inactive(board)
        board.put.extras["flags"] = _flags(board)
    board.notes[LAST_WORDS] = (board.now.cycle, _executed(board))


def _inactive(board: "Board") -> list[str]:
    """Of those who began the day alive, who wrote too little, or neither nominated nor voted himself (MOR-51)."""
    refused = {id(event.entry) for event in board.events if event.kind is EventKind.REFUSED}
    took_part = {
        board.find(entry.by) for entry in board.phase.votes if entry.kind in ACTIVE_KINDS and id(entry) not in refused
    }
    written: dict[str | None, int] = {}
    for name, number in (board.phase.posts or {}).items():
        seat = board.find(name)
        written[seat] = written.get(seat, 0) + number
    enough = board.ruleset.values["activity_posts"]
    return sorted(
        board.name(seat) for seat in board.alive_at_start if seat not in took_part or written.get(seat, 0) < enough
    )


def _flags(board: "Board") -> list[dict[str, str]]:
    """Posts of the dead but for the last word, and of those who do not play; one flag for each author."""
    flags = []
    for name, number in (board.phase.posts or {}).items():
        seat = board.find(name)
        if seat == AMBIGUOUS or number == 0:
            continue
        if seat not in board.before.seats or not board.before.seats[str(seat)].entered:
            flags.append({"who": name, "what": "outsider-post"})
        elif seat not in board.alive_at_start and number > _last_words(board, str(seat)):
            flags.append({"who": board.name(str(seat)), "what": "dead-post"})
    return flags


def _last_words(board: "Board", seat: str) -> int:
    """How many posts a dead player has: one on the day after the execution at which he died (MOR-62)."""
    cycle, executed = board.before.notes.get(LAST_WORDS, (None, ()))
    return int(cycle == board.now.cycle - 1 and seat in executed)


def _executed(board: "Board") -> tuple[str, ...]:
    """Who died at the executions of this day, companions included (D-20)."""
    causes = (*EXECUTIONS, *COMPANION_CAUSES)
    return tuple(
        seat for seat, attacks in board.put.deaths.items() if any(attack.cause in causes for attack in attacks)
    )
