"""The closing of a phase: a proposal of what came of it, and its release to the town.

In: the course of a game. Out: what the host is shown, and the results post, which is made of the town's view alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engine.events import Event, EventKind
from engine.moments import PhaseId, read_phase_id
from engine.outcome import Awaited, PhaseOutcome, TownView, host_view, town_view
from engine.polls import Tie
from engine.record import HOST
from engine.ruleset import Ruleset
from engine.state import State
from tally.errors import GameFault
from tally.play.announcements import Announced, Change, announcement_as_data
from tally.play.corrections import Standing, entries_as_data
from tally.play.course import Course
from tally.play.post_templates import PostFormat, PostKind, render_post
from tally.play.readings import Readings, read_every_way
from tally.store import FactKind, Store
from tally.story.causes import acquittal_in_words, light_in_words
from tally.story.news import news
from tally.story.phases import phase_name
from tally.story.roles import shown_name, winner_name
from tally.texts import _

__all__ = [
    "Proposal",
    "change_lines",
    "empty_day_in_words",
    "keep_draws",
    "propose",
    "read_phase_word",
    "release",
    "result_name",
    "results_post",
    "store_draws",
    "waiting_for",
]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What came of a phase as far as is known. `changes`: where it is another outcome than was announced; `standing`:
    the host's word that what was announced stands all the same. `readings`: the unclear votes of a day that is over.
    `is_empty`: nobody has written anything on that day, and nothing was entered."""

    phase: PhaseId
    outcome: PhaseOutcome
    before: State
    after: State
    awaits: tuple[Awaited, ...]
    is_over: bool
    changes: tuple[Change, ...]
    light_before: str | None
    standing: Standing | None
    readings: Readings | None
    announced: Announced | None
    is_empty: bool

    @property
    def is_announced(self) -> bool:
        return self.announced is not None


def read_phase_word(written: str) -> PhaseId:
    """The phase that a command's word names. Raises GameFault."""
    phase = read_phase_id(written)
    if phase is None:
        raise GameFault(_("“{found}” is not a phase; there are day1, night1, day2, …").format(found=written))
    return phase


def propose(course: Course, phase: PhaseId) -> Proposal:
    """What comes of a phase. Raises GameFault where an earlier one has not ended yet, or the game was over before."""
    earlier = course.begins
    if phase < earlier:
        raise GameFault(_("{phase} is not played: this game begins with {first}").format(phase=phase, first=earlier))
    while earlier < phase:
        if not course.is_over(earlier):
            told = _("{phase} cannot be closed: {earlier} has not ended, or is not read to its end")
            raise GameFault(told.format(phase=phase, earlier=earlier))
        earlier = earlier.next
    outcome, after = course.close(phase)
    before = course.state_before(phase)
    is_over, is_announced = course.is_over(phase), phase in course.announced
    changes = course.changes(outcome, after)
    readings = None
    if is_over and not phase.night:
        if changes or not is_announced:
            readings = read_every_way(course, phase, before, outcome)
        outcome = waiting_for(outcome, course.rules, readings)
    return Proposal(
        phase,
        outcome,
        before,
        after,
        host_view(outcome).awaits,
        is_over,
        changes,
        course.light_before(phase),
        course.standing.get(phase) if is_announced and not changes else None,
        readings,
        course.announced.get(phase),
        is_empty=is_over and not is_announced and _is_empty(course, phase, before),
    )


def _is_empty(course: Course, phase: PhaseId, before: State) -> bool:
    """Whether a day is one without posts, and without a word of the host that would account for it."""
    if phase.night or course.has_posts(phase):
        return False
    entered = course.phase(phase, before)
    return not (entered.votes or entered.actions or entered.choices)


def waiting_for(outcome: PhaseOutcome, rules: Ruleset, readings: Readings | None) -> PhaseOutcome:
    """The outcome that waits for just those unclear votes that decide; the engine's own guess of that is rough."""
    events = tuple(event for event in outcome.events if (event.kind, event.what) != (EventKind.AWAITED, "unclear"))
    if readings is not None and readings.asked:
        rule = next((poll.choice_rule(tied=False) for poll in rules.polls), rules.host_rule)
        among = tuple(sorted({name for vote in readings.asked for name in vote.doubt.candidates}))
        events = (*events, Event(EventKind.AWAITED, rule, (HOST,), what="unclear", value=among))
    return replace(outcome, events=events)


def store_draws(course: Course, store: Store, now: datetime, proposal: Proposal) -> None:
    """Keep what chance decided in a phase that has ended, so that no later change draws it again."""
    if proposal.is_over:
        keep_draws(course, store, now, proposal.outcome)


def keep_draws(course: Course, store: Store, now: datetime, outcome: PhaseOutcome) -> None:
    """Write down what chance decided in a phase and was not written down before."""
    known = course.draws.get(outcome.phase, {})
    drawn = {**_drawn_chances(outcome), **_drawn_ties(course.rules, outcome)}
    new = {key: value for key, value in drawn.items() if key not in known}
    if new:
        store.append(FactKind.CHANCE, {"draws": new}, at=now, phase=str(outcome.phase))


def _drawn_chances(outcome: PhaseOutcome) -> dict[str, bool]:
    return {
        f"{event.what}:{outcome.names.get(seat, seat)}": bool(event.value)
        for event in outcome.events
        if event.kind is EventKind.DRAWN
        for seat in event.who
    }


