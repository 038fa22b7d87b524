"""Whom a text may mean that stands for a name and is like none by the usual measures.

Words of a name by their first letters («SA Meg»), its first words («7-penny»), more behind it («plumkinpot»), letters
drawn out («Hoorannnd»), a beginning misspelt or in disorder («mara», «Gwinlort»). Latin texts alone, and never certain:
it counts where nothing but a name can stand. Whoever is nearly as near is told too, so that it then fits nobody.
"""

from collections.abc import Iterable, Iterator

from tally.names.folding import fold, single, unstretched, words
from tally.names.keys import Entry, OrderedKeys, regraded
from tally.names.match import Grade

__all__ = ["allowed_slips", "is_most_of", "is_talk", "loosely"]

_LONGEST = 40
_HEAD = 3
_LONG_HEAD = 4
_SHORTEST_NICK = 4
_SHORTEST_MISSPELT = 5
_SHORTEST_UNMARKED = 5
"""Letters that may be the beginnings of words though nothing in them tells where one begins: «genjack»."""
_SHORTEST_SHUFFLED = 6

Spellings = tuple[tuple[str, bool], ...]

_TALK = frozenset({
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "anyone", "are", "as", "at", "away",
    "back", "be", "been", "best", "both", "but", "by", "came", "can", "come", "could", "did", "do", "does", "done",
    "down", "each", "else", "even", "ever", "every", "few", "first", "for", "found", "from", "gave", "get", "give",
    "go", "goes", "going", "gone", "gonna", "good", "got", "great", "had", "has", "have", "he", "hehe", "her",
    "here", "him", "his", "hold", "how", "i", "if", "in", "into", "is", "it", "its", "just", "keep", "kill", "knew",
    "know", "last", "lead", "left", "less", "let", "lets", "like", "list", "live", "lolol", "lolz", "look", "lose",
    "lost", "made", "make", "many", "may", "me", "mine", "more", "most", "much", "must", "my", "name", "near",
    "need", "never", "new", "next", "no", "none", "not", "now", "of", "off", "ok", "okay", "on", "once", "one",
    "only", "open", "or", "other", "our", "out", "over", "own", "pass", "past", "play", "quit", "rand", "random",
    "read", "real", "said", "same", "saw", "say", "see", "seem", "she", "should", "since", "so", "some", "someone",
    "soon", "stay", "stop", "such", "sure", "take", "tell", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "thing", "think", "this", "those", "three", "time", "to", "told", "too", "took", "town",
    "true", "try", "turn", "two", "under", "until", "up", "upon", "us", "use", "very", "vote", "wait", "want",
    "was", "way", "we", "well", "went", "were", "what", "whatever", "when", "where", "which", "while", "who",
    "whom", "whose", "why", "will", "wish", "with", "won", "word", "work", "would", "yeah", "year", "yes", "yet",
    "you", "your",
})  # fmt: skip
"""Words of any talk: that one of them begins as a nick does is a chance."""


def allowed_slips(length: int) -> int:
    """How many slips a name of this length may have: short ones are near something by chance."""
    return 0 if length < 5 else 1 if length < 7 else 2 if length < 12 else 3


def is_talk(text: str) -> bool:
    """Are all its words those of any talk, which begin as a name does, or are its initials, by chance?"""
    return _TALK.issuperset(map(fold, words(text)))


def is_most_of(word: str, spelling: str) -> bool:
    """Is the word the name but for what tells it from others: IronComet of IronComet42?"""
    return len(word) * 3 >= len(fold(spelling)) * 2


def loosely(written: str, keys: OrderedKeys, spellings: Spellings) -> tuple[Entry, ...]:
    """All who may be meant, each with his grade; one seat alone where it is clear who."""
    key = fold(written)
    if not key.isascii() or len(key) > _LONGEST or is_talk(written):
        return ()
    return (
        *keys.of_spellings(_in_pieces(written, spellings), Grade.INITIALS),
        *keys.of_spellings(_first_words(written, spellings), Grade.PREFIX),
        *_longer(written, keys),
        *_drawn_out(key, keys),
        *(_astray(key, keys, spellings) if _is_one_name(written, keys) else ()),
    )


