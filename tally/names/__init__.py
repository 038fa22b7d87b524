"""Whom a written name means: an index of all names of a game, and what a text matches in it, with its certainty.

Pure: names in, matches out; knows nothing of posts, colours or rules.
"""

from tally.names.index import NameIndex, Place, Seat
from tally.names.match import CERTAIN, Candidate, Grade, Match, Status, accepted

__all__ = ["CERTAIN", "Candidate", "Grade", "Match", "NameIndex", "Place", "Seat", "Status", "accepted"]
