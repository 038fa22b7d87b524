"""Revisions of a post as the store holds them, and whether a post read again is still the same one. Pure."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from parsers.page import Colour, Edit, Form, Mark, Post, Precision, Run, TimeFrom

__all__ = [
    "ONE_EDIT",
    "RevisionRow",
    "inexactness",
    "is_same_revision",
    "marks_as_json",
    "read_revisions",
    "runs_as_json",
]

ONE_EDIT = timedelta(minutes=2)
"""Two notes of an edit that are nearer than this tell of one: a relative time («5 минут назад») is no exacter."""


class RevisionRow(NamedTuple):
    """A revision as the store holds it, its JSON read: `post` is the forum's id, times are ISO 8601."""

    post: str
    author: str | None
    author_id: str | None
    time: str | None
    precision: str | None
    time_from: str | None
    text: str
    edited: Mapping[str, str | None] | None
    marks: Sequence[Sequence[Any]]
    runs: Sequence[Sequence[Any]]

    def as_post(self, number: int | None, url: str | None) -> Post:
        """The post that it was, with what a page said of its place."""
        return Post(
            self.post,
            number,
            self.author,
            self.author_id,
            _moment(self.time),
            None if self.precision is None else _PRECISIONS[self.precision],
            None if self.time_from is None else _TIMES_FROM[self.time_from],
            url,
            None if self.edited is None else Edit(_moment(self.edited["time"]), self.edited["by"]),
            self.text,
            tuple(
                Mark(colour and _COLOURS[colour], text, _FORMS[form], start, end, _moment(time))
                for colour, text, form, start, end, time in self.marks
            ),
            tuple(
                Run(text, colour, bold, struck, tag, _moment(time))
                for text, colour, bold, struck, tag, time in self.runs
            ),
        )


def read_revisions(rows: Sequence[Sequence[Any]]) -> Iterator[RevisionRow]:
    """Revisions from rows whose last three columns are JSON; thousands of them are read as one text, which is fast."""
    columns = [json.loads(f"[{','.join(row[column] or 'null' for row in rows)}]") for column in (-3, -2, -1)]
    for row, edited, marks, runs in zip(rows, *columns, strict=True):
        post, author, author_id, time, precision, time_from, text, *_json = row
        yield RevisionRow(post, author, author_id, time, precision, time_from, text, edited, marks, runs)


# a look into a dictionary takes a tenth of the time of a call of the enumeration
_PRECISIONS = {each.value: each for each in Precision}
_TIMES_FROM = {each.value: each for each in TimeFrom}
_COLOURS = {each.value: each for each in Colour}
_FORMS = {each.value: each for each in Form}


def inexactness(post: Post) -> int:
    """How little the time of a post tells: 0 to the second, 1 to the minute, 2 counted from now, 3 nothing."""
    if post.time is None:
        return 3
    if post.time_from is TimeFrom.RELATIVE:
        return 2
    return 0 if post.precision is Precision.SECOND else 1


def is_same_revision(new: Post, known: Post) -> bool:
    """Whether a post read again is what it was: nothing changed but how the page happens to show its place and times.

    A time that is more exact than the known one makes a revision, so that it is kept; a less exact one does not.
    """
    if (new.text, new.author, new.author_id) != (known.text, known.author, known.author_id):
        return False
    if [_untimed(mark) for mark in new.marks] != [_untimed(mark) for mark in known.marks]:
        return False
    if [_untimed(run) for run in new.runs] != [_untimed(run) for run in known.runs]:
        return False
    if not _is_same_edit(new.edited, known.edited) or inexactness(new) < inexactness(known):
        return False
    exact = inexactness(new) == inexactness(known) and new.time_from is not TimeFrom.RELATIVE
    return not exact or new.time == known.time


def _untimed(part: Mark | Run) -> tuple[Any, ...]:
    if isinstance(part, Mark):
        return (part.colour, part.text, part.form, part.start, part.end)
    return (part.text, part.colour, part.bold, part.struck, part.tag)


def _is_same_edit(new: Edit | None, known: Edit | None) -> bool:
    if new is None or known is None:
        return new is known
    if new.by != known.by or (new.time is None) != (known.time is None):
        return False
    return new.time is None or known.time is None or abs(new.time - known.time) < ONE_EDIT


def marks_as_json(marks: Iterable[Mark]) -> str:
    """Marks as the store holds them; `read_revisions` reads them back."""
    return _dump([(mark.colour, mark.text, mark.form, mark.start, mark.end, _iso(mark.time)) for mark in marks])


def runs_as_json(runs: Iterable[Run]) -> str:
    """Runs as the store holds them; `read_revisions` reads them back."""
    return _dump([(run.text, run.colour, run.bold, run.struck, run.tag, _iso(run.time)) for run in runs])


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
