"""`tally deal`: assign the secret roles."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "deal",
    _("Assign the secret roles by the game's seed and write them into players.toml. The same seed and nicks give "
      "the same deal. Nothing secret is printed; “tally roster --host” shows the roles."),
)  # fmt: skip
@click.option("--role", "roles", metavar="ROLE=N", multiple=True, help=_("So many of this role; may be repeated."))
@click.option("--again", is_flag=True, help=_("Overwrite the roles that were dealt before."))
@cli.game_option
def command(roles: tuple[str, ...], again: bool, game: Path | None) -> None:
    from tally.deal import deal_game
    from tally.game import find_game

    dealt = deal_game(find_game(game), dict(_read_count(each) for each in roles), again=again)
    for key, value in dealt.options.items():
        click.echo(_("drawn: {key} = {value}").format(key=key, value=value))
    click.echo(_("roles dealt: {count}; “tally roster --host” shows them").format(count=len(dealt.players)))


def _read_count(written: str) -> tuple[str, int]:
    from tally.errors import GameFault

    role, _sign, count = written.partition("=")
    if not count.isdigit():
        raise GameFault(_("“{found}”: how many? It is written like doctor=1").format(found=written))
    return role.strip(), int(count)
