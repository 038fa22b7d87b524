"""A count of votes as a host posts it, read: who stands with how many, and by whose votes.

In: the text of the post, and whom a name means. Out: a row for each line of the count. Any usual layout will do:
«Вася – 3 (Петя, Коля, Аня)», «3 Vasya: Petya, Kolya», a line for each voter under the candidate, the cells of a table.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rapidfuzz.distance import OSA

__all__ = ["NameReader", "PostedCount", "PostedRow", "PostedVote", "read_posted_count"]

NameReader = Callable[[str], str | None]
"""Whom a text means that is nothing but a name: a player, the word for nobody, or None."""


@dataclass(frozen=True, slots=True)
class PostedVote:
    """A voter as the count names him; `colour` is `red` or `blue` where the count parts them."""

    by: str
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class PostedRow:
    """A candidate of the count. `total` is the one number beside the name; `unread`: voters whom nobody is called."""

    line: str
    target: str
    total: int | None = None
    against: int | None = None
    defence: int | None = None
    votes: tuple[PostedVote, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def tells_number(self) -> bool:
        return (self.total, self.against, self.defence) != (None, None, None)


@dataclass(frozen=True, slots=True)
class PostedCount:
    """`not_voting` is None where the count does not tell, `silent` the number of them that it gives; `unread` are lines
    like a row whose name nobody has, `voting` the players named in what was not understood: they have a vote there."""

    rows: tuple[PostedRow, ...]
    not_voting: tuple[str, ...] | None
    unread: tuple[str, ...]
    silent: int | None = None
    voting: tuple[str, ...] = ()

    @property
    def by_target(self) -> dict[str, PostedRow]:
        """The rows by whom they are of: of several of one player the last that names his voters, else the last."""
        found: dict[str, PostedRow] = {}
        for row in self.rows:
            if row.votes or row.target not in found or not found[row.target].votes:
                found[row.target] = row
        return found


_BULLET = re.compile(r"^\s*(?:[-–—*•·●▪►>]+\s+|\d{1,2}[.)]\s+)?")
_NUMBER = re.compile(r"(?<![\w#])(?:[xх×]\s?)?(\d{1,3})(?!\w|[.:]\d)(?:\s*/\s*\d{1,3})?")
_LEADING = re.compile(
    r"^(?:[\[({]\s*(?P<boxed>\d{1,3})\s*[\])}]\s*[:.–—-]?|(?P<bare>\d{1,3})(?:\s*[xх×:.)–—-]|(?=\s)))\s*"
    r"(?:votes?\s+(?:for|on|against)\s+)?(?=\S)"
)
_TRAILING = re.compile(r"(?:[(\[{]\s*|\s[-–—=]\s*)(\d{1,3})\s*[)\]}]?\W*$")
_SUM = re.compile(r"(\d{1,3})\s*[-–—−]\s*(\d{1,3})\s*=\s*([-–−]?\d{1,3})")
_SUM_WORD = r"(?:итог\w*|всего|total|сумма)"
_TOTAL = re.compile(rf"(?i)(?:{_SUM_WORD}|=)\s*[:=–—-]?\s*([-–−]?\d{{1,3}})")
_RED = r"(?:красн\w*|против|red|against|🔴)"
_BLUE = r"(?:син\w*|в защиту|защита|за|blue|defence|defense|🔵)"
_COLOURED = re.compile(rf"(?i)(?<!\w)(?:(?P<red>{_RED})|(?P<blue>{_BLUE}))(?!\w)\s*[:=(–—-]?\s*(?P<after>\d{{1,3}})?")
_COLOURED_BEFORE = re.compile(rf"(?i)(?<!\w)(?P<before>\d{{1,3}})\s*(?:(?P<red>{_RED})|(?P<blue>{_BLUE}))(?!\w)")
_UNIT = (
    r"(?:(?<!\w)(?:голос\w*|votes?|голосуют|voters?|lynch|hammer|max|with|has|have)|['’]s\s+wagon|(?<!\w)wagon)(?!\w)"
)
_UNITS = re.compile(f"(?i){_UNIT}")
# how many votes are left to a majority: «[L-2]», «E-1»
_LEFT = r"[\[(]?\s*(?<!\w)[LE][-–−]\d{1,2}(?!\w)[!\s]*[\])]?"
_LEFT_TO_GO = re.compile(rf"^\W*{_LEFT}\s*:|{_LEFT}")
_NOT_VOTING = re.compile(
    r"(?i)\W*(?:не\s+(?:про)?голос\w*|не\s+проголос\w*|молч\w*|нет\s+голоса|без\s+голоса|воздерж\w*"
    r"|(?:\d{1,2}\W+)?(?:[a-z]{2,10}[\s/]+){0,2}?"
    r"(?:not[\s-]*(?:(?:currently|yet|presently)\s+)?vot(?:ed|ing|es?|ers?)|non[\s-]*vot\w*|no\s+votes?|unvot\w*|abstain\w*"
    r"|(?:has|have)(?:n['’]?t|\s+not)\s+(?:yet\s+)?voted|(?:yet|still|left)\s+to\s+vote|undecided))(?!\w)"
)
# «No one: Vasya; Petya» beside rows with numbers: they vote for no one
_FOR_NO_ONE = re.compile(r"(?i)\W*(?:no[\s-]?one|nobody|none|никто)\s*[:–—-](?!\W*\d)")
_NO_ONE = re.compile(r"(?i)(?:no[\s-]?one|nobody|none|никто)")
_BETWEEN = re.compile(r"[,;|\n\t/]|\s(?:и|and|&)\s")
_LESS_OFTEN = re.compile(r"\s[-–—]+\s|[>→•·]")
_REMARK = re.compile(r"#\d+|\[[^\]]*\]|\([^()]*\)|(?<!\w)\d{1,2}:\d\d(?::\d\d)?(?!\w)|(?<!\w)[xх×]\s?\d+(?!\w)")
_COUNT_FIRST = re.compile(r"^\W*(?:(\d+)(?:\s*/\s*\d+)?(?!\w))?\W*")
_COUNT_BEFORE = re.compile(r"\W*(\d{1,2})(?!\w)")
# what the forum or the writer puts between names: pictures by their names, faces of signs, faces of letters
_SMILEYS = re.compile(
    r":[a-z][a-z0-9_+-]{1,30}:|(?<!\S)[:;=][-'’^]?[()DPO*/\\|]+(?!\S)"
    "|[\U0001f600-\U0001f64f\U0001f910-\U0001f917\U0001f920-\U0001f92f\U0001f970-\U0001f97a]\ufe0f?",
    re.IGNORECASE,
)
# behind the last voter: what the votes have come to
_ENDINGS = (
    "lynch", "lynched", "hammer", "hammered", "eliminated", "elimination", "executed", "казнь", "казнён", "казнена",
    "линч", "повешен",
)  # fmt: skip
_LAST_WORD = re.compile(r"(?:^|\W)([^\W\d_]{4,14})[^\w()]*$")
_HAS_BEEN = re.compile(r"(?i)(?:^|[^\w])(?:is|was|gets|got|no|(?:has\s+)?been|will\s+be|будет|был[аи]?)\W*$")
_EDGES = " \t\r\n.,:;!()[]{}<>«»\"'“”„=–—-−→*•·>|_~`"
_HEAD_END = re.compile(r"[:=(\[<>→←~|\t]|\s[-–—]+(?=\s|\(|$)|[–—]|-+\s*$")
_OPENS = re.compile(r"[:–—-]\s*$")
_ASIDE = re.compile(r"\(\s*(?P<word>[^\W\d_][^\s()]*)?[^()]*\)(?=\s*\S)")
_SIGNS = re.compile(r"[,;:=()\[\]|]|\s[-–—>]+\s")
_STOP = re.compile(r"[,;]\s*")
_UNITS_FIRST = re.compile(r"(?i)^\s*(?:голос\w*|votes?)(?=\W*[(\[:–—-])")
_ANOTHER_WORD = re.compile(rf"(?i)\s+(?!{_UNIT}|(?:{_RED}|{_BLUE}|{_SUM_WORD})(?!\w))[^\W\d_]")
_LONGEST_HEAD = 80
_MOST_WORDS = 5  # of a nick
_LONG_WORD = 7
_LONGEST_LINE = 2000


def read_posted_count(text: str, whom: NameReader) -> PostedCount:
    """The count in a text. A text without one gives no rows."""

    def named(written: str) -> str | None:
        name = whom(written)
        return None if name is not None and ":" in written and ":" not in name else name

    lines = [line[:_LONGEST_LINE] for line in _without_smileys(text, named).split("\n")]
    count = _read_lines(lines, named, with_numbers=False)
    if any(row.tells_number for row in count.rows) and any(_FOR_NO_ONE.match(line) for line in lines):
        return _read_lines(lines, named, with_numbers=True)
    return count


def _read_lines(lines: Sequence[str], whom: NameReader, *, with_numbers: bool) -> PostedCount:
    """The count in the lines. `with_numbers`: its rows have them, and who stands for no one without any is silent."""
    found = _Found()
    for line in _joined_cells(lines, whom):
        unbulleted = _BULLET.sub("", line, count=1)
        bare = _LEFT_TO_GO.sub(" ", unbulleted).strip()
        more = bare.endswith((",", ";"))
        alone = whom(_clean(bare))
        opens = _OPENS.search(bare) is not None or (bare != unbulleted.strip() and not found.is_listing)
        if quiet := _NOT_VOTING.match(bare) or (with_numbers and _FOR_NO_ONE.match(bare)):
            _read_silent(found, line, bare, quiet.end(), whom)
        elif _is_no_one(_clean(bare), alone) and found.is_open:
            found.close()
        elif (told := _list_of_names(bare, alone, whom, found, opens=opens)) and found.takes(
            [name for name, _word in told if name], more=more
        ):
            found.unread += [f"{line.strip()}: {word}" for name, word in told if not name]
        else:
            _read_other(found, line, bare, whom, alone, opens=opens)
    return found.count()


def _read_silent(found: "_Found", line: str, bare: str, end: int, whom: NameReader) -> None:
    after = bare[end:]
    number = _COUNT_BEFORE.match(bare, 0, end) or _COUNT_FIRST.match(after)
    told = list(_names(_COUNT_FIRST.sub("", after), whom))
    found.add_silent([name for name, _word in told if name], number and number[1], more=bare.endswith((",", ";")))
    if (number and number[1]) or any(name for name, _word in told):
        found.unread += [f"{line.strip()}: {word}" for name, word in told if not name]


def _read_other(found: "_Found", line: str, bare: str, whom: NameReader, alone: str | None, *, opens: bool) -> None:
    """A line that belongs to nothing above it. `alone`: whose name it is and no more."""
    if rows := list(_read_rows(line, bare, whom)):
        found.add_rows(rows, more=bare.endswith((",", ";")))
        found.voting += [name for row in rows for word in row.unread for name in _named_in(word, whom)]
    elif alone is not None:
        found.stand(line, alone, opens=opens)
    elif bare:
        like_a_row = _looks_like_row(bare)
        found.leave(line, like_a_row=like_a_row)
        found.voting += _named_in(bare[_head_length(bare) :], whom) if like_a_row else ()


def _list_of_names(
    bare: str, alone: str | None, whom: NameReader, found: "_Found", *, opens: bool
) -> list[tuple[str | None, str]]:
    """The names of a line that is a list of them; of those who do not vote some may be unknown."""
    if opens or alone is not None:
        return [] if opens else [(alone, bare)]
    if not re.search(r"[,;]", bare) or _HEAD_END.search(bare) or _NUMBER.search(bare):
        return []
    told = list(_names(bare, whom))
    unknown = sum(name is None for name, _word in told)
    return told if not unknown or (found.asks_for_silent and len(told) > 3 * unknown) else []


def _named_in(text: str, whom: NameReader) -> Iterator[str]:
    """Whoever is named in a text that was not understood."""
    for piece in _SIGNS.split(text):
        name = whom(_clean(piece))
        yield from [name] if name else (each for each, _word in _names_in_a_row(piece, whom) if each)


def _is_no_one(written: str, name: str | None) -> bool:
    """Whether a word says that nobody stands here, and is not a player's name."""
    return _NO_ONE.fullmatch(written) is not None and (name is None or name.casefold() != written.casefold())


