"""`tally publish`: write the page that players look at."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command("publish", _("Write the public page with the table of each day into the game's site/."))
@cli.game_option
def command(game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.course import open_course
    from tally.game import find_game
    from tally.publish import PAGE, make_page, write_if_changed

    found = find_game(game)
    with open_course(found, now()) as course:
        days = [course.town_report(day) for day in reversed(course.days_so_far())]
        page = make_page(found.title, course.ruleset_name, days)
    file = found.site / PAGE
    told = _("{file}: written") if write_if_changed(file, page) else _("{file}: nothing has changed")
    click.echo(told.format(file=file))
