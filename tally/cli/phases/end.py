"""`tally end [NAME...]`: the host's word that the game is over, and the post with everything at its end."""

from pathlib import Path

import click

from tally import cli
from tally.cli.phases.announce import FORMATS, tell_templates
from tally.cli.phases.operating import end_game, undo_last
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "end",
    _("End the game, also early: NAME… are the sides or players that have won, or “nobody”. Once the end is announced, "
      "without NAME: print the last post with roles, nights, true weights, the seed and every draw, and write the page."
      "\n\nExample: tally end --format bbcode"),
)  # fmt: skip
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--phase", metavar="PHASE", help=_("In which phase the game ends (else the current one)."))
@click.option("--at", metavar="TIME", help=_("From when it holds (else after everything else in the phase)."))
@click.option("--undo", is_flag=True, help=_("Take back the last one."))
@click.option("--format", "form", type=click.Choice(FORMATS), default="plain", help=_("How the post is written."))
@click.option("--template", is_flag=True, help=_("Put the post's templates into the game's templates/, to be edited."))
@cli.game_option
def command(
    names: tuple[str, ...],
    phase: str | None,
    at: str | None,
    undo: bool,
    form: str,
    template: bool,
    game: Path | None,
) -> None:
    from tally.folder.game import find_game

    if template:
        tell_templates(find_game(game).folder, "final")
    elif undo:
        undo_last("end", game)
    elif names:
        end_game(names, game, phase, at)
    else:
        _tell_all(game, form)


def _tell_all(game: Path | None, form: str) -> None:
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.course import open_evening
    from tally.play.final_post import final_post
    from tally.play.post_templates import PostFormat
    from tally.site.publish import publish

    found = find_game(game)
    with open_evening(found, now()) as (course, _store):
        post = final_post(course, PostFormat(form))
    click.echo(post)
    if publish(found, now()).anything:
        click.echo(_("{file}: written").format(file=found.site / "index.html"), err=True)
