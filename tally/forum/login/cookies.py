"""Cookies: those that a browser exported (Netscape's cookies.txt), and those of our own visits, kept for the next."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from typing import Any

from tally.clock import now
from tally.errors import GameFault
from tally.files import replace_file
from tally.forum.login.passwords import read_secret
from tally.texts import _

__all__ = ["Visit", "keep_visit", "make_cookie", "read_cookies", "read_visit"]

# so long nobody tries again what has just been of no use
_COOLING = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Visit:
    """What is kept of our last login: when it was, its cookies, and a print of the words with which it was refused."""

    at: datetime
    cookies: tuple[Cookie, ...]
    refused: str | None = None

    def was_refused(self, account: str, password: str) -> bool:
        return self.refused is not None and self.refused == fingerprint(account, password, self.refused[:32])

    @property
    def is_recent(self) -> bool:
        return timedelta(0) <= now() - self.at < _COOLING


def fingerprint(account: str, password: str, salt: str) -> str:
    """Tells whether words are the same as before, without telling them."""
    made = hashlib.scrypt(f"{account}\n{password}".encode(), salt=salt.encode(), n=2**14, r=8, p=1)
    return salt + made.hex()


def read_cookies(file: Path) -> tuple[Cookie, ...]:
    """The cookies of a browser's cookies.txt. Raises GameFault where it cannot be read, others may, or it is none."""
    found = tuple(_read_lines(read_secret(file).splitlines()))
    if not found:
        told = _("{file}: there are no cookies in it; a browser's extension exports them as cookies.txt (Netscape)")
        raise GameFault(told.format(file=file))
    return found


def _read_lines(lines: Iterable[str]) -> Iterator[Cookie]:
    for line in lines:
        # a comment, but for the mark of a cookie that scripts may not read
        fields = line.removeprefix("#HttpOnly_").rstrip("\r\n").split("\t")
        if len(fields) == 7 and not fields[0].startswith("#"):
            domain, _others, path, secure, _expires, name, value = fields
            # the forum knows best until when it believes them
            yield make_cookie(name, value, domain, path, secure=secure.upper() == "TRUE")


def make_cookie(name: str, value: str, domain: str, path: str, *, secure: bool) -> Cookie:
    return Cookie(
        0, name, value, None, False, domain, True, domain.startswith("."), path, True,
        secure, None, True, None, None, {},
    )  # fmt: skip


def read_visit(file: Path) -> Visit | None:
    """The visit kept in `file`; None where there is none. Raises GameFault where others may read it."""
    if not file.is_file():
        return None
    try:
        kept: dict[str, Any] = json.loads(read_secret(file))
        cookies = tuple(make_cookie(*each[:4], secure=bool(each[4])) for each in kept["cookies"])
        return Visit(datetime.fromisoformat(kept["at"]), cookies, kept["refused"])
    except (ValueError, TypeError, KeyError, IndexError):
        return None


def keep_visit(file: Path, at: datetime, jar: CookieJar, refused: str | None = None) -> None:
    """Keep the cookies of a visit for the next one; only its owner may read the file."""
    cookies = [(each.name, each.value, each.domain, each.path, each.secure) for each in jar]
    kept = json.dumps({"at": at.isoformat(), "cookies": cookies, "refused": refused})
    # where it cannot be kept we log in again
    with suppress(OSError):
        replace_file(file, kept.encode(), mode=0o600)
