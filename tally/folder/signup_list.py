"""A sign-up list as hosts write it into the first post of a thread: who plays, who stands by, with what remark.

In: the text of the list, with struck-out words between `STRUCK` and `UNSTRUCK`. Out: its entries in order, and the
names that are crossed out. Whom they mean, and what becomes of them, is `tally.forum.signup`'s to say.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tally.folder.game import fold_name

__all__ = ["STRUCK", "UNSTRUCK", "Section", "SignedUp", "SignupList", "read_signup"]

STRUCK, UNSTRUCK = "\ue000", "\ue001"

_LONGEST_NICK = 40
_MOST_WORDS = 4
_FEW_OF_MANY = 4
_MOST_OF_ALL = 2
_LONGEST_HEADING = 70

_CODE = re.compile(
    r"\[/?(?:b|i|u|colou?r|size|font|url|user|mention|list|center|left|right|align|quote|spoiler|hide|ol|ul|li|h\d)"
    r"(?:=[^\]\n]*)?\]|</?(?:b|i|u|span|font|strong|em|li|ol|ul|p|br|a)\b[^>\n]*>",
    re.IGNORECASE,
)
_STRIKES = (
    (re.compile(r"\[(?:s|strike|del)\](.*?)\[/(?:s|strike|del)\]", re.I | re.S), rf"{STRUCK}\1{UNSTRUCK}"),
    (re.compile(r"<(?:s|strike|del)>(.*?)</(?:s|strike|del)>", re.I | re.S), rf"{STRUCK}\1{UNSTRUCK}"),
    (re.compile(r"~~(.+?)~~"), rf"{STRUCK}\1{UNSTRUCK}"),
)
_STRUCK_TEXT = re.compile(f"{STRUCK}[^{UNSTRUCK}]*{UNSTRUCK}?")
# letters that are struck out one by one
_LONG_STROKE = "\u0336"

_KEYCAP = re.compile("(?<=[0-9])\ufe0f?\u20e3")
_NUMBERED = re.compile(
    r"\s*[([]?\s*(?:№|#|N|No\.?)?\s*(?P<number>\d{1,3})\s*(?P<sign>[.):\]}]+|[-–—](?=\s)|(?=\s))\s*(?P<rest>.*)"
)
_BULLET = re.compile(
    r"\s*(?:\[\*\]|[-–—•*·▪▫►▶●○◦✓✔✅☑+>→])\s*(?:\ufe0f)?\s+(?P<rest>.+)|\s*(?:\[\*\]|[•▪►●])(?P<tight>.+)"
)
_DECOR = re.compile(r"^[\W_]*?(?=[\w«\"(\[])|[\s=*_~#•|-]+$")

_NOTE = re.compile(r"\s+[(\[{](?P<note>[^()\[\]{}]*)[)\]}]\s*$")
_DASH = re.compile(r"\s+[-–—]+\s+|\s+[-–—]+(?=[^\s\d-])|(?<=[^\s])[–—]\s+")
_SLOT = re.compile(
    r"[-–—_.…?\s]*|(?:место\s+)?(?:свободно\w*|вакантно\w*|свободн\w+(?:\s+мест\w*)?|пусто|вакансия|free|open|empty)[\s!.…]*",
    re.I,
)
_TICKS = re.compile(r"(?:\s+(?:\++|[✓✔✅☑👍]\ufe0f?))+\s*$")
_LEADING_TICKS = re.compile(r"^\s*(?:[✓✔✅☑👍]\ufe0f?\s*)+")

_GONE = re.compile(
    r"\b(?:выбыл\w*|снял\w*|снимаюсь|отказ\w*|не\s+играет|не\s+буд\w+|не\s+смож\w+|вышел|вышла|передумал\w*|минус|выпис\w+|dropped|out)\b",
    re.I,
)
_STANDS_BY = re.compile(r"^(?:в\s+)?(?:запас\w*|резерв\w*|замен\w*|подмен\w*|reserve|backup|sub)$", re.I)
_HELPS_TO_RUN = (
    r"(?:(?:backup|co|assistant|secondary)[\s-]*(?:hosts?|mods?|moderators?|gms?)\b"
    r"|со-?ведущ|(?:запасн|резервн)\w+\s+ведущ)"
)
_RUNS_IT = re.compile(rf"^(?:ведущ\w+|мастер|организатор|host|gm|mod|moderator|{_HELPS_TO_RUN}\w*)$", re.I)
# a remark of one word with a capital that nobody would take for a part of the nick
_PLAIN_REMARK = re.compile(
    r"^(?:да|играю|играет|буду|участвую|участвует|за|ок\w*|ok|готов\w*|плюс|подтвер\w+|точно|yes|in|жив\w*)[!.]*$", re.I
)


class Section(StrEnum):
    """Under which heading an entry stands."""

    PLAYERS = "players"
    RESERVES = "reserves"
    HOSTS = "hosts"
    OTHERS = "others"  # who has left, who watches, who only thinks about it


_HEADINGS = (
    # before the words for reserves: whoever stands by to run the game is none
    (Section.HOSTS, re.compile(rf"\b{_HELPS_TO_RUN}", re.I)),
    (Section.OTHERS, re.compile(r"\b(?:review(?:er|ed)|рецензент|проверя)", re.I)),
    (
        Section.RESERVES,
        re.compile(
            r"\b(?:запас|резерв|замен|подмен|скам[ей]|ожидани|очеред|дубл[её]р|reserve|backup|replacement|substitut|subs\b|waiting)",
            re.I,
        ),
    ),
    (
        Section.OTHERS,
        re.compile(
            r"\b(?:выбы|отказ|не\s+игра|снял|передум|вычеркн|наблюдат|зрител|м[её]ртв|убит|казн|под\s+вопрос|думают|возможно|сомнева|dropped|dead|spectator|maybe)",
            re.I,
        ),
    ),
    (Section.HOSTS, re.compile(r"\b(?:ведущ|мастер|организатор|судь|хост|hosts?\b|mods?\b|moderator|gm\b)", re.I)),
    (
        Section.PLAYERS,
        re.compile(
            r"\b(?:игрок|участник|участвуют|состав|запис[ая]|играют|играем|в\s+игре|заяв|регистрац|ростер|живы|живые|players?(?:[\s-]*list)?\b|roster|sign(?:ed)?[\s-]?ups?|alive|living)",
            re.I,
        ),
    ),
)
# words that make a line with a colon something else than the heading of a list
_NO_HEADING = re.compile(
    r"\b(?:правил|поряд|обязан|голос|ссылк|рол[ьи]|карт|срок|начал|старт|дата|врем|пример|напом|внима|важно|notes?\b|rules?\b)",
    re.I,
)
_BARE_HEADING = re.compile(
    r"(?:(?:список|основной|полный|итоговый|текущий)\s+)*(?:игроки|игроков|участники|участников|состав|записались|записавшиеся|играют|"
    r"запас|запасные|запасных|резерв|резервные|резервный\s+список|на\s+замену|замены|скамейка(?:\s+запасных)?|лист\s+ожидания|ведущий|ведущие|"
    r"выбыли|отказались|не\s+играют|наблюдатели|зрители|под\s+вопросом|players?[\s-]*lists?|(?:(?:the|current|living|alive)\s+)*players(?:\s+(?:alive|list))?|the\s+living|living|alive|roster|sign[\s-]?ups?|reserves?|backups?|replacements?|hosts?)"
    r"(?:\s*[(\[]?\s*\d+(?:\s*(?:/|из)\s*\d+)?\s*[)\]]?)?[.!]?",
    re.I,
)  # fmt: skip
# a sentence that goes on («Mr. Twist» is none), or something explained behind a colon
_GOES_ON = r"(?:(?<=\w{4})\.|[!?])\s+[\w«\"]"
_PROSE = re.compile(rf"{_GOES_ON}|\w:\s")
_TRAILING = re.compile(r"(?<=[\s)\]])[=*~|•·]+\s*$")
_SEPARATOR = re.compile(r"\s*[,;]\s*")
# what a sign beside a nick means: «* = prods»
_LEGEND = re.compile(r"\W*=\s*\w|\W*\w*\s+=\s+\w|.*\bdenotes?\b", re.I)
# a count of votes, which lists players too
_COUNT = re.compile(
    r"(?im)^\W*(?:\d+\W+)?(?:(?:official\s+)?vote[\s-]*count|not[\s-]*(?:currently\s+)?voting|не\s+(?:про)?голосова\w+|подсч[её]т)\b"
)


@dataclass(frozen=True, slots=True)
class SignedUp:
    """An entry: the nick as written, the remark beside it, the card where it names one. `line` counts from 1.

    `whole`: what the nick would be if what follows its dash were a part of it; None where that is out of the question.
    """

    name: str
    section: Section
    line: int
    note: str | None = None
    card: str | None = None
    whole: str | None = None


@dataclass(frozen=True, slots=True)
class SignupList:
    """A list: its entries; `struck`: names that are crossed out or say themselves that they do not play."""

    entries: tuple[SignedUp, ...] = ()
    struck: tuple[str, ...] = ()

    def of(self, section: Section) -> tuple[SignedUp, ...]:
        return tuple(each for each in self.entries if each.section is section)


@dataclass(slots=True)
class _Block:
    """Lines that follow each other as one list."""

    section: Section | None
    items: list[tuple[int, str]] = field(default_factory=list)
    bare: bool = False


def read_signup(
    text: str, *, read_card: Callable[[str], str | None] = lambda _text: None, nicks: Collection[str] = ()
) -> SignupList:
    """The list that a text holds. `read_card` knows a card by its words; `nicks` are those of accounts that are known
    to exist: a name that is one of them is never taken apart."""
    known = frozenset(fold_name(nick) for nick in nicks)
    plain = _plain(text)
    blocks = _choose(list(_blocks(plain.splitlines())))
    if _COUNT.search(plain) and not any(block.section is Section.PLAYERS for block in blocks):
        return SignupList()
    entries: list[SignedUp] = []
    struck: list[str] = []
    for block in blocks:
        for line, item in block.items:
            left = _STRUCK_TEXT.sub("", item).strip(" ,;")
            if left != item.strip(" ,;"):
                crossed = " ".join(item.replace(STRUCK, "").replace(UNSTRUCK, "").split())
                if not fold_name(left) or _NOTE.fullmatch(f" {left}"):
                    struck.append(crossed)
                    continue
            entry = _entry(left, block.section or Section.PLAYERS, line, read_card, known)
            if entry is None:
                continue
            if entry.note is not None and _GONE.search(entry.note):
                struck.append(f"{entry.name} ({entry.note})")
            else:
                entries.append(entry)
    return SignupList(tuple(entries), tuple(struck))


def _plain(text: str) -> str:
    """Without the forum's code; what it strikes out is marked."""
    for pattern, marked in _STRIKES:
        text = pattern.sub(marked, text)
    text = _KEYCAP.sub("", _CODE.sub("", text)).replace("🔟", "10")
    if _LONG_STROKE in text:
        text = re.sub(rf"(?:.{_LONG_STROKE})+", lambda found: f"{STRUCK}{found[0]}{UNSTRUCK}", text)
        text = text.replace(_LONG_STROKE, "")
    return text.replace("\u200b", "").replace("\ufeff", "").replace("\xa0", " ")


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    """Lists under a heading, and runs of numbered or marked lines without one."""
    block = _Block(None)
    number = 0
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if _LEGEND.match(line):
            # it stands above a list, or ends one
            if block.items:
                yield block
                block, number = _Block(None), 0
            continue
        heading = _heading(line)
        if heading is not None:
            yield block
            section, inline = heading
            block, number = _Block(section, [(place, each) for each in inline]), 0
            continue
        item, found = _item(line, number)
        if item is None and (block.section is not None or block.bare) and _may_be_nick(line):
            block.items.append((place, line.strip()))
        elif item is None or (block.section is not None and not _may_be_entry(item)):
            yield block
            bare = item is None and _may_be_nick(line)
            block, number = _Block(None, [(place, line.strip())] if bare else [], bare=bare), 0
        else:
            if block.section is None and (block.bare or found == 1) and block.items:
                yield block
                block = _Block(None)
            block.items.append((place, item))
            number = number if found is None else found
    yield block


