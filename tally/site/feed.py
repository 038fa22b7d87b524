"""The Atom feed of a site: an entry for each announced phase, and one for the count of each day.

In: the game as the town knows it. Out: the text of `feed.xml`, the same as long as nothing of it changes. The entry of
a count is brought up to date with each new vote; a reader knows it by its id.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from jinja2 import Template

from tally.count.report import DayReport
from tally.harmless import harmless
from tally.site.people import shorten
from tally.site.town import TownGame
from tally.story.actions import half_name
from tally.story.phases import phase_name
from tally.texts import _, language

__all__ = ["make_feed"]

_MOST = 40
# what XML 1.0 has no room for, beside what `harmless` has replaced
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def make_feed(game: TownGame, url: str, template: Template) -> str:
    """The feed. `url`: where the site is, with a slash at its end; empty: addresses are relative to the feed's own."""
    space = uuid.uuid5(uuid.NAMESPACE_URL, game.thread or game.title)
    entries = sorted(_entries(game, space), key=lambda entry: (entry["updated"], entry["id"]), reverse=True)[:_MOST]
    return template.render(
        language=language(),
        id=f"urn:uuid:{space}",
        title=_text(shorten(game.title, 120)),
        author=_text(shorten(game.hosts[0])) if game.hosts else _("the host"),
        updated=entries[0]["updated"] if entries else _iso(game.begins),
        entries=entries,
        url=url,
    )


def _entries(game: TownGame, space: uuid.UUID) -> Iterator[Mapping[str, Any]]:
    for phase, news in game.news.items():
        yield {
            "id": f"urn:uuid:{uuid.uuid5(space, f'results {phase}')}",
            "title": _("{phase}: results").format(phase=phase_name(phase)),
            "updated": _iso(news.at),
            "page": f"{phase}.html",
            "lines": [_text(line) for line in news.lines],
        }
    for day in game.days:
        report = day.report
        title = _("{phase}: the votes") if report.final else _("{phase}: the votes so far")
        yield {
            "id": f"urn:uuid:{uuid.uuid5(space, f'votes {report.phase}')}",
            "title": title.format(phase=phase_name(report.phase)),
            "updated": _iso(max([day.opens, *(vote.time for vote in day.votes.votes if vote.time is not None)])),
            "page": f"{report.phase}.html",
            "lines": list(_table(report)),
        }


def _table(report: DayReport) -> Iterator[str]:
    """The table, a candidate a line."""
    for row in report.rows:
        voters = ", ".join(shorten(vote.by) for vote in row.votes)
        score = "" if row.score is None else f" {row.score}"
        yield _text(f"{shorten(half_name(row.player))}{score}: {voters}")
    if report.missing:
        yield _text(_("Have not voted") + ": " + ", ".join(shorten(name) for name in report.missing))


def _text(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", harmless(text))


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
