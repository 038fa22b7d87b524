"""A day's report as CSV (RFC 4180), a line for each vote: those that count, those that wait, those that do not.

In: a report. Out: text that a spreadsheet opens; what strangers wrote never begins a formula there.
"""

import csv
import io
from collections.abc import Iterator
from datetime import UTC

from tally.count.report import DayReport, HostReport, PollTable, Sighted
from tally.harmless import harmless

__all__ = ["report_as_csv"]

_COLUMNS = (
    "view",
    "state",
    "player",
    "by",
    "colour",
    "weight",
    "reason",
    "rule",
    "text",
    "time",
    "post",
    "ruling",
    "entered",
    "kind",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def report_as_csv(report: DayReport) -> str:
    """The lines, with a heading; `state` is `counts`, `unclear`, `refused`, or `missing`; times are UTC; `kind` is
    what a vote is for, empty for an ordinary one.

    `view` is `host` in every line of what is for the host alone.
    """
    out = io.StringIO()
    written = csv.writer(out, lineterminator="\r\n")
    written.writerow(_COLUMNS)
    view = "host" if isinstance(report, HostReport) else "public"
    for cells in _lines(report):
        written.writerow([_harmless(({"view": view} | cells).get(column)) for column in _COLUMNS])
    return out.getvalue()


def _lines(report: DayReport) -> Iterator[dict[str, object]]:
    yield from _counted(report)
    for doubt in report.unclear:
        yield {
            "state": "unclear",
            "player": " / ".join(doubt.candidates),
            "reason": doubt.why,
            "text": doubt.text,
            "kind": doubt.kind,
        } | _seen(doubt)
    for refusal in report.rejected:
        told = {"state": "refused", "player": refusal.on, "reason": refusal.reason, "rule": refusal.rule}
        yield told | {"kind": refusal.kind} | _seen(refusal)
    yield from _missing(report)
    for poll in report.polls:
        for cells in (*_counted(poll), *_missing(poll)):
            yield cells | {"kind": poll.kind}


def _counted(table: DayReport | PollTable) -> Iterator[dict[str, object]]:
    for row in table.rows:
        for vote in row.votes:
            yield {"state": "counts", "player": row.player, "colour": vote.colour, "weight": vote.weight} | _seen(vote)


def _missing(table: DayReport | PollTable) -> Iterator[dict[str, object]]:
    for name in table.missing:
        yield {"state": "missing", "by": name}


def _seen(sighted: Sighted) -> dict[str, object]:
    return {
        "by": sighted.by,
        "time": None if sighted.time is None else sighted.time.astimezone(UTC).isoformat(),
        "post": sighted.post,
        "ruling": sighted.ruling,
        "entered": sighted.entered,
    }


def _harmless(cell: object) -> str:
    text = "" if cell is None else harmless(str(cell))
    return f"'{text}" if text.startswith(_FORMULA) else text
