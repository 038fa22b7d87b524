"""Writes plain values as TOML for people to read: one key on a line, tables of a list one under the other.

In: plain data. Out: text. Comments and an existing file's order are the business of `tally.folder.toml_editing`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import tomlkit

__all__ = ["toml_pair", "toml_table", "toml_value"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_value(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(toml_pair(str(key), each) for key, each in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(each) for each in value) + "]"
    return tomlkit.item(value).as_string()


def toml_pair(key: str, value: object) -> str:
    """`key = value` on one line."""
    return f"{key if _BARE.fullmatch(key) else toml_value(key)} = {toml_value(value)}"


def toml_table(data: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a table: each key on one, a list of tables with a line for each of them."""
    for key, value in data.items():
        if isinstance(value, Sequence) and value and all(isinstance(each, Mapping) for each in value):
            yield f"{key} = ["
            yield from (f"  {toml_value(each)}," for each in value)
            yield "]"
        else:
            yield toml_pair(key, value)
