"""Why it came so, for the host: outcome, rule, event, what was sent or posted, and where that can be read.

In: the outcome of a phase with the state before it, the votes of a day, what was entered. Out: explanations with all
secrets in them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.board import Board
from engine.count import HostCount
from engine.events import Event, EventKind
from engine.moments import PhaseId
from engine.outcome import HostView, PhaseOutcome, host_view
from engine.polls import Decision, Poll
from engine.record import ActionEntry, ChoiceEntry, Phase, VoteEntry
from engine.ruleset import Ruleset
from engine.state import State
from tally.count.report import HostReport
from tally.count.votes import HostVotes
from tally.count.wording import ending_in_words, majority_in_words
from tally.dates import short_dated
from tally.play.entries import EnteredLine
from tally.records.ruleset_page import tie_in_words
from tally.store.posts import StoredPost
from tally.story.actions import choice_name, half_name
from tally.story.acts import order_in_words
from tally.story.causes import cause_in_words
from tally.story.chain import counted_in_words, event_in_words
from tally.story.host import awaited_in_words
from tally.story.letters import recipient_name
from tally.story.news import winners_line
from tally.story.phases import phase_name
from tally.story.roles import role_name, side_name
from tally.story.votes import poll_name
from tally.texts import _, quoted
from tally.understand.explained import HostExplained, Step, conditions_step
from tally.understand.explaining_votes import post_steps, vote_step
from tally.understand.rule_texts import rule_in_words

__all__ = [
    "HostPhase",
    "action_for_host",
    "end_for_host",
    "line_for_host",
    "operation_for_host",
    "phase_for_host",
    "player_for_host",
    "post_for_host",
]

_ACTED = (EventKind.REFUSED, EventKind.SUPERSEDED, EventKind.BLOCKED, EventKind.TURNED, EventKind.ACTED)
_DEATH = (EventKind.ATTACKED, EventKind.STOPPED, EventKind.SAVED, EventKind.KILLED, EventKind.CURED)


@dataclass(frozen=True, slots=True)
class HostPhase:
    """A phase as it came out. `lines`: the messages of players by the place that entries name; `posts`: by address;
    `votes`, `report`: a day's; `is_over`: it has ended and is known; `differs`: another outcome would follow by now."""

    rules: Ruleset
    before: State
    outcome: PhaseOutcome
    lines: Mapping[str, EnteredLine]
    posts: Mapping[str, StoredPost]
    votes: HostVotes | None
    report: HostReport | None
    is_over: bool
    differs: bool

    @property
    def name(self) -> str:
        return phase_name(self.outcome.phase)

    @property
    def view(self) -> HostView:
        return host_view(self.outcome)

    def called(self, seat: str | None) -> str:
        return "" if seat is None else self.outcome.names.get(seat, seat)

    def listed(self, seats: Iterable[str]) -> str:
        return ", ".join(half_name(self.called(seat)) for seat in seats)

    def step(self, event: Event) -> Step:
        """An event with its rule and with what it came from."""
        return Step(event_in_words(self.rules, self.outcome, event), event.rule, self.places(event))

    def places(self, event: Event) -> tuple[str, ...]:
        """Where the entry of an event stands: a post, a message that the host entered."""
        place = None if event.entry is None else event.entry.source.post
        if place is None:
            return ()
        line = self.lines.get(place)
        return (place,) if line is None else (_line(place, line),)

    def explained(self, title: str, steps: Iterable[Step]) -> HostExplained:
        so_far = _("The phase has not ended, or is not read to its end: this is how it stands so far.")
        warning = _("This is what was announced; by now the outcome would be different: “tally resolve {phase} --fix”")
        first = [] if self.is_over else [Step(so_far)]
        first += [Step(warning.format(phase=self.outcome.phase))] if self.differs else []
        return HostExplained(title, (*first, *steps), str(self.outcome.phase))


def _line(place: str, line: EnteredLine) -> str:
    at = "" if line.at is None else f", {short_dated(line.at)}"
    return f"{place}: {quoted(line.line)}{at}"


