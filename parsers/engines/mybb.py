"""MyBB 1.8: threads in both layouts, print views, the archive, the BBCode and seconds of `get_multiquoted`."""

import re
from dataclasses import replace
from typing import Any

from lxml import etree

from parsers.addresses import with_parameters
from parsers.engine import Asked, Engine, Layout, Parts, Text, at, first_of, has, nodes, with_class
from parsers.engines.quoted import quoted_posts
from parsers.feeds import Feed, feed_reader
from parsers.page import FeedCall, Page
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

_WORDS = Words(foreign=frozenset({"codeblock", "phpcodeblock", "signature"}))
_TEXT = etree.XPath("string()", smart_strings=False)
_BODY_ID = re.compile(r"pid_(\d+)")
_USER_ID = re.compile(r"(?:[?&;]uid=|user-)(\d+)")
# The time and the nick as `_edit_note` puts them.
_EDIT = re.compile(r"^(?P<time>[^\n]*)\n(?P<by>[^\n]*)$")
# A double post is merged below a line (`<hr>`), which `_mark_merged` makes a letter that no one can write; its time is
# the edit's.
_LINE = "\ue000"
_MERGED = re.compile(rf"^{_LINE}$", re.M)


def _pick(post: Element) -> Parts:
    """All that is the forum's stands before the body."""
    information = head = date = body = None
    for part in post.iter("div", "span"):
        names = (part.get("class") or "").split()
        if "author_information" in names:
            information = part if information is None else information
        elif "post_head" in names:
            head = part if head is None else head
        elif "post_date" in names:
            date = part if date is None else date
        elif "post_body" in names:
            body = part
            break
    found = _BODY_ID.fullmatch("" if body is None else body.get("id") or "")
    author, profile = (None, None) if information is None else _read_author(information)
    user = _USER_ID.search(profile or "")
    link = None if head is None else next(head.iter("a"), None)
    edit = None if date is None else _edit_note(date)
    if edit is not None and body is not None:
        _mark_merged(body)
    return Parts(
        id=found.group(1) if found else None,
        body=body,
        author=author,
        author_id=user.group(1) if user else None,
        number=None if link is None else _TEXT(link),
        time=None if date is None else _shown_time(date),
        link=None if link is None else link.get("href"),
        edit=edit,
    )


def _read_author(information: Element) -> tuple[str | None, str | None]:
    """The nick and its profile; the nicks of staff are coloured, those of guests no links."""
    name = next(information.iter("strong"), None)
    if name is None:
        return None, None
    link = next(name.iter("a"), None)
    return _TEXT(name), None if link is None else link.get("href")


def _shown_time(line: Element) -> str:
    """The time in full where it is shown in words: `<span title="01-11-2026, 22:00">2 hours ago</span>`."""
    said = line.text or ""
    for part in line:
        if part.tag == "a" or "post_edit" in (part.get("class") or ""):
            break
        said += (part.get("title") or _TEXT(part)) if isinstance(part.tag, str) else ""
        said += part.tail or ""
    return said


def _edit_note(date: Element) -> str | None:
    """“(This post was last modified: TIME by NICK.”: the time and the nick, on a line each; a reason may follow."""
    for note in date.iter("span"):
        if "edited_post" in (note.get("class") or "").split():
            nick = next(note.iterchildren("a"), None)
            time = " ".join(_shown_time(note).partition(":")[2].split())[:100]
            return f"{time}\n{'' if nick is None else _TEXT(nick)[:100]}"
    return None


def _mark_merged(body: Element) -> None:
    for line in body.iterchildren("hr"):
        if line.get("class") == "mycode_hr":
            line.text = _LINE


