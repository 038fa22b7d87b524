"""The names of actions, host operations and things for people, as each game's document calls them.

In: a ruleset and an id as a record writes it. Out: an infinitive in the language in use, so that a sentence can say
«Вася: лечить — Петя» without bending a nick.
"""

from collections.abc import Callable, Mapping

from engine.ruleset import Ruleset
from tally.texts import _

__all__ = ["action_name", "choice_name", "half_name", "item_name"]


def action_name(ruleset: Ruleset, action: str) -> str:
    """The name of an action; for a host's own ruleset the one that its file gives; else the id itself."""
    ours = _ACTIONS[ruleset.id]() if ruleset.id in _ACTIONS else {}
    if action in ours:
        return ours[action]
    return next((each.name for each in ruleset.abilities_for(action) if each.name), action)


def choice_name(do: str) -> str:
    """The name of an operation of the host, or of what a dying player decides; the id itself for any other."""
    words = {
        "execute": _("execution by the host's ruling"),
        "modkill": _("removal by the host"),
        "kill": _("death entered by the host"),
        "revive": _("return entered by the host"),
        "silence": _("vote taken by the host"),
        "reveal": _("announcement of the host"),
        "replace": _("replacement"),
        "end": _("end of the game by the host"),
        "open-vote": _("opening of the vote"),
        "take": _("take along"),
        "become": _("become"),
    }
    return words.get(do, do)


def item_name(item: str) -> str:
    """The name of a thing that is spent on an action."""
    return {"shard": _("shard of the Chaos stone")}.get(item, item)


def half_name(half: str) -> str:
    """The name of a half of the list of players, or of nobody; anything else (a player's name) as it is."""
    words = {
        "no-execution": _("no execution"),
        "top": _("the upper half"),
        "bottom": _("the lower half"),
        "left": _("the left half"),
        "right": _("the right half"),
    }
    return words.get(half, half)


def _classic() -> Mapping[str, str]:
    return {
        "check": _("check the papers"),
        "kill": _("kill"),
        "serum": _("truth serum"),
        "heal": _("heal"),
        "poison": _("poison a player"),
        "heal-role": _("heal from a role"),
        "visit": _("visit"),
        "scare": _("scare"),
        "kill-scare": _("kill one and scare another"),
        "bribe": _("bribe the Council"),
        "infect": _("infect"),
        "silence": _("take the vote"),
        "alibi": _("give an alibi"),
        "prosecute": _("lift an alibi"),
        "mark": _("point at a player"),
        "bloody-kill": _("kill with blood"),
    }


def _newyear() -> Mapping[str, str]:
    return {**_classic(), "check": _("learn the side"), "block": _("blackmail"), "shoot": _("shoot")}


def _casino() -> Mapping[str, str]:
    return {
        "heal": _("heal"),
        "check": _("check the suit"),
        "kill": _("kill"),
        "block": _("block"),
        "compare": _("compare the suits"),
        "note": _("leave a note"),
        "watch": _("watch"),
        "role-shot": _("shot by role"),
        "seek": _("name the don"),
    }


def _styles() -> Mapping[str, str]:
    return {
        "heal": _("heal"),
        "truth-serum": _("truth serum"),
        "silence-ampoule": _("ampoule of silence"),
        "poison-ampoule": _("ampoule of poison"),
        "check": _("check"),
        "letter": _("check by letter"),
        "compare": _("compare"),
        "block": _("block"),
        "redirect": _("redirect an action"),
        "strip-alibi": _("lift an alibi"),
        "check-maniac": _("check for a maniac"),
        "mark": _("point at a player"),
        "shoot-if-mafia": _("shoot on a condition"),
        "prepare": _("prepare a kill"),
        "shoot": _("shoot"),
        "mafia-kill": _("the team's kill"),
        "extra-shot": _("extra shot"),
        "disguise": _("choose a disguise"),
        "swap": _("exchange appearances"),
        "check-style": _("check the style"),
        "alibi": _("give an alibi"),
        "become": _("become"),
        "curse": _("curse a player"),
        "jam": _("turn an action into a block"),
        "trap": _("set a trap"),
    }


def _mordheim() -> Mapping[str, str]:
    return {
        "kill": _("kill"),
        "pass": _("kill nobody"),
        "heal": _("heal"),
        "check": _("check"),
        "visit": _("visit"),
        "reflect": _("reflect onto a player"),
        "seek": _("look for the commissioner"),
        "scan": _("scan a half"),
        "watch": _("watch for activity"),
    }


_ACTIONS: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "classic": _classic,
    "newyear": _newyear,
    "casino": _casino,
    "styles": _styles,
    "mordheim": _mordheim,
}
