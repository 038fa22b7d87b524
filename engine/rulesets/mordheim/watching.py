"""The werewolf's watch: whether a player was active in the night (MOR-80).

What counts as activity hosts decide differently (D-27): an annulled action, and whose the gang's common kill is.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect
from engine.rulesets.mordheim.lineup import GANG, TEAM

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["Watch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch(Effect):
    """Tells the sender `active` or `idle`; `about` is the player as named."""

    step: str = "answers"

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            board.tell(act.owner, ordered, "active" if _is_active(target, board) else "idle", self.rule)


def _is_active(seat: str, board: "Board") -> bool:
    """Whether an accepted action of this night is the seat's."""
    annulled_too = board.ruleset.values["blocked_is_active"]
    of_the_dead = board.ruleset.admission.dead_act_rule
    acts = [act for act in board.put.acts if act.stands or annulled_too or act.annulled_by == of_the_dead]
    return any(seat in _actors(act, board) for act in acts)


def _actors(act: "Act", board: "Board") -> tuple[str, ...]:
    """Whose action it is: its owner's; of the gang's common kill, whose the option says."""
    channel = board.ruleset.channels.get(act.ability.channel)
    if channel is None or channel.team != GANG:
        return (act.owner,)
    match board.ruleset.values["mafia_activity"]:
        case "none":
            return ()
        case "sender" if act.owner != TEAM:
            return (act.owner,)
    return board.team_at_start(GANG)
