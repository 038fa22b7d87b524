"""`tally resolve PHASE`: what came of a phase, as a proposal for the host alone."""

import json
import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "resolve",
    _("Show what came of a phase (day3, night3) and why, and which decisions it waits for (then the exit status is 1). "
      "A proposal for the host alone: nothing is announced."),
)  # fmt: skip
@click.argument("phase", metavar="PHASE")
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(phase: str, as_json: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from engine.outcome import host_view, view_as_json
    from tally.announcing import propose, read_phase_word, store_draws
    from tally.clock import now
    from tally.closing_text import proposal_lines
    from tally.course import open_evening
    from tally.game import find_game

    with open_evening(find_game(game), now()) as (course, store):
        proposal = propose(course, read_phase_word(phase))
        store_draws(course, store, now(), proposal)
    if as_json:
        told = {"format": 1, "view": "host", **view_as_json(host_view(proposal.outcome))}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        for line in proposal_lines(course.rules, proposal):
            click.echo(line)
    if proposal.awaits:
        sys.exit(1)
