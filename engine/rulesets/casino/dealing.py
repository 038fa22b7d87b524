"""The deal of the cards: the two suits, and a card for every player (CAS-1, CAS-3, CAS-8).

In: the options that are given, who got which role, how the seed shuffles. Out: the suits drawn; role and card of each.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.rulesets.casino.cards import CITIZEN, FATAL, QUEEN, SUITS, WEREWOLF, card_of_role, citizens_suits

if TYPE_CHECKING:
    from engine.ruleset import Ruleset, Shuffle

__all__ = ["deal_cards", "draw_suits"]

TRUMP, TOWN_SUIT = "trump", "town_suit"
CITIZENS_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def draw_suits(given: Mapping[str, Any], shuffle: "Shuffle") -> dict[str, str]:
    """The trump and the suit of the town's roles, so far as they are not given (CAS-1)."""
    free = [suit for suit in shuffle("deal", SUITS.values()) if suit not in (given.get(TRUMP), given.get(TOWN_SUIT))]
    wanted = [key for key in (TRUMP, TOWN_SUIT) if key not in given]
    return dict(zip(wanted, free, strict=False))


def deal_cards(ruleset: "Ruleset", roles: Mapping[str, str], shuffle: "Shuffle") -> dict[str, dict[str, str]]:
    """Each role's own card (CAS-3); to citizens, and to a werewolf to be shown, one of the citizens' (CAS-8)."""
    taken = {str(card_of_role(role, ruleset.values)) for role in roles.values()}
    letters = [letter for letter, suit in SUITS.items() if suit in citizens_suits(ruleset.values)]
    cards = [card for letter in letters for rank in CITIZENS_RANKS if (card := f"{rank}{letter}") not in taken]
    queen = str(FATAL)
    if not ruleset.roles[QUEEN].optional and queen in cards:
        cards.remove(queen)
    free = iter(shuffle("card", cards))
    dealt: dict[str, dict[str, str]] = {}
    for name, role in roles.items():
        held = card_of_role(role, ruleset.values)
        if role in (CITIZEN, WEREWOLF):
            card = next((each for each in free if role == CITIZEN or each != queen), "")
            dealt[name] = {"role": QUEEN if card == queen else role, "card": card}
        else:
            dealt[name] = {"role": role} if held is None else {"role": role, "card": str(held)}
    return dealt
