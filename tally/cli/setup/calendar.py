"""`tally calendar`: when each day opens and ends."""

import json
from pathlib import Path

import click

from tally import cli
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["command"]


@cli.command(
    "calendar",
    _("Show when each day opens and ends and when results come: from the ruleset's clock, the first day and what "
      "“tally day” has changed.\n\nExample: tally calendar --ics game.ics"),
)  # fmt: skip
@click.option(
    "--days",
    "ahead",
    metavar="N",
    type=click.IntRange(0, 60),
    default=3,
    help=_("How many days ahead (3 unless given)."),
)
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@click.option(
    "--ics",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help=_("Write it as iCalendar, for a calendar program; “-” prints it."),
)
@cli.game_option
def command(ahead: int, as_json: bool, ics: Path | None, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.calendar.export import make_ics
    from tally.calendar.view import calendar_as_json, calendar_lines, view_calendar
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.planning import plan_game

    found = find_game(game)
    plans, _posts = plan_game(found, now())
    view = view_calendar(plans, ahead=ahead)
    if ics is not None:
        _export(make_ics(found, view, now()), ics)
    elif as_json:
        click.echo(json.dumps(calendar_as_json(view), ensure_ascii=False, indent=2))
    else:
        for line in calendar_lines(view):
            click.echo(line)


def _export(data: bytes, file: Path) -> None:
    from tally.errors import GameFault
    from tally.files import replace_file

    if str(file) == "-":
        click.echo(data.decode(), nl=False)
        return
    try:
        replace_file(file, data, mode=0o644)
    except OSError as error:
        raise GameFault(_("{file}: cannot be written: {why}").format(file=file, why=why_failed(error))) from None
    click.echo(_("{file}: written").format(file=file))
