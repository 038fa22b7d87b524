"""Login forms as a forum shows them: found on a page, filled in, and what its answer says.

In: pages as they came, with their tokens. Out: what is to be sent and where; an answer in words. Keeps nothing.
"""

import copy
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

from lxml import etree, html

from tally.forum.login.engines import LoginForm
from tally.harmless import harmless

__all__ = ["FoundForm", "ShownPage", "asks_a_person", "read_shown"]

# questions for people alone: whatever has them is not to be answered by a program
_CAPTCHA = re.compile(
    r"captcha|turnstile|challenge-platform|confirm_code|confirm_id|imagestring|qa_answer|visual.?verification"
    r"|verification_control|_vv\[",
    re.I,
)
_BANNED = re.compile(r"\bban(?:ned)?\b|закрыт доступ|забанен|заблокирован|заблоковано|бан\b", re.I)
_REFUSED = re.compile(
    r"невер|неправильн|не найден|не существует|не подход|incorrect|invalid|wrong|does not match|could not be found"
    r"|no such|not exist|ошиб", re.I
)  # fmt: skip
# where engines put their answer; the first that has words is taken
_ANSWERS = (
    "//*[contains(@class,'blockMessage--error')]",
    "//*[contains(@class,'ipsMessage_error') or contains(@class,'red_alert')]",
    "//*[contains(@class,'errorMessage') or contains(@class,'errorOverlay') or contains(@class,'error-list')]",
    "//*[@id='fatal_error' or @id='msg' or @id='error' or @id='standard_error']",
    # forms have a field of this name
    "//*[@id='message'][not(self::textarea or self::input)]",
    "//*[contains(concat(' ',@class,' '),' error ') or contains(concat(' ',@class,' '),' errors ')]",
    "//*[contains(@class,'errorbox') or contains(@class,'errorwrap') or contains(@class,'alert-danger')]",
    # MyBB: a page that is nothing but a cell of a table
    "//*[@id='content']//table[@class='tborder'][not(.//table or .//input)]//td[@class='trow1']",
    "//*[@id='brd-main']",
    "//body",
)
# what a reader of the page does not see, or has written himself
_UNSEEN = (
    "ancestor::*[self::script or self::style or self::option or self::textarea"
    " or contains(translate(@style,' ',''),'display:none')]"
)
_MOST_WORDS = 200
# a page that says no more than this is an answer, not the forum
_SHORT = 2000


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page that a forum showed, as a program can look at it."""

    url: str
    root: html.HtmlElement
    encoding: str

    def link_to(self, form: LoginForm) -> str | None:
        """The address of the page with the login form, as this page gives it."""
        for link in self.root.iterfind(".//a[@href]"):
            if form.link.search(link.get("href") or ""):
                return urljoin(self.base, link.get("href"))
        return None

    @property
    def base(self) -> str:
        """The address from which the page's links count."""
        given = self.root.find(".//base[@href]")
        return self.url if given is None else urljoin(self.url, given.get("href") or "")

    def find(self, form: LoginForm) -> "FoundForm | None":
        """The login form, where it is on this page."""
        for each in self.root.iter("form"):
            visible = {field.get("name") for field in each.iter("input") if field.get("type") != "hidden"}
            if {form.user, form.password} <= visible and isinstance(each, html.FormElement):
                return FoundForm(
                    self.url, urljoin(self.base, each.get("action") or self.url), self.encoding, form, each
                )
        return None

    def find_any(self, forms: Iterable[LoginForm], *, whole: bool = False) -> "FoundForm | None":
        """The first of these forms that is here; `whole`: with all the fields that are always sent."""
        for form in forms:
            found = self.find(form)
            if found is not None and (not whole or form.always.keys() <= set(found.element.fields.keys())):
                return found
        return None

    @property
    def answer(self) -> str:
        """What the page says to the one who has sent the form, in one line."""
        for path in _ANSWERS:
            for found in self.root.xpath(path):
                words = " ".join(" ".join(_texts(found)).split())
                if words:
                    return harmless(words[:_MOST_WORDS])
        return ""

    @property
    def is_ban(self) -> bool:
        return self._is_short and _BANNED.search(self.answer) is not None

    @property
    def is_refusal(self) -> bool:
        return self._is_short and _REFUSED.search(self.answer) is not None

    @property
    def _is_short(self) -> bool:
        return len(" ".join(_texts(self.root))) < _SHORT


@dataclass(frozen=True, slots=True)
class FoundForm:
    """A login form as it stands on the page `url`; `action` is where it is sent."""

    url: str
    action: str
    encoding: str
    form: LoginForm
    element: html.FormElement

    @property
    def wants_captcha(self) -> bool:
        return asks_a_person(self.element)

    def fill(self, user: str, password: str) -> bytes:
        """What a browser would send of it."""
        given = {name: value for name, value in self.element.form_values() if isinstance(value, str)}
        # a browser sends the button that was pressed
        for button in self.element.xpath("(.//input[@type='submit'][@name] | .//button[@name])[1]"):
            given[button.get("name")] = button.get("value") or ""
        form = self.form
        sent = {**given, **form.always, form.user: user, form.password: password}
        # only where both sides make the same bytes of it: a forum in another encoding hashes others
        if form.hashes and password.isascii() and all(name in self.element.fields for name in form.hashes):
            digest = hashlib.md5(password.encode(), usedforsecurity=False).hexdigest()
            sent |= {form.password: "", **dict.fromkeys(form.hashes, digest)}
        # what the forum's encoding does not have goes as an entity, as browsers send it
        return urlencode(sent, encoding=self.encoding, errors="xmlcharrefreplace").encode()


def asks_a_person(form: html.FormElement) -> bool:
    """Whether a form asks something that only a person can answer."""
    asked = copy.deepcopy(form)
    for text in asked.iter("textarea"):
        text.text = None
    return _CAPTCHA.search(html.tostring(asked, encoding="unicode")) is not None


def read_shown(url: str, body: bytes, content_type: str | None) -> ShownPage | None:
    """The page as it can be looked at; None where it is no HTML at all."""
    declared = re.search(rb"charset\s*=\s*[\"']?([\w-]+)", (content_type or "").encode() + b" " + body[:4000], re.I)
    encoding = declared[1].decode() if declared else "utf-8"
    try:
        "".encode(encoding)
        root = html.document_fromstring(body, parser=html.HTMLParser(encoding=encoding))
    except (LookupError, ValueError, etree.ParserError):
        return None
    return ShownPage(url, root, encoding)


def _texts(element: html.HtmlElement) -> list[str]:
    return list(element.xpath(f".//text()[not({_UNSEEN})]"))
