"""The steps that are more than the effects of acts: blocks, what is due, settling, votes taken, alibis, offices.

A ruleset lists steps by name; a procedure of that name runs after the effects and traits of the step.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.abilities.blocks import block_step
from engine.board import SILENCED, VOID, Attack
from engine.events import TOWN, EventKind
from engine.moments import PhaseId
from engine.settle import settle
from engine.succession import fill_offices

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["PROCEDURES"]


def _due_attacks(board: "Board") -> None:
    """Attacks that were scheduled for this phase, whatever became of their author (CLA-86)."""
    for due in board.due_now("attack"):
        if board.is_alive(due.seat):
            board.attack(
                Attack(due.seat, due.value["cause"], due.rule, due.by, tags=frozenset(due.value.get("tags", ())))
            )


def _settle_and_stop(board: "Board") -> None:
    """Settle, and what the dead had still to do in later steps is not done (CAS-103)."""
    settle(board)
    board.put.stopped |= set(board.put.deaths)


def _votes_taken(board: "Board") -> None:
    """Say who has no vote on the coming day, aloud or to the host alone; the dead are left out (CLA-104)."""
    day = PhaseId(board.now.cycle + 1, night=False)
    for seat in board.living():
        silenced, void = board.status(seat, SILENCED, day), board.status(seat, VOID, day)
        if silenced is not None:
            board.log(EventKind.SILENCED, silenced.rule, seat, audience=TOWN)
        if void is not None:
            board.log(EventKind.VOIDED, void.rule, seat, by=void.source)


def _alibis(board: "Board") -> None:
    """Who will not be executed on the coming day: what was given minus what was taken off (NEW-41, NEW-55)."""
    day = PhaseId(board.now.cycle + 1, night=False)
    facets = {acquittal.facet for poll in board.ruleset.polls for acquittal in poll.acquittals}
    for seat, (by, rule) in board.put.stripped.items():
        lost = [each for each in board.statuses if each.seat == seat and each.facet in facets and each.covers(day)]
        for each in lost:
            board.statuses.remove(each)
            board.log(EventKind.CURED, rule, seat, by=by, what=each.facet)
    for seat in board.living():
        for facet in sorted(facets):
            status = board.status(seat, facet, day)
            if status is not None:
                board.log(EventKind.PROTECTED, status.rule, seat, by=status.source, what=facet)


PROCEDURES: Mapping[str, Callable[["Board"], None]] = {
    "blocks": block_step,
    "due": _due_attacks,
    "settle": settle,
    "settle-and-stop": _settle_and_stop,
    "votes": _votes_taken,
    "alibis": _alibis,
    "succession": fill_offices,
}
