"""Offices apart from roles, and who follows in them (CLA-4, CLA-81, NEW-71)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.events import Audience, EventKind

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["Office", "fill_offices", "first_holder"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """An office that the first living role of `order` holds; when its holder dies, the next one. `team`: who learns
    of it; `in_roles`: whether the outcome names the successor in `roles`."""

    id: str
    name: str
    rule: str
    order: tuple[str, ...]
    team: str | None = None
    in_roles: bool = True


def first_holder(office: Office, seats: tuple[str, ...], role_of: Callable[[str], str | None]) -> str | None:
    """Who of the living seats is the first in the office's order; of one role the first in the list of players."""
    for role in office.order:
        for seat in seats:
            if role_of(seat) == role:
                return seat
    return None


def fill_offices(board: "Board") -> None:
    """At the end of a phase: the office of a dead holder passes to the next in order; whom the host has brought back
    comes before those below him (CLA-4)."""
    brought_back = set(board.living()) - set(board.alive_at_start)
    for office in board.ruleset.offices:
        holder = board.holder(office.id)
        if holder is None or (board.is_alive(holder) and not brought_back):
            continue
        successor = first_holder(office, board.living(), board.role)
        if successor == holder:
            continue
        if successor is None:
            del board.offices[office.id]
            continue
        board.offices[office.id] = successor
        if office.in_roles:
            knowers = board.team(office.team) if office.team else (successor,)
            audience = Audience(players=knowers)
            board.log(EventKind.ROLE, office.rule, successor, value=office.id, audience=audience)
