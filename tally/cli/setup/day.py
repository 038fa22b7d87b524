"""`tally day [N]`: what the host changes of the calendar."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tally import cli
from tally.texts import _

if TYPE_CHECKING:
    from tally.calendar.changes import Calendars
    from tally.calendar.edits import Edit

    Edits = tuple[Edit, ...]

__all__ = ["command"]

_NOW = "now"


@cli.command(
    "day",
    _("Change the calendar of a day N (else of the present one) in game.toml: its deadline, its opening, its end; or "
      "let the game rest. The night after it moves along; what would overlap is refused. Also after the deadline: "
      "then the day opens again.\n\nExample: tally day 5 --deadline 23:00"),
)  # fmt: skip
@click.argument("number", metavar="[N]", required=False)
@click.option(
    "--deadline", metavar="TIME", help=_("When its votes end: 23:00, on the date of the day, or 2024-01-10T23:00.")
)
@click.option("--extend", metavar="LONG", help=_("How much longer they go on: 30 (minutes), 1:30, 2h."))
@click.option("--end", metavar="[TIME]", is_flag=False, flag_value=_NOW, help=_("End the day early: now, or then."))
@click.option("--results", metavar="TIME", help=_("When the night after it ends, and its results come."))
@click.option("--from", "opens", metavar="TIME", help=_("When it opens."))
@click.option("--from-post", metavar="POST", help=_("The post that opens it: its id or address."))
@click.option("--until-post", metavar="POST", help=_("The last post that is still in time."))
@click.option("--off", metavar="DATE", help=_("The game rests on this date."))
@click.option(
    "--pause", metavar="[TIME]", is_flag=False, flag_value=_NOW, help=_("The game stands still: from now on, or then.")
)
@click.option("--resume", metavar="[TIME]", is_flag=False, flag_value=_NOW, help=_("The game goes on, now."))
@click.option("--undo", is_flag=True, help=_("Take back what game.toml says of the day, or of the date of --off."))
@cli.game_option
def command(
    number: str | None,
    deadline: str | None,
    extend: str | None,
    end: str | None,
    results: str | None,
    opens: str | None,
    from_post: str | None,
    until_post: str | None,
    off: str | None,
    pause: str | None,
    resume: str | None,
    undo: bool,
    game: Path | None,
) -> None:
    # the help is shown without loading the rules engine
    from tally.calendar.changes import read_duration
    from tally.calendar.edits import apply_edits
    from tally.calendar.view import calendar_lines, view_calendar
    from tally.clock import now
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.play.planning import change_calendar, plan_game

    found = find_game(game)
    plans, posts = plan_game(found, now(), [post for post in (from_post, until_post) if post is not None])
    first, last = (posts[0] if from_post else None), (posts[-1] if until_post else None)
    said: list[tuple[str | None, Callable[[Calendars, str], Edits]]] = [
        (off, lambda at, day: at.rest(day, undo=undo)),
        (pause, lambda at, moment: at.pause(moment)),
        (resume, lambda at, moment: at.resume(moment)),
        ("undo" if undo and off is None else None, lambda at, _word: at.undo(_cycle(at, number))),
        (opens, lambda at, moment: at.set_opening(_cycle(at, number), moment)),
        (deadline, lambda at, moment: at.set_deadline(_cycle(at, number), moment)),
        (extend, lambda at, long: at.extend(_cycle(at, number), read_duration(long))),
        (end, lambda at, moment: at.end(_cycle(at, number), moment)),
        (first or last, lambda at, _post: at.set_bounds(_cycle(at, number), first_post=first, last_post=last)),
        (results, lambda at, moment: at.set_results(_cycle(at, number), moment)),
    ]
    edits: list[Edit] = [*plans.ends_by_votes()] if opens or first else []
    plans = replace(plans, game=apply_edits(plans.game, edits))
    for word, change in said:
        if word is not None:
            made = change(plans, word)
            plans = replace(plans, game=apply_edits(plans.game, made))
            edits += made
    if edits:
        change_calendar(found, edits)
    elif number is not None:
        raise GameFault(
            _("what is different about this day? --deadline, --extend, --end, --results, --from, --from-post")
        )
    view = view_calendar(plans, ahead=2)
    for line in calendar_lines(view):
        click.echo(line)


def _cycle(plans: "Calendars", written: str | None) -> int:
    """The day that is meant: `3`, `day3`, or the present one. Raises GameFault."""
    from engine.moments import read_phase_id
    from tally.errors import GameFault

    if written is None:
        return plans.current()
    phase = read_phase_id(written if written.startswith("day") else f"day{written}")
    if phase is None or phase.night:
        raise GameFault(_("“{found}” is not a day; it is written 3 or day3").format(found=written))
    return phase.cycle
