"""FluxBB 1.4 and 1.5, with the fork by Visman: threads as every style draws them, extern feeds."""

import re
from dataclasses import replace

from parsers.engine import Engine, Layout, Parts, at, first_of, has, nodes, with_class
from parsers.engines.punbb_family import (
    EDIT_TIME,
    MERGED,
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

__all__ = ["BLOCKPOST_ANYWHERE", "ENGINE"]

# The edit note stands in the body; the signature is a sibling of it, of the same class.
_WORDS = Words(
    foreign=frozenset({"postedit", "codebox", "postsignature"}), is_foreign=is_quote_box, hints=(b"quotebox",)
)


def _pick(post: Element) -> Parts:
    """Everything that is the forum's stands before the body, so that nothing which a user wrote is looked at."""
    head = nick = body = None
    for part in post.iter("h2", "dt", "div"):
        if part.tag == "h2":
            head = part if head is None else head
        elif part.tag == "dt":
            nick = part if nick is None else nick
        elif part.get("class") == "postmsg":
            body = part
            break
    number = time = link = None
    for part in () if head is None else head.iter("span", "a"):
        if part.tag == "a":
            time, link = text_in(part), part.get("href")
        elif part.get("class") == "conr":
            number = text_in(part)
    author = None if nick is None else text_in(nick)
    profile = None if nick is None else next(nick.iter("a"), None)
    notes = [] if body is None else [part for part in body.iterchildren("p") if part.get("class") == "postedit"]
    note = text_in(notes[-1])[:300] if notes else None
    return Parts(
        id=(post.get("id") or "")[1:],
        body=body,
        author=author,
        author_id=None if profile is None else number_in(USER_ID, profile.get("href")),
        number=number,
        time=time,
        # Visman's fork links within the page
        link=f"viewtopic.php?pid={link[2:]}{link}" if link and link.startswith("#p") else link,
        edit=note,
        edit_by=None if note is None else read_editor(note, author),
    )


# A post in the preview and in the review below a reply form has no id, nor have those that a search finds.
_IS_POST = f"div[starts-with(@id,'p')][{with_class('blockpost')}][number(substring(@id,2))>0]"
BLOCKPOST = Layout(
    posts=nodes(f"id('brdmain')/{_IS_POST} | id('brdmain')/form/{_IS_POST}"),
    pick=_pick,
    edit_time=EDIT_TIME,
    words=_WORDS,
    merged=MERGED,
)
# The same in a style with boxes of its own, and in PunBB 1.2.
BLOCKPOST_ANYWHERE = replace(BLOCKPOST, posts=nodes(f"//{_IS_POST}"))

_BAR = f"id('brdmain')/div[@class='linkst'][1]//p[{with_class('pagelink')}]"
_CRUMB = f"(id('brdmain')/div[1]//*[{with_class('crumbs')}])[1]/li[last()]"

ENGINE = Engine(
    name="fluxbb",
    # PunBB 1.2, from which the marks are, had a box `punwrap` around this one
    sign=has("/html/body/div[@class='pun' and starts-with(@id,'pun')] or id('brdmain')[ancestor::div[@class='pun']]"),
    layouts=(BLOCKPOST, BLOCKPOST_ANYWHERE),
    trace=re.compile(r'<div id="(?P<value>p(?P<id>\d+))" class="blockpost'),
    address=page_address,
    title=at(_CRUMB, r"^[\s»]*(.+?)\s*$"),
    thread_id=first_of(at(f"{_CRUMB}//a/@href", THREAD_ID), at("/html/head/link[@rel='canonical']/@href", THREAD_ID)),
    thread_url=thread_link(at(f"{_CRUMB}//a/@href"), at("/html/head/link[@rel='canonical']/@href")),
    page=this_page_of_bar(_BAR),
    pages=pages_of_bar(_BAR),
    next_url=at("/html/head/link[@rel='next']/@href"),
    message=at(f"id('msg')//div[{with_class('inbox')}]"),
    login=has("id('login')[.//input[@name='req_password']]"),
    listing=has("id('punindex') or id('punviewforum')"),
    kinds=((has("id('punmaint')"), Kind.MAINTENANCE),),
    read_feed=feed_reader(
        "fluxbb", extern_feed(has("/*[local-name()='feed' or local-name()='rss'][.//*='FluxBB']"), _WORDS)
    ),
    feed=extern_call,
)
