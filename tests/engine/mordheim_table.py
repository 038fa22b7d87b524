"""Words for days and nights of Mordheim: who nominates, votes, takes along; casts of any size."""

from collections.abc import Callable, Mapping
from typing import Any

from engine import HostView
from tests.engine.games import Entry, Replay, day

__all__ = [
    "EIGHT",
    "LISTED",
    "TEN",
    "answers",
    "first_day",
    "in_advance",
    "nominate",
    "opened",
    "play_nights",
    "scan",
    "take",
    "vegetable",
    "volunteer",
    "vote",
]

CITIZENS = ("Аня", "Боря", "Вера", "Гоша", "Даша", "Егор", "Жора", "Зина")
EIGHT: Mapping[str, str] = {**dict.fromkeys(CITIZENS[:6], "citizen"), "Барон": "underboss", "Тень": "mafioso"}
TEN: Mapping[str, str] = {**dict.fromkeys(CITIZENS, "citizen"), "Барон": "underboss", "Тень": "mafioso"}


def _entry(kind: str | None, by: str, on: str, at: str | None, more: Mapping[str, Any]) -> dict[str, Any]:
    return {"by": by, "on": on, **({"kind": kind} if kind else {}), **({"at": at} if at else {}), **more}


def nominate(by: str, on: str, at: str | None = "12:00:00", **more: Any) -> dict[str, Any]:
    return _entry("nominate", by, on, at, more)


def vote(by: str, on: str, at: str | None = "20:30:00", **more: Any) -> dict[str, Any]:
    return _entry(None, by, on, at, more)


def in_advance(by: str, on: str, at: str = "15:00:00", **more: Any) -> dict[str, Any]:
    return _entry(None, by, on, at, {"advance": True, **more})


def volunteer(by: str, at: str | None = None, **more: Any) -> dict[str, Any]:
    return _entry("vegetable-self", by, by, at, more)


def vegetable(by: str, on: str, at: str | None = "20:30:00", **more: Any) -> dict[str, Any]:
    return _entry("vegetable", by, on, at, more)


def scan(by: str, half: str, at: str | None = "20:30:00", **more: Any) -> dict[str, Any]:
    return _entry("scan", by, half, at, more)


def take(by: str, *on: str) -> dict[str, Any]:
    return {"by": by, "do": "take", "on": list(on)}


def opened(at: str) -> dict[str, Any]:
    return {"by": "host", "do": "open-vote", "at": at}


def play_nights(replay: Replay, who: Mapping[str, Any], *nights: Entry, **options: Any) -> list[HostView]:
    """The nights alone, with quiet days between them."""
    phases: list[Entry] = []
    for each in nights:
        number = int(str(each["phase"]).removeprefix("night"))
        phases += [day(number), each] if phases else [each]
    return [view for view in replay("mordheim", who, *phases, **options) if view.phase.startswith("night")]


def answers(view: HostView) -> list[tuple[str, Any, str]]:
    """To whom, about whom, what."""
    return [(each.to, each.about, each.answer) for each in view.told]


LISTED = (nominate("Аня", "Барон", "11:00:00"), nominate("Аня", "Тень", "12:00:00"))


def first_day(replay: Replay) -> Callable[..., HostView]:
    """Plays a first day of eight players (or of `players`); gives the host's view."""

    def first(*votes: Any, players: Any = EIGHT, choices: Any = (), options: Any = None, **more: Any) -> HostView:
        (view,) = replay("mordheim", players, day(1, *votes, choices=list(choices), **more), **(options or {}))
        return view

    return first