def phase_for_host(phase: HostPhase) -> HostExplained:
    """What a phase came to and why: executions by their votes, deaths by who attacked, then every event."""
    steps: list[Step] = []
    if not phase.outcome.phase.night:
        steps += _execution(phase)
    view = phase.view
    dead = [name for name in view.dead if name not in view.executed]
    for seat, name in phase.outcome.names.items():
        if name in dead or name in view.saved:
            steps.append(Step(_fate(phase, name), steps=tuple(_of_death(phase, seat))))
    if phase.outcome.phase.night and not view.dead:
        steps.insert(0, Step(_("Nobody died in the night.")))
    steps += [Step(awaited_in_words(each)) for each in view.awaits]
    steps.append(Step(_("All that happened, in order:"), steps=tuple(map(phase.step, phase.outcome.events))))
    return phase.explained(phase.name, steps)


def _execution(phase: HostPhase) -> Iterator[Step]:
    """Why somebody is executed, or nobody."""
    yield from _end_of_vote(phase.report)
    for poll, count in _executions(phase):
        ruled = [event for event in phase.outcome.events if event.kind is EventKind.RULED and event.what == "execute"]
        votes = tuple(_count_steps(phase, count))
        told, rule = _decision(phase, poll, count, ruled[-1] if ruled else None)
        yield Step(f"{poll_name(poll.prefix.rstrip('_'))}: {told}" if poll.prefix else told, rule, steps=votes)
    for event in phase.outcome.events:
        if event.kind in (EventKind.ACQUITTED, EventKind.EXECUTED):
            yield phase.step(event)


def _end_of_vote(report: HostReport | None) -> Iterator[Step]:
    """How many votes a majority is, and which vote ended the day."""
    majority = None if report is None else majority_in_words(report)
    if majority is not None:
        yield Step(majority)
    if report is not None and report.ending is not None:
        places = () if report.ending.post is None else (report.ending.post,)
        yield Step(ending_in_words(report) or "", report.ending.rule, places)


def _decision(phase: HostPhase, poll: Poll, count: HostCount, ruled: Event | None) -> tuple[str, str]:
    """What a poll came to, and the rule that says so."""
    tied = phase.listed(count.leading)
    chosen = _("Chosen: {names}").format(names=phase.listed(count.chosen))
    by_score, by_tie = (poll.choice_rule(tied=each) for each in (False, True))
    if ruled is not None and not poll.prefix:
        return (chosen if count.chosen else _("By the host's ruling nobody is executed.")), ruled.rule
    if count.tied:
        told = _("A tie: {names}").format(names=phase.listed(count.tied))
        return (f"{chosen} ({told})" if count.chosen else told), by_tie
    if count.chosen and len(count.leading) > 1:
        return f"{chosen} ({tied} — {tie_in_words(poll.tie)})", by_tie
    if count.chosen:
        return chosen, by_score
    best = count.majority if poll.decision is Decision.MAJORITY else count.leading
    if poll.abstention in best[:1]:
        return _("Nobody is chosen: the most votes are for no execution."), by_score
    return _("Nobody is chosen: nobody has enough votes."), by_score


def _executions(phase: HostPhase) -> Iterator[tuple[Poll, HostCount]]:
    polls = {poll.name: poll for poll in phase.rules.polls}
    for count in phase.outcome.counts:
        yield polls[count.poll], count


def _count_steps(phase: HostPhase, count: HostCount) -> Iterator[Step]:
    """Each candidate's sum, and the votes that it is made of, with their true weights."""
    named = count.named_votes(phase.outcome.names)
    for name, score in count.named_scores(phase.outcome.names).items():
        votes = tuple(
            Step(counted_in_words(vote), vote.rule, () if vote.source.post is None else (vote.source.post,))
            for vote in named
            if vote.on == name
        )
        yield Step(_("{name}: {score}").format(name=half_name(name), score=score), steps=votes)
    if count.absent:
        names = ", ".join(phase.called(seat) for seat in count.absent)
        yield Step(_("Votes against those who gave none: {names}").format(names=names))


