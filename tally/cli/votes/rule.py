"""`tally rule POST …`: the host decides what a vote is, for whom, or whether it counts."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _, quoted

__all__ = ["command"]


@cli.command(
    "rule",
    _("Decide on the vote in a post (its id or address; entry-N for a vote that was entered). Players see the decision "
      "and why. It adds to what was decided before of the same vote; --undo takes all of that back."),
)  # fmt: skip
@click.argument("post")
@click.option("--vote", "which", metavar="N|TEXT", help=_("Which of several votes in the post."))
@click.option("--on", metavar="NAME", help=_("It is for this player (or no-execution); no doubt about it is left."))
@click.option("--by", metavar="NAME", help=_("This player wrote it."))
@click.option("--colour", type=click.Choice(["red", "blue", "none"]), help=_("It is against, or in defence."))
@click.option("--kind", metavar="KIND", help=_("It is a vote, nominate, vegetable, scan, unvote."))
@click.option("--in-time", is_flag=True, help=_("It was in time."))
@click.option("--late", is_flag=True, help=_("It was too late."))
@click.option("--ignore", is_flag=True, help=_("It does not count."))
@click.option("--undo", is_flag=True, help=_("Take back what was decided about it."))
@click.option("--why", metavar="TEXT", required=True, help=_("The reason; players see it."))
@cli.game_option
def command(
    post: str,
    which: str | None,
    on: str | None,
    by: str | None,
    colour: str | None,
    kind: str | None,
    in_time: bool,
    late: bool,
    ignore: bool,
    undo: bool,
    why: str,
    game: Path | None,
) -> None:
    from tally.clock import now
    from tally.count.entering import RulingWords, open_desk
    from tally.count.host_words import Timing
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.harmless import harmless

    if in_time and late:
        raise GameFault(_("--in-time and --late exclude each other"))
    timing = Timing.IN_TIME if in_time else Timing.LATE if late else None
    said = RulingWords(on=on, by=by, colour=colour, kind=kind, timing=timing, ignored=ignore, undone=undo)
    with open_desk(find_game(game), now()) as desk:
        place, text = desk.rule(post, which, said, why)
    told = _("{vote}: taken back") if undo else _("{vote}: decided")
    click.echo(told.format(vote=f"{place} {quoted(harmless(text))}" if text else place))
