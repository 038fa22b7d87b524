"""Cards: rank and suit, as a record or a host writes them, and what a card is in this game (CAS-2, CAS-3).

`check_players` gives the faults of a line-up, `complete_players` the players with card and role put in.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.faults import Fault, FaultCode

if TYPE_CHECKING:
    from engine.record import Player
    from engine.ruleset import Ruleset

__all__ = [
    "CITIZEN",
    "FATAL",
    "MAFIA_CARDS",
    "QUEEN",
    "SUITS",
    "TOWN_CARDS",
    "WEREWOLF",
    "Card",
    "card_of_role",
    "check_players",
    "citizens_suits",
    "complete_players",
    "is_fatal",
    "names_own_card",
    "public_facts",
    "read_card",
]

SUITS = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
TOWN_CARDS = {"A": "doctor", "K": "commissar", "Q": "girl", "J": "town-journalist", "9": "witness"}
MAFIA_CARDS = {"A": "don", "K": "killer", "Q": "blackmailer", "J": "mafia-journalist", "9": "boss-child"}
JOKER, WEREWOLF, QUEEN, CITIZEN = "joker", "werewolf", "queen-of-spades", "citizen"
JOKER_WORD = re.compile(r"джокер\w*(\s+(красн|ч[её]рн)\w*)?", re.IGNORECASE)

_RANK_WORDS = {
    "A": "туз",
    "K": "корол",
    "Q": "дам",
    "J": "валет",
    "10": "десят",
    "9": "девят",
    "8": "вос",
    "7": "сем",
    "6": "шест",
    "5": "пят",
    "4": "чет",
    "3": "тр(?:[ои]й|[её]ш)",
    "2": "дво",
}
_SUIT_WORDS = {"H": "черв|♥", "D": "буб|♦", "C": "треф|крест|♣", "S": "пик|♠"}
_CODE = re.compile(r"(A|K|Q|J|10|[2-9])([HDCS])", re.IGNORECASE)
_RANK = "(?P<rank>" + "|".join(rf"{rank}(?!\d)|{word}[а-яё]*" for rank, word in _RANK_WORDS.items()) + ")"
_SUIT = "(?P<suit>(?:" + "|".join(_SUIT_WORDS.values()) + ")[а-яё\ufe0f]*)"
_WORDS = (
    re.compile(rf"{_RANK}\s*{_SUIT}", re.IGNORECASE),
    re.compile(rf"{_SUIT}\s+{_RANK}", re.IGNORECASE),
)
# the same within a text: «7-ка треф», «7ка треф», «семёрка из треф»
_NAMED = (
    re.compile(rf"(?<!\w){_RANK}(?:-[а-яё]+|к[а-яё]{{1,2}})?(?:\s|[-–—]|из\s)*{_SUIT}(?!\w)", re.IGNORECASE),
    re.compile(rf"(?<!\w){_SUIT}[\s–—-]+{_RANK}(?!\w)", re.IGNORECASE),
    re.compile(r"(?<!\w)(?P<rank>10|[2-9AKQJ])(?P<suit>[HDCS])(?!\w)"),
)


@dataclass(frozen=True, slots=True)
class Card:
    """A rank (`A`, `K` … `2`) and the letter of a suit (`H`, `D`, `C`, `S`)."""

    rank: str
    letter: str

    def __str__(self) -> str:
        return f"{self.rank}{self.letter}"

    @property
    def suit(self) -> str:
        return SUITS[self.letter]


FATAL = Card("Q", "S")


def read_card(text: str) -> Card | None:
    """`AH`, «Туз бубен», «10 червей», «пиковая дама», «7♣»; None where it is no card of a suit."""
    text = text.strip()
    code = _CODE.fullmatch(text)
    if code is not None:
        return Card(code[1].upper(), code[2].upper())
    words = next((found for pattern in _WORDS if (found := pattern.fullmatch(text))), None)
    if words is None:
        return None
    return Card(_meant(words["rank"], _RANK_WORDS), _meant(words["suit"], _SUIT_WORDS))


def names_own_card(fields: Mapping[str, Any], text: str) -> str | None:
    """The words of the text that name the very card of a player of these fields, in any case form (CAS-140)."""
    own = read_card(str(fields.get("card") or ""))
    if own is None:
        return None
    named = (found for pattern in _NAMED for found in pattern.finditer(text))
    return next((found[0] for found in named if _named_card(found) == own), None)


def _named_card(found: re.Match[str]) -> Card:
    """The card that a find of `_NAMED` is."""
    suit = found["suit"].upper()
    letter = suit if suit in _SUIT_WORDS else _meant(found["suit"], _SUIT_WORDS)
    return Card(_meant(found["rank"], _RANK_WORDS), letter)


def _meant(text: str, words: Mapping[str, str]) -> str:
    """The code that the text begins with, or whose word it begins with."""
    return next(code for code, word in words.items() if re.match(rf"{code}|{word}", text, re.IGNORECASE))


def citizens_suits(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The two suits that are neither the trump nor the town-role suit (CAS-1)."""
    return tuple(suit for suit in SUITS.values() if suit not in (options["trump"], options["town_suit"]))


