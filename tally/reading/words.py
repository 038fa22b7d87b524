"""A colour said otherwise than in colour: «РэдДи КРАСНЫМ», «(синим) Вася», «🔴 Вася».

The word or sign has to stand beside a name, and the two by themselves or in a way that nobody uses in talk; else the
host has to say.
"""

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from parsers.page import Colour, Form, Post
from tally.names import Candidate, Grade, Place, Status
from tally.names.folding import other_layout
from tally.reading.dialect import Dialect
from tally.reading.marks import MarkedText, as_vote, is_taken_back, plain_text
from tally.reading.target import FOLLOWED_BY_NUMBER, Reader, Target, doubted, match_target, read_target, said, trimmed
from tally.reading.votes import Doubt, FoundVote, VoteKind

__all__ = ["read_words"]

_GAP_LEFT = re.compile(r"[\s\"'«»“”„)\]*_~:,\-–—=>(\[]{0,8}(?:(?:пишу|ставлю|голосую|голос|будет)\s+)?[(\[\"«]?")
_LONGEST_GAP = 40
_QUOTED = re.compile(r"\s*>")
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$|[\"»”)])|\n|(?<=[^\w\s])\s+(?=[A-ZА-ЯЁ])")
_NEW_SENTENCE = re.compile(r"\s+[A-ZА-ЯЁ][a-zа-яё]")  # «Вася КРАСНЫМ Если завтра …»
_WORD = re.compile(r"\w+")
_CLAUSE = re.compile(r"[,;:–—(]|\s-\s")
_LONGEST_LINE = 400
_LONGEST_PAINTED = 4000


@dataclass(frozen=True, slots=True)
class _Sign:
    """A word or a sign for a colour, at its place in a line."""

    colour: Colour
    form: Form
    start: int
    end: int
    loud: bool  # in capitals, or a sign that nobody uses in talk
    loose: bool  # a heart


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with the signs in it and its stretches in bold."""

    text: str
    signs: list[_Sign]
    bold: tuple[tuple[int, int], ...]


def read_words(post: Post, by: Reader) -> list[FoundVote]:
    """The votes of a post that say their colour in words or signs, and the parser's marks of that kind that are not."""
    text = _without_painted_pages(post, plain_text(post))
    votes: list[FoundVote] = []
    if _may_have_signs(text, by.dialect):
        bold = _bold(post)
        for start, line_text, time in _lines(post, text, by.dialect):
            written, mistyped = _as_meant(line_text, by.dialect)
            signs = _signs(written, by) if _may_have_signs(written, by.dialect) else []
            if signs:
                line = _Line(written, signs, tuple((a - start, b - start) for a, b in bold))
                found = [_placed(vote, start, time) for vote in _read_line(line, by)]
                votes.extend(_asked(vote) if mistyped else vote for vote in found)
    votes.extend(_left_over(post, votes, by))
    return votes


def _as_meant(line: str, dialect: Dialect) -> tuple[str, bool]:
    """A line that was typed with the keyboard in the other language («Rjn rhfcysv»), as it was meant."""
    small = line.lower()
    if any(stem in small for stem in _mistyped_stems(dialect)):
        return other_layout(line), True
    return line, False


def _asked(vote: FoundVote) -> FoundVote:
    """The vote as one on which the host has to say."""
    if vote.why is not None or vote.on is None or vote.kind is VoteKind.NONE:
        return vote
    meant = Candidate(vote.on, vote.grade or Grade.LAYOUT, vote.on)
    return replace(vote, on=None, why=Doubt.UNCERTAIN_NAME, candidates=(meant,))


def _without_painted_pages(post: Post, text: str) -> str:
    """A page painted whole is one mark, and is read as that: no colour word in it says more."""
    at = 0
    for run in post.runs:
        if run.colour and len(run.text) > _LONGEST_PAINTED:
            text = text[:at] + " " * len(run.text) + text[at + len(run.text) :]
        at += len(run.text)
    return text


def _left_over(post: Post, votes: list[FoundVote], by: Reader) -> Iterable[FoundVote]:
    """What the parser saw beside a colour word, and nobody is meant by."""
    for mark in post.marks:
        read = any(vote.start < mark.end and mark.start < vote.end for vote in votes)
        if mark.form in (Form.WORD, Form.EMOJI) and mark.form in by.dialect.forms and not read:
            seen = MarkedText(mark.colour, mark.text, mark.form, mark.start, mark.end, mark.time)
            yield as_vote(seen, Target(), by, VoteKind.NONE)


