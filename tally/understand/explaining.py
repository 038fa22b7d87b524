"""What is asked for by `tally explain`, and who answers it: the town's explanations, or the host's.

In: the words of a question and the course of the game. Out: an explanation; GameFault where a word means nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import Event, EventKind
from engine.moments import PhaseId, read_phase_id
from engine.outcome import PhaseOutcome
from engine.ruleset import Ruleset
from tally.count.counting import post_address
from tally.count.found_posts import find_post
from tally.count.host_words import ENTERED
from tally.errors import GameFault
from tally.names import Status
from tally.orders.phrasebook import load_phrasebook
from tally.play.course import Course
from tally.store.posts import StoredPost
from tally.story.actions import action_name
from tally.story.phases import phase_name
from tally.texts import _, language
from tally.understand.explained import Explained, HostExplained, Step, TownExplained
from tally.understand.explaining_host import (
    HostPhase,
    action_for_host,
    end_for_host,
    line_for_host,
    operation_for_host,
    phase_for_host,
    player_for_host,
    post_for_host,
)
from tally.understand.explaining_town import day_for_town, end_for_town, night_for_town, player_for_town, post_for_town
from tally.understand.rule_texts import find_rule, is_rule_id

__all__ = ["Question", "explain_for_host", "explain_for_town", "explain_rule", "read_question"]

_END = frozenset({"end", "victory", "win", "конец", "победа", "финал"})
_POST = re.compile(r"\d+|https?://\S+|\S*#\S+")
_PHASE = re.compile(r"(?P<day>день|дня|дне|day)|(?:ночь|ночи|night)")
# what is said around a question and names nothing
_SAID_BESIDE = frozenset({"почему", "why", "пост", "поста", "post", "голос", "vote", "правило", "rule", "в", "на", "?"})


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: about a rule, the end of the game, a post or an entry, a phase, and in it a seat or actions."""

    rule: str | None = None
    end: bool = False
    post: str | None = None
    entry: str | None = None
    phase: PhaseId | None = None
    seat: str | None = None
    actions: tuple[str, ...] = ()


def explain_rule(written: str, ruleset: Ruleset | None, view: type[Explained]) -> Explained:
    """A rule's text in both languages, alike in either view. Raises GameFault where there is no such rule."""
    found = find_rule(written, ruleset)
    if found is None:
        told = _("“{found}”: there is no such rule; “tally rules show ID” prints a ruleset")
        raise GameFault(told.format(found=written))
    texts = (found.ru, found.en) if language() == "ru" else (found.en, found.ru)
    return view(found.id, tuple(Step(text) for text in texts if text is not None))


def read_question(course: Course, words: Sequence[str]) -> Question:
    """The question that these words ask, in any order. Raises GameFault where one of them means nothing."""
    phase: PhaseId | None = None
    rest: list[str] = []
    single = " ".join(words).split()
    called = {name for seat in course.state_now().seats.values() for name in (seat.id, seat.name)}
    for place, word in enumerate(single):
        folded = word.casefold().strip("?!.,")
        found = read_phase_id(folded)
        before = single[place - 1].casefold() if place else ""
        if folded.isdigit() and (kind := _PHASE.fullmatch(before)) is not None:
            # «ночь 2» in two words
            found = PhaseId(int(folded), kind["day"] is None)
        if word in called:
            # whatever else a nick may look like
            rest.append(word)
            continue
        if folded.startswith(ENTERED):
            return Question(entry=folded)
        if find_rule(word, course.rules) is not None or (is_rule_id(word) and word.isupper() and len(single) == 1):
            return Question(rule=word)
        if folded in _END and len(single) == 1:
            return Question(end=True)
        if found is not None:
            phase = found
        elif _POST.fullmatch(word):
            return Question(post=word)
        elif folded not in _SAID_BESIDE and _PHASE.fullmatch(folded) is None:
            rest.append(word.strip("?!,"))
    if not rest and phase is None:
        raise GameFault(_("what is to be explained? A phase, a player, a post, a rule, or “end”"))
    if not rest:
        return Question(phase=phase)
    return _about_somebody(course, rest, phase)


