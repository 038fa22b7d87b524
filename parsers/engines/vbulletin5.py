"""vBulletin 5: the second of a post is in its element; its `time` is of another zone than either."""

import re

from parsers.addresses import with_parameters, without_session
from parsers.engine import Engine, Layout, Parts, at, first_in_class, has, nodes, with_class
from parsers.engines.classes import first_of_classes, text_in
from parsers.engines.vbulletin_family import MERGED
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

# “Last edited by NICK; 04-09-2019, 10:37 AM.”
_EDIT_TIME = re.compile(r"[;,]?\s*(?P<time>[^;]*?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]\.?M\b)?)", re.I | re.S)

_PARTS = frozenset(
    {
        *("author", "b-comment__author", "js-post__content-text", "js-comment__content-text", "b-post__count"),
        *("b-post__timestamp", "b-post__edit"),
    }
)


def _pick(post: Element) -> Parts:
    """The parts of a post, or of a comment to one, which is a node of its own within the post's."""
    found = first_of_classes(post, _PARTS)
    author = found.get("author", found.get("b-comment__author"))
    count, note = found.get("b-post__count"), found.get("b-post__edit")
    return Parts(
        id=post.get("data-node-id"),
        body=found.get("js-post__content-text", found.get("js-comment__content-text")),
        author=text_in(author),
        author_id=_member(author)[1],
        number=text_in(count),
        stamp=post.get("data-node-publishdate"),
        time=text_in(found.get("b-post__timestamp")),
        link=None if count is None else count.get("href"),
        edit=text_in(note),
        edit_by=_member(note)[0],
    )


def _member(part: Element | None) -> tuple[str | None, str | None]:
    """The nick and the number of the member that a part links to."""
    for link in () if part is None else part.iter("a"):
        number = link.get("data-vbnamecard")
        if number:
            return text_in(link), number
    return None, None


_LAYOUT = Layout(
    posts=nodes(
        f"//ul[{with_class('conversation-list')}]//li[@data-node-id]"
        f"[@data-node-publishdate or {with_class('b-comment')}]"
        "[not(contains(@class,'b-post--deleted')) and not(contains(@class,'b-comment--deleted'))]"
    ),
    pick=_pick,
    edit_time=_EDIT_TIME,
    words=Words(foreign=frozenset({"bbcode_container", "bbcode_quote", "post-signature", "b-post__edit"})),
    merged=MERGED,
)

_CANONICAL = "/html/head/link[@rel='canonical']/@href"
_NAMED = re.compile(r"^([^?#]*/\d+-[^/?#]*)")


def _address(thread_url: str, page: int, _per_page: int) -> str:
    named = _NAMED.match(without_session(thread_url))
    if named:
        return named.group(1) + (f"/page{page}" if page > 1 else "")
    return with_parameters(thread_url, ("p", "page"), page=page if page > 1 else None)


ENGINE = Engine(
    name="vbulletin5",
    sign=has(
        "/html/body[@id='vb-page-body'] or /html/head/meta[@name='generator'][starts-with(@content,'vBulletin 5')]"
    ),
    layouts=(_LAYOUT,),
    trace=re.compile(r'<li data-node-id="(?P<value>(?P<id>\d+))"'),
    address=_address,
    title=at(f"//h1[contains(@class,'js-topic-title')] | //h1[{with_class('main-title')}]"),
    thread_id=at(_CANONICAL, r"/(\d+)-[^/]*(?:/page\d+)?/?$"),
    thread_url=at(_CANONICAL),
    bar=first_in_class(".*pagenav-controls", "div"),
    page=at(".//input[contains(@class,'js-pagenum')]/@value"),
    pages=at(".//span[@class='pagetotal']"),
    next_url=at("(/html/head/link[@rel='next'] | .//a[@rel='next'])[1]/@href"),
    zone=at("id('footer-current-datetime')"),
    message=at("//div[contains(@class,'error-message') or contains(@class,'message-container')] | id('main-error')"),
    login=has(
        "id('idLoginForm') or /html/body[contains(@class,'login-page')]"
        " or //form[@class='login-form'][ancestor::*[@id='content']]"
    ),
    listing=has(
        "//table[contains(@class,'forum-list')] or //*[contains(@class,'topic-list')]"
        " or //tr[contains(@class,'topic-item')]"
    ),
)
