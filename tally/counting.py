"""The votes of a day: stored posts become the engine's vote entries, each with the post from which it came.

What cannot be decided from what the forum shows (whom a text means, whether it was in time, what an edit replaced)
becomes an entry that is `unclear`: neither counted nor dropped. Who may vote, and for whom, is the engine's to say.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.moments import Window
from engine.record import Colour, Source, Unclear, VoteEntry
from engine.record import VoteKind as EntryKind
from parsers.page import Edit, Mark, Post, Precision, TimeFrom
from tally.days import Day
from tally.game import Game, ThreadKind, fold_name
from tally.posts import StoredPost
from tally.reading.votes import FoundVote, VoteKind

__all__ = ["CastVote", "VoteReader", "find_votes", "post_address"]

VoteReader = Callable[[Post, bool], Sequence[FoundVote]]
"""What in a post is a vote, and for whom; the flag says that its thread is for votes alone."""

_MINUTE = timedelta(seconds=59)


@dataclass(frozen=True, slots=True)
class CastVote:
    """A vote with who cast it and when. `entry.source.place` is its place in the list of the day's votes.

    `time` is what the forum shows for it, with that `precision`; the entry's own time is the earliest that it can be.
    """

    entry: VoteEntry
    found: FoundVote
    post: StoredPost
    time: datetime | None
    precision: Precision | None


@dataclass(frozen=True, slots=True)
class _Written:
    """When something was written: not before `earliest`, not after `latest`."""

    earliest: datetime
    latest: datetime


def find_votes(posts: Iterable[StoredPost], day: Day, game: Game, read: VoteReader) -> tuple[CastVote, ...]:
    """The votes in the posts of a day. `posts` are those of the game's threads, each thread in its order."""
    authors = _Authors(game)
    threads = _Threads(game, day)
    window = Window(day.opens, day.closes, day.inclusive)
    cast: list[CastVote] = []
    before: tuple[str, _Written] | None = None
    for post in posts:
        by = authors.voter(post.latest)
        for time, votes in _parts(post, threads.is_for_votes(post), read):
            written = _written(post, time, before[1] if before and before[0] == post.thread else None)
            before = (post.thread, written)
            if by is None or not threads.is_read(post) or not day.opens <= written.earliest < day.ends:
                continue
            for found in votes:
                source = Source(post_address(post), ("votes", len(cast)))
                entry = replace(_entry(by, found, written), thread=threads.kind(post), source=source)
                entry = _judge_time(_judge_edit(entry, post, window, authors), written, window)
                shown = post.timed
                cast.append(CastVote(entry, found, post, shown.time if time is None else time, shown.precision))
    return tuple(cast)


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


class _Threads:
    """Which of the game's threads are read on a day, and what each is for."""

    def __init__(self, game: Game, day: Day) -> None:
        self._kinds = {
            thread.url: thread.kind.value
            for thread in game.forum.threads
            if (thread.first is None or thread.first <= day.id) and (thread.last is None or day.id <= thread.last)
        }

    def is_read(self, post: StoredPost) -> bool:
        return post.thread in self._kinds

    def is_for_votes(self, post: StoredPost) -> bool:
        return self._kinds.get(post.thread) == ThreadKind.VOTES

    def kind(self, post: StoredPost) -> str | None:
        """What the thread is for, where the game has one for votes alone."""
        return self._kinds[post.thread] if ThreadKind.VOTES in self._kinds.values() else None


def _parts(post: StoredPost, votes_only: bool, read: VoteReader) -> list[tuple[datetime | None, tuple[FoundVote, ...]]]:
    """The votes of the post as it was first read, then of each text that was merged into it, as that was first read."""
    parts: dict[datetime | None, tuple[FoundVote, ...]] = {None: (), **_by_time(read(post.first, votes_only))}
    for revision in post.revisions[1:]:
        for time, votes in _by_time(read(revision.post, votes_only)).items():
            if time is not None:
                parts.setdefault(time, votes)
    return sorted(parts.items(), key=lambda part: (part[0] is not None, part[0] or post.first_seen))


def _by_time(votes: Iterable[FoundVote]) -> dict[datetime | None, tuple[FoundVote, ...]]:
    parts: dict[datetime | None, tuple[FoundVote, ...]] = {}
    for vote in votes:
        if vote.kind is not VoteKind.NONE and not vote.superseded:
            parts[vote.time] = (*parts.get(vote.time, ()), vote)
    return parts


def _entry(by: str, found: FoundVote, written: _Written) -> VoteEntry:
    entry = VoteEntry(
        by=by,
        on=found.on or found.text,
        at=written.earliest,
        colour=None if found.colour is None else Colour(found.colour.value),
        kind=EntryKind(found.kind.value),
    )
    if found.why is None:
        return entry
    return replace(entry, unclear=Unclear(found.text, found.why.value, tuple(each.seat for each in found.candidates)))


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
