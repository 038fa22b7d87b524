"""From the bytes of a forum page to posts and marks. Pure: no socket, no file, no database, no player.

`read_page` and `page_address` are loaded when they are first asked for: they bring the HTML parser with them.
"""

from typing import TYPE_CHECKING, Any

from parsers.page import Colour, Defect, DefectCode, Edit, Form, Kind, Mark, Page, Post, Precision, Run, ThreadRef
from parsers.page import page_as_json as page_as_json

if TYPE_CHECKING:
    from parsers.reading import page_address, read_page

__all__ = [
    "Colour",
    "Defect",
    "DefectCode",
    "Edit",
    "Form",
    "Kind",
    "Mark",
    "Page",
    "Post",
    "Precision",
    "Run",
    "ThreadRef",
    "page_address",
    "page_as_json",
    "read_page",
]


def __getattr__(name: str) -> Any:
    if name not in ("page_address", "read_page"):
        raise AttributeError(name)
    from parsers import reading

    return getattr(reading, name)
