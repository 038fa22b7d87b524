"""The last attempts at a text that no key of the index has: drawn out, other keyboard, beginning, initials, slips.

Only the first two and a single slip in a long name are certain enough to count; the rest is for the host to say. What
is like no name by all these is looked at once more in `loose`.
"""

import re
from collections.abc import Callable

from tally.names.folding import Script, fold, other_layout, script, single, sounds, unstretched, words
from tally.names.keys import Entry, OrderedKeys, numbers_in, regraded
from tally.names.loose import allowed_slips, is_most_of, loosely
from tally.names.match import Grade, Match

__all__ = ["beginnings", "guess"]

_ROOT = 4
_LONGEST_NAME = 80
_VERY_LONG = 9
_LONG_WORD = 6
"""Letters of a word that may stand for a whole English nick with a slip in it: «Eratic» for Erratic Sparrow."""
_LONG_PART = 7
"""Of one with two."""


def guess(
    written: str,
    keys: OrderedKeys,
    spellings: tuple[tuple[str, bool], ...],
    as_match: Callable[..., Match],
) -> Match:
    """The match of a text that no key of the index has; `as_match` makes it of entries."""
    from tally.names.forms import is_ordinary_word

    spoken = words(written)
    ordinary = bool(spoken) and all(len(word) < 3 or is_ordinary_word(word) for word in spoken)
    found = _drawn_out(written, keys) or _other_keyboard(written, keys)
    if found:
        return as_match(found, ordinary=ordinary)
    slips = _slips(written, keys, spellings, ordinary=ordinary)
    if not ordinary:
        found = beginnings(written, keys)
    if written.isupper() or not any(is_ordinary_word(word) for word in spoken):
        # «SAM» is Samuel, and is Some Angry Man
        found = (*found, *_initials(written, spellings, keys))
    if not found and not ordinary:
        found = _inside(written, keys)
    if len(slips) == 1 and slips[0][1] is Grade.MISSPELT and {entry[0] for entry in found} <= {slips[0][0]}:
        # «Kot_Behemot» is no beginning of Kot_Behemoth but the name with a letter lost
        return as_match(slips, ordinary=ordinary)
    if found:
        # «alexa» begins Alexandra, and is Alex with a slip
        others = (*slips, *_begun(written, keys))
        seats = {entry[0] for entry in found}
        return as_match((*found, *(entry for entry in others if entry[0] not in seats)), ordinary=ordinary)
    slips = slips or _akin(written, keys, spellings)
    if not slips and not ordinary:
        slips = loosely(written, keys, spellings)
    return as_match(slips, ordinary=ordinary)


def _drawn_out(written: str, keys: OrderedKeys) -> tuple[Entry, ...]:
    """«Вааася». «Анннна» may be Ана and Анна."""
    short = unstretched(written)
    if short == fold(written) or len(short) < 3:
        return ()
    found = keys.tables["fold"].get(short, ())
    seats = {seat for seat, _grade, _spelling in found}
    doubled = (entries for name, entries in keys.whole_names() if found and single(name) == single(short))
    others = [entry for entries in doubled for entry in entries if entry[0] not in seats]
    return regraded((*found, *others), Grade.TYPO if others else Grade.MISSPELT)


def _other_keyboard(written: str, keys: OrderedKeys) -> tuple[Entry, ...]:
    """«Dfcz» for «Вася»; also without the stop after it, which is a letter on the other keyboard."""
    if script(written) is Script.MIXED:
        return ()
    for text in (written, written.strip(".,;!?: ")):
        key = fold(other_layout(text))
        if len(key) >= 3 and len(text) >= 3:
            entries = keys.tables["fold"].get(key, ())
            if entries:
                return regraded(entries, Grade.LAYOUT)
    return ()


def beginnings(written: str, keys: OrderedKeys) -> tuple[Entry, ...]:
    """Names or words of names that begin so, with the number at their end («nut8»); in Russian, where long words begin
    alike, a beginning must be a third of the name at least."""
    key = fold(written)
    letters = key.rstrip("0123456789")
    number = key[len(letters) :]
    if len(letters) < 3 or not letters.isalpha():
        return ()
    longest = _LONGEST_NAME if key.isascii() else len(letters) * 3
    found = [
        (seat, begun, spelling)
        for table, begun in (("fold", Grade.PREFIX), ("word fold", Grade.PART))
        for name in keys.starting(table, letters)
        for seat, grade, spelling in keys.tables[table][name]
        if len(name) <= longest and grade is not Grade.INFLECTED and name.endswith(number)
    ]
    heard = {Script.CYRILLIC: "l", Script.LATIN: "c"}.get(script(written), "")
    if not found and not number and heard and len(key) >= 4:
        found = [
            (seat, begun, spelling)
            for table, begun in (("sounds", Grade.PREFIX), ("word sounds", Grade.PART))
            for name in keys.starting(table, heard + sounds(written))
            for seat, _grade, spelling in keys.tables[table][name]
            if len(key) * 3 >= len(name)
        ]
    return tuple(found)


def _begun(written: str, keys: OrderedKeys) -> tuple[Entry, ...]:
    """Names that the text is with a letter or two at its end."""
    key = fold(written)
    found = (keys.tables["fold"].get(key[:-more], ()) for more in (1, 2) if len(key) - more >= 3)
    return regraded((entry for entries in found for entry in entries if entry[1] is not Grade.INFLECTED), Grade.TYPO)


