"""Marks: what was set off in colour, in bold or with a tag, and the words around it that may say something else.

A mark is a vote when it is a name, a name with a remark, or a phrase that votes; a sentence with a name in it is
unclear; a mark without a name is none.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.colours import RED_AND_BLUE, Palette, font_colour, style_colour
from parsers.page import Colour, Form, Post, Run
from tally.names import Candidate
from tally.reading.dialect import CLOSE, Dialect, Phrases
from tally.reading.hints import (
    Intent,
    doubt_lead,
    names_something,
    read_hint,
    read_intent,
    read_near_vote,
    read_said,
    refuses,
    says_vote,
    votes_to_take_back,
)
from tally.reading.target import FOLLOWED_BY_NUMBER, Reader, Target, doubted, match_target, read_target, said, trimmed
from tally.reading.votes import NOBODY, Doubt, FoundVote, VoteKind

__all__ = ["LONGEST", "MarkedText", "as_vote", "is_taken_back", "plain_text", "read_marks"]

LONGEST = 400
"""Characters of a mark or line that are read as a vote: of a longer one it is only told whether it names a player."""

_CLAUSE = re.compile(r"[,;:.!?…–—(]|\s-\s")
_SENTENCE_STOP = re.compile(r"[.!?…\n]+")
_SENTENCE_START = re.compile(r"(?:.*(?:[.!?…](?:\s|$)|\n))?", re.S)
_HTML = re.compile(
    r"<(?P<tag>span|font)\s+(?:style=[\"'](?P<style>[^\"'<>]{1,80})[\"']|color=[\"']?(?P<font>[#\w]{1,30})[\"']?)\s*>"
    r"(?P<text>[^<>]{1,400})</(?P=tag)>",
    re.I,
)
_LINE_END = re.compile(r"\n")
# what an extension for votes writes itself, so that tags that follow upon each other are told apart
_GLUED = re.compile(r"(?<=.)(?:(?=UNVOTE:(?:\s|$))|(?<!UN)(?=VOTE:(?:\s|$)))")
_NEAR = 30
_NO_LETTERS = re.compile(r"[\W\d_]+(?=\W|$)")
_CONTEXT = 80
_LONGEST_NAME = 4  # words


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A stretch of a post that may be a vote, and how it was written."""

    colour: Colour | None
    text: str
    form: Form
    start: int
    end: int
    time: datetime | None


def plain_text(post: Post, dialect: Dialect | None = None) -> str:
    """The text of a post with what is crossed out blanked, so that places stay what they are; with a dialect, also
    what stands in elements that it ignores (spoilers)."""
    if not any(_is_left_out(run, dialect) for run in post.runs):
        return post.text
    return "".join(" " * len(run.text) if _is_left_out(run, dialect) else run.text for run in post.runs)


def _is_left_out(run: Run, dialect: Dialect | None) -> bool:
    if run.struck:
        return True
    shown = run.tag.lower() if run.tag is not None and dialect is not None and dialect.ignored else ""
    return bool(shown) and dialect is not None and any(word in shown for word in dialect.ignored)


def read_marks(post: Post, by: Reader) -> list[FoundVote]:
    """The marks of a post as votes, in order."""
    text = plain_text(post, by.dialect)
    marks = _joined(sorted(_marks(post, by), key=lambda mark: mark.start), post, text, by)
    votes, end = [], 0
    for place, mark in enumerate(marks):
        floor = marks[place - 1].end if place else 0
        before = _sentence_before(text, max(floor, mark.start - _CONTEXT), mark.start)
        end = _after_close(text, mark.end)
        below = text[end : end + _CONTEXT]
        sentence = _sentence_before(text, max(0, mark.start - LONGEST), mark.start)
        intent = read_intent(mark.text, mark.form, sentence, below, by)
        votes.append(_read(mark, before, below, intent, by))
    if votes and by.dialect.unvote.search(text[end : end + LONGEST]):
        votes[-1] = _taken_back_below(votes[-1])
    return votes


