"""Simple Machines Forum 2.0 and 2.1: threads, print views, the feeds of `action=.xml`, quotes of `quotefast`."""

import re

from lxml import etree

from parsers.addresses import with_parameters
from parsers.dates import Moment, read_stamp, read_time
from parsers.engine import Asked, Engine, Layout, Parts, at, first_of, has, nodes, with_class
from parsers.engines.quoted import quoted_posts
from parsers.feeds import Feed, feed_reader
from parsers.page import Defect, DefectCode, FeedCall, Kind, Page, Post
from parsers.thread import clock_of, runs_of_markup, text_of, whole_number
from parsers.tree import Element
from parsers.words import Words
from parsers.zones import offset_shown_by

__all__ = ["ENGINE"]

# In 2.0 the heading of a quote stands before it.
_WORDS = Words(foreign=frozenset({"quoteheader", "quotefooter", "codeheader"}))
_TEXT = etree.XPath("string()", smart_strings=False)
_NOTE = etree.XPath("id(concat('modified_',$number))", smart_strings=False)
_BODY_ID = re.compile(r"msg_(\d+)")
# `u=5`, `profile/u,5` with addresses without a query
_USER_ID = re.compile(r"[?;&/]u[=,](\d+)")
_REPLY = re.compile(r"#(\d{1,9})")
# “Last Edit: TIME by NICK”, «Последнее редактирование: TIME от NICK»; a reason may follow
_EDIT_TIME = re.compile(
    r":\s*(?P<time>.+?)\s+(?:by|от|пользователем)\s+(?P<by>.+?)\s*$|:\s*(?P<only>.+?)\s*$", re.I | re.S
)


def _pick(post: Element) -> Parts:
    """All that is the forum's is looked for before the body, or by its id."""
    heading = subject = shown = reply = body = None
    for part in post.iter("h4", "h5", "div", "a", "span"):
        names = (part.get("class") or "").split()
        if part.tag == "h4":
            heading = part if heading is None else heading
        elif (part.get("id") or "").startswith("subject_"):
            subject = part
        elif "page_number" in names:
            reply = part
        elif part.tag == "div" and "inner" in names:
            body = part
            break
        elif shown is None and names == ["smalltext"] and part.tag in ("a", "div"):
            shown = part
    found = _BODY_ID.fullmatch("" if body is None else body.get("id") or "")
    number = found.group(1) if found else None
    author, profile = (None, None) if heading is None else _read_heading(heading)
    label, time = ("", None) if shown is None else _read_time_line(shown)
    link = (
        shown if shown is not None and shown.tag == "a" else None if subject is None else next(subject.iter("a"), None)
    )
    user = _USER_ID.search(profile or "")
    return Parts(
        id=number,
        body=body,
        author=author,
        author_id=user.group(1) if user else None,
        number=_number(_TEXT(reply) if reply is not None else label),
        time=time,
        link=None if link is None else link.get("href"),
        edit=None if number is None else _edit_note(post, number),
    )


def _read_heading(heading: Element) -> tuple[str | None, str | None]:
    """The nick and the address of its profile; before it may stand a picture that is a link too."""
    for link in reversed(list(heading.iter("a"))):
        nick = _TEXT(link)
        if nick.strip():
            return nick, link.get("href")
    return _TEXT(heading), None


def _read_time_line(line: Element) -> tuple[str, str]:
    """«Ответ #15 : TIME» of 2.0, the time alone of 2.1: what stands before the time, and the time."""
    text: str = _TEXT(line)
    label = next((_TEXT(part) for part in line.iterchildren("strong")), "")
    if label.rstrip().endswith(":"):
        return label, text.partition(label)[2]
    return line.get("title") or "", text


def _number(text: str) -> str:
    """Replies are counted from 1, so that the opening post, which shows no number, is the first."""
    reply = _REPLY.search(text)
    return str(int(reply.group(1)) + 1) if reply else "1"


