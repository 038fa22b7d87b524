"""How Russians write a Latin nick in Cyrillic letters: Jester as «Джестер», Nejka as «Нейка», Puss as «Пусс».

English spelling leaves several readings open, so the likeliest few are made for each word, best first.
"""

import heapq
import itertools
import re

from tally.names.folding import fold

__all__ = ["cyrillic_renditions", "phrase_renditions"]

# What a group of letters may become, the likeliest first; each place down costs one point.
_READINGS: dict[str, tuple[str, ...]] = {
    "shch": ("щ",), "sch": ("щ", "ш", "ск"), "sh": ("ш",), "ch": ("ч", "х", "к"), "zh": ("ж",), "kh": ("х",),
    "th": ("т", "с", "з"), "ph": ("ф",), "ck": ("к",), "wh": ("в", "у"), "igh": ("ай",), "qu": ("кв",), "tz": ("ц",),
    "ts": ("ц", "тс"), "oo": ("у", "оо"), "ee": ("и", "ии"), "ea": ("и", "еа"), "ou": ("ау", "у", "оу"),
    "ow": ("оу", "ау"),
    "ai": ("ай", "ей", "аи"), "ay": ("ей", "ай"), "ey": ("ей", "и"), "ya": ("я",), "yu": ("ю",), "yo": ("ё", "йо"),
    "ja": ("я", "джа"), "ju": ("ю", "джу"), "jo": ("джо", "йо"), "ia": ("ия", "иа"), "dj": ("дж",), "dg": ("дж",),
    "a": ("а", "э", "ей"), "b": ("б",), "c": ("к", "с", "ц"), "d": ("д",), "e": ("е", "и"), "f": ("ф",),
    "g": ("г", "дж"), "h": ("х", "г", ""), "i": ("и", "ай"), "j": ("дж", "й", "ж"), "k": ("к",), "l": ("л", "ль"),
    "m": ("м",), "n": ("н",), "o": ("о",), "p": ("п",), "q": ("к",), "r": ("р",), "s": ("с", "з"), "t": ("т",),
    "u": ("у", "а", "ю"), "v": ("в",), "w": ("в", "у"), "x": ("кс", "х"), "y": ("и", "й"), "z": ("з", "ц"),
}  # fmt: skip
_GROUP = re.compile("|".join(_READINGS))
_SILENT_E = re.compile(r"(?<=[bcdfgklmnprstvz])e$")
_LONG_VOWEL = re.compile(r"([aiou])([bcdgklmnprstvz])e$")
_LONG_AS = {"a": "эй", "i": "ай", "o": "оу", "u": "у"}
_DOUBLED = re.compile(r"([бвгджзклмнпрстфхцч])\1")
_SOFT_C = re.compile(r"c(?=[eiy])")


def cyrillic_renditions(word: str, most: int = 24) -> tuple[str, ...]:
    """The likeliest ways to write a Latin word in Cyrillic, small letters, at most `most`; nothing for other words."""
    latin = fold(word)
    if not latin.isascii() or not latin.isalpha():
        return ()
    made: dict[str, None] = {}
    # «Ace» is «Асе» to one and «Эйс» to another
    long = _LONG_VOWEL.search(latin)
    if long:
        consonant = "с" if long[2] == "c" else _READINGS[long[2]][0]
        start = _readings(latin[: long.start()], 2) if long.start() else ("",)
        made.update(dict.fromkeys(f"{before}{_LONG_AS[long[1]]}{consonant}" for before in start))
    for spelling in dict.fromkeys((latin, _SILENT_E.sub("", latin))):
        made.update(dict.fromkeys(_readings(spelling, most)))
    for rendition in tuple(made):
        made.setdefault(_DOUBLED.sub(r"\1", rendition))
    return tuple(rendition for rendition in made if len(rendition) > 1)


def _readings(latin: str, most: int) -> tuple[str, ...]:
    options = []
    for found in _GROUP.finditer(latin):
        readings = _READINGS[found[0]]
        if found[0] == "c" and _SOFT_C.match(latin, found.start()):
            readings = ("с", "ц", "к")
        options.append(readings)
    # best first: the queue holds (cost, choice per group); a choice grows only at or after its last changed group
    queue: list[tuple[int, tuple[int, ...], int]] = [(0, (0,) * len(options), 0)]
    readings_made: list[str] = []
    while queue and len(readings_made) < most:
        cost, choice, start = heapq.heappop(queue)
        readings_made.append("".join(group[i] for group, i in zip(options, choice, strict=True)))
        for place in range(start, len(options)):
            if choice[place] + 1 < len(options[place]):
                longer = (*choice[:place], choice[place] + 1, *choice[place + 1 :])
                heapq.heappush(queue, (cost + 1, longer, place))
    return tuple(readings_made)


def phrase_renditions(words: tuple[str, ...], most: int = 24) -> tuple[tuple[str, ...], ...]:
    """The same for a nick of several words; words that are not Latin stay as they are."""
    each = [cyrillic_renditions(word, most=6 if len(words) > 1 else most) or (word,) for word in words]
    return tuple(itertools.islice(itertools.product(*each), most * 3))
