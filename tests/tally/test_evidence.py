"""What is kept of a page holds no secret of our visit, and reads as the page did."""

import sqlite3
import zlib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers import read_page
from tally.folder.game import find_game
from tally.forum.evidence import without_secrets
from tally.forum.importing import import_pages
from tally.store import Store
from tests.tally.test_scrape import make_folder, written_thread

SECRET = "0123456789abcdef0123456789abcdef"

PLACES = [
    '<a href="./viewtopic.php?t=12&amp;sid={}">',
    '<a href="index.php?PHPSESSID={};topic=1">',
    '<a href="showthread.php?s={}&amp;t=5">',
    '<a href="member.php?action=logout&logoutkey={}">',
    '<a href="ucp.php?mode=logout&hash={}">',
    '<input type="hidden" name="form_token" value="{}">',
    "<input value='{}' name='my_post_key' type='hidden'/>",
    "<INPUT TYPE=HIDDEN NAME=x VALUE={}>",
    'var SECURITYTOKEN = "{}";',
    'var my_post_key = "{}";',
    "ipb.vars['secure_hash'] = '{}';",
    '<html data-csrf="{}">',
    'csrfKey: "{}",',
    "{{&quot;csrf_token&quot;:&quot;{}&quot;}}",
    'smf_session_id = "{}"',
]


@pytest.mark.parametrize("place", PLACES)
def test_a_secret_is_taken_out_wherever_forums_put_it(place: str) -> None:
    page = f"<p>До {place.format(SECRET)} после</p>".encode()
    kept = without_secrets(page)
    assert SECRET.encode() not in kept
    assert len(kept) == len(page)
    assert kept.decode().startswith("<p>До ")


@pytest.mark.parametrize(
    "words",
    [
        f"sha256:{SECRET}",
        '<a href="viewtopic.php?t=123456&amp;start=20#p12345678">',
        '<input type="text" name="q" value="abcdefghijklmnopqrstuvwxyz">',
        '<span style="color:red">Вася</span>',
        "the session_id of a book = 5",
        '<img src="avatar.php?u=5&amp;s=80">',
    ],
)
def test_words_of_people_and_addresses_of_posts_stay(words: str) -> None:
    assert without_secrets(words.encode()) == words.encode()


def test_the_values_of_our_cookies_are_taken_out() -> None:
    assert (
        without_secrets(b"x wW7-secret-of-the-visit y", ["wW7-secret-of-the-visit", "ru", ""])
        == b"x " + b"0" * 23 + b" y"
    )


@given(st.binary(max_size=400), st.lists(st.text(max_size=30), max_size=3))
def test_whatever_the_bytes_are_their_number_stays_and_once_is_enough(body: bytes, cookies: list[str]) -> None:
    kept = without_secrets(body, cookies)
    assert len(kept) == len(body)
    assert without_secrets(kept, []) == kept or cookies


def test_a_saved_page_is_kept_without_the_tokens_of_who_saved_it(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "game", "https://forum.example/viewtopic.php?t=12")
    page = tmp_path / "page.html"
    text = written_thread(3).page(0, "https://forum.example")
    page.write_text(text.replace("</body>", f'<a href="ucp.php?sid={SECRET}">Выход</a></body>'), encoding="utf-8")
    game = find_game(folder)
    with Store(game.database) as store:
        assert import_pages(store, game, game.forum.threads[0].url, [page], None).new_posts == 3
        assert import_pages(store, game, game.forum.threads[0].url, [page], None).known == 1
    with closing(sqlite3.connect(game.database)) as connection:
        bodies = [zlib.decompress(row[0]) for row in connection.execute("select packed from bodies")]
    assert not any(SECRET.encode() in body for body in bodies)


def test_pages_of_real_forums_read_the_same_without_their_secrets(shared: Path) -> None:
    at = datetime(2024, 1, 11, tzinfo=UTC)
    changed = 0
    for file in sorted((shared / "pages").rglob("*.html"))[::20]:
        body = file.read_bytes()
        kept = without_secrets(body)
        if kept != body:
            changed += 1
            url = "https://forum.example/"
            assert read_page(kept, url=url, fetched_at=at) == read_page(body, url=url, fetched_at=at), file
    assert changed > 20
