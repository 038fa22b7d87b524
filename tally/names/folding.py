"""Keys under which different spellings of one name meet: folded, as it looks, as it sounds, on the other keyboard.

Each function takes a text and gives a key; two texts with one key are alike in that sense. No dictionary is needed.
"""

import re
import unicodedata
from enum import StrEnum

__all__ = [
    "Script",
    "fold",
    "looks",
    "other_layout",
    "parts",
    "script",
    "signs",
    "single",
    "sounds",
    "spelt",
    "squeeze",
    "unstretched",
    "words",
]


class Script(StrEnum):
    CYRILLIC = "cyrillic"
    LATIN = "latin"
    MIXED = "mixed"
    NONE = "none"  # digits, symbols, other alphabets


_COMMON = re.compile(r"[\x20-\x7eА-Яа-яЁё\n]*")
_NO_LETTER = re.compile(r"[\W_]+")


def squeeze(text: str) -> str:
    """White space as single spaces, invisible characters out; all else as written."""
    if _COMMON.fullmatch(text):
        return " ".join(text.split())
    text = unicodedata.normalize("NFC", text)
    return " ".join("".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cc") or c.isspace()).split())


def _plain(text: str) -> str:
    """The same in plain letters: fancy alphabets made plain, accents and decorating strokes off, й and ё kept."""
    if _COMMON.fullmatch(text):
        return text
    plain = []
    for char in unicodedata.normalize("NFC", text):
        if char in "йЙёЁ" or char.isascii():
            plain.append(char)
            continue
        category = unicodedata.category(char)
        simple = unicodedata.normalize("NFKD", char)
        if category in ("So", "Sk", "Sm") and len(simple) != 1:
            continue  # ™ is no «TM»
        for piece in simple:
            if unicodedata.category(piece) not in ("Mn", "Me", "Mc", "Cf", "Cc"):
                plain.append(piece)
    return "".join(plain)


def fold(text: str) -> str:
    """Letters and digits alone, small, ё as е. A text without any keeps its signs: a nick may be made of them."""
    plain = _plain(text).casefold().replace("ё", "е")
    kept = _NO_LETTER.sub("", plain)
    if kept:
        return kept
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cf", "Mn", "Cc"))


_STOPS = frozenset(".,!?…;:\"'«»„“”‘’()[]")


def signs(text: str) -> str:
    """Small, without spaces and stops, but with all other signs: tells «Лис🦊» from «Лис🐺», C# from C++."""
    plain = text.casefold().replace("ё", "е")
    return "".join(
        c for c in plain if not c.isspace() and c not in _STOPS and unicodedata.category(c) not in ("Cf", "Mn")
    )


_ALIKE = str.maketrans("abcehikmoptxyѕіјԛԝ", "авсенiкмортхуsijqw")
_DIGIT_IN_WORD = re.compile(r"(?<=[^\W\d_])[0134567](?=[^\W\d_])|^[0134567](?=[^\W\d_]{2})")
_DIGITS_LATIN = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "6": "b", "7": "t"}
_DIGITS_CYRILLIC = {"0": "о", "3": "з", "4": "ч", "6": "б"}


def looks(text: str) -> str:
    """As it looks: letters of the two alphabets that look alike are one, and a digit inside a word is its letter."""
    folded = fold(text)
    letters = _DIGITS_CYRILLIC if _CYRILLIC.search(folded) else _DIGITS_LATIN
    return _DIGIT_IN_WORD.sub(lambda m: letters.get(m[0], m[0]), folded).translate(_ALIKE)


def spelt(text: str) -> str:
    """Folded, with э as е: «РедДи» for РэдДи."""
    return fold(text).replace("э", "е")


_LATIN = re.compile(r"[a-z]")
_CYRILLIC = re.compile(r"[а-яё]")


def script(text: str) -> Script:
    folded = fold(text)
    latin, cyrillic = _LATIN.search(folded), _CYRILLIC.search(folded)
    if latin and cyrillic:
        return Script.MIXED
    return Script.LATIN if latin else Script.CYRILLIC if cyrillic else Script.NONE


