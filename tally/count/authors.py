"""Who writes a post: the seat that an account plays, by its number before its nick, or somebody who does not play.

In: the game's seats, the replacements, all posts read. An account that changes its nick is still who it was, and a
nick that another account takes over is for the host to look at.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from tally.count.host_words import Operation
from tally.folder.game import Game, Seat, fold_name
from tally.store.posts import StoredPost

__all__ = ["NO_ACCOUNTS", "Accounts", "Author", "Authors", "learn_accounts"]

_Account = tuple[str, str]
"""A forum, and in it the number or the folded nick of an account."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who casts the votes of a post: the name of a seat as in players.toml, or the nick of one who does not play.

    `nick`: that under which he writes, where it is none of the seat's; `doubt`: why the host has to say who it is.
    """

    by: str
    nick: str | None = None
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class Accounts:
    """The first nick of each number, and the first number of each nick, each with when it was first seen so."""

    nicks: Mapping[_Account, tuple[datetime, str]]
    numbers: Mapping[_Account, tuple[datetime, str]]


NO_ACCOUNTS = Accounts({}, {})


class Authors:
    """The accounts of a game as its posts show them."""

    def __init__(self, game: Game, replacements: Sequence[Operation], accounts: Accounts) -> None:
        self._hosts = {fold_name(host) for host in game.hosts}
        self._seats = {seat.name: seat for seat in game.seats}
        self._by_nick = {fold_name(nick): seat for seat in game.seats for nick in seat.nicks}
        self._by_id: dict[str, list[Seat]] = {}
        for seat in game.seats:
            for number in seat.account_ids:
                self._by_id.setdefault(number, []).append(seat)
        self._names = {fold_name(name) for seat in game.seats for name in (seat.name, *seat.aliases, *seat.accounts)}
        self._replacements: dict[str, list[Operation]] = {}
        for each in replacements:
            self._replacements.setdefault(_roster_name(each.entry.on[0], game.seats), []).append(each)
        self._first_nick = {account: nick for account, (_seen, nick) in accounts.nicks.items()}
        self._first_number = {account: number for account, (_seen, number) in accounts.numbers.items()}

    def author(self, post: StoredPost, at: datetime) -> Author | None:
        """Who wrote at that moment; None: a host, or nobody whom the page names."""
        nick, number, forum = post.latest.author, _number(post), _forum(post)
        folded = fold_name(nick or "")
        began = self._first_nick.get((forum, number or ""), folded)
        if folded in self._hosts or began in self._hosts:
            return None
        seats = self._by_id.get(number or "", [])
        if len(seats) > 1:
            named = [seat for seat in seats if folded in _nicks(seat)]
            if len(named) != 1:
                # under one of the names, so that the engine takes it for a vote that waits
                return Author(seats[0].name, nick, doubt="shared-account")
            seats = named
        doubt = None
        if not seats:
            known = began if began in self._by_nick else folded
            seats = [self._by_nick[known]] if known in self._by_nick else []
            if number is not None and self._first_number.get((forum, known), number) != number:
                doubt = "account"
        if not seats or not self._plays(seats[0], {folded, began}, at):
            return None if nick is None else Author(self._outsider(nick, number))
        return Author(seats[0].name, None if nick is None or folded in _nicks(seats[0]) else nick, doubt)

    def is_author(self, nick: str, post: StoredPost) -> bool:
        """Whether an edit note names the author himself, by any nick that the post was shown under."""
        return any(
            revision.post.author is not None and fold_name(nick) == fold_name(revision.post.author)
            for revision in post.revisions
        )

    def _plays(self, seat: Seat, nicks: set[str], at: datetime) -> bool:
        """Whether one of these nicks plays the seat then: after a replacement those that stand from the new one on."""
        replacements = self._replacements.get(seat.name, [])
        if not replacements:
            return True
        listed = [fold_name(nick) for nick in seat.nicks]
        entries = [fold_name(each.entry.on[1]) for each in replacements]
        starts = [0, *(listed.index(name) if name in listed else len(listed) for name in entries)]
        period = sum(each.since is not None and each.since <= at for each in replacements)
        ends = [*starts[1:], len(listed)]
        playing = listed[starts[period] : ends[period]]
        return bool(nicks & set(playing)) or not nicks & set(listed)

    def _outsider(self, nick: str, number: str | None) -> str:
        """Somebody else's account that is called like a player must not vote as him."""
        return f"{nick} ({number or '?'})" if fold_name(nick) in self._names else nick


def _roster_name(name: str, seats: Iterable[Seat]) -> str:
    """The seat's name in players.toml, by any nick that plays it."""
    folded = fold_name(name)
    return next((seat.name for seat in seats if folded in (fold_name(seat.name), *_nicks(seat))), name)


def _nicks(seat: Seat) -> set[str]:
    return {fold_name(nick) for nick in seat.nicks}


def _forum(post: StoredPost) -> str:
    return urlsplit(post.thread).hostname or ""


def _number(post: StoredPost) -> str | None:
    """The account's number, from whatever page showed it."""
    return next((each.post.author_id for each in reversed(post.revisions) if each.post.author_id is not None), None)


def learn_accounts(posts: Iterable[StoredPost], known: Accounts = NO_ACCOUNTS) -> Accounts:
    """The accounts that posts show, besides those of earlier posts that are `known`."""
    seen = [
        (revision.seen_at, place, _forum(post), revision.post.author, revision.post.author_id)
        for place, post in enumerate(posts)
        for revision in post.revisions
        if revision.post.author is not None and revision.post.author_id is not None
    ]
    nicks, numbers = dict(known.nicks), dict(known.numbers)
    for when, _place, forum, nick, number in sorted(seen, key=lambda each: each[:2]):
        if nick is not None and number is not None:
            folded = fold_name(nick)
            _keep_first(nicks, (forum, number), when, folded)
            _keep_first(numbers, (forum, folded), when, number)
    return Accounts(nicks, numbers)


def _keep_first(firsts: dict[_Account, tuple[datetime, str]], account: _Account, when: datetime, what: str) -> None:
    if account not in firsts or when < firsts[account][0]:
        firsts[account] = (when, what)
