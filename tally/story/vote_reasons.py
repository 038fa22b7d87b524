"""Why a vote does not count, or is not decided yet, in people's words.

In: a reason of FORMATS 5, or the `why` of an unclear vote. Out: the text in the language in use.
"""

from tally.texts import _

__all__ = ["doubt_in_words", "reason_in_words"]


def reason_in_words(reason: str) -> str:
    """The words for a refusal; the code itself for one that only a host's own ruleset knows."""
    words = {
        "not-playing": _("is not playing"),
        "dead": _("is dead"),
        "late": _("too late"),
        "early": _("before the day opened"),
        "wrong-thread": _("not in the thread for votes"),
        "silenced": _("has no vote today"),
        "unknown-name": _("no player has this name"),
        "ambiguous-name": _("it may mean several players"),
        "self": _("a vote on oneself"),
        "dead-target": _("a vote for a dead player"),
        "not-nominated": _("a vote for a player who is not nominated"),
        "no-defence": _("there are no votes in defence"),
        "edited": _("the post was edited"),
        "deleted": _("the post was deleted"),
        "no-changes-left": _("no vote changes left"),
        "void": _("the vote is void"),
        "several-marks": _("the post has votes for several players"),
        "superseded": _("replaced by a later vote"),
        "withdrawn": _("taken back"),
        "no-unvote": _("votes are not taken back in this game"),
        "ignored": _("by the host's ruling"),
        "no-vote": _("no vote"),
    }
    return words.get(reason, reason)


def doubt_in_words(why: str) -> str:
    """The words for what the host has to decide about an unclear vote; the code itself where there are none."""
    words = {
        "ambiguous-name": _("it may mean several players"),
        "uncertain-name": _("it is not certain whose name this is"),
        "unknown-name": _("no player has this name"),
        "several-names": _("it names several players"),
        "several-marks": _("the post has votes for several players"),
        "contradiction": _("its colour and its words do not agree"),
        "context": _("the words around it may mean that it is not a vote"),
        "sentence": _("a name in a sentence that does not say it is a vote"),
        "count": _("it looks like somebody's vote count"),
        "too-long": _("too long to be a name"),
        "cutoff": _("it cannot be seen whether it was in time"),
        "edited": _("edited after the deadline; the earlier text was not seen"),
        "edited-by-other": _("edited by somebody else; the earlier text was not seen"),
        "account": _("a different account than before posts under this nick"),
        "shared-account": _("several players post under this account"),
    }
    return words.get(why, why)
