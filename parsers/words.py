"""From the body of a post to runs: the author's own words, with how each stretch of them looks.

One walk over the elements, without recursion. What is not the author's own (quotes, code, signature, edit notes) is
left out; line breaks are `\\n`; images of smileys and emoji become the text that they stand for.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from parsers.colours import class_colour, font_colour, style_colour
from parsers.page import Run
from parsers.tree import Element

__all__ = ["Words", "read_runs"]

_BLOCK_TAGS = (
    "address article aside blockquote center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header "
    "hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
)
_WORDLESS_TAGS = (
    "applet audio blockquote button canvas code embed head iframe input link map math meta noscript object pre script "
    "select style svg template textarea title video"
)
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_NOT_WORDS = frozenset(_WORDLESS_TAGS.split())
_STRUCK_STYLE = re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.I)
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.I)
# Single spaces, the most of them, stay as they are; a text without any of these needs no look for more.
_SPACES = re.compile(r"[\t\r\n\f][ \t\r\n\f]*| [ \t\r\n\f]+")
_SMILEY = re.compile(r"smil|emoji|emotic", re.I)

# Discourse names its emoji instead of writing them; these are the ones that may be votes.
_NAMED_EMOJI = {
    ":red_circle:": "🔴",
    ":red_square:": "🟥",
    ":large_red_square:": "🟥",
    ":heart:": "❤",
    ":red_heart:": "❤",
    ":hearts:": "♥",
    ":large_blue_circle:": "🔵",
    ":blue_circle:": "🔵",
    ":blue_square:": "🟦",
    ":large_blue_square:": "🟦",
    ":blue_heart:": "💙",
}

# What the walk writes for a line break (a line feed in the source is none), and for the edges of a block: many of them
# are one line break.
_BREAK = "\v"
_EDGE = "\r"


class _Look(NamedTuple):
    """How a stretch of text looks; the fields are those of `Run`."""

    colour: str | None = None
    bold: bool = False
    struck: bool = False
    tag: str | None = None


_PLAIN = _Look()


class _Class(NamedTuple):
    """What a `class` attribute says."""

    foreign: bool
    own: bool
    struck: bool
    colour: str | None


_NO_CLASS = _Class(foreign=False, own=False, struck=False, colour=None)


@dataclass(frozen=True, slots=True)
class Words:
    """What an engine's posts hold besides the author's words, and how it draws some of them.

    An element with a class of `foreign` is left out, as are the tags that never hold words (`blockquote`, `code`, …);
    one with a class of `own` is never left out, nor is a `blockquote` right in it (a spoiler drawn as a quote).
    `struck` are classes of crossed-out text. `is_foreign` decides what no class tells.
    """

    foreign: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    struck: frozenset[str] = frozenset()
    is_foreign: Callable[[Element], bool] | None = None
    # a forum has few different `class` attributes and repeats them on every post
    _known: dict[str, _Class] = field(default_factory=dict, init=False, repr=False, compare=False)

    def read_class(self, names: str) -> _Class:
        """What the `class` attribute `names` says."""
        known = self._known.get(names)
        if known is None:
            parts = frozenset(names.split())
            own = not self.own.isdisjoint(parts)
            known = _Class(
                foreign=not own and not self.foreign.isdisjoint(parts),
                own=own,
                struck=not self.struck.isdisjoint(parts),
                colour=class_colour(names),
            )
            if len(self._known) < 1000 and len(names) < 200:
                self._known[names] = known
        return known


def read_runs(body: Element, words: Words) -> tuple[Run, ...]:
    """Give the author's own words in `body` as runs; joined, they are the text of the post, trimmed."""
    pieces: list[tuple[str, _Look]] = []
    if body.text:
        pieces.append((body.text, _PLAIN))
    if len(body):
        _walk(body, words, pieces)
    return _joined(pieces)


