"""Addresses of forum pages: made whole, freed of session ids, with one parameter changed."""

import re
from functools import lru_cache
from urllib.parse import urljoin, urlsplit, urlunsplit

__all__ = ["absolute", "with_parameters", "without_session"]

# phpBB `sid`, vBulletin and IP.Board `s`, SMF `PHPSESSID`: hex digits, other than a short `s=` of somebody's own.
_SESSION = re.compile(r"(?:sid|s|PHPSESSID|session_id)=[0-9a-z]{20,64}", re.I)
_SESSION_IN = re.compile(r"[?&;]" + _SESSION.pattern, re.I)


# A link to a script beside the page, as nearly all links of a forum are: it needs no more than its folder.
_PLAIN = re.compile(r"(?:\./)?(?=[a-z_]{1,40}\.php(?:[?#]|$))")


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


@lru_cache(maxsize=64)
def _folder(base: str) -> str | None:
    """What a relative link is put after; None where only the full rules of addresses tell."""
    head = base.partition("#")[0].partition("?")[0]
    return head[: head.rindex("/") + 1] if head.count("/") > 2 else None


def absolute(link: str | None, base: str | None) -> str | None:
    """`link` as found on a page at `base`, whole and without a session id; unchanged where no base is known."""
    if not link:
        return None
    if base is not None:
        folder = _folder(base)
        plain = _PLAIN.match(link)
        if link.startswith(("http://", "https://")):
            pass
        elif plain is not None and folder is not None:
            link = folder + link[plain.end() :]
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
