"""Whose votes are asked for: somebody who plays, or has voted all the same.

In: a name, the players, the votes of a day. Out: GameFault with the nearest names where it is nobody's.
"""

import difflib
from collections.abc import Collection

from tally.count.votes import DayVotes
from tally.errors import GameFault
from tally.texts import _

__all__ = ["require_voter"]


def require_voter(voter: str, players: Collection[str], votes: DayVotes) -> None:
    """Raise GameFault where `voter` neither plays nor has a vote among these: it is a slip, not a silent player."""
    known = {*players, *(vote.by for vote in votes.votes if vote.by is not None)}
    if voter in known:
        return
    near = difflib.get_close_matches(voter, sorted(known), n=3, cutoff=0.5) or sorted(players)
    told = _("“{name}” neither plays nor has voted on that day; perhaps {near}")
    raise GameFault(told.format(name=voter, near=", ".join(near)))
