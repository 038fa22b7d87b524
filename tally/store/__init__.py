"""What is kept of a game: the log of facts, and what was read of the forum, page by page."""

from tally.store.database import Store
from tally.store.facts import Fact, FactKind, PageRead, RawPage, Source, Stored, holds_posts
from tally.store.posts import Revision, StoredPost

__all__ = [
    "Fact",
    "FactKind",
    "PageRead",
    "RawPage",
    "Revision",
    "Source",
    "Store",
    "Stored",
    "StoredPost",
    "holds_posts",
]
