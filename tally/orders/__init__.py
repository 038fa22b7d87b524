"""Reads what players write to the host for a night: «Лечу Васю», «копирую комиссара, проверяю Жанну», «пас».

In: a line, who sent it and what he may do, the names of the game. Out: orders as a record writes them, a pass, or a
doubt that the host has to settle. What a line may mean and what it says are never mixed up: no guess is made.
"""

from tally.orders.meaning import Doubt, Order, Pass, Reading, Why
from tally.orders.phrasebook import Phrasebook, load_phrasebook
from tally.orders.read import read_line
from tally.orders.sender import Sender, who_sends

__all__ = [
    "Doubt", "Order", "Pass", "Phrasebook", "Reading", "Sender", "Why", "load_phrasebook", "read_line", "who_sends",
]  # fmt: skip
