"""The votes of a day: stored posts become the engine's vote entries, each with the post from which it came.

What cannot be decided from what the forum shows (whom a text means, whether it was in time, what an edit replaced)
becomes an entry that is `unclear`: neither counted nor dropped. Who may vote, and for whom, is the engine's to say.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.moments import Window
from engine.record import Colour, Source, Unclear, VoteEntry
from parsers.page import Edit, Form, Mark, Post, Precision, TimeFrom
from tally.days import Day
from tally.game import Game, fold_name
from tally.names.folding import fold
from tally.names.match import CERTAIN, Candidate, Grade, Match, Status
from tally.posts import StoredPost

__all__ = ["FoundVote", "NameMatcher", "exact_names", "find_votes", "post_address"]

NameMatcher = Callable[[str], Match]
"""Whom the text of a mark means. The one seam between counting and the reading of names."""

_MINUTE = timedelta(seconds=59)


@dataclass(frozen=True, slots=True)
class FoundVote:
    """A vote found in a post. `entry.source.place` is its place in the list of the day's votes.

    `time` is what the forum shows for it, with that `precision`; the entry's own time is the earliest that it can be.
    """

    entry: VoteEntry
    post: StoredPost
    text: str
    form: Form
    grade: Grade | None
    time: datetime | None
    precision: Precision | None


@dataclass(frozen=True, slots=True)
class _Written:
    """When something was written: not before `earliest`, not after `latest`."""

    earliest: datetime
    latest: datetime


def exact_names(game: Game) -> NameMatcher:
    """A matcher that knows a name or alias only as it is written, whatever its case, ё, spaces and decoration."""
    known: dict[str, dict[str, Candidate]] = {}
    for seat in game.seats:
        for spelling in (seat.name, *seat.aliases):
            known.setdefault(fold(spelling), {})[seat.name] = Candidate(seat.name, Grade.FOLDED, spelling)

    def match(text: str) -> Match:
        found = tuple(known.get(fold(text), {}).values())
        as_written = tuple(each for each in found if each.spelling == text)
        if len(as_written) == 1:
            return Match(Status.MATCHED, (Candidate(as_written[0].seat, Grade.EXACT, text),))
        if not found:
            return Match(Status.UNKNOWN)
        return Match(Status.MATCHED if len(found) == 1 else Status.AMBIGUOUS, found)

    return match


def find_votes(posts: Iterable[StoredPost], day: Day, game: Game, match: NameMatcher) -> tuple[FoundVote, ...]:
    """The votes in the posts of a day, in the order of the thread. `posts` are those of the game's threads, in order.

    The last vote of a post counts; so does that of each part which the forum merged into it later.
    """
    authors = _Authors(game)
    window = Window(day.opens, day.closes, day.inclusive)
    found: list[FoundVote] = []
    before: tuple[str, _Written] | None = None
    for post in posts:
        by = authors.voter(post.latest)
        for time, marks in _parts(post):
            written = _written(post, time, before[1] if before and before[0] == post.thread else None)
            before = (post.thread, written)
            if by is None or not day.opens <= written.earliest < day.ends:
                continue
            votes = [(mark, match(mark.text)) for mark in marks]
            votes = [(mark, meant) for mark, meant in votes if meant.status is not Status.UNKNOWN]
            if votes:
                mark, meant = votes[-1]
                entry = _entry(by, mark, meant, written, Source(post_address(post), ("votes", len(found))))
                entry = _judge_time(_judge_edit(entry, post, window, authors), written, window)
                shown = post.timed
                grade = meant.grade
                vote_time = shown.time if time is None else time
                found.append(FoundVote(entry, post, mark.text, mark.form, grade, vote_time, shown.precision))
    return tuple(found)


def post_address(post: StoredPost) -> str | None:
    """Where a post can be read: its own address, else its page's."""
    return post.url or post.page_url or None


class _Authors:
    """Who writes: a forum account is known by its number, then by its nick."""

    def __init__(self, game: Game) -> None:
        self._hosts = {fold_name(host) for host in game.hosts}
        self._by_id = {account: seat.name for seat in game.seats for account in seat.account_ids}
        self._by_nick = {fold_name(nick): seat.name for seat in game.seats for nick in seat.nicks}
        self._names = {name for seat in game.seats for name in (seat.name, *seat.aliases)}

    def voter(self, post: Post) -> str | None:
        """The seat that the author plays; the nick of one who does not play; None for a host, or an unnamed author."""
        if post.author is None:
            return self._by_id.get(post.author_id or "")
        nick = fold_name(post.author)
        if nick in self._hosts:
            return None
        seat = self._by_id.get(post.author_id or "") or self._by_nick.get(nick)
        if seat is None and post.author in self._names:
            # somebody else's account that is called like a player must not vote as him
            return f"{post.author} ({post.author_id or '?'})"
        return seat or post.author

    def is_author(self, nick: str, post: Post) -> bool:
        return post.author is not None and fold_name(nick) == fold_name(post.author)


