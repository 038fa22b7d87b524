"""From the runs of a post to its marks: what its author wrote in red or blue, or in the ways that stand for it.

Which ways count is a `Dialect`, plain data, so that a stored post can be read again by another one without its page.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, groupby, islice

from parsers.colours import RED_AND_BLUE, Palette, font_colour, style_colour
from parsers.page import Colour, Form, Mark, Run

__all__ = ["COLOURED", "COLOURLESS", "Dialect", "read_marks"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """The ways of writing that are marks.

    `tags` are the classes of `Form.TAG`. `plain` are regular expressions of whole lines, searched without regard to
    case, whose group `name` is the text of a mark of `Form.PLAIN`.
    """

    forms: frozenset[Form]
    tags: frozenset[str] = frozenset()
    plain: tuple[str, ...] = ()


COLOURED = Dialect(frozenset({Form.COLOUR, Form.WORD, Form.RAW}))
COLOURLESS = Dialect(frozenset({Form.COLOUR, Form.WORD, Form.RAW, Form.EMOJI}))

_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
_SPACES = " \t\r\n\u00a0\u2000\u2001\u2002\u2003\u2009\u202f\u3000"
_UNSEEN = _SPACES + _INVISIBLE
_STOPS = '.,;:!?…()[]{}«»"“”„'

_SIGNS = {"🔴": Colour.RED, "🟥": Colour.RED, "❤": Colour.RED, "♥": Colour.RED}
_SIGNS |= {"🔵": Colour.BLUE, "🟦": Colour.BLUE, "💙": Colour.BLUE}
_SIGN = re.compile("[" + "".join(_SIGNS) + "]\ufe0f?")
# What is said around a name and is none.
_NO_NAMES_HERE = (
    "я мы ты вы он она они это кто что ник цвет голос голосую голосовать мой моя моё против за в и или а но на не "
    "тогда итак меняю ставлю пишу снимаю окончательно решил решила значит защита защищаю обвиняю казнь красный синий "
    "красным синим i vote voting my for against"
)
_NO_NAMES = frozenset(_NO_NAMES_HERE.split())
# A colour word in capitals is a mark by itself; one in small letters only where it ends what is said («Вася красным.»,
# «РэдДи - красный»), and not in «за красный голос», «Я красным пока никого не пишу».
_COLOUR_WORD = re.compile(
    r"(?<!\w)(?:(?P<red>КРАСН(?:ЫМ|ЫЙ|АЯ|ОЙ)|RED)|(?P<blue>СИН(?:ИМ|ИЙ|ЯЯ|ЕЙ)|BLUE)"
    r"|(?P<small_red>[Кк]расн(?:ым|ый)|red)|(?P<small_blue>[Сс]ин(?:им|ий)|blue))(?!\w)"
)
_WORD_ENDS = re.compile(r"[ \t\u00a0]*(?:$|[\n.,;!?()…])")
_DASH_BEFORE = re.compile(r"[-–—:=][ \t\u00a0]*$")
_BETWEEN = _SPACES + "-–—:="
_TOKEN = re.compile(r"\S+")
_RAW = re.compile(r"\[colou?r\s*=\s*([^\]\n]{1,40})\]((?:(?!\[/?colou?r\b).){1,400}?)\[/colou?r\]", re.I | re.S)
_RAW_TAG = re.compile(r"\[/?(?:b|i|u|s|size|font|url|center)\b[^\]\n]{0,80}\]", re.I)
_LONGEST_NAME = 4
_SIGHT = 200
_SEEN_IN_TEXT = frozenset({Form.COLOUR, Form.WORD, Form.RAW, Form.EMOJI})


class _Post:
    """The runs of a post with their places in its text."""

    def __init__(self, runs: Sequence[Run], text: str) -> None:
        self.runs = runs
        self.text = text

    @cached_property
    def ends(self) -> list[int]:
        return list(accumulate([len(run.text) for run in self.runs]))

    def run_at(self, place: int) -> Run:
        return self.runs[min(bisect_right(self.ends, place), len(self.runs) - 1)]

    def line_around(self, place: int) -> tuple[int, int]:
        """The line that `place` is in, as far as it matters: a name is not further away than `_SIGHT`."""
        low, high = max(0, place - _SIGHT), min(len(self.text), place + _SIGHT)
        start, end = self.text.rfind("\n", low, place), self.text.find("\n", place, high)
        return low if start < 0 else start + 1, high if end < 0 else end

    def bold_around(self, place: int, low: int, high: int) -> tuple[int, int]:
        """The bold stretch that `place` stands in, no wider than from `low` to `high`."""
        first = last = min(bisect_right(self.ends, place), len(self.runs) - 1)
        while first > 0 and self.runs[first - 1].bold and self.ends[first - 1] > low:
            first -= 1
        while last + 1 < len(self.runs) and self.runs[last + 1].bold and self.ends[last] < high:
            last += 1
        return max(low, self.ends[first - 1] if first else 0), min(high, self.ends[last])

    def mark(self, colour: Colour | None, form: Form, start: int, end: int) -> list[Mark]:
        """The mark of the text from `start` to `end`, trimmed; none of an empty or crossed-out text."""
        piece = self.text[start:end]
        bare = piece.lstrip(_UNSEEN)
        start += len(piece) - len(bare)
        bare = bare.rstrip(_UNSEEN)
        if not bare:
            return []
        run = self.run_at(start)
        return [] if run.struck else [Mark(colour, bare, form, start, start + len(bare), run.time)]


def read_marks(
    runs: Sequence[Run],
    text: str,
    dialect: Dialect,
    palette: Palette = RED_AND_BLUE,
    names: frozenset[str] = frozenset(),
) -> tuple[Mark, ...]:
    """Give the marks of a post, in the order of their places; crossed-out text holds none. Its `runs` make its `text`.

    `names` are nicks that may be meant, casefolded (the authors on the page, the roster): they only help to see where
    a name ends, and whether two lines in one colour are two names or one broken in two.
    """
    forms = dialect.forms
    lowered = text.lower()
    # in most posts there is one thing to look for or none, and this is told sooner than found
    coloured = False
    for run in runs:
        if run.colour:
            coloured = Form.COLOUR in forms
            break
    raw = "[col" in lowered and Form.RAW in forms
    worded = ("красн" in lowered or "син" in lowered or "red" in lowered or "blue" in lowered) and Form.WORD in forms
    signed = Form.EMOJI in forms and not text.isascii() and any(sign in text for sign in _SIGNS)
    if not (coloured or raw or signed or worded) and forms <= _SEEN_IN_TEXT:
        return ()
    post = _Post(runs, text)
    found: list[Mark] = []
    if coloured:
        found += _coloured(post, palette, names)
    if raw:
        found += _raw(post, palette)
    if signed:
        found += _apart(_signed(post, names), found)
    if worded:
        found += _apart(_worded(post, names), found)
    if Form.TAG in forms:
        found += _apart(
            _stretches(post, Form.TAG, lambda run: not dialect.tags.isdisjoint((run.tag or "").split())), found
        )
    if Form.BOLD in forms:
        found += _apart(_stretches(post, Form.BOLD, lambda run: run.bold), found)
    if Form.PLAIN in forms:
        found += _apart(_plain(post, dialect.plain), found)
    if len(found) > 1:
        found.sort(key=lambda mark: (mark.start, mark.end))
    return tuple(found)


def _apart(marks: Iterable[Mark], taken: list[Mark]) -> list[Mark]:
    """Those of `marks` whose words are not in a mark already."""
    if not taken:
        return list(marks)
    known = sorted((mark.start, mark.end) for mark in taken)
    # of those that begin before a mark ends, the last one ends last: marks in one list do not overlap
    return [
        mark for mark in marks if not (place := bisect_left(known, (mark.end,))) or known[place - 1][1] <= mark.start
    ]


def _coloured(post: _Post, palette: Palette, names: frozenset[str]) -> list[Mark]:
    found: list[Mark] = []
    start = end = began = 0
    meaning: Colour | None = None
    for run in post.runs:
        end += len(run.text)
        here = None if run.colour is None or run.struck else palette.meaning(run.colour)
        # what cannot be seen between two letters of a name does not part them
        if here is not meaning and (meaning is None or here is not None or run.text.strip(_INVISIBLE)):
            if meaning is not None:
                found += _lines(post, meaning, began, start, names)
            began, meaning = start, here
        start = end
    if meaning is not None:
        found += _lines(post, meaning, began, start, names)
    return found


def _lines(post: _Post, colour: Colour, start: int, end: int, names: frozenset[str]) -> list[Mark]:
    """One mark of a coloured stretch, or several where it is a list of names, one a line.

    A name may be broken over two lines (FluxBB renders `<span>Ada<br />Wong</span>`), and a sentence over many.
    """
    found: list[Mark] = []
    text = post.text[start:end]
    if "\n" in text and _are_names([line for line in text.split("\n") if line.strip(_SPACES)], names):
        for line in text.split("\n"):
            found += post.mark(colour, Form.COLOUR, start, start + len(line))
            start += len(line) + 1
        return found
    return post.mark(colour, Form.COLOUR, start, end)


def _are_names(lines: list[str], names: frozenset[str]) -> bool:
    known = [" ".join(line.split()).casefold() for line in lines]
    if len(known) < 2 or " ".join(known) in names or any(len(line.split()) > _LONGEST_NAME for line in known):
        return False
    return len(known) > 2 or any(line in names for line in known)


def _stretches(post: _Post, form: Form, is_marked: Callable[[Run], bool]) -> Iterator[Mark]:
    start = 0
    for marked, group in groupby(post.runs, key=is_marked):
        end = start + sum(len(run.text) for run in group)
        if marked:
            yield from post.mark(None, form, start, end)
        start = end


def _plain(post: _Post, patterns: Sequence[str]) -> Iterator[Mark]:
    for pattern in patterns:
        for found in re.finditer(pattern, post.text, re.I | re.M):
            yield from post.mark(None, Form.PLAIN, *found.span("name"))


def _raw(post: _Post, palette: Palette) -> Iterator[Mark]:
    for found in _RAW.finditer(post.text):
        value = found.group(1).strip(" \"'").lower()
        colour = style_colour(f"color:{value}") or (font_colour(value) if re.fullmatch("[0-9a-f]{6}", value) else None)
        meaning = palette.meaning(colour) if colour else None
        if meaning is not None:
            for mark in post.mark(meaning, Form.RAW, *found.span(2)):
                yield replace(mark, text=_RAW_TAG.sub("", mark.text).strip(_SPACES))


def _signed(post: _Post, names: frozenset[str]) -> Iterator[Mark]:
    """Names beside a coloured sign: in bold right before it, else after it; before it on a line that ends with it."""
    for found in _SIGN.finditer(post.text):
        low, high = post.line_around(found.start())
        colour = _SIGNS[found.group()[0]]
        before = _SIGN.sub(lambda sign: "\n" * len(sign.group()), post.text[low : found.start()])
        after = _SIGN.split(post.text[found.end() : high], maxsplit=1)[0]
        edge = low + len(before.rstrip(_SPACES)) - 1
        if before.strip(_SPACES) and before.rstrip(" \u00a0")[-1] != "\n" and post.run_at(edge).bold:
            span: tuple[int, int] | None = post.bold_around(edge, low + before.rfind("\n") + 1, found.start())
        elif after.strip(_BETWEEN + _STOPS):
            span = _name_after(post, found.end(), found.end() + len(after), names)
        else:
            span = _name_before(post, low + before.rfind("\n") + 1, found.start(), names)
        if span is not None:
            yield from post.mark(colour, Form.EMOJI, *span)


def _worded(post: _Post, names: frozenset[str]) -> Iterator[Mark]:
    """Names before a colour word; after it where a line begins with one in capitals."""
    for found in _COLOUR_WORD.finditer(post.text):
        low, high = post.line_around(found.start())
        small = found.lastgroup is not None and found.lastgroup.startswith("small")
        before = post.text[low : found.start()]
        if small:
            dashed = _DASH_BEFORE.search(before) is not None
            if not _WORD_ENDS.match(post.text, found.end()) or (found.group()[-1] == "й" and not dashed):
                continue
        elif post.text[found.end() : found.end() + 1] in ("»", "”", '"') and re.search('[«“„"]', before):
            # somebody explains how to vote: «Ник КРАСНЫМ»
            continue
        span = _name_before(post, low, found.start(), names)
        if span is None and not small and not before.strip(_BETWEEN):
            span = _name_after(post, found.end(), high, names)
        if span is not None:
            yield from post.mark(Colour(str(found.lastgroup).removeprefix("small_")), Form.WORD, *span)


def _name_before(post: _Post, low: int, high: int, names: frozenset[str]) -> tuple[int, int] | None:
    """The place of the name that ends the text from `low` to `high`: what is bold there, else its last words."""
    end = low + len(post.text[low:high].rstrip(_BETWEEN))
    if end <= low:
        return None
    if post.run_at(end - 1).bold and not (end < high and post.run_at(high).bold):
        return post.bold_around(end - 1, low, end)
    tokens = [(low + token.start(), low + token.end()) for token in _TOKEN.finditer(post.text[low:end])]
    tokens = tokens[-_LONGEST_NAME:]
    taken = _known(post, [tokens[-size:] for size in range(len(tokens), 0, -1)], names)
    if not taken:
        for start, stop in reversed(tokens):
            word = post.text[start:stop]
            if word[-1] in _STOPS or (taken and not word[0].isupper()):
                break
            taken.insert(0, (start, stop))
        while taken and post.text[slice(*taken[0])].strip(_STOPS).casefold() in _NO_NAMES:
            del taken[0]
        if not taken or not _may_be_name(post.text[slice(*taken[-1])]):
            return None
    start, stop = taken[0][0], taken[-1][1]
    return start + len(post.text[start:stop]) - len(post.text[start:stop].lstrip(_STOPS)), stop


def _name_after(post: _Post, low: int, high: int, names: frozenset[str]) -> tuple[int, int] | None:
    """The place of the name that begins the text from `low` to `high`: what is bold there, else its first words."""
    text = post.text[low:high]
    start = low + len(text) - len(text.lstrip(_SPACES + ":=–—"))
    if start >= high:
        return None
    if post.run_at(start).bold:
        return post.bold_around(start, start, high)
    tokens = [token.span() for token in islice(_TOKEN.finditer(post.text, start, high), _LONGEST_NAME)]
    taken = _known(post, [tokens[:size] for size in range(len(tokens), 0, -1)], names)
    if not taken:
        named = False
        for first, stop in tokens:
            word = post.text[first:stop]
            if named and not word[0].isupper():
                break
            taken.append((first, stop))
            # «🔴 голосую против Васи»: what is said before the name
            named = named or word.strip(_STOPS).casefold() not in _NO_NAMES
            if word[-1] in _STOPS:
                break
    if not taken or not any(letter.isalnum() for letter in post.text[slice(*taken[0])]):
        return None
    piece = post.text[taken[0][0] : taken[-1][1]]
    return taken[0][0] + len(piece) - len(piece.lstrip(_STOPS)), taken[0][0] + len(piece.rstrip(_STOPS))


def _known(post: _Post, parts: list[list[tuple[int, int]]], names: frozenset[str]) -> list[tuple[int, int]]:
    """The first of `parts`, each a row of words, that is a known name; nothing where none is."""
    for part in parts:
        if " ".join(post.text[slice(*token)] for token in part).strip(_STOPS).casefold() in names:
            return part
    return []


def _may_be_name(word: str) -> bool:
    bare = word.strip(_STOPS)
    return any(letter.isalnum() for letter in bare) and not bare[0].islower()
