"""The hosting mybb.ru (rusff.me, rolka.me, …): threads in every design, and the JSON of its `/api.php`.

A descendant of PunBB; the boards' owners restyle all and add HTML of their own, but ids, `data-…` and classes stay.
"""

import re
from dataclasses import replace
from typing import Any

from parsers.dates import Moment, read_stamp
from parsers.engine import Asked, Engine, Layout, Parts, at, first_in_class, first_of, has, nodes, with_class
from parsers.engines.punbb_family import (
    EDIT_TIME,
    MERGED,
    USER_ID,
    number_in,
    page_address,
    pages_of_bar,
    read_editor,
    text_in,
    this_page_of_bar,
)
from parsers.kinds import kind_of_words
from parsers.page import Defect, DefectCode, Edit, Kind, Page, Post, ThreadRef
from parsers.thread import runs_of_markup, text_of
from parsers.tree import Element
from parsers.words import Words
from parsers.zones import offset_shown_by

__all__ = ["ENGINE"]

# Edit note and signature stand in the body. A spoiler and hidden text are drawn as quotes, but are the author's words;
# `cite` is the heading of either («Вася написал(а):», «Скрытый текст:»).
_WORDS = Words(
    foreign=frozenset({"lastedit", "post-sig", "quote-box", "code-box", "html-post-box"}),
    own=frozenset({"spoiler-box", "hide-box"}),
    is_foreign=lambda element: element.tag == "cite",
    hints=(b"<cite",),
)
_GUESTS = frozenset({"0", "1"})  # PunBB keeps guests as user 1


def _pick(post: Element) -> Parts:
    """All that is the forum's stands before the body, but the edit note, which is in it."""
    number = link = nick = body = None
    for part in post.iter("strong", "a", "li", "div"):
        names = (part.get("class") or "").split()
        if part.tag == "strong":
            number = part if number is None else number
        elif part.tag == "a":
            link = part if link is None and "permalink" in names else link
        elif part.tag == "li":
            nick = part if nick is None and "pa-author" in names else nick
        elif "post-content" in names:
            body = part
            break
    author, profile = (None, None) if nick is None else _read_nick(nick)
    notes = [] if body is None else [part for part in body.iterchildren("p") if part.get("class") == "lastedit"]
    note = text_in(notes[-1])[:300] if notes else None
    return Parts(
        id=(post.get("id") or "")[1:],
        body=body,
        author=author,
        author_id=_member(post.get("data-user-id") or number_in(USER_ID, profile)),
        number=None if number is None else text_in(number),
        stamp=post.get("data-posted"),
        time=None if link is None else text_in(link),
        link=None if link is None else link.get("href"),
        edit=note,
        edit_by=None if note is None else read_editor(note, author),
    )


def _read_nick(line: Element) -> tuple[str | None, str | None]:
    """The nick, a link for members; before it stands a word for those who do not see the design («Автор:»)."""
    link = next((part for part in line.iter("a") if part.text or len(part)), None)
    if link is not None:
        return text_in(link), link.get("href")
    return _NICK_OF_GUEST(line), None


def _member(number: str | None) -> str | None:
    return None if number in _GUESTS else number


_NICK_OF_GUEST = at(".//text()[not(ancestor::*[@class='acchide'])][normalize-space()]")
_IS_POST = f"div[starts-with(@id,'p')][{with_class('post')}][number(substring(@id,2))>0]"
_THREAD = Layout(
    posts=nodes(f"id('pun-main')/div[{with_class('topic')}]/{_IS_POST}"),
    pick=_pick,
    edit_time=EDIT_TIME,
    words=_WORDS,
    merged=MERGED,
)
# The same where a design puts boxes between the page and its posts.
_IN_BOXES = replace(_THREAD, posts=nodes(f"//div[{with_class('topic')}]//{_IS_POST}"))
# The same where a tag too many in a post has closed their box.
_ANYWHERE = replace(_THREAD, posts=nodes(f"//{_IS_POST}"))

_THREAD_ID = first_of(at("id('pun-viewtopic')/@data-topic-id"), at("//div[starts-with(@id,'topic_t')]/@id", r"(\d+)"))
_PERMALINK = at(f"//a[{with_class('permalink')}][contains(@href,'viewtopic.php')]/@href")
_POSTS = nodes(f"//{_IS_POST}[@data-posted][1]")
_SHOWN = at(f"h3//a[{with_class('permalink')}]")
_BAR = first_in_class(r"(?:.*\s)?pagelink(?:\s|$)", "div")


def _thread_url(root: Element) -> str | None:
    """Made of a post's address, which names the post or the thread as the board's owner wants it."""
    number = _THREAD_ID(root)
    script = (_PERMALINK(root) or "").partition("viewtopic.php")[0]
    return f"{script}viewtopic.php?id={number}" if number else None