def _without_smileys(text: str, whom: NameReader) -> str:
    return _SMILEYS.sub(lambda found: found[0] if whom(_clean(found[0])) else " ", text)


class _Into(Enum):
    """What the names on the coming lines belong to."""

    ROW = "row"
    SILENT = "silent"


class _Found:
    """What was read so far. Lines one after the other are a block; a row of one name after another, «Vasya: Petya», is
    one in a block with others that are more."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, PostedRow]] = []
        self._silent: list[str] | None = None
        self._silent_told: int | None = None
        self.unread: list[str] = []
        self.voting: list[str] = []
        self._block = 0
        self._sure: set[int] = set()
        self._into: _Into | None = None
        # the row has its voters below it, line by line; the line above ended in a comma
        self._below = False
        self._more = False
        # voters below a comma, by their row: perhaps candidates of their own
        self._after_comma: list[tuple[int, str]] = []
        self._stands_bare = False

    @property
    def is_open(self) -> bool:
        return self._into is not None

    @property
    def asks_for_silent(self) -> bool:
        """Whether a list of those who do not vote has to come: there is its heading alone."""
        return self._into is _Into.SILENT and not self._silent

    @property
    def lacks_voters(self) -> bool:
        """Whether the row above tells of more voters than it has so far."""
        return self._into is _Into.ROW and self._rows[-1][1].tells_number and _wants_voters(self._rows[-1][1])

    @property
    def is_listing(self) -> bool:
        """Whether the row above has some of its voters, and tells of more."""
        return self.lacks_voters and bool(self._rows[-1][1].votes)

    def close(self) -> None:
        self._into = None

    def add_silent(self, names: Iterable[str], number: str | None = None, *, more: bool = False) -> None:
        self._silent = [*(self._silent or ()), *names]
        self._silent_told = int(number) if number else self._silent_told
        self._into, self._more = _Into.SILENT, more
        self._sure.add(self._block)

    def takes(self, names: Sequence[str], *, more: bool) -> bool:
        """Whether the names of a line belong to what stands above it. `more`: the line ends in a comma."""
        if self._into is _Into.SILENT and (len(names) == 1 or self._more or not self._silent):
            self.add_silent(names, more=more)
            return True
        if self._into is not _Into.ROW:
            return False
        row = self._rows[-1][1]
        if not (self.lacks_voters if row.tells_number else self._below or self._more):
            return False
        if not row.tells_number and not self._below:
            self._after_comma += [(len(self._rows) - 1, name) for name in names]
        self._rows[-1] = self._block, replace(row, votes=(*row.votes, *map(PostedVote, names)))
        self._below, self._more = self._below and len(names) == 1, more
        return True

    def add_rows(self, rows: Sequence[PostedRow], *, more: bool = False) -> None:
        self._rows += [(self._block, row) for row in rows]
        self._into = _Into.ROW
        self._below, self._more = not (rows[-1].votes or rows[-1].unread), more
        if any(row.tells_number or len(row.votes) > 1 for row in rows):
            self._sure.add(self._block)

    def stand(self, line: str, name: str, *, opens: bool) -> None:
        """A candidate by himself; `opens`: his voters may come below."""
        if opens:
            self.add_rows([PostedRow(line.strip(), name)])
        else:
            self._into = None
            self._stands_bare = True

    def leave(self, line: str, *, like_a_row: bool) -> None:
        """A line that is no part of the count."""
        self._into = None
        self._block += 1
        if like_a_row:
            self.unread.append(line.strip())

    def count(self) -> PostedCount:
        self._part_candidates()
        rows = (row for block, row in self._rows if row.tells_number or len(row.votes) > 1 or block in self._sure)
        meant = tuple(row for row in rows if row.tells_number or row.votes)
        silent = None if self._silent is None else tuple(self._silent)
        return PostedCount(meant, silent, tuple(self.unread), self._silent_told, tuple(dict.fromkeys(self.voting)))

    def _part_candidates(self) -> None:
        """Take from the rows those below a comma who are candidates: each has a row, or candidates stand bare."""
        candidates = {row.target for _block, row in self._rows}
        for place, name in self._after_comma:
            if self._stands_bare or name in candidates:
                block, row = self._rows[place]
                self._rows[place] = block, replace(row, votes=tuple(vote for vote in row.votes if vote.by != name))


def _joined_cells(lines: Sequence[str], whom: NameReader) -> Iterator[str]:
    """The lines, those that are the cells of one row of a table as one: a name, and a number by itself beside it."""
    place = 0
    while place < len(lines):
        cells = lines[place : place + 3]
        named = whom(_clean(cells[0])) is not None or _NOT_VOTING.fullmatch(_clean(cells[0])) is not None
        if named and len(cells) > 1 and _is_number(cells[1]):
            follows = lines[place + 3 : place + 4]
            last = cells[2:3] if not (follows and _is_number(follows[0])) else []
            voters = [cell for cell in last if any(name for name, _word in _names(cell, whom))]
            yield f"{cells[0].strip()} – {cells[1].strip()}" + "".join(f": {cell}" for cell in voters)
            place += 2 + len(voters)
        elif named and len(cells) > 2 and _is_number(cells[2]) and any(n for n, _word in _names(cells[1], whom)):
            yield f"{cells[0].strip()} – {cells[2].strip()}: {cells[1]}"
            place += 3
        else:
            yield lines[place]
            place += 1


def _is_number(cell: str) -> bool:
    return cell.strip().isdigit()


def _read_rows(line: str, bare: str, whom: NameReader) -> Iterator[PostedRow]:
    """The rows of a line; a long one may hold several: «Vasya 3 (Petya, Kolya, Anya), Petya 1 (Vasya)»."""
    rows = [_read_row(line, part, whom) for part in _apart(bare, whom)]
    yield from (row for row in rows if row is not None)


def _apart(bare: str, whom: NameReader) -> Iterator[str]:
    """The line, cut before each further name that has both a number and voters of its own."""
    start = 0
    for stop in _STOP.finditer(bare) if len(_NUMBER.findall(bare)) > 1 else ():
        rest = bare[stop.end() :]
        outside = bare.count("(", 0, stop.start()) <= bare.count(")", 0, stop.start())
        following = _find_head(rest[: _LONGEST_HEAD * 2], whom) if outside else None
        if following is None or following[2] is None or not re.match(r"\W*[(\[:–—-]\W*\w", following[1]):
            continue
        if _find_head(bare[start : stop.start()], whom) is not None and not _STOP.search(rest, 0, _head_length(rest)):
            yield bare[start : stop.start()]
            start = stop.end()
    yield bare[start:]


def _head_length(rest: str) -> int:
    number = _NUMBER.search(rest)
    return number.start() if number else len(rest)


def _read_row(line: str, bare: str, whom: NameReader) -> PostedRow | None:
    """A line as a row: a name with a number, or a name with the voters after it."""
    bare = _without_aside(bare, whom)
    head = _find_head(bare, whom)
    if head is None:
        return None
    target, rest, number = head
    row = PostedRow(line.strip(), target, total=number)
    sums = _SUM.search(rest)
    if sums:
        row = replace(row, against=int(sums[1]), defence=int(sums[2]), total=_whole(sums[3]))
        rest = rest.replace(sums[0], " ", 1)
    elif (total := _TOTAL.search(rest)) is not None:
        row = replace(row, total=_whole(total[1]))
        rest = rest.replace(total[0], " ", 1)
    for colour, count in _coloured_counts(rest):
        row = replace(row, against=count) if colour == "red" else replace(row, defence=count)
    rest = _UNITS_FIRST.sub("", rest)
    found = [(name, word, colour) for part, colour in _by_colour(rest) for name, word in _names(part, whom)]
    votes = tuple(PostedVote(name, colour) for name, _word, colour in found if name is not None)
    row = replace(row, votes=votes, unread=tuple(word for name, word, _colour in found if name is None))
    last = _TRAILING.search(rest) if not row.tells_number else None
    if last is not None and int(last[1]) == len(votes):
        row = replace(row, total=len(votes))
    alone = not rest.strip() and _OPENS.search(bare) is not None
    return row if row.tells_number or alone or len(votes) > len(row.unread) else None


def _without_aside(bare: str, whom: NameReader) -> str:
    """The line without a remark in brackets right behind the name, «Vasya (replaced Petya) (2): Kolya»."""
    aside = _ASIDE.search(bare, 0, _LONGEST_HEAD * 2)
    leading = _LEADING.match(bare)
    if (
        aside is None
        or aside["word"] is None
        or whom(_clean(bare[leading.end() if leading else 0 : aside.start()])) is None
    ):
        return bare
    first = next(_names(aside[0], whom), None)
    if whom(_clean(aside["word"])) is not None or (first is not None and first[0] is not None):
        return bare
    return f"{bare[: aside.start()]} {bare[aside.end() :]}"


def _counts_votes(rest: str, whom: NameReader) -> bool:
    """Whether a number is one of votes by what stands behind it: a word for them, a name, or no word at all."""
    first = next(_names(rest, whom), None) if _ANOTHER_WORD.match(rest) else None
    return first is None or first[0] is not None


def _find_head(bare: str, whom: NameReader) -> tuple[str, str, int | None] | None:
    """The candidate of a line, what follows, and the number between: the longest name that ends before a number."""
    found: tuple[str, str, int | None] | None = None
    for number in _NUMBER.finditer(bare[: _LONGEST_HEAD * 2]):
        written = bare[: number.start()]
        name = whom(_clean(written)) or whom(_clean(_UNITS.sub(" ", written)))
        if name is not None and (_SUM.match(bare, number.start()) or _COLOURED_BEFORE.match(bare, number.start())):
            found = name, bare[number.start() :], None
        elif name is not None and _counts_votes(bare[number.end() :], whom):
            found = name, bare[number.end() :], int(number[1])
        elif name is not None:
            return found
    if found is not None:
        return found
    leading = _LEADING.match(bare)
    for start, count in [(leading.end(), int(leading["boxed"] or leading["bare"]))] if leading else []:
        end = _HEAD_END.search(bare, start)
        name = whom(_clean(bare[start : end.start() if end else None]))
        if name is not None:
            return name, bare[end.start() :] if end else "", count
    for end in _HEAD_END.finditer(bare[:_LONGEST_HEAD]):
        name = whom(_clean(bare[: end.start()]))
        if name is not None:
            return name, bare[end.end() :], None
    return None


def _coloured_counts(rest: str) -> Iterator[tuple[str, int]]:
    for pattern, group in ((_COLOURED_BEFORE, "before"), (_COLOURED, "after")):
        told = [("red" if each["red"] else "blue", int(each[group])) for each in pattern.finditer(rest) if each[group]]
        if told:
            yield from told
            return


def _by_colour(rest: str) -> Iterator[tuple[str, str | None]]:
    """The voters' part of a line, parted where it says «красные: …; синие: …»."""
    labels = [each for each in _COLOURED.finditer(rest) if rest[each.end("red" if each["red"] else "blue") :].strip()]
    starts = [(0, None), *((each.end(), "red" if each["red"] else "blue") for each in labels)]
    ends = [*(each.start() for each in labels), len(rest)]
    for (start, colour), end in zip(starts, ends, strict=True):
        yield rest[start:end], colour


