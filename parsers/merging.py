"""Text that a forum merged into an earlier post: its parts, each with the time that the forum's own line tells."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from parsers.dates import Clock, read_span, read_time_after
from parsers.page import Defect, DefectCode, Edit, Run

__all__ = ["part_runs"]

# Minutes are shown cut off, of the post, of the span and of the edit.
_MINUTE_OFF = timedelta(minutes=2)
# A stretch of a text that is left out, and the time of what follows it.
_Cut = tuple[int, int, datetime | None]


def part_runs(
    runs: tuple[Run, ...],
    merged: re.Pattern[str],
    posted: datetime | None,
    edited: Edit | None,
    clock: Clock,
    post_id: str | None,
    faults: list[Defect],
) -> tuple[Run, ...]:
    """Take out the lines that a forum puts before merged text, and give what follows each of them its own time."""
    text = "".join([run.text for run in runs])
    markers = list(merged.finditer(text))
    counted = _after_spans([found.groupdict().get("span") for found in markers], posted, edited)
    cuts: list[_Cut] = []
    for found, after_span in zip(markers, counted, strict=True):
        told = found.groupdict()
        at = None
        if told.get("span"):
            at = after_span
        elif told.get("time"):
            at = read_time_after(told["time"], posted, clock)
        elif edited is not None:
            # the merge itself is the last edit
            at = edited.time
        if at is None:
            faults.append(Defect(DefectCode.UNKNOWN_PART_TIME, post=post_id, found=found.group().strip()))
        cuts.append((*_with_breaks(text, *found.span()), at))
    return tuple(_cut_out(runs, cuts))


def _with_breaks(text: str, low: int, high: int) -> tuple[int, int]:
    """The place of a line with the empty lines around it, but for one break."""
    while low and text[low - 1] == "\n":
        low -= 1
    while high < len(text) and text[high] == "\n":
        high += 1
    return low + 1 if low else 0, high


def _after_spans(told: list[str | None], posted: datetime | None, edited: Edit | None) -> list[datetime | None]:
    """When the parts of a post were written whose lines count a span: some forums count it from the post, others from
    the part before. It is from the part before where else the parts would not follow one another, or where the last
    would not be the last edit but then is.
    """
    spans = [read_span(text) if text else None for text in told]
    from_post = [_later(posted, span) for span in spans]
    in_turn: list[datetime | None] = []
    for span in spans:
        in_turn.append(_later(in_turn[-1] if in_turn else posted, span))
    known = [at for at in from_post if at]
    if len(known) < len(spans) or None in in_turn or not known:
        return from_post
    first, last = known[-1], in_turn[-1]
    said = edited.time if edited else None
    is_in_turn = known != sorted(known) or (said and last and abs(first - said) > _MINUTE_OFF >= abs(last - said))
    return in_turn if is_in_turn else from_post


def _later(moment: datetime | None, span: timedelta | None) -> datetime | None:
    try:
        return None if moment is None or span is None else moment + span
    except OverflowError:
        return None


def _cut_out(runs: tuple[Run, ...], cuts: list[_Cut]) -> Iterator[Run]:
    """What `runs` hold outside of `cuts`, both in the order of their places."""
    time: datetime | None = None
    waiting = iter(cuts)
    cut = next(waiting, None)
    start = 0
    for run in runs:
        end = start + len(run.text)
        place = start
        while cut is not None and cut[0] < end:
            low, high, at = cut
            if place < low:
                yield run._replace(text=run.text[place - start : low - start], time=time)
            place = max(place, min(high, end))
            if high > end:
                break
            time, cut = at, next(waiting, None)
        if place < end:
            yield run._replace(text=run.text[place - start :], time=time)
        start = end
