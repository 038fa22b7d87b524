"""`tally roster`: who plays."""

import json
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command("roster", _("Show who plays, who is out, and what was told of them."))
@click.option("--host", is_flag=True, help=_("With the secret roles. Not for players!"))
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(host: bool, as_json: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.play.course import open_evening
    from tally.play.roster import (
        dealt,
        host_lines,
        host_roster,
        roster_as_json,
        signed_up,
        town_lines,
        town_roster,
    )
    from tally.records.cast_warnings import cast_warnings
    from tally.records.rules import load_rules
    from tally.story.headline import host_headline

    found = find_game(game)
    found.require_seats()
    rules = load_rules(found)
    try:
        with open_evening(found, now()) as (course, _store):
            if host:
                secret = host_roster(course.state_now())
            else:
                known = town_roster(course)
    except GameFault as fault:
        # who plays is shown before everything is ready to be played
        click.echo(f"tally: {fault}" if host else _("the game cannot be played yet: “tally check” says why"), err=True)
        secret, known = dealt(found), signed_up(found)
    rows = roster_as_json(secret) if host else roster_as_json(known)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if host:
        click.echo(host_headline())
    for line in host_lines(rules, secret) if host else town_lines(rules, known):
        click.echo(line)
    warnings = cast_warnings(found, rules) if host else ()
    if warnings:
        click.echo(_("Remarks on the line-up:"))
    for warning in warnings:
        click.echo(f"  {warning}")
