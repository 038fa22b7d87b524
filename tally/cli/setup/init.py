"""`tally init`: make a game folder."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import click

from engine.moments import is_playable
from tally import cli
from tally.errors import GameFault
from tally.folder.chosen_options import read_options
from tally.folder.game import DEFAULT_ZONE, GAME_FILE, PLAYERS_FILE, find_game
from tally.folder.init import NewGame, make_game, read_roster, read_zone
from tally.records.cast_warnings import cast_warnings, hint_at_warnings
from tally.records.rules import load_rules
from tally.texts import _, language


@cli.command("init", _("Make a game folder DIR: game.toml, players.toml, the database, and site/."))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--ruleset", metavar="ID", required=True, help=_("The rules: an id like “classic”, or a ruleset file."))
@click.option("--thread", metavar="URL", required=True, help=_("The address of the game's thread."))
@click.option("--title", metavar="TEXT", help=_("The game's name (else that of the folder)."))
@click.option("--first-day", metavar="DATE", help=_("The date of day 1, like 2024-01-10."))
@click.option("--timezone", metavar="ZONE", help=_("Of all times without an offset, like Europe/London (else asked)."))
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
    timezone: str | None,
    hosts: tuple[str, ...],
    players: Path | None,
    options: tuple[str, ...],
) -> None:
    plan = NewGame(
        ruleset=ruleset,
        thread=thread,
        title=title or folder.resolve().name,
        first_day=None if first_day is None else _read_date(first_day),
        timezone=_ask_zone() if timezone is None else read_zone(timezone),
        hosts=hosts,
        players=() if players is None else read_roster(players),
        options=read_options(ruleset, options),
    )
    make_game(folder, plan)
    click.echo(_("{folder}: the game is set up; players: {count}").format(folder=folder, count=len(plan.players)))
    if timezone is None:
        told = _("Times without an offset are of {zone}; {file} says so, and can say otherwise.")
        click.echo(told.format(zone=plan.timezone, file=GAME_FILE))
    for line in _next_steps(folder, plan):
        click.echo(line)
    # an option may still be missing, or a ruleset file be wrong: that is for “tally check”
    with suppress(GameFault):
        made = find_game(folder)
        warnings = cast_warnings(made, load_rules(made))
        if warnings:
            click.echo(hint_at_warnings(warnings), err=True)


def _ask_zone() -> str:
    """The zone of the game's times: asked of a person; else it is told which was taken."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return DEFAULT_ZONE
    asked = _("The time zone of the game's times, like Europe/London, America/New_York or UTC")
    while True:
        try:
            # those who read Russian mostly play by Moscow's time; nobody else does
            return read_zone(click.prompt(asked, default=DEFAULT_ZONE if language() == "ru" else None))
        except GameFault as wrong:
            click.echo(str(wrong), err=True)


def _next_steps(folder: Path, plan: NewGame) -> Iterator[str]:
    """What a host does now, as it would be typed."""
    yield _("Next:")
    if folder.resolve() != Path.cwd():
        yield f"  cd {shlex.quote(str(folder))}"
    steps = {
        "tally signup URL": _("the players, as a post of the thread lists them; or write them into {file}"),
        "tally check": _("says what is wrong or missing in the files"),
        "tally scrape": _("reads the thread"),
        "tally report": _("shows how the votes stand"),
    }
    if plan.players:
        del steps["tally signup URL"]
    for command_line, what in steps.items():
        yield f"  {command_line:<18}{what.format(file=PLAYERS_FILE)}"


def _read_date(written: str) -> date:
    with suppress(ValueError):
        day = date.fromisoformat(written)
        if is_playable(day):
            return day
    raise GameFault(_("“{found}” is not a date; it is written like 2024-01-10").format(found=written))
