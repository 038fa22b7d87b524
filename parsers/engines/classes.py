"""One walk over a post for all that is told by a class or a `data-` attribute: quicker than a search for each."""

from collections.abc import Callable

from lxml import etree

from parsers.tree import Element

__all__ = ["first_of_classes", "text_in"]

_TEXT: Callable[[Element], str] = etree.XPath("string()", smart_strings=False)


def first_of_classes(post: Element, names: frozenset[str]) -> dict[str, Element]:
    """Give for each of the class `names` the first element of the post that has it; the words of a post count too."""
    found: dict[str, Element] = {}
    for element in post.iter():
        classes = element.get("class")
        if classes:
            for name in classes.split():
                if name in names:
                    found.setdefault(name, element)
    return found


def text_in(element: Element | None) -> str | None:
    """All text in an element; None where there is none."""
    return None if element is None else _TEXT(element) or None
