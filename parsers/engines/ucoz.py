"""Forums of uCoz: minutes in the text, the second in the link that a post's number offers."""

import re

from parsers.engine import Engine, Layout, at, first_of, has, nodes, with_class
from parsers.words import Words

__all__ = ["ENGINE"]

_NUMBER = f".//a[{with_class('postNumberLink')}]"
# The link is in the script of the number: '…/forum/FORUM-THREAD-POST-16-EPOCH'
_LINK = r"'(https?:[^']*?/forum/\d+-\d+-\d+-16-\d+)'"
_EDITED = ".//*[@class='edited' or @class='postEdited']"

_LAYOUT = Layout(
    posts=nodes(
        "//tr[starts-with(@id,'post')][number(substring(@id,5))>0]"
        " | //div[starts-with(@id,'post')][number(substring(@id,5))>0]"
    ),
    id=at("@id", r"^post(\d+)$"),
    body=nodes("(.//*[starts-with(@id,'ucoz-forum-post-')] | .//*[contains(@class,'ucoz-forum-post')])[1]"),
    author=first_of(at(f".//a[{with_class('postUser')}]"), at(f".//*[{with_class('postUser')}]")),
    # the name's script writes the nick; the profile's opens the number
    author_id=at(
        ".//a[contains(@class,'postProfileLink') or contains(@href,'/index/8-')]/@*[contains(.,'/index/8-')]",
        r"/index/8-([1-9]\d*)",
    ),
    number=at(_NUMBER),
    stamp=at(f"{_NUMBER}/@onclick", r"/forum/\d+-\d+-\d+-16-(\d{9,10})'"),
    time=first_of(
        at(".//*[starts-with(@class,'postTdTop')][contains(.,':')][.//a]", r"(?:Дата|Date):\s*(.*?\d:\d\d[^|]*)"),
        at(".//*[starts-with(@class,'postTdTop')][contains(.,':')][last()]", r"^(?:.*?:\s)?\s*(.*?\d:\d\d[^|]*)"),
    ),
    link=at(f"{_NUMBER}/@onclick", _LINK),
    edit=at(_EDITED),
    edit_by=at(f"{_EDITED}//*[@class='edited-by']"),
    edit_time=re.compile(r"(?:отредактировал[аи]?\s+(?P<by>.+?))?\s*-\s*(?P<time>[^\n]*\d:\d\d)", re.I),
    words=Words(
        foreign=frozenset({"bbQuoteBlock", "bbQuoteName", "quoteMessage", "bbCodeBlock", "codeMessage", "edited"}),
        own=frozenset({"uSpoilerText", "uSpoilerBlock", "UhideBlock"}),
    ),
)

_BAR = "(//*[contains(@class,'forum-pages')])[1]"
_THREAD_LINK = "//a[contains(@class,'forumBarA')]/@href"
_PLACE = re.compile(r"^([^?#]*/forum/\d+-\d+)(?:-[\d-]+)?")


def _address(thread_url: str, page: int, _per_page: int) -> str:
    found = _PLACE.match(thread_url)
    return f"{found.group(1)}-{page}" if found else thread_url


ENGINE = Engine(
    name="ucoz",
    sign=has(
        "/html/head/*[contains(@href,'.ucoz.net/src/') or contains(@src,'.ucoz.net/src/') or contains(@href,'/.s/src/')"
        " or contains(@src,'/.s/src/')]"
    ),
    layouts=(_LAYOUT,),
    address=_address,
    title=first_of(at("(//a[contains(@class,'forumBarA')])[last()]"), at("//td[@class='gTableTop'][1]")),
    thread_id=at(f"({_THREAD_LINK})[last()]", r"/forum/\d+-(\d+)"),
    thread_url=at(f"({_THREAD_LINK})[last()]"),
    page=at(f"{_BAR}//*[@class='curPage']"),
    pages=at(f"{_BAR}//*[@class='numPages']"),
    next_url=at(f"({_BAR}//a[contains(@class,'switchNext')])[1]/@href"),
    message=at(
        "//div[@class='forumContent']//td[contains(@class,'gTableError')]"
        " | //*[contains(@class,'myWinError')] | //div[@class='forumContent']//fieldset"
    ),
    login=has(
        "//form[contains(@action,'/index/sub')][.//input[@name='password']][ancestor::*[contains(@class,'forumContent')]]"
    ),
    listing=has("//td[contains(@class,'threadNametd') or contains(@class,'forumNameTd')]"),
)
