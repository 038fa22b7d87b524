"""What counts as red and what as blue."""

import pytest

from parsers import Colour
from parsers.colours import COLOUR_NAMES, RED_AND_BLUE, Palette, class_colour, font_colour, style_colour

RED = {"brown", "crimson", "darkred", "firebrick", "indianred", "maroon", "red", "tomato"}
BLUE = {
    "blue",
    "cornflowerblue",
    "darkblue",
    "darkslateblue",
    "deepskyblue",
    "dodgerblue",
    "mediumblue",
    "mediumslateblue",
    "midnightblue",
    "navy",
    "royalblue",
    "slateblue",
    "steelblue",
}


def test_of_all_css_names_these_are_red_and_these_blue() -> None:
    meant = {name: RED_AND_BLUE.meaning(value) for name, value in COLOUR_NAMES.items()}
    assert {name for name, meaning in meant.items() if meaning is Colour.RED} == RED
    assert {name for name, meaning in meant.items() if meaning is Colour.BLUE} == BLUE


@pytest.mark.parametrize(
    ("colour", "meaning"),
    [
        # the palettes of the editors: Froala (XenForo 2), CKEditor (Invision, vBulletin 5), phpBB, mybb.ru
        ("#b8312f", Colour.RED),
        ("#e74c3c", Colour.RED),
        ("#c0392b", Colour.RED),
        ("#cc0000", Colour.RED),
        ("#bf0000", Colour.RED),
        ("#ff0040", Colour.RED),
        ("#2969b0", Colour.BLUE),
        ("#3498db", Colour.BLUE),
        ("#2980b9", Colour.BLUE),
        ("#3366ff", Colour.BLUE),
        ("#2c82c9", Colour.BLUE),
        ("#0000bf", Colour.BLUE),
        ("#2f3d4b", None),
        ("#d35400", None),
        ("#f39c12", None),
        ("#9b59b6", None),
        ("#1abc9c", None),
        ("#27ae60", None),
        ("#ffcccc", None),
        ("#1a0000", None),
    ],
)
def test_colours_of_editors(colour: str, meaning: Colour | None) -> None:
    assert RED_AND_BLUE.meaning(colour) is meaning


@pytest.mark.parametrize(
    ("style", "colour"),
    [
        ("color:red", "#ff0000"),
        ("color: RED;", "#ff0000"),
        ("color: #f00", "#ff0000"),
        ("color: #F00C", "#ff0000"),
        ("COLOR:#Ff0000 !important", "#ff0000"),
        ("color: rgb(184, 49, 47)", "#b8312f"),
        ("color: rgba(255,0,0,.9)", "#ff0000"),
        ("color: rgb(100% 0% 0% / 50%)", "#ff0000"),
        ("color: hsl(0, 100%, 50%)", "#ff0000"),
        ("color:hsla(240deg 100% 50% / 1)", "#0000ff"),
        ("background-color:#ffffff;color:#2f3d4b;font-size:14px", "#2f3d4b"),
        ("color:blue; color:transaprent", "#0000ff"),
        ("color:transparent", ""),
        ("color:rgba(255,0,0,0)", ""),
        ("color:inherit", None),
        ("color: FF0000;", None),
        ("background-color:red", None),
        ("border-color:red", None),
        ("colour:red", None),
    ],
)
def test_what_a_style_sets(style: str, colour: str | None) -> None:
    assert style_colour(style) == colour


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("red", "#ff0000"),
        ("#F00", "#ff0000"),
        ("FF0000", "#ff0000"),
        ("Silver", "#c0c0c0"),
        ("chucknorris", "#c00000"),
        ("", None),
    ],
)
def test_what_a_font_tag_sets(value: str, colour: str | None) -> None:
    assert font_colour(value) == colour


@pytest.mark.parametrize(
    ("names", "colour"),
    [
        ("bbc_red", "#ff0000"),
        ("x color-blue", "#0000ff"),
        ("red", "#ff0000"),
        ("bbc_color", None),
        ("unread", None),
        ("bg-red", None),
        ("redirect", None),
    ],
)
def test_what_a_class_names(names: str, colour: str | None) -> None:
    assert class_colour(names) == colour


def test_a_forum_that_votes_in_green() -> None:
    palette = Palette(red=("green",), blue=("#ff8800",))
    assert palette.meaning("#008000") is Colour.RED
    assert palette.meaning("#ff8800") is Colour.BLUE
    assert palette.meaning("#ff0000") is None
