"""What PunBB, FluxBB and the mybb.ru hosting share: page bars, edit notes, merged posts, addresses, extern feeds."""

import re

from lxml import etree

from parsers.addresses import with_parameters
from parsers.dates import DAY
from parsers.engine import Has, Text, has
from parsers.feeds import Feed, linked_feed
from parsers.tree import Element
from parsers.words import Words

__all__ = [
    "EDIT_TIME",
    "MERGED",
    "THREAD_ID",
    "USER_ID",
    "extern_call",
    "extern_feed",
    "is_quote_box",
    "number_in",
    "page_address",
    "pages_of_bar",
    "read_editor",
    "text_in",
    "this_page_of_bar",
    "thread_link",
]

USER_ID = re.compile(r"[?&;/](?:id=|user/?)(\d+)")
# `viewtopic.php?id=1`, and what PunBB's schemes of readable addresses make of it: `topic1-name.html`, `topic/1/name/`
THREAD_ID = r"(?:^|[^/]/)(?:viewtopic\.php\?(?:[^#]*[&;])?id=|topic/?)(\d+)"
_THREAD = re.compile(THREAD_ID)
_POST_ID = r"(?:[?&;]pid=|/post/?)(\d+)"

# “Last edited by NICK (TIME)”, «Отредактировано NICK (TIME)», «(изменено: NICK, TIME)», “(edited by NICK TIME)”
_EDITED = (
    r"^\s*\(?(?:(?:last )?edited by|(?:последний раз )?(?:отредактирован[оа]?|отредактировал[аи]?"
    r"|редактировал(?:ось|ся|а)?|измен[её]но?|изменил[аи]?)(?: пользователем)?):?\s+"
)
_BEFORE_NICK = re.compile(_EDITED, re.I)
EDIT_TIME = re.compile(rf"(?:^|.*?[\s,(])(?P<time>(?:{DAY})[^()]*?\d:\d\d[^()]*)\)?\s*$", re.I | re.S)
_NICK_IN_BRACKETLESS = re.compile(rf"^(.+?),?\s+(?:{DAY})", re.I | re.S)
_NICK_BEFORE_BRACKET = re.compile(r"^(.+)\s+\([^()]*\)\s*$", re.S)

# «Добавлено спустя 1 ч 02 мин 05 с:», “Added later 1 h 02 min 05 s:” before text that was merged into the author's last
# post: it keeps the time and the id of its first part, and shows no edit note.
MERGED = re.compile(
    r"^(?:Добавлено|Дописано|Added) (?:(?:спустя|через|позже|later|after):? (?P<span>\d[^\n]{1,60}?)"
    r"|\((?P<time>[^\n()]*\d:\d\d[^\n()]*)\)):?[ \t]*$",
    re.M | re.I,
)

_TEXT = etree.XPath("string()", smart_strings=False)


def text_in(element: Element) -> str:
    """All text in an element."""
    text: str = _TEXT(element) if len(element) else element.text or ""
    return text


# The bar of a thread of one page has its number too; a number may have a separator in its thousands.
_NUMBERS = "*[normalize-space()][contains('123456789',substring(normalize-space(),1,1))]"


def this_page_of_bar(bar: str) -> Text:
    """Where the number of this page stands in the page bar that the XPath `bar` finds."""
    return _text(f"({bar})[1]/strong[1]")


def pages_of_bar(bar: str) -> Text:
    """Where the number of the last page stands: the bar leaves out pages in between, never the last."""
    return _text(f"(({bar})[1]/{_NUMBERS})[last()]")


def _text(path: str) -> Text:
    find = etree.XPath(f"string({path})", smart_strings=False)
    return lambda root: find(root) or None


def read_editor(note: str, author: str | None) -> str | None:
    """Find the editor's nick in an edit note: mostly the author, whose nick tells where a nick of any words ends."""
    said = " ".join(note.split())
    start = _BEFORE_NICK.match(said)
    if start is None:
        return None
    rest = said[start.end() :]
    nick = " ".join((author or "").split())
    if nick and re.match(re.escape(nick) + r",?\s+\(?(?!\()", rest):
        return nick
    found = _NICK_BEFORE_BRACKET.match(rest) or _NICK_IN_BRACKETLESS.match(rest)
    return found.group(1) if found else None


def number_in(pattern: re.Pattern[str], link: str | None) -> str | None:
    """The number that `pattern` finds in a link."""
    found = pattern.search(link or "")
    return found.group(1) if found else None


def thread_link(*links: Text, thread_id: Text | None = None) -> Text:
    """The first link that leads to the thread, else its address made of `thread_id`."""

    def read(root: Element) -> str | None:
        for link in links:
            found = link(root)
            if found and _THREAD.search(found):
                return found
        number = thread_id(root) if thread_id else None
        return f"viewtopic.php?id={number}" if number else None

    return read


def is_quote_box(element: Element) -> bool:
    """Whether it is a quote with its attribution; a spoiler is such a box too, without `blockquote` and `cite`."""
    return (
        element.tag == "div"
        and "quotebox" in (element.get("class") or "")
        and (element.find("blockquote") is not None or element.find("cite") is not None)
    )


def page_address(thread_url: str, page: int, _per_page: int) -> str:
    """The address of a page of a thread, in whatever scheme its own address is."""
    gone = ("pid", "action", "view")
    if "viewtopic.php" in thread_url:
        return with_parameters(thread_url, gone, p=page if page > 1 else None)
    url = with_parameters(thread_url, gone)
    if url.endswith(".html"):
        start = re.sub(r"(?:-p\d+)?\.html$", "", url)
        return f"{start}-p{page}.html" if page > 1 else f"{start}.html"
    start = re.sub(r"/?(?:page/\d+)?/?$", "", url)
    return f"{start}/page/{page}/" if page > 1 else f"{start}/"


def extern_feed(sign: Has, words: Words) -> Feed:
    """The feeds that `extern.php` makes of a thread: RSS, Atom, and an XML of their own (`<source>`)."""
    own = has("/source[url][post/@id]")
    return Feed(
        sign=lambda root: sign(root) or own(root),
        post_id=re.compile(_POST_ID),
        thread_id=re.compile(r"[?&;]tid=(\d+)|" + THREAD_ID),
        author_id=USER_ID,
        words=words,
    )


# The newest posts of a thread: more than 50 are given to nobody. Linked on every page where the board has feeds.
extern_call = linked_feed(
    "contains(@href,'extern.php?') and contains(@href,'tid=') and contains(@href,'atom')", show=50
)
