"""vBulletin 3.0 to 3.8: threads in either postbit, single posts (showpost), print views, the archive."""

import re

from lxml import etree

from parsers.addresses import with_parameters
from parsers.engine import Engine, Layout, Parts, Text, at, first_of, has, nodes
from parsers.engines.classes import text_in
from parsers.engines.vbulletin_family import EDIT_TIME, LAST_PAGE, MERGED, NOT_SHOWN, THIS_PAGE, zone_after
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

_BOX_STYLE = re.compile(r"margin:\s*20px")
_CODE = etree.XPath("boolean(pre or div/code or div/pre or code)")
_BUTTON = etree.XPath("boolean(div[1]//input or div[1]//button or div[1]//a[@onclick])")


def _is_box(element: Element) -> bool:
    """Whether it is a quote or a piece of code: a box that vBulletin 3 draws without any class.

    A quote is a line «Цитата:» and a table under it. A spoiler of the usual hacks has the same box, with a button in
    its line: it is the author's own.
    """
    if element.tag != "div" or not _BOX_STYLE.search(element.get("style") or ""):
        return False
    return bool(_CODE(element)) or (element.find("table") is not None and not _BUTTON(element))


_WORDS = Words(
    foreign=frozenset({"bbcode_container", "bbcode_quote", "quote", "quotetitle", "quotetop", "quotemain"}),
    is_foreign=_is_box,
    hints=(b"margin",),
)

# A post is found by its message, everything else by ids made of its number: skins change all but these.
_NUMBER = "substring-after(@id,'post_message_')"
_POST = "ancestor::*[starts-with(@id,'post')][number(substring(@id,5))>0][1]"
_MENU = f"id(concat('postmenu_',{_NUMBER}))"
_MEMBER = "a[starts-with(@class,'bigusername')]"
# The date follows an anchor with an icon; else it is what the head of the post says besides «#12».
_TIME = first_of(
    at(f"{_POST}//a[starts-with(@name,'post')][1]/following-sibling::text()[normalize-space()]"),
    at(f"{_POST}//*[starts-with(@class,'thead')][1]", r"(?:#\s*\d+)?\s*(.*\d:\d\d.*)"),
)
_AUTHOR = first_of(
    at(f"{_MENU}/{_MEMBER}"),
    # a guest has no link
    at(f"{_MENU}//text()[normalize-space()][not(parent::script)]"),
    at(f"({_POST}//{_MEMBER})[1]"),
)

_MESSAGE_ID = re.compile(r"^post_message_(\d+)$")
_USER_ID = re.compile(r"[?&;]u=(\d+)")


def _pick(message: Element) -> Parts:
    """The parts of a post, which stand between the head of its box and its message; of a hidden post there are none."""
    found = _MESSAGE_ID.match(message.get("id") or "")
    number = found.group(1) if found else ""
    box = next((above for above in message.iterancestors() if above.get("id") == f"post{number}"), None)
    if found is None or box is None:
        return Parts(number or None, message if found else None, author=_AUTHOR(message), time=_TIME(message))
    menu = count = anchor = None
    for part in box.iter("a", "div"):
        if part is message:
            break
        place = part.get("id")
        if place == f"postmenu_{number}":
            menu = part
        elif place == f"postcount{number}":
            count = part
        elif anchor is None and part.get("name") == f"post{number}":
            anchor = part
    member = None if menu is None else next((a for a in menu.iter("a") if _is_member(a)), None)
    profile = None if member is None else _USER_ID.search(member.get("href") or "")
    return Parts(
        id=number,
        body=message,
        author=text_in(member) or _AUTHOR(message),
        author_id=profile.group(1) if profile else None,
        number=text_in(count),
        time=_text_after(anchor) or _TIME(message),
        link=None if count is None else count.get("href"),
        edit=_edit_note(message),
    )


def _is_member(link: Element) -> bool:
    return (link.get("class") or "").startswith("bigusername")


def _text_after(anchor: Element | None) -> str | None:
    """The date after the anchor, with comments of the template in between."""
    while anchor is not None:
        if anchor.tail and not anchor.tail.isspace():
            return anchor.tail
        anchor = anchor.getnext()
    return None


def _edit_note(message: Element) -> str | None:
    for box in message.itersiblings("div"):
        note = box.find("em")
        if note is not None and EDIT_TIME.search(text := text_in(note) or ""):
            return text
    return None


