"""The host operations of FORMATS 2: alike in every ruleset, after all else of a phase and before light and victory."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.board import SILENCED, Attack
from engine.events import TOWN, EventKind
from engine.moments import PhaseId
from engine.record import HOST, ChoiceEntry
from engine.state import Seat, Status
from engine.victory import end_game

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["HOST_OPERATIONS", "carry_out", "end_by_host", "replace_players", "reveal_by_host"]

HOST_OPERATIONS = ("execute", "modkill", "kill", "revive", "silence", "reveal", "replace", "end")


def carry_out(board: "Board") -> None:
    """The operations that change who lives and what is told. `execute` takes its place at the poll, `replace` with
    the next phase, `end` at the end."""
    for choice in board.phase.choices:
        if choice.by != HOST:
            continue
        seats = [seat for name in choice.on if (seat := board.find_target(name)) in board.seats]
        for seat in seats:
            if seat is not None:
                _carry_out_on(board, choice, seat)


def _carry_out_on(board: "Board", choice: ChoiceEntry, seat: str) -> None:
    rule = board.ruleset.rule_of_host(choice.do)
    match choice.do:
        case "modkill" | "kill" if board.is_alive(seat) or seat in board.put.deaths:
            board.log(EventKind.RULED, rule, seat, by=HOST, what=choice.do, entry=choice)
            if board.is_alive(seat):
                board.attack(Attack(seat, choice.do, rule, certain=True))
        case "revive" if not board.is_alive(seat):
            board.bring_back(seat)
            board.log(EventKind.RULED, rule, seat, by=HOST, what=choice.do, audience=TOWN, entry=choice)
        case "silence" if choice.at is not None and not board.now.night:
            board.log(EventKind.SILENCED, rule, seat, audience=TOWN, entry=choice)
        case "silence":
            day = PhaseId(board.now.cycle + 1, night=False)
            board.mark(Status(seat, SILENCED, day, day, rule, HOST, public=True))
            board.log(EventKind.SILENCED, rule, seat, audience=TOWN, entry=choice)


def reveal_by_host(board: "Board") -> None:
    """What the host tells of somebody, once it is settled who of the phase has died."""
    for choice in board.phase.choices:
        if choice.by != HOST or choice.do != "reveal":
            continue
        for seat in [found for name in choice.on if (found := board.find_target(name)) in board.seats]:
            kind = EventKind.EXPOSED if board.is_alive(seat or "") else EventKind.REVEALED
            rule = board.ruleset.rule_of_host(choice.do)
            board.log(kind, rule, seat or "", value=choice.text, audience=TOWN, entry=choice)


def end_by_host(board: "Board") -> None:
    """The host's word that the game is over."""
    for choice in board.phase.choices:
        if choice.by == HOST and choice.do == "end":
            board.winners = ()
            winners = tuple(board.find(name) or name for name in choice.on)
            end_game(board, winners, board.ruleset.rule_of_host(choice.do))


def replace_players(board: "Board") -> dict[str, Seat]:
    """The seats as the next phase finds them: a seat goes on with all its memory under the new name."""
    seats = dict(board.seats)
    for choice in board.phase.choices:
        if choice.by != HOST or choice.do != "replace":
            continue
        leaving, entering = (board.find(choice.on[0]), choice.on[1])
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