def _is_one_name(written: str, keys: OrderedKeys) -> bool:
    """No «Alex and Ann», no «Alex lol»: of several words none is somebody's name or of any talk."""
    each = [fold(word) for word in words(written)]
    return len(each) == 1 or not any(word in _TALK or _names_somebody(word, keys) for word in each)


def _names_somebody(word: str, keys: OrderedKeys) -> bool:
    return any(entry[1] not in (Grade.PREFIX, Grade.PART) for entry in _named(word, keys))


# --- the words of a name ---


def _in_pieces(written: str, spellings: Spellings) -> set[int]:
    """«SA Meg», «TinIR», «StOtW»: the beginnings of all words of a name, in their order; spaces and capitals tell
    where one begins."""
    text, starts = _pieces(written)
    if len(text) < (_HEAD if len(starts) > 1 else _SHORTEST_UNMARKED):
        return set()
    return {
        number
        for number, (spelling, _common) in enumerate(spellings)
        if any(_runs_through(text, starts, name) for name in _worded(spelling))
    }


def _pieces(written: str) -> tuple[str, frozenset[int]]:
    """The letters and digits of a text, small, and at which of them a word has to begin."""
    text, starts, apart = "", set[int](), True
    for sign in written:
        if sign.isalnum():
            if apart or (sign.isupper() and not written.isupper()):
                starts.add(len(text))
            text += sign.lower()
        apart = not sign.isalnum() and sign not in "'’"
    return text, frozenset(starts)


def _worded(spelling: str) -> Iterator[tuple[str, ...]]:
    """The words of a name that has several, with and without the number at its end."""
    each = tuple(fold(word) for word in words(spelling))
    for name in (each, each[:-1]) if each and each[-1].isdigit() else (each,):
        if len(name) > 1:
            yield name


def _runs_through(text: str, starts: frozenset[int], name: tuple[str, ...]) -> bool:
    """Is the text the beginnings of these words, one after the other?"""
    ends = {0}
    for word in name:
        ends = {end for start in ends for end in _ends_of(text, start, word) if not starts & set(range(start + 1, end))}
    return len(text) in ends


def _ends_of(text: str, start: int, word: str) -> Iterator[int]:
    """Where a beginning of the word may end that begins at `start`; a number is there whole."""
    for size in range(1, len(word) + 1):
        if not text.startswith(word[:size], start):
            return
        if size == len(word) or not word.isdigit():
            yield start + size


def _first_words(written: str, spellings: Spellings) -> set[int]:
    """«7 Penny» of 7 Penny Lamp: two words of it at least."""
    spoken = tuple(fold(word) for word in words(written))
    if len(spoken) < 2 or len(fold(written)) < _HEAD:
        return set()
    return {
        number
        for number, (spelling, _common) in enumerate(spellings)
        if tuple(fold(word) for word in words(spelling)[: len(spoken)]) == spoken
    }


# --- the letters of a name ---


def _longer(written: str, keys: OrderedKeys) -> tuple[Entry, ...]:
    """«plumkinpot» for Plum: a whole nick and a tail, of one word. Others whose names begin as he does, or who have a
    part in the tail («PlumJester»), are as near."""
    key = fold(written)
    if not written.isalpha():
        return ()
    found: list[Entry] = []
    near: list[Entry] = []
    for size in range(_SHORTEST_NICK, len(key)):
        whole = [entry for entry in keys.tables["fold"].get(key[:size], ()) if entry[1] is not Grade.INFLECTED]
        found += whole
        if whole:
            near += _starting(key[:size], keys)
            near += (entry for name, entries in _latin(keys) if _has_part(key, size, name) for entry in entries)
    return _with_others(regraded(found, Grade.LONGER), near)


def _has_part(key: str, size: int, name: str) -> bool:
    """Is the tail of the text, behind so many letters of it, of this name: its beginning, or the end of both?"""
    letters = name.strip("0123456789")
    end = key.endswith(letters[-_LONG_HEAD:]) and len(letters) >= _LONG_HEAD
    return end or (len(letters) >= _HEAD and letters[:_LONG_HEAD] in key[size:])


