"""From a ruleset, a state and entries to an outcome and the next state.

Pure: no clock, no randomness but what it is handed, no text for people.
"""

from engine.cast import CastDifference, cast_differences
from engine.expect import Difference, compare
from engine.faults import Fault, FaultCode
from engine.moments import PhaseId, Window, read_phase_id
from engine.outcome import (
    GameOutcome,
    HostView,
    PhaseOutcome,
    PlayerView,
    TownView,
    host_view,
    outcome_as_json,
    player_view,
    town_view,
    view_as_json,
)
from engine.play import play, play_phase, start_game
from engine.reading import read_phase, read_players, read_record
from engine.record import (
    ActionEntry,
    ChoiceEntry,
    Colour,
    GameRecord,
    Phase,
    Player,
    Source,
    Unclear,
    VoteEntry,
    VoteKind,
)
from engine.ruleset import Ruleset, load_ruleset, rulesets
from engine.state import State
from engine.table import DayTables, HostVoteTable, TownVoteTable, day_table
from engine.writing import phase_as_data, record_as_data

__all__ = [
    "ActionEntry",
    "CastDifference",
    "ChoiceEntry",
    "Colour",
    "DayTables",
    "Difference",
    "Fault",
    "FaultCode",
    "GameOutcome",
    "GameRecord",
    "HostView",
    "HostVoteTable",
    "Phase",
    "PhaseId",
    "PhaseOutcome",
    "Player",
    "PlayerView",
    "Ruleset",
    "Source",
    "State",
    "TownView",
    "TownVoteTable",
    "Unclear",
    "VoteEntry",
    "VoteKind",
    "Window",
    "cast_differences",
    "compare",
    "day_table",
    "host_view",
    "load_ruleset",
    "outcome_as_json",
    "phase_as_data",
    "play",
    "play_phase",
    "player_view",
    "read_phase",
    "read_phase_id",
    "read_players",
    "read_record",
    "record_as_data",
    "rulesets",
    "start_game",
    "town_view",
    "view_as_json",
]
