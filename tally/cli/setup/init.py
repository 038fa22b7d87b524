"""`tally init`: make a game folder."""

from contextlib import suppress
from datetime import date
from pathlib import Path

import click

from engine.moments import is_playable
from tally import cli
from tally.errors import GameFault
from tally.folder.cast_warnings import cast_warnings, hint_at_warnings
from tally.folder.game import find_game
from tally.folder.init import NewGame, make_game, read_option, read_roster
from tally.records.rules import load_rules
from tally.texts import _


@cli.command("init", _("Make a game folder DIR: game.toml, players.toml, the database, and site/."))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--ruleset", metavar="ID", required=True, help=_("The rules: an id like “classic”, or a ruleset file."))
@click.option("--thread", metavar="URL", required=True, help=_("The address of the game's thread."))
@click.option("--title", metavar="TEXT", help=_("The game's name (else that of the folder)."))
@click.option("--first-day", metavar="DATE", help=_("The date of day 1, like 2024-01-10."))
@click.option("--host", "hosts", metavar="NICK", multiple=True, help=_("A host's forum nick; may be repeated."))
@click.option(
    "--players",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=_("The players: [[players]] tables in TOML, or a nick on each line."),
)
@click.option("--option", "options", metavar="KEY=VALUE", multiple=True, help=_("An option of the ruleset."))
def command(
    folder: Path,
    ruleset: str,
    thread: str,
    title: str | None,
    first_day: str | None,
    hosts: tuple[str, ...],
    players: Path | None,
    options: tuple[str, ...],
) -> None:
    plan = NewGame(
        ruleset=ruleset,
        thread=thread,
        title=title or folder.resolve().name,
        first_day=None if first_day is None else _read_date(first_day),
        hosts=hosts,
        players=() if players is None else read_roster(players),
        options=dict(read_option(each) for each in options),
    )
    make_game(folder, plan)
    click.echo(_("{folder}: the game is set up; players: {count}").format(folder=folder, count=len(plan.players)))
    # an option may still be missing, or a ruleset file be wrong: that is for “tally check”
    with suppress(GameFault):
        made = find_game(folder)
        warnings = cast_warnings(made, load_rules(made))
        if warnings:
            click.echo(hint_at_warnings(warnings), err=True)


def _read_date(written: str) -> date:
    with suppress(ValueError):
        day = date.fromisoformat(written)
        if is_playable(day):
            return day
    raise GameFault(_("“{found}” is no date; it is written like 2024-01-10").format(found=written))
