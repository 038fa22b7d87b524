"""`tally report [PHASE]`: how the votes of a day stand."""

import json
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command("report", _("Show how the votes of a day stand: PHASE is day1, day2, …, or day for the current one."))
@click.argument("phase", default="day")
@click.option("--at", metavar="TIME", help=_("The table as it stood then: 21:00:00, or 2024-01-10T21:00:00+03:00."))
@click.option("--at-post", metavar="POST", help=_("The table as it stood right after this post: its id or address."))
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@click.option("--host", is_flag=True, help=_("The host's count, with secret weights. Not for players!"))
@cli.game_option
def command(phase: str, at: str | None, at_post: str | None, as_json: bool, host: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.course import AsOf, open_course
    from tally.game import find_game
    from tally.report import report_as_json
    from tally.report_text import print_report

    with open_course(find_game(game), now()) as course:
        day = course.find_day(phase)
        as_of: AsOf = None if at is None else course.read_moment(day, at)
        if at_post is not None:
            as_of = course.find_post(at_post)
        report = course.host_report(day, as_of) if host else course.town_report(day, as_of)
    if as_json:
        click.echo(json.dumps(report_as_json(report), ensure_ascii=False, indent=2))
    else:
        print_report(report, now() if as_of is None else report.as_of)
