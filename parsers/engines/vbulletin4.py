"""vBulletin 4: threads in either postbit, print views."""

import re

from parsers.addresses import with_parameters
from parsers.engine import Engine, Layout, at, first_of, has, nodes
from parsers.engines.vbulletin_family import EDIT_TIME, LAST_PAGE, MERGED, THIS_PAGE, zone_after
from parsers.words import Words

__all__ = ["ENGINE"]

_WORDS = Words(foreign=frozenset({"bbcode_container", "bbcode_quote", "lastedited", "signature", "signaturecontainer"}))
# Three schemes of addresses: `showthread.php?t=12`, `showthread.php/12-name` or `showthread.php?12-name`, and
# `threads/12-name`.
_THREAD_ID = r"(?:showthread\.php(?:/|\?(?:[^#]*&)?t=|\?)|threads/)(\d+)"
_USER_ID = r"(?:member\.php(?:/|\?(?:[^#]*&)?u=|\?)|members/)(\d+)"
_USER = "*[@class='username' or starts-with(@class,'username ')]"
_NUMBER = "substring-after(@id,'post_')"
# In the body an unsigned quote, an edit note and a signature are `blockquote`s too: the message is the one right in its
# own box.
_MESSAGE = f"id(concat('post_message_',{_NUMBER}))"

_LINEAR = Layout(
    # one deleted is shown to moderators, without its text; one of an ignored author without it too, but is there
    posts=nodes("id('posts')/*[starts-with(@id,'post_')][not(contains(@class,'postbitdeleted'))]"),
    id=at("@id", r"^post_(\d+)$"),
    body=nodes(f"({_MESSAGE}/blockquote[not(contains(@class,'lastedited'))] | {_MESSAGE}[not(blockquote)])[1]"),
    author=first_of(at(f".//div[@class='username_container']//{_USER}"), at(f".//{_USER}")),
    author_id=at("(.//a[starts-with(@class,'username')])[1]/@href", _USER_ID),
    number=at(".//a[@class='postcounter']"),
    time=first_of(
        at("(.//span[starts-with(@class,'postdate')])[1]//span[@class='date']"), at(".//span[@class='date']")
    ),
    link=at(".//a[@class='postcounter']/@href"),
    edit=at(".//blockquote[contains(@class,'lastedited')]"),
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
    address=_address,
    title=first_of(at("id('pagetitle')//*[@class='threadtitle']"), at("id('pagetitle')/h1")),
    thread_id=at(_THREAD_LINK, _THREAD_ID),
    thread_url=at(_THREAD_LINK),
    page=at(f"{_BAR}//a[starts-with(@class,'popupctrl')]", THIS_PAGE),
    pages=at(f"{_BAR}//a[starts-with(@class,'popupctrl')]", LAST_PAGE),
    next_url=at(f"({_BAR}//a[@rel='next'] | /html/head/link[@rel='next'])[1]/@href"),
    zone=first_of(at("id('footer_time')"), zone_after("id('postlist')")),
    message=at("//div[@class='standard_error'] | //div[contains(@class,'blockrow')][contains(@class,'restore')]"),
    login=has("//input[@name='vb_login_username'][not(@id='navbar_username')]"),
    listing=has("id('threads') or id('forums') or //a[starts-with(@id,'thread_title_')]"),
)
