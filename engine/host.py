"""The host operations of FORMATS 2: alike in every ruleset, after all else of a phase and before light and victory."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.board import SILENCED, Attack
from engine.events import TOWN, EventKind
from engine.moments import PhaseId
from engine.operations import LIFE, last_words
from engine.record import HOST, ChoiceEntry
from engine.state import Seat, Status
from engine.victory import end_game

if TYPE_CHECKING:
    from engine.board import Board

__all__ = [
    "HOST_OPERATIONS",
    "bring_back_in_time",
    "carry_out",
    "end_by_host",
    "leave_out_the_removed",
    "replace_players",
    "reveal_by_host",
]

HOST_OPERATIONS = ("execute", "modkill", "kill", "revive", "silence", "reveal", "replace", "end")


def bring_back_in_time(board: "Board") -> None:
    """Before a day's vote is decided: whom the host had brought back by its end lives, and may be executed."""
    for choice in board.operations:
        if choice.do == "revive" and _is_in_time(board, choice):
            for seat in _seats(board, choice):
                _bring_back(board, choice, seat)


def carry_out(board: "Board") -> None:
    """The operations that change who lives and what is told. `execute` takes its place at the poll, `replace` with
    the next phase, `end` at the end. Of what the host said of a life only the last word is done."""
    last = last_words(board.operations, board.find_target)
    for choice in board.operations:
        for seat in _seats(board, choice):
            if choice.do not in LIFE or last[seat] is choice:
                _carry_out_on(board, choice, seat)


def _seats(board: "Board", choice: ChoiceEntry) -> tuple[str, ...]:
    found = (board.find_target(name) for name in choice.on)
    return tuple(seat for seat in found if seat is not None and seat in board.seats)


def _is_in_time(board: "Board", choice: ChoiceEntry) -> bool:
    """Whether the operation took effect before the day ended."""
    return not board.now.night and choice.at is not None and not board.window.is_late(choice.at)


def _bring_back(board: "Board", choice: ChoiceEntry, seat: str) -> None:
    if not board.is_alive(seat):
        board.bring_back(seat)
        rule = board.ruleset.rule_of_host(choice.do)
        board.log(EventKind.RULED, rule, seat, by=HOST, what=choice.do, audience=TOWN, entry=choice)


def _carry_out_on(board: "Board", choice: ChoiceEntry, seat: str) -> None:
    rule = board.ruleset.rule_of_host(choice.do)
    match choice.do:
        case "modkill" | "kill" if board.is_alive(seat) or seat in board.put.deaths:
            board.log(EventKind.RULED, rule, seat, by=HOST, what=choice.do, entry=choice)
            if board.is_alive(seat):
                board.attack(Attack(seat, choice.do, rule, certain=True))
        case "revive" if not _is_in_time(board, choice):
            _bring_back(board, choice, seat)
        case "silence" if choice.at is not None and not board.now.night:
            board.log(EventKind.SILENCED, rule, seat, audience=TOWN, entry=choice)
        case "silence":
            day = PhaseId(board.now.cycle + 1, night=False)
            board.mark(Status(seat, SILENCED, day, day, rule, HOST, public=True))
            board.log(EventKind.SILENCED, rule, seat, audience=TOWN, entry=choice)


def leave_out_the_removed(board: "Board") -> None:
    """Whom the host has removed in a night is not among those whose votes or lives the coming day touches: the dead
    are left out (CLA-104, STY-95)."""
    if board.now.night:
        of_the_day = (EventKind.SILENCED, EventKind.VOIDED, EventKind.PROTECTED)
        board.events[:] = [
            event for event in board.events if event.kind not in of_the_day or any(map(board.is_alive, event.who))
        ]


def reveal_by_host(board: "Board") -> None:
    """What the host tells of somebody, once it is settled who of the phase has died."""
    for choice in board.operations:
        for seat in _seats(board, choice) if choice.do == "reveal" else ():
            kind = EventKind.EXPOSED if board.is_alive(seat) else EventKind.REVEALED
            rule = board.ruleset.rule_of_host(choice.do)
            board.log(kind, rule, seat, value=choice.text, audience=TOWN, entry=choice)


def end_by_host(board: "Board") -> None:
    """The host's word that the game is over."""
    for choice in board.operations:
        if choice.do == "end":
            board.winners = ()
            winners = tuple(board.find(name) or name for name in choice.on)
            end_game(board, winners, board.ruleset.rule_of_host(choice.do))


def replace_players(board: "Board") -> dict[str, Seat]:
    """The seats as the next phase finds them: a seat goes on with all its memory under the new name."""
    seats = dict(board.seats)
    for choice in board.operations:
        if choice.do != "replace":
            continue
        entering = choice.on[1]
        leaving = _played_by(choice.on[0], seats) or board.find(choice.on[0])
        if leaving is None or leaving not in seats:
            continue
        reserve = board.find(entering)
        if reserve in seats and reserve is not None and not seats[reserve].entered:
            del seats[reserve]
        seat = seats[leaving]
        if choice.at is None or not board.ruleset.admission.replaces_at_once:
            seats[leaving] = replace(seat, name=entering, former=(*seat.former, seat.name))
        rule = board.ruleset.rule_of_host(choice.do)
        board.log(EventKind.RULED, rule, leaving, by=HOST, what="replace", value=entering, entry=choice)
    return seats


def _played_by(name: str, seats: Mapping[str, Seat]) -> str | None:
    """The seat of that name, also where it has it only since a replacement of this phase."""
    return next((seat.id for seat in seats.values() if seat.name == name), None)