def _names(text: str, whom: NameReader) -> Iterator[tuple[str | None, str]]:
    """Each name in a list of voters with how it is written; None for one that nobody has."""
    opened = text.strip(" \t.:;=–—-−→>")
    if opened[:1] in "([" and opened[-1:] in ")]":
        opened = opened[1:-1]
    for piece in _BETWEEN.split(opened):
        name, written = _name(piece, whom)
        if _is_no_one(written, name):
            continue
        if name is not None or not any(letter.isalpha() for letter in written):
            yield from [(name, written)] if name is not None else []
        else:
            yield from _names_in_a_row(written, whom) or [(None, written)]


def _name(piece: str, whom: NameReader) -> tuple[str | None, str]:
    plain = _without_ending(_REMARK.sub(" ", piece))
    # a name may have a word in it that is also one for votes
    name = whom(_clean(piece)) or whom(_clean(plain))
    written = _clean(_UNITS.sub(" ", plain))
    if name is None and written:
        name = whom(written) or whom(_clean(re.sub(r"\s+\d+$", "", written)))
    return name, written


def _without_ending(piece: str) -> str:
    """The text without what the votes came to, «LYNCHED!», however it is spelt."""
    last = _LAST_WORD.search(piece)
    if last is None or not any(_is_like(last[1].lower(), word) for word in _ENDINGS):
        return piece
    return _HAS_BEEN.sub("", piece[: last.start(1)])


