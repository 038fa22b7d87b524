"""An explanation as a tree: what came of something, by which rule, out of which entries, and where these can be read.

The town's explanation and the host's are two types, made by `explaining_town` and `explaining_host`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tally.story.headline import host_headline
from tally.texts import _
from tally.understand.rule_texts import find_rule, rule_in_words

__all__ = [
    "Explained",
    "HostExplained",
    "Step",
    "TownExplained",
    "conditions_step",
    "explained_as_json",
    "explained_lines",
]


@dataclass(frozen=True, slots=True)
class Step:
    """One link of the chain. `rule`: what says so; `places`: where it stands (a post's address, an entry, a revision);
    `steps`: out of what it came."""

    text: str
    rule: str | None = None
    places: tuple[str, ...] = ()
    steps: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """`title`: what is explained; `phase`: of which phase, where of one."""

    title: str
    steps: tuple[Step, ...]
    phase: str | None = None


class TownExplained(Explained):
    """What everybody may know: it can be pasted into the thread."""

    __slots__ = ()


class HostExplained(Explained):
    """Everything, secrets included."""

    __slots__ = ()


def conditions_step(conditions: tuple[Step, ...]) -> Step:
    """What would end the game: its conditions of victory, or the host where it has none."""
    if not conditions:
        return Step(_("It is over when the host says so."))
    return Step(_("What ends it, in this order:"), steps=conditions)


def explained_lines(explained: Explained) -> Iterator[str]:
    """The lines; the host's begin with the headline. A rule is told in full where it is cited first, a
    place where something stands at once."""
    if isinstance(explained, HostExplained):
        yield host_headline()
    yield explained.title
    told: set[str] = set()
    for step in explained.steps:
        yield from _lines(step, 1, told)


def _lines(step: Step, depth: int, told: set[str]) -> Iterator[str]:
    indent = "  " * depth
    known = step.rule is not None and step.rule in told
    yield f"{indent}{step.text} [{step.rule}]" if known else f"{indent}{step.text}"
    if step.rule is not None and not known:
        told.add(step.rule)
        yield f"{indent}  {rule_in_words(step.rule)}"
    for place in step.places:
        if place not in told:
            told.add(place)
            yield f"{indent}  {place}"
    for each in step.steps:
        yield from _lines(each, depth + 1, told)


def explained_as_json(explained: Explained) -> dict[str, Any]:
    """The same for other programs."""
    return {
        "format": 1,
        "view": "host" if isinstance(explained, HostExplained) else "public",
        "phase": explained.phase,
        "title": explained.title,
        "steps": [_step_as_json(step) for step in explained.steps],
    }


def _step_as_json(step: Step) -> dict[str, Any]:
    told: dict[str, Any] = {"text": step.text}
    if step.rule is not None:
        found = find_rule(step.rule)
        told["rule"] = {"id": step.rule, "ru": found and found.ru, "en": found and found.en}
    if step.places:
        told["places"] = list(step.places)
    if step.steps:
        told["steps"] = [_step_as_json(each) for each in step.steps]
    return told
