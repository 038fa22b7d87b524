"""The site's data for other programs: a file for each phase, and one that tells of all.

In: the game as the town knows it, the states of its pages. Out: objects of FORMATS 7 and what goes around them.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from tally.count.report import report_as_json
from tally.count.town_day import TownDay
from tally.play.roster import roster_as_json
from tally.site.pieces import NO_PIECES, Pieces
from tally.site.town import TownGame

__all__ = ["make_data", "make_summary"]


def make_data(game: TownGame, pieces: Pieces = NO_PIECES) -> dict[str, str]:
    """The files of the phases: the table of a day; what was announced of a night."""
    made = {}
    for day in game.days:
        name = f"{day.report.phase}.json"
        made[name] = pieces.of(day.report.phase, name, partial(_table, game, day))
    for phase, news in game.news.items():
        if phase.night:
            told = {"format": 1, "game": game.title, "ruleset": game.ruleset.id, "phase": str(phase), "view": "public"}
            made[f"{phase}.json"] = _dump({**told, **news.data, "news": list(news.lines)})
    return made


def make_summary(game: TownGame, pages: Mapping[str, str], files: Mapping[str, str]) -> str:
    """`summary.json`. `pages`: page → its state, by which an open page knows that it is old; `files`: file → hash."""
    current = game.current
    told: dict[str, Any] = {
        "format": 1,
        "game": game.title,
        "ruleset": game.ruleset.id,
        "view": "public",
        "over": game.finale is not None,
        "current": None if current is None else _as_json(game, current),
        "phases": [
            {
                "phase": str(phase),
                "page": f"{phase}.html",
                "data": f"{phase}.json",
                "news": list(game.news[phase].lines) if phase in game.news else [],
            }
            for phase in game.phases
        ],
        "players": roster_as_json(player.row for player in game.players),
        "pages": dict(sorted(pages.items())),
        "files": dict(sorted(files.items())),
    }
    return _dump(told)


def _table(game: TownGame, day: TownDay) -> str:
    return _dump(_as_json(game, day))


def _as_json(game: TownGame, day: TownDay) -> dict[str, Any]:
    """The object of FORMATS 7; a ruleset of the host's own goes by its name, not by where he keeps its file."""
    return {**report_as_json(day.report), "ruleset": game.ruleset.id}


def _dump(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
