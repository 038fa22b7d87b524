"""From the body of a post to runs: the author's own words, with how each stretch of them looks.

What is not the author's own (quotes, code, signature, edit notes) is left out; line breaks are `\\n`; images of smileys
and emoji become the text that they stand for.

libxml2 writes a body out again, in one form whatever the page wrote, and that is split at its tags: each different tag
is understood once, for a forum has few and repeats them on every post. There is no recursion.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from parsers.colours import class_colour, font_colour, style_colour
from parsers.page import Run
from parsers.tree import Element

__all__ = ["Words", "read_runs", "read_runs_of_all"]

_BLOCK_TAGS = (
    "address article aside blockquote caption center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 "
    "h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
)
_WORDLESS_TAGS = (
    "applet audio blockquote button canvas code embed head iframe input link map math meta noscript object pre script "
    "select style svg template textarea title video"
)
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_NOT_WORDS = frozenset(_WORDLESS_TAGS.split())
_STRUCK_STYLE = re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.I)
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.I)
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

# Any tag as libxml2 writes it: of the signs that it could be confused with, an attribute holds none unescaped.
_TAG = re.compile(r"(<(?:[^!?>][^>]*|!--.*?--|!\[CDATA\[.*?\]\]|\?.*?\?)>)", re.S)
_TAG_NAME = re.compile(r"<([^\s/>]+)")
_ATTRIBUTE = re.compile(r"""\s(class|style|color|src|alt)="([^"]*)\"""")
_ESCAPED = re.compile(r"&(?:(lt|gt|amp|quot)|#(\d+)|#x([0-9A-F]+));")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
# How many different tags are remembered, and how long a one.
_MOST_TAGS = 4_096
_LONGEST_TAG = 400


class _Look(NamedTuple):
    """How a stretch of text looks; the fields are those of `Run`."""

    colour: str | None = None
    bold: bool = False
    struck: bool = False
    tag: str | None = None


_PLAIN = _Look()


class _Sign(Enum):
    """What a tag is that opens nothing. `EDGE` is an empty block: its two edges are one line break."""

    NOTHING = "nothing"
    CLOSE = "close"
    BREAK = "break"
    EDGE = "edge"


_NOTHING, _CLOSE, _BREAK, _EDGE = _Sign


class _Box(NamedTuple):
    """What an opening tag says of the words after it.

    `look` is how they look where the text around is plain; `sets_colour` tells whether it decides the colour, which may
    be none at all. `is_quote` is a `blockquote`, which holds words right in an `is_own` alone.
    """

    is_block: bool
    is_foreign: bool
    is_quote: bool
    is_own: bool
    sets_colour: bool
    look: _Look


# A text is that of a picture, escaped as texts of the source are.
_Step = _Sign | _Box | str


class _Steps(dict[str, _Step]):
    """Tags as they were met, with what they mean to an engine."""

    def __init__(self, words: "Words") -> None:
        self._words = words

    def __missing__(self, tag: str) -> _Step:
        if len(self) > _MOST_TAGS:
            self.clear()
        step = self._words.read_tag(tag)
        if len(tag) < _LONGEST_TAG:
            self[tag] = step
        return step


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """What an engine's posts hold besides the author's words, and how it draws some of them.

    An element with a class of `foreign` is left out, as are the tags that never hold words (`blockquote`, `code`, …);
    one with a class of `own` is never left out, nor is a `blockquote` right in it (a spoiler drawn as a quote).
    `struck` are classes of crossed-out text, `bold` of bold text. `is_foreign` decides what no class tells; it is asked
    of the elements of bodies whose source holds one of `hints`, if there are any.
    """

    foreign: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    struck: frozenset[str] = frozenset()
    bold: frozenset[str] = frozenset()
    is_foreign: Callable[[Element], bool] | None = None
    hints: tuple[bytes, ...] = ()
    steps: _Steps = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin without any tag known."""
        object.__setattr__(self, "steps", _Steps(self))

    def read_tag(self, tag: str) -> _Step:
        """What `tag` means, as libxml2 writes it."""
        if tag[1] in "/!?":
            return _CLOSE if tag[1] == "/" else _NOTHING
        found = _TAG_NAME.match(tag)
        name = found.group(1) if found else ""
        told = {key: _unescaped(value) for key, value in _ATTRIBUTE.findall(tag)}
        if name == "br":
            return _BREAK
        if name == "img":
            return _picture_text(told) or _NOTHING
        if tag[-2] == "/":
            return _EDGE if name in _BLOCKS else _NOTHING
        names = told.get("class") or None
        classes = frozenset((names or "").split())
        style = told.get("style", "")
        is_own = not self.own.isdisjoint(classes)
        colour = _colour_of(names, style, told.get("color") if name == "font" else None)
        bold = name in ("b", "strong") or not self.bold.isdisjoint(classes) or _BOLD_STYLE.search(style) is not None
        struck = (
            name in ("s", "del", "strike")
            or not self.struck.isdisjoint(classes)
            or _STRUCK_STYLE.search(style) is not None
        )
        return _Box(
            is_block=name in _BLOCKS,
            is_foreign=not is_own
            and (not self.foreign.isdisjoint(classes) or (name in _NOT_WORDS and name != "blockquote")),
            is_quote=not is_own and name == "blockquote",
            is_own=is_own,
            sets_colour=colour is not None,
            look=_Look(colour or None, bold, struck, names) if colour or bold or struck or names else _PLAIN,
        )


