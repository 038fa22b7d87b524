"""From the text of a page to its tree of elements, with what the HTML parser left out by itself.

libxml2 stops without a word where elements are nested too deep (255 deep; 2048 with `huge_tree`), so that all that
follows is missing from the tree; and a page cut anywhere makes a tidy tree too. Both are told as defects.
"""

import re
from typing import Any

from lxml import etree

from parsers.page import Defect, DefectCode

__all__ = ["Element", "cut_in", "parse_html"]

Element = etree._Element

_PARSER: Any = etree.HTMLParser(encoding="utf-8", huge_tree=True)
# libxml2 compares each attribute of a tag with all before it: 40,000 of them take it half a minute.
_MOST_ATTRIBUTES = 1_000
_LONG_TAG = re.compile(r"<[a-z][^<>]{3000,}", re.I)
_SPACE = re.compile(r"[\s/]+")
_VALUE = re.compile(r"""="[^"]*"|='[^']*'""")
# Shorter pages cannot hold enough of them to matter.
_LARGE = 100_000
# What is put where a page was cut, instead of the tag or the comment that it was cut in.
_CUT_CLASS = "cut-here"
_CUT = f'<wbr class="{_CUT_CLASS}">'
# How far from its end a page may close: some hosters add a counter or an advertisement after `</html>`.
_TAIL = 2_000


def parse_html(text: str) -> tuple[Element | None, tuple[Defect, ...]]:
    """Give the root of the page and its defects; None where there is no element at all."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    defects = []
    if len(text) > _LARGE:
        kept = _LONG_TAG.sub(_without_overload, text)
        if kept != text:
            text = kept
            defects.append(Defect(DefectCode.OVERLOADED_TAG))
    closed = _is_closed(text)
    if not closed:
        text = _without_open_end(text) + _CUT
    markup = text.encode("utf-8", "replace")
    try:
        root = etree.HTML(markup, _PARSER)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None, tuple(defects)
    if root is not None and "__cf_email__" in text:
        _uncover_addresses(root)
    last = _PARSER.error_log.last_error
    if last is not None and "xcessive depth" in last.message:
        defects.append(Defect(DefectCode.TOO_DEEP, found=last.message))
    elif not closed:
        defects.append(Defect(DefectCode.CUT_SHORT))
    return root, tuple(defects)


def cut_in(root: Element) -> Element | None:
    """Where the source of a page that was cut ends: an element inside all those that were still open there.

    None where that cannot be told (it was cut inside a script).
    """
    found = [each for each in root.iter("wbr") if each.get("class") == _CUT_CLASS]
    return found[-1] if found else None


def _uncover_addresses(root: Element) -> None:
    """Write out what Cloudflare took for mail addresses, nicks with `@`: hex digits, their first byte the key."""
    for element in root.iter("a", "span"):
        if "__cf_email__" in (element.get("class") or ""):
            try:
                key, *letters = bytes.fromhex(element.get("data-cfemail") or "")
                text = bytes(letter ^ key for letter in letters).decode()
            except ValueError:
                continue
            del element[:]
            element.text = text


def _without_overload(tag: re.Match[str]) -> str:
    """The tag without its attributes where they are too many; one may hold as much as it likes (Discourse's data)."""
    attributes = _VALUE.sub("", tag.group())
    return "<span" if len(_SPACE.findall(attributes)) > _MOST_ATTRIBUTES else tag.group()


def _without_open_end(text: str) -> str:
    """`text` without the comment or the tag that it was cut in."""
    comment = text.find("<!--", text.rfind("-->") + 1)
    if comment >= 0:
        text = text[:comment]
    tag = text.rfind("<")
    return text[:tag] if tag > text.rfind(">") else text


def _is_closed(text: str) -> bool:
    tail = text[-_TAIL:].lower()
    return "</html" in tail or "</body" in tail or "</wml" in tail