def _taken_back_below(vote: FoundVote) -> FoundVote:
    """«Вася» in red, and below it «голос снимаю»."""
    if vote.kind is not VoteKind.VOTE or vote.why is not None or vote.on is None or vote.grade is None:
        return vote
    return replace(vote, on=None, why=Doubt.CONTEXT, candidates=(Candidate(vote.on, vote.grade, vote.on),))


def _marks(post: Post, by: Reader) -> list[MarkedText]:
    made: list[MarkedText] = []
    if by.dialect.palette is None:
        made.extend(
            MarkedText(mark.colour, mark.text, mark.form, mark.start, mark.end, mark.time)
            for mark in post.marks
            if mark.form in (Form.COLOUR, Form.RAW) and mark.form in by.dialect.forms
        )
    if Form.RAW in by.dialect.forms:
        made.extend(_raw_html(post, by.dialect.palette or RED_AND_BLUE))
    made.extend(_typed(post, by))
    at = 0
    for run in post.runs:
        mark = _of_run(run, at, by)
        at += len(run.text)
        if mark is None:
            continue
        last = made[-1] if made else None
        if last is not None and last.end == mark.start and _kind(last) == _kind(mark):
            made[-1] = replace(last, text=last.text + mark.text, end=mark.end)
        else:
            made.append(mark)
    return [mark for mark in _apart(made, by) if mark.text.strip()]


def _typed(post: Post, by: Reader) -> Iterable[MarkedText]:
    """Tags that the forum left as they were typed, and commands."""
    if not (by.dialect.tags or by.dialect.commands or Form.BOLD in by.dialect.forms):
        return
    text = plain_text(post, by.dialect)
    for found in by.dialect.typed.finditer(text):
        group = found.lastgroup or ""
        form = Form.BOLD if group == "in_bold" else Form.TAG
        if form in by.dialect.forms and group != "tag":
            yield MarkedText(None, found[group], form, *found.span(group), None)


def _apart(marks: list[MarkedText], by: Reader) -> Iterable[MarkedText]:
    """The marks, those that have to say what they are cut into lines, each with a vote of its own."""
    for mark in marks:
        cut = _GLUED if mark.form is Form.TAG else _LINE_END if mark.form in by.dialect.said else None
        if cut is None or cut.search(mark.text.strip()) is None:
            yield mark
            continue
        start = 0
        for end in (*(found.start() for found in cut.finditer(mark.text)), len(mark.text)):
            yield replace(mark, text=mark.text[start:end], start=mark.start + start, end=mark.start + end)
            start = end


def _raw_html(post: Post, palette: Palette) -> Iterable[MarkedText]:
    """`<span style="color:red">Вася</span>` as NodeBB and FlaskBB leave it: shown, where HTML is not allowed."""
    if "</" not in post.text:
        return
    for found in _HTML.finditer(post.text):
        css = style_colour(found["style"]) if found["style"] else font_colour(found["font"])
        colour = palette.meaning(css) if css else None
        if colour is not None:
            start, end = found.span("text")
            yield MarkedText(colour, found["text"], Form.RAW, start, end, None)


def _kind(mark: MarkedText) -> tuple[Colour | None, Form, datetime | None]:
    return mark.colour, mark.form, mark.time


def _of_run(run: Run, at: int, by: Reader) -> MarkedText | None:
    if _is_left_out(run, by.dialect):
        return None
    colour, form = None, None
    if Form.TAG in by.dialect.forms and run.tag is not None and by.dialect.tags.intersection(run.tag.split()):
        form = Form.TAG
    elif Form.COLOUR in by.dialect.forms and by.dialect.palette is not None and run.colour:
        colour = by.dialect.palette.meaning(run.colour)
        form = Form.COLOUR if colour is not None else None
    elif Form.BOLD in by.dialect.forms and run.bold:
        form = Form.BOLD
    return None if form is None else MarkedText(colour, run.text, form, at, at + len(run.text), run.time)


