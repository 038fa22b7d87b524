"""What the town is told of a phase, in the words of a host who posts it in the thread.

In: the town's view of a phase, nothing else. Out: lines in the language in use.
"""

from engine.outcome import Announcement, TownView
from engine.ruleset import Ruleset
from tally.story.actions import half_name
from tally.story.causes import acquittal_in_words, light_in_words
from tally.story.roles import role_name, shown_name, winner_name
from tally.story.votes import poll_name
from tally.texts import _

__all__ = ["news", "winners_line"]


def news(ruleset: Ruleset, view: TownView, *, light_before: str | None, decided: bool) -> list[str]:
    """The results of a phase. `decided`: no decision of the host is open; `light_before`: the last light announced."""
    night = view.phase.startswith("night")
    lines = _night_deaths(ruleset, view) if night else _execution(ruleset, view, decided)
    lines += [_told_of(ruleset, name, role) for name, role in view.revealed.items() if name not in view.dead]
    lines += [_silenced(name) for name in view.silenced]
    lines += [_exposed(ruleset, name, role) for name, role in view.exposed.items()]
    lines += [line for each in view.announced if (line := _announced(ruleset, each)) is not None]
    if view.light is not None and view.light != light_before:
        light = light_in_words(view.light)
        lines.append(f"{light[:1].upper()}{light[1:]}.")
    if view.winners:
        lines.append(winners_line(ruleset, view.winners))
    return lines


def winners_line(ruleset: Ruleset, winners: tuple[str, ...]) -> str:
    """How the game ended."""
    if winners == ("nobody",):
        return _("The game is over; nobody has won.")
    names = ", ".join(winner_name(ruleset, winner) for winner in winners)
    return _("The game is over. Victory: {names}.").format(names=names)


def _with_role(ruleset: Ruleset, view: TownView, name: str) -> str:
    shown = view.revealed.get(name)
    if shown is None:
        return name
    role = shown_name(ruleset, shown)
    return f"{name} ({role})" if shown == "hidden" else f"{name} — {role}"


def _night_deaths(ruleset: Ruleset, view: TownView) -> list[str]:
    dead = [_with_role(ruleset, view, name) for name in view.dead]
    if not dead:
        return [_("Nobody died in the night.")]
    if len(dead) == 1:
        return [_("Died in the night: {name}.").format(name=dead[0])]
    return [_("Died in the night: {names}.").format(names=", ".join(dead))]


def _execution(ruleset: Ruleset, view: TownView, decided: bool) -> list[str]:
    lines = []
    executed = {name: _with_role(ruleset, view, name) for name in view.executed}
    polls = _other_polls(view)
    first = [shown for name, shown in executed.items() if name not in polls]
    if first:
        lines.append(_("Executed: {names}.").format(names=", ".join(first)))
    for name, prefix in polls.items():
        lines.append(f"{poll_name(prefix)}: {executed[name]}.")
    for name, reason in view.acquitted.items():
        lines.append(_("{name}: not executed ({reason}).").format(name=name, reason=acquittal_in_words(reason)))
    if decided and not executed and not view.acquitted:
        lines.append(_("Nobody is executed today."))
    others = [_with_role(ruleset, view, name) for name in view.dead if name not in view.executed]
    if others:
        lines.append(_("Also out of the game: {names}.").format(names=", ".join(others)))
    return lines


def _other_polls(view: TownView) -> dict[str, str]:
    """Who was executed by another poll than the first (MOR-50), and by which: who could be chosen in that one alone."""
    found: dict[str, str] = {}
    for key, scores in view.extras.items():
        prefix, is_scores, _rest = key.rpartition("_scores")
        if is_scores:
            found |= {name: prefix for name in view.executed if name in scores and name not in view.scores}
    return found


def _told_of(ruleset: Ruleset, name: str, role: str) -> str:
    """What the host tells of somebody who has died before (GEN-50)."""
    return _("What is told of {name}: {role}.").format(name=name, role=shown_name(ruleset, role))


def _silenced(name: str) -> str:
    # the document's own words (CLA-104)
    return _("Today {name} may not vote.").format(name=name)


def _exposed(ruleset: Ruleset, name: str, role: str) -> str:
    if role == "boss":
        return _("Traces are left: the boss of the mafia is {name}.").format(name=name)
    return _("A role becomes known: {name} — {role}.").format(name=name, role=role_name(ruleset, role))


def _announced(ruleset: Ruleset, fact: Announcement) -> str | None:
    """None for what the lines about the execution say already."""
    who = "" if fact.who is None else half_name(fact.who)
    match fact.what:
        case "nobody-executed":
            return None
        case "victim-of":
            killer = role_name(ruleset, str(fact.value))
            return _("Traces are found: {name}. The killer: {role}.").format(name=who, role=killer)
        case "note":
            return _("A note: “{text}”").format(text=fact.value)
        case "scan":
            return _("Scan of {half}: mafiosi — {count}.").format(half=who, count=fact.value)
    said = fact.what if fact.value is None else str(fact.value)
    return f"{who}: {said}" if who else said
