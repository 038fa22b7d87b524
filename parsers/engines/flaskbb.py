"""FlaskBB 2.1 and 3: Markdown without colours, times in UTC to the microsecond."""

import re
from dataclasses import replace

from parsers.addresses import with_parameters
from parsers.engine import Engine, Layout, Parts, at, first_of, has, nodes
from parsers.engines.classes import first_of_classes, text_in
from parsers.marks import COLOURLESS
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]


def _address(thread_url: str, page: int, _per_page: int) -> str:
    return with_parameters(thread_url, (), page=page if page > 1 else None)


_PARTS = frozenset({"author-name", "post-meta", "post-content"})
_NUMBER = re.compile(r"#(\d+)")


def _pick(post: Element) -> Parts:
    """The parts of a post: the edit note holds a second `time`, the author's box a third."""
    found = first_of_classes(post, _PARTS)
    byline = found.get("post-meta")
    stamp = link = edit = by = number = None
    for part in () if byline is None else byline.iter("time", "a", "strong"):
        above = part.getparent()
        if part.tag == "strong":
            number = _NUMBER.search(text_in(part) or "")
        elif above is not None and above.tag == "small":
            edit, by = (part.get("datetime"), by) if part.tag == "time" else (edit, text_in(part))
        elif part.tag == "time" and stamp is None and above is not None:
            stamp, link = part, above.get("href")
    return Parts(
        id=post.get("id"),
        body=found.get("post-content"),
        author=text_in(found.get("author-name")),
        number=number.group(1) if number else None,
        stamp=None if stamp is None else stamp.get("datetime"),
        time=text_in(stamp),
        link=link,
        edit=f"{by or ''} {edit}" if edit else None,
        edit_by=by,
    )


_LAYOUT = Layout(
    posts=nodes("id('topic-posts')/div/div[contains(@class,'post-row')][number(@id)>0]"),
    pick=_pick,
    edit_time=re.compile(r"(?P<time>\S.*)", re.S),
    # the signature stands in the body
    words=Words(foreign=frozenset({"post-signature", "post-quote", "post-quote-header", "post-attachments"})),
)

# The same where a tag too many in a post has closed their box.
_ANYWHERE = replace(_LAYOUT, posts=nodes("//div[contains(@class,'post-row')][number(@id)>0]"))

_BAR = "(id('topic-header')//ul[@class='pagination'])[1]"
_HEADER = "id('topic-posts')/div[starts-with(@class,'card-header topic-header')]"

ENGINE = Engine(
    name="flaskbb",
    sign=has(
        "/html/head/meta[@name='author'][@content='FlaskBB Team']"
        " or /html/head/link[@rel='stylesheet'][contains(@href,'/_themes/')]"
    ),
    layouts=(_LAYOUT, _ANYWHERE),
    trace=re.compile(r'<div id="(?P<value>(?P<id>\d+))" class="row post-row'),
    address=_address,
    title=first_of(at(f"{_HEADER}/a"), at("//ol[contains(@class,'flaskbb-breadcrumb')]/li[last()]")),
    thread_id=at(f"{_HEADER}/a/@href", r"/topic/(\d+)"),
    thread_url=at(f"{_HEADER}/a/@href"),
    page=at(f"{_BAR}/li[contains(@class,'active')]"),
    # the last of the numbers: arrows and the word before them are no numbers
    pages=at(f"{_BAR}/li[number(.)>0][last()]"),
    next_url=at(f"{_BAR}/li[contains(@class,'active')]/following-sibling::li[1]/a/@href[.!='#']"),
    message=first_of(
        at("id('flashed-messages')[normalize-space()]"), at("id('page-content')/div[contains(@class,'page')]")
    ),
    login=has("//form[.//input[@name='login']][.//input[@name='password']]"),
    listing=has("//div[@class='forum-view' or @class='index-view' or @class='category-view']"),
    dialect=COLOURLESS,
)