# One deleted softly has a place on the page, for members without its words; moderators see what they have not approved.
_IS_POST = (
    "div[starts-with(@id,'post_')][number(substring(@id,6))>0]"
    "[not(contains(@class,'deleted_post') or contains(@class,'unapproved_post'))]"
)
_POST = Layout(posts=nodes(f"id('posts')/{_IS_POST}"), pick=_pick, edit_time=_EDIT, words=_WORDS, merged=_MERGED)
_THEMED = replace(_POST, posts=nodes(f"id('posts')//{_IS_POST}"))
# The same where a tag too many in a post has closed their box.
_ANYWHERE = replace(_POST, posts=nodes(f"//{_IS_POST}"))
# The archive shows no ids, signatures and edit notes, but colours and times.
_ARCHIVE = Layout(
    posts=nodes("id('content')/div[@class='post'][div[@class='message']]"),
    body=nodes("div[@class='message']"),
    author=at("div[@class='header']/div[@class='author']"),
    author_id=at("div[@class='header']/div[@class='author']//a/@href", _USER_ID.pattern),
    time=at("div[@class='header']/div[@class='dateline']"),
    words=_WORDS,
)

# The print view is one cell of a table, a rule after each post: no ids, no signatures, and a date without an hour.
_PRINTED = nodes("/html/body/table/tr/td[hr[@size]][strong]")


def _print_posts(root: Element) -> list[Element]:
    """Put what stands between two rules into a box each: “**TITLE** - NICK - **DATE**”, an empty line, the words."""
    posts = []
    for cell in _PRINTED(root):
        parts: list[Element] = []
        for part in [*cell]:
            if part.tag != "hr" or not part.get("size"):
                parts.append(part)
                continue
            bold = [place for place, each in enumerate(parts) if each.tag == "strong"][:2]
            if len(bold) == 2:
                posts.append(_boxed(parts[bold[0]], parts[bold[0] + 1 : bold[1]], parts[bold[1]], parts[bold[1] + 1 :]))
                part.addprevious(posts[-1])
            parts = []
    return posts


def _boxed(title: Element, between: list[Element], date: Element, words: list[Element]) -> Element:
    post = etree.Element("div")
    link = next((part for part in between if part.tag == "a"), None)
    # a guest's nick is no link
    post.set("data-author", _TEXT(link) if link is not None else (title.tail or "").strip(" -\xa0\n"))
    post.set("data-profile", "" if link is None else link.get("href") or "")
    post.set("data-date", _TEXT(date))
    etree.SubElement(post, "div").extend(words)
    return post


_PRINT = Layout(
    posts=_print_posts,
    body=nodes("div"),
    author=at("@data-author"),
    author_id=at("@data-profile", _USER_ID.pattern),
    time=at("@data-date"),
    words=_WORDS,
)

# Where the bar of pages stands in MyBB's own theme, and anywhere else.
_BAR = "(id('content')/div/div/div[@class='pagination'] | id('content')/div/div[@class='pagination'])[1]"
_ANY_BAR = f"(//div[{with_class('pagination')}])[1]"
_ARCHIVE_BAR = "(id('content') | /html/body/table/tr/td)/div[@class='multipage']"
_NUMBER = "*[@class='pagination_page' or @class='pagination_last' or @class='pagination_current']"
_CURRENT = first_of(
    at(f"{_BAR}/span[@class='pagination_current']"),
    at(f"{_ARCHIVE_BAR}/strong[2]"),
    at(f"{_ANY_BAR}//*[@class='pagination_current']"),
)
_LAST = first_of(
    at(f"({_BAR}/{_NUMBER})[last()]"), at(f"({_ARCHIVE_BAR}/*)[last()]"), at(f"({_ANY_BAR}//{_NUMBER})[last()]")
)
_PRINT_TITLE = "/html/body/table/tr/td/span[@class='largetext']/a[contains(@href,'thread')]"
_THREAD_LINK = first_of(
    at("id('posts')/div[starts-with(@id,'post_')][1]/div/div[@class='post_head']//a/@href"),
    at("id('fullversion')/a/@href"),
    at(f"{_PRINT_TITLE}/@href"),
    at(f"(id('posts')//div[{with_class('post_head')}]//a)[1]/@href"),
)
_TITLE = "div[@class='navigation'][1]/span[@class='active']"
_NAMED = re.compile(r"thread-(\d+)(?:-[a-z]+(?:-\d+)?)*\.html")