def _edit_note(post: Element, number: str) -> str | None:
    """The note without the reason, which is anybody's words."""
    for note in _NOTE(post, number=number):
        said = note.text or ""
        for part in note:
            if part.get("id") == "reason":
                break
            # a comment has no text
            said += (_TEXT(part) if isinstance(part.tag, str) else "") + (part.tail or "")
        return said.strip(" \t\r\n«»")[:300] or None
    return None


_POST = Layout(
    # moderators and its author see one that has not been approved, on a ground of its own
    posts=nodes("id('forumposts')/form/div[not(contains(@class,'approvebg'))]/div[@class='post_wrapper']"),
    pick=_pick,
    edit_time=_EDIT_TIME,
    words=_WORDS,
)
# Themes of others keep the body and the poster's column.
_THEMED = Layout(
    posts=nodes(
        f"//div[starts-with(@id,'msg_')][{with_class('inner')}]/ancestor::*[*[{with_class('poster')}] or .//h4][1]"
    ),
    pick=_pick,
    edit_time=_EDIT_TIME,
    words=_WORDS,
)
# A print view shows no ids, no colours, no signatures.
_PRINT = Layout(
    posts=nodes("id('posts')/*[@class='postheader']"),
    body=nodes("following-sibling::*[1][@class='postbody']"),
    author=at("strong[2]"),
    time=at("strong[3]"),
    words=_WORDS,
)

# The views of 2.0 for old telephones show nicks and words alone: XHTML (`wap2`), a table (`imode`), WML (`wap`), where
# the words are in the paragraph after the nick's.
_NICK_LINES = nodes(
    "/html[head/link[contains(@href,'wireless.css')]]/body/p[starts-with(@class,'windowbg')][*[1][self::strong]][br]"
    " | /html[head/link[@rel='canonical']]/body/table[@cellspacing='0']/tr/td[*[1][self::strong]][br]"
    " | //card[@id='main']/p[*[1][self::u]][not(text()[not(normalize-space()=':' or normalize-space()='')])]"
)


def _wireless_posts(root: Element) -> list[Element]:
    """The words, each freed of its nick."""
    posts = []
    for line in _NICK_LINES(root):
        nick = line[0]
        words = line.getnext() if nick.tag == "u" else line
        if words is None:
            continue
        words.set("data-author", _TEXT(nick))
        if words is line:
            said = (nick.tail or "").lstrip().removeprefix(":")
            nick.tail = None
            line.remove(nick)
            line.text = said
        posts.append(words)
    return posts


_WIRELESS = Layout(posts=_wireless_posts, body=nodes("self::*"), author=at("@data-author"), words=_WORDS)
_TO_FULL = "//a[contains(@href,';nowap')]/@href"
_WIRELESS_BAR = "(//text()[contains(.,'(')][following-sibling::a[1][contains(@href,'topic')]])[1]"

# Where the theme of SMF itself has its bar of pages; others put boxes around it.
_BARS = (
    nodes("id('main_content_section')/div[starts-with(@class,'pagesection')]/div[starts-with(@class,'pagelinks')]"),
    nodes(f"//div[{with_class('pagelinks')}]"),
)
_START = re.compile(r"topic[=,]\d+\.(\d{1,9})")
_CANONICAL = "/html/head/link[@rel='canonical']/@href"


def _numbers(root: Element) -> list[Element]:
    """The numbers in the bar of pages, links but for the one of this page («All» where it shows all)."""
    bar = next((bars[0] for bars in (find(root) for find in _BARS) if bars), ())
    return [
        part for part in bar if _is_this_page(part) or (part.tag == "a" and (part.text or "").strip()[:1].isdecimal())
    ]


def _is_this_page(part: Element) -> bool:
    return part.tag == "strong" or part.get("class") == "current_page"


def _page(root: Element) -> str | None:
    return next((part.text for part in _numbers(root) if _is_this_page(part)), None)


def _pages(root: Element) -> str | None:
    return next((part.text for part in reversed(_numbers(root)) if (part.text or "").strip()[:1].isdecimal()), None)


