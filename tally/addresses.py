"""Addresses on a forum: told apart, and freed of session ids before they are stored or shown."""

import re
from urllib.parse import urlsplit, urlunsplit

__all__ = ["cut_session", "is_same_host"]

# the names that forums give to a session in an address; a bare `s` is one only with a session's 32 hex digits
_SESSION = re.compile(r"(?:sid|phpsessid|session_?id|osid|zenid)=[^&;]*|s=[0-9a-f]{32}", re.IGNORECASE)


def cut_session(url: str) -> str:
    """The address without a session id, else as it is; an address that cannot be taken apart stays whole."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    pieces = re.split(r"([&;])", parts.query)
    kept = ""
    for separator, piece in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        if not _SESSION.fullmatch(piece):
            kept += separator + piece if kept else piece
    # a server may also put it behind the path (`;jsessionid=…`)
    path = re.sub(r";jsessionid=[^/;?]*", "", parts.path, flags=re.IGNORECASE)
    return urlunsplit(parts._replace(path=path, query=kept))


def is_same_host(one: str, other: str) -> bool:
    """Whether both addresses are on one host; the scheme and the port it stands for may differ."""
    first, second = urlsplit(one), urlsplit(other)
    ports = {80, 443, None}
    same_port = first.port == second.port or (first.port in ports and second.port in ports)
    return first.hostname == second.hostname and same_port
