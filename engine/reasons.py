"""The reasons for a refusal, in the order of FORMATS 5: where several fit, the first is given."""

from collections.abc import Iterable

from engine.abilities.base import Refusal

__all__ = ["ACTION_REASONS", "VOTE_REASONS", "first_refusal"]

VOTE_REASONS = (
    "not-playing",
    "dead",
    "late",
    "early",
    "wrong-thread",
    "silenced",
    "unknown-name",
    "ambiguous-name",
    "bad-target",
    "self",
    "dead-target",
    "not-nominated",
    "no-defence",
    "edited",
    "deleted",
    "no-changes-left",
    "void",
)

ACTION_REASONS = (
    "dead",
    "not-your-action",
    "not-in-charge",
    "late",
    "early",
    "not-yet",
    "no-uses-left",
    "too-many-targets",
    "bad-target",
    "dead-target",
    "self",
    "same-target",
    "same-action",
)


def first_refusal(refusals: Iterable[Refusal], order: tuple[str, ...]) -> Refusal | None:
    """The refusal whose reason comes first; of two with one reason an open one goes before a secret one."""
    return min(refusals, key=lambda each: (order.index(each.reason), each.secret), default=None)
