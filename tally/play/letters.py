"""The private letters of a game: who is what at the start, the answers of each phase, what a replacement has to know.

In: the course of a game and what its log says of letters sent. Out: letters, each with what was sent before; after a
correction those that were sent otherwise. All of it is for the host alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.admission import may_send
from engine.board import Board
from engine.moments import PhaseId
from engine.outcome import PhaseOutcome, host_view, player_view
from engine.record import Phase
from engine.ruleset import Ruleset
from engine.state import State
from tally.folder.game import fold_name
from tally.orders.sender import who_sends
from tally.play.course import Course
from tally.store import Fact, FactKind, Store
from tally.story.actions import action_name
from tally.story.dealt import dealt_in_words
from tally.story.letters import letter
from tally.story.phases import phase_name
from tally.story.roles import role_name
from tally.texts import _, plural

__all__ = ["START", "Letter", "LetterState", "account_of", "letter_as_json", "mark_sent", "write_letters"]

START = "start"
"""What the letters about the roles are about; the others are about a phase, or `replace:PHASE`."""

_LETTER = "letter"
_TEAM = "team:"


class LetterState(StrEnum):
    """What became of a letter. `changed`: another was sent; `void`: one was sent of which nothing is left."""

    OPEN = "open"
    CHANGED = "changed"
    VOID = "void"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to a seat about something. `to`: who plays it now; `sent`: the text that was sent before."""

    about: str
    seat: str
    to: str
    text: str
    sent: str | None = None

    @property
    def state(self) -> LetterState:
        if self.sent is None:
            return LetterState.OPEN
        if not self.text:
            return LetterState.VOID
        return LetterState.SENT if self.sent == self.text else LetterState.CHANGED


def write_letters(course: Course, store: Store) -> tuple[Letter, ...]:
    """All letters of the game so far, in the order in which they are due. Phases that wait for a decision have none
    yet."""
    sent = _fold_sent(store.facts(FactKind.ENTRY))
    names = {id_: seat.name for id_, seat in course.state_now().seats.items()}
    found = {(each.about, each.seat): each for each in _letters(course)}
    letters = [replace(each, to=names.get(seat, each.to), sent=sent.get((about, seat)))
               for (about, seat), each in found.items()]  # fmt: skip
    void = (key for key, text in sent.items() if key not in found and text)
    letters += [Letter(about, seat, names.get(seat, seat), "", sent[about, seat]) for about, seat in void]
    return tuple(letters)


def mark_sent(store: Store, now: datetime, sent: Letter) -> None:
    """Write down that a letter was sent, with its text."""
    data = {"what": _LETTER, "about": sent.about, "to": sent.seat, "text": sent.text}
    store.append(FactKind.ENTRY, data, at=now)


def account_of(course: Course, to: Letter) -> tuple[str, str | None]:
    """The account to which a letter goes: its nick, and its number as the thread's posts show it."""
    seat = next((each for each in course.game.seats if each.name == to.seat), None)
    nicks = (to.to,) if seat is None else seat.nicks
    nick = to.to if fold_name(to.to) in map(fold_name, nicks) else nicks[-1]
    numbers = [
        post.latest.author_id
        for post in course.posts
        if post.latest.author_id is not None and fold_name(post.latest.author or "") == fold_name(nick)
    ]
    if not numbers and seat is not None and len(seat.account_ids) == 1:
        return nick, seat.account_ids[0]
    return nick, numbers[-1] if numbers else None


def _fold_sent(facts: Iterable[Fact]) -> dict[tuple[str, str], str]:
    """(about, seat) → the text that was sent last; empty where it was taken back."""
    return {
        (fact.data["about"], fact.data["to"]): fact.data["text"]
        for fact in facts
        if fact.data.get("what") == _LETTER
    }  # fmt: skip


def _letters(course: Course) -> Iterator[Letter]:
    start = course.state_before(course.begins)
    for id_, seat in start.seats.items():
        if seat.entered and seat.role is not None:
            yield Letter(START, id_, seat.name, "\n".join(_role_lines(course.rules, start, id_, course.begins)))
    before, told = start, dict[str, list[str]]()
    for outcome, after in course.outcomes():
        if not host_view(outcome).awaits:
            yield from _answers(course.rules, outcome, before, told)
        yield from _for_replacements(course, outcome.phase, after, told)
        before = after


# --- what a role is told ---


