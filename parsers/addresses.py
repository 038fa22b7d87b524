"""Addresses of forum pages: made whole, freed of session ids, with one parameter changed."""

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit, urlunsplit

__all__ = ["absolute", "with_parameters", "without_session"]

# phpBB `sid`, vBulletin and IP.Board `s`, SMF `PHPSESSID`: hex digits, other than a short `s=` of somebody's own.
_SESSION = re.compile(r"(?:sid|s|PHPSESSID|session_id)=[0-9a-z]{20,64}", re.I)
_SESSION_IN = re.compile(r"[?&;]" + _SESSION.pattern, re.I)


# A link that needs no more than what it is put after, as nearly all links of a forum do: none with dots to go up by.
_PLAIN = re.compile(r"(?:\./(?!/))?(/?(?:[\w-][\w.%-]*/)*(?:[\w-][\w.%-]*)?(?:[?#]\S+)?)$")


def without_session(url: str) -> str:
    """`url` as everybody may use it: the id of our own visit is taken out of it."""
    if not _SESSION_IN.search(url):
        return url
    head, hash_sign, fragment = url.partition("#")
    path, _question, query = head.partition("?")
    kept = [part for part in re.split(r"[&;]", query) if not _SESSION.fullmatch(part)]
    # SMF separates by semicolons
    joint = ";" if ";" in query and "&" not in query else "&"
    return path + ("?" + joint.join(kept) if kept else "") + hash_sign + fragment


class _Base(NamedTuple):
    """What links of a page are put after; None where only the full rules of addresses tell."""

    folder: str | None
    origin: str | None


@lru_cache(maxsize=64)
def _base(url: str) -> _Base:
    head = url.partition("#")[0].partition("?")[0]
    scheme, sign, place = head.partition("://")
    if not sign:
        return _Base("" if head and "/" not in head else None, None)
    host, slash, _path = place.partition("/")
    return _Base(head[: head.rindex("/") + 1] if slash else None, f"{scheme}://{host}")


def absolute(link: str | None, base: str | None) -> str | None:
    """`link` as found on a page at `base`, whole and without a session id; unchanged where no base is known."""
    if not link:
        return None
    if base is not None and not link.startswith(("http://", "https://")):
        plain = _PLAIN.match(link) if link[0] not in "?#" else None
        start = _base(base).origin if link[0] == "/" else _base(base).folder
        if plain is not None and start is not None:
            link = start + plain.group(1)
        else:
            try:
                link = urljoin(base, link.strip())
            except ValueError:
                return None
    return without_session(link)


def with_parameters(url: str, remove: tuple[str, ...], **put: int | str | None) -> str:
    """`url` without fragment and the parameters `remove`, with those of `put` that are not None at its end."""
    parts = urlsplit(without_session(url))
    gone = {*remove, *put}
    kept = [part for part in re.split(r"[&;]", parts.query) if part and part.split("=")[0] not in gone]
    kept += [f"{name}={value}" for name, value in put.items() if value is not None]
    return urlunsplit((parts.scheme, parts.netloc, parts.path, "&".join(kept), ""))
