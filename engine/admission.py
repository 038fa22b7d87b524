"""Admission: each message becomes an order of an ability, and is refused with its reason or becomes an act.

A fold over the entries in the order of sending, since one entry may change what the next may do. Which of a channel's
admitted messages is in effect is chosen afterwards (engine.channels).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.abilities.base import HALVES, Ability, Refusal, TargetKind
from engine.acts import Act, Order
from engine.ballots import in_order
from engine.events import HOST_ONLY, Audience, EventKind
from engine.reasons import ACTION_REASONS, first_refusal
from engine.record import ActionEntry, ChoiceEntry
from engine.ruleset import Answerable, Channel, Excess, Owner, Pick, RefusedLast

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["OWN", "admit", "find_order", "may_send", "refuse", "sender_of"]

OWN = "own"
TEAM = "team:"


def admit(board: "Board") -> list[Act]:
    """The admitted messages of the phase as acts, in the order of sending; the refused ones are in the log.

    Limits find those admitted so far on the board (`board.put.acts`).
    """
    admitted: list[Act] = []
    for place, entry in enumerate(in_order(board.sent)):
        board.put.acts = admitted
        order = find_order(board, entry, place)
        if isinstance(order, Refusal):
            refuse(board, entry, order)
            admitted = _after_refusal(board, admitted, board.find(entry.by), OWN, order)
            continue
        order = _within_limits(board, order)
        refusal = first_refusal(refusals(board, order), ACTION_REASONS)
        if refusal is not None:
            refuse(board, entry, refusal)
            admitted = _after_refusal(board, admitted, order.sender, order.ability.channel, refusal)
            continue
        act = Act(order, order.owner, order.ordered, _answerable(board, order))
        admitted.append(act)
        for effect in order.ability.effects:
            effect.admit(act, board)
    return admitted


def refuse(board: "Board", entry: ActionEntry, refusal: Refusal) -> None:
    """Log the refusal; its sender knows of it unless it is secret."""
    seats = sender_of(board, entry)
    audience = HOST_ONLY if refusal.secret else Audience(players=seats)
    board.log(EventKind.REFUSED, refusal.rule, *seats, what=refusal.reason, audience=audience, entry=entry)


def sender_of(board: "Board", entry: ActionEntry | ChoiceEntry) -> tuple[str, ...]:
    """The seat of the sender. Whoever plays none is named by the entry alone: his may be a name that a seat has had
    before."""
    sender = board.find(entry.by)
    return (sender,) if sender is not None and sender in board.seats else ()


def find_order(board: "Board", entry: ActionEntry, place: int) -> Order | Refusal:
    """What the entry orders: the ability that its sender has for the action, and whose act it will be."""
    sender = _sender(board, entry)
    rules = board.ruleset.admission
    if sender in board.seats and not board.seats[sender].entered:
        return Refusal("not-your-action", rules.rules.get("not-your-action", rules.rule))
    if sender is None or (not sender.startswith(TEAM) and not _is_there(board, sender, entry)):
        return Refusal("dead", rules.rules.get("dead", rules.rule))
    ordered = tuple(_target(board, name) for name in entry.on)
    for ability in board.ruleset.find_abilities(board, sender, entry):
        owner = owner_of(board, ability, sender)
        if owner is not None:
            return Order(entry, ability, sender, owner, ordered, place)
    return Refusal("not-your-action", rules.rules.get("not-your-action", rules.rule))


def owner_of(board: "Board", ability: Ability, sender: str) -> str | None:
    """Whose act the ability is when this seat (or team) sends it; None: the sender does not have it."""
    if not (ability.by_night if board.now.night else ability.by_day):
        return None
    channel = board.ruleset.channels.get(ability.channel)
    if channel is None:
        return sender if not sender.startswith(TEAM) and ability.who.includes(sender, board) else None
    if sender.startswith(TEAM):
        return sender if channel.team == sender.removeprefix(TEAM) else None
    if not channel.members.includes(sender, board):
        return None
    match channel.owner:
        case Owner.OFFICE:
            return board.holder(channel.office or "") or (f"{TEAM}{channel.team}" if channel.headless else None)
        case Owner.ROLE:
            return next((seat for seat in board.living() if ability.who.includes(seat, board)), None)
        case Owner.SENDER:
            return sender if ability.who.includes(sender, board) else None


def may_send(board: "Board", action: str, sender: str) -> bool:
    """Whether the seat has the action just now: it is his by role or team, nobody else is in charge of it, and no limit
    says that it is not his yet or no more."""
    owned = ((ability, owner_of(board, ability, sender)) for ability in board.ruleset.abilities_for(action))
    ability, owner = next(((ability, owner) for ability, owner in owned if owner is not None), (None, None))
    if ability is None or owner is None:
        return False
    order = Order(ActionEntry(board.name(sender), action), ability, sender, owner, (), 0)
    return not any(refusal.reason in ("not-in-charge", "not-your-action") for refusal in refusals(board, order))


def refusals(board: "Board", order: Order) -> Iterator[Refusal]:
    """Every reason for which the order is no act."""
    rules = board.ruleset.admission.rules
    ability, entry = order.ability, order.entry

    def because(reason: str, rule: str = "") -> Refusal:
        return Refusal(reason, rule or rules.get(reason, ability.rule))

    channel = board.ruleset.channels.get(ability.channel)
    if channel is not None and channel.pick is Pick.SENIOR and not _in_charge(board, channel, order.sender):
        yield because("not-in-charge", channel.rule)
    if entry.at is not None:
        window = board.window
        if window.is_late(entry.at):
            yield because("late")
        elif window.is_early(entry.at) and not ability.early:
            yield because("early")
    most, rule = ability.targets.most(len(board.alive_at_start), ability.rule)
    count = len(order.ordered)
    if count > most:
        yield because("too-many-targets", rule)
    if count < ability.targets.min or _has_bad_target(board, order) or not _guess_fits(board, order):
        yield because("bad-target")
    if ability.targets.kind is TargetKind.PLAYER:
        for target in order.ordered:
            if target in board.seats and not _is_there(board, target, entry):
                yield because("dead-target")
    if entry.item is not None and entry.item not in ability.items:
        yield because("bad-target")
    for limit in ability.limits:
        yield from limit.refusals(order, board)


def _sender(board: "Board", entry: ActionEntry) -> str | None:
    """The seat that sends; a team is read as the holder of its channel's office, where there is one."""
    if not entry.by.startswith(TEAM):
        return board.find(entry.by)
    team = entry.by.removeprefix(TEAM)
    channel = board.ruleset.team_channel(team)
    holder = board.holder(channel.office) if channel is not None and channel.office is not None else None
    return holder or (entry.by if board.team(team) else None)


