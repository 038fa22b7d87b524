"""Pages as they may be kept: without the ids of our visit and the tokens that a forum gives to those who are logged in.

In: the bytes of a page and the values of the cookies that we sent. Out: the same bytes, of the same length, with zeros
where a secret was; so pages that differ in nothing else are the same bytes, and are stored once.
"""

import re
from collections.abc import Iterable, Iterator

__all__ = ["without_secrets"]

# Addresses: phpBB `sid`, vBulletin and IP.Board `s`, SMF `PHPSESSID`, tokens of links for members («log out»).
_IN_ADDRESS = re.compile(
    rb"([?&;](?:sid|s|k|t|hash|sesc|PHPSESSID|session_id|csrf\w*|my_post_key|logouthash|logoutkey|securitytoken|_xfToken"
    rb"|auth_key)=)([0-9a-z%,._-]{20,})",
    re.I,
)
# Scripts and attributes: `var SECURITYTOKEN = "…"`, `csrfKey: "…"`, `data-csrf="…"`, `ipb.vars['secure_hash'] = '…'`.
_NAMES = (
    b"securitytoken",
    b"my_post_key",
    b"secure_hash",
    b"csrf",
    b"session_id",
    b"_xftoken",
    b"form_token",
    b"auth_key",
)
_GIVEN = re.compile(
    rb"((?:_?(?:key|token|hash))?(?:&quot;|[\"'])?\]?\s*[:=]\s*(?:&quot;|[\"']))([0-9a-z%,./+=|:_-]{16,})", re.I
)
# Forms: whatever a hidden field holds that is long and is no text.
_HIDDEN = re.compile(rb"<input\b[^<>]{0,400}>", re.I)
_IS_HIDDEN = re.compile(rb"\btype\s*=\s*[\"']?hidden", re.I)
_VALUE = re.compile(rb"(\bvalue\s*=\s*[\"']?)([0-9a-z%,./+=|:_-]{16,})", re.I)
# a shorter value of a cookie may stand in a page by chance
_TELLING = 16


def without_secrets(body: bytes, cookies: Iterable[str] = ()) -> bytes:
    """`body` with zeros in the place of session ids, tokens of forms and the values of `cookies`."""
    for value in cookies:
        if len(value) >= _TELLING:
            body = body.replace(value.encode(), b"0" * len(value.encode()))
    body = _IN_ADDRESS.sub(_zeroed, body)
    body = _HIDDEN.sub(_zeroed_field, body)
    lower = body.lower()
    made = bytearray(body)
    for name in _NAMES:
        for start, end in _given(body, lower, name):
            made[start:end] = b"0" * (end - start)
    return bytes(made)


def _given(body: bytes, lower: bytes, name: bytes) -> Iterator[tuple[int, int]]:
    """Where the values stand that a page gives to this name. (One search for all the names takes ten times as long.)"""
    place = lower.find(name)
    while place >= 0:
        given = _GIVEN.match(body, place + len(name))
        if given:
            yield given.span(2)
        place = lower.find(name, place + 1)


def _zeroed(found: re.Match[bytes]) -> bytes:
    return found[1] + b"0" * len(found[2])


def _zeroed_field(found: re.Match[bytes]) -> bytes:
    return _VALUE.sub(_zeroed, found[0]) if _IS_HIDDEN.search(found[0]) else found[0]
