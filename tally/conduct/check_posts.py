"""Looks through the game's threads for posts that the rules forbid: of the dead, of outsiders, before the results, of
one's own card.

In: the course of a game; what is forbidden is the ruleset's data. Out: what was found, for the host alone, who decides
what follows. A last word that is allowed is shown too, since whether it is short is his to say.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from engine.conduct import Conduct, Forbidden
from engine.moments import PhaseId, Window
from engine.outcome import HostView, host_view
from engine.state import State
from tally.conduct.telling import role_words, telling_words
from tally.count.counting import post_address
from tally.count.written_posts import WrittenPost, written_on
from tally.dates import short_dated
from tally.play.course import Course
from tally.store import FactKind, Store
from tally.story.phases import phase_name
from tally.texts import _, plural, quoted

__all__ = ["Finding", "Found", "check_posts", "findings_as_json", "findings_in_words"]

_SHOWN = 200
_RESULTS = "итог"
_STEM = 4


class Found(StrEnum):
    """What a post is."""

    LAST_WORD = "last-word"  # the one that an executed player has; all else is a fault
    SECOND_LAST_WORD = "second-last-word"
    LATE_LAST_WORD = "late-last-word"
    DEAD = "dead-post"
    ROLE_NAMED = "role-named"
    OUTSIDER = "outsider-post"
    TELLING = "before-results"
    OWN_CARD = "own-card"
    NIGHT = "night-post"


@dataclass(frozen=True, slots=True)
class Finding:
    """A post that the host should look at. `words`: those because of which, of any version of its text."""

    what: Found
    who: str
    phase: PhaseId
    at: datetime
    rule: str
    post: str
    address: str | None
    text: str
    words: tuple[str, ...] = ()
    gone: bool = False


def check_posts(course: Course, store: Store, now: datetime) -> tuple[Finding, ...]:
    """All posts so far that the rules of the game forbid, by time."""
    watch = _Watch(course, store, now)
    checks: Mapping[Forbidden, Callable[[Conduct], Iterator[Finding]]] = {
        Forbidden.DEAD: watch.dead_posts,
        Forbidden.ROLE_NAMES: watch.named_roles,
        Forbidden.OUTSIDERS: watch.outsiders,
        Forbidden.TELLING: watch.posts_before_results,
        Forbidden.OWN_DEAL: watch.own_cards,
        Forbidden.NIGHT: watch.night_posts,
    }
    found = [each for conduct in course.rules.conduct for each in checks[conduct.forbids](conduct)]
    return tuple(sorted(found, key=lambda each: (each.at, each.post, each.what)))


@dataclass(frozen=True, slots=True)
class _Death:
    """When somebody went out, by what, and from when on he knew it."""

    phase: PhaseId
    causes: tuple[str, ...]
    known_at: datetime


class _Watch:
    """The game as its posts are looked through: who is out since when, when results came."""

    def __init__(self, course: Course, store: Store, now: datetime) -> None:
        self._course = course
        self._moment = now
        self._game = course.game
        self._closed: dict[PhaseId, tuple[HostView, State]] = {
            outcome.phase: (host_view(outcome), state) for outcome, state in course.outcomes()
        }
        self._released: dict[str, datetime] = {}
        for fact in store.facts(FactKind.ANNOUNCEMENT):
            self._released.setdefault(fact.phase or "", fact.at)
        self._days = course.days_so_far()
        self._states: dict[PhaseId, State] = {}

    @cached_property
    def _deaths(self) -> Mapping[str, _Death]:
        """Seat → his death, the last one where he was brought back."""
        deaths: dict[str, _Death] = {}
        before = self._course.state_before(self._course.begins)
        for phase, (view, after) in self._closed.items():
            for seat, known in after.seats.items():
                if known.alive:
                    deaths.pop(seat, None)
                elif before.seats[seat].alive:
                    causes = tuple(view.causes.get(known.name, ()))
                    deaths[seat] = _Death(phase, causes, self._known_at(phase))
            before = after
        return deaths

    def _known_at(self, phase: PhaseId) -> datetime:
        """When the town knew what a phase had brought: with its results, at the latest with the opening of a day."""
        day = self._course.day(phase.next if phase.night else phase.next.next)
        if not phase.night:
            return min(self._released.get(str(phase), day.opens), day.opens)
        return self._told_at(phase) or day.opens

    @cached_property
    def _end(self) -> datetime | None:
        """From when on anybody may say anything: the game was over, and the town knew."""
        over = next((phase for phase, (view, _state) in self._closed.items() if view.winners), None)
        if over is None:
            return None
        released = self._released.get(str(over))
        next_day = self._course.day(over.next if over.night else over.next.next)
        return released if released is not None and released < next_day.opens else self._course.window(over).closes

    def _posts(self, day: PhaseId) -> Iterator[WrittenPost]:
        """The posts in the threads of a day that are not a host's, up to the end of the game."""
        for each in written_on(self._course.written, self._game, day):
            if not each.is_host and (self._end is None or each.at < self._end):
                yield each

    def _all_posts(self) -> Iterator[tuple[PhaseId, WrittenPost]]:
        """The posts of each day and of the night after it."""
        for day in self._days:
            laid = self._course.day(day)
            for each in self._posts(day):
                if laid.opens <= each.at < laid.ends:
                    yield day, each

    def _finding(
        self, what: Found, day: PhaseId, written: WrittenPost, rule: str, words: Iterable[str] = ()
    ) -> Finding:
        laid = self._course.day(day)
        late = Window(None, laid.closes, laid.inclusive).is_late(written.at)
        return Finding(
            what=what,
            who=self._name(written.by),
            phase=day.next if late else day,
            at=written.at,
            rule=rule,
            post=written.post.id,
            address=post_address(written.post),
            text=" ".join(written.text.split()),
            words=tuple(words),
            gone=written.post.gone,
        )

    def _before(self, day: PhaseId) -> State:
        """The state in which a day begins."""
        if day not in self._states:
            self._states[day] = self._course.state_before(day)
        return self._states[day]

    @cached_property
    def _now(self) -> State:
        return self._course.state_now()

    def _name(self, seat: str) -> str:
        return self._now.seats[seat].name if seat in self._now.seats else seat

    # --- the dead and the outsiders ---

    def dead_posts(self, conduct: Conduct) -> Iterator[Finding]:
        """Every post of one who is out (CLA-130), but for the last words of an executed one (MOR-62)."""
        words: dict[str, int] = {}
        for day, written in self._all_posts():
            death = self._deaths.get(written.by)
            if death is None or written.at < death.known_at:
                continue
            executed = not death.phase.night and bool(set(death.causes) & set(conduct.last_words_after))
            if not executed or not conduct.last_words:
                yield self._finding(Found.DEAD, day, written, conduct.rule)
                continue
            spoken = words[written.by] = words.get(written.by, 0) + 1
            yield self._finding(self._last_word(death, day, written, spoken, conduct), day, written, conduct.rule)

    def _last_word(self, death: _Death, day: PhaseId, written: WrittenPost, spoken: int, conduct: Conduct) -> Found:
        """One post on the day after the execution, while it lasts: not earlier in the old thread, not later."""
        of_the_day = death.phase.next.next
        laid = self._course.day(of_the_day)
        if spoken > conduct.last_words:
            return Found.SECOND_LAST_WORD
        if day < of_the_day:
            return Found.DEAD
        late = day > of_the_day or Window(None, laid.closes, laid.inclusive).is_late(written.at)
        return Found.LATE_LAST_WORD if late else Found.LAST_WORD

    def named_roles(self, conduct: Conduct) -> Iterator[Finding]:
        """Posts of the dead in which a role is named (MOR-63)."""
        for day, written in self._all_posts():
            death = self._deaths.get(written.by)
            if death is not None and written.at >= death.known_at:
                words = role_words(self._course.rules.id, _all_texts(written))
                if words:
                    yield self._finding(Found.ROLE_NAMED, day, written, conduct.rule, words)

    def outsiders(self, conduct: Conduct) -> Iterator[Finding]:
        """Posts of those who do not play (MOR-64)."""
        for day, written in self._all_posts():
            if written.by not in self._before(day).seats:
                yield self._finding(Found.OUTSIDER, day, written, conduct.rule)

    # --- the living ---

    def posts_before_results(self, conduct: Conduct) -> Iterator[Finding]:
        """Posts of the living between the end of the night's actions and its results (STY-137), with what may tell."""
        for day in self._days:
            closes = self._course.window(day.next).closes
            if closes is None:
                continue
            for written in self._living(day, closes, self._results_of(day.next)):
                words = telling_words(self._course.rules.id, _all_texts(written))
                yield self._finding(Found.TELLING, day, written, conduct.rule, words)

    def _results_of(self, night: PhaseId) -> datetime | None:
        """When the results of a night came; None: not yet. In a game of the past at the latest with a host's post."""
        told = self._told_at(night)
        if told is None and self._moment >= self._course.day(night.next).closes:
            return next((each.at for each in self._host_posts_after(night)), None)
        return told

    def _told_at(self, night: PhaseId) -> datetime | None:
        """When the results of a night were announced, or a host told them in the thread by himself.

        An announcement made long afterwards (a game entered from saved pages) tells nothing of the thread's time; a
        word of the host that names none of the dead is none while the results are awaited.
        """
        until = self._course.day(night.next).closes
        released = self._released.get(str(night))
        if released is not None and released < until:
            return released
        dead = () if night not in self._closed else self._closed[night][0].dead
        for each in self._host_posts_after(night):
            if dead and all(_names(name, each.text) for name in dead):
                return each.at
            if self._moment >= until and _RESULTS in each.text.casefold():
                return each.at
        return None

    def _host_posts_after(self, night: PhaseId) -> Iterator[WrittenPost]:
        """The posts of hosts from the end of a night to that of the next vote."""
        day = self._course.day(night.next)
        closes = self._course.window(night).closes or day.opens
        return (each for each in self._course.written if each.is_host and closes <= each.at < day.closes)

    def night_posts(self, conduct: Conduct) -> Iterator[Finding]:
        """Posts of the living between the end of the vote and the next day."""
        for day in self._days:
            laid = self._course.day(day)
            for written in self._living(day, laid.closes, laid.ends):
                yield self._finding(Found.NIGHT, day, written, conduct.rule)

    def _living(self, day: PhaseId, since: datetime, until: datetime | None) -> Iterator[WrittenPost]:
        """The posts from one moment up to another of those who lived then, in any thread of the day."""
        for written in self._posts(day):
            if written.at < since or (until is not None and written.at >= until):
                continue
            death = self._deaths.get(written.by)
            if written.by in self._seats and (death is None or written.at < death.known_at):
                yield written

    @cached_property
    def _seats(self) -> frozenset[str]:
        return frozenset(seat for seat, known in self._now.seats.items() if known.entered)

    def own_cards(self, conduct: Conduct) -> Iterator[Finding]:
        """Posts in which a living player names the very card that he was dealt (CAS-140)."""
        names_own_deal = self._course.rules.hooked.names_own_deal
        if names_own_deal is None:
            return
        for day, written in self._all_posts():
            seat = self._before(day).seats.get(written.by)
            if seat is None or not seat.alive or seat.role not in conduct.roles:
                continue
            named = names_own_deal(seat.fields, _all_texts(written))
            if named is not None:
                yield self._finding(Found.OWN_CARD, day, written, conduct.rule, (named,))


