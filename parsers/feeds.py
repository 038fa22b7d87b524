"""Posts from the Atom and RSS feeds of forums: they give seconds where the pages show minutes.

An engine that has feeds declares a `Feed`; `feed_reader` makes its `read_feed` of it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from parsers.addresses import with_parameters, without_session
from parsers.dates import Moment, read_stamp
from parsers.engine import Asked, Has, Text
from parsers.page import Defect, DefectCode, Edit, FeedCall, Kind, Page, Post, ThreadRef
from parsers.thread import runs_of_markup, text_of
from parsers.tree import Element
from parsers.words import Words

__all__ = ["Feed", "feed_reader", "linked_feed"]


def _find(*names: str) -> Callable[[Element], str]:
    """The text of the first child with one of these names, whatever its namespace."""
    path = " | ".join(f"*[local-name()='{name}']" for name in names)
    find: Callable[[Element], str] = etree.XPath(f"string({path})", smart_strings=False)
    return find


_ENTRIES = etree.XPath(
    "*[local-name()='entry'] | */*[local-name()='item'] | *[local-name()='item'] | self::source/post"
)
_LINK = etree.XPath("string(*[local-name()='link'][@href]/@href)", smart_strings=False)
_LINK_TEXT = _find("link")
_GUID = _find("guid", "id")
_AUTHOR = etree.XPath("string(*[local-name()='author']/*[local-name()='name'])", smart_strings=False)
_AUTHOR_TEXT = _find("creator", "author")
_PROFILE = etree.XPath("string(*[local-name()='author']/*[local-name()='uri'])", smart_strings=False)
_POSTED = _find("published", "pubDate", "issued", "posted")
_UPDATED = _find("updated", "modified")
_BODY = _find("encoded", "content", "description", "summary")
_TITLE = _find("title")
_ANSWER = re.compile(r"^(?:Re|Ответ|Answer): ?")
_ADDRESS = etree.XPath(
    "string(*[local-name()='link'][@rel='self']/@href | */*[local-name()='link'][@rel='self']/@href"
    " | self::source/url)",
    smart_strings=False,
)
# RSS wants an address before the name: “dummy@example.com (Вася)”
_MAIL_AND_NAME = re.compile(r"\S*@\S*\s+\((.*)\)\s*$", re.S)


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed of an engine: `sign` is true of its root; `post_id` finds the id in the link or guid of an entry.

    `thread_id` finds the thread's id in the address that the feed gives of itself, `author_id` an author's in that of
    his profile. `words` are those of the bodies.
    `title` finds the thread's title, where the newest entry does not have it as its own.
    With `updates_are_edits` an entry that was updated after it was published was edited then.
    """

    sign: Has
    post_id: re.Pattern[str]
    thread_id: re.Pattern[str] | None = None
    author_id: re.Pattern[str] | None = None
    words: Words = field(default_factory=Words)
    title: Text | None = None
    updates_are_edits: bool = False


def feed_reader(engine: str, feed: Feed) -> Callable[[Element, Asked], Page | None]:
    """Make the reader of an engine's feeds; it gives None for a feed of another engine."""

    def read(root: Element, _asked: Asked) -> Page | None:
        if not feed.sign(root):
            return None
        defects: list[Defect] = []
        posts = tuple(_read_posts(root, feed, defects))
        return Page(engine, Kind.FEED, thread=_thread(root, feed), posts=posts, defects=tuple(defects))

    return read


def linked_feed(which: str, **put: int) -> Callable[[Element, Page], FeedCall | None]:
    """Declare that a thread's feed is linked from the head of its pages, by a link of which the XPath `which` is true.

    `put` are parameters for its address (how many posts it shall hold).
    """
    find = etree.XPath(f"string(/html/head/link[@rel='alternate'][@href][{which}]/@href)", smart_strings=False)

    def call(root: Element, _page: Page) -> FeedCall | None:
        link: str = find(root)
        return FeedCall(with_parameters(link, (), **put) if put else link) if link else None

    return call


def _thread(root: Element, feed: Feed) -> ThreadRef | None:
    found = feed.thread_id.search(_ADDRESS(root)) if feed.thread_id else None
    if found is None:
        return None
    title = (feed.title(root) or "") if feed.title else _TITLE(next(iter(_ENTRIES(root)), root))
    return ThreadRef(next(filter(None, found.groups())), _ANSWER.sub("", " ".join(title.split())) or None, None)


def _read_posts(root: Element, feed: Feed, defects: list[Defect]) -> Iterator[Post]:
    for entry in _ENTRIES(root):
        link = without_session((_LINK(entry) or _LINK_TEXT(entry)).strip())
        found = feed.post_id.search(link) or feed.post_id.search(_GUID(entry))
        if found is None:
            # a feed of threads has entries that are no posts
            continue
        posted = read_stamp(_POSTED(entry)) or read_stamp(_UPDATED(entry))
        if posted is None:
            shown = _POSTED(entry)
            fault = DefectCode.UNKNOWN_TIME if shown else DefectCode.NO_TIME
            defects.append(Defect(fault, post=found.group(1), found=shown))
            posted = Moment(None)
        runs = runs_of_markup(_BODY(entry), feed.words)
        yield Post(
            id=found.group(1),
            number=None,
            author=_author(entry),
            author_id=_author_id(entry, feed),
            time=posted.time,
            precision=posted.precision,
            time_from=posted.source,
            url=link or None,
            edited=_edit(entry, posted) if feed.updates_are_edits else None,
            text=text_of(runs),
            marks=(),
            runs=runs,
        )


def _author(entry: Element) -> str | None:
    name = _AUTHOR(entry) or _AUTHOR_TEXT(entry)
    mail = _MAIL_AND_NAME.match(name.strip())
    return " ".join((mail.group(1) if mail else name).split()) or None


def _author_id(entry: Element, feed: Feed) -> str | None:
    found = feed.author_id.search(_PROFILE(entry)) if feed.author_id else None
    return found.group(1) if found else None


def _edit(entry: Element, posted: Moment) -> Edit | None:
    updated = read_stamp(_UPDATED(entry))
    if updated is None or updated.time is None or updated.time == posted.time:
        return None
    return Edit(updated.time, None)
