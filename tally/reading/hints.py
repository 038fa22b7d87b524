"""Marks that say less than a vote, and mean one: a name beside the mark, a misspelt «vote», a vote to take one back;
and words around a vote that only sound as if it were none.

In: the text of a mark, and what stands around it. Out: whom it means, mostly for the host to say.
"""

import re
from enum import Enum

from parsers.page import Form
from tally.names import Candidate, Grade
from tally.reading.target import Reader, Target, doubted, read_target, said, trimmed
from tally.reading.votes import Doubt

__all__ = [
    "Intent",
    "doubt_lead",
    "names_something",
    "read_hint",
    "read_intent",
    "read_near_vote",
    "read_said",
    "refuses",
    "says_vote",
    "votes_to_take_back",
]

_VOTE_AND_COLON = re.compile(r"\W*vote\s*:", re.I)
_LONGEST_LEAD = 40
_LONGEST_SIGN = 8
_LONGEST_LINE = 80


def read_hint(text: str, below: str, by: Reader) -> Target:
    """What is no name, and yet is meant as one: «Против:» in red before a plain nick, «себя», an emoji of one nick."""
    bare = trimmed(text)
    if by.dialect.self_words.fullmatch(bare):
        return Target(why=Doubt.UNKNOWN_NAME)
    if bare and not any(sign.isalnum() for sign in bare):
        owners = [
            seat.name for seat in by.index.seats if not seat.host and bare in seat.name and len(bare) < _LONGEST_SIGN
        ]
        return Target(
            why=Doubt.UNCERTAIN_NAME if owners else None,
            candidates=tuple(Candidate(name, Grade.WORD, name) for name in owners),
        )
    line = next((each for each in below.split("\n") if each.strip()), "")[:_LONGEST_LINE]
    if not line or len(text) > _LONGEST_LEAD or bool(by.dialect.commands):
        return Target()
    said_all = f"{text.rstrip()} {line.lstrip(' :')}"
    for phrases in (by.dialect.change, by.dialect.vote, by.dialect.lead_marked):
        found = phrases.search(said_all)
        if found is not None and found.start("said") < len(text) <= said(found)[0]:
            start, end = said(found)
            target = read_target(said_all[start:end], by, governed=True)
            if target.found:
                return doubted(target, Doubt.CONTEXT) if target.why is None else target
    return Target()


def read_said(text: str, start: int, end: int, by: Reader) -> tuple[Target, int]:
    """Whom the words name that follow upon what says that it is a vote, and where they begin: in «VOTE: vote Vasya»
    behind the second «vote»."""
    target = read_target(text[start:end], by, governed=True)
    again = by.dialect.again.match(text[start:end]) if target.on is None else None
    if again is None:
        return target, start
    first, last = said(again)
    told, begins = read_said(text, start + first, start + last, by)
    if told.on is not None and refuses(again, by):
        told = doubted(told, Doubt.CONTEXT)
    return (told, begins) if told.found or not target.found else (target, start)


def refuses(found: re.Match[str], by: Reader) -> bool:
    """«unvote, and do not vote», before a name; not where it is a name that has such a word in it."""
    between = next((said for group, said in found.groupdict().items() if group.startswith("other") and said), "")
    doubt = by.dialect.doubt_before.search(between)
    return doubt is not None and not any(
        place.start < doubt.end() and doubt.start() < place.end for place in by.index.find(between)
    )


def read_near_vote(text: str, by: Reader) -> Target:
    """«Voet: Vasya», «so it be, vote: Vasya»: what says almost that it is a vote is for the host."""
    found = by.dialect.near_vote.search(text)
    if found is None or by.dialect.doubt_before.search(text[: found.start("said")]):
        return Target()
    target = read_target(text[slice(*said(found))], by, governed=True)
    if target.on is not None:
        return doubted(target, Doubt.CONTEXT)
    return Target() if target.why is Doubt.SENTENCE else target


def doubt_lead(whole: Target, text: str, before: str, by: Reader) -> Target:
    """«Vote: Vasya» with only the name in bold."""
    found = by.dialect.vote.search(before + text)
    leads = found is not None and found.start("said") < len(before.rstrip()) and said(found)[0] == len(before)
    return doubted(whole, Doubt.CONTEXT) if leads else Target()


def says_vote(text: str, target: Target, by: Reader) -> bool:
    """«unvote, vote: salt» with two whom that may mean takes nothing back in silence: the vote waits for the host."""
    told = (by.dialect.vote, by.dialect.change, by.dialect.again)
    return target.found and any(phrases.search(text) is not None for phrases in told)


def votes_to_take_back(text: str, by: Reader) -> bool:
    """«VOTE: unvote», and no «VOTE: unvote, vote: Vasya»."""
    found = by.dialect.vote.search(text)
    told = "" if found is None else text[slice(*said(found))]
    return by.dialect.unvote.match(told) is not None and by.dialect.again.match(told) is None


def names_something(text: str, by: Reader) -> bool:
    """Is in the tag of a vote more than the «VOTE:» that the forum writes?"""
    written = trimmed(text).casefold()
    return any(sign.isalnum() for sign in written) and written not in by.dialect.fillers


class Intent(Enum):
    """Whether the words before a vote are its author's own «But I'm going to», and whether what follows drops it."""

    NONE = "none"
    STATED = "stated"
    DROPPED = "dropped"


def read_intent(text: str, form: Form, sentence: str, below: str, by: Reader) -> Intent:
    """What leads up to a vote set off as the board does it. `sentence`: the whole of it up to the mark."""
    if form is not Form.TAG and not (form is Form.BOLD and _VOTE_AND_COLON.match(text)):
        return Intent.NONE
    found = by.dialect.intent.search(sentence)
    if found is None or by.dialect.intent_unless.search(sentence[: found.start()]):
        return Intent.NONE
    return Intent.DROPPED if by.dialect.intent_dropped.search(below) else Intent.STATED
