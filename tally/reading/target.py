"""Whom the words mean that stand where a name is expected: «Васю, он молчит», «Вася (окончательно)», «Васю или Петю».

The name comes first; what follows may be a remark, or may take the vote back. Anything else is for the host to say.
"""

import re
from dataclasses import dataclass, replace

from tally.names import Candidate, Grade, Match, NameIndex, Place, Status
from tally.names.loose import is_talk
from tally.reading.dialect import Dialect
from tally.reading.votes import NOBODY, Doubt

__all__ = [
    "FOLLOWED_BY_NUMBER",
    "Accept",
    "Reader",
    "Target",
    "doubted",
    "first_clause",
    "match_target",
    "name_in",
    "read_target",
    "said",
    "trimmed",
]

Accept = frozenset[Grade]


@dataclass(frozen=True, slots=True)
class Reader:
    """What every reader of votes needs: the names of the game, its way of writing, and the grades that count."""

    index: NameIndex
    dialect: Dialect
    accept: Accept


_SLIPS = frozenset({Grade.MISSPELT, Grade.TYPO, Grade.LAYOUT})
_CLAUSE_END = re.compile(r"[.,;:!?…()\[\]\n]|\s[-–—]+(?=\s|$)|[–—]|(?<=\w)\s*=")
_NUMBERED = re.compile(r"[^\W\d_]{3,}\d")
_QUOTES = " \t\n\r\"'«»“”„‘’*_~`.,;:!?…()[]{}<>-–—=+|/\\#@✔✅👉➡→•·"
FOLLOWED_BY_NUMBER = re.compile(r"\s*[-–—:=(\[]\s*\d++(?!\s*%|[-–\w]*\s+(?:смен|замен))")
"""«Вася — 4» is somebody's count; «Вася (1 смена)» and «Вася: 100 % мафия» are not."""


@dataclass(frozen=True, slots=True)
class Target:
    """Whom words mean. `on` None and `why` None: nobody at all. `called` as in a FoundVote."""

    on: str | None = None
    grade: Grade | None = None
    why: Doubt | None = None
    candidates: tuple[Candidate, ...] = ()
    final: bool = False
    early: bool = False
    like_a_name: bool = False
    called: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        return self.on is not None or self.why is not None


def said(found: re.Match[str]) -> tuple[int, int]:
    """Where in a phrase that was found the player or the half is named; an empty place where nobody is."""
    named = (group for group in found.groupdict() if group.startswith(("name", "half")) and found[group])
    return next((found.span(group) for group in named), (0, 0))


def name_in(text: str, dialect: Dialect) -> str:
    """What in the words of a vote stands where a name is expected, as written: «PM» of «VOTE: PM»."""
    for phrases in (dialect.change, dialect.vote, dialect.lead_marked):
        found = phrases.search(text)
        if found is not None:
            text = text[slice(*said(found))]
            break
    while (again := dialect.again.match(text)) is not None:
        text = text[slice(*said(again))]
    return trimmed(text)


def doubted(target: Target, why: Doubt) -> Target:
    """The same target, for the host to say."""
    candidates = target.candidates
    if target.on is not None and target.grade is not None:
        candidates = (Candidate(target.on, target.grade, target.on),)
    return replace(target, on=None, why=why, candidates=candidates, called=())


def trimmed(text: str) -> str:
    return text.strip(_QUOTES)


def match_target(text: str, by: Reader, *, governed: bool = False) -> Target:
    """A text that is nothing but a name. `governed`: words before it ask for a case, so that «Александра» after
    «против» may be Александр."""
    match = by.index.match(text)
    if match.status is Status.UNKNOWN and trimmed(text) != text and trimmed(text):
        match = by.index.match(trimmed(text))
    return _as_target(match, by, text, governed=governed)


