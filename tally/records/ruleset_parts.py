"""What a host's own ruleset can be composed of: effects, limits, traits, conditions of victory, with their parameters.

In: the engine's registries. Out: lines; the descriptions are the engine's own, in English.
"""

import inspect
import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields

from engine.abilities import EFFECTS, LIMITS, TRAITS
from engine.schema import Registry
from engine.victory import CONDITIONS
from tally.texts import _

__all__ = ["ruleset_parts"]


def ruleset_parts() -> list[str]:
    """Every part under the name that `do` asks for, with what it takes and what it does."""
    sections = (
        (_("Effects of an action: [[abilities]] effects"), EFFECTS),
        (_("Limits of an action: [[abilities]] limits"), LIMITS),
        (_("What a role does by itself: [[traits]]"), TRAITS),
        (_("Conditions of victory: [[victory]]"), CONDITIONS),
    )
    lines = []
    for title, registry in sections:
        lines += ["", title, *_parts(registry)]
    return lines[1:]


def _parts(registry: Registry) -> Iterator[str]:
    for name in registry.names():
        part = registry.find(name)
        if part is None:
            continue
        yield f"  {name}: {', '.join(_parameter(field) for field in fields(part))}"
        yield from (f"    {line}" for line in (inspect.getdoc(part) or "").splitlines() if line)


def _parameter(field: Field[object]) -> str:
    """`name`, or `name = default` in the words of TOML."""
    if field.default is MISSING:
        return field.name if field.default_factory is MISSING else f"{field.name} = {{}}"
    if field.default is None:
        return f"{field.name} = –"
    default = list(field.default) if isinstance(field.default, tuple) else field.default
    return f"{field.name} = {json.dumps(default, ensure_ascii=False, default=str)}"
