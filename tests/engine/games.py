"""Words for small games: votes, actions, days and nights as a record has them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import HostView

__all__ = ["Entry", "Replay", "act", "blue", "day", "night", "reasons", "record_of", "red"]

Entry = Mapping[str, Any]
Replay = Callable[..., list[HostView]]


def record_of(
    ruleset: str, players: Mapping[str, Any], phases: Sequence[Entry], options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A record as TOML would give it. A player is a role, or a table of his fields."""
    tables = [
        {"name": name, **(spec if isinstance(spec, Mapping) else {"role": spec})} for name, spec in players.items()
    ]
    return {
        "format": 1,
        "game": {"ruleset": ruleset, "options": dict(options or {}), "seed": 7},
        "players": tables,
        "phases": list(phases),
    }


def red(by: str, on: str, at: str | None = None) -> dict[str, Any]:
    return {"by": by, "on": on, "colour": "red", **({"at": at} if at else {})}


def blue(by: str, on: str, at: str | None = None) -> dict[str, Any]:
    return {**red(by, on, at), "colour": "blue"}


def act(by: str, do: str, *on: str, **more: Any) -> dict[str, Any]:
    return {"by": by, "do": do, "on": list(on), **more}


def day(number: int, *votes: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"phase": f"day{number}", "votes": list(votes), **more}


def night(number: int, *actions: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"phase": f"night{number}", "actions": list(actions), **more}


def reasons(view: HostView) -> list[tuple[str, str, str]]:
    """Who was refused, why, by which rule."""
    return [(each.by, each.reason, each.rule) for each in view.rejected]