def _may_have_signs(text: str, dialect: Dialect) -> bool:
    """Is any colour word or sign in the text? Told without a pattern, for most posts have none."""
    small = text.lower()
    return any(stem in small for stem in (*_stems(dialect), *_mistyped_stems(dialect)))


@cache
def _stems(dialect: Dialect) -> tuple[str, ...]:
    spelt = [sign for sign in dialect.signs if Form.EMOJI in dialect.forms]
    if Form.WORD in dialect.forms:
        spelt += dialect.colour_stems
    return tuple(stem for stem in spelt if not any(other != stem and stem.startswith(other) for other in spelt))


@cache
def _mistyped_stems(dialect: Dialect) -> tuple[str, ...]:
    """The Russian colour words as they come out of the other keyboard, long enough to be no English word."""
    typed = (other_layout(stem) for stem in _stems(dialect) if len(stem) >= 3 and not stem.isascii())
    return tuple(stem for stem in typed if stem.isascii() and stem.isalpha())


def _bold(post: Post) -> list[tuple[int, int]]:
    """The stretches in bold: who sets a nick in bold beside a colour word means the nick."""
    stretches: list[tuple[int, int]] = []
    at = 0
    for run in post.runs:
        if run.bold and run.text.strip():
            if stretches and stretches[-1][1] == at:
                stretches[-1] = (stretches[-1][0], at + len(run.text))
            else:
                stretches.append((at, at + len(run.text)))
        at += len(run.text)
    return stretches


def _lines(post: Post, text: str, dialect: Dialect) -> Iterable[tuple[int, str, datetime | None]]:
    """The lines of a post with their places, and when they were written where the forum merged posts."""
    times: list[tuple[int, datetime | None]] = []
    at = 0
    for run in post.runs:
        times.append((at, run.time))
        at += len(run.text)
    start = 0
    for line in _with_lone_signs(text, dialect).split("\n"):
        for piece in _pieces(line):
            if piece.strip() and not _QUOTED.match(piece):
                yield start, piece, next((time for place, time in reversed(times) if place <= start), None)
            start += len(piece)
        start += 1


def _with_lone_signs(text: str, dialect: Dialect) -> str:
    """The same text with «КРАСНЫМ», alone on a line, drawn up to the name above it, or the name up to it."""
    lines = text.split("\n")
    made = lines[0]
    for above, line in itertools.pairwise(lines):
        alone = any(_is_sign(each, dialect) for each in (above, line)) and above.strip() and line.strip()
        made += (" " if alone else "\n") + line
    return made


def _is_sign(line: str, dialect: Dialect) -> bool:
    word = trimmed(line)
    return word in dialect.signs or any(words.fullmatch(word) for words in dialect.colour_words.values())


def _pieces(line: str) -> Iterable[str]:
    """A long paragraph cut between its sentences, so that what is read at once stays short."""
    while len(line) > _LONGEST_LINE:
        ends = [end for stop in (". ", "! ", "? ", "… ") if (end := line.rfind(stop, 0, _LONGEST_LINE) + 1) > 0]
        cut = max(ends, default=line.rfind(" ", 0, _LONGEST_LINE) + 1 or _LONGEST_LINE)
        yield line[:cut]
        line = line[cut:]
    yield line


def _placed(vote: FoundVote, start: int, time: datetime | None) -> FoundVote:
    return replace(vote, start=vote.start + start, end=vote.end + start, time=time)


def _signs(line: str, by: Reader) -> list[_Sign]:
    found: list[_Sign] = []
    if Form.WORD in by.dialect.forms:
        for colour, words in by.dialect.colour_words.items():
            for word in words.finditer(line):
                loud = word[0].isupper() and len(word[0]) > 3
                end = word.end() + _cloth(line, word.end())
                found.append(_Sign(colour, Form.WORD, word.start(), end, loud, False))
    if Form.EMOJI in by.dialect.forms:
        for sign, colour in by.dialect.signs.items():
            start = line.find(sign)
            while start >= 0:
                if not any(one.start <= start < one.end for one in found):
                    loose = sign in by.dialect.loose_signs
                    found.append(_Sign(colour, Form.EMOJI, start, start + len(sign), not loose, loose))
                start = line.find(sign, start + len(sign))
    return sorted(found, key=lambda sign: sign.start)


_CLOTH = re.compile(r"\s+(?:цветом|цвет)\b", re.I)


def _cloth(line: str, end: int) -> int:
    found = _CLOTH.match(line, end)
    return len(found[0]) if found else 0


