"""Addresses of forum pages: made whole, freed of session ids, with one parameter changed."""

import re
from urllib.parse import urljoin, urlsplit, urlunsplit

__all__ = ["absolute", "with_parameters", "without_session"]

# phpBB `sid`, vBulletin and IP.Board `s`, SMF `PHPSESSID`: hex digits, other than a short `s=` of somebody's own.
_SESSION = re.compile(r"(?:sid|s|PHPSESSID|session_id)=[0-9a-z]{20,64}", re.I)


def without_session(url: str) -> str:
    """`url` as everybody may use it: the id of our own visit is taken out of it."""
    if "=" not in url:
        return url
    head, hash_sign, fragment = url.partition("#")
    path, question, query = head.partition("?")
    if not question:
        return url
    kept = [part for part in re.split(r"[&;]", query) if not _SESSION.fullmatch(part)]
    # SMF separates by semicolons
    joint = ";" if ";" in query and "&" not in query else "&"
    return path + ("?" + joint.join(kept) if kept else "") + hash_sign + fragment


def absolute(link: str | None, base: str | None) -> str | None:
    """`link` as found on a page at `base`, whole and without a session id; unchanged where no base is known."""
    if not link:
        return None
    if base is not None:
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
