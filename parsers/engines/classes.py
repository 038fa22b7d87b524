"""One walk over a post for all that is told by a class or a `data-` attribute: quicker than a search for each."""

from collections.abc import Callable
from functools import cache

from lxml import etree

from parsers.tree import Element

__all__ = ["first_of_classes", "text_in"]

_TEXT: Callable[[Element], str] = etree.XPath("string()", smart_strings=False)


class _Wanted(dict[str, tuple[str, ...]]):
    """For `class` attributes as they were met, which of the names in them are wanted."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def __missing__(self, classes: str) -> tuple[str, ...]:
        wanted = tuple([name for name in classes.split() if name in self._names])
        if len(self) < _MOST_KNOWN and len(classes) < _LONGEST_KNOWN:
            self[classes] = wanted
        return wanted


_MOST_KNOWN = 2_000
_LONGEST_KNOWN = 200
_wanted = cache(_Wanted)


def first_of_classes(post: Element, names: frozenset[str]) -> dict[str, Element]:
    """Give for each of the class `names` the first element of the post that has it; the words of a post count too."""
    wanted = _wanted(names)
    found: dict[str, Element] = {}
    for element in post.iter():
        classes = element.get("class")
        if classes and (here := wanted[classes]):
            for name in here:
                found.setdefault(name, element)
            if len(found) == len(names):
                break
    return found


def text_in(element: Element | None) -> str | None:
    """All text in an element; None where there is none."""
    if element is None:
        return None
    return (_TEXT(element) if len(element) else element.text) or None
