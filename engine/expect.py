"""Compares a phase's outcome with what a record expects of it (FORMATS 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Difference", "compare"]

_ORDERED = ("nominated", "vegetable_nominated")
_ONLY_NAMED = ("revealed", "roles", "causes", "acquitted", "exposed", "scores", "against", "defence")
_SETS = ("among",)  # a list of names inside a table; `about` is in the order of what was asked
_EMPTY: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Difference:
    """One key that is not as expected. `unwanted`: it came from `expect_not`."""

    key: str
    expected: object
    found: object
    unwanted: bool = False


def compare(
    expect: Mapping[str, Any] | None, expect_not: Mapping[str, Any] | None, outcome: Mapping[str, Any]
) -> tuple[Difference, ...]:
    """What differs between the expectations of a phase and its outcome (the host's view as JSON)."""
    differences = []
    for key, expected in (expect or _EMPTY).items():
        found = outcome.get(key)
        if not _agrees(key, expected, found):
            differences.append(Difference(key, expected, found))
    for key, unwanted in (expect_not or _EMPTY).items():
        hit = _occurring(unwanted, outcome.get(key))
        if hit:
            differences.append(Difference(key, unwanted, hit, unwanted=True))
    return tuple(differences)


def _agrees(key: str, expected: object, found: object) -> bool:
    if expected in ([], (), {}):
        return not found
    if isinstance(expected, Mapping):
        return _table_agrees(key, expected, found if isinstance(found, Mapping) else {})
    if isinstance(expected, list | tuple):
        found_list = _listed(found)
        if any(isinstance(each, Mapping) for each in expected):
            return len(expected) == len(found_list) and _matching(list(expected), found_list)
        if key in _ORDERED:
            return list(expected) == found_list
        return set(expected) == set(found_list)
    return expected == found


def _listed(found: object) -> list[Any]:
    """The entries of a list; of a table the names in it."""
    return list(found) if isinstance(found, list | tuple | Mapping) else []


def _table_agrees(key: str, expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    partial = key in _ONLY_NAMED or key.endswith("_scores")
    if not partial and set(expected) != set(found):
        return False
    return all(_value_agrees(value, found.get(name)) for name, value in expected.items())


def _value_agrees(expected: object, found: object) -> bool:
    if isinstance(expected, list | tuple):
        return isinstance(found, list | tuple) and set(expected) == set(found)
    return expected == found


def _matching(expected: Sequence[Any], found: Sequence[Any]) -> bool:
    """Whether the tables can be paired one to one, each expected one with a found one that has all its keys."""
    partner: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for other, candidate in enumerate(found):
            if other in tried or not _fits(expected[index], candidate):
                continue
            tried.add(other)
            if other not in partner or place(partner[other], tried):
                partner[other] = index
                return True
        return False

    return all(place(index, set()) for index in range(len(expected)))


def _fits(expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    return all(_same(key, value, found.get(key)) for key, value in expected.items())


def _same(key: str, expected: object, found: object) -> bool:
    if isinstance(expected, list | tuple):
        order = sorted if key in _SETS else list
        return isinstance(found, list | tuple) and order(expected) == order(found)
    return expected == found


def _occurring(unwanted: object, found: object) -> list[object]:
    """What of the unwanted is there."""
    if isinstance(unwanted, Mapping):
        table = found if isinstance(found, Mapping) else {}
        return [{key: value} for key, value in unwanted.items() if key in table and _value_agrees(value, table[key])]
    if isinstance(unwanted, list | tuple):
        there = _listed(found)
        return [
            each
            for each in unwanted
            if (any(_fits(each, other) for other in there) if isinstance(each, Mapping) else each in there)
        ]
    return [unwanted] if unwanted == found else []
