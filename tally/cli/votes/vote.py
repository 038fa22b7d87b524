"""`tally vote BY COLOUR ON`: the host enters a vote that came otherwise than by a post."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "vote",
    _("Enter a vote that came otherwise than by a post: BY votes in COLOUR (red, blue, none) for ON. Players see that "
      "it was entered and why."),
)  # fmt: skip
@click.argument("by")
@click.argument("colour", type=click.Choice(["red", "blue", "none"]))
@click.argument("on")
@click.option(
    "--at", metavar="TIME", required=True, help=_("When it came: 21:00, on the date of the day, or 2024-01-10T21:00.")
)
@click.option("--phase", metavar="DAY", help=_("The day that it is for (else the one of its time)."))
@click.option("--advance", is_flag=True, help=_("It was left with the host in advance."))
@click.option("--kind", metavar="KIND", default="vote", help=_("It is a vote, nominate, vegetable, scan, unvote."))
@click.option("--why", metavar="TEXT", required=True, help=_("Why it was entered; players see it."))
@cli.game_option
def command(
    by: str, colour: str, on: str, at: str, phase: str | None, advance: bool, kind: str, why: str, game: Path | None
) -> None:
    from engine.record import Colour, VoteEntry
    from tally.clock import now
    from tally.count.entering import open_desk, read_kind
    from tally.dates import dated
    from tally.folder.game import find_game

    painted = None if colour == "none" else Colour(colour)
    vote = VoteEntry(by, on, colour=painted, kind=read_kind(kind), advance=advance)
    found = find_game(game)
    with open_desk(found, now()) as desk:
        name, entered, day = desk.enter_vote(vote, at, phase, why)
    told = _("{name}: {by} → {on}, {day}, {at}: entered")
    moment = "" if entered.at is None else dated(entered.at.astimezone(found.timezone))
    click.echo(told.format(name=name, by=entered.by, on=entered.on, day=day, at=moment))