def _choose(blocks: Sequence[_Block]) -> list[_Block]:
    """The blocks that are a sign-up list: those under headings; without any the longest run of what may be nicks, or a
    text that is nothing but nicks."""
    headed = [block for block in blocks if block.section is not None and block.items]
    players = [block for block in headed if block.section is Section.PLAYERS]
    most = max((len(block.items) for block in players), default=0)
    if most > 1:
        # a heading that a rule mentions by the way opens no list beside the true one
        return [block for block in headed if block not in players or _FEW_OF_MANY * len(block.items) >= most]
    others = [block for block in headed if block not in players]
    # the players themselves may have no heading, what follows them has one
    likely = [
        block for block in blocks
        if block.section is None and len(block.items) > 1 and all(_may_be_entry(item) for _line, item in block.items)
    ]  # fmt: skip
    marked = [block for block in likely if not block.bare]
    # lines that nothing marks are a list only where there is hardly anything else
    lines = sum(max(1, len(block.items)) for block in blocks if block.section is None)
    bare = [block for block in likely if block.bare and _MOST_OF_ALL * len(block.items) >= lines]
    best = max(marked or bare, key=lambda block: len(block.items), default=None)
    return headed if best is None else [best, *others]


def _heading(line: str) -> tuple[Section, tuple[str, ...]] | None:
    """The section that a line opens, and the names behind its colon."""
    if _NUMBERED.match(line) and not line.rstrip().endswith(":"):
        return None
    bare = _DECOR.sub("", line.replace(STRUCK, "").replace(UNSTRUCK, "")).strip()
    head, colon, rest = bare.partition(":")
    if re.match(r"\d\d\b", rest):
        return None  # a time of the day
    if colon and len(head) <= _LONGEST_HEADING and not _NO_HEADING.search(head):
        section = next((section for section, words in _HEADINGS if words.search(head)), None)
        if section is not None:
            names = tuple(
                name for name in _SEPARATOR.split(rest.strip(" .")) if fold_name(name) and not _is_count(name)
            )
            return section, names if all(_may_be_entry(name) for name in names) else ()
    if _BARE_HEADING.fullmatch(bare.rstrip(" :-–—")):
        return next((section for section, words in _HEADINGS if words.search(bare)), Section.PLAYERS), ()
    return None


