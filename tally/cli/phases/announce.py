"""`tally announce PHASE`: release what came of a phase, and print the post for the thread."""

import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["FORMATS", "command", "tell_templates"]

FORMATS = ("plain", "bbcode")


@cli.command(
    "announce",
    _("Release what came of a phase (day3, night3) to everybody, and print the results post for the thread: with "
      "nothing but what the town may know. With “start” it prints the post that opens the game.\n\n"
      "Example: tally announce night3 --format bbcode"),
)  # fmt: skip
@click.argument("phase", metavar="PHASE", required=False)
@click.option("--format", "form", type=click.Choice(FORMATS), default="plain", help=_("How the post is written."))
@click.option("--again", is_flag=True, help=_("Release another outcome than was announced before."))
@click.option("--empty", is_flag=True, help=_("Release a day on which nobody has written anything."))
@click.option("--template", is_flag=True, help=_("Put the post's templates into the game's templates/, to be edited."))
@cli.game_option
def command(phase: str | None, form: str, again: bool, empty: bool, template: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.play.announcing import propose, read_phase_word, release, results_post
    from tally.play.closing_text import difference_lines
    from tally.play.course import open_evening
    from tally.play.opening_post import OPENING, opening_post
    from tally.play.planning import change_calendar, plan_game
    from tally.play.post_templates import PostFormat, PostKind
    from tally.story.headline import host_headline

    found = find_game(game)
    if template:
        tell_templates(found.folder, PostKind.OPENING if phase == OPENING else PostKind.RESULTS)
        return
    if phase == OPENING:
        with open_evening(found, now()) as (course, _store):
            click.echo(opening_post(course, PostFormat(form)))
        return
    if phase is None:
        raise GameFault(_("which phase is announced? It is written day3 or night3"))
    with open_evening(found, now()) as (course, store):
        proposal = propose(course, read_phase_word(phase))
        if proposal.changes and not again:
            click.echo(host_headline())
            for line in difference_lines(course.rules, proposal):
                click.echo(line)
            sys.exit(1)
        # a template that is wrong releases nothing
        post = results_post(proposal, course, PostFormat(form))
        release(course, store, now(), proposal, empty=empty)
        over = proposal.after.winners
    click.echo(post)
    # a day without a clock that a vote has ended is over for the calendar too
    ends = plan_game(found, now())[0].ends_by_votes()
    if ends:
        change_calendar(found, ends)
    if over:
        click.echo(
            _("The game is over: “tally end” prints the post with the roles, the nights and the seed."), err=True
        )


def tell_templates(folder: Path, kind: str) -> None:
    """Write the templates of a post where there are none yet, and say where they are."""
    from tally.play.post_templates import PostKind, write_templates

    written, kept = write_templates(folder, PostKind(kind))
    for file in written:
        click.echo(_("{file}: written; edit it as you like").format(file=file))
    for file in kept:
        click.echo(_("{file}: is there already; delete it to have ours again").format(file=file))
