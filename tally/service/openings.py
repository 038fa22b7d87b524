"""A host's post that opens a day or a vote («День 3», «Голосование открыто»): found, to be proposed as its opening.

In: the posts of the hosts, the calendar. Out: proposals; what he confirms or has said otherwise is none any more.
Only a line that says nothing else counts: who talks of day 3 does not open it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.moments import PhaseId
from tally.calendar.days import Days
from tally.count.written_posts import WrittenPost
from tally.folder.game import Game

__all__ = ["Opening", "find_openings", "read_opening"]

_ORDINALS = (
    "перв", "втор", "трет", "четверт", "пят", "шест", "седьм", "восьм", "девят", "десят", "одиннадцат", "двенадцат",
)  # fmt: skip
_BEGINS = (
    r"(?:на(?:ступ(?:ил[ао]?|ает)|ча(?:л(?:ся|ась|ось|и)|т[ао]?)|чинается)|откры(?:т[ао]?|вается|ваю|лось|лся)"
    r"|объявля(?:ется|ю)|begins|starts|has begun|is open|is now open)"
)
_VOTE = r"(?:дневное )?(?:голосование|voting|the vote)(?: дня \d+)?"


def _numbered(name: str) -> str:
    """A number in figures or in words."""
    figures = rf"(?:[№#] ?)?(?P<{name}>\d{{1,2}})(?: ?(?:[йя]|[ыои]й|ая|st|nd|rd|th))?"
    return rf"(?:{figures}|(?P<{name}_word>{'|'.join(_ORDINALS)})\w{{0,3}})"


_DAYTIME = re.compile(
    rf"(?:{_BEGINS} )?(?:(?P<kind>день|ночь|day|night) {_numbered('after')}"
    rf"|{_numbered('before')} (?P<kind_after>день|ночь|day|night))(?: {_BEGINS})?",
    re.IGNORECASE,
)
_VOTING = re.compile(rf"{_VOTE} {_BEGINS}|{_BEGINS} {_VOTE}", re.IGNORECASE)
_CLAUSES = re.compile(r"[.,!:;—–(]|\s-\s")
_DECORATION = re.compile(r"[^\w№#]+")
# an opening stands at the head of its post
_FIRST_LINES = 5
# a post that comes just when the calendar opens the day says nothing new
_SAME = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Opening:
    """A post of the host that opens `day` (by its number), and when it was written."""

    day: int
    post: str
    at: datetime


def read_opening(text: str) -> tuple[str, int | None] | None:
    """What a post opens: “day” or “night” with its number, “vote” without; None where it opens nothing."""
    lines = [line for line in text.splitlines() if line.strip()][:_FIRST_LINES]
    parts = [" ".join(_DECORATION.sub(" ", part).split()) for line in lines for part in _CLAUSES.split(line)]
    for part in parts:
        found = _DAYTIME.fullmatch(part.replace("ё", "е"))
        if found is not None:
            kind = (found["kind"] or found["kind_after"]).lower()
            return ("night" if kind in ("ночь", "night") else "day"), _number(found)
    if any(_VOTING.fullmatch(part) for part in parts):
        return "vote", None
    return None


def find_openings(game: Game, days: Days, posts: Iterable[WrittenPost], now: datetime) -> tuple[Opening, ...]:
    """The posts that open the current day at another moment than the calendar does.

    The host has decided where `[[calendar]]` says when the day opens.
    """
    current = days.day_of(now)
    if current is None:
        return ()
    decided = {entry.phase for entry in game.calendar if entry.opens is not None or entry.first_post is not None}
    found: dict[int, Opening] = {}
    earliest = days.day(current.cycle - 1).closes if current.cycle > 1 else days.day(1).opens - timedelta(days=2)
    for post in posts:
        opened = read_opening(post.text) if post.is_host and earliest <= post.at <= now else None
        if opened is None or opened[0] == "night":
            continue
        cycle = opened[1] or (days.day_of(post.at) or current).cycle
        if cycle not in (current.cycle, current.cycle + 1) or PhaseId(cycle, night=False) in decided:
            continue
        day = days.day(cycle)
        if abs(post.at - day.opens) > _SAME and post.at < day.closes:
            found.setdefault(cycle, Opening(cycle, post.post.id, post.at))
    return tuple(found[cycle] for cycle in sorted(found))


def _number(found: re.Match[str]) -> int:
    for name in ("after", "before"):
        if found[name]:
            return int(found[name])
        if found[f"{name}_word"]:
            return 1 + _ORDINALS.index(found[f"{name}_word"].lower())
    raise AssertionError("one of the numbers has matched")
