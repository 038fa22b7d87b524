"""One order made of the words that belong to it: its targets in their places, the guess, the thing spent.

In: the action, the words, which of them are its clue. Out: the order, or the doubt that keeps it from being one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tally.names import Grade, Match, NameIndex, Status
from tally.orders.danger import find_danger, seats_of
from tally.orders.forms import is_mere_particle
from tally.orders.meaning import Doubt, Order, Why
from tally.orders.phrasebook import Phrase, Phrasebook
from tally.orders.sender import Sender, Shape
from tally.orders.words import Word

__all__ = ["Builder"]

_PREPOSITIONS = frozenset({"на", "про", "о", "об"})
_TEAM_KILLS = frozenset({"kill", "mafia-kill"})


@dataclass(frozen=True, slots=True)
class _Target:
    """A player that is named, and the place of the word."""

    seat: str
    place: int


@dataclass(frozen=True, slots=True)
class Builder:
    """Makes orders of one sender. `clue_words`: all words that stand for an action of his."""

    sender: Sender
    book: Phrasebook
    names: NameIndex
    accept: frozenset[Grade]
    clue_words: frozenset[str]

    def order(
        self, action: str, words: Sequence[Word], covered: frozenset[int], as_role: str | None
    ) -> tuple[Order, ...] | Doubt:
        """The order of this action; every word of its sentence is accounted for."""
        places = self._core(words, covered)
        words, covered = [words[at] for at in places], frozenset(places.index(at) for at in covered)
        danger = find_danger(self._relevant(words, covered), covered) or self._cancelled(words, covered)
        if danger is not None:
            return danger
        phrase = self.book.actions.get(action, Phrase(()))
        # of an action that an option has switched off nothing is known; the engine refuses it anyhow
        shape = self.sender.shapes.get(action) or Shape(min=0 if phrase.guess else 1)
        role = self._role(action, words, phrase)
        if isinstance(role, Doubt):
            return role
        targets = self._targets(words, covered)
        if isinstance(targets, Doubt):
            return targets
        halves = tuple(dict.fromkeys(word.half for word in words if word.half)) if shape.halves else ()
        on = halves or self._in_slots(words, targets, phrase, named_only=not covered)
        if isinstance(on, Doubt):
            return on
        if role is None and self._has_stray_role(words, covered):
            return Doubt(Why.ROLE_FOR_NAME, seats_of(words))
        if len(on) < shape.min:
            return Doubt(Why.NO_TARGET, (action,))
        if shape.guess and role is None:
            return Doubt(Why.NO_GUESS, (action,))
        guise = role if phrase.as_role else as_role
        guess = role if phrase.guess else None
        return (Order(action, on, as_role=guise, guess=guess, item=self._item(words)),)

    def _cancelled(self, words: Sequence[Word], covered: frozenset[int]) -> Doubt | None:
        """«отменяю лечение Васи»."""
        acting = {words[at].clause for at in covered}
        if any(word.is_a("cancel") and word.clause in acting for at, word in enumerate(words) if at not in covered):
            return Doubt(Why.RETRACTED, seats_of(words))
        return None

    # --- which words belong to it ---

    def _core(self, words: Sequence[Word], covered: frozenset[int]) -> list[int]:
        """The sentences with the clue, and those that only go on with names; others are remarks."""
        sentences = {words[at].sentence for at in covered} or {word.sentence for word in words if word.name is not None}
        for number, sentence in groupby(words, lambda word: word.sentence):
            said = list(sentence)
            bare = all(word.name is not None or word.kinds or word.roles or word.in_role for word in said)
            if bare and any(word.name is not None or word.roles for word in said):
                sentences.add(number)
            if any(word.is_a("retract") or self._thing(word) for word in said):
                sentences.add(number)
        kept = [at for at, word in enumerate(words) if not sentences or word.sentence in sentences]
        return sorted({*kept, *covered})

    def _relevant(self, words: Sequence[Word], covered: frozenset[int]) -> list[Word]:
        """All words; but in a clause that neither acts nor names anybody, «не» says nothing of the order."""
        relevant = self._clauses_that_matter(words, covered)
        return [word if word.clause in relevant else replace(word, kinds=word.kinds - {"not"}) for word in words]

    def _clauses_that_matter(self, words: Sequence[Word], covered: frozenset[int]) -> set[int]:
        return {
            word.clause
            for at, word in enumerate(words)
            if at in covered or word.name is not None or word.now & self.clue_words - {"мафия", "роль"}
        }

    def _thing(self, word: Word) -> str | None:
        return next((item for item, names in self.book.items.items() if word.now & names), None)

    def _item(self, words: Sequence[Word]) -> str | None:
        """The thing that is spent; in «осколок не используем» none is."""
        refused = {word.clause for word in words if word.is_a("not")}
        return next((item for word in words if word.clause not in refused and (item := self._thing(word))), None)

    # --- whom it names ---

    def _targets(self, words: Sequence[Word], covered: frozenset[int]) -> list[_Target] | Doubt:
        matter = self._clauses_that_matter(words, covered)
        found: list[_Target] = []
        for at, word in enumerate(words):
            if word.name is not None:
                seat = self._seat(word.name.match, governed=self._is_governed(words, at))
            elif word.is_a("self") and at not in covered and not self.sender.is_team:
                seat = self.sender.by
            elif at not in covered and self._is_unknown(word) and (word.clause in matter or self._is_lone(words, at)):
                seat = self._guessed(words, at)
            else:
                continue
            if isinstance(seat, Doubt):
                return seat
            if seat is not None and not (self.names.is_host(seat) and word.clause not in matter):
                found.append(_Target(seat, at))
        return self._without_address(found, words, covered)

    def _without_address(self, found: list[_Target], words: Sequence[Word], covered: frozenset[int]) -> list[_Target]:
        """«Маэстро, лечу Васю» is said to the host."""
        acting = {words[at].clause for at in covered}
        return [
            each for each in found if not (self.names.is_host(each.seat) and words[each.place].clause not in acting)
        ]

    def _seat(self, match: Match, *, governed: bool) -> str | Doubt | None:
        if match.status is Status.AMBIGUOUS:
            return Doubt(Why.AMBIGUOUS_NAME, tuple(sorted({each.seat for each in match.candidates})))
        if match.status is Status.UNKNOWN:
            return None
        if governed and match.rivals:
            seats = {each.seat for each in (*match.candidates, *match.rivals)}
            return Doubt(Why.AMBIGUOUS_NAME, tuple(sorted(seats)))
        if match.grade not in self.accept:
            return Doubt(Why.UNCERTAIN_NAME, tuple(each.seat for each in match.candidates))
        return match.seat

    def _is_governed(self, words: Sequence[Word], at: int) -> bool:
        """Whether words before it ask for a case: not behind a colon, where a nick stands as it is."""
        return at > 0 and not any(word.heads for word in words[:at] if word.sentence == words[at].sentence)

    def _is_unknown(self, word: Word) -> bool:
        return not (word.kinds or word.now or word.past or word.roles or word.in_role or word.half)

    def _is_lone(self, words: Sequence[Word], at: int) -> bool:
        """A word alone in its clause may be one more nick of a list."""
        return all(word.clause != words[at].clause or place == at for place, word in enumerate(words))

    def _guessed(self, words: Sequence[Word], at: int) -> str | Doubt | None:
        """A word that no table and no key knows: a nick with a slip in it, or something that says nothing."""
        word = words[at]
        match = self.names.match(word.text)
        if match.status is Status.UNKNOWN:
            return None if is_mere_particle(word.text) else Doubt(Why.UNKNOWN_NAME)
        return self._seat(match, governed=False)

    # --- in which places ---

    def _in_slots(
        self, words: Sequence[Word], targets: Sequence[_Target], phrase: Phrase, *, named_only: bool
    ) -> tuple[str, ...] | Doubt:
        """The targets in the order that the action's rule names. `named_only`: nothing but names was written."""
        if not phrase.slots or len(targets) < 2:
            return tuple(each.seat for each in targets)
        slots: list[list[str]] = [[] for _slot in phrase.slots]
        unmarked: list[str] = []
        for target in targets:
            slot = self._slot(words, target.place, phrase)
            if slot is None:
                unmarked.append(target.seat)
            else:
                slots[slot].append(target.seat)
        for seat in unmarked:
            (next((slot for slot in slots if not slot), slots[-1])).append(seat)
        if named_only and len(unmarked) == len(targets):
            return Doubt(Why.WHICH_TARGET, tuple(sorted(each.seat for each in targets)))
        if len(targets) == len(slots) and any(len(slot) != 1 for slot in slots):
            return Doubt(Why.WHICH_TARGET, tuple(sorted(each.seat for each in targets)))
        return tuple(seat for slot in slots for seat in slot)

    def _slot(self, words: Sequence[Word], place: int, phrase: Phrase) -> int | None:
        """The place that the words around a name give it: a preposition before it, the nearest word that announces a
        place before it, or the only one of its part of the line."""
        first, last = _part(words, place)
        marks = [(at, slot) for at in range(first, last) for slot, names in enumerate(phrase.slots)
                 if words[at].name is None and words[at].now & names]  # fmt: skip
        close = [slot for at, slot in marks if at == place - 1 and words[at].now & _PREPOSITIONS]
        if close:
            return close[0]
        firm = [(at, slot) for at, slot in marks if not words[at].now & _PREPOSITIONS]
        if len({slot for _at, slot in firm}) == 1:
            return firm[0][1]
        before = [slot for at, slot in firm if at < place]
        return before[-1] if before else None

    # --- which role ---

    def _role(self, action: str, words: Sequence[Word], phrase: Phrase) -> str | Doubt | None:
        """The role that the action names."""
        if not (phrase.guess or phrase.as_role):
            return None
        found = [word.roles for at, word in enumerate(words) if word.roles and not self._heads_the_team(words, at)]
        if not found:
            return Doubt(Why.NO_ROLE, (action,)) if phrase.as_role else None
        roles = {role for each in found for role in self.sender.dealt(each)}
        return Doubt(Why.AMBIGUOUS_ROLE, tuple(sorted(roles))) if len(roles) > 1 else roles.pop()

    def _has_stray_role(self, words: Sequence[Word], covered: frozenset[int]) -> bool:
        """Whether a role stands where a player might be meant."""
        matter = self._clauses_that_matter(words, covered)
        return any(
            word.roles
            and word.name is None
            and at not in covered
            and word.clause in matter
            and not (self.sender.role in word.roles and at < min(covered, default=0))
            and not self._heads_the_team(words, at)
            and not (at > 0 and words[at - 1].now & {"на", "если"})
            and not self._is_conditional(words, at)
            for at, word in enumerate(words)
        )

    def _heads_the_team(self, words: Sequence[Word], at: int) -> bool:
        """«мафия убивает», «от мафии:»: who acts, where the sender is of the mafia."""
        if "mafia" not in words[at].roles or not (self.sender.is_team or _TEAM_KILLS & self.sender.own):
            return False
        opens = at == 0 or words[at].clause != words[at - 1].clause
        return opens or words[at].heads or words[at - 1].is_a("filler") or bool(words[at - 1].now & self.clue_words)

    def _is_conditional(self, words: Sequence[Word], at: int) -> bool:
        """«если Вася мафия»: the condition of a shot."""
        return any(word.is_a("if") and word.clause == words[at].clause for word in words)


def _part(words: Sequence[Word], place: int) -> tuple[int, int]:
    """The part of the line around a place: its clause, parted at «и»."""
    clause = words[place].clause
    first = place
    while first > 0 and words[first - 1].clause == clause and not words[first].is_a("and"):
        first -= 1
    last = place + 1
    while last < len(words) and words[last].clause == clause and not words[last].is_a("and"):
        last += 1
    return first, last
