"""IP.Board 3, with the posts that boards brought over from version 2, and whole pages of version 2."""

import re

from parsers.addresses import with_parameters, without_session
from parsers.dates import read_stamp
from parsers.engine import Engine, Layout, Parts, all_with, at, first_in_class, first_of, has, nodes
from parsers.engines.classes import first_of_classes, text_in
from parsers.tree import Element
from parsers.words import Words
from parsers.zones import offset_shown_by

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
_WHEN = r"(?:\d|[а-яa-z]+,?\s\d|сегодня|вчера|today|yesterday)"
_USER_ID = r"(?:showuser=|/user/)(\d+)"

_PARTS = frozenset({"author", "guest", "post_id", "published", "posted_info", "entry-content", "user_details"})
_POST_ID = re.compile(r"^post_id_(\d+)$")
_PROFILE = re.compile(_USER_ID)
_NUMBER = re.compile(r"#\s*([\d.,]+)")
_NAME = nodes(".//*[@itemprop='name']")
# «Отправлено 10 Январь 2014 - 21:59», where there is no element of the time
_SHOWN = re.compile(rf"({_WHEN}.*)", re.I | re.S)


def _pick(post: Element) -> Parts:
    """The parts of a post of version 3. The nick stands twice; a guest's has no link."""
    found = first_of_classes(post, _PARTS)
    post_id = _POST_ID.match(post.get("id") or "")
    body = found.get("entry-content")
    if body is None:
        body = next((part for part in post.iter("div") if part.get("itemprop") == "commentText"), None)
    named = found.get("author", found.get("guest", found.get("user_details")))
    names = [] if named is None else _NAME(named)
    member = None if named is None else named.find(".//a")
    profile = None if member is None else _PROFILE.search(member.get("href") or "")
    byline, stamp = found.get("posted_info"), found.get("published")
    shown = _SHOWN.search(text_in(byline) or "")
    permalink = None if "post_id" not in found else found["post_id"].find(".//a")
    number = _NUMBER.search(text_in(permalink) or "")
    note = (
        None if body is None else next((part for part in body.iter("p", "span") if part.get("class") == "edit"), None)
    )
    return Parts(
        id=post_id.group(1) if post_id else None,
        body=body,
        author=text_in(names[0] if names else named),
        author_id=(None if member is None else member.get("hovercard-id")) or (profile.group(1) if profile else None),
        number=number.group(1) if number else None,
        stamp=None if stamp is None else stamp.get("title"),
        time=text_in(stamp) or (shown.group(1) if shown else None),
        link=None if permalink is None else permalink.get("href"),
        edit=text_in(note),
    )


_VERSION_3 = Layout(
    # moderators see what is hidden or not approved
    posts=all_with(
        ("div",), id="post_id_", class_=r"(?!(?:.*\s)?moderated(?:\s|$))(?:.*\s)?(?:post_block|hentry)(?:\s|$)"
    ),
    pick=_pick,
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
        rf"({_WHEN}.*\d:\d\d.*)",
    ),
    edit=at(f"{_TABLE}//span[@class='edit']"),
    edit_by=at(f"{_TABLE}//span[@class='edit']/b"),
    edit_time=re.compile(r"(?P<time>[^\n:].*?\d:\d\d(?::\d\d)?(?:\s*[ap]m\b)?)", re.I | re.S),
    words=_WORDS,
    merged=_MERGED,
)

_TO_THREAD = "contains(@href,'showtopic=') or contains(@href,'/topic/')"
_find_link = first_of(
    at(f"/html/head/link[@rel='canonical'][{_TO_THREAD}]/@href"),
    at("id('ips_Posts')/div[1]/div/h3/*[starts-with(@class,'post_id')]/a/@href"),
    at("(id('ips_Posts')//*[starts-with(@class,'post_id')])[1]//a/@href"),
    at(f"(//div[@class='maintitle']//a[{_TO_THREAD}])[1]/@href"),
    at("(//a[contains(@href,'showtopic=') and contains(@href,'mode=')])[1]/@href"),
)
_THREAD_ID = re.compile(r"(?:showtopic=|/topic/)(\d+)")


def _thread_id(root: Element) -> str | None:
    found = _THREAD_ID.search(_find_link(root) or "")
    return found.group(1) if found else None


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


_STAMPED = nodes("(//abbr[contains(@class,'published')][@title])[1]")


def _zone(root: Element) -> str | None:
    """Posts of version 3 tell their time twice, for machines and in the board's zone: that of the edit notes too."""
    for shown in _STAMPED(root):
        moment = read_stamp(shown.get("title") or "")
        if moment is not None and moment.time is not None:
            return offset_shown_by(text_in(shown) or "", moment.time)
    return None


ENGINE = Engine(
    name="ipb3",
    sign=has("id('ipboard_body') or id('ipbwrapper') or /html/head/script[contains(@src,'jscripts/ipb_')]"),
    layouts=(_VERSION_3, _VERSION_2),
    trace=re.compile(r"""(?:id|name)=["'](?P<value>(?:post_id_|entry)(?P<id>\d+))["']"""),
    address=_address,
    title=first_of(
        at("//h1[contains(@class,'ipsType_pagetitle')]"),
        at("//h2[@class='maintitle']/span[@class='main_topic_title']"),
        at("//div[@class='maintitle']//b[1]"),
    ),
    thread_id=_thread_id,
    thread_url=_find_link,
    # in version 2 it has no box: its number of this page stands for it
    bar=first_in_class("pagination|pagecurrent$", "div", "span"),
    page=first_of(at(".//li[contains(@class,'active')]"), at("self::span")),
    pages=first_of(
        at(".//li[contains(@class,'pagejump')]//a", r"\d+\D+?(\d[\d.,]*)"),
        at("//span[@class='pagelink'][1]", r"(\d+)"),
    ),
    next_url=at("(.//a[@rel='next'] | self::span/following-sibling::span[@class='pagelink'][1]/a)[1]/@href"),
    zone=_zone,
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
