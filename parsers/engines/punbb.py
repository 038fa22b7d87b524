"""PunBB 1.3 and 1.4 with their readable addresses, PunBB 1.2, extern feeds."""

import re
from dataclasses import replace

from parsers.engine import Engine, Layout, Parts, at, first_of, has, nodes, with_class
from parsers.engines.fluxbb import BLOCKPOST_ANYWHERE
from parsers.engines.punbb_family import (
    EDIT_TIME,
    THREAD_ID,
    USER_ID,
    extern_call,
    extern_feed,
    is_quote_box,
    number_in,
    page_address,
    pages_of_bar,
    read_editor,
    text_in,
    this_page_of_bar,
    thread_link,
)
from parsers.feeds import feed_reader
from parsers.page import Kind
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

# The signature stands in the body.
_WORDS = Words(
    foreign=frozenset({"sig-content", "codebox", "attachments"}), is_foreign=is_quote_box, hints=(b"quotebox",)
)

_HEAD_PARTS = frozenset({"post-num", "post-byline", "post-link", "post-edit"})


def _pick(post: Element) -> Parts:
    """The id is that of the head of a post; all that is the forum's stands before the body."""
    found: dict[str, Element] = {}
    number = nick = body = None
    for part in post.iter("div", "span", "li"):
        names = part.get("class") or ""
        if names in _HEAD_PARTS:
            found.setdefault(names, part)
        elif number is None and "posthead" in names:
            number = _POST_ID.fullmatch(part.get("id") or "")
        elif nick is None and part.tag == "li" and "username" in names.split():
            nick = part
        elif "entry-content" in names.split():
            body = part
            break
    byline, note = found.get("post-byline"), found.get("post-edit")
    profile = None if byline is None else next(byline.iter("a", "strong"), None)
    if nick is not None:
        profile = next(nick.iter("a"), profile)
    link = next(found["post-link"].iter("a"), None) if "post-link" in found else None
    said = nick if nick is not None else profile
    author = None if said is None else text_in(said)
    edit = None if note is None else text_in(note)[:300]
    return Parts(
        id=number.group(1) if number else None,
        body=body,
        author=author,
        author_id=None if profile is None else number_in(USER_ID, profile.get("href")),
        number=text_in(found["post-num"]) if "post-num" in found else None,
        time=None if link is None else text_in(link),
        link=None if link is None else link.get("href"),
        edit=edit,
        edit_by=None if edit is None else read_editor(edit, author),
    )


_POST_ID = re.compile(r"p(\d+)")
# A post below a reply form has a head without an id.
_IS_POST = f"div[{with_class('post')}][div[{with_class('posthead')}][starts-with(@id,'p')]]"
_POST = Layout(
    posts=nodes(f"id('brd-main')/div/{_IS_POST}"),
    pick=_pick,
    edit_time=EDIT_TIME,
    words=_WORDS,
)
_POST_ANYWHERE = replace(_POST, posts=nodes(f"//{_IS_POST}"))

# PunBB 1.2 drew posts as FluxBB does, but had no element around the middle of its pages.
_BAR = f"id('brd-pagepost-top')/p[@class='paging'] | id('punviewtopic')/div/div/p[{with_class('pagelink')}]"
_HEADING = "id('brd-main')/h1[@class='main-title']/a"
_CRUMB = "(id('punviewtopic')/div[@class='linkst']//ul)[1]/li[last()]"
_PAGE_2 = f"({_BAR})[1]/a/@href"
_REPLY = at("//p[contains(@class,'postlink')]/a/@href", r"tid=(\d+)")

ENGINE = Engine(
    name="punbb",
    sign=has("id('brd-wrap') or /html/body/div[@id='punwrap']/div[@class='pun'] or id('brd-main')[@class='main']"),
    layouts=(_POST, _POST_ANYWHERE, BLOCKPOST_ANYWHERE),
    trace=re.compile(r'<div id="(?P<value>p(?P<id>\d+))" class="(?:posthead|blockpost)'),
    address=page_address,
    title=first_of(at(_HEADING), at(_CRUMB, r"^[\s»]*(.+?)\s*$")),
    thread_id=first_of(at(f"{_HEADING}/@href", THREAD_ID), at(_PAGE_2, THREAD_ID), _REPLY),
    thread_url=thread_link(at(f"{_HEADING}/@href"), at(_PAGE_2), thread_id=_REPLY),
    page=this_page_of_bar(_BAR),
    pages=pages_of_bar(_BAR),
    next_url=first_of(
        at("/html/head/link[@rel='next']/@href"), at(f"({_BAR})[1]/strong/following-sibling::a[1]/@href")
    ),
    message=at(f"id('brd-main')/div[{with_class('main-message')}] | id('msg')//div[@class='inbox']"),
    login=has("(id('brd-login') | id('punlogin'))//input[@name='req_password']"),
    listing=has("id('brd-index') or id('brd-viewforum') or id('punindex') or id('punviewforum')"),
    kinds=((has("id('brd-maint') or id('punmaint')"), Kind.MAINTENANCE),),
    read_feed=feed_reader(
        "punbb", extern_feed(has("/*[local-name()='feed' or local-name()='rss'][.//*='PunBB']"), _WORDS)
    ),
    feed=extern_call,
)