def _parts(post: StoredPost) -> list[tuple[datetime | None, tuple[Mark, ...]]]:
    """The post as it was first read, then each text that was merged into it, as that was first read."""
    parts: dict[datetime | None, tuple[Mark, ...]] = {None: tuple(m for m in post.first.marks if m.time is None)}
    for revision in post.revisions:
        added: dict[datetime, list[Mark]] = {}
        for mark in revision.post.marks:
            if mark.time is not None:
                added.setdefault(mark.time, []).append(mark)
        for time, marks in added.items():
            parts.setdefault(time, tuple(marks))
    return list(parts.items())


def _entry(by: str, mark: Mark, meant: Match, written: _Written, source: Source) -> VoteEntry:
    colour = None if mark.colour is None else Colour(mark.colour.value)
    if meant.seat is not None and meant.grade in CERTAIN:
        return VoteEntry(by, meant.seat, written.earliest, colour, source=source)
    candidates = tuple(candidate.seat for candidate in meant.candidates)
    why = "ambiguous-name" if meant.status is Status.AMBIGUOUS else "unknown-name"
    doubt = Unclear(mark.text, why, candidates)
    return VoteEntry(by, meant.seat or mark.text, written.earliest, colour, unclear=doubt, source=source)


def _written(post: StoredPost, merged: datetime | None, before: _Written | None) -> _Written:
    """From what the forum shows, from the reads just before and after, and from the post before it in the thread."""
    shown = post.timed
    time = shown.time if merged is None else merged
    if time is None:
        earliest, latest = post.not_before or post.first_seen, post.first_seen
    elif merged is None and shown.time_from is TimeFrom.RELATIVE:
        earliest, latest = time - _MINUTE, time + _MINUTE
    elif merged is None and shown.precision is Precision.SECOND:
        return _Written(time, time)
    else:
        earliest, latest = time, time + _MINUTE
    bounds = [earliest, *([post.not_before] if post.not_before else []), *([before.earliest] if before else [])]
    earliest = max(bound for bound in bounds if bound <= latest)
    latest = min(latest, post.first_seen) if post.first_seen >= earliest else latest
    return _Written(earliest, latest)


def _judge_time(entry: VoteEntry, written: _Written, window: Window) -> VoteEntry:
    """Where it cannot be seen on which side of the opening or the cutoff a vote lies, the host decides."""
    sides = [(window.is_early(moment), window.is_late(moment)) for moment in (written.earliest, written.latest)]
    return entry if sides[0] == sides[1] else _doubted(entry, "cutoff")


def _judge_edit(entry: VoteEntry, post: StoredPost, window: Window, authors: _Authors) -> VoteEntry:
    """A vote stands as it was first read. One first read after an edit is flagged, or waits for the host."""
    entry = replace(entry, deleted=post.gone)
    if post.first.edited is None:
        changed = [each for each in post.revisions[1:] if _words(each.post) != _words(post.first)]
        return replace(entry, edited=any(not window.is_late(each.seen_at) for each in changed))
    edit = post.first.edited
    if edit.by is not None and not authors.is_author(edit.by, post.first):
        return _doubted(entry, "edited-by-other")
    if window.is_late(entry.at or post.first_seen):
        return replace(entry, edited=True)
    made_late = window.is_late(_latest_edit(edit, post))
    return _doubted(entry, "edited") if made_late else replace(entry, edited=True)


def _latest_edit(edit: Edit, post: StoredPost) -> datetime:
    """The last moment at which the edit can have been made: notes show minutes, and when read it had been made."""
    return post.first_seen if edit.time is None else min(edit.time + _MINUTE, post.first_seen)


def _words(post: Post) -> tuple[str, tuple[Mark, ...]]:
    """What an edit would change: the post without what the forum merged into it."""
    own = "".join(run.text for run in post.runs if run.time is None) if post.runs else post.text
    return own, tuple(mark for mark in post.marks if mark.time is None)


def _doubted(entry: VoteEntry, why: str) -> VoteEntry:
    """The entry as one that waits; the first doubt stays."""
    return entry if entry.unclear is not None else replace(entry, unclear=Unclear(entry.on, why))
