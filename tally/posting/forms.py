"""The form for a post as a forum shows it: found on its page, filled in with a text.

In: the page as it came, with its tokens. Out: what is to be sent and where, or that there is none.
"""

from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

from lxml import html

from tally.forum.login.forms import ShownPage, asks_a_person
from tally.posting.engines import PostForm

__all__ = ["FilledForm", "find_form"]


@dataclass(frozen=True, slots=True)
class FilledForm:
    """What a browser would send after the text was typed and the button pressed."""

    action: str
    body: bytes


@dataclass(frozen=True, slots=True)
class FoundForm:
    """The form as it stands on a page."""

    page: ShownPage
    form: PostForm
    element: html.FormElement
    button: tuple[str, str]

    @property
    def wants_captcha(self) -> bool:
        return asks_a_person(self.element)

    @property
    def text(self) -> str:
        """What stands in it: on a page for an edit the post as it is."""
        return self._value(self.form.message).replace("\r\n", "\n")

    @property
    def newest(self) -> str | None:
        """The newest post that the forum takes the writer to have seen."""
        return None if self.form.newest is None else self._value(self.form.newest)

    def _value(self, name: str) -> str:
        return str(self.element.fields.get(name) or "")

    def fill(self, text: str) -> FilledForm:
        """The form with this text, all else as the forum gave it."""
        given = {name: value for name, value in self.element.form_values() if isinstance(value, str)}
        name, value = self.button
        sent = {**given, **({name: value} if name else {}), self.form.message: text.replace("\n", "\r\n")}
        action = urljoin(self.page.base, self.element.get("action") or self.page.url)
        # what the forum's encoding does not have goes as an entity, as browsers send it
        body = urlencode(sent, encoding=self.page.encoding, errors="xmlcharrefreplace").encode()
        return FilledForm(action, body)


def find_form(page: ShownPage, form: PostForm) -> FoundForm | None:
    """The form for a post, where it is on this page."""
    for each in page.root.iter("form"):
        if not isinstance(each, html.FormElement) or form.message not in each.fields:
            continue
        for button in each.xpath(".//input[@type='submit'] | .//button[not(@type) or @type='submit']"):
            name = button.get("name") or ""
            if name in form.buttons:
                return FoundForm(page, form, each, (name, button.get("value") or ""))
    return None
