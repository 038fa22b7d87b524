"""Looks through a game folder for everything that is wrong with it, each with its place and what would be right."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from tally.errors import GameFault
from tally.folder.game import DATABASE, GAME_FILE, PLAYERS_FILE, Game, fold_name, read_game
from tally.folder.toml_places import Fault, read_source
from tally.records.rules import find_rule_faults
from tally.service.settings import read_addresses, read_settings
from tally.store import FactKind, Store
from tally.texts import _

__all__ = ["check_game"]


def check_game(folder: Path) -> tuple[Game | None, tuple[Fault, ...]]:
    """The game, where its files can be read at all, and all faults of the folder."""
    game, faults = read_game(folder)
    found = [*faults, *_check_secrecy(folder), *_check_database(folder)]
    if game is not None:
        found.extend(_check_completeness(game))
        if not faults:
            found.extend(find_rule_faults(game))
            found.extend(_check_reading(game))
            found.extend(_check_service(game))
    return game, tuple(found)


def _check_completeness(game: Game) -> Iterator[Fault]:
    """What may be absent while a game is being set up, but not when it is played."""
    if not game.seats:
        told = _("nobody plays yet; “tally signup URL” takes a list, or add a [[players]] table for each player")
        yield Fault(game.folder / PLAYERS_FILE, None, ("players",), told)
    if not game.forum.threads and not _is_of_record(game):
        told = _("the game has no thread yet; add {example}").format(example='threads = [{ url = "https://…" }]')
        yield read_source(game.folder / GAME_FILE).fault(("forum", "threads"), told)
    players = {fold_name(nick): seat.name for seat in game.seats for nick in seat.nicks}
    for place, host in enumerate(game.hosts):
        if fold_name(host) in players:
            told = _("a host's posts hold no votes, but players.toml has {name} among the players")
            keys = ("game", "hosts", place)
            yield read_source(game.folder / GAME_FILE).fault(keys, told.format(name=players[fold_name(host)]))


def _is_of_record(game: Game) -> bool:
    """Whether the game came from a record: then it was announced without any thread."""
    try:
        with Store(game.database) as store:
            return bool(store.facts(FactKind.ANNOUNCEMENT))
    except GameFault:
        return False


def _check_reading(game: Game) -> Iterator[Fault]:
    """Whether posts can be read as [names] says."""
    from tally.count.post_reader import check_reading

    try:
        check_reading(game)
    except GameFault as fault:
        yield Fault(game.folder / GAME_FILE, None, (), str(fault).removeprefix(f"{game.folder / GAME_FILE}: "))


def _check_service(game: Game) -> Iterator[Fault]:
    """Whether [schedule] and [notify] say what the service can do."""
    for name, read in ((GAME_FILE, read_settings), (PLAYERS_FILE, read_addresses)):
        try:
            read(game)
        except GameFault as fault:
            yield Fault(game.folder / name, None, (), str(fault).removeprefix(f"{game.folder / name}: "))


def _check_secrecy(folder: Path) -> Iterator[Fault]:
    """Whether others on this machine can read the secrets; Windows keeps that elsewhere than in the mode."""
    if os.name == "nt":
        return
    for name in (PLAYERS_FILE, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
        path = folder / name
        if path.exists() and (mode := stat.S_IMODE(path.stat().st_mode)) & 0o077:
            told = _("others can read the secrets in it (mode {mode}); right is: chmod 600 {name}")
            yield Fault(path, None, (), told.format(mode=f"{mode:04o}", name=name))


def _check_database(folder: Path) -> Iterator[Fault]:
    try:
        Store(folder / DATABASE).close()
    except GameFault as fault:
        yield Fault(folder / DATABASE, None, (), str(fault).removeprefix(f"{folder / DATABASE}: "))