def _read_line(line: _Line, by: Reader) -> Iterable[FoundVote]:
    found = by.index.find(line.text)
    places = [place for place in found if not any(_overlap(place, sign) for sign in line.signs)]
    places = sorted([*places, *_bold_names(line, places, by)], key=lambda place: place.start)
    pairs = _paired(line, places, by)
    taken = [name for name in pairs if name is not None]
    for sign, name in zip(line.signs, pairs, strict=True):
        if name is not None:
            yield from _with_name(line, sign, name, by, _torn(line, sign, name, pairs, places, by))
        else:
            yield from _without_name(line, sign, by, taken)
    if not places and len(line.signs) > len(found) > 0:
        # a player is called like a colour: «Красный КРАСНЫМ»
        yield from _with_name(line, line.signs[-1], found[0], by, Doubt.SENTENCE)


def _paired(line: _Line, places: list[Place], by: Reader) -> list[Place | None]:
    """The name that each sign goes with: «красным Вася, синим Петя» or «Вася красным, Петя синим», a line keeps to one
    order, which its first sign beside a name tells."""
    beside = [_beside(line, sign, places, by) for sign in line.signs]
    first = next((sides for sides in beside if sides != (None, None)), (None, None))
    side = 0 if first[0] is not None else 1
    pairs = [sides[side] for sides in beside]
    for number, sides in enumerate(beside):
        other = sides[1 - side]
        if pairs[number] is None and other is not None and other not in pairs:
            pairs[number] = other
    return pairs


def _torn(
    line: _Line, sign: _Sign, name: Place, pairs: list[Place | None], places: list[Place], by: Reader
) -> Doubt | None:
    """Does another sign, or another name, have as good a claim?"""
    for other, its_name in zip(line.signs, pairs, strict=True):
        if other.colour is sign.colour:
            continue
        close = not line.text[min(sign.end, other.end) : max(sign.start, other.start)].strip()
        if close or (its_name is None and name in _beside(line, other, places, by)):
            return Doubt.CONTRADICTION
    if sign.form is Form.EMOJI and len(line.signs) == 1:
        left, right = _beside(line, sign, places, by)
        if left is not None and right is not None and left.match.candidates != right.match.candidates:
            return Doubt.SEVERAL_NAMES
    end = max(name.end, sign.end) if name.end > sign.start else name.end
    following = next((place for place in places if place.start >= end), None)
    if (
        following is not None
        and following not in pairs
        and by.dialect.joined.fullmatch(line.text[name.end : following.start])
    ):
        return Doubt.SEVERAL_NAMES
    return None


def _beside(line: _Line, sign: _Sign, places: list[Place], by: Reader) -> tuple[Place | None, Place | None]:
    """The names directly before and after a sign."""
    left = next((place for place in reversed(places) if place.end <= sign.start), None)
    right = next((place for place in places if place.start >= sign.end), None)
    if left is not None and not _GAP_LEFT.fullmatch(line.text, left.end, sign.start):
        left = None
    if right is not None and not _leads(line.text[sign.end : right.start], by):
        right = None
    return left, right


def _leads(gap: str, by: Reader) -> bool:
    """«красным — голосую против …»: nothing but words that lead to a name."""
    if len(gap) > _LONGEST_GAP or any(stop in gap for stop in ".!?…;"):
        return not gap.strip(" .")
    return all(word in by.dialect.between for word in _words_of(gap)) and not any(
        sign in gap for sign in by.dialect.signs
    )


def _bold_names(line: _Line, places: list[Place], by: Reader) -> Iterable[Place]:
    """Names in bold that only a comparison by letters finds."""
    for start, end in line.bold:
        if not 0 <= start < len(line.text) or any(place.start < end and start < place.end for place in places):
            continue
        text = line.text[start:end].strip()
        match = by.index.match(trimmed(text))
        if text and match.status is not Status.UNKNOWN:
            at = line.text.index(text, start)
            yield Place(at, at + len(text), match, False)


def _overlap(place: Place, sign: _Sign) -> bool:
    return place.start < sign.end and sign.start < place.end


def _with_name(line: _Line, sign: _Sign, name: Place, by: Reader, torn: Doubt | None) -> Iterable[FoundVote]:
    """The vote of a sign beside a name."""
    written = line.text[name.start : name.end]
    start, end = min(name.start, sign.start), max(name.end, sign.end)
    target = match_target(written, by)
    if target.on is not None:
        why = torn or _doubt(line, start, end, sign, name, by)
        if why is Doubt.SENTENCE and torn is None and name.common:
            return
        target = target if why is None else doubted(target, why)
    yield as_vote(MarkedText(sign.colour, written, sign.form, start, end, None), target, by)


