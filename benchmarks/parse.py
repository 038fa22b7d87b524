"""How fast pages are read, for each engine: posts per second, and two ratios.

The one is the whole reading (bytes to posts with marks) to the bare `lxml.html` parse of the same bytes, the other to a
straightforward BeautifulSoup version of the same extraction. The pages are the captured ones beside the project where
they are, else those of `fixtures/pages`. Each page is read by all of them in turn, again and again, and of each the
shortest time for each page counts: a busy machine slows all alike, and what it slows does not count.
"""

import gc
import re
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import lxml.html
from bs4 import BeautifulSoup, Tag

from parsers import Kind, read_page

ROOT = Path(__file__).resolve().parents[1]
CAPTURED = ROOT.parent / "shared" / "pages"
FIXTURES = ROOT / "fixtures" / "pages"
ROUNDS = 40
SOUP_ROUNDS = 3
PAGES = 8


@dataclass(frozen=True, slots=True)
class Plain:
    """What the BeautifulSoup version looks for, as CSS selectors; `folder` holds captured pages of a thread."""

    folder: str
    post: str
    author: str
    time: str
    body: str


ENGINES = {
    "phpbb": Plain(
        "phpbb/01_thread_guest", "div.post", "p.author .username, p.author .username-coloured", "p.author", ".content"
    ),
    "mybb": Plain("mybb/01_thread_guest", "div.post", ".author_information a", ".post_date", ".post_body"),
    "smf": Plain("smf/guest", "#forumposts > form > div", ".poster h4", ".postinfo", ".inner"),
    "fluxbb": Plain("fluxbb/guest", "div.blockpost", ".postleft dt", "h2 a", ".postmsg"),
    "punbb": Plain("punbb/guest", "div.post", ".author-ident .username", "a.permalink", ".entry-content"),
    "rusff": Plain("rusff/synthetic", "div.post", ".pa-author", ".permalink", ".post-content"),
    "vbulletin3": Plain("vbulletin3/synthetic", "table[id^=post]", ".bigusername", ".thead", "div[id^=post_message_]"),
    "vbulletin4": Plain(
        "vbulletin4/synthetic", "li.postcontainer, li.postbit, li.postbitlegacy", ".username", ".date", ".postcontent"
    ),
    "vbulletin5": Plain("vbulletin5/synthetic", "li[data-node-id]", ".author", "time", ".js-post__content-text"),
    "ipb3": Plain("ipb3/synthetic", "div.post_block", ".author", ".published", ".entry-content"),
    "invision4": Plain("invision4/synthetic", "article[id^=elComment_]", "h3", "time", "[data-role=commentContent]"),
    "xenforo1": Plain("xenforo1/synthetic", "li.message", ".username", ".DateTime", ".messageText"),
    "xenforo2": Plain("xenforo2/synthetic", "article.message--post", ".username", "time", ".bbWrapper"),
    "ucoz": Plain("ucoz/synthetic", "tr[id^=post]", ".postUser", ".postTdTop", ".ucoz-forum-post"),
    "nodebb": Plain("nodebb/guest", "li[component=post]", "a[data-username]", ".timeago", '[component="post/content"]'),
    "flaskbb": Plain("flaskbb/guest", "div.post-row", ".author-name", "time", ".post-content"),
}
_COLOUR = re.compile(r"(?:^|;)\s*color\s*:\s*([^;]+)")
_MEANING = {
    "red": "red",
    "crimson": "red",
    "#ff0000": "red",
    "#f00": "red",
    "blue": "blue",
    "navy": "blue",
    "#0000ff": "blue",
    "#00f": "blue",
}
_WORDED = re.compile(r"(\S+) (КРАСНЫМ|СИНИМ)\b")
_DIGITS = re.compile(r"\d+")
_MINUTE = re.compile(r"(\d{1,4})[-./ ](\w{1,12})[-./ ](\d{1,4})\D{1,5}(\d{1,2}):(\d{2})(?::(\d{2}))?")
_EDITED = re.compile(r"(?:редактир|измен|edited)\w*[^\n]{0,80}\d:\d\d", re.I)