def _colour_of(names: str | None, style: str, font: str | None) -> str | None:
    """The colour that an element sets: a style goes before a class, a class before a `font`.

    The empty one is of text that no eye sees.
    """
    colour = style_colour(style) if style else None
    if colour is None:
        colour = (class_colour(names) if names else None) or (font_colour(font) if font else None)
    return colour


def _picture_text(image: dict[str, str]) -> str:
    """The text that a smiley or an emoji stands for; nothing for any other picture."""
    if not _SMILEY.search(f"{image.get('class')} {image.get('src')}"):
        return ""
    text = image.get("alt", "")[:64]
    return _NAMED_EMOJI.get(text) or text.replace("&", "&amp;").replace("<", "&lt;")


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_unescape, text) if "&" in text else text


def _unescape(found: re.Match[str]) -> str:
    name, number, _code = found.groups()
    # a number is written for white space, a code for what is no letter at all (control characters)
    return _NAMED[name] if name else " " if number else ""


def read_runs(body: Element, words: Words) -> tuple[Run, ...]:
    """Give the author's own words in `body` as runs; joined, they are the text of the post, trimmed."""
    return read_runs_of_all([body], words)[0]


def read_runs_of_all(bodies: Iterable[Element], words: Words) -> list[tuple[Run, ...]]:
    """Give the runs of each of `bodies`. What is not the author's own may be taken out of them on the way."""
    source = b"".join([_source_of(body, words) for body in bodies])
    # any white space is as one space, to the reader as here
    pieces = iter(_TAG.split(b" ".join(source.split()).decode()))
    next(pieces)
    return list(_read(zip(pieces, pieces, strict=True), words))


def _source_of(body: Element, words: Words) -> bytes:
    source: bytes = _write(body)
    if words.is_foreign is None:
        return source
    if words.hints and not any(hint in source for hint in words.hints):
        return source
    for element in list(body.iterdescendants(etree.Element)):
        if words.is_foreign(element):
            element.clear(keep_tail=True)
    return _write(body)


def _write(body: Element) -> bytes:
    source: bytes = etree.tostring(body, encoding="utf-8", with_tail=False, xml_declaration=False)
    return source


def _read(tags: Iterator[tuple[str, str]], words: Words) -> Iterator[tuple[Run, ...]]:
    """Read bodies one after the other from their tags, each with the text after it."""
    steps = words.steps
    for tag, text in tags:
        if tag[-2] == "/":
            yield ()
            continue
        look = shown = line_look = _PLAIN
        parts: list[str] = []
        stretches = [(parts, shown)]
        # of each element that we are in: the look around it, whether that is right in the forum's own box, and
        # whether it is a block
        inside: list[tuple[_Look, bool, bool]] = []
        in_own_box = False
        # how many elements deep we are in what is not the author's own
        hidden = 0
        at_line_start, at_space = True, False
        while True:
            if text and not hidden:
                if "&" in text:
                    text = _unescaped(text)
                if (at_line_start or at_space) and text[:1] == " ":
                    text = text[1:]
                if text:
                    if look is not shown and look != shown:
                        parts, shown = [], look
                        stretches.append((parts, shown))
                    parts.append(text)
                    at_line_start, at_space = False, text[-1] == " "
            tag, text = next(tags)
            step = steps[tag]
            if step is _CLOSE:
                if hidden > 1:
                    hidden -= 1
                    continue
                if not inside:
                    break
                hidden = 0
                look, in_own_box, is_block = inside.pop()
                if not is_block or at_line_start:
                    continue
                line_look = _PLAIN
            elif isinstance(step, _Box):
                if hidden:
                    hidden += 1
                    continue
                inside.append((look, in_own_box, step.is_block))
                if step.is_foreign or (step.is_quote and not in_own_box):
                    hidden = 1
                elif look is _PLAIN:
                    look = step.look
                elif step.look is not _PLAIN or step.sets_colour:
                    look = _look_within(look, step)
                in_own_box = step.is_own
                if not step.is_block or at_line_start:
                    continue
                line_look = _PLAIN
            elif hidden or step is _NOTHING or (step is _EDGE and at_line_start):
                continue
            elif step is _BREAK:
                line_look = look
            elif step is _EDGE:
                line_look = _PLAIN
            else:
                text = f"{step}{text}"
                continue
            if at_space:
                parts[-1] = parts[-1][:-1]
            if line_look is not shown and line_look != shown:
                parts, shown = [], line_look
                stretches.append((parts, shown))
            parts.append("\n")
            at_line_start, at_space = True, False
        yield _trimmed(stretches)


@lru_cache(maxsize=2048)
def _look_within(outer: _Look, box: _Box) -> _Look:
    """How text looks in an element that stands in text which looks like `outer`."""
    own = box.look
    return _Look(
        colour=own.colour if box.sets_colour else outer.colour,
        bold=own.bold or outer.bold,
        struck=own.struck or outer.struck,
        tag=_tags_within(outer.tag, own.tag),
    )


def _tags_within(outer: str | None, own: str | None) -> str | None:
    """A spoiler, and the tag of a vote, go on within what else they hold."""
    if outer is None or own is None or len(outer) > _LONGEST_TAG:
        return outer or own
    return f"{outer} {own}"


def _trimmed(stretches: list[tuple[list[str], _Look]]) -> tuple[Run, ...]:
    texts = ["".join(parts) for parts, _look in stretches]
    first, last = 0, len(texts)
    while first < last and not (start := texts[first].lstrip()):
        first += 1
    if first == last:
        return ()
    texts[first] = start
    while not (end := texts[last - 1].rstrip()):
        last -= 1
    texts[last - 1] = end
    return tuple([Run(texts[place], *stretches[place][1]) for place in range(first, last) if texts[place]])
