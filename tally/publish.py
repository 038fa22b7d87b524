"""The published summary: one static page with the table of each day, made of what the town may know.

In: the town's reports. Out: `index.html`, complete in itself: no script, no picture, nothing from another address.
"""

import base64
import hashlib
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from tally.errors import GameFault
from tally.files import replace_file
from tally.harmless import harmless, safe_link
from tally.reasons import doubt_in_words, reason_in_words
from tally.report import Doubt, Refusal, Row, ShownVote, Sighted, TownReport
from tally.texts import _, language
from tally.wording import (
    announcement_in_words,
    day_heading,
    host_word_in_words,
    result_in_words,
    standing_in_words,
    time_in_words,
    written_in_words,
)

__all__ = ["PAGE", "make_page", "write_if_changed"]

PAGE = "index.html"


def make_page(title: str, ruleset: str, days: Sequence[TownReport]) -> str:
    """The page of a game; `days` in the order in which they are shown. `ruleset` is its name for people."""
    pages = Environment(
        loader=PackageLoader("tally"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    pages.globals["_"] = _
    style = pages.get_template("style.css").render()
    return pages.get_template("summary.html").render(
        language=language(),
        title=harmless(title),
        ruleset=harmless(ruleset),
        zone=days[0].zone.key if days else "",
        days=[_day(report) for report in days],
        style=style,
        style_hash=f"sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}",
    )


def write_if_changed(file: Path, text: str) -> bool:
    """Put `text` in the file's place in one step, unless it holds just that. Gives whether it was written.

    Raises GameFault where that cannot be done (no room, no permission); then the file is as it was.
    """
    data = text.encode()
    try:
        if file.is_file() and file.read_bytes() == data:
            return False
        file.parent.mkdir(parents=True, exist_ok=True)
        # a web server has to read it
        replace_file(file, data, mode=0o644)
    except OSError as error:
        told = _("{file}: cannot be written: {why}")
        raise GameFault(told.format(file=file, why=error.strerror)) from error
    return True


def _day(report: TownReport) -> dict[str, Any]:
    result = result_in_words(report)
    return {
        "id": str(report.phase),
        "heading": day_heading(report),
        "standing": standing_in_words(report),
        "results": [harmless(line) for line in report.news] or ([result] if result else []),
        "announcement": announcement_in_words(report),
        "with_totals": report.with_totals,
        "with_colours": report.with_totals and report.with_colours,
        "columns": 1 + report.with_totals + 2 * (report.with_totals and report.with_colours),
        "rows": [_row(report, row) for row in report.rows],
        "unclear": [_doubt(report, doubt) for doubt in report.unclear],
        "rejected": [_refusal(report, refusal) for refusal in report.rejected],
        "missing": [harmless(name) for name in report.missing],
    }


def _row(report: TownReport, row: Row) -> dict[str, Any]:
    def of_colour(colour: str | None) -> list[dict[str, Any]]:
        return [_vote(report, vote) for vote in row.votes if vote.colour == colour]

    return {
        "player": harmless(row.player),
        "against": row.against,
        "defence": row.defence,
        "score": row.score,
        "red": of_colour("red"),
        "blue": of_colour("blue"),
        "plain": of_colour(None),
    }


def _vote(report: TownReport, vote: ShownVote) -> dict[str, Any]:
    return {**_source(report, vote), "weight": vote.weight}


def _refusal(report: TownReport, refusal: Refusal) -> dict[str, Any]:
    return {
        **_source(report, refusal),
        "on": written_in_words(refusal.on),
        "why": reason_in_words(refusal.reason),
        "weight": 1,
    }


def _doubt(report: TownReport, doubt: Doubt) -> dict[str, Any]:
    return {
        **_source(report, doubt),
        "text": written_in_words(doubt.text),
        "why": doubt_in_words(doubt.why),
        "weight": 1,
    }


def _source(report: TownReport, sighted: Sighted) -> dict[str, Any]:
    return {
        "by": harmless(sighted.by),
        "link": safe_link(sighted.post),
        "time": time_in_words(report, sighted),
        "word": host_word_in_words(sighted),
        "moment": None if sighted.time is None else sighted.time.astimezone(UTC).isoformat(),
    }
