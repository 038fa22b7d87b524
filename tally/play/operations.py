"""The operations of the host (FORMATS 2), checked by the engine and written into the log.

In: the course of a game and the words of a command. Out: a fact in the log; GameFault where a word means nothing.
"""

import difflib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.host import HOST_OPERATIONS
from engine.moments import PhaseId
from engine.reading import read_phase
from engine.record import HOST, Phase
from engine.state import State
from tally.count.host_words import ENTERED, Operation, fold_words, operation_as_data
from tally.errors import GameFault
from tally.folder.faults_in_words import describe_fault
from tally.names import Match, Status
from tally.play.course import Course
from tally.play.entries import undo_as_data
from tally.store import FactKind, Store
from tally.story.roles import side_name, winner_name
from tally.texts import _

__all__ = ["OPERATIONS", "enter_operation", "known_sides", "read_operations", "take_back"]

OPERATIONS = tuple(each for each in HOST_OPERATIONS if each != "replace")
"""Those that are entered here in every ruleset; a replacement changes players.toml too (`tally.count.entering`)."""

_OF_ONE = frozenset({"modkill", "kill", "revive", "silence", "reveal"})
_USUAL_SIDES = (
    "town", "mafia", "scum", "village", "villagers", "werewolves", "wolves", "cult", "third party", "neutral",
    "город", "мафия", "мирные", "деревня", "оборотни", "маньяк",
)  # fmt: skip
_NOBODY = {"никто": "nobody", "никого": "nobody"}


def enter_operation(
    course: Course,
    store: Store,
    now: datetime,
    do: str,
    names: tuple[str, ...],
    phase: PhaseId,
    *,
    at: str | None = None,
    text: str | None = None,
) -> Operation:
    """Store one operation. Raises GameFault for whatever the engine does not know, and for a wrong count of names."""
    if do in _OF_ONE and len(names) != 1:
        raise GameFault(_("{do}: one name is wanted, not {count}").format(do=do, count=len(names)))
    if do == "end" and not names:
        raise GameFault(_("end: who has won? Sides or players, or “nobody”"))
    if at is None and do in {poll.opener for poll in course.rules.polls}:
        raise GameFault(_("{do}: from when may be voted? --at says it").format(do=do))
    if do == "reveal" and not text:
        raise GameFault(_("reveal: what is told to the town? --text says it"))
    if do == "end":
        _require_no_end(course, store)
    state = course.state_before(phase)
    if state.winners:
        raise GameFault(_("there is no {phase}: the game was over before it").format(phase=phase))
    seats = tuple(_find_name(course, do, name, state) for name in names)
    written: dict[str, Any] = {"by": HOST, "do": do, "on": list(seats)}
    if at is not None:
        written["at"] = course.read_moment(phase, at).isoformat()
    if text is not None:
        written["text"] = text
    checked = read_phase(
        {"phase": str(phase), "choices": [written]}, course.rules, course.players, course.calendar(phase)
    )
    if not isinstance(checked, Phase):
        raise GameFault("; ".join(f"{do}: {describe_fault(fault)}" for fault in checked))
    [entry] = checked.choices
    living = {seat.id for seat in state.seats.values() if seat.alive}
    if do in ("modkill", "kill", "silence") and not set(seats) <= living:
        raise GameFault(_("{do}: {name} is out of the game already").format(do=do, name=names[0]))
    fact = store.append(FactKind.ENTRY, operation_as_data(entry), at=now, phase=str(phase))
    return Operation(phase, replace(entry, source=replace(entry.source, post=f"{ENTERED}{fact}")))


def _require_no_end(course: Course, store: Store) -> None:
    """A second word on who has won would put the first one aside without a word."""
    for each in read_operations(store):
        if each.entry.do == "end":
            told = _("the game ends in {phase} already, won by: {names}; “tally end --undo” takes that back")
            won = ", ".join(winner_name(course.rules, name) for name in each.entry.on)
            raise GameFault(told.format(phase=each.phase, names=won))


def read_operations(store: Store) -> tuple[Operation, ...]:
    """The operations that stand, in the order in which they were entered."""
    return fold_words(store.facts(FactKind.RULING, FactKind.ENTRY)).operations


