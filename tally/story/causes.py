"""Why somebody died, lived, was released, and what chance decided, in people's words.

In: codes of FORMATS 3 and of the rulesets' pages. Out: the text in the language in use.
"""

from engine.ruleset import Ruleset
from tally.story.roles import role_name, side_name
from tally.texts import _

__all__ = ["acquittal_in_words", "cause_in_words", "chance_in_words", "light_in_words", "protection_in_words"]


def cause_in_words(ruleset: Ruleset, cause: str) -> str:
    """A cause of death: a kind of death, a side or a role that killed."""
    words = {
        "execution": _("execution"),
        "vegetable": _("vegetable execution"),
        "modkill": _("removed by the host"),
        "host": _("the host's entry"),
        "kill": _("the host's entry"),
        "role-shot": _("shot by role"),
        "wrong-guess": _("wrong guess of one's own"),
        "queen-of-spades": _("revenge of the queen of spades"),
        "extra-shot": _("extra shot"),
        "extra-miss": _("miss of an extra shot of one's own"),
        "fsb-miss": _("second miss of one's own"),
        "trap": _("trap"),
        "poison": _("poison"),
        "curse": _("curse"),
    }
    if cause in words:
        return words[cause]
    return side_name(ruleset, cause) if cause in ruleset.sides else role_name(ruleset, cause)


def acquittal_in_words(reason: str) -> str:
    """Why one who was chosen is not executed."""
    return {"alibi": _("alibi"), "immunity": _("immunity")}.get(reason, reason)


def protection_in_words(kind: str) -> str:
    """What stopped an attack."""
    words = {
        "heal": _("healed"),
        "heal-role": _("healed"),
        "immunity": _("immune"),
        "guard": _("guarded"),
        "boss-child": _("the mafia's own child"),
    }
    return words.get(kind, kind)


def light_in_words(light: str) -> str:
    """How much the town is told of the dead from now on."""
    words = {
        "open": _("open game: roles of the dead are told"),
        "closed": _("closed game: roles of the dead are no longer told"),
        "light": _("light game: roles of the dead are told"),
        "dark": _("dark game: roles of the dead are no longer told"),
        "white": _("white phase: roles of the dead are told"),
        "grey": _("grey phase: of the dead only good or bad is told"),
        "black": _("black phase: roles of the dead are no longer told"),
    }
    return words.get(light, light)


def chance_in_words(chance: str) -> str:
    """What a chance is about; the name in a record is the key."""
    words = {
        "commissioner-trace": _("the commissioner leaves a trace"),
        "commissioner-reveal": _("the role of the commissioner's victim becomes known"),
        "serum-trace": _("the serum betrays the doctor"),
        "girl-silence": _("the girl's visit takes the vote"),
        "boss-trace": _("the double move betrays the boss"),
        "infection-silence": _("the infection takes the vote"),
        "infection-shahid": _("the infected shahid takes the marked one along"),
        "block-silence": _("the blackmail takes the vote"),
        "tie": _("chance decides the tie"),
        "joker-suit": _("the joker's own suit"),
        "deal": _("the deal"),
    }
    return words.get(chance, chance)
