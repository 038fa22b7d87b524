"""The abilities that rulesets are composed of: effects, limits and traits, each a small class with parameters.

Importing this package registers all of them under the names that `rules.toml` uses.
"""

from engine.abilities import answers, attacks, blocks, limits, protection, standing, votes
from engine.abilities.base import (
    EFFECTS,
    HALVES,
    LIMITS,
    TRAITS,
    Ability,
    Effect,
    Fewer,
    Guess,
    Limit,
    Refusal,
    TargetKind,
    Targets,
    Trait,
    Who,
)

__all__ = [
    "EFFECTS",
    "HALVES",
    "LIMITS",
    "TRAITS",
    "Ability",
    "Effect",
    "Fewer",
    "Guess",
    "Limit",
    "Refusal",
    "TargetKind",
    "Targets",
    "Trait",
    "Who",
    "answers",
    "attacks",
    "blocks",
    "limits",
    "protection",
    "standing",
    "votes",
]
