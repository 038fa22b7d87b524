"""XenForo 1: seconds in posts of about the last week, minutes in older ones."""

import re

from parsers.engine import Engine, Layout, at, first_of, has, nodes, with_class
from parsers.engines.xenforo_family import THREAD_ID, page_address
from parsers.words import Words

__all__ = ["ENGINE"]

# A `DateTime` with the moment is `abbr`; one without is `span`, whose title is the whole date.
_DATE = ".//a[contains(@class,'datePermalink')]//*[contains(@class,'DateTime')]"
_EDITED = ".//div[@class='editDate']"
_EDIT_DATE = f"{_EDITED}//*[contains(@class,'DateTime')]"
_WORDS = Words(
    # the quote is `div` or `aside`; a signature has the class of a body
    foreign=frozenset({"bbCodeQuote", "bbCodeCode", "messageTextEndMarker", "signature", "attachedFiles", "editDate"}),
    own=frozenset({"bbCodeSpoilerText", "bbCodeSpoilerContainer"}),
)

_LAYOUT = Layout(
    # deleted posts and those of ignored people keep their places: the one without a text, the other hidden by a class
    posts=nodes(f"id('messageList')/li[starts-with(@id,'post-')][not({with_class('deleted')})]"),
    id=at("@id", r"^post-(\d+)$"),
    body=nodes("(.//article/blockquote)[1]"),
    author=first_of(at("@data-author"), at(".//h3[@class='userText']//*[contains(@class,'username')]")),
    author_id=at(".//h3[@class='userText']/a/@href", r"members/(?:[^/]*\.)?(\d+)"),
    number=at(".//a[contains(@class,'postNumber')]"),
    stamp=at(f"{_DATE}/@data-time"),
    time=first_of(at(f"{_DATE}/@title"), at(_DATE)),
    link=at(".//a[contains(@class,'datePermalink')]/@href"),
    # the note tells no name; a moderator's edit is marked in words
    edit=first_of(at(f"{_EDIT_DATE}/@data-time"), at(f"{_EDIT_DATE}/@title"), at(_EDITED)),
    edit_time=re.compile(r"(?P<time>\d.*|(?:сегодня|вчера|today|yesterday|[a-zа-я]+ \d).*)", re.I | re.S),
    words=_WORDS,
)

_BAR = "(//div[@class='PageNav'])[1]"
_CRUMB = "//p[@id='pageDescription']/a[contains(@href,'threads/')]/@href"

ENGINE = Engine(
    name="xenforo1",
    sign=has("/html[@id='XenForo']"),
    layouts=(_LAYOUT,),
    address=page_address,
    title=at("//div[@class='titleBar']/h1"),
    thread_id=first_of(at(f"{_BAR}/@data-baseurl", THREAD_ID), at(_CRUMB, THREAD_ID)),
    thread_url=first_of(
        at(f"{_BAR}/@data-baseurl", r"^(.*?)(?:page-.*)?$"), at(_CRUMB), at("/html/head/link[@rel='canonical']/@href")
    ),
    page=at(f"{_BAR}/@data-page"),
    pages=at(f"{_BAR}/@data-last"),
    next_url=at("/html/head/link[@rel='next']/@href"),
    message=at(
        "//div[@class='errorOverlay' or @class='messageBody' or @class='errorPanel'] | //label[@class='OverlayCloser']"
    ),
    # every page has a hidden form
    login=has("id('pageLogin') or //div[@class='errorOverlay' or @class='errorPanel'][//form[@id='pageLogin']]"),
    listing=has("//ol[contains(@class,'discussionListItems')] or id('forums')"),
)