def _posts(root: Element) -> list[Element]:
    """The messages, and the boxes of posts that have none, but for deleted ones."""
    messages = _MESSAGES(root)
    read = {f"post{(each.get('id') or '')[13:]}" for each in messages}
    return messages + [box for box in _BOXES(root) if box.get("id") not in read and not _IS_DELETED(box)]


_MESSAGES = nodes("descendant::div[starts-with(@id,'post_message_')]")
_BOXES = nodes("id('posts')/descendant::table[starts-with(@id,'post') and number(substring(@id,5))>0]")
_IS_DELETED = has(NOT_SHOWN)
_LINEAR = Layout(
    posts=_posts,
    pick=_pick,
    edit_time=EDIT_TIME,
    words=_WORDS,
    merged=MERGED,
)

# vBulletin 3.0: the message has no id, only a comment before it.
_CELL = "substring-after(@id,'td_post_')"
_OLD = Layout(
    posts=nodes("//td[starts-with(@id,'td_post_')]"),
    id=at("@id", r"^td_post_(\d+)$"),
    body=nodes("comment()[normalize-space()='message']/following-sibling::div[1]"),
    author=first_of(at(f"ancestor::table[1]//{_MEMBER}"), at("../td[1]/div[1]//text()[normalize-space()]")),
    author_id=at(f"ancestor::table[1]//{_MEMBER}/@href", r"[?&;]u=(\d+)"),
    number=at(f"id(concat('postcount',{_CELL}))"),
    time=first_of(
        at("ancestor::table[1]//a[starts-with(@name,'post')][1]/following-sibling::text()[normalize-space()]"),
        at("ancestor::table[1]//td[@class='thead'][1]", r"(?:#\s*\d+)?\s*(.*\d:\d\d.*)"),
    ),
    link=at(f"id(concat('postcount',{_CELL}))/@href"),
    edit=at("div[@class='smallfont']/em", r"(.*\d:\d\d.*)"),
    edit_time=EDIT_TIME,
    words=_WORDS,
    merged=MERGED,
)

# The print view has no ids, no edit notes and no signatures; of several posts on a board the title is a `div` too.
_PRINT = Layout(
    posts=nodes("//td[@class='page'][hr][table/tr/td[2]]"),
    body=nodes("div[last()]"),
    author=at("table[1]/tr[1]/td[1]"),
    time=at("table[1]/tr[1]/td[2]"),
    words=_WORDS,
    merged=MERGED,
)

# The archive («полная версия») shows plain text.
_ARCHIVE = Layout(
    posts=nodes("//div[@class='pagebody']/div[@class='post'][div[@class='posttop']]"),
    body=nodes("div[@class='posttext']"),
    author=at("div/div[@class='username']"),
    time=at("div/div[@class='date']"),
    words=_WORDS,
    merged=MERGED,
)

_TO_THREAD = "contains(@href,'showthread.php?') and contains(@href,'t=')"
# The page bar keeps the thread's address in a title; the menus link to the thread before and after by this one's; the
# last place of the path above (`navbar`, with an arrow of its own) is where we are.
_THREAD_LINK = (
    "//td[starts-with(@class,'vbmenu_control')]/@title[contains(.,'showthread.php?')]"
    " | id('threadtools_menu')//a[contains(@href,'printthread.php?')]/@href"
    f" | //td[@class='navbar']/a[{_TO_THREAD}]/@href"
    " | //a[contains(@href,'goto=next') and contains(@href,'t=')]/@href"
    f" | /html/body/table//td[@class='page' or @class='smallfont'][not(hr)]//a[{_TO_THREAD}]/@href"
    f" | /html/body/div[@class='pagebody']/p/a[{_TO_THREAD}]/@href"
    f" | /html/head/link[@rel='canonical'][{_TO_THREAD}]/@href"
)
_THREAD_ID = r"[?&;]t=(\d+)"
_find_link = at(f"({_THREAD_LINK})[1]")
_BAR_LINK = at(".//td[starts-with(@class,'vbmenu_control')]/@title[contains(.,'showthread.php?')]")
_BAR_TEXT = at(".//td[starts-with(@class,'vbmenu_control')]")
_BAR_NEXT = at(".//a[@rel='next']/@href")


def _bar(root: Element) -> Element | None:
    """The page bar; a thread of one page has none."""
    return next((box for box in root.iter("div") if box.get("class") == "pagenav"), None)


