"""Attacks minus protections give deaths; triggers on being attacked and on dying run until nothing changes."""

from typing import TYPE_CHECKING

from engine.board import Attack, Protection
from engine.events import TOWN, EventKind
from engine.record import ActionEntry

if TYPE_CHECKING:
    from engine.board import Board

__all__ = ["settle"]


def settle(board: "Board") -> None:
    """Decide the attacks that are on the board; the dead are dead from then on.

    Immunities come first: an attack that they stop is none. Then triggers on being attacked, then protections
    (`saved`: attacked, and no attack is left), deaths, triggers on dying. What the dead did stands (CLA-96).
    """
    dead: dict[str, tuple[Attack, ...]] = {}
    judged: list[Attack] = []
    mortal: list[Attack] = []
    while True:
        while board.put.attacks:
            attack = board.put.attacks.pop(0)
            if not board.is_alive(attack.victim) and attack.victim not in board.put.deaths:
                continue
            judged.append(attack)
            shield = next((each for each in board.put.protections if each.silent and each.stops(attack)), None)
            if shield is not None:
                board.log(
                    EventKind.STOPPED,
                    shield.rule,
                    attack.victim,
                    by=shield.by,
                    what=attack.cause,
                    value=shield.kind,
                    entry=_entry(attack),
                )
                continue
            mortal.append(attack)
            board.log(
                EventKind.ATTACKED, attack.rule, attack.victim, by=attack.by, what=attack.cause, entry=_entry(attack)
            )
            for trigger in board.on_attacked:
                trigger(attack)
        dead = _deadly(board, mortal, dead)
        for victim in tuple(dead):
            if victim not in board.put.deaths:
                board.put.deaths[victim] = []
                for reaction in board.on_death:
                    reaction(victim, dead[victim])
        if not board.put.attacks:
            break
    board.put.settled += judged
    _conclude(board, mortal, dead)


def _deadly(
    board: "Board", mortal: list[Attack], known: dict[str, tuple[Attack, ...]]
) -> dict[str, tuple[Attack, ...]]:
    """Victim → the attacks on him that nothing stops. Whoever was dead already stays dead."""
    found: dict[str, tuple[Attack, ...]] = {}
    for attack in mortal:
        if _stopping(board, attack) is None:
            found[attack.victim] = (*found.get(attack.victim, ()), attack)
    return {**known, **found}


def _stopping(board: "Board", attack: Attack) -> Protection | None:
    """The protection that stops the attack."""
    return next((each for each in board.put.protections if not each.silent and each.stops(attack)), None)


def _conclude(board: "Board", mortal: list[Attack], dead: dict[str, tuple[Attack, ...]]) -> None:
    """Log who was saved and who died of what, and bury the dead."""
    fallen = set(dead) | set(board.put.deaths)
    saved: list[str] = []
    for attack in mortal:
        protection = _stopping(board, attack)
        if protection is None:
            continue
        board.log(
            EventKind.STOPPED,
            protection.rule,
            attack.victim,
            by=protection.by,
            what=attack.cause,
            value=protection.kind,
            entry=_entry(attack),
        )
        if protection.act is not None:
            protection.act.met |= {attack.victim}
        if attack.victim not in fallen and attack.victim not in saved:
            saved.append(attack.victim)
            board.log(EventKind.SAVED, protection.rule, attack.victim, by=protection.by)
    for victim, attacks in dead.items():
        board.put.deaths.setdefault(victim, []).extend(attacks)
        for attack in attacks:
            board.log(EventKind.KILLED, attack.rule, victim, by=attack.by, what=attack.cause, entry=_entry(attack))
        if board.is_alive(victim):
            board.log(EventKind.DIED, attacks[0].rule, victim, audience=TOWN)
            board.bury(victim)


def _entry(attack: Attack) -> ActionEntry | None:
    """The order from which the attack came; None where it was due, or came of none."""
    return attack.act.entry if attack.act is not None else None
