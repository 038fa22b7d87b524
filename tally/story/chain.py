"""The chain behind an outcome, for the host: every event in order, who did what to whom, by which rule.

In: the events of a phase. Out: a line for each, its rule id in brackets.
"""

from engine.events import Event, EventKind
from engine.moments import read_phase_id
from engine.outcome import Awaited, CountedVote, PhaseOutcome, Told, host_view
from engine.record import ActionEntry, ChoiceEntry, VoteEntry
from engine.ruleset import Ruleset
from tally.story.actions import action_name, choice_name, half_name
from tally.story.acts import order_in_words
from tally.story.causes import acquittal_in_words, cause_in_words, chance_in_words, light_in_words, protection_in_words
from tally.story.host import awaited_in_words
from tally.story.letters import letter, recipient_name
from tally.story.phases import phase_name
from tally.story.refusals import refusal_in_words
from tally.story.roles import shown_name, winner_name
from tally.story.vote_reasons import reason_in_words
from tally.story.votes import ending_line
from tally.texts import _, quoted

__all__ = ["chain", "counted_in_words", "event_in_words"]


def chain(ruleset: Ruleset, outcome: PhaseOutcome) -> list[str]:
    """The lines, under the name of the phase: the votes that count and the one that ended the day, then the events."""
    votes = [f"  {counted_in_words(vote)} [{vote.rule}]" for vote in host_view(outcome).votes]
    endings = (count.ended for count in outcome.counts)
    votes += [
        f"  {ending_line(_name(outcome, ended.entry.by), ended.on and _name(outcome, ended.on))} [{ended.rule}]"
        for ended in endings
        if ended is not None
    ]
    told = [f"  {event_in_words(ruleset, outcome, event)} [{event.rule}]" for event in outcome.events]
    return [phase_name(outcome.phase), *votes, *told]


def counted_in_words(vote: CountedVote) -> str:
    """A vote that counts, with its weight."""
    colours = {"red": _("against"), "blue": _("in defence of")}
    told = colours.get(vote.colour or "", _("for"))
    weight = "" if vote.weight == 1 else f" ×{vote.weight}"
    return _("{by}: the vote counts, {colour} {on}{weight}").format(
        by=vote.by, colour=told, on=half_name(vote.on), weight=weight
    )


def event_in_words(ruleset: Ruleset, outcome: PhaseOutcome, event: Event) -> str:
    """What happened, without its rule."""
    who = ", ".join(_name(outcome, seat) for seat in event.who)
    if not who and event.entry is not None and event.kind is EventKind.REFUSED:
        # who does not play has no seat, only the name that stands in the entry
        who = event.entry.by
    by = _name(outcome, event.by)
    what = event.what or ""
    match event.kind:
        case EventKind.REFUSED:
            return _("{who}: {sent} — refused: {reason}").format(
                who=who, sent=_sent(ruleset, event), reason=_reason(event)
            )
        case EventKind.SUPERSEDED:
            return _("{who}: {sent} — replaced by another message").format(who=who, sent=_sent(ruleset, event))
        case EventKind.ACTED:
            return _("{by}: {action} takes place{on}").format(
                by=by, action=quoted(action_name(ruleset, what)), on=f" → {who}" if who else ""
            )
        case EventKind.BLOCKED:
            return _("{who}: {action} is annulled by a block ({by})").format(
                who=who, action=quoted(action_name(ruleset, what)), by=by
            )
        case EventKind.TURNED:
            return _("{who}: the action is turned ({by}) → {targets}").format(
                who=who, by=by, targets=_value(outcome, event.value)
            )
        case EventKind.DRAWN:
            drawn = _("yes") if event.value is True else _("no") if event.value is False else str(event.value)
            return _("Chance, {chance} ({who}): {drawn}").format(chance=chance_in_words(what), who=who, drawn=drawn)
        case EventKind.ATTACKED:
            return _("{who}: attacked ({cause}{by})").format(
                who=who, cause=cause_in_words(ruleset, what), by=f", {by}" if by else ""
            )
        case EventKind.STOPPED:
            return _("{who}: the attack ({cause}) is stopped — {kind}{by}").format(
                who=who,
                cause=cause_in_words(ruleset, what),
                kind=protection_in_words(str(event.value)),
                by=f", {by}" if by else "",
            )
        case EventKind.KILLED:
            return _("{who}: killed ({cause}{by})").format(
                who=who, cause=cause_in_words(ruleset, what), by=f", {by}" if by else ""
            )
        case EventKind.ACQUITTED:
            return _("{who}: not executed ({reason})").format(who=who, reason=acquittal_in_words(what))
        case EventKind.AWAITED:
            among = event.value if isinstance(event.value, tuple) else ()
            named = tuple(_name(outcome, str(each)) for each in among)
            return awaited_in_words(Awaited(event.who[0], what, named))
        case EventKind.TOLD:
            return _letter(ruleset, outcome, event)
        case EventKind.SCHEDULED | EventKind.ANNOUNCED:
            return _loose(outcome, event, who, by)
        case EventKind.EXPOSED | EventKind.REVEALED | EventKind.ROLE:
            return f"{_kind(event.kind)}: {who} — {shown_name(ruleset, str(event.value))}"
        case EventKind.LIGHT:
            return _("Light: {light}").format(light=light_in_words(str(event.value)))
        case EventKind.WON:
            winners = event.value if isinstance(event.value, tuple) else (event.value,)
            names = ", ".join(winner_name(ruleset, _name(outcome, str(each))) for each in winners)
            return _("Victory: {names}").format(names=names)
        case EventKind.RULED:
            return f"{choice_name(what)}: {who or '—'}"
    told = f"{_kind(event.kind)}: {who}"
    return f"{told} ({by})" if by not in ("", who) else told


