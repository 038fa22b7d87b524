"""From the bytes of a page to its text: which encoding they really are in, whatever header and meta say.

UTF-8 that decodes is taken for UTF-8: Russian text in a one-byte encoding practically never does. Else what is declared
is weighed against what reads like Russian; only where nothing does, bs4's detector is asked.
"""

import codecs
import logging
import re
from functools import lru_cache

from bs4.dammit import UnicodeDammit

from parsers.page import Defect, DefectCode

__all__ = ["decode"]

# The detector warns of letters that it lost, on the standard error where nobody listens: our defects tell of them.
logging.getLogger("bs4.dammit").addHandler(logging.NullHandler())

_META = re.compile(rb"""<(?:meta|\?xml)\b[^>]{0,400}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""", re.I)
_HEADER = re.compile(r"""charset\s*=\s*["']?([\w.:-]{2,40})""", re.I)
_HIGH = re.compile(rb"[\x80-\xff]+")
_CYRILLIC = ("windows-1251", "koi8-r", "iso-8859-5", "cp866", "mac-cyrillic")
_ASCII = bytes(range(128))
_COMMON = "оеаинтсрвлкмдпуя"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Of a long page this much is weighed: the choice between encodings needs no more.
_SAMPLE = 200_000


def decode(data: bytes, content_type: str | None = None) -> tuple[str | None, tuple[Defect, ...]]:
    """Give the text of `data`, or None where no encoding makes sense of it, and what was wrong on the way.

    `content_type` is the header that came with the page, where one is known.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as fault:
        return _decode_other(data, fault, content_type)
    return text.removeprefix("\ufeff"), ()


def _decode_other(
    data: bytes, fault: UnicodeDecodeError, content_type: str | None
) -> tuple[str | None, tuple[Defect, ...]]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            text = data.decode(encoding, "replace")
            lost = text.count("\ufffd")
            return text, _damaged(lost) if lost else ()
    if fault.start >= len(data) - 3 and fault.reason == "unexpected end of data":
        # the page was cut inside its last letter
        return data[: fault.start].decode(), ()
    high = data[:_SAMPLE].translate(None, _ASCII)
    if _is_mostly_utf8(high):
        return _decode_mixed(data)
    declared = _declared(data, content_type)
    candidates = [*dict.fromkeys([*declared, *_CYRILLIC])]
    scored = [(_likeness(high, encoding), encoding) for encoding in candidates]
    best, encoding = max(scored, key=lambda each: (each[0], each[1] in declared))
    if best > 0.5:
        return data.decode(encoding, "replace"), ()
    guess = UnicodeDammit(data, known_definite_encodings=declared)
    if guess.unicode_markup is None or guess.contains_replacement_characters or "\x00" in guess.unicode_markup:
        return None, (Defect(DefectCode.UNDECODED, found=f"byte {data[fault.start]:#04x} at {fault.start}"),)
    return guess.unicode_markup, ()


def _declared(data: bytes, content_type: str | None) -> list[str]:
    names = _HEADER.findall(content_type or "")
    # all metas, however late: some engines print theirs after a long inline script
    names += [name.decode("ascii", "replace") for name in _META.findall(data)]
    known = []
    for name in names:
        try:
            known.append(codecs.lookup(name).name)
        except (LookupError, ValueError):
            continue
    return [name for name in dict.fromkeys(known) if _is_one_byte(name)]


def _is_one_byte(encoding: str) -> bool:
    try:
        return len(b"ab\xe0".decode(encoding, "replace")) == 3
    except (LookupError, ValueError, TypeError):
        return False


def _likeness(high: bytes, encoding: str) -> float:
    """How much a text with these high bytes reads like Russian in `encoding`: the share of common small letters."""
    if not high:
        return 0.0
    return 1 - len(high.translate(None, _common_in(encoding))) / len(high)


@lru_cache(maxsize=64)
def _common_in(encoding: str) -> bytes:
    return _COMMON.encode(encoding, "ignore")


def _is_mostly_utf8(high: bytes) -> bool:
    return len(high.decode("utf-8", "ignore").encode()) * 2 > len(high)


def _decode_mixed(data: bytes) -> tuple[str, tuple[Defect, ...]]:
    """UTF-8 with strange bytes in it: a letter cut in half by the engine, or pieces pasted in from a cp1251 page."""
    lost = 0
    pieces = []
    done = 0
    for found in _HIGH.finditer(data):
        word = found.group()
        pieces.append(data[done : found.start()].decode("ascii"))
        done = found.end()
        try:
            pieces.append(word.decode())
            continue
        except UnicodeDecodeError:
            kept = word.decode("utf-8", "ignore")
        if len(word) == 1 or len(kept.encode()) * 2 >= len(word):
            pieces.append(word.decode("utf-8", "replace"))
            lost += 1
        else:
            pieces.append(word.decode("windows-1251", "replace"))
    pieces.append(data[done:].decode("ascii"))
    return "".join(pieces), _damaged(lost) if lost else ()


def _damaged(count: int) -> tuple[Defect, ...]:
    return (Defect(DefectCode.DAMAGED_TEXT, found=str(count)),)
