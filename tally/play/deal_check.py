"""Deals a game anew from its seed and says where its roles are others: what players do with the seed after the end.

In: a game record, or the host's own game. Out: the seed's hash, to be compared with the published one; the differences.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.record import GameRecord, Player
from engine.ruleset import Ruleset
from tally.errors import GameFault
from tally.folder.game import Game, hash_seed
from tally.play.deal import deal_roles, drawn_options
from tally.records.record_files import read_record_file
from tally.records.rules import load_rules, players_so_far
from tally.texts import _

__all__ = ["CheckedDeal", "Otherwise", "check_deal_of_game", "check_deal_of_record"]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Something that the seed gives otherwise than it is: a field of a player."""

    who: str
    field: str
    by_seed: str
    found: str


@dataclass(frozen=True, slots=True)
class CheckedDeal:
    """`size`: how many were dealt to; `seed_hash`: what was to be published at the start; `chosen`: options that would
    have been drawn with the deal, and that the host has given otherwise."""

    size: int
    seed_hash: str
    chosen: tuple[str, ...]
    differences: tuple[Otherwise, ...]


def check_deal_of_record(file: Path) -> CheckedDeal:
    """Check the deal of a record that holds the seed and all roles. Raises GameFault where it lacks one."""
    read = read_record_file(file)
    seed = read.source.data["game"].get("seed")
    if seed is None:
        raise GameFault(_("{file}: it holds no seed, so that nothing can be dealt anew").format(file=file))
    record: GameRecord = read.record
    return _check(record.ruleset, record.players, seed, record.options)


def check_deal_of_game(game: Game) -> CheckedDeal:
    """Check the deal of the host's game: whether roles were changed by hand since. Raises GameFault as above."""
    game.require_seats()
    if game.secrets.seed is None:
        raise GameFault(_("{file}: it holds no seed, so that nothing can be dealt anew").format(file=game.folder))
    rules = load_rules(game)
    return _check(rules, players_so_far(game, rules), game.secrets.seed, game.options)


def _check(rules: Ruleset, players: tuple[Player, ...], seed: str | int, options: Mapping[str, Any]) -> CheckedDeal:
    playing = {player.name: player for player in players if not player.fields.get("reserve", False)}
    unknown = [name for name, player in playing.items() if player.role is None]
    if unknown:
        told = _("the deal cannot be checked without the roles of: {names}")
        raise GameFault(told.format(names=", ".join(unknown)))
    # a role that comes with a card is in no line-up
    counts = Counter(player.role for player in playing.values())
    wanted = {role: counts[role] for role, known in rules.roles.items() if not known.optional}
    wanted |= {role: count for role, count in counts.items() if role is not None and role not in rules.roles}
    ordinary = [role for role, known in rules.roles.items() if known.many]
    if ordinary:
        wanted.pop(ordinary[-1])
    dealt = deal_roles(rules, tuple(playing), str(seed), wanted)
    differences = tuple(
        Otherwise(name, field, value, _held(playing[name], field))
        for name, given in dealt.items()
        for field, value in given.items()
        if value != _held(playing[name], field)
    )
    drawn = drawn_options(rules.id, {}, str(seed))
    chosen = tuple(key for key, value in drawn.items() if options.get(key) != value)
    return CheckedDeal(len(playing), hash_seed(seed), chosen, differences)


def _held(player: Player, field: str) -> str:
    return str(player.role if field == "role" else player.fields.get(field, ""))
