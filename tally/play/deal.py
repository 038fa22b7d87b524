"""Deals the secret roles: which line-up so many players have, and who gets what, by the game's seed alone.

In: a game and its rules. Out: player → what players.toml says of him. The same seed and nicks give the same deal,
in whatever order the players stand. What is dealt besides a role is the ruleset's to say.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.chances import fraction
from engine.moments import PhaseId
from engine.ruleset import Ruleset, Shuffle, draw_options, load_ruleset
from tally.errors import GameFault
from tally.folder.file_changes import log_file_changes
from tally.folder.game import GAME_FILE, PLAYERS_FILE, Game, find_game
from tally.folder.toml_editing import edit_toml
from tally.records.rules import load_rules
from tally.store import Store
from tally.texts import _, plural

__all__ = ["Dealt", "deal_game", "deal_roles", "drawn_options", "line_up"]

_BEFORE = PhaseId(0, night=True)
"""The phase of draws that are made before the game."""
_CITIZEN = "citizen"


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt: player → the fields of his table; the public options that were drawn with it."""

    players: Mapping[str, Mapping[str, str]]
    options: Mapping[str, str]


def deal_game(game: Game, wanted: Mapping[str, int], *, again: bool) -> Dealt:
    """Deal, and write it into the game's files. `wanted`: role → how often, where it is not as in the document.

    Raises GameFault where roles were dealt already and not `again`, and where the line-up does not fit.
    """
    game.require_seats()
    dealt_before = sorted(game.secrets.roles)
    if dealt_before and not again:
        told = _("roles have been dealt already ({players}); --again deals anew and overwrites them")
        raise GameFault(told.format(players=len(dealt_before)))
    if game.secrets.seed is None:
        told = _('{file}: there is no seed, from which everything is drawn; add seed = "…"')
        raise GameFault(told.format(file=game.folder / PLAYERS_FILE))
    seed = str(game.secrets.seed)
    options = drawn_options(game.ruleset, game.options, seed)
    rules = _rules(game, options)
    dealt = Dealt(deal_roles(rules, _playing(game), seed, wanted), options)
    _write(game, dealt)
    return dealt


def line_up(rules: Ruleset, size: int, wanted: Mapping[str, int]) -> list[str]:
    """The roles for so many players, in the order of the ruleset. Raises GameFault where they do not fit."""
    for role in wanted:
        if role not in rules.roles and not rules.free_roles:
            told = _("“{found}” is not a role; there are: {roles}")
            raise GameFault(told.format(found=role, roles=", ".join(rules.roles)))
    counts = {
        name: wanted.get(name, 0 if role.optional else role.count_for(size))
        for name, role in rules.roles.items()
        if not role.many
    }
    # in one order, whatever the order in which they were asked for
    counts |= {name: wanted[name] for name in sorted(wanted) if name not in rules.roles}
    if not any(counts.values()):
        told = _("the rules give no line-up: say how many of each role there are, like --role doctor=1")
        raise GameFault(told)
    fixed = [name for name, count in counts.items() for _each in range(count)]
    rest = size - len(fixed)
    many = [name for name, role in rules.roles.items() if role.many]
    fill = [name for name in many for _each in range(wanted.get(name, 0))]
    # of the roles that any number may have, the last is the townspeople's, as in each of the documents
    ordinary = next((name for name in many if name == _CITIZEN), many[-1] if many else None)
    if ordinary is not None and ordinary not in wanted:
        fill += [ordinary] * (rest - len(fill))
    if len(fill) != rest:
        told = plural("the line-up is for {count} player", "the line-up is for {count} players", len(fixed) + len(fill))
        raise GameFault(_("{lineup}; {size} play").format(lineup=told, size=size))
    return [*fixed, *fill]


def deal_roles(
    rules: Ruleset, players: Sequence[str], seed: str, wanted: Mapping[str, int]
) -> dict[str, dict[str, str]]:
    """Player → role, and what else the ruleset deals to him."""
    roles = line_up(rules, len(players), wanted)
    shuffle = _shuffle_by(seed)
    drawn = dict(zip(shuffle("deal", players), roles, strict=True))
    if rules.hooked.deal_fields is None:
        return {name: {"role": role} for name, role in drawn.items()}
    return {name: dict(fields) for name, fields in rules.hooked.deal_fields(rules, drawn, shuffle).items()}


def drawn_options(ruleset: str, given: Mapping[str, object], seed: str) -> dict[str, str]:
    """The options that the ruleset draws with the deal, where they are not given: the casino's suits."""
    return dict(draw_options(ruleset, given, _shuffle_by(seed)))


def _shuffle_by(seed: str) -> Shuffle:
    """Puts things in an order that only the seed and the name of the draw decide."""

    def shuffled(name: str, things: Iterable[str]) -> list[str]:
        return sorted(things, key=lambda each: (fraction(seed, _BEFORE, name, each), each))

    return shuffled


def _playing(game: Game) -> tuple[str, ...]:
    """Who gets a role: all but the reserves (CAS-12)."""
    return tuple(seat.name for seat in game.seats if not game.secrets.traits.get(seat.name, {}).get("reserve", False))


def _rules(game: Game, drawn: Mapping[str, str]) -> Ruleset:
    if not drawn:
        return load_rules(game)
    loaded = load_ruleset(game.ruleset, {**game.options, **game.secrets.options, **drawn})
    # other faults of the options are told as everywhere
    return loaded if isinstance(loaded, Ruleset) else load_rules(game)


def _write(game: Game, dealt: Dealt) -> None:
    if dealt.options:
        with edit_toml(game.folder / GAME_FILE) as document:
            options = document["game"].setdefault("options", {})
            options.update(dealt.options)
    with edit_toml(game.folder / PLAYERS_FILE) as document:
        for table in document["players"]:
            for key in ("role", "card"):
                value = dealt.players.get(str(table["name"]), {}).get(key)
                if value is not None:
                    table[key] = value
                else:
                    table.pop(key, None)
    with Store(game.database) as store:
        log_file_changes(store, find_game(game.folder))