def public_facts(options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """The citizens' suits, which stand in the post that opens the game (CAS-1)."""
    return {"citizens-suits": citizens_suits(options)}


def card_of_role(role: str | None, options: Mapping[str, Any]) -> Card | None:
    """The card of a role of the trump or of the town-role suit, and the queen of spades (CAS-3)."""
    if role == QUEEN:
        return FATAL
    for cards, suit in ((MAFIA_CARDS, options["trump"]), (TOWN_CARDS, options["town_suit"])):
        for rank, held in cards.items():
            if held == role:
                return Card(rank, next(letter for letter, name in SUITS.items() if name == suit))
    return None


def role_of_card(card: Card, options: Mapping[str, Any]) -> str | None:
    """What a card is in this game; None: the rank is no role of its suit."""
    if card.suit == options["trump"]:
        return MAFIA_CARDS.get(card.rank)
    if card.suit == options["town_suit"]:
        return TOWN_CARDS.get(card.rank)
    return QUEEN if card == FATAL else CITIZEN


def is_fatal(role: str | None, card: str | None, options: Mapping[str, Any]) -> bool:
    """Whether the holder of this role and card holds the queen of spades, whichever side she is on (CAS-9)."""
    held = card or card_of_role(role, options)
    return str(held) == str(FATAL)


# The line-up.


def check_players(ruleset: "Ruleset", players: Sequence["Player"]) -> tuple[Fault, ...]:
    """Suits that are not two; cards that nobody can read, that contradict the role, that are missing (CAS-1, CAS-5)."""
    options = ruleset.values
    if options["trump"] == options["town_suit"]:
        path = ("game", "options", "town_suit")
        return (Fault(path, FaultCode.WRONG_VALUE, options["town_suit"], _others(options["trump"])),)
    return tuple(fault for player in players for fault in _check_player(player, options))


def _others(suit: str) -> tuple[str, ...]:
    return tuple(each for each in SUITS.values() if each != suit)


def _check_player(player: "Player", options: Mapping[str, Any]) -> Iterator[Fault]:
    place = player.source.place
    text = _written(player, options)
    own_suit = player.fields.get("suit")
    if own_suit is not None and own_suit not in citizens_suits(options):
        yield Fault((*place, "suit"), FaultCode.WRONG_VALUE, own_suit, citizens_suits(options))
    if player.role == QUEEN and FATAL.suit not in citizens_suits(options):
        yield Fault((*place, "role"), FaultCode.WRONG_VALUE, player.role, (str(role_of_card(FATAL, options)),))
    if text is None:
        if player.role in (CITIZEN, WEREWOLF):
            yield Fault((*place, "card"), FaultCode.MISSING_KEY, "card")
        return
    if JOKER_WORD.fullmatch(text.strip()):
        if player.role not in (JOKER, None):
            yield Fault((*place, "card"), FaultCode.WRONG_VALUE, text, _allowed(player.role, options))
        return
    card = read_card(text)
    if card is None or not _fits(card, player.role, options):
        yield Fault((*place, "card"), FaultCode.WRONG_VALUE, text, _allowed(player.role, options))


def _fits(card: Card, role: str | None, options: Mapping[str, Any]) -> bool:
    """Whether a player of this role may hold the card: a werewolf is shown a citizen's card, a joker none (CAS-8)."""
    meant = role_of_card(card, options)
    if role is None:
        return meant is not None
    return meant == (CITIZEN if role == WEREWOLF else role)


def _allowed(role: str | None, options: Mapping[str, Any]) -> tuple[str, ...]:
    held = card_of_role(role, options)
    if held is not None:
        return (str(held),)
    letters = [letter for letter, suit in SUITS.items() if suit in citizens_suits(options)]
    cards = tuple(f"7{letter}" for letter in letters)
    return () if role == JOKER else cards


def _written(player: "Player", options: Mapping[str, Any]) -> str | None:
    """The card as written: that of the deal, with `signup_cards = "deal"` the one picked at sign-up (D-2)."""
    picked = player.fields.get("signup_card") if options["signup_cards"] == "deal" else None
    text: str | None = player.fields.get("card", picked)
    return text


def complete_players(ruleset: "Ruleset", players: Sequence["Player"]) -> Iterator["Player"]:
    """The players with their card as a code, and with the role that the card has in this game where none is given."""
    for player in players:
        text = _written(player, ruleset.values)
        if text is None:
            yield player
            continue
        card = read_card(text)
        if card is None:
            fields = {key: value for key, value in player.fields.items() if key != "card"}
            yield replace(player, role=player.role or JOKER, fields=fields)
            continue
        role = player.role or role_of_card(card, ruleset.values)
        yield replace(player, role=role, fields={**player.fields, "card": str(card)})
