"""The rules that a game is played by, and its players as the engine takes them.

In: a game folder as read. Out: the ruleset with the game's options, the players with their roles; a fault of the files
is told with file, line and key.
"""

from pathlib import Path

from engine.faults import Fault, FaultCode, nearest
from engine.record import Player
from engine.ruleset import Ruleset, load_ruleset
from tally.errors import GameFault
from tally.faults_in_words import fault_in_words
from tally.game import GAME_FILE, PLAYERS_FILE, Game
from tally.toml_places import read_source

__all__ = ["deal_players", "load_rules"]


def load_rules(game: Game) -> Ruleset:
    """The game's ruleset. Raises GameFault with the first fault of the options, or of the host's own ruleset file."""
    options = {**game.options, **game.secrets.options}
    own = Path(game.ruleset) if game.ruleset.endswith(".toml") else None
    loaded = (
        load_ruleset(game.ruleset, options)
        if own is None
        else load_ruleset(own.stem, options, data=read_source(own).data)
    )
    if isinstance(loaded, Ruleset):
        return loaded
    raise GameFault(_told(game, own, loaded[0]))


def deal_players(game: Game, rules: Ruleset) -> tuple[Player, ...]:
    """The players with their secret roles. Raises GameFault where the ruleset has no such role."""
    players = []
    for place, seat in enumerate(game.seats):
        role = game.secrets.roles.get(seat.name)
        if role is not None and role not in rules.roles:
            fault = Fault(("players", place, "role"), FaultCode.UNKNOWN_ROLE, role, nearest(role, rules.roles))
            raise GameFault(str(fault_in_words(read_source(game.folder / PLAYERS_FILE), fault)))
        players.append(Player(seat.name, role, seat.aliases, game.secrets.traits.get(seat.name, {})))
    return tuple(players)


def _told(game: Game, own: Path | None, fault: Fault) -> str:
    """The fault where it stands: options in game.toml or, the secret ones, in players.toml; the rest in the ruleset."""
    if fault.path[:1] != ("game",):
        return str(fault_in_words(read_source(own or game.folder / GAME_FILE), fault))
    if fault.path[:2] == ("game", "options") and fault.path[2:3] and fault.path[2] in game.secrets.options:
        secret = Fault(("secret", *fault.path[2:]), fault.code, fault.found, fault.allowed)
        return str(fault_in_words(read_source(game.folder / PLAYERS_FILE), secret))
    return str(fault_in_words(read_source(game.folder / GAME_FILE), fault))
