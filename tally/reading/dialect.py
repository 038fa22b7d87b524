"""A dialect: how a community writes a vote, as data read from TOML, its phrases compiled once.

The files in `dialects/` are the built-in ones; a game may name another file, or give the same keys in `game.toml`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from parsers.colours import Palette
from parsers.page import Colour, Form
from tally.names import Grade, accepted

__all__ = [
    "CLOSE",
    "Bare",
    "Dialect",
    "DialectFault",
    "Phrases",
    "Several",
    "dialect_names",
    "load_dialect",
    "make_dialect",
]

_FOLDER = Path(__file__).parent / "dialects"
_BASE = "russian"


class DialectFault(ValueError):
    """A dialect that cannot be used: what was found, and what would be right."""


class Bare(StrEnum):
    """Where a nick and nothing else is a vote."""

    LINE = "line"
    POST = "post"
    NONE = "none"


class Several(StrEnum):
    """What counts of marks for several players in one post."""

    LAST = "last"
    UNCLEAR = "unclear"
    NONE = "none"


class Phrases:
    """A pattern that is compiled when it is first asked for: a dialect has thirty, and most posts need few of them."""

    __slots__ = ("_compiled", "_flags", "source")

    def __init__(self, source: str, flags: re.RegexFlag = re.IGNORECASE) -> None:
        self.source = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    def _pattern(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self.source, self._flags)
        return self._compiled

    def search(self, text: str) -> re.Match[str] | None:
        return self._pattern().search(text)

    def match(self, text: str) -> re.Match[str] | None:
        return self._pattern().match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._pattern().fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self._pattern().finditer(text)

    def split(self, text: str) -> list[str]:
        return self._pattern().split(text)

    def blank(self, text: str) -> str:
        """The text without the phrases."""
        return self._pattern().sub(" ", text)


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """How votes are written. Patterns have a group `name` (or `half`) where they name somebody."""

    name: str
    forms: frozenset[Form]
    bare: Bare
    several: Several
    per_colour: bool
    nobody_votes: bool
    palette: Palette | None
    tags: frozenset[str]
    accept: frozenset[Grade]
    said: frozenset[Form]
    loose: bool
    commands: tuple[str, ...]
    ignored: tuple[str, ...]
    typed: Phrases
    vote: Phrases
    change: Phrases
    unvote: Phrases
    nominate: Phrases
    vegetable: Phrases
    scan: Phrases
    lead: Phrases
    lead_marked: Phrases
    nobody: Phrases
    final: Phrases
    early: Phrases
    against: Phrases
    defence: Phrases
    not_meant: Phrases
    intent: Phrases
    intent_unless: Phrases
    intent_dropped: Phrases
    retracted: Phrases
    conditional: Phrases
    asking: Phrases
    near_vote: Phrases
    again: Phrases
    titles: Phrases
    asides: Phrases
    governs: Phrases
    supposing: Phrases
    supposing_aside: Phrases
    wishing: Phrases
    joking: Phrases
    joking_aside: Phrases
    self_words: Phrases
    because: Phrases
    denial: Phrases
    denied: Phrases
    listed: Phrases
    joined: Phrases
    doubt_before: Phrases
    doubt_after: Phrases
    fillers: frozenset[str]
    between: frozenset[str]
    chatter: frozenset[str]
    colour_words: Mapping[Colour, Phrases]
    colour_stems: tuple[str, ...]
    signs: Mapping[str, Colour]
    loose_signs: frozenset[str]
    halves: Mapping[str, str]

    @property
    def knows_defence(self) -> bool:
        """Whether a vote in defence can be written in it: by a colour, or by words."""
        painted = self.forms & _COLOURED and (self.palette is None or bool(self.palette.blue))
        return bool(painted) or self.defence is not _NEVER


_COLOURED = frozenset({Form.COLOUR, Form.RAW, Form.WORD, Form.EMOJI})


def dialect_names() -> tuple[str, ...]:
    """The built-in dialects."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def load_dialect(name: str) -> Dialect:
    """A built-in dialect by its name, or one from a file by its path. Raises DialectFault."""
    path = _FOLDER / f"{name}.toml" if name in dialect_names() else Path(name)
    if not path.is_file():
        raise DialectFault(
            f"{name}: no dialect of this name and no file; the dialects are {', '.join(dialect_names())}"
        )
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise DialectFault(f"{path}: {fault}") from fault
    return make_dialect(data, name=path.stem)


