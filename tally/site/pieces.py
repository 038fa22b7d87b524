"""Parts of a site that were made once and hold as long as the days that they are of are past.

In: the past of a game, the folder's file with the parts. Out: each part, made where it is not there yet.
"""

import json
from collections.abc import Callable, Mapping

from engine.moments import PhaseId
from tally.folder.game import Game
from tally.play.kept import keep, read_kept
from tally.play.past import Past

__all__ = ["NO_PIECES", "Pieces", "keep_pieces", "read_pieces"]

_KEPT = ".site"


class Pieces:
    """The parts of a site by name; what a name does not tell must not change while its day is past."""

    def __init__(self, past: Past | None = None, kept: Mapping[str, str] | None = None) -> None:
        self._past = past
        self._kept = kept or {}
        self.used: dict[str, str] = {}

    def of(self, day: PhaseId, name: str, make: Callable[[], str]) -> str:
        """The part of a day; made each time for a day that goes on."""
        if self._past is None or day >= self._past.day:
            return make()
        piece = self._kept.get(name)
        self.used[name] = make() if piece is None else piece
        return self.used[name]

    @property
    def is_new(self) -> bool:
        """Whether other parts were used than were kept."""
        return self.used.keys() != self._kept.keys()


NO_PIECES = Pieces()
"""Of a site of which nothing is past."""


def read_pieces(game: Game, past: Past | None) -> Pieces:
    """The parts that were kept for this past; none where they are of another."""
    data = None if past is None else read_kept(game, _KEPT)
    if past is None or data is None:
        return Pieces(past)
    stamp, _end, pieces = data.partition(b"\n")
    try:
        return Pieces(past, json.loads(pieces) if stamp == past.stamp.encode() else None)
    except ValueError:
        # damaged; they are made anew
        return Pieces(past)


def keep_pieces(game: Game, past: Past, pieces: Pieces) -> None:
    """Keep the parts that were used for the next time, where they are not those that were kept."""
    if pieces.is_new:
        keep(game, _KEPT, f"{past.stamp}\n{json.dumps(pieces.used, ensure_ascii=False)}".encode())
