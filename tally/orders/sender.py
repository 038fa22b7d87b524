"""Who sends a line, and what he may order in a phase: asked of the engine, which knows roles, offices and copies.

In: the rules, the state before the phase. Out: a `Sender`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.abilities.base import Ability, TargetKind
from engine.admission import owner_of
from engine.board import Board
from engine.moments import PhaseId
from engine.record import ActionEntry, Phase
from engine.ruleset import Ruleset
from engine.state import State

__all__ = ["Sender", "Shape", "who_sends"]

TEAM = "team:"


@dataclass(frozen=True, slots=True)
class Shape:
    """What an action takes: how many targets, players or halves of the list; a guessed role. `rule`: what says so."""

    min: int = 1
    max: int = 1
    halves: bool = False
    guess: bool = False
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends. `own`: the actions that he has; `shapes`: of these and all others that the ruleset plays now.

    `choices`: what a player may decide besides, whether he now may or not; `copies`: role → the actions that he may do
    in its guise; `role`: his own; `in_play`: the roles that were dealt; `stacks`: action → the stack of messages in
    which one takes the place of another.
    """

    by: str
    role: str | None
    own: frozenset[str]
    choices: frozenset[str]
    shapes: Mapping[str, Shape]
    copies: Mapping[str, frozenset[str]]
    in_play: frozenset[str]
    stacks: Mapping[str, str]

    @property
    def is_team(self) -> bool:
        return self.by.startswith(TEAM)

    def dealt(self, roles: Iterable[str]) -> tuple[str, ...]:
        """Of several roles that a word may mean, those that were dealt; all where none was."""
        given = tuple(dict.fromkeys(roles))
        return tuple(role for role in given if role in self.in_play) or given

    def shape(self, action: str) -> Shape:
        return self.shapes.get(action, Shape())


def who_sends(rules: Ruleset, state: State, by: str, phase: PhaseId) -> Sender:
    """What `by` (a name or `team:…`) may order in the phase; in a night the actions of its day too."""
    phases = (phase, phase.previous) if phase.night else (phase,)
    boards = [Board(rules, state, Phase(each)) for each in phases if each.cycle or each.night]
    sender = boards[0].find(by) or by
    having = [
        (board, ability)
        for board in reversed(boards)
        for ability in reversed(rules.abilities)
        if owner_of(board, ability, _team_or_holder(board, sender)) is not None
    ]
    own = {ability.action: _shape(ability) for _board, ability in having}
    others = {ability.action: _shape(ability) for ability in reversed(rules.abilities)}
    return Sender(
        by=by,
        role=None if sender.startswith(TEAM) else boards[0].role(sender),
        own=frozenset(own),
        choices=frozenset(rules.player_choices) - frozenset(rules.actions),
        shapes={**others, **own},
        copies=_copies(rules, boards, sender),
        in_play=state.roles_at_start,
        stacks={ability.action: _stack(board, ability, _team_or_holder(board, sender)) for board, ability in having},
    )


def _team_or_holder(board: Board, sender: str) -> str:
    """A team's message is read as that of its office's holder, where it has one."""
    if not sender.startswith(TEAM):
        return sender
    channel = board.ruleset.team_channel(sender.removeprefix(TEAM))
    return (board.holder(channel.office) if channel is not None and channel.office else None) or sender


def _shape(ability: Ability) -> Shape:
    targets = ability.targets
    return Shape(targets.min, targets.max, targets.kind is TargetKind.HALF, ability.guess is not None, ability.rule)


def _copies(rules: Ruleset, boards: list[Board], sender: str) -> dict[str, frozenset[str]]:
    """The actions of each role, where the ruleset's own hook lets the sender take on one of them; else nothing.

    Whether just now he may take on that role is for the engine to say.
    """
    if sender.startswith(TEAM) or not any(_may_copy(rules, board, sender) for board in boards):
        return {}
    return {
        role: frozenset(each.action for each in rules.abilities if role in each.who.roles)
        for role in rules.roles
        if role != boards[0].role(sender)
    }


def _may_copy(rules: Ruleset, board: Board, sender: str) -> bool:
    for action in rules.actions:
        plain = set(map(id, rules.find_abilities(board, sender, ActionEntry(sender, action))))
        for role in rules.roles:
            found = rules.find_abilities(board, sender, ActionEntry(sender, action, as_role=role))
            if any(id(each) not in plain and owner_of(board, each, sender) for each in found):
                return True
    return False


def _stack(board: Board, ability: Ability, sender: str) -> str:
    """The stack of messages in which the sender's next one takes the place of the one before."""
    channel = board.ruleset.channels.get(ability.channel)
    own = channel is not None and channel.shares_own and owner_of(board, ability, sender) == sender
    return f"{board.now} {'own' if own else ability.channel}"