def _drawn_out(key: str, keys: OrderedKeys) -> tuple[Entry, ...]:
    """«Hoorannnd» for Hoorand, which has a double letter itself; «Bellaquinnn» for Bellaquin30."""
    short = single(key)
    if unstretched(key) == key or len(short) < _HEAD:
        return ()
    same = [entry for name, entries in _latin(keys) if single(name) == short for entry in entries]
    if not same and len(short) >= _SHORTEST_MISSPELT:
        same = [entry for name, entries in _latin(keys) if single(name).startswith(short) for entry in entries]
    return regraded(same, Grade.TYPO)


def _astray(key: str, keys: OrderedKeys, spellings: Spellings) -> tuple[Entry, ...]:
    """«mara» for Marrondel, «Gwinlort» for gwinthorl: three first letters that nobody else has, and the beginning
    or the whole misspelt, or in disorder. A word of a name has to be most of it."""
    if len(key) < _LONG_HEAD or not key.isalpha():
        return ()
    reach = {
        entry: slips
        for name in _keys_starting(key[:_HEAD], keys)
        if len(name) >= _SHORTEST_MISSPELT and (slips := _slips(key, name)) is not None
        for entry in _named(name, keys)
        if is_most_of(name, spellings[entry[2]][0])
    }
    if not reach:
        return ()
    most = min(reach.values())
    near = (entry for name, entries in _latin(keys) if _is_near(key, name, most) for entry in entries)
    return _with_others(regraded(reach, Grade.TYPO), (*_starting(key[:_HEAD], keys), *near))


def _slips(key: str, name: str) -> int | None:
    """In how many letters the text is another than the name or the name's beginning; None where it is too many."""
    most = max(1, allowed_slips(len(key)))
    if (slips := _from_beginning(key, name, most)) <= most:
        return slips
    if len(key) < _SHORTEST_SHUFFLED:
        return None
    if sorted(key) == sorted(name[: len(key)]):
        return most
    whole = _distance(key, name) if key[:_LONG_HEAD] == name[:_LONG_HEAD] else len(key)
    return whole if whole <= most + 1 else None


def _is_near(key: str, name: str, slips: int) -> bool:
    if len(name) < len(key) - slips:
        return False
    # of four letters, two others make another word
    near = slips + (len(key) >= _SHORTEST_SHUFFLED)
    return _distance(key, name) <= near or (key[0] == name[0] and _from_beginning(key, name, slips) <= slips)


def _from_beginning(key: str, name: str, most: int) -> int:
    """The distance to the nearest beginning of a name that is about as long as the text."""
    return min(_distance(key, name[:size]) for size in range(len(key) - most, len(key) + most + 1))


def _distance(one: str, other: str) -> int:
    from rapidfuzz.distance import OSA

    return int(OSA.distance(one, other))


# --- who is near ---


def _with_others(found: tuple[Entry, ...], near: Iterable[Entry]) -> tuple[Entry, ...]:
    seats = {seat for seat, _grade, _spelling in found}
    others = (entry for entry in near if entry[0] not in seats)
    return (*found, *regraded(others, Grade.TYPO)) if found else ()


def _latin(keys: OrderedKeys) -> Iterator[tuple[str, list[Entry]]]:
    """All names and the words of them in Latin letters, no case forms."""
    for table in ("fold", "word fold"):
        for name, entries in keys.tables[table].items():
            if name.isascii():
                yield name, [entry for entry in entries if entry[1] is not Grade.INFLECTED]


def _keys_starting(beginning: str, keys: OrderedKeys) -> list[str]:
    found = (name for table in ("fold", "word fold") for name in keys.starting(table, beginning) if name.isascii())
    return list(dict.fromkeys(found))


def _named(name: str, keys: OrderedKeys) -> list[Entry]:
    entries = (*keys.tables["fold"].get(name, ()), *keys.tables["word fold"].get(name, ()))
    return [entry for entry in entries if entry[1] is not Grade.INFLECTED]


def _starting(beginning: str, keys: OrderedKeys) -> list[Entry]:
    return [entry for name in _keys_starting(beginning, keys) for entry in _named(name, keys)]
