"""From the tree of a page to the thread on it: its posts, and which page of how many it is, as the engine declares."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, tzinfo

from lxml import etree

from parsers.addresses import absolute
from parsers.colours import Palette
from parsers.dates import Clock, Moment, read_stamp, read_time
from parsers.engine import Asked, Engine, Layout, Parts
from parsers.finding import CUTS, find_posts
from parsers.marks import Dialect, read_marks
from parsers.merging import part_runs
from parsers.page import Defect, DefectCode, Edit, FeedCall, Kind, Page, Post, Precision, Run, ThreadRef
from parsers.tree import Element, parse_html
from parsers.words import Words, read_runs, read_runs_of_all
from parsers.zones import shown_zone, zone_between

__all__ = ["clock_of", "read_thread", "runs_of_markup", "text_of", "whole_number"]

_BASE = etree.XPath("string(/html/head/base/@href)", smart_strings=False)
_CANONICAL = etree.XPath('string(/html/head/link[@rel="canonical"]/@href)', smart_strings=False)
_LANGUAGE = etree.XPath("string(/html/@lang)", smart_strings=False)
_CYRILLIC_LETTER = re.compile("[а-яё]", re.I)
_NO_DIGIT = re.compile(r"\D+")
# A date as boards print it beside a clock, with the same separator twice.
# (What may not be before it is asked after its first digit: a search that begins with a digit is twice as fast.)
_BOARD_DATE = re.compile(r"(\d(?<!\d\d)\d?)([-./])(\d{1,2})\2\d{2,4},?(?:\s|&nbsp;|<[^>]{1,60}>){1,3}\d{1,2}:\d{2}")


def read_thread(root: Element, text: str, engine: Engine, asked: Asked, defects: tuple[Defect, ...]) -> Page:
    """Read the thread on a page of `engine`; a page without posts where there is none.

    `text` is the page's source, `defects` what was wrong with it so far.
    """
    faults = list(defects)
    layout, found = find_posts(root, text, engine, faults)
    if layout is None or not found:
        is_cut = layout is not None and any(fault.code in CUTS for fault in faults)
        return Page(engine.name, Kind.THREAD if is_cut else Kind.OTHER, defects=tuple(faults))
    clock = clock_of(
        asked,
        lambda: _zone_of(root, text, engine, asked, faults),
        lambda: _day_comes_first(root, text),
    )
    base = _BASE(root) or asked.url or _CANONICAL(root) or None
    posts = tuple(_read_posts(found, layout, clock, base, asked.dialect or engine.dialect, asked.palette, faults))
    bar = _page_bar(engine, root)
    if engine.partial is not None and engine.partial(root):
        faults.append(Defect(DefectCode.PARTIAL_VIEW))
    if clock.assumed_home:
        faults.append(Defect(DefectCode.NO_ZONE, found=str(asked.home)))
    page = Page(
        engine=engine.name,
        kind=Kind.THREAD,
        thread=ThreadRef(engine.thread_id(root), _trimmed(engine.title(root)), _first_page(engine, root, base)),
        page=None if bar is None else whole_number(engine.page(bar)),
        pages=None if bar is None else whole_number(engine.pages(bar)),
        per_page=None if bar is None or engine.per_page is None else whole_number(engine.per_page(bar)),
        next_url=absolute(engine.next_url(root if bar is None else bar), base) if engine.next_url else None,
        posts=posts,
        defects=tuple(faults),
    )
    feed = _feed_of(page, root, engine, base)
    return page if feed is None else replace(page, feed=feed)


def _feed_of(page: Page, root: Element, engine: Engine, base: str | None) -> FeedCall | None:
    """The call that tells seconds, where the page shows minutes and it is known where the forum is."""
    if engine.feed is None or not any(post.id and post.precision is Precision.MINUTE for post in page.posts):
        return None
    call = engine.feed(root, page)
    url = absolute(call.url, base) if call else None
    return replace(call, url=url) if call and url and url.startswith(("http://", "https://")) else None


def _page_bar(engine: Engine, root: Element) -> Element | None:
    """Where the numbers of the pages stand: the whole page where an engine does not say."""
    return root if engine.bar is None else next(iter(engine.bar(root)), None)


def _zone_of(root: Element, text: str, engine: Engine, asked: Asked, faults: list[Defect]) -> tzinfo | None:
    """The zone that the page names, else the one in which the time that it shows is that of fetching it.

    The latter is right only of a page that no cache has kept for hours: it is told where it is not the game's own zone.
    """
    named = shown_zone(engine.zone(root) or "") if engine.zone else None
    shown = engine.present(root) if named is None and engine.present and asked.fetched_at else None
    if not shown or asked.fetched_at is None:
        return named
    present = read_time(shown, Clock(lambda: UTC, None, lambda: _day_comes_first(root, text), UTC)).time
    fetched_at = asked.fetched_at if asked.fetched_at.tzinfo else asked.fetched_at.replace(tzinfo=UTC)
    zone = None if present is None else zone_between(present, fetched_at)
    if zone is not None and zone.utcoffset(fetched_at) != fetched_at.astimezone(asked.home).utcoffset():
        faults.append(Defect(DefectCode.GUESSED_ZONE, found=str(zone)))
    return zone


def clock_of(
    asked: Asked, find_zone: Callable[[], tzinfo | None], find_order: Callable[[], bool | None] = lambda: None
) -> Clock:
    """The clock by which the texts of a page are read: `find_zone` gives the zone that the page tells."""
    zone = asked.timezone
    fetched_at = asked.fetched_at
    if fetched_at is not None and fetched_at.tzinfo is None:
        fetched_at = fetched_at.replace(tzinfo=UTC)
    return Clock(find_zone if zone is None else lambda: zone, fetched_at, find_order, asked.home)


def runs_of_markup(markup: str, words: Words) -> tuple[Run, ...]:
    """The runs of a post that came as a string of HTML (JSON, a feed)."""
    root, _cut = parse_html(f"<html><body><div>{markup}</div></body></html>")
    body = None if root is None else root.find("body")
    return () if body is None else read_runs(body, words)


def text_of(runs: tuple[Run, ...]) -> str:
    """The text of a post."""
    return runs[0].text if len(runs) == 1 else "".join([run.text for run in runs])


def whole_number(text: str | None) -> int | None:
    """The number that a text shows, with whatever stands around it and between its thousands."""
    if not text:
        return None
    digits = text if text.isdecimal() else _NO_DIGIT.sub("", text)
    return int(digits) if digits and len(digits) < 12 else None


def _first_page(engine: Engine, root: Element, base: str | None) -> str | None:
    link = absolute(engine.thread_url(root), base)
    try:
        return None if link is None else engine.address(link, 1, 1)
    except ValueError:
        return None


def _read_posts(
    found: list[Parts],
    layout: Layout,
    clock: Clock,
    base: str | None,
    dialect: Dialect,
    palette: Palette,
    faults: list[Defect],
) -> Iterator[Post]:
    authors = [_trimmed(parts.author) for parts in found]
    names = frozenset([author.casefold() for author in authors if author])
    words = read_runs_of_all([parts.body for parts in found if parts.body is not None], layout.words)
    for parts, author, runs in zip(found, authors, words, strict=True):
        if author is None:
            faults.append(Defect(DefectCode.NO_AUTHOR, post=parts.id))
        moment = _when(parts, clock)
        if moment.fault is not None:
            faults.append(Defect(moment.fault, post=parts.id, found=_trimmed(parts.time or parts.stamp) or ""))
        edited = _read_edit(parts, layout.edit_time, clock, faults) if parts.edit else None
        text = text_of(runs)
        if layout.merged is not None and layout.merged.search(text):
            runs = part_runs(runs, layout.merged, moment.time, edited, clock, parts.id, faults)
            text = text_of(runs)
        yield Post(
            id=parts.id,
            number=whole_number(parts.number),
            author=author,
            author_id=parts.author_id,
            time=moment.time,
            precision=moment.precision,
            time_from=moment.source,
            url=absolute(parts.link, base),
            edited=edited,
            text=text,
            marks=read_marks(runs, text, dialect, palette, names),
            runs=runs,
        )


def _when(parts: Parts, clock: Clock) -> Moment:
    moment = read_stamp(parts.stamp) if parts.stamp else None
    if moment is not None:
        return moment
    if not parts.time or parts.time.isspace():
        return Moment(None, fault=DefectCode.NO_TIME)
    return read_time(parts.time, clock)


def _read_edit(parts: Parts, pattern: re.Pattern[str] | None, clock: Clock, faults: list[Defect]) -> Edit | None:
    note, by = parts.edit, _trimmed(parts.edit_by)
    if not note or note.isspace():
        return None
    found = pattern.search(note.partition(by)[2] if by else note) if pattern else None
    if found is not None and by is None and "by" in found.groupdict():
        by = _trimmed(found.group("by"))
    shown = None if found is None else found.group("time")
    time = read_time(shown, clock).time if shown else None
    if time is None:
        faults.append(Defect(DefectCode.UNKNOWN_EDIT_TIME, post=parts.id, found=_trimmed(note) or ""))
    return Edit(time, by)


def _day_comes_first(root: Element, text: str) -> bool | None:
    """Whether 03.04. is in April: by any date of the page that can be only one, else by its language."""
    for found in _BOARD_DATE.finditer(text, 0, 1_000_000):
        first, sign, second = found.groups()
        if sign != ".":
            if int(first) > 12 >= int(second):
                return True
            if int(second) > 12 >= int(first):
                return False
    language = _LANGUAGE(root).lower()
    if language.startswith("ru") or (not language and _CYRILLIC_LETTER.search(text[:20_000])):
        return True
    if language.startswith("en"):
        return False
    return None


def _trimmed(text: str | None) -> str | None:
    """A nick or a title as it is seen: white space as one space, none around it."""
    return " ".join(text.split()) or None if text else None
