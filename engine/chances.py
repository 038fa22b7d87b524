"""Draws: each depends on the game's seed, the phase, the chance's name and the player, on nothing else.

So a replay elsewhere, or with an unrelated entry added, draws the same (CLA-110).
"""

import hashlib
from collections.abc import Mapping

from engine.moments import PhaseId

__all__ = ["Chances", "fraction"]


def fraction(seed: str, phase: PhaseId, name: str, player: str) -> float:
    """A number from 0 up to, not including, 1."""
    digest = hashlib.sha256("\x1f".join((seed, str(phase), name, player)).encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64


class Chances:
    """The draws of one phase: fixed ones by `NAME:PLAYER`, the rest from the seed."""

    def __init__(self, seed: str, phase: PhaseId, fixed: Mapping[str, bool]) -> None:
        self._seed = seed
        self._phase = phase
        self._fixed = fixed

    def draw(self, name: str, player: str, probability: float) -> bool:
        """Whether it happens to the player."""
        fixed = self._fixed.get(f"{name}:{player}")
        if fixed is not None:
            return fixed
        return fraction(self._seed, self._phase, name, player) < probability

    def pick(self, name: str, players: tuple[str, ...]) -> str:
        """One of the players, each as likely as the others; a fixed `NAME:PLAYER = true` decides."""
        fixed = {player: self._fixed.get(f"{name}:{player}") for player in players}
        chosen = [player for player in players if fixed[player]]
        pool = chosen or [player for player in players if fixed[player] is None] or list(players)
        return min(pool, key=lambda player: (fraction(self._seed, self._phase, name, player), player))

    def shuffled(self, name: str, players: tuple[str, ...]) -> tuple[str, ...]:
        """The players in an order that tells nothing about them."""
        return tuple(sorted(players, key=lambda player: (fraction(self._seed, self._phase, name, player), player)))
