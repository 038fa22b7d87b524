"""Casts of the styles in a line: `cast(Доктор="doctor white")` beside citizens and one mafioso who does nothing."""

from collections.abc import Mapping
from typing import Any

from engine import HostView
from tests.engine.games import Entry, Replay, act, day

__all__ = ["CITIZENS", "Players", "answers", "cast", "play_nights", "players"]

Players = dict[str, dict[str, str]]
ALWAYS_WHITE: dict[str, Any] = {"light_limits": [2, 1]}
CITIZENS = ("Аня", "Боря", "Вера", "Гоша", "Даша", "Егор", "Жанна")


def players(**specs: str) -> Players:
    """Players as `role style`, or `role` where a role has only one style."""
    return {name: dict(zip(("role", "style"), spec.split(), strict=False)) for name, spec in specs.items()}


def cast(**specs: str) -> Players:
    """These players, seven citizens, and a mafioso (`Мафия`, an apprentice) so that the game goes on."""
    return {**players(**specs), **players(**dict.fromkeys(CITIZENS, "citizen"), Мафия="apprentice white")}


def play_nights(replay: Replay, who: Mapping[str, Any], *nights: Entry, **options: Any) -> list[HostView]:
    """The nights alone, with quiet days between them."""
    phases: list[Entry] = []
    for each in nights:
        number = int(str(each["phase"]).removeprefix("night"))
        phases += [day(number), each] if phases else [each]
    return [view for view in replay("styles", who, *phases, **options) if view.phase.startswith("night")]


def answers(view: HostView) -> list[tuple[str, Any, str]]:
    """To whom, about whom, what."""
    return [(each.to, each.about, each.answer) for each in view.told]


def become(role: str, by: str = "Ученик") -> Entry:
    """The white apprentice's choice."""
    return act(by, "become", **{"as": role})


def gone(*names: str) -> list[Entry]:
    """The host's choices that remove these."""
    return [{"by": "host", "do": "modkill", "on": list(names)}]
