"""All forum engines that are read: one module each, this table holds them by name.

They are asked in this order whether a page is theirs: an engine whose pages carry the marks of its ancestor (the
mybb.ru family those of PunBB) stands before it, and those that are told by a word of the page's head before those for
which all of it is looked through.
"""

from collections.abc import Mapping
from types import MappingProxyType

from parsers.engine import Engine
from parsers.engines import (
    discourse,
    flaskbb,
    fluxbb,
    invision4,
    ipb3,
    mybb,
    nodebb,
    phpbb,
    punbb,
    rusff,
    smf,
    ucoz,
    vbulletin3,
    vbulletin4,
    vbulletin5,
    xenforo1,
    xenforo2,
)

__all__ = ["ENGINES"]

ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        engine.name: engine
        for engine in (
            phpbb.ENGINE,
            rusff.ENGINE,
            vbulletin4.ENGINE,
            vbulletin5.ENGINE,
            xenforo1.ENGINE,
            xenforo2.ENGINE,
            fluxbb.ENGINE,
            mybb.ENGINE,
            punbb.ENGINE,
            smf.ENGINE,
            nodebb.ENGINE,
            ipb3.ENGINE,
            invision4.ENGINE,
            vbulletin3.ENGINE,
            discourse.ENGINE,
            flaskbb.ENGINE,
            ucoz.ENGINE,
        )
    }
)
