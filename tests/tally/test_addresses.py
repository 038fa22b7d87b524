"""Which addresses are of one forum."""

import pytest

from tally.forum.addresses import is_same_host


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://forum.example/a", "https://forum.example:443/b", True),
        ("http://forum.example:80/", "http://FORUM.example/", True),
        ("http://127.0.0.1:8101/", "http://127.0.0.1:8102/", False),
        ("http://forum.example/", "http://www.forum.example/", False),
        ("http://forum.example/", "http://forum.example.evil.example/", False),
        ("http://forum.example/", "http://forum.example@evil.example/", False),
        ("http://forum.example/", "ftp://forum.example/", False),
        ("http://forum.example/", "javascript:alert(1)", False),
        ("http://forum.example/", "http://forum.example:port/", False),
    ],
)
def test_one_server_is_told_from_another(one: str, other: str, same: bool) -> None:
    assert is_same_host(one, other) is same
