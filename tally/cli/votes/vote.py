"""`tally vote BY COLOUR ON`: the host enters a vote that came otherwise than by a post."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "vote",
    _("Enter a vote that came otherwise than by a post: BY votes in COLOUR (red, blue, none) for ON. Players see that "
      "it was entered and why. Taking a vote back needs no ON; COLOUR none takes back whatever he has: "
      "tally vote Alex none --kind unvote --at 21:15 --why \"he was replaced\""),
)  # fmt: skip
@click.argument("by")
@click.argument("colour", type=click.Choice(["red", "blue", "none"]))
@click.argument("on", required=False)
@click.option(
    "--at", metavar="TIME", required=True, help=_("When it came: 21:00, on the date of the day, or 2024-01-10T21:00.")
)
@click.option("--phase", metavar="DAY", help=_("The day that it is for (else the one of its time)."))
@click.option("--advance", is_flag=True, help=_("It was left with the host in advance."))
@click.option("--kind", metavar="KIND", default="vote", help=_("It is a vote, nominate, vegetable, scan, unvote."))
@click.option("--why", metavar="TEXT", required=True, help=_("Why it was entered; players see it."))
@cli.game_option
def command(
    by: str,
    colour: str,
    on: str | None,
    at: str,
    phase: str | None,
    advance: bool,
    kind: str,
    why: str,
    game: Path | None,
) -> None:
    from engine.record import Colour, VoteEntry, VoteKind
    from tally.clock import now
    from tally.count.entering import open_desk, read_kind
    from tally.count.wording import kind_in_words
    from tally.dates import dated
    from tally.errors import GameFault
    from tally.folder.game import find_game

    painted, given = None if colour == "none" else Colour(colour), read_kind(kind)
    if on is None and given is not VoteKind.UNVOTE:
        raise GameFault(_("for whom is the vote? tally vote BY COLOUR ON; only --kind unvote needs no ON"))
    vote = VoteEntry(by, on or "", colour=painted, kind=given, advance=advance)
    found = find_game(game)
    with open_desk(found, now()) as desk:
        name, entered, day = desk.enter_vote(vote, at, phase, why)
    told = _("{name}: {by} → {on}, {day}, {at}: entered")
    moment = "" if entered.at is None else dated(entered.at.astimezone(found.timezone))
    target = entered.on or kind_in_words(entered.kind.value)
    click.echo(told.format(name=name, by=entered.by, on=target, day=day, at=moment))