def _is_like(word: str, right: str) -> bool:
    slips = 1 if len(right) < _LONG_WORD else 2
    return OSA.distance(word, right, score_cutoff=slips) <= slips and word[:1] == right[:1]


def _names_in_a_row(text: str, whom: NameReader) -> list[tuple[str | None, str]]:
    """Names with other signs or nothing but spaces between them; none at all where a word is left that is no name."""
    signed = [_name(piece, whom) for piece in _LESS_OFTEN.split(text)]
    if len(signed) > 1 and all(name is not None for name, _written in signed):
        return list(signed)
    words, first = [word for word in text.split() if any(map(str.isalnum, word))], 0
    found: list[tuple[str | None, str]] = []
    while first < len(words):
        ends = range(min(first + _MOST_WORDS, len(words)), first, -1)
        named = ((end, whom(_clean(" ".join(words[first:end])))) for end in ends)
        end, name = next(((end, name) for end, name in named if name is not None), (0, None))
        if name is None:
            return []
        found.append((name, " ".join(words[first:end])))
        first = end
    return found


def _wants_voters(row: PostedRow) -> bool:
    told = row.total if row.total is not None else row.against
    return told is None or len(row.votes) < told


def _looks_like_row(bare: str) -> bool:
    """«Зорро – 3 (…)»: a name of few words, a number, and perhaps more in brackets or after a colon."""
    return re.match(r"[^\d.,!?]{1,40}?\s*[-–—:=(]\s*\d{1,2}\s*(?:[):;,(/]|$)", bare) is not None


def _clean(text: str) -> str:
    return text.strip(_EDGES)


def _whole(text: str) -> int:
    return int(text.replace("–", "-").replace("−", "-"))
