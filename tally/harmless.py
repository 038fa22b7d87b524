"""What strangers wrote (nicks, titles, texts), made harmless to show: on a terminal, in a page, in a post.

Markup is the renderer's to escape; here fall the characters that act: control codes, marks that turn the text around.
"""

import unicodedata
from urllib.parse import urlsplit

__all__ = ["harmless", "safe_link"]

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def harmless(text: str) -> str:
    """The text on one line, with a visible sign for every character that would act instead of being seen."""
    return "".join(_REPLACEMENT if _acts(character) else character for character in " ".join(text.split()))


def _acts(character: str) -> bool:
    return character in _TURNING or unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp")


def safe_link(address: str | None) -> str | None:
    """The address if a page may link to it: http or https with a host; else None."""
    try:
        parts = urlsplit(address or "")
        return address if parts.scheme in ("http", "https") and parts.hostname else None
    except ValueError:
        return None
