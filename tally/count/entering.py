"""What the host enters about votes, checked against the game and written into its log.

In: a game and the words of a command. Out: a fact in the log; GameFault where a word means nothing, or several things.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engine.moments import PhaseId, read_phase_id
from engine.record import HOST, ChoiceEntry, Colour, VoteEntry, VoteKind
from engine.ruleset import Ruleset
from tally.calendar.days import Days, is_set
from tally.calendar.typed_times import read_typed_time
from tally.count.counting import FoundMark, find_marks
from tally.count.found_posts import find_post
from tally.count.host_words import (
    ENTERED,
    HostWords,
    MarkPlace,
    PostKey,
    Ruling,
    Timing,
    entered_vote_as_data,
    fold_words,
    hiding_as_data,
    operation_as_data,
    ruling_as_data,
)
from tally.count.moved_posts import follow_moved, posts_of_game
from tally.count.post_reader import PostReader, open_reader
from tally.dates import dated
from tally.errors import GameFault
from tally.folder.file_changes import log_file_changes
from tally.folder.game import PLAYERS_FILE, Game, ThreadKind, find_game, fold_name
from tally.folder.toml_editing import edit_toml
from tally.names import CERTAIN, Grade, Status
from tally.reading import NOBODY
from tally.records.rules import load_rules
from tally.store import FactKind, Store
from tally.texts import _, quoted

__all__ = ["Desk", "RulingWords", "open_desk", "read_kind"]

_OWN_NAMES = CERTAIN - {Grade.WORD, Grade.MISSPELT, Grade.LAYOUT}
"""Grades of a text that is somebody's very name: such a text cannot become the alias of another."""


@dataclass(frozen=True, slots=True)
class RulingWords:
    """What the host says of a vote, as typed; None: nothing of that."""

    on: str | None = None
    by: str | None = None
    colour: str | None = None
    kind: str | None = None
    timing: Timing | None = None
    ignored: bool = False
    undone: bool = False

    @property
    def says_nothing(self) -> bool:
        return self == RulingWords()


def read_kind(written: str) -> VoteKind:
    """The kind of vote that a word names. Raises GameFault."""
    try:
        return VoteKind(written)
    except ValueError:
        told = _("“{found}” is not a kind of vote; there are: {kinds}")
        raise GameFault(told.format(found=written, kinds=", ".join(VoteKind))) from None


@contextmanager
def open_desk(game: Game, now: datetime) -> Iterator["Desk"]:
    """Where the host enters things, at the moment `now`."""
    game.require_seats()
    with Store(game.database) as store, open_reader(game) as read:
        yield Desk(game, store, read, now)


