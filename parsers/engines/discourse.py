"""Discourse: the JSON of a topic (`/t/ID.json`, its pages and chunks), its HTML with the same data, or without
scripts, its RSS.

Colours come only with a plugin. The forum keeps quiet about edits within its grace period (five minutes): `updated_at`
moves then, and for other reasons too, so that only a raised `version` is taken for an edit.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from parsers.addresses import absolute, without_session
from parsers.dates import Moment, read_stamp
from parsers.engine import Asked, Engine, Layout, at, first_of, has, nodes, with_class
from parsers.feeds import Feed, feed_reader
from parsers.marks import COLOURLESS
from parsers.page import Defect, DefectCode, Edit, Kind, Page, Post, ThreadRef
from parsers.thread import runs_of_markup, text_of
from parsers.tree import Element
from parsers.words import Words

__all__ = ["ENGINE"]

_WORDS = Words(
    foreign=frozenset({"quote", "onebox", "lightbox-wrapper", "poll", "cooked-selection-barrier", "md-table"})
)
# 1 regular, 2 a moderator's; 3 are small actions («closed this topic»), 4 whispers that the staff alone can see
_POST_TYPES = (1, 2)
_ERRORS = {
    "not_logged_in": Kind.LOGIN,
    "invalid_access": Kind.FORBIDDEN,
    "not_found": Kind.MISSING,
    "deleted": Kind.MISSING,
    "read_only": Kind.MAINTENANCE,
}
_PATH = re.compile(r"^([^?#]*/t/(?:[^/?#]+/)?\d+)(?:/\d+)?(\.json)?")


def _read_data(data: Any, asked: Asked) -> Page | None:
    if not isinstance(data, dict):
        return None
    if isinstance(data.get("errors"), list) and "error_type" in data:
        return Page("discourse", _ERRORS.get(str(data["error_type"]), Kind.OTHER))
    if isinstance(data.get("topic_list"), dict):
        return Page("discourse", Kind.LIST)
    stream = data.get("post_stream")
    if isinstance(stream, dict) and isinstance(stream.get("posts"), list):
        return _read_topic(data, stream, asked)
    if "cooked" in data and "topic_id" in data:
        # one post of the API
        return _read_topic({"id": data["topic_id"]}, {"posts": [data]}, asked)
    return None


def _read_topic(data: dict[str, Any], stream: dict[str, Any], asked: Asked) -> Page:
    # an answer about single posts does not list the others
    defects = [] if isinstance(stream.get("stream"), list) else [Defect(DefectCode.PARTIAL_VIEW)]
    slug, number = data.get("slug"), data.get("id")
    page, pages, size = _place(data, stream)
    return Page(
        engine="discourse",
        kind=Kind.THREAD,
        thread=ThreadRef(
            id=None if number is None else str(number),
            title=_text(data.get("title")),
            url=absolute(f"/t/{slug}/{number}" if slug else None, asked.url),
        ),
        page=page,
        pages=pages,
        per_page=size,
        posts=tuple(_read_posts(stream["posts"], asked, defects)),
        defects=tuple(defects),
    )


def _place(data: dict[str, Any], stream: dict[str, Any]) -> tuple[int | None, int | None, int | None]:
    """Which page of how many, by the ids of all posts; the answer about single posts has no such list."""
    ids, size, posts = stream.get("stream"), data.get("chunk_size"), stream["posts"]
    if not isinstance(ids, list) or not isinstance(size, int) or size < 1 or not posts:
        return None, None, None
    if len(posts) >= len(ids):
        return 1, 1, len(ids)
    first = posts[0].get("id") if isinstance(posts[0], dict) else None
    page = ids.index(first) // size + 1 if first in ids else None
    return page, -(-len(ids) // size), size


def _read_posts(posts: list[Any], asked: Asked, defects: list[Defect]) -> Iterator[Post]:
    for post in posts:
        if not isinstance(post, dict) or "id" not in post or not isinstance(post.get("cooked"), str):
            defects.append(Defect(DefectCode.UNREAD_POST))
        elif post.get("post_type", 1) in _POST_TYPES and not post.get("deleted_at") and not post.get("user_deleted"):
            if post.get("hidden"):
                # flagged: its words are replaced by a notice
                defects.append(Defect(DefectCode.UNREAD_POST, post=str(post["id"])))
            else:
                yield _read_post(post, asked, defects)


def _read_post(post: dict[str, Any], asked: Asked, defects: list[Defect]) -> Post:
    post_id = str(post["id"])
    posted = read_stamp(str(post.get("created_at") or "")) or Moment(None)
    if posted.time is None:
        defects.append(Defect(DefectCode.NO_TIME, post=post_id))
    # the nick is what the forum shows: the user name has no spaces, and on most forums no Cyrillic letters
    author = _text(post.get("display_username")) or _text(post.get("name")) or _text(post.get("username"))
    if author is None:
        defects.append(Defect(DefectCode.NO_AUTHOR, post=post_id))
    runs = runs_of_markup(post["cooked"], _WORDS)
    number = post.get("post_number")
    link = f"/t/{post.get('topic_slug') or '-'}/{post.get('topic_id')}/{number}"
    return Post(
        id=post_id,
        number=number if isinstance(number, int) else None,
        author=author,
        author_id=str(post["user_id"]) if post.get("user_id") else None,
        time=posted.time,
        precision=posted.precision,
        time_from=posted.source,
        url=absolute(link, asked.url),
        edited=_edit(post),
        text=text_of(runs),
        marks=(),
        runs=runs,
    )


def _edit(post: dict[str, Any]) -> Edit | None:
    version = post.get("version")
    if not isinstance(version, int) or version < 2:
        return None
    updated = read_stamp(str(post.get("updated_at") or ""))
    return Edit(updated.time if updated else None, None)


def _text(value: Any) -> str | None:
    return " ".join(value.split()) or None if isinstance(value, str) else None


_PRELOADED = nodes("id('data-preloaded')")
_TOPIC = re.compile(r"topic_\d+")


def _embedded(root: Element) -> Any:
    """The topic among the data that a page brings for its scripts: in an attribute, since 2025 as a text."""
    for element in _PRELOADED(root):
        try:
            data = json.loads(element.get("data-preloaded") or element.text or "null")
            for name, value in data.items() if isinstance(data, dict) else ():
                if _TOPIC.fullmatch(name):
                    return json.loads(value) if isinstance(value, str) else value
        except (ValueError, RecursionError):
            continue
    return None


def _address(thread_url: str, page: int, _per_page: int) -> str:
    # what may follow the topic's number is that of a post
    found = _PATH.match(thread_url)
    url = found.group(1) + (found.group(2) or "") if found else without_session(thread_url)
    return url + (f"?page={page}" if page > 1 else "")


# A page as the browser has built it.
_POST_BODY = f".//div[{with_class('cooked')}]"
_BUILT = Layout(
    posts=nodes("//article[@data-post-id][not(ancestor::*[contains(@class,'deleted')])]"),
    id=at("@data-post-id"),
    body=nodes(f"({_POST_BODY})[1]"),
    author=at("(.//div[contains(@class,'names')])[1]//a[@data-user-card]"),
    author_id=at("@data-user-id"),
    number=at("@id", r"^post_(\d+)$"),
    stamp=at("(.//*[contains(@class,'post-date')]//span[@data-time])[1]/@data-time"),
    link=at("(.//a[contains(@class,'post-date')])[1]/@href"),
    words=_WORDS,
)

# The page for readers without scripts tells only the number of a post in its thread, not its id.
_CRAWLER = Layout(
    posts=nodes(f"//div[{with_class('crawler-post')}]"),
    body=nodes("div[@class='post'][1]"),
    author=at(".//*[@itemprop='author']//*[@itemprop='name']"),
    number=first_of(at("@id", r"^post_(\d+)$"), at(".//span[@itemprop='position']")),
    stamp=at(".//time[@itemprop='datePublished' or contains(@class,'post-time')][1]/@datetime"),
    words=_WORDS,
)
_CANONICAL = "/html/head/link[@rel='canonical']/@href"
_IS_FIRST = "boolean(/html/head/link[@rel='canonical'][contains(@href,'/t/')][not(contains(@href,'page='))])"

ENGINE = Engine(
    name="discourse",
    sign=has(
        "/html/head/meta[@name='generator'][starts-with(@content,'Discourse')]"
        " or /html/head/meta[@name='discourse_theme_id' or @name='discourse_theme_ids']"
        " or id('data-discourse-setup')"
    ),
    layouts=(_BUILT, _CRAWLER),
    trace=re.compile(r'<article\s[^<>]*?data-post-id="(?P<value>(?P<id>\d+))"'),
    address=_address,
    title=first_of(at("id('topic-title')/h1/a"), at("/html/head/meta[@property='og:title']/@content")),
    thread_id=at(_CANONICAL, r"/t/(?:[^/]+/)?(\d+)"),
    thread_url=at(_CANONICAL, r"(.*/t/.*)"),
    page=first_of(at(_CANONICAL, r"[?&]page=(\d+)"), at(f"substring('1',1,number({_IS_FIRST}))")),
    pages=lambda _root: None,
    next_url=at("/html/head/link[@rel='next']/@href"),
    kinds=((has("/html/body[contains(@class,'not-found')] | //div[@class='page-not-found']"), Kind.MISSING),),
    message=at("//div[@class='page-not-found'] | //h1[@class='title']"),
    login=has("id('login-form')"),
    listing=has(f"//*[{with_class('topic-list')}]"),
    dialect=COLOURLESS,
    embedded=_embedded,
    read_data=_read_data,
    read_feed=feed_reader(
        "discourse",
        Feed(
            sign=has("*/*[local-name()='topicClosed' or local-name()='category'] and */link[contains(.,'/t/')]"),
            post_id=re.compile(r"/t/[^/]+/\d+/(\d+)"),
            thread_id=re.compile(r"/t/(?:[^/]+/)?(\d+)"),
            words=_WORDS,
        ),
    ),
)
