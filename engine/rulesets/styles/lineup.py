"""The line-ups of the styles: which role may have which style, who has a night action, what is wrong with a list.

A role's styles are those of STY-1; a player's style is his field `style`, or the only one that his role has.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.faults import Fault, FaultCode

if TYPE_CHECKING:
    from engine.board import Board
    from engine.record import Player
    from engine.ruleset import Ruleset
    from engine.state import Seat

__all__ = [
    "LARGE",
    "MAFIA",
    "MANIACS",
    "TOWN",
    "check_players",
    "has_night_action",
    "has_style",
    "is_town_role",
    "lineup_of",
    "style_of",
    "styles_of",
]

TOWN = "town"
MAFIA = "mafia"
MANIACS = "maniacs"
SMALL = "15"
LARGE = "18"
TOWN_ROLES = ("doctor", "detective", "athlete", "cloak", "fsb")
ALL_STYLES = ("white", "grey", "black")
STYLES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(TOWN_ROLES, ALL_STYLES),
    "citizen": ("grey",),
    "deceiver": ALL_STYLES,
    "blackmailer": ("white", "black"),
    "know-all": ("white", "black"),
    "afro": ("black",),
    "apprentice": ("white", "black"),
    "gypsy": ("black",),
    "bad-boy": ("white", "black"),
}
STYLES_OF_SMALL: Mapping[str, tuple[str, ...]] = {"bad-boy": ALL_STYLES}


def lineup_of(values: Mapping[str, Any], players: int) -> str:
    """`15` or `18`: the option, else by the number of players (STY-2)."""
    return values["lineup"] or (LARGE if players >= int(LARGE) else SMALL)


def styles_of(role: str, lineup: str) -> tuple[str, ...]:
    """The styles that the role may have in the line-up (STY-1; a grey Bad boy is in the 15 alone, STY-114)."""
    own = STYLES_OF_SMALL if lineup == SMALL else {}
    return own.get(role, STYLES[role])


def style_of(seat: "Seat") -> str | None:
    """The style of a seat; None where neither it nor the role is known (STY-4)."""
    style: str | None = seat.fields.get("style")
    if style is None and seat.role is not None and len(STYLES[seat.role]) == 1:
        return STYLES[seat.role][0]
    return style


def has_style(role: str, style: str | None, board: "Board") -> bool:
    """Whether the role may have the style in this game."""
    return style in styles_of(role, lineup_of(board.ruleset.values, board.before.players_at_start))


def is_town_role(seat: str, board: "Board") -> bool:
    """Whether the seat has a town role: one of the five, not a citizen (STY-3)."""
    return board.role(seat) in TOWN_ROLES and board.side(seat) == TOWN


def has_night_action(seat: str, board: "Board") -> bool:
    """Whether role and style have a night action of their own (STY-109, STY-112): an ability in the own stack."""
    own = (ability for ability in board.ruleset.abilities if ability.channel == "own")
    return any(ability.who.includes(seat, board) for ability in own)


def check_players(ruleset: "Ruleset", players: Sequence["Player"]) -> Iterator[Fault]:
    """The missing and the wrong styles (STY-4); a player without a role needs none (STY-8)."""
    lineup = lineup_of(ruleset.values, len(players))
    for index, player in enumerate(players):
        if player.role is None:
            continue
        allowed = styles_of(player.role, lineup)
        style = player.fields.get("style")
        if style is None and len(allowed) > 1:
            yield Fault(("players", index, "style"), FaultCode.MISSING_KEY, "style", allowed)
        elif style is not None and style not in allowed:
            yield Fault(("players", index, "style"), FaultCode.WRONG_VALUE, style, allowed)
