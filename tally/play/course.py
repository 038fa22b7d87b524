"""A game as far as it has gone: its rules, its calendar, the posts that were read, and the engine's fold over them.

Opened for one command; gives the report of any day, for the town or for the host.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from engine.moments import Calendar, PhaseId, Window, read_phase_id
from engine.outcome import PhaseOutcome, host_view, town_view
from engine.play import SOME_DAY, play_phase, start_game
from engine.record import ActionEntry, ChoiceEntry, Phase, Player
from engine.ruleset import Ruleset
from engine.state import State
from engine.table import counted_so_far
from tally.calendar.days import Day, is_set, phases_before
from tally.calendar.typed_times import read_typed_time
from tally.count.counted_day import CountedDay
from tally.count.counting import CastVote, LeftOut
from tally.count.found_posts import find_post
from tally.count.host_words import HostWords
from tally.count.living_names import mean_the_living
from tally.count.post_reader import PostReader, open_reader
from tally.count.report import HostReport, TownReport
from tally.count.town_day import TownDay
from tally.count.verdicts import Verdict
from tally.count.votes import HostVotes, ReadVote, TownVotes
from tally.count.written_posts import WrittenPost
from tally.dates import dated
from tally.errors import GameFault
from tally.folder.game import Game
from tally.names import Grade, NameIndex, Status
from tally.play.announcements import Change, announcement_as_data, changes, fold_announcements, fold_draws
from tally.play.corrections import as_entered_then, fold_announced_entries, fold_standing, is_decided
from tally.play.entries import EnteredLine, fold_entries
from tally.play.past import Past, Recalled, recall
from tally.play.present_names import as_called, at_home
from tally.play.reach import require_read
from tally.play.thread_votes import ThreadVotes
from tally.play.town_state import as_announced, as_called_now, without_secrets
from tally.reading import name_in
from tally.records.rules import deal_players, load_rules
from tally.store import FactKind, Store
from tally.store.posts import StoredPost
from tally.story.news import news
from tally.texts import _

__all__ = ["AsOf", "Course", "open_course", "open_evening"]

AsOf = datetime | StoredPost | None
"""A moment, or right after a post; None for as far as the thread is known."""

_KEPT_PLAYS = 3
"""Of one phase: the host's and the town's are often the same, and a report at another moment is one more."""


@contextmanager
def open_course(game: Game, now: datetime, past: Past | None = None) -> Iterator["Course"]:
    """The course of a game at the moment `now`; with a `past` that still holds it knows of the days before only what
    was published of them. Raises GameFault where nothing can be counted: no players, no pages."""
    game.require_seats()
    with Store(game.database) as store, open_reader(game) as read:
        require_read(game, store)
        yield Course(game, store, read, now, None if past is None else recall(past, store, now))


@contextmanager
def open_evening(game: Game, now: datetime) -> Iterator[tuple["Course", Store]]:
    """The course for what the host enters of nights, which needs no page and no date, and the store that keeps it."""
    game.require_seats()
    dated = game if game.first_day is not None else replace(game, first_day=SOME_DAY)
    with Store(game.database) as store, open_reader(game) as read:
        yield Course(dated, store, read, now), store


class Course:
    """The days of one game. What was read or played once is kept for as long as the object lives."""

    def __init__(
        self, game: Game, store: Store, read: PostReader, now: datetime, recalled: Recalled | None = None
    ) -> None:
        self._game = game
        self.past = None if recalled is None else recalled.past
        self._now = now.replace(microsecond=0)
        self._rules = load_rules(game)
        self._thread = ThreadVotes(game, self._rules, store, read, recalled)
        self._days = self._thread.days
        self._reader = read
        facts = store.facts(FactKind.RULING, FactKind.ENTRY)
        self.entries = fold_entries(facts)
        released = store.facts(FactKind.ANNOUNCEMENT, FactKind.RULING)
        self.announced = fold_announcements(released)
        self.standing = fold_standing(released)
        self._entered_then = fold_announced_entries(released, game.timezone)
        self.draws = fold_draws(store.facts(FactKind.CHANCE))
        self.begins = _first_phase(self._rules, self.announced)
        self.players: tuple[Player, ...] = tuple(deal_players(game, self._rules))
        seed = "0" if game.secrets.seed is None else str(game.secrets.seed)
        start = start_game(self._rules, self.players, seed=seed, zone=game.timezone, first_day=game.first_day)
        self._start = start
        settled = {} if self.past is None else {self.past.day: self.past.state}
        # the states before phases, where a day that is not over is folded as it stands
        self._before: dict[PhaseId, State] = dict(settled)
        # what followed from each phase as it was last played, and the states before phases while nothing is entered
        self._played: dict[PhaseId, list[tuple[Phase, State, tuple[PhaseOutcome, State]]]] = {}
        self._settled = settled
        self._folded: dict[PhaseId, State] = dict(settled)
        self._town_folded: dict[PhaseId, State] = {}
        self._folded_of = self.entries
        self._ended_early: dict[PhaseId, bool] = {}
        self._town_days: dict[PhaseId, TownDay] = {}

    @property
    def rules(self) -> Ruleset:
        return self._rules

    @property
    def game(self) -> Game:
        return self._game

    @property
    def words(self) -> HostWords:
        """The host's word on votes and posts, and his operations."""
        return self._thread.words

    @property
    def thread(self) -> ThreadVotes:
        """The threads as they were read."""
        return self._thread

    @property
    def posts(self) -> tuple[StoredPost, ...]:
        """All posts of the game's threads that were read."""
        return self._thread.posts

    @property
    def written(self) -> tuple[WrittenPost, ...]:
        """The posts with who wrote them, by time."""
        return self._thread.written

    def day(self, phase: PhaseId) -> Day:
        """A day on the calendar, or the day of a night."""
        return self._days.day(phase.cycle)

    @property
    def engine(self) -> str | None:
        """The forum engine: the one that game.toml names, else that of the pages read."""
        return self._game.forum.engine or self._thread.engine

    @property
    def names(self) -> NameIndex:
        return self._reader.index

    @property
    def accepted_grades(self) -> frozenset[Grade]:
        return self._reader.accept

    @property
    def ruleset_name(self) -> str:
        """The ruleset's name for people."""
        return self._rules.title

    def find_day(self, text: str) -> PhaseId:
        """The day that `text` names: `day3`, or `day` for the current one.

        Raises GameFault for any other word, and for a day that has not begun.
        """
        if text == "day":
            days = self.days_so_far()
            if not days:
                raise GameFault(_("there is no day yet"))
            return days[-1]
        phase = read_phase_id(text)
        if phase is None or phase.night:
            told = _("“{found}” is not a day; there are day1, day2, …, and “day”, the current one")
            raise GameFault(told.format(found=text))
        if phase in self.announced:
            return phase
        opens = self._days.day(phase.cycle).opens
        # the posts may prove that it is later than the clock says
        if opens > max(self._now, self._thread.read_so_far):
            if not is_set(opens):
                told = _("{phase} has not begun yet, and no time is set for it: it opens when the host says so")
                raise GameFault(told.format(phase=phase))
            told = _("{phase} has not begun yet: it opens at {opens}")
            raise GameFault(told.format(phase=phase, opens=dated(opens.astimezone(self._game.timezone))))
        return phase

    def day_of_post(self, post: StoredPost) -> PhaseId:
        """The day in which it was written, or which ended before. Raises GameFault for one before the first day."""
        day = self._thread.day_of(post)
        if day is None:
            raise GameFault(_("post {post} was written before the first day").format(post=post.id))
        return day

    def is_word_for_nobody(self, text: str) -> bool:
        """Whether a vote with these words would be one for nobody's execution, in the game's dialect."""
        return self._reader.dialect.nobody.fullmatch(text) is not None

    def name_in(self, text: str) -> str:
        """The name in the words of a vote: «PM» of «VOTE: PM»."""
        return name_in(text, self._reader.dialect)

    def find_voter(self, day: PhaseId, name: str) -> str:
        """The name under which somebody's votes are listed: a player by any name of his, anybody else as he is called.

        Raises GameFault where several players may be meant.
        """
        match = self._reader.index.match(name)
        if match.status is Status.AMBIGUOUS:
            near = ", ".join(each.seat for each in match.candidates)
            raise GameFault(_("“{name}”: who is meant? Perhaps: {near}").format(name=name, near=near))
        seat = self._state_before(day).seats.get(match.seat or "")
        return name if seat is None else seat.name

    def days_so_far(self) -> tuple[PhaseId, ...]:
        """The days up to the current one: the last in which somebody has posted, since a calendar has no end."""
        days = [*self._thread.days_with_posts(), *(self.past.days if self.past is not None else ())]
        days += [phase for phase in self.announced if not phase.night]
        if not days and self._game.forum.threads:
            days = [self.find_day("day1")]
        over = [phase for phase, told in self.announced.items() if told.view.winners]
        last = min([max(days).cycle, *(phase.cycle for phase in over)]) if days else 0
        first = self.begins.next if self.begins.night else self.begins
        return tuple(PhaseId(cycle, night=False) for cycle in range(first.cycle, last + 1))

    def read_moment(self, day: PhaseId, text: str) -> datetime:
        """A bare time, of that day, or a whole date-time. Raises GameFault where it is neither."""
        return self._days.moment(day, read_typed_time(text, self._game.timezone))

    def find_post(self, written: str) -> StoredPost:
        """The post of an id or address. Raises GameFault where none was read, or where it shows no time."""
        post = find_post(self._thread.posts, written)
        if post.timed.time is None:
            raise GameFault(_("post {post} shows no time").format(post=post.id))
        return post

    def town_report(self, day: PhaseId, as_of: AsOf = None) -> TownReport:
        """How the votes stand for everybody at a moment or right after a post; without one as far as it is known.

        What came of the day is in it once it was announced, as it was announced.
        """
        if self.past is not None and self._is_past(day):
            return replace(self.past.days[day].report, news=self._told_of(day))
        counted = self._count(day, as_of, self.town_state_before(day))
        view = town_view(counted.outcome)
        told = self.announced.get(day) if counted.final else None
        facts = counted.facts(counted.outcome.town_counts[0], view) | {"settled": told is not None}
        before = [each for each in phases_before(day, self.begins) if each not in self.announced]
        return TownReport(
            **facts,
            executed=() if told is None else told.view.executed,
            tie=(),
            unannounced=(*before, *([day] if counted.final and told is None else [])),
            news=() if told is None else self._told_of(day),
        )

    def town_day(self, day: PhaseId) -> TownDay:
        """A day as it is published: what comes after the opening of the next one is none of it."""
        if self.past is not None and self._is_past(day):
            return self.past.days[day]
        if day not in self._town_days:
            ends = self.window(day.next.next).opens
            report = self.town_report(day, self._now if ends is None else min(ends, self._now))
            self._town_days[day] = TownDay(report, self.town_votes(day), self.window(day).opens or report.deadline)
        return self._town_days[day]

    def has_posts(self, day: PhaseId) -> bool:
        """Whether anybody but the host has written anything in the threads of a day before it ended."""
        if self.past is not None and self._is_past(day):
            return day in self.past.posted
        laid = self.day(day)
        threads = {thread.url for thread in self._game.forum.threads_of(day)}
        players = (each for each in self.written if not each.is_host and each.post.thread in threads)
        return any(laid.opens <= each.at < laid.closes for each in players)

    def host_report(self, day: PhaseId, as_of: AsOf = None) -> HostReport:
        """The same with all that the host knows."""
        before = self._state_before(day)
        counted = self._count(day, as_of, before)
        view = host_view(counted.outcome)
        # a day that was announced is settled, whatever harmless vote has been left unclear
        settled = counted.is_settled or (counted.final and day in self.announced)
        return HostReport(
            **counted.facts(counted.outcome.counts[0], view) | {"settled": settled},
            executed=view.executed if settled else (),
            tie=view.tie if counted.final else (),
            differs=counted.final and day in self.announced and bool(self.changes(*self.close(day))),
        )

    def town_votes(self, day: PhaseId) -> TownVotes:
        """Every mark of the day and what became of it, as everybody may know it."""
        counted = self._count(day, None, self.town_state_before(day))
        verdicts = counted.verdicts(counted.outcome.town_counts)
        return TownVotes(**counted.heading(), votes=counted.read_votes(verdicts, with_hidden=False))

    def host_votes(self, day: PhaseId) -> HostVotes:
        """The same with all that the host knows."""
        counted = self._count(day, None, self._state_before(day))
        verdicts = counted.verdicts(counted.outcome.counts)
        return HostVotes(**counted.heading(), votes=counted.read_votes(verdicts, with_hidden=True))

    def early_votes(self, day: PhaseId, *, with_hidden: bool) -> tuple[ReadVote, ...]:
        """What was written as a vote before the day opened, and counts for none."""
        counted = self._count(day, None, self.town_state_before(day))
        votes = {vote.entry.source: vote for vote in self._thread.early_votes(counted.day)}
        poll = next(iter(self._rules.polls), None)
        verdict = Verdict(False, "early", None if poll is None else poll.rule_of("early"))
        return replace(counted, votes=votes).read_votes(dict.fromkeys(votes, verdict), with_hidden=with_hidden)

    def _is_past(self, phase: PhaseId) -> bool:
        """Whether of a phase nothing is known but what was published of it."""
        return self.past is not None and phase < self.past.day

    def _require_known(self, phase: PhaseId) -> None:
        """Whoever opens a course with its past has no business with what was before."""
        if self._is_past(phase):
            raise ValueError(f"{phase} is past, and was not read again")

    def _count(self, day: PhaseId, as_of: AsOf, before: State) -> CountedDay:
        self._require_known(day)
        laid = self._days.day(day.cycle)
        asked = self._thread.moment_of(as_of) if isinstance(as_of, StoredPost) else as_of or self._by_now(laid)
        moment = min(asked, self._thread.known_until(day))
        votes = self._thread.votes(laid, moment)
        if isinstance(as_of, StoredPost):
            votes = self._thread.up_to(as_of, votes)
        votes = mean_the_living(votes, before, self._choices(day, before), self._thread.arrivals)
        phase = self._phase(laid, votes, before)
        outcome, _after = self._play(phase, before)
        by_source = {vote.entry.source: vote for vote in votes}
        counted = CountedDay(
            self._game, self._rules, laid, moment, by_source, self._thread.words, outcome,
            defence_is_told=self._reader.dialect.knows_defence, outage=self._thread.outage(laid),
        )  # fmt: skip
        if counted.final:
            return counted
        dated = replace(before, calendar=self._days.calendar(day))
        return replace(counted, outcome=counted_so_far(self._rules, dated, phase, outcome))

    def town_state_before(self, day: PhaseId) -> State:
        """The state before a day as the town knows it. Of what is not announced yet it holds what the thread shows:
        an execution by votes that anybody can count, and who plays whose seat."""
        self._keep_folded()
        state, first = self._told_before(day)
        kept = max((known for known in self._town_folded if first < known <= day), default=first)
        state = self._town_folded[kept] if kept != first else state
        for each in phases_before(day, kept):
            state = without_secrets(self._rules, state)
            replacements = tuple(entry for entry in self._thread.words.choices(each) if entry.do == "replace")
            if not each.night:
                laid = self._days.day(each.cycle)
                phase = self._phase(laid, self._thread.votes(laid, self._thread.known_until(each)), state)
                state = self._play(replace(phase, actions=(), choices=replacements, chance={}), state)[1]
            elif replacements:
                state = self._play(Phase(each, choices=replacements), state)[1]
            else:
                state = replace(state, phase=each)
            self._town_folded[each.next] = state
        return state

    def _told_before(self, day: PhaseId) -> tuple[State, PhaseId]:
        """The state after what was announced last before a day, and the phase after that."""
        told = [each for each in phases_before(day, self.begins) if each in self.announced]
        last = told[-1] if told else None
        if self.past is not None and (last is None or last.next <= self.past.day):
            return self.past.town_state, self.past.day
        if last is None:
            return self._start, self.begins
        return as_announced(self._after(last), self.announced[last]), last.next

    def _phase(self, day: Day, votes: Sequence[CastVote], before: State) -> Phase:
        zone = self._game.timezone
        choices = self._choices(day.id, before)
        meant = mean_the_living(votes, before, choices, self._thread.arrivals)
        entries = tuple(as_called(at_home(vote.entry, zone), before) for vote in meant if self._is_given(vote))
        return Phase(
            day.id,
            votes=entries,
            actions=tuple(as_called(action, before) for action in self.entries.actions(day.id)),
            choices=choices,
            chance=self.draws.get(day.id, {}),
            posts=self._post_counts(day),
            opens=day.opens,
            closes=day.closes,
        )

    def _by_now(self, day: Day) -> datetime:
        """The present moment; a day that came from a record is over, whatever its date."""
        if self._thread.is_only_entered(day.id) and is_set(day.closes):
            return max(self._now, day.closes + timedelta(seconds=1))
        return self._now

    def _post_counts(self, day: Day) -> Mapping[str, int] | None:
        """How many posts each wrote on a day, where the rules ask for that: as it was recorded, where no thread is."""
        if self._thread.is_only_entered(day.id):
            then = self._entered_then.get(day.id)
            return None if then is None else then.posts
        return self._thread.post_counts(day) if "activity_posts" in self._rules.values else None

    def _is_given(self, vote: CastVote) -> bool:
        """Whether the engine gets the vote: where a poll says which of several in a post counts, it gets them all."""
        if vote.left_out is LeftOut.SUPERSEDED:
            return any(poll.several is not None for poll in self._rules.polls)
        return vote.left_out is None

    def _choices(self, phase: PhaseId, before: State) -> tuple[ChoiceEntry, ...]:
        """The host's operations, and what players decide beside their actions."""
        entered = (*self._thread.words.choices(phase), *self.entries.choices(phase))
        return tuple(as_called(choice, before) for choice in entered)

    def _night(self, cycle: int, before: State) -> Phase:
        """A night with what was entered for it."""
        laid = self._days.night(cycle)
        window = self._days.window(laid)
        actions = tuple(as_called(action, before) for action in self.entries.actions(laid.id, window))
        return replace(
            laid, actions=actions, choices=self._choices(laid.id, before), chance=self.draws.get(laid.id, {})
        )

    # --- what the host's evening needs ---

    def phase(self, phase: PhaseId, before: State) -> Phase:
        """A phase with all that is known and entered of it so far."""
        if phase.night:
            return self._night(phase.cycle, before)
        day = self._days.day(phase.cycle)
        return self._phase(day, self._thread.all_votes(day), before)

    def as_called(
        self, line: EnteredLine, phase: PhaseId, before: State
    ) -> tuple[tuple[ActionEntry, ...], tuple[ChoiceEntry, ...]]:
        """The actions and choices of one message in a phase, with the names that the seats have then."""
        actions = tuple(as_called(action, before) for action in line.actions(phase))
        return actions, tuple(as_called(choice, before) for choice in line.chosen(phase))

    def play(self, phase: Phase, before: State) -> PhaseOutcome:
        """What would follow from the phase. Raises GameFault where the game was over before."""
        return self._play(phase, before)[0]

    # --- what is tried without being stored ---

    def cast_votes(self, day: PhaseId) -> tuple[CastVote, ...]:
        """Every vote and mark of a day as far as its thread is known."""
        return self._thread.all_votes(self._days.day(day.cycle))

    def read_again(self, day: PhaseId, post: StoredPost, words: HostWords) -> tuple[CastVote, ...]:
        """The votes of one post with another word of the host, in their order; their sources are not the day's."""
        return self._thread.read_again(self._days.day(day.cycle), post, words)

    def phase_of_votes(self, day: PhaseId, votes: Sequence[CastVote], before: State) -> Phase:
        """A day with these votes, and with all else that was entered for it."""
        return self._phase(self._days.day(day.cycle), votes, before)

    def play_on(self, phase: Phase, before: State) -> tuple[PhaseOutcome, State]:
        """What would follow from the phase, and the state after it; whatever was announced of it."""
        return self._play(phase, before)

    def state_before(self, phase: PhaseId) -> State:
        """The state before a phase as far as the game has gone: a day that is not over has decided nothing yet."""
        self._require_known(phase)
        self._keep_folded()
        each = max((known for known in self._folded if known <= phase), default=self.begins)
        state = self._folded.get(each, self._start)
        while each < phase:
            if each.night or self.is_over(each):
                state = self._go_on(self.phase(each, state), state)[1]
            elif choices := self._choices(each, state):
                # its votes are not counted yet, but what the host did holds
                state = self._play(Phase(each, choices=choices), state)[1]
            else:
                state = replace(state, phase=each)
            each = each.next
            self._folded[each] = state
        return state

    def _keep_folded(self) -> None:
        """Forget the states that were folded, once something else is entered."""
        if self._folded_of is not self.entries:
            self._folded, self._town_folded, self._folded_of = dict(self._settled), {}, self.entries

    def outcomes(self) -> Iterator[tuple[PhaseOutcome, State]]:
        """What came of every phase that is over and not past, in order, with the state after it."""
        state, each = (self._start, self.begins) if self.past is None else (self.past.state, self.past.day)
        while not state.winners and self.is_over(each):
            outcome, state = self._go_on(self.phase(each, state), state)
            yield outcome, state
            each = each.next

    def state_now(self) -> State:
        """The state after the last phase that is over."""
        state = self._start if self.past is None else self.past.state
        for _outcome, after in self.outcomes():
            state = after
        return state

    # --- what closes a phase ---

    def close(self, phase: PhaseId) -> tuple[PhaseOutcome, State]:
        """What comes of a phase as far as all is known, and the state after it: also of one that was announced, unless
        the host has said that what was announced stands. Raises GameFault after the end."""
        before = self.state_before(phase)
        known = self.phase(phase, before)
        found = self._play(known, before)
        stands = is_decided(self.standing.get(phase), self.differences(*found))
        return self._go_on(known, before) if stands else found

    def changes(self, outcome: PhaseOutcome, after: State) -> tuple[Change, ...]:
        """What would differ from what was announced of the phase; nothing where it was not announced, or where the
        host has said that just so it stands."""
        found = self.differences(outcome, after)
        return () if is_decided(self.standing.get(outcome.phase), found) else found

    def differences(self, outcome: PhaseOutcome, after: State) -> tuple[Change, ...]:
        """The same, whatever the host has said of it."""
        told = self.announced.get(outcome.phase)
        return () if told is None else changes(as_called_now(told, after), announcement_as_data(outcome, after))

    def differing(self) -> tuple[PhaseId, ...]:
        """The announced phases of which something else would come by now, where the host has not said that what was
        announced stands."""
        past = self.past
        found = [] if past is None else list(past.differing)
        for phase in sorted(self.announced):
            if past is None or phase >= past.day:
                before = self.state_before(phase)
                if before.winners or self.changes(*self._play(self.phase(phase, before), before)):
                    found.append(phase)
        return tuple(found)

    def _go_on(self, known: Phase, before: State) -> tuple[PhaseOutcome, State]:
        """The outcome from which the game goes on: that of all that is known, but where the town was told another one,
        that one, until the host releases the new one."""
        outcome, after = self._play(known, before)
        told = self.announced.get(known.id)
        if told is None or not self.differences(outcome, after):
            return outcome, after
        then = self._entered_then.get(known.id)
        if then is not None:
            outcome, after = self._play(as_entered_then(then, known), before)
        return outcome, as_announced(after, told)

    def light_before(self, phase: PhaseId) -> str | None:
        """The light that was last announced before a phase."""
        before = phases_before(phase, self.begins)
        lights = [told.view.light for each in before if (told := self.announced.get(each)) is not None]
        return next((light for light in reversed(lights) if light is not None), None)

    def calendar(self, phase: PhaseId) -> Calendar:
        """The calendar in which a phase has its true date."""
        return self._days.calendar(phase)

    def present_phase(self) -> PhaseId:
        """The phase in which the game is, by the clock and by what was announced."""
        day = self._days.day_of(self._now) or PhaseId(1, night=False)
        over = self.window(day).is_late(self._now) or (self._days.day(day.cycle).is_open_ended and self.is_over(day))
        phase = day.next if over else day
        while phase in self.announced:
            # a night of no hours is over with its results
            phase = phase.next
        return phase

    def _news(self, phase: PhaseId) -> tuple[str, ...]:
        """What was announced of a phase, in words; nothing of one that was not."""
        told = self.announced.get(phase)
        if told is None:
            return ()
        return tuple(news(self._rules, told.view, light_before=self.light_before(phase), decided=True))

    def _told_of(self, day: PhaseId) -> tuple[str, ...]:
        """What was announced of a day and of its night."""
        return () if day not in self.announced else (*self._news(day), *self._news(day.next))

    def _after(self, phase: PhaseId) -> State:
        """The state after a phase that was announced, in the host's fold."""
        return self.state_before(phase.next)

    def window(self, phase: PhaseId) -> Window:
        """When entries of a phase are in time."""
        if phase.night:
            return self._days.window(self._days.night(phase.cycle))
        day = self._days.day(phase.cycle)
        return Window(day.opens, day.closes, day.inclusive)

    def is_over(self, phase: PhaseId) -> bool:
        """Whether a phase has ended, and of a day all votes are known. What was announced is over."""
        if phase in self.announced or self._is_past(phase):
            return True
        if not self._game.forum.threads and self.announced:
            return False  # it came from a record, which ends there
        if any(each.entry.do == "end" and each.phase == phase for each in self._thread.words.operations):
            return True  # the host's word
        if phase.night:
            window = self.window(phase)
            if window.closes is not None:
                return window.is_late(self._now)
            # a night of no hours is its results, whenever the host gives them (GEN-40)
            return phase == self.begins or self.is_over(phase.previous)
        laid = self._days.day(phase.cycle)
        if not self._thread.has_read(phase):
            return False
        late = Window(None, laid.closes, laid.inclusive).is_late(self._thread.known_until(phase))
        return late or self._has_ended_early(phase)

    def _has_ended_early(self, day: PhaseId) -> bool:
        """Whether a vote ended the day at once, as anybody can count (GEN-30d, GEN-33)."""
        if not any(poll.hammer or poll.early_from for poll in self._rules.polls):
            return False
        if day not in self._ended_early:
            before = self.state_before(day)
            counts = () if before.winners else self._play(self.phase(day, before), before)[0].town_counts
            self._ended_early[day] = any(count.ended is not None for count in counts)
        return self._ended_early[day]

    def _state_before(self, day: PhaseId) -> State:
        """The state at the opening of a day: the engine's fold over all days and nights before."""
        first = PhaseId(1, night=False)
        if not self._before:
            self._before[first] = self.state_before(first)
        each = max(known for known in self._before if known <= day)
        state = self._before[each]
        while each < day:
            if each >= self.begins:
                if each.night:
                    phase = self._night(each.cycle, state)
                else:
                    laid = self._days.day(each.cycle)
                    phase = self._phase(laid, self._thread.votes(laid, self._thread.known_until(each)), state)
                state = self._go_on(phase, state)[1]
            each = each.next
            self._before[each] = state
        return state

    def _play(self, phase: Phase, before: State) -> tuple[PhaseOutcome, State]:
        if before.winners:
            raise GameFault(_("there is no {phase}: the game was over before it").format(phase=phase.id))
        played = self._played.setdefault(phase.id, [])
        for known, known_before, came_of_it in played:
            if known_before == before and known == phase:
                return came_of_it
        came_of_it = play_phase(self._rules, replace(before, calendar=self._days.calendar(phase.id)), phase)
        played[:] = [*played[-_KEPT_PLAYS:], (phase, before, came_of_it)]
        return came_of_it


def _first_phase(rules: Ruleset, announced: Iterable[PhaseId]) -> PhaseId:
    """With which phase the game begins; what came from a record may begin later, or be a part of a game."""
    opens = read_phase_id(rules.clock.opens_with) or PhaseId(1, night=False)
    return min(announced, default=opens)
