"""The phrase tables of a game: which words stand for which action, role, half or thing, in all their forms.

In: phrases/<ruleset>.toml over phrases/common.toml, forms.json. Out: a `Phrasebook`, loaded once.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tally.orders.forms import FORMS_FILE, read_tables

__all__ = ["Clue", "Phrase", "Phrasebook", "Said", "forms_by_letter", "load_phrasebook"]

ROLE = "{role}"
_TAIL = re.compile("-(?:ка|то|таки)$")


@dataclass(frozen=True, slots=True)
class Said:
    """What one word of a line may be: dictionary words, by a form that orders or by one that tells of the past."""

    now: frozenset[str]
    past: frozenset[str]


_UNKNOWN = Said(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Clue:
    """Words that together stand for an action: of each element one has to be there.

    `heading`: the last of them opens the line or is followed by a colon or a dash («мафия: Ля»); `role`: a role too.
    """

    elements: tuple[frozenset[str], ...]
    heading: bool = False
    role: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """How one action is worded. `slots`: for each place of its targets the words that announce it; `text`: words that
    may stand between the clue and a text; `answer`: the host's answer may follow; `as_role`, `guess`: it names a role;
    `refusal`: it says that another action is not done; `later`: it is for another night by its nature."""

    clues: tuple[Clue, ...]
    slots: tuple[frozenset[str], ...] = ()
    text: frozenset[str] | None = None
    answer: bool = False
    as_role: bool = False
    guess: bool = False
    refusal: bool = False
    later: bool = False


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The words of one ruleset. `roles`: (words in a row, role), the longest first; `words`: kind → words."""

    actions: Mapping[str, Phrase]
    roles: tuple[tuple[tuple[str, ...], str], ...]
    copy: frozenset[str]
    words: Mapping[str, frozenset[str]]
    halves: Mapping[str, frozenset[str]]
    items: Mapping[str, frozenset[str]]
    forms: Mapping[str, Said]

    def said(self, word: str) -> Said:
        """What a word as written may be; «подлечу-ка» is «подлечу»."""
        plain = word.casefold().replace("ё", "е")
        return self.forms.get(plain) or self.forms.get(_TAIL.sub("", plain), _UNKNOWN)


@cache
def load_phrasebook(ruleset: str) -> Phrasebook:
    """The words of a ruleset; for a host's own one those of all others, since it is composed of their actions."""
    tables = read_tables()
    common = tables["common"]
    own = _extended(tables, ruleset) if ruleset in tables and ruleset != "common" else _all_together(tables)
    sets = common["sets"]
    forms = dict(_load_forms())
    for action in own.get("actions", {}):
        # the action by its id, as a record has it: who writes English writes it so
        known = forms.get(action, _UNKNOWN)
        forms[action] = Said(known.now | {action}, known.past)
    roles = [(tuple(name.split()), role) for role, names in own.get("roles", {}).items() for name in names]
    return Phrasebook(
        actions={action: _phrase(action, data, sets) for action, data in own.get("actions", {}).items()},
        roles=tuple(sorted(roles, key=lambda each: -len(each[0]))),
        copy=frozenset(own.get("copy", ())),
        words=_word_sets(common["words"]),
        halves=_word_sets(common["halves"]),
        items=_word_sets(common["items"]),
        forms=forms,
    )


def _extended(tables: Mapping[str, Mapping[str, Any]], ruleset: str) -> dict[str, Any]:
    """A table over the one that it extends: an action given anew replaces the other's, names of a role are added."""
    own = tables[ruleset]
    if "extends" not in own:
        return dict(own)
    base = _extended(tables, own["extends"])
    roles = {role: list(names) for role, names in base["roles"].items()}
    for role, names in own["roles"].items():
        roles[role] = roles.get(role, []) + names
    return {"actions": {**base["actions"], **own["actions"]}, "roles": roles}


def _all_together(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Each action as the first of the tables words it, each role by all its names."""
    actions: dict[str, Any] = {}
    roles: dict[str, list[str]] = {}
    for name in tables:
        if name != "common":
            table = _extended(tables, name)
            actions = {**table["actions"], **actions}
            for role, names in table["roles"].items():
                roles[role] = list(dict.fromkeys([*roles.get(role, ()), *names]))
    return {"actions": actions, "roles": roles}


def _phrase(action: str, data: Mapping[str, Any], sets: Mapping[str, Sequence[str]]) -> Phrase:
    return Phrase(
        clues=(*(_clue(written, sets) for written in data["clues"]), Clue((frozenset({action}),))),
        slots=tuple(frozenset(_spread(slot, sets)) for slot in data.get("slots", ())),
        text=frozenset(data["text"]) if "text" in data else None,
        answer=data.get("answer", False),
        as_role=data.get("as", False),
        guess=data.get("guess", False)
        or (not data.get("as", False) and any("от {role}" in clue or "роль {role}" in clue for clue in data["clues"])),
        refusal=data.get("refusal", False),
        later=data.get("later", False),
    )


def _clue(written: str, sets: Mapping[str, Sequence[str]]) -> Clue:
    elements = [word for word in written.removesuffix(":").split() if word != ROLE]
    return Clue(
        elements=tuple(frozenset(_spread(element.split("/"), sets)) for element in elements),
        heading=written.endswith(":"),
        role=ROLE in written,
    )


def _spread(words: Iterable[str], sets: Mapping[str, Sequence[str]]) -> Iterable[str]:
    for word in words:
        if word.startswith("@"):
            yield from sets[word[1:]]
        else:
            yield word


def _word_sets(table: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    return {kind: frozenset(words) for kind, words in table.items()}


@cache
def forms_by_letter(wanted: frozenset[str]) -> Mapping[str, tuple[tuple[str, frozenset[str]], ...]]:
    """First letter → the forms of the wanted words that begin so, each with the words of which it is one."""
    found: defaultdict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for form, said in _load_forms().items():
        if meant := said.now & wanted:
            found[form[0]].append((form, meant))
    return {letter: tuple(forms) for letter, forms in found.items()}


@cache
def _load_forms() -> dict[str, Said]:
    now: defaultdict[str, set[str]] = defaultdict(set)
    past: defaultdict[str, set[str]] = defaultdict(set)
    for word, forms in json.loads(FORMS_FILE.read_text(encoding="utf-8")).items():
        for form in forms["now"]:
            now[form].add(word)
        for form in forms["past"]:
            past[form].add(word)
    return {form: Said(frozenset(now[form]), frozenset(past[form])) for form in {*now, *past}}
