"""What `generic` adds to the engine: absences counted over the game, and the check of the players' weights."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.board import Attack
from engine.faults import Fault, FaultCode, nearest
from engine.record import Colour, Player
from engine.ruleset import Hooks

if TYPE_CHECKING:
    from engine.board import Board
    from engine.ruleset import Ruleset

__all__ = ["HOOKS"]

ABSENCES = "absences"


def count_absences(board: "Board") -> None:
    """After the execution: whoever has not voted so often is removed (GEN-30)."""
    limit = board.ruleset.values["absence_removes"]
    if not limit:
        return
    absences = dict(board.notes.get(ABSENCES, {}))
    for seat in board.put.host_counts[0].missing:
        absences[seat] = absences.get(seat, 0) + 1
        if absences[seat] >= limit and board.is_alive(seat):
            board.attack(Attack(seat, "modkill", "GEN-30", certain=True))
    board.notes[ABSENCES] = absences


def check_weights(_ruleset: "Ruleset", players: Sequence[Player]) -> Iterator[Fault]:
    """The faults of `weight` and `weights`: whole numbers from 0 on, by colour (GEN-28)."""
    colours = [str(colour) for colour in Colour]
    for index, player in enumerate(players):
        weight = player.fields.get("weight", 0)
        if weight < 0:
            yield Fault(("players", index, "weight"), FaultCode.WRONG_VALUE, weight, ("0", "1", "2"))
        for colour, found in player.fields.get("weights", {}).items():
            path = ("players", index, "weights", colour)
            if colour not in colours:
                yield Fault(path, FaultCode.UNKNOWN_KEY, colour, nearest(colour, colours))
            elif type(found) is not int or found < 0:
                yield Fault(path, FaultCode.WRONG_VALUE, found, ("0", "1", "2"))


HOOKS = Hooks(procedures={"absences": count_absences}, check_players=check_weights, standing_votes_alone=True)