def _is_count(text: str) -> bool:
    return bool(re.fullmatch(r"[\d\s/+–-]+(?:чел\w*|игрок\w*|из\s*\d+)?\.?", text.strip()))


def _item(line: str, before: int) -> tuple[str | None, int | None]:
    """What stands behind the number or the bullet of a line, and the number; None where it has neither."""
    bare = line.replace(STRUCK, "", 1) if line.lstrip().startswith(STRUCK) else line
    found = _NUMBERED.match(bare)
    if found is not None and (found["sign"] or int(found["number"]) == before + 1):
        number = int(found["number"])
        if found["sign"] or number == 1 or before:
            rest = found["rest"]
            return (f"{STRUCK}{rest}" if bare is not line else rest), number
    marked = _BULLET.match(line)
    if marked is not None:
        return marked["rest"] or marked["tight"], None
    return None, None


def _may_be_nick(line: str) -> bool:
    """Whether a line without a number may be an entry: no sentence, no heading."""
    line = _STRUCK_TEXT.sub("", line).strip() or line
    name = _NOTE.sub("", _DASH.split(line.strip())[0]).strip()
    words = name.split()
    prose = bool(_PROSE.search(line)) or (name.endswith((".", "!", "?")) and len(words) > 1) or line.endswith(":")
    return len(name) <= _LONGEST_NICK and 0 < len(words) <= _MOST_WORDS and not prose


