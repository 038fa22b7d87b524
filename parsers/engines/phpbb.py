"""phpBB 3.0 to 3.3: prosilver and the styles made of it, subsilver2, print views, Atom feeds."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from lxml import etree

from parsers.addresses import with_parameters
from parsers.engine import Engine, Layout, Parts, at, first_of, has, nodes, with_class
from parsers.feeds import Feed, feed_reader
from parsers.page import FeedCall, Page
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

_USER = '[starts-with(@class,"username")]'
_USER_ID = r"[?&;]u=(\d+)"
# «Последний раз редактировалось NICK DATE, всего редактировалось N раз.», “Last edited by NICK on DATE, edited N …”
_EDIT_TIME = re.compile(r"^\s*(?:on\s)?\s*(?P<time>.+?)(?=, всего ред|, edited|\n|$)", re.S)
# The extension “Post merging”, on many Russian boards: «Отправлено спустя 5 минут 12 секунд:»
_MERGED = re.compile(
    r"^(?:(?:Отправлено|Добавлено) (?:спустя|через)|(?:Sent|Added) (?:in|after)) (?P<span>[^\n]{3,60}?):?$", re.M
)


def _is_quote(element: Element) -> bool:
    """A quote as subsilver2 draws it. Spoilers of several extensions are drawn alike, with a button in their title."""
    if element.get("class") != "quotecontent":
        return False
    title = element.getprevious()
    return title is None or not _HAS_BUTTON(title)


_HAS_BUTTON = has(".//input or .//button or .//*[@onclick]")
_WORDS = Words(
    foreign=frozenset({"codebox", "codetitle", "codecontent", "quotetitle", "inline-attachment"}),
    # a board's own [b], which signatures may not show
    bold=frozenset({"noboldsig"}),
    is_foreign=_is_quote,
    hints=(b'"quotecontent"',),
)


def _address(thread_url: str, page: int, per_page: int) -> str:
    gone = ("p", "view", "sk", "sd", "st", "hilit", "style", "language")
    return with_parameters(thread_url, gone, start=(page - 1) * per_page if page > 1 else None)


# `prID` are posts shown below a reply form; one deleted softly is in the page for moderators, hidden.
_IS_POST = (
    f"[starts-with(@id,'p') and {with_class('post')} and number(substring(@id,2))>0 and not({with_class('deleted')})]"
)
_POST_ID = re.compile(r"p(\d+)")
_NUMBER_OF_USER = re.compile(_USER_ID)
_TIME_AFTER_NICK = re.compile(r".*»\s*(.+)", re.S)
_TEXT = etree.XPath("string()", smart_strings=False)


# One that waits for approval is shown to moderators and to its author: since 3.1 with a class, before by a link.
_APPROVE = "a[contains(@href,'mode=approve_details')]"
_UNAPPROVED = f"contains(@class,'unapproved') or (@class='rules' and {_APPROVE})"
# Extensions draw what they say in the same way: who liked the post.
_IS_EDIT = re.compile("редактир|изменен|измен[её]н|edited", re.I)


def _pick_from(boxes: str) -> Callable[[Element], Parts]:
    """Make a function that picks a post of prosilver; `boxes` leads to what holds its byline, body and edit note.

    `a.username-coloured` of the byline is red for an administrator; the time is `time[datetime]` since 3.2.9, before
    it the last text of the byline («» 31 окт 2026, 13:35»).
    """
    find = nodes(f"{boxes}*[@class='author' or @class='content' or @class='notice' or {_UNAPPROVED}]")

    def pick(post: Element) -> Parts:
        number = _POST_ID.fullmatch(post.get("id") or "")
        byline = body = note = None
        hidden = False
        for part in find(post):
            name = part.get("class")
            if name == "content":
                body = part if body is None else body
            elif name == "author":
                byline = part if byline is None else byline
            elif name != "notice":
                hidden = True
            elif body is not None and note is None and _IS_EDIT.search(_TEXT(part)):
                note = part
        author, profile, stamp, link = (None, None, None, None) if byline is None else _read_byline(byline)
        return Parts(
            id=number.group(1) if number else None,
            body=body,
            author=author,
            author_id=_number_of_user(profile),
            stamp=stamp,
            time=_shown_time(byline) if stamp is None and byline is not None else None,
            link=link,
            edit=None if note is None else _TEXT(note),
            edit_by=None if note is None else _read_byline(note)[0],
            hidden=hidden,
        )

    return pick


def _read_byline(line: Element) -> tuple[str | None, str | None, str | None, str | None]:
    """The nick, the address of its profile, the time for machines, and the address of the post."""
    author = profile = stamp = link = None
    for part in line.iter("a", "span", "time"):
        name = part.get("class")
        if part.tag == "time":
            stamp = part.get("datetime")
        elif name is not None and name.startswith("username"):
            author, profile = _TEXT(part), part.get("href")
        elif link is None:
            link = part.get("href")
    return author, profile, stamp, link


def _number_of_user(profile: str | None) -> str | None:
    found = _NUMBER_OF_USER.search(profile or "")
    return found.group(1) if found else None


def _shown_time(byline: Element) -> str | None:
    found = _TIME_AFTER_NICK.match(_TEXT(byline))
    return found.group(1) if found else None


# 3.0 shows of a post by somebody ignored that it is there.
_HAS_WORDS = "div/div/h3 or div/div/div/h3 or div/div/*[@class='ignore'] or div/div/div/*[@class='ignore']"
# In prosilver itself only children are looked at, which takes no time however long the posts are; styles made of it
# keep its classes, not its boxes.
_PROSILVER = Layout(
    posts=nodes(f"(id('page-body') | id('page-body')/*)/div{_IS_POST}[{_HAS_WORDS}]"),
    pick=_pick_from("(div/div | div/div/div)/"),
    edit_time=_EDIT_TIME,
    words=_WORDS,
    merged=_MERGED,
)
_STYLED = replace(_PROSILVER, posts=nodes(f"//div{_IS_POST}"), pick=_pick_from(".//"))

_ANCHORS = nodes("id('pagecontent')//a[starts-with(@name,'p') and number(substring(@name,2))>0]")
_ANCHOR = re.compile(r"p(\d+)")
_WITH_BODY = nodes("tr/td/table/tr/td/div[@class='postbody'][1] | tr/td/div[@class='postbody'][1]")
_NOT_ALLOWED = has(f"tr/td//{_APPROVE}")
_DELETED_WORDS = ("удал", "delet")


def _subsilver_posts(root: Element) -> list[Element]:
    """The anchors `pID`, each in the first of three rows of a table.

    Of a post by somebody ignored one row is shown, as of a deleted one, which is left out.
    """
    return [anchor for anchor in _ANCHORS(root) if _nick_beside(anchor) is not None or _is_missed(anchor)]


def _nick_beside(anchor: Element) -> Element | None:
    return next((part for part in islice(anchor.itersiblings(), 4) if part.get("class") == "postauthor"), None)


def _is_missed(anchor: Element) -> bool:
    cell = anchor.getparent()
    if cell is None or cell.get("colspan") is None or cell.get("class") != "gensmall":
        return False
    said = _TEXT(cell)
    return not any(word in said for word in _DELETED_WORDS)


def _pick_subsilver(anchor: Element) -> Parts:
    """The signature is a second `div.postbody`; the links to the author and the edit note stand after the body."""
    number = _ANCHOR.fullmatch(anchor.get("name") or "")
    nick = _nick_beside(anchor)
    table = next(anchor.iterancestors("table"), None)
    bodies = [] if table is None or nick is None else _WITH_BODY(table)
    head = next(anchor.iterancestors("tr"), None)
    if not bodies or head is None or table is None:
        return Parts(number.group(1) if number else None, None)
    body = bodies[0]
    note = profile = shown = link = None
    for part in body.itersiblings("span", "table"):
        for span in part.iter("span"):
            if note is None and span.get("class") == "gensmall" and _IS_EDIT.search(_TEXT(span)):
                note = span
    words = next((row for row in body.iterancestors("tr") if row.getparent() is head.getparent()), head)
    for a in (a for row in words.itersiblings("tr") for a in row.iter("a")):
        profile = profile or (a.get("href") if "viewprofile" in (a.get("href") or "") else None)
    for part in head.iter("div", "a"):
        if part.tag == "a":
            link = link or (part.get("href") if "viewtopic" in (part.get("href") or "") else None)
        elif "right" in (part.get("style") or "") and shown is None:
            # «**Добавлено:** 31 окт 2026, 21:59»
            shown = " ".join(b.tail for b in part.iter("b") if b.tail) or _TEXT(part)
    return Parts(
        id=number.group(1) if number else None,
        body=body,
        author=None if nick is None else _TEXT(nick),
        author_id=_number_of_user(profile),
        time=shown,
        link=link,
        edit=None if note is None else _TEXT(note),
        edit_by=None if note is None else _read_byline(note)[0],
        hidden=bool(_NOT_ALLOWED(table)),
    )


_SUBSILVER2 = Layout(posts=_subsilver_posts, pick=_pick_subsilver, edit_time=_EDIT_TIME, words=_WORDS, merged=_MERGED)

# A print view shows no ids, no edit notes and no signatures.
_PRINT = Layout(
    posts=nodes("id('page-body')/div[@class='post'][div[@class='date']]"),
    id=None,
    body=nodes("div[@class='content']"),
    author=at("div[@class='author']"),
    time=at("div[@class='date']/strong"),
    words=_WORDS,
)

# subsilver2's print view is a row of tables: «Автор: **NICK** [ DATE ]»
_SUBSILVER2_PRINT = Layout(
    posts=nodes("/html/body/table[tr[1]/td[2]/b][tr[3]/td/hr[@class='sep']]"),
    id=None,
    body=nodes("tr[3]/td"),
    author=at("tr[1]/td[2]/b"),
    time=at("tr[1]/td[2]", r".*\[(.+?)\]\s*$"),
    words=_WORDS,
)

# Other links lead to the login form by way of the thread: their address holds it escaped, without the question mark.
_TO_THREAD = "[contains(@href,'viewtopic.php?')]"
_LINK_HERE = "id('page-body')/h2/a/@href"
_THREAD_LINK = (
    f"(id('page-body')//h2/a{_TO_THREAD} | id('pageheader')//h2/a | id('page-header')//a{_TO_THREAD}"
    f" | /html/body/table[1]//td[span[@class='topic']]//a{_TO_THREAD})[1]/@href"
)
_HEADING = (
    f"(id('page-body')//h2[a{_TO_THREAD}] | id('pageheader')//h2 | id('page-header')/h2"
    " | /html/body/table[1]//span[@class='topic'])[1]"
)
_THREAD_ID = r"[?&;]t=(\d+)"
# The first of each is where prosilver has it; the second looks further: other styles, subsilver2, print views.
_BAR = "id('page-body')/div[contains(@class,'bar') or @class='topic-actions']/div[@class='pagination']"
_ANY_BAR = (
    f"(id('page-body')//div[{with_class('pagination')} or @class='page-number'])[1]//strong"
    " | (id('pagecontent')//td[@class='nav'][count(strong)=2])[1]/strong"
    " | /html/body/table[1]//span[@class='gensmall']/strong"
)
# before 3.1 the link to the next page has no `rel`: it is the one after the number of this page
_ANY_NEXT = (
    f"(/html/head/link[@rel='next'] | ({_BAR}/span/strong | id('pagecontent')//td[@class='gensmall']/strong)[1]"
    "/following-sibling::a[1])[1]/@href"
)

_FEED_LINK = at(
    "/html/head/link[@rel='alternate'][contains(@href,'/feed/topic/') or "
    "(contains(@href,'feed') and (contains(@href,'?t=') or contains(@href,'&t=')))]/@href"
)
# `feed.php?f=4&t=2` up to 3.1, `app.php/feed/topic/2` since; and what an old style makes of the latter
_FEED_ADDRESS = re.compile(r"^([^?#]*?/?)(feed\.php|feed)\?(?:[^#]*&)?t=(\d+)")


def _feed_call(root: Element, _page: Page) -> FeedCall | None:
    """The 15 newest posts of the thread; a board that has such feeds says so on every page.

    Of the parameters the forum's goes: since 3.2 `feed.php` would lead to the forum's feed.
    """
    link = _FEED_LINK(root)
    found = _FEED_ADDRESS.match(link or "")
    if found is None:
        return FeedCall(link) if link else None
    start, script, number = found.groups()
    return FeedCall(f"{start}{script}?t={number}" if script == "feed.php" else f"{start}feed/topic/{number}")


ENGINE = Engine(
    name="phpbb",
    sign=has(
        "/html/body[@id='phpbb'] or /html/head/link[contains(@href,'/styles/') and contains(@href,'/theme/')]"
        " or /html/head/link[contains(@href,'app.php/feed')]"
        " or /html/body/table[1]/tr/td/span/a[contains(@href,'viewtopic.php?t=')]"
    ),
    layouts=(_PROSILVER, _STYLED, _SUBSILVER2, _PRINT, _SUBSILVER2_PRINT),
    # `id` of a post, or `name` of its anchor: what begins alike is found ten times as fast
    trace=re.compile(r'="(?P<value>p(?P<id>\d+))"'),
    address=_address,
    title=first_of(at("id('page-body')/h2[a]"), at(_HEADING)),
    thread_id=first_of(at(_LINK_HERE, _THREAD_ID), at(_THREAD_LINK, _THREAD_ID)),
    thread_url=first_of(at(_LINK_HERE), at(_THREAD_LINK)),
    page=first_of(at(f"{_BAR}//strong"), at(f"({_ANY_BAR})[1]")),
    pages=first_of(at(f"{_BAR}//strong[2]"), at(f"({_ANY_BAR})[2]")),
    per_page=first_of(
        at(f"{_BAR}//input/@data-per-page"),
        at("/html/head/script[contains(.,'per_page')][1]", r"per_page\s*=\s*'(\d+)'"),
    ),
    next_url=first_of(at(f"{_BAR}//a[@rel='next']/@href"), at(_ANY_NEXT)),
    # the name of the zone is a title; the offset beside it is that of the day when the page was fetched
    zone=at(
        "concat((//span[@title][starts-with(.,'UTC') or starts-with(.,'GMT')])[last()]/@title,' ',"
        "id('page-footer'),' ',id('wrapfooter'),' ',//p[@class='datetime'])",
        r"([\w-]+/[\w-]+(?: [A-Z]\w+)?\s|(?:UTC|GMT).{0,60})",
    ),
    message=at("id('message') | id('page-body')/div[@class='panel']//strong | //td[@class='row1']/*[@class='gen']"),
    # the small form on the index has no box for `viewonline`
    login=has("//form[contains(@action,'mode=login')][.//input[@name='viewonline']]"),
    listing=has("//a[contains(@class,'topictitle') or contains(@class,'forumtitle') or @class='forumlink']"),
    read_feed=feed_reader(
        "phpbb",
        Feed(
            sign=has("/*[local-name()='feed']/*[local-name()='link'][@rel='self'][contains(@href,'/feed')]"),
            post_id=re.compile(r"viewtopic\.php\?(?:[^#]*&)?p=(\d+)"),
            thread_id=re.compile(r"feed/topic/(\d+)|feed\.php\?(?:.*&)?t=(\d+)"),
            # a post of phpBB has no paragraphs: those of a feed are the forum's own line of author and date
            words=replace(_WORDS, is_foreign=lambda element: element.tag == "p", hints=()),
            updates_are_edits=True,
        ),
    ),
    feed=_feed_call,
)