def _doubt(line: _Line, start: int, end: int, sign: _Sign, name: Place, by: Reader) -> Doubt | None:
    """Why name and sign, at `[start:end]` of the line, may be no vote."""
    before, after, asked = _around(line.text, start, end)
    following = line.text[end:]
    if sign.loud and _NEW_SENTENCE.match(after):
        after = following = ""
    if FOLLOWED_BY_NUMBER.match(line.text, end):
        return Doubt.COUNT
    if (
        by.dialect.not_meant.search(before)
        or by.dialect.denial.match(after)
        or by.dialect.doubt_after.search(_clauses(after)[0])
    ):
        return Doubt.CONTEXT
    if is_taken_back(before, following, by.dialect):
        return Doubt.CONTEXT
    if sign.form is Form.EMOJI and not sign.loose:
        return None
    # «Вася КРАСНЫМ» may stand in the middle of a sentence, «Вася красным» only by itself
    meant = not sign.loose and (sign.loud or any(a <= name.start and name.end <= b for a, b in line.bold))
    lead = [] if not sign.loose and _pairs_only(before, by) else _talk(_clauses(before)[-1] if meant else before, by)
    if lead or (not meant and _talk(_clauses(after)[0], by)):
        return Doubt.SENTENCE
    return Doubt.CONTEXT if asked and not after.strip() else None


def _around(text: str, start: int, end: int) -> tuple[str, str, bool]:
    """What stands before and after in the same sentence, and whether it asks."""
    sentence = max((found.end() for found in _SENTENCE_END.finditer(text, 0, start)), default=0)
    stop = _SENTENCE_END.search(text, end)
    return text[sentence:start], text[end : stop.start() if stop else len(text)], stop is not None and "?" in stop[0]


def _clauses(text: str) -> list[str]:
    return _CLAUSE.split(text)


def _talk(text: str, by: Reader) -> list[str]:
    """The words that are more than an introduction to a vote."""
    return [word for word in _words_of(text) if word not in by.dialect.fillers and not word.isdigit()]


def _words_of(text: str) -> list[str]:
    return [word.casefold().replace("ё", "е") for word in _WORD.findall(text)]


def _pairs_only(before: str, by: Reader) -> bool:
    """«Вася красным, » before «Петя синим»: a list of such pairs."""
    pieces = [piece for piece in before.rstrip(" ,;и").split(",") if piece.strip(" и")]
    words = by.dialect.colour_words.values()
    return bool(pieces) and all(any(w.search(piece) for w in words) and len(_words_of(piece)) <= 4 for piece in pieces)


def _without_name(line: _Line, sign: _Sign, by: Reader, taken: list[Place]) -> Iterable[FoundVote]:
    """No known name stands beside the sign: a phrase that votes may follow it, or a misspelt name be all of it."""
    floor = max((one.end for one in line.signs if one.end <= sign.start), default=0)
    roof = min((one.start for one in line.signs if one.start >= sign.end), default=len(line.text))
    left, right = line.text[floor : sign.start], line.text[sign.end : roof]
    after = right.lstrip()
    phrase = by.dialect.vote.match(after)
    if phrase is not None:
        start, end = said(phrase)
        target = read_target(after[start:end], by, governed=True)
        if target.found:
            yield as_vote(MarkedText(sign.colour, after.strip(), sign.form, sign.start, roof, None), target, by)
            return
    for text, side, start, end in (
        (re.split(r"[.!?…:;]", left)[-1], left, floor, sign.end),
        (re.split(r"[.!?…;,]", right)[0], right, sign.start, roof),
    ):
        if any(start <= name.start and name.end <= end for name in taken):
            continue
        target = _misspelt(text, sign, by, alone=text.strip() == side.strip())
        if target.found:
            yield as_vote(MarkedText(sign.colour, trimmed(text), sign.form, start, end, None), target, by)
            return


def _misspelt(text: str, sign: _Sign, by: Reader, *, alone: bool) -> Target:
    name = trimmed(text)
    if not name or len(name.split()) > 3:
        return Target()
    target = match_target(name, by)
    if target.on is not None and not alone:
        return doubted(target, Doubt.SENTENCE)
    if not target.found and target.like_a_name and alone and sign.loud and name.isalpha():
        return Target(why=Doubt.UNKNOWN_NAME)
    return target