def make_dialect(data: Mapping[str, Any], *, name: str = "game") -> Dialect:
    """A dialect from its keys; the rest is taken from the one that `extends` names. Raises DialectFault."""
    known = _built_in(_BASE)
    merged = _merged(data)
    for key in merged:
        if key not in known and key not in ("extends", "palette", "tags"):
            raise DialectFault(f"{name}: {key!r} is no key of a dialect; the keys are {', '.join(known)}")
    try:
        return _made(merged, name)
    except (ValueError, TypeError, KeyError) as fault:
        raise DialectFault(f"{name}: {fault}") from fault


@cache
def _built_in(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _merged(data: Mapping[str, Any]) -> dict[str, Any]:
    parent = data.get("extends", _BASE)
    if parent not in dialect_names():
        raise DialectFault(f"extends = {parent!r}: the dialects are {', '.join(dialect_names())}")
    base = _built_in(parent)
    return {**(_merged(base) if "extends" in base else base), **data}


def _made(data: Mapping[str, Any], name: str) -> Dialect:
    signs = {
        sign: Colour(colour)
        for table in ("signs", "loose_signs")
        for colour, them in data[table].items()
        for sign in them
    }
    return Dialect(
        name=name,
        forms=frozenset(Form(form) for form in data["forms"]),
        bare=Bare(data["bare"]),
        several=Several(data["several"]),
        per_colour=bool(data["per_colour"]),
        nobody_votes={"vote": True, "no-vote": False}[data["nobody"]],
        palette=Palette(**{colour: tuple(them) for colour, them in data["palette"].items()})
        if "palette" in data
        else None,
        tags=frozenset(data.get("tags", ())),
        accept=accepted(data["accept"]),
        said=frozenset(Form(form) for form in data["said"]),
        loose=bool(data["loose"]),
        commands=tuple(data["commands"]),
        ignored=tuple(data["ignored"]),
        typed=_typed(data.get("tags", ()), bold="bold" in data["forms"], commands=data["commands"]),
        vote=_clause(data["vote"]),
        change=_clause(data["change"]),
        unvote=_clause(data["unvote"]),
        nominate=_clause(data["nominate"]),
        vegetable=_clause(data["vegetable"]),
        scan=_clause(data["scan"]),
        lead=_clause(data["lead"]),
        lead_marked=_clause([*data["lead"], *data["lead_marked"]]),
        nobody=_whole(data["nobody_words"]),
        final=_words(data["final_words"]),
        early=_words(data["early_words"]),
        against=_words(data["against_words"]),
        defence=_words(data["defence_words"]),
        not_meant=Phrases(rf"(?:^|\W)(?:{_alternatives(data['not_meant'])})\W*$"),
        intent=_intent(data["intent"], data["intent_alone"], data["intent_openers"]),
        intent_unless=_words(data["intent_unless"]),
        intent_dropped=_dropped(data["intent_put_off"], data["intent_dropped"]),
        retracted=Phrases(rf"\W*(?:{_alternatives(data['retracted'])})"),
        conditional=Phrases(rf"[^\w.!?…\n]*(?:{_alternatives(data['conditional'])})", re.NOFLAG),
        asking=_words(data["asking"]),
        near_vote=Phrases(rf"(?:^|\W)(?P<said>{_alternatives(data['near_vote'])})") if data["near_vote"] else _NEVER,
        again=_clause([*data["vote"], *data["change"], *data["again"]] if data["again"] else []),
        titles=Phrases(rf"\W*(?:(?:{_words(data['titles']).source})\W+)+") if data["titles"] else _NEVER,
        asides=Phrases(rf"\W+(?:{_words(data['asides']).source})") if data["asides"] else _NEVER,
        governs=Phrases(rf"(?:{_words(data['governs']).source})\W*$"),
        supposing=_words(data["supposing"]),
        supposing_aside=_words(data["supposing_aside"]),
        wishing=_words(data["wishing"]),
        joking=_words(data["joking"]),
        joking_aside=_words(data["joking_aside"]),
        self_words=_whole(data["self_words"]),
        because=_words(data["because"]),
        denial=Phrases(rf"\W*(?:{_words(data['denials']).source})"),
        denied=Phrases(rf"(?:{_words(data['denials']).source})\s+\W*$"),
        listed=_between(r"[,;+&]", data["joins"], data["governs"]),
        joined=_between(r"[,;/+&]", [*data["joins"], *data["choices"]], data["governs"]),
        doubt_before=_words(data["doubt_before"]),
        doubt_after=_words(data["doubt_after"]),
        fillers=frozenset(data["fillers"]),
        between=frozenset(data["between"]),
        chatter=frozenset(data["chatter"]),
        colour_words={Colour(colour): _words(them) for colour, them in data["colour_words"].items()},
        colour_stems=tuple(word.lower() for them in data["colour_words"].values() for word in them),
        signs=dict(sorted(signs.items(), key=lambda item: -len(item[0]))),
        loose_signs=frozenset(sign for them in data["loose_signs"].values() for sign in them),
        halves={word: half for half, them in data["halves"].items() for word in them},
    )


# --- phrases to patterns ---


def _typed(tags: Iterable[str], *, bold: bool, commands: Iterable[str]) -> Phrases:
    """Tags that stand in the text as they were typed, closed or not («[b]VOTE: x[\\b]»), and commands."""
    kinds = [r"\[(?P<unvote>unvote)\]"] if tags else []
    if names := "|".join(re.escape(tag) for tag in sorted(tags, key=len, reverse=True)):
        kinds.append(rf"\[(?P<tag>{names})\]" + _contents("in_tag", r"(?P=tag)", names))
    if bold:
        kinds.append(r"\[b\]" + _contents("in_bold", "b", "b"))
    if signs := "|".join(re.escape(sign) for sign in commands):
        kinds.append(rf"(?<![^\s\W_])(?:{signs})[ \t]*(?P<command>\w[^\n]*?)(?=\s*(?:{signs})|\s*\n|\s*\Z)")
    return Phrases("|".join(kinds)) if kinds else _NEVER


CLOSE = re.compile(r"\[[/\\]\s?[\w-]{0,20}[\])}]?")
"""The end of a typed tag, be it another tag's («[vote]x[/b]») or broken off («[vote]x[/vote»)."""


def _contents(group: str, tag: str, opening: str) -> str:
    """What a typed tag holds, and its end: its own, or where none comes before it opens once more, any that no tag
    inside it asks for; itself where nothing follows («[v]x[v]»); or the end of the line."""
    own = rf"\[[/\\]{tag}\]"
    again = rf"\[{tag}\](?=[^\w\n]*(?:\n|\Z))"
    inner = rf"\[(?P<of_{group}>\w+)\][^\n\[]{{0,200}}\[/(?P=of_{group})\]"
    other = rf"{CLOSE.pattern}(?!(?:(?!\[(?:{opening})\])[^\n]){{0,200}}?{own})"
    return rf"(?P<{group}>(?:{inner}|[^\n]){{1,200}}?)(?:{own}|{other}|{again}|(?=\n)|\Z)"


_STOPS = r"[\W_]"
_PART = re.compile(r"\[[^\]]*\]|\([^)]*\)|\{\w+\}|[^\s\[({]+")
_GROUPS = {
    "{name}": r"(?P<name>.+)",
    "{other}": r"(?P<other>.{1,60}?)",
    "{n}": r"\d+(?:-?[а-яё]{1,2})?",
    "{half}": r"(?P<half>.+)",
}
_GROUP = re.compile(r"\(\?P<(name|half|other)>")
_NEVER = Phrases(r"(?!)")


def _phrase(phrase: str) -> str:
    _check(phrase)
    made, open_end = "", True  # open_end: nothing before that has to be set off from what follows
    for part in _PART.findall(phrase):
        optional = part[0] == "["
        inner = _inner(part) if part[0] in "[(" else _word(part)
        if open_end:
            made += rf"(?:(?:{inner}){_STOPS}+)?" if optional else rf"(?:{inner})"
        else:
            made += rf"(?:{_STOPS}+(?:{inner}))?" if optional else rf"{_STOPS}+(?:{inner})"
        open_end = open_end and optional
        if part.endswith(":"):
            made, open_end = made + rf"{_STOPS}*", True
    return made


def _check(phrase: str) -> None:
    for placeholder in re.findall(r"\{[^}]*\}?", phrase):
        if placeholder not in _GROUPS:
            raise ValueError(f"{phrase!r}: {placeholder} stands for nothing; there are {', '.join(_GROUPS)}")
    if any(phrase.count(opening) != phrase.count(closing) for opening, closing in ("[]", "()")):
        raise ValueError(f"{phrase!r}: a bracket is open")


def _inner(part: str) -> str:
    return "|".join(rf"{_STOPS}+".join(_word(word) for word in choice.split()) for choice in part[1:-1].split("|"))


def _word(word: str) -> str:
    if word in _GROUPS:
        return _GROUPS[word]
    if word.endswith(":"):
        return _word(word[:-1]) + r"\s*(?:[:=>]|-+>?|[–—])"
    stem = re.escape(word.rstrip("*")).replace("е", "[её]")
    return rf"\b{stem}\w*" if word.endswith("*") else rf"\b{stem}\b"


def _alternatives(phrases: list[str]) -> str:
    # a pattern may name its group once: each phrase gets its own number
    # «в защиту {name}» before «в {name}»
    made = map(_phrase, sorted(phrases, key=_weight, reverse=True))
    return "|".join(_GROUP.sub(rf"(?P<\g<1>{number}>", pattern) for number, pattern in enumerate(made))


def _weight(phrase: str) -> int:
    """How much of a phrase must be there."""
    return sum(len(part.split("|")[0]) for part in _PART.findall(phrase) if part[0] not in "[{")


def _clause(phrases: list[str]) -> Phrases:
    """The phrases at the beginning of a clause."""
    if not phrases:
        return _NEVER
    return Phrases(rf"(?:^|[.!?;,:—–(\n]|\s-\s)[\s\"'«»“”„(\[*_#/>]*(?P<said>{_alternatives(phrases)})")


def _intent(phrases: list[str], alone: list[str], openers: list[str]) -> Phrases:
    """«But I am going to»: nothing else in its clause; those without a person begin their sentence."""
    if not phrases:
        return _NEVER
    lead = rf"\s*(?:(?:{_words(openers).source})[\s,]+){{0,4}}"
    return Phrases(rf"(?:^|[,;–—(]){lead}(?:{_alternatives(phrases)})\s*$|^{lead}(?:{_alternatives(alone)})\s*$")


def _dropped(put_off: list[str], anywhere: list[str]) -> Phrases:
    """What drops an intent: said right after it, or anywhere in the text that follows."""
    if not anywhere:
        return _NEVER
    return Phrases(rf"^\W*(?:{_words(put_off).source})|{_words(anywhere).source}")


def _words(words: list[str]) -> Phrases:
    if not words:
        return _NEVER
    longest_first = sorted(words, key=len, reverse=True)
    return Phrases("|".join(rf"{_STOPS}+".join(_word(part) for part in word.split()) for word in longest_first))


def _between(signs: str, words: list[str], governs: list[str]) -> Phrases:
    """What stands between two names of a list."""
    return Phrases(rf"\s*(?:{signs}|{_words(words).source})\s*(?:(?:{_words(governs).source})\s+)?")


def _whole(words: list[str]) -> Phrases:
    return Phrases(rf"\W*(?:{_words(words).source})\W*") if words else _NEVER
