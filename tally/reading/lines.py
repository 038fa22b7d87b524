"""Votes without any colour: a line that says what it is («Голос: Вася», «выдвигаю Петю»), or is a nick and no more.

In a thread for votes alone a line is read as a vote wherever it can be one; in the talk of a game only what says so.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.page import Form, Post
from tally.reading.dialect import Bare, Dialect
from tally.reading.hints import read_said
from tally.reading.marks import LONGEST, MarkedText, as_vote, plain_text
from tally.reading.target import Reader, Target, doubted, first_clause, match_target, read_target, said, trimmed
from tally.reading.votes import NOBODY, Doubt, FoundVote, VoteKind

__all__ = ["read_lines"]

_SIGNATURE = re.compile(r"^[ \t]*(?:_{3,}|-- ?|={5,}|-{5,})[ \t]*$", re.M)
_BULLET = re.compile(r"^\s*(?:[-–—*•·►]+\s+|\d{1,2}[.)]\s+)")
_SENTENCES = re.compile(r"[^.!?…]+[.!?…]*\s*")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int
    time: datetime | None


def read_lines(post: Post, by: Reader, *, votes_only: bool) -> list[FoundVote]:
    """The votes that lines of a post are by their words."""
    lines = _own_lines(post, by.dialect)
    bare = Bare.LINE if votes_only else by.dialect.bare
    found: list[FoundVote] = []
    for number, line in enumerate(lines):
        if len(line.text) > LONGEST:
            continue
        spoken = list(_spoken(line, by))
        if not spoken and bare is not Bare.NONE:
            spoken = _bare(line, by, bare, alone=not found, first=number == 0, lines=len(lines))
        found.extend(spoken)
    if not found and votes_only_doubt(bare):
        found = _somebody_named(lines, by)
    return found


def votes_only_doubt(bare: Bare) -> bool:
    """Is a post that names a player without voting worth the host's eye? Where all posts are votes."""
    return bare is Bare.LINE


def _own_lines(post: Post, dialect: Dialect) -> list[_Line]:
    """The lines above a signature drawn by hand, in each part of a merged post."""
    text = plain_text(post, dialect)
    lines: list[_Line] = []
    for start, end, time in _parts(post, len(text)):
        part = text[start:end]
        signature = _SIGNATURE.search(part)
        at = start
        for line in part[: signature.start() if signature else len(part)].split("\n"):
            if line.strip() and not line.lstrip().startswith(">"):
                lines.append(_Line(line, at, time))
            at += len(line) + 1
    return lines


def _parts(post: Post, length: int) -> list[tuple[int, int, datetime | None]]:
    parts: list[tuple[int, int, datetime | None]] = []
    at = 0
    for run in post.runs:
        if parts and parts[-1][2] == run.time:
            parts[-1] = (parts[-1][0], at + len(run.text), run.time)
        else:
            parts.append((at, at + len(run.text), run.time))
        at += len(run.text)
    return parts or [(0, length, None)]


def _vote(line: _Line, target: Target, by: Reader, kind: VoteKind = VoteKind.VOTE) -> FoundVote:
    text = line.text.strip()
    start = line.start + line.text.index(text)
    mark = MarkedText(None, text, Form.PLAIN, start, start + len(text), line.time)
    return as_vote(mark, target, by, kind)


def _spoken(line: _Line, by: Reader) -> Iterable[FoundVote]:
    """Votes that say so; a line may hold several sentences, each with one."""
    kinds = (
        (VoteKind.SCAN, by.dialect.scan),
        (VoteKind.VEGETABLE, by.dialect.vegetable),
        (VoteKind.NOMINATE, by.dialect.nominate),
        (VoteKind.VOTE, by.dialect.change),
        (VoteKind.VOTE, by.dialect.vote),
    )
    for sentence, start in _sentences(line.text):
        part = _Line(sentence, line.start + start, line.time)
        unvote = by.dialect.unvote.search(sentence)
        taken: dict[tuple[int, int], list[FoundVote]] = {}
        for kind, phrases in kinds:
            found = phrases.search(sentence)
            span = (found.start("said"), _end_of_name(sentence, found)) if found else (0, 0)
            if found is None or any(span[0] < end and start < span[1] for start, end in taken):
                continue
            named = _named(sentence, line.text[start + len(sentence) :], found, kind, by)
            if named:
                taken[span] = [_vote(part, target, by, kind) for target in named]
        for span in sorted(taken):
            yield from taken[span]
        if unvote is not None and not taken:
            yield _vote(part, _unvoted(sentence, unvote, by), by, VoteKind.UNVOTE)


def _end_of_name(sentence: str, found: re.Match[str]) -> int:
    """Where the clause ends in which a phrase names somebody; another phrase may follow it."""
    start, end = said(found)
    return start + len(first_clause(sentence[start:end])[0])