def _about_somebody(course: Course, words: Sequence[str], phase: PhaseId | None) -> Question:
    """The words beside a phase: a player's name or an action; of several words the longest that name something."""
    written = " ".join(words)
    near: tuple[str, ...] = ()
    spans = [(first, last) for first in range(len(words)) for last in range(first + 1, len(words) + 1)]
    for first, last in sorted(spans, key=lambda span: span[0] - span[1]):
        text = " ".join(words[first:last])
        for seat in course.state_now().seats.values():
            if text in (seat.id, seat.name):
                return Question(phase=phase, seat=seat.id)
        match = course.names.match(text)
        certain = match.status is Status.MATCHED and match.grade in course.accepted_grades and not match.rivals
        if certain and match.seat in course.state_now().seats:
            return Question(phase=phase, seat=match.seat)
        near = near or tuple(each.seat for each in (*match.candidates, *match.rivals))
        actions = _meant_actions(course.rules, text)
        if actions:
            return Question(phase=phase, actions=actions)
    if near:
        raise GameFault(_("“{name}”: who is meant? Perhaps: {near}").format(name=written, near=", ".join(near)))
    told = _("“{found}” is not a player, phase, post, rule or action of this game")
    raise GameFault(told.format(found=written))


def _meant_actions(rules: Ruleset, text: str) -> tuple[str, ...]:
    """The actions that some words may name, by their ids, their names, or as players write them."""
    folded = text.casefold()
    named = tuple(each for each in rules.actions if folded in (each, action_name(rules, each).casefold()))
    if named:
        return named
    book = load_phrasebook(rules.id)
    said: set[str] = set()
    for word in folded.split():
        forms = book.said(word)
        said |= forms.now | forms.past
    return tuple(
        action
        for action in rules.actions
        if action in book.actions
        and any(
            clue.elements and all(element & said for element in clue.elements) for clue in book.actions[action].clues
        )
    )


# --- for the town ---


def explain_for_town(course: Course, question: Question) -> Explained:
    """The explanation that everybody may read."""
    if question.rule is not None:
        return explain_rule(question.rule, course.rules, TownExplained)
    if question.end:
        alive = [told.alive for _phase, told in sorted(course.announced.items())]
        return end_for_town(course.rules, course.announced, len(alive[-1]) if alive else len(course.players))
    if question.post is not None:
        post, day = _post(course, question.post)
        return post_for_town(None if day is None else course.town_votes(day), post.id, post)
    if question.entry is not None:
        day = _day_of_entry(course, question.entry)
        if day is None:
            # the same where there is no such entry: how many there are is the host's secret
            unknown = _("{number} is not a vote that was entered; other entries, if there are any, only --host tells")
            raise GameFault(unknown.format(number=question.entry))
        return post_for_town(course.town_votes(day), question.entry, None)
    if question.actions:
        raise _for_the_host()
    if question.seat is not None:
        phases = _phases(course) if question.phase is None else (question.phase,)
        told = tuple(_player_for_town(course, question.seat, each) for each in phases)
        return told[0] if len(told) == 1 else _together(told)
    assert question.phase is not None  # noqa: S101 - a question is about something
    phase, told_of = question.phase, course.announced.get(question.phase)
    _require_begun(course, phase)
    light = course.light_before(phase)
    if phase.night:
        return night_for_town(course.rules, phase, told_of, light)
    return day_for_town(course.rules, course.town_report(phase), course.town_votes(phase), told_of, light)


def _player_for_town(course: Course, seat: str, phase: PhaseId) -> TownExplained:
    _require_begun(course, phase)
    # the host's fold may know already that the game is over
    found = course.town_state_before(phase).seats.get(seat)
    name = seat if found is None else found.name
    day = None if phase.night else (course.town_report(phase), course.town_votes(phase))
    return player_for_town(name, phase, day, course.announced.get(phase), _by_address(course))


def _together(told: Sequence[Explained]) -> TownExplained:
    return TownExplained(
        told[0].title.partition(", ")[2], tuple(Step(each.title.partition(", ")[0], steps=each.steps) for each in told)
    )


def _for_the_host() -> GameFault:
    return GameFault(_("what players do in secret is told to the host alone: --host"))


# --- for the host ---


def explain_for_host(course: Course, question: Question) -> Explained:
    """The explanation with all secrets."""
    if question.rule is not None:
        return explain_rule(question.rule, course.rules, HostExplained)
    if question.end:
        return _end(course)
    if question.post is not None:
        post, day = _post(course, question.post)
        return post_for_host(None if day is None else course.host_votes(day), post.id, post)
    if question.entry is not None:
        return _entry(course, question.entry)
    phases = _phases(course) if question.phase is None else (question.phase,)
    told = tuple(_about_phase(course, question, each) for each in phases)
    if len(told) == 1:
        return told[0]
    return HostExplained(_("The whole game"), tuple(Step(each.title, steps=each.steps) for each in told))


