"""What people are told of a grade and of a doubt, in the language in use."""

from tally.names import Grade
from tally.reading.votes import Doubt
from tally.texts import _

__all__ = ["tell_doubt", "tell_grade"]


def tell_grade(grade: Grade) -> str:
    """How the name was recognised."""
    return {
        Grade.EXACT: _("the name itself"),
        Grade.FOLDED: _("the name but for case, spaces or signs"),
        Grade.ALIAS: _("a name that the host gave"),
        Grade.LOOKALIKE: _("letters that look alike"),
        Grade.TRANSLITERATED: _("the same sounds in the other alphabet"),
        Grade.INFLECTED: _("a case form of the name"),
        Grade.WORD: _("a word that only this name has"),
        Grade.PREFIX: _("the beginning of the name"),
        Grade.INITIALS: _("the initials of the name"),
        Grade.MISSPELT: _("one slip in a long name"),
        Grade.TYPO: _("near the name, with slips"),
        Grade.LAYOUT: _("typed with the keyboard in the other language"),
    }[grade]


def tell_doubt(doubt: Doubt) -> str:
    """Why the host has to say."""
    return {
        Doubt.AMBIGUOUS_NAME: _("the name fits several players"),
        Doubt.UNCERTAIN_NAME: _("the name is recognised, but not for certain"),
        Doubt.UNKNOWN_NAME: _("a vote for a name that nobody has"),
        Doubt.SEVERAL_NAMES: _("several players are named at once"),
        Doubt.SEVERAL_MARKS: _("one post votes for several players"),
        Doubt.CONTRADICTION: _("the colour and the words disagree"),
        Doubt.CONTEXT: _("the words around it refuse, ask, or tell of another time"),
        Doubt.SENTENCE: _("a sentence that names a player and does not say that it is a vote"),
        Doubt.COUNT: _("it looks like a count of votes"),
        Doubt.TOO_LONG: _("too long a text to be a vote"),
    }[doubt]
