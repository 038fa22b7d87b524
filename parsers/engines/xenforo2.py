"""XenForo 2.0 to 2.3: the time of a post is ISO with the viewer's offset, to the second."""

import re

from parsers.engine import Engine, Layout, Parts, all_with, at, first_in_class, first_of, has, nodes
from parsers.engines.classes import first_of_classes, text_in
from parsers.engines.xenforo_family import THREAD_ID, page_address
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

_WORDS = Words(
    foreign=frozenset(
        {
            "bbCodeBlock--quote",
            "bbCodeBlock--code",
            "bbCodeBlock--unfurl",
            "bbCodeBlock-expandLink",
            "bbCodeSpoiler-button",
            "js-selectToQuoteEnd",
            "message-lastEdit",
        }
    ),
    own=frozenset({"bbCodeSpoiler", "bbCodeSpoiler-content", "bbCodeBlock--spoiler"}),
)

_PARTS = frozenset(
    {
        *("message-name", "message-attribution-main", "message-attribution-opposite", "message-body", "bbWrapper"),
        *("message-lastEdit", "messageNotice--moderated"),
    }
)
_ID = re.compile(r"^(?:js-)?post-(\d+)$")
_NUMBER = re.compile(r"#([\d.,\s]+)")


def _pick(post: Element) -> Parts:
    """The parts of a post. A signature has a `bbWrapper` too, but after the body's.

    Add-ons put a second `time` into a post; `data-time` is a clock, not an epoch, since 2.3.
    """
    found = first_of_classes(post, _PARTS)
    post_id = _ID.match(post.get("data-content") or post.get("id") or "")
    body = found.get("message-body")
    text = found.get("bbWrapper")
    if body is not None and text is not None and body in text.iterancestors():
        body = text
    name, header = found.get("message-name"), found.get("message-attribution-main")
    user = None if name is None else next((each for each in name.iter() if each.get("data-user-id")), None)
    user_id = None if user is None else user.get("data-user-id")
    link, time = _link_and_time(header)
    number = _NUMBER.search(text_in(found.get("message-attribution-opposite")) or "")
    _, edited = _link_and_time(found.get("message-lastEdit"))
    return Parts(
        id=post_id.group(1) if post_id else None,
        body=body,
        author=post.get("data-author") or text_in(user if user is not None else name),
        author_id=None if user_id == "0" else user_id,
        number=number.group(1) if number else None,
        stamp=None if time is None else time.get("datetime"),
        time=None if time is None else time.get("title") or text_in(time),
        link=link,
        edit=None if edited is None else edited.get("datetime") or text_in(edited),
        hidden="messageNotice--moderated" in found,
    )


def _link_and_time(part: Element | None) -> tuple[str | None, Element | None]:
    """The permalink with the time in it, of a byline; only the time, of an edit note."""
    if part is None:
        return None, None
    time = None
    for each in part.iter("time"):
        above = each.getparent()
        if above is not None and above.tag == "a":
            return above.get("href"), each
        time = each if time is None else time
    return None, time


_LAYOUT = Layout(
    # a post of an ignored author is only hidden
    posts=all_with(("article",), class_=r"(?!(?:.*\s)?message--deleted(?:\s|$))(?:.*\s)?message--post(?:\s|$)"),
    pick=_pick,
    edit_time=re.compile(r"(?P<time>\S+)"),
    words=_WORDS,
)

_CANONICAL = at("/html/head/link[@rel='canonical']/@href | /html/head/meta[@property='og:url']/@content")
_HEADING = nodes("//h1[@class='p-title-value']")


def _title(root: Element) -> str | None:
    """The heading without the labels before it."""
    for heading in _HEADING(root):
        texts = [heading.text or ""]
        for part in heading:
            if not (part.get("class") or "").startswith("label"):
                texts.extend(part.itertext())
            texts.append(part.tail or "")
        return "".join(texts)
    return None


def _thread_id(root: Element) -> str | None:
    found = re.search(THREAD_ID, _CANONICAL(root) or "")
    return found.group(1) if found else None


ENGINE = Engine(
    name="xenforo2",
    sign=has("/html[@id='XF']"),
    layouts=(_LAYOUT,),
    trace=re.compile(r'<article\s[^<>]*?data-content="(?P<value>post-(?P<id>\d+))"'),
    address=page_address,
    title=_title,
    thread_id=first_of(at("/html/@data-content-key", r"^thread-(\d+)$"), _thread_id),
    thread_url=_CANONICAL,
    bar=first_in_class(r"pageNav(?:\s|$)", "div"),
    page=at(".//li[contains(@class,'pageNav-page--current')]"),
    pages=at("ul/li[starts-with(@class,'pageNav-page')][last()]"),
    next_url=at("/html/head/link[@rel='next']/@href"),
    message=at("//div[contains(@class,'blockMessage')]"),
    login=has(
        "/html[@data-template='login']"
        " or //form[contains(@action,'login/login')][.//input[@name='login']][ancestor::div[contains(@class,'p-body')]]"
    ),
    listing=has(
        "/html[@data-template='forum_view' or @data-template='forum_list' or @data-template='category_view'"
        " or starts-with(@data-template,'whats_new')] or //div[contains(@class,'structItem--thread')]"
    ),
)
