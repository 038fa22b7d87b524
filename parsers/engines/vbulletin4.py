"""vBulletin 4: threads in either postbit, print views."""

import re

from parsers.addresses import with_parameters
from parsers.engine import Engine, Layout, Parts, at, first_of, has, nodes
from parsers.engines.classes import first_of_classes, text_in
from parsers.engines.vbulletin_family import EDIT_TIME, LAST_PAGE, MERGED, THIS_PAGE, zone_after
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

_WORDS = Words(foreign=frozenset({"bbcode_container", "bbcode_quote", "lastedited", "signature", "signaturecontainer"}))
# Three schemes of addresses: `showthread.php?t=12`, `showthread.php/12-name` or `showthread.php?12-name`, and
# `threads/12-name`.
_THREAD_ID = r"(?:showthread\.php(?:/|\?(?:[^#]*&)?t=|\?)|threads/)(\d+)"
_USER_ID = re.compile(r"(?:member\.php(?:/|\?(?:[^#]*&)?u=|\?)|members/)(\d+)")
_POST_ID = re.compile(r"^post_(\d+)$")
_USER = "*[@class='username' or starts-with(@class,'username ')]"
_MESSAGE = nodes("id(concat('post_message_',substring-after(@id,'post_')))")
_PARTS = frozenset({"postcounter", "date", "username", "lastedited"})


def _pick(post: Element) -> Parts:
    """The parts of a post; an edit note and a signature stand after the body, in boxes like it."""
    found = first_of_classes(post, _PARTS)
    post_id = _POST_ID.match(post.get("id") or "")
    nick, counter = found.get("username"), found.get("postcounter")
    profile = _USER_ID.search("" if nick is None else nick.get("href") or "")
    return Parts(
        id=post_id.group(1) if post_id else None,
        body=next(map(_words_in, _MESSAGE(post)), None),
        author=text_in(nick),
        author_id=profile.group(1) if profile else None,
        number=text_in(counter),
        time=text_in(found.get("date")),
        link=None if counter is None else counter.get("href"),
        edit=text_in(found.get("lastedited")),
    )


def _words_in(message: Element) -> Element:
    """The words are the `blockquote` right in their box, where there is one: an unsigned quote is such too."""
    return next(
        (each for each in message.iterchildren("blockquote") if "lastedited" not in (each.get("class") or "")), message
    )


_LINEAR = Layout(
    # one deleted is shown to moderators, without its text; one of an ignored author without it too, but is there
    posts=nodes("id('posts')/*[starts-with(@id,'post_')][not(contains(@class,'postbitdeleted'))]"),
    pick=_pick,
    edit_time=EDIT_TIME,
    words=_WORDS,
    merged=MERGED,
)

# The `id` of a post in the print view is its number in the thread.
_PRINT = Layout(
    posts=nodes("id('postlist')/li[div[@class='header']/div[@class='datetime']]"),
    body=nodes("div[@class='content']/blockquote | div[@class='content'][not(blockquote)]"),
    author=at(f"div[@class='header']/{_USER}"),
    number=at("@id"),
    time=at("div[@class='header']/div[@class='datetime']"),
    words=_WORDS,
    merged=MERGED,
)

_BAR = "(id('pagination_top') | id('pagination_bottom'))[1]"
_TO_THREAD = "[contains(@href,'showthread.php') or contains(@href,'threads/')]"
_THREAD_LINK = (
    f"(id('pagetitle')//a{_TO_THREAD}/@href | {_BAR}//form/@action"
    f" | /html/head/link[@rel='canonical']{_TO_THREAD}/@href"
    f" | id('breadcrumb')//li[last()]//a{_TO_THREAD}/@href | id('thread_info')//a{_TO_THREAD}/@href)[1]"
)
_WITH_NAME = re.compile(r"^[^#]*?(?:showthread\.php[/?]|threads/)\d+[^/?&#]*")


def _address(thread_url: str, page: int, _per_page: int) -> str:
    named = _WITH_NAME.match(thread_url)
    if named:
        return named.group() + (f"/page{page}" if page > 1 else "")
    gone = ("p", "goto", "highlight", "mode", "postcount", "viewfull", "page")
    return with_parameters(thread_url, gone, page=page if page > 1 else None)


ENGINE = Engine(
    name="vbulletin4",
    sign=has(
        "/html[@id='vbulletin_html'] or /html/head/meta[@name='generator'][starts-with(@content,'vBulletin 4')]"
        " or /html/head/meta[@id='e_vb_meta_bburl']"
    ),
    layouts=(_LINEAR, _PRINT),
    trace=re.compile(r'id="(?P<value>post_message_(?P<id>\d+))"'),
    address=_address,
    title=first_of(at("id('pagetitle')//*[@class='threadtitle']"), at("id('pagetitle')/h1")),
    thread_id=at(_THREAD_LINK, _THREAD_ID),
    thread_url=at(_THREAD_LINK),
    page=at(f"{_BAR}//a[starts-with(@class,'popupctrl')]", THIS_PAGE),
    pages=at(f"{_BAR}//a[starts-with(@class,'popupctrl')]", LAST_PAGE),
    next_url=at(f"({_BAR}//a[@rel='next'] | /html/head/link[@rel='next'])[1]/@href"),
    zone=first_of(at("id('footer_time')"), zone_after("id('postlist')")),
    # the menu of display modes offers the linear one where another is shown: hybrid, threaded
    partial=has("id('displaymodes')//a[contains(@href,'mode=linear')]"),
    message=at("//div[@class='standard_error'] | //div[contains(@class,'blockrow')][contains(@class,'restore')]"),
    login=has("//input[@name='vb_login_username'][not(@id='navbar_username')]"),
    listing=has("id('threads') or id('forums') or //a[starts-with(@id,'thread_title_')]"),
)
