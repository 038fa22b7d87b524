"""`tally notify`: send the notices of this moment, or try the addresses."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "notify",
    _("Send the notices that are due now and were not sent: to the addresses that [notify] of players.toml names. "
      "“tally run” and “tally tick” do it by themselves.\n\nExample: tally notify --dry-run"),
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help=_("Show the notices instead of sending them."))
@click.option("--test", "is_test", is_flag=True, help=_("Send a trial message to every address."))
@cli.game_option
def command(dry_run: bool, is_test: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.cli.forum.watching import NoticesShown
    from tally.clock import now
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.service.following import notices_now
    from tally.service.sending import deliver, try_addresses

    found = find_game(game)
    if is_test:
        trouble, count = try_addresses(found)
        click.echo(_("addresses tried: {count}").format(count=count))
    else:
        trouble = notices_now(found, now(), NoticesShown() if dry_run else deliver)
    if trouble:
        raise GameFault("\n".join(trouble))
