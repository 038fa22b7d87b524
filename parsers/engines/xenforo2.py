"""XenForo 2.0 to 2.3: the time of a post is ISO with the viewer's offset, to the second."""

import re

from parsers.engine import Engine, Layout, at, first_of, has, nodes, with_class
from parsers.engines.xenforo_family import THREAD_ID, page_address
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

# Add-ons put a second `time` into a post; `data-time` is a clock, not an epoch, since 2.3.
_HEADER = f".//*[{with_class('message-attribution-main')}]"
_EDITED = f".//div[{with_class('message-lastEdit')}]//time"
_BODY = f".//*[{with_class('message-body')}]"
_USER = "//*[@data-user-id]"
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

_LAYOUT = Layout(
    # a post of an ignored author is only hidden
    posts=nodes(f"//article[{with_class('message--post')}][not({with_class('message--deleted')})]"),
    id=first_of(at("@data-content", r"^post-(\d+)$"), at("@id", r"^js-post-(\d+)$")),
    # the signature has a `bbWrapper` too
    body=nodes(f"({_BODY}//div[@class='bbWrapper'] | {_BODY}[not(.//div[@class='bbWrapper'])])[1]"),
    author=first_of(at("@data-author"), at(f"(.//*[{with_class('message-name')}])[1]{_USER}")),
    author_id=at(f"(.//*[{with_class('message-name')}])[1]{_USER}/@data-user-id", r"^([1-9]\d*)$"),
    number=at(f".//*[{with_class('message-attribution-opposite')}]//li[last()]/a", r"#([\d.,\s]+)"),
    stamp=first_of(at(f"({_HEADER})[1]//a//time/@datetime"), at(f"({_HEADER})[1]//time/@datetime")),
    time=first_of(at(f"({_HEADER})[1]//time/@title"), at(f"({_HEADER})[1]//time")),
    link=at(f"({_HEADER})[1]//a[time]/@href"),
    edit=at(f"{_EDITED}/@datetime"),
    edit_time=re.compile(r"(?P<time>\S+)"),
    words=_WORDS,
)

_BAR = f"(//div[{with_class('pageNav')}])[1]"
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
    address=page_address,
    title=_title,
    thread_id=first_of(at("/html/@data-content-key", r"^thread-(\d+)$"), _thread_id),
    thread_url=_CANONICAL,
    page=at(f"{_BAR}//li[{with_class('pageNav-page--current')}]"),
    pages=at(f"{_BAR}//li[{with_class('pageNav-page')}][last()]"),
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