def _of_death(phase: HostPhase, seat: str) -> Iterator[Step]:
    """The attacks on a seat and what stopped them, each with the order behind it."""
    for event in phase.outcome.events:
        if event.kind in _DEATH and seat in event.who:
            yield phase.step(event)


def _fate(phase: HostPhase, name: str) -> str:
    view = phase.view
    if name in view.executed:
        return _("{name} is executed.").format(name=name)
    if name in view.dead:
        causes = ", ".join(cause_in_words(phase.rules, cause) for cause in view.causes.get(name, ()))
        return _("{name} dies: {causes}").format(name=name, causes=causes or "—")
    if name in view.saved:
        return _("{name} was attacked and lives.").format(name=name)
    if name in view.acquitted:
        return _("{name} is chosen and not executed.").format(name=name)
    alive = any(seat.alive and seat.name == name for seat in phase.before.seats.values())
    return _("{name} lives.").format(name=name) if alive else _("{name} was already out.").format(name=name)


def player_for_host(phase: HostPhase, seat: str) -> HostExplained:
    """All that touched a player in a phase: what he sent and what became of it, what others did to him, what he was
    told."""
    name = phase.called(seat)
    before = phase.before.seats.get(seat)
    role = role_name(phase.rules, None if before is None else before.role)
    steps = [Step(_fate(phase, name), steps=tuple(_of_death(phase, seat)))]
    if phase.votes is not None:
        steps += [
            vote_step(phase.votes, vote, phase.posts.get(vote.post or ""))
            for vote in phase.votes.votes
            if vote.by == name and vote.is_vote
        ]
        if name in phase.view.missing:
            steps.append(Step(_("Has not voted.")))
    own = [entry for entry in phase.outcome.sent if entry.by == name]
    steps += [_order(phase, entry) for entry in own]
    if not own and phase.outcome.phase.night:
        steps.append(Step(_("Has sent nothing.")))
    touched = tuple(phase.step(event) for event in _touching(phase, seat, name))
    if touched:
        steps.append(Step(_("What others did to this player, and what follows:"), steps=touched))
    return phase.explained(f"{phase.name}, {name} ({role})", steps)


def _order(phase: HostPhase, entry: ActionEntry) -> Step:
    """One order: refused, replaced, blocked, turned, or done; and the answer to it."""
    told = tuple(
        phase.step(event)
        for event in phase.outcome.events
        if event.entry is entry and event.kind is not EventKind.ACTED
    )
    events = [event.kind for event in phase.outcome.events if event.entry is entry]
    acted = next(
        (event for event in phase.outcome.events if event.entry is entry and event.kind is EventKind.ACTED), None
    )
    text = f"{recipient_name(entry.by)}: {order_in_words(phase.rules, entry)}"
    place = entry.source.post
    line = None if place is None else phase.lines.get(place)
    places = () if place is None else (place if line is None else _line(place, line),)
    if acted is not None:
        text += " — " + _("takes place")
    elif not events:
        text += " — " + _("not in effect: a different message is")
    answered = any(
        event.kind is EventKind.TOLD and any(entry.by == phase.called(each) for each in event.who)
        for event in phase.outcome.events
    )
    without = () if answered else (Step(_("no answer came of it in this phase")),)
    return Step(text, None if acted is None else acted.rule, places, (*told, *without))


def _touching(phase: HostPhase, seat: str, name: str) -> Iterator[Event]:
    """The events that name the seat, but those of its own orders and the course of its death."""
    for event in phase.outcome.events:
        if event.kind in _DEATH and seat in event.who:
            continue
        own = isinstance(event.entry, ActionEntry) and event.entry.by == name and event.kind in _ACTED
        vote = isinstance(event.entry, VoteEntry)
        if not own and not vote and (seat in event.who or event.by == seat or seat in _values(event.value)):
            yield event


