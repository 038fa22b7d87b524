"""Plays phases: admit, choose, the ruleset's steps, what the host did, deaths, aftermath, light, victory.

`play_phase` takes a state and gives an outcome and the next state; a game is a fold of it over its phases.
"""

from dataclasses import replace
from datetime import date
from itertools import permutations
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from engine.abilities.base import Who
from engine.admission import admit
from engine.board import Board
from engine.channels import choose_acts
from engine.deciding import decide_poll
from engine.events import EventKind
from engine.host import (
    bring_back_in_time,
    carry_out,
    end_by_host,
    leave_out_the_removed,
    replace_players,
    reveal_by_host,
)
from engine.light import reveal_dead, set_light
from engine.moments import Calendar, PhaseId
from engine.outcome import GameOutcome, PhaseOutcome
from engine.record import GameRecord, Phase, Player
from engine.settle import settle
from engine.state import Memory, Seat, State, Used
from engine.succession import first_holder
from engine.victory import check_victory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.ruleset import Ruleset

__all__ = ["play", "play_phase", "run_step", "start_game"]

SOME_DAY = date(2000, 1, 1)


def start_game(
    ruleset: "Ruleset",
    players: "Sequence[Player]",
    *,
    seed: str = "0",
    zone: ZoneInfo | None = None,
    first_day: date | None = None,
) -> State:
    """The state before the first phase. Without `first_day` the game lies on an arbitrary date."""
    seats = {
        player.name: Seat(
            id=player.name,
            name=player.name,
            role=player.role or ruleset.default_role,
            dealt=player.role or ruleset.default_role,
            entered=not player.fields.get("reserve", False),
            aliases=player.aliases,
            fields=player.fields,
        )
        for player in players
    }
    calendar = Calendar(
        zone or ZoneInfo(ruleset.clock.zone), first_day or SOME_DAY, past_midnight=ruleset.clock.past_midnight
    )
    entered = [seat for seat in seats.values() if seat.entered]
    state = State(
        seats=seats,
        calendar=calendar,
        seed=seed,
        players_at_start=len(entered),
        roles_at_start=frozenset(seat.role for seat in entered if seat.role is not None),
        acquainted=frozenset(_acquainted(ruleset, entered)),
    )
    offices = {}
    for office in ruleset.offices:
        holder = first_holder(office, state.alive, lambda seat: seats[seat].role)
        if holder is not None:
            offices[office.id] = holder
    return replace(state, offices=offices)


def _acquainted(ruleset: "Ruleset", seats: "Iterable[Seat]") -> "Iterator[tuple[str, str]]":
    """Who knows whom from the start, beside those who send something together (STY-7)."""
    sides = {seat.id: ruleset.side_of(seat.role) for seat in seats}
    for one, other in permutations(sides, 2):
        side = sides[one]
        if side is not None and side == sides[other] and ruleset.sides[side].acquainted:
            yield one, other


def play(record: GameRecord, until: PhaseId | None = None) -> GameOutcome:
    """The whole record, or its phases up to `until` (that one included). Phases after the game's end are not played."""
    state = start_game(record.ruleset, record.players, seed=record.seed, zone=record.zone, first_day=record.first_day)
    phases: list[PhaseOutcome] = []
    states: list[State] = []
    for phase in record.phases:
        if state.winners or (until is not None and until < phase.id):
            break
        outcome, state = play_phase(record.ruleset, state, phase)
        phases.append(outcome)
        states.append(state)
    alive = tuple(state.seats[seat].name for seat in state.alive)
    winners = tuple(state.seats[each].name if each in state.seats else each for each in state.winners)
    return GameOutcome(record.ruleset.id, tuple(phases), tuple(states), alive, winners)


def play_phase(ruleset: "Ruleset", state: State, phase: Phase) -> tuple[PhaseOutcome, State]:
    """What follows from the phase, and the state after it. Raises ValueError where the game is over already."""
    if state.winners:
        raise ValueError(f"the game is over, {phase.id} is not played")
    board = Board(ruleset, state, phase)
    choose_acts(board, admit(board))
    _set_the_doomed_aside(board)
    bring_back_in_time(board)
    _run_steps(board)
    carry_out(board)
    settle(board)
    leave_out_the_removed(board)
    reveal_by_host(board)
    for name in ruleset.aftermath:
        run_step(board, name)
    reveal_dead(board)
    set_light(board)
    end_by_host(board)
    check_victory(board)
    return _outcome(board), _next_state(board)


