"""What a host should know of his line-up before the game: roles that the document deals otherwise, secrets not chosen.

In: a game and its rules. Out: lines for the host alone. Warnings: he may play with any roles he likes.
"""

from collections.abc import Iterator, Sequence

from engine.cast import CastDifference, cast_differences
from engine.record import Player
from engine.ruleset import Ruleset
from tally.folder.game import PLAYERS_FILE, Game
from tally.records.rules import players_so_far
from tally.story.options import option_meaning
from tally.story.roles import role_name
from tally.texts import _, plural

__all__ = ["cast_warnings", "hint_at_warnings"]


def cast_warnings(game: Game, rules: Ruleset) -> tuple[str, ...]:
    """The warnings; none as long as no role is dealt."""
    playing = [player for player in players_so_far(game, rules) if not player.fields.get("reserve", False)]
    if all(player.role in (None, rules.default_role) for player in playing):
        return ()
    return (*_without_role(playing), *_unlike_the_document(rules, playing), *_not_chosen(game, rules))


def hint_at_warnings(warnings: Sequence[str]) -> str:
    """What may be said where players can read it."""
    told = plural("{count} remark on the line-up", "{count} remarks on the line-up", len(warnings))
    return _("{remarks}: “tally roster --host” shows them").format(remarks=told)


def _without_role(players: Sequence[Player]) -> Iterator[str]:
    missing = [player.name for player in players if player.role is None]
    if missing:
        told = _("without a role: {names}; while one of them lives, no victory is checked")
        yield told.format(names=", ".join(missing))


def _unlike_the_document(rules: Ruleset, players: Sequence[Player]) -> Iterator[str]:
    if rules.free_roles or any(player.role is None for player in players):
        return
    size = plural("{count} player", "{count} players", len(players))
    for each in cast_differences(rules, players):
        yield _("{role}: {what} ({size})").format(role=role_name(rules, each.role), what=_what(each), size=size)


def _what(difference: CastDifference) -> str:
    if difference.guest:
        return _("dealt {found}; the rules only mention the role").format(found=difference.found)
    if difference.found > 0 and difference.expected > 0:
        return _("dealt {found}, by the rules {expected}").format(found=difference.found, expected=difference.expected)
    if difference.found > 0:
        return _("dealt {found}, by the rules there is none").format(found=difference.found)
    return _("not dealt, by the rules {expected}").format(expected=max(difference.expected, 1))


def _not_chosen(game: Game, rules: Ruleset) -> Iterator[str]:
    """Secret options without which something is missing from the game: the team style (STY-6)."""
    for key, option in rules.options.items():
        if option.secret and key not in game.secrets.options:
            told = _("{option} ({key}) is not chosen; it belongs in [secret] of {file}")
            yield told.format(option=option_meaning(key, option), key=key, file=PLAYERS_FILE)
