"""What people are told of a grade and of a doubt, in the language in use."""

from tally.names import Grade
from tally.reading.votes import Doubt
from tally.texts import _

__all__ = ["tell_doubt", "tell_grade"]


def tell_grade(grade: Grade) -> str:
    """How the name was recognised."""
    return {
        Grade.EXACT: _("the exact name"),
        Grade.FOLDED: _("the name, apart from case, spaces or punctuation"),
        Grade.ALIAS: _("an alias from the host"),
        Grade.LOOKALIKE: _("look-alike letters"),
        Grade.TRANSLITERATED: _("the same sounds in another alphabet"),
        Grade.INFLECTED: _("an inflected form of the name"),
        Grade.WORD: _("a word found in this name alone"),
        Grade.PREFIX: _("the beginning of the name"),
        Grade.PART: _("a part of the name"),
        Grade.INITIALS: _("the first letters of its words"),
        Grade.MISSPELT: _("one typo in a long name"),
        Grade.TYPO: _("the name or its beginning, misspelt"),
        Grade.LONGER: _("the name with more behind it"),
        Grade.LAYOUT: _("typed with the keyboard in another language"),
    }[grade]


def tell_doubt(doubt: Doubt) -> str:
    """Why the host has to say."""
    return {
        Doubt.AMBIGUOUS_NAME: _("the name fits several players"),
        Doubt.UNCERTAIN_NAME: _("the name is recognised, but not with certainty"),
        Doubt.UNKNOWN_NAME: _("a vote for a name that nobody has"),
        Doubt.SEVERAL_NAMES: _("several players are named at once"),
        Doubt.SEVERAL_MARKS: _("one post votes for several players"),
        Doubt.CONTRADICTION: _("the colour and the words disagree"),
        Doubt.CONTEXT: _("the words around it refuse, ask, or tell of another time"),
        Doubt.SENTENCE: _("a sentence that names a player and does not say it is a vote"),
        Doubt.COUNT: _("it looks like a vote count"),
        Doubt.TOO_LONG: _("the text is too long to be a vote"),
    }[doubt]
