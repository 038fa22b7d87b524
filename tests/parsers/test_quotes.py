"""What a post quotes, of whom: quotes as different engines draw them."""

import pytest

from parsers.quotes import Quote, read_quotes

POST = (
    '<html><body id="phpbb"><div id="page-body"><div id="p7" class="post"><div><div class="postbody"><h3>x</h3>'
    '<p class="author">by <a class="username" href="./u=2">Gus</a> » 01 Jan 2024, 10:00</p>'
    '<div class="content">{}<br>Mine.</div></div></div></div></div></body></html>'
)


@pytest.mark.parametrize(
    ("drawn", "quotes"),
    [
        (
            "<blockquote><div><cite>In post 5, Gus wrote:</cite>Ann: 2<br>Bob: <s>1</s></div></blockquote>",
            [Quote("In post 5, Gus wrote:", "Ann: 2\nBob:")],
        ),
        (
            "<blockquote><cite>Gus:</cite>A<blockquote><cite>Ann:</cite>B</blockquote></blockquote>",
            [Quote("Gus:", "A"), Quote("Ann:", "B")],
        ),
        (
            "<blockquote>A<blockquote><cite>Ann:</cite>B</blockquote></blockquote>",
            [Quote("", "A"), Quote("Ann:", "B")],
        ),
        (
            '<div class="quoteheader"><b>Gus wrote:</b></div><blockquote class="bbc_standard_quote">A</blockquote>',
            [Quote("", "Gus wrote:"), Quote("Gus wrote:", "A")],
        ),
        ('<blockquote data-quote="Gus">A</blockquote>', [Quote("Gus", "A")]),
        ("Nothing of others.", []),
    ],
)
def test_what_a_post_quotes(drawn: str, quotes: list[Quote]) -> None:
    read = read_quotes(POST.format(drawn).encode(), "7", engine="phpbb")
    assert list(read) == quotes


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe<", POST.format("").encode()])
def test_where_there_is_no_such_post_nothing_is_quoted(data: bytes) -> None:
    assert read_quotes(data, "8", engine="phpbb") == ()