def _kind(kind: EventKind) -> str:
    words = {
        EventKind.SAVED: _("Saved"),
        EventKind.DIED: _("Dead"),
        EventKind.CHOSEN: _("Chosen by the vote"),
        EventKind.EXECUTED: _("Executed"),
        EventKind.TIED: _("Tie"),
        EventKind.NOMINATED: _("Nominated"),
        EventKind.SILENCED: _("No vote on the coming day"),
        EventKind.VOIDED: _("Secretly no vote on the coming day"),
        EventKind.PROTECTED: _("Not to be executed on the coming day"),
        EventKind.EXPOSED: _("Made public"),
        EventKind.REVEALED: _("Told to the town"),
        EventKind.ROLE: _("New role"),
        EventKind.MARKED: _("Marked"),
        EventKind.CURED: _("Cured"),
        EventKind.TOLD: _("Letter"),
        EventKind.AWAITED: _("A decision is awaited"),
        EventKind.SCHEDULED: _("Due later"),
        EventKind.ANNOUNCED: _("Announced"),
    }
    return words.get(kind, str(kind))


def _letter(ruleset: Ruleset, outcome: PhaseOutcome, event: Event) -> str:
    to = ", ".join(recipient_name(_name(outcome, seat)) for seat in event.who)
    about, answer = event.value if isinstance(event.value, tuple) else (None, event.value)
    named = (
        tuple(_name(outcome, each) for each in about) if isinstance(about, tuple) else about and _name(outcome, about)
    )
    told = Told(to, named, str(answer))
    return f"{_kind(event.kind)}: {to} ← {letter(ruleset, told)}"


def _loose(outcome: PhaseOutcome, event: Event, who: str, by: str) -> str:
    """What is rather data than a sentence: all of it, so that nothing of the chain is lost."""
    phase = read_phase_id(str(event.value)) if event.kind is EventKind.SCHEDULED else None
    value = _value(outcome, event.value) if phase is None else phase_name(phase)
    parts = [who, _fact(event.what or ""), value, by]
    return f"{_kind(event.kind)}: " + ", ".join(part for part in parts if part)


def _fact(what: str) -> str:
    words = {
        "attack": _("an attack"),
        "prepared": _("the prepared kill"),
        "nobody-executed": _("nobody was executed"),
        "note": _("a note"),
    }
    return words.get(what, what)


def _sent(ruleset: Ruleset, event: Event) -> str:
    match event.entry:
        case VoteEntry(on=on):
            return f"→ {half_name(on)}"
        case ActionEntry() as entry:
            return order_in_words(ruleset, entry)
        case ChoiceEntry(do=do, on=names):
            return f"{choice_name(do)} → {', '.join(names)}"
    return ""


def _reason(event: Event) -> str:
    reason = event.what or ""
    return reason_in_words(reason) if isinstance(event.entry, VoteEntry) else refusal_in_words(reason)


def _name(outcome: PhaseOutcome, seat: str | None) -> str:
    if seat is None:
        return ""
    return _("the host") if seat == "host" else outcome.names.get(seat) or recipient_name(seat)


def _value(outcome: PhaseOutcome, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple | list):
        return " / ".join(part for each in value if (part := _value(outcome, each)))
    return half_name(outcome.names.get(str(value), str(value)))