def take_back(store: Store, now: datetime, number: str | None) -> Operation:
    """Take back the operation of that number (`17` or `entry17`), without one the last. Raises GameFault."""
    standing = read_operations(store)
    if number is None:
        found = standing[-1:]
    else:
        found = tuple(each for each in standing if each.entry.source.post in (number, f"{ENTERED}{number}"))
    if not found:
        raise GameFault(_("there is no operation of the host to take back"))
    [operation] = found
    if operation.entry.do == "replace":
        raise GameFault(_("a replacement is not taken back: let the former player take the seat over again"))
    entry = _number(operation)
    store.append(FactKind.ENTRY, undo_as_data(entry), at=now, phase=str(operation.phase))
    if operation.entry.do == "end":
        for each in standing:
            # that an unfinished day executes nobody was entered together with its end
            if _number(each) == entry + 1 and each.entry.do == "execute" and not each.entry.on:
                store.append(FactKind.ENTRY, undo_as_data(entry + 1), at=now, phase=str(each.phase))
    return operation


def _number(operation: Operation) -> int:
    return int(str(operation.entry.source.post).removeprefix(ENTERED))


def _find_name(course: Course, do: str, written: str, state: State) -> str:
    """The seat that is meant, for `end` also a side, for `execute` also what else can be voted for; a side that the
    rules do not have is left to the engine to refuse. Raises GameFault."""
    folded = written.strip().casefold()
    if do == "end":
        sides = {side: side for side in course.rules.sides}
        sides |= {side_name(course.rules, side).casefold(): side for side in course.rules.sides}
        found = {**sides, **_NOBODY}.get(folded)
        if found is not None:
            return found
    for seat in course.state_now().seats.values():
        if written.strip() in (seat.id, seat.name):
            # the very name goes before the case forms of another
            return seat.id
    match = course.names.match(written)
    if match.status is Status.AMBIGUOUS or match.rivals:
        called = {seat.id: seat.name for seat in state.seats.values()}
        meant = [called.get(each.seat, each.seat) for each in (*match.candidates, *match.rivals)]
        near = ", ".join([name for name in meant if name in _fitting(do, state)] or meant)
        raise GameFault(_("“{name}”: who is meant? Perhaps: {near}").format(name=written, near=near))
    if match.status is Status.MATCHED and match.grade in course.accepted_grades:
        return str(match.seat)
    if do == "end" and course.rules.free_roles:
        _require_side(course, written, match)
    elif do != "end" and written not in {word for poll in course.rules.polls for word in poll.words}:
        raise _unknown(written, do, _fitting(do, state))
    return written


def _unknown(written: str, do: str, fitting: Sequence[str]) -> GameFault:
    names = ", ".join(difflib.get_close_matches(written, fitting, n=3, cutoff=0.5) or fitting)
    if do == "revive":
        told = _("“{name}” is nobody who is out of the game; out are: {names}")
        return GameFault(told.format(name=written, names=names or "—"))
    return GameFault(_("“{name}” is not a player; there are: {all}").format(name=written, all=names))


def _fitting(do: str, state: State) -> tuple[str, ...]:
    """Those whom an operation can befall, by the names that they bear now."""
    players = [seat for seat in state.seats.values() if seat.entered]
    return tuple(seat.name for seat in players if do in ("reveal", "end") or seat.alive is (do != "revive"))


def known_sides(course: Course) -> frozenset[str]:
    """What a side may be called as far as it is known: by the rules, by players.toml, by custom; folded."""
    return frozenset({*_USUAL_SIDES, *course.rules.sides, *map(str.casefold, course.game.secrets.roles.values())})


def _require_side(course: Course, written: str, match: Match) -> None:
    """Where the rules know no sides any word may be one; a slip in a player's name or in a usual side's is none."""
    if match.candidates:
        near = ", ".join(each.seat for each in match.candidates)
        raise GameFault(_("“{name}”: who is meant? Perhaps: {near}").format(name=written, near=near))
    folded, known = written.strip().casefold(), known_sides(course)
    likely = [] if folded in known else difflib.get_close_matches(folded, sorted(known), n=1, cutoff=0.75)
    if likely:
        told = _("“{name}” is neither a player nor a side; probably “{near}” is meant")
        raise GameFault(told.format(name=written, near=likely[0]))
