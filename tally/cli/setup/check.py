"""`tally check`: everything that is wrong with the game folder."""

from pathlib import Path

import click

from tally import cli
from tally.errors import GameFault
from tally.folder.game import GAME_FILE, find_folder
from tally.records.cast_warnings import cast_warnings, hint_at_warnings
from tally.records.rules import load_rules
from tally.texts import _, plural
from tally.understand.checking import check_game


@cli.command(
    "check", _("Say everything that is wrong with the game's files: file, line, key, and what would be right.")
)
@cli.game_option
def command(game: Path | None) -> None:
    found, faults = check_game(find_folder(game))
    for fault in faults[:-1]:
        click.echo(f"tally: {fault}", err=True)
    if faults:
        raise GameFault(str(faults[-1]))
    if found is not None:
        players = plural("{count} player", "{count} players", len(found.seats))
        threads = plural("{count} thread", "{count} threads", len(found.forum.threads))
        told = _("{folder}: all is well: “{title}”, {ruleset}, {players}, {threads}")
        click.echo(
            told.format(folder=found.folder, title=found.title, ruleset=found.ruleset, players=players, threads=threads)
        )
        warnings = cast_warnings(found, load_rules(found))
        if warnings:
            click.echo(hint_at_warnings(warnings), err=True)
        if found.first_day is None:
            click.echo(_("Still to come: the date of day 1 (first_day in {file}).").format(file=GAME_FILE), err=True)
