"""Suits as they are seen: of a role, a card, a joker, a standing copy; what checks and comparisons tell of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import Effect
from engine.chances import fraction
from engine.moments import PhaseId
from engine.rulesets.casino.cards import card_of_role, citizens_suits, is_fatal, read_card
from engine.state import Status

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["CheckSuit", "CompareSuits", "holds_fatal_queen", "show_copies", "suit_of", "suit_of_role"]

COPIED_SUIT = "copied-suit"
BEFORE_THE_GAME = PhaseId(0, night=True)


def suit_of_role(role: str | None, board: "Board") -> str | None:
    """The suit that comes with a role of the trump or of the town-role suit (CAS-3)."""
    card = card_of_role(role, board.ruleset.values)
    return card.suit if card is not None else None


def suit_of(seat: str, board: "Board") -> str | None:
    """The exact suit that is seen now: that of a standing copy, of the role, of the card, a joker's own (CAS-56,
    CAS-71, CAS-74); None: neither role nor card is known."""
    copied = board.status(seat, COPIED_SUIT)
    if copied is not None:
        return str(copied.value)
    written = board.field(seat, "card")
    card = read_card(written) if written is not None else None
    own = suit_of_role(board.role(seat), board) or (card.suit if card is not None else board.field(seat, "suit"))
    return own or (_drawn_suit(seat, board) if board.role(seat) == "joker" else None)


def _drawn_suit(seat: str, board: "Board") -> str:
    """The joker's suit where the record has none: drawn once for the game, one of the citizens' (CAS-7, CAS-120)."""
    suits = citizens_suits(board.ruleset.values)
    return suits[int(fraction(board.before.seed, BEFORE_THE_GAME, "joker-suit", seat) * len(suits))]


def holds_fatal_queen(seat: str, board: "Board") -> bool:
    """Whether the seat holds the queen of spades (CAS-9)."""
    return is_fatal(board.role(seat), board.field(seat, "card"), board.ruleset.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSuit(Effect):
    """Tells the exact suit (CAS-56)."""

    step: str = "kings"

    def apply(self, act: "Act", board: "Board") -> None:
        for ordered, target in zip(act.order.ordered, act.targets, strict=True):
            suit = suit_of(target, board)
            if suit is not None:
                board.tell(act.owner, ordered, suit, self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSuits(Effect):
    """Tells whether two suits are of one group: the trump, the town-role suit, both citizens' suits (CAS-61)."""

    step: str = "compare"

    def apply(self, act: "Act", board: "Board") -> None:
        suits = [suit_of(target, board) for target in act.targets]
        if None in suits:
            return
        citizens = citizens_suits(board.ruleset.values)
        groups = {"citizens" if suit in citizens else suit for suit in suits}
        board.tell(act.owner, act.order.ordered, "same" if len(groups) == 1 else "different", self.rule)


def show_copies(board: "Board") -> None:
    """A copy that takes place shows the copied role's suit: until the next night begins, or on this night only
    (CAS-74, D-12)."""
    cycle = board.now.cycle
    lasts = board.ruleset.values["copy_suit_lasts"] == "until-next-night"
    until = PhaseId(cycle + 1, night=False) if lasts else PhaseId(cycle, night=True)
    for act in board.standing_acts():
        suit = suit_of_role(act.entry.as_role, board)
        if suit is not None and act.targets:
            board.mark(Status(act.owner, COPIED_SUIT, board.now, until, "CAS-74", act.owner, value=suit))
