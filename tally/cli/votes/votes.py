"""`tally votes [PHASE] [NAME]`: every vote of a day, why it counts or not, and where it can be read."""

import json
import shlex
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "votes",
    _("Show every vote of a day (day1, day2, …, or day for the current one), or those of the player NAME: as written, "
      "whom it means, why it counts or not, where it can be read."),
)  # fmt: skip
@click.argument("phase", default="day")
@click.argument("name", required=False)
@click.option(
    "--all", "with_marks", is_flag=True, help=_("Also what was not taken for a vote at all, or came before day 1.")
)
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@click.option("--host", is_flag=True, help=_("With secret weights and reasons. Not for players!"))
@cli.game_option
def command(phase: str, name: str | None, with_marks: bool, as_json: bool, host: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from dataclasses import replace

    from engine.moments import read_phase_id
    from tally.clock import now
    from tally.count.voters import require_voter
    from tally.count.votes import choose_votes, votes_as_json
    from tally.count.votes_text import votes_in_words
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.play.course import open_course

    if name is None and phase != "day" and read_phase_id(phase) is None:
        told = _("“{found}” is not a day; the votes of a player are “tally votes day {name}”, or day1, day2, …")
        raise GameFault(told.format(found=phase, name=shlex.quote(phase)))
    with open_course(find_game(game), now()) as course:
        day = course.find_day(phase)
        voter = None if name is None else course.find_voter(day, name)
        votes = course.host_votes(day) if host else course.town_votes(day)
        if with_marks and day.cycle == 1:
            # what comes before another day is late on the one before it, and listed there
            votes = replace(votes, votes=(*course.early_votes(day, with_hidden=host), *votes.votes))
        if voter is not None:
            require_voter(voter, [seat.name for seat in course.state_before(day).seats.values()], votes)
    chosen = choose_votes(votes, voter, with_marks=with_marks)
    if as_json:
        click.echo(json.dumps(votes_as_json(chosen), ensure_ascii=False, indent=2))
    else:
        for line in votes_in_words(chosen):
            click.echo(line)