def _zone(root: Element) -> str | None:
    """Posts tell their time twice, for machines and in the board's zone: that is the zone of the edit notes too."""
    for post in _POSTS(root):
        moment = read_stamp(post.get("data-posted") or "")
        if moment is not None and moment.time is not None:
            return offset_shown_by(_SHOWN(post) or "", moment.time)
    return None


def _read_api(data: Any, asked: Asked) -> Page | None:
    """Read the answer of `post.get` (seconds, but no edits) or `topic.get`; whoever asked chose which fields it has."""
    rows = data.get("response") if isinstance(data, dict) else None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) and "id" in row for row in rows):
        return _api_refusal(data)
    if all("subject" in row and "message" not in row for row in rows):
        return Page("rusff", Kind.FEED, thread=_api_thread(rows, "id", "subject"))
    if not all("message" in row or "posted" in row for row in rows):
        return None
    thread = _api_thread(rows, "topic_id", None)
    # a stretch of one thread is a page of it; posts of several threads, without words or authors, are not
    is_whole = all(
        "message" in row and "username" in row and row.get("topic_id") == rows[0].get("topic_id") for row in rows
    )
    defects = [Defect(DefectCode.PARTIAL_VIEW)] if is_whole and _is_stretch(rows, asked.url or "") else []
    posts = tuple(_api_post(row, defects) for row in rows)
    return Page("rusff", Kind.THREAD if is_whole else Kind.FEED, thread=thread, posts=posts, defects=tuple(defects))


# The API gives no more than a hundred posts to a call.
_MOST_POSTS = 100
_LIMIT = re.compile(r"[?&]limit=(\d+)")
_SKIP = re.compile(r"[?&]skip=0*[1-9]")


def _is_stretch(rows: list[dict[str, Any]], url: str) -> bool:
    """Whether other posts of the thread came before these, or may follow: the call gave as many as it gives."""
    asked = _LIMIT.search(url)
    limit = min(int(asked.group(1)[:9]), _MOST_POSTS) if asked else _MOST_POSTS
    return len(rows) >= limit or _SKIP.search(url) is not None


def _api_thread(rows: list[dict[str, Any]], number: str, title: str | None) -> ThreadRef | None:
    """The thread that all of `rows` are of, or are."""
    threads = {_text(row.get(number)) for row in rows}
    if len(threads) != 1 or threads == {None}:
        return None
    return ThreadRef(threads.pop(), _text(rows[0].get(title)) if title else None, None)


def _api_refusal(data: Any) -> Page | None:
    """The API's `{"error": {"code": …, "message": …}}`: that the thread is not there, or not for guests."""
    error = data.get("error") if isinstance(data, dict) and len(data) == 1 else None
    if not isinstance(error, dict) or "message" not in error:
        return None
    return Page("rusff", kind_of_words(str(error["message"])) or Kind.OTHER)


def _api_post(row: dict[str, Any], defects: list[Defect]) -> Post:
    number = _text(row["id"])
    moment = read_stamp(_text(row.get("posted")) or "")
    if moment is None:
        defects.append(Defect(DefectCode.UNKNOWN_TIME, post=number, found=str(row.get("posted"))))
        moment = Moment(None)
    edited = read_stamp(_text(row.get("edited")) or "")
    runs = runs_of_markup(str(row.get("message") or ""), _WORDS)
    return Post(
        id=number,
        number=None,
        author=_text(row.get("username")),
        author_id=_member(_text(row.get("user_id"))),
        time=moment.time,
        precision=moment.precision,
        time_from=moment.source,
        url=_text(row.get("link")),
        edited=None if edited is None else Edit(edited.time, _text(row.get("edited_by"))),
        text=text_of(runs),
        marks=(),
        runs=runs,
    )


def _text(value: Any) -> str | None:
    """A number or a text of the API, which gives numbers as either."""
    return " ".join(str(value).split()) or None if isinstance(value, (str, int)) else None


ENGINE = Engine(
    name="rusff",
    sign=has("id('pun')/div[starts-with(@id,'pun-')] or id('pun-main')[ancestor::div[@class='punbb']]"),
    layouts=(_THREAD, _IN_BOXES, _ANYWHERE),
    trace=re.compile(r'<div id="(?P<value>p(?P<id>\d+)-content)"'),
    address=page_address,
    title=at("id('pun-main')/h1"),
    thread_id=_THREAD_ID,
    thread_url=_thread_url,
    bar=_BAR,
    page=this_page_of_bar("."),
    pages=pages_of_bar("."),
    zone=_zone,
    next_url=at(f"a[{with_class('next')}]/@href"),
    message=at("(id('pun-message') | id('pun-redirect') | id('pun-maint'))//*[@id='pun-main' or @class='info']"),
    login=has("id('pun-login')//input[@name='req_password'] | id('pun-main')//form[@id='login']"),
    listing=has("id('pun-index') or id('pun-viewforum') or id('pun-search')"),
    kinds=((has("id('pun-maint') or id('pun-maintenance')"), Kind.MAINTENANCE),),
    read_data=_read_api,
)
