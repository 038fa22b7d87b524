"""FlaskBB 2.1 and 3: Markdown without colours, times in UTC to the microsecond."""

import re

from parsers.addresses import with_parameters
from parsers.engine import Engine, Layout, at, first_of, has, nodes
from parsers.marks import COLOURLESS
from parsers.words import Words

__all__ = ["ENGINE"]

_POST = "[starts-with(@class,'row post-row') or starts-with(@class,'post-row') or contains(@class,' post-row')]"
_META = "div/div[starts-with(@class,'post-meta')]"
_NOTE = f"{_META}//small[time]"


def _address(thread_url: str, page: int, _per_page: int) -> str:
    return with_parameters(thread_url, (), page=page if page > 1 else None)


_LAYOUT = Layout(
    posts=nodes(f"id('topic-posts')/div/div{_POST}[number(@id)>0]"),
    id=at("@id"),
    body=nodes("div/div[starts-with(@class,'post-content')]"),
    author=at("div[starts-with(@class,'author')]/div[starts-with(@class,'author-name')]"),
    number=at(f"{_META}//strong", r"#(\d+)"),
    # the edit note holds a second `time`, the author's box a third
    stamp=at(f"{_META}//a/time/@datetime"),
    time=at(f"{_META}//a/time"),
    link=at(f"{_META}//a[time]/@href"),
    edit=at(f"concat({_NOTE}/a,' ',{_NOTE}/time/@datetime)"),
    edit_by=at(f"{_NOTE}/a"),
    edit_time=re.compile(r"(?P<time>\S.*)", re.S),
    # the signature stands in the body
    words=Words(foreign=frozenset({"post-signature", "post-quote", "post-quote-header", "post-attachments"})),
)

_BAR = "(//ul[@class='pagination'])[1]"
_HEADER = "//div[starts-with(@class,'card-header topic-header')]"

ENGINE = Engine(
    name="flaskbb",
    sign=has(
        "/html/head/meta[@name='author'][@content='FlaskBB Team']"
        " or /html/head/link[@rel='stylesheet'][contains(@href,'/_themes/')]"
    ),
    layouts=(_LAYOUT,),
    address=_address,
    title=first_of(at(f"{_HEADER}/a"), at("//ol[contains(@class,'flaskbb-breadcrumb')]/li[last()]")),
    thread_id=at(f"{_HEADER}/a/@href", r"/topic/(\d+)"),
    thread_url=at(f"{_HEADER}/a/@href"),
    page=at(f"{_BAR}/li[contains(@class,'active')]"),
    # the last of the numbers: arrows and the word before them are no numbers
    pages=at(f"{_BAR}/li[number(.)>0][last()]"),
    next_url=at(f"{_BAR}/li[contains(@class,'active')]/following-sibling::li[1]/a/@href[.!='#']"),
    message=at("id('flashed-messages') | id('page-content')/div[contains(@class,' page')]"),
    login=has("//form[.//input[@name='login']][.//input[@name='password']]"),
    listing=has("//div[@class='forum-view' or @class='index-view' or @class='category-view']"),
    dialect=COLOURLESS,
)