def _inside(written: str, keys: OrderedKeys) -> tuple[Entry, ...]:
    """Names that have the text in the middle or at the end: «marble» for Quillmarble and Dunmarble; four letters at
    the end alone."""
    key = fold(written)
    if len(key) < 4 or not key.isalpha() or script(written) is not Script.LATIN:
        return ()
    found = [
        entry
        for name, entries in keys.whole_names()
        if (key in name if len(key) > 4 else name.endswith(key)) and len(key) * 3 >= len(name)
        for entry in entries
    ]
    return regraded(found, Grade.PART)


def _akin(written: str, keys: OrderedKeys, spellings: tuple[tuple[str, bool], ...]) -> tuple[Entry, ...]:
    """Names with a word of the same root: «Рыжая» for Рыжий, «лошадь» for Тёмная Лошадка. Never certain."""
    from tally.names.forms import is_same_word

    key = fold(written)
    if len(key) < _ROOT or not written.isalpha() or script(written) is not Script.CYRILLIC:
        return ()
    numbers = {
        number
        for number, (spelling, _common) in enumerate(spellings)
        for word in words(spelling)
        if is_most_of(fold(word), spelling) and (_same_root(key, fold(word)) or is_same_word(key, fold(word)))
    }
    return keys.of_spellings(numbers, Grade.PART)


def _same_root(one: str, other: str) -> bool:
    common = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return common >= _ROOT and common * 5 >= max(len(one), len(other)) * 3


def _initials(written: str, spellings: tuple[tuple[str, bool], ...], keys: OrderedKeys) -> tuple[Entry, ...]:
    """«КЕ» for King EcitoN, «BT» for BrilliantTeapots, «т.о.» for Тихий Омут."""
    key = fold(written)
    if not 2 <= len(key) <= 4:
        return ()
    heard = sounds(written)
    numbers = {
        number
        for number, (spelling, _common) in enumerate(spellings)
        if any(first == key or _sound_alike(first, key, heard) for first in _first_letters(spelling))
    }
    return keys.of_spellings(numbers, Grade.INITIALS)


def _sound_alike(first: str, key: str, heard: str) -> bool:
    """Are these the same initials in the other alphabet? Within one, other letters are others: BK is no Brass Comet."""
    return first.isascii() != key.isascii() and len(first) == len(heard) and sounds(first) == heard


_CAPITALS = re.compile(r"[A-Z][a-z]?[A-Z][a-z]{2,}\d*")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def _first_letters(spelling: str) -> tuple[str, ...]:
    """The initials of a name of several words, with and without what only tells it from others: Iron Otter42; QOrbital
    and ThAdmirer begin with a short one."""
    parts = words(spelling)
    bare = list(parts)
    while bare and (bare[-1].isdigit() or (len(bare[-1]) == 1 and bare[-1].islower())):
        bare.pop()
    some = [parts, bare, _CAPITAL.split(spelling) if _CAPITALS.fullmatch(spelling) else ()]
    each = (fold("".join(part if part.isdigit() else part[0] for part in name)) for name in some if len(name) > 1)
    return tuple(dict.fromkeys(each))


def _slips(
    written: str, keys: OrderedKeys, spellings: tuple[tuple[str, bool], ...], *, ordinary: bool
) -> tuple[Entry, ...]:
    """The names that a text is with a few slips, the nearest and those nearly as near."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    key = fold(written)
    allowed = allowed_slips(len(key))
    if not allowed or (ordinary and len(key) < 6):
        return ()
    numbers = numbers_in(key)
    near: dict[int, tuple[int, Entry]] = {}
    for table in ("fold", "word fold"):
        lengths = range(len(key) - allowed, len(key) + allowed + 1)
        names = [name for length in lengths for name in keys.of_length(table, length, numbers)]
        for name, distance, _place in process.extract(
            key, names, scorer=OSA.distance, score_cutoff=allowed, limit=None, processor=None
        ):
            if distance > allowed_slips(len(name)):
                continue
            for entry in keys.tables[table][name]:
                part = table == "word fold" and not is_most_of(name, spellings[entry[2]][0])
                most = 2 if min(len(key), len(name)) >= _LONG_PART and key[0] == name[0] else 1
                if part and (distance > most or len(name) < _LONG_WORD or not name.isascii()):
                    continue
                # a slip in a case form is one more step away from the name
                cost = int(distance) + (entry[1] is Grade.INFLECTED and len(name) < 7)
                if cost <= allowed and (entry[0] not in near or cost < near[entry[0]][0]):
                    grade = Grade.TYPO if part else _grade(key, name, int(distance), ordinary=ordinary)
                    near[entry[0]] = (cost, (entry[0], grade, entry[2]))
    if not near:
        return ()
    best = min(cost for cost, _entry in near.values())
    within = [entry for cost, entry in near.values() if cost <= best + 1]
    if len(within) > 1:
        nearest = [entry for cost, entry in near.values() if cost == best]
        # one slip of ten letters, where the next name is two away
        alone = len(nearest) == 1 and len(key) >= _VERY_LONG and key.isascii()
        return regraded(nearest if alone else within, Grade.TYPO)
    return tuple(within)


def _grade(key: str, name: str, distance: int, *, ordinary: bool) -> Grade:
    sure = distance == 1 and len(key) >= 6 and len(name) >= 6 and key[0] == name[0] and not ordinary
    return Grade.MISSPELT if sure else Grade.TYPO
