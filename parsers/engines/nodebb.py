"""NodeBB 1 to 4: pages and their twins in JSON (`/api` before the path), single posts of the API, RSS feeds.

Times are milliseconds of the epoch everywhere; that of an edit is local in the HTML, in the server's own zone that no
page tells, and exact in the data that the page carries for its scripts.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lxml import etree

from parsers.addresses import without_session
from parsers.dates import Moment, read_stamp
from parsers.engine import Asked, Engine, Layout, Parts, Text, at, first_of, has, nodes
from parsers.feeds import Feed, feed_reader
from parsers.marks import COLOURLESS
from parsers.page import Defect, DefectCode, Edit, Kind, Page, Post, ThreadRef
from parsers.thread import runs_of_markup, text_of
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

_QUOTED_POST = etree.XPath("boolean(a[contains(@href,'/post/') or contains(@class,'plugin-mentions')])")
_SCRIPT = etree.XPath("string(id('ajaxify-data'))", smart_strings=False)
_NAMED = re.compile(r"^([^?#]*/topic/\d+(?:/[^/?#]*)?)")


def _is_attribution(element: Element) -> bool:
    """Whether it is the line that NodeBB puts before a quote: «@Петя сказал(а) в теме:»."""
    following = element.getnext()
    return (
        element.tag == "p"
        and following is not None
        and following.tag == "blockquote"
        and "".join(element.itertext()).rstrip().endswith(":")
        and bool(_QUOTED_POST(element))
    )


_WORDS = Words(is_foreign=_is_attribution, hints=(b"<blockquote",))


def _pick(post: Element) -> Parts:
    """The parts of a post: most are attributes; every post has an edit note, empty where there was no edit."""
    pid = post.get("data-pid") or ""
    index = post.get("data-index") or ""
    user = post.get("data-uid") or ""
    body = editor = None
    for part in post.iter("div", "span"):
        component = part.get("component")
        if component == "post/content":
            body = part
            break
        if component == "post/editor":
            editor = part.get("data-editor")
    return Parts(
        id=pid or None,
        body=body,
        author=post.get("data-username"),
        author_id=user if user.isdecimal() and user != "0" else None,
        number=str(int(index) + 1) if index.isdecimal() and len(index) < 10 else None,
        stamp=post.get("data-timestamp"),
        link=f"/post/{pid}",
        edit=f"{editor} {_edit_moment(post, pid)}" if editor else None,
        edit_by=editor,
    )


def _edit_moment(post: Element, pid: str) -> str:
    """The moment of the last edit, from the data that the page carries; empty where it carries none."""
    data = re.search(rf'"pid":"?{re.escape(pid)}"?,.*?"editedISO":"([^"]*)"', _SCRIPT(post), re.S)
    return data.group(1) if data else ""


def _posts(root: Element) -> list[Element]:
    """One that was deleted stays in its place, without its text."""
    topic = next((each for each in root.iter("ul") if each.get("component") == "topic"), None)
    return [] if topic is None else _POSTS(topic)


_POSTS = nodes("li[@component='post'][@data-pid][not(contains(@class,'deleted'))]")
_LAYOUT = Layout(
    posts=_posts,
    pick=_pick,
    edit_time=re.compile(r"(?P<time>\d{4}-\d\d-\d\dT[\d:.]+Z)"),
    words=_WORDS,
)


def _in_bar(read: Text) -> Text:
    """What `read` finds in the page bar."""

    def find(root: Element) -> str | None:
        for bar in root.iter("nav"):
            if bar.get("component") == "pagination":
                return read(bar)
        return None

    return find


def _address(thread_url: str, page: int, _per_page: int) -> str:
    # what may follow the name is a post's place in the thread
    named = _NAMED.match(thread_url)
    url = named.group(1) if named else without_session(thread_url)
    return url + (f"?page={page}" if page > 1 else "")


_KINDS = {
    "401": Kind.LOGIN,
    "403": Kind.FORBIDDEN,
    "404": Kind.MISSING,
    "503": Kind.MAINTENANCE,
    "not-authorised": Kind.LOGIN,
    "forbidden": Kind.FORBIDDEN,
    "not-found": Kind.MISSING,
}


def _read_data(data: Any, asked: Asked) -> Page | None:
    """Read the JSON twin of a topic, a list or an error page, or an answer of the API about one post."""
    if not isinstance(data, dict):
        return None
    status = data.get("status")
    if isinstance(status, dict) and "response" in data:
        answer = data["response"]
        if isinstance(answer, dict) and "pid" in answer and "content" in answer:
            page = _read_topic({"posts": [answer], "tid": answer.get("tid")}, asked)
            return replace(page, defects=(Defect(DefectCode.PARTIAL_VIEW), *page.defects))
        return Page("nodebb", _KINDS.get(str(status.get("code")), Kind.OTHER))
    if isinstance(data.get("posts"), list) and "tid" in data:
        return _read_topic(data, asked)
    if isinstance(data.get("topics"), list) and ("cid" in data or "nextStart" in data):
        return Page("nodebb", Kind.LIST)
    shown = re.search(r"(?:page-status-|template-)(\d{3})", str(data.get("bodyClass", "")))
    if "bodyClass" in data:
        return Page("nodebb", _KINDS.get(shown.group(1), Kind.OTHER) if shown else Kind.OTHER)
    return Page("nodebb", Kind.MAINTENANCE) if set(data) == {"site_title"} else None


def _read_topic(data: dict[str, Any], asked: Asked) -> Page:
    defects: list[Defect] = []
    pages = data.get("pagination")
    pages = pages if isinstance(pages, dict) else {}
    slug = data.get("slug")
    base = re.match(r"https?://[^/]+", asked.url or "")
    return Page(
        engine="nodebb",
        kind=Kind.THREAD,
        thread=ThreadRef(
            id=_text(data.get("tid")),
            title=_text(data.get("titleRaw")) or _text(data.get("title")),
            url=f"{base.group() if base else ''}{data.get('relative_path') or ''}/topic/{slug}" if slug else None,
        ),
        page=_whole(pages.get("currentPage")),
        pages=_whole(pages.get("pageCount")),
        posts=tuple(_read_posts(data["posts"], defects)),
        defects=tuple(defects),
    )


def _read_posts(posts: list[Any], defects: list[Defect]) -> Iterator[Post]:
    for post in posts:
        if not isinstance(post, dict) or not isinstance(post.get("content"), str) or "pid" not in post:
            defects.append(Defect(DefectCode.UNREAD_POST))
            continue
        if post.get("deleted"):
            continue
        post_id = str(post["pid"])
        posted = read_stamp(str(post.get("timestampISO") or post.get("timestamp") or "")) or Moment(None)
        if posted.time is None:
            defects.append(Defect(DefectCode.NO_TIME, post=post_id))
        author = _name(post.get("user"))
        if author is None:
            defects.append(Defect(DefectCode.NO_AUTHOR, post=post_id))
        edited = read_stamp(str(post.get("editedISO") or post.get("edited") or ""))
        runs = runs_of_markup(post["content"], _WORDS)
        index = _whole(post.get("index"))
        yield Post(
            id=post_id,
            number=None if index is None else index + 1,
            author=author,
            author_id=str(post["uid"]) if post.get("uid") else None,
            time=posted.time,
            precision=posted.precision,
            time_from=posted.source,
            url=None,
            edited=Edit(edited.time, _name(post.get("editor"))) if edited else None,
            text=text_of(runs),
            marks=(),
            runs=runs,
        )


def _name(user: Any) -> str | None:
    return _text(user.get("username")) if isinstance(user, dict) else None


def _text(value: Any) -> str | None:
    """A name or a title as people see it: NodeBB writes them with HTML entities."""
    return " ".join(html.unescape(str(value)).split()) or None if value else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None


ENGINE = Engine(
    name="nodebb",
    sign=has("id('ajaxify-data') or contains(/html/body/@class,'page-status-')"),
    layouts=(_LAYOUT,),
    trace=re.compile(r'<li component="post"[^>]*data-pid="(?P<value>(?P<id>\d+))"'),
    address=_address,
    title=first_of(at("/html/head/meta[@property='og:title']/@content"), at("//*[@component='topic/title']")),
    thread_id=first_of(at("/html/body/@class", r"page-topic-(\d+)"), at("//ul[@component='topic']/@data-tid")),
    thread_url=at("/html/head/link[@rel='canonical']/@href"),
    page=_in_bar(at(".//li[contains(@class,'active')]/a/@data-page")),
    pages=_in_bar(at("(.//li[contains(@class,' page')]/a[number(.)>0]/@data-page)[last()]")),
    next_url=at("/html/head/link[@rel='next']/@href"),
    kinds=(
        (has("contains(/html/body/@class,'template-login')"), Kind.LOGIN),
        (has("contains(/html/body/@class,'-404')"), Kind.MISSING),
        (has("contains(/html/body/@class,'-403')"), Kind.FORBIDDEN),
        (has("contains(/html/body/@class,'-503')"), Kind.MAINTENANCE),
    ),
    listing=has("//*[@component='category' or @component='category/topic' or @component='categories/category']"),
    dialect=COLOURLESS,
    read_data=_read_data,
    read_feed=feed_reader(
        "nodebb",
        Feed(
            sign=has("*/generator[.='RSS for Node'] and */link[contains(.,'/topic/')]"),
            post_id=re.compile(r"/post/(\d+)"),
            thread_id=re.compile(r"/topic/(\d+)"),
            title=at("channel/title"),
            words=_WORDS,
        ),
    ),
)
