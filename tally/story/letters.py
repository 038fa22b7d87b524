"""What a player or a team is told in private, as the host would write it.

In: a private message of an outcome. Out: a sentence in the language in use, without its recipient.
"""

from engine.outcome import Told
from engine.ruleset import Ruleset
from tally.story.actions import half_name
from tally.story.roles import role_name
from tally.texts import _

__all__ = ["letter", "recipient_name"]

_TEAM = "team:"


def letter(ruleset: Ruleset, told: Told) -> str:
    """The sentence. An answer that is no code (a witness is told a nick) stands as it is."""
    about = _join(told.about)
    sentences = {
        "in-charge": _("You lead the mafia from now on."),
        "kill-earned": _("You have earned a kill."),
        "blocked": _("Your action did not take place: you were blocked."),
        "boss-child": _("{about} is the child of the Boss.").format(about=about),
        "role-shot": _("The killer is gone ({about}); his shot by role is the mafia's now.").format(about=about),
    }
    if told.answer in sentences:
        return sentences[told.answer]
    answer = _answer(ruleset, told)
    if told.about is None:
        return _("The answer: {answer}.").format(answer=answer)
    if told.about == told.to and _is_of_the_game(ruleset, told.answer):
        return _("You are now: {role}.").format(role=answer)
    return f"{about}: {answer}."


def recipient_name(to: str) -> str:
    """Whom a message goes to: a player, or a whole team."""
    teams = {"mafia": _("the whole mafia"), "maniacs": _("both maniacs")}
    team = to.removeprefix(_TEAM)
    return teams.get(team, team) if to.startswith(_TEAM) else to


def _join(about: str | tuple[str, ...] | None) -> str:
    if about is None:
        return ""
    return half_name(about) if isinstance(about, str) else ", ".join(about)


def _is_of_the_game(ruleset: Ruleset, answer: str) -> bool:
    """Whether the answer is a role or an office; what a check of oneself tells is none."""
    return answer in ruleset.roles or any(office.id == answer for office in ruleset.offices)


def _answer(ruleset: Ruleset, told: Told) -> str:
    words = {
        "yes": _("yes"),
        "no": _("no"),
        "refused": _("the question is not allowed"),
        "mafia": _("mafia"),
        "not-mafia": _("not mafia"),
        "town": _("of the town"),
        "neutral": _("neither town nor mafia"),
        "maniac": _("a maniac"),
        "not-maniac": _("no maniac"),
        "good": _("a good role"),
        "bad": _("a bad role"),
        "hearts": _("hearts"),
        "diamonds": _("diamonds"),
        "clubs": _("clubs"),
        "spades": _("spades"),
        "same": _("the same"),
        "different": _("different"),
        "don": _("the don of the mafia"),
        "not-don": _("not the don"),
        "white": _("white style"),
        "grey": _("grey style"),
        "black": _("black style"),
        "active": _("was active this night"),
        "idle": _("was idle this night"),
    }
    if told.answer in words:
        return words[told.answer]
    if _is_of_the_game(ruleset, told.answer):
        return role_name(ruleset, told.answer)
    if told.about is not None:
        return _("the attacker is {name}").format(name=told.answer)
    return told.answer
