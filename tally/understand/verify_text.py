"""What `tally verify` looked at and found, for the host.

In: what was verified. Out: lines in the language in use, under the headline of the host.
"""

import json
from collections.abc import Iterator
from typing import Any

from tally.harmless import harmless
from tally.play.announcing import result_name
from tally.story.headline import host_headline
from tally.story.phases import phase_name
from tally.texts import _, plural
from tally.understand.verified import Difference
from tally.understand.verify import Verified

__all__ = ["verified_lines"]

_LONGEST = 300


def verified_lines(verified: Verified) -> Iterator[str]:
    """What was looked at, then each difference with its place."""
    pages = verified.pages
    yield host_headline()
    told = _("Pages read anew: {pages} (reads: {reads}), posts: {posts}, facts of the log: {facts}.")
    yield told.format(pages=pages.pages, reads=pages.reads, posts=pages.posts, facts=verified.facts)
    announced = ", ".join(phase_name(phase) for phase in verified.announced) or "—"
    yield _("Played anew and compared with what was announced: {phases}").format(phases=announced)
    if verified.standing:
        names = ", ".join(phase_name(phase) for phase in verified.standing)
        yield _("Stand as announced by your decision: {phases}").format(phases=names)
    if not verified.differences:
        yield _("All agrees.")
        return
    yield plural("{count} difference:", "{count} differences:", len(verified.differences))
    for difference in verified.differences:
        yield f"  {harmless(difference.place)}: {_kind(difference)}"
        yield "    " + _("stored: {value}").format(value=_value(difference.stored))
        yield "    " + _("found: {value}").format(value=_value(difference.found))


def _kind(difference: Difference) -> str:
    area, _dot, part = difference.kind.partition(".")
    words = {
        "database": _("the database is damaged"),
        "body": _("the bytes of the page"),
        "posts": _("which posts the page holds"),
        "post": _("the post ({part})"),
        "feed-time": _("the time of a post in a feed"),
        "fact": _("a fact that means nothing"),
        "announced": _("the announced result ({part}) would be another now"),
        "reproduced": _("the announced result ({part}) does not follow from its entries"),
    }
    return words.get(area, area).format(part=result_name(part) or "—")


def _value(value: Any) -> str:
    told = json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, str):
        told = value or "—"
    elif isinstance(value, list) and all(isinstance(each, str) for each in value):
        told = ", ".join(value) or "—"
    told = harmless(told)
    return told if len(told) <= _LONGEST else told[:_LONGEST] + "…"
