"""XenForo 1: seconds in posts of about the last week, minutes in older ones."""

import re

from parsers.dates import read_stamp
from parsers.engine import Engine, Layout, Parts, at, first_in_class, first_of, has, nodes, with_class
from parsers.engines.classes import first_of_classes, text_in
from parsers.engines.xenforo_family import THREAD_ID, page_address
from parsers.tree import Element
from parsers.words import Words
from parsers.zones import offset_shown_by

__all__ = ["ENGINE"]

_WORDS = Words(
    # the quote is `div` or `aside`; a signature has the class of a body
    foreign=frozenset({"bbCodeQuote", "bbCodeCode", "messageTextEndMarker", "signature", "attachedFiles", "editDate"}),
    own=frozenset({"bbCodeSpoilerText", "bbCodeSpoilerContainer"}),
)

_PARTS = frozenset({"userText", "messageContent", "datePermalink", "postNumber", "editDate", "moderatedNotice"})
_ID = re.compile(r"^post-(\d+)$")
_MEMBER = re.compile(r"members/(?:[^/]*\.)?(\d+)")


def _pick(post: Element) -> Parts:
    """The parts of a post: the edit note tells no name, and a moderator's edit is marked in words."""
    found = first_of_classes(post, _PARTS)
    post_id = _ID.match(post.get("id") or "")
    byline, content = found.get("userText"), found.get("messageContent")
    nick = None if byline is None else next((each for each in byline if "username" in (each.get("class") or "")), None)
    profile = _MEMBER.search("" if nick is None else nick.get("href") or "")
    link = found.get("datePermalink")
    stamp, time = _read_date(link)
    edit_stamp, edit_time = _read_date(found.get("editDate"))
    article = None if content is None else content.find(".//article")
    return Parts(
        id=post_id.group(1) if post_id else None,
        body=None if article is None else article.find("blockquote"),
        author=post.get("data-author") or text_in(nick),
        author_id=profile.group(1) if profile else None,
        number=text_in(found.get("postNumber")),
        stamp=stamp,
        time=time,
        link=None if link is None else link.get("href"),
        edit=edit_stamp or edit_time or text_in(found.get("editDate")),
        hidden="moderatedNotice" in found,
    )


def _read_date(box: Element | None) -> tuple[str | None, str | None]:
    """For machines and for people: an `abbr` has the moment, a `span` the whole date as its title."""
    for part in () if box is None else box.iter("abbr", "span"):
        if "DateTime" in (part.get("class") or ""):
            return part.get("data-time"), part.get("title") or text_in(part)
    return None, None


_LAYOUT = Layout(
    # deleted posts and those of ignored people keep their places: the one without a text, the other hidden by a class
    posts=nodes(f"id('messageList')/li[starts-with(@id,'post-')][not({with_class('deleted')})]"),
    pick=_pick,
    edit_time=re.compile(r"(?P<time>\d.*|(?:сегодня|вчера|today|yesterday|[a-zа-я]+ \d).*)", re.I | re.S),
    words=_WORDS,
)

_BAR = "(//div[@class='PageNav'])[1]"
_CRUMB = "id('pageDescription')/a[contains(@href,'threads/')]/@href"

_MIDNIGHT = at("//script[contains(.,'serverTimeInfo')]", r"serverTimeInfo\W+now\W+\d+\W+today\W+(\d{9,10})\b")
_RECENT = nodes("(id('messageList')//abbr[@data-time][@data-timestring])[1]")


def _zone(root: Element) -> str | None:
    """The zone of times without an epoch, by a recent post, which has both, or by when the present day began.

    That the page tells its scripts: where it is not midnight in UTC, so far off is the zone.
    """
    for recent in _RECENT(root):
        moment = read_stamp(recent.get("data-time") or "")
        if moment is not None and moment.time is not None:
            return offset_shown_by(recent.get("data-timestring") or "", moment.time)
    midnight = _MIDNIGHT(root)
    if midnight is None:
        return None
    minutes = -(int(midnight) // 60) % 1440
    # east of Greenwich up to +13, else west
    minutes -= 1440 if minutes > 13 * 60 else 0
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60}:{abs(minutes) % 60:02}"


ENGINE = Engine(
    name="xenforo1",
    sign=has("/html[@id='XenForo']"),
    layouts=(_LAYOUT,),
    trace=re.compile(r'<li id="(?P<value>post-(?P<id>\d+))"'),
    address=page_address,
    title=at("//div[@class='titleBar']/h1"),
    thread_id=first_of(at(_CRUMB, THREAD_ID), at(f"{_BAR}/@data-baseurl", THREAD_ID)),
    thread_url=first_of(
        at(_CRUMB), at(f"{_BAR}/@data-baseurl", r"^(.*?)(?:page-.*)?$"), at("/html/head/link[@rel='canonical']/@href")
    ),
    bar=first_in_class("PageNav$", "div"),
    page=at("@data-page"),
    pages=at("@data-last"),
    next_url=at("/html/head/link[@rel='next']/@href"),
    zone=_zone,
    message=at(
        "//div[@class='errorOverlay' or @class='messageBody' or @class='errorPanel'] | //label[@class='OverlayCloser']"
    ),
    # every page has a hidden form
    login=has("id('pageLogin') or //div[@class='errorOverlay' or @class='errorPanel'][//form[@id='pageLogin']]"),
    listing=has("//ol[contains(@class,'discussionListItems')] or id('forums')"),
)