class Desk:
    """The game with all that is needed to understand what the host says of it."""

    def __init__(self, game: Game, store: Store, read: PostReader, now: datetime) -> None:
        self._game = game
        self._store = store
        self._read = read
        self._now = now
        self._posts = posts_of_game(game, store)

    # --- what the commands do ---

    def rule(self, post: str, which: str | None, said: RulingWords, why: str) -> tuple[str, str]:
        """Decide a vote of a post, or of those that were entered. Gives the vote's name and its text."""
        if said.says_nothing:
            raise GameFault(_("what is decided? --on, --by, --colour, --kind, --in-time, --late, --ignore or --undo"))
        if said.undone and said != RulingWords(undone=True):
            raise GameFault(_("--undo takes back all that was said of this vote; it stands alone"))
        ruling = None if said.undone else self._ruling(said, why)
        key, place, number = self._find_vote(post, which, ruling)
        if ruling is None and place not in self._words().rulings.get(key, {}):
            raise GameFault(_("nothing was decided of this vote before"))
        self._append(FactKind.RULING, ruling_as_data(key, place, ruling, why))
        return f"{key[1]}#{number}" if number else key[1], "" if place is None else place.text

    def enter_vote(self, vote: VoteEntry, at: str, phase: str | None, why: str) -> tuple[str, VoteEntry, PhaseId]:
        """Enter a vote that came otherwise. Gives the name by which it can be decided on, the vote and its day."""
        rules = load_rules(self._game)
        self._require_kind(vote.kind, rules)
        by, on = self._seat(vote.by), self._target(vote.on, vote.kind, rules) if self._has_target(vote) else ""
        day, moment = self._day(rules, at, phase)
        entry = VoteEntry(by, on, moment, vote.colour, vote.kind, vote.advance)
        fact = self._append(FactKind.ENTRY, entered_vote_as_data(entry, why), day)
        return f"{ENTERED}{fact}", entry, day

    def hide(self, post: str, why: str, *, hidden: bool) -> str:
        """Withdraw the text of a post from what is published, or show it again. Gives the post's id."""
        found = find_post(self._posts, post)
        key = (found.thread, found.id)
        if hidden == (key in self._words().hidden):
            told = _("post {post} is hidden already") if hidden else _("post {post} is not hidden")
            raise GameFault(told.format(post=found.id))
        self._append(FactKind.RULING, hiding_as_data(key, hidden=hidden, why=why))
        return found.id

    def give_alias(self, name: str, alias: str) -> str:
        """Write an alias of a player into players.toml. Gives the player's name."""
        seat = self._seat(name)
        self._require_free(alias, seat)
        with edit_toml(self._game.folder / PLAYERS_FILE) as document:
            _add_to_list(_table_of(document, seat), "aliases", alias.strip())
        self._log_files()
        return seat

    def replace_player(self, leaving: str, entering: str, since: str | None) -> tuple[str, PhaseId, datetime]:
        """Let another one take over a seat: an account in players.toml, an operation in the log.

        Gives the seat, the phase after which it bears the new name, and the moment from which the new one posts.
        """
        rules = load_rules(self._game)
        seat = self._seat(leaving)
        self._require_new(entering, seat)
        phase, moment = self._since(rules, since)
        with edit_toml(self._game.folder / PLAYERS_FILE) as document:
            table = _table_of(document, seat)
            if not table.get("accounts"):
                _add_to_list(table, "accounts", seat)
            _add_to_list(table, "accounts", entering.strip())
        self._log_files()
        entry = ChoiceEntry(HOST, "replace", (self._present_name(seat), entering.strip()))
        self._append(FactKind.ENTRY, operation_as_data(entry, moment), phase)
        return seat, phase, moment

    # --- the log ---

    def _append(self, kind: FactKind, data: dict[str, Any], phase: PhaseId | None = None) -> int:
        return self._store.append(kind, data, at=self._now, phase=None if phase is None else str(phase))

    def _words(self) -> HostWords:
        return follow_moved(fold_words(self._store.facts(FactKind.RULING, FactKind.ENTRY)), self._posts)

    def _log_files(self) -> None:
        log_file_changes(self._store, find_game(self._game.folder))

    # --- names ---

    def _seat(self, name: str) -> str:
        """The seat that a name means for certain; a name written as it is means its own seat, whoever else is near."""
        seats = {seat.name for seat in self._game.seats}
        if name in seats:
            return name
        match = self._read.index.match(name)
        if match.status is Status.MATCHED and match.seat in seats and match.grade in CERTAIN and not match.rivals:
            return str(match.seat)
        near = ", ".join(each.seat for each in (*match.candidates, *match.rivals) if each.seat in seats)
        if near:
            raise GameFault(_("“{name}”: who is meant? Perhaps: {near}").format(name=name, near=near))
        raise GameFault(_("“{name}” is not a player; there are: {all}").format(name=name, all=", ".join(sorted(seats))))

    def _has_target(self, vote: VoteEntry) -> bool:
        """Whether a vote is for somebody: what is taken back may be named, and need not."""
        if vote.kind is not VoteKind.UNVOTE:
            return True
        is_seat = any(seat.name == vote.on for seat in self._game.seats)
        return is_seat or vote.on.strip().lower() not in ("", "none")

    def _target(self, name: str, kind: VoteKind | None, rules: Ruleset) -> str:
        """Whom a vote is for: a seat, a half of the list in a scan, or nobody, where the rules know such votes, in the
        words of the game's dialect."""
        is_seat = any(seat.name == name for seat in self._game.seats)
        if not is_seat and any(poll.abstention for poll in rules.polls) and self._read.dialect.nobody.fullmatch(name):
            return NOBODY
        return name if name == NOBODY or kind is VoteKind.SCAN else self._seat(name)

    def _require_free(self, alias: str, seat: str) -> None:
        match = self._read.index.match(alias)
        for each in (*match.candidates, *match.rivals):
            if each.grade in _OWN_NAMES and each.seat != seat:
                told = _("“{alias}” means {other} already; it cannot be an alias of {name}")
                raise GameFault(told.format(alias=alias, other=each.seat, name=seat))
            if each.grade in (Grade.EXACT, Grade.FOLDED, Grade.ALIAS):
                raise GameFault(_("“{alias}” is a name of {name} already").format(alias=alias, name=seat))
        if not fold_name(alias):
            raise GameFault(_("an alias needs a letter or a sign"))

    def _require_new(self, entering: str, seat: str) -> None:
        folded = fold_name(entering)
        if not folded:
            raise GameFault(_("a player needs a name"))
        for other in self._game.seats:
            if folded in (fold_name(other.name), *(fold_name(nick) for nick in (*other.aliases, *other.accounts))):
                told = _("“{name}” already stands for {seat}; a replacement is somebody new")
                raise GameFault(told.format(name=entering, seat=other.name))
        if folded in (fold_name(host) for host in self._game.hosts):
            raise GameFault(_("“{name}” is a host and cannot play {seat}").format(name=entering, seat=seat))

    def _present_name(self, seat: str) -> str:
        """Under which name the engine knows the seat after the replacements so far."""
        name = seat
        for each in self._words().operations:
            if each.entry.do == "replace" and each.entry.on[0] == name:
                name = each.entry.on[1]
        return name

    # --- times ---

    def _days(self, rules: Ruleset) -> Days:
        return Days(self._game, rules.clock, {post.id: post.timed.time for post in self._posts}.get)

    def _day(self, rules: Ruleset, at: str, phase: str | None) -> tuple[PhaseId, datetime]:
        days = self._days(rules)
        time = read_typed_time(at, self._game.timezone)
        if phase is not None:
            day = read_phase_id(phase)
            if day is None or day.night:
                raise GameFault(_("“{found}” is not a day; days are day1, day2, …").format(found=phase))
        else:
            day = days.day_of(time if isinstance(time, datetime) else self._now)
            if day is None:
                raise GameFault(_("which day is meant? --phase day1, day2, … says it"))
        moment = days.moment(day, time)
        opens = days.day(day.cycle).opens
        if not isinstance(time, datetime) and moment < opens:
            told = _(
                "{day} opens at {opens}, and a time without a date is of that date; say the date too, like {example}"
            )
            example = (moment + timedelta(days=1)).isoformat(timespec="minutes")
            raise GameFault(told.format(day=day, opens=dated(opens.astimezone(self._game.timezone)), example=example))
        return day, moment

    def _since(self, rules: Ruleset, since: str | None) -> tuple[PhaseId, datetime]:
        """The phase before the one that `since` names, and its end; or the phase and the time of a post."""
        days = self._days(rules)
        if since is not None and read_phase_id(since) is None:
            post = find_post(self._posts, since)
            time = post.timed.time or post.first_seen
            day = days.day_of(time)
            if day is None:
                raise GameFault(_("post {post} was written before day 1").format(post=post.id))
            return self._phase_of(days, day, time), time
        if since is None:
            day = days.day_of(self._now)
            if day is None:
                raise GameFault(_("the game has not begun yet: change the name in players.toml"))
            first = self._phase_of(days, day, self._now).next
        else:
            first = read_phase_id(since) or PhaseId(1, night=False)
        if first <= PhaseId(1, night=False):
            raise GameFault(_("before the first night a seat's name is changed in players.toml"))
        laid = days.day(first.cycle)
        moment = laid.closes if first.night else laid.opens
        # where only the host's word will set it, the new one plays at once
        return first.previous, moment if is_set(moment) else self._now

    def _phase_of(self, days: Days, day: PhaseId, moment: datetime) -> PhaseId:
        return day.next if moment >= days.day(day.cycle).closes else day

    # --- posts and the votes in them ---

    def _ruling(self, said: RulingWords, why: str) -> Ruling:
        kind, rules = None if said.kind is None else read_kind(said.kind), load_rules(self._game)
        if kind is not None:
            self._require_kind(kind, rules)
        return Ruling(
            why=why,
            on=None if said.on is None else self._target(said.on, kind, rules),
            by=None if said.by is None else self._seat(said.by),
            colour=None if said.colour in (None, "none") else Colour(said.colour),
            colourless=said.colour == "none",
            kind=kind,
            timing=said.timing,
            ignored=said.ignored,
        )

    def _require_kind(self, kind: VoteKind, rules: Ruleset) -> None:
        known = {VoteKind.UNVOTE, *(poll.kind for poll in rules.polls)}
        known |= {poll.nominations.kind for poll in rules.polls if poll.nominations is not None}
        if kind not in known:
            told = _("this game has no votes of the kind “{kind}”; it has: {kinds}")
            raise GameFault(told.format(kind=kind, kinds=", ".join(sorted(known))))

    def _find_vote(
        self, post: str, which: str | None, ruling: Ruling | None
    ) -> tuple[PostKey, MarkPlace | None, int | None]:
        if post.startswith(ENTERED):
            if not any(vote.id == post for vote in self._words().entered):
                raise GameFault(_("there is no entered vote {id}").format(id=post))
            return ("", post), None, None
        found = find_post(self._posts, post)
        key = (found.thread, found.id)
        votes_only = any(
            thread.url == found.thread and thread.kind is ThreadKind.VOTES for thread in self._game.forum.threads
        )
        marks = find_marks(found, votes_only, self._read)
        if not marks and which is None:
            if ruling is not None and ruling.on is None:
                raise GameFault(_("post {post} has no vote; --on NAME makes one of it").format(post=found.id))
            return key, None, None
        mark = _choose(marks, which, found.id)
        return key, mark.place, mark.number


