"""`tally deal`: assign the secret roles."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]

_OWN_GAME = ""


@cli.command(
    "deal",
    _("Assign the secret roles by the game's seed and write them into players.toml. The same seed and nicks give "
      "the same deal. Nothing secret is printed; “tally roster --host” shows the roles.\n\n"
      "“--check RECORD” deals anew from the seed of a finished game's record: anybody can see that the deal was fair."
      "\n\nExample: tally deal --role mafioso=3"),
)  # fmt: skip
@click.option(
    "--role", "roles", metavar="ROLE=N", multiple=True, help=_("How many there are of this role; may be repeated.")
)
@click.option("--again", is_flag=True, help=_("Overwrite the roles that were dealt before."))
@click.option(
    "--check",
    "record",
    metavar="RECORD",
    is_flag=False,
    flag_value=_OWN_GAME,
    help=_("Check a deal: of a record with its seed, or (without RECORD) of this game, for the host."),
)
@cli.game_option
def command(roles: tuple[str, ...], again: bool, record: str | None, game: Path | None) -> None:
    from tally.folder.game import find_game, hash_seed
    from tally.play.deal import deal_game

    if record is not None:
        _check(record, game)
        return
    found = find_game(game)
    dealt = deal_game(found, dict(_read_count(each) for each in roles), again=again)
    for key, value in dealt.options.items():
        click.echo(_("drawn: {key} = {value}").format(key=key, value=value))
    click.echo(_("roles dealt: {count}; “tally roster --host” shows them").format(count=len(dealt.players)))
    click.echo(_("to be published now: {hash}").format(hash=hash_seed(found.secrets.seed or "")))


def _check(record: str, game: Path | None) -> None:
    from tally.folder.game import find_game
    from tally.play.deal_check import check_deal_of_game, check_deal_of_record
    from tally.story.headline import host_headline

    if record == _OWN_GAME:
        click.echo(host_headline())
        checked = check_deal_of_game(find_game(game))
    else:
        checked = check_deal_of_record(Path(record))
    click.echo(_("hash of the seed: {hash}").format(hash=checked.seed_hash))
    for key in checked.chosen:
        click.echo(_("not drawn by the seed, but chosen: {key}").format(key=key))
    for each in checked.differences:
        told = _("{who}, {field}: by the seed {by_seed}, not {found}")
        click.echo("  " + told.format(who=each.who, field=each.field, by_seed=each.by_seed, found=each.found))
    if checked.differences:
        click.echo(_("this is not the deal of the seed"))
        click.get_current_context().exit(1)
    click.echo(_("the deal is the seed's: {count} players").format(count=checked.size))


def _read_count(written: str) -> tuple[str, int]:
    from tally.errors import GameFault

    role, _sign, count = written.partition("=")
    if not count.isdigit():
        raise GameFault(_("“{found}”: how many? It is written like doctor=1").format(found=written))
    return role.strip(), int(count)
