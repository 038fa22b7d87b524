"""Sends notices by apprise, once each to each address: what was sent is a fact in the log.

In: notices and the addresses of a game. Out: facts, or GameFault in one line, in which no address appears: they are
secrets.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Sequence

from tally.clock import now
from tally.errors import GameFault
from tally.folder.game import PLAYERS_FILE, Game
from tally.service.notices import Audience, Notice
from tally.service.settings import read_addresses
from tally.store import FactKind, Store
from tally.texts import _

__all__ = ["Deliver", "Send", "deliver", "send_by_apprise", "send_notices", "sent_notices", "try_addresses"]

Deliver = Callable[[Game, Store, Sequence[Notice]], list[str]]
"""Sends the notices of a game that were not sent before; gives what went wrong, a line each."""

Send = Callable[[str, Notice], bool]
"""Sends a notice to one address; gives whether it was taken. Raises GameFault where nothing can be sent at all."""


def sent_notices(store: Store) -> frozenset[str]:
    """The notices that were sent, by audience and key."""
    return frozenset(f"{fact.data['to']}:{fact.data['key']}" for fact in store.facts(FactKind.NOTICE))


def send_notices(game: Game, store: Store, notices: Iterable[Notice], send: Send) -> list[str]:
    """Send what was not sent yet, and write down what was; gives what went wrong, a line each."""
    addresses = read_addresses(game)
    sent = {(fact.data["to"], fact.data["key"], fact.data["address"]) for fact in store.facts(FactKind.NOTICE)}
    trouble: list[str] = []
    for notice in notices:
        targets = addresses.host if notice.to is Audience.HOST else addresses.players
        for number, target in enumerate(targets, start=1):
            mark = hashlib.sha256(target.encode()).hexdigest()[:16]
            if (notice.to.value, notice.key, mark) in sent:
                continue
            why = _send(send, target, notice)
            if why is None:
                told = {"key": notice.key, "to": notice.to.value, "address": mark}
                store.append(FactKind.NOTICE, {**told, "title": notice.title, "body": notice.body}, at=now())
            else:
                where = f"{game.folder / PLAYERS_FILE}: notify.{notice.to.value}[{number}]"
                trouble.append(f"{where}: “{notice.title}”: {why}")
    return trouble


def _send(send: Send, target: str, notice: Notice) -> str | None:
    """Why the notice did not go out, where it did not."""
    try:
        return None if send(target, notice) else _("the service did not accept the notice; is the address right?")
    except GameFault as fault:
        return str(fault)


def send_by_apprise(target: str, notice: Notice) -> bool:
    """Send by the service that the address names."""
    try:
        import apprise
    except ImportError:
        raise GameFault(_("notices need the library apprise: pip install 'forum-tally[notify]' installs it")) from None
    # its own log has addresses in it
    logging.getLogger("apprise").handlers = [logging.NullHandler()]
    logging.getLogger("apprise").propagate = False
    service = apprise.Apprise()
    text = apprise.NotifyFormat.TEXT
    return bool(service.add(target)) and bool(service.notify(body=notice.body, title=notice.title, body_format=text))


def deliver(game: Game, store: Store, notices: Sequence[Notice]) -> list[str]:
    """Send notices by the services that players.toml names."""
    return send_notices(game, store, notices, send_by_apprise)


def try_addresses(game: Game, send: Send = send_by_apprise) -> tuple[list[str], int]:
    """Send a word of trial to every address: what went wrong, and how many there are. Raises GameFault for no address.

    Nothing of it is written down.
    """
    addresses = read_addresses(game)
    trouble: list[str] = []
    tried = [(to, each) for to in Audience for each in (addresses.host if to is Audience.HOST else addresses.players)]
    if not tried:
        told = _("{file}: [notify] names no address; add {example}")
        raise GameFault(told.format(file=game.folder / PLAYERS_FILE, example='host = ["tgram://TOKEN/CHAT"]'))
    for to, target in tried:
        title = f"{game.title} · {_('a trial')}"
        why = _send(send, target, Notice("trial", to, title, _("Notices of the game will come here.")))
        if why is not None:
            trouble.append(f"{game.folder / PLAYERS_FILE}: notify.{to.value}: {why}")
    return trouble, len(tried)
