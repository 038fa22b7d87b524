"""One order made of the words that belong to it: its targets in their places, the guess, the thing spent.

In: the action, the words, which of them are its clue. Out: the order, or the doubt that keeps it from being one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tally.names import Grade, Match, NameIndex, Status
from tally.orders.danger import find_danger, seats_of
from tally.orders.forms import is_adjective, is_mere_particle
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
        if self._has_another_case(words, places):
            return Doubt(Why.CONDITION, seats_of(words))
        words, covered = [words[at] for at in places], frozenset(places.index(at) for at in covered)
        phrase = self.book.actions.get(action, Phrase(()))
        danger = find_danger(self._relevant(words, covered, phrase), covered) or self._cancelled(words, covered)
        if danger is not None and not self._joins_both(danger, action, words):
            return danger
        other = self._of_halves(words, action)
        if other is not None:
            return self.order(other, words, covered, as_role)
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
        if not on and shape.min and any(word.text.casefold() == "меня" for word in words):
            on = (self.sender.by,)
        if len(on) < shape.min:
            return Doubt(Why.NO_TARGET, (action,))
        if shape.guess and role is None:
            return Doubt(Why.NO_GUESS, (action,))
        guise = role if phrase.as_role else as_role
        guess = role if phrase.guess else None
        return (Order(action, on, as_role=guise, guess=guess, item=self._item(words)),)

    def _of_halves(self, words: Sequence[Word], action: str) -> str | None:
        """«проверяю верхнюю половину» is the sender's one action that takes halves, whatever verb it is said with."""
        if self.sender.shape(action).halves or not any(word.half for word in words):
            return None
        found = [each for each in self.sender.own if self.sender.shape(each).halves]
        named = any(word.name is not None for word in words)
        return found[0] if len(found) == 1 and not named else None

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

    def _has_another_case(self, words: Sequence[Word], places: Sequence[int]) -> bool:
        """«убиваем Васю. Если его казнят — Петю»: a sentence that would be passed by has a condition and a player."""
        passed_by = [word for at, word in enumerate(words) if at not in places]
        cases = {word.sentence for word in passed_by if word.is_a("if")}
        return any(word.name is not None and word.sentence in cases for word in passed_by)

    def _relevant(self, words: Sequence[Word], covered: frozenset[int], phrase: Phrase) -> list[Word]:
        """All words; but in a clause that neither acts nor names anybody, «не» says nothing of the order, nor does
        «завтра» of one that is for another night."""
        relevant = self._clauses_that_matter(words, covered)
        said = {"later"} if phrase.later else set[str]()
        return [
            replace(word, kinds=word.kinds - said - (set() if word.clause in relevant else {"not"})) for word in words
        ]

    def _joins_both(self, danger: Doubt, action: str, words: Sequence[Word]) -> bool:
        """«сравнить Петю/Васю»: of an action that takes two, a stroke between two names is no choice."""
        named = [word for word in words if word.name is not None]
        spelt = any(word.is_a("or") for word in words)
        return danger.why is Why.ALTERNATIVES and not spelt and len(named) == self.sender.shape(action).min == 2

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
        remarks = self._remarks(words, covered)
        found: list[_Target] = []
        for at, word in enumerate(words):
            if word.clause in remarks:
                continue
            if word.name is not None:
                seat = self._seat(word.name.match, governed=self._is_governed(words, at))
            elif word.is_a("reflexive") or (word.is_a("self") and at not in covered):
                if self.sender.is_team:
                    continue
                seat = self.sender.by
            elif at not in covered and self._is_unknown(word) and (word.clause in matter or self._is_lone(words, at)):
                seat = self._guessed(words, at)
            else:
                continue
            if isinstance(seat, Doubt):
                return seat
            if seat is not None and not (self.names.is_host(seat) and word.clause not in matter):
                found.append(_Target(seat, at))
        found = self._each_name_once(found, words)
        return self._without_address(found, words, covered)

    def _remarks(self, words: Sequence[Word], covered: frozenset[int]) -> set[int]:
        """Clauses that only say something of somebody: «проверяю Васю, Петя чист»."""
        acting = {words[at].clause for at in covered}
        told = (word for word in words if acting and word.clause not in acting and word.name is None)
        return {word.clause for word in told if self._is_unknown(word) and is_adjective(word.text)}

    def _each_name_once(self, found: list[_Target], words: Sequence[Word]) -> list[_Target]:
        """«Кинга Эцитона» is one name in two words, «лечусь сама себя» one player."""
        kept: list[_Target] = []
        for each in found:
            before = kept[-1] if kept else None
            if before is None or before.seat != each.seat or not self._is_one(words, before.place, each.place):
                kept.append(each)
        return kept

    def _is_one(self, words: Sequence[Word], first: int, last: int) -> bool:
        own = words[first].is_a("reflexive") or words[last].is_a("reflexive")
        return own or (last == first + 1 and words[first].clause == words[last].clause and not words[last].joined)

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
            harmless = is_mere_particle(word.text) or (self._describes(words, at) and is_adjective(word.text))
            return None if harmless else Doubt(Why.UNKNOWN_NAME)
        return self._seat(match, governed=False)

    def _describes(self, words: Sequence[Word], at: int) -> bool:
        """Whether a word stands beside a name of its clause: «подозрительного Васю», «себя родного»."""
        near = [words[place] for place in (at - 1, at + 1) if 0 <= place < len(words)]
        said = [each for each in near if each.name is not None or each.is_a("self")]
        return any(each.clause == words[at].clause for each in said) and not words[at].joined

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
            and not (at > 0 and words[at - 1].now & {"на", "от", "если"})
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
        return any(
            (word.is_a("if") or "условие" in word.now) and word.clause == words[at].clause for word in words
        ) or any("условие" in word.now for word in words[:at])


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
