"""`tally announce PHASE`: release what came of a phase, and print the post for the thread."""

import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]

FORMATS = ("plain", "bbcode")


@cli.command(
    "announce",
    _("Release what came of a phase (day3, night3) to everybody, and print the results post for the thread: with "
      "nothing but what the town may know."),
)  # fmt: skip
@click.argument("phase", metavar="PHASE")
@click.option("--format", "form", type=click.Choice(FORMATS), default="plain", help=_("How the post is written."))
@click.option("--again", is_flag=True, help=_("Release another outcome than was announced before."))
@cli.game_option
def command(phase: str, form: str, again: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.announcing import PostFormat, propose, read_phase_word, release, results_post
    from tally.clock import now
    from tally.closing_text import difference_lines
    from tally.course import open_evening
    from tally.game import find_game
    from tally.story.headline import HOST_HEADLINE

    with open_evening(find_game(game), now()) as (course, store):
        proposal = propose(course, read_phase_word(phase))
        if proposal.changes and not again:
            click.echo(HOST_HEADLINE)
            for line in difference_lines(proposal):
                click.echo(line)
            sys.exit(1)
        release(course, store, now(), proposal)
    click.echo(results_post(proposal, course.rules, PostFormat(form)))