def _about_phase(course: Course, question: Question, phase: PhaseId) -> HostExplained:
    _require_known(course, phase)
    played = _host_phase(course, phase)
    if question.seat is not None:
        return player_for_host(played, question.seat)
    return action_for_host(played, question.actions) if question.actions else phase_for_host(played)


def _require_known(course: Course, phase: PhaseId) -> None:
    """Raise GameFault for a phase of which nothing can be known: the host enters nights whose day was not read yet."""
    entered = {line.phase for line in course.entries.lines} | {each.phase for each in course.words.operations}
    if phase < course.begins or (phase > course.present_phase() and phase not in {*entered, *course.announced}):
        raise GameFault(_("{phase} has not begun yet").format(phase=phase_name(phase)))


def _host_phase(course: Course, phase: PhaseId) -> HostPhase:
    before = course.state_before(phase)
    # what the game goes on from; of a phase that is not over, how it stands
    outcome = next((each for each, _after in course.outcomes() if each.phase == phase), None) or course.close(phase)[0]
    differs = phase in course.announced and bool(course.changes(*course.close(phase)))
    lines = {str(line.source.post): line for line in course.entries.lines}
    has_votes = not phase.night and bool(course.cast_votes(phase))
    return HostPhase(
        rules=course.rules,
        before=before,
        outcome=outcome,
        lines=lines,
        posts=_by_address(course),
        votes=course.host_votes(phase) if has_votes else None,
        report=course.host_report(phase) if has_votes else None,
        is_over=course.is_over(phase),
        differs=differs,
    )


def _by_address(course: Course) -> dict[str, StoredPost]:
    return {address: post for post in course.posts if (address := post_address(post)) is not None}


def _entry(course: Course, entry: str) -> HostExplained:
    """An operation of the host, a message of a player, or a vote that the host entered, by its number."""
    operation = next((each for each in course.words.operations if each.entry.source.post == entry), None)
    if operation is not None:
        return operation_for_host(_host_phase(course, operation.phase), operation.entry)
    line = next((line for line in course.entries.lines if line.source.post == entry), None)
    if line is None:
        day = _day_of_entry(course, entry)
        if day is None:
            raise GameFault(_("there is no entry {number}").format(number=entry))
        return post_for_host(course.host_votes(day), entry, None)
    phases = tuple(dict.fromkeys(phase for phase, _order in line.orders)) or (line.phase,)
    told = tuple(line_for_host(_host_phase(course, phase), line) for phase in phases)
    return told[0] if len(told) == 1 else HostExplained(told[0].title, tuple(s for each in told for s in each.steps))


def _end(course: Course) -> HostExplained:
    won: tuple[PhaseOutcome, Event] | None = None
    state, last = course.state_before(course.begins), course.begins
    for outcome, after in course.outcomes():
        state, last = after, outcome.phase
        ended = [event for event in outcome.events if event.kind is EventKind.WON]
        won = (outcome, ended[-1]) if ended else won
    return end_for_host(course.rules, state, won, last)


# --- what both need ---


def _phases(course: Course) -> tuple[PhaseId, ...]:
    """The phases that are over, and the present day once somebody has voted."""
    found: list[PhaseId] = []
    each = course.begins
    while course.is_over(each):
        found.append(each)
        told = course.announced.get(each)
        if told is not None and told.view.winners:
            return tuple(found)
        each = each.next
    if not found or (not each.night and course.cast_votes(each)):
        found.append(each)
    return tuple(found)


def _require_begun(course: Course, phase: PhaseId) -> None:
    """Raise GameFault for a phase that has not come yet, or comes before the game."""
    earlier = [each for each in (phase.previous,) if phase > course.begins]
    if phase < course.begins or any(not course.is_over(each) for each in earlier):
        raise GameFault(_("{phase} has not begun yet").format(phase=phase_name(phase)))


def _post(course: Course, written: str) -> tuple[StoredPost, PhaseId | None]:
    """The post, and the day on which it was written."""
    post = find_post(course.posts, written)
    time = post.timed.time or post.first_seen
    days = [day for day in course.days_so_far() if (opens := course.window(day).opens) is None or opens <= time]
    return post, days[-1] if days else None


def _day_of_entry(course: Course, entry: str) -> PhaseId | None:
    """The day of a vote that the host entered."""
    return next((vote.phase for vote in course.words.entered if vote.id == entry), None)