def _next_url(root: Element) -> str | None:
    numbers = _numbers(root)
    this = next((place for place, part in enumerate(numbers) if _is_this_page(part)), len(numbers))
    return next((part.get("href") for part in numbers[this + 1 :]), None)


def _per_page(root: Element) -> str | None:
    """A link to page 3 that starts at post 30: there are 15 on a page."""
    for link in _numbers(root):
        page = whole_number(link.text)
        start = _START.search(link.get("href") or "")
        if page and page > 1 and start:
            return str(int(start.group(1)) // (page - 1))
    return None


def _zone(root: Element) -> str | None:
    """2.1 shows the present time in its head, for people and for machines: the zone is the difference."""
    for shown in _PRESENT(root):
        moment = read_stamp(shown.get("datetime") or "")
        if moment is not None and moment.time is not None:
            return offset_shown_by(_TEXT(shown), moment.time)
    return None


_PRESENT = nodes("id('inner_wrap')//time[@datetime] | id('upper_section')//time[@datetime]")


def _address(thread_url: str, page: int, per_page: int) -> str:
    start = (page - 1) * per_page
    url = re.sub(r"(topic,\d+)[^/]*?(?:\.html)?(?=$|[/#?])", rf"\g<1>.{start}.html", thread_url, count=1)
    topic = re.search(r"[?&;]topic=(\d+)", thread_url)
    gone = ("action", "all", "topicseen", "boardseen", "prev_next", "wap", "wap2", "imode", "images")
    return with_parameters(url, gone, topic=f"{topic.group(1)}.{start}" if topic else None)


_POSTS_OF_FEED = etree.XPath("/*[local-name()='xml-feed']/*[local-name()='recent-post']")
_QUOTE = re.compile(
    r"\[quote author=(?P<author>.{1,100}?) link=(?:topic=\d+\.msg|msg=)(?P<id>\d+)(?:#msg\d+)? date=(?P<time>\d+)\]"
)
_FEED = feed_reader(
    "smf",
    Feed(
        sign=has(
            "//*[local-name()='link'][contains(@href,'action=.xml') or contains(@href,'#msg') or contains(.,'#msg')]"
            " | //*[local-name()='guid'][contains(.,':msg=')]"
        ),
        post_id=re.compile(r"msg=?(\d+)"),
        author_id=_USER_ID,
        words=_WORDS,
    ),
)


def _read_feed(root: Element, asked: Asked) -> Page | None:
    quote = root.findtext("quote") if root.tag == "smf" else None
    if quote is not None:
        return quoted_posts("smf", quote, _QUOTE)
    entries = _POSTS_OF_FEED(root)
    if not entries:
        return _FEED(root, asked)
    defects: list[Defect] = []
    posts = tuple(_read_entry(entry, asked, defects) for entry in entries)
    return Page("smf", Kind.FEED, posts=posts, defects=tuple(defects))


def _read_entry(entry: Element, asked: Asked, defects: list[Defect]) -> Post:
    """A post of SMF's own feed: 2.1 adds the time in UTC to the one for people."""
    number = _of_entry(entry, "id")
    time = next(entry.iterchildren("{*}time"), None)
    stamp = None if time is None else read_stamp((time.get("UTC") or "").replace(" ", "T") + "Z")
    shown = "" if time is None else _TEXT(time)
    clock = clock_of(asked, lambda: None)
    moment = stamp or (read_time(shown, clock) if shown else Moment(None, fault=DefectCode.NO_TIME))
    if moment.fault is not None:
        defects.append(Defect(moment.fault, post=number, found=shown))
    if clock.assumed_home:
        defects.append(Defect(DefectCode.NO_ZONE, post=number, found=str(asked.home)))
    runs = runs_of_markup(_of_entry(entry, "body") or "", _WORDS)
    return Post(
        id=number,
        number=None,
        author=_of_entry(entry, "poster", "name"),
        author_id=_of_entry(entry, "poster", "id"),
        time=moment.time,
        precision=moment.precision,
        time_from=moment.source,
        url=_of_entry(entry, "link"),
        edited=None,
        text=text_of(runs),
        marks=(),
        runs=runs,
    )


def _of_entry(entry: Element, *names: str) -> str | None:
    found = entry.findtext("/".join(f"{{*}}{name}" for name in names))
    return found.strip() or None if found else None


# The board that the thread is on is the last on the way to it.
_BOARD = at("(//div[@class='navigate_section']//a[contains(@href,'board')])[last()]/@href", r"board[=,](\d+)")
_SCRIPT = re.compile(r"^[^?#]*?index\.php")


def _feed_call(root: Element, page: Page) -> FeedCall | None:
    """The newest posts of the board: SMF has no feeds of threads."""
    script = _SCRIPT.match((page.thread.url if page.thread else None) or "")
    board = _BOARD(root)
    if script is None or board is None:
        return None
    return FeedCall(f"{script.group()}?action=.xml;sa=recent;board={board};type=rss2;limit=255")


# “Either missing or off limits”: the notice does not tell which, but a page of a thread that is there knows its board.
_REFUSAL = f"id('fatal_error') | id('frmLogin')//*[{with_class('noticebox')} or {with_class('information')} or self::p]"
_OFF_LIMITS = "contains(.,'off limits') or contains(.,'недоступн')"
_KNOWS_BOARD = (
    "/html/head/link[@rel='index'][contains(@href,'board')] or //form//input[@name='topic' or @name='sd_topic']"
)


ENGINE = Engine(
    name="smf",
    sign=has(
        "/html/head/script[contains(@src,'/Themes/') or contains(.,'smf_')]"
        " or /html/head/link[contains(@href,'/Themes/')]"
        " or id('footer')//a[contains(@href,'action=credits')]"
        " or /html/body/wml/card[@id='main'] or /html/body/a[contains(@href,';nowap')]"
        " or /html/body/table/tr/td/a[contains(@href,';nowap')]"
    ),
    layouts=(_POST, _THEMED, _PRINT, _WIRELESS),
    trace=re.compile(r'id="(?P<value>msg_(?P<id>\d+))"'),
    address=_address,
    title=first_of(
        at("id('top_subject')"),
        at("id('main_content_section')/div[@class='navigate_section'][1]/ul/li[last()]/a"),
        at("(//div[@class='navigate_section'])[1]//li[last()]//a"),
        at("id('posts')/*[@class='postheader'][1]/strong[1]"),
        at("/html[body/p or body/table]/head/title | //card[@id='main']/@title"),
    ),
    thread_id=first_of(at(_CANONICAL, r"topic[=,](\d+)"), at(_TO_FULL, r"topic[=,](\d+)")),
    thread_url=first_of(at(_CANONICAL), at(_TO_FULL, r"(.*);nowap")),
    page=first_of(_page, at(_WIRELESS_BAR, r"\((\d+)/\d+\)")),
    pages=first_of(_pages, at(_WIRELESS_BAR, r"\(\d+/(\d+)\)")),
    per_page=_per_page,
    next_url=_next_url,
    zone=_zone,
    # 2.0 shows members the present time, for people only
    present=at("id('upper_section')/div[@class='user']/ul/li[contains(.,':')][last()]"),
    message=at(f"id('fatal_error') | //div[{with_class('noticebox')} or {with_class('errorbox')}]"),
    login=has("id('frmLogin')"),
    listing=has(
        "id('boardindex') or id('boardindex_table') or id('messageindex')"
        " or id('main_content_section')//table[@class='table_grid']"
    ),
    kinds=(
        (has("id('maintenance_mode') or id('maintenance')"), Kind.MAINTENANCE),
        (has(f"({_REFUSAL})[{_OFF_LIMITS}] and not({_KNOWS_BOARD})"), Kind.MISSING),
        (has(f"id('fatal_error')[{_OFF_LIMITS}]"), Kind.FORBIDDEN),
    ),
    read_feed=_read_feed,
    feed=_feed_call,
)
