"""A whole game as people read it: for the host, for the town, for one player.

In: a replay and whose view is wanted. Out: lines in the language in use.
"""

from collections.abc import Iterator
from enum import StrEnum

from engine.outcome import host_view, player_view, town_view
from tally.records.replaying import Replay
from tally.story.chain import chain
from tally.story.headline import host_headline
from tally.story.host import host_story
from tally.story.player import player_story
from tally.story.roles import role_name, ruleset_title
from tally.story.town import town_story
from tally.texts import _

__all__ = ["View", "chain_story", "game_story"]


class View(StrEnum):
    """Whose view it is, where it is not a player's."""

    HOST = "host"
    PUBLIC = "public"


def game_story(replay: Replay, view: str) -> list[str]:
    """The story; `view`: one of `View`, or the name of a player."""
    match view:
        case View.HOST:
            return [host_headline(), *_head(replay), "", *_players(replay), *_told_to_host(replay), *_foot(replay)]
        case View.PUBLIC:
            return [*_head(replay), *_told_to_town(replay), *_foot(replay)]
    head = _("Only for the player {name}").format(name=view)
    return [head, *_head(replay), *_told_to_player(replay, view), *_foot(replay)]


def chain_story(replay: Replay) -> list[str]:
    """Every event of the game with the rule that made it; for the host alone."""
    lines = [host_headline(), *_head(replay)]
    for outcome in replay.outcome.phases:
        lines += ["", *chain(replay.record.ruleset, outcome)]
    return lines


def _head(replay: Replay) -> list[str]:
    ruleset = replay.record.ruleset
    return [
        ruleset_title(ruleset) if replay.record.title is None else f"{replay.record.title} ({ruleset_title(ruleset)})"
    ]


def _foot(replay: Replay) -> list[str]:
    return ["", _("Alive: {names}").format(names=", ".join(replay.outcome.alive) or "—")]


def _players(replay: Replay) -> list[str]:
    ruleset = replay.record.ruleset
    named = [f"  {player.name} — {role_name(ruleset, player.role)}" for player in replay.record.players]
    return [_("Players"), *named]


def _told_to_host(replay: Replay) -> Iterator[str]:
    for place, outcome in enumerate(replay.outcome.phases):
        yield ""
        yield from host_story(
            replay.record.ruleset,
            outcome,
            roles=replay.roles_before(place),
            light_before=replay.light_before(place),
        )


def _told_to_town(replay: Replay) -> Iterator[str]:
    for place, outcome in enumerate(replay.outcome.phases):
        yield ""
        yield from town_story(
            replay.record.ruleset,
            town_view(outcome),
            light_before=replay.light_before(place),
            decided=not host_view(outcome).awaits,
        )


def _told_to_player(replay: Replay, name: str) -> Iterator[str]:
    """A phase in which nobody played under the name is told as the town knows it."""
    for place, outcome in enumerate(replay.outcome.phases):
        yield ""
        ruleset, light = replay.record.ruleset, replay.light_before(place)
        decided = not host_view(outcome).awaits
        if name in outcome.names.values():
            view = player_view(outcome, name)
            yield from player_story(ruleset, view, light_before=light, decided=decided)
        else:
            yield from town_story(ruleset, town_view(outcome), light_before=light, decided=decided)
