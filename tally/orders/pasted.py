"""Private messages as a host pastes them: a forum's page of messages as saved, or their text as copied from it.

In: the bytes of a page or of a text. Out: who wrote what and when, the host's own words that are quoted and signatures
left out. Whom a name means, and what the words come to, is the desk's to say.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from lxml import etree, html

from parsers.dates import Clock, read_time
from parsers.decoding import decode
from parsers.page import Precision
from parsers.reading import read_page
from tally.folder.game import fold_name

__all__ = ["Pasted", "read_pasted"]

_PAGE = re.compile(r"\s*(?:<!doctype|<html|<\?xml|<div|<table|<body)", re.I)
_SENDERS = "от кого|от|отправитель|автор|автор сообщения|сообщение от|написала?|from|sender|author"
_TIMES = (
    "отправлено|отправлен|дата|дата отправки|время|получено|добавлено|прислано|написано|"
    "sent|sent at|date|received|posted"
)
_OTHERS = "кому|копия|получател[ьи]|тема|заголовок|to|cc|recipients?|subject|re"
_BUTTONS = "ответить|цитировать|переслать|удалить|пожаловаться|редактировать|наверх|reply|quote|forward|delete|report"
_QUOTERS = (
    "писал|писала|писали|писал\\(а\\)|написал|написала|написал\\(а\\)|сказал|сказала|сказал\\(а\\)|цитата|wrote|said"
)
_LETTERS = "original message|исходное сообщение|пересылаемое сообщение"

_FROM = re.compile(rf"\W*(?:{_SENDERS})\s*:\s*(?P<nick>\S.*)", re.IGNORECASE)
_WHEN = re.compile(rf"\W*(?:{_TIMES})\s*:?\s+(?P<time>.*\d.*)", re.IGNORECASE)
_OTHER_HEAD = re.compile(rf"\W*(?:{_OTHERS})\s*:.*", re.IGNORECASE)
# «Вася » 10 янв 2024, 22:14», «Вася, 10.01.2024 22:14»
_DAY = r"(?:\D{0,12}\d{1,2}\D|сегодня|вчера|today|yesterday).{3,40}?"
_SIGNED_LINE = re.compile(rf"(?P<nick>\S.{{0,39}}?)\s*(?P<sign>[»|,(]|\s[—–-]\s)\s*(?P<time>{_DAY})\)?", re.IGNORECASE)
_SHOWS_TIME = re.compile(r"\d{1,2}:\d\d")
_QUOTED_BLOCK = re.compile(r"\[quote[^\]]*\].*?\[/quote\]", re.IGNORECASE | re.DOTALL)
_QUOTING = re.compile(rf".{{0,80}}?(?:{_QUOTERS})(?:[^:\w][^:]{{0,60}})?\s*[:↑].*|\W*(?:{_LETTERS})\W*", re.IGNORECASE)
_SIGNATURE = re.compile(r"(?:-- ?|_{3,}|-{5,}|={5,}|\*{5,})")
_FOOTERS = re.compile(rf"(?:(?:{_BUTTONS})[\s|·/]*)+", re.IGNORECASE)

# where forums put what is no word of the message's author
_LEFT_OUT = etree.XPath(
    "//script | //style | //blockquote | //*[contains(@class,'signature') or contains(@class,'quote') or "
    "contains(@class,'postsignature') or contains(@class,'bbCodeQuote')]",
    smart_strings=False,
)
_BREAKS = ("p", "div", "br", "tr", "li", "dd", "dt", "td", "th", "h1", "h2", "h3", "h4", "dl", "ul", "table", "article")


@dataclass(slots=True)
class _Draft:
    nick: str | None = None
    time: str | None = None
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pasted:
    """A message: its author (None: the paste does not say), its text, when it was written and how exactly."""

    by: str | None
    text: str
    at: datetime | None = None
    precision: Precision | None = None


def read_pasted(
    data: bytes, *, zone: tzinfo, now: datetime, hosts: Iterable[str] = (), nicks: Iterable[str] = ()
) -> tuple[Pasted, ...]:
    """The messages of a paste, those of the hosts left out. `nicks`: names that stand for somebody at the head of a
    message; `zone`: that of the times on the page; `now`: from when «сегодня» counts."""
    text = decode(data)[0] or ""
    forbidden = {fold_name(host) for host in hosts}
    clock = Clock(find_zone=lambda: zone, fetched_at=now, find_order=lambda: True, home=zone)
    if _PAGE.match(text):
        page = read_page(data, fetched_at=now, home=str(zone))
        if page.posts:
            found = [Pasted(post.author, post.text, post.time, post.precision) for post in page.posts]
            return tuple(each for each in found if _is_players(each, forbidden) and each.text.strip())
        text = _text_of(text)
    known = {fold_name(nick) for nick in (*nicks, *hosts)}
    drafts = list(_drafts(text, known))
    if any(draft.nick is not None for draft in drafts):
        # what stands before the first head is the page's own
        drafts = [draft for draft in drafts if draft.nick is not None]
    found = [_as_message(draft, clock) for draft in drafts]
    return tuple(each for each in found if each.text and _is_players(each, forbidden))


def _is_players(message: Pasted, hosts: set[str]) -> bool:
    return message.by is None or fold_name(message.by) not in hosts


def _text_of(page: str) -> str:
    """The words of a page as they are seen, without quotes and signatures."""
    root = html.fromstring(page)
    for node in _LEFT_OUT(root):
        node.drop_tree() if node.getparent() is not None else node.clear()
    pieces: list[str] = []
    for event, node in etree.iterwalk(root, events=("start", "end")):
        if not isinstance(node.tag, str):
            continue
        if event == "start":
            if node.tag in _BREAKS:
                pieces.append("\n")
            pieces.append(" ".join((node.text or "").split(" ")))
        else:
            if node.tag in _BREAKS:
                pieces.append("\n")
            if node is not root:
                pieces.append(node.tail or "")
    return re.sub(r"[ \t]+", " ", "".join(pieces))


def _drafts(text: str, known: set[str]) -> Iterator[_Draft]:
    """The messages of a text, parted where a new head begins."""
    draft = _Draft()
    quoting = False
    for raw in _QUOTED_BLOCK.sub("", text).splitlines():
        line = raw.strip()
        head, signed = _FROM.fullmatch(line), _SIGNED_LINE.fullmatch(line)
        if signed is not None and not _is_head(signed, known):
            signed = None
        if head is not None or signed is not None or (fold_name(line) in known and fold_name(line)):
            if draft.lines or (draft.nick is not None and signed is not None):
                yield draft
                draft = _Draft()
            quoting = False
            draft.nick = head["nick"] if head is not None else signed["nick"] if signed is not None else line
            draft.time = signed["time"] if signed is not None else draft.time
        elif (when := _WHEN.fullmatch(line)) is not None and not draft.lines:
            draft.time = when["time"]
        elif _OTHER_HEAD.fullmatch(line) and not draft.lines:
            continue
        elif (_SIGNATURE.fullmatch(line) and draft.lines) or _QUOTING.fullmatch(line):
            quoting = True
        elif quoting and not draft.lines and not line:
            quoting = False  # the quotation stood above the answer
        elif not quoting and line and not line.startswith((">", "|")) and not _FOOTERS.fullmatch(line):
            draft.lines.append(line)
    if draft.lines:
        yield draft


def _is_head(line: re.Match[str], known: set[str]) -> bool:
    """Whether a line «name, time» begins a message: the name is known, or the forum's own sign stands between."""
    return fold_name(line["nick"]) in known or (line["sign"] == "»" and bool(_SHOWS_TIME.search(line["time"])))


def _as_message(draft: _Draft, clock: Clock) -> Pasted:
    nick = None if draft.nick is None else re.sub(r"\s*[<(\[].*$", "", draft.nick).strip().strip('«»"')
    moment = None if draft.time is None else read_time(draft.time, clock)
    text = "\n".join(draft.lines)
    if moment is None or moment.time is None:
        return Pasted(nick or None, text)
    return Pasted(nick or None, text, moment.time, moment.precision)