def _may_be_entry(item: str) -> bool:
    name = _STRUCK_TEXT.sub("", _NOTE.sub("", _DASH.split(item.strip())[0])).strip()
    return len(name) <= _LONGEST_NICK and len(name.split()) <= _MOST_WORDS + 1 and not re.search(_GOES_ON, name)


def _entry(
    item: str, section: Section, line: int, read_card: Callable[[str], str | None], known: Collection[str]
) -> SignedUp | None:
    """One entry; None for an empty place of the list."""
    text = _TRAILING.sub("", _TICKS.sub("", _LEADING_TICKS.sub("", item))).strip(" ,;\t").removeprefix("@")
    if _SLOT.fullmatch(text) or not fold_name(text):
        return None
    made = SignedUp(text, section, line)
    while fold_name(made.name) not in known and (cut := _cut(made, read_card)) is not None:
        made = cut
    return _in_its_section(replace(made, name=" ".join(made.name.split())))


def _cut(entry: SignedUp, read_card: Callable[[str], str | None]) -> SignedUp | None:
    """The entry with its last remark cut off; None where it has none."""
    bracketed = _NOTE.search(entry.name)
    if bracketed is not None and fold_name(entry.name[: bracketed.start()]):
        return _with_remark(entry, entry.name[: bracketed.start()], bracketed["note"].strip(), read_card)
    dashes = list(_DASH.finditer(entry.name))
    if dashes and fold_name(entry.name[: dashes[-1].start()]):
        head, tail = entry.name[: dashes[-1].start()], entry.name[dashes[-1].end() :].strip()
        cut = _with_remark(entry, head, tail, read_card)
        if cut.card != entry.card or not _may_belong_to_nick(tail):
            return cut
        return replace(cut, whole=entry.name) if entry.whole is None else None
    name, comma, tail = entry.name.partition(",")
    if comma and fold_name(name) and tail.strip()[:1].islower():
        return _with_remark(entry, name, tail.strip(), read_card)
    return None


def _with_remark(entry: SignedUp, name: str, remark: str, read_card: Callable[[str], str | None]) -> SignedUp:
    card = read_card(remark) if entry.card is None else None
    if card is not None:
        return replace(entry, name=name, card=card)
    note = ", ".join(part for part in (remark, entry.note) if part)
    return replace(entry, name=name, note=note or None)


def _may_belong_to_nick(tail: str) -> bool:
    """«Jay - Z»: one word with a capital, or a sign; «Маша - с пятницы» is a remark."""
    if len(tail.split()) != 1 or _PLAIN_REMARK.fullmatch(tail) or _GONE.search(tail) or _STANDS_BY.fullmatch(tail):
        return False
    return not (tail[:1].islower() or set(tail) <= set("+!?.✓✔✅"))


def _in_its_section(entry: SignedUp) -> SignedUp:
    """«Вася (запас)» stands by, wherever he stands."""
    note = (entry.note or "").strip()
    if _STANDS_BY.fullmatch(note):
        return replace(entry, section=Section.RESERVES, note=None)
    if _RUNS_IT.fullmatch(note):
        return replace(entry, section=Section.HOSTS, note=None)
    return entry