def _set_the_doomed_aside(board: Board) -> None:
    """With `dead_act = false` nothing that the dead of this night sent takes place, but for what outlives them (D-18).

    Who dies is found by playing the night without what the dead sent, until nobody else dies of that.
    """
    if board.ruleset.admission.dead_act or not board.now.night:
        return
    doomed: set[str] = set()
    while True:
        rehearsal = Board(board.ruleset, board.before, board.phase)
        choose_acts(rehearsal, admit(rehearsal))
        _set_aside(rehearsal, doomed)
        for step in board.ruleset.night:
            run_step(rehearsal, step)
        if set(rehearsal.put.deaths) <= doomed:
            break
        doomed |= set(rehearsal.put.deaths)
    _set_aside(board, doomed)


def _set_aside(board: Board, doomed: set[str]) -> None:
    for act in board.put.acts:
        if act.owner in doomed and not act.ability.outlives:
            act.annulled_by = board.ruleset.admission.dead_act_rule


def _run_steps(board: Board) -> None:
    steps = board.ruleset.steps(board.now.night)
    noted = "blocks" not in steps
    if noted:
        _note_acts(board)
    for name in steps:
        run_step(board, name)
        if not noted and name == "blocks":
            noted = True
            _note_acts(board)


def run_step(board: Board, name: str) -> None:
    """The effects and traits of a step, together, then its procedure or poll."""
    for act in board.put.acts:
        if not act.stands or board.falls(act):
            continue
        for effect in act.ability.effects:
            if effect.step == name:
                effect.apply(act, board)
    for trait in board.ruleset.traits:
        if trait.step == name:
            for seat in _those(board, trait.who):
                trait.apply(seat, board)
    procedure = board.ruleset.procedures.get(name)
    if procedure is not None:
        procedure(board)
    poll = board.ruleset.poll(name)
    if poll is not None:
        decide_poll(board, poll)


def _those(board: Board, who: Who) -> tuple[str, ...]:
    return tuple(seat for seat in board.living() if who.includes(seat, board))


def _note_acts(board: Board) -> None:
    for act in board.standing_acts():
        board.log(EventKind.ACTED, act.ability.rule, *act.targets, by=act.owner, what=act.action, entry=act.entry)


def _outcome(board: Board) -> PhaseOutcome:
    return PhaseOutcome(
        phase=board.now,
        events=tuple(board.events),
        counts=tuple(board.put.host_counts),
        town_counts=tuple(board.put.town_counts),
        names={seat.id: seat.name for seat in board.seats.values()},
        sent=board.sent,
        extras=board.put.extras,
    )


def _next_state(board: Board) -> State:
    coming = board.now.next
    light = next((str(each.value) for each in reversed(board.events) if each.kind is EventKind.LIGHT), None)
    return replace(
        board.before,
        seats=replace_players(board),
        phase=board.now,
        offices=board.offices,
        statuses=tuple(each for each in board.statuses if each.until is None or coming <= each.until),
        dues=tuple(board.dues),
        memories=_memories(board),
        acquainted=frozenset(board.acquainted),
        notes=board.notes,
        light=light or board.before.light,
        votes=_votes(board),
        winners=board.winners,
    )


def _votes(board: Board) -> dict[str, tuple[str, str | None]]:
    """How each seat voted in the main poll of the last day, for rules that look back at it."""
    if board.now.night:
        return dict(board.before.votes)
    main = next((count for count in board.put.host_counts if count.prefix == ""), None)
    return {vote.by: (vote.on, vote.colour) for vote in main.votes} if main is not None else {}


def _memories(board: Board) -> dict[tuple[str, str], Memory]:
    """What each seat has done with its abilities, this phase included. An annulled act counts only where the ruleset
    says so (CLA-43, D-10)."""
    memories = dict(board.memories)
    for act in board.put.acts:
        if not act.stands and not board.ruleset.admission.annulled_counts:
            continue
        key = (act.owner, act.action)
        before = memories.get(key, Memory())
        used = Used(
            phase=board.now,
            on=act.order.ordered,
            guess=act.entry.guess,
            as_role=act.entry.as_role,
            met=act.met,
            annulled=not act.stands,
        )
        memories[key] = replace(
            before,
            uses=before.uses + 1,
            last=used,
            ever=before.ever | frozenset(act.order.ordered),
            phases=before.phases | {board.now},
        )
    return memories
