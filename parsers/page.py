"""What a forum page says, as plain data: the page, its posts, their marks, and what was wrong with it.

Nothing here reads anything; no parser is imported, so that whoever only handles posts and marks starts quickly.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

__all__ = [
    "Colour",
    "Defect",
    "DefectCode",
    "Edit",
    "FeedCall",
    "Form",
    "Kind",
    "Mark",
    "Page",
    "Post",
    "Precision",
    "Run",
    "ThreadRef",
    "TimeFrom",
    "page_as_json",
]


class Kind(StrEnum):
    """What sort of page it is (FORMATS 6)."""

    THREAD = "thread"
    LIST = "list"
    LOGIN = "login"
    FORBIDDEN = "forbidden"
    MISSING = "missing"
    MAINTENANCE = "maintenance"
    CHALLENGE = "challenge"
    FEED = "feed"
    OTHER = "other"


class Precision(StrEnum):
    """How exact a time is that the page really shows."""

    SECOND = "second"
    MINUTE = "minute"


class TimeFrom(StrEnum):
    """Where a time was read.

    With `RELATIVE` («5 минут назад») the time is the moment of fetching minus what was said: up to a minute too early
    or too late, so that it cannot decide which side of a cutoff the post lies on. `FEED` is a feed or a call of the
    engine that gives seconds where its pages show minutes; a store joins such a time to the post that a page showed.
    """

    ATTRIBUTE = "attribute"
    TEXT = "text"
    RELATIVE = "relative"
    FEED = "feed"


class Colour(StrEnum):
    """What a colour means in the game: against, or in defence."""

    RED = "red"
    BLUE = "blue"


class Form(StrEnum):
    """How a mark was written (FORMATS 6)."""

    COLOUR = "colour"
    WORD = "word"
    EMOJI = "emoji"
    RAW = "raw"
    PLAIN = "plain"
    BOLD = "bold"
    TAG = "tag"


class DefectCode(StrEnum):
    """What can be wrong with a page or a post."""

    TOO_BIG = "too-big"  # longer than is read at all
    TOO_DEEP = "too-deep"  # elements nested deeper than the parser follows: it stopped there
    CUT_SHORT = "cut-short"  # the page ends before its end; the post it was cut in is left out
    UNDECODED = "undecoded"  # bytes that are text in no encoding that was tried
    DAMAGED_TEXT = "damaged-text"  # some letters were lost before the page came to us; `found` tells how many
    OVERLOADED_TAG = "overloaded-tag"  # a tag with more attributes than anybody writes; it was left out
    BROKEN_DATA = "broken-data"  # JSON or XML that cannot be read
    UNREAD_POST = "unread-post"  # there is a post here, but its id or its body cannot be found
    PARTIAL_VIEW = "partial-view"  # one post, or a branch of the thread's tree: the posts beside it are not shown
    REPEATED_POST = "repeated-post"  # a second post with the id of one already read; left out
    NO_AUTHOR = "no-author"
    NO_TIME = "no-time"  # no time is shown
    UNKNOWN_TIME = "unknown-time"  # a text stands where the time should be, but it cannot be decided what it says
    NO_ZONE = "no-zone"  # local times, but the page does not say of which zone: the game's own was taken
    GUESSED_ZONE = "guessed-zone"  # told by the page's clock and the moment of fetching alone, and not the game's own
    NO_CLOCK = "no-clock"  # a relative time, but it is not known when the page was fetched
    UNKNOWN_EDIT_TIME = "unknown-edit-time"
    UNKNOWN_PART_TIME = "unknown-part-time"  # words merged into the post later, at a time that the page does not tell


@dataclass(frozen=True, slots=True)
class Defect:
    """Something wrong: `code`, the id of the `post` where it is one post's, and what was `found`."""

    code: DefectCode
    post: str | None = None
    found: str = ""


# With one of these, posts of the thread's page may be absent from what was read.
_LOSES_POSTS = frozenset(
    {
        DefectCode.TOO_BIG,
        DefectCode.TOO_DEEP,
        DefectCode.CUT_SHORT,
        DefectCode.UNDECODED,
        DefectCode.BROKEN_DATA,
        DefectCode.UNREAD_POST,
        DefectCode.PARTIAL_VIEW,
    }
)


