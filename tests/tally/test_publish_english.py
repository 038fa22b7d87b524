"""The site of a board without colours, in English: nothing in it speaks of colours, or of Russian ways of writing."""

from pathlib import Path

import lxml.html
import pytest

from tests.tally.small_game import SmallGame, post


@pytest.fixture
def pages(tmp_path: Path) -> dict[str, str]:
    """The words of each page, one day that a hammer ended."""
    game = SmallGame(tmp_path, ruleset="generic", now="2024-01-15T00:00:00+03:00")
    game.set_up("Alex", "Ann", "Bob", "Eve", roles=False, options=("decision=majority",))
    game.read(
        post(1, "Alex", "10:00:00", "[b]VOTE: Eve[/b]"),
        post(2, "Eve", "10:01:00", "[b]VOTE: no lynch[/b]"),
        post(3, "Ann", "10:02:00", "[b]VOTE: Eve[/b]"),
        post(4, "Bob", "10:03:00", "[b]VOTE: Eve[/b]"),
    )
    game.must("publish", "--lang", "en")
    site = game.game / "site"
    return {path.name: lxml.html.parse(str(path)).getroot().text_content() for path in site.glob("*.html")}


def test_no_page_speaks_of_colours(pages: dict[str, str]) -> None:
    for name in ("index.html", "day1.html", "counting.html", "matrix.html", "player1.html", "player4.html"):
        words = set(pages[name].casefold().replace(",", " ").replace(".", " ").replace(":", " ").split())
        assert not words & {"red", "blue", "coloured", "colour", "defence", "diminutives"}, name


def test_the_day_tells_its_hammer_what_a_majority_is_and_names_no_execution(pages: dict[str, str]) -> None:
    for name in ("index.html", "day1.html"):
        assert "Hammered by Bob, 10:03:00, post 4: Eve has a majority." in pages[name]
        assert "With 4 alive it takes 3 votes to execute." in pages[name]
    assert not [name for name, text in pages.items() if "no-execution" in text]
