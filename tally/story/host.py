"""A phase as the host reads it: everything, secrets included.

In: the outcome of a phase. Out: lines in the language in use; two spaces set off what belongs to the line above.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.events import EventKind
from engine.outcome import Awaited, HostView, PhaseOutcome, host_view, town_view
from engine.record import ChoiceEntry
from engine.ruleset import Ruleset
from tally.story.actions import choice_name
from tally.story.acts import act_lines
from tally.story.causes import acquittal_in_words, cause_in_words, chance_in_words, protection_in_words
from tally.story.letters import letter, recipient_name
from tally.story.news import news
from tally.story.phases import phase_name
from tally.story.roles import role_name
from tally.story.votes import poll_name, poll_votes, refused_line, vote_table
from tally.texts import _

__all__ = ["awaited_in_words", "finished_story", "host_story"]


def host_story(
    ruleset: Ruleset, outcome: PhaseOutcome, *, roles: Mapping[str, str | None], light_before: str | None
) -> list[str]:
    """The story. `roles`: name → the role with which a player went into the phase."""
    return _story(ruleset, outcome, roles, light_before, _("What follows, for the host"))


def finished_story(
    ruleset: Ruleset, outcome: PhaseOutcome, *, roles: Mapping[str, str | None], light_before: str | None
) -> list[str]:
    """The same once the game is over and everybody may read it."""
    return _story(ruleset, outcome, roles, light_before, _("What came of it"))


def _story(
    ruleset: Ruleset,
    outcome: PhaseOutcome,
    roles: Mapping[str, str | None],
    light_before: str | None,
    results: str,
) -> list[str]:
    view = host_view(outcome)
    decided = not view.awaits
    sections = [
        (_("Nominated, in this order"), [", ".join(view.nominated)] if view.nominated else []),
        (_("Votes"), vote_table(view.votes, view.scores, view.against, view.defence)),
        *((poll_name(prefix), table) for prefix, table in poll_votes(view.extras)),
        (_("Refused"), [refused_line(ruleset, each) for each in view.rejected]),
        (_("Have not voted"), [", ".join(view.missing)] if view.missing else []),
        (_("Actions"), act_lines(ruleset, outcome, roles)),
        (_("Chances"), _chances(outcome)),
        (_("The host's decisions"), _rulings(outcome)),
        (results, [*_futile_attacks(ruleset, outcome), *_results(ruleset, view)]),
        (_("Letters"), [f"{recipient_name(each.to)} ← {letter(ruleset, each)}" for each in view.told]),
        (_("To the town"), news(ruleset, town_view(outcome), light_before=light_before, decided=decided)),
    ]
    lines = [phase_name(outcome.phase)]
    for title, section in sections:
        if section:
            lines.append(f"  {title}:")
            lines += [f"    {line}" for line in section]
    return lines


def _chances(outcome: PhaseOutcome) -> list[str]:
    """Each draw, with what was drawn; its key as a record fixes it."""
    lines = []
    for event in outcome.events:
        if event.kind is EventKind.DRAWN:
            who = ", ".join(outcome.names.get(seat, seat) for seat in event.who)
            drawn = _("yes") if event.value else _("no")
            lines.append(f"{chance_in_words(event.what or '')} ({event.what}:{who}): {drawn}")
    return lines


def _rulings(outcome: PhaseOutcome) -> list[str]:
    lines = []
    for event in outcome.events:
        if event.kind is EventKind.RULED and isinstance(event.entry, ChoiceEntry):
            lines.append(f"{choice_name(event.entry.do)}: {', '.join(event.entry.on) or '—'}")
    return lines


def _futile_attacks(ruleset: Ruleset, outcome: PhaseOutcome) -> list[str]:
    """The attacks that an immunity makes as if they had never been: nobody is attacked, nobody saved."""
    real = {(event.what, event.who) for event in outcome.events if event.kind is EventKind.ATTACKED}
    return [
        _("The attack does nothing: {name} ({cause}; {kind})").format(
            name=", ".join(outcome.names.get(seat, seat) for seat in event.who),
            cause=cause_in_words(ruleset, event.what or ""),
            kind=protection_in_words(str(event.value)),
        )
        for event in outcome.events
        if event.kind is EventKind.STOPPED and (event.what, event.who) not in real
    ]


def _results(ruleset: Ruleset, view: HostView) -> Iterable[str]:
    """What came of the phase that the town's news do not say, or say without its reasons."""
    lists = (
        (_("Tie: {names}"), view.tie),
        (_("Saved from death: {names}"), view.saved),
        (_("Actions annulled: {names}"), view.blocked),
        (_("No vote on the coming day, said aloud: {names}"), view.silenced),
        (_("No vote on the coming day, secret: {names}"), view.void_votes),
        (_("Will not be executed on the coming day: {names}"), view.protected),
    )
    for name in view.dead:
        causes = ", ".join(cause_in_words(ruleset, cause) for cause in view.causes.get(name, ()))
        yield _("Dies: {name}; cause: {causes}").format(name=name, causes=causes)
    for name, reason in view.acquitted.items():
        yield _("Chosen, but not executed: {name} ({reason})").format(name=name, reason=acquittal_in_words(reason))
    for message, names in lists:
        if names:
            yield message.format(names=", ".join(names))
    for name, role in view.roles.items():
        yield _("New role: {name} — {role}").format(name=name, role=role_name(ruleset, role))
    for awaited in view.awaits:
        yield awaited_in_words(awaited)
    yield from _extras(view.extras)


def awaited_in_words(awaited: Awaited) -> str:
    """Who owes which decision, and between whom."""
    words = {
        "tie": _("a ruling on the tie"),
        "answer": _("an answer to the question"),
        "companion": _("whom to take along"),
        "take": _("whom to take along"),
        "unclear": _("how to read an unclear vote"),
    }
    decider = _("the host") if awaited.who == "host" else awaited.who
    told = _("Waits for a decision: {who} — {what}").format(who=decider, what=words.get(awaited.what, awaited.what))
    return f"{told} ({', '.join(awaited.among)})" if awaited.among else told


def _extras(extras: Mapping[str, Any]) -> Iterable[str]:
    """The keys that a ruleset's page adds and that are no tables of votes."""
    if extras.get("inactive"):
        yield _("Took no part in this day: {names}").format(names=", ".join(extras["inactive"]))
    flags = {"dead-post": _("a post of a dead player"), "outsider-post": _("a post of an outsider")}
    for flag in extras.get("flags", ()):
        yield f"{flag['who']}: {flags.get(flag['what'], flag['what'])}"
    for key, value in extras.items():
        prefix, found, kind = key.rpartition("_")
        if not found or not value:
            continue
        if kind == "missing":
            yield _("{poll}, have not voted: {names}").format(poll=poll_name(prefix), names=", ".join(value))
        elif kind == "nominated":
            yield _("{poll}, nominated: {names}").format(poll=poll_name(prefix), names=", ".join(value))
        elif kind == "tie":
            yield _("{poll}, tie: {names}").format(poll=poll_name(prefix), names=", ".join(value))
