"""Invision Community 4 and 5: each post carries its author and its second in data for the quote button."""

import json
import re
from typing import Any

from lxml import etree

from parsers.addresses import with_parameters, without_session
from parsers.engine import Engine, Layout, Parts, all_with, at, first_in_class, first_of, has
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]


def _is_foreign(element: Element) -> bool:
    """Whether it is an edit note, which stands in the body, or a quote brought over from an old version."""
    return element.get("data-excludequote") is not None or element.get("data-ipsquote") is not None


_WORDS = Words(
    foreign=frozenset(
        {
            *(
                "ipsQuote",
                "ipsQuote_citation",
                "ipsCode",
                "ipsEdited",
                "ipsEmbeddedOther",
                "ipsEmbedded",
                "ipsSpoiler_header",
            ),
            *("ipsStyle_spoiler_header", "ipsItemControls"),
        }
    ),
    own=frozenset({"ipsSpoiler", "ipsStyle_spoiler", "ipsSpoiler_contents", "ipsSpoiler__content"}),
    is_foreign=_is_foreign,
    hints=(b"data-excludequote", b"data-ipsquote"),
)

# Every post has two headings with the author and two times, for narrow and wide screens.
_BODY = etree.XPath("(.//*[@data-role='commentContent'])[1]")
_DATA = etree.XPath("string(.//*[@data-quotedata][1]/@data-quotedata)", smart_strings=False)
_AUTHOR = etree.XPath(
    "string((.//h3[contains(@class,'cAuthorPane_author')] | .//*[contains(@class,'ipsEntry__author')]//h3)[last()])",
    smart_strings=False,
)
_STAMP = etree.XPath("string((.//time)[1]/@datetime)", smart_strings=False)
_LINK = etree.XPath(
    "string((.//a[contains(@href,'findComment') or contains(@href,'#comment-')])[1]/@href)",
    smart_strings=False,
)
_NOTE = etree.XPath("(.//*[@data-excludequote][.//time] | .//*[contains(@class,'ipsEdited')])[1]")
_NOTE_TIME = etree.XPath("string((.//time)[1]/@datetime)", smart_strings=False)
_EDITOR = re.compile(r"(?:пользователем|by)\s+(\S.*?)\s*(?:$|\n)", re.I)
_ID = re.compile(r"^elComment_(\d+)$")


def _quote_data(post: Element) -> dict[str, Any]:
    try:
        data = json.loads(_DATA(post) or "{}")
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _pick(post: Element) -> Parts:
    bodies = _BODY(post)
    body = bodies[0] if bodies else None
    data = _quote_data(post)
    found = _ID.match(post.get("id") or "")
    notes = _NOTE(body) if body is not None else []
    editor = _EDITOR.search("".join(notes[0].itertext())) if notes else None
    by = editor.group(1) if editor else None
    name = data.get("username")
    user = data.get("userid")
    stamp = data.get("timestamp")
    return Parts(
        id=found.group(1) if found else None,
        body=body,
        author=name if isinstance(name, str) else _AUTHOR(post),
        author_id=str(user) if isinstance(user, int) and user > 0 else None,
        stamp=str(stamp) if isinstance(stamp, int) else _STAMP(post),
        link=_LINK(post) or None,
        edit=f"{by or ''} {_NOTE_TIME(notes[0])}" if notes else None,
        edit_by=by,
    )


_LAYOUT = Layout(
    # moderators see what is hidden or not approved
    posts=all_with(("article",), id="elComment_", class_="(?!.*ipsModerated)"),
    pick=_pick,
    words=_WORDS,
    edit_time=re.compile(r"(?P<time>\d{4}-\S+)"),
)

_CANONICAL = at("/html/head/link[@rel='canonical']/@href")
_NAMED = re.compile(r"^([^#]*?/topic/\d+[^/?&#]*)")


def _thread_id(root: Element) -> str | None:
    found = re.search(r"/topic/(\d+)", _CANONICAL(root) or "")
    return found.group(1) if found else None


def _address(thread_url: str, page: int, _per_page: int) -> str:
    named = _NAMED.match(without_session(thread_url))
    if named:
        return named.group(1) + "/" + (f"page/{page}/" if page > 1 else "")
    return with_parameters(thread_url, ("page", "do", "comment"), page=page if page > 1 else None)


ENGINE = Engine(
    name="invision4",
    sign=has("/html/body[@data-pageapp or contains(@data-controller,'core.front.core.app')]"),
    layouts=(_LAYOUT,),
    trace=re.compile(r'<article\s[^<>]*?id="(?P<value>elComment_(?P<id>\d+))"'),
    address=_address,
    title=first_of(at("/html/head/meta[@property='og:title']/@content"), at("//h1[1]")),
    thread_id=first_of(at("/html/body[@data-pagecontroller='topic']/@data-pageid"), _thread_id),
    thread_url=_CANONICAL,
    bar=first_in_class(".*ipsPagination", "ul", "div"),
    page=at(".//*[contains(@class,'ipsPagination_active') or contains(@class,'ipsPagination__active')]//@data-page"),
    pages=at("@data-pages"),
    per_page=at("@data-ipspagination-perpage"),
    next_url=at("/html/head/link[@rel='next']/@href"),
    message=at(
        "id('elErrorMessage') | id('elError') | //*[contains(@class,'ipsMessage_error')]"
        " | //*[contains(@class,'ipsOffline')]"
    ),
    login=has(
        "/html/body[@data-pagecontroller='login'] or id('elSignIn_form')"
        " or //form[contains(@action,'/login')][.//input[@name='auth']][not(ancestor::*[@id='elUserSignIn_menu'])]"
        "[not(//*[@id='elErrorMessage'])]"
    ),
    listing=has(
        "/html/body[@data-pagecontroller='forums' or @data-pagecontroller='index']"
        " or //*[contains(@class,'ipsDataItem')]"
    ),
)
