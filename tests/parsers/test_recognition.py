"""Which engine a page is of, told from the page itself."""

from pathlib import Path

import pytest

from parsers import Kind, read_page
from parsers.decoding import decode
from parsers.engines import ENGINES
from parsers.tree import parse_html

PAGES = Path(__file__).resolve().parents[2] / "fixtures" / "pages"
HTML = sorted(path for path in PAGES.rglob("*.html") if path.parent.name in ENGINES)


@pytest.mark.parametrize("path", HTML, ids=lambda path: str(path.relative_to(PAGES)))
def test_a_page_carries_the_sign_of_one_engine_alone(path: Path) -> None:
    text, _defects = decode(path.read_bytes())
    assert text is not None
    root, _defects = parse_html(text)
    assert root is not None
    assert {name for name, engine in ENGINES.items() if engine.sign(root)} <= {path.parent.name}


def test_every_engine_is_in_the_table_by_its_own_name() -> None:
    assert all(name == engine.name for name, engine in ENGINES.items())


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("<html><body><p>Здравствуйте</p></body></html>", Kind.OTHER),
        ("<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>", Kind.MISSING),
        ("<html><head><title>403 Forbidden</title></head><body>nginx</body></html>", Kind.FORBIDDEN),
        ("<html><head><title>Сайт на обслуживании</title></head><body>Скоро вернёмся</body></html>", Kind.MAINTENANCE),
        ("<html><head><title>DDoS-Guard</title></head><body>…</body></html>", Kind.CHALLENGE),
        ("<html><head><title>Just a moment...</title></head><body></body></html>", Kind.CHALLENGE),
        ("<html><body><script>window._cf_chl_opt={}</script></body></html>", Kind.CHALLENGE),
        ('{"error": 1}', Kind.OTHER),
        ("<rss><channel><title>x</title></channel></rss>", Kind.FEED),
        ("", Kind.OTHER),
    ],
)
def test_pages_of_no_known_engine(page: str, kind: Kind) -> None:
    read = read_page(page.encode())
    assert (read.engine, read.kind, read.posts) == ("unknown", kind, ())


def test_the_engine_may_be_told() -> None:
    assert read_page(b"<html><body>x</body></html>", engine="phpbb").engine == "phpbb"
    with pytest.raises(KeyError):
        read_page(b"", engine="wordpress")
    with pytest.raises(ValueError, match="Mars"):
        read_page(b"", timezone="Mars/Olympus")


@pytest.mark.parametrize(
    ("told", "url"),
    [(None, "https://b.example/f/viewtopic.php?t=2"), ("https://c.example/x", "https://c.example/viewtopic.php?t=2")],
)
def test_a_page_that_a_browser_saved_tells_its_address(told: str | None, url: str) -> None:
    page = (PAGES / "phpbb" / "traps.html").read_text(encoding="utf-8")
    page = page.replace(
        "<html", "<!-- saved from url=(0044)https://b.example/f/viewtopic.php?t=2&start=10 -->\n<html", 1
    )
    read = read_page(page.replace("http://forum.example/", "./").encode(), url=told)
    assert read.thread is not None
    assert (read.thread.url or "").startswith(url.partition("?")[0])