def _values(value: object) -> Iterator[object]:
    if isinstance(value, tuple | list):
        for each in value:
            yield from _values(each)
    else:
        yield value


def action_for_host(phase: HostPhase, actions: tuple[str, ...]) -> HostExplained:
    """All orders of some actions in a phase, and what became of each."""
    sent = [entry for entry in phase.outcome.sent if entry.do in actions]
    steps = [_with_consequences(phase, entry) for entry in sent] or [Step(_("Nobody has sent it."))]
    return phase.explained(phase.name, steps)


def _with_consequences(phase: HostPhase, entry: ActionEntry) -> Step:
    """An order with what happened to those whom it was aimed at."""
    order = _order(phase, entry)
    targets = {seat for seat, name in phase.outcome.names.items() if name in entry.on}
    further = tuple(
        phase.step(event)
        for event in phase.outcome.events
        if event.kind in _DEATH and event.entry is not entry and targets & set(event.who)
    )
    return Step(order.text, order.rule, order.places, (*order.steps, *further))


def line_for_host(phase: HostPhase, line: EnteredLine) -> HostExplained:
    """A message that was entered: what it ordered, and what became of each order."""
    place = line.source.post or ""
    sent = [entry for entry in phase.outcome.sent if entry.source.post == place]
    steps = [_with_consequences(phase, entry) for entry in sent]
    if not steps:
        steps = [Step(_("It orders nothing in this phase: a refusal to act, or taken back by a later message."))]
    return phase.explained(f"{phase.name}, {_line(place, line)}", steps)


def operation_for_host(phase: HostPhase, entry: ChoiceEntry) -> HostExplained:
    """What an operation of the host came to."""
    place = entry.source.post
    events = [event for event in phase.outcome.events if event.entry is not None and event.entry.source.post == place]
    steps = [phase.step(event) for event in events] or [Step(_("It changes nothing in this phase."))]
    return phase.explained(f"{phase.name}, {choice_name(entry.do)}: {', '.join(entry.on) or '—'}", steps)


def post_for_host(votes: HostVotes | None, id_: str, post: StoredPost | None) -> HostExplained:
    """Why the votes of a post count or do not, secret reasons included."""
    title, steps = post_steps(votes, id_, post)
    return HostExplained(title, steps, None if votes is None else str(votes.phase))


def end_for_host(rules: Ruleset, state: State, won: tuple[PhaseOutcome, Event] | None, last: PhaseId) -> HostExplained:
    """Whether the game is over: who lives on each side, and which condition of victory holds."""
    steps: list[Step] = []
    if won is not None:
        outcome, event = won
        winners = tuple(outcome.names.get(each, each) for each in state.winners)
        steps.append(Step(winners_line(rules, winners), event.rule, (phase_name(outcome.phase),)))
    else:
        steps.append(Step(_("The game goes on.")))
    # the conditions look at a board; that of the last phase, so that those of a day's or a night's end are told apart
    board = Board(rules, state, Phase(last))
    sides: dict[str, list[str]] = {}
    for seat in board.living():
        sides.setdefault(board.side(seat) or "", []).append(
            f"{board.name(seat)} ({role_name(rules, board.role(seat))})"
        )
    living = tuple(
        Step(_("{side}: {count} — {names}").format(
            side=side_name(rules, side) if side else _("side unknown"), count=len(names), names=", ".join(names)
        ))
        for side, names in sides.items()
    )  # fmt: skip
    steps.append(Step(_("In the game: {count}.").format(count=len(board.living())), steps=living))
    if any(board.role(seat) is None for seat in board.living()):
        steps.append(Step(_("Victory is not checked while a living player's role is unknown.")))
    conditions = []
    for condition in rules.victory:
        told = _("holds") if condition.winners(board) is not None else _("does not hold")
        conditions.append(Step(f"{rule_in_words(condition.rule)} — {told}"))
    steps.append(conditions_step(tuple(conditions)))
    return HostExplained(_("The end of the game"), tuple(steps))
