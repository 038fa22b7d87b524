"""`tally report [PHASE]`: how the votes of a day stand."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "report",
    _("Show how the votes of a day stand: PHASE is day1, day2, …, or day for the current one.\n\n"
      "Example: tally report day2 --at 21:00:00"),
)  # fmt: skip
@click.argument("phase", default="day")
@click.option(
    "--at", metavar="TIME", help=_("The table as it stood then: 21:00, on the date of the day, or 2024-01-10T21:00.")
)
@click.option("--at-post", metavar="POST", help=_("The table as it stood right after this post: its id or address."))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "bbcode", "markdown", "html", "csv", "json"]),
    default="text",
    help=_("For a terminal (else), a post, a page, a spreadsheet, a program."),
)
@click.option("--engine", metavar="ID", help=_("The forum engine whose BBCode is wanted (else that of the game)."))
@click.option("--json", "form", flag_value="json", help=_("The same as --format json."))
@click.option("--host", is_flag=True, help=_("The host's count, with secret weights. Not for players!"))
@cli.game_option
def command(
    phase: str, at: str | None, at_post: str | None, form: str, engine: str | None, host: bool, game: Path | None
) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.formats.text import report_as_text
    from tally.play.course import AsOf, open_course

    with open_course(find_game(game), now()) as course:
        day = course.find_day(phase)
        as_of: AsOf = None if at is None else course.read_moment(day, at)
        if at_post is not None:
            as_of = course.find_post(at_post)
        report = course.host_report(day, as_of) if host else course.town_report(day, as_of)
        spoken = _choose_engine(engine) or course.engine
    if form == "text":
        from tally.formats.terminal import print_report

        print_report(report, now() if as_of is None else report.as_of)
    else:
        click.echo(report_as_text(report, form, spoken), nl=False)


def _choose_engine(engine: str | None) -> str | None:
    from tally.errors import GameFault
    from tally.folder.game import ENGINES

    if engine is not None and engine not in ENGINES:
        told = _("there is no forum engine “{found}”; there are: {known}")
        raise GameFault(told.format(found=engine, known=", ".join(ENGINES)))
    return engine