def _in_bar(read: Text, pattern: str) -> Text:
    """What `read` finds in the page bar, and of it what the group of `pattern` holds."""
    wanted = re.compile(pattern)

    def find(root: Element) -> str | None:
        bar = _bar(root)
        found = None if bar is None else wanted.search(read(bar) or "")
        return found.group(1) if found else None

    return find


def _link(root: Element) -> str | None:
    bar = _bar(root)
    return (None if bar is None else _BAR_LINK(bar)) or _find_link(root)


def _thread_url(root: Element) -> str | None:
    link = _link(root)
    return link.replace("printthread.php", "showthread.php") if link else None


# Where addresses are rewritten (vBSEO), forms and other scripts keep the thread's number.
_NUMBER_KEPT = first_of(
    at("id('qr_threadid')/@value", r"^(\d+)$"),
    at("//form[contains(@action,'threadrate.php')]//input[@name='t']/@value", r"^(\d+)$"),
    at("(id('threadtools_menu')//a[contains(@href,'t=')])[1]/@href", _THREAD_ID),
)


def _thread_id(root: Element) -> str | None:
    found = re.search(_THREAD_ID, _link(root) or "")
    return found.group(1) if found else _NUMBER_KEPT(root)


def _place(root: Element) -> str | None:
    """The last place of the path at the top: the thread's title."""
    for cell in root.iter("td"):
        if cell.get("class") == "navbar":
            return text_in(cell.find("strong"))
    return None


def _address(thread_url: str, page: int, _per_page: int) -> str:
    gone = ("p", "goto", "highlight", "mode", "postcount", "viewfull", "page")
    return with_parameters(thread_url, gone, page=page if page > 1 else None)


# The menu of display modes offers the linear one where another is shown: hybrid, threaded.
_IS_PARTIAL = has(
    "id('displaymodes_menu')//a[contains(@href,'mode=linear')]"
    " or (not(id('posts')) and //div[starts-with(@id,'post_message_')])"
)
# «Страницы : [1] 2» of the archive
_ARCHIVE_NUMBERS = "id('pagenumbers')/*[self::b or self::a][number(.)>0]"


ENGINE = Engine(
    name="vbulletin3",
    sign=has(
        "/html/head/meta[@name='generator'][starts-with(@content,'vBulletin 3')]"
        " or id('vbulletin_css') or /html/head/script[contains(@src,'clientscript/vbulletin_')]"
        " or /html/body/div[@class='pagebody']/div[@id='navbar']"
        " or /html/body/div/text()[contains(.,'vBulletin') and contains(.,' 3.')]"
        " or /html/body/table/tr/td[@class='page']/hr"
    ),
    layouts=(_LINEAR, _OLD, _PRINT, _ARCHIVE),
    trace=re.compile(r'id="(?P<value>(?:post_message|td_post)_(?P<id>\d+))"'),
    address=_address,
    title=first_of(
        _place,
        at("(//div[@class='navbar'])[last()]/strong"),
        at("//td[@class='tcat' or @class='thead'][1]//a[contains(@href,'showthread.php?')]/strong"),
        at("/html/body/table//td[contains(@style,'14pt')]/a[contains(@href,'showthread.php?')]"),
        at("(/html/body/table//td[@class='smallfont']//strong)[last()]"),
        at("/html/body/div[@class='pagebody']/p/a"),
    ),
    thread_id=_thread_id,
    thread_url=_thread_url,
    page=first_of(_in_bar(_BAR_TEXT, THIS_PAGE), at(f"{_ARCHIVE_NUMBERS}[self::b]")),
    pages=first_of(_in_bar(_BAR_TEXT, LAST_PAGE), at(f"({_ARCHIVE_NUMBERS})[last()]")),
    next_url=first_of(_in_bar(_BAR_NEXT, "(.*)"), at("/html/head/link[@rel='next']/@href")),
    zone=zone_after(
        "id('posts')", "*[starts-with(@id,'post_message_') or @class='posttext' or (@class='page' and hr and table)]"
    ),
    message=at("//td[@class='panelsurround'] | //div[@class='panel']"),
    partial=_IS_PARTIAL,
    # the small form at the top of every page has an id
    login=has("//input[@name='vb_login_username'][not(@id='navbar_username')]"),
    listing=has(
        "id('threadslist') or //a[starts-with(@id,'thread_title_')] or //td[contains(@class,'alt1Active')]"
        "[starts-with(@id,'f')]"
    ),
)
