"""Why an action is refused, in people's words (for votes: `tally.story.vote_reasons`).

In: a code of FORMATS 5. Out: the text in the language in use.
"""

from tally.texts import _

__all__ = ["refusal_in_words"]


def refusal_in_words(reason: str) -> str:
    """The words for the refusal of an action or a choice; the code itself where a host's own ruleset made it up."""
    words = {
        "not-playing": _("is not playing"),
        "dead": _("is dead"),
        "not-your-action": _("has no such action"),
        "not-in-charge": _("somebody else decides this"),
        "late": _("too late"),
        "early": _("too early"),
        "not-yet": _("not possible yet"),
        "no-uses-left": _("no uses left"),
        "too-many-targets": _("too many targets"),
        "bad-target": _("no possible target"),
        "unknown-name": _("no player has this name"),
        "ambiguous-name": _("it may mean several players"),
        "dead-target": _("the target is dead"),
        "self": _("not on oneself"),
        "same-target": _("not the same target on two nights running"),
        "same-action": _("not the same action on two nights running"),
        "no-changes-left": _("no vote changes left"),
    }
    return words.get(reason, reason)
