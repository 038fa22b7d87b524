"""Addresses on a forum, told apart."""

from urllib.parse import urlsplit

__all__ = ["is_same_host"]


def is_same_host(one: str, other: str) -> bool:
    """Whether both addresses are of one server; http and https are, at their usual ports. False for broken ones."""
    try:
        first, second = urlsplit(one), urlsplit(other)
        usual = {80, 443, None}
        same_port = first.port == second.port or (first.port in usual and second.port in usual)
    except ValueError:
        return False
    web = {first.scheme, second.scheme} <= {"http", "https"}
    return web and first.hostname == second.hostname and same_port
