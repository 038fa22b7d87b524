"""The options of a new game as they are typed, `KEY=VALUE`, read by the types that its ruleset declares.

In: the ruleset and the words. Out: the options' values; GameFault for what is no option. Whether the ruleset allows a
value is asked where the game is made.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.options import Option, OptionType
from engine.ruleset import declared_options
from tally.errors import GameFault
from tally.folder.toml_places import UnreadableFile, read_source
from tally.texts import _

__all__ = ["read_options"]

_WORDS = {"yes": True, "on": True, "no": False, "off": False, "да": True, "нет": False}


def read_options(ruleset: str, written: Sequence[str]) -> dict[str, Any]:
    """The options, each as its ruleset wants it. Raises GameFault for a word that is not `KEY=VALUE`."""
    declared = _declared(ruleset)
    return dict(_read_option(each, declared) for each in written)


def _declared(ruleset: str) -> Mapping[str, Option]:
    if not ruleset.endswith(".toml"):
        return declared_options(ruleset)
    try:
        return declared_options(ruleset, data=read_source(Path(ruleset)).data)
    except UnreadableFile:
        # “tally check” tells what is wrong with it
        return {}


def _read_option(written: str, declared: Mapping[str, Option]) -> tuple[str, Any]:
    key, equals, value = (part.strip() for part in written.partition("="))
    if not equals or not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        told = _("“{found}” is not an option; it is written like {example}")
        raise GameFault(told.format(found=written, example="tie=none"))
    option = declared.get(key)
    readings = tuple(_readings(value, option))
    fitting = (each for each in readings if option is not None and option.accepts(each))
    return key, next(fitting, readings[0])


def _readings(value: str, option: Option | None) -> Iterator[Any]:
    """What the word may be, the likeliest first: as TOML has it, the text itself, what stands for true, a list."""
    as_toml = _as_toml(value)
    if as_toml is not None:
        yield as_toml
    yield value
    if value.casefold() in _WORDS:
        yield _WORDS[value.casefold()]
    parts = [part.strip() for part in value.split(",")]
    if option is not None and option.type is OptionType.STRINGS:
        yield parts
    if option is not None and option.type is OptionType.INTEGERS and all(part.isdecimal() for part in parts):
        yield [int(part) for part in parts]


def _as_toml(value: str) -> Any:
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return None
