"""The whole game as it is told once it is over: who was who, every night, the true weights, the seed and the draws.

In: the course of a game. Out: a `Finale`; None until the end was announced.
"""

from dataclasses import dataclass, replace

from engine.events import EventKind
from engine.moments import PhaseId
from engine.outcome import PhaseOutcome
from engine.record import VoteEntry
from engine.state import State
from tally.folder.game import Game
from tally.play.course import Course
from tally.story.host import finished_story

__all__ = ["Finale", "collect_finale"]


@dataclass(frozen=True, slots=True)
class Finale:
    """The whole game, told once it is over: who was who, each phase with all that the host saw of it, the chances.

    `roles`: player → role at the deal and at the end; `phases`: lines of each; `seed` None: the game has none.
    """

    roles: tuple[tuple[str, str | None, str | None], ...]
    phases: tuple[tuple[PhaseId, tuple[str, ...]], ...]
    draws: tuple[tuple[PhaseId, tuple[tuple[str, bool], ...]], ...]
    seed: str | None


def collect_finale(course: Course, game: Game) -> Finale | None:
    """Everything, once the town was told that the game is over, and only then."""
    last = max(course.announced, default=None)
    if last is None or not course.announced[last].view.winners:
        return None
    before = course.state_before(PhaseId(1, night=False))
    phases, after = [], before
    dealt = {id_: seat.role for id_, seat in before.seats.items()}
    for outcome, state in course.outcomes():
        phases.append((outcome.phase, _story(course, outcome, after)))
        after = state
    roles = tuple((seat.name, dealt.get(id_), seat.role) for id_, seat in after.seats.items() if seat.entered)
    draws = tuple((phase, tuple(sorted(course.draws[phase].items()))) for phase in sorted(course.draws))
    seed = None if game.secrets.seed is None else str(game.secrets.seed)
    return Finale(roles, tuple(phases), draws, seed)


def _story(course: Course, outcome: PhaseOutcome, before: State) -> tuple[str, ...]:
    """A phase as the host read it. Refused votes stand on the page of their day, without the texts that were hidden."""
    events = tuple(
        event
        for event in outcome.events
        if not (event.kind is EventKind.REFUSED and isinstance(event.entry, VoteEntry))
    )
    roles = {seat.name: seat.role for seat in before.seats.values()}
    shown = replace(outcome, events=events)
    lines = finished_story(course.rules, shown, roles=roles, light_before=course.light_before(outcome.phase))
    return tuple(lines[1:])