def _target(board: "Board", name: str) -> str:
    return board.find_target(name) or name


def _is_there(board: "Board", seat: str, entry: ActionEntry) -> bool:
    """Alive at the start of the phase, and not removed by the host in it; with `removed_acts`, not before the entry."""
    if board.ruleset.admission.removed_acts:
        gone = entry.at is not None and board.removed_before(seat, entry.at)
    else:
        gone = board.is_removed(seat)
    return seat in board.alive_at_start and not gone


def _in_charge(board: "Board", channel: Channel, sender: str) -> bool:
    holder = board.holder(channel.office or "")
    return sender == holder or (holder is None and channel.headless) or channel.rank(board.role(sender)) is not None


def _within_limits(board: "Board", order: Order) -> Order:
    """With `excess_targets = "first"` the targets beyond the allowed number are left out (D-16)."""
    most, _ = order.ability.targets.most(len(board.alive_at_start), order.ability.rule)
    if (
        board.ruleset.admission.excess_targets is Excess.FIRST
        and len(order.ordered) > most >= order.ability.targets.min
    ):
        return replace(order, ordered=order.ordered[:most])
    return order


def _has_bad_target(board: "Board", order: Order) -> bool:
    targets = order.ability.targets
    if targets.kind is TargetKind.HALF:
        return any(target not in HALVES for target in order.ordered)
    if any(target not in board.seats or not board.seats[target].entered for target in order.ordered):
        return True
    return not targets.same_twice and len(set(order.ordered)) < len(order.ordered)


def _guess_fits(board: "Board", order: Order) -> bool:
    guess = order.ability.guess
    if guess is None:
        return True
    word = order.entry.guess
    if word is None or word in guess.unless:
        return False
    return word in guess.words or (guess.any_role and word in board.ruleset.roles)


def _answerable(board: "Board", order: Order) -> tuple[str, ...]:
    """The seats whose block annuls the act."""
    channel = board.ruleset.channels.get(order.ability.channel)
    if not order.ability.blockable:
        return ()
    if channel is None:
        return (order.owner,)
    if channel.headless and board.holder(channel.office or "") is None:
        return ()
    match channel.answerable:
        case Answerable.NOBODY:
            return ()
        case Answerable.SENDER:
            return (order.sender,)
        case Answerable.ANY:
            members = (seat for seat in board.living() if channel.members.includes(seat, board))
            return (order.owner, *(seat for seat in members if seat != order.owner))
        case Answerable.OWNER:
            return (order.owner,)


def _after_refusal(
    board: "Board", admitted: list[Act], sender: str | None, channel: str, refusal: Refusal
) -> list[Act]:
    """With `refused_last = "cancel"` a refused message takes the accepted ones of its stack back, a late one never
    does (D-5)."""
    if board.ruleset.admission.refused_last is RefusedLast.KEEP or refusal.reason in ("late", "early"):
        return admitted
    return [act for act in admitted if act.sender != sender or not _in_stack(board, act, channel)]


def _in_stack(board: "Board", act: Act, channel: str) -> bool:
    """Whether the act is of that stack of its sender's, or of one that he fills together with it (`shares_own`)."""
    own = board.ruleset.channels.get(act.ability.channel)
    shared = own is not None and own.shares_own and act.sender == act.owner
    return shared or act.ability.channel in (channel, OWN)