def _choose(marks: Sequence[FoundMark], which: str | None, post: str) -> FoundMark:
    """The mark that is meant: by its number, by its text, or the only one that may be a vote."""
    if which is None:
        meant = [mark for mark in marks if mark.found.kind.value != "none"] if len(marks) > 1 else list(marks)
    elif which.isdigit() and not any(mark.found.text == which for mark in marks):
        meant = [mark for mark in marks if mark.number == int(which)]
    else:
        meant = [mark for mark in marks if fold_name(mark.found.text) == fold_name(which)]
    if len(meant) == 1:
        return meant[0]
    listed = ", ".join(f"{mark.number} {quoted(mark.found.text)}" for mark in marks)
    if not meant and which is not None:
        raise GameFault(
            _("post {post} has no vote “{which}”; it has: {marks}").format(post=post, which=which, marks=listed or "—")
        )
    raise GameFault(_("post {post} has several: {marks}; --vote says which").format(post=post, marks=listed))


def _table_of(document: Any, seat: str) -> Any:
    """The [[players]] table of a seat."""
    return next(table for table in document["players"] if str(table.get("name", "")).strip() == seat)


def _add_to_list(table: Any, key: str, value: str) -> None:
    if key in table:
        table[key].append(value)
    else:
        table[key] = [value]
