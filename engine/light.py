"""The light: how much the town is told of the dead, by the number of the living (CLA-100, STY-130, CAS-110)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.events import TOWN, EventKind

if TYPE_CHECKING:
    from engine.board import Board
    from engine.state import State

__all__ = ["Level", "Light", "Reveal", "reveal_dead", "set_light"]


class Reveal(StrEnum):
    """What is told of a dead player: his role, whether he was good or bad, nothing (said so), nothing at all."""

    ROLE = "role"
    GOOD_OR_BAD = "good-or-bad"
    HIDDEN = "hidden"
    NOTHING = "nothing"


class Counted(StrEnum):
    """Whether the light of a death is that before or after the deaths of its phase."""

    BEFORE = "before"
    AFTER = "after"


class Shown(StrEnum):
    """Which role is told: the one dealt, the present one, or the office where one is held."""

    DEALT = "dealt"
    PRESENT = "present"
    CURRENT = "current"


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A light: while at least `least` live. `least` may depend on how many began: `by_size` = [players, least] pairs,
    the last one with no more players than the game had. `above` goes before both: while more than that live."""

    name: str
    reveal: Reveal
    least: int = 0
    by_size: tuple[tuple[int, ...], ...] = ()
    above: int | None = None

    def limit(self, size: int) -> int:
        if self.above is not None:
            return self.above + 1
        found = self.least
        for players, least in self.by_size:
            if players <= size:
                found = least
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """The levels from the brightest on; the last one has no limit. `named`: whether the outcome has a `light`.

    `limits`: the host's own limits instead of the levels'; `size`: number of players instead of the real one;
    `returns`: whether it may become brighter again; `good`: the sides that are good.
    """

    rule: str
    levels: tuple[Level, ...]
    count: Counted = Counted.BEFORE
    shows: Shown = Shown.DEALT
    named: bool = True
    returns: bool = True
    limits: tuple[int, ...] | None = None
    size: int | None = None
    good: tuple[str, ...] = ()

    def level(self, alive: int, state: "State") -> Level:
        """The level with so many alive."""
        size = self.size or state.players_at_start
        for index, level in enumerate(self.levels):
            limit = self.limits[index] if self.limits and index < len(self.limits) else level.limit(size)
            if alive >= limit or index == len(self.levels) - 1:
                found = index
                break
        if not self.returns and state.light is not None:
            names = [level.name for level in self.levels]
            found = max(found, names.index(state.light))
        return self.levels[found]


def reveal_dead(board: "Board") -> None:
    """Tell the town of the phase's dead what the light allows; an ability may show a role all the same (CLA-102). Of
    whom the host has told something that stands alone (FORMATS 2)."""
    light = board.ruleset.light
    alive = len(board.alive_at_start) if light.count is Counted.BEFORE else len(board.living())
    level = light.level(alive, board.before)
    told = {seat for event in board.events if event.kind is EventKind.REVEALED for seat in event.who}
    for seat in board.put.deaths:
        if seat in told:
            continue
        unveiled = board.put.unveiled.get(seat)
        reveal = Reveal(board.put.veiled.get(seat, level.reveal)) if unveiled is None else Reveal.ROLE
        value = _shown(board, seat, reveal)
        if value is not None:
            board.log(EventKind.REVEALED, unveiled or light.rule, seat, value=value, audience=TOWN)


def set_light(board: "Board") -> None:
    """The light after the phase."""
    light = board.ruleset.light
    if light.named:
        name = light.level(len(board.living()), board.before).name
        board.log(EventKind.LIGHT, light.rule, value=name, audience=TOWN)


def _shown(board: "Board", seat: str, reveal: Reveal) -> str | None:
    role = shown_role(board, seat)
    match reveal:
        case Reveal.ROLE:
            return role
        case Reveal.HIDDEN:
            return "hidden"
        case Reveal.GOOD_OR_BAD:
            side = _shown_side(board, seat, role)
            return None if side is None else "good" if side in board.ruleset.light.good else "bad"
        case Reveal.NOTHING:
            return None


def _shown_side(board: "Board", seat: str, role: str | None) -> str | None:
    """The side of the role that is shown; of the present role, the side on which the seat is."""
    appearance = board.put.appearances.get(seat)
    if appearance is not None:
        return appearance.side
    return board.side(seat) if role == board.role(seat) else board.ruleset.side_of(role)


def shown_role(board: "Board", seat: str) -> str | None:
    """The role that a reveal shows: a standing appearance of the seat first, else as the ruleset says."""
    appearance = board.put.appearances.get(seat)
    if appearance is not None:
        return appearance.role
    shows = board.ruleset.light.shows
    if shows is Shown.DEALT:
        return board.seats[seat].dealt
    if shows is Shown.CURRENT:
        for office, holder in board.before.offices.items():
            if holder == seat:
                return office
    return board.role(seat)
