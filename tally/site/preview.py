"""The picture that a chat shows under a link to the site: the table of the current day, as PNG.

In: the game as the town knows it. Out: the bytes, the same for the same table; drawn anew only where it changed.
"""

import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tally.dates import short_date
from tally.harmless import harmless
from tally.site.people import shorten
from tally.site.town import TownGame
from tally.story.actions import half_name
from tally.story.phases import phase_name
from tally.story.roles import ruleset_title
from tally.texts import _

__all__ = ["Picture", "draw_picture", "picture_of", "picture_state"]

_VERSION = 1
_KEY = "tally-state"
_SIZE = (1200, 630)
_PAPER, _INK, _SOFT, _LINE, _RED, _BLUE = "#fbfaf6", "#1d1b17", "#5f594e", "#ddd7c9", "#a51d18", "#1c4f8f"
_LEFT, _RIGHT = 72, 1128
_ROWS = 5


Sums = tuple[str, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Picture:
    """What the picture says. `rows`: name, votes against, in defence, score; None where the sums are not public."""

    title: str
    ruleset: str
    heading: str
    line: str
    red: str
    blue: str
    score: str
    rows: tuple[Sums, ...]
    coloured: bool


def picture_of(game: TownGame) -> Picture:
    """The current table, or the end of the game."""
    current = game.current
    line, coloured = "", False
    rows: tuple[Sums, ...] = ()
    heading = _("The game has not begun yet")
    if current is not None:
        report = current.report
        heading = phase_name(report.phase)
        rows = tuple(
            (shorten(half_name(row.player), 40), row.against, row.defence, row.score) for row in report.rows[:_ROWS]
        )
        coloured = report.with_totals and report.with_colours
        deadline = report.deadline.astimezone(report.zone)
        if not report.final and deadline.year < report.as_of.year + 2:
            line = _("until") + f" {short_date(deadline)} {deadline:%H:%M}"
    if game.news:
        last = game.news[max(game.news)]
        if current is None or current.report.phase <= last.phase:
            heading, line = phase_name(last.phase), " ".join(last.lines[-1:])
    return Picture(
        shorten(game.title, 70), harmless(ruleset_title(game.ruleset)), heading, shorten(line, 90),
        _("Red"), _("Blue"), _("Score"), rows, coloured,
    )  # fmt: skip


def picture_state(picture: Picture) -> str:
    """What tells whether a picture is the one to be drawn."""
    said = json.dumps([_VERSION, asdict(picture)], ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def draw_picture(picture: Picture, known: bytes | None) -> bytes:
    """The PNG. `known`: the one that is there already, which is taken where it says the same."""
    from PIL import Image, ImageDraw, PngImagePlugin

    state = picture_state(picture)
    if known is not None and _state_of(known) == state:
        return known
    image = Image.new("RGB", _SIZE, _PAPER)
    pen = ImageDraw.Draw(image)
    _write(pen, (_LEFT, 56), picture.ruleset, 28, _SOFT)
    size = next((size for size in (54, 48, 42) if _width(picture.title, size, bold=True) <= _RIGHT - _LEFT), 42)
    title = _fitted(picture.title, size, _RIGHT - _LEFT, bold=True)
    _write(pen, (_LEFT, 92 + (54 - size)), title, size, _INK, bold=True)
    pen.rectangle((_LEFT, 176, _RIGHT, 179), fill=_INK)
    pen.rectangle((_LEFT, 183, _RIGHT, 183), fill=_INK)
    _write(pen, (_LEFT, 208), picture.heading, 34, _INK, bold=True)
    beside = _LEFT + _width(picture.heading, 34, bold=True) + 28
    _write(pen, (beside, 213), _fitted(picture.line, 28, _RIGHT - beside), 28, _SOFT)
    _table(pen, picture)
    noted = PngImagePlugin.PngInfo()
    noted.add_text(_KEY, state)
    made = io.BytesIO()
    image.quantize(64).save(made, "PNG", optimize=True, pnginfo=noted)
    return made.getvalue()


def _table(pen: Any, picture: Picture) -> None:
    score_at, blue_at, red_at = _RIGHT, _RIGHT - 150, _RIGHT - 330
    heads = ((red_at, picture.red, _RED), (blue_at, picture.blue, _BLUE), (score_at, picture.score, _SOFT))
    if picture.coloured and picture.rows:
        for at, word, colour in heads:
            _write(pen, (at - _width(word, 22), 276), word, 22, colour)
    for number, (name, against, defence, score) in enumerate(picture.rows):
        y = 312 + number * 58
        room = (red_at - 110 if picture.coloured else score_at - 120) - _LEFT
        _write(pen, (_LEFT, y), _fitted(name, 36, room, bold=number == 0), 36, _INK, bold=number == 0)
        if score is not None:
            shown = str(score)
            _write(pen, (score_at - _width(shown, 40, bold=True), y - 3), shown, 40, _INK, bold=True)
        if picture.coloured:
            for at, value, colour in ((red_at, against, _RED), (blue_at, defence, _BLUE)):
                shown = str(value or 0)
                _write(pen, (at - _width(shown, 36), y), shown, 36, colour if value else _LINE)
        pen.rectangle((_LEFT, y + 49, _RIGHT, y + 49), fill=_LINE)


def _state_of(png: bytes) -> str | None:
    """The state that a picture of ours carries; None for anything else."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(png)) as image:
            state = image.info.get(_KEY)
            # a picture that was cut short is drawn again
            image.load()
    except (OSError, SyntaxError, ValueError, UnidentifiedImageError):
        return None
    return state if isinstance(state, str) else None


@cache
def _font(size: int, bold: bool) -> Any:
    from PIL import ImageFont

    name = "DejaVuSans-Bold-part.ttf" if bold else "DejaVuSans-part.ttf"
    data = (files("tally") / "fonts" / name).read_bytes()
    # the plain layout gives the same on every machine, whatever libraries it has
    return ImageFont.truetype(io.BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _glyphs() -> frozenset[str]:
    """What the font can draw: it is a part of DejaVu, for Latin and Cyrillic letters and common signs."""
    text = (files("tally") / "fonts" / "characters.txt").read_text(encoding="utf-8")
    return frozenset(text.replace("\n", "")) | {" "}


def _drawable(text: str) -> str:
    return "".join(sign if sign in _glyphs() else "□" for sign in text)


def _width(text: str, size: int, *, bold: bool = False) -> int:
    length: float = _font(size, bold).getlength(_drawable(text))
    return round(length)


def _fitted(text: str, size: int, room: int, *, bold: bool = False) -> str:
    """The text, cut where it has no room."""
    if _width(text, size, bold=bold) <= room:
        return text
    while text and _width(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _write(pen: Any, at: Sequence[int], text: str, size: int, colour: str, *, bold: bool = False) -> None:
    pen.text(tuple(at), _drawable(text), font=_font(size, bold), fill=colour)