def _role_lines(rules: Ruleset, state: State, seat: str, phase: PhaseId) -> Iterator[str]:
    """The role as its holder is told it, who his own are, what he may do."""
    role = state.seats[seat].role
    known = rules.roles.get(role or "")
    shown = role if known is None or known.told_as is None else known.told_as
    yield _("Your role: {role}.").format(role=role_name(rules, shown))
    fields = state.seats[seat].fields
    for key, title in (("card", _("Your card: {value}.")), ("style", _("Your style: {value}."))):
        if fields.get(key):
            yield title.format(value=dealt_in_words(key, str(fields[key])))
    if shown != role:
        return  # he is told nothing else (CAS-8)
    mates = sorted(_mates(rules, state, seat, phase))
    if mates:
        yield _("With you: {names}.").format(names=", ".join(mates))
    actions = tuple(_actions(rules, state, seat, phase))
    if actions:
        yield _("You may: {actions}.").format(actions=", ".join(actions))


def _mates(rules: Ruleset, state: State, seat: str, phase: PhaseId) -> set[str]:
    """Those of his own whom he knows: the members of his team, and whom he has met."""
    board = Board(rules, state, Phase(phase))
    mates = {other for knower, other in state.acquainted if knower == seat}
    for team in rules.teams():
        channel = rules.team_channel(team.removeprefix(_TEAM))
        if channel is not None and channel.members.includes(seat, board):
            mates |= {each for each in state.alive if channel.members.includes(each, board)}
    return {state.seats[each].name for each in mates - {seat} if each in state.seats}


def _actions(rules: Ruleset, state: State, seat: str, phase: PhaseId) -> Iterator[str]:
    """What he may do, by night and by day: nothing that another has to do for him, or that may come to him later."""
    night = PhaseId(max(phase.cycle, 1), night=True)
    boards = [Board(rules, state, Phase(each)) for each in (night, night.previous)]
    for action in rules.actions:
        if any(may_send(board, action, seat) for board in boards):
            yield action_name(rules, action)
    if who_sends(rules, state, seat, night).copies:
        yield _("copy a role")


# --- the answers of a phase ---


def _answers(rules: Ruleset, outcome: PhaseOutcome, before: State, told: dict[str, list[str]]) -> Iterator[Letter]:
    """A letter to everybody who is told something; `told` keeps it, for who may take over the seat."""
    for seat, name in outcome.names.items():
        if seat not in before.seats or not before.seats[seat].entered:
            continue
        view = player_view(outcome, name)
        lines = [letter(rules, each) for each in view.told if each.to == name or each.to.startswith(_TEAM)]
        about_him = {each.about for each in view.told}
        new_role = view.roles.get(name)
        if new_role is not None and name not in about_him:
            lines.append(_("You are now: {role}.").format(role=role_name(rules, new_role)))
        lines += [
            f"{other} — {role_name(rules, role)}." for other, role in view.roles.items()
            if other != name and other not in about_him
        ]  # fmt: skip
        if lines:
            title = phase_name(outcome.phase)
            told.setdefault(seat, []).extend(f"{title}: {line}" for line in lines)
            yield Letter(str(outcome.phase), seat, name, "\n".join(lines))


# --- who takes over a seat ---


def _for_replacements(course: Course, phase: PhaseId, after: State, told: Mapping[str, list[str]]) -> Iterator[Letter]:
    """To everybody who plays a seat from the next phase on: its role, team, uses, and the answers so far."""
    for operation in course.words.operations:
        if operation.phase != phase or operation.entry.do != "replace":
            continue
        entering = operation.entry.on[1]
        seat = next((id_ for id_, each in after.seats.items() if each.name == entering), None)
        if seat is None or after.seats[seat].role is None:
            continue
        lines = [_("You play the seat of {name}.").format(name=operation.entry.on[0])]
        lines += _role_lines(course.rules, after, seat, phase.next)
        lines += _uses(course.rules, after, seat)
        lines += [_("The answers so far:"), *told[seat]] if told.get(seat) else []
        yield Letter(f"replace:{phase}", seat, entering, "\n".join(lines))


def _uses(rules: Ruleset, state: State, seat: str) -> Iterator[str]:
    """How often the seat has used each of its actions, and on whom last."""
    for (owner, action), memory in state.memories.items():
        if owner != seat or not memory.uses:
            continue
        times = plural("{count} time", "{count} times", memory.uses)
        last = ", ".join(_called(state, each) for each in memory.last.on) if memory.last is not None else ""
        if last:
            told = _("Used: {action}, {times}; the last time: {names}.")
            yield told.format(action=action_name(rules, action), times=times, names=last)
        else:
            yield _("Used: {action}, {times}.").format(action=action_name(rules, action), times=times)


def _called(state: State, seat: str) -> str:
    return state.seats[seat].name if seat in state.seats else seat


def letter_as_json(each: Letter, link: str | None) -> dict[str, Any]:
    """For other programs."""
    return {
        "about": each.about, "to": each.to, "state": each.state.value, "text": each.text, "sent": each.sent,
        "link": link,
    }  # fmt: skip
