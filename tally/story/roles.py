"""The names of roles, sides and offices for people, as each game's document calls them.

In: a ruleset and an id. Out: the name in the language in use; for a host's own ruleset the name that its file gives.
"""

from collections.abc import Callable, Mapping

from engine.ruleset import Ruleset
from tally.texts import _

__all__ = ["role_name", "ruleset_title", "shown_name", "side_name", "winner_name"]


def ruleset_title(ruleset: Ruleset) -> str:
    """The name of the game; for a host's own ruleset the title that its file gives."""
    words = {
        "classic": _("Classic mafia"),
        "newyear": _("New Year mafia"),
        "casino": _("Casino mafia"),
        "styles": _("Mafia with styles"),
        "mordheim": _("Mordheim"),
        "generic": _("Any forum's day game"),
    }
    return words.get(ruleset.id, ruleset.title)


def role_name(ruleset: Ruleset, role: str | None) -> str:
    """The name of a role or an office; the id itself where nobody has named it."""
    if role is None:
        return _("role unknown")
    ours = _ROLES[ruleset.id]() if ruleset.id in _ROLES else {}
    if role in ours:
        return ours[role]
    if role in ruleset.roles:
        return ruleset.roles[role].name
    return next((office.name for office in ruleset.offices if office.id == role), role)


def side_name(ruleset: Ruleset, side: str) -> str:
    """The name of a side; the id itself where nobody has named it."""
    ours = _SIDES[ruleset.id]() if ruleset.id in _SIDES else {}
    if side in ours:
        return ours[side]
    return ruleset.sides[side].name if side in ruleset.sides else side


def shown_name(ruleset: Ruleset, shown: str) -> str:
    """What the town is told of somebody: a role, an office, a side, good or bad, or that it is told nothing."""
    words = {"good": _("of the good"), "bad": _("of the bad"), "hidden": _("the role is not told")}
    if shown in words:
        return words[shown]
    return side_name(ruleset, shown) if shown in ruleset.sides else role_name(ruleset, shown)


def winner_name(ruleset: Ruleset, winner: str) -> str:
    """A side that has won, or a player who has won alone."""
    if winner == "nobody":
        return _("nobody")
    return side_name(ruleset, winner) if winner in ruleset.sides else winner


def _classic() -> Mapping[str, str]:
    return {
        "commissioner": _("commissioner"),
        "doctor": _("doctor"),
        "girl": _("girl"),
        "citizen": _("citizen"),
        "rank1": _("mafia, 1st rank"),
        "rank2": _("mafia, 2nd rank"),
        "rank3": _("mafia, 3rd rank"),
        "rank4": _("mafia, 4th rank"),
        "prostitute": _("prostitute"),
        "advocate": _("advocate"),
        "journalist": _("journalist"),
        "prosecutor": _("prosecutor"),
        "shahid": _("shahid"),
        "maniac": _("maniac"),
        "boss": _("boss of the mafia"),
    }


def _newyear() -> Mapping[str, str]:
    return {
        "rank1": _("mafia, 1st rank (Santa Claus)"),
        "rank2": _("mafia, 2nd rank (Evil Troll)"),
        "rank3": _("mafia, 3rd rank (Evil Elf)"),
        "advocate": _("advocate (Kai)"),
        "blackmailer": _("blackmailer (Nutcracker)"),
        "highlander": _("highlander (Snow Queen)"),
        "sheriff": _("sheriff (Father Frost)"),
        "sergeant": _("sergeant (Snow Maiden)"),
        "doctor": _("doctor (Snowman)"),
        "girl": _("girl (Snowflake)"),
        "prosecutor": _("prosecutor (Gerda)"),
        "shahid": _("shahid (Firecracker)"),
        "citizen": _("peaceful little beast"),
        "commissioner": _("commissioner"),
        "maniac": _("maniac"),
        "boss": _("boss of the mafia"),
    }


def _casino() -> Mapping[str, str]:
    return {
        "doctor": _("doctor"),
        "commissar": _("commissar"),
        "girl": _("girl"),
        "town-journalist": _("journalist of the town"),
        "witness": _("witness"),
        "don": _("don of the mafia"),
        "killer": _("killer"),
        "blackmailer": _("blackmailer"),
        "mafia-journalist": _("journalist of the mafia"),
        "boss-child": _("child of the Boss"),
        "joker": _("joker"),
        "werewolf": _("second joker (werewolf)"),
        "queen-of-spades": _("queen of spades"),
        "head": _("head of the mafia"),
        "citizen": _("citizen"),
    }


def _styles() -> Mapping[str, str]:
    return {
        "doctor": _("doctor"),
        "detective": _("detective"),
        "athlete": _("athlete"),
        "cloak": _("man in a cloak"),
        "fsb": _("FSB officer"),
        "citizen": _("citizen"),
        "deceiver": _("deceiver"),
        "blackmailer": _("blackmailer"),
        "know-all": _("know-all"),
        "afro": _("Afro-American"),
        "apprentice": _("apprentice"),
        "gypsy": _("gypsy"),
        "bad-boy": _("Bad boy"),
    }


def _mordheim() -> Mapping[str, str]:
    return {
        "underboss": _("underboss, Herr von Frühling"),
        "mafioso": _("mafioso of von Frühling's gang"),
        "mafia-kamikaze": _("mafia kamikaze, Karl Löwenzahn"),
        "werewolf": _("werewolf, cultist of the Raven"),
        "werewolf-mafia": _("werewolf in the mafia's place"),
        "citizen": _("seeker, a citizen"),
        "commissioner": _("commissioner, a Sigmarite"),
        "doctor": _("plague doctor"),
        "lover": _("comrade in arms"),
        "mirror": _("mirror, servant of an ancient deity"),
        "medium": _("medium"),
        "kamikaze": _("kamikaze, infected by the warp"),
        "maniac": _("maniac, cultist of Excess"),
    }


def _generic() -> Mapping[str, str]:
    return {"player": _("player")}


def _town_and_mafia() -> Mapping[str, str]:
    return {
        "town": _("the town"),
        "mafia": _("the mafia"),
        "loner": _("a loner"),
        "neutral": _("a loner"),
        "unknown": _("side unknown"),
    }


def _newyear_sides() -> Mapping[str, str]:
    return {**_town_and_mafia(), "town": _("the peaceful"), "highlander": _("highlander (Snow Queen)")}


def _casino_sides() -> Mapping[str, str]:
    return {**_town_and_mafia(), "joker": _("the joker")}


def _styles_sides() -> Mapping[str, str]:
    return {**_town_and_mafia(), "maniacs": _("the maniacs")}


def _mordheim_sides() -> Mapping[str, str]:
    return {**_town_and_mafia(), "town": _("the peaceful"), "maniac": _("the maniac"), "werewolf": _("the werewolf")}


_Names = Callable[[], Mapping[str, str]]
_ROLES: Mapping[str, _Names] = {
    "classic": _classic,
    "newyear": _newyear,
    "casino": _casino,
    "styles": _styles,
    "mordheim": _mordheim,
    "generic": _generic,
}
_SIDES: Mapping[str, _Names] = {
    "classic": _town_and_mafia,
    "newyear": _newyear_sides,
    "casino": _casino_sides,
    "styles": _styles_sides,
    "mordheim": _mordheim_sides,
    "generic": _town_and_mafia,
}
