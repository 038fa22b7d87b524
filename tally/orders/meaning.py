"""What a line means: orders, a pass, or a doubt with what it may mean."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Doubt", "Order", "Pass", "Reading", "Why"]


class Why(StrEnum):
    """Why a line is not certain enough to be taken."""

    EMPTY = "empty"
    NO_ACTION = "no-action"  # nothing in it says what is to be done
    SEVERAL_ACTIONS = "several-actions"  # two actions of which the sender has one
    NO_TARGET = "no-target"
    NO_ROLE = "no-role"  # whose ability is copied, or as what one comes out
    NO_GUESS = "no-guess"
    NO_TEXT = "no-text"
    WHICH_TARGET = "which-target"  # two players, and it is not seen which of them is which
    UNKNOWN_NAME = "unknown-name"
    AMBIGUOUS_NAME = "ambiguous-name"
    UNCERTAIN_NAME = "uncertain-name"
    ROLE_FOR_NAME = "role-for-name"  # a role stands where a player should
    AMBIGUOUS_ROLE = "ambiguous-role"
    ALTERNATIVES = "alternatives"
    NEGATION = "negation"
    CONDITION = "condition"
    QUESTION = "question"
    DOUBT = "doubt"
    PAST = "past"
    LATER = "later"
    RETRACTED = "retracted"
    SAME_TIME = "same-time"  # which of two messages is the later one cannot be seen


@dataclass(frozen=True, slots=True)
class Order:
    """One action: the fields of an entry of `actions` (FORMATS 2), without who sent it and when."""

    do: str
    on: tuple[str, ...] = ()
    as_role: str | None = None
    guess: str | None = None
    text: str | None = None
    answer: str | None = None
    item: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """The sender says that he does nothing."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """The host has to say; `candidates`: players, actions or roles that may be meant."""

    why: Why
    candidates: tuple[str, ...] = ()


Reading = tuple[Order, ...] | Pass | Doubt