def _names(name: str, text: str) -> bool:
    """Whether the text names somebody, in whatever case."""
    return name.casefold()[:_STEM] in text.casefold()


def _all_texts(written: WrittenPost) -> str:
    """What the post has ever said: an edit takes nothing back that others have read."""
    return "\n".join(dict.fromkeys(revision.post.text for revision in written.post.revisions))


def findings_in_words(findings: Iterable[Finding], zone: ZoneInfo) -> Iterator[str]:
    """Two lines for each post: what it is, what it says."""
    for each in findings:
        at = short_dated(each.at.astimezone(zone))
        what = _what_in_words(each.what)
        yield f"{phase_name(each.phase)}, {at}, {each.who}: {what} [{each.rule}]"
        if each.words:
            yield "    " + _("words: {words}").format(words=", ".join(each.words))
        length = plural("{count} character", "{count} characters", len(each.text))
        shown = each.text if len(each.text) <= _SHOWN else each.text[: _SHOWN - 1] + "…"
        gone = " " + _("(deleted since)") if each.gone else ""
        yield f"    {quoted(shown)} ({length}){gone}"
        yield f"    {each.address or each.post}"


def _what_in_words(what: Found) -> str:
    words = {
        Found.LAST_WORD: _("the last word"),
        Found.SECOND_LAST_WORD: _("one post more than the last word"),
        Found.LATE_LAST_WORD: _("a last word that comes too late"),
        Found.DEAD: _("a post of a dead player"),
        Found.ROLE_NAMED: _("a dead player names a role"),
        Found.OUTSIDER: _("a post of an outsider"),
        Found.TELLING: _("a post before the results"),
        Found.OWN_CARD: _("names the card that he was dealt"),
        Found.NIGHT: _("a post by night"),
    }
    return words[what]


def findings_as_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """What `tally check-posts --json` prints."""
    return [
        {
            "what": each.what.value,
            "who": each.who,
            "phase": str(each.phase),
            "time": each.at.isoformat(),
            "rule": each.rule,
            "post": each.address or each.post,
            "text": each.text,
            "words": list(each.words),
            "deleted": each.gone,
        }
        for each in findings
    ]