def _or_only(number: Text) -> Text:
    """Threads of one page have no bar of pages."""
    return lambda root: number(root) or ("1" if _HAS_POSTS(root) and not _IS_THREADED(root) else None)


# The threaded mode shows one post of a thread, with the tree of all below it.
_IS_THREADED = has("id('content')//td/div/a[contains(@href,'mode=threaded')]")
_HAS_POSTS = has("id('posts')")


def _address(thread_url: str, page: int, _per_page: int) -> str:
    gone = ("pid", "action", "mode", "highlight")
    if _NAMED.search(thread_url):
        name = rf"thread-\g<1>-page-{page}.html" if page > 1 else r"thread-\g<1>.html"
        return with_parameters(_NAMED.sub(name, thread_url), gone)
    return with_parameters(thread_url, gone, page=page if page > 1 else None)


_QUOTE = re.compile(
    r"""\[quote=["']?(?P<author>.{1,100}?)["']?\s+pid=["']?(?P<id>\d+)["']?\s+dateline=["']?(?P<time>\d+)["']?\]"""
)


def _read_quotes(data: Any, _asked: Asked) -> Page | None:
    message = data.get("message") if isinstance(data, dict) and len(data) == 1 else None
    return quoted_posts("mybb", message, _QUOTE) if isinstance(message, str) else None


_PREFIX = at("/html/head/script[contains(.,'cookiePrefix')]", r"""cookiePrefix\s*=\s*["']([\w-]*)["']""")


def _quote_call(root: Element, page: Page) -> FeedCall | None:
    """What the button «quote all that I chose» asks for: the posts of this page, chosen by a cookie."""
    chosen = "|".join(post.id for post in page.posts if post.id)
    return FeedCall(
        "xmlhttp.php?action=get_multiquoted&load_all=1", cookies=((f"{_PREFIX(root) or ''}multiquote", chosen),)
    )


ENGINE = Engine(
    name="mybb",
    sign=has(
        "/html/head/script[contains(@src,'/jscripts/general.js') or contains(.,'my_post_key')]"
        " or id('copyright')//a[contains(@href,'mybb.com')] or id('footer')/a[contains(@href,'mybb.com')]"
        f" or {_PRINT_TITLE}"
    ),
    layouts=(_POST, _THEMED, _ANYWHERE, _ARCHIVE, _PRINT),
    trace=re.compile(r'id="(?P<value>pid_(?P<id>\d+))"'),
    address=_address,
    title=first_of(
        at(f"id('content')/div/{_TITLE} | id('content')/{_TITLE}"),
        at("id('fullversion')/a"),
        at(_PRINT_TITLE),
        at(f"(//{_TITLE})[1]"),
    ),
    thread_id=lambda root: _number_of_thread(_THREAD_LINK(root)),
    thread_url=_THREAD_LINK,
    page=_or_only(_CURRENT),
    pages=_or_only(_LAST),
    next_url=first_of(
        at(f"{_BAR}/a[@class='pagination_next']/@href"), at(f"{_ANY_BAR}//a[@class='pagination_next']/@href")
    ),
    present=at("id('current_time')"),
    message=at(
        "id('content')//td[@class='trow1'] | id('content')/div[@class='error']"
        # what is shown for a moment before we are sent on
        " | /html[head/meta[@http-equiv='refresh']]/body/div/table[@class='tborder']//td[@class='trow1']"
    ),
    login=has("id('content')//input[@name='username'][ancestor::form//input[@name='password']]"),
    listing=has(
        "id('content')//td[contains(@class,'forumdisplay_')] or id('content')//*[contains(@class,'forum_status')]"
        " or id('content')/div[@class='listing']"
    ),
    partial=_IS_THREADED,
    read_data=_read_quotes,
    read_feed=feed_reader(
        "mybb",
        Feed(sign=has("//*[local-name()='generator'][.='MyBB']"), post_id=re.compile(r"[?&;]pid=(\d+)"), words=_WORDS),
    ),
    feed=_quote_call,
)


def _number_of_thread(link: str | None) -> str | None:
    found = re.search(r"(?:[?&;]tid=|thread-)(\d+)", link or "")
    return found.group(1) if found else None
