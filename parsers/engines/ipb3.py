"""IP.Board 3, with the posts that boards brought over from version 2, and whole pages of version 2."""

import re

from parsers.addresses import with_parameters, without_session
from parsers.engine import Engine, Layout, at, first_of, has, nodes, with_class
from parsers.words import Words

__all__ = ["ENGINE"]

# The edit note is in the body; version 2 draws a quote as two boxes, 3.0 as a line and a box.
_WORDS = Words(
    foreign=frozenset(
        {
            *("ipsBlockquote", "citation", "blockquote", "quotetop", "quotemain", "codetop", "codemain", "edit"),
            *("signature", "ipsLikeBar", "attachments", "bbc_spoiler_show", "spoiler_show"),
        }
    ),
    own=frozenset({"bbc_spoiler", "bbc_spoiler_wrapper", "bbc_spoiler_content"}),
)
# «Сообщение отредактировал NICK: 10 Январь 2014 - 22:01», “This post has been edited by NICK: May 24 2008, 19:40”
_EDIT_TIME = re.compile(
    r"(?:edited by|отредактировал[аи]?|отредактировано|изменил[аи]?)\s+(?P<by>.+?)\s*(?::| - |,)\s*"
    r"(?P<time>[^:]*?\d:\d\d(?::\d\d)?(?:\s*[ap]m\b)?)",
    re.I | re.S,
)
# Some boards merge posts: «Добавлено 10.01.2014, 21:59»
_MERGED = re.compile(
    r"^[ \t]*(?:Добавлено|Added|Post added)(?: в| @| at)?:? "
    r"(?P<time>[^\n]{0,40}?\d:\d\d(?::\d\d)?(?:\s*[ap]m)?):?[ \t]*$",
    re.M | re.I,
)
_USER_ID = r"(?:showuser=|/user/)(\d+)"

_VERSION_3 = Layout(
    posts=nodes(f"//div[starts-with(@id,'post_id_') and ({with_class('post_block')} or {with_class('hentry')})]"),
    id=at("@id", r"^post_id_(\d+)$"),
    body=nodes(f"(.//*[@itemprop='commentText'] | .//div[{with_class('entry-content')}])[1]"),
    # the nick stands twice; a guest's has no link
    author=first_of(
        at(".//*[starts-with(@class,'author')]//*[@itemprop='name']"),
        at(".//*[starts-with(@class,'author vcard')]"),
        at(".//h3[contains(@class,'guest')]"),
        at(".//div[contains(@class,'user_details')]//*[@itemprop='name']"),
    ),
    author_id=first_of(
        at(".//*[starts-with(@class,'author')]//a/@hovercard-id"),
        at(".//*[starts-with(@class,'author')]//a/@href", _USER_ID),
    ),
    number=at(".//*[starts-with(@class,'post_id')]//a", r"#\s*([\d.,]+)"),
    stamp=at(".//abbr[contains(@class,'published')]/@title"),
    time=first_of(
        at(".//p[contains(@class,'posted_info')]//abbr"),
        at(".//p[contains(@class,'posted_info')]", r"((?:\d|[а-яa-z]+,?\s\d|сегодня|вчера|today|yesterday).*)"),
    ),
    link=at(".//*[starts-with(@class,'post_id')]//a/@href"),
    edit=at(".//p[@class='edit'] | .//span[@class='edit']"),
    edit_time=_EDIT_TIME,
    words=_WORDS,
    merged=_MERGED,
)

