"""From a post to the votes in it: what in it is a vote by the game's dialect, and whom it is for.

Pure: takes a post as the parsers give it, an index of names and a dialect; knows nothing of who posted, of the clock or
the rules.
"""

from tally.reading.dialect import Dialect, dialect_names, load_dialect, make_dialect
from tally.reading.read import read_votes
from tally.reading.target import name_in
from tally.reading.told import tell_doubt, tell_grade
from tally.reading.votes import NOBODY, Doubt, FoundVote, VoteKind

__all__ = [
    "NOBODY",
    "Dialect",
    "Doubt",
    "FoundVote",
    "VoteKind",
    "dialect_names",
    "load_dialect",
    "make_dialect",
    "name_in",
    "read_votes",
    "tell_doubt",
    "tell_grade",
]
