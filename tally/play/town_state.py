"""The game as the town knows it: what was announced, and of what was not yet announced only what anybody may count.

In: a state of the host's fold. Out: one from which a public table can be counted without telling a secret.
"""

from dataclasses import replace

from engine.ruleset import Ruleset
from engine.state import State
from tally.play.announcements import Announced

__all__ = ["as_announced", "as_called_now", "without_secrets"]


def as_called_now(announced: Announced, state: State) -> Announced:
    """The announcement with those alive called as they are now: who has taken over a seat since is no other result."""
    called = {former: seat.name for seat in state.seats.values() for former in seat.former}
    alive = tuple(sorted(called.get(name, name) for name in announced.alive))
    return replace(announced, alive=alive, data={**announced.data, "alive": list(alive)})


def as_announced(state: State, announced: Announced) -> State:
    """The state after an announced phase, with those alive whom the town was told to be.

    The host's fold may have gone another way since: what was announced stays until he decides.
    """
    told = frozenset(as_called_now(announced, state).alive)
    seats = {id_: replace(seat, alive=seat.name in told) if seat.entered else seat for id_, seat in state.seats.items()}
    return replace(state, seats=seats, winners=announced.view.winners)


def without_secrets(rules: Ruleset, state: State) -> State:
    """The state with nobody's role known, and nothing that somebody did in secret.

    Played on from here, a day comes to what a careful reader of the thread would make of it.
    """
    role = rules.default_role
    seats = {id_: replace(seat, role=role, dealt=role, side=None, fields={}) for id_, seat in state.seats.items()}
    return replace(
        state,
        seats=seats,
        offices={},
        statuses=tuple(each for each in state.statuses if each.public),
        dues=(),
        memories={},
        acquainted=frozenset(),
        notes={},
        roles_at_start=frozenset(),
        winners=(),
    )
