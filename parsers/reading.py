"""From the bytes of any page to `Page`: decode, parse, recognise the engine, read by what it declares.

Nothing here raises on any bytes; what is wrong with a page is among its defects.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, tzinfo

from lxml import etree

from parsers.colours import RED_AND_BLUE, Palette
from parsers.decoding import decode
from parsers.engine import Asked, Engine
from parsers.engines import ENGINES
from parsers.kinds import is_challenge, kind_of, kind_of_words
from parsers.marks import Dialect, read_marks
from parsers.page import Defect, DefectCode, Kind, Page
from parsers.thread import read_thread
from parsers.tree import Element, parse_html
from parsers.zones import named_zone

__all__ = ["page_address", "read_page"]

# Longer pages are not read: the largest that forums serve (a whole topic on one page) are a tenth of it.
MOST_BYTES = 32_000_000

_UNKNOWN = "unknown"
# It names an encoding, and the text has been decoded already.
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
# What browsers write into a page that they save; the number is the length of the address.
_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d{4}\)(https?://\S+)\s*-->", re.I)
_TITLE = etree.XPath("string(/html/head/title)", smart_strings=False)
_TEXT = etree.XPath("string(/html/body)", smart_strings=False)
# The notice of a server or a guard is short; of a longer page the title must do.
_LONGEST_NOTICE = 1_000


def read_page(
    data: bytes,
    *,
    url: str | None = None,
    fetched_at: datetime | None = None,
    content_type: str | None = None,
    engine: str | None = None,
    timezone: str | None = None,
    home: str = "Europe/Moscow",
    colours: Palette = RED_AND_BLUE,
    dialect: Dialect | None = None,
) -> Page:
    """Read a page as it was fetched from `url` at `fetched_at` with the header `content_type`.

    `engine` is the name of the engine where it is known better than the page tells. `timezone` (an IANA name or an
    offset) is the zone of the page's times where the page shows none or a wrong one; `home` stands in where neither
    tells. `colours` says what counts as red and blue, `dialect` which ways of writing are marks (else the engine's).
    Raises KeyError for an unknown engine and ValueError for an unknown zone; never for any bytes.
    """
    known = None if engine is None else ENGINES[engine]
    asked = Asked(
        url=url,
        fetched_at=fetched_at,
        timezone=None if timezone is None else _zone(timezone),
        home=_zone(home),
        palette=colours,
        dialect=dialect,
    )
    if len(data) > MOST_BYTES:
        return Page(engine or _UNKNOWN, Kind.OTHER, defects=(Defect(DefectCode.TOO_BIG, found=str(len(data))),))
    text, defects = decode(data, content_type)
    if text is None:
        return Page(engine or _UNKNOWN, Kind.OTHER, defects=defects)
    page = _read_text(text, tuple(ENGINES.values()) if known is None else (known,), asked)
    return replace(page, defects=defects + page.defects) if defects else page


def page_address(engine: str, thread_url: str, page: int, per_page: int) -> str:
    """Give the URL of page `page` (from 1) of a thread on which `per_page` posts make a page.

    Raises KeyError for an unknown engine.
    """
    return ENGINES[engine].address(thread_url, page, per_page)


def _zone(name: str) -> tzinfo:
    zone = named_zone(name)
    if zone is None:
        raise ValueError(name)
    return zone


def _read_text(text: str, engines: tuple[Engine, ...], asked: Asked) -> Page:
    if asked.url is None:
        saved = _SAVED_FROM.search(text, 0, 4_000)
        asked = replace(asked, url=saved.group(1)) if saved else asked
    start = text[:200].lstrip()
    if start.startswith(("{", "[")):
        return _read_json(text, engines, asked)
    if start.startswith(("<?xml", "<rss", "<feed", "<smf:xml-feed")):
        page = _read_xml(text, engines, asked)
        if page is not None:
            return page
    return _read_html(text, engines, asked)


def _read_json(text: str, engines: tuple[Engine, ...], asked: Asked) -> Page:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as fault:
        return Page(_only(engines), Kind.OTHER, defects=(Defect(DefectCode.BROKEN_DATA, found=str(fault)),))
    for engine in engines:
        page = engine.read_data(data, asked) if engine.read_data else None
        if page is not None:
            return _with_marks(page, asked)
    return Page(_only(engines), Kind.OTHER)


def _read_xml(text: str, engines: tuple[Engine, ...], asked: Asked) -> Page | None:
    """A page of a feed; None where it is no feed (old pages call themselves XML too)."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True, remove_comments=True)
    try:
        root = etree.fromstring(_XML_DECLARATION.sub("", text).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None or not isinstance(root.tag, str) or root.tag.rpartition("}")[2] in ("html", "wml"):
        return None
    fault = parser.error_log.last_error
    broken = () if fault is None else (Defect(DefectCode.BROKEN_DATA, found=fault.message),)
    for engine in engines:
        page = engine.read_feed(root, asked) if engine.read_feed else None
        if page is not None:
            # the entry that a feed was cut in may tell a part of its time
            posts = page.posts[:-1] if broken else page.posts
            return _with_marks(replace(page, posts=posts, defects=page.defects + broken), asked)
    return Page(_only(engines), Kind.FEED, defects=broken)


def _read_html(text: str, engines: tuple[Engine, ...], asked: Asked) -> Page:
    root, defects = parse_html(text)
    if root is None:
        return Page(_only(engines), Kind.OTHER, defects=defects)
    engine = engines[0] if len(engines) == 1 else next((each for each in engines if each.sign(root)), None)
    if engine is None:
        kind = Kind.CHALLENGE if is_challenge(text) else None
        notice: str = _TEXT(root)
        notice = _TITLE(root) + (" " + notice if len(notice) < _LONGEST_NOTICE else "")
        return Page(_UNKNOWN, kind or kind_of_words(notice) or Kind.OTHER, defects=defects)
    page = _read_embedded(root, engine, asked)
    if page is not None:
        return replace(page, defects=page.defects + defects)
    page = read_thread(root, text, engine, asked, defects)
    if page.kind is Kind.THREAD or any(defect.code is DefectCode.UNREAD_POST for defect in page.defects):
        return page
    kind = Kind.CHALLENGE if is_challenge(text) else kind_of(root, engine)
    return Page(engine.name, kind, defects=page.defects)


def _read_embedded(root: Element, engine: Engine, asked: Asked) -> Page | None:
    """The posts that a page carries as data for its scripts; None where it carries none."""
    data = engine.embedded(root) if engine.embedded else None
    page = engine.read_data(data, asked) if engine.read_data and data is not None else None
    return _with_marks(page, asked) if page is not None and page.posts else None


def _only(engines: Iterable[Engine]) -> str:
    """The name of the engine where only one comes into question."""
    names = [engine.name for engine in engines]
    return names[0] if len(names) == 1 else _UNKNOWN


def _with_marks(page: Page, asked: Asked) -> Page:
    """A page read from data or a feed, with the marks of its posts."""
    dialect = asked.dialect or ENGINES[page.engine].dialect
    names = frozenset(" ".join(post.author.split()).casefold() for post in page.posts if post.author)
    posts = []
    for post in page.posts:
        marks = read_marks(post.runs, post.text, dialect, asked.palette, names)
        posts.append(replace(post, marks=marks) if marks else post)
    return replace(page, posts=tuple(posts))
