"""Plays small games written in two lines: who is who, and what happened in each phase."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine import Fault, GameRecord, HostView, host_view, play, read_record
from tests.engine.games import Entry, Replay, record_of


@pytest.fixture(name="read")
def _read() -> Callable[..., GameRecord | tuple[Fault, ...]]:
    """`read(ruleset, players, *phases, **options)`: the record, or its faults."""

    def read(
        ruleset: str, players: Mapping[str, Any], *phases: Entry, **options: Any
    ) -> GameRecord | tuple[Fault, ...]:
        return read_record(record_of(ruleset, players, phases, options))

    return read


@pytest.fixture(name="replay")
def _replay() -> Replay:
    """`replay(ruleset, players, *phases, **options)`: the host's view of each phase."""

    def replay(ruleset: str, players: Mapping[str, Any], *phases: Entry, **options: Any) -> list[HostView]:
        record = read_record(record_of(ruleset, players, phases, options))
        assert isinstance(record, GameRecord), record
        return [host_view(outcome) for outcome in play(record).phases]

    return replay
