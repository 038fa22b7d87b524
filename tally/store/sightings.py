"""Reads of pages as the store holds them: which posts each showed, those in a row that found the same made one.

In: a way to ask the database, a thread. Out: sightings by time, of all reads or of those from a moment on.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tally.store.posts import FeedTime, Shown, Sighting

__all__ = ["Ask", "ReadRow", "feed_times", "gather_sightings", "read_rows", "shown_in"]

Ask = Callable[..., list[Any]]
"""Asks the database: a query and its values."""


class ReadRow(NamedTuple):
    """A whole read of a page. `answered` and `asked` are ISO 8601, as they are ordered."""

    state: int
    page: int
    pages: int | None
    observation: int
    url: str
    asked: str
    answered: str


def read_rows(ask: Ask, thread: str, since: tuple[str, int] = ("", 0), after: int = 0) -> list[ReadRow]:
    """The whole reads of a thread by time; `since`: from that answer and observation on; `after`: what was stored
    after that observation."""
    rows = ask(
        "select o.state, o.page, o.pages, o.id, o.url, o.asked_at, o.answered_at from observations o "
        "join threads t on t.id = o.thread where t.url = ? and o.state is not null and (o.answered_at, o.id) >= (?, ?) "
        "and o.id > ? order by o.answered_at, o.id",
        thread,
        *since,
        after,
    )
    return [ReadRow(*row) for row in rows]


def shown_in(ask: Ask, states: Sequence[int]) -> dict[int, tuple[Shown, ...]]:
    """What pages in these states show, in the order of the page."""
    shown: dict[int, list[Shown]] = {state: [] for state in states}
    rows = ask(
        "select sp.state, sp.revision, sp.number, sp.url from state_posts sp "
        "where sp.state in (select value from json_each(?)) order by sp.state, sp.position",
        json.dumps(sorted(shown)),
    )
    for state, *each in rows:
        shown[state].append(Shown(*each))
    return {state: tuple(each) for state, each in shown.items()}


def gather_sightings(rows: Sequence[ReadRow], shown: dict[int, tuple[Shown, ...]]) -> Iterator[Sighting]:
    """Reads of a page in a row that found the same are one sighting: begun by the first, ended by the last."""
    runs: list[list[ReadRow]] = []
    current: dict[int, list[ReadRow]] = {}
    for row in rows:
        run = current.get(row.page)
        if run is not None and run[0][:3] == row[:3]:
            run.append(row)
        else:
            current[row.page] = [row]
            runs.append(current[row.page])
    moment = datetime.fromisoformat
    for run in runs:
        first, last = run[0], run[-1]
        yield Sighting(
            observation=first.observation,
            page=first.page,
            pages=first.pages,
            url=first.url,
            first_asked=moment(first.asked),
            first_answered=moment(first.answered),
            last_asked=moment(last.asked),
            last_answered=moment(last.answered),
            shown=shown.get(first.state, ()),
        )


def feed_times(ask: Ask, thread: str, after: int = 0, besides: Iterable[str] = ()) -> dict[str, FeedTime]:
    """The forum's id of a post → its time as a feed told it, the earliest such: of all posts of a thread, or of those
    that were stored after another, and some `besides`."""
    rows = ask(
        "select p.forum_id, f.time, f.observation from feed_times f join posts p on p.id = f.post "
        "join threads t on t.id = p.thread where t.url = ? "
        "and (p.id > ? or p.forum_id in (select value from json_each(?))) order by f.time desc, f.id desc",
        thread,
        after,
        json.dumps(list(besides)),
    )
    return {id_: FeedTime(datetime.fromisoformat(time), observation) for id_, time, observation in rows}