# A post of version 2 is a table, with its anchor in the first row.
_TABLE = "ancestor::table[1]"
_VERSION_2 = Layout(
    posts=nodes(
        "//a[starts-with(@name,'entry')][number(substring(@name,6))>0][ancestor::table[1]//div[@class='postcolor']]"
    ),
    id=at("@name", r"^entry(\d+)$"),
    body=nodes(f"{_TABLE}//div[@class='postcolor'][1]"),
    author=at(f"({_TABLE}//span[@class='normalname' or @class='unreg'])[1]"),
    author_id=at(f"({_TABLE}//span[@class='normalname']//a)[1]/@href", r"showuser=(\d+)"),
    number=at(f"{_TABLE}//a[contains(@onclick,'link_to_post')]", r"#?([\d.,]+)"),
    time=at(
        f"{_TABLE}//span[@class='postdetails'][contains(.,':')][1]",
        r"((?:\d|[а-яa-z]+,?\s\d|сегодня|вчера|today|yesterday).*\d:\d\d.*)",
    ),
    edit=at(f"{_TABLE}//span[@class='edit']"),
    edit_by=at(f"{_TABLE}//span[@class='edit']/b"),
    edit_time=re.compile(r"(?P<time>[^\n:].*?\d:\d\d(?::\d\d)?(?:\s*[ap]m\b)?)", re.I | re.S),
    words=_WORDS,
    merged=_MERGED,
)

_BAR = "(//div[starts-with(@class,'pagination')])[1]"
_BAR_2 = "(//span[@class='pagecurrent'])[1]"
_TO_THREAD = "contains(@href,'showtopic=') or contains(@href,'/topic/')"
_THREAD_LINK = (
    f"(/html/head/link[@rel='canonical'][{_TO_THREAD}]/@href"
    " | id('ips_Posts')//*[starts-with(@class,'post_id')]//a/@href"
    f" | //div[@class='maintitle']//a[{_TO_THREAD}]/@href"
    " | //a[contains(@href,'showtopic=') and contains(@href,'mode=')]/@href)[1]"
)
_NAMED = re.compile(r"^([^#]*?/topic/\d+[^/?&#]*)")


def _address(thread_url: str, page: int, per_page: int) -> str:
    named = _NAMED.match(without_session(thread_url))
    start = (page - 1) * per_page
    if named and "showtopic=" not in thread_url:
        if page == 1:
            return named.group(1) + "/"
        # 3.0 and 3.1 count posts, later versions pages
        return named.group(1) + (f"/page__st__{start}" if "__" in thread_url else f"/page-{page}")
    gone = ("view", "p", "pid", "hl", "gopid", "page", "mode", "st")
    return with_parameters(thread_url, gone, st=start if page > 1 else None)


ENGINE = Engine(
    name="ipb3",
    sign=has("id('ipboard_body') or id('ipbwrapper') or /html/head/script[contains(@src,'jscripts/ipb_')]"),
    layouts=(_VERSION_3, _VERSION_2),
    address=_address,
    title=first_of(
        at("//h1[contains(@class,'ipsType_pagetitle')]"),
        at("//h2[@class='maintitle']/span[@class='main_topic_title']"),
        at("//div[@class='maintitle']//b[1]"),
    ),
    thread_id=at(_THREAD_LINK, r"(?:showtopic=|/topic/)(\d+)"),
    thread_url=at(_THREAD_LINK),
    page=first_of(at(f"{_BAR}//li[contains(@class,'active')]"), at(_BAR_2)),
    pages=first_of(
        at(f"{_BAR}//li[contains(@class,'pagejump')]//a", r"\d+\D+?(\d[\d.,]*)"),
        at("//span[@class='pagelink'][1]", r"(\d+)"),
    ),
    next_url=at(f"({_BAR}//a[@rel='next'] | {_BAR_2}/following-sibling::span[@class='pagelink'][1]/a)[1]/@href"),
    message=at(
        "//div[@class='errorwrap'] | id('error_message') | //p[@class='message error']"
        " | id('content')//div[@class='message error']"
    ),
    login=has(
        "//div[@class='errorwrap']//input[@name='UserName'] or id('login')"
        " or //form[contains(@action,'do=process')][.//input[@name='ips_password']]"
        "[not(ancestor::*[@id='sign_in_popup' or @id='inline_login_form'])]"
    ),
    listing=has(
        "id('forum_table') or //a[starts-with(@id,'tid-link-')]"
        " or //table[contains(@class,'topic_list')] or id('categories')"
    ),
)
