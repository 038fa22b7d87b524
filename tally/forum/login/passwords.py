"""Where the secrets of an account are kept: a variable of the environment, a file that its owner alone may read, the
keyring of the system. Never in game.toml, nor in what is printed or stored.
"""

import os
import re
import stat
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from tally.errors import GameFault
from tally.files import replace_file
from tally.folder.game import Game
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["find_password", "forget_password", "keep_password", "password_variable", "read_secret"]

_SERVICE = "forum-tally"


def password_variable(url: str) -> str:
    """The variable that holds the password for the forum of `url`: it names the host, so that no other one gets it."""
    return "TALLY_PASSWORD_" + re.sub(r"[^A-Z0-9]", "_", (urlsplit(url).hostname or "").upper())


def find_password(game: Game, account: str, url: str) -> str | None:
    """The password of `account` on the forum of `url`; None where none is kept.

    Raises GameFault for a file that cannot be read, or that others may read.
    """
    given = os.environ.get(password_variable(url))
    if given:
        return given
    if game.forum.password_file is not None:
        return read_secret(game.folder / game.forum.password_file).strip("\r\n")
    return _ask_keyring(account, url)


def keep_password(game: Game, account: str, url: str, password: str) -> Path | None:
    """Keep a password: in the file that game.toml names (given back), else in the keyring. Raises GameFault."""
    if game.forum.password_file is not None:
        file = game.folder / game.forum.password_file
        try:
            replace_file(file, password.encode(), mode=0o600)
        except OSError as error:
            raise GameFault(_("{file}: cannot be written: {why}").format(file=file, why=why_failed(error))) from None
        return file
    try:
        import keyring
        from keyring.errors import KeyringError

        keyring.set_password(_SERVICE, _key(account, url), password)
    except (ImportError, KeyringError) as trouble:
        told = _("there is no keyring to keep the password in ({why}); name a file for it under [forum] of game.toml, "
                 "like password_file = 'password.txt'")  # fmt: skip
        raise GameFault(told.format(why=trouble)) from None
    return None


def forget_password(game: Game, account: str, url: str) -> None:
    """Remove a password that was kept. Raises GameFault where its file cannot be removed."""
    if game.forum.password_file is not None:
        file = game.folder / game.forum.password_file
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise GameFault(_("{file}: cannot be written: {why}").format(file=file, why=why_failed(error))) from None
    with suppress(ImportError):
        import keyring
        from keyring.errors import KeyringError

        with suppress(KeyringError):
            keyring.delete_password(_SERVICE, _key(account, url))


def read_secret(file: Path) -> str:
    """The text of a file that its owner alone may read. Raises GameFault where others may, or where nobody can."""
    try:
        with file.open(encoding="utf-8-sig") as opened:
            mode = stat.S_IMODE(os.fstat(opened.fileno()).st_mode)
            if sys.platform != "win32" and mode & 0o077:
                told = _("{file}: others may read this secret (mode {mode}); “chmod 600” makes it yours alone")
                raise GameFault(told.format(file=file, mode=f"{mode:o}"))
            return opened.read()
    except OSError as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=file, why=why_failed(error))) from None
    except UnicodeDecodeError:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=file, why="UTF-8")) from None


def _ask_keyring(account: str, url: str) -> str | None:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        return keyring.get_password(_SERVICE, _key(account, url))
    except KeyringError:
        # a machine without one, as servers are
        return None


def _key(account: str, url: str) -> str:
    return f"{account}@{urlsplit(url).hostname}"
