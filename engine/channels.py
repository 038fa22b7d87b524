"""Which message of a channel is in effect: the last, or the most senior sender's; the others are superseded."""

from typing import TYPE_CHECKING

from engine.abilities.base import Refusal
from engine.acts import Act
from engine.admission import OWN, refuse
from engine.events import EventKind
from engine.ruleset import Answerable, Channel, Pick

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["choose_acts", "choose_late"]


def choose_acts(board: "Board", admitted: list[Act]) -> None:
    """Put the acts in effect on the board. A channel whose acts fall with their senders keeps all its messages until
    the blocks are known (`choose_late`)."""
    channels = board.ruleset.channels
    own: dict[str, list[Act]] = {}
    shared: dict[str, list[Act]] = {name: [] for name in channels}
    for act in admitted:
        channel = channels.get(act.ability.channel)
        if channel is None or (channel.shares_own and act.sender == act.owner):
            own.setdefault(_own_stack(act, channel), []).append(act)
        else:
            shared[act.ability.channel].append(act)
    chosen: list[Act] = []
    for stack in own.values():
        for act in stack[:-1]:
            _supersede(board, act)
        shared.get(stack[-1].ability.channel, chosen).append(stack[-1])
    for name, channel in channels.items():
        chosen += _in_effect(board, channel, sorted(shared[name], key=_place))
    board.put.acts = sorted(chosen, key=_place)


def _own_stack(act: Act, channel: Channel | None) -> str:
    """One stack for a player's own action and for each channel that only he fills (`own`, or a name of its own)."""
    name = OWN if channel is not None else act.ability.channel
    apart = act.order.ordered if act.ability.several else ()
    return " ".join((name, act.sender, *apart))


def _place(act: Act) -> int:
    return act.order.place


def choose_late(board: "Board") -> None:
    """Of the messages that no block has annulled, the last of each channel that waited."""
    for name, channel in board.ruleset.channels.items():
        if channel.answerable is not Answerable.SENDER:
            continue
        standing = [act for act in board.standing_acts() if act.ability.channel == name]
        for act in standing[:-1]:
            _supersede(board, act)
            board.put.acts.remove(act)


def _in_effect(board: "Board", channel: Channel, messages: list[Act]) -> list[Act]:
    if not messages or channel.answerable is Answerable.SENDER:
        return messages
    if channel.pick is Pick.SENIOR and board.holder(channel.office or "") is not None:
        return [_most_senior(board, channel, messages)]
    first = [act for act in messages if channel.first_role is not None and board.role(act.sender) == channel.first_role]
    taken = (first or messages)[-1]
    for act in messages:
        if act is not taken:
            _supersede(board, act)
    return [taken]


def _most_senior(board: "Board", channel: Channel, messages: list[Act]) -> Act:
    """The owner's last message, else that of the first in the order of fallback; those below are not in charge."""

    def seniority(act: Act) -> int:
        rank = channel.rank(board.role(act.sender))
        return -1 if act.sender == act.owner or rank is None else rank

    best = min(seniority(act) for act in messages)
    taken = [act for act in messages if seniority(act) == best][-1]
    for act in messages:
        if act is taken:
            continue
        if act.sender == taken.sender:
            _supersede(board, act)
        else:
            refuse(board, act.entry, Refusal("not-in-charge", channel.rule))
    return taken


def _supersede(board: "Board", act: Act) -> None:
    board.log(EventKind.SUPERSEDED, act.ability.rule, act.sender, what=act.action, entry=act.entry)