def _walk(body: Element, words: Words, pieces: list[tuple[str, _Look]]) -> None:
    add = pieces.append
    # the elements that we are in: their children still to come, their look, whether they are the forum's own box, and
    # themselves; the tail of each comes when it has been walked through
    inside: list[tuple[Iterator[Element], _Look, bool, Element]] = [(iter(body), _PLAIN, False, body)]
    while inside:
        children, look, own_box, element = inside[-1]
        for child in children:
            tag = child.tag
            if tag == "br":
                add((_BREAK, look))
            elif tag == "img":
                picture = _picture_text(child)
                if picture:
                    add((picture, look))
            elif isinstance(tag, str):
                names = child.get("class")
                told = words.read_class(names) if names else _NO_CLASS
                is_block = tag in _BLOCKS
                if is_block:
                    add((_EDGE, _PLAIN))
                is_words = tag not in _NOT_WORDS or told.own or (own_box and tag == "blockquote")
                if is_words and not told.foreign and not (words.is_foreign is not None and words.is_foreign(child)):
                    font = child.get("color") if tag == "font" else None
                    inner = _look_of(tag, names, child.get("style"), font, told, look)
                    if child.text:
                        add((child.text, inner))
                    if len(child):
                        inside.append((iter(child), inner, told.own, child))
                        break
                if is_block:
                    add((_EDGE, _PLAIN))
            if child.tail:
                add((child.tail, look))
        else:
            inside.pop()
            if inside:
                if element.tag in _BLOCKS:
                    add((_EDGE, _PLAIN))
                if element.tail:
                    add((element.tail, inside[-1][1]))


@lru_cache(maxsize=2048)
def _look_of(tag: str, names: str | None, style: str | None, font: str | None, told: _Class, outer: _Look) -> _Look:
    """How text looks in an element: `font` is the colour that a `font` tag sets."""
    colour, bold, struck, shown = outer
    if tag in ("b", "strong"):
        bold = True
    elif tag in ("s", "del", "strike"):
        struck = True
    elif font:
        colour = font_colour(font) or colour
    if names:
        shown = names
        colour = told.colour or colour
        struck = struck or told.struck
    if style:
        set_here = style_colour(style)
        if set_here is not None:
            # the empty one is text that no eye sees
            colour = set_here or None
        struck = struck or _STRUCK_STYLE.search(style) is not None
        bold = bold or _BOLD_STYLE.search(style) is not None
    return _Look(colour, bold, struck, shown)


def _picture_text(image: Element) -> str:
    """The text that a smiley or an emoji stands for; nothing for any other picture."""
    if not _SMILEY.search(f"{image.get('class')} {image.get('src')}"):
        return ""
    text = (image.get("alt") or "")[:64]
    return _NAMED_EMOJI.get(text, text)


def _joined(pieces: list[tuple[str, _Look]]) -> tuple[Run, ...]:
    parts: list[str] = []
    stretches: list[tuple[list[str], _Look]] = []
    at_line_start, at_space = True, False
    shown: _Look | None = None
    for text, look in pieces:
        if text in (_EDGE, _BREAK):
            if text == _EDGE and at_line_start:
                continue
            if at_space:
                parts[-1] = parts[-1].removesuffix(" ")
            text = "\n"
            at_line_start, at_space = True, False
        else:
            if "\n" in text or "  " in text or "\t" in text or "\r" in text or "\f" in text:
                text = _SPACES.sub(" ", text)
            if at_line_start or at_space:
                text = text.removeprefix(" ")
            if not text:
                continue
            at_line_start, at_space = False, text[-1] == " "
        if look is not shown and look != shown:
            parts = []
            stretches.append((parts, look))
            shown = look
        parts.append(text)
    return _trimmed([("".join(parts), look) for parts, look in stretches])


def _trimmed(stretches: list[tuple[str, _Look]]) -> tuple[Run, ...]:
    first, last = 0, len(stretches)
    while first < last and not stretches[first][0].strip():
        first += 1
    while last > first and not stretches[last - 1][0].strip():
        last -= 1
    if first == last:
        return ()
    stretches[first] = (stretches[first][0].lstrip(), stretches[first][1])
    stretches[last - 1] = (stretches[last - 1][0].rstrip(), stretches[last - 1][1])
    return tuple(Run(text, *look) for text, look in stretches[first:last] if text)