def read_with_soup(data: bytes, plain: Plain) -> tuple[str, list[str], list[dict[str, object]]]:
    """Title, pages and posts, each with all that `read_page` tells of one, as one would write it at first."""
    soup = BeautifulSoup(data, "html.parser")
    read: list[dict[str, object]] = []
    for post in soup.select(plain.post):
        author, when, body = (post.select_one(selector) for selector in (plain.author, plain.time, plain.body))
        if body is None:
            continue
        shown = _text(when)
        profile = None if author is None else author if author.name == "a" else author.find("a")
        link = post.find("a", href=re.compile(r"#|post"))
        edit = post.find(string=_EDITED)
        for foreign in body.select("blockquote, pre, code, .signature, s, del"):
            foreign.decompose()
        marks = [
            (_MEANING.get(colour.group(1).strip().lower()), piece.get_text())
            for piece in body.select("[style]")
            if (colour := _COLOUR.search(str(piece["style"])))
        ]
        marks += [
            (_MEANING.get(str(piece.get("color")).lower()), piece.get_text()) for piece in body.select("font[color]")
        ]
        text = body.get_text("\n")
        read.append(
            {
                "id": _DIGITS.findall(str(post.get("id")))[-1:],
                "author": _text(author),
                "author_id": _DIGITS.findall(str(profile.get("href")))[-1:] if isinstance(profile, Tag) else None,
                "time": (isinstance(when, Tag) and (when.get("datetime") or when.get("title")))
                or _MINUTE.findall(shown),
                "url": link.get("href") if isinstance(link, Tag) else None,
                "edited": edit,
                "text": text,
                "marks": marks + _WORDED.findall(text),
            }
        )
    pages = [each.get_text() for each in soup.select("[class*=pag] a, [class*=pag] strong")]
    return _text(soup.title), pages, read


def _text(element: Tag | None) -> str:
    return "" if element is None else element.get_text(" ", strip=True)


def pages_of(engine: str, plain: Plain) -> list[bytes]:
    """Pages that hold posts of this engine."""
    folder = CAPTURED / plain.folder if CAPTURED.is_dir() else FIXTURES / engine
    found = [path.read_bytes() for path in sorted(folder.glob("*.html"))]
    return [data for data in found if read_page(data).kind is Kind.THREAD][:PAGES]


def best_times(works: Sequence[Callable[[bytes], object]], pages: Sequence[bytes], rounds: int) -> list[float]:
    """For each of the works, the sum over the pages of the shortest time that it took for each."""
    best = [[float("inf")] * len(pages) for _ in works]
    for _ in range(rounds):
        for number, data in enumerate(pages):
            for work, shortest in zip(works, best, strict=True):
                began = time.thread_time()
                work(data)
                shortest[number] = min(shortest[number], time.thread_time() - began)
    return [sum(shortest) for shortest in best]


def main() -> None:
    print(f"parse: {'engine':<12}{'posts/s':>9}{'x bare lxml':>13}{'faster than BeautifulSoup':>27}")
    read: list[bytes] = []
    for engine, plain in ENGINES.items():
        pages = pages_of(engine, plain)
        if not pages:
            print(f"parse: {engine:<12} no pages of it here")
            continue
        read += pages
        posts = sum(len(read_page(data).posts) for data in pages)
        whole, bare = best_times([read_page, lxml.html.document_fromstring], pages, ROUNDS)
        [soup] = best_times([partial(read_with_soup, plain=plain)], pages, SOUP_ROUNDS)
        print(f"parse: {engine:<12}{posts / whole:>9.0f}{whole / bare:>13.2f}{soup / whole:>26.1f}x")
    print(f"parse: memory over 1000 pages grows by {grown_memory(read):.1f} MB")


def grown_memory(pages: Sequence[bytes]) -> float:
    """How much more memory the process has held after 1000 pages than after 100, in MB."""
    held = []
    for count in (100, 900):
        for number in range(count):
            read_page(pages[number % len(pages)])
        gc.collect()
        held.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return held[1] - held[0]


if __name__ == "__main__":
    main()
