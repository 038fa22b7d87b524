"""Forums of uCoz: minutes in the text, the second in the link that a post's number offers."""

import re

from parsers.dates import read_stamp
from parsers.engine import Engine, Layout, Parts, all_with, at, first_in_class, first_of, has, nodes
from parsers.engines.classes import first_of_classes, text_in
from parsers.tree import Element
from parsers.words import Words
from parsers.zones import offset_shown_by

__all__ = ["ENGINE"]

# The link is in the script of the number: '…/forum/FORUM-THREAD-POST-16-EPOCH'
_LINK = re.compile(r"'(https?:[^']*?/forum/\d+-\d+-\d+-16-(\d{9,10}))'")
_PROFILE = re.compile(r"/index/8-([1-9]\d*)")
_POST_ID = re.compile(r"^post(\d+)$")
_SHOWN = first_of(
    at(".//*[starts-with(@class,'postTdTop')][contains(.,':')][.//a]", r"(?:Дата|Date):\s*(.*?\d:\d\d[^|]*)"),
    at(".//*[starts-with(@class,'postTdTop')][contains(.,':')][last()]", r"^(?:.*?:\s)?\s*(.*?\d:\d\d[^|]*)"),
)
_PARTS = frozenset(
    {"postUser", "postNumberLink", "ucoz-forum-post", "postProfileLink", "edited", "postEdited", "edited-by"}
)


def _pick(post: Element) -> Parts:
    """The parts of a post: the script of its number holds its address and second, that of the profile who wrote it."""
    found = first_of_classes(post, _PARTS)
    post_id = _POST_ID.match(post.get("id") or "")
    number, profile = found.get("postNumberLink"), found.get("postProfileLink")
    link = _LINK.search("" if number is None else number.get("onclick") or "")
    user = None if profile is None else _PROFILE.search(f"{profile.get('href')} {profile.get('onclick')}")
    return Parts(
        id=post_id.group(1) if post_id else None,
        body=found.get("ucoz-forum-post"),
        author=text_in(found.get("postUser")),
        author_id=user.group(1) if user else None,
        number=text_in(number),
        stamp=link.group(2) if link else None,
        time=None if link else _SHOWN(post),
        link=link.group(1) if link else None,
        edit=text_in(found.get("edited", found.get("postEdited"))),
        edit_by=text_in(found.get("edited-by")),
    )


_LAYOUT = Layout(
    posts=all_with(("tr", "div"), id=r"post0*[1-9]\d*$"),
    pick=_pick,
    edit_time=re.compile(r"(?:отредактировал[аи]?\s+(?P<by>.+?))?\s*-\s*(?P<time>[^\n]*\d:\d\d)", re.I),
    words=Words(
        foreign=frozenset(
            {"bbQuoteBlock", "bbQuoteName", "quoteMessage", "bbCodeBlock", "codeMessage", "edited", "signatureView"}
        ),
        own=frozenset({"uSpoilerText", "uSpoilerBlock", "UhideBlock"}),
    ),
)

_THREAD_LINK = "//a[contains(@class,'forumBarA')]/@href"
_PLACE = re.compile(r"^([^?#]*/forum/\d+-\d+)(?:-[\d-]+)?")


def _address(thread_url: str, page: int, _per_page: int) -> str:
    found = _PLACE.match(thread_url)
    return f"{found.group(1)}-{page}" if found else thread_url


_NUMBERS = nodes("//a[contains(concat(' ',@class,' '),' postNumberLink ')][@onclick]")


def _zone(root: Element) -> str | None:
    """The zone of the texts, by a post whose number offers its second: it is that of the edit notes too."""
    for number in _NUMBERS(root):
        link = _LINK.search(number.get("onclick") or "")
        moment = read_stamp(link.group(2)) if link else None
        line = number.getparent()
        if moment is not None and moment.time is not None and line is not None:
            return offset_shown_by(text_in(line) or "", moment.time)
    return None


ENGINE = Engine(
    name="ucoz",
    sign=has(
        "/html/head/*[contains(@href,'.ucoz.net/src/') or contains(@src,'.ucoz.net/src/') or contains(@href,'/.s/src/')"
        " or contains(@src,'/.s/src/')]"
    ),
    layouts=(_LAYOUT,),
    trace=re.compile(r'<span\s[^<>]*?id="(?P<value>ucoz-forum-post-(?P<id>\d+))"'),
    address=_address,
    title=first_of(at("(//a[contains(@class,'forumBarA')])[last()]"), at("//td[@class='gTableTop'][1]")),
    thread_id=at(f"({_THREAD_LINK})[last()]", r"/forum/\d+-(\d+)"),
    thread_url=at(f"({_THREAD_LINK})[last()]"),
    bar=first_in_class(".*forum-pages"),
    page=at(".//*[@class='curPage']"),
    pages=at(".//*[@class='numPages']"),
    next_url=at("self::*[contains(@class,'forum-pages')]//a[contains(@class,'switchNext')]/@href"),
    zone=_zone,
    message=at(
        "//div[@class='forumContent']//td[contains(@class,'gTableError')]"
        " | //*[contains(@class,'myWinError')] | //div[@class='forumContent']//fieldset"
    ),
    login=has(
        "//form[contains(@action,'/index/sub')][.//input[@name='password']][ancestor::*[contains(@class,'forumContent')]]"
    ),
    listing=has("//td[contains(@class,'threadNametd') or contains(@class,'forumNameTd')]"),
)
