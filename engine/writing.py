"""Writes a game record: the data of FORMATS 2 again, ready for TOML or JSON. What was read comes back the same."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.record import ActionEntry, ChoiceEntry, GameRecord, Phase, Player, Unclear, VoteEntry, VoteKind

__all__ = ["phase_as_data", "record_as_data"]


def record_as_data(record: GameRecord) -> dict[str, Any]:
    """The record as plain data. Times are full date-times, so that it says the same under any calendar."""
    game: dict[str, Any] = {
        "ruleset": record.ruleset_name or record.ruleset.id,
        "timezone": record.zone.key,
        "seed": record.seed,
    }
    if record.title is not None:
        game["title"] = record.title
    if record.first_day is not None:
        game["first_day"] = record.first_day
    if record.options:
        game["options"] = dict(record.options)
    return {
        "format": 1,
        "game": game,
        "players": [_player(player) for player in record.players],
        "phases": [phase_as_data(phase) for phase in record.phases],
    }


def phase_as_data(phase: Phase) -> dict[str, Any]:
    """One phase as plain data; keys with nothing in them are left out."""
    data = {
        "phase": str(phase.id),
        "votes": [_vote(vote) for vote in phase.votes],
        "actions": [_action(action) for action in phase.actions],
        "choices": [_choice(choice) for choice in phase.choices],
        "chance": dict(phase.chance),
        "posts": None if phase.posts is None else dict(phase.posts),
        "from": _time(phase.opens),
        "until": _time(phase.closes),
        "expect": phase.expect,
        "expect_not": phase.expect_not,
    }
    return {key: value for key, value in data.items() if value not in (None, [], {}) or (key, value) == ("posts", {})}


def _player(player: Player) -> dict[str, Any]:
    data = {"name": player.name, "role": player.role, "aliases": list(player.aliases), **player.fields}
    return _filled(data)


def _vote(vote: VoteEntry) -> dict[str, Any]:
    return _filled(
        {
            "by": vote.by,
            "on": vote.on,
            "at": _time(vote.at),
            "colour": None if vote.colour is None else str(vote.colour),
            "kind": None if vote.kind is VoteKind.VOTE else str(vote.kind),
            "advance": vote.advance,
            "edited": vote.edited,
            "deleted": vote.deleted,
            "thread": vote.thread,
            "text": vote.text,
            "unclear": None if vote.unclear is None else _unclear(vote.unclear),
            "post": vote.source.post,
        }
    )


def _unclear(doubt: Unclear) -> dict[str, Any]:
    return {"text": doubt.text, "why": doubt.why, "candidates": list(doubt.candidates)}


def _action(action: ActionEntry) -> dict[str, Any]:
    return _filled(
        {
            "by": action.by,
            "do": action.do,
            "on": list(action.on),
            "at": _time(action.at),
            "as": action.as_role,
            "guess": action.guess,
            "text": action.text,
            "answer": action.answer,
            "item": action.item,
            "post": action.source.post,
        }
    )


def _choice(choice: ChoiceEntry) -> dict[str, Any]:
    data = {
        "by": choice.by,
        "do": choice.do,
        "at": _time(choice.at),
        "as": choice.as_role,
        "text": choice.text,
        "post": choice.source.post,
    }
    return {**_filled(data), "on": list(choice.on)}


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _filled(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, False, [], "")}