@dataclass(frozen=True, slots=True)
class ThreadRef:
    """The thread that a page belongs to; `url` is its first page, without a session id."""

    id: str | None
    title: str | None
    url: str | None


@dataclass(frozen=True, slots=True)
class FeedCall:
    """A call of the forum that tells times of a thread's posts to the second: its address and the cookies it asks by.

    What it answers is read by `read_page` as any page.
    """

    url: str
    cookies: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """The last edit as the page tells it; what it does not tell is None."""

    time: datetime | None
    by: str | None


class Run(NamedTuple):
    """A stretch of the author's own words that looks alike. (A post has many: a tuple is made five times as fast.)

    `colour` is the CSS colour as written (lower case), `tag` the classes of the elements around it, `time` is set where
    the forum merged these words into an earlier post. The texts of a post's runs, joined, are its text.
    """

    text: str
    colour: str | None = None
    bold: bool = False
    struck: bool = False
    tag: str | None = None
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of a post that may be a vote. `start` and `end` are its place in the text of the post.

    `time` is set where the forum merged the words into an earlier post; else the post's time is the mark's.
    """

    colour: Colour | None
    text: str
    form: Form
    start: int
    end: int
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """A post as the page shows it; times are UTC; a field that the page does not show is None.

    Only print views and the like show no `id`; their posts cannot be stored.
    """

    id: str | None
    number: int | None
    author: str | None
    author_id: str | None
    time: datetime | None
    precision: Precision | None
    time_from: TimeFrom | None
    url: str | None
    edited: Edit | None
    text: str
    marks: tuple[Mark, ...]
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that was read from one page.

    `page` counts from 1 and is None where the page does not say; `next_url` is the address that the page itself gives
    for the next one, `per_page` how many posts the forum puts on a page, where the page tells. `feed` is what tells
    seconds where the page itself shows minutes and its forum is known to answer.
    """

    engine: str
    kind: Kind
    thread: ThreadRef | None = None
    page: int | None = None
    pages: int | None = None
    per_page: int | None = None
    next_url: str | None = None
    posts: tuple[Post, ...] = ()
    defects: tuple[Defect, ...] = ()
    feed: FeedCall | None = None

    @property
    def is_whole(self) -> bool:
        """Whether `posts` is sure to hold every post of the page: if not, never take them for all."""
        return not any(defect.code in _LOSES_POSTS for defect in self.defects)


def page_as_json(page: Page) -> dict[str, Any]:
    """Give the object that `tally parse --json` prints for a page (FORMATS 6)."""
    thread = page.thread
    return {
        "format": 1,
        "engine": page.engine,
        "kind": page.kind.value,
        "thread": None if thread is None else {"id": thread.id, "title": thread.title, "url": thread.url},
        "page": page.page,
        "pages": page.pages,
        "posts": [_post_as_json(post) for post in page.posts],
        "whole": page.is_whole,
        "defects": [{"code": defect.code.value, "post": defect.post, "found": defect.found} for defect in page.defects],
    }


def _post_as_json(post: Post) -> dict[str, Any]:
    return {
        "id": post.id,
        "number": post.number,
        "author": post.author,
        "author_id": post.author_id,
        "time": _iso(post.time),
        "precision": post.precision and post.precision.value,
        "time_from": post.time_from and post.time_from.value,
        "url": post.url,
        "edited": None if post.edited is None else {"time": _iso(post.edited.time), "by": post.edited.by},
        "text": post.text,
        "marks": [_mark_as_json(mark) for mark in post.marks],
    }


def _mark_as_json(mark: Mark) -> dict[str, Any]:
    told: dict[str, Any] = {
        "colour": mark.colour and mark.colour.value,
        "text": mark.text,
        "form": mark.form.value,
        "start": mark.start,
        "end": mark.end,
    }
    if mark.time is not None:
        told["time"] = _iso(mark.time)
    return told


def _iso(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()
