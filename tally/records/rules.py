"""The rules that a game is played by, and its players as the engine takes them.

In: a game folder as read. Out: the ruleset with the game's options, the players with their roles; a fault of the files
is told with file, line and key.
"""

from pathlib import Path

from engine.faults import Fault
from engine.reading import read_players
from engine.record import Player
from engine.ruleset import Ruleset, load_ruleset
from tally.errors import GameFault
from tally.folder.faults_in_words import fault_in_words
from tally.folder.game import GAME_FILE, PLAYERS_FILE, Game
from tally.folder.toml_places import Fault as PlacedFault
from tally.folder.toml_places import read_source

__all__ = ["deal_players", "find_rule_faults", "load_rules", "players_so_far"]


def load_rules(game: Game) -> Ruleset:
    """The game's ruleset. Raises GameFault with the first fault of the options, or of the host's own ruleset file."""
    loaded = _load(game)
    if isinstance(loaded, Ruleset):
        return loaded
    raise GameFault(str(_placed(game, loaded[0])))


def deal_players(game: Game, rules: Ruleset) -> tuple[Player, ...]:
    """The players with their secret roles. Raises GameFault for a role or a key that the ruleset does not have."""
    players, faults = _read_players(game, rules)
    for fault in faults:
        raise GameFault(str(_placed(game, fault)))
    return players


def players_so_far(game: Game, rules: Ruleset) -> tuple[Player, ...]:
    """The players as `deal_players` gives them; as written where something is still missing: a style is not picked."""
    players, faults = _read_players(game, rules)
    if not faults:
        return players
    secrets = game.secrets
    return tuple(
        Player(seat.name, secrets.roles.get(seat.name), fields=secrets.traits.get(seat.name, {})) for seat in game.seats
    )


def find_rule_faults(game: Game) -> tuple[PlacedFault, ...]:
    """All that is wrong with the options and roles by the game's ruleset, or with the host's own ruleset file."""
    loaded = _load(game)
    faults = _read_players(game, loaded)[1] if isinstance(loaded, Ruleset) else loaded
    return tuple(_placed(game, fault) for fault in faults)


def _load(game: Game) -> Ruleset | tuple[Fault, ...]:
    options = {**game.options, **game.secrets.options}
    own = _own_file(game)
    if own is None:
        return load_ruleset(game.ruleset, options)
    return load_ruleset(own.stem, options, data=read_source(own).data)


def _own_file(game: Game) -> Path | None:
    return Path(game.ruleset) if game.ruleset.endswith(".toml") else None


def _read_players(game: Game, rules: Ruleset) -> tuple[tuple[Player, ...], tuple[Fault, ...]]:
    """The players as those of a record are read, or what is wrong with them."""
    players: list[Player] = []
    faults: list[Fault] = []
    # that nobody plays yet is told by `Game.require_seats`
    for each in read_players(game.as_record()["players"], rules) if game.seats else ():
        if isinstance(each, Fault):
            faults.append(each)
        else:
            players.append(each)
    return tuple(players), tuple(faults)


def _placed(game: Game, fault: Fault) -> PlacedFault:
    """The fault where it stands: options in game.toml or, the secret ones, in players.toml; the rest in the ruleset."""
    own = _own_file(game)
    if fault.path[:1] == ("players",):
        file = game.folder / PLAYERS_FILE
    elif fault.path[:2] == ("game", "options") and fault.path[2:3] and fault.path[2] in game.secrets.options:
        file = game.folder / PLAYERS_FILE
        fault = Fault(("secret", *fault.path[2:]), fault.code, fault.found, fault.allowed)
    elif fault.path[:1] == ("game",) or own is None:
        file = game.folder / GAME_FILE
    else:
        file = own
    return fault_in_words(read_source(file), fault)
