"""What the store holds of facts and pages, as plain data."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from parsers.page import Kind, Page

__all__ = ["Fact", "FactKind", "PageRead", "RawPage", "Source", "Stored", "holds_posts"]


class FactKind(StrEnum):
    """What the log holds; the `data` of each kind is described where it is written."""

    OBSERVATION = "observation"
    ENTRY = "entry"
    RULING = "ruling"
    CHANCE = "chance"
    ANNOUNCEMENT = "announcement"
    FILE_CHANGE = "file-change"
    READING = "reading"
    FROZEN = "frozen"
    NOTICE = "notice"
    POST = "post"


class Source(StrEnum):
    """Where a page came from."""

    FORUM = "forum"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened; ids grow in the order in which it was written down."""

    id: int
    at: datetime
    kind: FactKind
    phase: str | None
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as it came. The times (UTC) are when it was asked for and when the last byte was there.

    `url` and `headers` hold no session id and no cookie. `body` is None where the forum said that nothing has changed.
    """

    url: str
    asked_at: datetime
    answered_at: datetime
    status: int | None
    content_type: str | None
    headers: tuple[tuple[str, str], ...]
    body: bytes | None
    source: Source = Source.FORUM


@dataclass(frozen=True, slots=True)
class PageRead:
    """The latest whole read of one page of a thread: what is needed to read on from there.

    `state` is what the page showed, by which the store tells its posts; `raw_headers` is JSON, read where it is asked.
    """

    observation: int
    url: str
    answered_at: datetime
    raw_headers: str
    engine: str
    page: int
    pages: int | None
    per_page: int | None
    state: int

    @property
    def headers(self) -> dict[str, str]:
        """What came with the page."""
        return dict(json.loads(self.raw_headers))


@dataclass(frozen=True, slots=True)
class Stored:
    """What one page added: its observation, how many new posts, how many new revisions of known ones."""

    observation: int
    new_posts: int
    new_revisions: int


def holds_posts(page: Page) -> bool:
    """Whether the posts of this page may be taken: a whole page of a thread, all of whose posts were read with ids."""
    has_ids = bool(page.posts) and all(post.id is not None for post in page.posts)
    return page.kind is Kind.THREAD and page.is_whole and has_ids
