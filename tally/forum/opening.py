"""The way to the forum of a game: with the manners that game.toml asks for, and the host's account where it has one."""

from collections.abc import Iterator
from contextlib import contextmanager

from tally.folder.game import Game
from tally.forum.fetch import ForumClient
from tally.forum.login.account import find_account

__all__ = ["open_forum"]


@contextmanager
def open_forum(game: Game) -> Iterator[ForumClient]:
    """A client for the game's forum. Raises GameFault where its secrets cannot be read, or others may."""
    forum, account = game.forum, find_account(game)
    with ForumClient(
        interval=forum.interval,
        timeout=forum.timeout,
        user_agent=forum.user_agent,
        contact=forum.contact,
        ignore_robots=forum.ignore_robots,
        account=account,
    ) as client:
        if account is not None:
            account.remember(client)
        yield client
