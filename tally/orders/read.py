"""What a line means: a pass, the orders of its clauses, or the doubt that keeps it from being taken.

In: the line, who sends it, the phrasebook, the names of the game. Out: a `Reading`. What is not certain is a doubt.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tally.names import CERTAIN, Grade, NameIndex
from tally.orders.build import Builder
from tally.orders.clues import find_clues, is_idle
from tally.orders.danger import find_danger, seats_of
from tally.orders.meaning import Doubt, Order, Pass, Reading, Why
from tally.orders.phrasebook import Phrasebook
from tally.orders.sender import Sender
from tally.orders.slips import with_slips
from tally.orders.texts import cut_text
from tally.orders.words import Word, take_apart

__all__ = ["read_line"]

_DASHES = re.compile(r"(?:нд|ночное действие|действие|ход)?[\s\-–—_.:=]*[-–—][\s\-–—_.]*", re.IGNORECASE)
_CODE = re.compile(r"\[/?(?:b|i|u|s|color|colour|size|font|url|user|center|spoiler)(?:=[^\]\n]*)?\]", re.IGNORECASE)
_INSTRUMENTAL = re.compile("(?:ом|ем|ём|ой|ей)$")
_REFUSING = frozenset({"пас", "пасс", "пасую", "pass", "отказ", "отказаться", "отказываться"})


def read_line(
    text: str, sender: Sender, book: Phrasebook, names: NameIndex, *, accept: frozenset[Grade] = CERTAIN
) -> Reading:
    """What the sender orders with the line. `accept`: the grades at which a name counts. Never raises."""
    if not text.strip():
        return Doubt(Why.EMPTY)
    text = _CODE.sub(" ", text)
    if _DASHES.fullmatch(text):
        return Pass()
    reader = _Reader(sender, book, names, accept)
    return reader.read(text)


@dataclass(frozen=True, slots=True)
class _Reader:
    sender: Sender
    book: Phrasebook
    names: NameIndex
    accept: frozenset[Grade]

    def read(self, text: str) -> Reading:
        words = tuple(map(self._not_oneself, take_apart(text, self.book, self.names)))
        if not words:
            return Doubt(Why.EMPTY)
        words = tuple(with_slips(words, self.book, self.names, self._clue_words()))
        cut = cut_text(text, words, self.book, self.sender)
        if isinstance(cut, Doubt):
            return cut
        if cut is not None:
            head, order = cut
            before = self._read_words(head) if _says_something(head) else ()
            return (*before, order) if isinstance(before, tuple) else before
        return self._read_words(words)

    def _read_words(self, words: Sequence[Word]) -> Reading:
        clue_words = self._clue_words()
        kept = _without_past(_without_replaced(_without_asides(words, clue_words), clue_words), clue_words)
        if isinstance(kept, Doubt):
            return kept
        passed = self._read_pass(kept)
        if passed is not None:
            return passed
        kept = self._without_refusals(kept)
        guise = self._take_guise(kept)
        return guise if isinstance(guise, Doubt) else self._decide(*guise)

    def _not_oneself(self, word: Word) -> Word:
        """«ставлю капкан» of a player who is called Капкан."""
        own = word.name is not None and word.name.match.seat == self.sender.by and word.now and word.text.islower()
        return replace(word, name=None) if own else word

    def _without_refusals(self, words: Sequence[Word]) -> Sequence[Word]:
        """«не стреляю, проверяю Васю»: without the first, of a sender who does one thing a night anyhow."""
        if len({self.sender.stacks.get(action, action) for action in self.sender.own}) > 1:
            return words
        clue_words = self._clue_words()
        clauses = [list(clause) for _number, clause in groupby(words, lambda word: word.clause)]
        kept = [clause for clause in clauses if seats_of(clause) or not _refuses_action(clause, clue_words)]
        acting = [word for clause in kept for word in clause]
        return acting if any(word.now & clue_words for word in acting) else words

    def _clue_words(self) -> frozenset[str]:
        own = (self.book.actions[action] for action in self._own() if action in self.book.actions)
        return frozenset(word for phrase in own for clue in phrase.clues for each in clue.elements for word in each)

    def _own(self) -> frozenset[str]:
        copied = frozenset(action for actions in self.sender.copies.values() for action in actions)
        return self.sender.own | self.sender.choices | copied

    # --- a pass ---

    def _read_pass(self, words: Sequence[Word]) -> Reading | None:
        """«пас», «сплю», «никого не лечу»: a clause in which nobody is named and something is not done."""
        if any(word.name is not None or word.is_a("self") for word in words):
            return None
        clue_words = self._clue_words()
        clauses = [list(clause) for _number, clause in groupby(words, lambda word: word.clause)]
        passing = [clause for clause in clauses if _passes(clause, clue_words)]
        rest = [word for clause in clauses if clause not in passing for word in clause]
        if not passing or any(word.now & clue_words and not word.is_a("filler") for word in rest):
            return None
        danger = find_danger([replace(word, kinds=word.kinds - {"not"}) for word in words])
        if danger is not None:
            return danger
        refusal = next((each for each in self.sender.own if each in self.book.actions
                        and self.book.actions[each].refusal), None)  # fmt: skip
        said = [word for clause in passing for word in clause]
        if refusal is not None and any(word.now & (_REFUSING | clue_words) for word in said):
            return (Order(refusal),)
        return Pass()

    # --- in whose guise ---

    def _take_guise(self, words: Sequence[Word]) -> tuple[Sequence[Word], str | None] | Doubt:
        """The words without «копирую комиссара», and the role; without one the words as they are."""
        if not self.sender.copies:
            return words, None
        words = _without_no_copy(words)
        for place, word in enumerate(words):
            announced = word.is_a("copy") or (word.is_a("guise") and place + 1 < len(words) and words[place + 1].roles)
            if not announced:
                continue
            role_at = next((at for at in range(place + 1, min(place + 3, len(words))) if words[at].roles), None)
            if role_at is None:
                return Doubt(Why.NO_ROLE)
            roles = self.sender.dealt(words[role_at].roles)
            if len(roles) > 1:
                return Doubt(Why.AMBIGUOUS_ROLE, tuple(sorted(roles)))
            rest = _without_role(words, place, role_at)
            return rest, None if roles[0] == self.sender.role else roles[0]
        return self._take_guise_by_case(words)

    def _take_guise_by_case(self, words: Sequence[Word]) -> tuple[Sequence[Word], str | None]:
        """«комиссаром проверяю Петю», «роль доктора, лечу Петю», «я сегодня комиссар»: before all that is done."""
        clue_words = self._clue_words()
        for place, word in enumerate(words):
            if word.now & clue_words and not word.roles and not word.now & {"роль", "ход"}:
                return words, None
            if not word.roles or word.name is not None:
                continue
            before = words[:place]
            said = bool(_INSTRUMENTAL.search(word.text.casefold())) or any(
                each.now & {"роль"} or each.text.casefold() == "я" for each in before
            )
            roles = self.sender.dealt(word.roles)
            if said and len(roles) == 1 and roles[0] in self.sender.copies:
                first = next((at for at, each in enumerate(before) if each.now & {"роль"}), place)
                return _without_role(words, first, place), roles[0]
            return words, None
        return words, None

    # --- what is to be done ---

    def _decide(self, words: Sequence[Word], as_role: str | None) -> Reading:
        own = self.sender.own | self.sender.choices if as_role is None else self.sender.copies.get(as_role, frozenset())
        found = find_clues(words, self.book, self.sender)
        mine = {action: covered for action, covered in found.items() if action in own}
        build = Builder(self.sender, self.book, self.names, self.accept, self._clue_words())
        if len(mine) == 1:
            ((action, covered),) = mine.items()
            return build.order(action, words, covered, as_role)
        if len(mine) > 1:
            return self._split(words, mine, own, as_role) or _doubt_among(words, mine)
        others = {action: covered for action, covered in found.items() if not is_idle(words, covered)}
        if others:
            return find_danger(words) or self._of_others(words, others, build, as_role)
        return (find_danger(words) if seats_of(words) else None) or self._bare(words, own, build, as_role)

    def _split(
        self, words: Sequence[Word], mine: Mapping[str, frozenset[int]], own: frozenset[str], as_role: str | None
    ) -> Reading | None:
        """Each part of the line that has its own action, read by itself; None where it does not come apart."""
        parts: list[tuple[frozenset[str], list[Word]]] = []
        for chunk in _chunks(words):
            found = find_clues(chunk, self.book, self.sender)
            here = frozenset(action for action in found if action in own and action in mine)
            if parts and (not here or here & parts[-1][0]):
                parts[-1] = (parts[-1][0] & here or parts[-1][0], [*parts[-1][1], *chunk])
            elif parts and not parts[-1][0]:
                parts[-1] = (here, [*parts[-1][1], *chunk])
            else:
                parts.append((here, list(chunk)))
        if len(parts) < 2:
            return None
        orders: list[Order] = []
        for _actions, part in parts:
            read = self._decide(part, as_role)
            if not isinstance(read, tuple):
                return find_danger(words) or read
            orders += read
        stacks = [self.sender.stacks.get(order.do, order.do) for order in orders]
        if len(set(stacks)) < len(stacks):
            return Doubt(Why.SEVERAL_ACTIONS, tuple(sorted({order.do for order in orders})))
        return tuple(orders)

    def _of_others(
        self, words: Sequence[Word], found: Mapping[str, frozenset[int]], build: Builder, as_role: str | None
    ) -> Reading:
        """An action that the sender does not have: the engine refuses it, if it is certain which one is meant."""
        roles = sorted({role for role, actions in self.sender.copies.items() if set(found) & actions})
        if roles and as_role is None:
            return Doubt(Why.NO_ROLE, self.sender.dealt(roles))
        if len(found) > 1:
            return Doubt(Why.NO_ACTION, tuple(sorted(found)))
        ((action, covered),) = found.items()
        return build.order(action, words, covered, as_role)

    def _bare(self, words: Sequence[Word], own: frozenset[str], build: Builder, as_role: str | None) -> Reading:
        """A nick alone is an order of one who has only one to give."""
        possible = sorted(action for action in own - self.sender.choices if not self._is_refusal(action))
        aimed = [action for action in possible if self.sender.shape(action).max > 0]
        if self.sender.is_team:
            # «мафия: Ля» is said by the sender's name alone
            aimed = [action for action in aimed if any(clue.heading for clue in self.book.actions[action].clues)]
        halved = [action for action in aimed if self.sender.shape(action).halves]
        if len(halved) == 1 and any(word.half for word in words) and not seats_of(words):
            aimed = halved
        named = any(word.name is not None or word.is_a("self") or word.half for word in words)
        unknown = any(not (word.kinds or word.now or word.name or word.roles) for word in words)
        if len(aimed) == 1 and (named or (unknown and len(words) == 1)):
            return build.order(aimed[0], words, frozenset(), as_role)
        return Doubt(Why.NO_ACTION, tuple(possible))

    def _is_refusal(self, action: str) -> bool:
        return action in self.book.actions and self.book.actions[action].refusal


def _without_no_copy(words: Sequence[Word]) -> Sequence[Word]:
    """Without «никого не копирую», where more is said."""
    silent = {
        word.clause
        for word in words
        if word.is_a("copy") and any(each.is_a("not") and each.clause == word.clause for each in words)
    }
    rest = [word for word in words if word.clause not in silent or word.name is not None]
    return rest or words


def _without_role(words: Sequence[Word], first: int, role_at: int) -> list[Word]:
    """The words without those from `first` to the end of the role."""
    end = role_at + 1
    while end < len(words) and words[end].in_role and not words[end].roles:
        end += 1
    return [*words[:first], *words[end:]]


def _doubt_among(words: Sequence[Word], found: Iterable[str]) -> Doubt:
    return find_danger(words) or Doubt(Why.SEVERAL_ACTIONS, tuple(sorted(found)))


def _says_something(words: Sequence[Word]) -> bool:
    return any(word.name is not None or not word.kinds for word in words)


def _passes(clause: Sequence[Word], clue_words: frozenset[str]) -> bool:
    """Whether all words of the clause say that nothing is done."""
    strong = any(word.is_a("pass") for word in clause)
    negated = any(word.is_a("not") for word in clause)
    acts = any(word.now & clue_words or word.is_a("neutral") for word in clause)
    idle = any(word.now & {"действие", "ход", "нд"} for word in clause)
    harmless = all(word.kinds or word.now & clue_words or word.roles or word.in_role for word in clause)
    return harmless and ((strong and (negated or not acts or _refuses(clause))) or (negated and (acts or idle)))


def _refuses_action(clause: Sequence[Word], clue_words: frozenset[str]) -> bool:
    """«не стреляю»: all of the clause says that one of his actions is not done."""
    plain = not any(word.roles or word.is_a(kind) for word in clause for kind in ("retract", "if", "doubt", "or"))
    return plain and any(word.now & clue_words for word in clause) and _passes(clause, clue_words)


def _refuses(clause: Sequence[Word]) -> bool:
    return any(word.now & {"отказ", "отказаться", "отказываться", "пропуск", "пропускать", "отмена", "отменить",
                           "отменять"} for word in clause)  # fmt: skip


def _without_asides(words: Sequence[Word], clue_words: frozenset[str]) -> Sequence[Word]:
    """Without what tells of something else, where more is said: «лечу Васю, голосую за Петю»."""
    acting = {word.clause for word in words if word.now & clue_words}
    asides = {word.clause for word in words if word.is_a("aside")} - acting
    asides -= {word.clause for word in words if any(word.is_a(kind) for kind in ("or", "if", "retract")) or word.joined}
    return [word for word in words if word.clause not in asides] if acting else words


def _without_replaced(words: Sequence[Word], clue_words: frozenset[str]) -> list[Word]:
    """«вместо Васи лечу Петю», «лечу не Васю, а Петю», «Петю, а не Васю»: without Васю; «вместо проверки стреляю»:
    without the check."""
    kept: list[Word] = []
    skip = False
    words = _without_refused_names(words)
    for place, word in enumerate(words):
        after = words[place + 1 : place + 4]
        corrected = place > 0 and words[place - 1].text.casefold() == "а" and after and after[0].name is not None
        if word.is_a("instead") or (word.is_a("not") and (corrected or _corrects(after))):
            skip = True
        elif skip and (word.name is not None or word.now & clue_words):
            skip = False
        else:
            kept.append(word)
    return kept


def _without_refused_names(words: Sequence[Word]) -> Sequence[Word]:
    """«проверяю Васю, не Петю», «иду к Васе, а не к Пете»: without the clause that says nothing but that, where one
    before names somebody."""
    named = False
    refused: set[int] = set()
    for number, said in groupby(words, lambda word: word.clause):
        clause = list(said)
        names = [word for word in clause if word.name is not None]
        only = len(names) == 1 and all(word.kinds for word in clause if word.name is None)
        if named and only and any(word.is_a("not") for word in clause):
            refused.add(number)
        named = named or bool(names)
    return [word for word in words if word.clause not in refused]


def _corrects(after: Sequence[Word]) -> bool:
    """«Васю, а Петю» behind «не»."""
    return (
        len(after) == 3
        and after[0].name is not None
        and after[1].text.casefold() == "а"
        and (after[2].name is not None or not after[2].kinds)
    )


def _without_past(words: Sequence[Word], clue_words: frozenset[str]) -> Sequence[Word] | Doubt:
    """Without the clauses that tell of an earlier night; where there are no others, a doubt."""

    def tells(word: Word) -> bool:
        return word.is_a("past") or bool(word.past & clue_words and not word.now)

    past = {word.clause for word in words if tells(word)}
    if not past:
        return words
    rest = [word for word in words if word.clause not in past]
    if any(word.now & clue_words for word in rest):
        return rest
    if any(word.now & {"сегодня", "теперь", "сейчас"} for word in rest):
        # «вчера проверял Петю, сегодня Васю»: the verb is said once
        done = [word for word in words if word.past & clue_words]
        return [*(replace(word, now=word.past, past=frozenset(), clause=rest[0].clause) for word in done), *rest]
    seats = {match.seat for word in words if word.name is not None for match in word.name.match.candidates}
    return Doubt(Why.PAST, tuple(sorted(seats)))


def _chunks(words: Sequence[Word]) -> list[list[Word]]:
    """The clauses, parted at «и» as well."""
    chunks: list[list[Word]] = []
    for word in words:
        # what a colon announces belongs to it
        last = chunks[-1][-1] if chunks else None
        if last is None or (word.clause != last.clause and not last.heads) or word.is_a("and"):
            chunks.append([])
        chunks[-1].append(word)
    return chunks
