"""Who plays: everybody as the town knows him, or with all that the host knows.

In: the course of a game, what was announced. Out: two types of rows that cannot be mixed up, and their lines and JSON.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.moments import PhaseId
from engine.ruleset import Ruleset
from engine.state import State
from tally.folder.game import Game
from tally.play.announcements import Announced
from tally.play.course import Course
from tally.story.phases import phase_name
from tally.story.roles import role_name, shown_name
from tally.texts import _

__all__ = [
    "HostRow", "TownRow", "dealt", "host_lines", "host_roster", "roster_as_json", "signed_up", "town_lines",
    "town_roster",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TownRow:
    """A player as the town knows him: since when he is out, how, what was told of him."""

    player: str
    out: PhaseId | None = None
    executed: bool = False
    revealed: str | None = None


@dataclass(frozen=True, slots=True)
class HostRow:
    """A player as he is: his role now and what else the ruleset gives him."""

    player: str
    alive: bool
    role: str | None
    traits: Mapping[str, Any]


def town_roster(course: Course) -> tuple[TownRow, ...]:
    """The players in the order of the list, each as he was announced."""
    told = [course.announced[phase] for phase in sorted(course.announced)]
    return tuple(_town_row(seat.name, seat.former, told) for seat in course.state_now().seats.values() if seat.entered)


def _town_row(name: str, former: Iterable[str], told: Iterable[Announced]) -> TownRow:
    names = {name, *former}
    row = TownRow(name)
    for each in told:
        view = each.view
        called = next((dead for dead in view.dead if dead in names), None)
        if called is not None:
            row = TownRow(name, each.phase, called in view.executed, view.revealed.get(called))
        elif not names.isdisjoint(each.alive):
            # whoever was revived is out no more
            row = TownRow(name)
    return row


def host_roster(state: State) -> tuple[HostRow, ...]:
    """The players in the order of the list, reserves too."""
    return tuple(
        HostRow(seat.name, seat.alive and seat.entered, seat.role, seat.fields) for seat in state.seats.values()
    )


def signed_up(game: Game) -> tuple[TownRow, ...]:
    """Everybody as players.toml has him, where the game cannot be played yet: a style is not picked, say."""
    return tuple(TownRow(seat.name) for seat in game.seats)


def dealt(game: Game) -> tuple[HostRow, ...]:
    """The same with the roles."""
    secrets = game.secrets
    return tuple(
        HostRow(seat.name, True, secrets.roles.get(seat.name), secrets.traits.get(seat.name, {})) for seat in game.seats
    )


def town_lines(rules: Ruleset, rows: Iterable[TownRow]) -> Iterator[str]:
    """A line for each player, fit for the thread."""
    for number, row in enumerate(rows, 1):
        told = f"{number}. {row.player}"
        if row.out is not None:
            how = _("executed ({phase})") if row.executed else _("out ({phase})")
            told += " — " + how.format(phase=phase_name(row.out))
            if row.revealed is not None:
                told += f": {shown_name(rules, row.revealed)}"
        yield told


def host_lines(rules: Ruleset, rows: Iterable[HostRow]) -> Iterator[str]:
    """A line for each player with his role."""
    for number, row in enumerate(rows, 1):
        # a remark of the sign-up speaks for itself
        traits = "".join(f" ({value})" if key == "note" else f", {key} {value}" for key, value in row.traits.items())
        told = f"{number}. {row.player}: {role_name(rules, row.role)}{traits}"
        yield told if row.alive else told + " — " + _("out of the game")


def roster_as_json(rows: Iterable[TownRow] | Iterable[HostRow]) -> list[dict[str, Any]]:
    """An object for each player."""
    return [_town_json(row) if isinstance(row, TownRow) else _host_json(row) for row in rows]


def _town_json(row: TownRow) -> dict[str, Any]:
    out = None if row.out is None else str(row.out)
    return {"player": row.player, "alive": out is None, "out": out, "executed": row.executed, "revealed": row.revealed}


def _host_json(row: HostRow) -> dict[str, Any]:
    return {**row.traits, "player": row.player, "alive": row.alive, "role": row.role}
