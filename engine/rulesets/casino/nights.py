"""How a night's attacks end: the deaths of its steps, the fatal queen of spades, what the witness sees."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect, Trait
from engine.board import Attack, Protection
from engine.events import EventKind
from engine.rulesets.casino.cards import JOKER
from engine.rulesets.casino.mafia import BELOW_THE_DON, CHILD, DON, MAFIA, ROLE_SHOT, senior
from engine.rulesets.casino.suits import holds_fatal_queen
from engine.settle import settle

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = [
    "MarriedAtNight",
    "Watch",
    "keep_answers_of_the_dead",
    "settle_aces",
    "settle_kings",
]

ATTACKS = (MAFIA, JOKER, "commissar", ROLE_SHOT)
FATAL = "queen-of-spades"


def settle_kings(board: "Board") -> None:
    """Deaths of the kings come before the aces: the dead heal and kill no more, unless all is simultaneous (CAS-103,
    D-24)."""
    settle(board)
    if board.ruleset.values["role_shot_first"]:
        board.put.stopped |= set(board.put.deaths)


def settle_aces(board: "Board") -> None:
    """Deaths of the aces are simultaneous and undo nothing, so that two may kill each other (CAS-77, CAS-104); with
    them the queen's killers die. Nothing after that is kept from the dead."""
    for queen, attacks in tuple(board.put.deaths.items()):
        late = [attack for attack in board.put.attacks if attack.victim == queen and not _is_stopped(attack, board)]
        _take_the_killers(queen, (*attacks, *late), board)
    board.on_death.append(lambda victim, attacks: _take_the_killers(victim, attacks, board))
    settle(board)
    board.put.stopped.clear()


def _is_stopped(attack: Attack, board: "Board") -> bool:
    return any(protection.stops(attack) for protection in board.put.protections)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriedAtNight(Trait):
    """The trump marriage: attacks and shots by role have no effect (CAS-98)."""

    def apply(self, seat: str, board: "Board") -> None:
        if board.status(seat, "immunity-at-night") is not None:
            board.protect(Protection(seat, "immunity", self.rule, seat, causes=frozenset(ATTACKS), silent=True))


def _take_the_killers(queen: str, attacks: tuple[Attack, ...], board: "Board") -> None:
    """Whoever killed the queen of spades in this night dies with her, by no action of hers that could be blocked; not
    whose attack a heal stopped, nobody for an execution or a modkill (CAS-90 … CAS-94: CAS-91, CAS-92, CAS-93)."""
    if not holds_fatal_queen(queen, board):
        return
    pierces = frozenset() if board.ruleset.values["heal_from_queen"] else frozenset({"heal"})
    killers = (_answers(attack, board) for attack in attacks if attack.cause in ATTACKS)
    for killer in dict.fromkeys(killer for killer in killers if killer is not None):
        board.attack(Attack(killer, FATAL, "CAS-90", queen, pierces=pierces))


def _answers(attack: Attack, board: "Board") -> str | None:
    """Who dies for the attack: its author; for the mafia's kill the don, after him the next card, which is another's
    than the queen's own where she is of the mafia (D-19)."""
    if attack.cause != MAFIA or attack.by is None or board.role(attack.by) == DON:
        return attack.by
    if board.ruleset.values["queen_takes"] == "head":
        return attack.by
    return senior(board, *BELOW_THE_DON, CHILD, but=attack.victim)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch(Effect):
    """Names those who attacked the target, whatever came of it (CAS-66, CAS-67)."""

    step: str = "nines"

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            attackers = _attackers(target, board)
            if board.ruleset.values["witness_sees"] == "first":
                attackers = attackers[:1]
            for attacker in attackers:
                board.tell(act.owner, ordered, board.name(attacker), self.rule)


def _attackers(victim: str, board: "Board") -> list[str]:
    """Who attacked, each once: the mafia, the joker, the commissar, then shots by role, also wrongly guessed ones."""
    attacks = [attack for attack in board.put.settled if attack.victim == victim and attack.cause in ATTACKS]
    attacks.sort(key=lambda attack: ATTACKS.index(attack.cause))
    shooters = [act.owner for act in board.standing_acts() if act.action == ROLE_SHOT and victim in act.targets]
    return list(dict.fromkeys([*(attack.by for attack in attacks if attack.by is not None), *shooters]))


def keep_answers_of_the_dead(board: "Board") -> None:
    """With `dead_get_answers = false` those who die in a night get none (D-32)."""
    if not board.ruleset.values["dead_get_answers"]:
        board.events[:] = [
            event for event in board.events if event.kind is not EventKind.TOLD or event.who[0] not in board.put.deaths
        ]
