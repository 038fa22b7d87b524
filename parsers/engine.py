"""What is declared of a forum engine: how its pages are recognised, where things stand on them, how they are addressed.

An engine is data (`Engine`, with a `Layout` for each way in which it draws a thread); `parsers/reading.py` reads by it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from lxml import etree

from parsers.colours import Palette
from parsers.marks import COLOURED, Dialect
from parsers.page import FeedCall, Kind, Page
from parsers.tree import Element
from parsers.words import Words

__all__ = [
    "Asked",
    "Engine",
    "Has",
    "Layout",
    "Nodes",
    "Parts",
    "Text",
    "all_with",
    "at",
    "first_in_class",
    "first_of",
    "has",
    "nodes",
    "with_class",
]

# Gives the text of one thing on a page (of a post, of the page), None where it is not there.
Text = Callable[[Element], str | None]
# Gives elements in the order of the page.
Nodes = Callable[[Element], list[Element]]
Has = Callable[[Element], bool]


def with_class(name: str) -> str:
    """The XPath predicate of an element that has the class `name` among others."""
    return f'contains(concat(" ",normalize-space(@class)," ")," {name} ")'


def at(path: str, pattern: str | None = None) -> Text:
    """Declare where a text stands: an XPath (of an element, an attribute or a string), and what of it is meant.

    Of several elements the first is taken, with all text in it. `pattern` is searched in the text; its first group is
    the result.
    """
    find = etree.XPath(f"string({path})", smart_strings=False)
    wanted = None if pattern is None else re.compile(pattern, re.I | re.S)

    def read(node: Element) -> str | None:
        text: str = find(node)
        if not text:
            return None
        if wanted is None:
            return text
        found = wanted.search(text)
        return found.group(1) if found else None

    return read


def first_of(*texts: Text) -> Text:
    """Declare several places for one thing: the first that holds something is taken."""

    def read(node: Element) -> str | None:
        for text in texts:
            found = text(node)
            if found:
                return found
        return None

    return read


def nodes(path: str) -> Nodes:
    """Declare where elements stand: an XPath."""
    return etree.XPath(path, smart_strings=False)


def _walk(root: Element, tags: tuple[str, ...]) -> Iterator[Element]:
    """The elements of a page with one of `tags`; what stands after its root (a second `body`) is of the page too."""
    yield from root.iter(*tags)
    for after in root.itersiblings():
        yield from after.iter(*tags)


def first_in_class(pattern: str, *tags: str) -> Nodes:
    """Declare where one element stands: the first of the page with one of `tags` whose `class` begins with `pattern`.

    The page is walked no further than to there.
    """
    begins = re.compile(pattern, re.S).match

    def find(root: Element) -> list[Element]:
        for element in _walk(root, tags):
            if begins(element.get("class") or ""):
                return [element]
        return []

    return find


def all_with(tags: tuple[str, ...], **attributes: str) -> Nodes:
    """Declare where elements stand: those of the page with one of `tags` whose `attributes` begin with these patterns.

    `class_` stands for the attribute `class`.
    """
    signs = [(name.rstrip("_"), re.compile(pattern, re.S).match) for name, pattern in attributes.items()]

    def find(root: Element) -> list[Element]:
        found = list(_walk(root, tags))
        for name, begins in signs:
            found = [element for element in found if begins(element.get(name) or "")]
        return found

    return find


def has(path: str) -> Has:
    """Declare a sign: an XPath that finds something or nothing."""
    return etree.XPath(f"boolean({path})", smart_strings=False)


class Parts(NamedTuple):
    """What was found of one post, as it stands on the page; an absent part is None.

    `hidden` is true of one that only moderators are shown: it waits for their approval.
    """

    id: str | None
    body: Element | None
    author: str | None = None
    author_id: str | None = None
    number: str | None = None
    stamp: str | None = None
    time: str | None = None
    link: str | None = None
    edit: str | None = None
    edit_by: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """One way in which an engine draws a thread. All places but `posts` are looked for from the post's element.

    `posts` may find anything that stands once for each post, an anchor for example; `body` finds the element of the
    author's words. `id` is None where the layout shows no ids at all (print views).
    `stamp` is a time for machines (ISO, epoch), `time` what people see: the first that can be read is taken.
    `edit` is the edit note with `edit_by`, the editor's nick in it; `edit_time` has the group `time`, and the group
    `by` where there is no `edit_by`. It is searched in what follows the nick, where that is known.
    `merged` matches a line that the forum puts before text merged into an earlier post, with a group `span` (time since
    the post) or `time` where the line tells when.
    `pick` finds all parts at once, where that is worth the code: it then stands in for all places but `posts`.
    """

    posts: Nodes
    id: Text | None = None
    body: Nodes | None = None
    author: Text | None = None
    words: Words = field(default_factory=Words)
    author_id: Text | None = None
    number: Text | None = None
    stamp: Text | None = None
    time: Text | None = None
    link: Text | None = None
    edit: Text | None = None
    edit_by: Text | None = None
    edit_time: re.Pattern[str] | None = None
    merged: re.Pattern[str] | None = None
    pick: Callable[[Element], Parts] | None = None


@dataclass(frozen=True, slots=True)
class Engine:
    """A forum engine, as the table of `parsers/engines` holds it.

    `sign` is true of every HTML page of this engine and of no other. `layouts` are tried in order; the first that has
    posts is taken. The other places are looked for from the root of the page: `thread_url` may carry a page or a
    session id, `message` is the forum's own notice (why there is no thread), `login` finds its login form (not the
    small one that stands on every page), `listing` a list of threads; `kinds` are signs that go before the words of
    the notice.
    `bar` finds the page bar, where more than one of `page`, `pages`, `per_page` and `next_url` stand in it: they are
    then looked for from there, and but for `next_url` not at all where there is none.
    `zone` is a text that names the zone of the page's times, `present` the present time as the page shows it to people,
    which tells the zone where the moment of fetching is known.
    `partial` is a sign of a view of the thread that leaves out posts: one alone, the threaded or hybrid mode.
    `trace` finds the ids of posts in the source of a page, by an attribute that each post has once, with the groups
    `value` (of the attribute) and `id`: one that was not read has been swallowed by what another post left open. It
    must not match what anybody may write: it begins with a tag, or its quotation marks are written out by the engine.
    `address` gives the URL of a page from the thread's URL, the page's number and the posts on a page.
    `embedded` gives the data that a page carries for its own scripts, where `read_data` can read it: it tells more than
    what is drawn. `read_data` reads JSON, `read_feed` XML: they give None for what is not theirs. `feed` gives the call
    that tells seconds of the posts on a page which shows minutes; its address may be relative.
    """

    name: str
    sign: Has
    layouts: tuple[Layout, ...]
    address: Callable[[str, int, int], str]
    title: Text
    thread_id: Text
    thread_url: Text
    page: Text
    pages: Text
    bar: Nodes | None = None
    per_page: Text | None = None
    next_url: Text | None = None
    zone: Text | None = None
    present: Text | None = None
    message: Text | None = None
    login: Has | None = None
    listing: Has | None = None
    kinds: tuple[tuple[Has, Kind], ...] = ()
    partial: Has | None = None
    trace: re.Pattern[str] | None = None
    dialect: Dialect = COLOURED
    embedded: Callable[[Element], Any] | None = None
    read_data: Callable[[Any, "Asked"], Page | None] | None = None
    read_feed: Callable[[Element, "Asked"], Page | None] | None = None
    feed: Callable[[Element, Page], FeedCall | None] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known of a page besides its bytes, and how its marks are to be read.

    `timezone` goes before what the page says, `home` stands in where it says nothing.
    """

    url: str | None
    fetched_at: datetime | None
    timezone: tzinfo | None
    home: tzinfo
    palette: Palette
    dialect: Dialect | None
