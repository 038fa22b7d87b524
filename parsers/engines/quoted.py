"""Posts as an engine hands them out to be quoted: their BBCode source, and a time in seconds where pages show minutes.

MyBB answers `xmlhttp.php?action=get_multiquoted` so, SMF `action=quotefast`.
"""

import re
from collections.abc import Iterator

from parsers.dates import read_stamp
from parsers.page import Kind, Page, Post, Run

__all__ = ["quoted_posts"]

_TAG = re.compile(r"\[quote\b[^\]\n]{0,300}\]|\[/quote\]", re.I)


def quoted_posts(engine: str, source: str, opening: re.Pattern[str]) -> Page | None:
    """Read `[quote …]source[/quote]` one after the other; None where there is none.

    `opening` matches the tag, with the groups `id`, `time` (of the epoch) and `author`.
    """
    posts = tuple(_read_posts(source, opening))
    return Page(engine, Kind.FEED, posts=posts) if posts else None


def _read_posts(source: str, opening: re.Pattern[str]) -> Iterator[Post]:
    tag = re.compile(rf"{opening.pattern}|{_TAG.pattern}", re.I)
    started: re.Match[str] | None = None
    depth = 0
    for found in tag.finditer(source):
        if found.group().lower() == "[/quote]":
            depth -= 1
            if depth <= 0 and started is not None:
                yield _post(started, source[started.end() : found.start()])
                started, depth = None, 0
        else:
            # a post that quotes another has its quote in it, told in the same words
            if depth <= 0 and found.group("id"):
                started, depth = found, 0
            depth += 1


def _post(opening: re.Match[str], source: str) -> Post:
    moment = read_stamp(opening.group("time"))
    text = _without_quotes(source).strip()
    return Post(
        id=opening.group("id"),
        number=None,
        author=opening.group("author") or None,
        author_id=None,
        time=moment.time if moment else None,
        precision=moment.precision if moment else None,
        time_from=moment.source if moment else None,
        url=None,
        edited=None,
        text=text,
        marks=(),
        runs=(Run(text),) if text else (),
    )


def _without_quotes(source: str) -> str:
    """`source` without the quotes in it; one that is not closed is none."""
    pieces: list[str] = []
    opened: list[int] = []
    done = 0
    for found in _TAG.finditer(source):
        pieces.append(source[done : found.start()])
        if found.group()[1] != "/":
            opened.append(len(pieces))
            pieces.append(found.group())
        elif opened:
            del pieces[opened.pop() :]
        done = found.end()
    return "".join(pieces) + source[done:]
