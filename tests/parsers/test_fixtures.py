"""Small saved pages that carry their own expectation: NAME.html (or .xml, .json) with NAME.toml beside it.

A new case needs no code. The file says why it is there, how the page was fetched, and any keys of what `tally parse
--json` prints; keys that it leaves out are not compared. Marks are `[colour, text, form]`, with a time
where they have one of their own; what must be null is written "null".
"""

import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from parsers import Page, page_as_json, read_page

PAGES = Path(__file__).resolve().parents[2] / "fixtures" / "pages"
CASES = sorted(PAGES.rglob("*.toml"))


def read_case(case: Path) -> tuple[Page, dict[str, Any]]:
    told = tomllib.loads(case.read_text(encoding="utf-8"))
    [page] = (path for path in case.parent.glob(case.stem + ".*") if path.suffix != ".toml")
    known = {key: told[key] for key in ("url", "fetched_at", "content_type", "engine", "timezone") if key in told}
    return read_page(page.read_bytes(), **known), told


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.relative_to(PAGES).with_suffix("")))
def test_a_saved_page_is_read_as_its_file_expects(case: Path) -> None:
    page, told = read_case(case)
    assert told["why"]
    found = page_as_json(page)
    expected = told["expect"]
    posts = expected.pop("posts", None)
    assert {key: _alike(found[key], value) for key, value in expected.items()} == expected
    if posts is not None:
        shown = [
            {key: _alike(post[key], value) for key, value in want.items()}
            for post, want in zip(found["posts"], posts, strict=True)
        ]
        assert shown == posts


def _alike(value: Any, wanted: Any) -> Any:
    """`value` in the form of the expectation: marks as lists, times as times, of tables the keys that are asked for."""
    if isinstance(wanted, datetime):
        return None if value is None else datetime.fromisoformat(value)
    if isinstance(wanted, dict):
        return None if value is None else {key: _alike(value[key], part) for key, part in wanted.items()}
    if wanted == "null":
        return "null" if value is None else value
    if isinstance(value, list) and value and isinstance(value[0], dict):
        if "form" in value[0]:
            return [[mark["colour"] or "", mark["text"], mark["form"], *_own_time(mark)] for mark in value]
        if "code" in value[0]:
            return [defect["code"] for defect in value]
    return value


def _own_time(mark: dict[str, Any]) -> list[datetime]:
    return [datetime.fromisoformat(mark["time"])] if "time" in mark else []


def test_every_saved_page_has_its_expectation() -> None:
    pages = {path for path in PAGES.rglob("*") if path.is_file() and path.suffix not in (".toml", ".md")}
    assert sorted(pages) == sorted(
        p for case in CASES for p in case.parent.glob(case.stem + ".*") if p.suffix != ".toml"
    )
