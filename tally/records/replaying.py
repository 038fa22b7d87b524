"""Plays game records: reads the file, plays it, compares it with what it expects.

In: paths. Out: what followed, with the record that it came from; nothing is printed here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from engine.expect import Difference, compare
from engine.faults import Fault as EngineFault
from engine.faults import FaultCode
from engine.moments import PhaseId
from engine.outcome import GameOutcome, PhaseOutcome, host_view, view_as_json
from engine.play import play
from engine.record import GameRecord
from tally.errors import GameFault
from tally.folder.faults_in_words import WrongFile, fault_in_words
from tally.folder.toml_places import Fault, UnreadableFile
from tally.records.record_files import RecordFile, read_record_file
from tally.texts import _

__all__ = [
    "Checked",
    "PhaseDifference",
    "Replay",
    "Verdict",
    "check_file",
    "check_folder",
    "find_differences",
    "replay_file",
]

_ENDINGS = (".toml", ".json")


@dataclass(frozen=True, slots=True)
class Replay:
    """A record and what followed from it."""

    file: RecordFile
    outcome: GameOutcome

    @property
    def record(self) -> GameRecord:
        return self.file.record

    def names(self) -> tuple[str, ...]:
        """Every name under which somebody plays in it."""
        found = {name for phase in self.outcome.phases for name in phase.names.values()}
        return tuple(sorted(found | {player.name for player in self.record.players}))

    def roles_before(self, place: int) -> dict[str, str | None]:
        """Name → the role with which a player goes into that phase (by its place in the outcome)."""
        seats = self.outcome.states[place - 1].seats if place else self.outcome.states[0].seats
        names = self.outcome.phases[place].names
        return {names[seat.id]: seat.role if place else seat.dealt for seat in seats.values() if seat.id in names}

    def light_before(self, place: int) -> str | None:
        """The light that the town knows of when that phase begins."""
        return self.outcome.states[place - 1].light if place else None


@dataclass(frozen=True, slots=True)
class PhaseDifference:
    """Something that is not as the record expects."""

    phase: PhaseId
    difference: Difference


class Verdict(StrEnum):
    """What came of checking a record."""

    HOLDS = "holds"
    DIFFERS = "differs"
    WRONG = "wrong"

    @property
    def exit_status(self) -> int:
        return {Verdict.HOLDS: 0, Verdict.DIFFERS: 1, Verdict.WRONG: 2}[self]


@dataclass(frozen=True, slots=True)
class Checked:
    """A record checked. `phases` counts those that were played, `expectations` the keys that were compared."""

    path: Path
    phases: int = 0
    expectations: int = 0
    differences: tuple[PhaseDifference, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def verdict(self) -> Verdict:
        if self.faults:
            return Verdict.WRONG
        return Verdict.DIFFERS if self.differences else Verdict.HOLDS


def replay_file(path: Path, until: PhaseId | None = None) -> Replay:
    """Play a record, whole or up to a phase of it. Raises GameFault where the file is wrong or has no such phase."""
    file = read_record_file(path)
    phases = file.record.phases
    if until is not None and until not in [phase.id for phase in phases]:
        told = _("{file} has no phase “{phase}”; it has: {phases}")
        raise GameFault(told.format(file=path, phase=until, phases=", ".join(str(phase.id) for phase in phases)))
    outcome = play(file.record, until)
    asked = [phase for phase in phases if until is None or phase.id <= until]
    if len(outcome.phases) < len(asked):
        left = len(outcome.phases)
        fault = EngineFault(("phases", left, "phase"), FaultCode.AFTER_THE_END, str(asked[left].id))
        raise WrongFile([fault_in_words(file.source, fault)])
    return Replay(file, outcome)


def find_differences(replay: Replay) -> tuple[PhaseDifference, ...]:
    """All that is not as the record expects, phase by phase."""
    return tuple(
        PhaseDifference(phase.id, difference)
        for phase, outcome in zip(replay.record.phases, replay.outcome.phases, strict=False)
        for difference in compare(phase.expect, phase.expect_not, _as_json(outcome))
    )


def check_file(path: Path, until: PhaseId | None = None) -> Checked:
    """Play a record and compare; a wrong file is a verdict too."""
    try:
        replay = replay_file(path, until)
    except WrongFile as wrong:
        return Checked(path, faults=wrong.faults)
    except UnreadableFile as wrong:
        return Checked(path, faults=(wrong.fault,))
    played = replay.record.phases[: len(replay.outcome.phases)]
    expectations = sum(len(phase.expect or ()) + len(phase.expect_not or ()) for phase in played)
    return Checked(path, len(played), expectations, find_differences(replay))


def check_folder(folder: Path) -> Iterator[Checked]:
    """Check every record below the folder, in the order of their paths. Raises GameFault where there is none."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in _ENDINGS and path.is_file())
    if not paths:
        raise GameFault(_("there is no record (*.toml, *.json) below {folder}").format(folder=folder))
    return (check_file(path) for path in paths)


def _as_json(outcome: PhaseOutcome) -> dict[str, object]:
    return view_as_json(host_view(outcome))
