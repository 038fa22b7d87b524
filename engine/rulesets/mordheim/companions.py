"""The companion whom an executed kamikaze takes with him, of the town's or of the mafia's (MOR-60, MOR-61).

The choice is an entry `take` of the day's choices; of several accepted ones of a player the last counts (D-21).
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.abilities.base import Refusal
from engine.admission import sender_of
from engine.board import Attack
from engine.events import HOST_ONLY, TOWN, EventKind
from engine.reasons import ACTION_REASONS, first_refusal
from engine.record import ChoiceEntry

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["COMPANION_CAUSES", "EXECUTIONS", "await_companions", "refuse_other_takes"]

TAKE = "take"
ALIBI = "alibi"
EXECUTIONS = ("execution", "vegetable")
COMPANION_CAUSES = ("kamikaze", "mafia-kamikaze")


def await_companions(board: "Board") -> None:
    """From now on whoever dies at an execution and may take somebody does so."""

    def on_death(victim: str, attacks: tuple[Attack, ...]) -> None:
        if _may_take(board, victim, (attack.cause for attack in attacks)):
            _take(board, victim)

    board.on_death.append(on_death)


def refuse_other_takes(board: "Board") -> None:
    """Only an executed kamikaze takes somebody: not one who is released, or dies otherwise (MOR-41, MOR-60)."""
    for choice in _takes(board):
        seat = board.find(choice.by)
        causes = [attack.cause for attack in board.put.deaths.get(seat or "", ())]
        if seat is None or not _may_take(board, seat, causes):
            _refuse(board, choice, Refusal("not-your-action", "MOR-60"))


def _takes(board: "Board") -> tuple[ChoiceEntry, ...]:
    return tuple(choice for choice in board.phase.choices if choice.do == TAKE)


def _may_take(board: "Board", seat: str, causes: Iterable[str]) -> bool:
    """Whether the town chose him for death; a companion was not chosen and takes nobody, unless so agreed (D-19)."""
    enough = EXECUTIONS + (COMPANION_CAUSES if board.ruleset.values["kamikaze_chain"] else ())
    return not board.now.night and board.role(seat) in COMPANION_CAUSES and any(cause in enough for cause in causes)


def _take(board: "Board", taker: str) -> None:
    companion = None
    for choice in _takes(board):
        if board.find(choice.by) != taker:
            continue
        refusal = first_refusal(_refusals(board, taker, choice), ACTION_REASONS)
        if refusal is not None:
            _refuse(board, choice, refusal)
        else:
            companion = board.find_target(choice.on[0])
    if companion is None:
        return
    if board.ruleset.values["alibi_saves_companion"] and board.status(companion, ALIBI) is not None:
        board.log(EventKind.ACQUITTED, "MOR-61", companion, what=ALIBI, audience=TOWN)
        return
    board.attack(Attack(companion, str(board.role(taker)), "MOR-61", taker, certain=True))


def _refusals(board: "Board", taker: str, choice: ChoiceEntry) -> Iterator[Refusal]:
    targets = [board.find_target(name) for name in choice.on]
    if len(targets) > 1:
        yield Refusal("too-many-targets", "MOR-60")
    if not targets or any(target not in board.seats for target in targets):
        yield Refusal("bad-target", "MOR-60")
    if taker in targets:
        yield Refusal("self", "MOR-60")
    if any(target != taker and not _lives(board, target) for target in targets):
        yield Refusal("dead-target", "MOR-60")


def _lives(board: "Board", seat: str | None) -> bool:
    return seat is not None and board.is_alive(seat) and seat not in board.put.deaths


def _refuse(board: "Board", choice: ChoiceEntry, refusal: Refusal) -> None:
    seats = sender_of(board, choice)
    board.log(EventKind.REFUSED, refusal.rule, *seats, what=refusal.reason, audience=HOST_ONLY, entry=choice)