def _drawn_ties(rules: Ruleset, outcome: PhaseOutcome) -> dict[str, bool]:
    """The ties that were settled by lot, not by the host's ruling: who was drawn."""
    if any(event.kind is EventKind.RULED and event.what == "execute" for event in outcome.events):
        return {}
    by_lot = {poll.prefix for poll in rules.polls if Tie.RANDOM in (poll.tie, poll.tie_undecided)}
    return {
        f"tie:{outcome.names.get(count.chosen[0], count.chosen[0])}": True
        for count in outcome.counts
        if count.prefix in by_lot and len(count.tied) > 1 and len(count.chosen) == 1
    }


def release(course: Course, store: Store, now: datetime, proposal: Proposal, *, empty: bool = False) -> None:
    """Store what is announced; nothing new where it was announced just so. `empty`: the host knows of a day without
    posts that it was one.

    Raises GameFault where it cannot be announced: not over, something is awaited, an earlier phase is not announced.
    """
    phase = proposal.phase
    if not proposal.is_over:
        told = _(
            "{phase} has not ended, or is not read to its end: “tally scrape” reads on, "
            "“tally import” takes saved pages"
        )
        raise GameFault(told.format(phase=phase))
    if phase > course.begins and phase.previous not in course.announced:
        raise GameFault(_("announce {phase} first: “tally announce {phase}”").format(phase=phase.previous))
    if proposal.awaits:
        raise GameFault(_("{phase} waits for a decision: “tally resolve {phase}” says which").format(phase=phase))
    if proposal.is_empty and not empty:
        raise GameFault(empty_day_in_words(phase))
    if proposal.is_announced and not proposal.changes:
        return
    store_draws(course, store, now, proposal)
    entered = entries_as_data(course.phase(phase, proposal.before))
    data = {**announcement_as_data(proposal.outcome, proposal.after), "entries": entered}
    store.append(FactKind.ANNOUNCEMENT, data, at=now, phase=str(phase))


def empty_day_in_words(phase: PhaseId) -> str:
    """What is to be looked at before a day without posts is closed."""
    told = _("nobody has written anything on {phase}: is its thread another one (“tally thread”), or its date (“tally "
             "calendar”)? If it was so, “tally announce {phase} --empty” releases it")  # fmt: skip
    return told.format(phase=phase)


def results_post(proposal: Proposal, course: Course, form: PostFormat) -> str:
    """The post for the thread; where the host lets an announced result stand, of that one. Raises GameFault where the
    game's own template is wrong."""
    after, told = proposal.after, proposal.announced
    alive = tuple(after.seats[seat].name for seat in after.alive)
    view = town_view(proposal.outcome) if told is None or proposal.standing is None else told.view
    values = _values(course.game.title, view, alive, course.rules, proposal.light_before)
    return render_post(course.game.folder, PostKind.RESULTS, form, values)


def _values(
    title: str, view: TownView, alive: tuple[str, ...], rules: Ruleset, light_before: str | None
) -> dict[str, Any]:
    """What a template of the post may use: made of what the town may know, and of nothing else."""
    phase = read_phase_id(view.phase)
    return {
        "game": title,
        "title": view.phase if phase is None else phase_name(phase),
        "phase": view.phase,
        "number": 0 if phase is None else phase.cycle,
        "is_night": phase is not None and phase.night,
        "news": news(rules, view, light_before=light_before, decided=True),
        "in_game": _("In the game: {names}").format(names=", ".join(alive) or "—"),
        "alive": list(alive),
        "dead": list(view.dead),
        "executed": list(view.executed),
        "silenced": list(view.silenced),
        "roles": {name: shown_name(rules, role) for name, role in view.revealed.items()},
        "light": view.light or "",
        "winners": [winner_name(rules, each) for each in view.winners],
    }


def change_lines(rules: Ruleset, changes: tuple[Change, ...]) -> Iterator[str]:
    """What would differ, for the host; of who is in the game only those who would or would not be."""
    for each in changes:
        old, new = each.announced, each.now
        if each.key == "alive":
            old, new = ([name for name in one if name not in other] for one, other in ((old, new), (new, old)))
        told = _("{what}: announced {old}; now it would be {new}")
        yield told.format(
            what=result_name(each.key), old=_value(rules, each.key, old), new=_value(rules, each.key, new)
        )


def result_name(key: str) -> str:
    """What a key of an announced outcome holds, in words."""
    words = {
        "executed": _("the execution"),
        "dead": _("who has died"),
        "silenced": _("no vote, said aloud"),
        "winners": _("the victory"),
        "acquitted": _("who was not executed"),
        "exposed": _("what was made public"),
        "revealed": _("what was told of the dead"),
        "announced": _("the other news"),
        "light": _("the light"),
        "alive": _("who is in the game"),
    }
    return words.get(key, key)


def _value(rules: Ruleset, key: str, value: Any) -> str:
    """A value of an outcome in words: codes by what they are called."""
    if not value:
        return _("nothing")
    if isinstance(value, dict):
        return ", ".join(f"{name} — {_value(rules, key, part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_announced(each) if key == "announced" else _value(rules, key, each) for each in value)
    called = {
        "revealed": lambda code: shown_name(rules, code),
        "exposed": lambda code: shown_name(rules, code),
        "winners": lambda code: winner_name(rules, code),
        "acquitted": acquittal_in_words,
        "light": light_in_words,
    }
    return called.get(key, str)(str(value))


def _announced(told: Mapping[str, Any]) -> str:
    return " ".join(str(told[part]) for part in ("what", "who", "value") if told.get(part) is not None)
