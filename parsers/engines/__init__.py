"""All forum engines that are read: one module each, this table holds them by name.

They are asked in this order whether a page is theirs: an engine whose pages carry the marks of its ancestor (the
mybb.ru family those of PunBB) stands before it.
"""

from collections.abc import Mapping
from types import MappingProxyType

from parsers.engine import Engine
from parsers.engines import phpbb

__all__ = ["ENGINES"]

ENGINES: Mapping[str, Engine] = MappingProxyType({engine.name: engine for engine in (phpbb.ENGINE,)})
