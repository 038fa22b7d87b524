"""How fast pages are read, for each engine: posts per second, and two ratios.

The one is the whole reading (bytes to posts with marks) to the bare `lxml.html` parse of the same bytes, the other to a
straightforward BeautifulSoup version of the same extraction. The pages are the captured ones beside the project where
they are, else those of `fixtures/pages`. All are timed in turn, so that a busy machine slows all alike; the best of
several rounds counts.
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
ROUNDS = 15
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


def read_with_soup(data: bytes, plain: Plain) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """Author, time, text and coloured pieces of each post, as one would write it without a second thought."""
    soup = BeautifulSoup(data, "html.parser")
    read = []
    for post in soup.select(plain.post):
        author, when, body = (post.select_one(selector) for selector in (plain.author, plain.time, plain.body))
        if body is None:
            continue
        for foreign in body.select("blockquote, pre, code, .signature, s, del"):
            foreign.decompose()
        coloured = [
            (colour.group(1).strip(), piece.get_text())
            for piece in body.select("[style]")
            if (colour := _COLOUR.search(str(piece["style"])))
        ]
        coloured += [(str(piece.get("color")), piece.get_text()) for piece in body.select("font[color]")]
        read.append((_text(author), _text(when), body.get_text("\n"), coloured))
    return read


def _text(element: Tag | None) -> str:
    return "" if element is None else element.get_text(" ", strip=True)


def pages_of(engine: str, plain: Plain) -> list[bytes]:
    """Pages that hold posts of this engine."""
    folder = CAPTURED / plain.folder if CAPTURED.is_dir() else FIXTURES / engine
    found = [path.read_bytes() for path in sorted(folder.glob("*.html"))]
    return [data for data in found if read_page(data).kind is Kind.THREAD][:PAGES]


def best_times(works: Sequence[Callable[[bytes], object]], pages: Sequence[bytes], rounds: int) -> list[float]:
    """For each of the works, the shortest time that it took for all pages."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for place, work in enumerate(works):
            began = time.process_time()
            for data in pages:
                work(data)
            best[place] = min(best[place], time.process_time() - began)
    return best


def main() -> None:
    for engine, plain in ENGINES.items():
        pages = pages_of(engine, plain)
        if not pages:
            print(f"parse: {engine}: no pages of it here")
            continue
        posts = sum(len(read_page(data).posts) for data in pages)
        whole, bare = best_times([read_page, lxml.html.document_fromstring], pages, ROUNDS)
        [soup] = best_times([partial(read_with_soup, plain=plain)], pages, 2)
        print(
            f"parse: {engine}: {posts / whole:.0f} posts/s, {whole / bare:.2f} times the bare lxml parse, "
            f"{soup / whole:.1f} times faster than BeautifulSoup"
        )
    print(f"parse: memory over 1000 pages grows by {grown_memory():.1f} MB")


def grown_memory() -> float:
    """How much more memory the process has held after 1000 pages than after 100, in MB."""
    pages = pages_of("phpbb", ENGINES["phpbb"])
    held = []
    for count in (100, 900):
        for number in range(count):
            read_page(pages[number % len(pages)])
        gc.collect()
        held.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return held[1] - held[0]


if __name__ == "__main__":
    main()
