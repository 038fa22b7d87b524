"""Who is who in Mordheim: the gang, and what an option may say of roles."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.faults import Fault, FaultCode, nearest

if TYPE_CHECKING:
    from engine.record import Player
    from engine.ruleset import Ruleset

__all__ = ["GANG", "MEDIUM", "TEAM", "check_players"]

GANG = "mafia"
TEAM = f"team:{GANG}"
MEDIUM = "medium"


def check_players(ruleset: "Ruleset", _players: Sequence["Player"]) -> Iterator[Fault]:
    """The line-up is the host's (MOR-1); but the roles that put a parity off have to be roles (D-37)."""
    for index, role in enumerate(ruleset.values["deferring_roles"]):
        if role not in ruleset.roles:
            path = ("game", "options", "deferring_roles", index)
            yield Fault(path, FaultCode.UNKNOWN_ROLE, role, nearest(role, ruleset.roles))