def _as_target(match: Match, by: Reader, text: str, *, governed: bool) -> Target:
    if match.status is Status.UNKNOWN:
        words = trimmed(text).split()
        # «Леший78» is a name, be its words as common as they like
        named = not match.ordinary or _NUMBERED.search(text) is not None
        return Target(like_a_name=len(words) <= 2 and named and len(trimmed(text)) >= 3)
    accepted = by.accept | by.dialect.accept if governed and _may_be_meant(text, by) else by.accept
    if match.status is Status.AMBIGUOUS or (governed and match.rivals):
        candidates = (*match.candidates, *(match.rivals if governed else ()))
        called = tuple(each.seat for each in candidates if each.grade in accepted - _SLIPS)
        return Target(why=Doubt.AMBIGUOUS_NAME, candidates=candidates, grade=match.grade, called=called)
    if match.grade not in accepted:
        return Target(why=Doubt.UNCERTAIN_NAME, candidates=match.candidates, grade=match.grade)
    called = tuple(each.seat for each in (*match.candidates, *match.less) if each.grade in accepted)
    return Target(on=match.seat, grade=match.grade, called=called if len(called) > 1 else ())


def _may_be_meant(text: str, by: Reader) -> bool:
    """Is this not what is said of anything: «count», «me», «scum»?"""
    return trimmed(text).casefold() not in by.dialect.chatter


def read_target(text: str, by: Reader, *, governed: bool) -> Target:
    """Whom a text names that begins with the name and may go on with a remark."""
    if (aside := by.dialect.asides.search(text)) is not None:
        text = text[: aside.start()]
    target = _read_target(text, by, governed=governed)
    title = by.dialect.titles.match(text) if target.on is None else None
    if title is None:
        return target
    untitled = _read_target(text[title.end() :], by, governed=governed)
    return untitled if untitled.on is not None else target


def _read_target(text: str, by: Reader, *, governed: bool) -> Target:
    final, early = bool(by.dialect.final.search(text)), bool(by.dialect.early.search(text))
    bare = by.dialect.early.blank(by.dialect.final.blank(text)) if final or early else text
    for name in (text, first_clause(text)[0], bare) if final or early else (text,):
        # a nick may have one of these words in it
        whole = match_target(name.strip(), by, governed=governed)
        if whole.found:
            break
    if whole.found:
        return replace(whole, final=final, early=early)
    if by.dialect.nobody.fullmatch(trimmed(bare)) or (governed and by.dialect.loose and _nobody_first(bare, by)):
        return Target(on=NOBODY, final=final, early=early)
    return replace(_with_remark(bare, by, whole, governed=governed), final=final, early=early)


def _nobody_first(text: str, by: Reader) -> bool:
    """«no lynch, because we know nothing»."""
    found = by.dialect.nobody.match(text)
    rest = "" if found is None else text[len(found[0].rstrip(_QUOTES)) :]
    return bool(_CLAUSE_END.match(rest) or by.dialect.because.match(rest.lstrip())) and not _is_taken_back(rest, by)


def _with_remark(text: str, by: Reader, whole: Target, *, governed: bool) -> Target:
    places = [place for place in by.index.find(text) if not place.common or place.start <= _start(text)]
    first = next((place for place in places if place.start == _start(text)), None)
    clause, rest = first_clause(text)
    if first is None or (
        first.end < len(clause.rstrip())
        and not _ends_here(text, first, by)
        and not (governed and by.dialect.loose and not _POSSESSIVE.match(text, first.end))
    ):
        # the name may be one that is met by comparing letters only, or has signs in it
        alone = match_target(clause, by, governed=governed) if clause != text else whole
        if alone.found:
            others = [place for place in by.index.find(rest) if not place.common]
            return alone if not others else _several(others, alone)
        led = _led(clause, rest, by) if governed and by.dialect.loose else Target()
        if led.found:
            return led
        named = [place for place in places if not place.common or _same_case(text, place)]
        if not named:
            return alone if alone.like_a_name else Target(like_a_name=whole.like_a_name)
        seats = {candidate.seat for place in named for candidate in place.match.candidates}
        return Target(
            why=Doubt.SEVERAL_NAMES if len(seats) > 1 else Doubt.SENTENCE,
            candidates=tuple(candidate for place in named for candidate in place.match.candidates),
        )
    if first.common and not governed and not _SET_OFF.match(text, first.end):
        # «Эх, жизнь» with a player Эх
        told = _same_case(text, first)
        return Target(why=Doubt.SENTENCE, candidates=first.match.candidates) if told else Target()
    target = _as_target(first.match, by, text[first.start : first.end], governed=governed)
    rest = text[first.end :]
    others = [place for place in places if place is not first and not place.common and place.match.seat != target.on]
    if others and target.on is not None:
        return _several(others, target)
    if target.on is not None and _is_taken_back(rest, by):
        return doubted(target, Doubt.CONTEXT)
    if target.on is not None and FOLLOWED_BY_NUMBER.match(rest):
        return doubted(target, Doubt.COUNT)
    return target