_SOUNDS = {
    "shch": "щ", "sch": "щ", "sh": "ш", "ch": "ч", "zh": "ж", "kh": "х", "ts": "ц", "tz": "ц", "ph": "ф", "ck": "к",
    "yo": "е", "jo": "е", "ye": "е", "je": "е", "yu": "ю", "ju": "ю", "iu": "ю", "ya": "я", "ja": "я", "ia": "я",
    "a": "а", "b": "б", "c": "к", "d": "д", "e": "е", "f": "ф", "g": "г", "h": "х", "i": "и", "j": "и", "k": "к",
    "l": "л", "m": "м", "n": "н", "o": "о", "p": "п", "q": "к", "r": "р", "s": "с", "t": "т", "u": "у", "v": "в",
    "w": "в", "x": "кс", "y": "и", "z": "з",
}  # fmt: skip
_SOUND = re.compile("|".join(_SOUNDS))
_REDUCED = str.maketrans({"ё": "е", "э": "е", "й": "и", "ы": "и", "ъ": "", "ь": "", "щ": "ш"})

_DOUBLED = re.compile(r"([бвгджзклмнпрстфхцчш])\1")
_IOTED = re.compile("и+[аяуюи]")  # -ия, -иа, -ья; -ий
_IOTED_AS = {"а": "я", "я": "я", "у": "ю", "ю": "ю", "и": "и"}


def sounds(text: str) -> str:
    """As a Russian would sound it: Latin letters put into Cyrillic the usual way, what is often mixed up made one."""
    folded = fold(text)
    key = _SOUND.sub(lambda m: _SOUNDS[m[0]], folded).translate(_REDUCED)
    return _DOUBLED.sub(r"\1", _IOTED.sub(lambda m: _IOTED_AS[m[0][-1]], key))


_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")


def unstretched(text: str) -> str:
    """Folded, letters drawn out («Вааася») made single."""
    return _STRETCHED.sub(r"\1", fold(text))


_RUN_OF_ONE = re.compile(r"([^\W\d_])\1+")


def single(text: str) -> str:
    """Folded, all double letters made single: what is left of a name when any letter of it may be drawn out."""
    return _RUN_OF_ONE.sub(r"\1", fold(text))


_QWERTY = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`" + 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'
_ITSUKEN = "йцукенгшщзхъфывапролджэячсмитьбюё" + "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ"
_TO_CYRILLIC = str.maketrans(_QWERTY, _ITSUKEN)
_TO_LATIN = str.maketrans(_ITSUKEN, _QWERTY)


def other_layout(text: str) -> str:
    """What the same keys give with the keyboard in the other language: «Dfcz» is «Вася»."""
    return text.translate(_TO_LATIN if script(text) is Script.CYRILLIC else _TO_CYRILLIC)


_WORD = re.compile(r"[A-ZА-ЯЁ]+(?![a-zа-яё])|[A-ZА-ЯЁ]?[a-zа-яё]+|\d+|[^\W\d_]+")
_CHUNK = re.compile(r"[^\W_]+(?:['’ʼ][^\W\d_]+)*")
_RUN = re.compile(r"[a-z]{4,}|[а-яё]{4,}", re.I)


def words(text: str) -> tuple[str, ...]:
    """The words of a nick as a reader sees them: split at spaces, signs, digits and inner capitals («BadGer42x»)."""
    found: list[str] = []
    for chunk in _CHUNK.findall(_plain(text)):
        pieces = _WORD.findall(chunk)
        letters = [p for p in pieces if p[0].isalpha()]
        # capitals strewn through a word (ЧаловеГ, РэдДи) do not split it
        if len(letters) > 1 and all(len(p) >= 3 for p in letters):
            found.extend(pieces)
        else:
            found.extend(p for p in re.split(r"(\d+)", chunk) if p)
    return tuple(found)


def parts(text: str) -> tuple[str, ...]:
    """All that may stand for a whole nick: its words, the same without the split at capitals, runs of one alphabet."""
    plain = _plain(text)
    runs = _RUN.findall(plain) if script(text) is Script.MIXED else []
    return tuple(dict.fromkeys((*words(text), *re.findall(r"[^\W\d_]+", plain), *runs)))
