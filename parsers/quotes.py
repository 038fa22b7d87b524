"""What a post quotes: the author's own words are read without it (`parsers.words`), sometimes it is asked for.

In: the bytes of a page and a post on it. Out: its quotes, each with who is quoted as the page says it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from parsers.decoding import decode
from parsers.engines import ENGINES
from parsers.finding import find_posts
from parsers.tree import Element, parse_html
from parsers.words import Words, read_runs

__all__ = ["Quote", "read_quotes"]

_QUOTE = re.compile(r"quote|citation", re.I)
_NAMING = re.compile(r"quote|username|author|^cite$", re.I)
_HEADING = re.compile(r"title|header|postedby|name|citation", re.I)
_TEXT = etree.XPath("string()", smart_strings=False)
_LONGEST_HEADING = 200


@dataclass(frozen=True, slots=True)
class Quote:
    """`said_by`: what the page says of who is quoted, in its words; `text`: without what is quoted in it again, and
    with what is crossed out left out."""

    said_by: str
    text: str


def read_quotes(data: bytes, post: str, *, engine: str, content_type: str | None = None) -> tuple[Quote, ...]:
    """The quotes in the post of that id, in order; one within another is one by itself. Raises KeyError for an unknown
    engine; never for any bytes."""
    text, _defects = decode(data, content_type)
    root = None if text is None else parse_html(text)[0]
    if text is None or root is None:
        return ()
    layout, found = find_posts(root, text, ENGINES[engine], [])
    body = next((parts.body for parts in found if parts.id == post), None)
    return () if layout is None or body is None else tuple(_quotes(body, layout.words))


def _quotes(body: Element, words: Words) -> Iterator[Quote]:
    for element in list(body.iterdescendants(etree.Element)):
        if not _is_quote(element):
            continue
        runs = read_runs(element, words)
        text = "".join(" " if run.struck else run.text for run in runs).strip()
        text = text.removeprefix(_heading(element) or "").strip()
        said_by = next(filter(None, map(_said_by, (element, *_boxes_around(element, body)))), "")
        if text:
            yield Quote(said_by, text)


def _is_quote(element: Element) -> bool:
    return element.tag == "blockquote" or _QUOTE.search(element.get("class") or "") is not None


def _boxes_around(element: Element, body: Element | None) -> Iterator[Element]:
    """The quotes that an element stands in: many engines draw a quote as a box in a box, and name who is quoted in the
    outer one."""
    for above in element.iterancestors():
        if above is body:
            return
        if _is_quote(above):
            yield above


def _said_by(box: Element) -> str:
    """The name that a box carries, its heading, and a heading that stands before it."""
    told = [value for name, value in box.items() if _NAMING.search(name) and not value.startswith("http")]
    before = box.getprevious()
    if before is not None and _QUOTE.search(before.get("class") or ""):
        told.append(_TEXT(before))
    return " ".join(" ".join((*told, _heading(box) or "")).split())[:_LONGEST_HEADING]


def _heading(box: Element) -> str | None:
    """The line in a box that says who is quoted."""
    for part in box.iterdescendants(etree.Element):
        is_heading = part.tag == "cite" or _HEADING.search(part.get("class") or "")
        if is_heading and next(_boxes_around(part, None), None) is box:
            return " ".join(_TEXT(part).split())
    return None