def _led(clause: str, rest: str, by: Reader) -> Target:
    """«gj for lurking», «7 penny marvel»: a name that is met by comparing letters only, and a remark that says why; or
    the first words of a name, and another that is nobody's."""
    words = list(_WORD.finditer(clause))
    for size in range(min(len(words) - 1, _LONGEST_LEAD), 0, -1):
        end = words[size - 1].end()
        remark = clause[end:] + rest
        target = match_target(clause[:end], by, governed=True)
        if (
            target.on is None
            or is_talk(clause[:end])
            or by.index.find(remark)
            or match_target(clause[end:].strip(), by).found
        ):
            continue
        begun = size > 1 and len(words) == size + 1 and target.grade is Grade.PREFIX
        if begun or by.dialect.because.match(remark.strip()):
            return doubted(target, Doubt.CONTEXT) if _is_taken_back(remark, by) else target
    return Target()


def _same_case(text: str, place: Place) -> bool:
    return text[place.start].isupper() == place.match.candidates[0].spelling[:1].isupper()


def _several(others: list[Place], target: Target) -> Target:
    candidates = (
        [Candidate(target.on, target.grade or Grade.EXACT, target.on)] if target.on else list(target.candidates)
    )
    candidates += [candidate for place in others for candidate in place.match.candidates]
    return Target(why=Doubt.SEVERAL_NAMES, candidates=tuple(dict.fromkeys(candidates)))


def _start(text: str) -> int:
    return len(text) - len(text.lstrip(_QUOTES))


def first_clause(text: str) -> tuple[str, str]:
    """The first clause of a text, and the rest with the stop before it."""
    start = _start(text)
    end = _CLAUSE_END.search(text, start)
    return (text[start:], "") if end is None else (text[start : end.start()], text[end.start() :])


def _ends_here(text: str, place: Place, by: Reader) -> bool:
    """Is the name set off from what follows, as «Вася, потому что» or «Вася за молчание»?"""
    rest = text[place.end :].lstrip("\"'»”*_ ")
    return (
        bool(_CLAUSE_END.match(text, place.end))
        or rest[:1] in ("", "-", "–", "—")
        or bool(by.dialect.because.match(rest))
    )


_SET_OFF = re.compile(r"\s*(?:[–—:(]|(?<=\s)-\s|$)")
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD = re.compile(r"\S+")
_LONGEST_LEAD = 4  # words
_PAUSES = (",", "-", "–", "—", "(", ":", ";")


def _is_taken_back(rest: str, by: Reader) -> bool:
    sentence = re.split(r"[.!\n]", rest, maxsplit=1)[0]
    return bool(
        rest.lstrip(" \"'»”").startswith("?")
        or (by.dialect.denial.match(sentence.lstrip(" \"'»”")) and not sentence.lstrip().startswith(_PAUSES))
        or by.dialect.doubt_after.search(sentence)
        or sentence.rstrip().endswith("?")
    )