def _joined(marks: list[MarkedText], post: Post, text: str, by: Reader) -> list[MarkedText]:
    """Marks that are one name cut in two (by bold, by a line that the editor closed and opened) made one again; and
    what says that it is a vote with the name that comes after one that is crossed out."""
    made: list[MarkedText] = []
    for mark in marks:
        last = made[-1] if made else None
        if last is not None and _kind(last) == _kind(mark) and not text[last.end : mark.start].strip(" \t:"):
            whole = text[last.start : mark.end]
            if mark.form in by.dialect.said and "\n" not in whole and post.text[last.end : mark.start].strip(" \t:"):
                made[-1] = replace(last, text=whole, end=mark.end)
                continue
            if mark.form in by.dialect.said and _is_cut_in_two(whole, mark.start - last.start, by):
                made[-1] = replace(last, text=whole, end=mark.end)
                continue
            if len(whole) <= 80 and "\n" not in whole and by.index.match(whole.strip()).seat is not None:
                made[-1] = replace(last, text=whole, end=mark.end)
                continue
        made.append(mark)
    return made


def _is_cut_in_two(whole: str, second: int, by: Reader) -> bool:
    """«Vote» and the name, each in bold."""
    found = by.dialect.vote.search(whole) if "\n" not in whole else None
    return found is not None and found.start("said") < second <= said(found)[0]


def _after_close(text: str, end: int) -> int:
    """Where the words go on after a mark: behind the end of its tag, where that was typed."""
    closed = CLOSE.match(text, end)
    return end if closed is None else closed.end()


def _sentence_before(text: str, start: int, end: int) -> str:
    piece = text[start:end]
    begin = _SENTENCE_START.match(piece)
    return piece[begin.end() :] if begin else piece


def as_vote(mark: MarkedText, target: Target, by: Reader, kind: VoteKind = VoteKind.VOTE) -> FoundVote:
    """The vote that a mark is when it means `target`; a vote for nobody is one only where the dialect has it."""
    if target.on == NOBODY and not by.dialect.nobody_votes:
        kind, target = VoteKind.NONE, Target()
    return FoundVote(
        kind=kind,
        form=mark.form,
        text=mark.text.strip(),
        start=mark.start,
        end=mark.end,
        colour=mark.colour,
        on=target.on if target.why is None else None,
        grade=target.grade,
        why=target.why,
        candidates=_each_seat(target.candidates),
        time=mark.time,
        final=target.final,
        early=target.early,
        called=target.called,
    )


