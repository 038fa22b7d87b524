"""The geometry of the site's pictures: the step chart of a day, the matrix of who voted for whom.

In: moves and lines of a day, the votes of all days. Out: places in a drawing for `templates/site/pictures.html`.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tally.count.town_day import TownDay
from tally.site.moves import Line
from tally.story.actions import half_name

__all__ = ["Cell", "Chart", "Curve", "Matrix", "Tick", "draw_chart", "draw_matrix"]

_MOST_CURVES = 6
_WIDTH, _HEIGHT = 480, 232
_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 132, 14, 26
_LABEL = 18
_CELL = 24
_LONGEST_PATH = 400
"""Steps of a curve beyond which not every one can be seen."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis and what stands there."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A candidate's line: `path` for SVG, where it ends, where its name stands, the places of changes of mind."""

    player: str
    score: int
    path: str
    end: tuple[float, float]
    label: float
    changes: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of `width` by `height`; `left` and `right` bound its plane."""

    width: int
    height: int
    left: int
    right: int
    floor: float
    times: tuple[Tick, ...]
    scores: tuple[Tick, ...]
    curves: tuple[Curve, ...]


def draw_chart(lines: Sequence[Line], end: datetime, zone: ZoneInfo) -> Chart | None:
    """The chart up to `end`; None where nobody has a step. The highest six are drawn, the table tells of all."""
    moved = [line for line in lines if line.steps]
    if not moved:
        return None
    chosen = sorted(moved, key=lambda line: -max(step.score for step in line.steps))[:_MOST_CURVES]
    # in the order of the table, the leader last so that nothing covers it
    chosen = [line for line in moved if line in chosen]
    begin = min(line.steps[0].at for line in moved)
    begin = (begin - timedelta(minutes=1)).replace(minute=0, second=0, microsecond=0)
    end = max([end, *(line.steps[-1].at for line in moved)])
    low = min(0, *(step.score for line in chosen for step in line.steps), 0)
    high = max(1, *(step.score for line in chosen for step in line.steps), 1)

    def x(at: datetime) -> float:
        return round(_LEFT + (at - begin) / (end - begin) * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(score: int) -> float:
        return round(_HEIGHT - _BOTTOM - (score - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM), 1)

    labels = _spread([y(line.last) for line in chosen])
    curves = []
    for line, label in zip(chosen, labels, strict=True):
        steps = line.steps if len(line.steps) <= _LONGEST_PATH else line.steps[-_LONGEST_PATH:]
        path = f"M{x(steps[0].at)} {y(0)}" + "".join(f"H{x(step.at)}V{y(step.score)}" for step in steps)
        path += f"H{x(end)}"
        changes = tuple(dict.fromkeys((x(step.at), y(step.score)) for step in steps if step.is_change))
        curves.append(Curve(half_name(line.player), line.last, path, (x(end), y(line.last)), label, changes))
    step = max(1, math.ceil((high - low) / 5))
    scores = tuple(Tick(y(score), str(score)) for score in range(math.ceil(low / step) * step, high + 1, step))
    times = tuple(Tick(x(at), f"{at.astimezone(zone):%H:%M}") for at in _round_times(begin, end))
    return Chart(_WIDTH, _HEIGHT, _LEFT, _WIDTH - _RIGHT, y(0), times, scores, tuple(curves))


def _spread(places: Sequence[float]) -> list[float]:
    """Places for labels, near those wanted, with room for a line of text between each two."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    found = list(places)
    for above, index in itertools.pairwise(order):
        found[index] = max(found[index], found[above] + _LABEL)
    lowest = _HEIGHT - 10.0
    for index in reversed(order):
        found[index] = min(found[index], lowest)
        lowest = found[index] - _LABEL
    return [round(place, 1) for place in found]


def _round_times(begin: datetime, end: datetime) -> Iterable[datetime]:
    """About four whole hours, or parts of an hour where the day is short."""
    minutes = (end - begin).total_seconds() / 60
    step = next((each for each in (15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880) if minutes / each <= 5), 10080)
    at = begin
    while at <= end:
        yield at
        at += timedelta(minutes=step)


@dataclass(frozen=True, slots=True)
class Cell:
    """How many days somebody's vote stood against, and in defence of, somebody in the end."""

    x: float
    y: float
    voter: str
    on: str
    against: int
    defence: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """Voters from top to bottom, candidates from left to right."""

    width: int
    height: int
    left: int
    top: int
    cell: int
    voters: tuple[Tick, ...]
    candidates: tuple[Tick, ...]
    cells: tuple[Cell, ...]


def draw_matrix(days: Iterable[TownDay], order: Sequence[str]) -> Matrix | None:
    """The matrix of all days; `order`: the players, who keep their places. None where no vote counts."""
    against: Counter[tuple[str, str]] = Counter()
    defence: Counter[tuple[str, str]] = Counter()
    for day in days:
        for row in day.report.rows:
            for vote in row.votes:
                (defence if vote.colour == "blue" else against)[vote.by, row.player] += 1
    pairs = {**against, **defence}
    if not pairs:
        return None
    place = {name: index for index, name in enumerate(order)}

    def arranged(names: Iterable[str]) -> list[str]:
        return sorted(dict.fromkeys(names), key=lambda name: (place.get(name, len(place)), name))

    voters, candidates = arranged(by for by, _on in pairs), arranged(on for _by, on in pairs)
    left, top = 132, 112
    rows = {name: top + index * _CELL for index, name in enumerate(voters)}
    columns = {name: left + index * _CELL for index, name in enumerate(candidates)}
    return Matrix(
        width=left + len(candidates) * _CELL + 40,
        height=top + len(voters) * _CELL + 4,
        left=left,
        top=top,
        cell=_CELL,
        voters=tuple(Tick(y, name) for name, y in rows.items()),
        candidates=tuple(Tick(x, half_name(name)) for name, x in columns.items()),
        cells=tuple(Cell(columns[on], rows[by], by, on, against[by, on], defence[by, on]) for by, on in sorted(pairs)),
    )
