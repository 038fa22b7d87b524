"""What a ruleset forbids in posts beside votes: a forbidden post refuses nothing, it is shown to the host.

Data alone: who looks through the posts of a thread is outside the engine, and what is to follow is the host's to say.
"""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Conduct", "Forbidden"]


class Forbidden(StrEnum):
    """What is not to be posted."""

    DEAD = "dead"
    ROLE_NAMES = "role-names"
    OUTSIDERS = "outsiders"
    TELLING = "telling"
    OWN_DEAL = "own-deal"
    NIGHT = "night"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """One thing that is forbidden, with its rule.

    `dead`: posts of those who are out, but for `last_words` of each who died by day of one of `last_words_after`, on
    the day after; `role-names`: a dead player who names a role; `outsiders`: posts of those who do not play;
    `telling`: the living between the end of the night's actions and its results, with the words that may tell where
    somebody sent his; `own-deal`: a living player of one of `roles` who names what he was dealt (the ruleset's hook
    reads it); `night`: the living between the end of the vote and the next day.
    """

    forbids: Forbidden
    rule: str
    last_words: int = 0
    last_words_after: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
