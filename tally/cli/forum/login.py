"""`tally login`: keep the password of the host's account on the forum, and see whether it lets us in."""

import sys
from pathlib import Path

import click

from tally import cli
from tally.errors import GameFault
from tally.folder.game import GAME_FILE, Game, find_game
from tally.forum.admitting import find_refusal, parse_page
from tally.forum.importing import choose_thread
from tally.forum.login.account import SESSION_FILE
from tally.forum.login.passwords import find_password, forget_password, keep_password
from tally.forum.opening import open_forum
from tally.locks import hold_lock
from tally.texts import _


@cli.command("login", _("Keep the password of your account on the forum, and try it. For a forum that guests may not "
                        "read. Example: tally login"))  # fmt: skip
@click.option("--thread", metavar="URL", help=_("The thread to try it on (else the game's only one)."))
@click.option("--forget", is_flag=True, help=_("Forget the password and the login instead."))
@cli.game_option
def command(thread: str | None, forget: bool, game: Path | None) -> None:
    found = find_game(game)
    url = choose_thread(found, thread)
    account = found.forum.account
    if account is None and found.forum.cookies_file is None:
        told = _("{file}: whose account? Name it under [forum], like account = 'nick'; or cookies of a browser, like "
                 "cookies_file = 'cookies.txt'")  # fmt: skip
        raise GameFault(told.format(file=found.folder / GAME_FILE))
    with hold_lock(found.lock):
        (found.folder / SESSION_FILE).unlink(missing_ok=True)
        if forget:
            forget_password(found, account or "", url)
            click.echo(_("Forgotten."))
            return
        if account is not None:
            _ask_password(found, account, url)
        click.echo(_try(found, url))


def _ask_password(game: Game, account: str, url: str) -> None:
    known = find_password(game, account, url) if game.forum.password_file is None else None
    asked = _("Password of {account} (Enter: the kept one)") if known else _("Password of {account}")
    if sys.stdin.isatty():
        default = "" if known else None
        given = click.prompt(asked.format(account=account), hide_input=True, default=default, show_default=False)
    else:
        # what comes through a pipe is asked for by no prompt; hiding it would look for a terminal
        given = sys.stdin.readline().rstrip("\r\n")
        if not given and not known:
            raise click.Abort
    if given:
        kept = keep_password(game, account, url, given)
        click.echo(_("Kept in the keyring.") if kept is None else _("Kept in {file}.").format(file=kept))


def _try(game: Game, url: str) -> str:
    """What came of reading the thread with the account. Raises TallyError where it is not shown."""
    with open_forum(game) as client:
        raw = client.get(url)
        page = parse_page(raw, game, raw.url)
        if find_refusal(raw, page, None) is None:
            return _("{url}: the forum shows the thread as it is; there is no need to log in").format(url=url)
        client.log_in(raw.url, game.forum.engine or page.engine)
        raw = client.get(url)
        refusal = find_refusal(raw, parse_page(raw, game, raw.url), None)
        if refusal is not None:
            raise refusal
    return _("{url}: logged in; the forum shows the thread").format(url=url)
