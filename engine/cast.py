"""How the cast of a game differs from the line-up of its document: worth a warning, never a refusal (CLA-2, CLA-5)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.record import Player
from engine.ruleset import Ruleset

__all__ = ["CastDifference", "cast_differences"]


@dataclass(frozen=True, slots=True)
class CastDifference:
    """A role that is dealt more or less often than the document says. `guest`: the document only mentions it."""

    role: str
    expected: int
    found: int
    guest: bool


def cast_differences(ruleset: Ruleset, players: Iterable[Player]) -> tuple[CastDifference, ...]:
    """The roles whose number differs, in the order of the ruleset.

    A role that may be dealt any number of times differs only where it is missing. Where the document gives no numbers
    (MOR-1), a role differs that is dealt more often than once, or dealt though no game begins with it.
    """
    found = Counter(player.role for player in players if not player.fields.get("reserve", False))
    if not any(role.count for role in ruleset.roles.values()):
        return tuple(
            CastDifference(name, int(not role.guest), found[name], role.guest)
            for name, role in ruleset.roles.items()
            if not role.many and found[name] > int(not role.guest)
        )
    size = ruleset.light.size or found.total()
    differences = []
    for name, role in ruleset.roles.items():
        number = found[name]
        expected = role.count_for(size)
        fits = role.optional or (number > 0 if role.many else number == expected)
        if not fits:
            differences.append(CastDifference(name, expected, number, role.guest))
    return tuple(differences)