def _sentences(text: str) -> Iterable[tuple[str, int]]:
    """The sentences of a line; a stop within a nick or a number does not end one."""
    start = 0
    for found in re.finditer(r"[.!?…]+(?:\s+|$)", text):
        if found.end() < len(text) and re.search(r"(?:^|\s)\d{1,2}\.\s*$", text[start : found.end()]):
            continue  # «1. Вася»
        yield text[start : found.end()], start
        start = found.end()
    if start < len(text):
        yield text[start:], start


def _named(sentence: str, after: str, found: re.Match[str], kind: VoteKind, by: Reader) -> list[Target]:
    """Whom a phrase of this kind names: several where players are nominated in one breath, none where it is none."""
    start, end = said(found)
    words = sentence[start:end]
    if kind is VoteKind.SCAN:
        told = [word.casefold() for word in re.findall(r"\w+", words)]
        halves = {by.dialect.halves[word] for word in told if word in by.dialect.halves}
        if not told or told[0] not in by.dialect.halves:
            return []
        return [Target(on=halves.pop()) if len(halves) == 1 else Target(why=Doubt.SEVERAL_NAMES)]
    lead = sentence[: found.start("said")]
    targets = _listed(words, by) if kind is VoteKind.NOMINATE else []
    if not targets:
        target, _begins = read_said(words, 0, len(words), by)
        if not target.found:
            unknown = (
                target.like_a_name
                and len(trimmed(words).split()) == 1
                and trimmed(words).casefold() not in by.dialect.fillers
            )
            if not unknown:
                return []
            target = Target(why=Doubt.UNKNOWN_NAME)
        targets = [target]
    if (
        by.dialect.retracted.match(after)
        or by.dialect.conditional.match(after)
        or by.dialect.doubt_before.search(lead)
        or by.dialect.not_meant.search(lead)
        or sentence.rstrip().endswith("?")
    ):
        targets = [doubted(target, Doubt.CONTEXT) if target.why is None else target for target in targets]
    return targets


def _listed(words: str, by: Reader) -> list[Target]:
    """«Васю, Петю и Машу»: every piece a name."""
    pieces = [piece for piece in by.dialect.listed.split(words) if trimmed(piece)]
    targets = [match_target(piece, by, governed=True) for piece in pieces] if len(pieces) > 1 else []
    return targets if targets and all(target.found for target in targets) else []


def _unvoted(sentence: str, unvote: re.Match[str], by: Reader) -> Target:
    doubtful = by.dialect.doubt_before.search(sentence[: unvote.start("said")]) or sentence.rstrip().endswith("?")
    return (
        Target(why=Doubt.CONTEXT) if doubtful or by.dialect.doubt_after.search(sentence[unvote.end() :]) else Target()
    )


def _bare(line: _Line, by: Reader, bare: Bare, *, alone: bool, first: bool, lines: int) -> list[FoundVote]:
    """A line that is a nick. A remark may follow it, unless a vote stands above."""
    text = _BULLET.sub("", line.text).strip()
    if bare is Bare.POST and not (first and lines == 1):
        return []
    short = by.dialect.early.blank(by.dialect.final.blank(text)).strip()
    target = match_target(text, by)
    added = "" if target.found else text  # what a nick has in it, its owner does not say
    if not target.found and short != text:
        target = match_target(short, by)
    if by.dialect.nobody.fullmatch(short):
        target = Target(on=NOBODY, grade=None)
    elif not target.found and bare is Bare.LINE and alone:
        target = _lead_or_remark(text, by, first=first)
    if not target.found:
        return []
    target = replace(target, final=bool(by.dialect.final.search(added)), early=bool(by.dialect.early.search(added)))
    if line.text.rstrip().endswith("?") and target.why is None:
        target = doubted(target, Doubt.CONTEXT)
    return [_vote(line, target, by)]


def _lead_or_remark(text: str, by: Reader, *, first: bool) -> Target:
    lead = by.dialect.lead.match(text)
    if lead is not None:
        start, end = said(lead)
        return read_target(text[start:end], by, governed=True)
    target = read_target(text, by, governed=False)
    if target.on is not None and not first:
        return doubted(target, Doubt.SENTENCE)
    if not target.found and first and target.like_a_name and " " not in trimmed(text):
        return Target() if trimmed(text).casefold() in by.dialect.chatter else Target(why=Doubt.UNKNOWN_NAME)
    return target


def _somebody_named(lines: list[_Line], by: Reader) -> list[FoundVote]:
    """A post in a vote thread that names somebody and votes for nobody: for the host to see, once."""
    for line in lines:
        places = [place for place in by.index.find(line.text[:LONGEST]) if not place.common]
        if places:
            candidates = tuple(dict.fromkeys(c for place in places for c in place.match.candidates))
            return [_vote(line, Target(why=Doubt.SENTENCE, candidates=candidates), by)]
    return []
