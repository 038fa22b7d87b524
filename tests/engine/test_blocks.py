"""Which blocks hold: chains from the free end, rings by the ruleset's word."""

from collections.abc import Mapping

import pytest

from engine.abilities.base import Ability, Who
from engine.acts import Act, Order
from engine.blocks import Labels, Ring, label_blocks, strikes
from engine.record import ActionEntry

BLOCK = Ability(action="block", name="блок", rule="X-1", who=Who())


def labels(aims: Mapping[str, str], ring: Ring = Ring.HOLD) -> Labels:
    """Who blocks whom, as one text for each: sender → target."""
    acts = [
        Act(
            Order(ActionEntry(sender, "block", (target,)), BLOCK, sender, sender, (target,), place),
            sender,
            (target,),
            (sender,),
        )
        for place, (sender, target) in enumerate(aims.items())
    ]
    return label_blocks(acts, strikes, ring)


def holding(aims: Mapping[str, str], ring: Ring = Ring.HOLD) -> str:
    return "".join(sorted(act.owner for act in labels(aims, ring).holding))


def struck(aims: Mapping[str, str], ring: Ring = Ring.HOLD) -> str:
    return "".join(sorted(act.owner for act, _ in labels(aims, ring).struck))


@pytest.mark.parametrize(
    ("aims", "holds", "falls"),
    [
        ({"a": "x"}, "a", ""),
        ({"a": "b", "b": "x"}, "a", "b"),
        ({"a": "b", "b": "c", "c": "x"}, "ac", "b"),
        ({"c": "x", "b": "c", "a": "b"}, "ac", "b"),
        ({"a": "b", "b": "c", "c": "d", "d": "x"}, "ac", "bd"),
        ({"a": "c", "b": "c", "c": "x"}, "ab", "c"),
        ({"a": "a"}, "a", ""),
    ],
)
def test_a_chain_is_settled_from_its_free_end(aims: Mapping[str, str], holds: str, falls: str) -> None:
    """NEW-48, STY-122: the first holds, the second is annulled, the third holds."""
    assert (holding(aims), struck(aims)) == (holds, falls)


@pytest.mark.parametrize("aims", [{"a": "b", "b": "a"}, {"a": "b", "b": "c", "c": "a"}])
def test_of_a_ring_all_hold_or_none(aims: Mapping[str, str]) -> None:
    """STY-123, NEW-47 with `mutual_block = "annul"`."""
    everybody = "".join(sorted(aims))
    assert (holding(aims), struck(aims)) == (everybody, everybody)
    assert (holding(aims, Ring.ANNUL), struck(aims, Ring.ANNUL)) == ("", everybody)


def test_who_only_hangs_on_a_ring_is_labelled_after_it() -> None:
    """STY-123."""
    aims = {"a": "b", "b": "a", "c": "x", "d": "c"}
    assert holding(aims) == "abd"
    hanging = {"a": "b", "b": "c", "c": "b", "d": "x"}
    assert holding(hanging) == "acd"
    behind = {"a": "b", "b": "a", "c": "d", "d": "x"}
    assert holding(behind) == "abc"


def test_a_block_from_outside_breaks_a_ring() -> None:
    assert (holding({"a": "b", "b": "a", "c": "a"}), struck({"a": "b", "b": "a", "c": "a"})) == ("bc", "a")
    assert holding({"a": "b", "b": "a", "c": "b"}) == "ac"