def _each_seat(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """One candidate for a seat, by whichever of its names it was met first."""
    return tuple({each.seat: each for each in reversed(tuple(candidates))}.values())[::-1]


def _read(mark: MarkedText, before: str, below: str, intent: Intent, by: Reader) -> FoundVote:
    """The mark as a vote. `before` is its sentence up to it, `below` what follows, the next lines too."""
    after = below.split("\n", 1)[0]
    if len(mark.text) > LONGEST:
        opening = mark.text[:LONGEST]
        if mark.form in by.dialect.said and not any(
            told.search(opening) for told in (by.dialect.vote, by.dialect.change)
        ):
            # reads of everybody in bold
            return as_vote(mark, Target(), by, VoteKind.NONE)
        candidates = tuple(c for place in by.index.find(opening) for c in place.match.candidates)
        target = Target(why=Doubt.TOO_LONG, candidates=tuple(dict.fromkeys(candidates))) if candidates else Target()
        return as_vote(mark, target, by, VoteKind.VOTE if candidates else VoteKind.NONE)
    text = mark.text.strip()
    unvote = by.dialect.unvote.search(text)
    target = _target(text, mark, before, by)
    if unvote and (target.on is None or target.why is not None) and not says_vote(text, target, by):
        return as_vote(mark, Target(), by, VoteKind.UNVOTE)
    if target.on is None and votes_to_take_back(text, by):
        return as_vote(mark, Target(), by, VoteKind.UNVOTE)
    if not target.found:
        target = read_hint(text, below, by)
        return as_vote(mark, target, by, VoteKind.VOTE if target.found else VoteKind.NONE)
    if target.on is not None and target.why is None:
        target = _grown(target, mark, after, by)
    if target.on is not None and target.why is None:
        target = _in_context(target, mark, before, after, intent, by)
    return as_vote(mark, target, by)


_TAIL = re.compile(r"\w+")
_NEXT_NUMBER = re.compile(r"\s+(?:№\s?)?\d+(?!\w)")


def _grown(target: Target, mark: MarkedText, after: str, by: Reader) -> Target:
    """The name that the paint covers a part of: «Роман» of «Романтика», «Леший» of «Леший 77»."""
    written = mark.text.rstrip() if after[:1].isspace() else mark.text
    tail = _TAIL.match(after) if written[-1:].isalnum() else None
    more = tail or _NEXT_NUMBER.match(after)
    if more is None or (mark.form not in (Form.COLOUR, Form.RAW, Form.BOLD)):
        return target
    whole = by.index.match(written + more[0])
    if whole.seat == target.on or (tail is None and whole.seat is None):
        return target
    others = tuple(each for each in whole.candidates if each.seat != target.on)
    doubtful = doubted(target, Doubt.AMBIGUOUS_NAME if others else Doubt.UNCERTAIN_NAME)
    return replace(doubtful, candidates=(*doubtful.candidates, *others))


def _target(text: str, mark: MarkedText, before: str, by: Reader) -> Target:
    governed = bool(by.dialect.governs.search(before))
    must_say = mark.form in by.dialect.said or bool(by.dialect.commands)
    whole = match_target(text, by, governed=governed or mark.form is Form.TAG)
    if whole.found and not must_say:
        return whole
    told = _colour_told(text, mark, by)
    if told is not None:
        return _with_colour_word(text, told, mark, by)
    doubt = Target()
    for phrases in (by.dialect.change, by.dialect.vote, by.dialect.lead_marked):
        found = phrases.search(text)
        if found is not None:
            if by.dialect.doubt_before.search(text[: found.start("said")].rsplit("\n", 1)[-1]):
                break
            start, end = said(found)
            target, start = read_said(text, start, end, by)
            spoken_to = by.index.match(trimmed(text[: found.start("said")])).seat is not None
            if target.on is not None and (spoken_to or refuses(found, by)):
                # «Vasya: vote Petya!» is said to Vasya
                target = doubted(target, Doubt.CONTEXT)
            if target.on is None and target.found:
                doubt = doubt if doubt.found else target
            elif target.found:
                return _checked_words(target, text[found.start("said") : start], mark, by)
            written = trimmed(text[start:end])
            like_a_name = target.like_a_name or (
                must_say and not target.found and 0 < len(written.split()) < _LONGEST_NAME
            )
            # «Vote Count 1.3»
            chatter = _NO_LETTERS.sub(" ", written).strip().casefold() in by.dialect.chatter
            if like_a_name and phrases is not by.dialect.lead_marked and not chatter:
                return Target(why=Doubt.UNKNOWN_NAME)
    if doubt.found:
        return doubt
    if mark.form is Form.TAG and by.dialect.commands and by.dialect.nobody.fullmatch(text):
        # «##nolynch»
        return Target(on=NOBODY)
    if must_say:
        return doubt_lead(whole, text, before, by) if whole.on is not None else read_near_vote(text, by)
    target = read_target(text, by, governed=governed)
    if mark.form is Form.TAG and target.on is None:
        target, _start = read_said(text, 0, len(text), by)
    target = _checked_words(target, text, mark, by)
    if not target.found and mark.form is Form.TAG:
        return Target(why=Doubt.UNKNOWN_NAME) if names_something(text, by) else target
    if target.found or not target.like_a_name or trimmed(text).casefold() in by.dialect.chatter:
        return target
    # one word that no dictionary has, painted: somebody's name, it seems
    return Target(why=Doubt.UNKNOWN_NAME) if len(trimmed(text).split()) == 1 and _is_word(trimmed(text)) else Target()


_LAUGH = re.compile(r"(?:[хxhaаеeиiоo]{2,}|(.)\1+|(?:..)?(..)\2+)", re.I)


def _is_word(text: str) -> bool:
    return text.isalnum() and not text.isdigit() and not _LAUGH.fullmatch(text)


def _colour_told(text: str, mark: MarkedText, by: Reader) -> re.Match[str] | None:
    """A word for a colour inside a coloured mark."""
    if mark.colour is None:
        return None
    for words in by.dialect.colour_words.values():
        found = words.search(text)
        if found:
            return found
    return None


def _with_colour_word(text: str, told: re.Match[str], mark: MarkedText, by: Reader) -> Target:
    target = read_target(text[: told.start()] + " " + text[told.end() :], by, governed=False)
    if not target.found:
        return Target()
    words = by.dialect.colour_words.get(mark.colour) if mark.colour else None
    same = words is not None and words.fullmatch(told[0])
    if same or target.why is not None:
        return target
    return doubted(target, Doubt.CONTRADICTION)


def _checked_words(target: Target, lead: str, mark: MarkedText, by: Reader) -> Target:
    """A blue «казнить Васю», a red «в защиту Васи»."""
    if target.on is None or mark.colour is None:
        return target
    other = by.dialect.defence if mark.colour is Colour.RED else by.dialect.against
    return doubted(target, Doubt.CONTRADICTION) if _says(other, lead, by.dialect) else target


def _says(words: Phrases, text: str, dialect: Dialect) -> bool:
    """Does a text say one of these words, and not its contrary («не верю»)?"""
    return any(not dialect.denied.search(text[: found.start()]) for found in words.finditer(text))


def is_taken_back(before: str, after: str, dialect: Dialect) -> bool:
    """Do the words after a vote take it back, or is it within a question?"""
    asked = _SENTENCE_STOP.search(after)
    return bool(dialect.retracted.match(after) or dialect.conditional.match(after)) or (
        asked is not None and "?" in asked[0] and bool(dialect.asking.search(before))
    )


def _is_supposed(before: str, dialect: Dialect) -> bool:
    """«если до вечера не объявится, то», «написала бы»: said of what might be."""
    told = dialect.supposing_aside.blank(before)
    return bool(dialect.supposing.search(told) or dialect.wishing.search(_CLAUSE.split(told)[-1]))


def _is_joke(before: str, after: str, dialect: Dialect) -> bool:
    near = f"{before} . {after[:_NEAR]}"
    return bool(dialect.joking.search(dialect.joking_aside.blank(near)))


def _in_context(target: Target, mark: MarkedText, before: str, after: str, intent: Intent, by: Reader) -> Target:
    """What the words around a clear mark make of it."""
    if intent is Intent.DROPPED:
        return doubted(target, Doubt.CONTEXT)
    if intent is Intent.NONE and before.strip() and by.dialect.not_meant.search(before):
        return doubted(target, Doubt.CONTEXT)
    if _is_supposed(before, by.dialect) or _is_joke(before, after, by.dialect):
        return doubted(target, Doubt.CONTEXT)
    if mark.text.rstrip().endswith("?") or after.lstrip("\"'»”)").startswith("?"):
        return doubted(target, Doubt.CONTEXT)
    if before.strip() in ("/", "|"):
        return doubted(target, Doubt.SEVERAL_NAMES)
    if FOLLOWED_BY_NUMBER.match(after):
        return doubted(target, Doubt.COUNT)
    if is_taken_back(before, after, by.dialect):
        return doubted(target, Doubt.CONTEXT)
    if mark.colour is not None:
        other = Colour.BLUE if mark.colour is Colour.RED else Colour.RED
        near = re.match(r"[\s\"'»)(]*(\w+)", after)
        if near and by.dialect.colour_words[other].fullmatch(near[1]):
            return doubted(target, Doubt.CONTRADICTION)
        words = by.dialect.defence if mark.colour is Colour.RED else by.dialect.against
        near_words = (_CLAUSE.split(before)[-1], _CLAUSE.split(after.lstrip(" ,"))[0])
        if any(len(words_near.split()) <= 4 and _says(words, words_near, by.dialect) for words_near in near_words):
            return doubted(target, Doubt.CONTRADICTION)
    return target
