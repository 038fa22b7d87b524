"""A casino table for tests: everybody is called by his card; hearts are trump, diamonds the town's, unless said."""

from typing import Any

from engine import HostView

__all__ = ["NAMES", "answers", "kill_vote", "suits", "table"]

NAMES = {
    "doctor": "Доктор",
    "commissar": "Комиссар",
    "girl": "Девочка",
    "town-journalist": "Журналист",
    "witness": "Свидетель",
    "don": "Дон",
    "killer": "Киллер",
    "blackmailer": "Шантажист",
    "mafia-journalist": "Репортёр",
    "boss-child": "Ребёнок",
    "joker": "Джокер",
    "werewolf": "Оборотень",
    "queen-of-spades": "Хохол",
}


def table(*roles: str, citizens: int = 4, suit: str = "clubs", **fields: dict[str, Any]) -> dict[str, Any]:
    """Players by these roles and so many citizens (Мирный 1 …) of both citizens' suits.

    `suit`: the joker's own; further players by name: their fields.
    """
    players: dict[str, Any] = {}
    for role in roles:
        players[NAMES[role]] = {"role": role}
        if role == "joker":
            players[NAMES[role]]["suit"] = suit
        if role == "werewolf":
            players[NAMES[role]]["card"] = "10C"
    for number in range(1, citizens + 1):
        rank = 2 + (number - 1) // 2
        players[f"Мирный {number}"] = {"role": "citizen", "card": f"{rank}{'CS'[number % 2]}"}
    return {**players, **fields}


def suits(trump: str = "hearts", town_suit: str = "diamonds", **options: Any) -> dict[str, Any]:
    """The options that every casino game needs."""
    return {"trump": trump, "town_suit": town_suit, **options}


def answers(view: HostView) -> list[tuple[str, Any, str]]:
    """What was told, to whom, about whom; in alphabetical order."""
    return sorted((each.to, each.about, each.answer) for each in view.told)


def kill_vote(number: int, victim: str, *voters: str, **more: Any) -> dict[str, Any]:
    """A day on which these voters, and nobody else, vote against the victim."""
    return {"phase": f"day{number}", "votes": [{"by": voter, "on": victim} for voter in voters], **more}
