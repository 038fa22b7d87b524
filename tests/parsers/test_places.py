"""Where an engine says that things stand on a page, for the places that are found by walking."""

import pytest
from lxml import etree

from parsers.engine import all_with, first_in_class

PAGE = etree.HTML(
    "<html><body><div class='pages wide'>1</div><div class='pagesOld'>2</div><p id='post1' class='post'>a</p>"
    "<p id='post2' class='post deleted'>b</p><p id='poster' class='post'>c</p><p>d</p></body></html>"
)


@pytest.mark.parametrize(
    ("pattern", "tags", "expected"),
    [
        ("pages", ("div",), ["1"]),
        ("pagesOld$", ("div",), ["2"]),
        (r"(?:.*\s)?wide(?:\s|$)", (), ["1"]),
        ("pages", ("p", "ul"), []),
        ("Pages", ("div",), []),
    ],
)
def test_the_first_in_a_class_is_found(pattern: str, tags: tuple[str, ...], expected: list[str]) -> None:
    assert [element.text for element in first_in_class(pattern, *tags)(PAGE)] == expected


def test_all_that_have_the_attributes_are_found() -> None:
    find = all_with(("p",), id=r"post\d+$", class_="(?!.*deleted)")
    assert [element.text for element in find(PAGE)] == ["a"]


def test_what_stands_after_the_end_of_a_page_is_of_it() -> None:
    root = etree.HTML("<html><body><p class='post'>a</p></body></html><p class='post'>b</p><div class='pages'>c</div>")
    assert [element.text for element in all_with(("p",), class_="post")(root)] == ["a", "b"]
    assert [element.text for element in first_in_class("pages", "div")(root)] == ["c"]
